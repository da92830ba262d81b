"""Ordnance (lnlt.core.armour.4): to hit, where, through the armour or not; HE against men; acquisition."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.forecast import TWO_D6, Forecast, at_most, shifted
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally, in_full
from bocage.systems.lnlt.model.flags import (
    AIMED,
    ANOTHER,
    ASSAULT,
    FIRED,
    MOVED,
    MOVING,
    NO_OPPORTUNITY,
    OPS,
    SPOTTER,
    STEALTH,
)
from bocage.systems.lnlt.model.kinds import SQUAD
from bocage.systems.lnlt.model.tables import same_force
from bocage.systems.lnlt.model.vehicles import (
    ASPECTS,
    BEHIND,
    CONTINUOUS,
    EMPLACED,
    FRONT,
    GUN_FIRED,
    HULL_FIRED,
    IMMOBILE,
    NONE,
    ROAD_BOUND,
    TURNED,
    TURRET,
    VEHICLE_IDS,
    Ordnance,
    Vehicle,
    bearing,
    facing_towards,
)
from bocage.systems.lnlt.rules.acquisition import acquire, acquired
from bocage.systems.lnlt.rules.acts import FOR_ARMOUR, FOR_PENETRATION, FOR_TO_HIT
from bocage.systems.lnlt.rules.firepower import add_limit, add_riders, is_moving
from bocage.systems.lnlt.rules.high_explosive import Blast
from bocage.systems.lnlt.rules.odds import DIFFERENCES, of_vehicle
from bocage.systems.lnlt.rules.ordnance_cards import (
    NO_ACE,
    TWO_SHOTS,
    add_ace,
    has_ace,
    is_rocket_man,
    longer,
    roll_ace,
)
from bocage.systems.lnlt.rules.terrain import add_cover, add_hindrance
from bocage.systems.lnlt.rules.traits import MOUNTED
from bocage.systems.lnlt.rules.wrecks import destroy, vehicle_morale_check
from bocage.systems.lnlt.state import GONE, LnltState, Unit

OWN_GUN = -1
"""As a weapon: the gun of a weapon team, not a support weapon."""


def target_vehicle(number: int) -> int:
    return VEHICLE_IDS + number


def target_hex(hex_: int) -> int:
    return -1 - hex_


# ---- to hit


def ordnance_of(state: LnltState, firer: int, weapon: int) -> Ordnance:
    if firer >= VEHICLE_IDS:
        return state.vehicles[firer - VEHICLE_IDS].type.guns[weapon]
    if weapon == OWN_GUN:
        team = state.units[firer].type.team
        assert team is not None
        assert team.gun is not None
        return team.gun
    ordnance = state.weapons[weapon].type.ordnance
    assert ordnance is not None
    return ordnance


def place_of(state: LnltState, target: int) -> int:
    return state.vehicles[target - VEHICLE_IDS].hex if target >= VEHICLE_IDS else -1 - target


def firer_hex(state: LnltState, firer: int) -> int:
    return state.vehicles[firer - VEHICLE_IDS].hex if firer >= VEHICLE_IDS else state.units[firer].hex


def vehicle_is_moving(vehicle: Vehicle) -> bool:
    return bool(vehicle.flags & (MOVED | ASSAULT | MOVING | CONTINUOUS))


def men_are_moving(state: LnltState, men: list[int]) -> bool:
    """On the Ordnance Fire Table; what hides movement from small arms does not from guns (lnlt.core.armour.4.3)."""
    return any(is_moving(state.units[number].flags) for number in men)


def are_riding(state: LnltState, men: list[int]) -> bool:
    return any(state.units[number].type.traits & MOUNTED for number in men)


def to_hit_tally(
    state: LnltState, firer: int, weapon: int, target: int, victims: list[int], opportunity: bool, turned: bool
) -> Tally:
    """Everything that is added to the two dice (lnlt.core.armour.4.3); plus is harder."""
    tally = Tally(state.recording)
    hex_ = firer_hex(state, firer)
    at = place_of(state, target)
    if firer >= VEHICLE_IDS:
        add_vehicle_firer(tally, state.vehicles[firer - VEHICLE_IDS], opportunity)
    else:
        add_unit_firer(tally, state, state.units[firer], weapon, at, opportunity)
    level = acquired(state, firer, target)
    if level:
        tally.add(-level, "hit.acquired", "lnlt.core.armour.4.6")
    add_hindrance(tally, state, hex_, at, 1)
    if turned:
        tally.add(1, "hit.turned", "lnlt.core.armour.5.5")
    if state.board.grid.distances[hex_][at] == 1 and state.edition.oft_adjacent:
        tally.add(state.edition.oft_adjacent, "hit.adjacent", "lnlt.core.option.oft_adjacent")
    if target >= VEHICLE_IDS:
        add_vehicle_target(tally, state, state.vehicles[target - VEHICLE_IDS], hex_)
    elif state.scenario.mounted and are_riding(state, victims):
        add_riders(tally, state, victims, 1)
    elif men_are_moving(state, victims):
        tally.add(1, "hit.moving", "lnlt.core.armour.4.3")
    return tally


def add_vehicle_firer(tally: Tally, vehicle: Vehicle, opportunity: bool) -> None:
    if vehicle.is_open() and not vehicle.type.one_man_turret and not vehicle.type.fixed:
        tally.add(-1, "hit.open", "lnlt.core.armour.4.3")
    if vehicle.leadership():
        tally.add(-vehicle.leadership(), "hit.armour-leader", "lnlt.core.armour.3")
    if vehicle.flags & ASSAULT:
        tally.add(1, "hit.assault", "lnlt.core.armour.5.6")
    if opportunity and vehicle.flags & OPS:
        tally.add(2, "hit.ops-complete", "lnlt.core.armour.5.11")


def lent_leadership(state: LnltState, unit: Unit, at: int) -> int:
    """What the leaders in the hex add to its gun; who is Ops Complete adds nothing, but to fire at what he has just
    spotted himself (lnlt.core.4.1)."""
    best = 0
    for number in state.stacks[unit.seat][unit.hex]:
        leader = state.units[number]
        if number == unit.id or not same_force(leader.type, unit.type):
            continue
        if not leader.flags & OPS or (leader.flags & SPOTTER and at == state.spot_hex):
            best = max(best, leader.leadership())
    return best


def add_unit_firer(tally: Tally, state: LnltState, unit: Unit, weapon: int, at: int, opportunity: bool) -> None:
    leadership = lent_leadership(state, unit, at)
    if leadership and state.edition.leader_helps_ordnance:
        tally.add(-leadership, "hit.leadership", "lnlt.core.option.leader_helps_ordnance")
    if unit.flags & (ASSAULT | STEALTH):
        tally.add(1, "hit.assault", "lnlt.core.armour.1.1")
    if opportunity and unit.flags & OPS:
        tally.add(2, "hit.ops-complete", "lnlt.core.armour.1.1")
    if weapon != OWN_GUN and state.weapons[weapon].type.nation != unit.type.nation:
        tally.add(1, "hit.captured", "lnlt.core.armour.1.5")
    if is_rocket_man(state, unit.id, weapon):
        tally.add(-1, "hit.rocket-man", "lnlt.boh.25.2.rocket-man.c")


def add_vehicle_target(tally: Tally, state: LnltState, vehicle: Vehicle, origin: int) -> None:
    edition = state.edition
    if vehicle_is_moving(vehicle):
        fast = edition.dj_speed_drm and is_fast(vehicle)
        tally.add(2 if fast else 1, "hit.fast" if fast else "hit.moving", "lnlt.core.armour.4.3")
    if edition.dj_size_drm and vehicle.type.size:
        tally.add(vehicle.type.size, "hit.size", "lnlt.dj.15.7a")
    if edition.vehicle_tm_on_to_hit and not vehicle.flags & EMPLACED and origin != vehicle.hex:
        add_cover(tally, state, origin, vehicle.hex, False, False)


FAST = (99, 16, 20, 12)
"""Movement factors from which the optional speed modifier counts, by movement class (lnlt.dj.15.7m)."""


def is_fast(vehicle: Vehicle) -> bool:
    mode = vehicle.type.mode
    return vehicle.type.move >= FAST[mode] and (mode != ROAD_BOUND or vehicle.spent >= 2)


def hits(natural: int, modifier: int, need: int) -> bool:
    """A natural 2 always hits, a natural 12 never (lnlt.core.armour.4.2)."""
    return natural == 2 or (natural != 12 and natural + modifier <= need)


# ---- where, and how thick


def fan(state: LnltState, hex_: int, facing: int, to: int) -> int:
    return bearing(state.board.grid, hex_, facing, to, state.edition.hexside_facing)


def is_ahead(state: LnltState, hex_: int, facing: int, to: int) -> bool:
    return hex_ != to and fan(state, hex_, facing, to) == FRONT


def facing_to(state: LnltState, hex_: int, to: int, now: int) -> int:
    return facing_towards(state.board.grid, hex_, to, now, state.edition.hexside_facing)


def is_turret_hit(state: LnltState, vehicle: Vehicle, natural: int, origin: int) -> bool:
    """An even number above 2 hits the turret, an odd one the hull (lnlt.core.armour.4.4); a 2 the hull, or what is
    worse for its owner (lnlt.core.option.natural_two)."""
    if not vehicle.type.turret:
        return False
    if natural > 2 or state.edition.natural_two < 2:
        return natural > 2 and natural % 2 == 0
    hull = armour_at(vehicle, False, aspect(state, vehicle, False, origin))
    return armour_at(vehicle, True, aspect(state, vehicle, True, origin)) < hull


def aspect(state: LnltState, vehicle: Vehicle, turret: bool, origin: int) -> int:
    if origin == vehicle.hex:
        return BEHIND
    return fan(state, vehicle.hex, vehicle.turret if turret else vehicle.facing, origin)


def armour_at(vehicle: Vehicle, turret: bool, side: int) -> int:
    """NONE where it has no armour at all; a fixed turret has nothing but its turret (lnlt.core.armour.11.5)."""
    if not vehicle.type.armoured:
        return NONE
    value = vehicle.type.armour[side * 2 + (1 if turret or vehicle.type.fixed else 0)]
    return 0 if value == NONE and vehicle.type.no_rear_armour else value


def put_crew_check(found: Forecast, vehicle: Vehicle, bonus: int, p: float) -> None:
    passed = at_most(TWO_D6, vehicle.morale() + bonus)
    found.put(of_vehicle(vehicle), "unhurt", p * passed)
    found.put(of_vehicle(vehicle), "shaken", p * (1 - passed))


class OrdnanceShot(Procedure[LnltState]):
    """One shot of one weapon at one vehicle, or at everybody in a hex."""

    __slots__ = ("ace", "crossed", "firer", "opportunity", "seat", "target", "turned", "victims", "weapon")

    def __init__(self, seat: int, firer: int, weapon: int, target: int, opportunity: bool) -> None:
        super().__init__()
        self.seat = seat
        self.firer = firer
        self.weapon = weapon
        self.target = target
        self.opportunity = opportunity
        self.victims: list[int] = []  # the movers, by opportunity (lnlt.core.5.3)
        self.turned = False
        self.crossed = False  # the target has just crossed Bocage (lnlt.hon.10.5)
        self.ace = NO_ACE

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.lay(state)
            self.step = 1
        if state.skilled and self.awaits_ace(state):
            self.ace = roll_ace(state, self.seat, firer_hex(state, self.firer))
        tally = self.tally(state)
        need = self.need(state)
        first = state.dice.roll(6, FOR_TO_HIT)
        second = state.dice.roll(6, FOR_TO_HIT)
        natural = first + second
        hit = hits(natural, tally.total, need)
        if state.recording:
            self.report(state, tally, need, first, second, hit)
        state.pop()
        self.fired(state)
        if not hit:
            return
        if self.target >= VEHICLE_IDS:
            self.strike_vehicle(state, state.vehicles[self.target - VEHICLE_IDS], natural)
        else:
            gun = ordnance_of(state, self.firer, self.weapon)
            origin = firer_hex(state, self.firer)
            state.push(Blast(1 - self.seat, gun, origin, -1 - self.target, self.men(state)))

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        raise AssertionError("a shot asks nothing")

    # ---- before and after the roll

    def lay(self, state: LnltState) -> None:
        """Turn the turret (lnlt.core.armour.5.5) or swing the gun (lnlt.core.armour.2.3) to a target out of its arc."""
        at = place_of(state, self.target)
        if self.firer >= VEHICLE_IDS:
            vehicle = state.vehicles[self.firer - VEHICLE_IDS]
            if vehicle.type.guns[self.weapon].mount == TURRET and at != vehicle.hex:
                towards = facing_to(state, vehicle.hex, at, vehicle.turret)
                if towards != vehicle.turret:
                    vehicle.turret = towards
                    vehicle.flags |= TURNED
                self.turned = bool(vehicle.flags & TURNED)
        elif self.weapon == OWN_GUN:
            unit = state.units[self.firer]
            towards = facing_to(state, unit.hex, at, unit.facing)
            self.turned = towards != unit.facing
            unit.facing = towards

    def awaits_ace(self, state: LnltState) -> bool:
        return self.ace == NO_ACE and has_ace(state, self.seat, firer_hex(state, self.firer), self.firer)

    def tally(self, state: LnltState) -> Tally:
        men = self.men(state)
        tally = to_hit_tally(state, self.firer, self.weapon, self.target, men, self.opportunity, self.turned)
        add_ace(tally, self.ace)
        return tally

    def men(self, state: LnltState) -> list[int]:
        """Whom a shot at a hex concerns: everybody there, but of those who move past others the movers alone."""
        if self.target >= VEHICLE_IDS or self.opportunity:
            return self.victims
        return state.stacks[1 - self.seat][-1 - self.target]

    def band(self, state: LnltState) -> int:
        distance = state.board.grid.distances[firer_hex(state, self.firer)][place_of(state, self.target)]
        distance -= longer(state, self.firer, self.weapon)
        return ordnance_of(state, self.firer, self.weapon).band(distance)

    def need(self, state: LnltState) -> int:
        return ordnance_of(state, self.firer, self.weapon).needs[self.band(state)]

    def fired(self, state: LnltState) -> None:
        """Markers of the firer, one step of acquisition whether it hit or not; a single shot is used up."""
        acquire(state, self.firer, self.target)
        again = ANOTHER if self.ace == TWO_SHOTS else 0
        if self.firer >= VEHICLE_IDS:
            used = again or (HULL_FIRED if self.weapon else GUN_FIRED)
            state.vehicles[self.firer - VEHICLE_IDS].flags &= ~ANOTHER
            state.mark_vehicle(state.vehicles[self.firer - VEHICLE_IDS], FIRED | used)
            return
        state.units[self.firer].flags &= ~ANOTHER
        state.mark(state.units[self.firer], FIRED | again | self.rifles_left(state))
        if self.weapon != OWN_GUN and ordnance_of(state, self.firer, self.weapon).single_use:
            state.weapons[self.weapon].owner = GONE
            state.weapons[self.weapon].hex = GONE

    def rifles_left(self, state: LnltState) -> int:
        """A squad keeps its own firepower beside one such weapon, at whatever target (lnlt.core.armour.1.1)."""
        if self.opportunity or self.weapon == OWN_GUN or state.units[self.firer].type.kind != SQUAD:
            return 0
        return AIMED

    # ---- what it does

    def strike_vehicle(self, state: LnltState, vehicle: Vehicle, natural: int) -> None:
        origin = firer_hex(state, self.firer)
        turret = is_turret_hit(state, vehicle, natural, origin)
        side = aspect(state, vehicle, turret, origin)
        place = state.board.grid.names[vehicle.hex]
        if natural == 2 and state.edition.natural_two == 0 and vehicle.type.armoured:
            state.mark_vehicle(vehicle, IMMOBILE)
            vehicle.flags &= ~CONTINUOUS
            if state.recording:
                args: dict[str, int | str] = {"vehicle": vehicle.title()}
                state.emit(Event("immobilised", "lnlt.core.option.natural_two", args, place=place))
            vehicle_morale_check(state, vehicle, 0)
            return
        if vehicle.flags & EMPLACED and not turret:
            if state.recording:
                args = {"vehicle": vehicle.title()}
                outcomes = [(f"unit:{self.target}", "unhurt")]
                state.emit(Event("emplaced-hull", "lnlt.core.armour.11.3", args, outcomes=outcomes, place=place))
            return
        armour = armour_at(vehicle, turret, side)
        if armour == NONE:
            destroy(state, vehicle, "lnlt.core.armour.4.4", True)
            return
        self.penetrate(state, vehicle, armour, turret, side)

    def penetration_tally(self, state: LnltState) -> Tally:
        tally = Tally(state.recording)
        ordnance = ordnance_of(state, self.firer, self.weapon)
        tally.add(ordnance.penetration[self.band(state)], "hit.penetration", "lnlt.core.armour.4.4")
        if self.crossed:
            tally.add(1, "hit.underside", "lnlt.hon.10.5j")
        return tally

    def penetrate(self, state: LnltState, vehicle: Vehicle, armour: int, turret: bool, side: int) -> None:
        tally = self.penetration_tally(state)
        die = state.dice.roll(6, FOR_PENETRATION)
        armour_die = state.dice.roll(6, FOR_ARMOUR)
        difference = tally.total + die - armour - armour_die
        if state.recording:
            location = "turret" if turret else "hull"
            args: dict[str, int | str] = {
                "vehicle": vehicle.title(),
                "location": f"@location.{location}",
                "aspect": f"@aspect.{ASPECTS[side]}",
                "penetration": tally.total + die,
                "armour": armour + armour_die,
                "factor": armour,
            }
            kind = "penetrates" if difference > 0 else "bounces"
            place = state.board.grid.names[vehicle.hex]
            state.emit(
                Event(kind, "lnlt.core.armour.4.4", args, [die, armour_die], tally, [("penetration", kind)], place)
            )
        if difference > 0:
            destroy(state, vehicle, "lnlt.core.armour.4.4", True)
        else:
            vehicle_morale_check(state, vehicle, -difference)

    def report(self, state: LnltState, tally: Tally, need: int, first: int, second: int, hit: bool) -> None:
        natural = first + second
        args: dict[str, int | str] = {
            "firer": firer_title(state, self.firer),
            "target": target_title(state, self.target),
            "need": need,
            "needed": need - tally.total,
            "natural": natural,
            "sum": in_full(natural, tally),
            "total": natural + tally.total,
        }
        kind = "shot-hits" if hit else "shot-misses"
        if hit and self.target >= VEHICLE_IDS:
            vehicle = state.vehicles[self.target - VEHICLE_IDS]
            turret = is_turret_hit(state, vehicle, natural, firer_hex(state, self.firer))
            args["location"] = "@location.turret" if turret else "@location.hull"
        outcomes = [("shot", "hit" if hit else "miss")]
        if not hit and self.target >= VEHICLE_IDS:
            outcomes.append((f"unit:{self.target}", "unhurt"))
        place = state.board.grid.names[place_of(state, self.target)]
        state.emit(Event(kind, "lnlt.core.armour.4.2", args, [first, second], tally, outcomes, place))

    def odds(self, state: LnltState) -> Forecast:
        """An Ace Gunner's die comes first: two off the roll, or this shot as it is and another one."""
        tally = self.tally(state)
        need = self.need(state)
        found = Forecast("lnlt.core.armour.4.2", tally, f"≤ {need - tally.total}")
        edges = (0, -2) if state.skilled and self.awaits_ace(state) else (0,)
        for edge in edges:
            for natural, chance in TWO_D6.items():
                hit = hits(natural, tally.total + edge, need)
                found.put("shot", "hit" if hit else "miss", chance / len(edges))
                if self.target >= VEHICLE_IDS:
                    vehicle = state.vehicles[self.target - VEHICLE_IDS]
                    self.put_target(found, state, vehicle, natural, hit, chance / len(edges))
        return found

    def put_target(
        self, found: Forecast, state: LnltState, vehicle: Vehicle, natural: int, hit: bool, p: float
    ) -> None:
        turret = is_turret_hit(state, vehicle, natural, firer_hex(state, self.firer))
        if not hit:
            found.put(of_vehicle(vehicle), "unhurt", p)
            return
        if natural == 2 and state.edition.natural_two == 0 and vehicle.type.armoured:
            put_crew_check(found, vehicle, 0, p)
            return
        if vehicle.flags & EMPLACED and not turret:
            found.put(of_vehicle(vehicle), "unhurt", p)
            return
        armour = armour_at(vehicle, turret, aspect(state, vehicle, turret, firer_hex(state, self.firer)))
        if armour == NONE:
            found.put(of_vehicle(vehicle), "destroyed", p)
            return
        for difference, q in shifted(DIFFERENCES, self.penetration_tally(state).total - armour).items():
            if difference > 0:
                found.put(of_vehicle(vehicle), "destroyed", p * q)
            else:
                put_crew_check(found, vehicle, -difference, p * q)

    def copy(self) -> OrdnanceShot:
        twin = OrdnanceShot(self.seat, self.firer, self.weapon, self.target, self.opportunity)
        twin.step = self.step
        twin.turned = self.turned
        twin.crossed = self.crossed
        twin.victims = self.victims
        twin.ace = self.ace
        return twin

    def data(self) -> list[object]:
        return [
            self.step,
            self.seat,
            self.firer,
            self.weapon,
            self.target,
            self.opportunity,
            self.turned,
            self.crossed,
            self.ace,
            self.victims,
        ]


