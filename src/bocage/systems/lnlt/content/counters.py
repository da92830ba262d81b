"""Counter sheets (data/counters, one file per nation) read and linked into the lean types of `model`.

Reductions may differ from module to module, so counters are linked once for each module.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import Basis, Faults, known, load_yaml, settle
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.tables import UnitType, WeaponType
from bocage.systems.lnlt.rules import traits

COUNTERS = Path(__file__).parent.parent / "data" / "counters"

NATIONS = ("us", "de", "uk", "fr", "be", "nl", "su")
Nation = Literal["us", "de", "uk", "fr", "be", "nl", "su"]
Module = Literal["core", "boh", "hon", "sab", "nosb", "dj", "hid", "nosb+sab"]


class ReductionSpec(msgspec.Struct, forbid_unknown_fields=True):
    """By one die."""

    odd: str
    even: str


class UnitTypeSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    nation: Nation
    kind: Literal["squad", "half-squad", "leader", "hero", "medic", "sniper", "scout", "nurse", "crew"]
    move: int
    morale: int
    shaken_morale: int
    basis: Basis
    estimates: list[str] = []
    service: str = "any"
    fp: int = 0
    range: int = 0
    lm: int = 0
    traits: list[str] = []
    smoke: int = 0
    starshell: int = 0
    reduction: str | ReductionSpec = ""
    reduction_by: dict[str, str | ReductionSpec] = {}
    dismounted: str = ""
    traits_by: dict[str, list[str]] = {}  # more of them in some modules
    among: dict[str, str] = {}  # the Hero it becomes when raised by such a force (lnlt.nosb.13.52g)


class WeaponTypeSpec(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    nation: Nation
    name: str
    fp: int
    range: int
    basis: Basis
    kind: Literal["mg", "flamethrower", "satchel", "molotov", "grenade", "mortar", "rifle-grenade"] = "mg"
    min_range: int = 0
    tripod: bool = False
    estimates: list[str] = []


class ForceSpec(msgspec.Struct, forbid_unknown_fields=True):
    """A service of the nation, as its counters look; its leaders help those of the same force (lnlt.core.13)."""

    colour: str
    badge: str
    led_by: str = ""  # the service whose leaders help it too; `any` if all do
    leads: list[str] = []  # the services that its leaders help, where it has no troops of its own
    apart: bool = False  # does not stack with other forces (lnlt.nosb.13.5c)
    plain_leaders: bool = False  # they bear no badge (lnlt.hon.13.2b)


class CountersSpec(msgspec.Struct, forbid_unknown_fields=True):
    forces: dict[str, ForceSpec]
    units: list[UnitTypeSpec]
    weapons: list[WeaponTypeSpec]
    most_heroes: int = 0  # Hero counters there are for each division, or for one side, 0 = enough (lnlt.hon.13.1.4a)
    divisions: list[str] = []  # what a counter may be told to belong to: us.para.squad.2-5-4@82


FORCES = 6  # bits of a nation for its forces; two more are for divisions
WIDTH = 8
Sheet = tuple[dict[str, UnitType], dict[str, WeaponType]]


def files() -> list[Path]:
    return [COUNTERS / f"{nation}.yaml" for nation in NATIONS]


@cache
def counters(module: str = "boh") -> Sheet:
    """All counters, with the reductions of one module; the core rules have those of the first."""
    module = "boh" if module == "core" else module
    units: dict[str, UnitType] = {}
    weapons: dict[str, WeaponType] = {}
    specs = [(path, load_yaml(path, CountersSpec)) for path in files()]
    ids = {unit.id for _, spec in specs for unit in spec.units}
    for path, spec in specs:
        settle(check_names(spec, ids), path)
        for unit in spec.units:
            units[unit.id] = unit_type(unit)
            join_force(units[unit.id], spec.forces)
        assert len(spec.forces) <= FORCES
        assert len(spec.divisions) <= WIDTH - FORCES
        for weapon in spec.weapons:
            weapons[weapon.id] = weapon_type(weapon)
    for _, spec in specs:
        for unit in spec.units:
            link(unit, units, module)
    return units, weapons


def check_sheet(path: Path) -> None:
    """A sheet of counters by itself; what its units turn into may be on one of the others."""
    spec = load_yaml(path, CountersSpec)
    settle(check_names(spec, {*counters()[0], *(unit.id for unit in spec.units)}), path)


def check_names(spec: CountersSpec, ids: set[str]) -> Faults:
    """Traits that there are, and counters that a unit can turn into."""
    faults = Faults()
    known_ids = dict.fromkeys(sorted(ids))
    for number, unit in enumerate(spec.units):
        for field, name in trait_names(unit):
            with faults:
                known("trait", name, traits.NAMES, f"units[{number}].{field}")
        for field, name in counter_names(unit):
            with faults:
                known("counter", name, known_ids, f"units[{number}].{field}")
    return faults


def trait_names(unit: UnitTypeSpec) -> Iterator[tuple[str, str]]:
    for field, names in {"traits": unit.traits, **{f"traits_by.{m}": t for m, t in unit.traits_by.items()}}.items():
        yield from ((f"{field}[{i}]", name) for i, name in enumerate(names))


def counter_names(unit: UnitTypeSpec) -> Iterator[tuple[str, str]]:
    yield from ((f"among.{service}", hero) for service, hero in unit.among.items())
    ways = {"reduction": unit.reduction, **{f"reduction_by.{m}": way for m, way in unit.reduction_by.items()}}
    for field, way in {**ways, "dismounted": unit.dismounted}.items():
        for name in (way,) if isinstance(way, str) else (way.odd, way.even):
            if name:
                yield field, name


@cache
def most_heroes(nation: str) -> int:
    return load_yaml(COUNTERS / f"{nation}.yaml", CountersSpec).most_heroes


# ---- divisions


# what a counter has besides what it is made with
FIELDS = (
    "lm", "assault", "glider", "basis", "service", "force", "division", "apart", "colour", "badge", "traits", "smoke",
    "starshell", "team", "reduced_odd", "reduced_even", "dismounted", "among", "combined",
)  # fmt: skip


@cache
def divided(module: str, apart: bool) -> dict[str, UnitType]:
    """Counters that belong to a division, by names such as us.para.squad.2-5-4@82, with all that they turn into; those
    there are in one division alone by their plain names too. Kept apart, one division does not lead or rally the other
    (lnlt.core.option.divisions)."""
    units, _ = counters(module)
    found: dict[str, UnitType] = {}
    for path in files():
        divisions = load_yaml(path, CountersSpec).divisions
        for number, division in enumerate(divisions):
            bit = 1 << WIDTH * NATIONS.index(path.stem) + FORCES + number
            twins: dict[str, UnitType] = {}
            for type_ in units.values():
                homes = [name for name in divisions if name in type_.service.split("-")] or divisions
                if type_.nation == path.stem and division in homes:
                    twin = twins[type_.id] = twin_of(type_)
                    twin.division = division
                    if apart:
                        twin.force = bit
                    found[f"{type_.id}@{division}"] = twin
                    if len(homes) == 1:
                        found[type_.id] = twin
            for twin in twins.values():
                relink(twin, twins)
    return found


def twin_of(type_: UnitType) -> UnitType:
    """Field by field: a compiled class cannot be copied otherwise."""
    strength = (type_.fp, type_.range, type_.move, type_.morale, type_.shaken_morale)
    twin = UnitType(type_.id, type_.nation, type_.kind, *strength)
    copy_fields(type_, twin, FIELDS)
    return twin


def relink(type_: UnitType, twins: dict[str, UnitType]) -> None:
    """What a counter of a division turns into belongs to it too."""
    for name in ("reduced_odd", "reduced_even", "dismounted", "combined"):
        other: UnitType | None = getattr(type_, name)
        if other is not None:
            setattr(type_, name, twins.get(other.id, other))
    type_.among = {service: twins.get(hero.id, hero) for service, hero in type_.among.items()}


def nation_mask(nation: str) -> int:
    """The bits of all its forces: nobody leads men of another nation (lnlt.core.13)."""
    return ((1 << WIDTH) - 1) << WIDTH * NATIONS.index(nation)


def copy_fields(spec: object, type_: object, names: tuple[str, ...]) -> None:
    """What a counter says as it is written, or as another does."""
    for name in names:
        setattr(type_, name, getattr(spec, name))


def basis_of(basis: str, estimates: list[str]) -> str:
    return "estimate" if basis == "estimate" or estimates else ""


def unit_type(spec: UnitTypeSpec) -> UnitType:
    kind = kinds.UNIT_KINDS.index(spec.kind)
    strength = (spec.fp, spec.range, spec.move, spec.morale, spec.shaken_morale)
    type_ = UnitType(spec.id, spec.nation, kind, *strength)
    copy_fields(spec, type_, ("lm", "service", "smoke", "starshell"))
    type_.traits = traits.marks(spec.traits)
    type_.assault = bool(type_.traits & traits.ASSAULT_MOVE)
    type_.glider = bool(type_.traits & traits.GLIDER)
    type_.basis = basis_of(spec.basis, spec.estimates)
    type_.force = nation_mask(spec.nation)
    return type_


def join_force(type_: UnitType, forces: dict[str, ForceSpec]) -> None:
    """Colour and badge of its service; a man of no service, or of one not listed, helps everybody of his nation."""
    own = forces.get(type_.service)
    if own is None:
        return
    type_.colour = own.colour
    type_.badge = "" if own.plain_leaders and type_.kind == kinds.LEADER else own.badge
    type_.apart = own.apart
    badged = own.plain_leaders and type_.kind != kinds.LEADER  # his badge tells whom he helps (lnlt.hon.13.2b)
    if own.led_by != "any" or badged:
        leads = own.leads or [type_.service if badged else own.led_by or type_.service]
        first = WIDTH * NATIONS.index(type_.nation)
        type_.force = sum(1 << first + list(forces).index(service) for service in leads)


def weapon_type(spec: WeaponTypeSpec) -> WeaponType:
    type_ = WeaponType(spec.id, spec.name, spec.nation, spec.fp, spec.range)
    type_.kind = kinds.WEAPON_KINDS.index(spec.kind)
    type_.two_sided = spec.tripod or type_.kind == kinds.MORTAR
    copy_fields(spec, type_, ("min_range",))
    type_.basis = basis_of(spec.basis, spec.estimates)
    return type_


def link(spec: UnitTypeSpec, units: dict[str, UnitType], module: str) -> None:
    """What the counter turns into: reduced, recombined, dismounted."""
    type_ = units[spec.id]
    alone = module.partition("+")[0]  # with another module beside it some counters differ (lnlt.nosb.23.0d)
    how = spec.reduction_by.get(module, spec.reduction_by.get(alone, spec.reduction))
    odd, even = (how, how) if isinstance(how, str) else (how.odd, how.even)
    type_.reduced_odd = units.get(odd)
    type_.reduced_even = units.get(even)
    type_.dismounted = units.get(spec.dismounted)
    type_.traits |= traits.marks(spec.traits_by.get(alone, []))
    for service, hero in spec.among.items():
        type_.among[service] = units[hero]
    for half_type in (type_.reduced_odd, type_.reduced_even):
        if half_type is not None and half_type.combined is None:
            half_type.combined = type_
