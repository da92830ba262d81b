"""Which cover class a unit enjoys."""

from __future__ import annotations

from bocage.geometry.plane import distance2, near_segment
from bocage.systems.disposable.model.tables import HEAVY, HULL_RADIUS, WALL_REACH
from bocage.systems.disposable.state import ON_TABLE, DisposableState, Unit


def shared_class(classes: list[int]) -> int:
    """The best class that at least half of the figures, rounded up, enjoy (dh.open.best_cover)."""
    classes.sort()
    return classes[len(classes) // 2]


def cover_of(state: DisposableState, unit: Unit, against: Unit) -> int:
    """The class of a unit against another, judged from that one's closest figure."""
    shooter, _ = state.nearest(against, unit)
    return cover_from(state, unit, state.x[shooter], state.y[shooter])


def cover_from(state: DisposableState, unit: Unit, sx: int, sy: int) -> int:
    table = state.scenario.table
    x, y = state.x, state.y
    classes = [table.cover_against(x[f], y[f], sx, sy) for f in unit.figures]
    if state.scenario.hulls and hull_near(state, unit.left, unit.low, unit.right, unit.high, HULL_RADIUS + WALL_REACH):
        for i in range(len(classes)):
            f = unit.figures[i]
            if classes[i] < HEAVY and behind_hull(state, x[f], y[f], sx, sy):
                classes[i] = HEAVY
    return shared_class(classes)


def cover_of_spots(state: DisposableState, spots: list[int], sx: int, sy: int) -> int:
    """The same for places where figures would stand (x, y in turn)."""
    table = state.scenario.table
    classes: list[int] = []
    for i in range(0, len(spots), 2):
        best = table.cover_against(spots[i], spots[i + 1], sx, sy)
        if best < HEAVY and state.scenario.hulls and behind_hull(state, spots[i], spots[i + 1], sx, sy):
            best = HEAVY
        classes.append(best)
    return shared_class(classes)


def shelter_of(state: DisposableState, unit: Unit) -> int:
    """The class of a unit that nobody in particular shoots at."""
    return shared_class([shelter_at(state, state.x[f], state.y[f]) for f in unit.figures])


def cover_there(state: DisposableState, seat: int, spots: list[int]) -> int:
    """The class of a unit that stands on these places (x, y in turn) against the nearest enemy; without one, from
    whatever side."""
    best2 = -1
    ex, ey = 0, 0
    for unit in state.units:
        if unit.seat != seat and unit.place == ON_TABLE:
            for f in unit.figures:
                d = distance2(spots[0], spots[1], state.x[f], state.y[f])
                if best2 < 0 or d < best2:
                    best2, ex, ey = d, state.x[f], state.y[f]
    if best2 >= 0:
        return cover_of_spots(state, spots, ex, ey)
    return shared_class([shelter_at(state, spots[i], spots[i + 1]) for i in range(0, len(spots), 2)])


def shelter_at(state: DisposableState, x: int, y: int) -> int:
    """The best class at a point from whatever side: the ground, an obstacle or a vehicle within an inch."""
    best = state.scenario.table.shelter_at(x, y)
    if best < HEAVY and state.scenario.hulls and hull_beside(state, x, y, WALL_REACH) >= 0:
        return HEAVY
    return best


# Vehicles and their wrecks are heavy cover for men within an inch of them, as obstacles are (dh.fire.terrain.4,
# dh.guts.terrain.4).


def hull_near(state: DisposableState, x0: int, y0: int, x1: int, y1: int, margin: int) -> bool:
    """A quick look whether a vehicle is so close to this box."""
    for index in state.scenario.hulls:
        vehicle = state.units[index]
        if (
            (vehicle.place == ON_TABLE or vehicle.wreck)
            and x0 - margin <= vehicle.left <= x1 + margin
            and y0 - margin <= vehicle.low <= y1 + margin
        ):
            return True
    return False


def hull_beside(state: DisposableState, x: int, y: int, reach: int) -> int:
    """A vehicle whose hull is so close to a point, but not over it, or -1."""
    for index in state.scenario.hulls:
        vehicle = state.units[index]
        if vehicle.place == ON_TABLE or vehicle.wreck:
            square = distance2(vehicle.left, vehicle.low, x, y)
            if HULL_RADIUS * HULL_RADIUS < square <= (HULL_RADIUS + reach) * (HULL_RADIUS + reach):
                return index
    return -1


def behind_hull(state: DisposableState, x: int, y: int, sx: int, sy: int) -> bool:
    """Whether a vehicle within an inch of the point is in the way of a shooter, who does not fire out of it."""
    reach = HULL_RADIUS + WALL_REACH
    for index in state.scenario.hulls:
        vehicle = state.units[index]
        if vehicle.place != ON_TABLE and not vehicle.wreck:
            continue
        hx, hy = vehicle.left, vehicle.low
        if (
            HULL_RADIUS * HULL_RADIUS < distance2(hx, hy, x, y) <= reach * reach
            and distance2(hx, hy, sx, sy) > HULL_RADIUS * HULL_RADIUS
            and near_segment(hx, hy, sx, sy, x, y, HULL_RADIUS)
        ):
            return True
    return False
