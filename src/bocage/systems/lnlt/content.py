"""Content files (terrain, counters, maps, scenarios) read, checked and linked into the lean objects of `model`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from bocage.content import ContentError, content_hash, fault, load_yaml
from bocage.geometry.hex import CORNER_X, CORNER_Y, FINE, NOWHERE, HexGrid, Polygon, is_convex
from bocage.kernel.dice import Dice
from bocage.kernel.system import ScenarioInfo
from bocage.kernel.views import Text
from bocage.systems.lnlt import counters as sheets
from bocage.systems.lnlt.counters import Module, Nation, counters
from bocage.systems.lnlt.model import Board, Edition, Objective, Scenario, Terrain
from bocage.systems.lnlt.rules import kinds
from bocage.systems.lnlt.rules.rally import capacity, load
from bocage.systems.lnlt.rules.stacking import has_room
from bocage.systems.lnlt.state import LnltState, Unit, Weapon

PACKAGE = Path(__file__).parent
DATA = PACKAGE / "data"
SCENARIOS = DATA / "scenarios"

SIGHTS = ("open", "degrading", "blocking")
MARKERS = {
    "moved": kinds.MOVED,
    "fired": kinds.FIRED,
    "assault-move": kinds.ASSAULT,
    "low-crawl": kinds.CRAWL,
    "double-time": kinds.DOUBLE | kinds.MOVED,
    "ops-complete": kinds.OPS,
}

Point = tuple[int, int]


class TerrainSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    sight: Literal["open", "degrading", "blocking"]
    tm: int
    height: int
    leg: int
    rule: str
    basis: Literal["seed", "search", "estimate"]
    hides_movement: bool = False
    shape: list[Point] = []


class MapSpec(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    columns: int
    rows: int
    default: str = "clear"
    terrain: dict[str, list[str]] = {}
    levels: dict[int, list[str]] = {}
    roads: list[list[str]] = []
    silhouettes: dict[str, list[list[Point]]] = {}


class UnitSpec(msgspec.Struct, forbid_unknown_fields=True):
    unit: str
    hex: str
    name: str = ""
    alias: str = ""  # what drills call it
    weapons: list[str] = []
    shaken: bool = False
    wounded: bool = False
    markers: list[Literal["moved", "fired", "assault-move", "low-crawl", "double-time", "ops-complete"]] = []


class SideSpec(msgspec.Struct, forbid_unknown_fields=True):
    nation: Nation
    units: list[UnitSpec]
    heroes: list[str] = []


class ObjectiveSpec(msgspec.Struct, forbid_unknown_fields=True):
    hex: str
    points: int


class VictorySpec(msgspec.Struct, forbid_unknown_fields=True):
    objectives: list[ObjectiveSpec] = []
    casualty_points: int = 0
    tie: str = ""


class BattleSpec(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What scenarios and the positions of drills have in common."""

    turns: int
    initiative: str
    sides: list[SideSpec]
    victory: VictorySpec = msgspec.field(default_factory=VictorySpec)
    options: dict[str, Any] = {}
    module: Module = "boh"


class ScenarioSpec(BattleSpec, forbid_unknown_fields=True, kw_only=True):
    title: str
    map: str
    about: str = ""


