"""Content files (terrain, counters, maps, scenarios) read, checked and linked into the lean objects of `model`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from bocage.content import Heading, Shelf, WrongContent, fault
from bocage.kernel.dice import Dice
from bocage.kernel.system import ScenarioInfo
from bocage.kernel.views import Text
from bocage.systems.lnlt.content import counters as sheets
from bocage.systems.lnlt.content.counters import (
    Module,
    Nation,
)
from bocage.systems.lnlt.content.deployment import (
    BatterySpec,
    VehicleSpec,
    deploy,
    load_glider,
    set_crews,
    sheet,
    supply,
)
from bocage.systems.lnlt.content.editions import SWITCHES as SWITCHES
from bocage.systems.lnlt.content.editions import edition as edition
from bocage.systems.lnlt.content.editions import edition_of_game as edition_of_game
from bocage.systems.lnlt.content.maps import DATA as DATA
from bocage.systems.lnlt.content.maps import MapSpec as MapSpec
from bocage.systems.lnlt.content.maps import PartSpec as PartSpec
from bocage.systems.lnlt.content.maps import PlaceSpec as PlaceSpec
from bocage.systems.lnlt.content.maps import find_map as find_map
from bocage.systems.lnlt.content.maps import hex_of as hex_of
from bocage.systems.lnlt.content.maps import hexes_of as hexes_of
from bocage.systems.lnlt.content.maps import link_map as link_map
from bocage.systems.lnlt.content.maps import load_boards as load_boards
from bocage.systems.lnlt.content.maps import load_map as load_map
from bocage.systems.lnlt.content.numbers import numbers
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.tables import (
    Arrival,
    Board,
    Exit,
    Objective,
    Paragraph,
    Scenario,
    Sortie,
    UnitType,
)
from bocage.systems.lnlt.model.vehicles import (
    GLIDER,
    STICK,
    Flight,
)
from bocage.systems.lnlt.rules import chart, skills, traits
from bocage.systems.lnlt.rules.ground import BUNKER, MARKER_NAMES
from bocage.systems.lnlt.rules.portage import capacity, issue, load
from bocage.systems.lnlt.rules.stacking import MOST_HALF_SQUADS, MOST_SMC, has_room
from bocage.systems.lnlt.state import GONE, LnltState, Unit, Weapon

PACKAGE = Path(__file__).parent.parent
SCENARIOS = DATA / "scenarios"
CHARTS = ("terrain.yaml", "hexsides.yaml", "places.yaml", "numbers.yaml", "markers.yaml", "damage.yaml")

MARKERS = {
    "moved": flags.MOVED,
    "fired": flags.FIRED,
    "assault-move": flags.ASSAULT,
    "low-crawl": flags.CRAWL,
    "double-time": flags.DOUBLE | flags.MOVED,
    "ops-complete": flags.OPS,
}


class UnitSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Stands in `hex`, or sets up somewhere in one of its side's `areas`; a Sniper given neither waits off the map."""

    unit: str
    hex: str = ""
    area: str = ""
    name: str = ""
    alias: str = ""  # what drills call it
    weapons: list[str] = []
    shaken: bool = False
    wounded: bool = False
    facing: int = 0  # of a gun
    skill: str = ""  # his card (lnlt.core.12)
    markers: list[Literal["moved", "fired", "assault-move", "low-crawl", "double-time", "ops-complete"]] = []


class ReinforcementSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Units that arrive in a turn, each in a free hex of an area."""

    turn: int
    area: str
    units: list[UnitSpec] = []
    vehicles: list[VehicleSpec] = []


class FlightSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Those aboard one glider, or one stick of parachutists, and the turn from which they may land."""

    units: list[UnitSpec] = []
    vehicles: list[VehicleSpec] = []  # a jeep, with one gun among the units (lnlt.hon.23.0i)
    turn: int = 1


class SortieSpec(msgspec.Struct, forbid_unknown_fields=True):
    """An aircraft (lnlt.core.armour.9): firepower of its guns and of its bombs, 0 = none, and the turn it may come."""

    name: str
    strafe_fp: int = 0
    bomb_fp: int = 0
    turn: int = 1


