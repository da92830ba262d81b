"""Everybody put into place: units with their weapons, on hexes, in areas, in the air; and markers on the ground."""

from __future__ import annotations

import msgspec

from bocage.content import Faults, WrongContent, known
from bocage.kernel import MOST, Dice
from bocage.systems.lnlt.content.conditions import link_special
from bocage.systems.lnlt.content.deployment import deploy, load_glider, seat_of, set_crews, sheet, supply
from bocage.systems.lnlt.content.maps import hex_of, hexes_of
from bocage.systems.lnlt.content.specs import (
    BattleSpec,
    EventSpec,
    FlightSpec,
    GroundSpec,
    ReinforcementSpec,
    SideSpec,
    UnitSpec,
)
from bocage.systems.lnlt.model import chart, flags, kinds
from bocage.systems.lnlt.model.ground import BUNKER, MARKER_NAMES
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.model.special import Held, Rules
from bocage.systems.lnlt.model.tables import Arrival, Paragraph, Scenario, UnitType
from bocage.systems.lnlt.model.vehicles import GLIDER_LOAD, STICK, VEHICLE_IDS, WEAPON_IDS, Flight
from bocage.systems.lnlt.rules import skills, traits
from bocage.systems.lnlt.rules.portage import capacity, issue, load
from bocage.systems.lnlt.rules.stacking import MOST_HALF_SQUADS, MOST_SMC, forbid_stacking
from bocage.systems.lnlt.rules.wrecks import VEHICLE_WRECK
from bocage.systems.lnlt.state import LnltState

MOST_UNITS = WEAPON_IDS // 2
MOST_WEAPONS = (VEHICLE_IDS - WEAPON_IDS) // 2
MOST_VEHICLES = MOST_UNITS
MOST_HEXES = MOST + 1
MOST_IN_GLIDER = 6

MARKERS = {
    "moved": flags.MOVED,
    "fired": flags.FIRED,
    "assault-move": flags.ASSAULT,
    "low-crawl": flags.CRAWL,
    "double-time": flags.DOUBLE | flags.MOVED,
    "ops-complete": flags.OPS,
}


def lay_ground(state: LnltState, spec: BattleSpec, faults: Faults) -> None:
    """Markers of the set-up, where the rules allow them; a bunker shows in its hex."""
    board = state.board
    for place in board.places:
        state.scenario.cramped = True
        if place.kind == chart.BUNKER:
            state.put_marker(BUNKER, place.base, place.tm << 3)
    for i, laid in enumerate(spec.ground):
        for h, name in enumerate(laid.hexes):
            with faults:
                lay(state, laid, name, f"ground[{i}].hexes[{h}]")


def lay(state: LnltState, laid: GroundSpec, name: str, field: str) -> None:
    board = state.board
    hex_ = hex_of(board.grid, name, field)
    if laid.marker == "roadblock" and not board.road_mask >> hex_ & 1:
        raise WrongContent(field, f"there is no road in {name} for a roadblock")  # lnlt.dj.21.8a
    if laid.marker == "dead-cows" and board.terrain[hex_].sight == kinds.BLOCKING:
        raise WrongContent(field, f"dead cows lie in no {board.terrain[hex_].id}")  # lnlt.hid.10.8.3b
    state.put_marker(MARKER_NAMES.index(laid.marker), hex_, VEHICLE_WRECK if laid.marker == "wreck" else laid.value)


def set_up(spec: BattleSpec, scenario: Scenario, dice: Dice, faults: Faults) -> tuple[LnltState, dict[str, int]]:
    """Everybody in place, and the pieces by their drill names."""
    state = LnltState(scenario, dice)
    names: dict[str, int] = {}
    rules = Rules(max(1, scenario.turns))
    lay_ground(state, spec, faults)
    for seat, side in enumerate(spec.sides):
        set_up_side(state, seat, side, names, faults, rules)
    link_special(state, spec, rules, faults)
    with faults:
        if not faults.found:
            check_stacks(spec, state)
    if not faults.found:  # each event has its paragraph
        for i, event in enumerate(spec.events):
            with faults:
                hold_back(state, scenario.paragraphs[i], event, f"events[{i}]", names)
    set_crews(state)
    state.waiting = list(range(len(scenario.arrivals)))
    with faults:
        check_numbers(state)
        if not faults.found:
            check_areas(state)
    return state, names


