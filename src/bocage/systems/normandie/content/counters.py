"""Counters in YAML: the values and abilities of each side, linked into the lean objects of model.py."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec

from bocage.content import ContentError, convert, load_yaml, near_match
from bocage.systems.normandie.content.records import DATA, Nation, Record, copy_values
from bocage.systems.normandie.model import tables
from bocage.systems.normandie.model.tables import Counter, Face, Weapon

Pattern = Literal["blue", "green", "red", "gray"]
Bonus = tuple[int | None, int | None, int | None]
PATTERNS: dict[str, int] = {"blue": tables.BLUE, "green": tables.GREEN, "red": tables.RED, "gray": tables.GRAY}


WEAPON_NAMES = {
    "suppressive": "suppressive_fire", "gunner": "machine_gunner", "on_the_move": "fire_on_the_move",
    "dual": "dual_weapon", "frightening": "frightening_shot",
}  # fmt: skip
FACE_NAMES = {
    "stars": "orders", "spotter": "artillery_spotter", "barrage": "barrage_order", "waves": "positive_waves",
    "personal": "personal_order",
}  # fmt: skip


class WeaponRecord(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, rename=WEAPON_NAMES):
    bonus: Bonus = (None, None, None)
    limited_range: int | None = None
    reach: int | None = None
    suppressive: bool = False
    gunner: bool = False
    on_the_move: int = -1
    perforating: bool = False
    destruction: int = 0
    dual: bool = False
    howitzer: Pattern | None = None
    indirect_fire: Pattern | None = None
    scatter: int = 0
    arc: bool = False
    frightening: bool = False
    hawkeye: bool = False
    sniper: bool = False


class FaceRecord(WeaponRecord, forbid_unknown_fields=True, kw_only=True, rename=FACE_NAMES):
    """A side; a vehicle lists its weapons, other counters have the values of their one weapon beside the rest."""

    movement: int
    defense: int = 0
    armour: tuple[int, int, int] | None = None
    icon: Literal["hit", "elim"] = "elim"
    name: Literal["white", "red"]
    weapons: list[WeaponRecord] | None = None
    concealed: bool = False
    deployed: bool = False
    stars: int = 0
    assault: int | None = None
    scout: int = 0
    ambush: bool = False
    tripod: bool = False
    opportunity_fire: Literal["active", "inactive"] | None = None
    transport: int = 0
    amphibious: bool = False
    spotter: bool = False
    barrage: bool = False
    terrifying: bool = False
    substitute: bool = False
    waves: bool = False
    aaa: bool = False
    autonomous: bool = False
    personal: bool = False
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


unit_records = cache(lambda: {record.id: record for record in load_yaml(DATA / "units.yaml", Units).units})
counters = cache(lambda: {name: counter(record) for name, record in unit_records().items()})


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
    made.set_rank(("infantry", "light", "heavy").index(record.rank))  # hon.comp.inf.4
    copy_values(record, made, "size", "gun", "wreck")
    if not record.officer:  # hon.counter.outline.1
        made.outline = {"plain": tables.PLAIN, "heavy_weapon": tables.HEAVY_WEAPON, "hero": tables.HERO}[record.outline]
    for side in made.faces:
        made.bonuses.append(side.weapons[0].bonus if side.weapons else [tables.CROSS, tables.CROSS, tables.CROSS])
    return made


WEAPON_VALUES = (
    "suppressive", "gunner", "on_the_move", "perforating", "destruction", "dual", "scatter", "arc", "frightening",
    "hawkeye", "sniper",
)  # fmt: skip
FACE_VALUES = (
    "stars", "scout", "ambush", "tripod", "deployed", "transport", "amphibious", "spotter", "barrage", "terrifying",
    "substitute", "waves", "aaa", "autonomous", "personal", "detonate",
)  # fmt: skip
WATCHES = {None: tables.NO_WATCH, "inactive": tables.WATCH_OFF, "active": tables.WATCH_ON}


def weapon(record: WeaponRecord) -> Weapon:
    made = Weapon([tables.CROSS if bonus is None else bonus for bonus in record.bonus])
    copy_values(record, made, *WEAPON_VALUES)
    made.range = tables.UNLIMITED if record.limited_range is None else record.limited_range
    made.reach = tables.UNLIMITED if record.reach is None else record.reach
    pattern = record.howitzer or record.indirect_fire
    made.pattern = PATTERNS[pattern] if pattern else 0
    made.indirect = record.indirect_fire is not None
    return made


def face(record: FaceRecord) -> Face:
    white = record.name == "white"  # hon.counter.name.1
    made = Face(record.movement, record.defense, record.icon == "hit", white, record.concealed)
    copy_values(record, made, *FACE_VALUES)
    made.weapons = [weapon(one) for one in ([record] if record.weapons is None else record.weapons)]
    if record.armour is not None:
        made.armour = list(record.armour)
        made.defense = record.armour[0]
    made.assault = record.assault is not None
    made.assault_value = record.assault or 0
    made.watch = WATCHES[record.opportunity_fire]
    made.destruction = record.explosion
    return made
