"""Acts, decisions and refusals hold together, in random games of every scenario with options drawn."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Iterator

import pytest

from bocage.geometry.square import spaces
from bocage.kernel.act import NUMBER, Ban, Kind, operand
from bocage.kernel.decision import Decision
from bocage.kernel.views import Attempt
from bocage.rulebook import rulebook
from bocage.systems.normandie import SYSTEM, rules
from bocage.systems.normandie.model.flags import SECOND_SPECIAL, TOKENS
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.acts import ACTS
from bocage.systems.normandie.rules.zones import ban_step, open_steps
from bocage.systems.normandie.state import FIELD, NormandieState
from bocage.text import catalogue

SCENARIOS = [info.id for info in SYSTEM.scenarios()]
CATALOGUES = [catalogue(SYSTEM.package, language) for language in ("en", "fr")]
CLAUSES = rulebook("normandie").clauses
VERBS = list(ACTS.by_name)
MOST_VAGUE = 0.05


def walk(scenario: str, seed: int, steps: int) -> Iterator[tuple[NormandieState, Decision, random.Random]]:
    rng = random.Random(f"{scenario}/{seed}")
    state = SYSTEM.new(scenario, seed, SYSTEM.draw_options(scenario, rng))
    for _ in range(steps):
        if state.over:
            return
        decision = rng.choice(state.pending)
        yield state, decision, rng
        state.play(decision, rng.choice(decision.options))


def bound(state: NormandieState, decision: Decision, kind: str) -> int:
    """Operands of this kind are below this."""
    grid = state.board.grid
    hands = [len(hand) for hand in state.staff.hands]
    return {
        NUMBER: 100, acts.SPACE: grid.size, acts.CROSSING: (grid.rows + 1) * (grid.cols + 1), acts.DIRECTION: 8,
        acts.UNIT: len(state.units), acts.TARGET: len(state.units), acts.VEHICLE: len(state.units),
        acts.STRUCTURE: len(state.structures), acts.WEAPON: 4, acts.TOKEN: len(TOKENS.names), acts.SIDE: 2,
        acts.ORDER_TOKEN: SECOND_SPECIAL + 1, acts.DIRECTIVE: len(TOKENS.names), acts.TILE: len(state.scenario.tiles),
        acts.CARD: max(hands), acts.LAID: 100, acts.PLAYER: len(state.scenario.camps), acts.SHARED: 3, acts.DICE: 4,
    }[kind]  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_option_is_an_act(scenario: str) -> None:
    for state, decision, _ in walk(scenario, 3, 300):
        assert len(set(decision.options)) == len(decision.options)
        for option in decision.options:
            for index, kind in enumerate(ACTS.of(option).operands):
                assert operand(option, index) < bound(state, decision, kind), ACTS.describe(option)
            for index in range(len(ACTS.of(option).operands), 3):
                assert operand(option, index) == 0, ACTS.describe(option)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_is_tried_is_answered_with_a_clause(scenario: str) -> None:
    tried = vague = 0
    for state, decision, rng in walk(scenario, 5, 250):
        if rng.random() < 0.7:
            continue
        for _ in range(4):
            refusals = SYSTEM.why_not(state, decision, attempt(state, rng))
            for refusal in refusals:
                assert refusal.rule in CLAUSES
                for words in CATALOGUES:
                    assert "refusal." not in words.render(refusal.text)
                    assert "decision." not in words.render(refusal.text)
            tried += bool(refusals)
            vague += any(refusal.vague for refusal in refusals)
    assert vague <= MOST_VAGUE * tried


def attempt(state: NormandieState, rng: random.Random) -> Attempt:
    """A random piece, space or crossing, with any verb or none."""
    grid = state.board.grid
    verb = rng.choice(VERBS) if rng.random() < 0.5 else ""
    draw = rng.random()
    if draw < 0.4:
        return Attempt(verb, rng.randrange(len(state.units) + 2))
    if draw < 0.8:
        return Attempt(verb, place=grid.name(rng.randrange(grid.size)) if draw < 0.78 else "r99c99")
    return Attempt(verb, x=float(rng.randrange(grid.cols + 3)), y=float(rng.randrange(grid.rows + 3)))


@pytest.mark.parametrize("scenario", ["dug-in", "boom", "tempest", "free4"])
def test_a_step_is_offered_or_forbidden(scenario: str) -> None:
    for state, _, rng in walk(scenario, 7, 200):
        if rng.random() < 0.8:
            continue
        for unit in state.units:
            if unit.status == FIELD:
                allowed = open_steps(state, unit.camp, unit.cell)
                for cell in spaces(state.board.grid.ring[unit.cell]):
                    ban = ban_step(state, unit.camp, unit.cell, cell)
                    assert (ban is None) == bool(allowed >> cell & 1), ban


def bans() -> Iterator[Ban]:
    for info in pkgutil.iter_modules(rules.__path__):
        module = importlib.import_module(f"{rules.__name__}.{info.name}")
        for value in vars(module).values():
            entries = value.values() if isinstance(value, dict) else [value]
            yield from (entry for entry in entries if isinstance(entry, Ban))


def test_bans_cite_clauses_and_have_words() -> None:
    every = list(bans())
    assert len(every) > 100
    for ban in every:
        assert ban.rule in CLAUSES, ban
        for words in CATALOGUES:
            assert f"refusal.{ban.key}" in words.entries, ban


def test_kinds_and_verbs_cite_clauses_and_have_words() -> None:
    kinds = [value for value in vars(decisions).values() if isinstance(value, Kind)]
    for words in CATALOGUES:
        for kind in kinds:
            assert kind.rule in CLAUSES
            assert f"prompt.{kind.name}" in words.entries
            assert f"decision.{kind.name}" in words.entries
        for verb in ACTS.verbs:
            assert not verb.rule or verb.rule in CLAUSES
        assert set(acts.PURPOSES.keys) <= set(words.entries)


@pytest.mark.rule("hon.abil.ambush.14", "hon.order.hidden.1")
@pytest.mark.parametrize("scenario", ["godsend", "tempest", "free", "free4"])
def test_a_refusal_tells_nothing_that_its_seat_may_not_know(scenario: str) -> None:
    for state, decision, rng in walk(scenario, 9, 250):
        if rng.random() < 0.8:
            continue
        other = SYSTEM.redeterminise(state, decision.seat, rng)
        for _ in range(6):
            tried = attempt(state, rng)
            assert SYSTEM.why_not(other, decision, tried) == SYSTEM.why_not(state, decision, tried), tried