class SideSpec(msgspec.Struct, forbid_unknown_fields=True):
    nation: Nation
    areas: dict[str, list[str]] = {}
    reinforcements: list[ReinforcementSpec] = []
    units: list[UnitSpec] = []
    heroes: list[str] = []
    cards: list[str] = []  # skills that Heroes may draw
    home: bool = False  # fights on home ground (lnlt.hid.13.3.1a)
    gliders: list[FlightSpec] = []
    drops: list[FlightSpec] = []
    vehicles: list[VehicleSpec] = []
    artillery: list[BatterySpec] = []
    aircraft: list[SortieSpec] = []
    smoke_shells: int = 0  # for the option of that name


class ObjectiveSpec(msgspec.Struct, forbid_unknown_fields=True):
    hex: str
    points: int


class ExitSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Good Order units of a side that end a turn in these hexes have left the map: points for each squad."""

    side: Nation
    hexes: list[str]
    points: int


class NeedSpec(msgspec.Struct, forbid_unknown_fields=True):
    """This side wins with so many points, the other one otherwise."""

    side: Nation
    points: int


class VictorySpec(msgspec.Struct, forbid_unknown_fields=True):
    """What points are given for, and who wins: more points, or the side that has what it needs."""

    objectives: list[ObjectiveSpec] = []
    casualty_points: int = 0
    exits: list[ExitSpec] = []
    need: NeedSpec | None = None
    last_man: bool = False
    tie: str = ""


class GroundSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Markers on the map from the start: a value is the firepower of mines."""

    marker: Literal[
        "smoke",
        "fire",
        "wreck",
        "foxholes",
        "trench",
        "wire",
        "mines",
        "at-mines",
        "roadblock",
        "barricade",
        "dead-cows",
    ]
    hexes: list[str]
    value: int = 0


class EventSpec(msgspec.Struct, forbid_unknown_fields=True):
    """An event marker (lnlt.core.1.8): set off by units of `side` (anybody's unless given) that enter the hex. What
    happens: points for them, a marker on the hex, units of `joins` that show up there."""

    hex: str
    text: str
    side: str = ""
    points: int = 0
    marker: Literal["", "smoke", "foxholes", "wire", "mines"] = ""
    joins: str = ""
    units: list[UnitSpec] = []


class BattleSpec(Heading, forbid_unknown_fields=True, kw_only=True):
    """What scenarios and the positions of drills have in common."""

    turns: int
    initiative: str
    sides: list[SideSpec]
    victory: VictorySpec = msgspec.field(default_factory=VictorySpec)
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    module: Module = "boh"
    events: list[EventSpec] = msgspec.field(default_factory=list)
    visibility: int = 0  # at night: hexes that one can see (lnlt.core.20)
    ground: list[GroundSpec] = msgspec.field(default_factory=list)
    inside: list[PlaceSpec] = msgspec.field(default_factory=list)  # bunkers, caves, rooftops: hexes within a hex


class ScenarioSpec(BattleSpec, forbid_unknown_fields=True, kw_only=True):
    """One `map`, or `boards`: rows of maps laid edge to edge."""

    map: str = ""
    boards: list[list[PartSpec]] = msgspec.field(default_factory=list)
    streams: int = 0  # the type of every stream, 0 = as drawn
    lesson: str = ""  # a drill that is played step by step, with its position in place of map and units


SHELF = Shelf(SCENARIOS, ScenarioSpec)


# ---- scenarios


