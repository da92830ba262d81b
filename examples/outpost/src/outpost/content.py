"""Scenarios: YAML files read into typed structs, every fault with file, line and field."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bocage.content import Heading, Shelf, fault
from bocage.kernel import MOST, Dice, Text
from bocage.kernel.system import ScenarioInfo
from outpost.state import COLUMNS, Field, OutpostState, Unit

PACKAGE = Path(__file__).parent


class SideData(msgspec.Struct, forbid_unknown_fields=True):
    nation: str
    units: dict[str, str]  # name and place


class ScenarioData(Heading, forbid_unknown_fields=True, kw_only=True):
    """Title and about, in English and French, are in the heading that all scenarios have."""

    turns: int
    map: list[str]  # a letter for each space: "." is open, "w" is wood
    goal: str
    sides: list[SideData]


SHELF = Shelf(PACKAGE / "data" / "scenarios", ScenarioData)


def read_info(path: Path) -> ScenarioInfo:
    data = SHELF.read(path)
    return SHELF.info(path, [Text(f"nation.{side.nation}") for side in data.sides], data.turns)


def open_scenario(path: Path, dice: Dice) -> OutpostState:
    return link(SHELF.read(path), path, dice)


def link(data: ScenarioData, path: Path, dice: Dice) -> OutpostState:
    """A state from what a file says; refuses what cannot be played."""
    if len({len(row) for row in data.map}) != 1 or not 1 <= len(data.map[0]) <= len(COLUMNS):
        raise fault(path, "map", f"all rows have the same number of letters, at most {len(COLUMNS)}")
    if len(data.map) * len(data.map[0]) > MOST:
        raise fault(path, "map", f"at most {MOST} spaces")
    if len(data.sides) != 2:
        raise fault(path, "sides", "two sides fight")
    field = Field(data.map, 0, [side.nation for side in data.sides], data.turns)
    field.goal = place_of(field, data.goal, path, "goal")
    units: list[Unit] = []
    for seat, side in enumerate(data.sides):
        for name, place in side.units.items():
            where = f"sides[{seat}].units.{name}"
            space = place_of(field, place, path, where)
            if any(unit.space == space for unit in units):
                raise fault(path, where, f"somebody is in {place} already")
            units.append(Unit(len(units), seat, name, space))
    return OutpostState(field, units, dice)


def place_of(field: Field, place: str, path: Path, where: str) -> int:
    space = field.space(place)
    if space < 0:
        raise fault(path, where, f"there is no space '{place}' on the map")
    return space
