"""Special rules of the scenario in words, and what a seat may know of the enemy's plan (lnlt.scenario.secret)."""

from __future__ import annotations

from bocage.kernel import Arg, Text
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.special import is_open
from bocage.systems.lnlt.state import LnltState


def rules(state: LnltState, viewer: int) -> list[Text]:
    """What the scenario says, the shots that are left, and the plans that this seat knows."""
    found = state.scenario.notes[:]
    course = state.course
    if course is None:
        return found
    for number, entry in enumerate(course.rules.ammunition):
        if entry.type is not None and entry.shots:
            args: dict[str, Arg] = {"weapon": f"@weapon.{entry.type.id}", "left": course.shots[number]}
            found.append(Text("special.shots-left", {**args, "side": state.scenario.titles[entry.seat]}))
    for seat in (0, 1):
        if course.picked[seat] != GONE and (seat == viewer or course.known[seat]):
            words = course.rules.plans[seat][course.picked[seat]].words
            found.append(Text("special.plan-of", {"side": state.scenario.titles[seat], "plan": words}))
    return found


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
