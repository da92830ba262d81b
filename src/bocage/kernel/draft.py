"""A draft: what a seat means to choose in a row, laid out on a copy of the game before anybody hears of it."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.game import IllegalChoice
from bocage.kernel.state import State


class Draft:
    """The choices of one seat as far as nothing else comes between: no other seat, no die, nothing revealed.

    The last one is taken alone, without what follows from it, so a draft shows its own seat's intentions and no more.
    """

    __slots__ = ("decision", "options", "seat", "setup", "state")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state.clone()
        self.state.recording = self.state.revealed = False
        self.seat = seat
        self.options: list[int] = []
        self.decision = decision_of(state, seat)
        if self.decision is None or not self.decision.kind.plans:
            raise IllegalChoice("this seat has nothing to plan now")
        self.setup = self.decision.kind.setup

    def add(self, option: int) -> None:
        decision = self.decision
        if decision is None:
            raise IllegalChoice("the plan was complete before its last choice")
        if not decision.allows(option):
            raise IllegalChoice(f"option {option} is not offered")
        ahead = self.state.clone()
        ahead.play(decision, option)
        after = decision_of(ahead, self.seat)
        told = ahead.dice.draws != self.state.dice.draws or ahead.revealed
        if after is not None and are_of_one_plan(decision, after) and not told:
            self.state, self.decision = ahead, after
        else:
            self.state.take(decision, option)
            self.decision = None
        self.options.append(option)


def decision_of(state: State, seat: int) -> Decision | None:
    for decision in state.pending:
        if decision.seat == seat:
            return decision
    return None


def are_of_one_plan(one: Decision, next_one: Decision) -> bool:
    """A side is set up in one plan and given its orders in another."""
    return one.kind.plans and next_one.kind.plans and one.kind.setup == next_one.kind.setup


def belong_together(before: State, after: State) -> bool:
    """Whether the choice between two states was part of the plan that the later one is in."""
    for decision in after.pending:
        first = decision_of(before, decision.seat)
        if first is not None and first is not decision:
            return are_of_one_plan(first, decision)
    return False
