"""Acts, decisions and refusals hold together, in random games of every scenario with options drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bocage.kernel.act import NUMBER, Ban, operand
from bocage.kernel.decision import Decision
from bocage.kernel.game import explain_refusal
from bocage.kernel.views import Attempt
from bocage.rulebook import rulebook
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.armour import VehicleShooting
from bocage.systems.disposable.rules.arranging import FORMATIONS
from bocage.systems.disposable.rules.odds import ANSWERS
from bocage.systems.disposable.state import DisposableState
from bocage.text import catalogue

SCENARIOS = [info.id for info in SYSTEM.scenarios()]
CATALOGUES = [catalogue(SYSTEM.package, language) for language in ("en", "fr")]
CLAUSES = rulebook("disposable").clauses
VERBS = list(acts.ACTS.by_name)
MOST_VAGUE = 0.05


def walk(scenario: str, seed: int, steps: int) -> Iterator[tuple[DisposableState, Decision, random.Random]]:
    rng = random.Random(f"{scenario}/{seed}")
    state = SYSTEM.new(scenario, seed, SYSTEM.draw_options(scenario, rng))
    for _ in range(steps):
        if state.over:
            return
        decision = state.pending[0]
        yield state, decision, rng
        state.play(decision, rng.choice(decision.options))


def bound(state: DisposableState, kind: str) -> int:
    """Operands of this kind are below this."""
    top = state.stack[-1]
    if kind == acts.WEAPON:
        assert isinstance(top, VehicleShooting)
        vehicle = state.vehicle(state.units[top.target])
        assert vehicle is not None
        return len(vehicle.weapons)
    table = state.scenario.table
    return {
        acts.UNIT: len(state.units), acts.FIGURE: len(state.x), acts.SIDE: 2, NUMBER: 3, "x": table.width + 1,
        "y": table.height + 1, acts.FORMATION: len(FORMATIONS),
    }[kind]  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_option_is_an_act_of_its_decision(scenario: str) -> None:
    for state, decision, _ in walk(scenario, 3, 250):
        assert len(set(decision.options)) == len(decision.options)
        for option in decision.options:
            verb = acts.ACTS.of(option)
            assert verb in decisions.OFFERS[decision.kind]
            for index, kind in enumerate(verb.operands):
                assert operand(option, index) < bound(state, kind), acts.ACTS.describe(option)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_is_tried_is_answered_with_a_clause(scenario: str) -> None:
    tried = vague = 0
    for state, decision, rng in walk(scenario, 5, 160):
        if rng.random() < 0.8:
            continue
        for _ in range(4):
            refusals = explain_refusal(SYSTEM, state, decision, attempt(state, rng))
            for refusal in refusals:
                assert refusal.rule in CLAUSES
                for words in CATALOGUES:
                    assert "refusal." not in words.render(refusal.text)
            tried += bool(refusals)
            vague += any(refusal.vague for refusal in refusals)
    assert vague <= MOST_VAGUE * tried


def attempt(state: DisposableState, rng: random.Random) -> Attempt:
    """A random figure, place or point, with any verb or none."""
    verb = rng.choice(VERBS) if rng.random() < 0.5 else ""
    piece = rng.randrange(len(state.x) + 3) if rng.random() < 0.5 else -1
    if piece >= 0 or rng.random() < 0.3:
        return Attempt(verb, piece, rng.choice(["", "", "1", "G4"]))
    return Attempt(verb, x=rng.randrange(state.scenario.table.width) / 10, y=rng.randrange(-5, 400) / 10)


def test_bans_cite_clauses_and_have_words() -> None:
    entries = [value for name, value in vars(bans).items() if name.isupper()]
    for ban in [one for entry in entries for one in (entry if isinstance(entry, list) else [entry])]:
        assert isinstance(ban, Ban)
        assert ban.rule in CLAUSES, ban
        for words in CATALOGUES:
            assert f"refusal.{ban.key}" in words.entries, ban


def test_kinds_and_verbs_cite_clauses_and_have_words() -> None:
    offered = {verb for verbs in decisions.OFFERS.values() for verb in verbs}
    assert offered == {acts.TO, *acts.ACTS.verbs}, "every verb belongs to a decision"
    assert set(ANSWERS) <= offered
    for words in CATALOGUES:
        for kind in decisions.OFFERS:
            assert kind.rule in CLAUSES
            assert {f"prompt.{kind.name}", f"decision.{kind.name}"} <= set(words.entries)
        for verb in acts.ACTS.verbs:
            assert verb.rule in CLAUSES
            assert f"choice.{verb.name}" in words.entries
        assert set(acts.PURPOSES.keys) <= set(words.entries)
