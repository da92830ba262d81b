"""Gliders (lnlt.hon.23, lnlt.sab.22.2) and parachute drops (lnlt.sab.22.3)."""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import NOWHERE
from bocage.kernel.act import first
from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.forecast import TWO_D6, Forecast
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally, in_full
from bocage.systems.lnlt.model.flags import FRESH, MOVED, PARACHUTE, SHAKEN, WOUNDED
from bocage.systems.lnlt.model.kinds import HERO, MG
from bocage.systems.lnlt.model.vehicles import (
    GLIDER,
    MG_TEAM,
    STICK,
    Flight,
    Vehicle,
)
from bocage.systems.lnlt.rules.acts import (
    DROP_PARACHUTISTS,
    FOR_ATTACK,
    FOR_DEFENCE,
    FOR_DIRECTION,
    FOR_DRIFT,
    FOR_LANDING,
    FOR_MORALE,
    LAND_GLIDERS,
    LAND_IN,
    LANDING,
    head,
)
from bocage.systems.lnlt.rules.checks import check_args
from bocage.systems.lnlt.rules.damage import damage_checks, reduce
from bocage.systems.lnlt.rules.driving import can_stand
from bocage.systems.lnlt.rules.fire import forbid_opportunity_fire
from bocage.systems.lnlt.rules.firepower import fires_directly
from bocage.systems.lnlt.rules.ground import BUNKER, FOXHOLES, MINES, WIRE
from bocage.systems.lnlt.rules.ground import WRECK as WRECKS
from bocage.systems.lnlt.rules.melee import Melee, is_eligible
from bocage.systems.lnlt.rules.ordnance import cover_tally
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.rules.wrecks import GLIDER_WRECK, count_loss, destroy
from bocage.systems.lnlt.state import LnltState, Unit

GLIDER_MORALE: Final = 7
LANDING_FP: Final = 4
DEADLY: Final = ("forest", "water", "marsh")  # and every building (lnlt.hon.23.2f)
ROUGH_LANDING: Final = ("forest", "light-woods", "rough", "bridge")  # and every building (lnlt.sab.22.3k)
DRIFT: Final = (0, 1, 1, 2, 2, 3)  # by the coloured die (lnlt.sab.22.3f)


def landing_options(state: LnltState, seat: int) -> list[int]:
    """All that is due comes down in one and the same impulse (lnlt.hon.23.0k, lnlt.sab.22.3a)."""
    for kind, verb in ((GLIDER, LAND_GLIDERS), (STICK, DROP_PARACHUTISTS)):
        if any(flight.kind == kind and flight.turn <= state.turn for flight in state.flights[seat]):
            return [verb.act()]
    return []


def put_down(state: LnltState, unit: Unit, hex_: int, flags: int) -> bool:
    """On the map under a Moved marker; single men may be too many for the hex, others must find room."""
    if (
        not unit.type.smc
        and forbid_stacking(state, unit.seat, hex_, [unit.id]) is not None
        and overfull(state, unit, hex_)
    ):
        return False
    state.enter(unit, hex_)
    state.mark(unit, flags | MOVED | (FRESH if unit.type.smc else 0))
    return True


def overfull(state: LnltState, unit: Unit, hex_: int) -> bool:
    size = unit.type.size
    for number in state.stacks[unit.seat][hex_]:
        size += state.units[number].type.size
    return size > 6


def lose(state: LnltState, number: int) -> None:
    unit = state.units[number]
    state.count_loss(unit.seat, unit.type)
    for weapon in state.weapons:
        if weapon.owner == number:
            weapon.owner = -1
            weapon.hex = -1


# ---- gliders


def approach(state: LnltState, hex_: int, heading: int) -> list[int]:
    """The intended hex and the two straight behind it, as far as they are on the map (lnlt.hon.23.1d)."""
    found = [hex_]
    at = hex_
    for _ in range(2):
        at = state.board.grid.neighbours[at][(heading + 3) % 6]
        if at == NOWHERE:
            break
        found.append(at)
    return found


def how_it_lands(total: int) -> str:
    """Where it should, astray, astray with casualties, or lost (lnlt.hon.23.1)."""
    if total <= GLIDER_MORALE:
        return "lands"
    if total <= 2 * GLIDER_MORALE:
        return "strays"
    return "breaks-up" if total <= 3 * GLIDER_MORALE else "is-lost"


