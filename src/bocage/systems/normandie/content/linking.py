"""A scenario record linked with map, counters and armies into the lean objects of `model`."""

from __future__ import annotations

from pathlib import Path

from bocage.content import Faults, WrongContent, known, linked
from bocage.geometry.square import bits
from bocage.systems.normandie.content import happenings, recruits
from bocage.systems.normandie.content.army import (
    AllianceRecord,
    ArmyRecord,
    Audit,
    as_faults,
    deck_violations,
    tiles,
    usual_deck,
)
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.files import Objective, PlacedUnit, Player, ScenarioRecord, Side
from bocage.systems.normandie.content.ground import Ground
from bocage.systems.normandie.content.plans import attacks
from bocage.systems.normandie.model.forces import Goal, Scenario, Tile
from bocage.systems.normandie.model.tables import Counter

MOST_PLAYERS = 4
MOST_UNITS = 400


def check_players(side: Side, field: str) -> None:
    if side.players and (side.tiles or side.army or side.extra):
        raise WrongContent(f"{field}.players", "a side has players, or units of its own, not both")
    if len(side.players) < 2 and (side.players or side.command):
        raise WrongContent(f"{field}.players", "an alliance has two players or three")


class Loaded:
    """A scenario file, checked: the static scenario and the units that open the battle."""

    def __init__(self, path: Path, name: str, record: ScenarioRecord, decks: list[list[int]] | None = None) -> None:
        self.path = path
        self.name = name
        self.record = record
        self.decks = decks  # instead of those of the armies
        self.units: list[tuple[int, Counter, int, int]] = []  # seat, counter, tile, space or -1
        self.summoned: list[tuple[int, Counter, int]] = []  # units that cards of a deck may bring
        self.awaited: list[tuple[int, Counter, int]] = []  # units that events bring
        self.scenario = linked(path, self.link)

    def link(self, faults: Faults) -> Scenario:
        record = self.record
        self.faults = faults
        self.ground = Ground(record, faults)
        nations: list[str] = [side.nation for side in record.sides]
        if nations[0] == nations[1]:
            raise WrongContent("sides[1].nation", f"both sides are '{nations[0]}'")
        with faults:
            if not 1 <= record.rounds <= 30:
                raise WrongContent("rounds", f"must be from 1 to 30, not {record.rounds}")
        sizes = (len(record.sides[0].forces()), len(record.sides[1].forces()))
        if sum(sizes) > MOST_PLAYERS:
            raise WrongContent("sides[1].players", f"{sum(sizes)} players, there are at most {MOST_PLAYERS}")
        initiative = -1 if record.initiative == "random" else nations.index(record.initiative)
        self.scenario = Scenario(self.name, self.ground.board(), record.rounds, initiative, nations, sizes)
        self.scenario.cards = recruits.all_cards()
        self.scenario.attacks = attacks()
        for camp in (0, 1):
            with faults:
                self.side(camp)
        if len(self.units) > MOST_UNITS:
            raise WrongContent("sides", f"{len(self.units)} units, a battle has at most {MOST_UNITS}")
        self.awaited = happenings.reinforcements(record, self.scenario, faults)
        recruits.pool_tokens(self.scenario)
        self.documents()
        self.goals()
        happenings.link(record, self.scenario, self.ground, faults)
        return self.scenario

    def side(self, camp: int) -> None:
        side = self.record.sides[camp]
        field = f"sides[{camp}]"
        check_players(side, field)
        self.scenario.edges[camp] = self.ground.edge(side.edge)
        zone = self.ground.zone(side.zone, f"{field}.zone")
        bought = any(player.army for player in side.players)
        if bought and not self.look_over_allies(camp):
            return
        to_deploy = 0
        for number, seat in enumerate(self.scenario.players[camp]):
            own = f"{field}.players[{number}]" if side.players else field
            player = side.forces()[number]
            self.scenario.zones[seat] = self.ground.zone(player.zone, f"{own}.zone") or zone
            with self.faults:
                to_deploy += self.force(seat, player, own)
        if bought and side.command is not None:
            self.muster(recruits.enlist_command(self.scenario, camp, side.command), f"{field}.command")
        if not self.faults.found:
            self.check_zone(camp, to_deploy)
            self.deck(camp)

    def check_zone(self, camp: int, to_deploy: int) -> None:
        """Apart from the enemy's, and with room for all who deploy."""
        area = self.area(camp)
        field = f"sides[{camp}].zone"
        if self.path.is_file() and camp == 1 and area & self.area(0):
            raise WrongContent(f"{field}[0]", "overlaps the other side's deployment zone")
        terrain = self.scenario.board.terrain
        room = sum(not terrain[cell].closed for cell in range(len(terrain)) if area >> cell & 1)
        if to_deploy > room:
            raise WrongContent(field, f"{to_deploy} units do not fit into {room} spaces")

    def deck(self, camp: int) -> None:
        """One for all players of a side (hon.mp.ally.2); units that its cards bring go to who plays them."""
        side, scenario = self.record.sides[camp], self.scenario
        armies = [player.army for player in side.forces()]
        if side.deck is not None and not side.players:  # as few cards as it says: hon.scenario.deck
            bought = recruits.bought_by([one for one in armies if one is not None], None)
            self.faults.found += as_faults(deck_violations(side.deck, side.nation, bought, 0, f"sides[{camp}]."))
            if self.faults.found:
                return
        if self.decks is None:
            scenario.decks[camp] = recruits.deck_of(side.nation, armies, side.deck, side.command)
        else:
            scenario.decks[camp] = self.decks[camp]
        for number in dict.fromkeys(scenario.decks[camp]):
            if scenario.cards[number].unit:  # of its own: its loss breaks nobody
                seat = scenario.players[camp][0]
                self.summoned.append((seat, counters()[scenario.cards[number].unit], len(scenario.tiles)))
                scenario.tiles.append(Tile(scenario.cards[number].id, seat, camp))

    def area(self, camp: int) -> int:
        """Where a side deploys, all its players together."""
        found = 0
        for seat in self.scenario.players[camp]:
            found |= self.scenario.zones[seat]
        return found

    def force(self, seat: int, player: Player, own: str) -> int:
        """The units of one player; returns how many of them are to be deployed."""
        scenario = self.scenario
        before = len(self.units)
        for number, use in enumerate(player.tiles):
            field = f"{own}.tiles[{number}]"
            with self.faults:
                known("tile", use.tile, tiles(), f"{field}.tile")
                scenario.tiles.append(recruits.tile_of(scenario, seat, use.tile))
                for i, placed in enumerate(use.units):
                    with self.faults:
                        self.unit(seat, placed, f"{field}.units[{i}]")
        if player.army is not None:
            self.recruit(seat, player.army, f"{own}.army")
        for i, placed in enumerate(player.extra):
            with self.faults:
                self.unit(seat, placed, f"{own}.extra[{i}]")
        if len(self.units) == before and not self.faults.found:
            whose = "player" if "players" in own else "side"
            raise WrongContent(f"{own}.tiles", f"this {whose} has no units")
        return sum(cell < 0 for _, _, _, cell in self.units[before:])

    def look_over_allies(self, camp: int) -> bool:
        """Bought armies of allies share their points, a High Command and one deck; whether all is well."""
        side = self.record.sides[camp]
        armies = [player.army for player in side.players if player.army is not None]
        if len(armies) < len(side.players) or not self.record.points:
            raise WrongContent(f"sides[{camp}].players", "allies who buy armies all do, with `points` to share")
        deck = side.deck or usual_deck(side.nation, recruits.bought_by(armies, side.command))
        alliance = AllianceRecord(
            alliance=side.nation, points=self.record.points, armies=armies, command=side.command,
            deck_nation=side.nation, deck=deck,
        )  # fmt: skip
        wrong = recruits.alliance_faults(alliance, f"sides[{camp}].")
        self.faults.found += wrong
        return not wrong

    def recruit(self, seat: int, army: ArmyRecord, field: str) -> None:
        """The tiles, options, heroes and units of a bought army."""
        camp = self.scenario.camps[seat]
        if len(self.scenario.players[camp]) == 1:
            wrong = as_faults(Audit(army, f"{field}.").run(army.points or None, True))
            self.faults.found += wrong
            if wrong:
                return
        if army.nation != self.record.sides[camp].nation:
            raise WrongContent(f"{field}.nation", "the army fights for the other side")
        self.muster(recruits.enlist(self.scenario, seat, army), field)

    def muster(self, enlisted: list[tuple[str, int]], field: str) -> None:
        for name, tile in enlisted:
            self.units.append((self.scenario.tiles[tile].seat, known("unit", name, counters(), field), tile, -1))

    def unit(self, seat: int, placed: PlacedUnit, field: str) -> None:
        made = known("unit", placed.unit, counters(), f"{field}.unit")
        nation = self.scenario.nations[self.scenario.camps[seat]]
        if made.nation != nation:
            raise WrongContent(f"{field}.unit", f"'{placed.unit}' does not fight for '{nation}'")
        cell = -1
        if placed.at is not None:
            cell = self.ground.space(placed.at, f"{field}.at")
            name = self.ground.grid.name(cell)
            if self.scenario.board.terrain[cell].closed:
                raise WrongContent(f"{field}.at", f"no infantry can stand on {name}")
            if any(cell == other[3] for other in self.units):
                raise WrongContent(f"{field}.at", f"another unit stands on {name}")
        self.units.append((seat, made, len(self.scenario.tiles) - 1, cell))

    def documents(self) -> None:
        record = self.record.documents
        if record is None:
            return
        self.scenario.documents_round = record.round
        for number, location in enumerate(record.locations):
            field = f"documents.locations[{number}]"
            with self.faults:
                place = self.ground.intersection(location.intersection, f"{field}.intersection")
                self.scenario.objectives.append(place)
                for face in location.faces:
                    if not 1 <= face <= 6 or self.scenario.locations[face - 1] >= 0:
                        raise WrongContent(f"{field}.faces", f"each face of the die once: {face} does not fit")
                    self.scenario.locations[face - 1] = place
        with self.faults:
            if -1 in self.scenario.locations and not self.faults.found:
                missing = self.scenario.locations.index(-1) + 1
                raise WrongContent("documents.locations", f"no location for a die of {missing}")

    def goals(self) -> None:
        """What the scenario is won by, beside documents."""
        record, scenario = self.record, self.scenario
        for number, objective in enumerate(record.objectives):
            with self.faults:
                scenario.goals.append(self.goal(objective, f"objectives[{number}]"))
        with self.faults:
            if record.attacker is not None:
                if not record.objectives:
                    raise WrongContent("attacker", "there is no objective to hold")
                scenario.attacker = scenario.nations.index(record.attacker)
        if record.exit is not None:
            scenario.exits[scenario.nations.index(record.exit.side)] = [record.exit.infantry, record.exit.vehicle]
        scenario.wanted = record.wanted
        with self.faults:
            if record.prize is not None:
                scenario.documents_round = 1
                scenario.finder = scenario.nations.index(record.prize.side)
                scenario.held = record.prize.held
                scenario.locations[0] = self.ground.intersection(record.prize.intersection, "prize.intersection")
                scenario.objectives.append(scenario.locations[0])

    def goal(self, objective: Objective, field: str) -> Goal:
        cells = bits([self.ground.space(s, f"{field}.spaces[{i}]") for i, s in enumerate(objective.spaces)])
        if objective.intersection is not None:
            place = self.ground.intersection(objective.intersection, f"{field}.intersection")
            self.scenario.objectives.append(place)
            cells |= self.ground.grid.touching(place)
        if not cells:
            raise WrongContent(field, "an objective needs an intersection or spaces")
        camp = -1 if objective.side == "both" else self.scenario.nations.index(objective.side)
        return Goal(cells, objective.vp, camp)
