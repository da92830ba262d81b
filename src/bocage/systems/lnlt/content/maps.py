"""Maps: the Terrain Effects Chart and map files, linked into `rules.board`.

A map file gives per terrain the hexes that hold it, levels, roads and railways (hexes in order) and hexsides:

    sides:
      bocage: [D4/E4, D4/D5]      # two hexes that touch
      stream-2: [F3/G3]
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import Basis, Faults, WrongContent, known, load_yaml, located, settle
from bocage.geometry.hex import CORNER_X, CORNER_Y, DIRECTIONS, FINE, NOWHERE, HexGrid, Polygon, is_convex
from bocage.systems.lnlt.content.counters import copy_fields
from bocage.systems.lnlt.content.listing import DATA as DATA
from bocage.systems.lnlt.content.numbers import numbers
from bocage.systems.lnlt.content.specs import PlaceSpec
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.board import Board
from bocage.systems.lnlt.model.chart import BUNKER, FLOOR, PLACE_NAMES, ROOFTOP, Hexside, Place, Terrain
from bocage.systems.lnlt.model.vehicles import in_arc

SIGHTS = ("open", "degrading", "blocking")

Point = tuple[int, int]
Sight = Literal["open", "degrading", "blocking"]


class HexsideSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    sight: Sight
    tm: int
    height: int
    leg: int
    tracked: int
    off_road: int
    road_bound: int
    rule: str
    basis: Basis


class TerrainSpec(HexsideSpec, forbid_unknown_fields=True):
    spot: Sight | Literal[""] = ""
    hides_movement: bool = False
    flammable: bool = False
    building: bool = False
    floors: int = 1
    along_road: bool = False
    shape: list[Point] = []


class MapSpec(msgspec.Struct, forbid_unknown_fields=True):
    title: str  # what the map is called
    columns: int  # 1 to 26
    rows: int  # 1 to 26
    default: str = "clear"  # terrain of all hexes that are not listed
    terrain: dict[str, list[str]] = {}  # hexes by terrain (data/terrain.yaml)
    levels: dict[int, list[str]] = {}  # hexes by height, 0 unless listed
    roads: list[list[str]] = []  # hexes in order, each next to the one before
    railways: list[list[str]] = []  # the same for rails
    sides: dict[str, list[str]] = {}  # hexsides by kind (data/hexsides.yaml), as two hexes that touch: D4/E4
    silhouettes: dict[
        str, list[list[Point]]
    ] = {}  # other outlines than those of the terrain, clockwise, ten steps to a lattice unit


# ---- charts


def polygon(points: list[Point], x: int, y: int) -> Polygon:
    """A silhouette around the lattice point (x, y)."""
    return Polygon([x * FINE + p[0] for p in points], [y * FINE + p[1] for p in points])


WHOLE_HEX: list[Point] = [(CORNER_X[i] * FINE, CORNER_Y[i] * FINE) for i in range(6)]


def costs(spec: TerrainSpec | HexsideSpec) -> list[int]:
    return [spec.leg, spec.tracked, spec.off_road, spec.road_bound]


@cache
def terrains(file: str = "terrain.yaml") -> dict[str, Terrain]:
    """The chart; `places.yaml` has what is inside hexes."""
    return read_terrains(DATA / file)


def read_terrains(path: Path) -> dict[str, Terrain]:
    chart: dict[str, Terrain] = {}
    faults = Faults()
    for number, spec in enumerate(load_yaml(path, list[TerrainSpec])):
        terrain = Terrain(spec.id, SIGHTS.index(spec.sight), spec.tm, spec.height, costs(spec), spec.rule)
        terrain.spot = SIGHTS.index(spec.spot or spec.sight)  # lnlt.dj.10.8b
        # lnlt.core.tec.wheat
        copy_fields(spec, terrain, ("hides_movement", "flammable", "building", "floors", "along_road"))
        terrain.shape = polygon(spec.shape, 0, 0) if spec.shape else None
        with faults:
            if terrain.shape is not None and not is_convex(terrain.shape):
                raise WrongContent(f"[{number}].shape", "the corners must go clockwise around a convex shape")
        chart[spec.id] = terrain
    settle(faults, path)
    return chart


@cache
def hexsides() -> dict[str, Hexside]:
    return {
        spec.id: Hexside(spec.id, SIGHTS.index(spec.sight), spec.tm, spec.height, costs(spec), spec.rule)
        for spec in load_yaml(DATA / "hexsides.yaml", list[HexsideSpec])
    }


# ---- maps


@cache
def grid_of(columns: int, rows: int) -> HexGrid:
    """Grids never change, and their distances take a while."""
    return HexGrid(columns, rows)


def hex_of(grid: HexGrid, name: str, field: str) -> int:
    if name not in grid.numbers:
        raise WrongContent(field, f"hex '{name}' is not on the map ({grid.names[0]} to {grid.names[-1]})")
    return grid.numbers[name]


def hexes_of(grid: HexGrid, name: str, field: str) -> list[int]:
    """One hex, or all between two: A1:C10 are three columns of ten rows."""
    first, _, last = name.partition(":")
    corners = [divmod(hex_of(grid, end, field), grid.rows) for end in (first, last or first)]
    (left, top), (right, bottom) = corners
    if left > right or top > bottom:
        raise WrongContent(field, f"'{name}' must go from the upper left to the lower right")
    return [column * grid.rows + row for column in range(left, right + 1) for row in range(top, bottom + 1)]


def link_map(spec: MapSpec, most: int = 26, inside: tuple[PlaceSpec, ...] = (), faults: Faults | None = None) -> Board:
    """`inside`: what the scenario puts into hexes, besides the upper floors that are there. Without a collection of
    `faults` the first one is raised."""
    for field, value in (("columns", spec.columns), ("rows", spec.rows)):
        if not 1 <= value <= most:
            raise WrongContent(field, f"must be from 1 to {most}, not {value}")
    grid = grid_of(spec.columns, spec.rows)
    collected = Faults() if faults is None else faults
    terrain = link_terrain(spec, grid, collected)
    levels = link_levels(spec, grid, collected)
    shapes = link_outlines(spec, grid, terrain, collected)
    roads = link_ways(spec.roads, grid, "roads", collected)
    railways = link_ways(spec.railways, grid, "railways", collected)
    sides = link_sides(spec, grid, collected)
    places = upper_floors(grid, terrain)
    places += link_places(inside, grid, places)
    if places:
        grid = HexGrid(spec.columns, spec.rows)
        move_in(grid, places, terrain, levels, shapes)
    if faults is None and collected.found:
        raise collected.found[0]
    return Board(spec.title, grid, terrain, levels, shapes, roads, railways, sides, places)


def link_terrain(spec: MapSpec, grid: HexGrid, faults: Faults) -> list[Terrain]:
    chart = terrains()
    terrain = [known("terrain", spec.default, chart, "default")] * grid.size
    taken: dict[int, str] = {}
    for kind, names in spec.terrain.items():
        with faults:
            drawn = known("terrain", kind, chart, f"terrain.{kind}")
            for i, name in enumerate(names):
                field = f"terrain.{kind}[{i}]"
                with faults:
                    hex_ = hex_of(grid, name, field)
                    if hex_ in taken:
                        raise WrongContent(field, f"{name} is {taken[hex_]} already")
                    taken[hex_] = kind
                    terrain[hex_] = drawn
    return terrain


def link_levels(spec: MapSpec, grid: HexGrid, faults: Faults) -> list[int]:
    levels = [0] * grid.size
    for level, names in spec.levels.items():
        for i, name in enumerate(names):
            with faults:
                levels[hex_of(grid, name, f"levels[{level}][{i}]")] = level
    return levels


# ---- hexes within a hex (lnlt.core.10.2, lnlt.core.10.6, lnlt.core.21)


def upper_floors(grid: HexGrid, terrain: list[Terrain]) -> list[Place]:
    """E4.1 is the upper floor of the building in E4."""
    step = numbers().floor_step
    return [
        Place(FLOOR, hex_, f"{grid.names[hex_]}.1", step, "lnlt.core.10.2")
        for hex_ in range(grid.size)
        if terrain[hex_].floors > 1
    ]


def link_places(inside: tuple[PlaceSpec, ...], grid: HexGrid, floors: list[Place]) -> list[Place]:
    """E4.bunker, E4.cave, E4.rooftop."""
    found: list[Place] = []
    for i, spec in enumerate(inside):
        place = link_place(spec, grid, floors, f"inside[{i}]")
        if any(other.name == place.name for other in found):
            raise WrongContent(f"inside[{i}]", f"there is a {spec.kind} in {spec.hex} already")
        found.append(place)
    return found


def link_place(spec: PlaceSpec, grid: HexGrid, floors: list[Place], field: str) -> Place:
    hex_ = hex_of(grid, spec.hex, f"{field}.hex")
    kind = PLACE_NAMES.index(spec.kind)
    if not -1 <= spec.facing <= 5 or (kind == BUNKER and spec.facing < 0):
        raise WrongContent(f"{field}.facing", f"must be from 0 to 5, not {spec.facing}")
    rule = "lnlt.core.21" if kind == BUNKER else "lnlt.core.10.6"
    step = numbers().floor_step if kind == ROOFTOP else numbers().bunker_step
    place = Place(kind, hex_, f"{spec.hex}.{spec.kind}", step, rule)
    place.tm = place.rear_tm = spec.tm
    if kind == BUNKER:
        place.squads = numbers().bunker_squads
    if spec.facing >= 0:
        place.rear_tm = spec.tm // 2  # lnlt.core.armour.11.1
        place.arc = sum(1 << to for to in range(grid.size) if in_arc(grid, hex_, spec.facing, to))
    below = [number for number, floor in enumerate(floors, grid.size) if floor.base == hex_]
    if kind == ROOFTOP and below:
        place.entry = below[-1]
    return place


def move_in(
    grid: HexGrid, places: list[Place], terrain: list[Terrain], levels: list[int], shapes: list[list[Polygon]]
) -> None:
    """Number the places after the hexes; floors lie higher, and nobody in a bunker stands in the open."""
    chart = terrains("places.yaml")
    for place in places:
        place.number = grid.add_place(place.base, place.name)
        around = terrain[place.base]
        terrain.append(around if place.kind == FLOOR else indoors(chart[PLACE_NAMES[place.kind]], around, place.kind))
        up = 1 if place.kind == FLOOR else around.floors if place.kind == ROOFTOP else 0
        levels.append(levels[place.base] + up)
        shapes.append([])
    for place in places:
        if place.arc >= 0:  # what lies inside the hexes of the arc is in it too
            place.arc |= sum(1 << p.number for p in places if place.arc >> p.base & 1)


def indoors(chart: Terrain, around: Terrain, kind: int) -> Terrain:
    """A line of the chart for this place: the modifier of the hex counts inside it, but not on its roof."""
    found = Terrain(chart.id, chart.sight, chart.tm, chart.height, chart.costs, chart.rule)
    found.spot = chart.spot
    found.tm = chart.tm if kind == ROOFTOP else around.tm
    return found


def link_outlines(spec: MapSpec, grid: HexGrid, terrain: list[Terrain], faults: Faults) -> list[list[Polygon]]:
    """The silhouettes of every hex: its own, or those of its terrain."""
    own: dict[int, list[Polygon]] = {}
    for name, outlines in spec.silhouettes.items():
        with faults:
            hex_ = hex_of(grid, name, f"silhouettes.{name}")
            own[hex_] = [polygon(points, grid.xs[hex_], grid.ys[hex_]) for points in outlines]
            for i, shape in enumerate(own[hex_]):
                field = f"silhouettes.{name}[{i}]"
                if not is_convex(shape):
                    raise WrongContent(field, "the corners must go clockwise around a convex shape")
                if not all(inside_hex(px, py) for px, py in outlines[i]):
                    raise WrongContent(field, "the silhouette must lie within its hex")
    return [own[hex_] if hex_ in own else plain_outline(grid, terrain[hex_], hex_) for hex_ in range(grid.size)]


def plain_outline(grid: HexGrid, terrain: Terrain, hex_: int) -> list[Polygon]:
    if terrain.sight == kinds.OPEN:
        return []
    if terrain.shape is None:
        return [polygon(WHOLE_HEX, grid.xs[hex_], grid.ys[hex_])]
    points = list(zip(terrain.shape.xs, terrain.shape.ys, strict=True))
    return [polygon(points, grid.xs[hex_], grid.ys[hex_])]


def inside_hex(x: int, y: int) -> bool:
    return abs(y) <= FINE and abs(x) + abs(y) <= 2 * FINE


def link_ways(ways: list[list[str]], grid: HexGrid, field: str, faults: Faults) -> list[list[int]]:
    linked_ways: list[list[int]] = []
    for r, names in enumerate(ways):
        with faults:
            way = [hex_of(grid, name, f"{field}[{r}][{i}]") for i, name in enumerate(names)]
            for i in range(len(way) - 1):
                if grid.direction(way[i], way[i + 1]) == NOWHERE:
                    raise WrongContent(f"{field}[{r}][{i + 1}]", f"{names[i + 1]} does not touch {names[i]}")
            linked_ways.append(way)
    return linked_ways


def link_sides(spec: MapSpec, grid: HexGrid, faults: Faults) -> dict[int, Hexside]:
    sides: dict[int, Hexside] = {}
    for kind, names in spec.sides.items():
        with faults:
            drawn = known("hexside", kind, hexsides(), f"sides.{kind}")
            for i, name in enumerate(names):
                with faults:
                    draw_side(sides, drawn, grid, name, f"sides.{kind}[{i}]")
    return sides


def draw_side(sides: dict[int, Hexside], drawn: Hexside, grid: HexGrid, name: str, field: str) -> None:
    """On the hexside between two hexes, for both of them."""
    ends = name.split("/")
    if len(ends) != 2:
        raise WrongContent(field, f"a hexside is two hexes, like D4/E4, not '{name}'")
    one, other = hex_of(grid, ends[0], field), hex_of(grid, ends[1], field)
    direction = grid.direction(one, other)
    if direction == NOWHERE:
        raise WrongContent(field, f"{ends[1]} does not touch {ends[0]}")
    key = one * DIRECTIONS + direction
    if key in sides:
        raise WrongContent(field, f"{name} is {sides[key].id} already")
    sides[key] = drawn
    sides[other * DIRECTIONS + (direction + 3) % DIRECTIONS] = drawn


# ---- files


def load_map(path: Path, inside: tuple[PlaceSpec, ...] = ()) -> Board:
    return read_map(path, path.stat().st_mtime_ns, inside)


@cache
def read_map(path: Path, changed: int, inside: tuple[PlaceSpec, ...]) -> Board:
    """Linked once as long as the file does not change."""
    faults = Faults()
    spec = load_yaml(path, MapSpec)
    try:
        board = link_map(spec, inside=inside, faults=faults)
    except WrongContent as wrong:
        if wrong.field.startswith("inside"):  # that is what the scenario says, not the map
            raise
        raise located(path, [*faults.found, wrong]) from None
    settle(faults, path)
    return board
