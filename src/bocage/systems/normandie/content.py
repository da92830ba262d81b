"""Counters, tiles, terrain and scenarios in YAML, checked and linked into the lean objects of model.py."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from bocage.content import ContentError, content_hash, fault, load_yaml
from bocage.geometry.square import Grid, bits
from bocage.kernel.system import BadOption, ScenarioInfo
from bocage.kernel.views import Text
from bocage.systems.normandie import armoury
from bocage.systems.normandie.army import ArmyRecord, Tiles, check_file, tiles
from bocage.systems.normandie.boards import Boards, random_map
from bocage.systems.normandie.counters import Units, counters
from bocage.systems.normandie.draft import random_army
from bocage.systems.normandie.kinds import FOR_MUSTER, HORN_OF_PLENTY, RUSE, SMOKE_BOMB
from bocage.systems.normandie.model import Board, Building, Counter, Goal, Scenario, Terrain, Tile, first_ground
from bocage.systems.normandie.plans import Buildings, Overlay, Space, Terrains, building_plans, built, terrains
from bocage.systems.normandie.records import Nation, Record
from bocage.systems.normandie.recruits import all_cards, deck_of, enlist, equip, refuse_army
from bocage.systems.normandie.state import BOX, EXITED, NormandieState, Unit, is_secret, swap

PACKAGE = Path(__file__).parent
SCENARIOS = PACKAGE / "data" / "scenarios"


LOW_WALL = 1
"""What a wall between two spaces takes off a shot across it; an estimate."""


class Zone(msgspec.Struct, forbid_unknown_fields=True):
    rows: tuple[int, int]
    cols: tuple[int, int]


class PlacedUnit(msgspec.Struct, forbid_unknown_fields=True):
    """`at` places a unit ready; the others are deployed by their player."""

    unit: str
    at: Space | None = None


class TileUse(msgspec.Struct, forbid_unknown_fields=True):
    tile: str
    units: list[PlacedUnit]


class Side(msgspec.Struct, forbid_unknown_fields=True):
    nation: Nation
    zone: list[Zone]
    tiles: list[TileUse] = []
    edge: Literal["left", "right", "top", "bottom"] = "left"
    army: ArmyRecord | None = None  # in place of a plain list of units by tile
    extra: list[PlacedUnit] = []  # units the scenario adds


class Location(msgspec.Struct, forbid_unknown_fields=True):
    faces: list[int]
    intersection: Space


class Documents(msgspec.Struct, forbid_unknown_fields=True):
    round: int
    locations: list[Location]


class Prize(msgspec.Struct, forbid_unknown_fields=True):
    """Something one side must find and carry off over its edge."""

    intersection: Space
    side: Nation


class Objective(msgspec.Struct, forbid_unknown_fields=True):
    """An intersection with the four spaces around it, or a set of spaces; `side` alone scores it."""

    vp: int = 0
    intersection: Space | None = None
    spaces: list[Space] = []
    side: Literal["us", "de", "both"] = "both"


class Exit(msgspec.Struct, forbid_unknown_fields=True):
    side: Nation
    infantry: int
    vehicle: int


class ScenarioRecord(Record):
    """Without documents or an attacker the side with more victory points wins (hon.victory.vp.1)."""

    id: str
    title: str
    rounds: int
    map: list[str]
    sides: tuple[Side, Side]
    about: str = ""
    initiative: Literal["us", "de", "random"] = "random"
    overlays: list[Overlay] = msgspec.field(default_factory=list)
    no_passage: list[tuple[Space, Space]] = msgspec.field(default_factory=list)
    low_walls: list[tuple[Space, Space]] = msgspec.field(default_factory=list)  # they obscure between two spaces
    documents: Documents | None = None
    prize: Prize | None = None
    objectives: list[Objective] = msgspec.field(default_factory=list)
    attacker: Nation | None = None  # wins by holding the first objective at the end, and only so
    exit: Exit | None = None
    wanted: int = 0  # victory points that end the battle
    points: int = 0  # of armies bought for it; without armies in the file they are drafted at random
    boards: bool = False  # of a free battle: the map is drawn from the boards


@cache
def grid_of(rows: int, cols: int) -> Grid:
    """Grids of one size are alike, and their lines take a while to trace."""
    return Grid(rows, cols)


class Loaded:
    """A scenario file, checked: the static scenario and the units that open the battle."""

    def __init__(self, path: Path, record: ScenarioRecord, decks: list[list[int]] | None = None) -> None:
        self.path = path
        self.record = record
        self.decks = decks  # instead of those of the armies
        board = self.board()
        first = {"us": 0, "de": 1, "random": -1}
        nations: list[str] = [side.nation for side in record.sides]
        initiative = first[record.initiative]
        if initiative >= 0:
            initiative = nations.index("us" if initiative == 0 else "de")
        if record.rounds < 1:
            raise self.fault("rounds", "a battle lasts at least one round")
        self.scenario = Scenario(record.id, board, record.rounds, initiative, nations)
        self.units: list[tuple[int, Counter, int, int]] = []  # seat, counter, tile, space or -1
        self.summoned: list[tuple[int, Counter, int]] = []  # units that cards of a deck may bring
        if nations[0] == nations[1]:
            raise self.fault("sides[1].nation", f"both sides are '{nations[0]}'")
        self.scenario.cards = all_cards()
        for seat in (0, 1):
            self.side(seat)
            self.deck(seat)
        self.documents()
        self.goals()

    def fault(self, field: str, message: str) -> ContentError:
        if not self.path.is_file():  # a drill's position has no file of its own
            return ContentError(str(self.path), 0, field, message)
        return fault(self.path, field, message)

    def board(self) -> Board:
        rows = self.record.map
        if not rows or not rows[0]:
            raise self.fault("map", "the map is empty")
        grid = grid_of(len(rows), len(rows[0]))
        known = terrains()
        cells: list[Terrain] = []
        overlay: list[int] = []
        for r, row in enumerate(rows):
            if len(row) != grid.cols:
                raise self.fault(f"map[{r}]", f"this row has {len(row)} spaces, the first has {grid.cols}")
            for sign in row:
                if sign not in known:
                    raise self.fault(f"map[{r}]", f"'{sign}' is the sign of no terrain ({self.signs()})")
                cells.append(known[sign])
                # A position drawn as a sign is a tile of one space.
                overlay.append(len(self.record.overlays) + len(overlay) if known[sign].opportunity else -1)
        buildings = self.lay_overlays(grid, cells, overlay)
        no_passage = self.edges(grid, "no_passage", self.record.no_passage)
        walls = self.edges(grid, "low_walls", self.record.low_walls)
        board = Board(grid, cells, overlay, no_passage, dict.fromkeys(walls, LOW_WALL))
        board.buildings = buildings
        board.kinds = [terrains()[name] for name in ("ruin", "wreck_light", "wreck_heavy", "position", "open")]
        board.ground = first_ground(board)
        return board

    def signs(self) -> str:
        return "there are: " + " ".join(sorted(sign for sign in terrains() if len(sign) == 1))

    def lay_overlays(self, grid: Grid, cells: list[Terrain], overlay: list[int]) -> list[Building]:
        """An overlay replaces what is printed below it (hon.open.overlay.1)."""
        laid: set[int] = set()
        buildings: list[Building] = []
        for number, tile in enumerate(self.record.overlays):
            field = f"overlays[{number}]"
            terrain, spaces = self.overlay(tile, field)
            for i, space in enumerate(spaces):
                where = f"{field}.spaces[{i}]" if tile.spaces else f"{field}.at"
                cell = self.space(grid, space, where)
                if cell in laid:
                    raise self.fault(where, f"two overlays lie on {grid.name(cell)}")
                laid.add(cell)
                cells[cell] = terrain
                overlay[cell] = number
            if tile.building:
                buildings.append(built(grid, building_plans()[tile.building], tile.at))
        return buildings

    def overlay(self, tile: Overlay, field: str) -> tuple[Terrain, list[Space]]:
        """What an overlay is made of, and the spaces it covers."""
        if tile.building:
            if tile.building not in building_plans():
                known = ", ".join(building_plans())
                raise self.fault(f"{field}.building", f"there is no building '{tile.building}' (there are: {known})")
            cells = building_plans()[tile.building].cells
            return terrains()["building"], [(tile.at[0] + row, tile.at[1] + col) for row, col in cells]
        if tile.terrain not in terrains() or len(tile.terrain) == 1:
            raise self.fault(f"{field}.terrain", f"there is no terrain '{tile.terrain}'")
        return terrains()[tile.terrain], tile.spaces

    def edges(self, grid: Grid, name: str, pairs: list[tuple[Space, Space]]) -> list[int]:
        """The edges between pairs of neighbouring spaces."""
        edges: list[int] = []
        for number, (a, b) in enumerate(pairs):
            field = f"{name}[{number}]"
            edge = grid.edge(self.space(grid, a, f"{field}[0]"), self.space(grid, b, f"{field}[1]"))
            if edge < 0:
                raise self.fault(field, "the two spaces have no edge in common")
            edges.append(edge)
        return edges

    def space(self, grid: Grid, space: Space, field: str) -> int:
        if not grid.inside(*space):
            raise self.fault(field, f"[{space[0]}, {space[1]}] is off the board of {grid.rows} x {grid.cols} spaces")
        return grid.cell(*space)

    def side(self, seat: int) -> None:
        side = self.record.sides[seat]
        scenario = self.scenario
        grid = scenario.board.grid
        for number, zone in enumerate(side.zone):
            field = f"sides[{seat}].zone[{number}]"
            self.space(grid, (zone.rows[0], zone.cols[0]), field)
            self.space(grid, (zone.rows[1], zone.cols[1]), field)
            for row in range(zone.rows[0], zone.rows[1] + 1):
                for col in range(zone.cols[0], zone.cols[1] + 1):
                    scenario.zones[seat] |= 1 << grid.cell(row, col)
            if self.path.is_file() and scenario.zones[seat] & scenario.zones[1 - seat]:
                raise self.fault(field, "overlaps the other side's deployment zone")
        scenario.edges[seat] = edge_of(grid, side.edge)
        to_deploy = 0
        for number, use in enumerate(side.tiles):
            field = f"sides[{seat}].tiles[{number}]"
            if use.tile not in tiles():
                raise self.fault(f"{field}.tile", f"there is no tile '{use.tile}' (there are: {', '.join(tiles())})")
            record = tiles()[use.tile]
            scenario.tiles.append(Tile(use.tile, seat, record.stars, record.breaking_point, record.vp))
            for i, placed in enumerate(use.units):
                self.unit(seat, placed, f"{field}.units[{i}]")
                to_deploy += placed.at is None
        if side.army is not None:
            to_deploy += self.recruit(seat, side.army)
        for i, placed in enumerate(side.extra):
            self.unit(seat, placed, f"sides[{seat}].extra[{i}]")
            to_deploy += placed.at is None
        if not any(unit[0] == seat for unit in self.units):
            raise self.fault(f"sides[{seat}].tiles", "this side has no units")
        room = sum(not scenario.board.terrain[c].closed for c in range(grid.size) if scenario.zones[seat] >> c & 1)
        if to_deploy > room:
            raise self.fault(f"sides[{seat}].zone", f"{to_deploy} units do not fit into {room} spaces")

    def deck(self, seat: int) -> None:
        army = self.record.sides[seat].army
        nation = self.record.sides[seat].nation
        scenario = self.scenario
        scenario.decks[seat] = deck_of(nation, army) if self.decks is None else self.decks[seat]
        for number in dict.fromkeys(scenario.decks[seat]):
            if scenario.cards[number].unit:  # of its own: its loss breaks nobody
                self.summoned.append((seat, counters()[scenario.cards[number].unit], len(scenario.tiles)))
                scenario.tiles.append(Tile(scenario.cards[number].id, seat, 0, 0, 0))

    def recruit(self, seat: int, army: ArmyRecord) -> int:
        """The tiles, options, heroes and units of a bought army; returns how many units it has."""
        refuse_army(self.path, army, f"sides[{seat}].army.")
        if army.nation != self.record.sides[seat].nation:
            raise self.fault(f"sides[{seat}].army.nation", "the army fights for the other side")
        enlisted = enlist(self.scenario, seat, army)
        for name, tile in enlisted:
            made = counters().get(name)
            if made is None:
                raise self.fault(f"sides[{seat}].army", f"there is no unit '{name}'")
            self.units.append((seat, made, tile, -1))
        return len(enlisted)

    def unit(self, seat: int, placed: PlacedUnit, field: str) -> None:
        made = counters().get(placed.unit)
        if made is None:
            raise self.fault(f"{field}.unit", f"there is no unit '{placed.unit}' (there are: {', '.join(counters())})")
        if made.nation != self.record.sides[seat].nation:
            raise self.fault(f"{field}.unit", f"'{placed.unit}' does not fight for '{self.record.sides[seat].nation}'")
        cell = -1
        if placed.at is not None:
            cell = self.space(self.scenario.board.grid, placed.at, f"{field}.at")
            name = self.scenario.board.grid.name(cell)
            if self.scenario.board.terrain[cell].closed:
                raise self.fault(f"{field}.at", f"no infantry can stand on {name}")
            if any(cell == other[3] for other in self.units):
                raise self.fault(f"{field}.at", f"another unit stands on {name}")
        self.units.append((seat, made, len(self.scenario.tiles) - 1, cell))

    def documents(self) -> None:
        record = self.record.documents
        if record is None:
            return
        grid = self.scenario.board.grid
        self.scenario.documents_round = record.round
        for number, location in enumerate(record.locations):
            field = f"documents.locations[{number}]"
            row, col = location.intersection
            if not (0 <= row <= grid.rows and 0 <= col <= grid.cols):
                raise self.fault(f"{field}.intersection", f"[{row}, {col}] is off the board")
            place = grid.intersection(row, col)
            self.scenario.objectives.append(place)
            for face in location.faces:
                if not 1 <= face <= 6 or self.scenario.locations[face - 1] >= 0:
                    raise self.fault(f"{field}.faces", f"each face of the die once: {face} does not fit")
                self.scenario.locations[face - 1] = place
        if -1 in self.scenario.locations:
            missing = self.scenario.locations.index(-1) + 1
            raise self.fault("documents.locations", f"no location for a die of {missing}")

    def goals(self) -> None:
        """What the scenario is won by, beside documents."""
        record, scenario = self.record, self.scenario
        grid = scenario.board.grid
        for number, objective in enumerate(record.objectives):
            field = f"objectives[{number}]"
            cells = bits([self.space(grid, s, f"{field}.spaces[{i}]") for i, s in enumerate(objective.spaces)])
            if objective.intersection is not None:
                place = grid.intersection(*objective.intersection)
                scenario.objectives.append(place)
                cells |= grid.touching(place)
            if not cells:
                raise self.fault(field, "an objective needs an intersection or spaces")
            seat = -1 if objective.side == "both" else scenario.nations.index(objective.side)
            scenario.goals.append(Goal(cells, objective.vp, seat))
        if record.attacker is not None:
            if not scenario.goals:
                raise self.fault("attacker", "there is no objective to hold")
            scenario.attacker = scenario.nations.index(record.attacker)
        if record.exit is not None:
            scenario.exits[scenario.nations.index(record.exit.side)] = [record.exit.infantry, record.exit.vehicle]
        scenario.wanted = record.wanted
        if record.prize is not None:
            scenario.documents_round = 1
            scenario.finder = scenario.nations.index(record.prize.side)
            scenario.locations[0] = grid.intersection(*record.prize.intersection)
            scenario.objectives.append(scenario.locations[0])


def edge_of(grid: Grid, edge: str) -> int:
    match edge:
        case "left":
            return bits([grid.cell(row, 0) for row in range(grid.rows)])
        case "right":
            return bits([grid.cell(row, grid.cols - 1) for row in range(grid.rows)])
        case "top":
            return bits([grid.cell(0, col) for col in range(grid.cols)])
        case _:
            return bits([grid.cell(grid.rows - 1, col) for col in range(grid.cols)])


def muster(state: NormandieState, units: list[tuple[int, Counter, int, int]]) -> None:
    """Make the units of a battle; counters of the same name get letters."""
    names = [(seat, made.id) for seat, made, _, _ in units]
    for seat, made, tile, cell in units:
        number = len(state.units)
        same = names[:number].count((seat, made.id))
        tag = chr(ord("A") + same) if names.count((seat, made.id)) > 1 else ""
        unit = Unit(number, seat, made, tile, tag)
        state.units.append(unit)
        if cell >= 0:
            state.put(unit, cell)
        elif state.scenario.tiles[tile].late:  # hon.ord.nest.1
            unit.status = EXITED
    equip(state)
    deployable(state)


def summon(state: NormandieState, units: list[tuple[int, Counter, int]]) -> None:
    """Units that cards may bring wait beside the board."""
    for seat, made, tile in units:
        unit = Unit(len(state.units), seat, made, tile, "")
        unit.status = EXITED
        state.units.append(unit)


def deployable(state: NormandieState) -> None:
    """Ruses and the Horn of Plenty are tokens that deploy as units (hon.trait.tricky.1, hon.eq.horn.1)."""
    for number, tokens in enumerate(state.tokens):
        tile = state.scenario.tiles[number]
        prefix = "us" if state.scenario.nations[tile.seat] == "us" else "ge"
        for token, name in ((RUSE, "ruse"), (HORN_OF_PLENTY, "horn")):
            for _ in range(tokens[token] if tokens else 0):
                tokens[token] -= 1
                made = counters()[f"{prefix}.{name}"]
                state.units.append(Unit(len(state.units), tile.seat, made, number, ""))
        for _ in range(tokens[SMOKE_BOMB] if tokens else 0):  # hon.ord.smoke.1
            tokens[SMOKE_BOMB] -= 1
            bomb = Unit(len(state.units), tile.seat, counters()[f"{prefix}.smoke"], number, "")
            bomb.status = BOX
            state.units.append(bomb)


def mix(state: NormandieState) -> None:
    """Numbers of units must not tell which of those that may lie concealed is which (hon.abil.ambush.14)."""
    for seat in (0, 1):
        hidden = [unit for unit in state.units if unit.seat == seat and is_secret(unit)]
        for last in range(len(hidden) - 1, 0, -1):
            swap(hidden[last], hidden[state.dice.roll(last + 1, FOR_MUSTER) - 1])
    state.dice.log.clear()


def scenario_path(scenario: str) -> Path:
    shipped = SCENARIOS / f"{scenario}.yaml"
    return shipped if shipped.exists() else Path(scenario)


_loaded: dict[tuple[Path, str], Loaded] = {}


def load(path: Path) -> Loaded:
    """Files are read again only when their bytes have changed."""
    record_hash = content_hash(path.read_bytes()) if path.is_file() else ""
    key = (path, record_hash)
    if key not in _loaded:
        record = load_yaml(path, ScenarioRecord)
        _loaded[key] = Loaded(path, drawn(path, record, 0, record.points) if record.boards else record)
    return _loaded[key]


FEWEST_POINTS, MOST_POINTS = 80, 500


def begin(scenario: str, seed: int, options: dict[str, Any]) -> Loaded:
    """A scenario as played with this seed: free battles draw their map and armies from it."""
    path = scenario_path(scenario)
    loaded = load(path)
    points = options.get("points", loaded.record.points)
    if "points" in options and not loaded.record.boards:
        raise BadOption("option points: only a free battle takes it")
    if not loaded.record.boards:
        return loaded
    if not isinstance(points, int) or not FEWEST_POINTS <= points <= MOST_POINTS:
        raise BadOption(f"option points: '{points}' is no number from {FEWEST_POINTS} to {MOST_POINTS}")
    nations = [side.nation for side in loaded.record.sides]
    armies = armoury.brought(nations, options.get("armies", []), points)
    return Loaded(path, drawn(path, load_yaml(path, ScenarioRecord), seed, points, armies))


def drawn(
    path: Path, record: ScenarioRecord, seed: int, points: int, armies: Sequence[ArmyRecord | None] = (None, None)
) -> ScenarioRecord:
    """Boards at random, and armies where none are brought (hon.setup.scenario.2)."""
    rng = random.Random(seed)
    plan = random_map(rng, 2, 2)
    sides = []
    for side, brought in zip(record.sides, armies, strict=True):
        army = brought or side.army or random_army(side.nation, points, rng, set(counters()))
        sides.append(msgspec.structs.replace(side, army=army))
    return msgspec.structs.replace(record, map=plan, sides=(sides[0], sides[1]))


DATA_FILES: dict[str, type[Any]] = {
    "boards": Boards,
    "buildings": Buildings,
    "units": Units,
    "tiles": Tiles,
    "terrain": Terrains,
}


def validate(path: Path) -> None:
    """A scenario, an army, or a data file told by its first field."""
    content = load_yaml(path, dict[str, Any])
    if "army" in content or "alliance" in content:
        check_file(path)
        return
    for field, type_ in DATA_FILES.items():
        if isinstance(content.get(field), list) and "sides" not in content:
            load_yaml(path, type_)
            return
    load(path)


def info(path: Path, catalogued: bool) -> ScenarioInfo:
    record = load(path).record
    if catalogued:
        title, about = Text(f"scenario.{record.id}.title"), Text(f"scenario.{record.id}.about")
    else:
        title, about = Text("scenario.own", {"words": record.title}), Text("scenario.own", {"words": record.about})
    seats = [Text(f"nation.{side.nation}") for side in record.sides]
    ident = record.id if catalogued else str(path)
    points = record.points if record.boards else 0
    return ScenarioInfo(ident, title, about, seats, record.rounds, path, content_hash(path.read_bytes()), points)


def read_options(options: dict[str, Any]) -> tuple[bool, bool]:
    """Whether orders are laid in turns, and whether action cards are in play."""
    unknown = sorted(set(options) - {"orders", "cards", "points", "armies"})
    if unknown:
        raise BadOption(f"no game option '{unknown[0]}' (there are: orders, cards, points, armies)")
    chosen = options.get("orders", "alternate")
    if chosen not in ("together", "alternate"):
        raise BadOption(f"option orders: '{chosen}' is not one of: together, alternate")
    cards = options.get("cards", "off")
    if cards not in ("off", "on"):
        raise BadOption(f"option cards: '{cards}' is not one of: off, on")
    return chosen == "alternate", cards == "on"
