"""Random clicks on what is not offered: a sample of what `make soak` does at length."""

from __future__ import annotations

import pytest

from bocage import registry
from bocage.checks import clicks
from walks import SYSTEMS

SAMPLE = 240


@pytest.mark.parametrize("system", SYSTEMS)
def test_clicks_are_answered_with_a_clause_that_was_consulted(system: str) -> None:
    reports = clicks.sum_up(list(clicks.run(clicks.jobs([system], SAMPLE, 5), 1)))
    report = reports[system]
    assert report.clicks >= SAMPLE
    assert clicks.faults(report) == []


def test_clicks_go_to_every_scenario_with_options_at_random() -> None:
    work = clicks.jobs(["lnlt", "normandie"], 1000, 1)
    assert sum(job[4] for job in work) == 1000
    assert {job[:2] for job in work} == set(registry.pairs(["lnlt", "normandie"]))
    assert any(job[3] for job in work)


def test_what_is_wrong_with_answers_is_named() -> None:
    report = clicks.Report("toy", clicks=100)
    assert clicks.faults(report) == []
    report.vague = 6
    report.vague_at["step/fire"] = 6
    report.unfounded = 1
    report.unfounded_at["toy.1 at step"] = 1
    report.errors = ["step, Attempt(): KeyError: 37"] * 100
    named = clicks.faults(report)
    assert named[0] == "step, Attempt(): KeyError: 37"
    assert len(named) == clicks.SHOWN + 2
    assert "6 of 100 answers are vague (decision/verb: step/fire 6)" in named
    assert any("toy.1 at step" in fault for fault in named)
