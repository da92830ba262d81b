"""Indirect fire: mortars and guns at what they see, or what somebody sees for them."""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

from typing import Final

from bocage.kernel.act import Ban
from bocage.kernel.tally import Tally
from bocage.systems.disposable.model.tables import (
    BASE,
    HOLD,
)
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.accuracy import INDIRECT, Shot, weapon_dice
from bocage.systems.disposable.rules.movement import can_be_aimed_at, effective_range, within_arc
from bocage.systems.disposable.state import ON_TABLE, STEADY, DisposableState, Unit

# Who sees the target; indices into ACC_OF, LABELS and RULES.
OWN_LOS: Final = 0
NO_LOS: Final = 1
FRIEND_LOS: Final = 2
FRIEND_RADIO: Final = 3
RECON_RADIO: Final = 4
FOO_RADIO: Final = 5
SITUATIONS: Final = ("own_los", "no_los", "friend_los", "friend_radio", "recon_radio", "foo_radio")
ACC_OF: Final = (3, 1, 1, 2, 3, 4)
LABELS: Final = (
    "label.own-sight", "label.no-sight", "label.friend-sight", "label.friend-radio", "label.recon", "label.observer",
)  # fmt: skip
RULES: Final = (
    "dh.indirect.acc.1", "dh.indirect.acc.2", "dh.indirect.acc.3", "dh.indirect.acc.4", "dh.indirect.acc.5",
    "dh.indirect.acc.6",
)  # fmt: skip


def forbid_indirect(state: DisposableState, unit: Unit, target: Unit, mode: int) -> Ban | None:
    """Not after moving, in the arc, in range and not below the minimum; seen or unseen
    (dh.move.mortar.1, dh.move.mortar.2)."""
    weapon = state.weapon(unit)
    if weapon is None or not weapon.indirect:
        return bans.NO_INDIRECT
    if mode != HOLD:
        return bans.MORTAR_MOVED if weapon.mortar else bans.WEAPON_MOVED
    if not can_be_aimed_at(state, target):
        return bans.UNSPOTTED
    far = effective_range(weapon, HOLD) + BASE
    near = weapon.min_range + BASE
    tube = unit.figures[0]
    why = bans.INDIRECT_RANGE
    for f in target.figures:
        dx = state.x[f] - state.x[tube]
        dy = state.y[f] - state.y[tube]
        if near * near <= dx * dx + dy * dy <= far * far:
            if within_arc(unit.facing_x, unit.facing_y, dx, dy):
                return None
            why = bans.MORTAR_ARC
    return why


def situation(state: DisposableState, unit: Unit, target: Unit) -> int:
    """The single best row that applies (dh.open.indirect_stack)."""
    best = OWN_LOS if sees_unit(state, unit, target) else NO_LOS
    for friend in state.units:
        if friend is unit or friend.seat != unit.seat or friend.place != ON_TABLE or friend.status != STEADY:
            continue
        row = spotter(state, friend)
        if (ACC_OF[row], row) > (ACC_OF[best], best if best != OWN_LOS else 99) and sees_unit(state, friend, target):
            best = row
    return best


def spotter(state: DisposableState, unit: Unit) -> int:
    """What a friendly unit that sees the target is good for."""
    force = state.scenario.forces[unit.index]
    if force.vehicle is not None or not has_radio(state, unit):
        return FRIEND_LOS
    if force.observer:
        return FOO_RADIO
    return RECON_RADIO if force.recon else FRIEND_RADIO


def has_radio(state: DisposableState, unit: Unit) -> bool:
    for f in unit.figures:
        if state.scenario.figures[f].radio:
            return True
    return False


def sees_unit(state: DisposableState, unit: Unit, target: Unit) -> bool:
    table = state.scenario.table
    for a in unit.figures:
        for b in target.figures:
            if table.sees(state.x[a], state.y[a], state.x[b], state.y[b]):
                return True
    return False


def indirect_number(tally: Tally, row: int) -> None:
    """The ACC of the situation and nothing else: no cover, obstacle, shield or camouflage
    (dh.indirect.cover.1, dh.open.indirect_miss)."""
    tally.add(ACC_OF[row], LABELS[row], RULES[row])


def indirect_shot(state: DisposableState, unit: Unit, target: Unit, explain: bool) -> list[Shot]:
    weapon = state.weapon(unit)
    assert weapon is not None
    tally = Tally(explain)
    indirect_number(tally, situation(state, unit, target))
    dice = weapon_dice(weapon, HOLD, INDIRECT, len(unit.figures))
    return [Shot(unit.figures[0], weapon, dice, tally.total, False, tally)]
