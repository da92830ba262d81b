"""What must hold at every decision."""

from __future__ import annotations

from bocage.systems.lnlt.model.flags import FRESH, MOVING, SHAKEN, TURN_MARKERS, WOUNDED
from bocage.systems.lnlt.model.hull import BUTTONED, DEAD
from bocage.systems.lnlt.model.kinds import HERO
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.vehicles import WEAPON_IDS, Vehicle
from bocage.systems.lnlt.rules.forces import Disband
from bocage.systems.lnlt.rules.portage import capacity, load
from bocage.systems.lnlt.rules.stacking import MOST_HALF_SQUADS, MOST_SMC, forbid_crowding
from bocage.systems.lnlt.rules.transport import HoldOn
from bocage.systems.lnlt.state import LnltState


def check(state: LnltState) -> None:
    check_units(state)
    check_stacks(state)
    check_weapons(state)
    check_vehicles(state)
    for decision in state.pending:
        assert decision.options, "a decision without options"
        assert len(set(decision.options)) == len(decision.options), "an option twice"
        assert decision.seat in (0, 1), "nobody's decision"
    assert state.over == (not state.pending), "a game that waits for nobody"
    assert 1 <= state.turn <= state.scenario.turns, "the turn is out of bounds"


def check_units(state: LnltState) -> None:
    assert len(state.units) < WEAPON_IDS, "too many units"
    moving = 0
    for number, unit in enumerate(state.units):
        assert unit.id == number, "a unit out of place"
        assert unit.type.nation in state.scenario.members[unit.seat], "a unit of the wrong nation"
        assert GONE <= unit.hex < state.board.size, "a unit off the map"
        assert not unit.flags & ~(TURN_MARKERS | SHAKEN | WOUNDED | FRESH), "an unknown flag"
        assert not (unit.type.kind == HERO and unit.flags & SHAKEN), "a shaken hero"
        if unit.hex != GONE and unit.flags & MOVING:
            moving += 1
    assert moving == 0 or len(state.stack) > 3, "a unit that never stopped moving"


def check_stacks(state: LnltState) -> None:
    for seat in (0, 1):
        mask = 0
        listed: list[int] = []
        for hex_, stack in enumerate(state.stacks[seat]):
            if stack:
                mask |= 1 << hex_
                listed += stack
                check_stack(state, seat, hex_)
        assert mask == state.occupied[seat], "the mask of occupied hexes is wrong"
        there = sorted(unit.id for unit in state.units if unit.seat == seat and unit.hex != GONE)
        assert sorted(listed) == there, "a unit in no stack or in two"
        cached = state.seen[seat]
        if cached >= 0:
            state.seen[seat] = -1
            assert state.seen_mask(seat) == cached, "the spotted hexes are out of date"


def check_stack(state: LnltState, seat: int, hex_: int) -> None:
    units = [state.units[number] for number in state.stacks[seat][hex_]]
    assert {(unit.hex, unit.seat) for unit in units} <= {(hex_, seat)}, "a stack that lies elsewhere"
    assert state.board.terrain[hex_].cost, "a unit in prohibited terrain"
    if not is_under_way(state, HoldOn):  # riders who hold on need no room of their own
        assert sum(unit.type.size for unit in units) <= MOST_HALF_SQUADS, "too many squads in a hex"
        singles = [unit for unit in units if unit.type.smc and not unit.flags & FRESH]
        assert len(singles) <= MOST_SMC, "too many single men in a hex"
    if not state.bereaved and not is_under_way(state, Disband):
        assert forbid_crowding(state, seat, hex_, []) is None, "units that do not stack together"


def is_under_way(state: LnltState, kind: type[HoldOn | Disband]) -> bool:
    return any(isinstance(step, kind) for step in state.stack)


def check_weapons(state: LnltState) -> None:
    for weapon in state.weapons:
        if weapon.hex == GONE and weapon.owner == GONE:
            continue  # used up
        assert GONE <= weapon.hex < state.board.size, "a weapon off the map"
        if weapon.owner != GONE:
            owner = state.units[weapon.owner]
            assert owner.hex == weapon.hex, "a weapon away from its owner"
            assert load(state, owner.id) <= capacity(owner), "an owner with too many weapons"


def check_vehicles(state: LnltState) -> None:
    aboard: list[int] = []
    masks = [0, 0]
    for number, vehicle in enumerate(state.vehicles):
        assert vehicle.id == number, "a vehicle out of place"
        check_vehicle(state, vehicle)
        aboard += vehicle.passengers
        if vehicle.is_manned():
            masks[vehicle.seat] |= 1 << vehicle.hex
    assert masks == state.armour, "the mask of vehicles is wrong"
    assert not masks[0] & masks[1], "vehicles of both sides in a hex"
    assert len(set(aboard)) == len(aboard), "a passenger in two vehicles"
    assert all(state.units[number].hex == GONE for number in aboard), "a passenger on the map"


def check_vehicle(state: LnltState, vehicle: Vehicle) -> None:
    assert vehicle.type.nation in state.scenario.members[vehicle.seat], "a vehicle of the wrong nation"
    assert GONE <= vehicle.hex < state.board.hexes, "a vehicle off the map"
    assert 0 <= vehicle.facing < 6, "a vehicle that faces nowhere"
    assert 0 <= vehicle.turret < 6, "a turret that faces nowhere"
    assert vehicle.turret == vehicle.facing or vehicle.type.turret, "a turret without a turret"
    assert not (vehicle.type.open_topped and vehicle.flags & BUTTONED), "a lid on an open vehicle"
    assert not (vehicle.flags & DEAD and vehicle.passengers), "passengers of a lost vehicle"
