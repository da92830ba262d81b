"""Scenes: a page that is behind is told of every choice since, as its seat saw it, and of none it could not notice."""

from __future__ import annotations

import pytest

from bocage import registry
from bocage.kernel.game import Game
from bocage.server.scenes import MOST, Scenes
from bocage.server.words import Words


def new_game(system: str, scenario: str) -> Game:
    found = registry.new(system, scenario, seed=3)
    found.seats = ["random", "random"]
    return found


def play_on(game: Game, scenes: Scenes, choices: int) -> None:
    for _ in range(choices):
        decision = game.decisions[0]
        game.play(decision.options[len(game.history) % len(decision.options)], decision.seat)
        scenes.keep(game)


def test_every_choice_is_told_with_its_lines_and_its_position() -> None:
    game, scenes = new_game("lnlt", "boh/first-contact"), Scenes()
    words = Words(game.system, "en")
    play_on(game, scenes, 12)
    since, log = len(game.history), len(game.log)
    before = words.render_position(game.view(0))
    play_on(game, scenes, 9)
    told = scenes.tell(game, words, 0, since)
    assert sum(scene["events"] for scene in told) == sum(1 for event in game.log[log:] if event.seen_by(0))
    assert told[-1]["position"] is None  # the view's own
    assert all(scene["position"] for scene in told[:-1])
    assert told[0]["position"] != before or told[0]["events"]


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_a_choice_that_a_seat_cannot_notice_makes_no_scene(seat: int) -> None:
    """While orders are laid, nobody else can count them."""
    game, scenes = new_game("normandie", "bestdef"), Scenes()
    words = Words(game.system, "en")
    unnoticed = 0
    scenes.keep(game)
    for _ in range(120):
        before, log, since = words.render_position(game.view(seat)), len(game.log), len(game.history)
        play_on(game, scenes, 1)
        same = words.render_position(game.view(seat)) == before
        silent = not any(event.seen_by(seat) for event in game.log[log:])
        unnoticed += same and silent
        assert bool(scenes.tell(game, words, seat, since)) != (same and silent)
    assert unnoticed > 0


def test_what_lies_too_far_back_is_left_out_and_a_first_view_has_no_scenes() -> None:
    game, scenes = new_game("lnlt", "boh/first-contact"), Scenes()
    play_on(game, scenes, MOST + 5 if MOST < 40 else 20)
    assert scenes.tell(game, Words(game.system, "en"), 0, -1) == []
    assert len(scenes.kept) <= MOST
