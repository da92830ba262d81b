"""Every shipped drill and worked example, each naming the clauses it proves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import bocage
from bocage.checks import drills
from bocage.checks.drills import (
    Drill,
    Entry,
    Outcome,
)
from bocage.content import load_yaml
from walks import SYSTEMS

SHIPPED = [
    (path, entry) for name in SYSTEMS for path in drills.shipped(bocage.system(name)) for entry in drills.listing(path)
]
PLAYED = [(path, entry) for path, entry in SHIPPED if not entry.unreached]


@cache
def outcomes(path: Path) -> dict[str, Outcome]:
    return {outcome.id: outcome for outcome in drills.run_file(path)}


@pytest.mark.parametrize(
    ("path", "entry"),
    [pytest.param(p, e, id=e.id, marks=[pytest.mark.rule(*e.rules)] if e.rules else []) for p, e in PLAYED],
)
def test_drill(path: Path, entry: Entry) -> None:
    outcome = outcomes(path).get(entry.id)
    assert outcome is not None, "an earlier step failed"
    assert outcome.passed, outcome.reason


def test_no_two_drills_share_an_id() -> None:
    ids = [entry.id for _, entry in SHIPPED]
    assert len(ids) == len(set(ids))


def test_what_is_not_reached_says_why() -> None:
    reasons = [entry.unreached for _, entry in SHIPPED if entry.unreached]
    assert all(len(reason) > 10 for reason in reasons)
    assert len(reasons) < len(PLAYED)


def test_a_wrong_figure_fails_a_drill() -> None:
    """The runner itself: a drill whose expectation is spoilt does not pass."""
    path = bocage.system("lnlt").package / "drills" / "walkthrough-24-2.yaml"
    drill = load_yaml(path, Drill)
    assert all(outcome.passed for outcome in drills.run_drill(drill))
    for step in drill.steps:
        for event in step.expect.get("events", []):
            if "total" in event:
                event["total"] += 1
                assert not all(outcome.passed for outcome in drills.run_drill(drill))
                return
    raise AssertionError("the walkthrough expects no totals")


def test_a_crash_of_the_rules_fails_its_drill_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    drill = load_yaml(bocage.system("lnlt").package / "drills" / "walkthrough-24-2.yaml", Drill)
    monkeypatch.setattr(drills.Run, "find", lambda run, wanted: 1 // 0)
    (outcome,) = [o for o in drills.run_drill(drill) if o.id == drill.id]
    assert not outcome.passed
    assert "the rules crashed: ZeroDivisionError" in outcome.reason
