"""Straight lines between hex centres (lnlt.core.10.3): what they meet and by which side they come in, exactly."""

from __future__ import annotations

from functools import cache

from bocage.geometry.hex import CORNER_X, CORNER_Y, DIRECTIONS, MISSED, meet, side_of


class Line:
    """What a straight line between two centres meets, relative to its first end: lattice offsets and how it meets."""

    def __init__(self) -> None:
        self.dxs: list[int] = []
        self.dys: list[int] = []
        self.how: list[int] = []


def steps_between(dx: int, dy: int) -> int:
    """The distance in hexes of two centres this far apart on the lattice."""
    columns = abs(dx) // 3
    rest = abs(dy) - columns
    return columns + (rest // 2 if rest > 0 else 0)


@cache
def trace_line(dx: int, dy: int) -> Line:
    """From (0, 0) to (dx, dy), dx >= 0: every hex that the line meets between its ends, in order."""
    reach = steps_between(dx, dy) + 1
    found: list[tuple[int, int, int, int]] = []
    for column in range(dx // 3 + 1):
        x = 3 * column
        low, high = min(0, dy) - 2, max(0, dy) + 2
        if dx:  # a hex is four wide and two high, so that it meets no line that passes farther above or below
            left, right = dy * (x - 2) // dx, dy * (x + 2) // dx
            low, high = max(low, min(left, right) - 1), min(high, max(left, right) + 2)
        for y in range(low, high + 1):
            if (y - column) % 2 or (x == 0 and y == 0) or (x == dx and y == dy):
                continue
            if steps_between(x, y) + steps_between(dx - x, dy - y) > reach:
                continue
            how = meet(dx, dy, x, y)
            if how != MISSED:
                # in order along the line: by the projection of the centre, y is narrower than x by a factor of √3
                found.append((x * dx + 3 * y * dy, x, y, how))
    found.sort()
    line = Line()
    for _, x, y, how in found:
        line.dxs.append(x)
        line.dys.append(y)
        line.how.append(how)
    return line


@cache
def entry_sides(dx: int, dy: int) -> list[int]:
    """Sides of the hex around (dx, dy) by which the line from (0, 0) comes in."""
    found: list[int] = []
    for direction in range(DIRECTIONS):
        second = (direction + 1) % DIRECTIONS
        cx = CORNER_X[direction] + CORNER_X[second]
        cy = CORNER_Y[direction] + CORNER_Y[second]
        if cx * dx + 3 * cy * dy >= 0:
            continue  # on the far side of the hex
        one = side_of(0, 0, dx, dy, dx + CORNER_X[direction], dy + CORNER_Y[direction])
        two = side_of(0, 0, dx, dy, dx + CORNER_X[second], dy + CORNER_Y[second])
        if one == 0 or two == 0 or (one > 0) != (two > 0):
            found.append(direction)
    return found
