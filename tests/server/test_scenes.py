"""Scenes: a page that is behind is told of every choice since, as its seat saw it, and of none it could not notice."""

from __future__ import annotations

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


def test_nobody_learns_when_another_chose_in_secret() -> None:
    """While orders are laid, the enemy sees the number of neither tokens nor choices."""
    game, scenes = new_game("normandie", "bestdef"), Scenes()
    words = Words(game.system, "en")
    for _ in range(200):
        secret = [d for d in game.decisions if d.seat == 1 and len(game.decisions) > 1]
        if secret:
            break
        play_on(game, scenes, 1)
    assert secret, "both seats never decided at once"
    since, before = len(game.history), words.render_position(game.view(0))
    game.play(secret[0].options[0], 1)
    scenes.keep(game)
    assert words.render_position(game.view(0)) == before
    assert [scene for scene in scenes.tell(game, words, 0, since) if scene["events"] or scene["position"]] == []


def test_what_lies_too_far_back_is_left_out_and_a_first_view_has_no_scenes() -> None:
    game, scenes = new_game("lnlt", "boh/first-contact"), Scenes()
    play_on(game, scenes, MOST + 5 if MOST < 40 else 20)
    assert scenes.tell(game, Words(game.system, "en"), 0, -1) == []
    assert len(scenes.kept) <= MOST
