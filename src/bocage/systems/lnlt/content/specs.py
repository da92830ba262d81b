"""Scenario files as structs: what a designer writes. The comments are the descriptions that editors show."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bocage.content import Heading
from bocage.systems.lnlt.content.counters import Module, Nation
from bocage.systems.lnlt.content.deployment import BatterySpec, VehicleSpec
from bocage.systems.lnlt.content.maps import PartSpec, PlaceSpec


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
