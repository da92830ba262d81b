"""Maps: the Terrain Effects Chart, map files, and boards laid edge to edge, linked into `rules.board`.

A map file gives per terrain the hexes that hold it, levels, roads and railways (hexes in order) and hexsides:

    sides:
      bocage: [D4/E4, D4/D5]      # two hexes that touch
      stream-2: [F3/G3]

Geomorphic maps have twelve columns and ten rows; roads leave them at A5, L6, F1 and G10, which meet in
whatever way the maps lie.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import Faults, WrongContent, fault, load_yaml, settle
from bocage.geometry.hex import CORNER_X, CORNER_Y, DIRECTIONS, FINE, NOWHERE, HexGrid, Polygon, is_convex
from bocage.systems.lnlt.content.numbers import numbers
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.vehicles import in_arc
from bocage.systems.lnlt.rules.board import Board
from bocage.systems.lnlt.rules.chart import BUNKER, FLOOR, PLACE_NAMES, ROOFTOP, Hexside, Place, Terrain

DATA = Path(__file__).parent.parent / "data"
SIGHTS = ("open", "degrading", "blocking")

Point = tuple[int, int]
Sight = Literal["open", "degrading", "blocking"]
Basis = Literal["seed", "search", "estimate"]


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


class PlaceSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A hex within a hex. Bunkers and caves have a target modifier and a facing, the corner between the hexes in
    directions n and n + 1; a cave without one looks all around."""

    hex: str
    kind: Literal["bunker", "cave", "rooftop"]
    tm: int = 0
    facing: int = -1


