"""Who may fire, and at whom (lnlt.core.5.0, lnlt.core.5.3)."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban
from bocage.systems.lnlt.model.flags import (
    AIMED,
    ASSAULT,
    LOBBED,
    MARKED,
    NO_OPPORTUNITY,
    OPS,
    SHAKEN,
    SMOKING,
    SPOTTER,
    STEALTH,
)
from bocage.systems.lnlt.model.kinds import LEADER, MORTAR
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.firepower import may_lob, reach, shoots
from bocage.systems.lnlt.rules.refusing import forbid_sight
from bocage.systems.lnlt.rules.skills import ASSAULTER, led
from bocage.systems.lnlt.rules.traits import STEALTH as STEALTHY
from bocage.systems.lnlt.state import LnltState

FIRES_AFTER: Final = (ASSAULT, STEALTH)  # marks that leave a shot to come


def forbid_fire(unit: Unit, on_spotted: bool) -> Ban | None:
    """In an impulse: unmarked, or after an Assault Move; the spotter only at what was just spotted (lnlt.core.4.1).
    Who has laid smoke may still move, but not fire instead (lnlt.pac.12.7.0b)."""
    flags = unit.flags
    if flags & SHAKEN:
        return bans.IS_SHAKEN
    marks = flags & MARKED
    if marks == 0 and flags & SMOKING:
        return bans.LAID_SMOKE
    if marks == 0 or marks in FIRES_AFTER or flags & (LOBBED | AIMED):
        return None
    if marks == OPS and flags & SPOTTER:
        return None if on_spotted else bans.SPOTTER_ONLY
    return bans.SPOTTER_ONLY if marks & OPS else bans.MARKED_ALREADY


def forbid_assault_fire(state: LnltState, unit: Unit) -> Ban | None:
    """Those who may Assault Move, and by stealth those made for it (lnlt.core.6.1.1, lnlt.core.6.4)."""
    if unit.flags & (MARKED | SHAKEN):
        return bans.IS_SHAKEN if unit.flags & SHAKEN else bans.MARKED_ALREADY
    if unit.flags & SMOKING:
        return bans.LAID_SMOKE
    return None if can_assault(state, unit) else bans.NO_ASSAULT_FIRE


def can_assault(state: LnltState, unit: Unit) -> bool:  # lnlt.core.6.1.1
    """The red box, stealth, or an Assaulter in the hex (lnlt.boh.25.2.assaulter.a)."""
    if unit.type.assault or unit.type.traits & STEALTHY:
        return True
    return bool(state.skilled >> ASSAULTER & 1) and led(state, unit.seat, unit.hex, ASSAULTER)


def forbid_opportunity_fire(unit: Unit) -> Ban | None:
    """Ops Complete and Assault Move do not prevent it (lnlt.core.5.3)."""
    if not unit.flags & NO_OPPORTUNITY:
        return None
    return bans.IS_SHAKEN if unit.flags & SHAKEN else bans.NO_OPPORTUNITY_FIRE


def forbid_target(state: LnltState, unit: Unit, target: int, assault: bool) -> Ban | None:
    """What keeps this unit from firing at men in this hex (lnlt.core.5.0)."""
    ban = forbid_assault_fire(state, unit) if assault else forbid_fire(unit, target == state.spot_hex)
    if ban is not None:
        return ban
    if not reach(state, unit) and unit.type.kind != LEADER:
        return bans.UNARMED
    enemy = 1 - unit.seat
    if not state.stacks[enemy][target]:
        return bans.NO_ENEMY
    if state.in_melee(target) or state.in_melee(unit.hex):
        return bans.MELEE_THERE
    ban = forbid_sight(state, unit.hex, target)
    if ban is None and not state.seen_from(unit.hex, enemy) >> target & 1:
        ban = bans.UNSPOTTED
    if ban is None and not shoots(state, unit, state.board.grid.distances[unit.hex][target], False):
        ban = forbid_mortar(state, unit, state.board.grid.distances[unit.hex][target])
    return ban


def forbid_mortar(state: LnltState, unit: Unit, distance: int) -> Ban:
    """Out of range, unless it has a mortar that is kept from firing by what is above it or by too short a way."""
    for weapon in state.weapons:
        if weapon.owner == unit.id and weapon.type.kind == MORTAR and distance <= weapon.type.range:
            if not may_lob(state, unit.hex):
                return bans.MORTAR_COVERED
            if distance < weapon.type.min_range:
                return bans.TOO_NEAR
    return bans.OUT_OF_RANGE


def targets(state: LnltState, seat: int, hex_: int, activated: int, assault: bool) -> list[int]:
    """Hexes that activated units in this hex may fire at: seen, spotted, in reach, without Melee (lnlt.core.5.0)."""
    mask = state.in_view(hex_, 1 - seat)
    return targets_among(state, seat, hex_, activated, assault, mask) if mask else []


def targets_among(state: LnltState, seat: int, hex_: int, activated: int, assault: bool, mask: int) -> list[int]:
    """The same for hexes of enemies that are spotted and in view."""
    found: list[int] = []
    firers: list[Unit] = []
    spotters: list[Unit] = []
    units = state.units
    for number in state.stacks[seat][hex_]:
        if activated >> number & 1:
            unit = units[number]
            if assault:
                if forbid_assault_fire(state, unit) is None:
                    firers.append(unit)
            elif not unit.flags & (MARKED | SHAKEN | SMOKING) or forbid_fire(unit, False) is None:
                firers.append(unit)
            elif unit.flags & SPOTTER and forbid_fire(unit, True) is None:
                spotters.append(unit)
    if not firers + spotters:
        return found
    distances = state.board.grid.distances[hex_]
    friends = state.stacks[seat]
    while mask:
        low = mask & -mask
        mask ^= low
        target = low.bit_length() - 1
        if friends[target]:
            continue
        distance = distances[target]
        if any_shoots(state, firers, distance) or (target == state.spot_hex and any_shoots(state, spotters, distance)):
            found.append(target)
    return found


def any_shoots(state: LnltState, units: list[Unit], distance: int) -> bool:
    for unit in units:  # noqa: SIM110 - much faster than any(), and asked often
        if shoots(state, unit, distance, False):
            return True
    return False
