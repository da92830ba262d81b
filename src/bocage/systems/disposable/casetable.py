"""Small tables for golden cases and tests."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.systems.disposable.content import records
from bocage.systems.disposable.content.positions import (
    DrillPosition,
    build,
)
from bocage.systems.disposable.model.tables import Weapon
from bocage.systems.disposable.state import DisposableState

Case = dict[str, Any]


def table(units: list[Case], terrain: list[Case] | None = None) -> DisposableState:
    """A state with these units on a small table; Germans are side 1, Americans side 0."""
    return build(msgspec.convert({"units": units, "terrain": terrain or []}, DrillPosition))


def unit(name: str, side: int, x: float, y: float, **more: Any) -> Case:
    template = more.pop("template", "us_rifle_squad" if side == 0 else "de_squad_regular")
    return {"name": name, "side": side, "template": template, "at": [x, y], **more}


def ground(kind: str, x0: float, y0: float, x1: float, y1: float) -> Case:
    return {"id": kind, "type": kind, "polygon": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]}


# Ground of each class that hides nothing.
GROUND = {"concealment": "field", "light": "bushes", "medium": "rubble", "heavy": "foxholes", "prepared": "sandbags"}


def make_weapon(given: Case) -> Weapon:
    kind = records.weapon_classes()[given["class"]]
    entry = records.WeaponData(
        "case", given["class"], given.get("rof", 1), given.get("range", 24), given.get("ap", 5), 0, "small_arms", "case"
    )
    return records.weapon(0, entry, kind)
