"""Moves that nobody chooses: into the nearest cover, falling back, routing, evading."""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

from math import isqrt
from typing import Final

from bocage.geometry.plane import Polyline, along, distance2, near_segment, within
from bocage.systems.disposable.model import tables
from bocage.systems.disposable.model.tables import BASE, DISTANCE, FULL, HOLD, HOME, OPEN, SLOW, WALL_REACH
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.command import command_distance, highest_guts
from bocage.systems.disposable.rules.cover import cover_of, cover_of_spots, shelter_at, shelter_of
from bocage.systems.disposable.rules.driving import HULL, VehicleReach
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.state import DESTROYED, MOUNTED, ON_TABLE, WAITING, DisposableState, Unit

FALL_BACK: Final = 60
ROUT: Final = 90
WITHDRAWAL: Final = 90
EVADE: Final = 90
SHY: Final = 10  # dh.open.evade_try
STEP: Final = 5  # how finely the way is looked at

# Bending round what is in the way (dh.open.away): turns of 0, 20, 40, 60 and 80 degrees, in 1024ths.
TURNS: Final = (
    (1024, 0), (962, 350), (962, -350), (784, 658), (784, -658), (512, 887), (512, -887), (178, 1008), (178, -1008),
)  # fmt: skip


def standing_reach(state: DisposableState, unit: Unit, mode: int, allowance: int) -> Reach:
    """From where the figures of a unit stand."""
    xs, ys = [state.x[f] for f in unit.figures], [state.y[f] for f in unit.figures]
    return Reach(state.scenario.table, xs, ys, mode, allowance, command_distance(highest_guts(state, unit)))


def free_reach(state: DisposableState, unit: Unit) -> Reach:
    """Where a unit fits, whatever the way there costs, but for impassable ground (dh.open.away)."""
    reach = standing_reach(state, unit, HOLD, 0)
    reach.anywhere = True
    if state.scenario.table.impassable:
        reach.barred = [area for area in state.scenario.table.slow if area.move == tables.IMPASSABLE]
    note_bases(state, unit, reach, 150)
    return reach


def note_bases(state: DisposableState, unit: Unit, reach: Reach, margin: int) -> None:
    """The bases of other units around."""
    x0, y0 = reach.x0 - margin, reach.y0 - margin
    x1, y1 = reach.x1 + margin, reach.y1 + margin
    for other in state.units:
        if other is unit or other.place != ON_TABLE:
            continue
        if other.right < x0 or other.left > x1 or other.high < y0 or other.low > y1:
            continue
        bases = reach.friends if other.seat == unit.seat else reach.enemies
        for f in other.figures:
            x, y = state.x[f], state.y[f]
            if x0 <= x <= x1 and y0 <= y <= y1:
                bases.append((x, y))
                if state.scenario.forces[other.index].vehicle is not None:  # it takes the room of a ring of bases
                    bases.extend([(x + dx, y + dy) for dx, dy in HULL])


def withdraw(state: DisposableState, unit: Unit) -> None:
    """9 inches in reverse, as far as there is room (dh.core.veh.guts)."""
    if unit.immobile:
        return
    reach = vehicle_reach(state, unit, SLOW)
    hull = unit.figures[0]
    x, y = state.x[hull], state.y[hull]
    for length in range(WITHDRAWAL, 0, -10):
        px, py = along(x, y, x - unit.facing_x, y - unit.facing_y, length)
        if px >= 0 and py >= 0 and reach.settle(px, py):
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
                if aboard or other.place == WAITING:
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
    if vehicle is not None and vehicle.drive == tables.WHEELED and reach.mode == FULL:
        reach.allowance = tables.ROAD_SPEED
        reach.off_road = tables.OFF_ROAD


def put(state: DisposableState, unit: Unit, spots: list[int]) -> None:
    for i in range(len(unit.figures)):
        f = unit.figures[i]
        state.x[f], state.y[f] = spots[2 * i], spots[2 * i + 1]
    state.enclose(unit)


def displace(state: DisposableState, unit: Unit, spots: list[int]) -> None:
    """Whoever is driven from his place has moved: a sniper has to be spotted anew (dh.open.spot_limits)."""
    put(state, unit, spots)
    unit.spotted = 0


def away(state: DisposableState, unit: Unit, cause: Unit, turn: int, length: int) -> tuple[int, int]:
    """The leader's place `length` from the enemy's centre along the line joining the centres (dh.open.away)."""
    ux, uy = state.centre(unit)
    cx, cy = state.centre(cause) if cause.figures else (ux, uy)
    dx, dy = ux - cx, uy - cy
    if dx == 0 and dy == 0:
        dx, dy = home_direction(state, unit.seat)
    cos, sin = TURNS[turn]
    leader = unit.figures[0]
    x, y = state.x[leader], state.y[leader]
    return along(x, y, x + dx * cos - dy * sin, y + dx * sin + dy * cos, length)


def home_direction(state: DisposableState, seat: int) -> tuple[int, int]:
    return HOME[state.scenario.sides[seat].edge]


def go_to_cover(state: DisposableState, unit: Unit, cause: Unit) -> None:
    """A pinned unit in the open goes to the closest cover within its command distance (dh.guts.pinned.2)."""
    if cause.figures and cover_of(state, unit, cause) != OPEN:
        return  # dh.guts.pinned.1
    spots = cover_near(state, unit)
    if spots:
        displace(state, unit, spots)
        state.report("to-cover", "dh.guts.pinned.2", unit)


