"""Scenario files as structs: what a designer writes. The comments are the descriptions that editors show."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bocage.content import Heading
from bocage.systems.lnlt.content.counters import Module, Nation
from bocage.systems.lnlt.content.special import AmmunitionSpec, NoRetreatSpec, PlanSpec, VisibilitySpec, WeatherSpec


class PlaceSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A hex within a hex. Bunkers and caves have a target modifier and a facing, the corner between the hexes in
    directions n and n + 1; a cave without one looks all around."""

    hex: str  # the hex around it
    kind: Literal["bunker", "cave", "rooftop"]  # what it is
    tm: int = 0  # its target modifier
    facing: int = -1  # the corner it looks out of, 0 to 5


class PartSpec(msgspec.Struct, forbid_unknown_fields=True):
    """One of several maps that lie side by side."""

    map: str  # a shipped map, or a file beside the scenario
    rotated: bool = False  # by half a turn


class UnitSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Stands in `hex`, or sets up somewhere in one of its side's `areas`; a Sniper given neither waits off the map."""

    unit: str  # a counter, such as us.para.squad.2-5-4, or us.para.squad.2-5-4@82 of a division (data/counters)
    hex: str = ""  # where it stands, such as F6, or E4.1 for an upper floor
    area: str = ""  # one of its side's areas, where its owner places it
    name: str = ""  # what players read on it
    alias: str = ""  # what drills call it
    weapons: list[str] = []  # support weapons that it carries, such as us.sw.m1919a4
    shaken: bool = False  # begins on its shaken side
    wounded: bool = False  # begins wounded
    facing: int = 0  # of a gun, 0 to 5
    skill: str = ""  # his card (lnlt.core.12)
    markers: list[
        Literal["moved", "fired", "assault-move", "low-crawl", "double-time", "ops-complete"]
    ] = []  # what it has done already


class VehicleSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Stands in `hex`, or comes to an `area`. `facing` and `turret`: the corner between the hexes in directions n and
    n + 1, 0 = north and north-east."""

    vehicle: str  # a vehicle (data/counters/vehicles.yaml)
    hex: str = ""  # where it stands
    area: str = ""  # of its side, where it sets up or arrives
    facing: int = 0  # 0 to 5
    turret: int = -1  # 0 to 5, as the hull unless given
    name: str = ""
    alias: str = ""  # what drills call it
    leader: str = ""  # an armour leader of its nation
    passengers: list[str] = []  # names of units that stand in the hex, or come to the same area in the same turn
    shaken: bool = False
    markers: list[
        Literal[
            "moved", "fired", "assault-move", "ops-complete", "buttoned", "immobilised", "abandoned", "emplaced",
            "wreck", "keeps-moving",
        ]
    ] = []  # fmt: skip


class BatterySpec(msgspec.Struct, forbid_unknown_fields=True):
    """Off-board artillery: firepower, and how many missions it fires."""

    name: str  # what players read
    fp: int  # firepower
    missions: int  # how many it fires
    nation: Nation | None = None  # whose it is, the first of its side unless given
    well_supplied: bool = False


class ReinforcementSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Units that arrive in a turn, each in a free hex of an area."""

    turn: int  # when they come, after the Rally Phase
    area: str  # where they come
    roll: int = 0  # from that turn on a die each turn: this or more brings them, 2 to 6; 0 for no die
    units: list[UnitSpec] = []  # on foot
    vehicles: list[VehicleSpec] = []  # on wheels and tracks


class FlightSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Those aboard one glider, or one stick of parachutists, and the turn from which they may land."""

    units: list[UnitSpec] = []  # who is aboard
    vehicles: list[VehicleSpec] = []  # a jeep, with one gun among the units (lnlt.hon.23.0i)
    turn: int = 1  # from which they may land


class SortieSpec(msgspec.Struct, forbid_unknown_fields=True):
    """An aircraft (lnlt.core.armour.9): firepower of its guns and of its bombs, 0 = none, and the turn it may come."""

    name: str  # what players read
    strafe_fp: int = 0  # firepower of its guns, 0 for none
    bomb_fp: int = 0  # firepower of its bombs, 0 for none
    turn: int = 1  # from which it may come


class SideSpec(msgspec.Struct, forbid_unknown_fields=True):
    nation: Nation  # us de uk fr be nl su
    allies: list[Nation] = []  # other nations that fight on this side (lnlt.scenario.nations)
    areas: dict[str, list[str]] = {}  # named sets of hexes: single ones, or blocks such as A1:F10
    reinforcements: list[ReinforcementSpec] = []  # who comes later
    units: list[UnitSpec] = []  # who is there from the start
    heroes: list[str] = []  # counters that created Heroes are drawn from
    cards: list[str] | None = None  # skills that Heroes may draw, the deck of the module unless given
    home: bool = False  # fights on home ground (lnlt.hid.13.3.1a)
    gliders: list[FlightSpec] = []  # who comes by glider
    drops: list[FlightSpec] = []  # who jumps
    vehicles: list[VehicleSpec] = []  # vehicles there from the start
    artillery: list[BatterySpec] = []  # batteries off the map
    aircraft: list[SortieSpec] = []  # one sortie each
    smoke_shells: int = 0  # for the option of that name
    plans: list[PlanSpec] = []  # one is picked in secret before the set-up


class ObjectiveSpec(msgspec.Struct, forbid_unknown_fields=True):
    hex: str  # which hex
    points: int  # for who had it last
    since: int = 0  # the turn from which it counts
    until: int = 0  # at the end of this turn its points are given once and for all
    then: list[str] = []  # whoever has it at the end of a turn gets its points, and it moves to the next of these hexes


class ExitSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Good Order units of a side that end a turn in these hexes have left the map: points for each squad."""

    side: Nation  # whose units leave
    hexes: list[str]  # where they leave, single hexes or blocks
    points: int  # for each squad, half for less