class WrongContent(Exception):
    """A fault that linking found; `field` is its path in the document."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


# ---- charts and counters


def polygon(points: list[Point], x: int, y: int) -> Polygon:
    """A silhouette around the lattice point (x, y)."""
    return Polygon([x * FINE + p[0] for p in points], [y * FINE + p[1] for p in points])


WHOLE_HEX: list[Point] = [(CORNER_X[i] * FINE, CORNER_Y[i] * FINE) for i in range(6)]


@cache
def terrains() -> dict[str, Terrain]:
    path = DATA / "terrain.yaml"
    found: dict[str, Terrain] = {}
    for number, spec in enumerate(load_yaml(path, list[TerrainSpec])):
        shape = polygon(spec.shape, 0, 0) if spec.shape else None
        if shape is not None and not is_convex(shape):
            raise fault(path, f"[{number}].shape", "the corners must go clockwise around a convex shape")
        sight = SIGHTS.index(spec.sight)
        found[spec.id] = Terrain(spec.id, sight, spec.tm, spec.height, spec.leg, spec.hides_movement, shape, spec.rule)
    return found


# ---- maps


def hex_of(grid: HexGrid, name: str, field: str) -> int:
    if name not in grid.numbers:
        raise WrongContent(field, f"hex '{name}' is not on the map ({grid.names[0]} to {grid.names[-1]})")
    return grid.numbers[name]


def link_map(spec: MapSpec) -> Board:
    for field, value, most in (("columns", spec.columns, 26), ("rows", spec.rows, 26)):
        if not 1 <= value <= most:
            raise WrongContent(field, f"must be from 1 to {most}, not {value}")
    grid = HexGrid(spec.columns, spec.rows)
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
    return Board(spec.title, grid, terrain, levels, shapes, link_roads(spec, grid))


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


def link_roads(spec: MapSpec, grid: HexGrid) -> list[list[int]]:
    roads: list[list[int]] = []
    for r, names in enumerate(spec.roads):
        road = [hex_of(grid, name, f"roads[{r}][{i}]") for i, name in enumerate(names)]
        for i in range(len(road) - 1):
            if grid.direction(road[i], road[i + 1]) == NOWHERE:
                raise WrongContent(f"roads[{r}][{i + 1}]", f"{names[i + 1]} does not touch {names[i]}")
        roads.append(road)
    return roads


def load_map(path: Path) -> Board:
    return read_map(path, path.stat().st_mtime_ns)


@cache
def read_map(path: Path, changed: int) -> Board:
    """Lines of sight take a while to trace, so a map is linked once as long as its file does not change."""
    try:
        return link_map(load_yaml(path, MapSpec))
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


# ---- options


SWITCHES: dict[str, tuple[str, dict[Any, Any]]] = {
    "ops_complete_of": ("ops_halves", {"minus-one": False, "half": True}),
    "self_rally_smc": ("smc_self_rally", {"all": True, "leaders": False}),
    "assault_fire": ("assault_fire", {True: True, False: False}),
    "natural6_spot_fail": ("natural_six_fails", {True: True, False: False}),
    "phase_end": ("passes", {3: 3, 2: 2}),
    "shaken_die_on_entry": ("shaken_die_on_entry", {True: True, False: False}),
    "old_assault_fp": ("assault_halves", {True: True, False: False}),
}


def edition(options: Mapping[str, Any]) -> Edition:
    """Edition switches by the names of the rulebook (lnlt.core.option.*)."""
    found = Edition()
    for name, value in options.items():
        if name not in SWITCHES:
            raise WrongContent(f"options.{name}", f"there is no such option (there are: {', '.join(SWITCHES)})")
        field, values = SWITCHES[name]
        fitting = [key for key in values if key == value and isinstance(key, bool) == isinstance(value, bool)]
        if not fitting:
            raise WrongContent(f"options.{name}", f"must be one of {', '.join(map(spell, values))}, not {spell(value)}")
        setattr(found, field, values[fitting[0]])
    return found


def spell(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# ---- scenarios


def link_scenario(spec: BattleSpec, name: str, board: Board) -> Scenario:
    nations = [str(side.nation) for side in spec.sides]
    if len(nations) != 2 or nations[0] == nations[1]:
        raise WrongContent("sides", "there must be two sides of different nations")
    if spec.initiative not in nations:
        raise WrongContent("initiative", f"'{spec.initiative}' is no side of this scenario")
    if not 1 <= spec.turns <= 30:
        raise WrongContent("turns", f"must be from 1 to 30, not {spec.turns}")
    found = Scenario(name, board, nations, spec.turns, nations.index(spec.initiative))
    found.module = spec.module
    types, _ = counters(spec.module)
    for s, side in enumerate(spec.sides):
        for i, hero in enumerate(side.heroes):
            if hero not in types or types[hero].kind != kinds.HERO:
                raise WrongContent(f"sides[{s}].heroes[{i}]", f"there is no hero '{hero}'")
            found.heroes[s].append(types[hero])
    for i, objective in enumerate(spec.victory.objectives):
        hex_ = hex_of(board.grid, objective.hex, f"victory.objectives[{i}].hex")
        found.objectives.append(Objective(hex_, objective.points))
    found.casualty_points = spec.victory.casualty_points
    if spec.victory.tie:
        if spec.victory.tie not in nations:
            raise WrongContent("victory.tie", f"'{spec.victory.tie}' is no side of this scenario")
        found.tie = nations.index(spec.victory.tie)
    found.edition = edition(spec.options)
    return found


def set_up(spec: BattleSpec, scenario: Scenario, dice: Dice) -> tuple[LnltState, dict[str, int]]:
    """Everybody in place, and the pieces by their drill names."""
    state = LnltState(scenario, dice)
    names: dict[str, int] = {}
    for seat, side in enumerate(spec.sides):
        for i, unit_spec in enumerate(side.units):
            field = f"sides[{seat}].units[{i}]"
            unit = place_unit(state, seat, unit_spec, field)
            label = unit_spec.alias or unit_spec.name
            if label:
                names[label] = unit.id
            for w, weapon in enumerate(unit_spec.weapons):
                number = place_weapon(state, unit, weapon, f"{field}.weapons[{w}]")
                names[f"{label}: {weapon}"] = number
    return state, names


def place_unit(state: LnltState, seat: int, spec: UnitSpec, field: str) -> Unit:
    types, _ = counters(state.scenario.module)
    if spec.unit not in types:
        raise WrongContent(f"{field}.unit", f"there is no unit '{spec.unit}'")
    type_ = types[spec.unit]
    if type_.nation != state.scenario.nations[seat]:
        raise WrongContent(f"{field}.unit", f"'{spec.unit}' does not fight for {state.scenario.nations[seat]}")
    hex_ = hex_of(state.board.grid, spec.hex, f"{field}.hex")
    if state.board.terrain[hex_].cost == 0:
        raise WrongContent(f"{field}.hex", f"nobody can stand in {spec.hex} ({state.board.terrain[hex_].id})")
    if spec.shaken and type_.kind == kinds.HERO:
        raise WrongContent(f"{field}.shaken", "a hero is never shaken")
    flags = (kinds.SHAKEN if spec.shaken else 0) | (kinds.WOUNDED if spec.wounded else 0)
    for marker in spec.markers:
        flags |= MARKERS[marker]
    unit = state.add_unit(seat, type_, hex_, flags, spec.name)
    if not has_room(state, seat, hex_, []):
        raise WrongContent(f"{field}.hex", f"too many units in {spec.hex} (three squads and two single men at most)")
    return unit


WEAPON_IDS = 500
"""Weapons show as pieces with ids from here on."""


def place_weapon(state: LnltState, unit: Unit, name: str, field: str) -> int:
    _, weapons = counters(state.scenario.module)
    if name not in weapons:
        raise WrongContent(field, f"there is no weapon '{name}' (there are: {', '.join(weapons)})")
    if load(state, unit.id) >= capacity(unit):
        raise WrongContent(field, f"{unit.type.id} cannot carry that many weapons")
    weapon = Weapon(len(state.weapons), weapons[name], unit.id, unit.hex, False)
    state.weapons.append(weapon)
    return WEAPON_IDS + weapon.id


def scenario_path(name: str) -> Path:
    shipped = SCENARIOS / f"{name}.yaml"
    return shipped if shipped.is_file() else Path(name)


@cache
def read_scenario(path: Path, changed: int) -> ScenarioSpec:
    """Read once as long as the file stays as it was at that time: simulations open the same scenario very often."""
    return load_yaml(path, ScenarioSpec)


def open_scenario(name: str, options: Mapping[str, Any], dice: Dice) -> LnltState:
    """The state at set-up; options of the game override those of the scenario."""
    path = scenario_path(name)
    spec = read_scenario(path, path.stat().st_mtime_ns if path.exists() else 0)
    chosen = edition_of_game(options)
    try:
        scenario = link_scenario(spec, name, load_map(find_map(spec.map, path.parent)))
        if chosen:
            scenario.edition = edition({**spec.options, **options})
        state = set_up(spec, scenario, dice)[0]
        check_apart(spec, state)
        return state
    except WrongContent as wrong:
        raise fault(path, wrong.field, wrong.message) from None


def check_apart(spec: BattleSpec, state: LnltState) -> None:
    """A battle does not begin in Melee; drills may."""
    for i, unit in enumerate(spec.sides[1].units):
        if state.stacks[0][hex_of(state.board.grid, unit.hex, "")]:
            raise WrongContent(f"sides[1].units[{i}].hex", f"the enemy stands in {unit.hex} already")


def edition_of_game(options: Mapping[str, Any]) -> Edition | None:
    """Check options that come from the player, not from a file."""
    try:
        return edition(options) if options else None
    except WrongContent as wrong:
        raise ContentError("options", 0, wrong.field, wrong.message) from None


def validate(path: Path) -> None:
    """A scenario or a map; whichever the file is, its first fault is raised."""
    data = load_yaml(path, dict[str, Any])
    if "columns" in data or "rows" in data:
        load_map(path)
        return
    open_scenario(str(path), {}, Dice(0, 0))


def info(path: Path) -> ScenarioInfo:
    """A line of the scenario browser; shipped scenarios have their words in the catalogue."""
    spec = load_yaml(path, ScenarioSpec)
    if SCENARIOS in path.parents:
        name = path.relative_to(SCENARIOS).with_suffix("").as_posix()
        title, about = Text(f"scenario.{name}.title"), Text(f"scenario.{name}.about")
    else:
        name = str(path)
        title, about = Text("scenario.own", {"text": spec.title}), Text("scenario.own", {"text": spec.about})
    seats = [Text(f"nation.{side.nation}") for side in spec.sides]
    try:
        files = [path, find_map(spec.map, path.parent), *sheets.files(), DATA / "terrain.yaml"]
    except WrongContent as wrong:
        raise fault(path, wrong.field, wrong.message) from None
    digest = content_hash(b"".join(file.read_bytes() for file in files))
    return ScenarioInfo(name, title, about, seats, spec.turns, path, digest)
