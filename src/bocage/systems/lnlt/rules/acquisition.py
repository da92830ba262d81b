"""Target acquisition (lnlt.core.armour.4.6): each shot at the same target makes the next one easier."""

from __future__ import annotations

from bocage.systems.lnlt.model.vehicles import Aim
from bocage.systems.lnlt.state import LnltState


def aim_of(state: LnltState, firer: int) -> Aim | None:
    for aim in state.aims:
        if aim.firer == firer:
            return aim
    return None


def acquired(state: LnltState, firer: int, target: int) -> int:
    aim = aim_of(state, firer)
    return aim.level if aim is not None and aim.target == target else 0


def acquire(state: LnltState, firer: int, target: int) -> None:
    """One step further on the same target; another target begins anew."""
    aim = aim_of(state, firer)
    if aim is None:
        state.aims.append(Aim(firer, target, 1))
    elif aim.target == target:
        aim.level = 2
    else:
        aim.target = target
        aim.level = 1


def lose_aim(state: LnltState, piece: int) -> None:
    """The firer moved, or the target did: every acquisition with it is gone."""
    if state.aims:
        state.aims = [aim for aim in state.aims if aim.firer != piece and aim.target != piece]