def is_clear(state: LnltState, hex_: int) -> bool:
    return state.board.terrain[hex_].id == "clear" or bool(state.board.road_mask >> hex_ & 1)


def landing_tally(state: LnltState, seat: int, hex_: int, heading: int) -> Tally:
    """What is added to the glider's Morale Check (lnlt.hon.23.1)."""
    tally = Tally(state.recording)
    hexes = approach(state, hex_, heading)
    ground = state.ground
    for at in hexes:
        tm = state.board.tm[at]
        if tm:
            tally.add(tm, "landing.terrain", "lnlt.hon.23.1e")
        cancelled = at == hex_ and (ground.has(WIRE, at) or ground.has(FOXHOLES, at))
        if is_clear(state, at) and not cancelled:
            tally.add(-1, "landing.clear", "lnlt.hon.23.1l")
    if ground.has(BUNKER, hex_):
        tally.add(ground.value(BUNKER, hex_) >> 3, "landing.bunker", "lnlt.hon.23.1h")
    if ground.has(MINES, hex_):
        tally.add(ground.value(MINES, hex_), "landing.mines", "lnlt.hon.23.1i")
    if len(hexes) == 1:  # on the edge itself, as if just flown in
        tally.add(2, "landing.edge", "lnlt.hon.23.1r")
    if state.scenario.visibility:
        tally.add(1, "landing.night", "lnlt.hon.23.1k")
    if is_shot_at(state, 1 - seat, hexes):
        tally.add(2, "landing.flak", "lnlt.hon.23.1m")
    return tally


def is_shot_at(state: LnltState, seat: int, hexes: list[int]) -> bool:
    """A machine gun or anti-aircraft team that may fire has one of the hexes in range; sight does not matter
    (lnlt.hon.23.1m)."""
    for unit in state.units:
        if unit.seat != seat or unit.hex < 0 or forbid_opportunity_fire(unit) is not None:
            continue
        far = flak_range(state, unit)
        if far and any(can_shoot_up(state, unit, hex_, far) for hex_ in hexes):
            return True
    return False


def can_shoot_up(state: LnltState, unit: Unit, hex_: int, far: int) -> bool:
    """At night only as far as one sees (lnlt.hon.23.1o), out of a bunker only in its arc (lnlt.hon.23.1n)."""
    if state.board.grid.distances[unit.hex][hex_] > far:
        return False
    if state.scenario.visibility and not state.by_night(unit.hex) >> hex_ & 1:
        return False
    place = state.board.place(unit.hex)
    return place is None or bool(place.arc >> hex_ & 1)


def flak_range(state: LnltState, unit: Unit) -> int:
    far = 0
    team = unit.type.team
    if team is not None:
        if team.kind == MG_TEAM:
            far = unit.type.range
        elif team.anti_aircraft and team.gun is not None:
            far = team.gun.limits[-1]
    for weapon in state.weapons:
        if weapon.owner == unit.id and weapon.type.kind == MG and fires_directly(weapon, unit):
            far = max(far, weapon.type.range)
    return far


