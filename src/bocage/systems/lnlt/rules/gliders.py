"""Gliders (lnlt.hon.23): heading, landing check, what comes out of them."""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import NOWHERE
from bocage.kernel import TWO_D6, Decision, Event, Forecast, Procedure, Tally, first, in_full
from bocage.systems.lnlt.model.flags import MOVED, SHAKEN, WOUNDED
from bocage.systems.lnlt.model.ground import BUNKER, FLAMES, FOXHOLES, MINES, WIRE
from bocage.systems.lnlt.model.ground import WRECK as WRECKS
from bocage.systems.lnlt.model.hull import MG_FIRED
from bocage.systems.lnlt.model.kinds import HERO, MG
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.special import NIGHT
from bocage.systems.lnlt.model.vehicles import GLIDER_LOAD, MG_TEAM, Flight, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.acts import head
from bocage.systems.lnlt.rules.aftermath import harm
from bocage.systems.lnlt.rules.airborne import DEADLY, LANDING_FP, lose, meet, put_down
from bocage.systems.lnlt.rules.damage import column, reduce
from bocage.systems.lnlt.rules.driving import can_stand
from bocage.systems.lnlt.rules.firepower import fires_directly
from bocage.systems.lnlt.rules.machine_guns import points_at
from bocage.systems.lnlt.rules.ordnance import cover_tally
from bocage.systems.lnlt.rules.reactions import may_react
from bocage.systems.lnlt.rules.targets import forbid_opportunity_fire
from bocage.systems.lnlt.rules.wrecks import GLIDER_WRECK, count_loss, destroy
from bocage.systems.lnlt.state import LnltState

GLIDER_MORALE: Final = 7
ASTRAY: Final = ("strays", "breaks-up", "is-lost")


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
    """Where it should, astray, astray with casualties, or lost: twice and three times Morale belong to the worse band,
    as on the Damage Check Table (lnlt.hon.open.1)."""
    return "lands" if total <= GLIDER_MORALE else ASTRAY[column(GLIDER_MORALE, total)]


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
        clear = state.board.terrain[at].id == "clear" or state.board.road_mask >> at & 1
        if clear and not cancelled:
            tally.add(-1, "landing.clear", "lnlt.hon.23.1l")
    if ground.has(BUNKER, hex_):
        tally.add(ground.value(BUNKER, hex_) >> 3, "landing.bunker", "lnlt.hon.23.1h")
    if ground.has(MINES, hex_):
        tally.add(ground.value(MINES, hex_), "landing.mines", "lnlt.hon.23.1i")
    if len(hexes) == 1:  # on the edge itself, as if just flown in
        tally.add(2, "landing.edge", "lnlt.hon.23.1r")
    if state.dark == NIGHT:
        tally.add(1, "landing.night", "lnlt.hon.23.1k")
    if is_shot_at(state, 1 - seat, hexes):
        tally.add(2, "landing.flak", "lnlt.hon.23.1m")
    return tally


def is_shot_at(state: LnltState, seat: int, hexes: list[int]) -> bool:
    """A machine gun, of men or of a vehicle (lnlt.hon.open.3), or an anti-aircraft team that may fire, and is not held
    in a Melee (lnlt.core.8.1), has one of the hexes in range; sight does not matter (lnlt.hon.23.1m)."""
    fighting = state.melee_mask()
    for unit in state.units:
        if unit.seat != seat or unit.hex < 0 or fighting >> unit.hex & 1 or forbid_opportunity_fire(unit) is not None:
            continue
        far = flak_range(state, unit)
        if far and any(can_shoot_up(state, unit.hex, hex_, far) for hex_ in hexes):
            return True
    return any(vehicle.seat == seat and sprays_air(state, vehicle, hexes) for vehicle in state.vehicles)


def sprays_air(state: LnltState, vehicle: Vehicle, hexes: list[int]) -> bool:
    if not vehicle.is_manned() or not may_react(vehicle, MG_FIRED) or state.in_melee(vehicle.hex):
        return False
    for gun in vehicle.type.mgs:
        bearing = [hex_ for hex_ in hexes if points_at(state, vehicle, gun, hex_)]
        if any(can_shoot_up(state, vehicle.hex, hex_, gun.range) for hex_ in bearing):
            return True
    return False


