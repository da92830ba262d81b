"""How far a stack may go, and who may move in which way (lnlt.core.6)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.flags import ASSAULT, CRAWL, DOUBLE, MARKED, MOVED, MOVING, RUNNING, SHAKEN, SMOKING
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.skills import ASSAULTER, SPEEDY, works_for
from bocage.systems.lnlt.rules.skills import led as led_by
from bocage.systems.lnlt.rules.special import is_mired
from bocage.systems.lnlt.rules.traits import ENCUMBERED, HINDEREN, HIT_AND_RUN, MOUNTED, PARTISAN, WOODSMEN
from bocage.systems.lnlt.rules.traits import STEALTH as STEALTHY
from bocage.systems.lnlt.state import LnltState

HALF_WAY: Final = (kinds.ASSAULTING, kinds.AFTER_FIRE, kinds.STEALING_UP)
DEEP: Final = ("forest", "marsh")
NEEDS_MARK: Final = (kinds.ASSAULTING, kinds.STEALING, kinds.STEALING_UP, kinds.HITTING, kinds.DISMOUNTING)
NOT_MADE_FOR: Final = {
    kinds.ASSAULTING: bans.NO_ASSAULT_MOVE,
    kinds.STEALING: bans.NO_STEALTH,
    kinds.STEALING_UP: bans.NO_STEALTH,
    kinds.HITTING: bans.NO_HIT_AND_RUN,
    kinds.DISMOUNTING: bans.NOT_MOUNTED,
}


def movement_factor(state: LnltState, unit: Unit) -> int:
    """A single man with a support weapon is two slower (lnlt.core.1.6)."""
    factor = unit.type.move
    if unit.flags & SMOKING:
        factor -= 1  # has just laid smoke (lnlt.core.7)
    if state.skilled >> SPEEDY & 1 and works_for(state, unit, SPEEDY):
        factor += 2  # lnlt.boh.25.2.speedy.a
    if unit.type.smc:
        for weapon in state.weapons:
            if weapon.owner == unit.id and weapon.type.kind != kinds.RIFLE_GRENADE:
                return factor - 2
    return factor


def double_time_bonus(unit: Unit) -> int:
    """Two MP (lnlt.core.6.2); burdened armies gain one (lnlt.hid.13.1.1a, lnlt.hid.13.4.1a), weapon teams none."""
    if not unit.type.size or unit.type.kind == kinds.WEAPON_TEAM or unit.type.traits & MOUNTED:
        return 0
    return 1 if unit.type.traits & (ENCUMBERED | HINDEREN) else 2


def allowance(state: LnltState, movers: list[int], mode: int) -> int:
    """A stack moves at the pace of its slowest member (lnlt.core.6.0)."""
    if state.scenario.mounted:  # lnlt.core.6.6
        movers = paced(state, movers)
    least = 0
    led = mode == kinds.DOUBLING and has_leader(state, movers)
    halved = mode in HALF_WAY
    for number in movers:
        unit = state.units[number]
        factor = movement_factor(state, unit)
        if halved:  # lnlt.boh.24.2k
            factor = (factor + 1) >> 1
            if factor < 4 and works_for(state, unit, SPEEDY):
                factor = 4  # lnlt.boh.25.2.speedy.c
        elif led:
            factor += double_time_bonus(unit)
        if factor < least or number == movers[0]:
            least = factor
    return least


def paced(state: LnltState, movers: list[int]) -> list[int]:
    """Single men ride along with those who ride, as fast as these (lnlt.core.6.6)."""
    if not any(state.units[number].type.traits & MOUNTED for number in movers):
        return movers
    return [number for number in movers if not state.units[number].type.smc]


def has_leader(state: LnltState, movers: list[int]) -> bool:
    for number in movers:
        unit = state.units[number]
        if unit.type.kind == kinds.LEADER and not unit.flags & SHAKEN:
            return True
    return False


def woodsmanship(state: LnltState, movers: list[int]) -> int:
    """The marks of woodsmen that the whole stack shares (lnlt.hid.13.3.2a, lnlt.nosb.13.53k)."""
    shared = WOODSMEN | PARTISAN
    for number in movers:
        shared &= state.units[number].type.traits
    return shared


def woodcraft(state: LnltState, hex_: int, to: int, cost: int, woods: int, marks: int) -> int:
    """Light Woods cost woodsmen 1 MP; to Partisans the first Forest or Marsh of an impulse 1, others 2
    (lnlt.hid.13.3.2a, lnlt.nosb.13.53l)."""
    terrain = state.board.terrain[to]
    if terrain.id == "light-woods":
        return cost - terrain.cost + 1
    if marks & PARTISAN and terrain.id in DEEP:
        return cost - terrain.cost + (1 if woods == 0 else 2)
    return cost


def any_shaken(state: LnltState, movers: list[int]) -> bool:
    flags = 0
    for number in movers:
        flags |= state.units[number].flags
    return bool(flags & SHAKEN)


def free_to_move(state: LnltState, seat: int, hex_: int, activated: int) -> list[int]:
    """Activated, unmarked units in this hex."""
    units = state.units
    return [
        number for number in state.stacks[seat][hex_] if activated >> number & 1 and not units[number].flags & MARKED
    ]


def forbid_pace(state: LnltState, unit: Unit, mode: int) -> Ban | None:  # lnlt.core.6.2, lnlt.core.6.3, lnlt.core.6.1
    """What keeps this unit from being among those who move in this way; weapon teams neither run nor crawl."""
    if unit.type.team is not None and is_walled_in(state, unit):
        return bans.WALLED_IN
    if mode == kinds.CRAWLING:
        return bans.NO_CRAWLING if unit.type.team is not None else bans.RIDES if unit.type.traits & MOUNTED else None
    if mode == kinds.DOUBLING:
        if is_mired(state):
            return bans.MIRED
        tired = not may_double(unit) if unit.type.mmc else bool(unit.flags & SHAKEN)
        if tired and unit.flags & SHAKEN and unit.type.traits & ENCUMBERED:
            return bans.ENCUMBERED
        return bans.NO_RUNNING if tired or unit.type.team is not None else None
    return forbid_marked_pace(state, unit, mode) if mode in NEEDS_MARK else None


def forbid_marked_pace(state: LnltState, unit: Unit, mode: int) -> Ban | None:
    """The same of a move that not everybody is made for; single men go along
    (lnlt.core.6.1, lnlt.core.6.4, lnlt.core.6.6)."""
    if unit.flags & SHAKEN and mode not in (kinds.STEALING, kinds.DISMOUNTING):
        return bans.SHAKEN_ASSAULT
    return None if unit.type.smc or is_made_for(state, unit, mode) else NOT_MADE_FOR[mode]


def is_walled_in(state: LnltState, unit: Unit) -> bool:
    """A gun neither gets into a bunker nor out of it (lnlt.core.armour.11.1)."""
    team = unit.type.team
    return team is not None and team.gun is not None and unit.hex >= state.board.hexes


def is_made_for(state: LnltState, unit: Unit, mode: int) -> bool:
    """The red box (lnlt.core.6.1) or an Assaulter's stack (lnlt.boh.25.2.assaulter.a) for an Assault Move, the mark of
    stealth for stealth (lnlt.core.6.4)."""
    if mode == kinds.ASSAULTING:
        if unit.type.assault or not state.skilled >> ASSAULTER & 1:
            return unit.type.assault
        return led_by(state, unit.seat, unit.hex, ASSAULTER)
    if mode == kinds.HITTING:
        return bool(unit.type.traits & HIT_AND_RUN)
    if mode == kinds.DISMOUNTING:
        return unit.type.dismounted is not None
    return bool(unit.type.traits & STEALTHY)


def may_double(unit: Unit) -> bool:
    """Encumbered and Shaken, it cannot (lnlt.hid.13.1.1b)."""
    return double_time_bonus(unit) > 0 and not (unit.flags & SHAKEN and unit.type.traits & ENCUMBERED)


def double_time_core(state: LnltState, free: list[int]) -> list[int]:
    """The Leader and an MMC without whom there is no Double-Time (lnlt.core.6.2); empty if one is missing."""
    leader = GONE
    follower = GONE
    if is_mired(state):
        return []
    for number in free:
        unit = state.units[number]
        if unit.type.kind == kinds.LEADER:
            if leader == GONE and not unit.flags & SHAKEN:
                leader = number
        elif unit.type.mmc and may_double(unit) and (follower == GONE or state.units[follower].flags & SHAKEN):
            follower = number
    if leader == GONE or follower == GONE:
        return []
    return [leader, follower]


MODE_EVENTS: Final = (
    "move", "assault-move", "double-time", "low-crawl", "move-after-fire", "stealth-move", "stealth-assault",
    "hit-and-run", "move",
)  # fmt: skip

MODE_RULES: Final = (
    "lnlt.core.6.0", "lnlt.core.6.1", "lnlt.core.6.2", "lnlt.core.6.3", "lnlt.core.6.1.1", "lnlt.core.6.4",
    "lnlt.core.6.4", "lnlt.core.6.7", "lnlt.core.6.6",
)  # fmt: skip

MODE_MARKERS: Final[tuple[int, ...]] = (MOVED, ASSAULT, MOVED | DOUBLE, CRAWL, 0, MOVED, ASSAULT, RUNNING, MOVED)
BY_STEALTH: Final = (kinds.STEALING, kinds.STEALING_UP)


def get_off(state: LnltState, hex_: int, movers: list[int]) -> None:
    """The mounts are gone, and half of what the men can do on foot is left (lnlt.core.6.6)."""
    for number in movers:
        unit = state.units[number]
        if unit.type.dismounted is not None:
            state.tell_of(unit, "dismounts", "lnlt.core.6.6", hex_=hex_)
            unit.type = unit.type.dismounted
        unit.flags |= MOVING
    state.stale()
