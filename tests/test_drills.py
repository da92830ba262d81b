"""Every shipped drill and worked example, each naming the clauses it proves."""

from __future__ import annotations

import pytest

import bocage
from bocage import drills
from bocage.content import load_yaml
from bocage.drills import Drill, Outcome
from walks import SYSTEMS


def outcomes() -> list[Outcome]:
    return [
        outcome
        for name in SYSTEMS
        for path in drills.shipped(bocage.system(name))
        for outcome in drills.run_file(path)
    ]


def params() -> list[object]:
    """One test per drill; its `rules` become the clauses that it proves."""
    found = outcomes()
    ids = [o.id for o in found]
    assert len(ids) == len(set(ids)), "two drills share an id"
    return [
        pytest.param(o, id=o.id, marks=[pytest.mark.rule(*o.rules)] if o.rules else [])
        for o in found
        if o.status != drills.UNREACHED
    ]


@pytest.mark.parametrize("outcome", params())
def test_drill(outcome: Outcome) -> None:
    assert outcome.passed, outcome.reason


def test_what_is_not_reached_says_why() -> None:
    for outcome in outcomes():
        if outcome.status == drills.UNREACHED:
            assert len(outcome.reason) > 10, outcome.id


def test_a_wrong_figure_fails_a_drill() -> None:
    """The runner itself: a drill whose expectation is spoilt does not pass."""
    path = bocage.system("lnlt").package / "drills" / "walkthrough-24-2.yaml"
    drill = load_yaml(path, Drill)
    for step in drill.steps:
        for event in step.expect.get("events", []):
            if "total" in event:
                event["total"] += 1
                assert not all(o.passed for o in drills.run_drill(drill, "spoilt"))
                return
    raise AssertionError("the walkthrough expects no totals")
