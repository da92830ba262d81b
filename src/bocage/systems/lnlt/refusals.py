"""Why something is not offered, with the clauses that forbid it."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.views import Attempt, Refusal
from bocage.systems.lnlt.state import LnltState


def why_not(state: LnltState, decision: Decision, attempt: Attempt) -> list[Refusal]:
    return []
