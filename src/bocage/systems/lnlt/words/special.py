"""Special rules of the scenario in words (lnlt.scenario.secret: the plans that a seat knows)."""

from __future__ import annotations

from bocage.kernel import Arg, Text
from bocage.systems.lnlt.model.pieces import GONE
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
