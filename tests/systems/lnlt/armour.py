"""Small positions with vehicles, guns and artillery."""

from __future__ import annotations

from typing import Any

from bocage.kernel import Tally
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, Vehicle
from systems.lnlt.table import WEISS, Table, unit

SHERMAN = "us.veh.m4a1"
HALFTRACK = "us.veh.m3"
TRUCK = "us.veh.truck"
STUG = "ge.veh.stug3g"
PANZER = "ge.veh.pz4h"
PAK = "ge.wt.pak75"
DARIUS = "us.aldr.darius"
EAST, WEST = 1, 4
"""Facings towards the corners right and left of a hex."""


def vehicle(type_: str, hex_: str, name: str = "", facing: int = EAST, **more: Any) -> dict[str, Any]:
    return {"vehicle": type_, "hex": hex_, "alias": name, "facing": facing, **more}


def side(nation: str, *items: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Units and vehicles in any order."""
    return {
        "nation": nation,
        "units": [item for item in items if "unit" in item],
        "vehicles": [item for item in items if "vehicle" in item],
        **more,
    }


class Field(Table):
    """A table for two sides of any nation, the first one in its impulse; `swapped`, in the second seat."""

    def __init__(self, first: dict[str, Any], second: dict[str, Any], **more: Any) -> None:
        keys = ("terrain", "levels", "roads", "railways", "sides", "columns", "rows")
        ground = {key: more.pop(key) for key in keys if key in more}
        position = {
            "map": {"title": "test", "columns": 12, "rows": 9, **ground},
            "sides": [second, first] if more.pop("swapped", False) else [first, second],
            "initiative": first["nation"],
            **more,
        }
        self.state, self.names = SYSTEM.drill_position(position)
        self.state.recording = True

    def vehicle(self, name: str) -> Vehicle:
        return self.state.vehicles[self.names[name] - VEHICLE_IDS]

    def where(self, name: str) -> str:
        return self.state.board.grid.names[self.vehicle(name).hex]

    def order(self, name: str) -> None:
        """Activate the vehicle's hex, and the vehicle."""
        self.do("activate", where=self.where(name))
        self.do("command", name)

    def finish(self) -> None:
        """End the activation that is going on."""
        for _ in range(4):
            if self.offers("done"):
                self.do("done")


FAR = unit(WEISS, "L9", "far")


def drive(type_: str = SHERMAN, facing: int = EAST, assault: bool = False, **more: Any) -> Field:
    """A vehicle S in D5 that has set out."""
    start = vehicle(type_, "D5", "S", facing, **more.pop("spec", {}))
    field = Field(side("us", start, *more.pop("us", [])), side("de", *more.pop("de", [FAR])), **more)
    field.order("S")
    field.do("set-out-assaulting" if assault else "set-out")
    return field


def duel(*us: dict[str, Any], de: list[dict[str, Any]], **more: Any) -> Field:
    """A Sherman in D5 that looks east."""
    spec = more.pop("spec", {})
    return Field(side("us", vehicle(SHERMAN, "D5", "S", EAST, **spec), *us), side("de", *de, FAR), **more)


def sum_lines(tally: Tally) -> dict[str, int]:
    """What each line adds, equal ones together; they make up the sum."""
    found: dict[str, int] = {}
    for line in tally.lines:
        found[line.label] = found.get(line.label, 0) + line.value
    assert tally.total == sum(found.values())
    return found


def rolled(field: Field, dice: list[int]) -> None:
    """The dice that fall next."""
    field.state.dice.script, field.state.dice.cursor = dice, 0