def link_scenario(spec: BattleSpec, name: str, board: Board) -> Scenario:
    nations = [str(side.nation) for side in spec.sides]
    if len(nations) != 2 or nations[0] == nations[1]:
        raise WrongContent("sides", "there must be two sides of different nations")
    if spec.initiative not in nations:
        raise WrongContent("initiative", f"'{spec.initiative}' is no side of this scenario")
    if not 1 <= spec.turns <= 30:
        raise WrongContent("turns", f"must be from 1 to 30, not {spec.turns}")
    found = Scenario(name, board, nations, spec.turns, nations.index(spec.initiative))
    found.module = spec.module
    found.visibility = spec.visibility
    types, weapons = sheet(spec.module)
    for s, side in enumerate(spec.sides):
        most = sheets.most_heroes(side.nation)
        if most and len(side.heroes) > most:
            raise WrongContent(f"sides[{s}].heroes", f"there are only {most} heroes")  # lnlt.hon.13.1.4a
        for i, hero in enumerate(side.heroes):
            if hero not in types or types[hero].kind != kinds.HERO:
                raise WrongContent(f"sides[{s}].heroes[{i}]", f"there is no hero '{hero}'")
            found.heroes[s].append(types[hero])
        for i, plane in enumerate(side.aircraft):
            if plane.strafe_fp < 1 and plane.bomb_fp < 1:
                raise WrongContent(f"sides[{s}].aircraft[{i}]", "an aircraft needs guns or bombs")
            found.sorties[s].append(Sortie(plane.name, plane.strafe_fp, plane.bomb_fp, plane.turn))
        found.cards[s] = [card_of(card, f"sides[{s}].cards[{i}]") for i, card in enumerate(side.cards)]
        found.heavy = found.heavy or skills.ROCKET_MAN in found.cards[s]
        found.home[s] = side.home
        found.issued[s] = {
            skill: weapons[by_nation[side.nation]]
            for skill, by_nation in skills.ISSUED.items()
            if side.nation in by_nation
        }
        found.shells[s] = max(0, side.smoke_shells)
    for i, objective in enumerate(spec.victory.objectives):
        hex_ = hex_of(board.grid, objective.hex, f"victory.objectives[{i}].hex")
        found.objectives.append(Objective(hex_, objective.points))
    link_victory(spec.victory, found)
    for i, event in enumerate(spec.events):
        found.paragraphs.append(link_event(event, found, f"events[{i}]"))
    if spec.victory.tie:
        if spec.victory.tie not in nations:
            raise WrongContent("victory.tie", f"'{spec.victory.tie}' is no side of this scenario")
        found.tie = nations.index(spec.victory.tie)
    found.edition = edition(spec.options)
    found.numbers = numbers()
    return found


def link_victory(spec: VictorySpec, found: Scenario) -> None:
    found.casualty_points = spec.casualty_points
    found.last_man = spec.last_man
    for i, exit_ in enumerate(spec.exits):
        field = f"victory.exits[{i}]"
        seat = seat_of(found, exit_.side, f"{field}.side")
        hexes: list[int] = []
        for h, name in enumerate(exit_.hexes):
            hexes += hexes_of(found.board.grid, name, f"{field}.hexes[{h}]")
        found.exits.append(Exit(seat, hexes, exit_.points))
    if spec.need is not None:
        found.need_seat = seat_of(found, spec.need.side, "victory.need.side")
        found.need = spec.need.points


def link_event(spec: EventSpec, scenario: Scenario, field: str) -> Paragraph:
    hex_ = hex_of(scenario.board.grid, spec.hex, f"{field}.hex")
    seat = seat_of(scenario, spec.side, f"{field}.side") if spec.side else GONE
    found = Paragraph(hex_, seat, spec.text)
    found.points = spec.points
    if spec.marker:
        found.marker = MARKER_NAMES.index(spec.marker)
    if spec.units and not spec.joins:
        raise WrongContent(f"{field}.joins", "say which side the units belong to")
    return found


def seat_of(scenario: Scenario, nation: str, field: str) -> int:
    if nation not in scenario.nations:
        raise WrongContent(field, f"'{nation}' is no side of this scenario")
    return scenario.nations.index(nation)


