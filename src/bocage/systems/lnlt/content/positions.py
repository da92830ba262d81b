"""Positions of drills: a scenario's fields, and where in the turn the drill begins."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from bocage.content import ContentError, Faults, WrongContent, convert, linked, near_match, together
from bocage.kernel import seeded
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.content.deployment import seat_of, sheet
from bocage.systems.lnlt.content.maps import MapSpec
from bocage.systems.lnlt.content.specs import BattleSpec, SideSpec, UnitSpec, VehicleSpec
from bocage.systems.lnlt.content.vehicles import vehicle_types
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.tables import Board
from bocage.systems.lnlt.rules.operations import Impulse, Operations
from bocage.systems.lnlt.rules.sequence import Turns
from bocage.systems.lnlt.rules.special import begin_turn
from bocage.systems.lnlt.state import LnltState

OPEN_MAP: dict[str, Any] = {"title": "drill", "columns": 10, "rows": 9}
SIDES = ("us", "de")


class PositionSpec(BattleSpec, forbid_unknown_fields=True, kw_only=True):
    """A scenario's fields, and `units` of both sides by their drill names, vehicles and guns among them.

    `phase` operations begins with an impulse of `impulse`; rally begins a turn (initiative rolled from turn 2).
    """

    map: str | MapSpec = msgspec.field(default_factory=lambda: MapSpec(**OPEN_MAP))  # a shipped map, or an own one
    units: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    sides: list[SideSpec] = msgspec.field(default_factory=list)  # the nations of the units unless given
    turns: int = 30
    initiative: str = ""  # the first side unless given
    turn: int = 1
    phase: str = "operations"
    impulse: str = ""
    spotted: list[str] = msgspec.field(default_factory=list)


def build(position: dict[str, Any]) -> tuple[LnltState, dict[str, int]]:
    if isinstance(position.get("map"), dict):
        position = {**position, "map": {**OPEN_MAP, **position["map"]}}
    spec = convert(position, PositionSpec, "position")

    def link(faults: Faults) -> tuple[LnltState, dict[str, int]]:
        enlist(spec)
        spec.initiative = spec.initiative or spec.sides[0].nation
        scenario = scenarios.link_scenario(spec, "drill", board_of(spec), faults)
        made = scenarios.set_up(spec, scenario, seeded(0), faults)
        if not faults.found:
            arrange(made[0], spec)
        return made

    try:
        state, names = linked("position", link)
    except ContentError as error:
        faults = [ContentError("position", 0, name_the_unit(spec, one.field), one.message) for one in error.faults]
        raise together(faults) from None
    if names:  # a bare map is looked at, not played
        state.advance()
    return state, names


def enlist(spec: PositionSpec) -> None:
    """Give the named units to their sides."""
    types, _ = sheet(spec.module)
    nations: dict[str, str] = {}
    for name, entry in spec.units.items():
        known = entry.get("unit")
        if known not in types and known not in vehicle_types():
            near = near_match(str(known), [*types, *vehicle_types()])
            raise WrongContent(f"units.{name}.unit", f"there is no unit '{known}'{near}")
        nations[name] = types[known].nation if known in types else vehicle_types()[known].nation
    for nation in dict.fromkeys([*nations.values(), *SIDES]):
        if len(spec.sides) < 2 and not any(nation in (side.nation, *side.allies) for side in spec.sides):
            spec.sides.append(convert({"nation": nation}, SideSpec, "position"))
    for name, entry in spec.units.items():
        side = next((side for side in spec.sides if nations[name] in (side.nation, *side.allies)), None)
        if side is None:
            raise WrongContent(f"units.{name}.unit", f"no side of this battle is '{nations[name]}'")
        add_unit(side, name, entry)


def add_unit(side: SideSpec, name: str, entry: dict[str, Any]) -> None:
    for key in ("hex", "vehicle", "alias", "area"):
        if key in entry:
            raise WrongContent(f"units.{name}.{key}", "unknown field")
    given = {"alias": name, **entry}
    if "at" in given:
        given["hex"] = given.pop("at")
    try:
        if given["unit"] in vehicle_types():
            given["vehicle"] = given.pop("unit")
            side.vehicles.append(convert(given, VehicleSpec, "position"))
        else:
            side.units.append(convert(given, UnitSpec, "position"))
    except ContentError as error:
        raise WrongContent(f"units.{name}.{error.field}", error.message) from None


def name_the_unit(spec: PositionSpec, field: str) -> str:
    """ "units.Medrow.at" for the "sides[0].units[0].hex" that it was made into."""
    there = re.match(r"sides\[(\d)\]\.(units|vehicles)\[(\d+)\](.*)", field)
    if there is None:
        return field
    made: list[UnitSpec | VehicleSpec] = getattr(spec.sides[int(there[1])], there[2])
    alias = made[int(there[3])].alias
    key = there[4].replace(".hex", ".at").replace(".vehicle", ".unit")
    return f"units.{alias}{key}" if alias in spec.units else field


def board_of(spec: PositionSpec) -> Board:
    if isinstance(spec.map, MapSpec):
        return scenarios.link_map(spec.map, inside=tuple(spec.inside))
    return scenarios.load_map(scenarios.find_map(spec.map, None), tuple(spec.inside))


def arrange(state: LnltState, spec: PositionSpec) -> None:
    """Put the procedures of that moment on the stack."""
    state.turn = spec.turn
    if state.course is not None:
        begin_turn(state, state.course)
    for i, name in enumerate(spec.spotted):
        hex_ = scenarios.hex_of(state.board.grid, name, f"spotted[{i}]")
        for seat in (0, 1):
            if (state.occupied[seat] | state.armour[seat]) >> hex_ & 1:
                state.spotted[seat] |= 1 << hex_
    turns = Turns()
    state.push(turns)
    if spec.phase == "rally":
        return
    if spec.phase != "operations":
        raise WrongContent("phase", f"must be rally or operations, not {spec.phase}")
    seat = state.initiative
    if spec.impulse:
        seat = seat_of(state.scenario, spec.impulse, "impulse")
    turns.step = 4
    state.phase = 1
    state.impulse = seat
    operations = Operations()
    operations.step = 1
    state.push(operations)
    state.push(Impulse(seat))
    state.spot_hex = GONE
