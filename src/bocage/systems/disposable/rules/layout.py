"""A move that is laid out and not made yet: where everybody will stand, and where each man may be put instead."""

from __future__ import annotations

import random

from bocage.geometry.plane import along, within
from bocage.kernel import Ban, Region, option_piece, option_point, put_option
from bocage.systems.disposable.model.tables import BASE, Table
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.formation import COMPASS, Reach
from bocage.systems.disposable.rules.room import SPOTS


class FigureReach(Reach):
    """Where one man of a unit may go whose comrades have their places."""

    __slots__ = ("comrades",)

    def __init__(self, table: Table, xs: list[int], ys: list[int], mode: int, allowance: int, command: int) -> None:
        super().__init__(table, xs, ys, mode, allowance, command)
        self.comrades: list[int] = []  # where the others end, x and y in turn

    def offers(self, x: int, y: int) -> bool:
        return bool(self.place(x, y))

    def settle(self, x: int, y: int) -> list[int]:
        return self.place(x, y)

    def place(self, x: int, y: int) -> list[int]:
        self.why = None
        why = self.forbid(x, y)
        if why is None and not self.free(self.comrades, x, y):
            why = bans.OCCUPIED
        return [x, y] if why is None else self.refuse(why)

    def forbid(self, x: int, y: int) -> Ban | None:
        """Distance, ground, bases, and the command distance to all others (dh.cmd.distance.2)."""
        why = self.stands(x, y)
        if why is None and (x != self.xs[0] or y != self.ys[0]):
            why = self.walks(0, x, y)
        for k in range(0, len(self.comrades), 2):
            if why is None and not within(x, y, self.comrades[k], self.comrades[k + 1], self.command + BASE):
                why = bans.SCATTERED
        return why

    def outline(self) -> list[list[tuple[float, float]]]:
        """A ring through the farthest points he could be put on, seen from where he is to stand; the bases of his
        comrades leave no holes in it."""
        x, y = self.wishes[0]
        ring: list[tuple[float, float]] = []
        for dx, dy in COMPASS:
            low, high = 0, 2 * self.allowance
            while high - low > 1:
                middle = (low + high) // 2
                px, py = along(x, y, x + dx, y + dy, middle)
                if px >= 0 and py >= 0 and self.forbid(px, py) is None:
                    low = middle
                else:
                    high = middle
            px, py = along(x, y, x + dx, y + dy, low)
            ring.append((px / 10, py / 10))
        return [ring]

    def contains(self, x: int, y: int) -> bool:
        return bool(self.place(x, y))


class Layout(Region):
    """The whole unit may still go to another point, and each of its men may be put by hand where he can get to."""

    __slots__ = ("figures", "spots", "whole")

    def __init__(self, whole: Reach, figures: list[int], spots: list[int]) -> None:
        self.whole = whole  # where the unit may go
        self.figures = figures
        self.spots = spots  # where they are to stand, x and y in turn

    def contains(self, x: int, y: int) -> bool:
        return self.whole.contains(x, y)

    def takes(self, piece: int, x: int, y: int) -> bool:
        return piece in self.figures and self.reach_of(piece).contains(x, y)

    def reach_of(self, figure: int) -> FigureReach:
        """Where one man may go while the others have their places; where he is to stand now is always offered."""
        whole, i = self.whole, self.figures.index(figure)
        reach = FigureReach(whole.table, [whole.xs[i]], [whole.ys[i]], whole.mode, whole.allowance, whole.command)
        reach.walk, reach.others = whole.walk, whole.others
        if whole.spent:
            reach.spent = [whole.spent[i]]
        reach.comrades = self.spots[: 2 * i] + self.spots[2 * i + 2 :]
        x, y = self.spots[2 * i], self.spots[2 * i + 1]
        reach.wishes = [(x, y), (whole.xs[i], whole.ys[i])] + [(x + dx, y + dy) for dx, dy in SPOTS]
        return reach

    def put(self, figure: int, x: int, y: int) -> list[int]:
        """Where everybody is to stand once this man is put there."""
        i = self.figures.index(figure)
        return [*self.spots[: 2 * i], x, y, *self.spots[2 * i + 2 :]]

    def sample(self, rng: random.Random) -> int:
        figure = rng.choice(self.figures)
        return put_option(figure, *option_point(self.reach_of(figure).sample(rng)))

    def candidates(self, n: int) -> list[int]:
        return self.whole.candidates(n)

    def outline(self) -> list[list[tuple[float, float]]]:
        return self.whole.outline()

    def outline_of(self, piece: int) -> list[list[tuple[float, float]]]:
        return self.reach_of(piece).outline() if piece in self.figures else []

    def settle_option(self, option: int) -> list[int]:
        """Where everybody would stand after this choice."""
        x, y = option_point(option)
        figure = option_piece(option)
        return self.whole.settle(x, y) if figure < 0 else self.put(figure, x, y)

    def formation(self, option: int) -> list[tuple[float, float]]:
        spots = self.settle_option(option)
        return [(spots[i] / 10, spots[i + 1] / 10) for i in range(0, len(spots), 2)]