def lay_ground(state: LnltState, spec: BattleSpec) -> None:
    """Markers of the set-up, where the rules allow them; a bunker shows in its hex."""
    board = state.board
    for place in board.places:
        state.scenario.cramped = True
        if place.kind == chart.BUNKER:
            state.put_marker(BUNKER, place.base, place.tm << 3)
    for i, laid in enumerate(spec.ground):
        for h, name in enumerate(laid.hexes):
            field = f"ground[{i}].hexes[{h}]"
            hex_ = hex_of(board.grid, name, field)
            if laid.marker == "roadblock" and not board.road_mask >> hex_ & 1:
                raise WrongContent(field, f"there is no road in {name} for a roadblock")  # lnlt.dj.21.8a
            if laid.marker == "dead-cows" and board.terrain[hex_].sight == kinds.BLOCKING:
                raise WrongContent(field, f"dead cows lie in no {board.terrain[hex_].id}")  # lnlt.hid.10.8.3b
            state.put_marker(MARKER_NAMES.index(laid.marker), hex_, laid.value)


def set_up(spec: BattleSpec, scenario: Scenario, dice: Dice) -> tuple[LnltState, dict[str, int]]:
    """Everybody in place, and the pieces by their drill names."""
    state = LnltState(scenario, dice)
    names: dict[str, int] = {}
    lay_ground(state, spec)
    for seat, side in enumerate(spec.sides):
        areas = link_areas(state, seat, side)
        for i, unit_spec in enumerate(side.units):
            muster(state, seat, unit_spec, f"sides[{seat}].units[{i}]", areas, 0, names)
        for r, group in enumerate(side.reinforcements):
            for i, unit_spec in enumerate(group.units):
                unit_spec.area = unit_spec.area or group.area
                field = f"sides[{seat}].reinforcements[{r}].units[{i}]"
                if not 1 <= group.turn <= scenario.turns:
                    raise WrongContent(f"sides[{seat}].reinforcements[{r}].turn", "there is no such turn")
                muster(state, seat, unit_spec, field, areas, group.turn, names)
            for i, vehicle_spec in enumerate(group.vehicles):
                vehicle_spec.area = vehicle_spec.area or group.area
                field = f"sides[{seat}].reinforcements[{r}].vehicles[{i}]"
                deploy(state, seat, vehicle_spec, field, names, areas, group.turn)
        for i, vehicle_spec in enumerate(side.vehicles):
            deploy(state, seat, vehicle_spec, f"sides[{seat}].vehicles[{i}]", names, areas, 0)
        for name, flights in (("gliders", side.gliders), ("drops", side.drops)):
            for i, flight in enumerate(flights):
                embark(state, seat, flight, f"sides[{seat}].{name}[{i}]", GLIDER if name == "gliders" else STICK, names)
        for i, battery in enumerate(side.artillery):
            supply(state, seat, battery, f"sides[{seat}].artillery[{i}]")
    check_stacks(spec, state)
    for i, event in enumerate(spec.events):
        seat = seat_of(scenario, event.joins, f"events[{i}].joins") if event.joins else GONE
        for u, unit_spec in enumerate(event.units):
            unit = make_unit(state, seat, unit_spec, GONE, f"events[{i}].units[{u}]")
            scenario.paragraphs[i].units.append(unit.id)
            for w, weapon in enumerate(unit_spec.weapons):
                place_weapon(state, unit, weapon, f"events[{i}].units[{u}].weapons[{w}]")
            names[unit_spec.alias or unit_spec.name or f"event {i} {u}"] = unit.id
    set_crews(state)
    state.waiting = list(range(len(scenario.arrivals)))
    check_areas(state)
    return state, names


