"""Running Killer: a Hero who cuts down Shaken men on the move."""

from __future__ import annotations

from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.kinds import WALK
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.skills import RUNNING_KILLER, has
from bocage.systems.lnlt.rules.steps import steps
from bocage.systems.lnlt.state import LnltState


def may_run_through(state: LnltState, seat: int, hex_: int, movers: list[int], spent: int, woods: int) -> bool:
    """A Running Killer by himself, among Shaken enemies, with a step left (lnlt.hid.skill.running-killer.e)
    (lnlt.hid.skill.running-killer.b, lnlt.hid.skill.running-killer.c)."""
    runner = state.units[movers[0]]
    if len(movers) != 1 or runner.flags & SHAKEN or not has(runner, RUNNING_KILLER):
        return False
    if any(not state.units[number].flags & SHAKEN for number in state.stacks[1 - seat][hex_]):
        return False
    return bool(steps(state, seat, hex_, movers, WALK, spent, False, woods, 1))


def cut_down(state: LnltState, hero: Unit) -> None:  # lnlt.hid.skill.running-killer.b, lnlt.hid.skill.running-killer.e
    """He kills one of the Shaken at random and runs on (lnlt.hid.skill.running-killer.c)."""
    victims = state.stacks[1 - hero.seat][hero.hex]
    chosen = state.dice.roll(len(victims), acts.FOR_VICTIM) - 1 if len(victims) > 1 else 0
    victim = state.units[victims[chosen]]
    if state.recording:
        args: dict[str, int | str] = {"unit": hero.title(), "victim": victim.title()}
        outcomes = [(f"unit:{victim.id}", "eliminated")]
        outcomes += [(f"unit:{number}", "unhurt") for number in victims if number != victim.id]
        state.tell(hero.hex, "cut-down", "lnlt.hid.skill.running-killer.c", args, outcomes=outcomes)
    state.eliminate(victim)
