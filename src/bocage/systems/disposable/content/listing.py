"""What the scenario browser lists; nothing has to be linked for it."""

from __future__ import annotations

from pathlib import Path

from bocage.content import Listing
from bocage.kernel import Text
from bocage.kernel.system import ScenarioInfo
from bocage.systems.disposable.content import battles
from bocage.systems.disposable.content.records import PACKAGE, platoons, vehicle_types
from bocage.systems.disposable.content.scenarios import SHELF, ScenarioData


def info(path: Path) -> ScenarioInfo:
    """A line of the scenario browser."""
    data = SHELF.read(path)
    if data.drawn:
        seats = [Text(f"battle.{side}") for side in battles.SIDES]
        return SHELF.info(path, seats, 0, files=[battles.PATH], own=battles.known_options())
    seats = [Text(f"nation.{side.nation}") for side in data.sides]
    points = data.points if all(side.platoon for side in data.sides) else 0
    return SHELF.info(path, seats, data.turns, points, forces=(0, False) if points else count_forces(data))


def count_forces(data: ScenarioData) -> tuple[int, bool]:
    """How many units there are, and whether any of them drives."""
    names = [force.template for side in data.sides for force in side.forces]
    for side in data.sides:
        names += [*(platoons()[side.platoon].units if side.platoon else []), *side.support]
    return len(names), any(name in vehicle_types() for name in names)


LISTING = Listing(PACKAGE, SHELF, info)
