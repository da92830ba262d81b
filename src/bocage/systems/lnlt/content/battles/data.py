"""What random battles are drawn from (`data/battles.yaml`): armies, prices, sizes and kinds of battle."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bocage.content import Basis, load_yaml
from bocage.systems.lnlt.content.counters import Module, Nation

DATA = Path(__file__).parents[2] / "data"
PATH = DATA / "battles.yaml"
YEARS = range(1940, 1945)

Years = tuple[int, int]
EVER: Years = (YEARS[0], YEARS[-1])


class Ware(msgspec.Struct, forbid_unknown_fields=True):
    """A counter that an army may bring."""

    take: str  # a unit, weapon or vehicle (data/counters)
    often: int = 1  # how often, beside the others of its list
    years: Years = EVER  # the first and the last


class BatteryWare(msgspec.Struct, forbid_unknown_fields=True):
    """Artillery off the map."""

    name: str
    fp: int
    missions: int
    price: int
    often: int = 1
    years: Years = EVER


class Army(msgspec.Struct, forbid_unknown_fields=True):
    side: Literal["allies", "axis"]
    nation: Nation
    years: Years  # the first and the last it is met in
    hero: str  # what created Heroes are drawn from
    leaders: list[Ware]
    squads: list[Ware]
    module: Module = "core"  # of an allied army: whose counters, reductions and Skill cards both sides have
    home: bool = False  # fights on home ground (lnlt.hid.13.3.1a)
    arms: list[Ware] = []  # support weapons
    teams: list[Ware] = []  # weapon teams and guns
    singles: list[Ware] = []  # one of each at most
    vehicles: list[Ware] = []
    batteries: list[BatteryWare] = []


class Size(msgspec.Struct, forbid_unknown_fields=True):
    points: int  # of either side, or of the defender
    turns: int
    objectives: list[int]  # their points, the best first
    heroes: int  # Hero counters of each side
    foxholes: int  # of a defender
    boards: int = 1  # maps side by side


class Kind(msgspec.Struct, forbid_unknown_fields=True):
    often: int
    ratio: dict[str, int]  # points of the attacker for 100 of the defender, by size


class Battles(msgspec.Struct, forbid_unknown_fields=True):
    basis: Basis
    sizes: dict[str, Size]
    kinds: dict[Literal["meeting", "attack", "pocket", "breakthrough"], Kind]
    armour: int  # per cent of the battles that have vehicles
    ground: dict[str, int]  # how much terrain, a crossroads or a hill is worth fighting for
    alone: list[str]  # maps that lie alone in large battles too
    armies: dict[str, Army]
    prices: dict[str, int]


@cache
def battles() -> Battles:
    return load_yaml(PATH, Battles)


def maps() -> list[str]:
    return sorted(path.stem for path in (DATA / "maps").glob("*.yaml"))


def served(years: Years, year: int) -> bool:
    return years[0] <= year <= years[1]
