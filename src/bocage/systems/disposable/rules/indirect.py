"""Indirect fire: mortars and guns at what they see, or what somebody sees for them."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Tally
from bocage.systems.disposable.model.tables import BASE, HOLD
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.accuracy import INDIRECT, NO_SECOND, Shot, weapon_dice
from bocage.systems.disposable.rules.movement import can_be_aimed_at, effective_range, within_arc
from bocage.systems.disposable.state import HOUSE_BUNKER, ON_TABLE, STEADY, DisposableState, Unit


class Sighting:
    """Who sees the target of indirect fire, and how well that aims it."""

    __slots__ = ("acc", "label", "name", "rule")

    def __init__(self, name: str, acc: int, label: str, rule: str) -> None:
        self.name: Final = name
        self.acc: Final = acc
        self.label: Final = label
        self.rule: Final = rule


OWN_LOS: Final = Sighting("own_los", 3, "label.own-sight", "dh.indirect.acc.1")
NO_LOS: Final = Sighting("no_los", 1, "label.no-sight", "dh.indirect.acc.2")
FRIEND_LOS: Final = Sighting("friend_los", 1, "label.friend-sight", "dh.indirect.acc.3")
FRIEND_RADIO: Final = Sighting("friend_radio", 2, "label.friend-radio", "dh.indirect.acc.4")
RECON_RADIO: Final = Sighting("recon_radio", 3, "label.recon", "dh.indirect.acc.5")
FOO_RADIO: Final = Sighting("foo_radio", 4, "label.observer", "dh.indirect.acc.6")


def forbid_indirect(state: DisposableState, unit: Unit, target: Unit, mode: int) -> Ban | None:
    """Not after moving, in the arc, in range and not below the minimum; seen or unseen
    (dh.move.mortar.1, dh.move.mortar.2)."""
    weapon = state.weapon(unit)
    if weapon is None or not weapon.indirect:
        return bans.NO_INDIRECT
    if mode != HOLD:
        return bans.MORTAR_MOVED if weapon.mortar else bans.WEAPON_MOVED
    if not can_be_aimed_at(state, unit, target):
        return bans.UNSPOTTED
    far = effective_range(weapon, HOLD) + BASE
    near = weapon.min_range + BASE
    tube = unit.figures[0]
    why = bans.INDIRECT_RANGE
    for f in target.figures:
        dx, dy = state.x[f] - state.x[tube], state.y[f] - state.y[tube]
        if near * near <= dx * dx + dy * dy <= far * far:
            if within_arc(unit.facing_x, unit.facing_y, dx, dy):
                return None
            why = bans.MORTAR_ARC
    return why


def best_sighting(state: DisposableState, unit: Unit, target: Unit) -> Sighting:
    """The single best that applies (dh.open.indirect_stack)."""
    best = OWN_LOS if sees_unit(state, unit, target) else NO_LOS
    for friend in state.units:
        if friend is unit or friend.seat != unit.seat or friend.place != ON_TABLE or friend.status != STEADY:
            continue
        theirs = sighting_of(state, friend)
        better = theirs.acc > best.acc or (theirs.acc == best.acc and best is NO_LOS)
        if better and sees_unit(state, friend, target):
            best = theirs
    return best


def sighting_of(state: DisposableState, unit: Unit) -> Sighting:
    """What a friendly unit that sees the target is good for."""
    force = state.scenario.forces[unit.index]
    if force.vehicle is not None or not any(state.scenario.figures[f].radio for f in unit.figures):
        return FRIEND_LOS
    if force.observer:
        return FOO_RADIO
    return RECON_RADIO if force.recon else FRIEND_RADIO


def sees_unit(state: DisposableState, unit: Unit, target: Unit) -> bool:
    table = state.scenario.table
    for a in unit.figures:
        for b in target.figures:
            if table.sees(state.x[a], state.y[a], state.x[b], state.y[b]):
                return True
    return False


def indirect_shot(state: DisposableState, unit: Unit, target: Unit, explain: bool) -> list[Shot]:
    """With the ACC of the situation and nothing else: no cover, obstacle, shield or camouflage
    (dh.indirect.cover.1, dh.open.indirect_miss)."""
    weapon = state.weapon(unit)
    assert weapon is not None
    tally = Tally(explain)
    sighting = best_sighting(state, unit, target)
    tally.add(sighting.acc, sighting.label, sighting.rule)
    dice = weapon_dice(weapon, HOLD, INDIRECT, len(unit.figures))
    shot = Shot(unit.figures[0], weapon, dice, tally.total, False, tally)
    if not state.house & HOUSE_BUNKER:  # no cover counts, nor that of a bunker (dh.indirect.cover.1)
        shot.second = NO_SECOND
    return [shot]
