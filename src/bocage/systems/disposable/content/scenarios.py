"""Reading scenarios (YAML) and linking them, with the records of the data files, into the lean objects of `model`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import Faults, Heading, Shelf, WrongContent, known, linked, near_match
from bocage.geometry.flaws import find_flaw
from bocage.geometry.plane import Polygon, Polyline, distance2, tenths
from bocage.systems.disposable.content import records
from bocage.systems.disposable.content.records import (
    DATA,
    PACKAGE,
    Nation,
    armoury,
    cost,
    supports,
    unit_templates,
    vehicle_types,
)
from bocage.systems.disposable.model import tables
from bocage.systems.disposable.model.lessons import Lesson
from bocage.systems.disposable.model.weapons import DRIVES, Vehicle, Weapon
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.accuracy import AIMED
from bocage.systems.disposable.rules.bearing import farthest_shot
from bocage.systems.disposable.rules.grenades import GRENADE_RANGE
from bocage.systems.disposable.rules.room import SPOTS
from bocage.text import catalogue

SCENARIOS = DATA / "scenarios"

Point = tuple[float, float]


class TableData(msgspec.Struct, forbid_unknown_fields=True):
    width: int  # inches, 24 to 120
    height: int  # inches, 24 to 96


class ForceData(msgspec.Struct, forbid_unknown_fields=True):
    id: str  # a name of your own, used once
    template: str  # a unit or vehicle (data/units.yaml, data/vehicles.yaml)
    number: int = 0  # shown behind its name
    reserve: int = 0  # the turn from which it arrives, 0 for the start
    at: Point | None = None  # where its leader stands, in inches; without it the player deploys it
    hidden: bool = False  # shows itself when it first acts
    ride: str = ""  # comes in this vehicle


class SideData(msgspec.Struct, forbid_unknown_fields=True):
    nation: Nation  # us uk de su fr it
    edge: Literal[
        "north", "south", "west", "east"
    ]  # its own edge of the table: it routs there, reserves come from there
    zone: list[Point]  # polygon where it deploys, in inches
    forces: list[ForceData] = []  # its units
    platoon: str = ""  # a platoon and support for it instead of a list of forces
    support: list[str] = []  # units and vehicles beside the platoon


class PieceOfTerrain(msgspec.Struct, forbid_unknown_fields=True):
    id: str  # a name of your own, used once
    type: str  # a terrain (data/terrain.yaml)
    polygon: list[Point] = []  # corners in inches, for ground and buildings
    line: list[Point] = []  # points in inches, for hedges and walls
    floors: int = 0  # of a building, 1 to 6; 0: as many as such a building has


class ObjectiveData(msgspec.Struct, forbid_unknown_fields=True):
    id: str  # a name of your own, used once
    at: Point  # its middle, in inches
    radius: float  # inches
    vp: int  # victory points for who holds it


class BeyondData(msgspec.Struct, forbid_unknown_fields=True):
    """Points for each unpinned unit of a side north of y at the end."""

    side: Literal["first", "second"]  # whose units
    y: float  # inches from the south edge
    vp: int  # for each unit


class VictoryData(msgspec.Struct, forbid_unknown_fields=True):
    unit: int = 1  # points for each enemy unit destroyed
    commander: int = 2  # for the platoon headquarters
    vehicle: int = 2  # for each vehicle
    draw_margin: int = 2  # a smaller lead is a draw
    defender: Literal["", "first", "second"] = ""  # holds the objectives at which nobody stands
    all_objectives: Literal["", "first", "second"] = ""  # wins at once with all objectives at the end of a turn
    beyond: BeyondData | None = None  # points for units on the far side


class LessonData(msgspec.Struct, forbid_unknown_fields=True):
    """A text of a teaching scenario (in the catalogues): the first that fits a decision stands in its prompt."""

    id: str  # of the text: lesson.<id> in the catalogues
    kind: str  # of decision
    turn: int = 1  # from this turn on
    offers: str = ""  # only where this verb is among the choices
    side: Literal["", "first", "second"] = ""


class ScenarioData(Heading, forbid_unknown_fields=True, kw_only=True):
    table: TableData  # size of the table
    turns: int  # how many, 1 to 30
    sides: list[SideData]  # two
    terrain: list[PieceOfTerrain]  # what lies on the table
    objectives: list[ObjectiveData]  # what scores at the end
    basis: str = "estimate"
    first_deployer: Literal["roll", "first", "second"] = "roll"  # who deploys first
    first_turn: Literal["roll", "first", "second"] = "roll"  # who activates first on turn 1
    points: int = 0  # what a side may spend at most; 0: no limit
    drawn: bool = False  # table and forces are drawn by the options of the game
    lesson: list[LessonData] = msgspec.field(default_factory=list)  # texts of a teaching scenario
    victory: VictoryData = msgspec.field(default_factory=VictoryData)  # what points are given for


SHELF = Shelf(SCENARIOS, ScenarioData)


def load_scenario(path: Path, flat: bool = False) -> tables.Scenario:
    """The linked scenario; a file is linked again only when it has changed."""
    if flat:
        return Linker(path, SHELF.read(path), True).link()
    return SHELF.link(path, lambda data: Linker(path, data).link())


MOVES = {"clear": tables.CLEAR, "rough": tables.ROUGH, "building": tables.ENTRY, "impassable": tables.IMPASSABLE}
SIGHTS = {
    "none": tables.SIGHT_NONE, "depth": tables.SIGHT_DEPTH, "block": tables.SIGHT_BLOCK, "high": tables.SIGHT_HIGH,
}  # fmt: skip
SEATS = {"": -1, "roll": -1, "first": 0, "second": 1}
BARRIER_COST = {"linear": 20, "bocage": 40}
FIGURE_KINDS = {
    "lmg": "lmg", "hmg": "hmg", "smg": "smg", "assault_rifle": "smg", "mortar": "mortar", "gun": "gun",
    "sniper_rifle": "sniper", "flamethrower": "flamethrower", "at_reloadable": "anti-tank",
}  # fmt: skip
MOST_FLOORS = 6
MOST_FORCES = 400
"""Units, vehicles and their crews."""
SIDEARMS = {"us": "m1911", "uk": "webley", "de": "p38", "su": "tt33", "fr": "ruby", "it": "beretta34"}


class Linker:
    """Checks a scenario and builds its lean twin; every fault names its field."""

    def __init__(self, path: Path, data: ScenarioData, flat: bool = False) -> None:
        self.path = path
        self.data = data
        self.flat = flat  # nobody is upstairs (dh.open.floors)
        self.width, self.height = data.table.width * 10, data.table.height * 10
        self.faults = Faults()

    def link(self, bare: bool = False) -> tables.Scenario:
        """`bare` leaves out the forces: drills bring their own."""
        return linked(self.path, lambda faults: self.build(faults, bare))

    def build(self, faults: Faults, bare: bool) -> tables.Scenario:
        self.faults = faults
        data = self.data
        if not (24 <= data.table.width <= 120 and 24 <= data.table.height <= 96):
            raise WrongContent("table", "the table must be 24 to 120 inches wide and 24 to 96 high")
        if len(data.sides) != 2:
            raise WrongContent("sides", f"two sides are wanted, not {len(data.sides)}")
        with faults:
            if not 1 <= data.turns <= 30:
                raise WrongContent("turns", f"must be from 1 to 30, not {data.turns}")
        areas, barriers = self.terrain()
        table = tables.Table(self.width, self.height, areas, barriers)
        sides = [self.side(i) for i in range(2)]
        with faults:
            if not faults.found and sides[0].zone.overlaps(sides[1].zone):
                raise WrongContent("sides[1].zone", "overlaps the other side's deployment zone")
        scenario = tables.Scenario(SHELF.name(self.path), table, sides, data.turns, armoury()["hand_grenade"])
        if not bare:
            for i in range(2):
                with faults:
                    self.forces(i, scenario)
        self.victory(scenario)
        for i in range(len(data.lesson)):
            with faults:
                scenario.lessons.append(self.lesson(i))
        self.unique("terrain", [t.id for t in data.terrain])
        self.unique("objectives", [o.id for o in data.objectives])
        self.check_positions(scenario)
        return scenario

    def victory(self, scenario: tables.Scenario) -> None:
        """Who begins, and what the battle is won by."""
        data = self.data
        for k, objective in enumerate(data.objectives):
            with self.faults:
                x, y = self.point(f"objectives[{k}].at", objective.at)
                radius = self.length(f"objectives[{k}].radius", objective.radius)
                name = f"@objective.{objective.id}" if self.known(f"objective.{objective.id}") else objective.id
                scenario.objectives.append(tables.Objective(objective.id, name, x, y, radius, objective.vp))
        scenario.first_deployer = SEATS[data.first_deployer]
        scenario.first_seat = SEATS[data.first_turn]
        scenario.vp_unit, scenario.vp_vehicle = data.victory.unit, data.victory.vehicle
        scenario.vp_commander = data.victory.commander
        scenario.draw_margin = data.victory.draw_margin
        scenario.defender = SEATS[data.victory.defender]
        scenario.all_objectives = SEATS[data.victory.all_objectives]
        with self.faults:
            if data.victory.beyond is not None:
                beyond = data.victory.beyond
                scenario.vp_beyond = (SEATS[beyond.side], self.length("victory.beyond.y", beyond.y), beyond.vp)

    def known(self, key: str) -> bool:
        return key in catalogue(PACKAGE, "en").entries

    def lesson(self, i: int) -> Lesson:
        entry = self.data.lesson[i]
        key = f"lesson.{entry.id}"
        known("kind of decision", entry.kind, {kind.name: kind for kind in decisions.OFFERS}, f"lesson[{i}].kind")
        if entry.offers:
            known("verb", entry.offers, acts.ACTS.by_name, f"lesson[{i}].offers")
        if not self.known(key):
            raise WrongContent(f"lesson[{i}].id", f"the catalogues have no text '{key}'")
        return Lesson(key, entry.kind, entry.turn, entry.offers, SEATS[entry.side])

    def unique(self, field: str, ids: list[str]) -> None:
        for i, name in enumerate(ids):
            with self.faults:
                if name in ids[:i]:
                    raise WrongContent(f"{field}[{i}].id", f"'{name}' is used twice")

    def length(self, field: str, inches: float) -> int:
        try:
            return tenths(inches)
        except ValueError as error:
            raise WrongContent(field, str(error)) from None

    def point(self, field: str, at: Point) -> tuple[int, int]:
        x, y = self.length(field, at[0]), self.length(field, at[1])
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            raise WrongContent(field, f"({at[0]}, {at[1]}) is off the table")
        return x, y

    def points(self, field: str, given: list[Point]) -> list[tuple[int, int]]:
        return [self.point(f"{field}[{i}]", at) for i, at in enumerate(given)]

    def polygon(self, field: str, given: list[Point]) -> Polygon:
        points = self.points(field, given)
        flaw = find_flaw(points)
        if flaw:
            raise WrongContent(field, flaw)
        return Polygon(points)

    def terrain(self) -> tuple[list[tables.Area], list[tables.Barrier]]:
        areas: list[tables.Area] = []
        barriers: list[tables.Barrier] = []
        for i, piece in enumerate(self.data.terrain):
            with self.faults:
                kind = known("terrain", piece.type, records.terrain_types(), f"terrain[{i}].type")
                if kind.linear:
                    barriers.append(self.barrier(piece, kind, f"terrain[{i}]"))
                else:
                    areas.append(self.area(piece, kind, f"terrain[{i}]"))
        return areas, barriers

    def barrier(self, piece: PieceOfTerrain, kind: records.TerrainData, field: str) -> tables.Barrier:
        given = self.points(f"{field}.line", piece.line)
        points = given[:1] + [given[i] for i in range(1, len(given)) if given[i] != given[i - 1]]
        if len(points) < 2 or piece.polygon:
            raise WrongContent(field, f"'{piece.type}' is drawn as a line of two points or more")
        line = Polyline(points)
        cover = tables.COVERS.index(kind.cover)
        return tables.Barrier(piece.id, piece.type, line, cover, kind.los == "high", BARRIER_COST[kind.move])

    def area(self, piece: PieceOfTerrain, kind: records.TerrainData, field: str) -> tables.Area:
        if piece.line or not piece.polygon:
            raise WrongContent(field, f"'{piece.type}' is drawn as a polygon")
        shape = self.polygon(f"{field}.polygon", piece.polygon)
        cover = tables.COVERS.index(kind.cover)
        area = tables.Area(piece.id, piece.type, shape, cover, SIGHTS[kind.los], MOVES[kind.move])
        area.enclosed, area.bunker = kind.enclosed, kind.bunker
        area.floors = piece.floors or kind.floors
        if piece.floors and not (1 <= piece.floors <= MOST_FLOORS and kind.enclosed and not kind.bunker):
            raise WrongContent(f"{field}.floors", f"a building has 1 to {MOST_FLOORS} floors, and nothing else has any")
        if self.flat and area.raises():
            area.floors = 1
        return area

    def side(self, i: int) -> tables.Side:
        side = self.data.sides[i]
        zone = Polygon([(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)])
        with self.faults:
            zone = self.polygon(f"sides[{i}].zone", side.zone)
        return tables.Side(f"@nation.{side.nation}", side.nation, side.edge, zone)

    def forces(self, seat: int, scenario: tables.Scenario) -> None:
        side = self.data.sides[seat]
        entries = self.platoon(seat) if side.platoon else side.forces
        if not entries:
            raise WrongContent(f"sides[{seat}].forces", "a side needs units")
        before = len(self.faults.found)
        for i, entry in enumerate(entries):
            with self.faults:
                self.force(seat, entry, scenario, f"sides[{seat}].forces[{i}]")
        if len(scenario.forces) > MOST_FORCES:
            raise WrongContent(f"sides[{seat}]", f"{len(scenario.forces)} units, a battle has at most {MOST_FORCES}")
        if len(self.faults.found) > before or not self.data.points:
            return
        spent = sum(cost(entry.template) for entry in entries)
        if spent > self.data.points:
            bill = ", ".join(f"{entry.template} {cost(entry.template)}" for entry in entries)
            raise WrongContent(f"sides[{seat}]", f"{spent} points, {self.data.points} are allowed ({bill})")

    def force(self, seat: int, entry: ForceData, scenario: tables.Scenario, field: str) -> None:
        nation = self.data.sides[seat].nation
        if any(force.id == entry.id for force in scenario.forces):
            raise WrongContent(f"{field}.id", f"'{entry.id}' is used twice")
        at = None if entry.at is None else self.point(f"{field}.at", entry.at)
        if nation not in known("unit", entry.template, nations_of_units(), f"{field}.template"):
            raise WrongContent(f"{field}.template", f"'{entry.template}' does not belong to this side's nation")
        if entry.template in vehicle_types():
            add_vehicle(scenario, seat, entry, at, nation)
            return
        force = add_force(scenario, seat, entry, unit_templates()[entry.template], at)
        if entry.ride:
            force.ride = self.ride(f"{field}.ride", entry, scenario, force)

    def ride(self, field: str, entry: ForceData, scenario: tables.Scenario, force: tables.Force) -> int:
        for other in scenario.forces:
            if other.id == entry.ride and other.seat == force.seat and other.vehicle is not None:
                if len(force.figures) > other.vehicle.room:
                    raise WrongContent(field, f"'{entry.ride}' has room for {other.vehicle.room} figures")
                return other.index
        raise WrongContent(field, f"no vehicle '{entry.ride}' is listed before this unit")

    def platoon(self, seat: int) -> list[ForceData]:
        """The forces of a bought platoon, numbered where a unit comes more than once (dh.core.points)."""
        side = self.data.sides[seat]
        raised = {name: platoon for name, platoon in records.platoons().items() if platoon.nation == side.nation}
        bought = known(f"platoon for '{side.nation}' called", side.platoon, raised, f"sides[{seat}].platoon")
        shop = {f"{name} {cost(name)}": name for name in supports(side.nation)}
        for i, name in enumerate(side.support):
            with self.faults:
                if name not in shop.values():
                    near = near_match(name, shop.values())
                    message = f"'{name}' is no support of '{side.platoon}'{near} (there is {', '.join(shop)})"
                    raise WrongContent(f"sides[{seat}].support[{i}]", message)
        names = bought.units + [name for name in side.support if name in shop.values()]
        numbers = [names[: i + 1].count(name) if names.count(name) > 1 else 0 for i, name in enumerate(names)]
        return [ForceData(f"{side.nation}_{i + 1}", name, numbers[i]) for i, name in enumerate(names)]

    def check_positions(self, scenario: tables.Scenario) -> None:
        """Given places: on the table, on ground that can be stood on, on nobody's feet."""
        taken: list[tuple[int, int]] = []
        for force in scenario.forces:
            if force.at is None:
                continue
            entries = [entry.id for entry in self.data.sides[force.seat].forces]
            with self.faults:
                field = f"sides[{force.seat}].forces[{entries.index(force.id)}].at"
                self.check_place(force, scenario.table, taken, field)
            taken.extend(formation(force))

    def check_place(self, force: tables.Force, table: tables.Table, taken: list[tuple[int, int]], field: str) -> None:
        for x, y in formation(force):
            if not table.on_table(x, y):
                raise WrongContent(field, f"{force.id} would stand off the table")
            if table.is_shut(x, y):
                raise WrongContent(field, f"{force.id} would stand on impassable ground or on an obstacle")
            if any(distance2(x, y, ox, oy) < tables.BASE * tables.BASE for ox, oy in taken):
                raise WrongContent(field, f"{force.id} overlaps another unit")


