"""Counters in YAML: the values and abilities of each side, linked into the lean objects of model.py."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from bocage.content import ContentError, convert, load_yaml, near_match
from bocage.systems.normandie.content.records import Nation, Record
from bocage.systems.normandie.model.tables import (
    BLUE,
    CROSS,
    GRAY,
    GREEN,
    HEAVY_WEAPON,
    HERO,
    NO_WATCH,
    PLAIN,
    RED,
    UNLIMITED,
    WATCH_OFF,
    WATCH_ON,
    Counter,
    Face,
    Weapon,
)

DATA = Path(__file__).parent.parent / "data"

Pattern = Literal["blue", "green", "red", "gray"]
Bonus = tuple[int | None, int | None, int | None]
PATTERNS: dict[str, int] = {"blue": BLUE, "green": GREEN, "red": RED, "gray": GRAY}


class WeaponRecord(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    bonus: Bonus = (None, None, None)
    limited_range: int | None = None
    reach: int | None = None
    suppressive_fire: bool = False
    machine_gunner: bool = False
    fire_on_the_move: int = -1
    perforating: bool = False
    destruction: int = 0
    dual_weapon: bool = False
    howitzer: Pattern | None = None
    indirect_fire: Pattern | None = None
    scatter: int = 0
    arc: bool = False
    frightening_shot: bool = False
    hawkeye: bool = False
    sniper: bool = False


class FaceRecord(WeaponRecord, forbid_unknown_fields=True, kw_only=True):
    """A side; a vehicle lists its weapons, other counters have the values of their one weapon beside the rest."""

    movement: int
    defense: int = 0
    armour: tuple[int, int, int] | None = None
    icon: Literal["hit", "elim"] = "elim"
    name: Literal["white", "red"]
    weapons: list[WeaponRecord] | None = None
    concealed: bool = False
    deployed: bool = False
    orders: int = 0
    assault: int | None = None
    scout: int = 0
    ambush: bool = False
    tripod: bool = False
    opportunity_fire: Literal["active", "inactive"] | None = None
    transport: int = 0
    amphibious: bool = False
    artillery_spotter: bool = False
    barrage_order: bool = False
    terrifying: bool = False
    substitute: bool = False
    positive_waves: bool = False
    aaa: bool = False
    autonomous: bool = False
    personal_order: bool = False
    detonate: bool = False
    explosion: int = 0


class UnitRecord(Record, rename={"rank": "class"}):
    """A vehicle has one side in play; its back is the wreck."""

    id: str
    kind: str
    nation: Nation
    front: FaceRecord
    back: FaceRecord | None = None
    officer: bool = False
    outline: Literal["plain", "heavy_weapon", "hero"] = "plain"
    rank: Literal["infantry", "light", "heavy"] = "infantry"
    size: Literal[1, 2] = 1
    gun: bool = False
    wreck: int = 0


class Units(msgspec.Struct, forbid_unknown_fields=True):
    units: list[UnitRecord]


@cache
def unit_records() -> dict[str, UnitRecord]:
    return {record.id: record for record in load_yaml(DATA / "units.yaml", Units).units}


@cache
def counters() -> dict[str, Counter]:
    return {name: counter(record) for name, record in unit_records().items()}


def changed(name: str, flipped: bool, values: dict[str, Any]) -> Counter:
    """A counter with other values on one of its sides."""
    record = unit_records()[name]
    side = "back" if flipped and record.back is not None else "front"
    printed: dict[str, Any] = msgspec.to_builtins(getattr(record, side))
    fields = [field.encode_name for field in msgspec.structs.fields(FaceRecord)]
    for key in values:
        if key not in fields:
            raise ContentError(name, 0, key, f"unknown field{near_match(key, fields)}")
    if isinstance(values.get("bonus"), int):
        values = {**values, "bonus": [values["bonus"]] * 3}
    return counter(msgspec.structs.replace(record, **{side: convert({**printed, **values}, FaceRecord, name)}))


def veiled(record: FaceRecord) -> Face:
    """A side as it is under a Concealed token, which works like Ambush (hon.ord.conceal.1)."""
    made = face(record)
    made.concealed = True
    return made


def counter(record: UnitRecord) -> Counter:
    back = record.front if record.back is None else record.back
    made = Counter(record.id, record.kind, record.nation, record.officer, face(record.front), face(back), record.basis)
    made.veils = [veiled(record.front), veiled(back)]
    made.set_rank(("infantry", "light", "heavy").index(record.rank))
    made.size = record.size
    made.gun = record.gun
    made.wreck = record.wreck
    if not record.officer:
        made.outline = {"plain": PLAIN, "heavy_weapon": HEAVY_WEAPON, "hero": HERO}[record.outline]
    for side in made.faces:
        made.bonuses.append(side.weapons[0].bonus if side.weapons else [CROSS, CROSS, CROSS])
    return made


def weapon(record: WeaponRecord) -> Weapon:
    made = Weapon([CROSS if bonus is None else bonus for bonus in record.bonus])
    made.range = UNLIMITED if record.limited_range is None else record.limited_range
    made.reach = UNLIMITED if record.reach is None else record.reach
    made.suppressive = record.suppressive_fire
    made.gunner = record.machine_gunner
    made.on_the_move = record.fire_on_the_move
    made.perforating = record.perforating
    made.destruction = record.destruction
    made.dual = record.dual_weapon
    pattern = record.howitzer or record.indirect_fire
    made.pattern = PATTERNS[pattern] if pattern else 0
    made.indirect = record.indirect_fire is not None
    made.scatter = record.scatter
    made.arc = record.arc
    made.frightening = record.frightening_shot
    made.hawkeye = record.hawkeye
    made.sniper = record.sniper
    return made


def face(record: FaceRecord) -> Face:
    made = Face(record.movement, 0, record.defense, record.icon == "hit", record.name == "white", record.concealed)
    weapons = [record] if record.weapons is None else record.weapons
    made.weapons = [weapon(one) for one in weapons]
    if record.armour is not None:
        made.armour = list(record.armour)
        made.defense = record.armour[0]
    made.assault = record.assault is not None
    made.assault_value = record.assault or 0
    made.stars = record.orders
    made.scout = record.scout
    made.ambush = record.ambush
    made.tripod = record.tripod
    made.deployed = record.deployed
    made.watch = {None: NO_WATCH, "inactive": WATCH_OFF, "active": WATCH_ON}[record.opportunity_fire]
    made.transport = record.transport
    made.amphibious = record.amphibious
    made.spotter = record.artillery_spotter
    made.barrage = record.barrage_order
    made.terrifying = record.terrifying
    made.substitute = record.substitute
    made.waves = record.positive_waves
    made.aaa = record.aaa
    made.autonomous = record.autonomous
    made.personal = record.personal_order
    made.detonate = record.detonate
    made.destruction = record.explosion
    return made
