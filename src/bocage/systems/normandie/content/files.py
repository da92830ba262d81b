"""Scenario files in YAML: map, sides with their players, and what the battle is won by."""

from __future__ import annotations

from typing import Literal

import msgspec

from bocage.content import Heading
from bocage.systems.normandie.content.army import ArmyRecord, Command
from bocage.systems.normandie.content.plans import Overlay, Space
from bocage.systems.normandie.content.records import Basis, Nation


class Zone(msgspec.Struct, forbid_unknown_fields=True):
    rows: tuple[int, int]  # first and last row, from 0
    cols: tuple[int, int]  # first and last column, from 0


class PlacedUnit(msgspec.Struct, forbid_unknown_fields=True):
    """`at` places a unit ready; the others are deployed by their player."""

    unit: str  # a counter, such as us8.officer (data/units.yaml)
    at: Space | None = None  # row and column where it stands; without it the player deploys it


class TileUse(msgspec.Struct, forbid_unknown_fields=True):
    tile: str  # a recruitment tile (data/tiles.yaml)
    units: list[PlacedUnit]  # who belongs to it


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """One of several players of a side (hon.mp.ally.1); without a zone of his own he deploys in that of the side."""

    zone: list[Zone] = []  # where he deploys, the zone of his side unless given
    tiles: list[TileUse] = []  # his units by tile
    army: ArmyRecord | None = None  # an army in place of tiles
    extra: list[PlacedUnit] = []  # units the scenario adds


class Side(msgspec.Struct, forbid_unknown_fields=True):
    """Of one player, with tiles or an army of its own, or of several `players`, who may share a High Command."""

    nation: Nation  # us or de
    zone: list[Zone]  # rectangles where it deploys
    tiles: list[TileUse] = []  # units by recruitment tile
    edge: Literal["left", "right", "top", "bottom"] = "left"  # of the board: its units leave there
    army: ArmyRecord | None = None  # in place of a plain list of units by tile
    extra: list[PlacedUnit] = []  # units the scenario adds
    players: list[Player] = []  # two or three allies instead of one player
    command: Command | None = None  # the High Command that allies share
    deck: dict[str, int] | None = None  # its action cards, as few as the scenario likes; the usual deck unless given

    def forces(self) -> list[Player]:
        return self.players or [Player(tiles=self.tiles, army=self.army, extra=self.extra)]


class Location(msgspec.Struct, forbid_unknown_fields=True):
    faces: list[int]  # of the die that put the documents here
    intersection: Space  # row and column of the corner where spaces meet


class Documents(msgspec.Struct, forbid_unknown_fields=True):
    round: int  # from which they are on the board
    locations: list[Location]  # where, by the face of a die


class Prize(msgspec.Struct, forbid_unknown_fields=True):
    """Something one side must find and carry off over its edge."""

    intersection: Space  # where it lies
    side: Nation  # who wants it
    held: bool = False  # having it at the end will do


class Objective(msgspec.Struct, forbid_unknown_fields=True):
    """An intersection with the four spaces around it, or a set of spaces; `side` alone scores it."""

    vp: int = 0  # victory points at the end for who holds it
    intersection: Space | None = None  # the four spaces around a corner
    spaces: list[Space] = []  # or these spaces
    side: Literal["us", "de", "both"] = "both"  # who scores it


class Reinforcement(msgspec.Struct, forbid_unknown_fields=True):
    """What arrives: a recruitment tile, a support option or a hero, with its breaking point and victory points."""

    recruit: str  # its id (data/tiles.yaml, data/options.yaml)
    units: list[str] = []  # who comes, all its units unless given


class Event(msgspec.Struct, forbid_unknown_fields=True):
    """What an event marker on the turn counter stands for; each does one thing."""

    round: int  # of the marker
    side: Literal["us", "de", ""] = ""  # whose event it is
    when: Literal["start", "supply", "close"] = "start"  # as the round begins, or as its Supply Phase opens or closes
    reinforcements: list[Reinforcement] = []  # deploy in the zone of the side as the round begins
    orders: int = 0  # order tokens more, for this round alone
    points: int = 0  # victory points
    smoke: Space | None = None  # thick smoke at a crossing
    shells: Space | None = None  # whoever is in the open around a crossing gets a Suppressed marker
    end: int = 0  # from this round on a die each round: so much or more, and it is the last


class Exit(msgspec.Struct, forbid_unknown_fields=True):
    side: Nation  # who scores by leaving over its `edge`
    infantry: int  # points for each counter on foot
    vehicle: int  # points for each vehicle


class ScenarioRecord(Heading, forbid_unknown_fields=True, kw_only=True):
    """Without documents or an attacker the side with more victory points wins (hon.victory.vp.1)."""

    rounds: int  # how many, 1 to 30
    map: list[str]  # rows of signs of terrain (data/terrain.yaml), up to 42 by 42
    sides: tuple[Side, Side]  # us and de, in the order they sit
    initiative: Literal["us", "de", "random"] = "random"  # who begins, or random
    overlays: list[Overlay] = msgspec.field(default_factory=list)  # terrain or buildings laid on the map
    no_passage: list[tuple[Space, Space]] = msgspec.field(
        default_factory=list
    )  # pairs of neighbouring spaces that nobody crosses between
    low_walls: list[tuple[Space, Space]] = msgspec.field(default_factory=list)  # they obscure between two spaces
    documents: Documents | None = None  # papers that both sides want
    prize: Prize | None = None  # something that one side must carry off
    objectives: list[Objective] = msgspec.field(default_factory=list)  # what scores
    attacker: Nation | None = None  # wins by holding the first objective at the end, and only so
    exit: Exit | None = None  # what leaving the board scores
    events: list[Event] = msgspec.field(default_factory=list)  # by round
    wanted: int = 0  # victory points that end the battle
    points: int = 0  # of armies bought for it; without armies in the file they are drafted at random
    boards: bool = False  # of a free battle: the map is drawn from the boards
    basis: Basis = "estimate"  # where its values come from
    basis_fields: dict[str, Basis] = msgspec.field(default_factory=dict)  # and those of single fields
