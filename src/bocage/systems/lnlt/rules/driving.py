"""How vehicles move (lnlt.core.armour.5.3, 5.6): forward, in reverse, turning; Overruns (5.9) on the way."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Attempt, Ban, Decision, Event, Forecast, Procedure, Refusal, Tally, Verb, first
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED, MOVED, MOVING, SHAKEN
from bocage.systems.lnlt.model.ground import AT_MINES, FLAMES, MINES, WIRE, WRECK
from bocage.systems.lnlt.model.hull import CONTINUOUS, EMPLACED, IMMOBILE
from bocage.systems.lnlt.model.kinds import BLOCKING
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.vehicles import NONE, ROAD_BOUND, VEHICLE_IDS, Vehicle, VehicleType
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.acquisition import lose_aim, lower_aim
from bocage.systems.lnlt.rules.aftermath import catch_fire, comes_nearer, harm
from bocage.systems.lnlt.rules.artillery import barrage_on, shell_vehicle
from bocage.systems.lnlt.rules.close_assault import CloseAssault, can_assault, may_go_in
from bocage.systems.lnlt.rules.obstacles import Minefield, tear_wire
from bocage.systems.lnlt.rules.odds import foresee_attack
from bocage.systems.lnlt.rules.ordnance import cover_tally
from bocage.systems.lnlt.rules.reactions import (
    answers_to_vehicle,
    close_window,
    forbid_shot_at_mover,
    offer_fire,
    react,
)
from bocage.systems.lnlt.rules.refusing import Tried
from bocage.systems.lnlt.rules.special import ground_kept
from bocage.systems.lnlt.rules.strikes import strike
from bocage.systems.lnlt.rules.terrain import step_cost, why_closed
from bocage.systems.lnlt.rules.wrecks import GLIDER_WRECK, VEHICLE_WRECK
from bocage.systems.lnlt.state import LnltState

MOST_VEHICLES = 2  # vehicles and wrecks in a hex (lnlt.core.armour.5.4)
MOST_COST = 99
"""More than any hex costs: with its first point a vehicle may always drive on by one."""
OVERRUN_TM = 1
"""Terrain with more cover than this keeps vehicles from overrunning (lnlt.core.armour.5.9)."""
BY_CORNER: Final = (0, 1, 3, 4)
BY_HEXSIDE: Final = (0, 1, 5, 2, 3, 4)
"""Where a vehicle can go, counted from its facing; 2 to 4 lie behind it (lnlt.core.option.facing)."""


REPLYING: Final = 4  # a step: the men who were overrun may answer


def allowance(vehicle: Vehicle, assault: bool) -> int:
    """An Assault Move is half the movement, rounded up (lnlt.core.armour.5.6)."""
    return (vehicle.type.move + 1) >> 1 if assault else vehicle.type.move


def can_drive(vehicle: Vehicle) -> bool:
    return vehicle.is_manned() and vehicle.type.move > 0 and not vehicle.flags & IMMOBILE


def firepower(vehicle: Vehicle) -> int:
    """Every machine gun and every HE value, whatever the arc (lnlt.core.armour.5.9), in the hull too
    (lnlt.hid.15.9.1f)."""
    total = 0
    for gun in vehicle.type.mgs:
        total += gun.fp
    for ordnance in vehicle.type.guns:
        if ordnance.he != NONE:
            total += ordnance.he
    return total


def can_overrun(state: LnltState, vehicle: Vehicle, hex_: int, assault: bool) -> bool:
    """A Good Order armoured vehicle with something to fire, over open ground, not in an Assault Move."""
    if assault or vehicle.flags & SHAKEN or not vehicle.type.armoured or firepower(vehicle) == 0:
        return False
    if any(state.units[n].type.team is not None for n in vehicle.passengers):
        return False
    terrain = state.board.terrain[hex_]
    return terrain.sight != BLOCKING and terrain.tm <= OVERRUN_TM


def can_stand(state: LnltState, type_: VehicleType, hex_: int) -> bool:
    """Terrain for its movement class (lnlt.core.armour.14.1), or a road, and room for one more."""
    if len(state.vehicles_at(hex_)) >= MOST_VEHICLES:
        return False
    return type_.fixed or state.board.terrain[hex_].costs[type_.mode] > 0 or bool(state.board.road_mask >> hex_ & 1)


def forbid_entry(state: LnltState, vehicle: Vehicle, hex_: int, assault: bool) -> Ban | None:
    # lnlt.core.armour.5.3, lnlt.core.armour.5.4
    enemy = 1 - vehicle.seat
    kept = ground_kept(state, vehicle.seat, vehicle.hex)
    if kept and not kept >> hex_ & 1:
        return bans.NO_RETREAT
    if state.armour[enemy] >> hex_ & 1:
        return bans.VEHICLE_THERE
    if len(state.vehicles_at(hex_)) >= MOST_VEHICLES:
        return bans.VEHICLES_FULL
    if state.ground.value(WRECK, hex_) == VEHICLE_WRECK | GLIDER_WRECK:
        return bans.VEHICLES_FULL
    if state.occupied[enemy] >> hex_ & 1 and not can_overrun(state, vehicle, hex_, assault):
        return bans.NO_OVERRUN
    return None


def forbid_drive(state: LnltState, vehicle: Vehicle, assault: bool, spent: int, hex_: int) -> Ban | None:
    """What keeps it from driving into this hex with the next point it spends."""
    refused: dict[int, Ban] = dict.fromkeys([hex_], bans.OFF_COURSE)
    drive_options(state, vehicle, assault, spent, refused)
    return refused[hex_]


def hex_cost(state: LnltState, vehicle: Vehicle, to: int) -> int:
    return step_cost(state, vehicle.type.mode, vehicle.hex, state.board.neighbours[vehicle.hex].index(to))


def drive_options(
    state: LnltState, vehicle: Vehicle, assault: bool, spent: int, refused: dict[int, Ban] | None = None
) -> list[int]:  # lnlt.core.armour.11.3
    """Forward into the two hexes at the faced corner, back into the two behind at twice the cost, or turn by one
    (lnlt.core.armour.5.3). Who faces a hexside has three hexes in front and three behind (lnlt.dj.21.7c). `refused`
    takes what forbids the other hexes around it."""
    found: list[int] = []
    left = allowance(vehicle, assault) - spent
    row = state.board.grid.neighbours[vehicle.hex]
    least = spent == 0 and not assault and left >= 1
    for turn in BY_HEXSIDE if state.edition.hexside_facing else BY_CORNER:
        to = row[(vehicle.facing + turn) % 6]
        reverse = 2 <= turn <= 4
        if to < 0:
            continue
        ban = forbid_point(state, vehicle, to, reverse, assault, MOST_COST if least else left)
        if ban is None:
            found.append(acts.REVERSE.on(to) if reverse else acts.FORWARD.on(to))
        elif refused is not None:
            refused[to] = why_closed(state, vehicle.hex, to, ban) if ban is bans.NO_GROUND else ban
    if may_turn(vehicle, left):
        found.append(acts.PIVOT_RIGHT.on((vehicle.facing + 1) % 6))
        found.append(acts.PIVOT_LEFT.on((vehicle.facing + 5) % 6))
    return found


def forbid_point(state: LnltState, vehicle: Vehicle, to: int, reverse: bool, assault: bool, left: int) -> Ban | None:
    """What keeps it from spending what it has left on this hex (lnlt.core.armour.5.3)."""
    cost = hex_cost(state, vehicle, to) * (2 if reverse else 1)
    if vehicle.flags & EMPLACED and not reverse:
        return bans.DUG_IN
    if cost == 0:
        return bans.NO_GROUND
    if cost > left:
        return bans.VEHICLE_TOO_FAR
    ban = forbid_entry(state, vehicle, to, assault or reverse)
    if ban is None and vehicle.flags & SHAKEN and comes_nearer(state, vehicle.seat, vehicle.hex, to):
        return bans.VEHICLE_CLOSER
    return ban


def may_turn(vehicle: Vehicle, left: int) -> bool:
    """Turning on the spot takes a point, and no room (lnlt.core.armour.5.3)."""
    return left >= 1 and not vehicle.flags & EMPLACED


def can_set_out(state: LnltState, vehicle: Vehicle, assault: bool, spent: int) -> bool:
    """Whether a move can begin with something: most often with a turn, which is quicker to see than the ways out."""
    return may_turn(vehicle, allowance(vehicle, assault) - spent) or bool(drive_options(state, vehicle, assault, spent))


class Driving(Procedure[LnltState]):
    """One vehicle's move; the enemy may fire after every point it spends."""

    __slots__ = ("assault", "crossed", "entered", "mined", "overrun", "seat", "shaken", "single", "spent", "vehicle")

    def __init__(self, seat: int, vehicle: int, assault: bool, spent: int) -> None:
        super().__init__()
        self.seat = seat
        self.vehicle = vehicle
        self.assault = assault
        self.spent = spent
        self.crossed = False  # has just crossed Bocage into its first hex (lnlt.hon.10.5q)
        self.entered = False  # the last point was spent on a hex
        self.overrun = False
        self.mined = False  # the mines here have gone off
        self.single = False  # one step of a coordinated move (lnlt.core.6.5)
        self.shaken = False  # before the last point was spent; who is so already may go on (lnlt.core.armour.5.7)

    def advance(self, state: LnltState) -> None:
        vehicle = state.vehicles[self.vehicle]
        if self.step == 0:
            self.next_point(state, vehicle)
        elif self.step == 1:
            self.window(state, vehicle)
        elif self.step == 2:
            self.arrive(state, vehicle)
        elif self.step == REPLYING:
            self.offer_reply(state, vehicle)
        else:
            self.finish(state, vehicle)

    def next_point(self, state: LnltState, vehicle: Vehicle) -> None:
        """Nobody stops in flames who can drive on (lnlt.hid.10.5.6b)."""
        if self.single:
            state.pop()  # lnlt.core.6.5
            return
        if not can_drive(vehicle):
            self.step = 3
            return
        options = drive_options(state, vehicle, self.assault, self.spent)
        moved = bool(vehicle.flags & MOVING)
        if not options:
            self.step = 3
            return
        if moved and not (state.ground.has(FLAMES, vehicle.hex) and any(acts.ACTS.of(one).steps for one in options)):
            options.insert(0, acts.STOP.act())
        state.ask(self.seat, acts.DRIVING, options)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        vehicle = state.vehicles[self.vehicle]
        verb = acts.ACTS.of(option)
        if verb is acts.STOP:
            self.step = 3
        elif decision.kind is acts.DRIVING:
            self.spend(state, vehicle, option)
            self.step = 1
        elif self.step == REPLYING:
            self.step = 0
            if verb is acts.ASSAULT_OVERRUNNER:
                state.push(CloseAssault(1 - self.seat, vehicle.hex, vehicle.hex, survivors(state, vehicle)))
        elif verb is acts.DECLINE:
            close_window(state, 1 - self.seat)  # lnlt.core.armour.5.11
            self.step = 2
        else:
            react(state, 1 - self.seat, option, vehicle.hex, vehicle.id, [], self.crossed)

    def spend(self, state: LnltState, vehicle: Vehicle, option: int) -> None:
        self.shaken = bool(vehicle.flags & SHAKEN)
        state.mark_vehicle(vehicle, MOVING)
        verb = acts.ACTS.of(option)
        value = first(option)
        piece = VEHICLE_IDS + vehicle.id
        origin = vehicle.hex
        self.entered = verb.steps
        self.mined = False  # each point sets them off (lnlt.core.armour.11.2)
        self.crossed = False
        if not verb.steps:
            turn = value - vehicle.facing
            vehicle.facing = value
            vehicle.turret = (vehicle.turret + turn) % 6  # it turns with the hull (lnlt.core.armour.5.2)
            self.spent += 1
            lower_aim(state, piece)  # lnlt.core.armour.4.6
        else:
            self.spent += hex_cost(state, vehicle, value) * (2 if verb is acts.REVERSE else 1)
            self.crossed = crosses_bocage(state, origin, value)  # lnlt.hon.10.5q
            if vehicle.type.mode == ROAD_BOUND and state.board.on_road(origin, value):
                vehicle.spent += 1  # lnlt.dj.15.7p
            vehicle.flags &= ~EMPLACED  # lnlt.dj.21.7d
            vehicle.hex = value
            lose_aim(state, piece)
            if state.ground.masks[WIRE]:
                tear_wire(state, vehicle, origin)  # lnlt.core.armour.11.7
            state.count_vehicles()
            if not (state.occupied[self.seat] | state.armour[self.seat]) >> origin & 1:
                state.spotted[self.seat] &= ~(1 << origin)  # with the last who leaves (lnlt.core.10.1)
        if state.recording:
            self.report(state, vehicle, verb, origin)

    def report(self, state: LnltState, vehicle: Vehicle, verb: Verb, origin: int) -> None:
        names = state.board.grid.names
        args: dict[str, int | str] = {
            "vehicle": vehicle.title(),
            "origin": names[origin],
            "hex": names[vehicle.hex],
            "spent": self.spent,
            "allowance": allowance(vehicle, self.assault),
        }
        kind = "reverses" if verb is acts.REVERSE else "drives" if verb is acts.FORWARD else "pivots"
        state.emit(Event(kind, "lnlt.core.armour.5.3", args, place=names[vehicle.hex]))

    # ---- what happens there

    def window(self, state: LnltState, vehicle: Vehicle) -> None:
        """After each point, until the enemy has had enough or the vehicle is stopped."""
        options: list[int] = []
        if vehicle.is_manned():
            options = answers_to_vehicle(state, 1 - self.seat, vehicle)
        if not offer_fire(state, 1 - self.seat, options):
            self.step = 2

    def arrive(self, state: LnltState, vehicle: Vehicle) -> None:
        """Mines (lnlt.core.armour.11.2) and shells (lnlt.core.armour.8.2); who is Shaken now stops
        (lnlt.core.armour.5.7), others overrun the men they have come upon (lnlt.core.armour.5.9)."""
        masks = state.ground.masks
        if not self.mined and vehicle.is_manned() and (masks[MINES] | masks[AT_MINES]) >> vehicle.hex & 1:
            self.mined = True
            state.push(Minefield(vehicle.hex, [], vehicle.id))
            return
        self.step = 0
        if vehicle.is_manned():
            shell_vehicle(state, vehicle)
        if not can_drive(vehicle) or (vehicle.flags & SHAKEN and not self.shaken):
            self.step = 3
        elif self.entered and state.occupied[1 - self.seat] >> vehicle.hex & 1:
            self.overrun = True
            overrun(state, vehicle)
            if state.edition.overrun_reply:  # lnlt.core.option.overrun_close_assault_reply
                self.step = REPLYING
        self.entered = False

    def offer_reply(self, state: LnltState, vehicle: Vehicle) -> None:
        """Those who stood the Overrun may go for the vehicle at once (lnlt.core.option.overrun_close_assault_reply)."""
        if may_go_in(state, survivors(state, vehicle)):
            state.ask(1 - self.seat, acts.REACTION, [acts.DECLINE.act(), acts.ASSAULT_OVERRUNNER.on(vehicle.hex)])
        else:
            self.step = 0

    def finish(self, state: LnltState, vehicle: Vehicle) -> None:  # lnlt.core.armour.5.3, lnlt.core.armour.5.6
        vehicle.flags &= ~MOVING
        if vehicle.is_manned():
            if vehicle.flags & CONTINUOUS:
                vehicle.flags &= ~(CONTINUOUS | MOVED | ASSAULT)
            marker = ASSAULT if self.assault else MOVED
            state.mark_vehicle(vehicle, marker | (FIRED if self.overrun else 0))
        state.pop()

    def odds(self, state: LnltState) -> Forecast | None:
        """Of an Overrun; where shells fall, they come first."""
        vehicle = state.vehicles[self.vehicle]
        if not self.overrun or barrage_on(state, vehicle.hex) is not None:
            return None
        cover = overrun_cover(state, vehicle.hex).total
        return foresee_attack("lnlt.core.armour.5.9", overrun_tally(state, vehicle), cover)

    def forbid(self, state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        tried = Tried(state, attempt)
        vehicle = state.vehicles[self.vehicle]
        if decision.kind is acts.REACTION:
            return tried.refuse(forbid_shot_at_mover(state, tried, vehicle.hex))
        if tried.hex == GONE or attempt.verb not in ("", acts.FORWARD.name, acts.REVERSE.name):
            return []
        return tried.refuse(forbid_drive(state, vehicle, self.assault, self.spent, tried.hex))


def crosses_bocage(state: LnltState, origin: int, to: int) -> bool:
    side = state.board.side_between(origin, to)
    return side is not None and side.id == "bocage"


# ---- Overrun (lnlt.core.armour.5.9)


def survivors(state: LnltState, vehicle: Vehicle) -> list[int]:
    """Good Order men in its hex who have not fired."""
    found: list[int] = []
    for number in state.stacks[1 - vehicle.seat][vehicle.hex]:
        unit = state.units[number]
        if can_assault(state, unit) and not unit.flags & FIRED:
            found.append(number)
    return found


def overrun_tally(state: LnltState, vehicle: Vehicle) -> Tally:
    tally = Tally(state.recording)
    fp = firepower(vehicle)
    tally.add(fp, "overrun.firepower", "lnlt.core.armour.5.9")
    if vehicle.leadership():
        tally.add(vehicle.leadership(), "hit.armour-leader", "lnlt.core.armour.3")
    if state.edition.overrun_double:
        tally.add(tally.total, "overrun.double", "lnlt.core.option.overrun_double")
    return tally


def overrun_cover(state: LnltState, hex_: int) -> Tally:
    cover = cover_tally(state, hex_, hex_, False)  # trenches too, in full (lnlt.nosb.21.6d)
    if len(state.vehicles_at(hex_)) == 1:
        cover.add(-1, "overrun.no-shelter", "lnlt.core.armour.5.9")  # it shelters nobody from itself
    return cover


def overrun(state: LnltState, vehicle: Vehicle) -> None:
    hex_ = vehicle.hex
    victims = state.stacks[1 - vehicle.seat][hex_]
    tally = overrun_tally(state, vehicle)
    tm = overrun_cover(state, hex_).total
    dice = [state.dice.roll(6, acts.FOR_ATTACK)]
    kinds, rule = ("overrun-hits", "overrun-misses"), "lnlt.core.armour.5.9"
    difference = strike(state, hex_, hex_, tally, dice, tm, kinds, rule, victims, firer=vehicle.title())
    catch_fire(state, hex_, dice[0])
    if difference > 0:
        harm(state, 1 - vehicle.seat, hex_, victims, difference)