def cover_tally(state: LnltState, origin: int, hex_: int, indirect: bool) -> Tally:
    """Cover of men, at most so much (lnlt.core.5.5)."""
    tally = Tally(state.recording)
    add_cover(tally, state, origin, hex_, indirect, True)
    add_limit(tally, state)
    return tally


# ---- names


def firer_title(state: LnltState, firer: int) -> str:
    return state.vehicles[firer - VEHICLE_IDS].title() if firer >= VEHICLE_IDS else state.units[firer].title()


def target_title(state: LnltState, target: int) -> str:
    if target >= VEHICLE_IDS:
        return state.vehicles[target - VEHICLE_IDS].title()
    return state.board.grid.names[-1 - target]


# ---- whom a gun may shoot at


def reachable(
    state: LnltState, seat: int, hex_: int, ordnance: Ordnance, longer_by: int = 0, unseen: bool = False
) -> list[int]:
    """Targets in range and sight, spotted: every manned enemy vehicle, every hex with men if it has HE (4.1). Aimed
    Fire takes `unseen` ones too (lnlt.hid.skill.aimed-fire.b)."""
    enemy = 1 - seat
    found: list[int] = []
    if scorches(state, ordnance, hex_):
        return found
    mask = (state.occupied[enemy] | state.armour[enemy]) & state.sight_from(hex_)
    if not unseen:
        mask &= state.seen_from(hex_, enemy)
    distances = state.board.grid.distances[hex_]
    levels = state.board.levels
    farthest = ordnance.limits[-1] + longer_by
    while mask:
        low = mask & -mask
        mask ^= low
        at = low.bit_length() - 1
        if at == hex_ or distances[at] > farthest:
            continue
        if ordnance.no_fire_down and levels[hex_] > levels[at]:
            continue  # a PIAT bomb would roll out (lnlt.core.armour.1.3)
        if state.armour[enemy] & low:
            for vehicle in state.manned_at(enemy, at):
                found.append(target_vehicle(vehicle.id))
        if ordnance.he != NONE and state.occupied[enemy] & low and not state.occupied[seat] & low:
            found.append(target_hex(at))
    return found


def scorches(state: LnltState, ordnance: Ordnance, hex_: int) -> bool:
    """A rocket fired indoors, where that is forbidden (lnlt.core.option.backblast_ban)."""
    return state.edition.backblast_ban and ordnance.rocket and state.board.terrain[hex_].building


def may_shoot(flags: int, opportunity: bool, on_spotted: bool = False) -> bool:
    """Good Order, neither Fired nor Moved (lnlt.core.armour.4.1) in whatever way; the spotter `on_spotted` too, at what
    was just spotted (lnlt.core.4.1)."""
    if flags & (NO_OPPORTUNITY & ~FIRED) or flags & (FIRED | ANOTHER) == FIRED:
        return False
    return opportunity or not flags & OPS or (on_spotted and bool(flags & SPOTTER))


def bars_hull(state: LnltState, vehicle: Vehicle, ordnance: Ordnance, at: int) -> bool:
    """A hull gun fires to the front alone (lnlt.core.armour.5.5)."""
    if ordnance.mount == TURRET:
        return False
    return fan(state, vehicle.hex, vehicle.facing, at) != FRONT
