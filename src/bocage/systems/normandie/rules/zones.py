"""Zones of control, and the steps they leave open (chapter Movement)."""

from __future__ import annotations

from bocage.systems.normandie.state import FIELD, NormandieState, Unit


def friends(state: NormandieState, unit: Unit) -> int:
    """The spaces of the other units of its side."""
    mask = 0
    for other in state.units:
        if other.seat == unit.seat and other.id != unit.id and other.status == FIELD:
            mask |= 1 << other.cell
    return mask


def controlled(state: NormandieState, seat: int, cell: int) -> int:
    """The spaces barred to a step from here: those in the zone of an enemy whose zone this space is in too.

    Each enemy is tested on its own (hon.move.zoc.3, hon.open.zoc.same.1); a suppressed one has none (hon.supd.zoc.1).
    """
    zone = state.board.zone
    barred = 0
    for enemy in state.units:
        if enemy.seat != seat and enemy.status == FIELD and enemy.suppressed == 0:
            ring = zone[enemy.cell]
            if ring >> cell & 1:
                barred |= ring
    return barred


def open_steps(state: NormandieState, seat: int, cell: int) -> int:
    """The neighbouring spaces a step may lead to, friends' ones included (hon.move.inf.2, hon.move.inf.4, .5)."""
    return state.board.steps[cell] & ~state.standing[1 - seat] & ~controlled(state, seat, cell)
