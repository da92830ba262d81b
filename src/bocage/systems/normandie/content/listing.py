"""The scenarios as the browser lists them; no rules are loaded for it."""

from __future__ import annotations

from pathlib import Path

from bocage.content import Listing, Shelf
from bocage.kernel import Text
from bocage.kernel.system import ScenarioInfo
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
    return SHELF.info(path, seats, record.rounds, record.points if record.boards else 0)


LISTING = Listing(DATA.parent, SHELF, info)
