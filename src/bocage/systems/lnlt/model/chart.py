"""The Terrain Effects Chart (lnlt.core.tec): terrain, hexsides, roads; hexes within a hex (lnlt.core.10.2, 10.6)."""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import Polygon

# ---- ways of moving over the map, columns of the chart
LEG: Final = 0
TRACKED: Final = 1
OFF_ROAD: Final = 2
ROAD_BOUND: Final = 3
MODES: Final = 4


class Terrain:
    """A line of the Terrain Effects Chart (lnlt.core.tec)."""

    def __init__(self, id: str, sight: int, tm: int, height: int, costs: list[int], rule: str) -> None:
        self.id = id
        self.sight = sight
        self.spot = sight  # as what units here are spotted; unripe wheat hampers nobody's sight
        self.tm = tm
        self.height = height
        self.cost = costs[LEG]  # movement points of a leg unit, 0 = prohibited
        self.costs = costs
        self.rule = rule
        self.hides_movement = False
        self.flammable = False
        self.building = False
        self.floors = 1
        self.along_road = False  # open for a line exactly along its road (lnlt.core.tec.tree-lined-road)
        self.shape: Polygon | None = None  # silhouette around (0, 0), None = the whole hex


class Hexside:
    """Terrain on the side between two hexes."""

    def __init__(self, id: str, sight: int, tm: int, height: int, costs: list[int], rule: str) -> None:
        self.id = id
        self.sight = sight
        self.tm = tm  # against fire across it
        self.height = height
        self.costs = costs  # added to the hex entered, -1 = prohibited
        self.rule = rule


class Ways:
    """Roads and railways: hexes in order, and which steps run along one of them."""

    def __init__(self, lines: list[list[int]], size: int) -> None:
        self.lines = lines
        self.steps: set[int] = set()
        for line in lines:
            for i in range(len(line) - 1):
                self.steps.add(line[i] * size + line[i + 1])
                self.steps.add(line[i + 1] * size + line[i])


# ---- hexes within a hex
FLOOR: Final = 0
ROOFTOP: Final = 1
BUNKER: Final = 2
PLACE_NAMES: Final = ("floor", "rooftop", "bunker", "cave")


class Place:
    """A hex within a hex: its own stack, its own target. Bunkers and caves look out of an arc alone."""

    def __init__(self, kind: int, base: int, name: str, cost: int, rule: str) -> None:
        self.kind = kind
        self.base = base
        self.name = name
        self.number = -1  # among the hexes of the grid
        self.entry = base  # from where one gets in
        self.cost = cost  # movement points in or out
        self.rule = rule
        self.tm = 0  # beside that of the hex, against fire from the arc
        self.rear_tm = 0  # against any other
        self.arc = -1  # mask of hexes
        self.squads = 3  # room; a bunker takes a weapon team besides
