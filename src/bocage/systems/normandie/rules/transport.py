"""Transport: loads, getting in and out (chapter Abilities)."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban
from bocage.systems.normandie.model.tables import HERO, INFANTRY, OFFICER
from bocage.systems.normandie.rules.zones import barred_doors, open_steps
from bocage.systems.normandie.state import ABOARD, FIELD, NormandieState, Unit


def weight(unit: Unit) -> int:
    """Last steps, heroes and officers weigh 1, all others 2 (hon.abil.trans.2)."""
    if unit.counter.outline in (OFFICER, HERO):
        return 1
    return 2 if unit.face.hit or unit.counter.gun else 1


def passengers(state: NormandieState, vehicle: Unit) -> list[Unit]:
    return [unit for unit in state.units if unit.status == ABOARD and unit.carrier == vehicle.id]


NO_TRANSPORT: Final = Ban("hon.abil.trans.1", "no-transport")
NO_PASSENGER: Final = Ban("hon.abil.trans.1", "no-passenger")
SECOND_GUN: Final = Ban("hon.abil.trans.3", "second-gun")
FULL: Final = Ban("hon.abil.trans.1", "full")
NOT_BESIDE: Final = Ban("hon.abil.trans.4", "not-beside")


def ban_passenger(state: NormandieState, vehicle: Unit, unit: Unit) -> Ban | None:
    """Within the capacity, and not more than one Gun (hon.abil.trans.1, hon.abil.trans.3)."""
    if not vehicle.face.transport:
        return NO_TRANSPORT
    if unit.counter.rank != INFANTRY or not unit.is_crewed():
        return NO_PASSENGER
    aboard = passengers(state, vehicle)
    if unit.counter.gun and any(other.counter.gun for other in aboard):  # hon.abil.trans.3
        return SECOND_GUN
    return None if sum([weight(other) for other in aboard]) + weight(unit) <= vehicle.face.transport else FULL


def ban_boarding(state: NormandieState, unit: Unit, vehicle: Unit, cell: int) -> Ban | None:
    """From a space to one of one's own transports next to it (hon.abil.trans.4)."""
    if not vehicle.face.transport or vehicle.seat != unit.seat or vehicle.status != FIELD:
        return NO_TRANSPORT
    joined = state.ground.joined[cell]
    if state.ground.doors[cell]:
        joined &= ~barred_doors(state, unit.camp, cell)  # hon.build.zoc.1
    return ban_passenger(state, vehicle, unit) if joined & vehicle.cells() else NOT_BESIDE


def boardings(state: NormandieState, unit: Unit, cell: int) -> list[int]:
    """The friendly transports next to a space that it could get into (hon.abil.trans.4)."""
    return [v.id for v in state.units if v.face.transport and ban_boarding(state, unit, v, cell) is None]


def exits(state: NormandieState, unit: Unit) -> int:
    """Where a passenger may step out to: free spaces the zone test allows (hon.open.transport.phase.1)."""
    vehicle = state.units[unit.carrier]
    reach = 0
    for cell in spaces(vehicle.cells()):
        reach |= open_steps(state, unit.camp, cell)
    return reach & ~state.standing[unit.camp]