@cache
def nations_of_units() -> dict[str, list[str]]:
    """Who may have each unit and vehicle."""
    on_foot = {name: [unit.nation] for name, unit in unit_templates().items()}
    return on_foot | {name: [str(nation) for nation in vehicle.nations] for name, vehicle in vehicle_types().items()}


def formation(force: tables.Force) -> list[tuple[int, int]]:
    """The plain formation round the given place of the leader."""
    assert force.at is not None
    return [(force.at[0] + dx, force.at[1] + dy) for dx, dy in SPOTS[: len(force.figures)]]


def add_force(
    scenario: tables.Scenario, seat: int, entry: ForceData, template: records.UnitData, at: tuple[int, int] | None
) -> tables.Force:
    force = new_force(scenario, seat, entry, template.nation)
    force.commander = template.kind == "command"
    force.grenades = template.grenade_throwers
    force.hidden = entry.hidden
    force.camouflaged = template.camouflaged
    force.sniper = template.kind == "sniper"
    force.observer = template.observer
    force.recon = template.recon
    force.at = at
    force.basis = "estimate" if "estimate" in template.basis else ""
    for man in template.figures:
        for _ in range(man.count):
            force.figures.append(len(scenario.figures))
            scenario.figures.append(figure(force.index, man))
    if force.commander:
        scenario.commanders[seat] += [f for f in force.figures if scenario.figures[f].kind == "commander"]
    measure_reach(scenario, force, template)
    scenario.forces.append(force)
    return force


