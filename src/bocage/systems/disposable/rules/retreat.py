"""Moves that nobody chooses: into the nearest cover, falling back, routing, evading.

None goes farther than it may, measured along the way of each figure, and none through the enemy (dh.open.away)."""

from __future__ import annotations

from typing import Final

from bocage.geometry.plane import along, within
from bocage.geometry.ways import FINE
from bocage.systems.disposable.model.tables import DISTANCE, FULL, HOLD, HOME, HULL_RADIUS, RADIUS, SLOW
from bocage.systems.disposable.model.weapons import OFF_ROAD, ROAD_SPEED, WHEELED
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.command import command_distance, highest_guts
from bocage.systems.disposable.rules.cover import cover_of, cover_of_spots, shelter_of
from bocage.systems.disposable.rules.driving import VehicleReach
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.walking import Crowd
from bocage.systems.disposable.state import DESTROYED, MOUNTED, ON_TABLE, DisposableState, Unit

FALL_BACK: Final = 60
ROUT: Final = 90
WITHDRAWAL: Final = 90
EVADE: Final = 90
SHY: Final = 11  # more than an inch (dh.open.evade_try)
STEP: Final = 5  # how finely the way is looked at

# Bending round what is in the way (dh.open.away): turns of 0, 20, 40, 60 and 80 degrees, in 1024ths.
TURNS: Final[tuple[tuple[int, int], ...]] = (
    (1024, 0), (962, 350), (962, -350), (784, 658), (784, -658), (512, 887), (512, -887), (178, 1008), (178, -1008),
)  # fmt: skip


def standing_reach(state: DisposableState, unit: Unit, mode: int, allowance: int) -> Reach:
    """From where the figures of a unit stand."""
    xs, ys = [state.x[f] for f in unit.figures], [state.y[f] for f in unit.figures]
    return Reach(state.scenario.table, xs, ys, mode, allowance, command_distance(highest_guts(state, unit)))


def forced_reach(state: DisposableState, unit: Unit, allowance: int, shy: int = 0) -> Reach:
    """Where a unit may be driven: the ground costs nothing, but nobody passes what cannot be crossed (dh.open.away).
    `shy`: how far it keeps from enemies."""
    reach = standing_reach(state, unit, HOLD, allowance)
    reach.walk.free = True
    reach.look_around()
    note_bases(state, unit, reach, allowance + 50, shy)
    return reach


def note_bases(state: DisposableState, unit: Unit, reach: Reach, margin: int, shy: int = 0) -> None:
    """The bases and hulls of other units around. Enemies, vehicles and wrecks bar the way (dh.open.way)."""
    x0, y0, x1, y1 = reach.around(margin)
    own = reach.walk.radius
    for other in state.units:
        if other is unit or (other.place != ON_TABLE and not other.wreck) or other.outside(x0, y0, x1, y1):
            continue
        foe = other.seat != unit.seat and not other.wreck
        room = own + (shy if foe else 0)
        if state.scenario.forces[other.index].vehicle is not None:
            reach.add_other(Crowd(other, [other.left], [other.low], HULL_RADIUS + room, False), True)
            continue
        xs, ys = [state.x[f] for f in other.figures], [state.y[f] for f in other.figures]
        reach.add_other(Crowd(other, xs, ys, RADIUS + room, foe), foe or own != RADIUS)


def withdraw(state: DisposableState, unit: Unit) -> None:
    """9 inches in reverse, as far as there is room (dh.core.veh.guts)."""
    if unit.immobile:
        return
    reach = vehicle_reach(state, unit, SLOW)
    hull = unit.figures[0]
    x, y = state.x[hull], state.y[hull]
    for length in range(WITHDRAWAL, 0, -10):
        px, py = along(x, y, x - unit.facing_x, y - unit.facing_y, length)
        if reach.settle(px, py):
            drive(state, unit, px, py)
            return


def drive(state: DisposableState, unit: Unit, x: int, y: int) -> None:
    """Put a vehicle and all it carries here."""
    state.x[unit.figures[0]], state.y[unit.figures[0]] = x, y
    state.enclose(unit)
    for other in state.units:
        aboard = other.place == MOUNTED and other.carrier == unit.index
        if aboard or state.scenario.forces[other.index].crew_of == unit.index:
            for f in other.figures:
                state.x[f], state.y[f] = x, y
            if other.figures:
                state.enclose(other)


def vehicle_reach(state: DisposableState, unit: Unit, mode: int) -> VehicleReach:
    """Where a vehicle may drive."""
    hull = unit.figures[0]
    reach = VehicleReach(state.scenario.table, [state.x[hull]], [state.y[hull]], mode, DISTANCE[mode], 0)
    reach.facing_x, reach.facing_y = unit.facing_x, unit.facing_y
    set_speed(state, unit, reach)
    reach.look_around()
    note_bases(state, unit, reach, reach.allowance + 50)
    return reach


