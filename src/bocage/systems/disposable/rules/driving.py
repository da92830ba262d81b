"""Where a vehicle may drive."""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

from typing import Final

from bocage.geometry.plane import within
from bocage.kernel import Ban
from bocage.systems.disposable.model.tables import BASE, ENTRY, FULL, Table
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.movement import affordable

# A vehicle stands like a ring of bases round its middle, 3 inches across.
HULL: Final = ((10, 0), (7, 7), (0, 10), (-7, 7), (-10, 0), (-7, -7), (0, -10), (7, -7))


class VehicleReach(Reach):
    """Where a vehicle may drive: straight, round no corner; at full speed only ahead (dh.core.veh.move)."""

    __slots__ = ("facing_x", "facing_y", "off_road")

    def __init__(self, table: Table, xs: list[int], ys: list[int], mode: int, allowance: int, command: int) -> None:
        super().__init__(table, xs, ys, mode, allowance, command)
        self.facing_x, self.facing_y = 0, 0
        self.off_road = 0  # the most away from roads, 0: no difference

    def settle(self, x: int, y: int) -> list[int]:
        self.why = None
        ax, ay = self.xs[0], self.ys[0]
        if not self.anywhere:
            if x == ax and y == ay:
                return self.refuse(bans.NO_MOVE)
            if not within(ax, ay, x, y, self.most(ax, ay, x, y)):
                return self.refuse(bans.TOO_FAR[self.mode])
            if self.mode == FULL and self.facing_x * (x - ax) + self.facing_y * (y - ay) < 0:
                return self.refuse(bans.BEHIND)
        self.note_others(x - 10, y - 10, x + 10, y + 10)
        why = self.stands(x, y)
        for dx, dy in HULL:
            if why is None:
                why = self.stands(x + dx, y + dy)
        if why is None:
            why = self.drives(x, y)
        return [x, y] if why is None else self.refuse(why)

    def most(self, ax: int, ay: int, x: int, y: int) -> int:
        """Wheels keep their speed only from road to road."""
        if self.off_road and not (self.on_road(ax, ay) and self.on_road(x, y)):
            return self.off_road
        return self.allowance

    def on_road(self, x: int, y: int) -> bool:
        for road in self.table.roads:
            if road.shape.contains(x, y):
                return True
        return False

    def drives(self, x: int, y: int) -> Ban | None:
        """No way through houses; difficult ground costs what it costs men."""
        for area in self.table.slow:
            if area.move == ENTRY and (
                area.shape.near(x, y, 2 * BASE) or area.shape.contains(x, y)
                or (not self.anywhere and area.shape.inside(self.xs[0], self.ys[0], x, y).numerator)
            ):  # fmt: skip
                return bans.BLOCKED
        if self.edge:
            return self.enters(x, y)
        if self.anywhere:
            return None
        ax, ay = self.xs[0], self.ys[0]
        ok = affordable(self.slow, self.barriers, ax, ay, x, y, self.most(ax, ay, x, y), False)
        return None if ok else bans.GROUND
