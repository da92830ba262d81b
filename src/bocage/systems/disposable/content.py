"""Reading weapons, terrain, units and scenarios (YAML) and linking them into the lean objects of `model`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import ContentError, content_hash, fault, load_yaml
from bocage.geometry.plane import Polygon, Polyline, distance2, overlapping, tenths, unsound
from bocage.systems.disposable import model
from bocage.systems.disposable.rules.formation import SPOTS

PACKAGE = Path(__file__).parent
DATA = PACKAGE / "data"
SCENARIOS = DATA / "scenarios"

Point = tuple[float, float]


class WeaponClassData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    exempt_from_halving: bool
    special: bool
    basis: str
    full_rof_manoeuvre: bool = False
    move_and_fire: bool = True
    arc: int = 360


class WeaponData(msgspec.Struct, forbid_unknown_fields=True, rename={"kind": "class"}):
    id: str
    kind: str
    rof: int
    range: int
    ap: int
    mm: int
    effect: Literal["small_arms", "blast"]
    basis: str
    scoped: bool = False
    at_ap: int = 0
    crew: int = 0


class Armoury(msgspec.Struct, forbid_unknown_fields=True):
    classes: list[WeaponClassData]
    weapons: list[WeaponData]


class TerrainData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    cover: Literal["open", "concealment", "light", "medium", "heavy", "prepared"]
    linear: bool
    los: Literal["none", "depth", "block", "high"]
    move: Literal["clear", "rough", "linear", "bocage", "building", "impassable"]
    basis: str
    enclosed: bool = False
    bunker: bool = False


class TerrainFile(msgspec.Struct, forbid_unknown_fields=True):
    terrain: list[TerrainData]


class FigureData(msgspec.Struct, forbid_unknown_fields=True):
    count: int
    role: str
    guts: int
    weapon: str
    leader: bool = False
    extra: list[str] = []


class UnitData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    nation: str
    kind: Literal["squad", "command", "team"]
    quality: str
    grenade_throwers: int
    basis: str
    figures: list[FigureData]


class UnitFile(msgspec.Struct, forbid_unknown_fields=True):
    units: list[UnitData]


class TableData(msgspec.Struct, forbid_unknown_fields=True):
    width: int
    height: int


class ForceData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    template: str
    number: int = 0
    reserve: int = 0
    at: Point | None = None


class SideData(msgspec.Struct, forbid_unknown_fields=True):
    nation: Literal["us", "de", "uk", "su"]
    edge: Literal["north", "south", "west", "east"]
    zone: list[Point]
    forces: list[ForceData]


class PieceOfTerrain(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    type: str
    polygon: list[Point] = []
    line: list[Point] = []


class ObjectiveData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    at: Point
    radius: float
    vp: int


class VictoryData(msgspec.Struct, forbid_unknown_fields=True):
    unit: int = 1
    commander: int = 2
    draw_margin: int = 2


class ScenarioData(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    basis: str
    table: TableData
    turns: int
    sides: list[SideData]
    terrain: list[PieceOfTerrain]
    objectives: list[ObjectiveData]
    title: str = ""  # of scenarios outside the package; the own ones have theirs in the catalogues
    first_deployer: Literal["roll", "first", "second"] = "roll"
    victory: VictoryData = msgspec.field(default_factory=VictoryData)


@cache
def armoury() -> dict[str, model.Weapon]:
    path = DATA / "weapons.yaml"
    read = load_yaml(path, Armoury)
    classes = {c.id: c for c in read.classes}
    weapons: dict[str, model.Weapon] = {}
    for i, entry in enumerate(read.weapons):
        if entry.kind not in classes:
            raise fault(path, f"weapons[{i}].class", f"unknown weapon class '{entry.kind}'")
        weapons[entry.id] = weapon(i, entry, classes[entry.kind])
    return weapons


def weapon(index: int, entry: WeaponData, kind: WeaponClassData) -> model.Weapon:
    made = model.Weapon(index, entry.id, entry.rof, entry.range * 10, entry.ap, entry.mm)
    made.blast = entry.effect == "blast"
    made.scoped = entry.scoped
    made.exempt = kind.exempt_from_halving
    made.semi = kind.full_rof_manoeuvre
    made.move_and_fire = kind.move_and_fire
    made.arc = kind.arc < 360
    made.special = kind.special
    # dh.open.long_weapons
    made.no_long = kind.id in ("flamethrower", "grenade", "rifle_grenade", "at_reloadable", "at_one_shot", "mortar")
    return made


@cache
def weapon_classes() -> dict[str, WeaponClassData]:
    return {c.id: c for c in load_yaml(DATA / "weapons.yaml", Armoury).classes}


@cache
def terrain_types() -> dict[str, TerrainData]:
    return {t.id: t for t in load_yaml(DATA / "terrain.yaml", TerrainFile).terrain}


@cache
def unit_templates() -> dict[str, UnitData]:
    return read_units(DATA / "units.yaml")


def read_units(path: Path) -> dict[str, UnitData]:
    read = load_yaml(path, UnitFile)
    for i, unit in enumerate(read.units):
        for j, figure in enumerate(unit.figures):
            if figure.weapon not in armoury():
                raise fault(path, f"units[{i}].figures[{j}].weapon", f"unknown weapon '{figure.weapon}'")
    return {u.id: u for u in read.units}


def scenario_path(scenario: str) -> Path:
    """The file of an id, or the path itself."""
    own = SCENARIOS / f"{scenario}.yaml"
    return own if own.exists() else Path(scenario)


@cache
def load_scenario(path: Path, fingerprint: str) -> model.Scenario:
    """The linked scenario; the fingerprint makes an edited file load anew."""
    return Linker(path, load_yaml(path, ScenarioData)).link()


def fingerprint(path: Path) -> str:
    try:
        return content_hash(path.read_bytes())
    except OSError:
        raise ContentError(str(path), 0, "", "there is no such file") from None


MOVES = {"clear": model.CLEAR, "rough": model.ROUGH, "building": model.ENTRY, "impassable": model.IMPASSABLE}
SIGHTS = {
    "none": model.SIGHT_NONE, "depth": model.SIGHT_DEPTH, "block": model.SIGHT_BLOCK, "high": model.SIGHT_HIGH,
}  # fmt: skip
BARRIER_COST = {"linear": 20, "bocage": 40}
FIGURE_KINDS = {"lmg": "lmg", "hmg": "hmg", "smg": "smg", "assault_rifle": "smg"}


class Linker:
    """Checks a scenario and builds its lean twin; every fault names its field."""

    def __init__(self, path: Path, data: ScenarioData) -> None:
        self.path = path
        self.data = data
        self.width = data.table.width * 10
        self.height = data.table.height * 10

    def fault(self, field: str, message: str) -> ContentError:
        return fault(self.path, field, message)

    def link(self, bare: bool = False) -> model.Scenario:
        """`bare` leaves out the forces: drills bring their own."""
        data = self.data
        if not (24 <= data.table.width <= 120 and 24 <= data.table.height <= 96):
            raise self.fault("table", "the table must be 24 to 120 inches wide and 24 to 96 high")
        if data.turns < 1:
            raise self.fault("turns", "a game lasts at least one turn")
        if len(data.sides) != 2:
            raise self.fault("sides", f"two sides are wanted, not {len(data.sides)}")
        areas, barriers = self.terrain()
        table = model.Table(self.width, self.height, areas, barriers)
        sides = [self.side(i) for i in range(2)]
        if overlapping(data.sides[0].zone, data.sides[1].zone):
            raise self.fault("sides[1].zone", "overlaps the other side's deployment zone")
        scenario = model.Scenario(data.id, table, sides, data.turns, armoury()["hand_grenade"])
        if not bare:
            for i in range(2):
                self.forces(i, scenario)
        for k, objective in enumerate(data.objectives):
            x, y = self.point(f"objectives[{k}].at", objective.at)
            radius = self.length(f"objectives[{k}].radius", objective.radius)
            scenario.objectives.append(model.Objective(objective.id, x, y, radius, objective.vp))
        scenario.first_deployer = {"roll": -1, "first": 0, "second": 1}[data.first_deployer]
        scenario.vp_unit = data.victory.unit
        scenario.vp_commander = data.victory.commander
        scenario.draw_margin = data.victory.draw_margin
        self.unique("terrain", [t.id for t in data.terrain])
        self.unique("objectives", [o.id for o in data.objectives])
        self.check_positions(scenario)
        return scenario

    def unique(self, field: str, ids: list[str]) -> None:
        for i, name in enumerate(ids):
            if name in ids[:i]:
                raise self.fault(f"{field}[{i}].id", f"'{name}' is used twice")

    def length(self, field: str, inches: float) -> int:
        try:
            return tenths(inches)
        except ValueError as error:
            raise self.fault(field, str(error)) from None

    def point(self, field: str, at: Point) -> tuple[int, int]:
        x = self.length(field, at[0])
        y = self.length(field, at[1])
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            raise self.fault(field, f"({at[0]}, {at[1]}) is off the table")
        return x, y

    def points(self, field: str, given: list[Point]) -> list[tuple[int, int]]:
        return [self.point(f"{field}[{i}]", at) for i, at in enumerate(given)]

    def polygon(self, field: str, given: list[Point]) -> Polygon:
        points = self.points(field, given)
        problem = unsound(points)
        if problem:
            raise self.fault(field, problem)
        return Polygon(points)

    def terrain(self) -> tuple[list[model.Area], list[model.Barrier]]:
        areas: list[model.Area] = []
        barriers: list[model.Barrier] = []
        for i, piece in enumerate(self.data.terrain):
            field = f"terrain[{i}]"
            kind = terrain_types().get(piece.type)
            if kind is None:
                raise self.fault(f"{field}.type", f"unknown terrain '{piece.type}'")
            cover = model.COVERS.index(kind.cover)
            if kind.linear:
                if len(piece.line) < 2 or piece.polygon:
                    raise self.fault(field, f"'{piece.type}' is drawn as a line of two points or more")
                line = Polyline(self.points(f"{field}.line", piece.line))
                barriers.append(
                    model.Barrier(piece.id, piece.type, line, cover, kind.los == "high", BARRIER_COST[kind.move])
                )
                continue
            if piece.line or not piece.polygon:
                raise self.fault(field, f"'{piece.type}' is drawn as a polygon")
            shape = self.polygon(f"{field}.polygon", piece.polygon)
            area = model.Area(piece.id, piece.type, shape, cover, SIGHTS[kind.los], MOVES[kind.move])
            area.enclosed = kind.enclosed
            area.bunker = kind.bunker
            areas.append(area)
        return areas, barriers

    def side(self, i: int) -> model.Side:
        side = self.data.sides[i]
        zone = self.polygon(f"sides[{i}].zone", side.zone)
        return model.Side(f"@nation.{side.nation}", side.nation, side.edge, zone)

    def forces(self, seat: int, scenario: model.Scenario) -> None:
        side = self.data.sides[seat]
        if not side.forces:
            raise self.fault(f"sides[{seat}].forces", "a side needs units")
        for i, entry in enumerate(side.forces):
            field = f"sides[{seat}].forces[{i}]"
            if any(force.id == entry.id for force in scenario.forces):
                raise self.fault(f"{field}.id", f"'{entry.id}' is used twice")
            template = unit_templates().get(entry.template)
            if template is None:
                raise self.fault(f"{field}.template", f"unknown unit '{entry.template}'")
            if template.nation != side.nation:
                raise self.fault(f"{field}.template", f"'{entry.template}' does not belong to this side's nation")
            at = None if entry.at is None else self.point(f"{field}.at", entry.at)
            add_force(scenario, seat, entry, template, at)

    def check_positions(self, scenario: model.Scenario) -> None:
        """Given places: on the table, on ground that can be stood on, on nobody's feet."""
        taken: list[tuple[int, int]] = []
        for force in scenario.forces:
            if force.at is None:
                continue
            own = [f for f in scenario.forces if f.seat == force.seat]
            field = f"sides[{force.seat}].forces[{own.index(force)}].at"
            for x, y in formation(force):
                if not scenario.table.on_table(x, y):
                    raise self.fault(field, f"{force.id} would stand off the table")
                if scenario.table.blocked[y * (scenario.table.width + 1) + x]:
                    raise self.fault(field, f"{force.id} would stand on impassable ground")
                if any(distance2(x, y, ox, oy) < model.BASE * model.BASE for ox, oy in taken):
                    raise self.fault(field, f"{force.id} overlaps another unit")
            taken.extend(formation(force))


