"""Scenario files in YAML: map, sides with their players, and what the battle is won by."""

from __future__ import annotations

from typing import Literal

import msgspec

from bocage.content import Heading
from bocage.systems.normandie.content.army import (
    ArmyRecord,
    Command,
)
from bocage.systems.normandie.content.plans import (
    Overlay,
    Space,
)
from bocage.systems.normandie.content.records import Basis, Nation


class Zone(msgspec.Struct, forbid_unknown_fields=True):
    rows: tuple[int, int]
    cols: tuple[int, int]


class PlacedUnit(msgspec.Struct, forbid_unknown_fields=True):
    """`at` places a unit ready; the others are deployed by their player."""

    unit: str
    at: Space | None = None


class TileUse(msgspec.Struct, forbid_unknown_fields=True):
    tile: str
    units: list[PlacedUnit]


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """One of several players of a side (hon.mp.ally.1); without a zone of his own he deploys in that of the side."""

    zone: list[Zone] = []
    tiles: list[TileUse] = []
    army: ArmyRecord | None = None
    extra: list[PlacedUnit] = []


class Side(msgspec.Struct, forbid_unknown_fields=True):
    """Of one player, with tiles or an army of its own, or of several `players`, who may share a High Command."""

    nation: Nation
    zone: list[Zone]
    tiles: list[TileUse] = []
    edge: Literal["left", "right", "top", "bottom"] = "left"
    army: ArmyRecord | None = None  # in place of a plain list of units by tile
    extra: list[PlacedUnit] = []  # units the scenario adds
    players: list[Player] = []
    command: Command | None = None
    deck: dict[str, int] | None = None  # of an alliance

    def forces(self) -> list[Player]:
        return self.players or [Player(tiles=self.tiles, army=self.army, extra=self.extra)]


class Location(msgspec.Struct, forbid_unknown_fields=True):
    faces: list[int]
    intersection: Space


class Documents(msgspec.Struct, forbid_unknown_fields=True):
    round: int
    locations: list[Location]


class Prize(msgspec.Struct, forbid_unknown_fields=True):
    """Something one side must find and carry off over its edge."""

    intersection: Space
    side: Nation
    held: bool = False  # having it at the end will do


class Objective(msgspec.Struct, forbid_unknown_fields=True):
    """An intersection with the four spaces around it, or a set of spaces; `side` alone scores it."""

    vp: int = 0
    intersection: Space | None = None
    spaces: list[Space] = []
    side: Literal["us", "de", "both"] = "both"


class Exit(msgspec.Struct, forbid_unknown_fields=True):
    side: Nation
    infantry: int
    vehicle: int


class ScenarioRecord(Heading, forbid_unknown_fields=True, kw_only=True):
    """Without documents or an attacker the side with more victory points wins (hon.victory.vp.1)."""

    rounds: int
    map: list[str]
    sides: tuple[Side, Side]
    initiative: Literal["us", "de", "random"] = "random"
    overlays: list[Overlay] = msgspec.field(default_factory=list)
    no_passage: list[tuple[Space, Space]] = msgspec.field(default_factory=list)
    low_walls: list[tuple[Space, Space]] = msgspec.field(default_factory=list)  # they obscure between two spaces
    documents: Documents | None = None
    prize: Prize | None = None
    objectives: list[Objective] = msgspec.field(default_factory=list)
    attacker: Nation | None = None  # wins by holding the first objective at the end, and only so
    exit: Exit | None = None
    wanted: int = 0  # victory points that end the battle
    points: int = 0  # of armies bought for it; without armies in the file they are drafted at random
    boards: bool = False  # of a free battle: the map is drawn from the boards
    basis: Basis = "estimate"  # where its values come from
    basis_fields: dict[str, Basis] = msgspec.field(default_factory=dict)  # and those of single fields
