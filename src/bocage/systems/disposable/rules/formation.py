"""Where a unit may go and how its figures stand there: the one legality check behind every move.

A unit moves as a formation. The player chooses a point for the leader; each man keeps his place beside the leader where
that is legal for him, else he takes the free spot nearest to the leader that he can reach.
"""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

import random
from typing import Final

from bocage.geometry.plane import Polygon, along, within
from bocage.kernel import Ban, Region, option_point, point_option
from bocage.systems.disposable.model.tables import BASE, HOME, RUN, Area, Barrier, Table
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.command import spread_out
from bocage.systems.disposable.rules.movement import advances, affordable

SPACING: Final = 13
GRID: Final = 5  # how finely room is looked for where it is scarce


# Places around a leader, nearest first.
SPOTS: Final = sorted(
    [(i * SPACING, j * SPACING) for i in range(-3, 4) for j in range(-3, 4) if i * i + j * j <= 9],
    key=lambda spot: (spot[0] * spot[0] + spot[1] * spot[1], spot[1], spot[0]),
)
# Forty directions round a point, in whole numbers.
COMPASS: Final = (
    [(k, -5) for k in range(-5, 5)] + [(5, k) for k in range(-5, 5)]
    + [(k, 5) for k in range(5, -5, -1)] + [(-5, k) for k in range(5, -5, -1)]
)  # fmt: skip


def edge_point(table: Table, edge: str, x: int, y: int) -> tuple[int, int]:
    """Where whoever comes to this point has crossed his table edge: straight in (dh.core.deploy)."""
    hx, hy = HOME[edge]
    return table.width * max(0, hx) if hx else x, table.height * max(0, hy) if hy else y


class Haven:
    """The figures of a unit and its command distance, within which of all of them a lone model may join it."""

    __slots__ = ("command", "xs", "ys")

    def __init__(self, command: int, xs: list[int], ys: list[int]) -> None:
        self.command = command
        self.xs, self.ys = xs, ys

    def holds(self, x: int, y: int) -> bool:
        for i in range(len(self.xs)):
            if not within(x, y, self.xs[i], self.ys[i], self.command + BASE):
                return False
        return True


