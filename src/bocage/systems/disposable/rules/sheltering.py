"""The nearest cover that shelters from a shooter, and how the men of a unit get into it."""

from __future__ import annotations

from typing import Final

from bocage.geometry.plane import Polyline, along, distance2, within
from bocage.systems.disposable.model.tables import BASE, IMPASSABLE, OPEN, RADIUS, Area, Barrier
from bocage.systems.disposable.rules.command import command_distance, highest_guts, spread_out
from bocage.systems.disposable.rules.cover import behind_hull, cover_of
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.retreat import STEP, displace, forced_reach, settle_inside
from bocage.systems.disposable.rules.room import SPOTS
from bocage.systems.disposable.state import ON_TABLE, DisposableState, Unit

AT_WALL: Final = 7  # tenths from an obstacle
APART: Final = 12  # from man to man
PIECES: Final = 4  # so many pieces of cover are looked at closely
GROUND: Final = 0  # kinds of cover
OBSTACLE: Final = 1
HULL: Final = 2
# Steps away from the place of the leader, nearest first: inside ground, and along an obstacle.
INSIDE: Final = sorted(
    [(i * APART, j * APART) for i in range(-4, 5) for j in range(-4, 5)],
    key=lambda spot: (spot[0] * spot[0] + spot[1] * spot[1], spot[1], spot[0]),
)
ALONG: Final = [0] + [sign * k * APART for k in range(1, 7) for sign in (1, -1)]


class Cover:
    """A piece of cover, and the place in it that is nearest to a unit."""

    __slots__ = ("area", "barrier", "far2", "hull_x", "hull_y", "x", "y")

    def __init__(self, x: int, y: int, far2: int) -> None:
        self.x, self.y, self.far2 = x, y, far2
        self.area: Area | None = None
        self.barrier: Barrier | None = None
        self.hull_x = self.hull_y = -1  # of a vehicle or wreck


def go_to_cover(state: DisposableState, unit: Unit, cause: Unit) -> None:
    """A pinned unit stays in cover, or goes to the nearest that shelters from the shooter; where that is farther than
    its command distance it goes so far toward it (dh.guts.pinned.1, dh.guts.pinned.2). A crew stays at its gun."""
    gun = state.weapon(unit)
    if not cause.figures or cover_of(state, unit, cause) != OPEN or (gun is not None and gun.gun):
        return
    spots = seek_cover(state, unit, state.centre(cause), True)
    if spots:
        displace(state, unit, spots)
        state.report("to-cover", "dh.guts.pinned.2", unit)


def seek_cover(state: DisposableState, unit: Unit, shooter: tuple[int, int], toward: bool) -> list[int]:
    """Where the figures stand who go into the nearest cover within their command distance, or `toward` it; empty where
    there is none."""
    limit = command_distance(highest_guts(state, unit))
    covers = covers_around(state, state.x[unit.figures[0]], state.y[unit.figures[0]], shooter)
    if not covers:
        return []
    reach = forced_reach(state, unit, limit)
    for cover in covers[:PIECES]:
        if cover.far2 <= (limit + BASE) * (limit + BASE):
            spots = take_cover(state, reach, cover, shooter)
            if spots:
                return spots
    if not toward:
        return []
    for length in range(limit, 0, -STEP):
        x, y = along(reach.xs[0], reach.ys[0], covers[0].x, covers[0].y, length)
        spots = settle_inside(reach, x, y)
        if spots:
            return spots
    return []


def covers_around(state: DisposableState, x: int, y: int, shooter: tuple[int, int]) -> list[Cover]:
    """The pieces of cover nearest to a point that shelter from the shooter, the nearest first."""
    table = state.scenario.table
    sx, sy = shooter[0] - x, shooter[1] - y
    found: list[Cover] = []
    for gap2, kind, k in pieces_by_distance(state, x, y):
        if len(found) >= PIECES and gap2 > found[PIECES - 1].far2:
            break
        cover = piece_of(state, kind, k, x, y, shooter)
        cover.far2 = distance2(x, y, cover.x, cover.y)
        before = (cover.x - x) * sx + (cover.y - y) * sy < sx * sx + sy * sy  # nobody seeks it behind the shooter
        if before and table.on_table(cover.x, cover.y) and shelters(state, cover, cover.x, cover.y, shooter):
            found.append(cover)
            found.sort(key=how_far)
    return found


def pieces_by_distance(state: DisposableState, x: int, y: int) -> list[tuple[int, int, int]]:
    """Ground, obstacles and hulls that give cover: at least how far (squared), which kind, which of them."""
    table = state.scenario.table
    ranked: list[tuple[int, int, int]] = []
    for k in range(len(table.areas)):
        if table.areas[k].cover != OPEN:
            ranked.append((gap2_to(table.areas[k].shape, x, y), GROUND, k))
    for k in range(len(table.barriers)):
        if table.barriers[k].cover != OPEN:
            ranked.append((gap2_to(table.barriers[k].shape, x, y), OBSTACLE, k))
    for k in state.scenario.hulls:
        hull = state.units[k]
        if hull.place == ON_TABLE or hull.wreck:
            ranked.append((0, HULL, k))
    ranked.sort()
    return ranked


def gap2_to(shape: Polyline, x: int, y: int) -> int:
    """The square of the distance to the box round a shape, less what a man stands off it."""
    dx, dy = max(shape.x0 - x, 0, x - shape.x1), max(shape.y0 - y, 0, y - shape.y1)
    dx, dy = max(0, dx - AT_WALL), max(0, dy - AT_WALL)
    return dx * dx + dy * dy


