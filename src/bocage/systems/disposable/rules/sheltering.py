"""The nearest cover that shelters from a shooter, and how the men of a unit get into it."""

from __future__ import annotations

from typing import Final

from bocage.geometry.plane import Polyline, along, distance2, within
from bocage.systems.disposable.model.tables import BASE, OPEN, RADIUS, Area, Barrier
from bocage.systems.disposable.rules.command import command_distance, highest_guts, spread_out
from bocage.systems.disposable.rules.cover import behind_hull, cover_of
from bocage.systems.disposable.rules.formation import SPOTS, Reach
from bocage.systems.disposable.rules.retreat import STEP, displace, forced_reach, settle_inside
from bocage.systems.disposable.state import ON_TABLE, DisposableState, Unit

AT_WALL: Final = 7  # tenths from an obstacle
APART: Final = 12  # from man to man
PIECES: Final = 4  # so many pieces of cover are looked at closely
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
    """Every piece of cover that shelters from the shooter, the nearest to a point first."""
    table = state.scenario.table
    covers: list[Cover] = []
    for area in table.areas:
        if area.cover != OPEN:
            if area in table.solid:
                cx, cy = area.shape.cx, area.shape.cy
                cover = Cover(*behind(area.shape, cx, cy, shooter), 0)
            else:
                cover = Cover(*inner_place(area, x, y), 0)
            cover.area = area
            covers.append(cover)
    for barrier in table.barriers:
        if barrier.cover != OPEN:
            cx, cy = barrier.shape.closest(x, y)
            cover = Cover(*along(cx, cy, 2 * cx - shooter[0], 2 * cy - shooter[1], AT_WALL), 0)
            cover.barrier = barrier
            covers.append(cover)
    for index in state.scenario.hulls:
        hull = state.units[index]
        if hull.place == ON_TABLE or hull.wreck:
            cover = Cover(*along(hull.left, hull.low, 2 * hull.left - shooter[0], 2 * hull.low - shooter[1], 22), 0)
            cover.hull_x, cover.hull_y = hull.left, hull.low
            covers.append(cover)
    sx, sy = shooter[0] - x, shooter[1] - y
    found: list[Cover] = []
    for cover in covers:
        cover.far2 = distance2(x, y, cover.x, cover.y)
        before = (cover.x - x) * sx + (cover.y - y) * sy < sx * sx + sy * sy  # nobody seeks it behind the shooter
        if before and table.on_table(cover.x, cover.y) and shelters(state, cover, cover.x, cover.y, shooter):
            found.append(cover)
    found.sort(key=how_far)
    return found


def shelters(state: DisposableState, cover: Cover, x: int, y: int, shooter: tuple[int, int]) -> bool:
    """Whether a place in a piece of cover is covered from the shooter."""
    if cover.hull_x >= 0:
        return behind_hull(state, x, y, *shooter)
    return state.scenario.table.cover_against(x, y, *shooter) != OPEN


def how_far(cover: Cover) -> int:
    return cover.far2


def inner_place(area: Area, x: int, y: int) -> tuple[int, int]:
    """The place inside the ground that is nearest to a point."""
    if area.shape.contains(x, y):
        return x, y
    cx, cy = area.shape.closest(x, y)
    return along(cx, cy, area.shape.cx, area.shape.cy, 2)


def behind(shape: Polyline, cx: int, cy: int, shooter: tuple[int, int]) -> tuple[int, int]:
    """The place beside what cannot be entered, on the side away from the shooter."""
    x, y = along(cx, cy, 2 * cx - shooter[0], 2 * cy - shooter[1], 200)
    ex, ey = shape.closest(x, y)
    return along(ex, ey, 2 * ex - cx, 2 * ey - cy, RADIUS + 2)


def places_in(state: DisposableState, cover: Cover, shooter: tuple[int, int]) -> list[tuple[int, int]]:
    """Places of men in a piece of cover, from the leader's outwards, all of them sheltered from the shooter."""
    table = state.scenario.table
    places: list[tuple[int, int]] = []
    if cover.barrier is not None:
        line = cover.barrier.shape
        cx, cy = line.closest(cover.x, cover.y)
        tx, ty = cover.y - cy, cx - cover.x  # along the obstacle
        for step in ALONG:
            wx, wy = line.closest(*along(cx, cy, cx + tx, cy + ty, step))
            places.append(along(wx, wy, wx + cover.x - cx, wy + cover.y - cy, AT_WALL))
    else:
        places = [(cover.x + dx, cover.y + dy) for dx, dy in INSIDE]
    found: list[tuple[int, int]] = []
    for x, y in places:
        if not table.on_table(x, y) or table.is_shut(x, y):
            continue
        if shelters(state, cover, x, y, shooter):
            found.append((x, y))
    return found


def take_cover(state: DisposableState, reach: Reach, cover: Cover, shooter: tuple[int, int]) -> list[int]:
    """Every man goes to the place in cover that is nearest to him, the others close to the leader; at least half of
    them, rounded up, must find cover."""
    places = places_in(state, cover, shooter)
    n = len(reach.xs)
    if 2 * len(places) < n:
        return []
    reach.note_others(cover.x, cover.y)
    spots = [-1000] * (2 * n)
    stray: list[int] = []
    for i in range(n):
        best, best2 = -1, 0
        for k in range(len(places)):
            px, py = places[k]
            d = distance2(px, py, *((cover.x, cover.y) if i == 0 else (reach.xs[i], reach.ys[i])))
            if (best < 0 or d < best2) and reach.free(spots, px, py) and fits(reach, spots, i, px, py):
                best, best2 = k, d
        if best >= 0:
            spots[2 * i], spots[2 * i + 1] = places[best]
        elif i == 0:
            return []
        else:
            stray.append(i)
    if 2 * len(stray) > n or not bring_up(reach, spots, stray):
        return []
    return [] if spread_out(spots[::2], spots[1::2], reach.command) else spots


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
