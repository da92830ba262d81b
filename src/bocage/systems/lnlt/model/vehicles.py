"""Vehicles and their guns: counters (never changed) and what changes in play; aimed shots and barrages on the map."""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import HexGrid
from bocage.systems.lnlt.model.hull import BUTTONED, DEAD

NONE: Final = -1
WEAPON_IDS: Final = 500
VEHICLE_IDS: Final = 900
"""Weapons and vehicles show as pieces with ids from here on; targets of aimed fire are numbered alike."""

# ---- movement classes: columns of the chart, beside legs (lnlt.core.armour.14.1)
TRACKED: Final = 1
OFF_ROAD: Final = 2
ROAD_BOUND: Final = 3

# ---- where a weapon is mounted (lnlt.core.armour.5.1)
TURRET: Final = 0
HULL: Final = 1
REAR: Final = 2
ALL_ROUND: Final = 3
MOUNTS: Final = ("turret", "hull", "rear", "all-round", "rear-turret")

# ---- aspects (lnlt.core.armour.5.2)
FRONT: Final = 0
SIDE: Final = 1
BEHIND: Final = 2
ASPECTS: Final = ("front", "side", "rear")


class Ordnance:
    """A gun or rocket: to-hit numbers and penetration by range, and what it does to men."""

    def __init__(self, limits: list[int], needs: list[int], penetration: list[int], he: int) -> None:
        self.limits = limits
        self.needs = needs
        self.penetration = penetration
        self.he = he  # NONE = no HE (star)
        self.heat = False
        self.mount = HULL
        self.assault_fire = True  # may fire in an Assault Move
        self.single_use = False
        self.no_fire_down = False
        self.rocket = False
        self.attacks = 1  # separate HE attacks per hit

    def band(self, distance: int) -> int:  # lnlt.core.armour.4.1
        """The first band that reaches so far, NONE if no band does (lnlt.core.armour.4.2)."""
        for i in range(len(self.limits)):
            if distance <= self.limits[i]:
                return i
        return NONE


class MachineGun:
    def __init__(self, fp: int, range_: int, mount: int) -> None:
        self.fp = fp
        self.range = range_
        self.mount = mount


class VehicleType:
    """A vehicle counter (lnlt.core.armour.5.1)."""

    def __init__(self, id: str, name: str, nation: str, kind: str, move: int, mode: int, morale: int) -> None:
        self.id = id
        self.name = name
        self.nation = nation
        self.kind = kind
        self.move = move
        self.mode = mode
        self.morale = morale
        self.armoured = False
        self.armour: list[int] = []  # front, side, rear; hull and turret of each; NONE = unarmoured there
        self.lowest = 0
        self.turret = False
        self.fixed = False  # a turret in the ground (lnlt.core.armour.11.5)
        self.open_topped = False
        self.one_man_turret = False
        self.no_rear_armour = False
        self.inside = 0  # room in half-squads
        self.riders = 0
        self.tows = False
        self.size = 0
        self.guns: list[Ordnance] = []
        self.mgs: list[MachineGun] = []
        self.together_fp = 0  # what all machine guns make together, if they fire at one hex (lnlt.hid.15.9.3)
        self.together_range = 0
        self.traits = 0  # of rules.traits
        self.basis = ""


class ArmourLeader:
    """He shares the fate of his vehicle (lnlt.core.armour.3)."""

    def __init__(self, id: str, name: str, nation: str, lm: int, morale: int) -> None:
        self.id = id
        self.name = name
        self.nation = nation
        self.lm = lm
        self.morale = morale
        self.basis = ""


class Vehicle:
    """A vehicle on the map; `hex` is NONE once it is gone for good. A wreck stays where it burned."""

    __slots__ = ("facing", "flags", "hex", "id", "leader", "name", "passengers", "seat", "spent", "turret", "type")

    def __init__(self, id: int, seat: int, type_: VehicleType, hex_: int, facing: int, name: str) -> None:
        self.id = id
        self.seat = seat
        self.type = type_
        self.hex = hex_
        self.facing = facing  # the corner between directions `facing` and `facing` + 1 of the hex
        self.turret = facing
        self.flags = 0
        self.name = name
        self.leader: ArmourLeader | None = None
        self.passengers: list[int] = []  # units on board; never changed in place
        self.spent = 0  # MP spent on roads in this move (lnlt.dj.15.7)

    def copy(self) -> Vehicle:
        twin = Vehicle(self.id, self.seat, self.type, self.hex, self.facing, self.name)
        twin.turret = self.turret
        twin.flags = self.flags
        twin.leader = self.leader
        twin.passengers = self.passengers
        twin.spent = self.spent
        return twin

    def data(self) -> list[object]:
        leader = self.leader.id if self.leader is not None else ""
        return [
            self.seat,
            self.type.id,
            self.hex,
            self.facing,
            self.turret,
            self.flags,
            self.name,
            leader,
            self.passengers,
            self.spent,
        ]

    def morale(self) -> int:
        """His leader's Morale is the vehicle's (lnlt.core.armour.3)."""
        return self.leader.morale if self.leader is not None else self.type.morale

    def leadership(self) -> int:
        return self.leader.lm if self.leader is not None else 0

    def is_manned(self) -> bool:
        return self.hex != NONE and not self.flags & DEAD

    def is_open(self) -> bool:
        """Not buttoned (lnlt.core.armour.5.7); what has no roof can never button (lnlt.core.armour.7.3)."""
        return self.type.open_topped or not self.flags & BUTTONED

    def title(self) -> str:
        return f"{self.type.name} {self.name}" if self.name else self.type.name