def link_areas(state: LnltState, seat: int, side: SideSpec) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for area, names in side.areas.items():
        field = f"sides[{seat}].areas.{area}"
        found[area] = []
        for i, name in enumerate(names):
            found[area] += [h for h in hexes_of(state.board.grid, name, f"{field}[{i}]") if h not in found[area]]
        if not any(state.board.terrain[hex_].cost for hex_ in found[area]):
            raise WrongContent(field, "nobody can stand anywhere in it")
    return found


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
        if spec.area not in areas:
            raise WrongContent(f"{field}.area", f"there is no area '{spec.area}' (there are: {', '.join(areas)})")
        unit = make_unit(state, seat, spec, GONE, field)
        state.scenario.arrivals.append(Arrival(seat, unit.id, turn, areas[spec.area]))
    elif spec.hex and not spec.area:
        unit = place_unit(state, seat, spec, field)
    elif not spec.hex and lurks(state, seat, spec, field):
        unit = make_unit(state, seat, spec, GONE, field)
        state.lurking = [*state.lurking, unit.id]
    else:
        raise WrongContent(f"{field}.hex", "a unit needs a hex or an area, and not both")
    label = spec.alias or spec.name
    if label:
        names[label] = unit.id
    for w, weapon in enumerate(spec.weapons):
        names[f"{label}: {weapon}"] = place_weapon(state, unit, weapon, f"{field}.weapons[{w}]")


def lurks(state: LnltState, seat: int, spec: UnitSpec, field: str) -> bool:
    """A Sniper is kept off the map until his side places him (lnlt.core.11.4)."""
    return type_of(state, seat, spec, field).kind == kinds.SNIPER


def embark(state: LnltState, seat: int, spec: FlightSpec, field: str, kind: int, names: dict[str, int]) -> None:
    """Units that wait in the air; a glider lifts three squads and six single men (lnlt.hon.23.0h)."""
    aboard: list[int] = []
    for i, unit_spec in enumerate(spec.units):
        unit = make_unit(state, seat, unit_spec, GONE, f"{field}.units[{i}]")
        aboard.append(unit.id)
        label = unit_spec.alias or unit_spec.name
        if label:
            names[label] = unit.id
        for w, weapon in enumerate(unit_spec.weapons):
            names[f"{label}: {weapon}"] = place_weapon(state, unit, weapon, f"{field}.units[{i}].weapons[{w}]")
    units = [state.units[number] for number in aboard]
    if sum(unit.type.size for unit in units) > MOST_HALF_SQUADS or sum(unit.type.smc for unit in units) > 6:
        raise WrongContent(f"{field}.units", "three squads and six single men at most")
    if kind == STICK and not any(unit.type.mmc for unit in units):
        raise WrongContent(f"{field}.units", "at least one squad, half-squad or team jumps in each stick")
    flown = Flight(kind, spec.turn, aboard, GONE)
    load_glider(state, seat, spec.vehicles, flown, field)
    state.flights[seat].append(flown)


def check_areas(state: LnltState) -> None:
    """Whoever sets up must find room, whatever the others choose."""
    for seat in (0, 1):
        for area in {tuple(a.area) for a in state.scenario.arrivals if a.seat == seat and a.turn == 0}:
            due = [a for a in state.scenario.arrivals if a.seat == seat and a.turn == 0 and tuple(a.area) == area]
            units = [state.units[arrival.unit] for arrival in due]
            hexes = [h for h in area if state.board.terrain[h].cost and not state.stacks[1 - seat][h]]
            squads = sum(unit.type.size for unit in units)
            singles = sum(unit.type.smc for unit in units)
            if squads > MOST_HALF_SQUADS * len(hexes) or singles > MOST_SMC * len(hexes):
                raise WrongContent(f"sides[{seat}].areas", f"{len(hexes)} hexes hold no {len(units)} units")


def type_of(state: LnltState, seat: int, spec: UnitSpec, field: str) -> UnitType:
    types, _ = sheet(state.scenario.module)
    if spec.unit not in types:
        raise WrongContent(f"{field}.unit", f"there is no unit '{spec.unit}'")
    type_ = types[spec.unit]
    if type_.nation != state.scenario.nations[seat]:
        raise WrongContent(f"{field}.unit", f"'{spec.unit}' does not fight for {state.scenario.nations[seat]}")
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
            if name and not has_room(state, seat, state.board.grid.numbers[name], []):
                what = f"too many units in {name}, or such as do not stack together"
                raise WrongContent(f"sides[{seat}].units[{i}].hex", what)


