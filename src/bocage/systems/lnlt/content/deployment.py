"""Vehicles, armour leaders, passengers and batteries of a scenario, put in place."""

from __future__ import annotations

from functools import cache

from bocage.content import WrongContent, known
from bocage.systems.lnlt.content.counters import Sheet, counters, divided
from bocage.systems.lnlt.content.maps import hex_of
from bocage.systems.lnlt.content.modules import modules
from bocage.systems.lnlt.content.specs import BatterySpec, VehicleSpec
from bocage.systems.lnlt.content.vehicles import armour_leaders, ordnance_weapons, team_types, vehicle_types
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.ground import WRECK as WRECKS
from bocage.systems.lnlt.model.hull import ABANDONED, BUTTONED, CONTINUOUS, EMPLACED, IMMOBILE, WRECK
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.tables import Arrival, Scenario
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, Battery, Flight, Vehicle, VehicleType
from bocage.systems.lnlt.rules.driving import MOST_VEHICLES, can_stand
from bocage.systems.lnlt.rules.transport import board, has_seat, stow
from bocage.systems.lnlt.rules.wrecks import VEHICLE_WRECK
from bocage.systems.lnlt.state import LnltState

MARKERS = {
    "moved": flags.MOVED,
    "fired": flags.FIRED,
    "assault-move": flags.ASSAULT,
    "ops-complete": flags.OPS,
    "buttoned": BUTTONED,
    "immobilised": IMMOBILE,
    "abandoned": ABANDONED,
    "emplaced": EMPLACED,
    "wreck": WRECK,
    "keeps-moving": CONTINUOUS | flags.MOVED,
}


def seat_of(scenario: Scenario, nation: str, field: str) -> int:
    for seat, members in enumerate(scenario.members):
        if nation in members:
            return seat
    raise WrongContent(field, f"'{nation}' is no side of this scenario ({' and '.join(scenario.nations)} are)")


@cache
def sheet(module: str, divisions_apart: bool = False) -> Sheet:
    """All counters on foot and all support weapons."""
    units, weapons = counters(module)
    return {**units, **divided(module, divisions_apart), **team_types()}, {**weapons, **ordnance_weapons()}


def deploy(
    state: LnltState,
    seat: int,
    spec: VehicleSpec,
    field: str,
    names: dict[str, int],
    areas: dict[str, list[int]],
    turn: int,
) -> None:
    """On its hex, or waiting for one of its area."""
    if spec.hex and not spec.area and not turn:
        vehicle = park(state, seat, spec, field, names)
    elif spec.area and not spec.hex:
        area = known("area", spec.area, areas, f"{field}.area")
        vehicle = build(state, seat, spec, field)
        if not any(can_stand(state, vehicle.type, hex_) for hex_ in area):
            raise WrongContent(f"{field}.area", f"a {vehicle.type.name} can stand nowhere in '{spec.area}'")
        for i, passenger in enumerate(spec.passengers):
            seat_early(state, vehicle, passenger, turn, area, f"{field}.passengers[{i}]", names)
        state.scenario.arrivals.append(Arrival(seat, GONE, turn, area, vehicle.id, spec.area))
    else:
        raise WrongContent(f"{field}.hex", "a vehicle needs a hex or an area, and not both")
    label(vehicle, spec, names)


def label(vehicle: Vehicle, spec: VehicleSpec, names: dict[str, int]) -> None:
    """What drills call it."""
    if spec.alias or spec.name:
        names[spec.alias or spec.name] = VEHICLE_IDS + vehicle.id


def type_of(state: LnltState, seat: int, spec: VehicleSpec, field: str) -> VehicleType:
    type_ = known("vehicle", spec.vehicle, vehicle_types(), f"{field}.vehicle")
    members = state.scenario.members[seat]
    if type_.nation not in members:
        raise WrongContent(f"{field}.vehicle", f"'{spec.vehicle}' does not fight for {' or '.join(members)}")
    return type_


def build(state: LnltState, seat: int, spec: VehicleSpec, field: str) -> Vehicle:
    """A vehicle that is not on the map yet."""
    type_ = type_of(state, seat, spec, field)
    check_facing(spec, field)
    vehicle = state.add_vehicle(seat, type_, GONE, spec.facing, spec.name)
    give_leader(vehicle, spec.leader, field)
    state.heavy = True
    return vehicle


def check_facing(spec: VehicleSpec, field: str) -> None:
    for name, value in (("facing", spec.facing), ("turret", spec.turret)):
        if not (0 if name == "facing" else -1) <= value <= 5:
            raise WrongContent(f"{field}.{name}", f"must be from 0 to 5, not {value}")


