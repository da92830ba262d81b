"""Skill cards played while the enemy moves, or on the move: Opportunity Movement (lnlt.core.6.8), Running Killer."""

from __future__ import annotations

from bocage.systems.lnlt.model.flags import MARKED, SHAKEN
from bocage.systems.lnlt.model.kinds import LEADER, WALK
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.firepower import shoots
from bocage.systems.lnlt.rules.skills import OP_MOVEMENT, RUNNING_KILLER, has
from bocage.systems.lnlt.rules.steps import steps
from bocage.systems.lnlt.state import LnltState

# ---- Opportunity Movement


def op_movers(state: LnltState, seat: int, hex_: int, firing: list[int]) -> list[int]:  # lnlt.core.6.8
    """Unmarked holders among those who could fire at this hex now (lnlt.hid.skill.op-movement.c): the options
    `firing` name the hexes of men who could."""
    found: list[int] = []
    for unit in state.units:
        if unit.skill != OP_MOVEMENT or unit.seat != seat or unit.hex < 0 or not has(unit, OP_MOVEMENT):
            continue
        if unit.flags & MARKED:  # lnlt.hid.skill.op-movement.b, lnlt.boh.25.2.op-movement.a
            continue
        if acts.OPPORTUNITY_FIRE.on(unit.hex) not in firing:
            continue
        distance = state.board.grid.distances[unit.hex][hex_]
        if unit.type.kind == LEADER or shoots(state, unit, distance, True):
            found.append(acts.REACT_MOVE.on(unit.id))
    return found


def op_group(state: LnltState, unit: Unit) -> int:
    """Who moves, as a mask: the Hero alone, or the Leader with everybody stacked with him who is unmarked."""
    if unit.type.kind != LEADER:
        return 1 << unit.id
    mask = 0
    for number in state.stacks[unit.seat][unit.hex]:
        if not state.units[number].flags & MARKED:
            mask |= 1 << number
    return mask


# ---- Running Killer


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