def new_force(scenario: tables.Scenario, seat: int, entry: ForceData, nation: str) -> tables.Force:
    name = f"@unit.{entry.template} {entry.number}" if entry.number else f"@unit.{entry.template}"
    force = tables.Force(len(scenario.forces), entry.id, seat, name, nation, entry.template)
    force.reserve = entry.reserve
    return force


def measure_reach(scenario: tables.Scenario, force: tables.Force, template: records.UnitData) -> None:
    """How far the weapons of its figures carry, and which of them a team fires."""
    figures = [scenario.figures[f] for f in force.figures]
    launchers = [figure.launcher for figure in figures if figure.launcher is not None]
    force.reaches = [carry([figure.weapon for figure in figures], mode) for mode in range(len(tables.MODES))]
    grenades = GRENADE_RANGE if force.grenades else 0
    force.throws = [max(grenades, carry(launchers, mode)) for mode in range(len(tables.MODES))]
    force.launchers = bool(launchers)
    if template.kind in ("team", "gun", "sniper"):
        force.weapon = figures[0].weapon


def carry(weapons: list[Weapon], mode: int) -> int:
    """How far the farthest of them reaches in a mode."""
    return max([farthest_shot(weapon, mode, AIMED, 0) for weapon in weapons], default=0)


def add_vehicle(
    scenario: tables.Scenario, seat: int, entry: ForceData, at: tuple[int, int] | None, nation: str
) -> tables.Force:
    """The vehicle as a unit of one piece, and its crew as a unit that shows only when it bails out."""
    data = vehicle_types()[entry.template]
    force = new_force(scenario, seat, entry, nation)
    vehicle = Vehicle(data.id, DRIVES.index(data.drive), data.dm, data.crew, data.guts)
    vehicle.open_topped, vehicle.soft = data.open_topped, data.soft
    vehicle.weapons = [armoury()[name] for name in data.weapons]
    vehicle.room = data.room
    force.vehicle = vehicle
    scenario.hulls.append(force.index)
    force.at = at
    force.basis = "estimate"
    sidearm = armoury()[SIDEARMS[nation]]
    force.figures = [len(scenario.figures)]
    shown = vehicle.weapons[0] if vehicle.weapons else sidearm
    hull = tables.Figure(force.index, "vehicle", "vehicle", data.guts, shown, False)
    hull.special = False
    scenario.figures.append(hull)
    scenario.forces.append(force)
    crew = tables.Force(len(scenario.forces), f"{entry.id}-crew", seat, f"@unit.crew {force.name}", nation, "crew")
    crew.crew_of = force.index
    crew.basis = "estimate"
    for _ in range(data.crew):
        crew.figures.append(len(scenario.figures))
        scenario.figures.append(tables.Figure(crew.index, "vehicle-crew", "rifleman", data.guts, sidearm, False))
    scenario.forces.append(crew)
    return force


def figure(unit: int, man: records.FigureData) -> tables.Figure:
    weapon = armoury()[man.weapon]
    kind = FIGURE_KINDS.get(records.weapon_data()[man.weapon].kind, "rifleman")
    if man.role == "platoon-commander":
        kind = "commander"
    elif man.leader:
        kind = "leader"
    made = tables.Figure(unit, man.role, kind, man.guts, weapon, man.leader)
    for extra in man.extra:
        if extra == "radio":
            made.radio = True
        else:
            made.launcher = armoury()[extra]
            made.special = made.special or made.launcher.special  # dh.special.2
    return made