def piece_of(state: DisposableState, kind: int, k: int, x: int, y: int, shooter: tuple[int, int]) -> Cover:
    """A piece of cover with the place in it that is nearest to a point, on the side away from the shooter."""
    table = state.scenario.table
    if kind == GROUND:
        area = table.areas[k]
        if area.move == IMPASSABLE:
            cover = Cover(*behind(area.shape, area.shape.cx, area.shape.cy, shooter), 0)
        else:
            cover = Cover(*inner_place(area, x, y), 0)
        cover.area = area
    elif kind == OBSTACLE:
        cx, cy = table.barriers[k].shape.closest(x, y)
        cover = Cover(*along(cx, cy, 2 * cx - shooter[0], 2 * cy - shooter[1], AT_WALL), 0)
        cover.barrier = table.barriers[k]
    else:
        hull = state.units[k]
        cover = Cover(*along(hull.left, hull.low, 2 * hull.left - shooter[0], 2 * hull.low - shooter[1], 22), 0)
        cover.hull_x, cover.hull_y = hull.left, hull.low
    return cover


def how_far(cover: Cover) -> int:
    return cover.far2


def inner_place(area: Area, x: int, y: int) -> tuple[int, int]:
    """The place inside the ground that is nearest to a point."""
    if area.shape.contains(x, y):
        return x, y
    cx, cy = area.shape.closest(x, y)
    return (cx, cy) if area.shape.contains(cx, cy) else along(cx, cy, area.shape.cx, area.shape.cy, 2)


def behind(shape: Polyline, cx: int, cy: int, shooter: tuple[int, int]) -> tuple[int, int]:
    """The place beside what cannot be entered, on the side away from the shooter."""
    x, y = along(cx, cy, 2 * cx - shooter[0], 2 * cy - shooter[1], 200)
    ex, ey = shape.closest(x, y)
    return along(ex, ey, 2 * ex - cx, 2 * ey - cy, RADIUS + 2)


def shelters(state: DisposableState, cover: Cover, x: int, y: int, shooter: tuple[int, int]) -> bool:
    """Whether a place in a piece of cover is covered from the shooter."""
    if cover.hull_x >= 0:
        return behind_hull(state, x, y, shooter[0], shooter[1])
    return state.scenario.table.cover_against(x, y, shooter[0], shooter[1]) != OPEN


def places_in(state: DisposableState, cover: Cover, shooter: tuple[int, int], most: int) -> list[tuple[int, int]]:
    """Places of men in a piece of cover, from the leader's outwards, all of them sheltered from the shooter."""
    table = state.scenario.table
    places: list[tuple[int, int]] = []
    if cover.barrier is not None:
        line = cover.barrier.shape
        cx, cy = line.closest(cover.x, cover.y)
        tx, ty = cover.y - cy, cx - cover.x  # along the obstacle
        for step in ALONG:
            wx, wy = along(cx, cy, cx + tx, cy + ty, step)
            wx, wy = line.closest(wx, wy)
            places.append(along(wx, wy, wx + cover.x - cx, wy + cover.y - cy, AT_WALL))
    else:
        places = [(cover.x + dx, cover.y + dy) for dx, dy in INSIDE]
    found: list[tuple[int, int]] = []
    for x, y in places:
        if len(found) == most:
            break
        if not table.on_table(x, y) or table.is_shut(x, y):
            continue
        if shelters(state, cover, x, y, shooter):
            found.append((x, y))
    return found


def take_cover(state: DisposableState, reach: Reach, cover: Cover, shooter: tuple[int, int]) -> list[int]:
    """Every man goes to the place in cover that is nearest to him, the others close to the leader; at least half of
    them, rounded up, must find cover."""
    n = len(reach.xs)
    places = places_in(state, cover, shooter, 2 * n)
    if 2 * len(places) < n:
        return []
    spots = [-1000] * (2 * n)
    stray: list[int] = []
    for i in range(n):
        if not find_place(reach, spots, i, places if i == 0 else nearest_first(places, reach.xs[i], reach.ys[i])):
            if i == 0 or 2 * len(stray) >= n:
                return []
            stray.append(i)
    if 2 * len(stray) > n or not bring_up(reach, spots, stray):
        return []
    return [] if spread_out(spots[::2], spots[1::2], reach.command) else spots


def nearest_first(places: list[tuple[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    ranked = [(distance2(px, py, x, y), px, py) for px, py in places]
    ranked.sort()
    return [(px, py) for _, px, py in ranked]


def find_place(reach: Reach, spots: list[int], i: int, places: list[tuple[int, int]]) -> bool:
    """Give a man the first place that is free and that he can reach."""
    for px, py in places:
        if reach.free(spots, px, py) and fits(reach, spots, i, px, py):
            spots[2 * i], spots[2 * i + 1] = px, py
            return True
    return False


def fits(reach: Reach, spots: list[int], i: int, px: int, py: int) -> bool:
    """Whether a man can get to a place, stand there and keep to his leader."""
    if i and not within(px, py, spots[0], spots[1], reach.command + BASE):
        return False
    return reach.stands(px, py) is None and (
        (px == reach.xs[i] and py == reach.ys[i]) or reach.walks(i, px, py) is None
    )


def bring_up(reach: Reach, spots: list[int], stray: list[int]) -> bool:
    """Who finds no cover stays where he is, or comes close to the leader."""
    for i in stray:
        x, y = reach.xs[i], reach.ys[i]
        if reach.free(spots, x, y) and within(x, y, spots[0], spots[1], reach.command + BASE):
            spots[2 * i], spots[2 * i + 1] = x, y
            continue
        for ox, oy in SPOTS:
            px, py = spots[0] + ox, spots[1] + oy
            if reach.free(spots, px, py) and fits(reach, spots, i, px, py):
                spots[2 * i], spots[2 * i + 1] = px, py
                break
        else:
            return False
    return True
