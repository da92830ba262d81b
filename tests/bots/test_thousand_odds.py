"""The odds of random situations agree with dice arithmetic that is not ours, and with what playing them brings."""

from __future__ import annotations

import os
from collections import Counter
from math import sqrt

import pytest

import bocage
from bocage.kernel.dice import seeded
from bocage.kernel.forecast import Forecast
from bocage.kernel.tally import Tally
from bocage.systems.disposable.content.scenarios import armoury
from bocage.systems.disposable.rules.accuracy import Shot
from bocage.systems.disposable.rules.chances import put_volley
from bocage.systems.disposable.state import DisposableState
from bots import disposable_rolls, lnlt_rolls, normandie_rolls
from bots.rolls import differences
from bots.situations import WINDOWS, Situation, drawn, passing
from walks import SYSTEMS

SITUATIONS = int(os.environ.get("BOCAGE_ODDS", "150"))
BY_HAND = {"lnlt": lnlt_rolls.odds, "normandie": normandie_rolls.odds, "disposable": disposable_rolls.odds}


@pytest.mark.parametrize("system", SYSTEMS)
def test_odds_agree_with_another_library(system: str) -> None:
    """The whole chain of rolls, from the numbers alone; `pytest -rP` shows the kinds that were met."""
    situations = drawn(system, SITUATIONS)
    wrong = [f"{situation}: {one}" for situation in situations for one in disagreements(situation)]
    assert wrong == [], f"{len(wrong)} of {len(situations)}"
    for kind, number in sorted(Counter(situation.kind for situation in situations).items()):
        print(number, kind)


def disagreements(situation: Situation) -> list[str]:
    return differences(situation.forecast.odds, BY_HAND[situation.system.id](situation))


def test_blasts_of_several_kinds_strike_together() -> None:
    """Flames and grenades of one volley have each their own AP, and a leader falls but once."""
    state = bocage.new("disposable", "crossroads", seed=1, recording=False).state
    assert isinstance(state, DisposableState)
    target = max(state.units, key=lambda unit: len(unit.figures))
    volley = [("m2_flamethrower", 1, 5), ("hand_grenade", 2, 4), ("garand", 3, 5)]
    shots = [Shot(target.figures[0], armoury()[name], dice, need, False, Tally(True)) for name, dice, need in volley]
    found = Forecast("dh.fire.acc.1", None)
    put_volley(found, state, target, shots)
    assert differences(found.odds, disposable_rolls.of_volley(state, target, shots)) == []


# ---- what playing brings

PLAYED = 30  # situations
PLAYS = 2_000 if "BOCAGE_ODDS" in os.environ else 200  # of each


@pytest.mark.parametrize("system", SYSTEMS)
def test_odds_agree_with_what_happens(system: str) -> None:
    for number, situation in enumerate(drawn(system, PLAYED, seed=77)):
        counts: dict[str, Counter[str]] = {subject: Counter() for subject in situation.forecast.odds}
        for play in range(PLAYS):
            happened = outcomes(situation, number * PLAYS + play)
            for subject in counts:
                counts[subject][happened.get(subject, "never told")] += 1
        for subject, odds in situation.forecast.odds.items():
            assert fits(odds, counts[subject]), f"{situation}: {subject} {odds}, came {counts[subject]}"


def outcomes(situation: Situation, seed: int) -> dict[str, str]:
    """What the events of one play say first of each subject; windows for cards and the like are passed by."""
    state = situation.state.clone()
    state.recording = True
    state.events = []
    state.dice = seeded(seed)
    state.play(situation.decision, situation.option)
    happened: dict[str, str] = {}
    for _ in range(WINDOWS):
        for event in state.events:
            for subject, label in event.outcomes:
                happened.setdefault(subject, label)
        if state.over or situation.forecast.odds.keys() <= happened.keys():
            break
        state.events = []
        decision = state.pending[0]
        state.play(decision, passing(situation.system, state, decision))
    return happened


def fits(odds: dict[str, float], counts: Counter[str]) -> bool:
    """Nothing that was not forecast, each share within five standard errors, and all together by chi-square."""
    total = counts.total()
    if not counts.keys() <= odds.keys():
        return False
    for label, p in odds.items():
        error = sqrt(max(p * (1 - p), 0.0) * total)
        if abs(counts[label] - p * total) > 5 * error + 2:
            return False
    often = {label: p * total for label, p in odds.items() if p * total >= 5}
    square = sum((counts[label] - expected) ** 2 / expected for label, expected in often.items())
    return square <= len(often) + 5 * sqrt(2 * len(often)) + 5
