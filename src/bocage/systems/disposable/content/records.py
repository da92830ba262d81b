"""The data files: weapons, terrain, units, vehicles and platoons as typed records, and what a unit costs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from bocage.content import Faults, WrongContent, known, load_yaml, settle
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules.room import SPOTS

PACKAGE = Path(__file__).parent.parent
DATA = PACKAGE / "data"

Nation = Literal["us", "uk", "de", "su", "fr", "it"]
NATIONS: tuple[str, ...] = get_args(Nation)


class WeaponClassData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    exempt_from_halving: bool
    special: bool
    basis: str
    full_rof_manoeuvre: bool = False
    move_and_fire: bool = True
    arc: int = 360


class WeaponData(msgspec.Struct, forbid_unknown_fields=True, rename={"kind": "class"}):
    id: str
    kind: str
    rof: int
    range: int
    ap: int
    mm: int
    effect: Literal["small_arms", "blast"]
    basis: str
    scoped: bool = False
    at_ap: int = 0
    crew: int = 0
    min_range: int = 0
    indirect: bool = False
    gunshield: bool = False
    dm: int = 0


class Armoury(msgspec.Struct, forbid_unknown_fields=True):
    classes: list[WeaponClassData]
    weapons: list[WeaponData]


class TerrainData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    cover: Literal["open", "concealment", "light", "medium", "heavy", "prepared"]
    linear: bool
    los: Literal["none", "depth", "block", "high"]
    move: Literal["clear", "rough", "linear", "bocage", "building", "impassable"]
    basis: str
    floors: int = 1
    enclosed: bool = False
    bunker: bool = False


class TerrainFile(msgspec.Struct, forbid_unknown_fields=True):
    terrain: list[TerrainData]


class FigureData(msgspec.Struct, forbid_unknown_fields=True):
    count: int
    role: str
    guts: int
    weapon: str
    leader: bool = False
    extra: list[str] = []


class UnitData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    nation: str
    kind: Literal["squad", "command", "team", "gun", "sniper", "observer"]
    quality: str
    grenade_throwers: int
    basis: str
    figures: list[FigureData]
    camouflaged: bool = False
    observer: bool = False
    recon: bool = False


class UnitFile(msgspec.Struct, forbid_unknown_fields=True):
    units: list[UnitData]


class VehicleData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    nations: list[Nation]
    drive: Literal["tracked", "half_tracked", "wheeled"]
    dm: tuple[int, int, int]
    crew: int
    guts: int
    weapons: list[str]
    room: int
    open_topped: bool
    soft: bool
    basis: str


class VehicleFile(msgspec.Struct, forbid_unknown_fields=True):
    vehicles: list[VehicleData]


class PlatoonData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    nation: Nation
    units: list[str]
    support: list[str]
    basis: str


class PlatoonFile(msgspec.Struct, forbid_unknown_fields=True):
    platoons: list[PlatoonData]


def read_weapons(path: Path) -> dict[str, Weapon]:
    read = load_yaml(path, Armoury)
    classes = {c.id: c for c in read.classes}
    weapons: dict[str, Weapon] = {}
    faults = Faults()
    for i, entry in enumerate(read.weapons):
        with faults:
            weapons[entry.id] = weapon(i, entry, known("weapon class", entry.kind, classes, f"weapons[{i}].class"))
    settle(faults, path)
    return weapons


def weapon(index: int, entry: WeaponData, kind: WeaponClassData) -> Weapon:
    reach = entry.range * 10  # inches on every table (dh.core.weapon.ranges)
    made = Weapon(index, entry.id, entry.rof, reach, entry.ap, entry.mm)
    made.blast = entry.effect == "blast"
    made.scoped = entry.scoped
    made.exempt = kind.exempt_from_halving
    made.semi = kind.full_rof_manoeuvre
    made.move_and_fire = kind.move_and_fire
    made.arc = kind.arc < 360
    made.special = kind.special
    if entry.at_ap:
        made.at_ap = entry.at_ap
    made.flame, made.mortar = kind.id == "flamethrower", kind.id == "mortar"
    made.gun, made.one_shot = kind.id == "gun", kind.id == "at_one_shot"
    made.indirect = entry.indirect
    made.min_range = entry.min_range * 10
    made.gunshield, made.dm = entry.gunshield, entry.dm
    # dh.open.long_weapons
    launcher = kind.id == "at_reloadable" and made.blast
    made.no_long = launcher or kind.id in ("flamethrower", "grenade", "rifle_grenade", "at_one_shot", "mortar")
    return made


def read_vehicles(path: Path) -> dict[str, VehicleData]:
    read = load_yaml(path, VehicleFile)
    faults = Faults()
    for i, vehicle in enumerate(read.vehicles):
        for j, name in enumerate(vehicle.weapons):
            with faults:
                known("weapon", name, armoury(), f"vehicles[{i}].weapons[{j}]")
        with faults:
            if max(vehicle.dm) > 0:
                raise WrongContent(f"vehicles[{i}].dm", "damage modifiers are zero or below")
        with faults:
            check_size(f"vehicles[{i}].crew", vehicle.crew)
    settle(faults, path)
    return {v.id: v for v in read.vehicles}


def read_platoons(path: Path) -> dict[str, PlatoonData]:
    read = load_yaml(path, PlatoonFile)
    faults = Faults()
    for i, platoon in enumerate(read.platoons):
        for field, names in (("units", platoon.units), ("support", platoon.support)):
            for j, name in enumerate(names):
                with faults:
                    known("unit", name, unit_templates(), f"platoons[{i}].{field}[{j}]")
    settle(faults, path)
    return {p.id: p for p in read.platoons}


def check_size(field: str, figures: int) -> None:
    """So many figures find a place round their leader."""
    if not 1 <= figures <= len(SPOTS):
        raise WrongContent(field, f"a unit has 1 to {len(SPOTS)} figures, not {figures}")


def check_guts(field: str, guts: int) -> None:
    """The span of the rating (dh.core.stats.span)."""
    if not 4 <= guts <= 11:
        raise WrongContent(field, f"Guts run from 4 to 11, not {guts}")


def read_units(path: Path) -> dict[str, UnitData]:
    read = load_yaml(path, UnitFile)
    faults = Faults()
    for i, unit in enumerate(read.units):
        with faults:
            check_size(f"units[{i}].figures", sum(figure.count for figure in unit.figures))
        for j, figure in enumerate(unit.figures):
            with faults:
                check_guts(f"units[{i}].figures[{j}].guts", figure.guts)
            with faults:
                known("weapon", figure.weapon, armoury(), f"units[{i}].figures[{j}].weapon")
            for k, extra in enumerate(figure.extra):
                with faults:
                    known("equipment", extra, {**armoury(), "radio": None}, f"units[{i}].figures[{j}].extra[{k}]")
    settle(faults, path)
    return {u.id: u for u in read.units}


# The files of the game itself, each read once.
armoury = cache(lambda: read_weapons(DATA / "weapons.yaml"))
weapon_classes = cache(lambda: {c.id: c for c in load_yaml(DATA / "weapons.yaml", Armoury).classes})
weapon_data = cache(lambda: {w.id: w for w in load_yaml(DATA / "weapons.yaml", Armoury).weapons})
terrain_types = cache(lambda: {t.id: t for t in load_yaml(DATA / "terrain.yaml", TerrainFile).terrain})
unit_templates = cache(lambda: read_units(DATA / "units.yaml"))
vehicle_types = cache(lambda: read_vehicles(DATA / "vehicles.yaml"))
platoons = cache(lambda: read_platoons(DATA / "platoons.yaml"))


@cache
def supports(nation: str) -> list[str]:
    """What a nation may buy beside a platoon: the support of all its platoons, and its vehicles."""
    units = [name for platoon in platoons().values() if platoon.nation == nation for name in platoon.support]
    return list(dict.fromkeys(units)) + [name for name, kind in vehicle_types().items() if nation in kind.nations]


def price(platoon: PlatoonData) -> int:
    return sum(cost(name) for name in platoon.units)


def cost(template: str) -> int:
    """Points of a unit or vehicle, our own estimate: what its men and weapons are worth (dh.core.points)."""
    vehicle = vehicle_types().get(template)
    if vehicle is not None:
        armour = -sum(vehicle.dm)
        return 10 + 3 * armour + 2 * vehicle.room + sum(worth(armoury()[name]) for name in vehicle.weapons)
    unit = unit_templates()[template]
    total = 0
    for man in unit.figures:
        kit = [man.weapon] + [extra for extra in man.extra if extra != "radio"]
        price = man.guts + sum(worth(armoury()[name]) for name in kit)
        price += 5 * man.leader + 10 * ("radio" in man.extra)
        total += man.count * price
    return total


def worth(weapon: Weapon) -> int:
    """Dice, range, AP and MM of a weapon in points."""
    dice = 5 if weapon.blast else weapon.rof
    return dice * weapon.ap * weapon.range // 1500 + 5 * weapon.mm + (weapon.at_ap - weapon.ap) * 2
