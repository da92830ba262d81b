"""The scenarios as the browser lists them; no rules are loaded for it."""

from __future__ import annotations

from pathlib import Path

from bocage.content import Listing, Shelf
from bocage.kernel import Text
from bocage.kernel.system import ScenarioInfo
from bocage.systems.normandie.content.army import options, tiles
from bocage.systems.normandie.content.counters import unit_records
from bocage.systems.normandie.content.files import ScenarioRecord
from bocage.systems.normandie.content.records import DATA
from bocage.systems.normandie.model.forces import player_names

SCENARIOS = DATA / "scenarios"
SHELF = Shelf(SCENARIOS, ScenarioRecord)


def info(path: Path) -> ScenarioInfo:
    """A line of the scenario browser; the map is not drawn for it."""
    record = SHELF.read(path)
    sizes = (len(record.sides[0].forces()), len(record.sides[1].forces()))
    seats = [Text(name) for name in player_names([side.nation for side in record.sides], sizes)]
    points = record.points if record.boards else 0
    return SHELF.info(path, seats, record.rounds, points, forces=(0, False) if points else count_forces(record))


def count_forces(record: ScenarioRecord) -> tuple[int, bool]:
    """How many units there are, and whether any of them drives."""
    names: list[str] = []
    for player in (player for side in record.sides for player in side.forces()):
        names += [placed.unit for use in player.tiles for placed in use.units]
        names += [placed.unit for placed in player.extra]
        for chosen in player.army.tiles if player.army else []:
            names += tiles()[chosen.tile].units
            names += [unit for fitted in chosen.options for unit in options()[fitted.option].units]
    known = unit_records()
    kinds = {known[name].rank for name in names if name in known}  # what is unknown is told by whoever reads the file
    return len(names), not kinds <= {"infantry"}


LISTING = Listing(DATA.parent, SHELF, info)
