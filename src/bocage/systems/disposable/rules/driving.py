"""Where a vehicle may drive."""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

from bocage.geometry.plane import within
from bocage.geometry.ways import FINE
from bocage.kernel import Ban
from bocage.systems.disposable.model.tables import BASE, ENTRY, FULL, HULL_RADIUS, IMPASSABLE, Table
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.walking import Walk


class VehicleReach(Reach):
    """Where a vehicle may drive: straight, round no corner; at full speed only ahead (dh.core.veh.move)."""

    __slots__ = ("facing_x", "facing_y", "off_road")

    def __init__(self, table: Table, xs: list[int], ys: list[int], mode: int, allowance: int, command: int) -> None:
        super().__init__(table, xs, ys, mode, allowance, command)
        self.walk = Walk(table, False, HULL_RADIUS)
        self.facing_x, self.facing_y = 0, 0
        self.off_road = 0  # the most away from roads, 0: no difference

    def contains(self, x: int, y: int) -> bool:
        return bool(self.place(x, y))

    def offers(self, x: int, y: int) -> bool:
        return bool(self.place(x, y))

    def settle(self, x: int, y: int) -> list[int]:
        return self.place(x, y)

    def place(self, x: int, y: int) -> list[int]:
        self.why = None
        ax, ay = self.xs[0], self.ys[0]
        if not self.anywhere:
            if x == ax and y == ay:
                return self.refuse(bans.NO_MOVE)
            if not within(ax, ay, x, y, self.most(ax, ay, x, y)):
                return self.refuse(bans.TOO_FAR[self.mode])
            if self.mode == FULL and self.facing_x * (x - ax) + self.facing_y * (y - ay) < 0:
                return self.refuse(bans.BEHIND)
        why = self.forbid_hull(x, y)
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

    def forbid_hull(self, x: int, y: int) -> Ban | None:
        """Why a hull may not stand here: it is a disc three inches across, and may stand over an obstacle."""
        table = self.table
        edge = HULL_RADIUS
        if not (edge <= x <= table.width - edge and edge <= y <= table.height - edge):
            return bans.OFF_TABLE
        if self.zone is not None and not self.zone.holds_disc(x, y, HULL_RADIUS):
            return bans.OUT_OF_ZONE
        off = 2 * BASE
        plain = table.is_plain(max(0, x - off), max(0, y - off), x + off, y + off)
        for area in () if plain else table.slow:
            keep_off = HULL_RADIUS if area.move == IMPASSABLE else 2 * BASE if area.move == ENTRY else 0
            if keep_off and (area.shape.near(x, y, keep_off - 1) or area.shape.contains(x, y)):
                return bans.BLOCKED
        for crowd in self.others:
            if crowd.crowds(x, y, 0):
                return bans.OCCUPIED
        return None

    def drives(self, x: int, y: int) -> Ban | None:
        """No way through houses, men or other vehicles; difficult ground costs what it costs men."""
        if self.edge:
            return self.enters(x, y)
        if self.anywhere:
            return None
        ax, ay = self.xs[0], self.ys[0]
        for area in self.walk.slow:
            if area.move == ENTRY and area.shape.skimmed(ax, ay, x, y, HULL_RADIUS):
                return bans.BLOCKED
        return None if self.walk.leg(ax, ay, x, y) <= self.most(ax, ay, x, y) * FINE else bans.GROUND