class GliderLanding(Procedure[LnltState]):
    """One heading for all, a hex for each; then each is checked and comes down."""

    __slots__ = ("flights", "heading", "hexes", "seat")

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.heading = -1
        self.hexes: list[int] = []
        self.flights: list[Flight] = []

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.step = 1
            self.flights = [f for f in state.flights[self.seat] if f.kind == GLIDER and f.turn <= state.turn]
            state.flights[self.seat] = [f for f in state.flights[self.seat] if f not in self.flights]
        if self.heading < 0:
            state.ask(self.seat, LANDING, [head(direction) for direction in range(6)])
        elif len(self.hexes) < len(self.flights):
            state.ask(self.seat, LANDING, [LAND_IN.on(h) for h in range(state.board.hexes) if h not in self.hexes])
        elif self.step > len(self.flights):
            state.pop()
        else:
            self.step += 1
            self.land(state, self.flights[self.step - 2], self.hexes[self.step - 2])

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if self.heading < 0:
            self.heading = first(option)
        else:
            self.hexes.append(first(option))

    def land(self, state: LnltState, flight: Flight, hex_: int) -> None:
        tally = landing_tally(state, self.seat, hex_, self.heading)
        first = state.dice.roll(6, FOR_LANDING)
        second = state.dice.roll(6, FOR_LANDING)
        total = first + second + tally.total
        self.tell(state, "glider", hex_, [first, second], total, tally)
        if state.recording:
            state.events[-1].outcomes = [("glider", how_it_lands(total))]
        flags = 0
        if total > GLIDER_MORALE:
            hex_ = self.stray(state, hex_, total - GLIDER_MORALE)
            flags = SHAKEN
        units = flight.units
        vehicles = flight.vehicles
        if total > 3 * GLIDER_MORALE or hex_ == NOWHERE:
            for number in units:
                lose(state, number)
            for number in vehicles:
                count_loss(state, state.vehicles[number])
            units = []
            vehicles = []
        if hex_ != NOWHERE:
            self.touch_down(state, hex_, units, vehicles, flags, total > 2 * GLIDER_MORALE)

    def stray(self, state: LnltState, hex_: int, distance: int) -> int:
        die = state.dice.roll(6, FOR_DIRECTION)
        for _ in range(distance):
            if hex_ != NOWHERE:
                hex_ = state.board.grid.neighbours[hex_][die - 1]
        if hex_ == NOWHERE:
            self.tell(state, "glider-lost", hex_, [die], distance, None)
        else:
            self.tell(state, "glider-strays", hex_, [die], distance, None)
        return hex_

    def touch_down(
        self, state: LnltState, hex_: int, units: list[int], vehicles: list[int], flags: int, casualties: bool
    ) -> None:
        terrain = state.board.terrain[hex_]
        crash = terrain.building or terrain.id in DEADLY
        self.crush(state, hex_)
        state.put_marker(WRECKS, hex_, state.ground.value(WRECKS, hex_) | GLIDER_WRECK)
        for number in vehicles:
            self.roll_out(state, state.vehicles[number], hex_, flags, crash)
        if crash:
            self.tell(state, "glider-crashes", hex_, [], 0, None)
        landed: list[int] = []
        for number in units:
            unit = state.units[number]
            shaken = flags & ~SHAKEN if unit.type.kind == HERO else flags
            if not crash and put_down(state, unit, hex_, shaken):
                landed.append(number)
            else:
                lose(state, number)
        if casualties and landed:
            self.hurt(state, landed)
        meet(state, self.seat, hex_, [n for n in landed if state.units[n].hex == hex_], 0)

    def roll_out(self, state: LnltState, jeep: Vehicle, hex_: int, flags: int, crash: bool) -> None:
        """The jeep stands in the hex, or is lost where it cannot (lnlt.hon.23.0i)."""
        enemies = state.occupied[1 - self.seat] | state.armour[1 - self.seat]
        if crash or enemies >> hex_ & 1 or not can_stand(state, jeep.type, hex_):
            count_loss(state, jeep)
            return
        jeep.hex = hex_
        jeep.facing = self.heading
        jeep.turret = self.heading
        jeep.flags |= MOVED | flags
        state.count_vehicles()

    def crush(self, state: LnltState, hex_: int) -> None:
        """Those under it take a 4-FP attack with the hex's cover (lnlt.hon.23.2d); a vehicle survives with 5 or more
        (lnlt.hon.23.2e)."""
        enemy = 1 - self.seat
        men = state.stacks[enemy][hex_]
        if men:
            cover = cover_tally(state, hex_, hex_, True)
            die = state.dice.roll(6, FOR_ATTACK)
            defence = state.dice.roll(6, FOR_DEFENCE) + cover.total
            self.tell(state, "glider-crushes", hex_, [die, defence - cover.total], LANDING_FP + die, None)
            if LANDING_FP + die > defence:
                damage_checks(state, men, LANDING_FP + die - defence)
        for vehicle in state.vehicles_at(hex_):
            if vehicle.is_manned():
                lowest = vehicle.type.lowest if vehicle.type.armoured else 0
                die = state.dice.roll(6, FOR_LANDING)
                self.tell(state, "glider-hits-vehicle", hex_, [die], die + lowest, None)
                if die + lowest <= 4:
                    destroy(state, vehicle, "lnlt.hon.23.2e", True)

    def hurt(self, state: LnltState, landed: list[int]) -> None:
        """One at random: casualties, a wound, or the end of a weapon team (lnlt.hon.23.1x)."""
        pick = state.dice.roll(len(landed), FOR_LANDING) - 1 if len(landed) > 1 else 0
        unit = state.units[landed[pick]]
        if unit.type.smc and not unit.flags & WOUNDED:
            state.mark(unit, WOUNDED)
        elif unit.type.team is not None or unit.type.smc:
            state.eliminate(unit)
        else:
            reduce(state, unit)

    def tell(self, state: LnltState, kind: str, hex_: int, dice: list[int], total: int, tally: Tally | None) -> None:
        if state.recording:
            place = state.board.grid.names[hex_] if hex_ != NOWHERE else ""
            args: dict[str, int | str] = {"hex": place, "total": total, "morale": GLIDER_MORALE}
            if tally is not None:
                args["sum"] = in_full(total - tally.total, tally)
            state.emit(Event(kind, GLIDER_RULES[kind], args, dice, tally, place=place))

    def odds(self, state: LnltState) -> Forecast | None:
        """How the next glider comes down."""
        number = self.step - 2
        if not 0 <= number < len(self.hexes):
            return None
        tally = landing_tally(state, self.seat, self.hexes[number], self.heading)
        found = Forecast("lnlt.hon.23.1c", tally, f"≤ {GLIDER_MORALE - tally.total}")
        for natural, p in TWO_D6.items():
            found.put("glider", how_it_lands(natural + tally.total), p)
        return found

    def copy(self) -> GliderLanding:
        twin = GliderLanding(self.seat)
        twin.step = self.step
        twin.heading = self.heading
        twin.hexes = self.hexes[:]
        twin.flights = self.flights
        return twin

    def data(self) -> list[object]:
        return [self.step, self.seat, self.heading, self.hexes, [flight.data() for flight in self.flights]]


