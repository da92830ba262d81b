"""Off-board artillery and barrages (lnlt.core.armour.8.2): spotting round, drift, correction, fire for effect."""

from __future__ import annotations

from bocage.geometry.hex import NOWHERE
from bocage.kernel import D6, Decision, Event, Forecast, Procedure, Tally, first, result_of
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN
from bocage.systems.lnlt.model.hull import DEAD
from bocage.systems.lnlt.model.kinds import LEADER, SCOUT
from bocage.systems.lnlt.model.pieces import Unit, units_in
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, Barrage, Vehicle
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import catch_fire, harm
from bocage.systems.lnlt.rules.strikes import exchange
from bocage.systems.lnlt.rules.strikes import strike as strike_hex
from bocage.systems.lnlt.rules.terrain import add_cover
from bocage.systems.lnlt.rules.transport import HoldOn, is_exposed, riders
from bocage.systems.lnlt.rules.wrecks import vehicle_damage_check
from bocage.systems.lnlt.state import LnltState

STANDARD = 1
LOOSE = 2
"""Missions, and how far they reach (lnlt.core.armour.8.2)."""


# ---- a barrage strikes


def hex_cover(state: LnltState, hex_: int, leg: bool) -> Tally:
    """Terrain of the hex counts; hexsides and hills do not (lnlt.core.armour.8.2)."""
    tally = Tally(state.recording)
    add_cover(tally, state, hex_, hex_, True, leg)
    return tally


def top_armour(vehicle: Vehicle) -> int:  # lnlt.core.armour.5.8, lnlt.core.armour.7.1, lnlt.core.armour.8.2
    """The lowest factor, nothing for what has no roof (lnlt.core.armour.7.3)."""
    return 0 if vehicle.type.open_topped or not vehicle.type.armoured else vehicle.type.lowest


def strike(
    state: LnltState, hex_: int, fp: int, men: list[int], vehicles: list[Vehicle], mortar: bool, thinner: int = 0
) -> None:
    """One attack die for the hex; the men and each vehicle defend for themselves. From above its armour is thinner."""
    if not men and not vehicles:
        return
    tally = Tally(state.recording)
    tally.add(fp, "barrage.firepower", "lnlt.core.armour.8.1" if mortar else "lnlt.core.armour.8.2")
    attack = roll_attack(state, mortar)
    catch_fire(state, hex_, result_of(attack))
    if men:
        strike_men(state, hex_, tally, attack, men)
    for vehicle in vehicles:
        if vehicle.is_manned():
            shell(state, vehicle, tally, attack, thinner)


def roll_attack(state: LnltState, mortar: bool) -> int:
    """The packed roll of the one attack die, of a mortar the better of two: several targets may defend against it."""
    dice = state.dice
    dice.roll(6, acts.FOR_ATTACK)
    first = dice.log[-1]
    if not mortar:
        return first
    dice.roll(6, acts.FOR_ATTACK)
    return max(first, dice.log[-1])  # of one purpose and size, so the higher face is the higher number


def strike_men(state: LnltState, hex_: int, tally: Tally, attack: int, men: list[int]) -> None:
    die = result_of(attack)
    cover = hex_cover(state, hex_, True)
    defence_die = state.dice.roll(6, acts.FOR_DEFENCE)
    difference = tally.total + die - cover.total - defence_die
    if state.recording:
        place = state.board.grid.names[hex_]
        args = exchange("", place, tally, die, cover.total, defence_die)
        outcomes = [(f"unit:{number}", "unhurt") for number in men] if difference <= 0 else []
        outcomes.append(("attack", "hit" if difference > 0 else "no-effect"))
        kind = "barrage-hits" if difference > 0 else "barrage-misses"
        rolls = [attack, state.dice.log[-1]]
        state.emit(Event(kind, "lnlt.core.armour.8.2", args, None, tally, outcomes, place, rolls=rolls))
    if difference > 0:
        for seat in (0, 1):
            struck = [n for n in men if state.units[n].seat == seat]
            if struck:
                harm(state, seat, hex_, struck, difference)


