"""What the scenario browser lists; nothing has to be linked for it."""

from __future__ import annotations

from pathlib import Path

from bocage.content import Listing
from bocage.kernel import Text
from bocage.kernel.system import ScenarioInfo
from bocage.systems.disposable.content import battles
from bocage.systems.disposable.content.records import PACKAGE
from bocage.systems.disposable.content.scenarios import SHELF


def info(path: Path) -> ScenarioInfo:
    """A line of the scenario browser."""
    data = SHELF.read(path)
    if data.drawn:
        seats = [Text(f"battle.{side}") for side in battles.SIDES]
        return SHELF.info(path, seats, 0, files=[battles.PATH], own=battles.known_options())
    seats = [Text(f"nation.{side.nation}") for side in data.sides]
    return SHELF.info(path, seats, data.turns, data.points if all(side.platoon for side in data.sides) else 0)


LISTING = Listing(PACKAGE, SHELF, info)