class Aim:
    """Target acquisition (lnlt.core.armour.4.6): who aims at whom and with what, one step or two."""

    __slots__ = ("firer", "level", "target", "weapon")

    def __init__(self, firer: int, weapon: int, target: int, level: int) -> None:
        self.firer = firer  # a unit, or VEHICLE_IDS + a vehicle
        self.weapon = weapon  # a gun of the vehicle or team, or a support weapon
        self.target = target  # VEHICLE_IDS + a vehicle, or -1 - a hex
        self.level = level

    def copy(self) -> Aim:
        return Aim(self.firer, self.weapon, self.target, self.level)

    def data(self) -> list[object]:
        return [self.firer, self.weapon, self.target, self.level]


class Barrage:
    """Fire for effect (lnlt.core.armour.8): it strikes whoever moves in its hexes until the Administrative Phase."""

    __slots__ = ("fp", "hex", "mortar", "reach")

    def __init__(self, hex_: int, fp: int, reach: int, mortar: bool) -> None:
        self.hex = hex_
        self.fp = fp
        self.reach = reach
        self.mortar = mortar

    def copy(self) -> Barrage:
        return Barrage(self.hex, self.fp, self.reach, self.mortar)

    def data(self) -> list[object]:
        return [self.hex, self.fp, self.reach, self.mortar]


class Battery:
    """Off-board artillery a scenario gives to a side (lnlt.core.armour.8.2)."""

    __slots__ = ("called", "extra", "fp", "left", "name", "nation")

    def __init__(self, nation: str, name: str, fp: int, left: int, extra: bool) -> None:
        self.nation = nation
        self.name = name
        self.fp = fp
        self.left = left
        self.extra = extra  # well-supplied Americans may go on (lnlt.hon.13.1.2)
        self.called = 0  # mask of callers who had their mission this turn

    def copy(self) -> Battery:
        twin = Battery(self.nation, self.name, self.fp, self.left, self.extra)
        twin.called = self.called
        return twin

    def data(self) -> list[object]:
        return [self.name, self.fp, self.left, self.extra, hex(self.called)]


# ---- facing (lnlt.core.armour.5.2)


def bearing(grid: HexGrid, hex_: int, facing: int, to: int, hexside: bool = False) -> int:
    """The fan in which another hex lies: within 60 degrees in front, beyond 120 behind; a line on the edge of two fans
    counts for the one nearer the front, which favours the defender. Vehicles face corners (lnlt.core.armour.5.2), in an
    older reading hexsides (lnlt.core.option.facing)."""
    dx = grid.xs[to] - grid.xs[hex_]
    dy = grid.ys[to] - grid.ys[hex_]
    turn = facing % 3
    length = dx * dx + 3 * dy * dy
    if hexside:
        dot = -2 * dy if turn == 0 else dx - dy if turn == 1 else dx + dy
        square = 3 * dot * dot
    else:
        dot = dx - 3 * dy if turn == 0 else 2 * dx if turn == 1 else dx + 3 * dy
        square = dot * dot
    if facing >= 3:
        dot = -dot
    if square < length:
        return SIDE
    if dot > 0:
        return FRONT
    return BEHIND if square > length else SIDE


def in_arc(grid: HexGrid, hex_: int, facing: int, to: int, hexside: bool = False) -> bool:
    return hex_ != to and bearing(grid, hex_, facing, to, hexside) == FRONT


def facing_towards(grid: HexGrid, hex_: int, to: int, now: int, hexside: bool = False) -> int:
    """The nearest facing that has the other hex in front."""
    for turn in (0, 1, 5, 2, 4, 3):
        if in_arc(grid, hex_, (now + turn) % 6, to, hexside):
            return (now + turn) % 6
    return now


# ---- weapon teams (lnlt.core.armour.2)
GUN: Final = 0
MORTAR_TEAM: Final = 1
MG_TEAM: Final = 2
TEAMS: Final = ("gun", "mortar-team", "mg-team")


class Team:
    """What makes a counter a weapon team: its gun, or how its mortar or machine gun differs."""

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.gun: Ordnance | None = None
        self.fp = 0  # of a mortar, with its least and greatest range
        self.least = 0
        self.range = 0
        self.immobile = False
        self.pivots = 0  # the printed MF, which a gun may spend on turning (lnlt.core.armour.2.3)
        self.anti_aircraft = False


# ---- airborne troops (lnlt.hon.23, lnlt.sab.22)
GLIDER_LOAD: Final = 0
STICK: Final = 1


class Flight:
    """A glider with its load, or a stick of parachutists; never changed. `hex` is where it walks in, NONE = by air."""

    __slots__ = ("hex", "kind", "turn", "units", "vehicles")

    def __init__(self, kind: int, turn: int, units: list[int], hex_: int) -> None:
        self.kind = kind
        self.turn = turn
        self.units = units
        self.hex = hex_
        self.vehicles: list[int] = []  # a jeep in a glider

    def data(self) -> list[object]:
        return [self.kind, self.turn, self.units, self.vehicles, self.hex]