def set_up_side(
    state: LnltState, seat: int, side: SideSpec, names: dict[str, int], faults: Faults, rules: Rules
) -> None:
    own = f"sides[{seat}]"
    areas = link_areas(state, seat, side, faults)
    for i, unit in enumerate(side.units):
        with faults:
            muster(state, seat, unit, f"{own}.units[{i}]", areas, 0, names)
    for r, group in enumerate(side.reinforcements):
        before = len(state.scenario.arrivals)
        reinforce(state, seat, group, f"{own}.reinforcements[{r}]", areas, names, faults)
        if group.roll:
            for arrival in state.scenario.arrivals[before:]:
                arrival.group = len(rules.held)
            rules.held.append(Held(seat, group.turn, group.roll))
    for i, vehicle in enumerate(side.vehicles):
        with faults:
            deploy(state, seat, vehicle, f"{own}.vehicles[{i}]", names, areas, 0)
    for name, kind, flights in (("gliders", GLIDER_LOAD, side.gliders), ("drops", STICK, side.drops)):
        for i, flight in enumerate(flights):
            with faults:
                embark(state, seat, flight, f"{own}.{name}[{i}]", kind, names)
    for i, battery in enumerate(side.artillery):
        with faults:
            supply(state, seat, battery, f"{own}.artillery[{i}]")


def reinforce(
    state: LnltState,
    seat: int,
    group: ReinforcementSpec,
    field: str,
    areas: dict[str, list[int]],
    names: dict[str, int],
    faults: Faults,
) -> None:
    """Who comes later, in a turn or when a die comes up."""
    with faults:
        if not 1 <= group.turn <= state.scenario.turns:
            raise WrongContent(f"{field}.turn", "there is no such turn")
        if group.roll and not 2 <= group.roll <= 6:
            raise WrongContent(f"{field}.roll", f"must be from 2 to 6, not {group.roll}")
    for i, unit in enumerate(group.units):
        with faults:
            late = msgspec.structs.replace(unit, area=unit.area or group.area)
            muster(state, seat, late, f"{field}.units[{i}]", areas, group.turn, names)
    for i, vehicle in enumerate(group.vehicles):
        with faults:
            driven = msgspec.structs.replace(vehicle, area=vehicle.area or group.area)
            deploy(state, seat, driven, f"{field}.vehicles[{i}]", names, areas, group.turn)


def hold_back(state: LnltState, event: Paragraph, spec: EventSpec, field: str, names: dict[str, int]) -> None:
    """Units that show up when an event is set off."""
    seat = seat_of(state.scenario, spec.joins, f"{field}.joins") if spec.joins else GONE
    for i, unit_spec in enumerate(spec.units):
        unit = make_unit(state, seat, unit_spec, GONE, f"{field}.units[{i}]")
        event.units.append(unit.id)
        for w, weapon in enumerate(unit_spec.weapons):
            place_weapon(state, unit, weapon, f"{field}.units[{i}].weapons[{w}]")
        names[unit_spec.alias or unit_spec.name or f"{field} {i}"] = unit.id


def check_numbers(state: LnltState) -> None:
    """What the numbers of pieces can tell apart, with room for half-squads and Heroes that the battle makes."""
    for what, field, number, most in (
        ("units", "sides", len(state.units), MOST_UNITS),
        ("weapons", "sides", len(state.weapons), MOST_WEAPONS),
        ("vehicles", "sides", len(state.vehicles), MOST_VEHICLES),
        ("hexes", "boards", state.board.size, MOST_HEXES),
    ):
        if number > most:
            raise WrongContent(field, f"{number:,} {what}, a battle has at most {most:,}")


def link_areas(state: LnltState, seat: int, side: SideSpec, faults: Faults) -> dict[str, list[int]]:
    areas: dict[str, list[int]] = {}
    for area, names in side.areas.items():
        field = f"sides[{seat}].areas.{area}"
        areas[area] = []
        with faults:
            for i, name in enumerate(names):
                areas[area] += [h for h in hexes_of(state.board.grid, name, f"{field}[{i}]") if h not in areas[area]]
            if not any(state.board.terrain[hex_].cost for hex_ in areas[area]):
                raise WrongContent(field, "nobody can stand anywhere in it")
    return areas