def formation(force: model.Force) -> list[tuple[int, int]]:
    """The plain formation round the given place of the leader."""
    assert force.at is not None
    return [(force.at[0] + dx, force.at[1] + dy) for dx, dy in SPOTS[: len(force.figures)]]


def add_force(
    scenario: model.Scenario, seat: int, entry: ForceData, template: UnitData, at: tuple[int, int] | None
) -> model.Force:
    number = f" {entry.number}" if entry.number else ""
    force = model.Force(
        len(scenario.forces), entry.id, seat, f"@unit.{template.id}{number}", template.nation, template.id
    )
    force.commander = template.kind == "command"
    force.grenades = template.grenade_throwers
    force.reserve = entry.reserve
    force.at = at
    force.basis = "estimate" if "estimate" in template.basis else ""
    for man in template.figures:
        for _ in range(man.count):
            force.figures.append(len(scenario.figures))
            scenario.figures.append(figure(force.index, man))
    if template.kind == "team":
        force.weapon = scenario.figures[force.figures[0]].weapon
    scenario.forces.append(force)
    return force


def figure(unit: int, man: FigureData) -> model.Figure:
    weapon = armoury()[man.weapon]
    kind = FIGURE_KINDS.get(weapon_class(man.weapon), "rifleman")
    if man.role == "platoon-commander":
        kind = "commander"
    elif man.leader:
        kind = "leader"
    return model.Figure(unit, man.role, kind, man.guts, weapon, man.leader)


@cache
def weapon_class(weapon_id: str) -> str:
    for entry in load_yaml(DATA / "weapons.yaml", Armoury).weapons:
        if entry.id == weapon_id:
            return entry.kind
    raise KeyError(weapon_id)