def shell(state: LnltState, vehicle: Vehicle, tally: Tally, attack: int, thinner: int = 0) -> None:
    die = result_of(attack)
    cover = hex_cover(state, vehicle.hex, False)
    cover.add(max(0, top_armour(vehicle) - thinner), "fire.armour", "lnlt.core.armour.5.8")
    defence_die = state.dice.roll(6, acts.FOR_DEFENCE)
    difference = tally.total + die - cover.total - defence_die
    if state.recording:
        args = exchange("", vehicle.title(), tally, die, cover.total, defence_die)
        outcomes = [(f"unit:{VEHICLE_IDS + vehicle.id}", "unhurt")] if difference <= 0 else []
        kind = "barrage-hits" if difference > 0 else "barrage-misses"
        place = state.board.grid.names[vehicle.hex]
        rolls = [attack, state.dice.log[-1]]
        state.emit(Event(kind, "lnlt.core.armour.5.8", args, None, tally, outcomes, place, rolls=rolls))
    holds = difference <= 0 or vehicle_damage_check(state, vehicle, difference, vehicle.type.armoured)
    if not holds and is_exposed(vehicle):
        state.push(HoldOn(vehicle.id, difference))  # lnlt.core.armour.6.5
    if riders(vehicle):
        shell_riders(state, vehicle, tally, die)


def shell_riders(state: LnltState, vehicle: Vehicle, tally: Tally, die: int) -> None:
    """Those who ride on it are men in the hex (lnlt.core.armour.6.3)."""
    tm = hex_cover(state, vehicle.hex, True).total
    kinds, rule = ("riders-hit", "riders-missed"), "lnlt.core.armour.6.3"
    at = vehicle.hex
    difference = strike_hex(state, at, at, tally, [die], tm, kinds, rule, vehicle.passengers, vehicle.title())
    if difference > 0:
        state.push(HoldOn(vehicle.id, difference))


def barrage_on(state: LnltState, hex_: int) -> Barrage | None:
    for barrage in state.barrages:
        if state.board.grid.distances[barrage.hex][hex_] <= barrage.reach:
            return barrage
    return None


def shell_vehicle(state: LnltState, vehicle: Vehicle) -> None:
    """A vehicle moves within fire for effect."""
    barrage = barrage_on(state, vehicle.hex)
    if barrage is not None:
        strike(state, vehicle.hex, barrage.fp, [], [vehicle], barrage.mortar)


def shell_men(state: LnltState, hex_: int, movers: list[int]) -> None:
    """Men move into fire for effect (lnlt.core.armour.8.2)."""
    barrage = barrage_on(state, hex_)
    if barrage is not None:
        strike(state, hex_, barrage.fp, [n for n in movers if state.units[n].hex == hex_], [], barrage.mortar)


# ---- calling


def may_call(state: LnltState, unit: Unit) -> bool:
    """A Good Order leader or scout who has not acted, once a turn, while there are missions (lnlt.core.armour.8.2)."""
    if unit.flags & (MARKED | SHAKEN) or unit.hex < 0 or state.in_melee(unit.hex):
        return False
    if unit.type.kind != LEADER and unit.type.kind != SCOUT:
        return False
    return bool(ready_batteries(state, unit.seat))


def ready_batteries(state: LnltState, seat: int) -> list[int]:
    """Those with missions left; those that are Well Supplied once none of their nation has any (lnlt.hon.13.1.2)."""
    batteries = state.batteries[seat]
    giving = [battery.nation for battery in batteries if battery.left > 0]
    return [
        number
        for number, battery in enumerate(batteries)
        if battery.left > 0 or (battery.extra and battery.nation not in giving)
    ]


def call_options(state: LnltState, seat: int, activated: int) -> list[int]:
    found: list[int] = []
    if state.batteries[seat]:
        for unit in units_in(activated, state.units):
            if may_call(state, unit):
                found.append(acts.CALL.on(unit.id))
    return found