def card_of(name: str, field: str) -> int:
    if name not in skills.NAMES[1:]:
        raise WrongContent(field, f"there is no skill '{name}' (there are: {', '.join(skills.NAMES[1:])})")
    return skills.NAMES.index(name)


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
        state.skilled = True
        issue(state, unit)
        if unit.skill == skills.ROCKET_MAN:
            state.scenario.heavy = True
    if type_.team is not None:
        state.scenario.heavy = True
    if type_.apart:
        state.scenario.apart = True
    if type_.traits & traits.MOUNTED:
        state.scenario.mounted = True
    if type_.apart or type_.traits & traits.MOUNTED:
        state.scenario.cramped = True
    if type_.kind == kinds.SNIPER:
        state.scenario.snipers = True
    return unit


WEAPON_IDS = 500
"""Weapons show as pieces with ids from here on."""


def place_weapon(state: LnltState, unit: Unit, name: str, field: str) -> int:
    _, weapons = sheet(state.scenario.module)
    if name not in weapons:
        raise WrongContent(field, f"there is no weapon '{name}' (there are: {', '.join(weapons)})")
    if load(state, unit.id) >= capacity(unit):
        raise WrongContent(field, f"{unit.type.id} cannot carry that many weapons")
    weapon = Weapon(len(state.weapons), weapons[name], unit.id, unit.hex, False)
    state.weapons.append(weapon)
    if weapon.type.ordnance is not None:
        state.scenario.heavy = True
    return WEAPON_IDS + weapon.id


def lesson_path(spec: ScenarioSpec) -> Path:
    path = PACKAGE / "drills" / f"{spec.lesson}.yaml"
    if not path.is_file():
        raise WrongContent("lesson", f"there is no drill '{spec.lesson}'")
    return path


def open_scenario(name: str, options: Mapping[str, Any], dice: Dice) -> LnltState:
    """The state at set-up; options of the game override those of the scenario."""
    path = SHELF.path(name)
    spec = SHELF.read(path)
    chosen = edition_of_game(options)
    try:
        scenario = link_scenario(spec, name, board_of(spec, path.parent))
        if chosen:
            scenario.edition = edition({**spec.options, **options})
        state = set_up(spec, scenario, dice)[0]
        check_apart(spec, state)
        return state
    except WrongContent as wrong:
        raise fault(path, wrong.field, wrong.message) from None


def board_of(spec: ScenarioSpec, folder: Path) -> Board:
    if bool(spec.map) == bool(spec.boards):
        raise WrongContent("map", "a scenario is played on one map, or on boards side by side")
    if not 0 <= spec.streams <= 5:
        raise WrongContent("streams", f"streams are of type 1 to 5, not {spec.streams}")
    inside = tuple(spec.inside)
    if spec.map and not spec.streams:
        return load_map(find_map(spec.map, folder), inside)
    return load_boards(spec.boards or [[PartSpec(spec.map)]], folder, spec.streams, inside)


def check_apart(spec: BattleSpec, state: LnltState) -> None:
    """A battle does not begin in Melee; drills may."""
    for i, unit in enumerate(spec.sides[1].units):
        if unit.hex and state.stacks[0][hex_of(state.board.grid, unit.hex, "")]:
            raise WrongContent(f"sides[1].units[{i}].hex", f"the enemy stands in {unit.hex} already")


def info(path: Path) -> ScenarioInfo:
    """A line of the scenario browser."""
    spec = SHELF.read(path)
    seats = [Text(f"nation.{side.nation}") for side in spec.sides]
    try:
        lesson = [lesson_path(spec)] if spec.lesson else []
        used = [spec.map] if spec.map else [part.map for row in spec.boards for part in row]
        found = [find_map(name, path.parent) for name in used]
    except WrongContent as wrong:
        raise fault(path, wrong.field, wrong.message) from None
    files = [*lesson, *found, *sheets.files(), *(DATA / name for name in CHARTS)]
    return SHELF.info(path, seats, spec.turns, alone=bool(spec.lesson), files=files)
