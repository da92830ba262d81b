"""Why something is not offered."""

from __future__ import annotations

from bocage.geometry.plane import tenths
from bocage.kernel.act import point_option
from bocage.kernel.decision import Decision
from bocage.kernel.views import Attempt, Refusal, Text
from bocage.systems.disposable.rules.acts import TO
from bocage.systems.disposable.state import DisposableState
from bocage.systems.disposable.words.choices import choice


def why_not(state: DisposableState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    """The clause that forbids what was tried, as the procedure that asks tells it; empty where it is offered."""
    if allows_point(decision, attempt):
        return []
    if any(choice(state, decision, option).fits(attempt) for option in decision.options):
        return []
    vague = Refusal(decision.kind.rule, Text("refusal.not-now"), True)
    return state.stack[-1].forbid(state, decision, attempt) or [vague]


def allows_point(decision: Decision, attempt: Attempt) -> bool:
    """Whether it is a point of the region, listed or not."""
    if decision.region is None or attempt.x < 0 or attempt.y < 0 or attempt.verb not in ("", TO.name):
        return False
    try:
        return decision.allows(point_option(tenths(attempt.x), tenths(attempt.y)))
    except ValueError:
        return False
