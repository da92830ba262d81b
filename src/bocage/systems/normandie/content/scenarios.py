"""Counters, tiles, terrain and scenarios in YAML, checked and linked into the lean objects of model.py."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bocage.content import ContentError, Shelf, fault
from bocage.geometry.square import Grid, bits
from bocage.kernel.system import BadOption, ScenarioInfo
from bocage.kernel.views import Text
from bocage.systems.normandie.content import armoury
from bocage.systems.normandie.content.army import (
    AllianceRecord,
    ArmyRecord,
    share,
    tiles,
    usual_deck,
)
from bocage.systems.normandie.content.boards import (
    random_map,
)
from bocage.systems.normandie.content.counters import (
    counters,
)
from bocage.systems.normandie.content.draft import random_army
from bocage.systems.normandie.content.files import (
    PlacedUnit,
    Player,
    ScenarioRecord,
    Zone,
)
from bocage.systems.normandie.content.plans import (
    Overlay,
    Space,
    building_plans,
    built,
    terrains,
)
from bocage.systems.normandie.content.records import Nation
from bocage.systems.normandie.content.recruits import (
    all_cards,
    bought_by,
    deck_of,
    enlist,
    enlist_command,
    equip,
    pool_tokens,
    refuse_alliance,
    refuse_army,
    tile_of,
)
from bocage.systems.normandie.model.forces import (
    Goal,
    Scenario,
    Tile,
)
from bocage.systems.normandie.model.tables import (
    Board,
    Building,
    Counter,
    Terrain,
    first_ground,
)
from bocage.systems.normandie.rules.kinds import (
    FOR_MUSTER,
    HORN_OF_PLENTY,
    RUSE,
    SMOKE_BOMB,
)
from bocage.systems.normandie.state import BOX, EXITED, NormandieState, Unit, is_secret, swap
from bocage.text import catalogue

PACKAGE = Path(__file__).parent.parent
SCENARIOS = PACKAGE / "data" / "scenarios"
SHELF = Shelf(SCENARIOS, ScenarioRecord)


MOST_PLAYERS = 4
LOW_WALL = 1
"""What a wall between two spaces takes off a shot across it; an estimate."""


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
        if not 1 <= record.rounds <= 30:
            raise self.fault("rounds", f"must be from 1 to 30, not {record.rounds}")
        sizes = (len(record.sides[0].forces()), len(record.sides[1].forces()))
        if sum(sizes) > MOST_PLAYERS:
            raise self.fault("sides[1].players", f"{sum(sizes)} players, there are at most {MOST_PLAYERS}")
        self.scenario = Scenario(SHELF.name(path), board, record.rounds, initiative, nations, sizes)
        self.units: list[tuple[int, Counter, int, int]] = []  # seat, counter, tile, space or -1
        self.summoned: list[tuple[int, Counter, int]] = []  # units that cards of a deck may bring
        if nations[0] == nations[1]:
            raise self.fault("sides[1].nation", f"both sides are '{nations[0]}'")
        self.scenario.cards = all_cards()
        for camp in (0, 1):
            self.side(camp)
        pool_tokens(self.scenario)
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

    def side(self, camp: int) -> None:
        side = self.record.sides[camp]
        field = f"sides[{camp}]"
        if side.players and (side.tiles or side.army or side.extra):
            raise self.fault(f"{field}.players", "a side has players, or units of its own, not both")
        if len(side.players) < 2 and (side.players or side.command or side.deck):
            raise self.fault(f"{field}.players", "an alliance has two players or three")
        self.scenario.edges[camp] = edge_of(self.scenario.board.grid, side.edge)
        zone = self.zone(side.zone, f"{field}.zone")
        bought = any(player.army for player in side.players)
        if bought:
            self.look_over_allies(camp)
        to_deploy = 0
        for number, seat in enumerate(self.scenario.players[camp]):
            own = f"{field}.players[{number}]" if side.players else field
            player = side.forces()[number]
            self.scenario.zones[seat] = self.zone(player.zone, f"{own}.zone") or zone
            to_deploy += self.force(seat, player, own)
        if bought and side.command is not None:
            self.muster(enlist_command(self.scenario, camp, side.command), f"{field}.command")
        area = self.area(camp)
        if self.path.is_file() and camp == 1 and area & self.area(0):
            raise self.fault(f"{field}.zone[0]", "overlaps the other side's deployment zone")
        terrain = self.scenario.board.terrain
        room = sum(not terrain[cell].closed for cell in range(len(terrain)) if area >> cell & 1)
        if to_deploy > room:
            raise self.fault(f"{field}.zone", f"{to_deploy} units do not fit into {room} spaces")
        self.deck(camp)

    def deck(self, camp: int) -> None:
        """One for all players of a side (hon.mp.ally.2); units that its cards bring go to who plays them."""
        side, scenario = self.record.sides[camp], self.scenario
        armies = [player.army for player in side.forces()]
        deck = deck_of(side.nation, armies, side.deck, side.command) if self.decks is None else self.decks[camp]
        scenario.decks[camp] = deck
        for number in dict.fromkeys(deck):
            if scenario.cards[number].unit:  # of its own: its loss breaks nobody
                seat = scenario.players[camp][0]
                self.summoned.append((seat, counters()[scenario.cards[number].unit], len(scenario.tiles)))
                made = Tile(scenario.cards[number].id, seat, 0, 0, 0)
                made.camp = camp
                scenario.tiles.append(made)

    def area(self, camp: int) -> int:
        """Where a side deploys, all its players together."""
        found = 0
        for seat in self.scenario.players[camp]:
            found |= self.scenario.zones[seat]
        return found

    def zone(self, zones: list[Zone], field: str) -> int:
        grid = self.scenario.board.grid
        found = 0
        for number, zone in enumerate(zones):
            self.space(grid, (zone.rows[0], zone.cols[0]), f"{field}[{number}]")
            self.space(grid, (zone.rows[1], zone.cols[1]), f"{field}[{number}]")
            for row in range(zone.rows[0], zone.rows[1] + 1):
                for col in range(zone.cols[0], zone.cols[1] + 1):
                    found |= 1 << grid.cell(row, col)
        return found

    def force(self, seat: int, player: Player, own: str) -> int:
        """The units of one player; returns how many of them are to be deployed."""
        scenario = self.scenario
        before = len(self.units)
        for number, use in enumerate(player.tiles):
            field = f"{own}.tiles[{number}]"
            if use.tile not in tiles():
                raise self.fault(f"{field}.tile", f"there is no tile '{use.tile}' (there are: {', '.join(tiles())})")
            scenario.tiles.append(tile_of(scenario, seat, use.tile))
            for i, placed in enumerate(use.units):
                self.unit(seat, placed, f"{field}.units[{i}]")
        if player.army is not None:
            self.recruit(seat, player.army, f"{own}.army")
        for i, placed in enumerate(player.extra):
            self.unit(seat, placed, f"{own}.extra[{i}]")
        if len(self.units) == before:
            whose = "player" if "players" in own else "side"
            raise self.fault(f"{own}.tiles", f"this {whose} has no units")
        return sum(cell < 0 for _, _, _, cell in self.units[before:])

    def look_over_allies(self, camp: int) -> None:
        """Bought armies of allies share their points, a High Command and one deck."""
        side = self.record.sides[camp]
        armies = [player.army for player in side.players if player.army is not None]
        if len(armies) < len(side.players) or not self.record.points:
            raise self.fault(f"sides[{camp}].players", "allies who buy armies all do, with `points` to share")
        deck = side.deck or usual_deck(side.nation, bought_by(armies, side.command))
        alliance = AllianceRecord(
            alliance=side.nation,
            points=self.record.points,
            armies=armies,
            command=side.command,
            deck_nation=side.nation,
            deck=deck,
        )
        refuse_alliance(self.path, alliance, f"sides[{camp}].")

    def recruit(self, seat: int, army: ArmyRecord, field: str) -> None:
        """The tiles, options, heroes and units of a bought army."""
        camp = self.scenario.camps[seat]
        if len(self.scenario.players[camp]) == 1:
            refuse_army(self.path, army, f"{field}.")
        if army.nation != self.record.sides[camp].nation:
            raise self.fault(f"{field}.nation", "the army fights for the other side")
        self.muster(enlist(self.scenario, seat, army), field)

    def muster(self, enlisted: list[tuple[str, int]], field: str) -> None:
        for name, tile in enlisted:
            made = counters().get(name)
            if made is None:
                raise self.fault(field, f"there is no unit '{name}'")
            self.units.append((self.scenario.tiles[tile].seat, made, tile, -1))

    def unit(self, seat: int, placed: PlacedUnit, field: str) -> None:
        made = counters().get(placed.unit)
        if made is None:
            raise self.fault(f"{field}.unit", f"there is no unit '{placed.unit}' (there are: {', '.join(counters())})")
        nation = self.scenario.nations[self.scenario.camps[seat]]
        if made.nation != nation:
            raise self.fault(f"{field}.unit", f"'{placed.unit}' does not fight for '{nation}'")
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
            camp = -1 if objective.side == "both" else scenario.nations.index(objective.side)
            scenario.goals.append(Goal(cells, objective.vp, camp))
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
            scenario.held = record.prize.held
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
    """Make the units of a battle; counters of the same name get letters, though their platoons differ."""
    words = catalogue(PACKAGE, "en").entries
    names = [made.nation + words.get(f"unit.{made.id}", made.id) for _, made, _, _ in units]
    for seat, made, tile, cell in units:
        number = len(state.units)
        same = names[:number].count(names[number])
        tag = chr(ord("A") + same) if names.count(names[number]) > 1 else ""
        unit = Unit(number, seat, made, tile, tag)
        unit.camp = state.scenario.camps[seat]
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
        unit.camp = state.scenario.camps[seat]
        unit.status = EXITED
        state.units.append(unit)


def deployable(state: NormandieState) -> None:
    """Ruses and the Horn of Plenty are tokens that deploy as units (hon.trait.tricky.1, hon.eq.horn.1)."""
    for number, tokens in enumerate(state.tokens):
        tile = state.scenario.tiles[number]
        prefix = "us" if state.scenario.nations[tile.camp] == "us" else "ge"
        for token, name in ((RUSE, "ruse"), (HORN_OF_PLENTY, "horn")):
            for _ in range(tokens[token] if tokens else 0):
                tokens[token] -= 1
                made = counters()[f"{prefix}.{name}"]
                token_unit = Unit(len(state.units), tile.seat, made, number, "")
                token_unit.camp = tile.camp
                state.units.append(token_unit)
        for _ in range(tokens[SMOKE_BOMB] if tokens else 0):  # hon.ord.smoke.1
            tokens[SMOKE_BOMB] -= 1
            seats = state.scenario.players[tile.camp] if tile.seat < 0 else [tile.seat]
            owner = seats[tokens[SMOKE_BOMB] % len(seats)]  # allies share those of a High Command out
            bomb = Unit(len(state.units), owner, counters()[f"{prefix}.smoke"], number, "")
            bomb.camp = tile.camp
            bomb.status = BOX
            state.units.append(bomb)


def mix(state: NormandieState) -> None:
    """Numbers of units must not tell which of those that may lie concealed is which (hon.abil.ambush.14)."""
    for seat in range(len(state.scenario.camps)):
        hidden = [unit for unit in state.units if unit.seat == seat and is_secret(unit)]
        for last in range(len(hidden) - 1, 0, -1):
            swap(hidden[last], hidden[state.dice.roll(last + 1, FOR_MUSTER) - 1])
    state.dice.log.clear()


def load(path: Path) -> Loaded:
    """A file is linked again only when it has changed."""
    return SHELF.link(
        path, lambda record: Loaded(path, drawn(path, record, 0, record.points) if record.boards else record)
    )


FEWEST_POINTS, MOST_POINTS = 80, 500


def begin(scenario: str, seed: int, options: dict[str, Any]) -> Loaded:
    """A scenario as played with this seed: free battles draw their map and armies from it."""
    path = SHELF.path(scenario)
    loaded = load(path)
    points = options.get("points", loaded.record.points)
    if "points" in options and not loaded.record.boards:
        raise BadOption("option points: only a free battle takes it")
    if not loaded.record.boards:
        return loaded
    least = FEWEST_POINTS * max(len(players) for players in loaded.scenario.players)
    if not isinstance(points, int) or not least <= points <= MOST_POINTS:
        raise BadOption(f"option points: '{points}' is no number from {least} to {MOST_POINTS}")
    nations = [loaded.scenario.nations[camp] for camp in loaded.scenario.camps]
    shares = [share(points, len(loaded.scenario.players[camp])) for camp in loaded.scenario.camps]
    armies = armoury.brought(nations, options.get("armies", []), shares)
    return Loaded(path, drawn(path, SHELF.read(path), seed, points, armies))


def drawn(
    path: Path, record: ScenarioRecord, seed: int, points: int, brought: Sequence[ArmyRecord | None] = ()
) -> ScenarioRecord:
    """Boards at random, and armies where none are brought, which come by seat (hon.setup.scenario.2)."""
    rng = random.Random(seed)
    plan = random_map(rng, 2, 2)
    left = list(brought)
    sides = []
    for side in record.sides:
        armies: list[ArmyRecord] = []
        for player in side.forces():
            mine = (left.pop(0) if left else None) or player.army
            armies.append(mine or draft(side.nation, share(points, len(side.forces())), rng, armies))
        if side.players:
            sides.append(msgspec.structs.replace(side, players=[Player(army=army) for army in armies]))
        else:
            sides.append(msgspec.structs.replace(side, army=armies[0]))
    return msgspec.structs.replace(record, map=plan, sides=(sides[0], sides[1]), points=points)


def draft(nation: Nation, points: int, rng: random.Random, allies: list[ArmyRecord]) -> ArmyRecord:
    """An army at random, without heroes that an ally has."""
    army = random_army(nation, points, rng, set(counters()))
    taken = [hero for ally in allies for hero in ally.heroes]
    army.heroes = [hero for hero in army.heroes if hero not in taken]
    return army


def info(path: Path) -> ScenarioInfo:
    loaded = load(path)
    seats = [Text(name) for name in loaded.scenario.names]
    return SHELF.info(path, seats, loaded.record.rounds, loaded.record.points if loaded.record.boards else 0)


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
