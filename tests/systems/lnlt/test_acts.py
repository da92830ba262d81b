"""Every option is an act that was declared, done with things that there are."""

from __future__ import annotations

import random

import pytest

from bocage.checks import clicks
from bocage.kernel.act import MOST, Ban, operand
from bocage.kernel.decision import Decision
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words.refusals import tell_requirement
from bocage.text import LANGUAGES, catalogue

SCENARIOS = [info.id for info in SYSTEM.scenarios()]
MOST_DECISIONS = 250


def limits(state: LnltState, seat: int) -> dict[str, int]:
    """How many there are of each kind of operand."""
    hexes = state.board.size
    guns = max((len(vehicle.type.guns) for vehicle in state.vehicles), default=0)
    return {
        acts.UNIT: len(state.units),
        acts.VEHICLE: len(state.vehicles),
        acts.TARGET_VEHICLE: len(state.vehicles),
        acts.WEAPON: len(state.weapons),
        acts.CHARGE: len(state.weapons),
        acts.ROCKET: len(state.weapons),
        acts.HEX: hexes,
        acts.ORIGIN: hexes,
        acts.SPOTTED: hexes,
        acts.GUN: max(1, guns),
        acts.FACING: 6,
        acts.BATTERY: len(state.batteries[seat]),
        acts.SORTIE: len(state.scenario.sorties[seat]),
        acts.PLAN_NUMBER: len(state.course.rules.plans[seat]) if state.course is not None else 0,
    }


def check_options(state: LnltState, decision: Decision) -> None:
    assert len(set(decision.options)) == len(decision.options), f"{decision.kind}: an option twice"
    there_are = limits(state, decision.seat)
    for option in decision.options:
        verb = acts.ACTS.of(option)
        assert verb in acts.MOMENTS[decision.kind], f"{decision.kind}: {verb}"
        said = acts.ACTS.describe(option)
        for index, kind in enumerate(verb.operands):
            assert operand(option, index) < there_are[kind], f"{decision.kind}: {said}"
        assert option == verb.act(*(operand(option, index) for index in range(len(verb.operands)))), said


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_options_are_declared_acts_with_operands_in_range(scenario: str) -> None:
    rng = random.Random(scenario)
    state = SYSTEM.new(scenario, rng.getrandbits(32), SYSTEM.draw_options(scenario, rng))
    for _ in range(MOST_DECISIONS):
        if state.over:
            return
        for decision in state.pending:
            check_options(state, decision)
        decision = rng.choice(state.pending)
        state.play(decision, rng.choice(decision.options))


def test_the_verbs_fit_into_an_act() -> None:
    names = [verb.name for verb in acts.ACTS.verbs]
    assert len(set(names)) > 130
    for verb in acts.ACTS.verbs:
        assert len(verb.operands) <= 3
        assert verb.act(*(MOST for _ in verb.operands)) < 2**53
        assert acts.ACTS.of(verb.act(*(MOST for _ in verb.operands))) is verb


def test_every_decision_and_verb_can_be_refused_in_words() -> None:
    """What is asked first, and what a verb takes, is said in both languages."""
    assert {verb for verbs in acts.MOMENTS.values() for verb in verbs} == {
        verb for verb in acts.ACTS.verbs if verb.name
    }
    for language in LANGUAGES:
        known = catalogue(SYSTEM.package, language).entries
        for kind, verbs in acts.MOMENTS.items():
            assert f"asked.{kind.name}" in known
            for verb in verbs:
                assert tell_requirement(verb).key in known, verb
        for ban in vars(bans).values():
            assert not isinstance(ban, Ban) or f"refusal.{ban.key}" in known, ban


def test_clicks_on_what_is_not_offered_are_answered_with_a_clause() -> None:
    reports = [clicks.click(*job) for job in clicks.jobs(["lnlt"], 400, 7)]
    report = clicks.sum_up(reports)["lnlt"]
    assert report.clicks >= 400
    assert not report.errors
    assert report.vague <= 0.05 * report.clicks, report.vague_at
    assert not report.unfounded, report.unfounded_at