GLIDER_RULES: Final = {
    "glider": "lnlt.hon.23.1c",
    "glider-lost": "lnlt.hon.23.2g",
    "glider-strays": "lnlt.hon.23.2b",
    "glider-crashes": "lnlt.hon.23.2f",
    "glider-crushes": "lnlt.hon.23.2d",
    "glider-hits-vehicle": "lnlt.hon.23.2e",
}


def meet(state: LnltState, seat: int, hex_: int, landed: list[int], flags: int) -> None:
    """Good Order enemies finish the Shaken and fight the others (lnlt.hon.23.2h); who lands fit to fight among helpless
    enemies finishes them (lnlt.core.8.0); where nobody can, those on the ground give way (lnlt.hon.23.2j)."""
    enemies = state.stacks[1 - seat][hex_]
    if not enemies or not landed:
        return
    hostile = any(is_eligible(state, state.units[number]) for number in enemies)
    if hostile:
        for number in landed:
            if state.units[number].flags & SHAKEN:
                state.eliminate(state.units[number])
    fit = [n for n in landed if state.units[n].hex == hex_ and is_eligible(state, state.units[n])]
    if fit:
        state.push(Melee(seat, hex_, fit))
    elif not hostile:
        for number in enemies:
            flee(state, state.units[number])


def flee(state: LnltState, unit: Unit) -> None:
    """To an adjacent hex free of enemies, or it is lost (lnlt.hon.23.2j)."""
    for to in state.board.neighbours[unit.hex]:
        free = not state.stacks[1 - unit.seat][to] and not state.armour[1 - unit.seat] >> to & 1
        if free and state.board.terrain[to].cost and forbid_stacking(state, unit.seat, to, [unit.id]) is None:
            state.go(unit, to)
            return
    state.eliminate(unit)


# ---- parachutes