def set_speed(state: DisposableState, unit: Unit, reach: VehicleReach) -> None:
    """Wheels at full speed are fast on roads and slow beside them (dh.core.veh.move)."""
    vehicle = state.vehicle(unit)
    if vehicle is not None and vehicle.drive == WHEELED and reach.mode == FULL:
        reach.allowance = ROAD_SPEED
        reach.off_road = OFF_ROAD


def put(state: DisposableState, unit: Unit, spots: list[int]) -> None:
    x, y = state.x, state.y
    k = 0
    for f in unit.figures:
        x[f], y[f] = spots[k], spots[k + 1]
        k += 2
    state.enclose(unit)


def displace(state: DisposableState, unit: Unit, spots: list[int]) -> None:
    """Whoever is driven from his place has moved: a sniper has to be spotted anew (dh.open.spot_limits)."""
    put(state, unit, spots)
    unit.spotted = 0


def away(state: DisposableState, unit: Unit, cause: Unit, turn: int, length: int, limit: int) -> tuple[int, int]:
    """The leader's place `length` from the enemy's centre along the line joining the centres (dh.open.away)."""
    ux, uy = state.centre(unit)
    cx, cy = state.centre(cause) if cause.figures else (ux, uy)
    dx, dy = ux - cx, uy - cy
    if dx == 0 and dy == 0:
        dx, dy = home_direction(state, unit.seat)
    cos, sin = TURNS[turn]
    leader = unit.figures[0]
    x, y = state.x[leader], state.y[leader]
    tx, ty = x + dx * cos - dy * sin, y + dx * sin + dy * cos
    point = along(x, y, tx, ty, length)
    # Rounded to the tenth it may lie a little too far.
    return point if within(x, y, point[0], point[1], limit) else along(x, y, tx, ty, length - 1)


def home_direction(state: DisposableState, seat: int) -> tuple[int, int]:
    return HOME[state.scenario.sides[seat].edge]


def fall_back(state: DisposableState, unit: Unit, cause: Unit) -> None:
    """6 inches away, ending as soon as better cover is reached; at the table edge it stops, round anything else in the
    way it bends (dh.guts.fallback.1, dh.guts.fallback.2, dh.open.away,
    dh.open.better_cover)."""
    leave_gun(state, unit)
    start = cover_of(state, unit, cause) if cause.figures else shelter_of(state, unit)
    reach = forced_reach(state, unit, FALL_BACK)
    ex, ey = state.centre(cause) if cause.figures else (0, 0)
    best: list[int] = []
    far = 0
    for turn in range(len(TURNS)):
        at_edge = False
        for length in range(STEP, FALL_BACK + 1, STEP):
            x, y = away(state, unit, cause, turn, length, FALL_BACK)
            spots = settle_inside(reach, x, y)
            if not spots:
                at_edge = at_edge or reach.why is bans.OFF_TABLE
                continue
            if length > far:
                best, far = spots, length
            if cause.figures and cover_of_spots(state, spots, ex, ey) > start:
                displace(state, unit, spots)
                return
        if far == FALL_BACK or (at_edge and turn == 0):
            break
    if best:
        displace(state, unit, best)


def settle_inside(reach: Reach, x: int, y: int) -> list[int]:
    if not reach.table.on_table(x, y):
        reach.why = bans.OFF_TABLE
        return []
    return reach.place(x, y)


def leave_gun(state: DisposableState, unit: Unit) -> None:
    """A crew that is driven off leaves its gun behind (dh.open.gun_left)."""
    gun = state.weapon(unit)
    if gun is not None and gun.gun:
        unit.out |= 1
        state.report("gun-left", "dh.open.gun_left", unit)


def rout(state: DisposableState, unit: Unit, cause: Unit) -> None:
    """9 inches away, whatever lies on the way; over the table edge the unit is gone
    (dh.guts.rout.1, dh.guts.rout.2, dh.core.rout.leave)."""
    leave_gun(state, unit)
    reach = forced_reach(state, unit, ROUT)
    for turn in range(len(TURNS)):
        x, y = away(state, unit, cause, turn, ROUT, ROUT)
        if reach.walk.leg(reach.xs[0], reach.ys[0], x, y) > ROUT * FINE + FINE:
            continue  # round what cannot be crossed (dh.open.away)
        if state.scenario.table.on_table(x, y):
            break
        unit.place = DESTROYED
        state.report("left", "dh.core.rout.leave", unit)
        return
    flee(state, unit, cause, ROUT, reach)


def evade(state: DisposableState, unit: Unit, cause: Unit) -> None:
    """9 inches back from a charge, past no enemy closer than an inch (dh.cc.evade.3, dh.open.evade_try)."""
    leave_gun(state, unit)
    flee(state, unit, cause, EVADE, forced_reach(state, unit, EVADE, SHY))


def flee(state: DisposableState, unit: Unit, cause: Unit, distance: int, reach: Reach) -> None:
    """As far as there is room, bending round what is in the way."""
    for length in range(distance, 0, -10):
        for turn in range(len(TURNS)):
            x, y = away(state, unit, cause, turn, length, distance)
            spots = settle_inside(reach, x, y)
            if spots:
                displace(state, unit, spots)
                return
