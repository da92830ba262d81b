"""Lessons that play a worked example: its choice is pointed out, and the end of it is no mistake."""

from __future__ import annotations

import pytest

import bocage
from bocage.kernel.game import Game
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import lessons
from bocage.systems.lnlt.state import LnltState

LESSONS = ["boh/lesson-infantry", "boh/lesson-armour"]


def begun(scenario: str) -> tuple[Game, LnltState]:
    game = bocage.new("lnlt", scenario, seed=1)
    state = game.state
    assert isinstance(state, LnltState)
    return game, state


def told(state: LnltState) -> str:
    words = lessons.words(state)
    return "" if words is None else words.key


@pytest.mark.parametrize("scenario", LESSONS)
def test_one_player_takes_both_sides_of_a_lesson(scenario: str) -> None:
    alone = {info.id: info.alone for info in SYSTEM.scenarios()}
    assert alone[scenario]
    assert not alone["boh/first-contact"]


@pytest.mark.parametrize("scenario", LESSONS)
def test_the_choices_pointed_out_lead_to_the_end_and_it_stays_the_end(scenario: str) -> None:
    game, state = begun(scenario)
    script = state.scenario.lesson
    assert script is not None
    for option, seat in zip(script.options, script.seats, strict=True):
        prompt = game.prompt(seat)
        assert prompt is not None
        assert prompt.hint == prompt.choices[0].id == option
        game.play(option, seat)
    assert told(state) == "lesson.over"
    game.play(game.decision.options[0], game.decision.seat)
    assert told(state) == "lesson.over"


def test_who_chooses_otherwise_leaves_the_example() -> None:
    game, state = begun(LESSONS[0])
    prompt = game.prompt(game.decision.seat)
    assert prompt is not None
    game.play(prompt.choices[-1].id, game.decision.seat)
    assert told(state) == "lesson.left"
    after = game.prompt(game.decision.seat)
    assert after is not None
    assert after.hint == -1
