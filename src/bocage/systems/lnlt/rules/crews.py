"""What a vehicle does when it is activated (lnlt.core.armour.5.5 to 5.7), spotting (5.12) and momentum (5.6)."""

from __future__ import annotations

from bocage.kernel import Decision, Forecast, Procedure, Tally, first
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, MARKED, MOVED, OPS, SHAKEN, SPOTTER, TRIED
from bocage.systems.lnlt.model.hull import CONTINUOUS
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.checks import check_args
from bocage.systems.lnlt.rules.driving import can_drive
from bocage.systems.lnlt.rules.odds import of_vehicle, put_check
from bocage.systems.lnlt.rules.sighting import add_view, foresee_spotting, look_for, spotting_number
from bocage.systems.lnlt.rules.terrain import rallies_in_cover
from bocage.systems.lnlt.rules.traits import MOTHERLAND
from bocage.systems.lnlt.state import LnltState


def marks_of(vehicle: Vehicle) -> int:  # lnlt.core.armour.5.5, lnlt.core.4.0
    """Its markers of this turn; one that keeps moving wears the last turn's."""
    marks = vehicle.flags & MARKED
    return marks & ~(MOVED | ASSAULT) if vehicle.flags & CONTINUOUS else marks


# ---- whose turn it is


def spotting_vehicles(state: LnltState, seat: int) -> list[int]:
    """Open, Good Order vehicles that have not acted may look for the enemy (lnlt.core.armour.5.12), but not where men
    are in Melee around them (lnlt.core.8.1)."""
    enemy = 1 - seat
    found: list[int] = []
    there = state.occupied[enemy] | state.armour[enemy]
    there ^= there & state.occupied[seat]
    for vehicle in state.vehicles if there else ():
        if vehicle.seat != seat or not vehicle.is_manned() or vehicle.flags & (MARKED | SHAKEN):
            continue
        if vehicle.is_open() and not vehicle.type.fixed and not state.in_melee(vehicle.hex):
            hidden = there & state.sight_from(vehicle.hex) & ~state.seen_from(vehicle.hex, enemy)
            found += acts.SPOT_FROM_VEHICLE.from_each(vehicle.id, hexes_in(hidden))
    return found


class Momentum(Procedure[LnltState]):
    """Before markers come off, a side says which of its moving vehicles keep moving (lnlt.core.armour.5.6)."""

    __slots__ = ("done", "seat")

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.done = 0

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.step = 1
            for vehicle in state.vehicles:
                if vehicle.seat == self.seat:
                    vehicle.flags &= ~CONTINUOUS
        options = [acts.DONE.act()]
        for vehicle in state.vehicles:
            if vehicle.seat != self.seat or not can_drive(vehicle) or self.done >> vehicle.id & 1:
                continue
            if vehicle.flags & (MOVED | ASSAULT) and not vehicle.flags & (SHAKEN | FIRED):  # lnlt.dj.15.7.1a
                options.append(acts.GO_ON.on(vehicle.id))
        if len(options) == 1:
            state.pop()
        else:
            state.ask(self.seat, acts.CREWS, options)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.DONE:
            state.pop()
            return
        vehicle = state.vehicles[first(option)]
        self.done |= 1 << vehicle.id
        vehicle.flags |= CONTINUOUS
        state.tell_of(vehicle, "keeps-moving", "lnlt.core.armour.5.6")


# ---- rally


def rallying_vehicles(state: LnltState, seat: int) -> list[int]:
    """Every Shaken vehicle tries by itself, once a phase (lnlt.core.armour.5.7)."""
    found: list[int] = []
    for vehicle in state.vehicles:
        if vehicle.seat == seat and vehicle.is_manned() and vehicle.flags & SHAKEN and not vehicle.flags & TRIED:
            found.append(acts.RALLY_VEHICLE.on(vehicle.id))
    return found


def vehicle_rally_tally(state: LnltState, vehicle: Vehicle) -> Tally:
    tally = Tally(state.recording)
    if rallies_in_cover(state, vehicle):  # lnlt.hon.10.5n
        tally.add(-2, "rally.cover", "lnlt.core.1.5")
    if vehicle.leadership():
        tally.add(-vehicle.leadership(), "hit.armour-leader", "lnlt.core.armour.3")
    return tally


def vehicle_rally_morale(state: LnltState, vehicle: Vehicle) -> int:
    """For the Motherland raises it as it does men's (lnlt.nosb.13.51d); a leader lends his (lnlt.core.armour.3)."""
    raised = state.raised[vehicle.seat] >> vehicle.hex & 1 and vehicle.type.traits & MOTHERLAND
    return vehicle.morale() + 1 if raised else vehicle.morale()


class VehicleRally(Procedure[LnltState]):
    """Success takes the Shaken marker off; the hatches stay shut."""

    __slots__ = ("vehicle",)

    def __init__(self, vehicle: int) -> None:
        super().__init__()
        self.vehicle = vehicle

    def advance(self, state: LnltState) -> None:
        vehicle = state.vehicles[self.vehicle]
        tally = vehicle_rally_tally(state, vehicle)
        first = state.dice.roll(6, acts.FOR_RALLY)
        second = state.dice.roll(6, acts.FOR_RALLY)
        total = first + second + tally.total
        morale = vehicle_rally_morale(state, vehicle)
        rallied = total <= morale
        vehicle.flags |= TRIED
        if rallied:
            vehicle.flags &= ~SHAKEN
        state.stale()
        if state.recording:
            args = check_args(vehicle.title(), first + second, tally, morale)
            outcomes = [(f"unit:{VEHICLE_IDS + vehicle.id}", "rallied" if rallied else "shaken")]
            kind = "vehicle-rallies" if rallied else "vehicle-stays-shaken"
            state.tell(vehicle.hex, kind, "lnlt.core.armour.5.7", args, [first, second], tally, outcomes)
        state.pop()

    def odds(self, state: LnltState) -> Forecast:
        vehicle = state.vehicles[self.vehicle]
        tally = vehicle_rally_tally(state, vehicle)
        need = vehicle_rally_morale(state, vehicle) - tally.total
        found = Forecast("lnlt.core.armour.5.7", tally, f"≤ {need}")
        put_check(found, of_vehicle(vehicle), need, "rallied", "shaken")
        return found


# ---- spotting


class VehicleSpots(Procedure[LnltState]):
    """As men do, with an armour leader's modifier for his own vehicle (lnlt.core.armour.3, 5.12)."""

    __slots__ = ("hex", "vehicle")

    def __init__(self, vehicle: int, hex_: int) -> None:
        super().__init__()
        self.vehicle = vehicle
        self.hex = hex_

    def tally(self, state: LnltState) -> Tally:
        vehicle = state.vehicles[self.vehicle]
        tally = Tally(state.recording)
        if vehicle.leadership():
            tally.add(-vehicle.leadership(), "hit.armour-leader", "lnlt.core.armour.3")
        add_view(tally, state, vehicle, self.hex)
        return tally

    def advance(self, state: LnltState) -> None:
        vehicle = state.vehicles[self.vehicle]
        state.mark_vehicle(vehicle, OPS | SPOTTER)
        look_for(state, vehicle, self.hex, self.tally(state), "lnlt.core.armour.5.12")
        state.pop()

    def odds(self, state: LnltState) -> Forecast:
        number = spotting_number(state, state.vehicles[self.vehicle].hex, self.hex)
        return foresee_spotting(state, "lnlt.core.armour.5.12", self.tally(state), number)
