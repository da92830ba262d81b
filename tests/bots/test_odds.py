"""Odds from the command line agree with playing every run of dice, and with dice arithmetic that is not ours."""

from __future__ import annotations

import random
from pathlib import Path

import icepool
import pytest

import bocage
from bocage.analysis import odds
from bocage.content import ContentError
from bocage.kernel.enumerate import TooManyRuns, outcomes
from bocage.kernel.event import Event
from bocage.kernel.game import Game
from bocage.kernel.state import State
from walks import SYSTEMS, advanced, walk


def first_label(subject: str) -> object:
    def observe(_: State, events: list[Event]) -> str:
        for event in events:
            label = event.outcome(subject)
            if label is not None:
                return label
        return "?"

    return observe


LIVELY = {"lnlt": "boh/first-contact", "normandie": "slaughter", "disposable": "lesson_guts"}


def later(system: str, seed: int, age: int) -> Game:
    """Without action cards: an answer by one comes between a choice and its dice."""
    game = bocage.new(system, LIVELY[system], seed, {"cards": "off"} if system == "normandie" else {})
    for _ in walk(game, random.Random(seed), age):
        pass
    return game


@pytest.mark.parametrize("system", SYSTEMS)
def test_odds_agree_with_every_run_of_dice(system: str) -> None:
    """The first subject of a forecast, in positions of random games."""
    compared = 0
    for seed in range(24):
        game = later(system, seed, 25 + 3 * seed)
        if game.over or compared >= 8:
            continue
        here = odds.Situation(game.system, game.state)
        for one in here.odds():
            if not one.odds or compared >= 8:
                continue
            subject = next(iter(one.odds))
            try:
                counted = outcomes(game.state, here.decision, one.choice, first_label(subject), 700)  # type: ignore[arg-type]
            except TooManyRuns:
                continue
            if "?" in counted:
                continue  # somebody decides before the dice fall
            for label, p in one.odds[subject].items():
                assert counted.get(label, 0.0) == pytest.approx(p, abs=1e-9), (subject, label)
            compared += 1
    assert compared >= 2


def test_a_fire_attack_agrees_with_another_library() -> None:
    """d6 + firepower against d6 + cover, by icepool."""
    compared = 0
    for seed in range(30):
        game = advanced("lnlt", seed, 20 + 2 * seed)
        if game.over or compared >= 12:
            continue
        for one in odds.Situation(game.system, game.state).odds():
            if "attack" not in one.odds or not one.need.startswith("d6"):
                continue
            power, cover = (int(word) for word in one.need.replace(">", " ").replace("d6", " ").split())
            hit = (icepool.d6 + power > icepool.d6 + cover).probability(True)
            assert one.odds["attack"].get("hit", 0.0) == pytest.approx(float(hit), abs=1e-9)
            compared += 1
    assert compared > 0


def test_from_a_save_with_choices_played_first(tmp_path: Path) -> None:
    game = advanced("lnlt", 3, 30)
    path = tmp_path / "game.json"
    path.write_bytes(bocage.save(game))
    here = odds.situation(path, 10)
    before = here.state.digest()
    here.take("1")
    assert here.state.digest() != before
    with pytest.raises(ContentError, match="fits 0 choices"):
        here.take("verb=fly")


def test_from_a_drill(tmp_path: Path) -> None:
    rules = bocage.registry.system("lnlt")
    here = odds.situation(rules.package / "drills" / "walkthrough-24-2.yaml", None)
    assert here.odds()
    several = tmp_path / "several.yaml"
    several.write_text("[{id: a}, {id: b}]", "utf-8")
    with pytest.raises(ContentError, match="holds several drills"):
        odds.situation(several, None)


def test_wishes_name_a_choice_by_its_fields() -> None:
    game = advanced("disposable", 2, 20)
    choices = odds.Situation(game.system, game.state).choices()
    pick = random.Random(1).choice(choices)
    assert pick in odds.matching(choices, f"verb={pick.verb}")
    assert odds.matching(choices, "0") == []
    assert odds.matching(choices, "1") == [choices[0]]
