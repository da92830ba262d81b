"""Forecasts against 10,000 sampled plays: what the page promises is what the dice give."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import pytest

from bocage.kernel.decision import Decision
from bocage.kernel.dice import seeded
from bocage.kernel.forecast import Forecast
from bocage.kernel.game import Game
from bocage.kernel.state import State
from walks import SYSTEMS, fresh, walk

SAMPLES = 10_000
PER_VERB = 1
VERBS = 6
FOLLOW = 40  # choices made after the option until every subject has been reported


def forecasts(system: str) -> list[tuple[str, Game, Decision, int, Forecast]]:
    """Options with odds from random games, some of each verb, the ones that roll soonest first."""
    found: dict[str, list[tuple[str, Game, Decision, int, Forecast]]] = {}
    for seed in range(12):
        game = fresh(system, seed, recording=False)
        rng = random.Random(seed)
        for _ in walk(game, rng, 3_000):
            for decision in game.decisions:
                if rng.random() < 0.1:
                    note_forecasts(game, decision, found, rng)
        if len(found) >= VERBS and all(len(list_) >= PER_VERB for list_ in found.values()):
            break
    return [one for list_ in found.values() for one in list_]


def note_forecasts(
    game: Game,
    decision: Decision,
    found: dict[str, list[tuple[str, Game, Decision, int, Forecast]]],
    rng: random.Random,
) -> None:
    foretold = [
        (choice, forecast)
        for choice in game.system.prompt(game.state, decision).choices
        if (forecast := game.system.forecast(game.state, decision, choice.id)) is not None
    ]
    for choice, forecast in rng.sample(foretold, min(2, len(foretold))):
        kept = found.setdefault(choice.verb, [])
        if len(kept) < PER_VERB and any(len(odds) > 1 for odds in forecast.odds.values()):
            kept.append((choice.verb, game.clone(), decision, choice.id, forecast))


def sample(state: State, decision: Decision, option: int, subjects: set[str], seed: int) -> dict[str, str]:
    twin = state.clone()
    twin.recording = True
    twin.events = []
    twin.dice = seeded(seed)
    twin.play(decision, option)
    outcome: dict[str, str] = {}
    for _ in range(FOLLOW):
        for event in twin.events:
            for subject, label in event.outcomes:
                outcome.setdefault(subject, label)
        if twin.over or subjects <= outcome.keys():
            break
        twin.events = []
        twin.play(twin.pending[0], twin.pending[0].options[0])
    return outcome


@pytest.mark.parametrize("system", SYSTEMS)
def test_forecasts_match_sampled_plays(system: str) -> None:
    cases = forecasts(system)
    assert len(cases) >= 3, "too few forecasts met"
    for verb, game, decision, option, forecast in cases:
        for subject, odds in forecast.odds.items():
            assert sum(odds.values()) == pytest.approx(1.0, abs=1e-9), (verb, subject)
        counts: dict[str, Counter[str]] = {subject: Counter() for subject in forecast.odds}
        for seed in range(SAMPLES):
            outcome = sample(game.state, decision, option, set(forecast.odds), seed)
            for subject in forecast.odds:
                counts[subject][outcome.get(subject, "never reported")] += 1
        for subject, odds in forecast.odds.items():
            compare(f"{system} {verb} {subject}", odds, counts[subject])


def compare(name: str, odds: dict[str, float], counts: Counter[str]) -> None:
    for label in odds.keys() | counts.keys():
        expected = odds.get(label, 0.0)
        error = 5 * sqrt(max(expected * (1 - expected), 1e-9) / SAMPLES)
        got = counts[label] / SAMPLES
        assert abs(got - expected) <= error, f"{name}: {label} came {got:.4f}, forecast {expected:.4f} ± {error:.4f}"
