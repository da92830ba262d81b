"""Units and support weapons, and what they are at the moment."""

from __future__ import annotations

from typing import Final

from bocage.systems.lnlt.model.flags import SHAKEN, WOUNDED
from bocage.systems.lnlt.model.kinds import HERO, LEADER
from bocage.systems.lnlt.model.tables import UnitType, WeaponType

GONE: Final = -1
LEADER_HERO: Final = 8  # two cards that the state itself asks for; the others are in rules.skills
VETERAN: Final = 31


class Unit:
    """A counter on the map; `hex` is GONE once it is eliminated. A reduced squad is the same unit with a new type."""

    __slots__ = ("facing", "flags", "hex", "id", "name", "seat", "skill", "type")

    def __init__(self, id: int, seat: int, type_: UnitType, hex_: int, flags: int, name: str) -> None:
        self.id = id
        self.seat = seat
        self.type = type_
        self.hex = hex_
        self.flags = flags
        self.name = name  # a leader's name, or what tells two equal counters apart
        self.facing = 0  # of a gun (lnlt.core.armour.2.3)
        self.skill = 0  # his card (lnlt.core.12), a number of rules.skills

    def copy(self) -> Unit:
        twin = Unit(self.id, self.seat, self.type, self.hex, self.flags, self.name)
        twin.facing = self.facing
        twin.skill = self.skill
        return twin

    def data(self) -> list[object]:
        return [self.seat, self.type.id, self.hex, self.flags, self.name, self.facing, self.skill]

    def morale(self) -> int:  # lnlt.boh.24.2s
        """As it counts now (lnlt.core.5.1): a wound costs one."""
        morale = self.type.shaken_morale if self.flags & SHAKEN else self.type.morale
        if self.skill == VETERAN:
            morale += 1  # lnlt.boh.25.2.veteran.a
        return morale - 1 if self.flags & WOUNDED else morale

    def leadership(self) -> int:  # lnlt.boh.25.2.leader-hero.a
        """What he lends to others now: nothing unless a Good Order Leader, one less when wounded (lnlt.core.11.1.1)."""
        if self.type.kind != LEADER or self.flags & SHAKEN:
            return 1 if self.skill == LEADER_HERO else 0  # no wound lessens it (lnlt.hid.skill.leader-hero.c)
        lm = self.type.lm
        return lm - 1 if lm and self.flags & WOUNDED else lm

    def title(self) -> str:
        """Its name as an argument of texts."""
        if self.type.kind == LEADER and self.name:
            return self.name
        return f"@unit.{self.type.id} {self.name}" if self.name else f"@unit.{self.type.id}"

    def holds(self) -> bool:
        """Can gain or keep control of a hex (lnlt.core.1.8.1, lnlt.core.9)."""
        return not self.flags & SHAKEN and (self.type.mmc or self.type.kind == HERO)


class Weapon:
    """A support weapon; `owner` is its possessor's id or GONE, `hex` where it lies or is carried."""

    __slots__ = ("handed", "hex", "id", "owner", "seat", "side", "type")

    def __init__(self, id: int, seat: int, type_: WeaponType, owner: int, hex_: int, handed: bool) -> None:
        self.id = id
        self.seat = seat  # whose weapon it is; in the hands of the others it is a captured one (lnlt.core.1.6.8)
        self.type = type_
        self.owner = owner
        self.hex = hex_
        self.handed = handed  # changed hands, or was turned over, in this Rally Phase
        self.side = 0  # READY, PACKED or IN_HAND

    def copy(self) -> Weapon:
        twin = Weapon(self.id, self.seat, self.type, self.owner, self.hex, self.handed)
        twin.side = self.side
        return twin

    def data(self) -> list[object]:
        return [self.type.id, self.owner, self.hex, self.handed, self.side]


def units_in(mask: int, units: list[Unit]) -> list[Unit]:
    """The units of a mask, the lowest number first."""
    found: list[Unit] = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(units[low.bit_length() - 1])
    return found
