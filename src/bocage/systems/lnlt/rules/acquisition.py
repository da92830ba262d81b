"""Target acquisition (lnlt.core.armour.4.6): each shot at the same target makes the next one easier."""

from __future__ import annotations

from bocage.systems.lnlt.model.vehicles import Aim
from bocage.systems.lnlt.state import LnltState


def acquired(state: LnltState, firer: int, target: int) -> int:  # lnlt.core.armour.4.6
    """Guns of one vehicle share what they have acquired on one target (lnlt.hid.15.9.1d)."""
    for aim in state.aims:
        if aim.firer == firer and aim.target == target:
            return aim.level
    return 0


def acquire(state: LnltState, firer: int, weapon: int, target: int) -> None:
    """One step further on the same target (lnlt.core.armour.4.6); with another target this gun begins anew, and its
    twin keeps its own (lnlt.hid.15.9.1d)."""
    level = min(2, acquired(state, firer, target) + 1)  # lnlt.core.open.armour.8
    state.aims = [aim for aim in state.aims if aim.firer != firer or aim.weapon != weapon]
    for aim in state.aims:
        if aim.firer == firer and aim.target == target:
            aim.level = level
    state.aims.append(Aim(firer, weapon, target, level))


def lose_aim(state: LnltState, piece: int) -> None:
    """The firer moved or was Shaken, or the target moved: every acquisition with it is gone."""
    if state.aims:
        state.aims = [aim for aim in state.aims if aim.firer != piece and aim.target != piece]


def lower_aim(state: LnltState, firer: int) -> None:
    """The firer turned or was Shaken; who aims at it still does."""
    if state.aims:
        state.aims = [aim for aim in state.aims if aim.firer != firer]