class NeedSpec(msgspec.Struct, forbid_unknown_fields=True):
    """This side wins with so many points, the other one otherwise."""

    side: Nation  # who must have them
    points: int  # how many


class VictorySpec(msgspec.Struct, forbid_unknown_fields=True):
    """What points are given for, and who wins: more points, or the side that has what it needs."""

    objectives: list[ObjectiveSpec] = []  # hexes to hold at the end
    casualty_points: int = 0  # for each enemy squad lost, half for less
    exits: list[ExitSpec] = []  # hexes to leave the map by
    need: NeedSpec | None = None  # what one side must reach
    last_man: bool = False  # a side with nobody in Good Order has lost at once
    tie: str = ""  # who wins with equal points, nobody unless given


class GroundSpec(msgspec.Struct, forbid_unknown_fields=True):
    """Markers on the map from the start: a value is the firepower of mines."""

    marker: Literal[  # what lies there
        "smoke", "fire", "wreck", "foxholes", "trench", "wire", "mines", "at-mines", "roadblock", "barricade",
        "dead-cows",
    ]  # fmt: skip
    hexes: list[str]  # where
    value: int = 0  # firepower of mines


class EventSpec(msgspec.Struct, forbid_unknown_fields=True):
    """An event marker (lnlt.core.1.8): set off by units of `side` (anybody's unless given) that enter the hex. What
    happens: points for them, a marker on the hex, units of `joins` that show up there."""

    hex: str  # where it lies
    text: str  # what is told when it is set off
    side: str = ""  # whose units set it off, anybody's unless given
    points: int = 0  # for who sets it off
    marker: Literal["", "smoke", "foxholes", "wire", "mines"] = ""  # what is put on the hex
    joins: str = ""  # whose units show up
    units: list[UnitSpec] = []  # who shows up


class BattleSpec(Heading, forbid_unknown_fields=True, kw_only=True):
    """What scenarios and the positions of drills have in common."""

    turns: int  # how many, 1 to 30
    initiative: str  # the side that has it on turn 1, by its nation
    sides: list[SideSpec]  # two, of different nations
    victory: VictorySpec = msgspec.field(default_factory=VictorySpec)  # what points are given for, and who wins
    options: dict[str, Any] = msgspec.field(
        default_factory=dict
    )  # switches of the rulebook for this scenario (bocage rules lnlt.core.option)
    module: Module = "core"  # whose counters, reductions, switches and Skill cards
    events: list[EventSpec] = msgspec.field(default_factory=list)  # markers that are set off by who enters
    visibility: int | list[VisibilitySpec] = 0  # hexes that one can see by night, or how far in which turns
    weather: list[WeatherSpec] = msgspec.field(default_factory=list)  # rain, mud or snow
    no_retreat: list[NoRetreatSpec] = msgspec.field(default_factory=list)  # ground that a side does not give up
    ammunition: list[AmmunitionSpec] = msgspec.field(default_factory=list)  # how long support weapons last
    ground: list[GroundSpec] = msgspec.field(default_factory=list)  # markers on the map from the start
    inside: list[PlaceSpec] = msgspec.field(default_factory=list)  # bunkers, caves, rooftops: hexes within a hex


class ScenarioSpec(BattleSpec, forbid_unknown_fields=True, kw_only=True):
    """One `map`, or `boards`: rows of maps laid edge to edge."""

    map: str = ""  # a shipped map, or a file beside the scenario
    boards: list[list[PartSpec]] = msgspec.field(default_factory=list)  # rows of maps laid edge to edge
    streams: int = 0  # the type of every stream, 0 = as drawn
    drawn: bool = False  # map, sides and objectives are drawn by the options of the game (data/battles.yaml)
    lesson: str = ""  # a drill that is played step by step, with its position in place of map and units
