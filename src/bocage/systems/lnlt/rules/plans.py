"""Secret plans (lnlt.scenario.secret): a side picks one before the set-up, and the enemy learns it when it shows."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.kernel import Decision, Event, Procedure, all_but, first, only
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.special import Course, is_open
from bocage.systems.lnlt.model.tables import Arrival
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.state import LnltState

RULE: Final = "lnlt.scenario.secret"


def undecided(course: Course) -> int:
    """The side that has a plan to pick, GONE if there is none."""
    for seat in (0, 1):
        if course.rules.plans[seat] and course.picked[seat] == GONE:
            return seat
    return GONE


def area_of(state: LnltState, arrival: Arrival) -> list[int]:
    """Where it may be placed: the plan of its side may have laid the area elsewhere."""
    course = state.course
    if course is None or course.picked[arrival.seat] == GONE:
        return arrival.area
    plan = course.rules.plans[arrival.seat][course.picked[arrival.seat]]
    return plan.areas.get(arrival.name, arrival.area)


def show_by_placing(state: LnltState, arrival: Arrival) -> None:
    """Who is placed by a plan gives it away."""
    course = state.course
    if course is None or course.picked[arrival.seat] == GONE:
        return
    if arrival.name in course.rules.plans[arrival.seat][course.picked[arrival.seat]].areas:
        show_plan(state, course, arrival.seat)


def show_plan(state: LnltState, course: Course, seat: int) -> None:
    """From now on everybody knows it."""
    if course.known[seat] or course.picked[seat] == GONE:
        return
    course.known[seat] = True
    state.revealed = True
    if state.recording:
        words = course.rules.plans[seat][course.picked[seat]].words
        state.emit(Event("plan-shown", RULE, {"side": state.scenario.titles[seat], "plan": words}))


class PickPlan(Procedure[LnltState]):
    """One side picks; the others are told that it has, and no more."""

    __slots__ = ("seat",)
    rule: ClassVar[str] = RULE

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def advance(self, state: LnltState) -> None:
        assert state.course is not None
        state.ask(self.seat, acts.PLAN, acts.PICK.on_each(list(range(len(state.course.rules.plans[self.seat])))))

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        course = state.course
        assert course is not None
        course.picked[self.seat] = first(option)
        if state.recording:
            side = state.scenario.titles[self.seat]
            words = course.rules.plans[self.seat][first(option)].words
            state.emit(Event("plan-picked", RULE, {"side": side, "plan": words}, visible=only(self.seat)))
            state.emit(Event("plan-made", RULE, {"side": side}, visible=all_but(self.seat)))
        state.pop()


# ---- what a seat may know of them


def is_shown(state: LnltState, number: int, viewer: int) -> bool:
    """Objectives that count now; those of a plan to its side, and to everybody once it is known."""
    course = state.course
    if course is None or not is_open(course, number):
        return course is None
    objective = state.scenario.objectives[number]
    if objective.seat == GONE:
        return True
    return objective.plan == course.picked[objective.seat] and (
        viewer == objective.seat or course.known[objective.seat]
    )


def public_score(state: LnltState, seat: int, viewer: int) -> int:
    """As far as the viewer knows it."""
    points = state.score(seat)
    if state.course is None or viewer == seat:
        return points
    return points - state.course.hidden(state.scenario.objectives, state.control, seat)
