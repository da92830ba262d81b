"""The ground of a random battle: where the sides set up, and which hexes are worth fighting for."""

from __future__ import annotations

import heapq
import random

from bocage.systems.lnlt.content.battles.data import battles
from bocage.systems.lnlt.model.board import Board

GAP = 8  # hexes between the sides of a meeting, where the map is long enough
LEAST_DEPTH = 2  # of a set-up area
TRIES = 12
FAR = 10_000
EAST, SOUTH, WEST, NORTH = 1, 2, 4, 5  # facings, as corners of a hex


class Ground:
    """The map seen from one of its edges: `depth` counts from there, whichever edge it is."""

    def __init__(self, board: Board, rng: random.Random) -> None:
        self.board = board
        self.rng = rng
        self.across = rng.random() < 0.5  # from west to east or back, else from north to south or back
        self.turned = rng.random() < 0.5
        self.length = board.grid.columns if self.across else board.grid.rows
        self.land = self.find_land()

    def depth(self, hex_: int) -> int:
        column, row = divmod(hex_, self.board.grid.rows)
        found = column if self.across else row
        return self.length - 1 - found if self.turned else found

    def facing(self, back: bool) -> int:
        """Of who looks away from the edge, or back to it."""
        forth, away = (EAST, WEST) if self.across else (SOUTH, NORTH)
        return away if self.turned != back else forth

    def find_land(self) -> list[int]:
        """The largest part of the map that men can walk over, all of it from anywhere in it."""
        best: list[int] = []
        left = {h for h in range(self.board.hexes) if self.board.terrain[h].cost}
        while left:
            ways = self.ways_from([min(left)])
            part = [hex_ for hex_ in range(self.board.hexes) if ways[hex_] < FAR]
            best = max(best, part, key=len)
            left.difference_update(part)
        return best

    def ways_from(self, hexes: list[int]) -> list[int]:
        """Movement points on foot from the nearest of these hexes to every other."""
        board = self.board
        found = [FAR] * board.size
        heap = [(0, hex_) for hex_ in hexes]
        for hex_ in hexes:
            found[hex_] = 0
        while heap:
            spent, hex_ = heapq.heappop(heap)
            if spent > found[hex_]:
                continue
            for to, cost in zip(board.neighbours[hex_], board.costs[hex_], strict=True):
                if cost and spent + cost < found[to]:
                    found[to] = spent + cost
                    heapq.heappush(heap, (found[to], to))
        return found

    def strip(self, low: int, high: int) -> list[int]:
        """Where men can stand, from one depth up to another."""
        return [hex_ for hex_ in self.land if low <= self.depth(hex_) < high]

    def edge(self) -> int:
        """How deep a set-up area at an edge is."""
        return max(LEAST_DEPTH, (self.length - GAP) // 2)

    def value(self, hex_: int) -> int:
        """What makes a hex worth fighting for: buildings, bridges, crossroads, hills."""
        board = self.board
        worth = battles().ground
        found = worth.get(board.terrain[hex_].id, 0)
        roads = sum(board.on_road(hex_, to) for to in board.neighbours[hex_])
        if roads > 2:
            found += worth["crossroads"]
        lowest = min(board.levels[to] for to in board.neighbours[hex_] if to < board.hexes)
        return found + worth["hill"] * max(0, board.levels[hex_] - lowest)

    def objectives(self, hexes: list[int], number: int, near: list[int], far: list[int]) -> list[int]:
        """Hexes to fight for, a little apart; of several draws the one that is as far from both sides."""
        ways = [self.ways_from(near), self.ways_from(far)]
        best: list[int] = []
        least = float(FAR)
        for _ in range(TRIES):
            drawn = self.draw_apart(hexes, number)
            uneven = abs(sum(ways[0][hex_] - ways[1][hex_] for hex_ in drawn)) / len(drawn)
            if uneven < least:
                best, least = drawn, uneven
        return best

    def draw_apart(self, hexes: list[int], number: int) -> list[int]:
        left = hexes
        drawn: list[int] = []
        while left and len(drawn) < number:
            drawn.append(self.rng.choices(left, [1 + self.value(hex_) ** 2 for hex_ in left])[0])
            left = [hex_ for hex_ in left if self.board.grid.distances[hex_][drawn[-1]] >= 2]
        return sorted(drawn, key=lambda hex_: -self.value(hex_))

    def gate(self, wide: int) -> list[int]:
        """Neighbouring hexes of the far edge, around a road if one leads there."""
        edge = self.strip(self.length - 1, self.length)
        roads = [hex_ for hex_ in edge if self.board.road_mask >> hex_ & 1]
        middle = self.rng.choice(roads or edge)
        return sorted(sorted(edge, key=lambda hex_: self.board.grid.distances[hex_][middle])[:wide])
