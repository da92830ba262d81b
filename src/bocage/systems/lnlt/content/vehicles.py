"""Vehicles, weapon teams, ordnance and armour leaders of the counter sheets, read and linked."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import Basis, load_yaml
from bocage.systems.lnlt.content.counters import Nation, basis_of, copy_fields, nation_mask
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.tables import UnitType, WeaponType
from bocage.systems.lnlt.model.vehicles import (
    MOUNTS,
    NONE,
    OFF_ROAD,
    ROAD_BOUND,
    TEAMS,
    TRACKED,
    ArmourLeader,
    MachineGun,
    Ordnance,
    Team,
    VehicleType,
)
from bocage.systems.lnlt.rules import traits

COUNTERS = Path(__file__).parent.parent / "data" / "counters"
FILES = [COUNTERS / f"{name}.yaml" for name in ("vehicles", "teams", "ordnance", "armour-leaders")]
PLAIN = (
    "lowest", "turret", "fixed", "open_topped", "one_man_turret", "no_rear_armour", "inside", "riders", "tows", "size",
)  # fmt: skip
MODES = {"T": TRACKED, "O": OFF_ROAD, "R": ROAD_BOUND}

Band = tuple[int, int, int]
Mount = Literal["turret", "hull", "rear", "all-round", "rear-turret"]


class GunSpec(msgspec.Struct, forbid_unknown_fields=True):
    bands: list[Band]
    he: int | None = None
    mount: Mount = "hull"
    assault_fire: bool = True
    attacks: int = 1


class MachineGunSpec(msgspec.Struct, forbid_unknown_fields=True):
    fp: int
    range: int
    mount: Mount


Trait = Literal["motherland", "woodsmen"]
"""What sets vehicles and weapon teams apart; the others are for men on foot (rules.traits)."""


class VehicleTypeSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    nation: Nation
    kind: Literal["tank", "armoured-car", "halftrack", "truck", "turret"]
    move: int
    mode: Literal["T", "O", "R"]
    morale: int
    basis: Basis
    estimates: list[str] = []
    armour: list[int | None] = []
    lowest: int = 0
    turret: bool = False
    fixed: bool = False
    open_topped: bool = False
    one_man_turret: bool = False
    no_rear_armour: bool = False
    inside: int = 0
    riders: int = 0
    tows: bool = False
    size: int = 0
    guns: list[GunSpec] = []
    mgs: list[MachineGunSpec] = []
    together: tuple[int, int] | None = None
    traits: list[Trait] = []


class TeamSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    nation: Nation
    kind: Literal["gun", "mortar-team", "mg-team"]
    move: int
    morale: int
    shaken_morale: int
    basis: Basis
    estimates: list[str] = []
    fp: int = 0
    range: int = 0
    least: int = 0
    immobile: bool = False
    anti_aircraft: bool = False
    gun: GunSpec | None = None
    traits: list[Trait] = []


class OrdnanceSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    nation: Nation
    bands: list[Band]
    basis: Basis
    estimates: list[str] = []
    he: int | None = None
    heat: bool = False
    single_use: bool = False
    no_fire_down: bool = False
    rocket: bool = False


class LeaderSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    nation: Nation
    lm: int
    morale: int
    basis: Basis
    estimates: list[str] = []


def ordnance(bands: list[Band], he: int | None) -> Ordnance:
    limits, needs, penetration = ([band[i] for band in bands] for i in range(3))
    return Ordnance(limits, needs, penetration, NONE if he is None else he)


def gun(spec: GunSpec) -> Ordnance:
    found = ordnance(spec.bands, spec.he)
    found.mount = MOUNTS.index(spec.mount)
    copy_fields(spec, found, ("assault_fire", "attacks"))
    return found


@cache
def vehicle_types() -> dict[str, VehicleType]:
    return {spec.id: vehicle_type(spec) for spec in load_yaml(FILES[0], list[VehicleTypeSpec])}


def vehicle_type(spec: VehicleTypeSpec) -> VehicleType:
    found = VehicleType(spec.id, spec.name, spec.nation, spec.kind, spec.move, MODES[spec.mode], spec.morale)
    copy_fields(spec, found, PLAIN)
    found.armoured = bool(spec.armour)
    found.armour = [NONE if value is None else value for value in spec.armour]
    found.guns = [gun(one) for one in spec.guns]
    found.mgs = [MachineGun(one.fp, one.range, MOUNTS.index(one.mount)) for one in spec.mgs]
    if spec.together is not None:
        found.together_fp, found.together_range = spec.together
    found.traits = traits.marks(spec.traits)
    found.basis = basis_of(spec.basis, spec.estimates)
    return found


@cache
def team_types() -> dict[str, UnitType]:  # lnlt.core.armour.2.2, lnlt.core.armour.8.1, lnlt.core.armour.2.3
    found: dict[str, UnitType] = {}
    for spec in load_yaml(FILES[1], list[TeamSpec]):
        type_ = UnitType(
            spec.id,
            spec.nation,
            kinds.WEAPON_TEAM,
            spec.fp if spec.kind == "mg-team" else 0,
            spec.range if spec.kind == "mg-team" else 0,
            0 if spec.immobile else spec.move,  # an 88 spends its movement on turning alone (lnlt.core.armour.2.1)
            spec.morale,
            spec.shaken_morale,
        )
        team = Team(TEAMS.index(spec.kind))
        team.gun = gun(spec.gun) if spec.gun is not None else None
        team.pivots = spec.move
        copy_fields(spec, team, ("fp", "least", "range", "immobile", "anti_aircraft"))
        type_.team = team
        type_.force = nation_mask(spec.nation)
        type_.traits = traits.marks(spec.traits)
        type_.basis = basis_of(spec.basis, spec.estimates)
        found[spec.id] = type_
    return found


@cache
def ordnance_weapons() -> dict[str, WeaponType]:
    found: dict[str, WeaponType] = {}
    for spec in load_yaml(FILES[2], list[OrdnanceSpec]):
        type_ = WeaponType(spec.id, spec.name, spec.nation, 0, 0)
        weapon = ordnance(spec.bands, spec.he)
        copy_fields(spec, weapon, ("heat", "single_use", "no_fire_down", "rocket"))
        type_.ordnance = weapon
        type_.basis = basis_of(spec.basis, spec.estimates)
        found[spec.id] = type_
    return found


@cache
def armour_leaders() -> dict[str, ArmourLeader]:
    found: dict[str, ArmourLeader] = {}
    for spec in load_yaml(FILES[3], list[LeaderSpec]):
        leader = ArmourLeader(spec.id, spec.name, spec.nation, spec.lm, spec.morale)
        leader.basis = basis_of(spec.basis, spec.estimates)
        found[spec.id] = leader
    return found
