"""Ways over the free table: what a leg costs, the cheapest way round what is in the way, and points along it.

A way is a list of x and y in turn. Costs are whole numbers, `FINE` to a tenth of an inch, and every leg is rounded up:
of a single leg the verdict "at most so many tenths" is exact.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from mypy_extensions import mypyc_attr

from bocage.geometry.plane import distance2, rounded

FINE: Final = 64
NO_WAY: Final = 1 << 40
MOST_CORNERS: Final = 40


def span(square: int) -> int:
    """The length whose square (in tenths) is given, rounded up."""
    if square == 0:
        return 0
    return isqrt((square << 12) - 1) + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Ways:
    """Finds the cheapest way from leg to leg; who knows what lies on the ground says what a leg costs."""

    __slots__ = ()

    def leg(self, ax: int, ay: int, bx: int, by: int) -> int:
        """What the straight leg costs, `NO_WAY` where there is none."""
        return span(distance2(ax, ay, bx, by))

    def shortest(self, ax: int, ay: int, bx: int, by: int, most: int, corners: list[tuple[int, int]]) -> list[int]:
        """The cheapest way from a to b over some of the corners, empty where none costs at most `most`."""
        if self.leg(ax, ay, bx, by) <= most:
            return [ax, ay, bx, by]
        search = Search(ax, ay, bx, by, most, corners)
        while search.open:
            here = search.take()
            if search.costs[here] + search.left[here] >= search.best:
                break
            if here:
                search.arrive(here, self.leg(search.xs[here], search.ys[here], bx, by))
            for i in range(1, len(search.xs)):
                if search.promises(here, i):
                    search.note(here, i, self.leg(search.xs[here], search.ys[here], search.xs[i], search.ys[i]))
        return search.way(bx, by)


class Search:
    """How far the search for a way has come: corner 0 is where it sets out."""

    __slots__ = ("before", "best", "costs", "last", "left", "open", "xs", "ys")

    def __init__(self, ax: int, ay: int, bx: int, by: int, most: int, corners: list[tuple[int, int]]) -> None:
        near: list[tuple[int, int, int, int]] = []  # how long it is over a corner, which, and what is then to go
        for x, y in corners:
            onward = span(distance2(x, y, bx, by))
            around = span(distance2(ax, ay, x, y)) + onward
            if around <= most:
                near.append((around, x, y, onward))
        near.sort()
        del near[MOST_CORNERS:]
        self.xs, self.ys = [ax] + [corner[1] for corner in near], [ay] + [corner[2] for corner in near]
        self.left = [0] + [corner[3] for corner in near]  # at least so much is still to go
        self.costs = [0] + [NO_WAY] * len(near)
        self.before = [-1] * len(self.xs)
        self.open = [0]
        self.best, self.last = most + 1, -1

    def take(self) -> int:
        """The corner over which the way may be the cheapest."""
        at = 0
        for k in range(1, len(self.open)):
            i, j = self.open[k], self.open[at]
            if self.costs[i] + self.left[i] < self.costs[j] + self.left[j]:
                at = k
        return self.open.pop(at)

    def arrive(self, here: int, leg: int) -> None:
        if self.costs[here] + leg < self.best:
            self.best, self.last = self.costs[here] + leg, here

    def promises(self, here: int, i: int) -> bool:
        """Whether the bare distance to a corner leaves hope."""
        bare = self.costs[here] + span(distance2(self.xs[here], self.ys[here], self.xs[i], self.ys[i]))
        return bare < self.costs[i] and bare + self.left[i] < self.best

    def note(self, here: int, i: int, leg: int) -> None:
        cost = self.costs[here] + leg
        if cost < self.costs[i] and cost + self.left[i] < self.best:
            self.costs[i], self.before[i] = cost, here
            if i not in self.open:
                self.open.append(i)

    def way(self, bx: int, by: int) -> list[int]:
        if self.last < 0:
            return []
        way = [bx, by]
        at = self.last
        while at >= 0:
            way = [self.xs[at], self.ys[at], *way]
            at = self.before[at]
        return way


def length(way: list[int]) -> int:
    """Measured along its legs, `FINE` to a tenth."""
    total = 0
    for k in range(2, len(way), 2):
        total += span(distance2(way[k - 2], way[k - 1], way[k], way[k + 1]))
    return total


def at_part(way: list[int], part: int, whole: int) -> tuple[int, int]:
    """The point after `part` of `whole` equal parts of a way."""
    if part >= whole:
        return way[-2], way[-1]
    left = length(way) * part // whole
    for k in range(2, len(way), 2):
        ax, ay, bx, by = way[k - 2], way[k - 1], way[k], way[k + 1]
        leg = span(distance2(ax, ay, bx, by))
        if left <= leg and leg:
            return ax + rounded((bx - ax) * left, leg), ay + rounded((by - ay) * left, leg)
        left -= leg
    return way[-2], way[-1]