def cover_near(state: DisposableState, unit: Unit) -> list[int]:
    """Where the figures stand once the unit has just come into the closest cover within its command distance; empty
    where there is none."""
    limit = command_distance(highest_guts(state, unit))
    x, y = state.x[unit.figures[0]], state.y[unit.figures[0]]
    reach = free_reach(state, unit)
    for square, cx, cy in covers_around(state, x, y, limit):
        start = max(STEP, isqrt(square) - WALL_REACH)
        for length in range(start, limit + 1, STEP):
            px, py = along(x, y, cx, cy, length)
            spots = settle_inside(reach, px, py)
            if spots and sheltered(state, spots) and nobody_beyond(reach, spots, limit):
                return spots
    return []


def covers_around(state: DisposableState, x: int, y: int, limit: int) -> list[tuple[int, int, int]]:
    """The three nearest pieces of cover: square of the distance and the nearest point."""
    covers: list[tuple[int, int, int]] = []
    table = state.scenario.table
    shapes: list[Polyline] = [area.shape for area in table.areas if area.cover != OPEN]
    for shape in shapes + [barrier.shape for barrier in table.barriers if barrier.cover != OPEN]:
        if shape.meets_box(x - limit, y - limit, x + limit, y + limit):
            cx, cy = shape.closest(x, y)
            covers.append((distance2(x, y, cx, cy), cx, cy))
    for index in state.scenario.hulls:
        vehicle = state.units[index]
        if vehicle.place == ON_TABLE and within(x, y, vehicle.left, vehicle.low, limit + tables.HULL_RADIUS):
            cx, cy = along(vehicle.left, vehicle.low, x, y, tables.HULL_RADIUS)
            covers.append((distance2(x, y, cx, cy), cx, cy))
    covers.sort()
    return covers[:3]


def nobody_beyond(reach: Reach, spots: list[int], limit: int) -> bool:
    """No figure goes farther than the limit."""
    for i in range(len(reach.xs)):
        if not within(reach.xs[i], reach.ys[i], spots[2 * i], spots[2 * i + 1], limit):
            return False
    return True


def sheltered(state: DisposableState, spots: list[int]) -> bool:
    """Whether at least half of these places, rounded up, are in cover."""
    covered = sum([shelter_at(state, spots[i], spots[i + 1]) != OPEN for i in range(0, len(spots), 2)])
    return covered * 4 >= len(spots)


def fall_back(state: DisposableState, unit: Unit, cause: Unit) -> None:
    """6 inches away, ending as soon as better cover is reached; at the table edge it stops, round anything else in the
    way it bends (dh.guts.fallback.1, dh.guts.fallback.2, dh.open.away)."""
    start = cover_of(state, unit, cause) if cause.figures else shelter_of(state, unit)
    reach = free_reach(state, unit)
    ex, ey = state.centre(cause) if cause.figures else (0, 0)
    best: list[int] = []
    far = 0
    for turn in range(len(TURNS)):
        at_edge = False
        for length in range(STEP, FALL_BACK + 1, STEP):
            x, y = away(state, unit, cause, turn, length)
            spots = settle_inside(reach, x, y)
            if not spots:
                at_edge = at_edge or (reach.why is bans.OFF_TABLE and not reach.crosses(reach.xs[0], reach.ys[0], x, y))
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
    return reach.settle(x, y)


def rout(state: DisposableState, unit: Unit, cause: Unit) -> None:
    """9 inches away, whatever lies on the way; over the table edge the unit is gone
    (dh.guts.rout.1, dh.guts.rout.2, dh.core.rout.leave)."""
    reach = free_reach(state, unit)
    for turn in range(len(TURNS)):
        x, y = away(state, unit, cause, turn, ROUT)
        if reach.crosses(reach.xs[0], reach.ys[0], x, y):
            continue  # round impassable ground (dh.open.away)
        if state.scenario.table.on_table(x, y):
            break
        unit.place = DESTROYED
        state.report("left", "dh.core.rout.leave", unit)
        return
    flee(state, unit, cause, ROUT, False)


def evade(state: DisposableState, unit: Unit, cause: Unit) -> None:
    """9 inches back from a charge, past no enemy closer than an inch (dh.cc.evade.3, dh.open.evade_try)."""
    flee(state, unit, cause, EVADE, True)


def flee(state: DisposableState, unit: Unit, cause: Unit, distance: int, shy: bool) -> None:
    """As far as there is room, bending round what is in the way."""
    reach = free_reach(state, unit)
    for length in range(distance, 0, -10):
        for turn in range(len(TURNS)):
            x, y = away(state, unit, cause, turn, length)
            spots = settle_inside(reach, x, y)
            if spots and not (shy and brushes(reach, spots)):
                displace(state, unit, spots)
                return


def brushes(reach: Reach, spots: list[int]) -> bool:
    """Whether somebody would end within an inch of an enemy, or come so close to one on his way."""
    for i in range(len(reach.xs)):
        ax, ay = reach.xs[i], reach.ys[i]
        bx, by = spots[2 * i], spots[2 * i + 1]
        for ex, ey in reach.enemies:
            if within(bx, by, ex, ey, SHY + BASE) or (
                not within(ax, ay, ex, ey, SHY + BASE) and near_segment(ex, ey, ax, ay, bx, by, SHY + BASE)
            ):
                return True
    return False