class Reach(Region):
    """A snapshot of all that decides where one unit may go; `settle` is the legality check."""

    __slots__ = (
        "allowance", "anywhere", "barred", "barriers", "coherent", "command", "edge", "enemies", "foe_x", "foe_y",
        "friends", "havens", "hub", "keep_off", "lane_barriers", "lane_slow", "mode", "near_enemies", "near_friends",
        "roomy", "slow", "table", "why", "wishes", "x0", "x1", "xs", "y0", "y1", "ys", "zone",
    )  # fmt: skip

    def __init__(self, table: Table, xs: list[int], ys: list[int], mode: int, allowance: int, command: int) -> None:
        self.table = table
        self.xs = xs  # the unit's figures, leader first
        self.ys = ys
        self.x0, self.x1 = min(xs), max(xs)
        self.y0, self.y1 = min(ys), max(ys)
        self.mode, self.allowance = mode, allowance
        self.command = command  # command distance
        self.anywhere = False  # deployed or entering: no way to walk
        self.barred: list[Area] = []  # impassable ground on a way that costs nothing else (dh.open.away)
        self.hub: tuple[int, int, int] | None = None  # getting down: not farther than this from the vehicle
        self.keep_off = 0  # a hidden unit shows itself no nearer to the enemy (dh.core.sniper.hidden)
        self.roomy = False  # nothing stands in the way of the formation that is looked at
        self.zone: Polygon | None = None
        self.edge = ""  # entering from this edge
        self.enemies: list[tuple[int, int]] = []  # bases of other units nearby
        self.friends: list[tuple[int, int]] = []
        self.near_enemies: list[tuple[int, int]] = []  # of those, the ones near the point that is looked at
        self.near_friends: list[tuple[int, int]] = []
        self.lane_slow: list[Area] = []  # of the ground around, what lies on the way that is looked at
        self.lane_barriers: list[Barrier] = []
        self.foe_x: list[int] = []  # enemies that a lone model sees
        self.foe_y: list[int] = []
        self.havens: list[Haven] = []  # units that a lone model may join
        self.slow: list[Area] = []
        self.barriers: list[Barrier] = []
        self.wishes: list[tuple[int, int]] = []
        self.coherent = True
        self.why: Ban | None = None  # what forbids the point looked at last

    def look_around(self) -> None:
        """Keep only the ground that figures could meet on this move."""
        margin = self.allowance + 40
        x0, y0 = self.x0 - margin, self.y0 - margin
        x1, y1 = self.x1 + margin, self.y1 + margin
        self.slow = [area for area in self.table.slow if area.shape.meets_box(x0, y0, x1, y1)]
        self.barriers = [barrier for barrier in self.table.barriers if barrier.shape.meets_box(x0, y0, x1, y1)]
        self.coherent = not spread_out(self.xs, self.ys, self.command)

    def contains(self, x: int, y: int) -> bool:
        return bool(self.settle(x, y))

    def settle(self, x: int, y: int) -> list[int]:
        """Where every figure ends (x, y in turn) when the leader goes to this point; empty where that is illegal.

        `why` tells the reason afterwards."""
        xs, ys = self.xs, self.ys
        dx, dy = x - xs[0], y - ys[0]
        self.why = None
        if not self.anywhere:
            if dx == 0 and dy == 0:
                return self.refuse(bans.NO_MOVE)
            if dx * dx + dy * dy > self.allowance * self.allowance:
                return self.refuse(bans.TOO_FAR[self.mode])
        if self.hub is not None or self.keep_off or self.foe_x:
            self.why = self.forbid_leader(x, y)
            if self.why is not None:
                return []
        if not self.lane_clear(dx, dy):
            return self.form_up(x, y, dx, dy)
        spots: list[int] = []
        for i in range(len(xs)):
            spots.append(xs[i] + dx)
            spots.append(ys[i] + dy)
        return spots

    def forbid_leader(self, x: int, y: int) -> Ban | None:
        """What keeps only some units from a point."""
        if self.hub is not None and not within(x, y, self.hub[0], self.hub[1], self.hub[2]):
            return bans.TOO_FAR[self.mode]
        if self.keep_off and self.too_close(x, y):
            return bans.TOO_CLOSE
        return bans.ADVANCE if self.foe_x and self.advances(x, y) and not self.havened(x, y) else None

    def form_up(self, x: int, y: int, dx: int, dy: int) -> list[int]:
        """Every figure goes as the leader does where it may; the others gather round him."""
        spots: list[int] = []
        stray: list[int] = []
        free_way = not (self.lane_slow or self.lane_barriers or self.edge or self.barred)
        for i in range(len(self.xs)):
            px, py = self.xs[i] + dx, self.ys[i] + dy
            why = None if self.roomy else self.stands(px, py)
            if why is None and not free_way:
                why = self.walks(i, px, py, self.lane_slow, self.lane_barriers)
            if why is not None:
                self.why = why
                if i == 0:
                    return []
                stray.append(i)
                px = -1000
            spots.append(px)
            spots.append(py)
        if stray and not self.gather(spots, stray, x, y):
            return []
        if (stray or not self.coherent) and spread_out(spots[::2], spots[1::2], self.command):
            return self.close_up(x, y)
        self.why = None
        return spots

    def advances(self, x: int, y: int) -> bool:
        """Whether a lone model would come nearer to the enemy it sees (dh.move.single.1)."""
        return advances(self.xs[0], self.ys[0], x, y, self.foe_x, self.foe_y)

    def havened(self, x: int, y: int) -> bool:
        """Whether a lone model at this point could join somebody (dh.open.single_towards)."""
        for haven in self.havens:
            if haven.holds(x, y):
                return True
        return False

    def too_close(self, x: int, y: int) -> bool:
        for ex, ey in self.enemies:
            if within(x, y, ex, ey, self.keep_off + BASE):
                return True
        return False

    def close_up(self, x: int, y: int) -> list[int]:
        """The unit would be scattered (dh.cmd.distance.2): everybody gathers round the leader instead."""
        n = len(self.xs)
        spots = [x, y] + [-1000] * (2 * n - 2)
        if not self.gather(spots, list(range(1, n)), x, y) or spread_out(spots[::2], spots[1::2], self.command):
            return self.refuse(bans.SCATTERED)
        self.why = None
        return spots

    def lane_clear(self, dx: int, dy: int) -> bool:
        """Note what is near the way of the unit; True where nothing is, so that no figure needs a look of its own."""
        table = self.table
        x0, x1 = self.x0 + dx, self.x1 + dx
        y0, y1 = self.y0 + dy, self.y1 + dy
        crowded = self.note_others(x0, y0, x1, y1)
        inside = x0 >= 5 and y0 >= 5 and x1 <= table.width - 5 and y1 <= table.height - 5
        self.roomy = inside and not crowded and not table.impassable
        if self.roomy and self.zone is not None:
            self.roomy = self.zone.holds_box(x0, y0, x1, y1)
        if self.anywhere:
            return self.roomy and not self.edge
        if self.slow or self.barriers:
            self.note_ground(x0, y0, x1, y1, dx, dy)
        return self.roomy and self.coherent and not (self.lane_slow or self.lane_barriers)

    def note_ground(self, x0: int, y0: int, x1: int, y1: int, dx: int, dy: int) -> None:
        """Note the ground that figures come to which have moved so far into this box."""
        if dx > 0:
            x0 -= dx
        else:
            x1 -= dx
        if dy > 0:
            y0 -= dy
        else:
            y1 -= dy
        if self.slow:
            self.lane_slow = [
                area for area in self.slow
                if area.shape.x0 <= x1 and area.shape.x1 >= x0 and area.shape.y0 <= y1 and area.shape.y1 >= y0
            ]  # fmt: skip
        if self.barriers:
            self.lane_barriers = [
                line for line in self.barriers
                if line.shape.x0 <= x1 and line.shape.x1 >= x0 and line.shape.y0 <= y1 and line.shape.y1 >= y0
            ]  # fmt: skip

    def note_others(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Note the bases that figures gathered round a leader in this box could bump into; True where some are so close
        that figures in the box itself could."""
        left, right, low, high = x0 - 52, x1 + 52, y0 - 52, y1 + 52
        if self.enemies:
            self.near_enemies = [(x, y) for x, y in self.enemies if left < x < right and low < y < high]
        if self.friends:
            self.near_friends = [(x, y) for x, y in self.friends if left < x < right and low < y < high]
        left, right, low, high = x0 - 12, x1 + 12, y0 - 12, y1 + 12
        for x, y in self.near_friends:
            if left < x < right and low < y < high:
                return True
        for x, y in self.near_enemies:
            if left < x < right and low < y < high:
                return True
        return False

    def settle_option(self, option: int) -> list[int]:
        x, y = option_point(option)
        return self.settle(x, y)

    def formation(self, option: int) -> list[tuple[float, float]]:
        spots = self.settle_option(option)
        return [(spots[i] / 10, spots[i + 1] / 10) for i in range(0, len(spots), 2)]

    def refuse(self, why: Ban | None) -> list[int]:
        self.why = why
        return []

    def stands(self, px: int, py: int) -> Ban | None:
        """Why a base may not be here at the end."""
        table = self.table
        if not (5 <= px <= table.width - 5 and 5 <= py <= table.height - 5):
            return bans.OFF_TABLE
        if table.blocked[py * (table.width + 1) + px]:
            return bans.BLOCKED
        if self.zone is not None and not self.zone.contains(px, py):
            return bans.OUT_OF_ZONE
        for x, y in self.near_enemies:
            dx = x - px
            if -12 < dx < 12:
                dy = y - py
                square = dx * dx + dy * dy
                if square < BASE * BASE:
                    return bans.OCCUPIED
                if square <= (BASE + 1) * (BASE + 1):
                    return bans.CONTACT
        for x, y in self.near_friends:
            dx = x - px
            if -BASE < dx < BASE:
                dy = y - py
                if dx * dx + dy * dy < BASE * BASE:
                    return bans.OCCUPIED
        return None

    def walks(self, i: int, px: int, py: int, slow: list[Area], barriers: list[Barrier]) -> Ban | None:
        """Why figure i cannot get here over this ground; the bare distance was looked at before."""
        if self.edge:
            return self.enters(px, py)
        if self.barred and self.crosses(self.xs[i], self.ys[i], px, py):
            return bans.BLOCKED
        if self.anywhere or not (slow or barriers):
            return None
        ok = affordable(slow, barriers, self.xs[i], self.ys[i], px, py, self.allowance, self.mode == RUN)
        return None if ok else bans.GROUND

    def crosses(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Whether impassable ground lies on the straight way."""
        for area in self.barred:
            if area.shape.inside(ax, ay, bx, by).numerator:
                return True
        return False

    def enters(self, px: int, py: int) -> Ban | None:
        """Straight in from the table edge (dh.core.deploy)."""
        ex, ey = edge_point(self.table, self.edge, px, py)
        most = self.most(ex, ey, px, py)
        if abs(px - ex) + abs(py - ey) > most:
            return bans.TOO_FAR[self.mode]
        ok = affordable(self.table.slow, self.table.barriers, ex, ey, px, py, most, self.mode == RUN)
        return None if ok else bans.GROUND

    def most(self, ax: int, ay: int, x: int, y: int) -> int:
        """How far a move between these points may be at most."""
        return self.allowance

    def gather(self, spots: list[int], stray: list[int], x: int, y: int) -> bool:
        """Give every stray figure the free spot nearest to the leader that it can reach."""
        reach2 = self.allowance * self.allowance
        for i in stray:
            for ox, oy in SPOTS:
                px, py = x + ox, y + oy
                dx, dy = px - self.xs[i], py - self.ys[i]
                if (
                    (self.anywhere or dx * dx + dy * dy <= reach2)
                    and self.free(spots, px, py)
                    and self.stands(px, py) is None
                    and self.walks(i, px, py, self.slow, self.barriers) is None
                ):
                    spots[2 * i], spots[2 * i + 1] = px, py
                    break
            else:
                return False
        return True

    def free(self, spots: list[int], px: int, py: int) -> bool:
        for k in range(0, len(spots), 2):
            dx = spots[k] - px
            if -BASE < dx < BASE:
                dy = spots[k + 1] - py
                if dx * dx + dy * dy < BASE * BASE:
                    return False
        return True

    def candidates(self, n: int) -> list[int]:
        """The wished-for points that are legal, or the farthest legal point on the way to them."""
        points: list[int] = []  # x and y in turn
        x0, y0 = self.xs[0], self.ys[0]
        for wx, wy in self.wishes:
            if len(points) >= 2 * n:
                break
            square = (wx - x0) * (wx - x0) + (wy - y0) * (wy - y0)
            far = not self.anywhere and square > self.allowance * self.allowance
            if (not far and self.try_point(wx, wy, points)) or self.anywhere:
                continue
            for length in (self.allowance - 1, self.allowance // 2):
                if far or length * length <= square:
                    px, py = along(x0, y0, wx, wy, length)
                    if self.try_point(px, py, points):
                        break
        if not points and self.comes_in():
            self.search(n, points)
        return [point_option(points[k], points[k + 1]) for k in range(0, len(points), 2)]

    def comes_in(self) -> bool:
        return self.zone is not None or self.edge != "" or self.hub is not None

    def search(self, n: int, points: list[int]) -> None:
        """Whatever room is left where none of the wishes fits: a unit that comes onto the table needs a place."""
        x0, y0, x1, y1 = self.box()
        for y in range(y0, y1 + 1, GRID):
            for x in range(x0, x1 + 1, GRID):
                self.try_point(x, y, points)
                if len(points) >= 2 * n:
                    return

    def try_point(self, x: int, y: int, points: list[int]) -> bool:
        if not (0 <= x <= self.table.width and 0 <= y <= self.table.height):
            return False
        if points:
            apart = self.allowance // 4 if self.allowance > 4 * BASE else BASE
            for k in range(0, len(points), 2):  # a place close by is no other choice
                if -apart < points[k] - x < apart and -apart < points[k + 1] - y < apart:
                    return True
        if self.settle(x, y):
            points.append(x)
            points.append(y)
            return True
        return False

    def sample(self, rng: random.Random) -> int:
        x0, y0, x1, y1 = self.box()
        for _ in range(60):
            x, y = rng.randint(x0, x1), rng.randint(y0, y1)
            if self.contains(x, y):
                return point_option(x, y)
        return self.candidates(1)[0]

    def box(self) -> tuple[int, int, int, int]:
        """A rectangle of the table that holds every legal point."""
        table = self.table
        if self.zone is not None:
            return self.zone.x0, self.zone.y0, self.zone.x1, self.zone.y1
        if self.hub is not None:
            x, y, far = self.hub
            return max(0, x - far), max(0, y - far), min(table.width, x + far), min(table.height, y + far)
        far = self.allowance
        if self.edge:
            ax, ay = edge_point(table, self.edge, 0, 0)
            bx, by = edge_point(table, self.edge, table.width, table.height)
        elif self.anywhere:
            return 0, 0, table.width, table.height
        else:
            ax, ay = bx, by = self.xs[0], self.ys[0]
        return max(0, ax - far), max(0, ay - far), min(table.width, bx + far), min(table.height, by + far)

    def outline(self) -> list[list[tuple[float, float]]]:
        """A ring through the farthest legal points all round; a zone is drawn as it is."""
        if self.zone is not None:
            return [[(self.zone.xs[i] / 10, self.zone.ys[i] / 10) for i in range(len(self.zone.xs) - 1)]]
        if self.anywhere:
            x0, y0, x1, y1 = self.box()
            return [[(x0 / 10, y0 / 10), (x1 / 10, y0 / 10), (x1 / 10, y1 / 10), (x0 / 10, y1 / 10)]]
        ring: list[tuple[float, float]] = []
        for dx, dy in COMPASS:
            low, high = 0, self.allowance
            while high - low > 2:
                middle = (low + high) // 2
                px, py = along(self.xs[0], self.ys[0], self.xs[0] + dx, self.ys[0] + dy, middle)
                if px >= 0 and py >= 0 and self.settle(px, py):
                    low = middle
                else:
                    high = middle
            px, py = along(self.xs[0], self.ys[0], self.xs[0] + dx, self.ys[0] + dy, low)
            ring.append((px / 10, py / 10))
        return [ring]
