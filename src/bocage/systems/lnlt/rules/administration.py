"""The Administrative Phase (lnlt.core.9) and the end of the game."""

from __future__ import annotations

from bocage.kernel import Event
from bocage.systems.lnlt.model.flags import ASSAULT, MOVED, SHAKEN, TURN_MARKERS
from bocage.systems.lnlt.model.hull import CONTINUOUS
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules.aftermath import spread_fire
from bocage.systems.lnlt.rules.night import burn_out
from bocage.systems.lnlt.rules.plans import show_plan
from bocage.systems.lnlt.rules.smoke import thin_smoke
from bocage.systems.lnlt.state import LnltState


def administrate(state: LnltState) -> None:
    """Markers of the turn come off; wounds, Shaken sides and Melee stay."""
    for unit in state.units:
        unit.flags &= ~TURN_MARKERS  # lnlt.pac.12.9.0a, lnlt.pac.fr.2.0f
    for weapon in state.weapons:
        weapon.handed = False
    state.spotted[0] = 0
    state.spotted[1] = 0
    state.fought = 0
    for vehicle in state.vehicles:
        vehicle.flags &= ~(TURN_MARKERS & ~(MOVED | ASSAULT) if vehicle.flags & CONTINUOUS else TURN_MARKERS)
        vehicle.spent = 0
    state.barrages = []  # lnlt.pac.12.9.0e, lnlt.pac.fr.2.0h
    state.slayers = []
    for seat in (0, 1):
        state.perks[seat] = 0
        state.raised[seat] = 0
    thin_smoke(state)  # lnlt.pac.12.9.0b, lnlt.pac.fr.2.0g
    burn_out(state)  # lnlt.pac.12.9.0c
    spread_fire(state)
    state.stale()
    if state.recording:
        state.emit(Event("administration", "lnlt.core.9", {"turn": state.turn}))


def leave_map(state: LnltState) -> None:
    """Good Order units in their side's exit hexes have left the map at the end of a turn."""
    for exit_ in state.scenario.exits:
        seat = exit_.seat
        for hex_ in exit_.hexes:
            if state.stacks[1 - seat][hex_]:
                continue
            for number in state.stacks[seat][hex_]:
                unit = state.units[number]
                if not unit.flags & SHAKEN:
                    leave(state, unit, exit_.points)


def leave(state: LnltState, unit: Unit, points: int) -> None:
    """Smaller units are worth half, rounded up."""
    state.tell_of(unit, "exits", "lnlt.core.6.0")
    state.exited[unit.seat] += points if unit.type.size == 2 else (points + 1) // 2
    state.leave(unit)
    unit.hex = GONE
    for weapon in state.weapons:
        if weapon.owner == unit.id:
            weapon.hex = GONE


def is_over(state: LnltState) -> bool:
    return state.turn >= state.scenario.turns or has_lost(state, 0) or has_lost(state, 1)


def has_lost(state: LnltState, seat: int) -> bool:
    """Nobody left on the map or to come; where the last man counts, nobody in Good Order."""
    for number in state.waiting:
        if state.scenario.arrivals[number].seat == seat:
            return False
    if not state.is_present(seat):
        return True
    if not state.scenario.last_man or state.armour[seat]:
        return False
    return not any(unit.seat == seat and unit.hex != GONE and not unit.flags & SHAKEN for unit in state.units)


def conclude(state: LnltState) -> None:
    if state.course is not None:
        for seat in (0, 1):
            show_plan(state, state.course, seat)
    winner, reason = verdict(state)
    if state.recording:
        state.emit(Event(reason, "lnlt.core.9", verdict_args(state, winner)))
    state.finish(winner)


def verdict(state: LnltState) -> tuple[int, str]:
    """Who wins, and by what: the side left alone; otherwise the points that the scenario asks for, or more points;
    a tie goes where the scenario says."""
    scenario = state.scenario
    gone = (has_lost(state, 0) and not state.exited[0], has_lost(state, 1) and not state.exited[1])
    if gone[0] != gone[1]:
        return (1 if gone[0] else 0), "victory-alone"
    needing = scenario.need_seat
    if needing != GONE:
        if state.score(needing) >= scenario.need:
            return needing, "victory-met"
        return 1 - needing, "victory-denied"
    if state.score(0) != state.score(1):
        return (0 if state.score(0) > state.score(1) else 1), "victory-points"
    return scenario.tie, "draw" if scenario.tie == GONE else "victory-tie"


def verdict_args(state: LnltState, winner: int) -> dict[str, int | str]:
    """The points of the winner come first; before the last turn the game ends only where a side has nobody left."""
    first = max(winner, 0)
    args: dict[str, int | str] = {"own": state.score(first), "other": state.score(1 - first)}
    args["side"] = state.scenario.titles[first]
    args["loser"] = state.scenario.titles[1 - first]
    args["need"] = state.scenario.need
    args["when"] = "@ending.last" if state.turn >= state.scenario.turns else "@ending.early"
    return args
