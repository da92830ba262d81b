"""An attack die and its tally against a defence die and cover (lnlt.core.5.0), whoever fires with what."""

from __future__ import annotations

from bocage.kernel import Arg, Tally, in_full
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.state import LnltState


def exchange(origin: str, target: str, tally: Tally, die: int, tm: int, defence_die: int) -> dict[str, Arg]:
    """What an event tells of an attack."""
    attack = tally.total + die
    defence = tm + defence_die
    found: dict[str, Arg] = {"origin": origin, "target": target, "sum": in_full(die, tally), "fp": tally.total}
    return found | {"attack": attack, "tm": tm, "defence": defence, "difference": attack - defence}


def strike(
    state: LnltState,
    origin: int,
    hex_: int,
    tally: Tally,
    dice: list[int],
    tm: int,
    kinds: tuple[str, str],
    rule: str,
    victims: list[int],
    target: str = "",
    firer: str = "",
) -> int:
    """By how much the attack beats the defence, at most nothing if it misses: then those it was meant for are unhurt.
    The kinds of its event, if it hits or misses; `target` and `firer` where it tells of more than hexes."""
    defence_die = state.dice.roll(6, acts.FOR_DEFENCE)
    difference = tally.total + max(dice) - tm - defence_die
    if state.recording:
        names = state.board.grid.names
        args = exchange(names[origin], target or names[hex_], tally, max(dice), tm, defence_die)
        if firer:
            args["vehicle"] = firer
        outcomes = [("attack", "hit" if difference > 0 else "no-effect")]
        if difference <= 0:
            outcomes += [(f"unit:{number}", "unhurt") for number in victims]
        kind = kinds[0] if difference > 0 else kinds[1]
        state.tell(hex_, kind, rule, args, [*dice, defence_die], tally, outcomes)
    return difference
