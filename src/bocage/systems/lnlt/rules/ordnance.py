"""Ordnance (lnlt.core.armour.4): to hit, where, through the armour or not; HE against men; acquisition."""

from __future__ import annotations

from bocage.kernel import Tally
from bocage.systems.lnlt.model.flags import (
    ANOTHER,
    ASSAULT,
    FIRED,
    MARKED,
    MOVED,
    MOVING,
    NO_OPPORTUNITY,
    OPS,
    SMOKING,
    SPOTTER,
    STEALTH,
)
from bocage.systems.lnlt.model.hull import CONTINUOUS
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.tables import same_force
from bocage.systems.lnlt.model.vehicles import (
    BEHIND,
    FRONT,
    NONE,
    ROAD_BOUND,
    TURRET,
    VEHICLE_IDS,
    Ordnance,
    Vehicle,
    bearing,
    facing_towards,
)
from bocage.systems.lnlt.rules.acquisition import acquired
from bocage.systems.lnlt.rules.firepower import add_limit, add_riders, is_moving
from bocage.systems.lnlt.rules.ordnance_cards import is_rocket_man
from bocage.systems.lnlt.rules.terrain import add_cover, add_hindrance
from bocage.systems.lnlt.rules.traits import MOUNTED
from bocage.systems.lnlt.rules.transport import ridden
from bocage.systems.lnlt.state import LnltState

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


def vehicle_is_moving(vehicle: Vehicle) -> bool:  # lnlt.core.armour.4.3
    return bool(vehicle.flags & (MOVED | ASSAULT | MOVING | CONTINUOUS))


def men_are_moving(state: LnltState, men: list[int]) -> bool:
    """On the Ordnance Fire Table; what hides movement from small arms does not from guns (lnlt.core.armour.4.3)."""
    return any(is_moving(state.units[number].flags) for number in men)


def they_ride_by(state: LnltState, firer: int, at: int) -> bool:
    """Those who ride on a vehicle move with it (lnlt.core.armour.6.3)."""
    seat = state.vehicles[firer - VEHICLE_IDS].seat if firer >= VEHICLE_IDS else state.units[firer].seat
    if not state.armour[1 - seat] >> at & 1:
        return False
    return any(vehicle_is_moving(vehicle) for vehicle in ridden(state, 1 - seat, at))


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
    elif state.scenario.mounted and any(state.units[number].type.traits & MOUNTED for number in victims):
        add_riders(tally, state, victims, 1)
    elif men_are_moving(state, victims) or (not opportunity and they_ride_by(state, firer, at)):
        tally.add(1, "hit.moving", "lnlt.core.armour.4.3")
    return tally


def add_vehicle_firer(tally: Tally, vehicle: Vehicle, opportunity: bool) -> None:
    if vehicle.is_open() and not vehicle.type.one_man_turret and not vehicle.type.fixed:
        tally.add(-1, "hit.open", "lnlt.core.armour.4.3")  # lnlt.nosb.15.5a
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
    if leadership and state.edition.leader_helps_ordnance:  # lnlt.core.open.armour.7
        tally.add(-leadership, "hit.leadership", "lnlt.core.option.leader_helps_ordnance")
    if unit.flags & (ASSAULT | STEALTH):
        tally.add(1, "hit.assault", "lnlt.core.armour.1.1")
    if opportunity and unit.flags & OPS:
        tally.add(2, "hit.ops-complete", "lnlt.core.armour.1.1")
    if weapon != OWN_GUN and state.weapons[weapon].seat != unit.seat:
        tally.add(1, "hit.captured", "lnlt.core.armour.1.5")
    if is_rocket_man(state, unit.id, weapon):
        tally.add(-1, "hit.rocket-man", "lnlt.boh.25.2.rocket-man.c")


def add_vehicle_target(tally: Tally, state: LnltState, vehicle: Vehicle, origin: int) -> None:
    """Its cover counts, but for a shot within its hex (lnlt.core.open.armour.2)."""
    edition = state.edition
    if vehicle_is_moving(vehicle):
        fast = edition.dj_speed_drm and is_fast(vehicle)  # lnlt.core.option.dj_speed_drm, lnlt.dj.15.7q
        tally.add(2 if fast else 1, "hit.fast" if fast else "hit.moving", "lnlt.core.armour.4.3")
    if edition.dj_size_drm and vehicle.type.size:  # lnlt.core.option.dj_size_drm
        tally.add(vehicle.type.size, "hit.size", "lnlt.dj.15.7a")
    if edition.vehicle_tm_on_to_hit and origin != vehicle.hex:  # lnlt.core.option.vehicle_tm_on_to_hit
        add_cover(tally, state, origin, vehicle.hex, False, False)