def muster(
    state: LnltState,
    seat: int,
    spec: UnitSpec,
    field: str,
    areas: dict[str, list[int]],
    turn: int,
    names: dict[str, int],
) -> None:
    """A unit with its weapons: on its hex, or waiting for a hex of its area."""
    if spec.area and not spec.hex:
        area = known("area", spec.area, areas, f"{field}.area")
        unit = make_unit(state, seat, spec, GONE, field)
        state.scenario.arrivals.append(Arrival(seat, unit.id, turn, area, name=spec.area))
    elif spec.hex and not spec.area:
        unit = place_unit(state, seat, spec, field)
    elif not spec.hex and lurks(state, seat, spec, field):
        unit = make_unit(state, seat, spec, GONE, field)
        state.lurking = [*state.lurking, unit.id]
    else:
        raise WrongContent(f"{field}.hex", "a unit needs a hex or an area, and not both")
    equip(state, unit, spec, field, names)


def equip(state: LnltState, unit: Unit, spec: UnitSpec, field: str, names: dict[str, int]) -> None:
    label = spec.alias or spec.name
    if label:
        names[label] = unit.id
    for w, weapon in enumerate(spec.weapons):
        names[f"{label}: {weapon}"] = place_weapon(state, unit, weapon, f"{field}.weapons[{w}]")


def lurks(state: LnltState, seat: int, spec: UnitSpec, field: str) -> bool:
    """A Sniper is kept off the map until his side places him (lnlt.core.11.4)."""
    return type_of(state, seat, spec, field).kind == kinds.SNIPER


def embark(state: LnltState, seat: int, spec: FlightSpec, field: str, kind: int, names: dict[str, int]) -> None:
    """Units that wait in the air."""
    units: list[Unit] = []
    for i, unit_spec in enumerate(spec.units):
        units.append(make_unit(state, seat, unit_spec, GONE, f"{field}.units[{i}]"))
        equip(state, units[-1], unit_spec, f"{field}.units[{i}]", names)
    check_load(state, units, kind, f"{field}.units")
    flown = Flight(kind, spec.turn, [unit.id for unit in units], GONE)
    if kind == STICK and spec.vehicles:
        raise WrongContent(f"{field}.vehicles", "no vehicle comes down by parachute")
    load_glider(state, seat, spec.vehicles, flown, field, names)
    state.flights[seat].append(flown)


def check_load(state: LnltState, units: list[Unit], kind: int, field: str) -> None:
    """What a glider lifts (lnlt.hon.23.0h, lnlt.sab.22.1f), and who jumps together (lnlt.sab.22.3b, lnlt.sab.22.3t)."""
    singles = sum(unit.type.smc for unit in units)
    if sum(unit.type.size for unit in units) > MOST_HALF_SQUADS:  # lnlt.sab.22.1a
        raise WrongContent(field, "three squads at most, or as many half-squads and teams")
    if kind == GLIDER_LOAD:
        weapons = sum(load(state, unit.id) for unit in units)
        if singles > MOST_IN_GLIDER or weapons > MOST_IN_GLIDER:
            raise WrongContent(field, "a glider lifts six single men and six support weapons at most")
        return
    if singles > 1 or sum(unit.type.team is not None for unit in units) > 1:
        raise WrongContent(field, "one weapon team and one single man at most jump in each stick")
    if singles == len(units):
        raise WrongContent(field, "at least one squad, half-squad or team jumps in each stick")


def possible_areas(state: LnltState, arrival: Arrival) -> set[tuple[int, ...]]:
    """By the plans of its side (lnlt.scenario.secret)."""
    plans = state.course.rules.plans[arrival.seat] if state.course is not None else []
    return {tuple(plan.areas.get(arrival.name, arrival.area)) for plan in plans} or {tuple(arrival.area)}


def check_areas(state: LnltState) -> None:
    """Whoever sets up must find room, whatever the others choose."""
    groups: dict[tuple[int, tuple[int, ...]], list[Unit]] = {}
    for arrival in state.scenario.arrivals:
        for area in possible_areas(state, arrival) if arrival.turn == 0 else ():
            groups.setdefault((arrival.seat, area), []).append(state.units[arrival.unit])
    for (seat, area), units in groups.items():
        hexes = [h for h in area if state.board.terrain[h].cost and not state.stacks[1 - seat][h]]
        squads = sum(unit.type.size for unit in units)
        singles = sum(unit.type.smc for unit in units)
        if squads > MOST_HALF_SQUADS * len(hexes) or singles > MOST_SMC * len(hexes):
            raise WrongContent(f"sides[{seat}].areas", f"{len(hexes)} hexes hold no {len(units)} units")


