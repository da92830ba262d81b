"""Squares: spaces, their neighbours and zones, straight lines, edges, intersections and two-space footprints.

A space is row * cols + col, row 0 at the top. Sets of spaces are integers with one bit per space, so that a question
about a line or a ring is one `&`. An intersection is row * (cols + 1) + col, row 0 and column 0 on the board's edge.
"""

from __future__ import annotations

from typing import Final

# The eight directions clockwise from north; odd ones are diagonal.
ROW_STEP: Final[tuple[int, ...]] = (-1, -1, 0, 1, 1, 1, 0, -1)
COL_STEP: Final[tuple[int, ...]] = (0, 1, 1, 1, 0, -1, -1, -1)


class Trace:
    """The straight line from a centre to another one or to an intersection, by its extent in half spaces.

    Both extents are 0 or more: even ones lead to a centre, odd ones to an intersection. `cells` are crossed in order,
    ends included. `corners` are the pairs of spaces on either side of a corner that the line passes through exactly:
    such a line is in the interior of neither.
    """

    __slots__ = ("cells", "corners")

    def __init__(self, rows: int, cols: int) -> None:
        self.cells: list[tuple[int, int]] = []
        self.corners: list[tuple[int, int, int, int]] = []
        for i in range(rows // 2 + 1):
            for j in range(cols // 2 + 1):
                if i and j and side_of_line(2 * i, 2 * j, rows, cols) == 0:
                    self.corners.append((i - 1, j, i, j - 1))
                low = side_of_line(2 * i, 2 * j + 2, rows, cols)
                high = side_of_line(2 * i + 2, 2 * j, rows, cols)
                if low < 0 < high or (rows == 0 and cols == 0):
                    self.cells.append((i, j))


def side_of_line(x: int, y: int, rows: int, cols: int) -> int:
    """Which side of the line from (1, 1) along (rows, cols) the point is on, in half spaces; 0 is on it."""
    return (x - 1) * cols - (y - 1) * rows


class Shape:
    """A line of so many rows down and columns across (to the left if negative) as sets of spaces.

    They are counted from the upper left corner of the box around both ends, on a board `width` spaces wide.
    """

    __slots__ = ("corners", "crossed")

    def __init__(self, rows: int, cols: int, width: int) -> None:
        trace = Trace(2 * rows, 2 * abs(cols))
        left = cols < 0
        last = abs(cols)
        ends = {(0, last if left else 0), (rows, 0 if left else last)}
        self.crossed = 0
        for i, j in trace.cells:
            col = last - j if left else j
            if (i, col) not in ends:
                self.crossed |= 1 << i * width + col
        self.corners: list[int] = []
        for i, j, k, m in trace.corners:
            one = i * width + (last - j if left else j)
            other = k * width + (last - m if left else m)
            self.corners.append(1 << one | 1 << other)


class Grid:
    """A board of rows x cols spaces with everything about pairs of spaces worked out once."""

    __slots__ = (
        "around", "beyond_first", "cols", "corners", "crossed", "distance", "neighbours", "ring", "rows", "size",
    )  # fmt: skip

    def __init__(self, rows: int, cols: int) -> None:
        self.rows = rows
        self.cols = cols
        self.size = rows * cols
        self.beyond_first = bits([cell for cell in range(self.size) if cell % cols])  # all columns but the first
        self.neighbours: list[list[int]] = []  # by space, clockwise from north
        self.around: list[list[int]] = []  # by space, the neighbour in each of the 8 directions or -1
        self.ring: list[int] = []  # by space, its neighbours as a set
        for cell in range(self.size):
            around = [self.shifted(cell, ROW_STEP[d], COL_STEP[d]) for d in range(8)]
            self.around.append(around)
            self.neighbours.append([other for other in around if other >= 0])
            self.ring.append(bits(self.neighbours[cell]))
        # By a * size + b: the number of steps, diagonals counting one; the spaces strictly between the two; and the
        # pairs of spaces that flank a corner on the line, as sets of two.
        self.distance: list[int] = []
        self.crossed: list[int] = []
        self.corners: list[list[int]] = []
        self.trace_lines()

    def trace_lines(self) -> None:
        """Every line is one of a few shapes, shifted to its place; there and back it is the same."""
        size = self.size
        shapes = [Shape(rows, cols, self.cols) for rows in range(self.rows) for cols in range(1 - self.cols, self.cols)]
        none: list[int] = []
        self.distance = [0] * (size * size)
        self.crossed = [0] * (size * size)
        self.corners = [none] * (size * size)
        for a in range(size):
            for b in range(a + 1, size):
                rows = self.row(b) - self.row(a)
                cols = self.col(b) - self.col(a)
                shape = shapes[rows * (2 * self.cols - 1) + cols + self.cols - 1]
                there = a * size + b
                back = b * size + a
                corner = a + min(cols, 0)  # of the box around both
                self.distance[there] = self.distance[back] = max(rows, abs(cols))
                self.crossed[there] = self.crossed[back] = shape.crossed << corner
                if shape.corners:
                    self.corners[there] = self.corners[back] = [pair << corner for pair in shape.corners]

    def row(self, cell: int) -> int:
        return cell // self.cols

    def col(self, cell: int) -> int:
        return cell % self.cols

    def inside(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols

    def cell(self, row: int, col: int) -> int:
        return row * self.cols + col

    def shifted(self, cell: int, rows: int, cols: int) -> int:
        """The space that lies so many rows and columns away, or -1 off the board."""
        row = self.row(cell) + rows
        col = self.col(cell) + cols
        return row * self.cols + col if self.inside(row, col) else -1

    def direction(self, a: int, b: int) -> int:
        """Which of the 8 directions leads from a space to its neighbour, or -1."""
        around = self.around[a]
        for d in range(8):
            if around[d] == b:
                return d
        return -1

    def line(self, a: int, b: int) -> list[int]:
        """The spaces a line passes through, in order, ends included."""
        rows = self.row(b) - self.row(a)
        cols = self.col(b) - self.col(a)
        down = -self.cols if rows < 0 else self.cols
        across = -1 if cols < 0 else 1
        return [a + i * down + j * across for i, j in Trace(2 * abs(rows), 2 * abs(cols)).cells]

    def ray(self, cell: int, intersection: int) -> Ray:
        """The line from the centre of a space to an intersection."""
        return Ray(
            self,
            cell,
            2 * (intersection // (self.cols + 1)) - (2 * self.row(cell) + 1),
            2 * (intersection % (self.cols + 1)) - (2 * self.col(cell) + 1),
        )

    def edges_crossed(self, a: int, b: int) -> list[int]:
        """The edges between spaces that a line passes through; a corner belongs to no edge."""
        return self.edges_on(self.line(a, b))

    def edges_on(self, path: list[int]) -> list[int]:
        """The edges that a way from space to space passes through."""
        edges = [self.edge(path[i - 1], path[i]) for i in range(1, len(path))]
        return [one for one in edges if one >= 0]

    def edge(self, a: int, b: int) -> int:
        """The edge between two orthogonal neighbours: 2 * space for its right side, + 1 for its lower one; else -1."""
        if a > b:
            a, b = b, a
        if b - a == self.cols:
            return 2 * a + 1
        return 2 * a if b - a == 1 and b % self.cols else -1

    def intersection(self, row: int, col: int) -> int:
        return row * (self.cols + 1) + col

    def touching(self, intersection: int) -> int:
        """The up to four spaces around an intersection, as a set."""
        row = intersection // (self.cols + 1)
        col = intersection % (self.cols + 1)
        mask = 0
        for i in (row - 1, row):
            for j in (col - 1, col):
                if self.inside(i, j):
                    mask |= 1 << self.cell(i, j)
        return mask

    def intersections_away(self, cell: int, intersection: int) -> int:
        """How far an intersection is from a space: its own corners are at 1, the next ring of them at 2."""
        row = 2 * (intersection // (self.cols + 1)) - (2 * self.row(cell) + 1)
        col = 2 * (intersection % (self.cols + 1)) - (2 * self.col(cell) + 1)
        return (max(abs(row), abs(col)) + 1) // 2

    def footprint(self, front: int, facing: int, length: int) -> list[int]:
        """The spaces of a counter of one or two spaces, front first; empty where it would leave the board."""
        if length == 1:
            return [front]
        rear = self.around[front][(facing + 4) % 8]
        return [front, rear] if rear >= 0 else []

    def swung(self, front: int, facing: int, turn: int, pivot_on_front: bool) -> int:
        """The front space of a two-space counter turned by 45 degrees (turn 1 or -1) about one end, or -1."""
        turned = (facing + turn) % 8
        if pivot_on_front:
            return front if self.around[front][(turned + 4) % 8] >= 0 else -1
        rear = self.around[front][(facing + 4) % 8]
        return self.around[rear][turned] if rear >= 0 else -1

    def within(self, cells: int, steps: int) -> int:
        """The set of spaces at most so many steps from a set, itself included."""
        reached = cells
        for _ in range(steps):
            reached |= reached << 1 & self.beyond_first | (reached & self.beyond_first) >> 1
            reached |= reached << self.cols & (1 << self.size) - 1 | reached >> self.cols
        return reached

    def name(self, cell: int) -> str:
        return f"r{self.row(cell)}c{self.col(cell)}"

    def label(self, cell: int) -> str:
        """What players call it: letters for the column, from the left, and the row from the top ("A1")."""
        return f"{column_letters(self.col(cell))}{self.row(cell) + 1}"

    def crossing(self, intersection: int) -> str:
        """What players call an intersection: the first and the last of the spaces that meet there ("D4/E5")."""
        met = spaces(self.touching(intersection))
        return self.label(met[0]) if len(met) == 1 else f"{self.label(met[0])}/{self.label(met[-1])}"

    def named(self, name: str) -> int:
        """The space of this name, or -1 if the board has none."""
        row, found, col = name[1:].partition("c")
        if not (name.startswith("r") and found and row.isdecimal() and col.isdecimal()):
            return -1
        return self.cell(int(row), int(col)) if self.inside(int(row), int(col)) else -1

    def outlines(self, cells: int) -> list[list[tuple[float, float]]]:
        """The borders of a set of spaces as closed rings of (x, y) points, x along the columns."""
        after: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for cell in spaces(cells):
            r, c = self.row(cell), self.col(cell)
            corners = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
            for side in range(4):
                beyond = self.around[cell][side * 2]
                if beyond < 0 or not cells >> beyond & 1:
                    after.setdefault(corners[side], []).append(corners[(side + 1) % 4])
        rings: list[list[tuple[float, float]]] = []
        while after:
            start = min(after)
            ring = [start]
            at = after[start].pop()
            while at != start:
                ring.append(at)
                at = after[at].pop()
            after = {point: to for point, to in after.items() if to}
            rings.append([(float(x), float(y)) for x, y in straightened(ring)])
        return rings


class Ray:
    """The line from the centre of a space to an intersection, so many half spaces down and to the right.

    `path` are the spaces it passes through, its own first; `crossed` are the others as a set; `corners` are pairs of
    spaces that flank a corner on the way, as sets of two; `edges` are those between the spaces of the path.
    """

    __slots__ = ("corners", "crossed", "edges", "path")

    def __init__(self, grid: Grid, cell: int, rows: int, cols: int) -> None:
        down = -grid.cols if rows < 0 else grid.cols
        across = -1 if cols < 0 else 1
        trace = Trace(abs(rows), abs(cols))
        self.path = [cell + i * down + j * across for i, j in trace.cells]
        self.crossed = bits(self.path[1:])
        self.corners = [
            1 << cell + i * down + j * across | 1 << cell + k * down + m * across for i, j, k, m in trace.corners
        ]
        self.edges = grid.edges_on(self.path)


def column_letters(col: int) -> str:
    """A to Z, then AA."""
    letter = chr(65 + col % 26)
    return letter if col < 26 else column_letters(col // 26 - 1) + letter


def straightened(ring: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A ring without the points in the middle of its straight sides."""
    n = len(ring)
    kept: list[tuple[int, int]] = []
    for i in range(n):
        x, y = ring[i]
        px, py = ring[i - 1]
        nx, ny = ring[(i + 1) % n]
        if (x - px, y - py) != (nx - x, ny - y):
            kept.append((x, y))
    return kept


def bits(cells: list[int]) -> int:
    """A set of spaces from a list."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def spaces(mask: int) -> list[int]:
    """The spaces of a set, in order."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
