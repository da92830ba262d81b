"""Wire and mines (lnlt.core.21, lnlt.core.armour.11.2, lnlt.core.armour.11.7): what they do to those who cross them."""

from __future__ import annotations

from bocage.kernel import D6, Event, Forecast, Procedure, Tally
from bocage.systems.lnlt.model.chart import TRACKED
from bocage.systems.lnlt.model.flags import SHAKEN, SHELTERED
from bocage.systems.lnlt.model.ground import AT_MINES, MINES, TRENCH, WIRE
from bocage.systems.lnlt.model.hull import IMMOBILE
from bocage.systems.lnlt.model.kinds import FATES, UNHURT
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.vehicles import NONE, VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import harm
from bocage.systems.lnlt.rules.damage import check_order
from bocage.systems.lnlt.rules.damage_odds import put_fates
from bocage.systems.lnlt.rules.odds import duel, of_unit
from bocage.systems.lnlt.rules.strikes import strike
from bocage.systems.lnlt.rules.transport import HoldOn, is_exposed, riders
from bocage.systems.lnlt.rules.wrecks import vehicle_damage_check
from bocage.systems.lnlt.state import LnltState


def mines_tally(state: LnltState, kind: int, hex_: int) -> Tally:
    tally = Tally(state.recording)
    rule = "lnlt.core.armour.11.2" if kind == AT_MINES else "lnlt.core.21"
    tally.add(state.ground.value(kind, hex_), "mines.firepower", rule)
    return tally


class Minefield(Procedure[LnltState]):
    """Men, or a vehicle, set off the mines of a hex."""

    __slots__ = ("hex", "movers", "vehicle")

    def __init__(self, hex_: int, movers: list[int], vehicle: int) -> None:
        super().__init__()
        self.hex = hex_
        self.movers = movers
        self.vehicle = vehicle  # NONE: men

    def advance(self, state: LnltState) -> None:
        if self.vehicle == NONE:
            there = self.there(state)
            if there:  # shells may have left nobody (lnlt.core.armour.8.2)
                tread_on_mines(state, self.hex, there)
        else:
            drive_on_mines(state, state.vehicles[self.vehicle])
        state.retire(self)  # cards may lie above it

    def there(self, state: LnltState) -> list[int]:
        return [number for number in self.movers if state.units[number].hex == self.hex]

    def odds(self, state: LnltState) -> Forecast:
        """Men, or the mines that a vehicle sets off first."""
        kind = MINES if state.ground.has(MINES, self.hex) else AT_MINES
        tally = mines_tally(state, kind, self.hex)
        vehicle = None if self.vehicle == GONE else state.vehicles[self.vehicle]
        armour = vehicle.type.lowest if vehicle is not None and kind == MINES else 0
        found = Forecast("lnlt.core.21", tally, f"d6 {tally.total:+d} > d6 {armour:+d}")
        there = self.there(state)
        for difference, p in duel(D6, tally.total - armour).items():
            found.put("attack", "hit" if difference > 0 else "no-effect", p)
            if vehicle is None and difference > 0:
                put_fates(found, state, check_order(state, there), difference, p)
            for number in there if difference <= 0 else []:
                found.put(of_unit(number), FATES[UNHURT], p)
        return found


def tread_on_mines(state: LnltState, hex_: int, there: list[int]) -> None:
    """1d6 and the firepower against 1d6, whatever the cover; the marker stays (lnlt.core.21)."""
    tally = mines_tally(state, MINES, hex_)
    die = state.dice.roll(6, acts.FOR_MINES)
    defence = state.dice.roll(6, acts.FOR_DEFENCE)
    difference = tally.total + die - defence
    pieces = [f"unit:{number}" for number in there]
    report(state, hex_, state.units[there[0]].title(), pieces, tally, die, defence, defence)
    if difference > 0:
        harm(state, state.units[there[0]].seat, hex_, there, difference)


def drive_on_mines(state: LnltState, vehicle: Vehicle) -> None:  # lnlt.core.21
    """Armour helps against mines for men, and against no others; who is Shaken by any stands still for good
    (lnlt.core.armour.11.2)."""
    for kind in (MINES, AT_MINES):
        if not state.ground.has(kind, vehicle.hex) or not vehicle.is_manned():
            continue
        tally = mines_tally(state, kind, vehicle.hex)
        die = state.dice.roll(6, acts.FOR_MINES)
        roll = state.dice.roll(6, acts.FOR_DEFENCE)
        defence = roll + (vehicle.type.lowest if kind == MINES else 0)
        difference = tally.total + die - defence
        report(state, vehicle.hex, vehicle.title(), [f"unit:{VEHICLE_IDS + vehicle.id}"], tally, die, roll, defence)
        if difference > 0:
            steady = not vehicle.flags & SHAKEN
            holds = vehicle_damage_check(state, vehicle, difference, vehicle.type.armoured)
            if not holds and is_exposed(vehicle):
                state.push(HoldOn(vehicle.id, difference))  # lnlt.core.armour.6.5
            if steady and vehicle.is_manned() and vehicle.flags & SHAKEN:
                state.mark_vehicle(vehicle, IMMOBILE)
        if kind == MINES and riders(vehicle):
            blow_up_riders(state, vehicle, tally, die)


def blow_up_riders(state: LnltState, vehicle: Vehicle, tally: Tally, die: int) -> None:
    """Those who ride on it are men in the hex (lnlt.core.armour.6.3), without any cover from mines."""
    at, kinds, rule = vehicle.hex, ("riders-hit", "riders-missed"), "lnlt.core.armour.6.3"
    difference = strike(state, at, at, tally, [die], 0, kinds, rule, vehicle.passengers, vehicle.title())
    if difference > 0:
        state.push(HoldOn(vehicle.id, difference))


def report(
    state: LnltState, hex_: int, name: str, pieces: list[str], tally: Tally, die: int, roll: int, defence: int
) -> None:
    if not state.recording:
        return
    difference = tally.total + die - defence
    place = state.board.grid.names[hex_]
    args: dict[str, int | str] = {
        "unit": name,
        "hex": place,
        "attack": tally.total + die,
        "defence": defence,
        "difference": difference,
    }
    outcomes = [("attack", "hit" if difference > 0 else "no-effect")]
    if difference <= 0:
        outcomes += [(piece, "unhurt") for piece in pieces]
    kind = "mines-hit" if difference > 0 else "mines-miss"
    state.emit(Event(kind, "lnlt.core.21", args, [die, roll], tally, outcomes, place))


def tear_wire(state: LnltState, vehicle: Vehicle, origin: int) -> None:  # lnlt.core.21
    """Tracks take the wire along when they leave (lnlt.core.armour.11.7)."""
    if vehicle.type.mode != TRACKED or not state.ground.has(WIRE, origin):
        return
    state.take_marker(WIRE, origin)
    state.tell_of(vehicle, "wire-torn", "lnlt.core.armour.11.7", hex_=origin)


def entered_works(state: LnltState, movers: list[int], origin: int, to: int, sets_out: bool) -> bool:
    """Whether they are caught in wire, which ends their move (lnlt.core.21); who goes from trench to trench is no
    moving target (lnlt.nosb.21.6g)."""
    ground = state.ground
    if ground.masks[TRENCH]:
        covered = ground.has(TRENCH, origin) and ground.has(TRENCH, to)
        for number in movers:
            unit = state.units[number]
            if not covered:
                unit.flags &= ~SHELTERED
            elif sets_out:
                unit.flags |= SHELTERED
    return ground.has(WIRE, to)
