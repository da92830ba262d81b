"""The numbers of `data/numbers.yaml`, each with its clause and its basis, linked into `model.Numbers`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import load_yaml
from bocage.systems.lnlt.model import Numbers
from bocage.systems.lnlt.rules.ground import MARKER_NAMES

Basis = Literal["seed", "search", "estimate"]
PATH = Path(__file__).parent / "data" / "numbers.yaml"
MARKERS = PATH.with_name("markers.yaml")


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
    repair: NumberSpec
    runs_dry: NumberSpec
    starshell_light: NumberSpec
    starshell_reach: NumberSpec
    wire_leave: NumberSpec
    wire_tracks: NumberSpec
    bunker_step: NumberSpec
    bunker_squads: NumberSpec
    floor_step: NumberSpec


class MarkerSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    tm: int
    degrades: int
    height: int
    rule: str
    basis: Basis


@cache
def numbers() -> Numbers:
    spec = load_yaml(PATH, NumbersSpec)
    found = Numbers()
    markers = {marker.id: marker for marker in load_yaml(MARKERS, list[MarkerSpec])}
    for name in MARKER_NAMES:
        found.marker_tm.append(markers[name].tm)
        found.marker_degrades.append(markers[name].degrades)
        found.marker_height.append(markers[name].height)
    for name in spec.__struct_fields__:
        setattr(found, name, getattr(spec, name).value)
    return found
