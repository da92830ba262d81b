"""Positions of drills: a small table with units where the drill wants them.

position:
  table: {width: 48, height: 36}          # inches
  terrain: [{id, type, polygon | line}]   # as in scenarios
  objectives: [{id, at, radius, vp}]
  turn: 2                                 # default 1
  first: 0                                # the seat whose unit acts now
  units:
    - {name: us_1, side: 0, template: us_rifle_squad, at: [10, 10], figures: 6, status: pinned, activated: true,
       facing: [1, 0], places: [[10, 10], …], ride: us_ht, hidden: true, spotted: true}
  options: {each: true}                   # game options
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from bocage.content import ContentError
from bocage.geometry.plane import tenths
from bocage.kernel.dice import seeded
from bocage.systems.disposable.content import (
    records,
    scenarios,
)
from bocage.systems.disposable.content.options import set_options
from bocage.systems.disposable.content.scenarios import (
    ForceData,
    ObjectiveData,
    PieceOfTerrain,
    Point,
    SideData,
    TableData,
)
from bocage.systems.disposable.rules.activation import arrive
from bocage.systems.disposable.rules.formation import SPOTS
from bocage.systems.disposable.rules.invariants import check_table
from bocage.systems.disposable.rules.retreat import drive
from bocage.systems.disposable.rules.turn import ACTIVATE, Activations, Battle
from bocage.systems.disposable.rules.vehicles import mount
from bocage.systems.disposable.state import STATUSES, DisposableState, fresh


class UnitPlace(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    side: Literal[0, 1]
    template: str
    at: Point
    figures: int = 0
    status: Literal["steady", "pinned", "fell-back", "routed"] = "steady"
    activated: bool = False
    snapped: bool = False
    facing: tuple[int, int] | None = None
    places: list[Point] = []
    ride: str = ""  # starts in this vehicle, which is listed before it
    hidden: bool = False
    spotted: bool = False


class DrillPosition(msgspec.Struct, forbid_unknown_fields=True):
    units: list[UnitPlace]
    table: TableData = msgspec.field(default_factory=lambda: TableData(72, 48))
    terrain: list[PieceOfTerrain] = []
    objectives: list[ObjectiveData] = []
    turn: int = 1
    turns: int = 8
    first: Literal[0, 1] = 0
    options: dict[str, bool] = {}


def drill_state(position: dict[str, Any]) -> tuple[DisposableState, dict[str, int]]:
    try:
        given = msgspec.convert(position, DrillPosition)
    except msgspec.ValidationError as error:
        raise ContentError("drill", 0, "position", str(error)) from None
    state = build(given)
    for unit in state.units:
        unit.reserve = 0
    battle = Battle()
    battle.step = ACTIVATE + 1
    state.push(battle)
    state.push(Activations(given.first))
    state.advance()
    names = {force.id: force.figures[0] for force in state.scenario.forces}
    return state, names


def build(given: DrillPosition) -> DisposableState:
    """The state before anybody acts; units keep the order of the drill."""
    nations: list[Any] = ["us", "de"]
    for i, unit in enumerate(given.units):
        if unit.template in records.vehicle_types():
            continue
        if unit.template not in records.unit_templates():
            raise ContentError("drill", 0, f"position.units[{i}].template", f"unknown unit '{unit.template}'")
        nations[unit.side] = records.unit_templates()[unit.template].nation
    w, h = given.table.width, given.table.height
    zones: list[list[Point]] = [[(0, 0), (w, 0), (w, 1), (0, 1)], [(0, h - 1), (w, h - 1), (w, h), (0, h)]]
    edges: list[Any] = ["south", "north"]
    data = scenarios.ScenarioData(
        table=given.table, turns=given.turns,
        sides=[SideData(nations[i], edges[i], zones[i], [ForceData("none", "none")]) for i in (0, 1)],
        terrain=given.terrain, objectives=given.objectives,
    )  # fmt: skip
    scenario = scenarios.Linker(Path("drill"), data).link(bare=True)
    forces: list[int] = []
    for unit in given.units:
        entry = ForceData(unit.name, unit.template, hidden=unit.hidden)
        forces.append(len(scenario.forces))
        if unit.template in records.vehicle_types():
            scenarios.add_vehicle(scenario, unit.side, entry, None, nations[unit.side])
        else:
            scenarios.add_force(scenario, unit.side, entry, records.unit_templates()[unit.template], None)
    state = fresh(scenario, seeded(0))
    names = [unit.name for unit in given.units]
    for i, unit in enumerate(given.units):
        if not unit.hidden:
            place(state, forces[i], unit)
        if unit.ride:
            if unit.ride not in names[:i]:
                raise ContentError("drill", 0, f"position.units[{i}].ride", f"no unit '{unit.ride}' before this one")
            mount(state, state.units[forces[i]], state.units[forces[names.index(unit.ride)]])
    set_options(state, given.options)
    state.turn = given.turn
    state.first = given.first
    try:
        check_table(state)
    except AssertionError as error:
        raise ContentError("drill", 0, "position.units", str(error)) from None
    return state


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
    unit.spotted = given.spotted
    unit.status = STATUSES.index(given.status)
    unit.activated = given.activated
    unit.snapped = given.snapped
    if given.facing is not None:
        unit.facing_x, unit.facing_y = given.facing
