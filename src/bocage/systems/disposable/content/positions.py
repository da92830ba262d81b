"""Positions of drills: a small table with units where the drill wants them.

position:
  table: {width: 48, height: 36}          # inches
  terrain: [{id, type, polygon | line}]   # as in scenarios
  objectives: [{id, at, radius, vp}]
  turn: 2                                 # default 1
  initiative: us                          # the nation whose unit acts now; that of seat 0 unless given
  units:
    Baker: {unit: us_rifle_squad, at: [10, 10], seat: 0, figures: 6, status: pinned, activated: true, facing: [1, 0],
            places: [[10, 10], …], aboard: Track, hidden: true, spotted: true, camouflaged: true, grenades: 2,
            deploys: true,                # into its zone, six inches along its edge, before the turn begins
            men: [{count: 5, guts: 6, weapon: {class: smg, ap: 4}}]}
  options: {each: true}                   # game options

Germans have seat 1 and all others seat 0, unless `seat` says otherwise. `men` replace those of the unit; a weapon is
one of the armoury, or `class` (or `like` a weapon) and what differs. Figures are "Baker/1", "Baker/2" and so on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bocage.content import ContentError, convert, near_match
from bocage.geometry.plane import tenths
from bocage.kernel import seeded
from bocage.systems.disposable.content import records, scenarios
from bocage.systems.disposable.content.options import is_flat, set_options
from bocage.systems.disposable.content.scenarios import ForceData, ObjectiveData, PieceOfTerrain, Point, TableData
from bocage.systems.disposable.model.tables import Scenario
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules.activation import arrive
from bocage.systems.disposable.rules.invariants import check_table
from bocage.systems.disposable.rules.retreat import drive
from bocage.systems.disposable.rules.room import SPOTS
from bocage.systems.disposable.rules.turn import END, START, Activations, Battle, Deployment
from bocage.systems.disposable.rules.vehicles import mount
from bocage.systems.disposable.state import EVERYBODY, MAY_SNAP, SNAPPED_OUT, STATUSES, DisposableState, fresh

ZONE_DEPTH = 6


class WeaponChange(msgspec.Struct, forbid_unknown_fields=True, rename={"kind": "class"}):
    """A weapon of the armoury with other values; without `like` the first of its class."""

    like: str = ""
    kind: str = ""
    rof: int | UnsetType = UNSET
    range: int | UnsetType = UNSET
    ap: int | UnsetType = UNSET
    mm: int | UnsetType = UNSET
    effect: Literal["small_arms", "blast"] | UnsetType = UNSET
    scoped: bool | UnsetType = UNSET
    at_ap: int | UnsetType = UNSET
    min_range: int | UnsetType = UNSET
    indirect: bool | UnsetType = UNSET
    gunshield: bool | UnsetType = UNSET
    dm: int | UnsetType = UNSET


class Man(msgspec.Struct, forbid_unknown_fields=True):
    count: int = 1
    guts: int = 6
    weapon: str | WeaponChange = "kar98k"
    leader: bool = False
    role: str = "rifleman"
    extra: list[str] = []


class UnitPlace(msgspec.Struct, forbid_unknown_fields=True):
    unit: str
    at: Point
    seat: Literal[0, 1] | None = None
    figures: int = 0
    men: list[Man] = []
    status: Literal["steady", "pinned", "fell-back", "routed"] = "steady"
    activated: bool = False
    snapped: bool = False
    facing: tuple[int, int] | None = None
    places: list[Point] = []
    aboard: str = ""  # starts in this vehicle, which is listed before it
    hidden: bool = False
    deploys: bool = False  # not on the table yet: the drill begins with its deployment
    spotted: bool = False
    camouflaged: bool | None = None
    grenades: int | None = None  # figures that may throw them


class DrillPosition(msgspec.Struct, forbid_unknown_fields=True):
    units: dict[str, UnitPlace]
    table: TableData = msgspec.field(default_factory=lambda: TableData(72, 48))
    terrain: list[PieceOfTerrain] = []
    objectives: list[ObjectiveData] = []
    turn: int = 1
    turns: int = 8
    initiative: str = ""
    options: dict[str, bool] = {}


def drill_state(position: dict[str, Any]) -> tuple[DisposableState, dict[str, int]]:
    """The state at the first choice of the side that acts, and the piece ids by drill name."""
    given = convert(position, DrillPosition, "position")
    state = build(given)
    for unit in state.units:
        unit.reserve = 0
    deploys = any(unit.deploys for unit in given.units.values())
    battle = Battle()
    battle.step = START if deploys else END
    state.push(battle)
    if deploys:
        state.turn -= 1
        deployment = Deployment()
        deployment.seat = state.first
        state.push(deployment)
    else:
        state.push(Activations(state.first))
    if state.units:  # a bare table is looked at, not played
        state.advance()
    names: dict[str, int] = {}
    for force in state.scenario.forces:
        names[force.id] = force.figures[0]
        names |= {f"{force.id}/{k}": figure for k, figure in enumerate(force.figures, 1)}
    return state, names


def seat_of(unit: UnitPlace) -> int:
    if unit.seat is not None:
        return unit.seat
    template = records.unit_templates().get(unit.unit)
    nations = records.vehicle_types()[unit.unit].nations if template is None else [template.nation]
    return int("de" in nations)


def nations_of(given: DrillPosition) -> list[Any]:
    nations: list[Any] = ["us", "de"]
    for name, unit in given.units.items():
        if unit.unit in records.vehicle_types():
            continue
        if unit.unit not in records.unit_templates():
            near = near_match(unit.unit, [*records.unit_templates(), *records.vehicle_types()])
            raise ContentError("position", 0, f"units.{name}.unit", f"unknown unit '{unit.unit}'{near}")
        nations[seat_of(unit)] = records.unit_templates()[unit.unit].nation
    return nations


def build(given: DrillPosition) -> DisposableState:
    """The state before anybody acts; units keep the order of the drill."""
    nations = nations_of(given)
    w, h = given.table.width, given.table.height
    d = ZONE_DEPTH
    zones: list[list[Point]] = [[(0, 0), (w, 0), (w, d), (0, d)], [(0, h - d), (w, h - d), (w, h), (0, h)]]
    edges: list[Any] = ["south", "north"]
    data = scenarios.ScenarioData(
        table=given.table, turns=given.turns,
        sides=[scenarios.SideData(nations[i], edges[i], zones[i], [ForceData("none", "none")]) for i in (0, 1)],
        terrain=given.terrain, objectives=given.objectives,
    )  # fmt: skip
    scenario = scenarios.Linker(Path("drill"), data, is_flat(given.options)).link(bare=True)
    forces = {name: enlist(scenario, name, unit, nations) for name, unit in given.units.items()}
    state = fresh(scenario, seeded(0))
    for i, (name, unit) in enumerate(given.units.items()):
        if not unit.hidden and not unit.deploys:
            try:
                place(state, forces[name], unit)
            except ValueError as error:
                raise ContentError("position", 0, f"units.{name}.at", str(error)) from None
        if unit.aboard:
            if unit.aboard not in list(forces)[:i]:
                raise ContentError("position", 0, f"units.{name}.aboard", f"no unit '{unit.aboard}' before this one")
            mount(state, state.units[forces[name]], state.units[forces[unit.aboard]])
    set_options(state, given.options)
    state.turn = given.turn
    if given.initiative and given.initiative not in nations:
        raise ContentError("position", 0, "initiative", f"'{given.initiative}' is no side here ({', '.join(nations)})")
    state.first = nations.index(given.initiative) if given.initiative else 0
    try:
        check_table(state)
    except AssertionError as error:
        raise ContentError("position", 0, "units", str(error)) from None
    return state


def enlist(scenario: Scenario, name: str, unit: UnitPlace, nations: list[Any]) -> int:
    """Put a unit on the roster, with other men or weapons where the drill wants them; returns its number."""
    seat = seat_of(unit)
    entry = ForceData(name, unit.unit, hidden=unit.hidden)
    number = len(scenario.forces)
    if unit.unit in records.vehicle_types():
        scenarios.add_vehicle(scenario, seat, entry, None, nations[seat])
        return number
    template = records.unit_templates()[unit.unit]
    if unit.camouflaged is not None:
        template = msgspec.structs.replace(template, camouflaged=unit.camouflaged)
    if unit.grenades is not None:
        template = msgspec.structs.replace(template, grenade_throwers=unit.grenades)
    armed = [weapon_of(man, f"units.{name}.men[{i}]") for i, man in enumerate(unit.men)]
    if unit.men:
        men = [
            records.FigureData(man.count, man.role, man.guts, weapon.id, man.leader, man.extra)
            for man, weapon in zip(unit.men, armed, strict=True)
        ]
        template = msgspec.structs.replace(template, figures=men)
    force = scenarios.add_force(scenario, seat, entry, template, None)
    weapons = [weapon for man, weapon in zip(unit.men, armed, strict=True) for _ in range(man.count)]
    for figure, weapon in zip(force.figures, weapons, strict=False):
        scenario.figures[figure].weapon = weapon
    scenarios.measure_reach(scenario, force, template)
    return number


def weapon_of(man: Man, field: str) -> Weapon:
    change = WeaponChange(man.weapon) if isinstance(man.weapon, str) else man.weapon
    known = records.weapon_data()
    like = change.like or next((name for name, entry in known.items() if entry.kind == change.kind), change.kind)
    if like not in known:
        near = near_match(like, [*known, *records.weapon_classes()])
        raise ContentError("position", 0, f"{field}.weapon", f"unknown weapon or class '{like}'{near}")
    for extra in man.extra:
        if extra != "radio" and extra not in known:
            near = near_match(extra, known)
            raise ContentError("position", 0, f"{field}.extra", f"unknown equipment '{extra}'{near}")
    changes = msgspec.to_builtins(change)
    del changes["like"], changes["class"]
    entry = msgspec.structs.replace(known[like], **changes)
    return records.weapon(records.armoury()[like].index, entry, records.weapon_classes()[entry.kind])


def place(state: DisposableState, i: int, given: UnitPlace) -> None:
    unit = state.units[i]
    if given.figures:
        del unit.figures[given.figures :]
    x, y = tenths(given.at[0]), tenths(given.at[1])
    spots = [(x + dx, y + dy) for dx, dy in SPOTS[: len(unit.figures)]]
    for k, at in enumerate(given.places):
        spots[k] = (tenths(at[0]), tenths(at[1]))
    arrive(state, unit, [v for spot in spots for v in spot])
    if state.vehicle(unit) is not None:
        drive(state, unit, x, y)
    unit.spotted = EVERYBODY if given.spotted else 0
    unit.status = STATUSES.index(given.status)
    unit.activated = given.activated
    unit.snapped = SNAPPED_OUT if given.snapped else MAY_SNAP
    if given.facing is not None:
        unit.facing_x, unit.facing_y = given.facing
