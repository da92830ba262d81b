"""The ground of a map (lnlt.core.tec): terrain, hexsides, roads, places inside a hex, and what steps cost."""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import DIRECTIONS, NOWHERE, HexGrid, Polygon
from bocage.systems.lnlt.model.chart import FLOOR, LEG, MODES, Hexside, Place, Terrain, Ways
from bocage.systems.lnlt.model.kinds import BLOCKING, DEGRADING, OPEN
from bocage.systems.lnlt.model.masks import mask_of

CLIFF: Final = 3  # levels (lnlt.hid.10.8.1e)


def add_up(base: int, more: int) -> int:
    """What is prohibited stays so: P of the chart (lnlt.core.tec.key)."""
    return base + more if base else 0


class Field:
    """The map as it lies there, before anybody looks across it."""

    def __init__(
        self,
        title: str,
        grid: HexGrid,
        terrain: list[Terrain],
        levels: list[int],
        shapes: list[list[Polygon]],
        roads: list[list[int]],
        railways: list[list[int]],
        sides: dict[int, Hexside],
        places: list[Place],
    ) -> None:
        self.title = title
        self.grid = grid
        self.size = grid.size
        self.hexes = grid.hexes  # numbers from here on are places inside a hex
        self.places: list[Place] = places
        self.terrain = terrain
        self.levels = levels
        self.shapes = shapes  # silhouettes per hex
        self.roadways = Ways(roads, grid.size)
        self.roads = roads
        self.railways: list[list[int]] = railways
        self.sides: dict[int, Hexside] = sides  # hex * 6 + direction, from either hex
        self.near_memo: dict[int, int] = {}
        self.neighbours: list[list[int]] = [[n for n in row if n != NOWHERE] for row in grid.neighbours]
        self.neighbour_mask: list[int] = [mask_of(row) for row in self.neighbours]
        self.open_doors()
        self.beside: list[int] = [mask_of(row) for row in self.neighbours]  # where steps lead
        self.around: list[int] = [self.beside[h] | 1 << h for h in range(grid.size)]
        self.mark_hexes()
        self.price_steps()
        self.prepare_views()

    def price_steps(self) -> None:
        """What each step costs by each class of movement, and where a man comes to with so many points."""
        hexes = range(self.size)
        prices = [[self.step_costs(hex_, n) for n in self.neighbours[hex_]] for hex_ in hexes]
        self.costs_of: list[list[list[int]]] = [
            [[costs[mode] for costs in row] for row in prices] for mode in range(MODES)
        ]
        self.costs: list[list[int]] = self.costs_of[LEG]
        self.easy: list[int] = [  # neighbours that cost a man one movement point, as masks
            mask_of([n for n, cost in zip(self.neighbours[h], self.costs[h], strict=True) if cost == 1]) for h in hexes
        ]
        self.affordable: list[list[list[int]]] = [self.sort_by_cost(h) for h in hexes]

    def sort_by_cost(self, hex_: int) -> list[list[int]]:
        """Where a man with so many movement points, from none to all that any step takes, can go from here."""
        costs = self.costs[hex_]
        found: list[list[int]] = [[]]
        for points in range(1, max(costs, default=0) + 1):
            row = [n for n, cost in zip(self.neighbours[hex_], costs, strict=True) if 0 < cost <= points]
            found.append(found[-1] if row == found[-1] else row)
        return found

    def within_points(self, hex_: int, points: int) -> list[int]:
        """The neighbours that a man can reach with so many movement points."""
        rows = self.affordable[hex_]
        return rows[0] if points < 0 else rows[points] if points < len(rows) else rows[-1]

    def prepare_views(self) -> None:
        """The board, across which one looks, begins with this."""

    def mark_hexes(self) -> None:
        """Masks of the hexes of one sort or another, and their modifiers."""
        hexes = range(self.size)
        terrain = self.terrain
        self.road_mask = mask_of([hex_ for road in self.roads for hex_ in road])
        self.railway_mask = mask_of([hex_ for line in self.railways for hex_ in line])
        self.open_mask = mask_of([h for h in hexes if self.spotted_as(h) == OPEN])  # lnlt.core.10.1
        # Terrain that hides men and no vehicle (lnlt.dj.10.8c).
        self.low_mask = mask_of([h for h in hexes if terrain[h].sight == OPEN != terrain[h].spot])
        self.sides_mask = mask_of([key // DIRECTIONS for key, side in self.sides.items() if side.tm])
        # lnlt.hon.10.5e, lnlt.hon.10.5l
        self.bocage_mask = mask_of([key // DIRECTIONS for key, side in self.sides.items() if side.sight == BLOCKING])
        self.tm: list[int] = [terrain[h].tm + (self.railway_mask >> h & 1) for h in hexes]  # lnlt.dj.21.9a
        for place in self.places:
            self.tm[place.number] += place.tm  # lnlt.core.21

    def place(self, number: int) -> Place | None:
        """The place inside a hex, None for the hex itself."""
        return self.places[number - self.hexes] if number >= self.hexes else None

    def open_doors(self) -> None:
        """Each place is reached from its entry; floors of one height in hexes that touch are neighbours too."""
        for place in self.places:
            self.neighbours[place.entry].append(place.number)
            self.neighbours[place.number].append(place.entry)
        for one in self.places:
            for other in self.places:
                if self.same_floor(one, other):
                    self.neighbours[one.number].append(other.number)

    def same_floor(self, one: Place, other: Place) -> bool:
        beside = self.grid.direction(one.base, other.base) != NOWHERE
        return beside and one.kind == other.kind == FLOOR and self.levels[one.number] == self.levels[other.number]

    def storeys(self, hex_: int) -> bool:
        """Whether the hex, or the place, is in a building with an upper floor."""
        return self.terrain[self.grid.base[hex_]].floors > 1

    def spotted_as(self, hex_: int) -> int:
        """The class of terrain for spotting (lnlt.core.10.1.1); a railway degrades (lnlt.dj.21.9a)."""
        spot = self.terrain[hex_].spot
        return DEGRADING if spot == OPEN and self.railway_mask >> hex_ & 1 else spot

    def side(self, hex_: int, direction: int) -> Hexside | None:
        return self.sides.get(hex_ * DIRECTIONS + direction)

    def side_between(self, a: int, b: int) -> Hexside | None:
        direction = self.grid.direction(a, b)
        return None if direction == NOWHERE else self.sides.get(a * DIRECTIONS + direction)

    def on_road(self, a: int, b: int) -> bool:
        return a * self.size + b in self.roadways.steps

    def step_cost(self, hex_: int, to: int, mode: int = LEG) -> int:
        return self.step_costs(hex_, to)[mode]

    def slope(self, hex_: int, to: int) -> int:
        """What the way up (lnlt.hid.10.8.1b, lnlt.hid.10.8.1c) or steeply down (lnlt.hid.10.8.1d) costs besides."""
        climb = self.levels[to] - self.levels[hex_]
        if climb >= CLIFF or climb <= -CLIFF:
            return CLIFF
        return climb if climb > 0 else 1 if climb == -2 else 0

    def step_costs(self, hex_: int, to: int) -> list[int]:
        """Terrain or road, hexside, slope, by movement class (lnlt.core.armour.14.1), 0 = prohibited
        (lnlt.core.6.0, lnlt.core.10.2, lnlt.core.10.5, lnlt.core.armour.14.2)."""
        if hex_ >= self.hexes or to >= self.hexes:
            return [self.inner_cost(hex_, to) if mode == LEG else 0 for mode in range(MODES)]
        slope = self.slope(hex_, to)
        if slope == CLIFF:
            return [0] * MODES
        if self.on_road(hex_, to):
            return [slope + 1] * MODES
        ground = self.terrain[to].costs
        side = self.side_between(hex_, to) if self.sides else None
        if side is not None:
            return [
                add_up(base, across + slope) if across >= 0 else 0
                for base, across in zip(ground, side.costs, strict=True)
            ]
        return [add_up(base, slope) for base in ground] if slope else ground

    def inner_cost(self, hex_: int, to: int) -> int:
        """In or out of a place, up or down a floor; along a floor as on the ground."""
        for number in (to, hex_):
            place = self.place(number)
            if place is not None and place.entry in (hex_, to):
                return place.cost
        return self.terrain[to].cost

    def near(self, hex_: int, reach: int) -> int:
        """Mask of the hexes at most so far away."""
        key = hex_ * 64 + reach
        mask = self.near_memo.get(key)
        if mask is None:
            mask = mask_of(self.grid.within(hex_, reach))
            self.near_memo[key] = mask
        return mask
