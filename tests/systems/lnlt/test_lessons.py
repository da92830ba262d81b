"""The two walkthroughs as lessons: a player who takes the first choice sees the worked example unfold."""

from __future__ import annotations

import pytest

import bocage
from bocage.kernel.game import Game
from bocage.systems.lnlt import SYSTEM, lessons
from bocage.systems.lnlt.state import GONE, LnltState
from bocage.text import catalogue

LESSONS = ("boh/lesson-infantry", "boh/lesson-armour")


def lesson_state(game: Game) -> LnltState:
    assert isinstance(game.state, LnltState)
    return game.state


def follow(name: str, seed: int = 7) -> tuple[Game, list[str], list[str]]:
    """Always the choice that stands first; the texts and the kinds of events on the way."""
    game = bocage.new("lnlt", name, seed=seed)
    told: list[str] = []
    script = lesson_state(game).scenario.lesson
    assert script is not None
    for _ in range(len(script.options)):
        prompt = game.system.prompt(game.state, game.decisions[0])
        told.append(prompt.text.key)
        game.play(prompt.choices[0].id, prompt.seat)
    return game, told, [event.kind for event in game.log]


@pytest.mark.parametrize("name", LESSONS)
def test_the_first_choice_always_leads_through_the_example(name: str) -> None:
    game, told, _ = follow(name)
    state = lesson_state(game)
    assert all(key.startswith("lesson.walkthrough-") for key in told)
    assert len(set(told)) >= 8, "a text for every step"
    last = lessons.words(state)
    assert last is not None
    assert last.key == "lesson.over"
    for language in ("en", "fr"):
        entries = catalogue(SYSTEM.package, language)
        assert all(key in entries.entries for key in told)


def test_the_dice_of_the_example_fall_whatever_the_seed() -> None:
    first, _, kinds = follow("boh/lesson-armour", 1)
    second, _, _ = follow("boh/lesson-armour", 2)
    assert lesson_state(first).units[0].data() == lesson_state(second).units[0].data()
    assert [v.flags for v in lesson_state(first).vehicles] == [v.flags for v in lesson_state(second).vehicles]
    assert {"bounces", "close-assault-wins", "penetrates"} <= set(kinds)


def test_whoever_chooses_otherwise_plays_on_by_himself() -> None:
    game = bocage.new("lnlt", "boh/lesson-infantry", seed=3)
    prompt = game.system.prompt(game.state, game.decisions[0])
    game.play(prompt.choices[1].id, prompt.seat)
    assert lesson_state(game).lesson == GONE
    position = game.system.position(game.state, 0)
    assert position.status[-1].key == "lesson.left"
    assert lesson_state(game).dice.script is None


def test_odds_are_told_without_the_dice_of_the_example() -> None:
    game = bocage.new("lnlt", "boh/lesson-infantry", seed=3)
    state = lesson_state(game)
    for _ in range(9):
        prompt = game.system.prompt(game.state, game.decisions[0])
        if prompt.choices[0].verb == "spot":
            break
        game.play(prompt.choices[0].id, prompt.seat)
    forecast = game.system.forecast(state, game.decisions[0], prompt.choices[0].id)
    assert forecast is not None
    assert forecast.odds["spot"]["spotted"] == pytest.approx(4 / 6)


def test_a_lesson_is_saved_and_replayed() -> None:
    game, _, _ = follow("boh/lesson-armour")
    again = bocage.load(bocage.save(game))
    assert again.state.digest() == game.state.digest()