FAST = (99, 16, 20, 12)
"""Movement factors from which the optional speed modifier counts, by movement class (lnlt.dj.15.7m)."""


def is_fast(vehicle: Vehicle) -> bool:
    mode = vehicle.type.mode
    return vehicle.type.move >= FAST[mode] and (mode != ROAD_BOUND or vehicle.spent >= 2)  # lnlt.dj.15.7p


def hits(natural: int, modifier: int, need: int) -> bool:
    """A natural 2 always hits, a natural 12 never (lnlt.core.armour.4.2)
    (lnlt.core.armour.4.3, lnlt.core.armour.4.4, lnlt.core.armour.4.5)."""
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
    """NONE where it has no armour at all (lnlt.core.armour.5.1), 0 where there is none behind (lnlt.hid.15.7a); a fixed
    turret has nothing but its turret (lnlt.core.armour.11.5)."""
    if not vehicle.type.armoured:
        return NONE
    value = vehicle.type.armour[side * 2 + (1 if turret or vehicle.type.fixed else 0)]
    return 0 if value == NONE and vehicle.type.no_rear_armour else value


def cover_tally(state: LnltState, origin: int, hex_: int, indirect: bool) -> Tally:  # lnlt.core.armour.4.5
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
    """Targets in range and sight, spotted: every manned enemy vehicle, every hex with men, on foot or riding, if it has
    HE (lnlt.core.armour.4.1). Aimed Fire takes `unseen` ones too (lnlt.hid.skill.aimed-fire.b)."""
    enemy = 1 - seat
    found: list[int] = []
    if scorches(state, ordnance, hex_):
        return found
    mask = (state.occupied[enemy] | state.armour[enemy]) & state.sight_from(hex_)
    men = mask & state.occupied[enemy]
    if not unseen:
        men &= state.seen_from(hex_, enemy)
        mask &= state.seen_armour_from(hex_, enemy)
    distances = state.board.grid.distances[hex_]
    levels = state.board.levels
    farthest = ordnance.limits[-1] + longer_by
    for at in hexes_in(mask):
        if at == hex_ or distances[at] > farthest:
            continue
        if ordnance.no_fire_down and levels[hex_] > levels[at]:  # lnlt.hon.1.6.5b, lnlt.sab.1.6.21b
            continue  # a PIAT bomb would roll out (lnlt.core.armour.1.3)
        if state.armour[enemy] >> at & 1:
            for vehicle in state.manned_at(enemy, at):
                found.append(target_vehicle(vehicle.id))
        there = men >> at & 1 or (state.armour[enemy] >> at & 1 and ridden(state, enemy, at))  # lnlt.core.armour.6.3
        if ordnance.he != NONE and there and not state.occupied[seat] >> at & 1:  # lnlt.core.armour.2.2
            found.append(target_hex(at))
    return found


def scorches(state: LnltState, ordnance: Ordnance, hex_: int) -> bool:
    """A rocket fired indoors, where that is forbidden (lnlt.core.option.backblast_ban)."""
    return state.edition.backblast_ban and ordnance.rocket and state.board.terrain[hex_].building


def may_shoot(flags: int, opportunity: bool, on_spotted: bool = False) -> bool:
    """Good Order, neither Fired nor Moved (lnlt.core.armour.4.1) in whatever way; the spotter `on_spotted` too, at what
    was just spotted (lnlt.core.4.1). Who has laid smoke may only move (lnlt.pac.12.7.0b)."""
    if flags & SMOKING and not flags & MARKED:
        return False
    if flags & (NO_OPPORTUNITY & ~FIRED) or flags & (FIRED | ANOTHER) == FIRED:
        return False
    return opportunity or not flags & OPS or (on_spotted and bool(flags & SPOTTER))


def bars_hull(state: LnltState, vehicle: Vehicle, ordnance: Ordnance, at: int) -> bool:  # lnlt.hid.15.9.1g
    """A hull gun fires to the front alone (lnlt.core.armour.5.5)."""
    if ordnance.mount == TURRET:
        return False
    return fan(state, vehicle.hex, vehicle.facing, at) != FRONT