class MapSpec(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    columns: int
    rows: int
    default: str = "clear"
    terrain: dict[str, list[str]] = {}
    levels: dict[int, list[str]] = {}
    roads: list[list[str]] = []
    railways: list[list[str]] = []
    sides: dict[str, list[str]] = {}
    silhouettes: dict[str, list[list[Point]]] = {}


class PartSpec(msgspec.Struct, forbid_unknown_fields=True):
    """One of several maps that lie side by side."""

    map: str
    rotated: bool = False  # by half a turn


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
        terrain.spot = SIGHTS.index(spec.spot or spec.sight)
        terrain.hides_movement = spec.hides_movement
        terrain.flammable = spec.flammable
        terrain.building = spec.building
        terrain.floors = spec.floors
        terrain.along_road = spec.along_road
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


def link_map(
    spec: MapSpec, most: int = 26, watched: list[str] | None = None, inside: tuple[PlaceSpec, ...] = ()
) -> Board:
    """`watched` hexes: trace lines of sight between these alone, for the cases of drills. `inside`: what the scenario
    puts into hexes, besides the upper floors that are there."""
    for field, value in (("columns", spec.columns), ("rows", spec.rows)):
        if not 1 <= value <= most:
            raise WrongContent(field, f"must be from 1 to {most}, not {value}")
    grid = grid_of(spec.columns, spec.rows)
    chart = terrains()
    if spec.default not in chart:
        raise WrongContent("default", f"there is no terrain '{spec.default}' (there are: {', '.join(chart)})")
    terrain = [chart[spec.default]] * grid.size
    taken: dict[int, str] = {}
    for kind, names in spec.terrain.items():
        if kind not in chart:
            raise WrongContent(f"terrain.{kind}", f"there is no terrain '{kind}' (there are: {', '.join(chart)})")
        for i, name in enumerate(names):
            hex_ = hex_of(grid, name, f"terrain.{kind}[{i}]")
            if hex_ in taken:
                raise WrongContent(f"terrain.{kind}[{i}]", f"{name} is {taken[hex_]} already")
            taken[hex_] = kind
            terrain[hex_] = chart[kind]
    levels = [0] * grid.size
    for level, names in spec.levels.items():
        for i, name in enumerate(names):
            levels[hex_of(grid, name, f"levels.{level}[{i}]")] = level
    shapes = [link_shapes(spec, grid, terrain[hex_], hex_) for hex_ in range(grid.size)]
    roads = link_ways(spec.roads, grid, "roads")
    railways = link_ways(spec.railways, grid, "railways")
    sides = link_sides(spec, grid)
    places = upper_floors(grid, terrain)
    places += link_places(inside, grid, places)
    if places:
        grid = HexGrid(spec.columns, spec.rows)
        move_in(grid, places, terrain, levels, shapes)
    ends = None if watched is None else [hex_of(grid, name, "hex") for name in watched]
    return Board(spec.title, grid, terrain, levels, shapes, roads, railways, sides, ends, places)


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
        field = f"inside[{i}]"
        hex_ = hex_of(grid, spec.hex, f"{field}.hex")
        kind = PLACE_NAMES.index(spec.kind)
        if not -1 <= spec.facing <= 5 or (kind == BUNKER and spec.facing < 0):
            raise WrongContent(f"{field}.facing", f"must be from 0 to 5, not {spec.facing}")
        rule = "lnlt.core.21" if kind == BUNKER else "lnlt.core.10.6"
        step = numbers().floor_step if kind == ROOFTOP else numbers().bunker_step
        place = Place(kind, hex_, f"{spec.hex}.{spec.kind}", step, rule)
        if any(other.name == place.name for other in found):
            raise WrongContent(field, f"there is a {spec.kind} in {spec.hex} already")
        place.tm = spec.tm
        place.rear_tm = spec.tm // 2 if spec.facing >= 0 else spec.tm  # lnlt.core.armour.11.1
        place.squads = numbers().bunker_squads if kind == BUNKER else 3
        if spec.facing >= 0:
            place.arc = sum(1 << to for to in range(grid.size) if in_arc(grid, hex_, spec.facing, to))
        found.append(place)
    for place in found:
        if place.kind == ROOFTOP:
            below = [floor for floor in floors if floor.base == place.base]
            place.entry = grid.size + floors.index(below[-1]) if below else place.base
    return found


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


def link_shapes(spec: MapSpec, grid: HexGrid, terrain: Terrain, hex_: int) -> list[Polygon]:
    """The silhouettes of one hex: its own, or those of its terrain."""
    x, y = grid.xs[hex_], grid.ys[hex_]
    own = spec.silhouettes.get(grid.names[hex_])
    if own is not None:
        shapes = [polygon(points, x, y) for points in own]
        for i, shape in enumerate(shapes):
            field = f"silhouettes.{grid.names[hex_]}[{i}]"
            if not is_convex(shape):
                raise WrongContent(field, "the corners must go clockwise around a convex shape")
            if not all(inside_hex(px, py) for px, py in own[i]):
                raise WrongContent(field, "the silhouette must lie within its hex")
        return shapes
    if terrain.sight == kinds.OPEN:
        return []
    if terrain.shape is None:
        return [polygon(WHOLE_HEX, x, y)]
    points = list(zip(terrain.shape.xs, terrain.shape.ys, strict=True))
    return [polygon(points, x, y)]


def inside_hex(x: int, y: int) -> bool:
    return abs(y) <= FINE and abs(x) + abs(y) <= 2 * FINE


def link_ways(ways: list[list[str]], grid: HexGrid, field: str) -> list[list[int]]:
    found: list[list[int]] = []
    for r, names in enumerate(ways):
        way = [hex_of(grid, name, f"{field}[{r}][{i}]") for i, name in enumerate(names)]
        for i in range(len(way) - 1):
            if grid.direction(way[i], way[i + 1]) == NOWHERE:
                raise WrongContent(f"{field}[{r}][{i + 1}]", f"{names[i + 1]} does not touch {names[i]}")
        found.append(way)
    return found


def link_sides(spec: MapSpec, grid: HexGrid) -> dict[int, Hexside]:
    chart = hexsides()
    found: dict[int, Hexside] = {}
    for kind, names in spec.sides.items():
        if kind not in chart:
            raise WrongContent(f"sides.{kind}", f"there is no hexside '{kind}' (there are: {', '.join(chart)})")
        for i, name in enumerate(names):
            field = f"sides.{kind}[{i}]"
            ends = name.split("/")
            if len(ends) != 2:
                raise WrongContent(field, f"a hexside is two hexes, like D4/E4, not '{name}'")
            one, other = hex_of(grid, ends[0], field), hex_of(grid, ends[1], field)
            direction = grid.direction(one, other)
            if direction == NOWHERE:
                raise WrongContent(field, f"{ends[1]} does not touch {ends[0]}")
            key = one * DIRECTIONS + direction
            if key in found:
                raise WrongContent(field, f"{name} is {found[key].id} already")
            found[key] = chart[kind]
            found[other * DIRECTIONS + (direction + 3) % DIRECTIONS] = chart[kind]
    return found


# ---- maps side by side


def turned(spec: MapSpec) -> MapSpec:
    """Half a turn. The columns must be even in number, or the half-hex steps would not fit."""
    if spec.columns % 2:
        raise WrongContent("boards", f"'{spec.title}' has an odd number of columns and cannot be rotated")
    return moved(spec, spec.columns, spec.rows, 0, 0, True)


def moved(spec: MapSpec, columns: int, rows: int, right: int, down: int, turn: bool) -> MapSpec:
    """The same map as a part of a larger one."""
    grid = grid_of(spec.columns, spec.rows)
    large = grid_of(columns, rows)

    def new(name: str) -> str:
        hex_ = grid.numbers.get(name)
        if hex_ is None:
            return name  # linking says that it is not there
        column, row = divmod(hex_, spec.rows)
        if turn:
            column, row = spec.columns - 1 - column, spec.rows - 1 - row
        return large.names[(column + right) * rows + row + down]

    def side(name: str) -> str:
        return "/".join(new(end) for end in name.split("/"))

    sign = -1 if turn else 1
    return MapSpec(
        spec.title,
        columns,
        rows,
        spec.default,
        {kind: [new(name) for name in names] for kind, names in spec.terrain.items()},
        {level: [new(name) for name in names] for level, names in spec.levels.items()},
        [[new(name) for name in way] for way in spec.roads],
        [[new(name) for name in way] for way in spec.railways],
        {kind: [side(name) for name in names] for kind, names in spec.sides.items()},
        {
            new(name): [[(sign * x, sign * y) for x, y in points] for points in shapes]
            for name, shapes in spec.silhouettes.items()
        },
    )


def joined(parts: list[list[MapSpec]], turns: list[list[bool]]) -> MapSpec:
    """Rows of maps laid edge to edge; all of one row are equally high, all rows equally wide."""
    first = parts[0][0]
    for r, row in enumerate(parts):
        for c, part in enumerate(row):
            if (part.columns, part.rows) != (first.columns, first.rows) or len(row) != len(parts[0]):
                raise WrongContent(f"boards[{r}][{c}]", "maps side by side must be of one size, every row as long")
            if part.default != first.default:
                raise WrongContent(
                    f"boards[{r}][{c}]", f"its ground is {part.default}, that of the first {first.default}"
                )
    if first.columns % 2:
        raise WrongContent("boards", "maps with an odd number of columns do not fit side by side")
    columns, rows = first.columns * len(parts[0]), first.rows * len(parts)
    whole = MapSpec(" + ".join(part.title for row in parts for part in row), columns, rows, first.default)
    whole.terrain, whole.levels, whole.roads, whole.railways = {}, {}, [], []
    whole.sides, whole.silhouettes = {}, {}
    for r, row in enumerate(parts):
        for c, part in enumerate(row):
            piece = moved(part, columns, rows, c * first.columns, r * first.rows, turns[r][c])
            for kind, names in piece.terrain.items():
                whole.terrain.setdefault(kind, []).extend(names)
            for level, names in piece.levels.items():
                whole.levels.setdefault(level, []).extend(names)
            for kind, names in piece.sides.items():
                whole.sides.setdefault(kind, []).extend(names)
            whole.roads += piece.roads
            whole.railways += piece.railways
            whole.silhouettes.update(piece.silhouettes)
    whole.roads += seams(whole.roads, first, columns, rows)
    whole.railways += seams(whole.railways, first, columns, rows)
    return whole


def seams(ways: list[list[str]], part: MapSpec, columns: int, rows: int) -> list[list[str]]:
    """Roads that end on either side of a seam go on across it."""
    grid = grid_of(columns, rows)
    ends = sorted({grid.numbers[name] for way in ways for name in (way[0], way[-1]) if name in grid.numbers})
    found: list[list[str]] = []
    for one in ends:
        for other in grid.neighbours[one]:
            if other > one and other in ends and part_of(one, part, rows) != part_of(other, part, rows):
                found.append([grid.names[one], grid.names[other]])
    return found


def part_of(hex_: int, part: MapSpec, rows: int) -> tuple[int, int]:
    column, row = divmod(hex_, rows)
    return column // part.columns, row // part.rows


# ---- files


def load_map(path: Path, inside: tuple[PlaceSpec, ...] = ()) -> Board:
    return read_map(path, path.stat().st_mtime_ns, inside)


def check_map(path: Path) -> None:
    """All that linking checks, without the lines of sight."""
    try:
        link_map(load_yaml(path, MapSpec), watched=[])
    except WrongContent as wrong:
        raise fault(path, wrong.field, wrong.message) from None


@cache
def read_map(path: Path, changed: int, inside: tuple[PlaceSpec, ...]) -> Board:
    """Lines of sight take a while to trace, so a map is linked once as long as its file does not change."""
    try:
        return link_map(load_yaml(path, MapSpec), inside=inside)
    except WrongContent as wrong:
        raise fault(path, wrong.field, wrong.message) from None


def find_map(name: str, folder: Path | None) -> Path:
    """A shipped map by its name, or a file beside the scenario."""
    if folder is not None and (folder / name).is_file():
        return folder / name
    path = DATA / "maps" / f"{name}.yaml"
    if not path.exists():
        there = ", ".join(sorted(p.stem for p in (DATA / "maps").glob("*.yaml")))
        raise WrongContent("map", f"there is no map '{name}' (there are: {there})")
    return path


def load_boards(
    boards: list[list[PartSpec]], folder: Path | None, streams: int = 0, inside: tuple[PlaceSpec, ...] = ()
) -> Board:
    """Maps laid edge to edge; `streams` makes all streams of one type (lnlt.core.10.5)."""
    rows = [[(find_map(part.map, folder), part.rotated) for part in row] for row in boards]
    if not rows or not all(rows):
        raise WrongContent("boards", "there must be at least one map in every row")
    files = tuple(tuple((path, path.stat().st_mtime_ns, turn) for path, turn in row) for row in rows)
    return join_maps(files, streams, inside)


@cache
def join_maps(
    rows: tuple[tuple[tuple[Path, int, bool], ...], ...], streams: int, inside: tuple[PlaceSpec, ...]
) -> Board:
    specs = [[load_yaml(path, MapSpec) for path, _, _ in row] for row in rows]
    whole = joined(specs, [[turn for _, _, turn in row] for row in rows])
    if streams:
        flowing = [kind for kind in whole.sides if kind.startswith("stream-")]
        hexes = [side for kind in flowing for side in whole.sides.pop(kind)]
        whole.sides[f"stream-{streams}"] = hexes
    return link_map(whole, 48, inside=inside)
