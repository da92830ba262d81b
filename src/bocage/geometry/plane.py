"""The free table: points in whole tenths of an inch, polygons and polylines.

Every verdict (inside, crossed, near, how much of a line runs inside) is reached in exact integers, so it is the same
on every machine and does not depend on the direction in which a line is drawn.
"""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

from math import isfinite, isqrt
from typing import Final

INCH: Final = 10


def tenths(inches: float) -> int:
    """Inches as whole tenths; raises ValueError for anything finer."""
    if not isfinite(inches):
        raise ValueError(f"{inches} is no length")
    value = round(inches * INCH)
    if abs(inches * INCH - value) > 1e-6:
        raise ValueError(f"{inches} is finer than a tenth of an inch")
    return value


def distance2(ax: int, ay: int, bx: int, by: int) -> int:
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by)


def within(ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= reach * reach


def rounded(numerator: int, denominator: int) -> int:
    """Division rounded to the nearest whole, halves away from zero, so that mirrored tables stay mirrored."""
    if numerator >= 0:
        return (2 * numerator + denominator) // (2 * denominator)
    return -((-2 * numerator + denominator) // (2 * denominator))


def along(ax: int, ay: int, bx: int, by: int, length: int) -> tuple[int, int]:
    """The point `length` tenths from a in the direction of b (a itself where both are one point)."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0:
        return ax, ay
    # The root carries ten extra bits, so that the point is right to the tenth. Halves are rounded away from zero.
    root = isqrt(square << 20)
    x, y = dx * length << 11, dy * length << 11
    px = (x + root) // (2 * root) if x >= 0 else -((root - x) // (2 * root))
    return ax + px, ay + ((y + root) // (2 * root) if y >= 0 else -((root - y) // (2 * root)))


def beyond(ax: int, ay: int, bx: int, by: int, far: int, left: int) -> tuple[int, int]:
    """The point `far` beyond b as seen from a, and so much to the left."""
    x, y = along(bx, by, bx + bx - ax, by + by - ay, far)
    return along(x, y, x - (by - ay), y + bx - ax, left)


def side(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """Positive where p lies left of the line from a to b, negative right of it, 0 on it."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def segments_touch(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether two closed segments share a point."""
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    c = side(ax, ay, bx, by, cx, cy)
    d = side(ax, ay, bx, by, dx, dy)
    if (c > 0 and d > 0) or (c < 0 and d < 0):
        return False
    a = side(cx, cy, dx, dy, ax, ay)
    b = side(cx, cy, dx, dy, bx, by)
    return not ((a > 0 and b > 0) or (a < 0 and b < 0))


def near_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether p is at most `reach` from the closed segment a-b."""
    dx, dy = bx - ax, by - ay
    dot = (px - ax) * dx + (py - ay) * dy
    square = dx * dx + dy * dy
    if dot <= 0 or square == 0:
        return within(px, py, ax, ay, reach)
    if dot >= square:
        return within(px, py, bx, by, reach)
    cross = dx * (py - ay) - dy * (px - ax)
    return cross * cross <= reach * reach * square


def hits_disc(px: int, py: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Whether the segment a-b comes nearer to p than `reach`; to touch the disc is not to hit it."""
    dx, dy = bx - ax, by - ay
    ex, ey = px - ax, py - ay
    dot = ex * dx + ey * dy
    if dot <= 0:
        return ex * ex + ey * ey < reach * reach
    square = dx * dx + dy * dy
    if dot >= square:
        return distance2(px, py, bx, by) < reach * reach
    cross = dx * ey - dy * ex
    return cross * cross < reach * reach * square


class Inside:
    """How much of a segment runs strictly inside a polygon: the exact share, in how many stretches."""

    __slots__ = ("denominator", "numerator", "stretches")

    def __init__(self, numerator: int, denominator: int, stretches: int) -> None:
        self.numerator = numerator
        self.denominator = denominator
        self.stretches = stretches

    def longer_than(self, length: int, segment2: int) -> bool:
        """Whether the part inside is longer than `length`, the whole segment having the square `segment2`."""
        part = self.numerator * self.numerator * segment2
        return part > length * length * self.denominator * self.denominator


OUTSIDE: Final = Inside(0, 1, 0)


class Polyline:
    """A wall, hedge or fence: a chain of segments."""

    __slots__ = ("x0", "x1", "xs", "y0", "y1", "ys")

    def __init__(self, points: list[tuple[int, int]]) -> None:
        self.xs = [x for x, _ in points]
        self.ys = [y for _, y in points]
        self.x0 = min(self.xs)
        self.x1 = max(self.xs)
        self.y0 = min(self.ys)
        self.y1 = max(self.ys)

    def meets_box(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        return self.x0 <= x1 and self.x1 >= x0 and self.y0 <= y1 and self.y1 >= y0

    def crossed(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether the segment a-b touches the line."""
        xs, ys = self.xs, self.ys
        for i in range(len(xs) - 1):
            if segments_touch(ax, ay, bx, by, xs[i], ys[i], xs[i + 1], ys[i + 1]):
                return True
        return False

    def skimmed(self, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
        """Whether the segment a-b comes nearer to the line than `reach`."""
        if not self.meets_box(min(ax, bx) - reach, min(ay, by) - reach, max(ax, bx) + reach, max(ay, by) + reach):
            return False
        xs, ys = self.xs, self.ys
        for i in range(len(xs) - 1):
            cx, cy, dx, dy = xs[i], ys[i], xs[i + 1], ys[i + 1]
            if (
                hits_disc(cx, cy, ax, ay, bx, by, reach)
                or hits_disc(dx, dy, ax, ay, bx, by, reach)
                or hits_disc(ax, ay, cx, cy, dx, dy, reach)
                or hits_disc(bx, by, cx, cy, dx, dy, reach)
                or segments_touch(ax, ay, bx, by, cx, cy, dx, dy)
            ):
                return True
        return False

    def closest(self, px: int, py: int) -> tuple[int, int]:
        """The point of the line nearest to p, to the tenth; of equals the first."""
        best = (self.xs[0], self.ys[0])
        best2 = -1
        for i in range(len(self.xs) - 1):
            ax, ay = self.xs[i], self.ys[i]
            dx, dy = self.xs[i + 1] - ax, self.ys[i + 1] - ay
            square = dx * dx + dy * dy
            dot = min(max((px - ax) * dx + (py - ay) * dy, 0), square)
            x, y = (ax + rounded(dx * dot, square), ay + rounded(dy * dot, square)) if square else (ax, ay)
            d = distance2(px, py, x, y)
            if best2 < 0 or d < best2:
                best = (x, y)
                best2 = d
        return best

    def turning_points(self, off: int) -> list[tuple[int, int]]:
        """Where a way bends that goes round the line, so far off: beyond its two ends."""
        n = len(self.xs)
        return [beyond(self.xs[b], self.ys[b], self.xs[a], self.ys[a], off, 0) for a, b in ((0, 1), (n - 1, n - 2))]

    def near(self, px: int, py: int, reach: int) -> bool:
        if px < self.x0 - reach or px > self.x1 + reach or py < self.y0 - reach or py > self.y1 + reach:
            return False
        xs, ys = self.xs, self.ys
        for i in range(len(xs) - 1):
            if near_segment(px, py, xs[i], ys[i], xs[i + 1], ys[i + 1], reach):
                return True
        return False


class Polygon(Polyline):
    """A closed area; its outline is the chain of its corners back to the first, counter-clockwise.

    A corner that is repeated, as in a ring drawn closed, counts once.
    """

    __slots__ = ("box", "convex", "cx", "cy", "reach2", "sides")

    def __init__(self, points: list[tuple[int, int]]) -> None:
        corners = distinct(points)
        area = 0
        for i in range(len(corners)):
            area += corners[i - 1][0] * corners[i][1] - corners[i][0] * corners[i - 1][1]
        if area < 0:
            corners.reverse()
        super().__init__(corners + corners[:1])
        self.sides: list[tuple[int, int, int]] = []  # each: the way to the next corner, and how far it lies from 0, 0
        for i in range(1, len(self.xs)):
            x, y = self.xs[i - 1], self.ys[i - 1]
            ex, ey = self.xs[i] - x, self.ys[i] - y
            self.sides.append((ex, ey, ey * x - ex * y))
        # A circle round the whole: a line that misses it misses the polygon.
        self.cx, self.cy = (self.x0 + self.x1) // 2, (self.y0 + self.y1) // 2
        self.reach2 = max([distance2(self.cx, self.cy, x, y) for x, y in corners])
        # A box with level sides holds whatever lies between its bounds.
        self.box = abs(area) == 2 * (self.x1 - self.x0) * (self.y1 - self.y0)
        self.convex = area != 0
        for i in range(len(corners)):
            a, b, c = corners[i - 2], corners[i - 1], corners[i]
            if side(a[0], a[1], b[0], b[1], c[0], c[1]) < 0:
                self.convex = False

    def turning_points(self, off: int) -> list[tuple[int, int]]:
        """Where a way bends that goes round the area: beyond both ends of every side, and off it."""
        points: list[tuple[int, int]] = []
        for i in range(1, len(self.xs)):  # counter-clockwise: outside is on the right
            ax, ay, bx, by = self.xs[i - 1], self.ys[i - 1], self.xs[i], self.ys[i]
            points.append(beyond(ax, ay, bx, by, off, -off))
            points.append(beyond(bx, by, ax, ay, off, off))
        return points

    def contains(self, px: int, py: int) -> bool:
        """Whether p lies inside or on the outline."""
        if px < self.x0 or px > self.x1 or py < self.y0 or py > self.y1:
            return False
        return self.box or self.place(px, py, 1) >= 0

    def holds_box(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether a whole box lies inside or on the outline; never claimed of a polygon that is not convex."""
        if x0 < self.x0 or x1 > self.x1 or y0 < self.y0 or y1 > self.y1:
            return False
        if self.box:
            return True
        return (
            self.convex
            and self.place(x0, y0, 1) >= 0
            and self.place(x1, y0, 1) >= 0
            and self.place(x1, y1, 1) >= 0
            and self.place(x0, y1, 1) >= 0
        )

    def holds_disc(self, px: int, py: int, radius: int) -> bool:
        """Whether a disc lies inside; it may touch the outline."""
        return self.contains(px, py) and not self.near(px, py, radius - 1)

    def place(self, px: int, py: int, scale: int) -> int:
        """1 inside, 0 on the outline, -1 outside, for the point (px / scale, py / scale)."""
        xs, ys = self.xs, self.ys
        inside = False
        ax, ay = xs[0] * scale, ys[0] * scale
        for i in range(1, len(xs)):
            bx, by = xs[i] * scale, ys[i] * scale
            turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if turn == 0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by):
                return 0
            if (ay > py) != (by > py) and (turn > 0) == (by > ay):
                inside = not inside
            ax, ay = bx, by
        return 1 if inside else -1

    def inside(self, ax: int, ay: int, bx: int, by: int) -> Inside:
        """How much of the segment a-b runs strictly inside; along the outline counts as outside."""
        dx, dy = bx - ax, by - ay
        cross = dx * (self.cy - ay) - dy * (self.cx - ax)
        if cross * cross >= self.reach2 * (dx * dx + dy * dy):  # past it, or no segment at all
            return OUTSIDE
        if self.convex:
            return self.inside_convex(ax, ay, dx, dy)
        return self.inside_any(ax, ay, bx, by)

    def passed(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether any of the segment a-b runs strictly inside."""
        if not self.box:
            return self.inside(ax, ay, bx, by).numerator > 0
        x0, x1, y0, y1 = self.x0, self.x1, self.y0, self.y1  # inside both spans, corners on both sides of the line
        if (ax <= x0 and bx <= x0) or (ax >= x1 and bx >= x1) or (ay <= y0 and by <= y0) or (ay >= y1 and by >= y1):
            return False
        dx, dy = bx - ax, by - ay
        return abs(dx * (y0 + y1 - 2 * ay) - dy * (x0 + x1 - 2 * ax)) < abs(dx) * (y1 - y0) + abs(dy) * (x1 - x0)

    def parts(self, a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
        """Whether the inside of this convex polygon is on the way from every corner of box a to every corner of b."""
        for ax, ay in ((a[0], a[1]), (a[2], a[3]), (a[0], a[3]), (a[2], a[1])):
            for bx, by in ((b[0], b[1]), (b[2], b[3]), (b[0], b[3]), (b[2], b[1])):
                if not self.passed(ax, ay, bx, by):
                    return False
        return True

    def inside_convex(self, ax: int, ay: int, dx: int, dy: int) -> Inside:
        """Clip the segment at one side of the outline after another."""
        low = 0
        low_of = 1
        high = 1
        high_of = 1
        for ex, ey, off in self.sides:
            start = ex * ay - ey * ax + off  # positive: a lies inside of this side
            slope = ex * dy - ey * dx
            if slope > 0:
                if -start * low_of > low * slope:
                    low = -start
                    low_of = slope
                    if low * high_of >= high * low_of:
                        return OUTSIDE
            elif slope < 0:
                if start * high_of < high * -slope:
                    high = start
                    high_of = -slope
                    if low * high_of >= high * low_of:
                        return OUTSIDE
            elif start <= 0:
                return OUTSIDE
        return Inside(high * low_of - low * high_of, high_of * low_of, 1)

    def inside_any(self, ax: int, ay: int, bx: int, by: int) -> Inside:
        numerators, denominators = self.cuts(ax, ay, bx, by)
        if not numerators:
            return Inside(1, 1, 1) if self.place(ax + bx, ay + by, 2) > 0 else OUTSIDE
        common = 1
        for denominator in denominators:
            common *= denominator
        stops = [0, common]
        for i in range(len(numerators)):
            stops.append(numerators[i] * (common // denominators[i]))
        stops.sort()
        return self.measured(ax, ay, bx - ax, by - ay, stops, common)

    def measured(self, ax: int, ay: int, dx: int, dy: int, stops: list[int], common: int) -> Inside:
        """Sum the stretches between neighbouring stops whose middle lies inside."""
        total = 0
        stretches = 0
        end = -1
        for i in range(1, len(stops)):
            start = stops[i - 1]
            stop = stops[i]
            if start == stop:
                continue
            middle = start + stop
            if self.place(2 * common * ax + dx * middle, 2 * common * ay + dy * middle, 2 * common) > 0:
                total += stop - start
                if start != end:
                    stretches += 1
                end = stop
        return Inside(total, common, stretches)

    def cuts(self, ax: int, ay: int, bx: int, by: int) -> tuple[list[int], list[int]]:
        """Where the outline meets the segment a-b, as fractions of its length strictly between 0 and 1."""
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        numerators: list[int] = []
        denominators: list[int] = []
        xs, ys = self.xs, self.ys
        cx, cy = xs[0], ys[0]
        c = dx * (cy - ay) - dy * (cx - ax)
        for i in range(1, len(xs)):
            ex, ey = xs[i], ys[i]
            e = dx * (ey - ay) - dy * (ex - ax)
            if c == 0:  # a corner on the line of a-b: its own foot is the cut
                n = (cx - ax) * dx + (cy - ay) * dy
                if 0 < n < square:
                    numerators.append(n)
                    denominators.append(square)
            elif (c < 0) != (e < 0) and e != 0:
                n = (cx - ax) * (ey - cy) - (cy - ay) * (ex - cx)
                d = dx * (ey - cy) - dy * (ex - cx)
                if d < 0:
                    n = -n
                    d = -d
                if 0 < n < d:
                    numerators.append(n)
                    denominators.append(d)
            cx, cy = ex, ey
            c = e
        return numerators, denominators

    def through_near_wall(self, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
        """Whether the segment from a leaves through a side of the outline that is within reach of a."""
        xs, ys = self.xs, self.ys
        for i in range(len(xs) - 1):
            if near_segment(ax, ay, xs[i], ys[i], xs[i + 1], ys[i + 1], reach) and segments_touch(
                ax, ay, bx, by, xs[i], ys[i], xs[i + 1], ys[i + 1]
            ):
                return True
        return False

    def rows(self) -> list[tuple[int, int, int]]:
        """Every whole point inside or on the outline, as (y, first x, last x); stretches may overlap."""
        found: list[tuple[int, int, int]] = []
        for y in range(self.y0, self.y1 + 1):
            self.row(y, found)
        return found

    def row(self, y: int, found: list[tuple[int, int, int]]) -> None:
        order: list[tuple[int, int, int]] = []  # … and sorted exactly as (scaled x, up, down)
        xs, ys = self.xs, self.ys
        scale = 1
        for i in range(len(xs) - 1):
            if ys[i] != ys[i + 1]:
                scale *= abs(ys[i + 1] - ys[i])
        for i in range(len(xs) - 1):
            ax, ay, bx, by = xs[i], ys[i], xs[i + 1], ys[i + 1]
            if ay == by:
                if ay == y:
                    found.append((y, min(ax, bx), max(ax, bx)))
                continue
            if not min(ay, by) <= y <= max(ay, by):
                continue
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            numerator = (y - ay) * (bx - ax)
            low = ax + numerator // (by - ay)
            exact = numerator % (by - ay) == 0
            if exact:
                found.append((y, low, low))
            if y < by:
                order.append((ax * scale + numerator * (scale // (by - ay)), low if exact else low + 1, low))
        order.sort()
        for i in range(0, len(order) - 1, 2):
            if order[i][1] <= order[i + 1][2]:
                found.append((y, order[i][1], order[i + 1][2]))

    def inner_point(self) -> tuple[int, int, int]:
        """Some point strictly inside a simple polygon, as (x * scale, y * scale, scale)."""
        corners = list(zip(self.xs[:-1], self.ys[:-1], strict=True))
        tip = 0  # the lowest corner, of several the leftmost, surely bulges outwards
        for i in range(len(corners)):
            if (corners[i][1], corners[i][0]) < (corners[tip][1], corners[tip][0]):
                tip = i
        x, y = corners[tip]
        ax, ay = corners[tip - 1]
        bx, by = corners[(tip + 1) % len(corners)]
        ear = Polygon([(ax, ay), (x, y), (bx, by)])
        deepest = 0
        point = (ax + x + bx, ay + y + by, 3)
        for cx, cy in corners:  # the corner that reaches deepest into the ear is seen from its tip
            depth = abs(side(ax, ay, bx, by, cx, cy))
            if depth > deepest and (cx != x or cy != y) and ear.contains(cx, cy):
                deepest = depth
                point = (x + cx, y + cy, 2)
        return point

    def overlaps(self, other: Polygon) -> bool:
        """Whether two simple polygons share ground; touching edges do not count."""
        if not self.meets_box(other.x0, other.y0, other.x1, other.y1):
            return False
        if self.enters(other) or other.enters(self):
            return True
        return other.place(*self.inner_point()) > 0  # neither outline runs inside: apart, or the same

    def enters(self, other: Polygon) -> bool:
        """Whether some of the outline runs strictly inside another polygon."""
        xs, ys = self.xs, self.ys
        for i in range(len(xs) - 1):
            if other.passed(xs[i], ys[i], xs[i + 1], ys[i + 1]):
                return True
        return False


def distinct(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of a ring without those that the next one only repeats."""
    return [points[i - 1] for i in range(1, len(points) + 1) if points[i - 1] != points[i % len(points)]]
