"""The numbers of `data/numbers.yaml`, each with its clause and its basis, linked into `model.Numbers`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import Basis, load_yaml
from bocage.systems.lnlt.model.ground import MARKER_NAMES
from bocage.systems.lnlt.model.kinds import CREW, FATES, HALF_SQUAD, HERO, SQUAD, WEAPON_TEAM
from bocage.systems.lnlt.model.tables import Numbers
from bocage.systems.lnlt.rules.damage import FATE_TABLE
from bocage.systems.lnlt.rules.wrecks import VEHICLE_FATES, VEHICLE_TABLE

PATH = Path(__file__).parent.parent / "data" / "numbers.yaml"
MARKERS = PATH.with_name("markers.yaml")
DAMAGE = PATH.with_name("damage.yaml")


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


Fate = Literal["shaken", "casualties", "wounded", "wounded-shaken", "eliminated", "abandoned", "destroyed"]


class FateSpec(msgspec.Struct, forbid_unknown_fields=True):
    unit: str
    past: Fate
    twice: Fate
    thrice: Fate
    rule: str
    basis: Basis

    def columns(self, fates: tuple[str, ...]) -> list[int]:
        return [fates.index(fate) for fate in (self.past, self.twice, self.thrice)]


ROWS = {SQUAD: "squad", HALF_SQUAD: "half-squad", HERO: "hero", CREW: "team", WEAPON_TEAM: "team"}  # others: one man
STATES = (("",), ("shaken-", ""), ("wounded-", ""), ("wounded-shaken-", "shaken-", "wounded-", ""))
"""What a row begins with, by the flags of a unit; the next one where the table has none, as a squad has no wounds."""


def fill_damage_table() -> None:
    """The rows in the order in which `fate` and `vehicle_fate` look for them."""
    rows = {row.unit: row for row in load_yaml(DAMAGE, list[FateSpec])}
    FATE_TABLE.clear()
    VEHICLE_TABLE.clear()
    for kind in range(WEAPON_TEAM + 1):
        name = ROWS.get(kind, "single-man")
        for beginnings in STATES:
            row = next(rows[begin + name] for begin in beginnings if begin + name in rows)
            FATE_TABLE.extend(row.columns(FATES))
    for name in ("vehicle", "armoured-vehicle"):
        VEHICLE_TABLE.extend(rows[name].columns(VEHICLE_FATES))


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
    fill_damage_table()
    return found


numbers()  # once and for all games, like the code that reads the table