def can_shoot_up(state: LnltState, origin: int, hex_: int, far: int) -> bool:
    """At night only as far as one sees (lnlt.hon.23.1o), out of a bunker only in its arc (lnlt.hon.23.1n)."""
    if state.board.grid.distances[origin][hex_] > far:
        return False
    if state.visibility and not state.by_night(origin) >> hex_ & 1:
        return False
    place = state.board.place(origin)
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
        # lnlt.hon.23.1a, lnlt.hon.23.1b, lnlt.sab.22.2a, lnlt.sab.22.2b, lnlt.sab.22.2.1a, lnlt.sab.22.2.1t,
        # lnlt.sab.22.2.1u
        if self.step == 0:
            self.step = 1
            self.flights = [f for f in state.flights[self.seat] if f.kind == GLIDER_LOAD and f.turn <= state.turn]
            state.flights[self.seat] = [f for f in state.flights[self.seat] if f not in self.flights]
        if self.heading < 0:
            state.ask(self.seat, acts.LANDING, [head(direction) for direction in range(6)])
        elif len(self.hexes) < len(self.flights):
            free = [hex_ for hex_ in range(state.board.hexes) if hex_ not in self.hexes]
            state.ask(self.seat, acts.LANDING, acts.LAND_IN.on_each(free))
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
        # lnlt.hon.23.1c, lnlt.hon.23.2b, lnlt.sab.22.2.1o, lnlt.sab.22.2.1p, lnlt.sab.22.2.1s
        tally = landing_tally(state, self.seat, hex_, self.heading)
        first = state.dice.roll(6, acts.FOR_LANDING)
        second = state.dice.roll(6, acts.FOR_LANDING)
        total = first + second + tally.total
        end = how_it_lands(total)
        tell(state, "glider", hex_, [first, second], total, tally)
        if state.recording:
            state.events[-1].outcomes = [("glider", end)]
        if end != "lands":
            hex_ = self.stray(state, hex_, total - GLIDER_MORALE)
        down = TouchDown(self.seat, hex_, self.heading, end, flight.units[:], flight.vehicles[:])
        if end == "is-lost" or hex_ == NOWHERE:  # lnlt.hon.23.1w, lnlt.hon.23.2g
            down.lose_all(state)
        if hex_ != NOWHERE:
            state.push(down)

    def stray(self, state: LnltState, hex_: int, distance: int) -> int:
        die = state.dice.roll(6, acts.FOR_DIRECTION)
        for _ in range(distance):
            if hex_ != NOWHERE:
                hex_ = state.board.grid.neighbours[hex_][die - 1]
        if hex_ == NOWHERE:
            tell(state, "glider-lost", hex_, [die], distance, None)
        else:
            tell(state, "glider-strays", hex_, [die], distance, None)
        return hex_

    def odds(self, state: LnltState) -> Forecast | None:  # lnlt.sab.22.2.1o
        """How the next glider comes down."""
        number = self.step - 2
        if not 0 <= number < len(self.hexes):
            return None
        tally = landing_tally(state, self.seat, self.hexes[number], self.heading)
        found = Forecast("lnlt.hon.23.1c", tally, f"≤ {GLIDER_MORALE - tally.total}")
        for natural, p in TWO_D6.items():
            found.put("glider", how_it_lands(natural + tally.total), p)
        return found