def park(state: LnltState, seat: int, spec: VehicleSpec, field: str, names: dict[str, int]) -> Vehicle:
    # lnlt.core.armour.5.7, lnlt.core.armour.6.1, lnlt.core.armour.5.10, lnlt.core.armour.11.5
    type_ = type_of(state, seat, spec, field)
    check_facing(spec, field)
    hex_ = hex_of(state.board.grid, spec.hex, f"{field}.hex")
    terrain = state.board.terrain[hex_]
    if not type_.fixed and terrain.costs[type_.mode] == 0 and not state.board.road_mask >> hex_ & 1:
        raise WrongContent(f"{field}.hex", f"a {type_.name} cannot stand in {spec.hex} ({terrain.id})")
    if len(state.vehicles_at(hex_)) >= MOST_VEHICLES:
        raise WrongContent(f"{field}.hex", f"too many vehicles in {spec.hex} ({MOST_VEHICLES} at most)")
    vehicle = state.add_vehicle(seat, type_, hex_, spec.facing, spec.name)
    if spec.turret >= 0:
        vehicle.turret = spec.turret
    give_leader(vehicle, spec.leader, field)
    for marker in spec.markers:
        vehicle.flags |= MARKERS[marker]
    if spec.shaken:
        vehicle.flags |= flags.SHAKEN if type_.open_topped else flags.SHAKEN | BUTTONED
    if type_.fixed:
        vehicle.flags |= BUTTONED
    for i, passenger in enumerate(spec.passengers):
        take_aboard(state, vehicle, passenger, f"{field}.passengers[{i}]", names)
    if vehicle.flags & WRECK:
        state.put_marker(WRECKS, hex_, VEHICLE_WRECK)
    state.count_vehicles()
    state.heavy = True
    return vehicle


def give_leader(vehicle: Vehicle, name: str, field: str) -> None:
    if not name:
        return
    own = {id_: leader for id_, leader in armour_leaders().items() if leader.nation == vehicle.type.nation}
    vehicle.leader = known("armour leader of that nation", name, own, f"{field}.leader")


def take_aboard(state: LnltState, vehicle: Vehicle, name: str, field: str, names: dict[str, int]) -> None:
    if name not in names or names[name] >= len(state.units) or state.units[names[name]].hex != vehicle.hex:
        raise WrongContent(field, f"there is no unit named '{name}' in the vehicle's hex")
    unit = state.units[names[name]]
    if not has_seat(state, vehicle, unit):
        raise WrongContent(field, f"a {vehicle.type.name} has no room for '{name}'")
    board(state, vehicle, unit)


def seat_early(
    state: LnltState, vehicle: Vehicle, name: str, turn: int, area: list[int], field: str, names: dict[str, int]
) -> None:
    """Who comes to the same area in the same turn may come aboard, and needs no hex of his own."""
    arrivals = state.scenario.arrivals
    number = names.get(name, GONE)
    own = [a for a in arrivals if a.unit == number and a.turn == turn and a.area == area and a.seat == vehicle.seat]
    if number == GONE or not own:
        raise WrongContent(field, f"no unit named '{name}' comes to the vehicle's area in its turn")
    unit = state.units[number]
    if not has_seat(state, vehicle, unit):
        raise WrongContent(field, f"a {vehicle.type.name} has no room for '{name}'")
    arrivals.remove(own[0])
    stow(state, vehicle, unit)


def load_glider(
    state: LnltState, seat: int, specs: list[VehicleSpec], flight: Flight, field: str, names: dict[str, int]
) -> None:
    """In place of infantry a Horsa lifts a jeep and a 57mm gun with its crew (lnlt.hon.23.0i, lnlt.sab.22.1g)."""
    if not specs:
        return
    guns = [state.units[number] for number in flight.units]
    if len(specs) > 1 or len(guns) > 1 or any(not unit.type.id.endswith(".atg57") for unit in guns):
        raise WrongContent(f"{field}.vehicles", "a glider with a jeep carries at most one 57mm gun besides")
    vehicle = build(state, seat, specs[0], f"{field}.vehicles[0]")
    if not vehicle.type.id.endswith(".jeep"):
        raise WrongContent(f"{field}.vehicles[0].vehicle", f"a {vehicle.type.name} does not fit into a glider")
    flight.vehicles = [vehicle.id]
    label(vehicle, specs[0], names)


def supply(state: LnltState, seat: int, spec: BatterySpec, field: str) -> None:
    if spec.missions < 0 or spec.fp < 1:
        raise WrongContent(field, "artillery needs a firepower of at least 1, and no missions less than none")
    always = modules()[state.scenario.module].well_supplied
    members = state.scenario.members[seat]
    nation = spec.nation or members[0]
    if nation not in members:
        raise WrongContent(f"{field}.nation", f"'{nation}' is not on this side ({' and '.join(members)})")
    well_supplied = spec.well_supplied or nation in always
    state.batteries[seat].append(Battery(nation, spec.name, spec.fp, spec.missions, well_supplied))
    state.heavy = True


def set_crews(state: LnltState) -> None:
    """What gets out of a vehicle of each nation."""
    units, _ = counters(state.scenario.module)
    state.scenario.crews = {type_.nation: type_ for type_ in units.values() if type_.kind == kinds.CREW}
