"""Objectives, victory points, the breaking point and the end of the game."""

from __future__ import annotations

from typing import Final

from bocage.geometry.plane import within
from bocage.systems.disposable.model.tables import HULL_RADIUS, RADIUS, Objective
from bocage.systems.disposable.state import DESTROYED, JOINED, ON_TABLE, ROUTING, STEADY, DisposableState

NOBODY: Final = -1


def holder(state: DisposableState, objective: Objective) -> int:
    """The side with unpinned infantry at the objective and no unpinned enemy there (dh.core.victory.hold).

    Only infantry holds ground; a vehicle keeps the enemy from holding it.
    """
    near = [False, False]  # infantry
    there = [False, False]  # anybody
    for unit in state.units:
        if unit.place != ON_TABLE or unit.status != STEADY or near[unit.seat]:
            continue
        infantry = state.scenario.forces[unit.index].vehicle is None
        reach = objective.radius + (RADIUS if infantry else HULL_RADIUS)
        for f in unit.figures:
            if within(state.x[f], state.y[f], objective.x, objective.y, reach):
                there[unit.seat] = True
                near[unit.seat] = infantry
                break
    for seat in (0, 1):
        if near[seat] and not there[1 - seat]:
            return seat
    defender = state.scenario.defender
    return defender if defender >= 0 and not there[1 - defender] else NOBODY


def points(state: DisposableState, seat: int) -> int:
    """Objectives held and enemy units destroyed (dh.core.victory.points)."""
    scenario = state.scenario
    total = sum([objective.vp for objective in scenario.objectives if holder(state, objective) == seat])
    for unit in state.units:
        if unit.seat != seat and unit.place == DESTROYED:
            force = scenario.forces[unit.index]
            if force.vehicle is not None:
                total += scenario.vp_vehicle
            else:
                total += scenario.vp_commander if force.commander else scenario.vp_unit
    if scenario.vp_beyond[0] == seat:
        total += beyond(state, seat) * scenario.vp_beyond[2]
    return total


def beyond(state: DisposableState, seat: int) -> int:
    """Unpinned units of a side with a figure north of the line the scenario draws."""
    line = state.scenario.vp_beyond[1]
    unpinned = [unit for unit in state.friends(seat) if unit.status == STEADY]
    return sum([any(state.y[f] > line for f in unit.figures) for unit in unpinned])


def seized(state: DisposableState) -> int:
    """The side that wins at once because it holds every objective, where the scenario says so."""
    seat = state.scenario.all_objectives
    held = seat >= 0 and all(holder(state, objective) == seat for objective in state.scenario.objectives)
    return seat if held else NOBODY


def losses(state: DisposableState, seat: int) -> tuple[int, int]:
    """The figures a side has lost, and those it began with."""
    own = [unit for unit in state.units if unit.seat == seat]
    strength = sum([len(state.scenario.forces[unit.index].figures) for unit in own])
    return strength - sum([len(unit.figures) for unit in own if unit.place not in (DESTROYED, JOINED)]), strength


def breaking_point(strength: int) -> int:
    """The losses that break a side: more than half of its figures (dh.core.victory.break)."""
    return strength // 2 + 1


def broken(state: DisposableState, seat: int) -> bool:
    """More than half of the figures lost, or every unit routing (dh.core.victory.break)."""
    lost, strength = losses(state, seat)
    left = [unit for unit in state.units if unit.seat == seat and unit.place not in (DESTROYED, JOINED)]
    return lost >= breaking_point(strength) or all(unit.status == ROUTING for unit in left)


def ended_by(state: DisposableState) -> str:
    """What ends the game at the end of a turn: both-broken, broken, routing, seized, points, close or equal."""
    first, second = broken(state, 0), broken(state, 1)
    if first and second:
        return "both-broken"
    if first or second:
        lost, strength = losses(state, 0 if first else 1)
        return "broken" if lost >= breaking_point(strength) else "routing"
    if seized(state) != NOBODY:
        return "seized"
    if winner_by_points(state) != NOBODY:
        return "points"
    return "equal" if points(state, 0) == points(state, 1) else "close"


def winner_by_points(state: DisposableState) -> int:
    """The higher total; a lead below the margin is a draw."""
    lead = points(state, 0) - points(state, 1)
    if abs(lead) < state.scenario.draw_margin:
        return NOBODY
    return 0 if lead > 0 else 1