class TouchDown(Procedure[LnltState]):
    """One glider on the ground: who lies under it, who gets out and meets the enemy, and its jeep last."""

    __slots__ = ("end", "heading", "hex", "seat", "units", "vehicles")

    def __init__(self, seat: int, hex_: int, heading: int, end: str, units: list[int], vehicles: list[int]) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.heading = heading
        self.end = end  # as `how_it_lands` says
        self.units = units
        self.vehicles = vehicles

    def advance(self, state: LnltState) -> None:
        self.step += 1
        if self.step == 1:
            self.crush_men(state)
        elif self.step == 2:
            self.crush_vehicles(state)
        elif self.step == 3:
            self.get_out(state)
        else:
            for number in self.vehicles:
                self.roll_out(state, state.vehicles[number])
            state.pop()

    def strayed(self) -> bool:
        return self.end != "lands"

    def crush_men(self, state: LnltState) -> None:  # lnlt.sab.22.2.2c
        """Enemies under a glider that strayed take a 4-FP attack with the hex's cover (lnlt.hon.23.2d); one that lands
        as planned strikes nobody (lnlt.hon.open.2)."""
        men = state.stacks[1 - self.seat][self.hex]
        if not men or not self.strayed():
            return
        cover = cover_tally(state, self.hex, self.hex, False)  # trenches too, in full (lnlt.nosb.21.6d)
        die = state.dice.roll(6, acts.FOR_ATTACK)
        defence = state.dice.roll(6, acts.FOR_DEFENCE) + cover.total
        tell(state, "glider-crushes", self.hex, [die, defence - cover.total], LANDING_FP + die, None)
        if LANDING_FP + die > defence:
            harm(state, 1 - self.seat, self.hex, men[:], LANDING_FP + die - defence)

    def crush_vehicles(self, state: LnltState) -> None:  # lnlt.sab.22.2.2d
        """A vehicle under it survives with 5 or more (lnlt.hon.23.2e)."""
        if not self.strayed():
            return
        for vehicle in state.vehicles_at(self.hex):
            if vehicle.is_manned():
                lowest = vehicle.type.lowest if vehicle.type.armoured else 0
                die = state.dice.roll(6, acts.FOR_LANDING)
                tell(state, "glider-hits-vehicle", self.hex, [die], die + lowest, None)
                if die + lowest <= 4:
                    destroy(state, vehicle, "lnlt.hon.23.2e", True)

    def get_out(self, state: LnltState) -> None:  # lnlt.sab.22.2.2d, lnlt.sab.22.2.1q, lnlt.sab.22.2.2g, lnlt.sab.22.1c
        """On top of the wreck, those who live (lnlt.hon.23.2a, lnlt.hon.23.2f); then they meet whoever is there."""
        hex_ = self.hex
        state.put_marker(WRECKS, hex_, state.ground.value(WRECKS, hex_) | GLIDER_WRECK)
        terrain = state.board.terrain[hex_]
        if terrain.building or terrain.id in DEADLY:
            tell(state, "glider-crashes", hex_, [], 0, None)
            self.lose_all(state)
        landed: list[int] = []
        for number in self.units:
            unit = state.units[number]
            shaken = SHAKEN if self.strayed() and unit.type.kind != HERO else 0
            if put_down(state, unit, hex_, MOVED | shaken):
                landed.append(number)
            else:
                lose(state, number)
        if self.end == "breaks-up" and landed + self.vehicles:
            self.hurt(state, landed)
        meet(state, self.seat, hex_, [n for n in landed if state.units[n].hex == hex_])

    def hurt(self, state: LnltState, landed: list[int]) -> None:  # lnlt.sab.22.2.1r
        """One at random: casualties, a wound, or the end of a weapon team or vehicle (lnlt.hon.23.1x)."""
        count = len(landed) + len(self.vehicles)
        pick = state.dice.roll(count, acts.FOR_LANDING) - 1 if count > 1 else 0
        if pick >= len(landed):
            count_loss(state, state.vehicles[self.vehicles.pop(pick - len(landed))])
            return
        unit = state.units[landed[pick]]
        if unit.type.smc and not unit.flags & WOUNDED:
            state.mark(unit, WOUNDED)
        else:
            reduce(state, unit)

    def roll_out(self, state: LnltState, jeep: Vehicle) -> None:
        """Once it is known who holds the hex: the jeep stands in it, or is lost where it cannot (lnlt.hon.23.0i)."""
        enemies = state.occupied[1 - self.seat] | state.armour[1 - self.seat]
        burns = state.ground.has(FLAMES, self.hex)  # lnlt.hid.10.5.6a
        if burns or enemies >> self.hex & 1 or not can_stand(state, jeep.type, self.hex):
            count_loss(state, jeep)
            return
        jeep.hex = self.hex
        jeep.facing = self.heading
        jeep.turret = self.heading
        state.mark_vehicle(jeep, MOVED | (SHAKEN if self.strayed() else 0))
        state.count_vehicles()

    def lose_all(self, state: LnltState) -> None:
        """Nobody lives (lnlt.hon.23.1w, lnlt.hon.23.2f, lnlt.hon.23.2g)."""
        for number in self.units:
            lose(state, number)
        for number in self.vehicles:
            count_loss(state, state.vehicles[number])
        self.units = []
        self.vehicles = []


def tell(state: LnltState, kind: str, hex_: int, dice: list[int], total: int, tally: Tally | None) -> None:
    if state.recording:
        place = state.board.grid.names[hex_] if hex_ != NOWHERE else ""
        args: dict[str, int | str] = {"hex": place, "total": total, "morale": GLIDER_MORALE}
        if tally is not None:
            args["sum"] = in_full(total - tally.total, tally)
        state.emit(Event(kind, GLIDER_RULES[kind], args, dice, tally, place=place))


GLIDER_RULES: Final = {
    "glider": "lnlt.hon.23.1c",
    "glider-lost": "lnlt.hon.23.2g",
    "glider-strays": "lnlt.hon.23.2b",
    "glider-crashes": "lnlt.hon.23.2f",
    "glider-crushes": "lnlt.hon.23.2d",
    "glider-hits-vehicle": "lnlt.hon.23.2e",
}
