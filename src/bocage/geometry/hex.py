"""Hexes: lettered columns, numbered rows, flat tops; columns B, D, F, H … sit half a hex higher.

Everything is exact. Points live on an integer lattice: x in half sides, y in half heights of a hex: a hex around
(x, y) has its corners at (x ± 2, y) and (x ± 1, y ± 1). Sides of lines do not change under that scaling of the axes.
"""

from __future__ import annotations

from typing import Final

NOWHERE: Final = -1

# Clockwise from north: the direction numbers 1 to 6 of the games, less one.
NORTH: Final = 0
SOUTH: Final = 3
DIRECTIONS: Final = 6

# How a line meets a hex, besides running along one of its six sides.
CROSSED: Final = 6
MISSED: Final = 7

# Corners of a hex on the lattice, clockwise from the upper left one; corner i to i + 1 is the side in direction i.
CORNER_X: Final = [-1, 1, 2, 1, -1, -2]
CORNER_Y: Final = [-1, -1, 0, 1, 1, 0]


def column_letters(column: int) -> str:
    """A … Z, then AA, BB … as on printed maps (lnlt.core.1.4)."""
    return chr(ord("A") + column % 26) * (column // 26 + 1)


def side_of(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """Positive, zero or negative as the point p lies right of, on or left of the line from a to b."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def meet(dx: int, dy: int, x: int, y: int) -> int:
    """How the line from (0, 0) to (dx, dy) meets the hex around (x, y): MISSED, CROSSED, or the direction of the side
    that it runs along."""
    right = False
    left = False
    touching: list[int] = []
    for corner in range(DIRECTIONS):
        side = side_of(0, 0, dx, dy, x + CORNER_X[corner], y + CORNER_Y[corner])
        if side > 0:
            right = True
        elif side < 0:
            left = True
        else:
            touching.append(corner)
    if right and left:
        return CROSSED
    if len(touching) != 2:
        return MISSED
    # Two corners on the line and none beyond it: the line runs along the side between them.
    return touching[0] if touching[1] == touching[0] + 1 else 5


class Trace:
    """What the line between two hex centres meets between them: hexes whose inside it crosses, in order from the lower
    numbered end, and hexsides it runs along as pairs (first[i], second[i])."""

    __slots__ = ("crossed", "first", "second")

    def __init__(self) -> None:
        self.crossed: list[int] = []
        self.first: list[int] = []
        self.second: list[int] = []


class HexGrid:
    """A map of columns × rows hexes. A hex is an integer: column * rows + row, both from zero.

    Numbers from `hexes` on are places inside a hex (an upper floor, a bunker) that lie where their `base` does; they
    touch nothing in any direction.
    """

    __slots__ = (
        "axial", "base", "columns", "distances", "hexes", "names", "nearer_memo", "neighbours", "numbers", "rows",
        "size", "xs", "ys",
    )  # fmt: skip

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.hexes = self.size
        self.base: list[int] = list(range(self.size))
        self.names: list[str] = []
        self.xs: list[int] = []
        self.ys: list[int] = []
        self.axial: list[int] = []
        for column in range(columns):
            for row in range(rows):
                self.names.append(f"{column_letters(column)}{row + 1}")
                self.xs.append(3 * column)
                self.ys.append(2 * (row + 1) - column % 2)
                self.axial.append(row - (column + column % 2) // 2)
        self.numbers: dict[str, int] = {name: hex_ for hex_, name in enumerate(self.names)}
        self.distances: list[list[int]] = [[self.measure(a, b) for b in range(self.size)] for a in range(self.size)]
        self.neighbours: list[list[int]] = [
            [self.beside(hex_, direction) for direction in range(DIRECTIONS)] for hex_ in range(self.size)
        ]
        self.nearer_memo: dict[int, int] = {}

    def add_place(self, hex_: int, name: str) -> int:
        """A place inside a hex; before anybody uses the grid."""
        number = self.size
        self.size += 1
        self.base.append(hex_)
        self.names.append(name)
        self.numbers[name] = number
        self.xs.append(self.xs[hex_])
        self.ys.append(self.ys[hex_])
        self.axial.append(self.axial[hex_])
        for row in self.distances:
            row.append(row[hex_])
        self.distances.append(self.distances[hex_][:])
        self.neighbours.append([NOWHERE] * DIRECTIONS)
        return number

    def measure(self, a: int, b: int) -> int:
        across = a // self.rows - b // self.rows
        along = self.axial[a] - self.axial[b]
        return max(abs(across), abs(along), abs(across + along))

    def beside(self, hex_: int, direction: int) -> int:
        """The hex next to this one, NOWHERE off the map."""
        column = hex_ // self.rows
        row = hex_ % self.rows
        higher = column % 2  # its upper neighbours are one row less
        if direction == 0:
            row -= 1
        elif direction == 3:
            row += 1
        else:
            column += 1 if direction < 3 else -1
            if direction in (1, 5):
                row -= higher
            else:
                row += 1 - higher
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return NOWHERE
        return column * self.rows + row

    def distance(self, a: int, b: int) -> int:
        return self.distances[a][b]

    def nearer(self, a: int, b: int) -> int:
        """Mask of the hexes that are nearer to `b` than to `a`."""
        key = a * self.size + b
        mask = self.nearer_memo.get(key)
        if mask is None:
            mask = 0
            from_a = self.distances[a]
            from_b = self.distances[b]
            for hex_ in range(self.size):
                if from_b[hex_] < from_a[hex_]:
                    mask |= 1 << hex_
            self.nearer_memo[key] = mask
        return mask

    def adjacent(self, a: int, b: int) -> bool:
        return self.distances[a][b] == 1

    def direction(self, a: int, b: int) -> int:
        """The direction of a neighbour, NOWHERE if they do not touch."""
        for direction in range(DIRECTIONS):
            if self.neighbours[a][direction] == b:
                return direction
        return NOWHERE

    def within(self, hex_: int, reach: int) -> list[int]:
        row = self.distances[hex_]
        return [other for other in range(self.size) if row[other] <= reach]

    def trace(self, a: int, b: int) -> Trace:
        """The same for (a, b) and (b, a)."""
        if b < a:
            a, b = b, a
        trace = Trace()
        from_a = self.distances[a]
        from_b = self.distances[b]
        reach = from_a[b] + 1  # no hex that the line touches lies further from both ends together
        met = [hex_ for hex_ in range(self.size) if from_a[hex_] + from_b[hex_] <= reach]
        met.sort(key=from_a.__getitem__)
        for hex_ in met:
            if hex_ in (a, b):
                continue
            how = self.meet(a, b, hex_)
            if how == CROSSED:
                trace.crossed.append(hex_)
            elif how != MISSED:
                other = self.neighbours[hex_][how]
                if other == NOWHERE or hex_ < other:
                    trace.first.append(hex_)
                    trace.second.append(other)
        return trace

    def meet(self, a: int, b: int, hex_: int) -> int:
        """How the line between two centres meets a hex between them."""
        x, y = self.xs[a], self.ys[a]
        return meet(self.xs[b] - x, self.ys[b] - y, self.xs[hex_] - x, self.ys[hex_] - y)


class Polygon:
    """A convex silhouette, its corners on the lattice times `FINE`, in order around it."""

    __slots__ = ("xs", "ys")

    def __init__(self, xs: list[int], ys: list[int]) -> None:
        self.xs, self.ys = xs, ys


FINE: Final = 10
"""Silhouettes are drawn ten times finer than hex corners."""


def crosses(grid: HexGrid, a: int, b: int, shape: Polygon) -> bool:
    """Whether the line between two centres passes through the inside of a convex shape that lies between them."""
    ax, ay, bx, by = grid.xs[a] * FINE, grid.ys[a] * FINE, grid.xs[b] * FINE, grid.ys[b] * FINE
    right = False
    left = False
    for i in range(len(shape.xs)):
        side = side_of(ax, ay, bx, by, shape.xs[i], shape.ys[i])
        if side > 0:
            right = True
        elif side < 0:
            left = True
        if right and left:
            return True
    return False


def runs_along(grid: HexGrid, a: int, b: int, shape: Polygon) -> bool:
    """Whether an edge of the shape lies on the line between two centres."""
    ax, ay, bx, by = grid.xs[a] * FINE, grid.ys[a] * FINE, grid.xs[b] * FINE, grid.ys[b] * FINE
    count = 0
    for i in range(len(shape.xs)):
        if side_of(ax, ay, bx, by, shape.xs[i], shape.ys[i]) == 0:
            count += 1
    return count >= 2


def is_convex(shape: Polygon) -> bool:
    """Convex with a real inside, corners given clockwise (y grows downward)."""
    n = len(shape.xs)
    if n < 3:
        return False
    for i in range(n):
        j = (i + 1) % n
        k = (i + 2) % n
        if side_of(shape.xs[i], shape.ys[i], shape.xs[j], shape.ys[j], shape.xs[k], shape.ys[k]) <= 0:
            return False
    return True
