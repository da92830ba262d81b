"""What happens over all the dice there are."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.enumerate import MOST_RUNS, outcomes
from bocage.kernel.event import Event
from bocage.kernel.state import State


def count(
    state: State, decision: Decision, option: int, subjects: list[str], most: int = MOST_RUNS
) -> dict[str, dict[str, float]]:
    """The probability of each label by subject; every run of the dice is played once for all of them.

    Where no event speaks of a subject before the next decision, the label is that one: "asked erratic"."""

    def observe(after: State, events: list[Event]) -> str:
        asked = f"asked {after.pending[0].kind.name}" if after.pending else "untold"
        return "\t".join(next((f for e in events if (f := e.outcome(one)) is not None), asked) for one in subjects)

    found: dict[str, dict[str, float]] = {one: {} for one in subjects}
    for labels, p in outcomes(state, decision, option, observe, most).items():
        for one, label in zip(subjects, labels.split("\t"), strict=True):
            found[one][label] = found[one].get(label, 0.0) + p
    return found
