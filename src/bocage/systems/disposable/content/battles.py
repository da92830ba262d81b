"""Battles by points on tables drawn by the options of the game (`data/battles.yaml`): who, where and how many.

The table is the same for both sides: whatever lies on it lies there twice, the second time turned by half a circle.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any, Literal

import msgspec

from bocage.content import Faults, WrongContent, known, load_yaml, settle
from bocage.content.draws import battle_option, chance, check, draw, listed_option, number_of, some_options
from bocage.kernel import Text
from bocage.kernel.system import BadOption
from bocage.kernel.views import OptionInfo, OptionValue
from bocage.systems.disposable.content.options import is_flat
from bocage.systems.disposable.content.records import (
    DATA,
    Nation,
    armoury,
    cost,
    platoons,
    price,
    supports,
    terrain_types,
    unit_templates,
    vehicle_types,
)
from bocage.systems.disposable.content.scenarios import (
    SHELF,
    Linker,
    ObjectiveData,
    PieceOfTerrain,
    Point,
    ScenarioData,
    SideData,
    TableData,
)
from bocage.systems.disposable.model import tables

PATH = DATA / "battles.yaml"
ROAD = 1.5  # half its width
GAP = 1.0  # inches between what lies on the table
TRIES = 60
SIDES = ("allies", "axis")
MOST_OF_A_KIND = 2
Circle = tuple[float, float, float]


class Size(msgspec.Struct, forbid_unknown_fields=True):
    points: int
    width: int
    height: int
    turns: int
    pieces: int  # of ground on each half of the table
    lines: int  # hedges, walls and fences on each half


class Country(msgspec.Struct, forbid_unknown_fields=True):
    road: Literal["along", "across"]  # from side to side of the battle, or between them
    houses: str  # what two of the objectives are
    pieces: list[str]
    lines: list[str]


class Sides(msgspec.Struct, forbid_unknown_fields=True):
    allies: list[Nation]
    axis: list[Nation]


class Battles(msgspec.Struct, forbid_unknown_fields=True):
    basis: str
    sizes: dict[str, Size]
    sides: Sides
    worth: dict[Nation, int]
    armour: int
    zone: int
    objectives: dict[Literal["middle", "house"], int]
    countries: dict[str, Country]


battles = cache(lambda: load_yaml(PATH, Battles))


def check_battles(path: Path) -> None:
    """Terrain that there is, of the right shape."""
    spec = load_yaml(path, Battles)
    faults = Faults()
    for name, country in spec.countries.items():
        for kind in (country.houses, *country.pieces, *country.lines):
            with faults:
                linear = known("terrain", kind, terrain_types(), f"countries.{name}").linear
                if linear != (kind in country.lines):
                    raise WrongContent(f"countries.{name}", f"'{kind}' is {'no area' if linear else 'no line'}")
    settle(faults, path)


def values() -> dict[str, list[str]]:
    """What each option may be, besides left to chance."""
    found = battles()
    sides = {"allies": list(map(str, found.sides.allies)), "axis": list(map(str, found.sides.axis))}
    return {**sides, "size": list(found.sizes), "country": list(found.countries)}


def known_options() -> list[OptionInfo]:
    """For the start form."""
    return [
        *(
            listed_option(name, [OptionValue(value, Text(words_of(name, value))) for value in allowed])
            for name, allowed in values().items()
        ),
        battle_option(),
    ]


def words_of(name: str, value: str) -> str:
    return f"nation.{value}" if name in SIDES else f"option.{name}.{value}"


def draw_options(rng: random.Random) -> dict[str, Any]:
    return some_options(rng, values())


class Ground:
    """A table while things are being laid on it."""

    def __init__(self, size: Size, country: Country, rng: random.Random) -> None:
        self.size, self.country, self.rng = size, country, rng
        self.width, self.height = size.width, size.height
        self.terrain = [self.road()]
        self.taken: list[Circle] = []
        self.house = self.lay_house()
        for n in range(size.pieces):
            self.lay(rng.choice(country.pieces), f"piece_{n + 1}")
        for n in range(size.lines):
            self.lay_line(rng.choice(country.lines), f"line_{n + 1}")

    def road(self) -> PieceOfTerrain:
        x, y = self.width / 2, self.height / 2
        if self.country.road == "along":
            return PieceOfTerrain("road", "road", box(x - ROAD, 0, x + ROAD, self.height))
        return PieceOfTerrain("road", "road", box(0, y - ROAD, self.width, y + ROAD))

    def turned(self, points: list[Point]) -> list[Point]:
        return [(round(self.width - x, 1), round(self.height - y, 1)) for x, y in points]

    def fits(self, circle: Circle) -> bool:
        """On the table, beside the road, and apart from everything, its own twin included."""
        x, y, r = circle
        middle = self.width / 2 - x if self.country.road == "along" else self.height / 2 - y
        if abs(middle) < r + ROAD or not (r < x < self.width - r and r < y < self.height - r):
            return False
        twin = (self.width - x, self.height - y, r)
        return all(hypot(x - ox, y - oy) > r + other + GAP for ox, oy, other in (*self.taken, twin))

    def find(self, r: float, low: float = 0.0, high: float = 1.0) -> Point | None:
        """A free place for something so large, between two shares of the height."""
        for _ in range(TRIES):
            x, y = self.rng.uniform(0, self.width), self.rng.uniform(low * self.height, high * self.height)
            if self.fits((x, y, r)):
                return x, y
        return None

    def put(self, kind: str, name: str, points: list[Point], circles: list[Circle]) -> None:
        self.taken += [*circles, *((self.width - x, self.height - y, r) for x, y, r in circles)]
        for id_, drawn in ((name, points), (f"{name}_b", self.turned(points))):
            linear = terrain_types()[kind].linear
            self.terrain.append(PieceOfTerrain(id_, kind, [] if linear else drawn, drawn if linear else []))

    def lay_house(self) -> Point:
        """One of the two houses to be fought for, half-way between the sides."""
        r, share = 3.4, 0.42
        x, y = self.find(r, share, 1 - share) or (self.width / 4, self.height / 2 - r - ROAD)
        self.put(self.country.houses, "house", self.walls(x, y, r), [(x, y, r)])
        return round(x, 1), round(y, 1)

    def walls(self, x: float, y: float, r: float) -> list[Point]:
        w, h = self.rng.uniform(0.6, 0.8) * r, self.rng.uniform(0.5, 0.6) * r
        return box(x - w, y - h, x + w, y + h)

    def lay(self, kind: str, name: str) -> None:
        built = terrain_types()[kind].move == "building"
        r = self.rng.uniform(3, 3.8) if built else self.rng.uniform(3, 5.5)
        at = self.find(r)
        if at is not None:
            shape = self.walls(*at, r) if built else self.outline(*at, r)
            self.put(kind, name, shape, [(*at, r)])

    def outline(self, x: float, y: float, r: float) -> list[Point]:
        """Six or seven corners round the middle."""
        n = self.rng.choice((6, 7))
        start = self.rng.uniform(0, 2 * pi)
        radii = [r * self.rng.uniform(0.75, 1) for _ in range(n)]
        turns = [start + 2 * pi * i / n for i in range(n)]
        return rounded([(x + s * cos(turn), y + s * sin(turn)) for s, turn in zip(radii, turns, strict=True)])

    def lay_line(self, kind: str, name: str) -> None:
        """Along one of the axes; three circles keep it clear of everything else."""
        r = self.rng.uniform(1.5, 2.3)
        at = self.find(r)
        dx, dy = self.rng.choice(((2 * r, 0.0), (2 * r, 0.0), (0.0, 2 * r)))
        if at is None:
            return
        circles = [(at[0] + n * dx, at[1] + n * dy, r) for n in range(3)]
        if all(map(self.fits, circles)):
            ends = [(at[0] - dx / 2, at[1] - dy / 2), (at[0] + 2.5 * dx, at[1] + 2.5 * dy)]
            self.put(kind, name, rounded(ends), circles)

    def objectives(self) -> list[ObjectiveData]:
        worth = battles().objectives
        west, east = sorted([self.house, *self.turned([self.house])])
        return [
            ObjectiveData("middle", (self.width / 2, self.height / 2), 3, worth["middle"]),
            ObjectiveData("house_west", west, 3, worth["house"]),
            ObjectiveData("house_east", east, 3, worth["house"]),
        ]


def box(x0: float, y0: float, x1: float, y1: float) -> list[Point]:
    return rounded([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def rounded(points: list[Point]) -> list[Point]:
    return [(round(x, 1), round(y, 1)) for x, y in points]


def recruit(nation: str, points: int, armour: bool, rng: random.Random) -> tuple[str, list[str]]:
    """A platoon and its support, for the points. Where there is armour, what helps against it is bought first."""
    platoon = rng.choice([name for name, one in platoons().items() if one.nation == nation and price(one) <= points])
    left = points - price(platoons()[platoon])
    shop = shop_of(nation, armour)
    bought: list[str] = []
    while fitting := [name for name in shop if cost(name) <= left and bought.count(name) < most(name)]:
        first = list(filter(is_anti_tank, fitting)) if armour and not bought else []
        bought.append(rng.choice(first or fitting))
        left -= cost(bought[-1])
    return platoon, bought


def shop_of(nation: str, armour: bool) -> list[str]:
    return [name for name in supports(nation) if armour or name not in vehicle_types()]


def most(name: str) -> int:
    """How many of a unit are bought at most; no vehicles without weapons."""
    if name in vehicle_types():
        return min(1, len(vehicle_types()[name].weapons))
    return 1 if unit_templates()[name].kind in ("sniper", "observer") else MOST_OF_A_KIND


def is_anti_tank(name: str) -> bool:
    if name in vehicle_types():
        carried = vehicle_types()[name].weapons
    else:
        carried = [man.weapon for man in unit_templates()[name].figures]
    return any(armoury()[weapon].at_ap > armoury()[weapon].ap for weapon in carried)


def draw_battle(data: ScenarioData, options: Mapping[str, Any], drawn: int) -> tuple[ScenarioData, int]:
    """The scenario that these options describe, and its number; `drawn` decides where they have none."""
    for name, allowed in values().items():
        check(name, options.get(name, "any"), allowed)
    number = number_of(options, drawn)
    chosen = {name: str(draw(number, name, options, allowed)) for name, allowed in values().items()}
    size, country = battles().sizes[chosen["size"]], battles().countries[chosen["country"]]
    ground = Ground(size, country, chance(number, "ground", chosen["size"], chosen["country"]))
    armour = chance(number, "armour").randrange(100) < battles().armour
    deep, w, h = battles().zone, size.width, size.height
    zones = (box(2, 0, w - 2, deep), box(2, h - deep, w - 2, h))
    sides = []
    for seat, side in enumerate(SIDES):
        nation: Any = chosen[side]
        points = size.points * battles().worth[nation] // 100
        platoon, support = recruit(nation, points, armour, chance(number, "force", nation, chosen["size"]))
        sides.append(SideData(nation, ("south", "north")[seat], zones[seat], platoon=platoon, support=support))
    made = msgspec.structs.replace(
        data, table=TableData(w, h), turns=size.turns, sides=sides, terrain=ground.terrain,
        objectives=ground.objectives(),
    )  # fmt: skip
    return made, number


NAMES = (*SIDES, "size", "country", "battle")


def begin(path: Path, options: Mapping[str, Any], seed: int) -> tables.Scenario:
    """The battle that is played with these options."""
    try:
        data, number = draw_battle(SHELF.read(path), options, seed)
    except WrongContent as wrong:
        raise BadOption(f"{wrong.field}: {wrong.message}") from None
    scenario = Linker(path, data, is_flat(options)).link()
    scenario.battle = number
    return scenario
