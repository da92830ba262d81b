"""The sequence of play (lnlt.core.2): Rally, Operations, Administrative Phase, turn after turn."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Event, Procedure
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.administration import administrate, conclude, is_over, leave_map
from bocage.systems.lnlt.rules.crews import Momentum
from bocage.systems.lnlt.rules.operations import Operations
from bocage.systems.lnlt.rules.plans import PickPlan, undecided
from bocage.systems.lnlt.rules.rallywork import RallyWork
from bocage.systems.lnlt.rules.setup import SetUp, next_due
from bocage.systems.lnlt.rules.special import begin_turn, call_reinforcements, settle_objectives
from bocage.systems.lnlt.state import LnltState

PHASES: Final = ("rally", "operations", "administration")


class Turns(Procedure[LnltState]):
    """The whole game, bottom of the stack."""

    __slots__ = ()

    def advance(self, state: LnltState) -> None:
        step = self.step
        self.step = step + 1
        if self.attend(state):
            self.step = step
            return
        if state.waiting and step in (0, 3):
            turn = state.turn if step else 0  # set-up before the first Rally Phase, reinforcements before Operations
            if next_due(state, turn) != GONE:
                self.step = step
                state.push(SetUp(turn))
                return
        if step == 0:
            state.phase = 0
            self.initiative(state)
        elif step == 1:
            state.push(RallyWork(state.initiative))
        elif step == 2:
            state.push(RallyWork(1 - state.initiative))
        elif step == 3:
            state.phase = 1
            state.push(Operations())
        elif step < 6:
            if state.vehicles and state.edition.continuous:  # lnlt.pac.12.9.0f, lnlt.core.option.continuous_movement
                state.push(Momentum(state.initiative if step == 4 else 1 - state.initiative))
        else:
            state.phase = 2
            administrate(state)  # lnlt.core.2
            leave_map(state)
            settle_objectives(state)
            if is_over(state):
                conclude(state)
            else:
                state.turn += 1  # lnlt.pac.12.9.0g, lnlt.pac.fr.2.0i
                self.step = 0

    def attend(self, state: LnltState) -> bool:
        """Special rules at the beginning of a turn and after the Rally Phase; whether a plan is still to be picked."""
        course = state.course
        if course is None:
            return False
        if self.step == 1:
            begin_turn(state, course)
            seat = undecided(course)
            if seat != GONE:
                state.push(PickPlan(seat))
                return True
        elif self.step == 4:
            call_reinforcements(state, course)
        return False

    def initiative(self, state: LnltState) -> None:
        """A die each, the higher wins, a tie changes nothing; in the first turn the scenario says (lnlt.core.3)."""
        dice: list[int] = []
        if state.turn > 1:
            first = state.dice.roll(6, acts.FOR_INITIATIVE)
            second = state.dice.roll(6, acts.FOR_INITIATIVE)
            dice = [first, second]
            if first != second:
                state.initiative = 0 if first > second else 1  # lnlt.pac.fr.2.0a
        if state.recording:
            args: dict[str, int | str] = {"turn": state.turn, "side": state.scenario.titles[state.initiative]}
            state.emit(Event("initiative", "lnlt.core.3", args, dice))
