"""Snap fire: shooting out of turn at an enemy that manoeuvres or runs close by."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Decision, Verb, first
from bocage.systems.disposable.model.tables import BASE, MANOEUVRE
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.accuracy import SNAP
from bocage.systems.disposable.rules.bearing import forbid_fire
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.rules.snipers import forbid_singling_out
from bocage.systems.disposable.state import HOUSE_GUNS, ON_TABLE, STEADY, DisposableState, Unit

SNAP_DISTANCE: Final = 120


def triggers(mode: int) -> bool:
    """Manoeuvre and Run only (dh.snap.2, dh.snap.3); a charge is named on its own (dh.cc.snap.1)."""
    return mode >= MANOEUVRE


def forbid_snap(state: DisposableState, unit: Unit, mover: Unit) -> Ban | None:
    """Not pinned, not yet this turn, within twelve inches, with something to fire (dh.snap.1, dh.snap.2)."""
    if unit.seat == mover.seat:
        return bans.NOT_YOURS
    if unit.place != ON_TABLE:
        return bans.NOT_ON_TABLE
    if unit.status != STEADY:
        return bans.SNAP_PINNED
    if unit.snapped:
        return bans.SNAPPED
    weapon = state.scenario.forces[unit.index].weapon
    if weapon is not None and weapon.gun and state.house & HOUSE_GUNS:
        return bans.SNAP_WEAPON
    if not state.units_within(unit, mover, SNAP_DISTANCE):
        return bans.SNAP_DISTANCE
    return forbid_fire(state, unit, mover, MANOEUVRE, SNAP)


def could_snap(state: DisposableState, mover: Unit, reach: int) -> bool:
    """A quick look whether any enemy might get a shot on a move of this length."""
    limit = SNAP_DISTANCE + BASE + reach
    for unit in state.units:
        ready = unit.place == ON_TABLE and unit.status == STEADY and not unit.snapped
        if unit.seat != mover.seat and ready and not unit.beyond(mover, limit):
            return True
    return False


class SnapWindow(Question):
    """The enemy may interrupt a move here with snap fire, one unit after another."""

    __slots__ = ("charging", "except_for", "mover")

    def __init__(self, mover: int, charging: bool = False, except_for: int = -1) -> None:
        super().__init__()
        self.mover, self.charging, self.except_for = mover, charging, except_for

    def advance(self, state: DisposableState) -> None:
        mover = state.units[self.mover]
        options: list[int] = []
        for unit in state.units if mover.place == ON_TABLE and mover.status == STEADY else ():
            if unit.index != self.except_for and forbid_snap(state, unit, mover) is None:
                options.append(acts.SNAP_FIRE.on(unit.index))
                if forbid_singling_out(state, unit, mover) is None:
                    options.append(acts.SNAP_SINGLE_OUT.on(unit.index))
        if not options:
            state.pop()
            return
        options.append(acts.DECLINE.act())
        state.ask(1 - mover.seat, decisions.SNAP, options)

    def forbid_unit(
        self, state: DisposableState, decision: Decision, verb: Verb | None, unit: Unit, figure: int
    ) -> Ban | None:
        mover = state.units[self.mover]
        if verb is acts.DECLINE:
            return None
        if unit.index == self.except_for:  # answers in its own time (dh.open.charge_order)
            return bans.CHARGED
        ban = forbid_snap(state, unit, mover)
        if ban is None and verb is acts.SNAP_SINGLE_OUT:
            ban = forbid_singling_out(state, unit, mover)
        return bans.BY_ITS_LEADER if ban is None and figure != unit.figures[0] else ban

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.DECLINE:
            state.pop()
        else:
            singled = verb is acts.SNAP_SINGLE_OUT
            state.push(Shooting(first(option), self.mover, MANOEUVRE, SNAP, 0, self.charging, singled))
