"""Snap fire: shooting out of turn at an enemy that manoeuvres or runs close by."""

from __future__ import annotations

from typing import Final

from bocage.kernel.decision import Decision
from bocage.kernel.state import Procedure
from bocage.systems.disposable.model.tables import (
    BASE,
    MANOEUVRE,
)
from bocage.systems.disposable.rules import kinds
from bocage.systems.disposable.rules.accuracy import SNAP
from bocage.systems.disposable.rules.shooting import Shooting, can_fire
from bocage.systems.disposable.rules.snipers import may_single_out
from bocage.systems.disposable.state import ON_TABLE, STEADY, DisposableState, Unit

SNAP_DISTANCE: Final = 120


def triggers(mode: int) -> bool:
    """Manoeuvre and Run only (dh.snap.2, dh.snap.3); a charge is named on its own (dh.cc.snap.1)."""
    return mode >= MANOEUVRE


def may_snap(state: DisposableState, unit: Unit, mover: Unit) -> bool:
    """Not pinned, not yet this turn, within twelve inches, with something to fire (dh.snap.1, dh.snap.2)."""
    if unit.status != STEADY or unit.snapped or unit.place != ON_TABLE or unit.seat == mover.seat:
        return False
    weapon = state.scenario.forces[unit.index].weapon
    if state.scenario.forces[unit.index].vehicle is not None or (weapon is not None and (weapon.mortar or weapon.gun)):
        return False  # dh.open.snap_limits
    return state.units_within(unit, mover, SNAP_DISTANCE) and can_fire(state, unit, mover, MANOEUVRE, SNAP)


def could_snap(state: DisposableState, mover: Unit, reach: int) -> bool:
    """A quick look whether any enemy might get a shot on a move of this length."""
    limit = SNAP_DISTANCE + BASE + reach
    for unit in state.units:
        ready = unit.place == ON_TABLE and unit.status == STEADY and not unit.snapped
        if unit.seat != mover.seat and ready and not unit.beyond(mover, limit):
            return True
    return False


class SnapWindow(Procedure[DisposableState]):
    """The enemy may interrupt a move here with snap fire, one unit after another."""

    __slots__ = ("charging", "except_for", "mover")

    def __init__(self, mover: int, charging: bool, except_for: int) -> None:
        super().__init__()
        self.mover = mover
        self.charging = charging
        self.except_for = except_for

    def advance(self, state: DisposableState) -> None:
        mover = state.units[self.mover]
        if mover.place != ON_TABLE or mover.status != STEADY:
            state.pop()
            return
        options: list[int] = []
        for unit in state.units:
            if unit.index != self.except_for and may_snap(state, unit, mover):
                options.append(unit.index)
                if may_single_out(state, unit, mover):
                    options.append(kinds.MARK + unit.index)
        if not options:
            state.pop()
            return
        options.append(kinds.DECLINE)
        state.ask(1 - mover.seat, kinds.SNAP, options)

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        if option == kinds.DECLINE:
            state.pop()
        else:
            throwers = kinds.SINGLED if kinds.block(option) == kinds.MARK else 0
            state.push(Shooting(kinds.inner(option), self.mover, MANOEUVRE, SNAP, throwers, self.charging))

    def copy(self) -> SnapWindow:
        return SnapWindow(self.mover, self.charging, self.except_for)

    def data(self) -> list[object]:
        return [self.mover, self.charging, self.except_for]
