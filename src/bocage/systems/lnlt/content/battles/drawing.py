"""A random battle drawn up as a scenario, in the same terms that a scenario file has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bocage.content import ContentError, WrongContent
from bocage.content.draws import chance
from bocage.geometry.hex import column_letters
from bocage.kernel import Arg
from bocage.systems.lnlt.content.battles.data import Size, battles, maps
from bocage.systems.lnlt.content.battles.forces import Force
from bocage.systems.lnlt.content.battles.ground import Ground
from bocage.systems.lnlt.content.battles.options import NAMES, Plan, plan
from bocage.systems.lnlt.content.boards import load_boards
from bocage.systems.lnlt.content.counters import Nation
from bocage.systems.lnlt.content.listing import find_map
from bocage.systems.lnlt.content.maps import load_map
from bocage.systems.lnlt.content.specs import (
    BatterySpec,
    ExitSpec,
    GroundSpec,
    ObjectiveSpec,
    PartSpec,
    ScenarioSpec,
    SideSpec,
    UnitSpec,
    VehicleSpec,
)
from bocage.systems.lnlt.content.vehicles import vehicle_types
from bocage.systems.lnlt.model.board import Board

GATE = 5  # hexes by which the attacker may leave
EXIT_POINTS = 2
SMOKE_SHELLS = 2


class Area:
    """Where some of a side set up, and where they look."""

    def __init__(self, hexes: list[int], facing: int) -> None:
        self.hexes = hexes
        self.facing = facing


class Battle:
    """A battle while it is being drawn up; side 0 are the Allies."""

    def __init__(self, found: Plan) -> None:
        self.plan = found
        self.size: Size = battles().sizes[found.size]
        rng = chance(found.number, "kind")
        kinds = battles().kinds
        self.kind = rng.choices(list(kinds), [kind.often for kind in kinds.values()])[0]
        self.attacker = rng.randrange(2)  # in a meeting, who moves first
        self.armour = rng.randrange(100) < battles().armour
        self.parts = self.draw_maps()
        self.board = load_parts(self.parts)
        self.ground = Ground(self.board, chance(found.number, "ground", found.map, found.size))
        self.areas: list[list[Area]] = [[], []]
        self.objectives: list[int] = []
        self.exits: list[int] = []
        self.lay_out()

    def draw_maps(self) -> list[PartSpec]:
        """A large battle takes another map beside the chosen one."""
        if self.size.boards == 1 or self.plan.map in battles().alone:
            return [PartSpec(self.plan.map)]
        rng = chance(self.plan.number, "boards")
        others = [name for name in maps() if name not in battles().alone and name != self.plan.map]
        names = [self.plan.map, *rng.sample(others, self.size.boards - 1)]
        return [PartSpec(name, rng.random() < 0.5) for name in names]

    def lay_out(self) -> None:
        """Set-up areas and objectives by the kind of battle; the attacker has the near edge."""
        ground = self.ground
        edge, length = ground.edge(), ground.length
        forth, back = ground.facing(False), ground.facing(True)
        near, far = ground.strip(0, edge), ground.strip(length - edge, length)
        attackers = [Area(near, forth)]
        if self.kind == "meeting":
            defenders = [Area(far, back)]
            contested = ground.strip(edge + 1, length - edge - 1)
        elif self.kind == "attack":
            defenders = [Area(ground.strip(length // 2, length), back)]
            contested = ground.strip(length // 2, length - 1)
        elif self.kind == "pocket":
            attackers = [Area(near, forth), Area(far, back)]
            defenders = [
                Area(ground.strip(edge + 2, length - edge - 2) or ground.strip(edge + 1, length - edge - 1), forth)
            ]
            contested = defenders[0].hexes
        else:
            defenders = [Area(ground.strip(length // 2 - 1, length - 2), back)]
            contested = defenders[0].hexes
            self.exits = ground.gate(GATE)
        number = len(self.size.objectives)
        if self.kind == "breakthrough":
            number = number // 2
        self.areas[self.attacker] = attackers
        self.areas[1 - self.attacker] = defenders
        enemies = defenders[0].hexes
        self.objectives = ground.objectives(contested, number, near, far if self.kind == "meeting" else enemies)

    def name(self, hex_: int) -> str:
        return self.board.grid.names[hex_]

    def nations(self) -> list[Nation]:
        return [battles().armies[army].nation for army in (self.plan.allies, self.plan.axis)]

    def points(self, seat: int) -> int:
        ratio = battles().kinds[self.kind].ratio[self.plan.size]
        return self.size.points * ratio // 100 if seat == self.attacker else self.size.points

    def side(self, seat: int) -> SideSpec:
        """The force of a side, shared out over its areas."""
        name = (self.plan.allies, self.plan.axis)[seat]
        army = battles().armies[name]
        dice = chance(self.plan.number, "force", name, self.plan.year, self.plan.size)
        force = Force(army, self.plan.year, self.points(seat), dice)
        areas = {column_letters(n): area for n, area in enumerate(self.areas[seat])}
        force.recruit(self.armour, [w for w in army.vehicles if any(self.has_room(w.take, a) for a in areas.values())])
        units = units_of(force)
        for n, unit in enumerate(units):
            if not unit.unit.endswith(".sniper"):  # he waits off the map
                unit.area = column_letters(n % len(areas))
                unit.facing = areas[unit.area].facing
        return SideSpec(
            nation=army.nation,
            areas={key: [self.name(hex_) for hex_ in area.hexes] for key, area in areas.items()},
            units=units,
            heroes=[army.hero] * self.size.heroes,
            home=army.home,
            vehicles=self.park(force, areas),
            artillery=[BatterySpec(one.name, one.fp, one.missions) for one in force.batteries],
            smoke_shells=SMOKE_SHELLS,
        )

    def park(self, force: Force, areas: dict[str, Area]) -> list[VehicleSpec]:
        """In areas where they can stand."""
        found: list[VehicleSpec] = []
        for n, name in enumerate(force.vehicles):
            fitting = [key for key, area in areas.items() if self.has_room(name, area)]
            area = fitting[n % len(fitting)]
            found.append(VehicleSpec(name, area=area, facing=areas[area].facing, name=str(n + 1)))
        return found

    def has_room(self, vehicle: str, area: Area) -> bool:
        mode = vehicle_types()[vehicle].mode
        board = self.board
        return any(board.terrain[hex_].costs[mode] or board.road_mask >> hex_ & 1 for hex_ in area.hexes)

    def foxholes(self) -> list[GroundSpec]:
        """For a defender, near what he defends and where there is no other cover."""
        if self.kind == "meeting":
            return []
        distances = self.board.grid.distances
        open_ground = [h for h in self.areas[1 - self.attacker][0].hexes if not self.board.tm[h]]
        near = sorted(open_ground, key=lambda hex_: min(distances[hex_][o] for o in self.objectives))
        return [GroundSpec("foxholes", [self.name(hex_) for hex_ in near[: self.size.foxholes]])] if near else []


def units_of(force: Force) -> list[UnitSpec]:
    """In the order in which they are placed."""
    letter = 0 if force.army.side == "allies" else 13
    squads = [
        UnitSpec(squad.unit, name=column_letters(letter + n), weapons=squad.weapons)
        for n, squad in enumerate(force.squads)
    ]
    return [*squads, *(UnitSpec(name) for name in (*force.teams, *force.leaders, *force.singles))]


def load_parts(parts: list[PartSpec]) -> Board:
    if len(parts) == 1:
        return load_map(find_map(parts[0].map, None))
    return load_boards([parts], None, 0, ())


def draw_battle(spec: ScenarioSpec, options: Mapping[str, Any], drawn: int) -> tuple[ScenarioSpec, dict[str, Arg]]:
    """The scenario that these options of a game describe, and what is to be said of it; `drawn` is its number unless
    they have one."""
    try:
        found = plan(options, drawn)
    except WrongContent as wrong:
        raise ContentError("options", 0, wrong.field, wrong.message) from None
    battle = Battle(found)
    nations = battle.nations()
    first, second = nations[battle.attacker], nations[1 - battle.attacker]
    tie = first if battle.kind == "meeting" else second  # who moves first meets fire first
    objectives = [
        ObjectiveSpec(battle.name(hex_), battle.size.objectives[n]) for n, hex_ in enumerate(battle.objectives)
    ]
    exits = [ExitSpec(first, [battle.name(hex_) for hex_ in battle.exits], EXIT_POINTS)] if battle.exits else []
    single = len(battle.parts) == 1
    made = msgspec.structs.replace(
        spec,
        module=battles().armies[found.allies].module,
        map=found.map if single else "",
        boards=[] if single else [battle.parts],
        turns=battle.size.turns,
        initiative=first,
        sides=[battle.side(seat) for seat in (0, 1)],
        victory=msgspec.structs.replace(spec.victory, objectives=objectives, exits=exits, tie=tie),
        ground=battle.foxholes(),
    )
    words = {"kind": f"@battle.{battle.kind}", "size": f"@option.size.{found.size}", "side": f"@nation.{first}"}
    return made, {"number": found.number, "year": str(found.year), **words}


def of_battle(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that say what is drawn; the others are switches of the rulebook."""
    return {name: value for name, value in options.items() if name in NAMES}
