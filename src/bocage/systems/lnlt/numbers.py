"""The numbers of `data/numbers.yaml`, each with its clause and its basis, linked into `model.Numbers`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import load_yaml
from bocage.systems.lnlt.model import Numbers

Basis = Literal["seed", "search", "estimate"]
PATH = Path(__file__).parent / "data" / "numbers.yaml"


class NumberSpec(msgspec.Struct, forbid_unknown_fields=True):
    value: int
    rule: str
    basis: Basis


class RowSpec(msgspec.Struct, forbid_unknown_fields=True):
    value: list[int]
    rule: str
    basis: Basis


class NumbersSpec(msgspec.Struct, forbid_unknown_fields=True):
    melee_kills: RowSpec
    most_tm: NumberSpec
    fire_starts: NumberSpec
    fire_spreads: NumberSpec
    jam: NumberSpec
    wire_leave: NumberSpec
    wire_tracks: NumberSpec
    bunker_step: NumberSpec
    bunker_squads: NumberSpec
    floor_step: NumberSpec


@cache
def numbers() -> Numbers:
    spec = load_yaml(PATH, NumbersSpec)
    found = Numbers()
    for name in spec.__struct_fields__:
        setattr(found, name, getattr(spec, name).value)
    return found
