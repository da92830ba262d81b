"""Weapons, and the vehicles that carry them."""

from __future__ import annotations

from typing import Final


class Weapon:
    def __init__(self, index: int, id: str, rof: int, range: int, ap: int, mm: int) -> None:
        self.index, self.id, self.rof = index, id, rof
        self.range = range  # tenths
        self.ap, self.mm = ap, mm
        self.blast = self.scoped = False
        self.exempt = False  # keeps ROF and range after Sneak and Manoeuvre (dh.move.exempt.*)
        self.semi = False  # keeps ROF after Manoeuvre (dh.move.semi.1)
        self.move_and_fire = True
        self.arc = False  # fires only to its front (dh.move.hmg.2)
        self.special = False  # dh.special.2
        self.no_long = False  # dh.open.long_weapons
        self.at_ap = ap  # against vehicles and guns (dh.core.weapon.multirole)
        self.flame = False
        self.mortar = False  # fires indirectly only
        self.gun = False  # towed, with a crew
        self.indirect = False
        self.min_range = 0  # tenths
        self.gunshield = False
        self.dm = 0  # of the gun itself (dh.cas.blast.gun.3)
        self.one_shot = False  # dh.core.oneshot


# How a vehicle drives (dh.core.veh.move).
TRACKED: Final = 0
HALF_TRACKED: Final = 1
WHEELED: Final = 2
DRIVES: Final = ("tracked", "half_tracked", "wheeled")
ROAD_SPEED: Final = 240
OFF_ROAD: Final = 120


class Vehicle:
    """A type of vehicle (dh.core.veh.record)."""

    def __init__(self, id: str, drive: int, dm: tuple[int, int, int], crew: int, guts: int) -> None:
        self.id, self.drive = id, drive
        self.dm = dm  # front, side, rear: zero or below
        self.crew, self.guts = crew, guts
        self.open_topped = self.soft = False
        self.weapons: list[Weapon] = []
        self.room = 0  # passengers
