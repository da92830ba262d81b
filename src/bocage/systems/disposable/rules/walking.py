"""What a figure meets on its way: the price of the ground, what cannot be crossed, and the way round it."""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

from math import isqrt
from typing import Final

from bocage.geometry.plane import distance2
from bocage.geometry.ways import FINE, NO_WAY, Ways, span
from bocage.systems.disposable.model.tables import ENTRY, HOME, IMPASSABLE, Area, Barrier, Table
from bocage.systems.disposable.state import Unit

BUILDING_COST: Final = 20  # tenths, each wall (dh.core.move.terrain)
# Eight points round a disc, in tenths of its reach.
RING: Final = ((10, 0), (7, 7), (0, 10), (-7, 7), (-10, 0), (-7, -7), (0, -10), (7, -7))


def ground_cost(
    slow: list[Area], barriers: list[Barrier], ax: int, ay: int, bx: int, by: int, run: bool, radius: int
) -> int:
    """What it costs to go straight from a to b: rough ground half as much again, and nobody runs through it; obstacles
    and walls cost inches (dh.core.move.terrain). `NO_WAY` through what cannot be crossed."""
    x0, x1 = (ax, bx) if ax < bx else (bx, ax)
    y0, y1 = (ay, by) if ay < by else (by, ay)
    extra = crossing_cost(barriers, ax, ay, bx, by) if barriers else 0
    numerator, denominator = 0, 1
    for area in slow:
        shape = area.shape
        if area.move == IMPASSABLE:
            if shape.skimmed(ax, ay, bx, by, radius):
                return NO_WAY
            continue
        if not shape.meets_box(x0, y0, x1, y1):
            continue
        inside = shape.inside(ax, ay, bx, by)
        if area.move == ENTRY:
            extra += BUILDING_COST * count_walls(area, ax, ay, bx, by, inside.stretches)
        elif inside.numerator:
            if run:
                return NO_WAY
            numerator = numerator * inside.denominator + inside.numerator * denominator
            denominator *= inside.denominator
    square = distance2(ax, ay, bx, by)
    if numerator == 0:
        return span(square) + extra * FINE
    whole = 2 * denominator
    # The square of the stretched length, rounded up to a whole number of parts.
    stretched = -(-(square * (whole + numerator) * (whole + numerator) << 12) // (whole * whole))
    return isqrt(stretched - 1) + 1 + extra * FINE


def crossing_cost(barriers: list[Barrier], ax: int, ay: int, bx: int, by: int) -> int:
    """Tenths for the obstacles on the way from a to b."""
    cost = 0
    x0, x1 = (ax, bx) if ax < bx else (bx, ax)
    y0, y1 = (ay, by) if ay < by else (by, ay)
    for barrier in barriers:
        line = barrier.shape
        if line.x0 <= x1 and line.x1 >= x0 and line.y0 <= y1 and line.y1 >= y0 and line.crossed(ax, ay, bx, by):
            cost += barrier.cost
    return cost


def count_walls(area: Area, ax: int, ay: int, bx: int, by: int, stretches: int) -> int:
    """Outer walls passed on the way from a to b."""
    a, b = area.shape.contains(ax, ay), area.shape.contains(bx, by)
    if a and b:
        return 2 * (stretches - 1) if stretches > 1 else 0
    if a or b:
        return 1 + 2 * (stretches - 1) if stretches > 1 else 1
    return 2 * stretches


def edge_point(table: Table, edge: str, x: int, y: int) -> tuple[int, int]:
    """Where whoever comes to this point has crossed his table edge: straight in (dh.core.deploy)."""
    hx, hy = HOME[edge]
    return table.width * max(0, hx) if hx else x, table.height * max(0, hy) if hy else y


class Crowd:
    """The bases of a unit, or a hull: where their middles are, and how near to them the middle of another may come."""

    __slots__ = ("foe", "high", "left", "low", "reach", "right", "xs", "ys")

    def __init__(self, unit: Unit, xs: list[int], ys: list[int], reach: int, foe: bool) -> None:
        self.xs, self.ys = xs, ys
        self.reach = reach
        self.foe = foe  # enemies on foot
        around = reach + 2  # a box beyond which nobody comes near them
        self.left, self.right = unit.left - around, unit.right + around
        self.low, self.high = unit.low - around, unit.high + around

    def bars(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether somebody is in the way from a to b; who stands too near to begin with may go away."""
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        room = self.reach * self.reach
        xs, ys = self.xs, self.ys
        for i in range(len(xs)):
            ex, ey = xs[i] - ax, ys[i] - ay
            dot = ex * dx + ey * dy
            if dot <= 0 or ex * ex + ey * ey < room:
                continue
            if dot >= square:
                ex, ey = xs[i] - bx, ys[i] - by
                if ex * ex + ey * ey < room:
                    return True
            else:
                cross = dx * ey - dy * ex
                if cross * cross < room * square:
                    return True
        return False

    def crowds(self, x: int, y: int, more: int) -> bool:
        """Whether a middle at this point would come nearer than it may, or so much `more`."""
        room = (self.reach + more) * (self.reach + more)
        xs, ys = self.xs, self.ys
        for i in range(len(xs)):
            dx, dy = xs[i] - x, ys[i] - y
            if dx * dx + dy * dy < room:
                return True
        return False

    def meets_box(self, x0: int, y0: int, x1: int, y1: int, off: int) -> bool:
        """Whether the middle of somebody is less than `off` outside a box."""
        if self.left > x1 or self.right < x0 or self.low > y1 or self.high < y0:
            return False
        xs, ys = self.xs, self.ys
        for i in range(len(xs)):
            if x0 - off < xs[i] < x1 + off and y0 - off < ys[i] < y1 + off:
                return True
        return False


class Walk(Ways):
    """The ground, the enemies and the vehicles between a unit and where it could go.

    A way is measured along its length. It leads neither through enemies nor through vehicles nor over impassable
    ground; men of one's own side make way (dh.open.way)."""

    __slots__ = ("barriers", "bars", "corners", "free", "looked", "radius", "run", "slow", "table")

    def __init__(self, table: Table, run: bool, radius: int) -> None:
        self.table = table
        self.run = run
        self.radius = radius
        self.free = False  # a forced move pays for no ground (dh.open.away)
        self.slow: list[Area] = []
        self.barriers: list[Barrier] = []
        self.bars: list[Crowd] = []  # who is in the way
        self.corners: list[tuple[int, int]] = []
        self.looked = False  # whether the corners have been looked up

    def look_around(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Keep the ground that figures could meet inside a box."""
        self.slow = [area for area in self.table.slow if area.shape.meets_box(x0, y0, x1, y1)]
        self.barriers = [barrier for barrier in self.table.barriers if barrier.shape.meets_box(x0, y0, x1, y1)]

    def leg(self, ax: int, ay: int, bx: int, by: int) -> int:
        if self.bars:
            x0, x1 = (ax, bx) if ax < bx else (bx, ax)
            y0, y1 = (ay, by) if ay < by else (by, ay)
            for crowd in self.bars:
                if (
                    crowd.left <= x1 and crowd.right >= x0 and crowd.low <= y1 and crowd.high >= y0
                    and crowd.bars(ax, ay, bx, by)
                ):  # fmt: skip
                    return NO_WAY
        if not self.free:
            return ground_cost(self.slow, self.barriers, ax, ay, bx, by, self.run, self.radius)
        for area in self.slow:
            if area.move == IMPASSABLE and area.shape.skimmed(ax, ay, bx, by, self.radius):
                return NO_WAY
        return span(distance2(ax, ay, bx, by))

    def route(self, ax: int, ay: int, bx: int, by: int, most: int) -> list[int]:
        """The straight way where it costs no more than `most`, else the shortest that does; empty without any."""
        if self.leg(ax, ay, bx, by) <= most:
            return [ax, ay, bx, by]
        if span(distance2(ax, ay, bx, by)) >= most:
            return []
        return self.shortest(ax, ay, bx, by, most, self.turning_points())

    def price(self, way: list[int]) -> int:
        """What a way costs, leg by leg."""
        return sum([self.leg(way[k - 2], way[k - 1], way[k], way[k + 1]) for k in range(2, len(way), 2)])

    def turning_points(self) -> list[tuple[int, int]]:
        """Where ways bend: at the corners of ground and the ends of obstacles, and round enemies and vehicles."""
        if not self.looked:
            self.looked = True
            for area in self.slow:
                self.corners += area.corners
            for barrier in self.barriers:
                self.corners += barrier.corners
            for crowd in self.bars:
                off = crowd.reach + crowd.reach // 10 + 2  # so that the legs from point to point keep off too
                for i in range(len(crowd.xs)):
                    for dx, dy in RING:
                        px, py = crowd.xs[i] + dx * off // 10, crowd.ys[i] + dy * off // 10
                        if self.table.on_table(px, py) and not self.table.is_shut(px, py):
                            self.corners.append((px, py))
        return self.corners
