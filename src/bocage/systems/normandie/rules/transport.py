"""Transport: loads, getting in and out (chapter Abilities)."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.systems.normandie.model.tables import (
    HERO,
    INFANTRY,
    OFFICER,
)
from bocage.systems.normandie.rules.zones import barred_doors, open_steps
from bocage.systems.normandie.state import ABOARD, FIELD, NormandieState, Unit


def weight(unit: Unit) -> int:
    """Last steps, heroes and officers weigh 1, all others 2 (hon.abil.trans.2)."""
    if unit.counter.outline in (OFFICER, HERO):
        return 1
    return 2 if unit.face.hit or unit.counter.gun else 1


def passengers(state: NormandieState, vehicle: Unit) -> list[Unit]:
    return [unit for unit in state.units if unit.status == ABOARD and unit.carrier == vehicle.id]


def has_room(state: NormandieState, vehicle: Unit, unit: Unit) -> bool:
    """Within the capacity, and not more than one Gun (hon.abil.trans.1, hon.abil.trans.3)."""
    if not vehicle.face.transport or unit.counter.rank != INFANTRY or not unit.is_crewed():
        return False
    aboard = passengers(state, vehicle)
    if unit.counter.gun and any(other.counter.gun for other in aboard):
        return False
    return sum([weight(other) for other in aboard]) + weight(unit) <= vehicle.face.transport


def boardings(state: NormandieState, unit: Unit, cell: int) -> list[int]:
    """The friendly transports next to a space that it could get into (hon.abil.trans.4)."""
    found: list[int] = []
    joined = state.ground.joined[cell]
    if state.ground.doors[cell]:
        joined &= ~barred_doors(state, unit.camp, cell)  # hon.build.zoc.1
    for vehicle in state.units:
        if not vehicle.face.transport or vehicle.seat != unit.seat or vehicle.status != FIELD:
            continue
        if joined & vehicle.cells() and has_room(state, vehicle, unit):
            found.append(vehicle.id)
    return found


def exits(state: NormandieState, unit: Unit) -> int:
    """Where a passenger may step out to: free spaces the zone test allows (hon.open.transport.phase.1)."""
    vehicle = state.units[unit.carrier]
    reach = 0
    for cell in spaces(vehicle.cells()):
        reach |= open_steps(state, unit.camp, cell)
    return reach & ~state.standing[unit.camp]
