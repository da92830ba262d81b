"""Kinds of unit, weapon and terrain, ways to move, and what a Damage Check does."""

from __future__ import annotations

from typing import Final

# ---- units
SQUAD: Final = 0
HALF_SQUAD: Final = 1
LEADER: Final = 2
HERO: Final = 3
MEDIC: Final = 4
SNIPER: Final = 5
SCOUT: Final = 6
NURSE: Final = 7
ARMOR_LEADER: Final = 8  # the last of the single men
CREW: Final = 9
WEAPON_TEAM: Final = 10
UNIT_KINDS: Final = (
    "squad", "half-squad", "leader", "hero", "medic", "sniper", "scout", "nurse", "armor-leader", "crew", "weapon-team",
)  # fmt: skip

# ---- sides of a support weapon
READY: Final = 0
PACKED: Final = 1  # a tripod gun or mortar that can be carried and not fired
IN_HAND: Final = 2  # a charge that is spent in this round of Melee

# ---- kinds of support weapon
MG: Final = 0
FLAMETHROWER: Final = 1
SATCHEL: Final = 2
MOLOTOV: Final = 3
GRENADE: Final = 4  # RPG-43: in Close Assault alone
MORTAR: Final = 5
RIFLE_GRENADE: Final = 6  # the Tromblon, part of its holder (lnlt.hid.skill.tromblon.b)
WEAPON_KINDS: Final = ("mg", "flamethrower", "satchel", "molotov", "grenade", "mortar", "rifle-grenade")

# ---- classes of terrain for line of sight
OPEN: Final = 0
DEGRADING: Final = 1
BLOCKING: Final = 2

# ---- ways to move
WALK: Final = 0
ASSAULTING: Final = 1
DOUBLING: Final = 2
CRAWLING: Final = 3
STEALING: Final = 5  # by stealth (lnlt.core.6.4)
STEALING_UP: Final = 6  # half the way by stealth, and a shot
HITTING: Final = 7  # Hit and Run (lnlt.core.6.7)
DISMOUNTING: Final = 8  # and on, on foot (lnlt.core.6.6)
AFTER_FIRE: Final = 4  # the move of Assault Fire (lnlt.core.6.1.1)

# ---- results of a Damage Check
UNHURT: Final = 0
GETS_SHAKEN: Final = 1
CASUALTIES: Final = 2
GETS_WOUNDED: Final = 3
WOUNDED_SHAKEN: Final = 4
ELIMINATED: Final = 5
FATES: Final[tuple[str, ...]] = ("unhurt", "shaken", "casualties", "wounded", "wounded-shaken", "eliminated")
