"""The map (lnlt.core.10, lnlt.core.tec): terrain, hexsides, costs of every kind of movement, and static lines of sight.

For the other chapters:

    board.terrain[hex]            its line of the chart: sight, spot, tm, height, costs[LEG … ROAD_BOUND], flammable
    board.side(hex, direction)    what lies on a hexside (None = nothing): a wall, hedge, bocage, cliff or stream
    board.costs_of[mode][hex][i]  movement points to neighbours[hex][i], 0 = prohibited; board.costs = those on foot.
                                  Markers change them: use `terrain.step_cost(state, mode, hex, i)`
    board.tm[hex]                 terrain and railway; with hexsides and markers: `terrain.cover(state, origin, target)`
    board.view(hex)               lines of sight from there without markers, traced when first asked for; ask
                                  `state.sight_from(hex)`, `state.seen_from(hex, seat)` and
                                  `terrain.hindrance(state, a, b)`, which know smoke, fire, wrecks and bocage
"""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import CORNER_X, CORNER_Y, CROSSED, DIRECTIONS, NOWHERE, crosses, runs_along, side_of
from bocage.systems.lnlt.model.chart import Hexside
from bocage.systems.lnlt.model.field import Field
from bocage.systems.lnlt.model.kinds import BLOCKING, OPEN
from bocage.systems.lnlt.model.lines import entry_sides, trace_line
from bocage.systems.lnlt.model.masks import hexes_in

LOS_BLOCKED: Final = 3
"""Degrading hexes beyond two block (lnlt.core.10.3), so a blocked line counts three."""


class View:
    """What can be seen from one hex, and past what."""

    def __init__(self, hex_: int, size: int) -> None:
        self.sight = 1 << hex_  # the hexes that it sees, as a mask
        self.degrading: list[int] = [0] * size  # things that hamper the line to each hex, LOS_BLOCKED if it is blocked
        self.degraded = 0  # hexes to which the line is degraded at all, …
        self.degraded_twice = 0  # … and twice
        self.crossing: list[int] = [0] * size  # for each hex those to which the line crosses it
        self.beside: dict[int, int] = {}  # hex * 8 + side: those to which the line runs along that side
        self.crossed = 0  # hexes that its lines cross on their way to what it sees
        self.alleys = 0  # hexes that it sees squeezed between two buildings
        self.through: dict[int, int] = {}  # hex * 4 + height: those to which something so high there hampers the line


