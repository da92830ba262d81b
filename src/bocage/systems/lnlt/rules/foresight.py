"""What an attack comes to at best whose firers are still to be named."""

from __future__ import annotations

from bocage.kernel import Decision, Forecast
from bocage.kernel.enumerate import play_to_dice
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.state import LnltState


def foresee_best_attack(state: LnltState, decision: Decision, option: int) -> Forecast | None:  # lnlt.core.5.0
    """One more takes part as long as that makes it likelier to hit."""
    best: LnltState | None = None
    ahead: LnltState | None
    ahead, rolls = play_to_dice(state, decision, option)
    if rolls:
        return None
    while ahead is not None and len(ahead.pending) == 1 and ahead.pending[0].kind is acts.FIRERS:
        ways = [add_firer(ahead, ahead.pending[0], firer) for firer in ahead.pending[0].options]
        found, beyond = max(ways, key=lambda way: hit_chance(way[0]))
        if found is None or hit_chance(found) <= hit_chance(best):
            break
        best, ahead = found, beyond
    return None if best is None else best.stack[-1].odds(best)


def add_firer(state: LnltState, decision: Decision, option: int) -> tuple[LnltState | None, LnltState | None]:
    """The position about to roll if nobody else takes part after this firer, and the one in which others still may."""
    beyond, rolls = play_to_dice(state, decision, option)
    if rolls:
        return beyond, None
    if not beyond.pending or acts.DONE.act() not in beyond.pending[0].options:
        return None, None
    ready, rolls = play_to_dice(beyond, beyond.pending[0], acts.DONE.act())
    return ready if rolls else None, beyond


def hit_chance(ready: LnltState | None) -> float:
    """Of the attack that is about to roll; what becomes of those it hits is told of the best one alone."""
    if ready is None:
        return -1.0
    attack = ready.stack[-1]
    if type(attack) is FireAttack:
        return attack.hit_chance(ready)
    found = attack.odds(ready)
    return 0.0 if found is None else found.odds.get("attack", {}).get("hit", 0.0)
