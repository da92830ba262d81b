"""Where a unit may go and how its figures stand there: the one legality check behind every move.

A unit moves as a formation. The player chooses a point for the leader; each man keeps his place beside the leader where
that is legal for him, else he takes the free spot nearest to the leader that he can reach. Every figure goes its own
way, straight or round what it cannot cross, and none farther than it may.
"""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

import random
from typing import Final

from bocage.geometry.plane import Polygon, along, distance2, within
from bocage.geometry.ways import FINE, at_part
from bocage.kernel import Ban, Region, option_point, point_option
from bocage.systems.disposable.model.tables import BASE, HOME, RADIUS, RUN, Table
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.command import Haven, spread_out
from bocage.systems.disposable.rules.room import Room
from bocage.systems.disposable.rules.walking import Crowd, Walk, edge_point, ground_cost

GRID: Final = 5  # how finely room is looked for where it is scarce
SHORTER: Final = 6  # in so many parts a way is cut short
# Forty directions round a point, in whole numbers.
COMPASS: Final = (
    [(k, -5) for k in range(-5, 5)] + [(5, k) for k in range(-5, 5)]
    + [(k, 5) for k in range(5, -5, -1)] + [(-5, k) for k in range(5, -5, -1)]
)  # fmt: skip


class Reach(Region):
    """A snapshot of all that decides where one unit may go; `settle` is the legality check."""

    __slots__ = (
        "allowance", "anywhere", "by_hand", "coherent", "command", "edge", "foe_x", "foe_y", "havens", "high",
        "keep_off", "kept", "lands", "left", "low", "mode", "nearest2", "others", "ox", "oy", "right", "spent",
        "table", "walk", "why", "wishes", "x0", "x1", "xs", "y0", "y1", "ys", "zone",
    )  # fmt: skip

    def __init__(self, table: Table, xs: list[int], ys: list[int], mode: int, allowance: int, command: int) -> None:
        self.table = table
        self.xs, self.ys = xs, ys  # where the unit's figures set out, leader first
        self.mode, self.allowance = mode, allowance
        self.command = command  # command distance
        self.ox = [x - xs[0] for x in xs]  # the formation: how far from the leader each figure stands
        self.oy = [y - ys[0] for y in ys]
        self.x0, self.x1, self.y0, self.y1 = min(xs), max(xs), min(ys), max(ys)
        self.left, self.right = self.x0 - xs[0], self.x1 - xs[0]  # a box round it
        self.low, self.high = self.y0 - ys[0], self.y1 - ys[0]
        self.kept = True  # they stand like that already
        self.walk = Walk(table, mode == RUN, RADIUS)
        self.spent: list[int] = []  # what each figure's way has cost so far, where it has way-points
        self.anywhere = False  # deployed or entering: no way to walk
        self.by_hand = -1  # the leader, where the move may be laid out by hand
        self.lands = False  # gets down or comes in: whatever room there is will do
        self.keep_off = 0  # a hidden unit shows itself no nearer to the enemy (dh.core.sniper.hidden)
        self.zone: Polygon | None = None
        self.edge = ""  # entering from this edge
        self.others: list[Crowd] = []  # other units nearby
        self.foe_x: list[int] = []  # enemies that a lone model sees
        self.foe_y: list[int] = []
        self.nearest2 = -1  # how far the nearest of them is, squared, once somebody has asked
        self.havens: list[Haven] = []  # units that a lone model may join
        self.wishes: list[tuple[int, int]] = []
        wide, high, most = self.right - self.left, self.high - self.low, command + BASE
        self.coherent = wide * wide + high * high <= most * most or not spread_out(xs, ys, command)
        self.why: Ban | None = None  # what forbids the point looked at last

    def form(self, ox: list[int], oy: list[int]) -> None:
        """Take up a formation."""
        self.ox, self.oy = ox, oy
        self.left, self.right, self.low, self.high = min(ox), max(ox), min(oy), max(oy)

    def look_around(self) -> None:
        """Keep only the ground that figures could meet on this move."""
        x0, y0, x1, y1 = self.around(self.allowance + 40)
        self.walk.look_around(x0, y0, x1, y1)

    def around(self, margin: int) -> tuple[int, int, int, int]:
        """A box with so much room round those who set out."""
        return self.x0 - margin, self.y0 - margin, self.x1 + margin, self.y1 + margin

    def add_other(self, crowd: Crowd, blocks: bool) -> None:
        """Note another unit; one that `blocks` may not be walked through."""
        self.others.append(crowd)
        if blocks:
            self.walk.bars.append(crowd)

    def contains(self, x: int, y: int) -> bool:
        """Whether the leader may go there; on a move the others follow as far as they can."""
        if self.anywhere or self.lands or not self.coherent:
            return bool(self.place(x, y))
        if self.forbid_leader(x, y):
            return False
        self.why = self.stands(x, y)
        if self.why is None:
            self.why = self.walks(0, x, y)
        return self.why is None

    def takes(self, piece: int, x: int, y: int) -> bool:  # the leader is put there, and a move of all is laid out
        return piece == self.by_hand and self.coherent and len(self.xs) > 1 and self.contains(x, y)

    def offers(self, x: int, y: int) -> bool:
        """Whether the leader may go there straight: a quick look at points to offer."""
        if self.zone is not None or self.edge:
            return not self.forbid_leader(x, y) and self.is_clear(x, y)
        if self.anywhere or self.lands or not self.coherent:
            return bool(self.place(x, y))
        ax, ay = self.xs[0], self.ys[0]
        far2 = (x - ax) * (x - ax) + (y - ay) * (y - ay)
        if far2 == 0 or far2 > self.allowance * self.allowance or not self.has_room(x, y):
            return False
        if self.forbid_some(x, y) is not None:
            return False
        if not self.spent and self.lane_clear(min(ax, x), min(ay, y), max(ax, x), max(ay, y)):
            return True
        most = self.allowance * FINE - (self.spent[0] if self.spent else 0)
        return self.walk.leg(ax, ay, x, y) <= most

    def has_room(self, x: int, y: int) -> bool:
        """Whether a base certainly finds room at a point."""
        table = self.table
        if x < RADIUS or y < RADIUS or x > table.width - RADIUS or y > table.height - RADIUS:
            return False
        if table.shut[y * (table.width + 1) + x]:
            return False
        for crowd in self.others:
            if crowd.left < x < crowd.right and crowd.low < y < crowd.high and crowd.crowds(x, y, 2):
                return False
        return True

    def settle(self, x: int, y: int) -> list[int]:
        """Where every figure ends (x, y in turn) when the leader sets out for this point; empty where that is illegal.
        Where the others could not all follow him there, he goes no farther than they can.

        `why` tells the reason afterwards."""
        spots = self.place(x, y)
        if spots or not self.contains(x, y):
            return spots
        way = self.route(0, x, y)
        for part in range(SHORTER - 1, 0, -1):
            px, py = at_part(way, part, SHORTER)
            spots = [] if px == self.xs[0] and py == self.ys[0] else self.place(px, py)
            if spots:
                return spots
        self.why = None
        return [v for i in range(len(self.xs)) for v in (self.xs[i], self.ys[i])]

    def place(self, x: int, y: int) -> list[int]:
        """Where every figure ends when the leader goes to this very point; empty where they cannot all do so."""
        if self.forbid_leader(x, y):
            return []
        if not self.is_clear(x, y):
            return self.form_up(x, y)
        spots: list[int] = []
        for i in range(len(self.ox)):
            spots.append(x + self.ox[i])
            spots.append(y + self.oy[i])
        return spots

    def forbid_leader(self, x: int, y: int) -> bool:
        """Whether the point is out of the question for the leader, whatever lies on the way; `why` tells the reason."""
        self.why = None
        if not self.anywhere:
            dx, dy = x - self.xs[0], y - self.ys[0]
            if dx == 0 and dy == 0:
                self.why = bans.NO_MOVE
            elif dx * dx + dy * dy > self.allowance * self.allowance:
                self.why = bans.TOO_FAR[self.mode]
        if self.why is None and (self.keep_off or self.foe_x):
            self.why = self.forbid_some(x, y)
        return self.why is not None

    def forbid_some(self, x: int, y: int) -> Ban | None:
        """What keeps only some units from a point."""
        if self.keep_off and self.too_close(x, y):
            return bans.TOO_CLOSE
        return bans.ADVANCE if self.foe_x and self.advances(x, y) and not self.havened(x, y) else None

    def is_clear(self, x: int, y: int) -> bool:
        """Whether nothing at all is near the formation there, nor near the straight way of anybody to it."""
        table = self.table
        x0, x1, y0, y1 = x + self.left, x + self.right, y + self.low, y + self.high
        if x0 < RADIUS or y0 < RADIUS or x1 > table.width - RADIUS or y1 > table.height - RADIUS:
            return False
        if not self.coherent or not (self.kept or self.anywhere):
            return False
        if self.zone is not None and not self.zone.holds_box(x0, y0, x1, y1):
            return False
        for crowd in self.others:
            if crowd.meets_box(x0, y0, x1, y1, crowd.reach + 2):
                return False
        if self.edge:
            return self.clear_from_edge(x0, y0, x1, y1)
        if self.anywhere:
            return table.is_plain(x0, y0, x1, y1)
        dx, dy = x - self.xs[0], y - self.ys[0]
        return self.lane_clear(min(x0, x0 - dx), min(y0, y0 - dy), max(x1, x1 - dx), max(y1, y1 - dy))

    def clear_from_edge(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether there is nothing between the own table edge and the far side of a box, which is not too deep."""
        hx, hy = HOME[self.edge]
        table = self.table
        if hx:
            x0, x1 = (0, x1) if hx < 0 else (x0, table.width)
        else:
            y0, y1 = (0, y1) if hy < 0 else (y0, table.height)
        return (x1 - x0 if hx else y1 - y0) <= self.allowance and table.is_plain(x0, y0, x1, y1)

    def lane_clear(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether there is nothing in a box that a move inside it could meet."""
        if not self.table.is_plain(x0, y0, x1, y1):
            return False
        for crowd in self.walk.bars:
            if crowd.left <= x1 and crowd.right >= x0 and crowd.meets_box(x0, y0, x1, y1, crowd.reach):
                return False
        return True

    def form_up(self, x: int, y: int) -> list[int]:
        """Every figure goes to its place beside the leader where it may; the others gather round him."""
        spots: list[int] = []
        stray: list[int] = []
        for i in range(len(self.ox)):
            px, py = x + self.ox[i], y + self.oy[i]
            why = self.stands(px, py)
            if why is None:
                why = self.walks(i, px, py, i == 0)
            if why is not None:
                self.why = why
                if i == 0:
                    return []
                stray.append(i)
                px = -1000
            spots += (px, py)
        if stray and not self.gather(spots, stray, x, y):
            return []
        if (stray or not self.coherent) and spread_out(spots[::2], spots[1::2], self.command):
            return self.close_up(x, y)
        self.why = None
        return spots

    def advances(self, x: int, y: int) -> bool:
        """Whether a lone model would come nearer to the enemy it sees (dh.move.single.1)."""
        foe_x, foe_y = self.foe_x, self.foe_y
        if self.nearest2 < 0 and foe_x:
            self.nearest2 = min([distance2(self.xs[0], self.ys[0], foe_x[i], foe_y[i]) for i in range(len(foe_x))])
        for i in range(len(foe_x)):
            dx, dy = foe_x[i] - x, foe_y[i] - y
            if dx * dx + dy * dy < self.nearest2:
                return True
        return False

    def havened(self, x: int, y: int) -> bool:
        """Whether a lone model at this point could join somebody (dh.open.single_towards)."""
        for haven in self.havens:
            if haven.holds(x, y):
                return True
        return False

    def too_close(self, x: int, y: int) -> bool:
        for crowd in self.others:
            for i in range(len(crowd.xs) if crowd.foe else 0):
                if within(x, y, crowd.xs[i], crowd.ys[i], self.keep_off + crowd.reach):
                    return True
        return False

    def close_up(self, x: int, y: int) -> list[int]:
        """The unit would be scattered (dh.cmd.distance.2): everybody gathers round the leader instead."""
        n = len(self.ox)
        spots = [x, y] + [-1000] * (2 * n - 2)
        if not self.gather(spots, list(range(1, n)), x, y) or spread_out(spots[::2], spots[1::2], self.command):
            return self.refuse(bans.SCATTERED)
        self.why = None
        return spots

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
        if not (RADIUS <= px <= table.width - RADIUS and RADIUS <= py <= table.height - RADIUS):
            return bans.OFF_TABLE
        if table.shut[py * (table.width + 1) + px]:
            return bans.BLOCKED
        if self.zone is not None and not self.zone.contains(px, py):
            return bans.OUT_OF_ZONE
        for crowd in self.others:
            if crowd.left < px < crowd.right and crowd.low < py < crowd.high and crowd.crowds(px, py, 2):
                why = self.forbid_near(crowd, px, py)
                if why is not None:
                    return why
        return None

    def forbid_near(self, crowd: Crowd, px: int, py: int) -> Ban | None:
        """Why a base may not stand here for those close by."""
        reach = crowd.reach
        for i in range(len(crowd.xs)):
            square = distance2(crowd.xs[i], crowd.ys[i], px, py)
            if square < reach * reach:
                return bans.OCCUPIED
            if crowd.foe and square <= (reach + 1) * (reach + 1):
                return bans.CONTACT
        return None

    def walks(self, i: int, px: int, py: int, bends: bool = True) -> Ban | None:
        """Why figure i cannot get here, on a way that `bends` or straight; None where it can."""
        if self.edge:
            return self.enters(px, py)
        if self.anywhere:
            return None
        dx, dy = px - self.xs[i], py - self.ys[i]
        if dx * dx + dy * dy > self.allowance * self.allowance:
            return bans.TOO_FAR[self.mode]
        if bends:
            return None if self.route(i, px, py) else bans.GROUND
        most = self.allowance * FINE - (self.spent[i] if self.spent else 0)
        return None if self.walk.leg(self.xs[i], self.ys[i], px, py) <= most else bans.GROUND

    def route(self, i: int, px: int, py: int) -> list[int]:
        """The way of figure i to a place, empty where there is none that it can afford."""
        most = self.allowance * FINE - (self.spent[i] if self.spent else 0)
        return self.walk.route(self.xs[i], self.ys[i], px, py, most)

    def routes(self, spots: list[int]) -> list[list[int]]:
        """The way of every figure to where it ends."""
        return [self.route(i, spots[2 * i], spots[2 * i + 1]) for i in range(len(self.xs))]

    def enters(self, px: int, py: int) -> Ban | None:
        """Straight in from the table edge (dh.core.deploy)."""
        ex, ey = edge_point(self.table, self.edge, px, py)
        most = self.most(ex, ey, px, py)
        if abs(px - ex) + abs(py - ey) > most:
            return bans.TOO_FAR[self.mode]
        cost = ground_cost(self.table.slow, self.table.barriers, ex, ey, px, py, self.mode == RUN, self.walk.radius)
        return None if cost <= most * FINE else bans.GROUND

    def most(self, ax: int, ay: int, x: int, y: int) -> int:
        """How far a move between these points may be at most."""
        return self.allowance

    def gather(self, spots: list[int], stray: list[int], x: int, y: int) -> bool:
        """Give every stray figure the free spot nearest to the leader that it can reach, straight if possible."""
        room = Room(self, spots, x, y)
        tried = 0  # by the figure before, who set out from the same place: what he could not reach straight
        for k in range(len(stray)):
            i = stray[k]
            if k == 0 or self.xs[i] != self.xs[stray[k - 1]] or self.ys[i] != self.ys[stray[k - 1]]:
                tried = 0
            at = room.find(i, tried, False)
            tried = at if at >= 0 else len(room.xs)
            if at < 0:
                at = room.find(i, 0, True)
            if at < 0:
                return False
            spots[2 * i], spots[2 * i + 1] = room.xs.pop(at), room.ys.pop(at)
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
            self.find_room(n, points)
        return [point_option(points[k], points[k + 1]) for k in range(0, len(points), 2)]

    def find_room(self, n: int, points: list[int]) -> None:
        """Wherever the unit can be squeezed in: at the wished-for points, or anywhere."""
        for wx, wy in self.wishes:
            if len(points) < 2 * n and self.far_from(wx, wy, points) and self.fits_at(wx, wy):
                points += (wx, wy)
        if not points:
            self.search(n, points)

    def fits_at(self, x: int, y: int) -> bool:
        return 0 <= x <= self.table.width and 0 <= y <= self.table.height and bool(self.place(x, y))

    def comes_in(self) -> bool:
        return self.zone is not None or self.edge != "" or self.lands

    def search(self, n: int, points: list[int]) -> None:
        """Whatever room is left where none of the wishes fits: a unit that comes onto the table needs a place."""
        x0, y0, x1, y1 = self.box()
        for y in range(y0, y1 + 1, GRID):
            for x in range(x0, x1 + 1, GRID):
                if self.place(x, y) and self.far_from(x, y, points):
                    points += (x, y)
                if len(points) >= 2 * n:
                    return

    def try_point(self, x: int, y: int, points: list[int]) -> bool:
        if not (0 <= x <= self.table.width and 0 <= y <= self.table.height):
            return False
        if not self.far_from(x, y, points):
            return True
        if self.offers(x, y):
            points += (x, y)
            return True
        return False

    def far_from(self, x: int, y: int, points: list[int]) -> bool:
        """A place close by is no other choice."""
        if not points:
            return True
        apart = self.allowance // 4 if self.allowance > 4 * BASE else BASE
        for k in range(0, len(points), 2):
            if -apart < points[k] - x < apart and -apart < points[k + 1] - y < apart:
                return False
        return True

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
                if px >= 0 and py >= 0 and self.contains(px, py):
                    low = middle
                else:
                    high = middle
            px, py = along(self.xs[0], self.ys[0], self.xs[0] + dx, self.ys[0] + dy, low)
            ring.append((px / 10, py / 10))
        return [ring]
