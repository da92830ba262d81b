"""Skill cards (lnlt.core.12): which there are, who may hold them, and whose card works where.

The rules ask `has` (the holder himself) or `led` (a Good Order Leader in the hex shares his card with the stack);
where they ask often, first whether the card has come into play at all: `state.skilled >> DEADLY & 1`.
What a card changes is written in the chapter it changes, with the clause of the card.
"""

from __future__ import annotations

from typing import Final

from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.kinds import HERO, LEADER, SNIPER, WEAPON_TEAM
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.state import LnltState

NO_SKILL: Final = 0
ACE_GUNNER: Final = 1
AIMED_FIRE: Final = 2
AMBUSHER: Final = 3
ARMOR_PIERCER: Final = 4
ASSAULTER: Final = 5
CHARISMATIC: Final = 6
COORDINATED_FIRE: Final = 7
# 8 is LEADER_HERO, which the state knows
FRIENDLY_FIRE: Final = 9
LA_MARSEILLAISE: Final = 10
MANEUVER: Final = 11
OP_MOVEMENT: Final = 12
OPPORTUNIST: Final = 13
RUNNING_KILLER: Final = 14
SLAYER: Final = 15
STIFF_UPPER_LIP: Final = 16
TANK_KILLER: Final = 17
TROMBLON: Final = 18
DEAD_EYE: Final = 19
DEADLY: Final = 20
DECISIVE: Final = 21
DIE_HARD: Final = 22
ERRATIC: Final = 23
FANATIC: Final = 24
INSPIRATIONAL: Final = 25
PLOUGH_THE_ROW: Final = 26
PREEMPT: Final = 27
ROCKET_MAN: Final = 28
SPEEDY: Final = 29
THE_AMBUSH: Final = 30
# 31 is VETERAN, which the state knows

NAMES: Final = (
    "none", "ace-gunner", "aimed-fire", "ambusher", "armor-piercer", "assaulter", "charismatic", "coordinated-fire",
    "leader-hero", "friendly-fire", "la-marseillaise", "maneuver", "op-movement", "opportunist", "running-killer",
    "slayer", "stiff-upper-lip", "tank-killer", "tromblon", "dead-eye", "deadly", "decisive", "die-hard", "erratic",
    "fanatic", "inspirational", "plough-the-row", "preempt", "rocket-man", "speedy", "the-ambush", "veteran",
)  # fmt: skip

MMC: Final = -2  # any squad or half-squad, as a kind of holder

HOLDERS: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (LEADER,),  # lnlt.hid.skill.ace-gunner.a
    (LEADER, HERO, WEAPON_TEAM),  # lnlt.hid.skill.aimed-fire.a
    (LEADER,),  # lnlt.hid.skill.ambusher.a
    (LEADER, SNIPER),  # lnlt.hid.skill.armor-piercer.a
    (LEADER,),  # lnlt.hid.skill.assaulter.b
    (LEADER,),  # lnlt.hid.skill.charismatic.b
    (LEADER,),  # lnlt.hid.skill.coordinated-fire.a
    (HERO,),  # lnlt.hid.skill.leader-hero.a
    (LEADER, HERO),  # lnlt.hid.skill.friendly-fire.a
    (LEADER, HERO),  # lnlt.hid.skill.la-marseillaise.a
    (LEADER, HERO),  # lnlt.hid.skill.maneuver.a
    (LEADER, HERO),  # lnlt.hid.skill.op-movement.a
    (LEADER, HERO),  # lnlt.hid.skill.opportunist.a
    (HERO,),  # lnlt.hid.skill.running-killer.a
    (HERO, MMC, WEAPON_TEAM),  # lnlt.hid.skill.slayer.a
    (LEADER, HERO),  # lnlt.hid.skill.stiff-upper-lip.a
    (LEADER, HERO),  # lnlt.hid.skill.tank-killer.a
    (HERO, MMC),  # lnlt.hid.skill.tromblon.a
    (LEADER, HERO),
    (LEADER, HERO),
    (LEADER,),  # lnlt.boh.25.2.decisive.a
    (LEADER,),
    (LEADER, HERO),  # lnlt.boh.25.2.erratic.a
    (LEADER,),
    (HERO,),  # lnlt.boh.25.2.inspirational.a
    (LEADER, HERO),
    (LEADER, HERO),  # lnlt.boh.25.2.preempt.a
    (HERO,),
    (LEADER, HERO),
    (LEADER, HERO),  # lnlt.boh.25.2.the-ambush.a
    (LEADER, HERO),
)

HOLDER_NATION: Final = {
    LA_MARSEILLAISE: "fr",  # lnlt.hid.skill.la-marseillaise.a
    STIFF_UPPER_LIP: "uk",  # lnlt.hid.skill.stiff-upper-lip.a
    TROMBLON: "fr",  # lnlt.hid.skill.tromblon.a
}

ISSUED: Final = {
    ROCKET_MAN: {"us": "us.sw.bazooka", "de": "ge.sw.panzerschreck"},  # lnlt.boh.25.2.rocket-man.a
    TROMBLON: {"fr": "fr.sw.tromblon"},
}
"""Weapons that come with a card, by nation."""


def may_hold(unit: Unit, skill: int) -> bool:
    """Whether this card can be given to that unit."""
    nation = HOLDER_NATION.get(skill, "")
    if nation and unit.type.nation != nation:
        return False
    kind = unit.type.kind
    return kind in HOLDERS[skill] or (MMC in HOLDERS[skill] and unit.type.size > 0)


def has(unit: Unit, skill: int) -> bool:
    """He holds it and can use it: not while Shaken."""
    return unit.skill == skill and not unit.flags & SHAKEN


def led(state: LnltState, seat: int, hex_: int, skill: int) -> bool:
    """A Good Order Leader in the hex shares this card with everybody stacked with him."""
    return holder(state, seat, hex_, skill) != GONE


def holder(state: LnltState, seat: int, hex_: int, skill: int) -> int:
    """The Good Order Leader in the hex who holds the card, GONE if there is none."""
    if state.skilled >> skill & 1:
        for number in state.stacks[seat][hex_]:
            unit = state.units[number]
            if unit.skill == skill and unit.type.kind == LEADER and not unit.flags & SHAKEN:
                return number
    return GONE


def works_for(state: LnltState, unit: Unit, skill: int) -> bool:
    """His own card, or that of the Leader he is stacked with."""
    if not state.skilled >> skill & 1:
        return False
    return has(unit, skill) or led(state, unit.seat, unit.hex, skill)
