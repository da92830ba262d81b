"""Where there is room beside a leader for a man who cannot keep his place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bocage.systems.disposable.rules.formation import Reach

SPACING: Final = 13
# Places around a leader, nearest first.
SPOTS: Final = sorted(
    [(i * SPACING, j * SPACING) for i in range(-3, 4) for j in range(-3, 4) if i * i + j * j <= 9],
    key=lambda spot: (spot[0] * spot[0] + spot[1] * spot[1], spot[1], spot[0]),
)


class Room:
    """The free spots round a leader, nearest first; each is looked at when it is wanted."""

    __slots__ = ("looked", "reach", "taken", "x", "xs", "y", "ys")

    def __init__(self, reach: Reach, spots: list[int], x: int, y: int) -> None:
        self.reach = reach
        self.taken = spots[:]
        self.x, self.y = x, y
        self.xs: list[int] = []  # where the free spots are that have been found
        self.ys: list[int] = []
        self.looked = 0  # how many spots have been looked at

    def grows(self) -> bool:
        """Look for one more free spot."""
        reach = self.reach
        while self.looked < len(SPOTS):
            ox, oy = SPOTS[self.looked]
            self.looked += 1
            px, py = self.x + ox, self.y + oy
            if reach.free(self.taken, px, py) and reach.stands(px, py) is None:
                self.xs.append(px)
                self.ys.append(py)
                return True
        return False

    def find(self, i: int, start: int, bends: bool) -> int:
        """The first spot that figure i can reach, or -1."""
        at = start
        while at < len(self.xs) or self.grows():
            if self.reach.walks(i, self.xs[at], self.ys[at], bends) is None:
                return at
            at += 1
        return -1