def type_of(state: LnltState, seat: int, spec: UnitSpec, field: str) -> UnitType:
    types, _ = sheet(state.scenario.module, state.edition.divisions_apart)
    type_ = known("unit", spec.unit, types, f"{field}.unit")
    members = state.scenario.members[seat]
    if type_.nation not in members:
        raise WrongContent(f"{field}.unit", f"'{spec.unit}' does not fight for {' or '.join(members)}")
    return type_


def place_unit(state: LnltState, seat: int, spec: UnitSpec, field: str) -> Unit:
    hex_ = hex_of(state.board.grid, spec.hex, f"{field}.hex")
    if state.board.terrain[hex_].cost == 0:
        raise WrongContent(f"{field}.hex", f"nobody can stand in {spec.hex} ({state.board.terrain[hex_].id})")
    return make_unit(state, seat, spec, hex_, field)


def check_stacks(spec: BattleSpec, state: LnltState) -> None:
    """Once all are in place: a Leader may be what holds a stack together (lnlt.nosb.13.53c)."""
    for seat, side in enumerate(spec.sides):
        for i in range(len(side.units) - 1, -1, -1):
            name = side.units[i].hex
            if name and forbid_stacking(state, seat, state.board.grid.numbers[name], []) is not None:
                what = f"too many units in {name}, or such as do not stack together"
                raise WrongContent(f"sides[{seat}].units[{i}].hex", what)


def card_of(name: str, field: str) -> int:
    return known("skill", name, {skill: number for number, skill in enumerate(skills.NAMES) if number}, field)


def make_unit(state: LnltState, seat: int, spec: UnitSpec, hex_: int, field: str) -> Unit:
    type_ = type_of(state, seat, spec, field)
    if spec.shaken and type_.kind == kinds.HERO:
        raise WrongContent(f"{field}.shaken", "a hero is never shaken")
    marks = (flags.SHAKEN if spec.shaken else 0) | (flags.WOUNDED if spec.wounded else 0)
    for marker in spec.markers:
        marks |= MARKERS[marker]
    if hex_ == GONE:
        unit = Unit(len(state.units), seat, type_, GONE, marks, spec.name)
        state.units.append(unit)
    else:
        unit = state.add_unit(seat, type_, hex_, marks, spec.name)
    unit.facing = spec.facing % 6
    if spec.skill:
        unit.skill = card_of(spec.skill, f"{field}.skill")
        if not skills.may_hold(unit, unit.skill):
            raise WrongContent(f"{field}.skill", f"{type_.id} cannot hold '{spec.skill}'")
        state.skilled |= 1 << unit.skill
        issue(state, unit)
    note_needs(state, type_)
    note_halves(state.scenario.squads[seat], type_)
    return unit


def note_halves(squads: dict[UnitType, UnitType], type_: UnitType) -> None:
    """Which squad its halves make: where several leave the same half, the weakest (lnlt.core.open.31)."""
    for half in (type_.reduced_odd, type_.reduced_even) if type_.kind == kinds.SQUAD else ():
        if half is not None:
            squads[half] = min(squads.get(half, type_), type_, key=lambda squad: (squad.fp, squad.range))


def note_needs(state: LnltState, type_: UnitType) -> None:
    """Which rules come into play with such a unit."""
    scenario = state.scenario
    mounted = bool(type_.traits & traits.MOUNTED)
    state.heavy |= type_.team is not None
    scenario.apart |= type_.apart
    scenario.mounted |= mounted
    scenario.cramped |= type_.apart or mounted
    scenario.snipers |= type_.kind == kinds.SNIPER


def place_weapon(state: LnltState, unit: Unit, name: str, field: str) -> int:
    _, weapons = sheet(state.scenario.module)
    type_ = known("weapon", name, weapons, field)
    if load(state, unit.id) >= capacity(unit):
        raise WrongContent(field, f"{unit.type.id} cannot carry that many weapons")
    seat = unit.seat if type_.nation in state.scenario.members[unit.seat] else 1 - unit.seat
    weapon = Weapon(len(state.weapons), seat, type_, unit.id, unit.hex, False)
    state.weapons.append(weapon)
    if weapon.type.ordnance is not None:
        state.heavy = True
    return WEAPON_IDS + weapon.id