class ParachuteDrop(Procedure[LnltState]):
    """Drop-zone hexes in a straight line, one stick in each; each drifts and comes down (lnlt.sab.22.3)."""

    __slots__ = ("direction", "first", "flights", "seat")

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.first = NOWHERE
        self.direction = -1
        self.flights: list[Flight] = []

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.step = 1
            due = [f for f in state.flights[self.seat] if f.kind == STICK and f.turn <= state.turn]
            state.flights[self.seat] = [f for f in state.flights[self.seat] if f not in due]
            self.flights = [f for f in due if f.hex == NOWHERE] + [f for f in due if f.hex != NOWHERE]
        jumps = self.jumpers() > 0
        if jumps and self.first == NOWHERE:
            state.ask(self.seat, LANDING, [LAND_IN.on(h) for h in range(state.board.hexes) if self.lines(state, h)])
        elif jumps and self.direction < 0:
            state.ask(self.seat, LANDING, [head(direction) for direction in self.lines(state, self.first)])
        elif self.step > len(self.flights):
            state.pop()
        else:
            self.step += 1
            self.drop(state, self.flights[self.step - 2], self.step - 2)

    def jumpers(self) -> int:
        """Sticks that come by air, the first ones; those who drifted off the map walk in (lnlt.sab.22.3h)."""
        return len([flight for flight in self.flights if flight.hex == NOWHERE])

    def lines(self, state: LnltState, hex_: int) -> list[int]:
        """Directions in which the whole line lies on the map."""
        found: list[int] = []
        for direction in range(6):
            at = hex_
            for _ in range(self.jumpers() - 1):
                if at != NOWHERE:
                    at = state.board.grid.neighbours[at][direction]
            if at != NOWHERE:
                found.append(direction)
        return found

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if self.first == NOWHERE:
            self.first = first(option)
        else:
            self.direction = first(option)

    def drop(self, state: LnltState, flight: Flight, number: int) -> None:
        hex_ = flight.hex
        if hex_ == NOWHERE:
            hex_ = self.first
            for _ in range(number):
                hex_ = state.board.grid.neighbours[hex_][self.direction]
            white = state.dice.roll(6, FOR_DIRECTION)
            coloured = state.dice.roll(6, FOR_DRIFT)
            if state.recording:
                place = state.board.grid.names[hex_]
                args: dict[str, int | str] = {"hex": place, "distance": DRIFT[coloured - 1]}
                state.emit(Event("stick-drifts", "lnlt.sab.22.3d", args, [white, coloured], place=place))
            for _ in range(DRIFT[coloured - 1]):
                to = state.board.grid.neighbours[hex_][white % 6]
                if to == NOWHERE:
                    # off the map: they walk in next turn, from where they left it (lnlt.sab.22.3h)
                    state.flights[self.seat].append(Flight(STICK, state.turn + 1, flight.units, hex_))
                    return
                hex_ = to
        self.come_down(state, flight.units, hex_, flight.hex == NOWHERE)

    def come_down(self, state: LnltState, units: list[int], hex_: int, by_air: bool) -> None:
        """Water drowns them (lnlt.sab.22.3i), trees and houses make it a rough landing (lnlt.sab.22.3k)."""
        terrain = state.board.terrain[hex_]
        landed: list[int] = []
        for number in units:
            unit = state.units[number]
            if (
                terrain.id == "water"
                or terrain.cost == 0
                or not put_down(state, unit, hex_, PARACHUTE if by_air else 0)
            ):
                lose(state, number)
                continue
            landed.append(number)
            if by_air and (terrain.building or terrain.id in ROUGH_LANDING):
                self.check(state, unit, terrain.id == "forest")
        if state.recording:
            place = state.board.grid.names[hex_]
            state.emit(Event("stick-lands", "lnlt.sab.22.3u", {"hex": place, "count": len(landed)}, place=place))
        meet(state, self.seat, hex_, landed, 0)

    def check(self, state: LnltState, unit: Unit, trees: bool) -> None:
        tally = Tally(state.recording)
        if trees:
            tally.add(1, "landing.trees", "lnlt.sab.22.3l")
        first = state.dice.roll(6, FOR_MORALE)
        second = state.dice.roll(6, FOR_MORALE)
        total = first + second + tally.total
        passed = total <= unit.morale() or unit.type.kind == HERO
        if not passed:
            state.mark(unit, SHAKEN)
        if state.recording:
            kind = "landing-safe" if passed else "landing-shaken"
            args = check_args(unit.title(), first + second, tally, unit.morale())
            place = state.board.grid.names[unit.hex]
            state.emit(Event(kind, "lnlt.sab.22.3k", args, [first, second], tally, place=place))

    def copy(self) -> ParachuteDrop:
        twin = ParachuteDrop(self.seat)
        twin.step = self.step
        twin.first = self.first
        twin.direction = self.direction
        twin.flights = self.flights
        return twin

    def data(self) -> list[object]:
        return [self.step, self.seat, self.first, self.direction, [flight.data() for flight in self.flights]]
