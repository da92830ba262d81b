"""The review of a game: luck and decision add up to the swing, and a blunder is named."""

from __future__ import annotations

import random
from math import isclose

import pytest

from bocage import registry
from bocage.analysis.review import DOUBTED, SMALL, review
from bocage.bots import bot
from bocage.kernel.game import Game
from tests.bots import blunders

GAMES = [("lnlt", "boh/first-contact"), ("normandie", "bestdef"), ("disposable", "lesson_close_combat")]
MOST = 4000


def play(system: str, scenario: str, seed: int, blunder: int = -1) -> tuple[Game, int]:
    """A game by the book; after so many choices of the first seat it makes one bad mistake, whose number is told."""
    game = registry.new(system, scenario, seed)
    player, made = bot("doctrine", random.Random(seed)), -1
    for _ in range(MOST):
        if game.over:
            break
        seat = game.decision.seat
        ranked = player.rank(game, seat)
        option = ranked[0].option
        if made < 0 <= blunder <= len(game.history) and seat == 0 and ranked[0].value - ranked[-1].value > 1.0:
            option, made = ranked[-1].option, len(game.history)
        game.play(option, seat)
    return game, made


@pytest.mark.parametrize(("system", "scenario"), GAMES)
def test_luck_and_decision_make_up_each_swing(system: str, scenario: str) -> None:
    game, _ = play(system, scenario, 3)
    found = review(game)
    assert len(found.swings) == len(game.history)
    for swing in found.swings:
        assert isclose(swing.decision + swing.luck, swing.change, abs_tol=1e-9)
    assert isclose(sum(one.change for one in found.swings), found.curve[-1] - found.curve[0], abs_tol=0.01)
    assert any(abs(one.luck) > SMALL for one in found.swings)
    dice = {one.at for one in found.swings if abs(one.luck) > 1e-9}
    assert all(game.history[at].rolls for at in dice)  # without dice there is no luck


TRIALS = {"lnlt": 8, "normandie": 4, "disposable": 8}  # games of Normandie take four times as long
FOUND = 18  # of all of them


def name_blunders(system: str) -> tuple[int, int]:
    """In how many games the planted blunder is named the worst choice of its side, and in how many there was one."""
    rng = random.Random(1)
    scenario = dict(GAMES)[system]
    named = tried = 0
    for seed in range(1, 4 * TRIALS[system]):
        if tried == TRIALS[system]:
            break
        game, made = play(system, scenario, seed, rng.randrange(20))
        if made < 0:
            continue
        tried += 1
        costly = review(game).costly(0)
        named += bool(costly) and costly[0].at == made
    return named, tried


def test_a_planted_blunder_is_the_worst_choice() -> None:
    found = {system: name_blunders(system) for system in TRIALS}
    assert sum(tried for _, tried in found.values()) == 20
    assert sum(named for named, _ in found.values()) >= FOUND, found
    assert all(named >= 0.75 * tried for named, tried in found.values()), found


OCCASIONS = [  # seeds of games in which there is an occasion
    ("lnlt", blunders.stroll_up_to_the_enemy, 6),
    ("lnlt", blunders.pass_with_everything_in_range, 10),
    ("normandie", blunders.let_a_good_shot_go, 6),
    ("normandie", blunders.fire_at_the_wrong_target, 5),
    ("disposable", blunders.let_a_good_shot_go, 3),
    ("disposable", blunders.run_at_the_guns, 4),
]


@pytest.mark.parametrize(("system", "mistake", "seed"), OCCASIONS)
def test_what_any_player_calls_a_blunder_is_named(system: str, mistake: blunders.Mistake, seed: int) -> None:
    """By rules of thumb, which ask no bot what is bad."""
    planted = blunders.Planted(system, seed, mistake).play()
    assert planted.made
    costly = [swing.at for swing in review(planted.game).costly(planted.seat)]
    assert costly[0] in planted.made


def test_what_is_blamed_was_played_on() -> None:
    """A third of the blame is the book's; the rest has to be borne out."""
    game, made = play("disposable", "crossroads", 4, 10)
    found = review(game)
    assert made >= 0
    assert all(one.tried and one.best for one in found.costly(0))
    assert sum(one.tried for one in found.swings if one.seat == 0) <= DOUBTED