def drift(white: int, leadership: int) -> int:  # lnlt.core.armour.8.2
    """Half of what is left of the die, rounded down (lnlt.core.armour.0.3)."""
    return max(0, white - leadership) // 2


def moved_by(state: LnltState, hex_: int, direction: int, distance: int) -> int:
    """NOWHERE once it leaves the map."""
    for _ in range(distance):
        if hex_ != NOWHERE:
            hex_ = state.board.grid.neighbours[hex_][direction]
    return hex_


class FireMission(Procedure[LnltState]):
    """A caller, a battery, a spotting round; then the shells fall hex by hex in the caller's order."""

    __slots__ = ("battery", "caller", "extra", "fp", "hex", "left", "reach", "seat")

    def __init__(self, seat: int, caller: int) -> None:
        super().__init__()
        self.seat = seat
        self.caller = caller
        self.battery = -1
        self.reach = STANDARD
        self.hex = NOWHERE
        self.fp = 0
        self.left: list[int] = []  # hexes of the barrage still to be struck
        self.extra = False  # beyond the missions given (lnlt.hon.13.1.2)

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.choose_mission(state)
        elif self.step == 1:
            self.place(state)
        elif self.step == 2:
            self.supply(state)
        elif self.step == 3:
            self.fall(state)
        elif self.step == 4:
            self.correct(state)
        else:
            self.next_hex(state)

    def choose_mission(self, state: LnltState) -> None:
        options: list[int] = []
        for number in ready_batteries(state, self.seat):
            options.append(acts.STANDARD_MISSION.on(number))
            options.append(acts.LOOSE_MISSION.on(number))
        state.ask(self.seat, acts.MISSION, options)

    def place(self, state: LnltState) -> None:
        """Any hex in his line of sight; it need not be spotted."""
        mask = state.sight_from(state.units[self.caller].hex)
        hexes = [hex_ for hex_ in range(state.board.hexes) if mask >> hex_ & 1]
        state.ask(self.seat, acts.SPOTTING_ROUND, acts.ROUND_IN.on_each(hexes))

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:  # lnlt.pac.12.9.0e
        verb = acts.ACTS.of(option)
        if verb is acts.STANDARD_MISSION or verb is acts.LOOSE_MISSION:
            self.battery = first(option)
            self.reach = LOOSE if verb is acts.LOOSE_MISSION else STANDARD
            self.fp = self.firepower(state)
            self.step = 1
        elif verb is acts.ROUND_IN:
            self.hex = first(option)
            state.mark(state.units[self.caller], OPS)
            if state.recording:
                self.tell(state, "spotting-round", [])
            self.step = 2
        elif verb is acts.CALL_OFF:
            self.abort(state)
        elif verb is acts.CORRECT:
            self.shift(state, first(option))
        else:
            self.strike_hex(state, first(option))

    def firepower(self, state: LnltState) -> int:  # lnlt.core.armour.8.2
        """A Loose mission is thinner (lnlt.core.option.loose_mission_fp)."""
        fp = state.batteries[self.seat][self.battery].fp
        if self.reach == LOOSE:
            how = state.edition.loose_mission
            fp = fp - 2 if how == 0 else (fp + 1) >> 1 if how == 1 else fp
        return max(0, fp)

    def supply(self, state: LnltState) -> None:
        """Beyond the missions given, well-supplied Americans go on with a die of 3 or less; one that fails ends all
        missions (lnlt.hon.13.1.2)."""
        battery = state.batteries[self.seat][self.battery]
        if battery.left > 0:
            battery.left -= 1
            self.step = 3
            return
        die = state.dice.roll(6, acts.FOR_SUPPLY)
        self.extra = True
        self.step = 3
        if state.recording:
            self.tell(state, "supply-holds" if die <= 3 else "supply-ends", [die])
        if die > 3:
            for other in state.batteries[self.seat]:
                if other.nation == battery.nation:
                    other.extra = False
            state.pop()

    def leadership(self, state: LnltState) -> int:
        return state.units[self.caller].leadership()

    def fall(self, state: LnltState) -> None:
        white = state.dice.roll(6, acts.FOR_DRIFT)
        coloured = state.dice.roll(6, acts.FOR_DIRECTION)
        distance = drift(white, self.leadership(state))
        self.hex = moved_by(state, self.hex, coloured - 1, distance)
        if self.hex == NOWHERE:
            if state.recording:
                args: dict[str, int | str] = {"unit": state.units[self.caller].title(), "distance": distance}
                outcomes = [("drift", str(distance))]
                state.emit(Event("drift-lost", "lnlt.core.armour.8.2", args, [white, coloured], outcomes=outcomes))
            state.pop()
            return
        if state.recording:
            self.tell(state, "drift", [white, coloured], distance)
        self.step = 4

    def correct(self, state: LnltState) -> None:
        """Shift it, leave it, or call it off and keep the mission; he must see where it fell to shift it."""
        options = [acts.CALL_OFF.act(), acts.CORRECT.on(self.hex)]
        sight = state.sight_from(state.units[self.caller].hex)
        if sight >> self.hex & 1:
            reach = max(1, self.leadership(state)) if state.edition.correction_lm else 1  # lnlt.core.option.correction
            for hex_ in state.board.grid.within(self.hex, reach):
                if hex_ != self.hex:
                    options.append(acts.CORRECT.on(hex_))
        state.ask(self.seat, acts.CORRECTION, options)

    def abort(self, state: LnltState) -> None:  # lnlt.core.armour.8.2
        """The mission is kept; an extra one was none of those given, and rolls again (lnlt.hon.13.1.2b)."""
        if not self.extra:
            state.batteries[self.seat][self.battery].left += 1
        if state.recording:
            self.tell(state, "mission-off", [])
        state.pop()

    def shift(self, state: LnltState, hex_: int) -> None:
        self.hex = hex_
        state.barrages.append(Barrage(self.hex, self.fp, self.reach, False))
        if state.recording:
            self.tell(state, "fire-for-effect", [])
        self.left = [at for at in sorted(state.board.grid.within(hex_, self.reach)) if self.anybody(state, at)]
        self.step = 5

    def anybody(self, state: LnltState, hex_: int) -> bool:
        bit = 1 << hex_
        return bool((state.occupied[0] | state.occupied[1] | state.armour[0] | state.armour[1]) & bit)

    def next_hex(self, state: LnltState) -> None:
        """Hexes with units of either side, in the caller's order."""
        self.left = [hex_ for hex_ in self.left if self.anybody(state, hex_)]
        if not self.left:
            state.pop()
        elif len(self.left) == 1:
            self.strike_hex(state, self.left[0])
        else:
            state.ask(self.seat, acts.BARRAGE, acts.STRIKE.on_each(self.left))

    def strike_hex(self, state: LnltState, hex_: int) -> None:
        men = state.stacks[0][hex_] + state.stacks[1][hex_]
        vehicles = [v for v in state.vehicles_at(hex_) if not v.flags & DEAD]
        strike(state, hex_, self.fp, men, vehicles, False)
        self.left = [other for other in self.left if other != hex_]

    def tell(self, state: LnltState, kind: str, dice: list[int], distance: int = 0) -> None:
        place = state.board.grid.names[self.hex]
        args: dict[str, int | str] = {
            "unit": state.units[self.caller].title(),
            "hex": place,
            "fp": self.fp,
            "distance": distance,
        }
        outcomes = [("drift", str(distance))] if kind == "drift" else []
        rule = "lnlt.hon.13.1.2a" if kind.startswith("supply") else "lnlt.core.armour.8.2"
        state.emit(Event(kind, rule, args, dice, outcomes=outcomes, place=place))

    def odds(self, state: LnltState) -> Forecast | None:
        if self.step != 3:
            return None
        found = Forecast("lnlt.core.armour.8.2", Tally(True))
        for die, p in D6.items():
            found.put("drift", str(drift(die, self.leadership(state))), p)
        return found
