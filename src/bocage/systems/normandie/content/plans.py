"""Terrain and buildings in YAML, and how overlays are laid on a map."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from bocage.content import load_yaml
from bocage.geometry.square import Grid, bits
from bocage.systems.normandie.content.records import DATA, Record, copy_values
from bocage.systems.normandie.model.tables import ATTACKS, CROSS, Attack, Building, Terrain

Space = tuple[int, int]
"""Row and column."""

Compass = Literal["N", "E", "S", "W"]
DIRECTIONS: dict[str, int] = {"N": 0, "E": 2, "S": 4, "W": 6}
TURNED: dict[Compass, Compass] = {"N": "E", "E": "S", "S": "W", "W": "N"}


class TerrainRecord(Record):
    id: str
    sign: str
    defense: int = 0
    obscure: int = 0
    blocks: bool = False
    difficult: bool = False
    opportunity: bool = False
    water: bool = False
    element: bool = True
    structure: int = 0
    impassable: list[Literal["infantry", "light", "heavy"]] = msgspec.field(default_factory=list)


class Terrains(msgspec.Struct, forbid_unknown_fields=True):
    terrain: list[TerrainRecord]


class Overlay(msgspec.Struct, forbid_unknown_fields=True):
    """A tile of terrain on some spaces, or a building of data/buildings.yaml with its upper left space."""

    terrain: str = ""  # a terrain by its id (data/terrain.yaml)
    spaces: list[Space] = msgspec.field(default_factory=list)  # the spaces it covers
    building: str = ""  # or a building (data/buildings.yaml)
    at: Space = (0, 0)  # row and column of its upper left space
    quarters: int = 0  # how often the building is turned clockwise by a quarter


class BuildingRecord(Record):
    """Spaces count from the upper left one. Doors and windows are on a side of a space, inner doors between two."""

    id: str
    cells: list[Space]
    rooms: list[list[Space]]
    defense: int
    structure: int
    doors: list[tuple[Space, Compass]]
    windows: list[tuple[Space, Compass]] = msgspec.field(default_factory=list)
    inner_doors: list[tuple[Space, Space]] = msgspec.field(default_factory=list)
    terrain: str = "building"  # what its spaces are


class Buildings(msgspec.Struct, forbid_unknown_fields=True):
    buildings: list[BuildingRecord]


@cache
def terrains() -> dict[str, Terrain]:
    """By id, and by sign on maps: no id is one character long."""
    found: dict[str, Terrain] = {}
    for record in load_yaml(DATA / "terrain.yaml", Terrains).terrain:
        made = Terrain(record.id, record.defense, record.obscure)
        copy_values(record, made, "blocks", "difficult", "opportunity", "water", "element", "structure")
        made.closed = record.water or "infantry" in record.impassable  # hon.terrain.water.1, hon.terrain.imp.2
        made.bars = [rank in record.impassable for rank in ("infantry", "light", "heavy")]
        found[record.id] = found[record.sign] = made
    return found


class AttackRecord(Record):
    """An attack of a blast pattern or a token."""

    id: str
    bonus: tuple[int | None, int | None, int | None] = (
        None,
        None,
        None,
    )  # against infantry, light, heavy; none: a cross
    scatter: int = 0
    dice: int = 0  # of Destruction


class Attacks(msgspec.Struct, forbid_unknown_fields=True):
    attacks: list[AttackRecord]


@cache
def attacks() -> list[Attack]:
    """By number; 0 is none."""
    found = {"": Attack([CROSS] * 3, 0, 0)}
    for record in load_yaml(DATA / "attacks.yaml", Attacks).attacks:
        bonus = [CROSS if value is None else value for value in record.bonus]
        found[record.id] = Attack(bonus, record.scatter, record.dice)
    return [found[name] for name in ATTACKS]


building_plans = cache(lambda: {plan.id: plan for plan in load_yaml(DATA / "buildings.yaml", Buildings).buildings})


def turned(plan: BuildingRecord, quarters: int) -> BuildingRecord:
    """The building turned clockwise; its spaces still count from the upper left one."""
    for _ in range(quarters % 4):
        last = max(row for row, _ in plan.cells)
        plan = msgspec.structs.replace(
            plan,
            cells=[(col, last - row) for row, col in plan.cells],
            rooms=[[(col, last - row) for row, col in room] for room in plan.rooms],
            doors=[((col, last - row), TURNED[side]) for (row, col), side in plan.doors],
            windows=[((col, last - row), TURNED[side]) for (row, col), side in plan.windows],
            inner_doors=[((c, last - r), (d, last - q)) for (r, c), (q, d) in plan.inner_doors],
        )
    return plan


def built(grid: Grid, plan: BuildingRecord, at: Space) -> Building:
    """The building on this board; every space of it must be on the board."""

    def cell(space: Space) -> int:
        return grid.cell(at[0] + space[0], at[1] + space[1])

    def edge(space: Space, side: str) -> int:
        """-1 where the side is the board's own edge."""
        beyond = grid.around[cell(space)][DIRECTIONS[side]]
        return grid.edge(cell(space), beyond) if beyond >= 0 else -1

    rooms = [bits([cell(space) for space in room]) for room in plan.rooms]
    made = Building(bits([cell(space) for space in plan.cells]), rooms, plan.defense, plan.structure)
    made.doors = [edge(space, side) for space, side in plan.doors if edge(space, side) >= 0]
    made.openings = made.doors + [edge(space, side) for space, side in plan.windows if edge(space, side) >= 0]
    made.inner = [grid.edge(cell(one), cell(two)) for one, two in plan.inner_doors]
    return made
