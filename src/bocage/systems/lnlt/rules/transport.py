"""Passengers, riders and towed guns (lnlt.core.armour.6)."""

from __future__ import annotations

from bocage.kernel import Procedure
from bocage.systems.lnlt.model.flags import MARKED, MOVED, SHAKEN
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.vehicles import GUN, Vehicle
from bocage.systems.lnlt.rules.aftermath import harm
from bocage.systems.lnlt.rules.forces import forbid_mixing
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.state import LnltState


def is_towed(unit: Unit) -> bool:
    team = unit.type.team
    return team is not None and team.kind == GUN and not team.immobile


def half_squads(unit: Unit) -> int:
    """A weapon team takes the room of a squad (lnlt.core.armour.6.1)."""
    return 2 if unit.type.team is not None else unit.type.size


def has_seat(state: LnltState, vehicle: Vehicle, unit: Unit) -> bool:
    """Each half-squad's room takes a half-squad and a single man besides (lnlt.core.armour.6.1); a towed gun hangs
    behind (lnlt.core.armour.6.4)."""
    room = vehicle.type.inside + vehicle.type.riders
    men = 0
    singles = 0
    guns = 0
    for number in [*vehicle.passengers, unit.id]:
        other = state.units[number]
        if vehicle.type.tows and is_towed(other):
            guns += 1
        elif other.type.smc:
            singles += 1
        else:
            men += half_squads(other)
    return men <= room and singles <= room and guns <= 1


def riders(vehicle: Vehicle) -> list[int]:
    """Those who sit outside, where everybody can shoot at them (lnlt.core.armour.6.3)."""
    return [] if vehicle.type.inside else vehicle.passengers


def ridden(state: LnltState, seat: int, hex_: int) -> list[Vehicle]:
    """Vehicles of a side in a hex with men on them."""
    return [vehicle for vehicle in state.manned_at(seat, hex_) if riders(vehicle)]


def is_exposed(vehicle: Vehicle) -> bool:
    """Whether fire that its crew does not stand reaches those inside as well (lnlt.core.armour.6.5)."""
    if not vehicle.is_manned() or not vehicle.passengers or not vehicle.type.inside:
        return False
    return vehicle.type.open_topped or not vehicle.type.armoured


def boarders(state: LnltState, vehicle: Vehicle) -> list[int]:
    """Good Order men in the hex who have not acted and find a seat (lnlt.core.armour.6.2), beside their own force
    (lnlt.nosb.13.5c)."""
    found: list[int] = []
    if state.occupied[1 - vehicle.seat] >> vehicle.hex & 1:
        return found
    for number in state.stacks[vehicle.seat][vehicle.hex]:
        unit = state.units[number]
        if unit.flags & (MARKED | SHAKEN) or (unit.type.team is not None and unit.type.move == 0):
            continue
        if unit.type.team is not None and unit.type.team.immobile:
            continue
        if has_seat(state, vehicle, unit) and forbid_mixing(state, vehicle.passengers, [number]) is None:
            found.append(number)
    return found


def board(state: LnltState, vehicle: Vehicle, unit: Unit) -> None:
    """Off the map, with what it carries, until it gets out."""
    state.leave(unit)
    stow(state, vehicle, unit)
    if state.recording:
        args: dict[str, int | str] = {"unit": unit.title(), "vehicle": vehicle.title()}
        state.tell(vehicle.hex, "boards", "lnlt.core.armour.6.2", args)


def stow(state: LnltState, vehicle: Vehicle, unit: Unit) -> None:
    unit.hex = GONE
    for weapon in state.weapons:
        if weapon.owner == unit.id:
            weapon.hex = GONE
    vehicle.passengers = [*vehicle.passengers, unit.id]


def can_unload(state: LnltState, vehicle: Vehicle) -> bool:
    if not vehicle.passengers or state.occupied[1 - vehicle.seat] >> vehicle.hex & 1:
        return False
    if state.board.terrain[vehicle.hex].cost == 0:
        return False
    return forbid_stacking(state, vehicle.seat, vehicle.hex, vehicle.passengers) is None


def unload(state: LnltState, vehicle: Vehicle) -> None:
    """Everybody gets out, and has moved."""
    passengers = vehicle.passengers
    vehicle.passengers = []
    for number in passengers:
        unit = state.units[number]
        state.enter(unit, vehicle.hex)
        unit.facing = vehicle.facing
        state.mark(unit, MOVED)
        if state.recording:
            args: dict[str, int | str] = {"unit": unit.title(), "vehicle": vehicle.title()}
            state.tell(vehicle.hex, "gets-out", "lnlt.core.armour.6.2", args)


def shed_riders(state: LnltState, vehicle: Vehicle) -> None:
    """Nobody rides on a tank that fires its gun (lnlt.core.armour.6.3), by opportunity or not."""
    if vehicle.type.riders and can_unload(state, vehicle):
        unload(state, vehicle)


def alight(state: LnltState, vehicle: Vehicle) -> list[int]:
    """Those aboard become men in its hex."""
    aboard = vehicle.passengers
    vehicle.passengers = []
    for number in aboard:
        state.enter(state.units[number], vehicle.hex)
    return aboard


class HoldOn(Procedure[LnltState]):
    """Those who ride on a vehicle and are hit (lnlt.core.armour.6.3), or sit in an open one (lnlt.core.armour.6.5).
    They are men in its hex until their cards have been played; then the others are on it again, and of riders those
    who are Shaken stay behind, or retreat from what was `thrown` (lnlt.nosb.1.6.22f)."""

    __slots__ = ("difference", "only", "riders", "thrown", "vehicle")

    def __init__(self, vehicle: int, difference: int, thrown: bool = False, only: int = GONE) -> None:
        super().__init__()
        self.vehicle = vehicle
        self.difference = difference
        self.thrown = thrown
        self.only = only  # whom a sniper has hit
        self.riders: list[int] = []

    def advance(self, state: LnltState) -> None:
        vehicle = state.vehicles[self.vehicle]
        if self.step == 0:
            self.step = 1
            self.riders = alight(state, vehicle)
            struck = self.riders if self.only == GONE else [self.only]
            harm(state, vehicle.seat, vehicle.hex, struck, self.difference, self.thrown)
            return
        state.pop()
        for number in self.riders:
            unit = state.units[number]
            if unit.hex == vehicle.hex:  # neither dead nor gone
                self.hold(state, vehicle, unit)

    def hold(self, state: LnltState, vehicle: Vehicle, unit: Unit) -> None:
        if not unit.flags & SHAKEN or vehicle.type.inside:
            state.leave(unit)
            stow(state, vehicle, unit)
        elif forbid_stacking(state, unit.seat, vehicle.hex, []) is None:
            state.mark(unit, MOVED)
            if state.recording:
                args: dict[str, int | str] = {"unit": unit.title(), "vehicle": vehicle.title()}
                state.tell(vehicle.hex, "falls-off", "lnlt.core.armour.6.3", args)
        else:
            state.eliminate(unit)