class Board(Field):
    """The map and, once somebody asks, who sees what on it, and past what. All states of a game share it."""

    def prepare_views(self) -> None:
        self.views: list[View | None] = [None] * self.size
        self.sights: list[int] = [-1] * self.size  # what each hex sees without markers, -1 until somebody asks
        self.screened: list[int] = [-1] * self.size  # see `screened_from`, -1 likewise
        self.across: list[list[int]] = [[] for _ in range(self.size)]  # who looks across each hex
        lowest = min(self.levels)
        self.is_flat = lowest == max(self.levels)
        self.hampers: list[bool] = [self.terrain[h].sight != OPEN or self.levels[h] > lowest for h in range(self.size)]
        self.meet_insiders()

    # ---- hexes within a hex (lnlt.core.10.2, lnlt.core.10.6, lnlt.core.21)

    def is_cut_off(self, a: int, b: int) -> bool:
        """Parts of one hex do not see each other, nor different floors of buildings side by side (lnlt.core.10.2)."""
        apart = self.grid.distances[a][b]
        if apart == 0:
            return True
        if apart > 1 or not (self.storeys(a) and self.storeys(b)):
            return False
        return self.levels[a] != self.levels[b] and (a >= self.hexes or b >= self.hexes)

    def meet_insiders(self) -> None:
        """Who is next to somebody inside a hex is said by what he can see of him."""
        for place in self.places:
            number = place.number
            for hex_ in range(self.size):
                if self.grid.distances[hex_][number] == 1:
                    self.neighbour_mask[number] |= self.looks_at(number, hex_) << hex_
                    self.neighbour_mask[hex_] |= self.looks_at(hex_, number) << number

    def looks_at(self, a: int, b: int) -> int:
        """1 if a sees b; who is inside looks out of his arc alone."""
        place = self.place(a)
        if place is not None and place.arc >= 0 and not place.arc >> b & 1:
            return 0
        return 0 if self.is_cut_off(a, b) or self.count_obstacles(a, b, self.met(a, b)) == LOS_BLOCKED else 1

    # ---- lines of sight

    def met(self, a: int, b: int) -> list[int]:
        """hex * 8 + how, for every hex between a and b that the line meets, in order from the lower numbered end."""
        if self.grid.base[b] < self.grid.base[a]:
            a, b = b, a
        x, y = self.grid.xs[a], self.grid.ys[a]
        columns, rows = self.grid.columns, self.grid.rows
        line = trace_line(self.grid.xs[b] - x, self.grid.ys[b] - y)
        found: list[int] = []
        for i in range(len(line.how)):
            column = (x + line.dxs[i]) // 3
            row = (y + line.dys[i] + column % 2) // 2 - 1
            if 0 <= column < columns and 0 <= row < rows:
                found.append((column * rows + row) * 8 + line.how[i])
        return found

    def view(self, hex_: int) -> View:
        return self.views[hex_] or self.look_around(hex_)

    def look_around(self, a: int) -> View:
        """Trace the lines from a hex to all others."""
        view = View(a, self.size)
        self.views[a] = view
        for b in range(self.size):
            if b == a:
                continue
            if (a >= self.hexes or b >= self.hexes) and self.is_cut_off(a, b):
                note(view, b, LOS_BLOCKED)
                continue
            met = self.met(a, b)
            note_crossed(view, b, met)
            other = self.views[b]
            note(view, b, other.degrading[a] if other is not None else self.count_obstacles(a, b, met))
            if view.degrading[b] < LOS_BLOCKED and self.runs_through_alley(a, b, met):
                view.alleys |= 1 << b
        place = self.place(a)
        if place is not None and place.arc >= 0:
            view.sight &= place.arc | 1 << a
        self.sights[a] = view.sight
        for hex_ in range(self.size):
            if view.crossing[hex_] & view.sight:
                view.crossed |= 1 << hex_
                self.across[hex_].append(a)
        return view

    def screened_from(self, origin: int) -> int:
        """Hexes that it looks into across their bocage."""
        mask = 0
        for target in hexes_in(self.bocage_mask & ~(1 << origin)):
            if self.crosses_bocage(origin, target):
                mask |= 1 << target
        self.screened[origin] = mask
        return mask

    def count_obstacles(self, a: int, b: int, met: list[int]) -> int:
        """Trace one line of sight: how many things degrade it, LOS_BLOCKED if it is blocked (lnlt.core.10.3)."""
        count = 0
        for item in met:
            hex_ = item >> 3
            how = item & 7
            if not self.hampers[hex_]:
                continue
            if how == CROSSED:
                what = self.obstacle(a, b, hex_, False)
            else:
                other = self.grid.neighbours[hex_][how]
                if other < hex_ or not self.hampers[other]:
                    continue  # the other hex of that side answers for both, or it is open
                what = self.along(a, b, hex_, other)
            if what == BLOCKING:
                return LOS_BLOCKED
            count += what
        if self.sides:
            count += self.count_sides(a, b, met)
        count += len(self.railways_crossed(a, b, met)) if self.railways else 0  # lnlt.dj.21.9a
        return count if count < LOS_BLOCKED else LOS_BLOCKED

    def count_sides(self, a: int, b: int, met: list[int]) -> int:
        """The same for hexsides; at a corner the lesser of two counts."""
        count = 0
        for key in self.sides_met(a, b, met):
            what = self.side_obstacle(a, b, key)
            if what == BLOCKING:
                return LOS_BLOCKED
            count += what
        for one, other in self.corners_met(a, b, met):
            what = min(self.side_obstacle(a, b, one), self.side_obstacle(a, b, other))
            if what == BLOCKING:
                return LOS_BLOCKED
            count += what
        return count

    def runs_through_alley(self, a: int, b: int, met: list[int]) -> bool:
        """Whether a line that is not blocked runs along the side between two buildings (lnlt.core.10.3)."""
        for item in met:
            if item & 7 != CROSSED:
                other = self.grid.neighbours[item >> 3][item & 7]
                if other != NOWHERE and self.terrain[item >> 3].building and self.terrain[other].building:
                    return True
        return False

    def along(self, a: int, b: int, one: int, other: int) -> int:
        """A line along a hexside: open if one side is, blocked if both sides block, else degraded once."""
        this = self.obstacle(a, b, one, True)
        that = self.obstacle(a, b, other, True)
        return this if this < that else that

    def obstacle(self, a: int, b: int, hex_: int, edge: bool) -> int:
        """How a hex between two ends hampers the line: by the ground itself or by a silhouette the line meets."""
        ground = self.levels[hex_]
        if self.rises(a, b, hex_, 2 * ground):
            return BLOCKING
        terrain = self.terrain[hex_]
        if terrain.sight == OPEN:
            return OPEN
        if not self.rises(a, b, hex_, 2 * ground + top_of(terrain.height)):
            return OPEN
        if terrain.along_road and self.runs_on_road(a, b, hex_):
            return OPEN
        for shape in self.shapes[hex_]:
            if runs_along(self.grid, a, b, shape) if edge else crosses(self.grid, a, b, shape):
                return terrain.sight
        return OPEN

    def rises(self, a: int, b: int, hex_: int, top: int) -> bool:
        """Whether something of this height (in half levels) stands in the line; one hex of shadow below a slope."""
        high = 2 * self.levels[a]
        low = 2 * self.levels[b]
        lower = b
        if high < low:
            high, low = low, high
            lower = a
        if top > high:
            return True
        if high == low or top <= low:
            return False
        return self.grid.distances[hex_][lower] == 1

    def comes_by_road(self, origin: int, target: int) -> bool:
        """Whether a line from the origin comes into the target's hex exactly along a road."""
        grid = self.grid
        for n in self.neighbours[target]:
            nearer = grid.distances[n][origin] < grid.distances[target][origin]
            if nearer and self.on_road(target, n) and self.sign_at(origin, target, n, n) == 0:
                return True
        return False

    def runs_on_road(self, a: int, b: int, hex_: int) -> bool:
        """The line goes through the centre of the hex and on along its road (lnlt.core.10.5)."""
        if self.sign_at(a, b, hex_, hex_) != 0:
            return False
        on = 0
        for n in self.neighbours[hex_]:
            if self.on_road(hex_, n) and self.sign_at(a, b, n, n) == 0:
                on += 1
        return on == 2

    # ---- hexsides

    def sides_met(self, a: int, b: int, met: list[int]) -> list[int]:
        """Keys of hexsides with terrain that the line crosses or runs along, those of its end hexes left out."""
        found: list[int] = []
        inside = 0
        for item in met:
            if item & 7 == CROSSED:
                inside |= 1 << (item >> 3)
        for item in met:
            hex_ = item >> 3
            how = item & 7
            row = self.grid.neighbours[hex_]
            if how != CROSSED:
                if hex_ < row[how] and hex_ * DIRECTIONS + how in self.sides:
                    found.append(hex_ * DIRECTIONS + how)
                continue
            for direction in range(DIRECTIONS):
                other = row[direction]
                key = hex_ * DIRECTIONS + direction
                if other > hex_ and inside >> other & 1 and key in self.sides and self.cuts(a, b, hex_, direction):
                    found.append(key)
        return found

    def corners_met(self, a: int, b: int, met: list[int]) -> list[list[int]]:
        """Where a line that runs along a hexside goes on through the corner of a third hex: the keys of that hex's two
        sides there, if both have terrain. As along a hexside, one open side lets it pass."""
        found: list[list[int]] = []
        for item in met:
            how = item & 7
            if how == CROSSED:
                continue
            one = item >> 3
            row = self.grid.neighbours[one]
            other = row[how]
            if other < one:
                continue
            for third in (row[(how + 1) % DIRECTIONS], row[(how + 5) % DIRECTIONS]):
                if third in (NOWHERE, a, b):
                    continue
                first = third * DIRECTIONS + self.grid.direction(third, one)
                second = third * DIRECTIONS + self.grid.direction(third, other)
                if first in self.sides and second in self.sides:
                    found.append([first, second])
        return found

    def cuts(self, a: int, b: int, hex_: int, direction: int) -> bool:
        """Whether the line passes through a hexside, its corners included."""
        first = self.corner_side(a, b, hex_, direction)
        second = self.corner_side(a, b, hex_, (direction + 1) % DIRECTIONS)
        return first == 0 or second == 0 or (first > 0) != (second > 0)

    def corner_side(self, a: int, b: int, hex_: int, corner: int) -> int:
        grid = self.grid
        x, y = grid.xs[hex_] + CORNER_X[corner], grid.ys[hex_] + CORNER_Y[corner]
        return side_of(grid.xs[a], grid.ys[a], grid.xs[b], grid.ys[b], x, y)

    def side_obstacle(self, a: int, b: int, key: int) -> int:
        """Bocage blocks through and along at its own level, without a shadow (lnlt.hon.10.5b, i, p); walls and hedges
        far from both ends degrade a line that crosses them (lnlt.core.10.3)."""
        side = self.sides[key]
        if side.sight == OPEN:
            return OPEN
        hex_ = key // DIRECTIONS
        other = self.grid.neighbours[hex_][key % DIRECTIONS]
        ground = max(self.levels[hex_], self.levels[other])
        if 2 * ground + top_of(side.height) <= 2 * max(self.levels[a], self.levels[b]):
            return OPEN
        first = self.corner_side(a, b, hex_, key % DIRECTIONS)
        second = self.corner_side(a, b, hex_, (key + 1) % DIRECTIONS)
        edge_on = first == 0 and second == 0
        return OPEN if edge_on and side.sight != BLOCKING else side.sight

    def entering(self, origin: int, target: int) -> list[int]:
        """Directions of the target's hexsides through which a line from the origin comes in: two if by a corner."""
        grid = self.grid
        return entry_sides(grid.xs[target] - grid.xs[origin], grid.ys[target] - grid.ys[origin])

    def cover_side(self, origin: int, target: int) -> Hexside | None:
        """The hexside that protects the target's hex from this line of fire; at a corner the lesser of two."""
        if not self.sides_mask >> target & 1:
            return None
        least: Hexside | None = None
        for direction in self.entering(origin, target):
            side = self.sides.get(target * DIRECTIONS + direction)
            if side is None or side.tm == 0:
                return None
            if least is None or side.tm < least.tm:
                least = side
        return least

    def crosses_bocage(self, origin: int, target: int) -> bool:
        """Whether the line comes into the target's hex across bocage (lnlt.hon.10.5e)."""
        side = self.cover_side(origin, target) if self.bocage_mask >> target & 1 and origin != target else None
        return side is not None and side.sight == BLOCKING

    # ---- railways

    def railways_crossed(self, a: int, b: int, met: list[int]) -> list[int]:
        """Numbers of the railways that the line crosses between its end hexes (lnlt.dj.21.9)."""
        between = 0
        for item in met:
            between |= 1 << (item >> 3)
        found: list[int] = []
        high = max(self.levels[a], self.levels[b])
        for number in range(len(self.railways)):
            track = self.railways[number]
            last = 0
            for i in range(len(track)):
                hex_ = track[i]
                if not between >> hex_ & 1 or self.levels[hex_] < high:
                    last = 0
                    continue
                if i and last == 0:
                    last = self.sign_at(a, b, track[i - 1], hex_)
                here = self.sign_at(a, b, hex_, hex_)
                after = self.sign_at(a, b, hex_, track[i + 1]) if i + 1 < len(track) else 0
                if last * here < 0 or (here if here else last) * after < 0:
                    found.append(number)
                    break
                last = after if after else here if here else last
        return found

    def sign_at(self, a: int, b: int, one: int, other: int) -> int:
        """On which side of the line the middle between two centres lies."""
        grid = self.grid
        side = side_of(
            2 * grid.xs[a], 2 * grid.ys[a], 2 * grid.xs[b], 2 * grid.ys[b],
            grid.xs[one] + grid.xs[other], grid.ys[one] + grid.ys[other],
        )  # fmt: skip
        return 1 if side > 0 else -1 if side < 0 else 0

    # ---- markers: which lines from a hex go through another

    def through(self, a: int, hex_: int, height: int) -> int:
        """Mask of the hexes whose line from `a` crosses `hex_`, where something of that height would hamper it."""
        view = self.views[a] or self.look_around(a)
        crossing = view.crossing[hex_]
        if self.is_flat or not crossing:
            return crossing
        key = hex_ * 4 + height
        mask = view.through.get(key)
        if mask is None:
            mask = 0
            top = 2 * self.levels[hex_] + top_of(height)
            for b in hexes_in(crossing):
                if self.rises(a, b, hex_, top):
                    mask |= 1 << b
            view.through[key] = mask
        return mask

    def runs_between(self, a: int, one: int, other: int) -> int:
        """Mask of the hexes whose line from `a` runs along the side between two hexes."""
        if other >= self.hexes:
            return 0
        return self.view(a).beside.get(one * 8 + self.grid.direction(one, other), 0)


def note(view: View, b: int, count: int) -> None:
    """So many things hamper the line to this hex."""
    view.degrading[b] = count
    if count < LOS_BLOCKED:
        view.sight |= 1 << b
    if count:
        view.degraded |= 1 << b
    if count > 1:
        view.degraded_twice |= 1 << b


def note_crossed(view: View, b: int, met: list[int]) -> None:
    for item in met:
        if item & 7 == CROSSED:
            view.crossing[item >> 3] |= 1 << b
        else:
            view.beside[item] = view.beside.get(item, 0) | 1 << b


def top_of(height: int) -> int:
    """In half levels. Terrain of height 0 (crops) still stands half a level high, or it would hamper nobody."""
    return 2 * height if height else 1
