"""Random games with the invariants on, copies, views, words."""

from __future__ import annotations

import random

import pytest

import bocage
from bocage.checks import fuzz
from bocage.kernel.game import Game
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.state import LnltState
from bocage.text import LANGUAGES, catalogue

SCENARIO = "boh/first-contact"


def random_game(seed: int, recording: bool) -> Game:
    game = bocage.new("lnlt", SCENARIO, seed=seed, recording=recording)
    rng = random.Random(seed)
    for _ in range(5000):
        if game.over:
            break
        game.play(rng.choice(game.decision.options))
        SYSTEM.check(game.state)
    assert game.over
    return game


def test_random_games_end_with_every_invariant_held() -> None:
    kinds: set[int] = set()
    for seed in range(20):
        game = bocage.new("lnlt", SCENARIO, seed=seed, recording=False)
        rng = random.Random(seed)
        for _ in range(5000):
            if game.over:
                break
            kinds.add(game.decision.kind)
            # Passing less often leads deeper into the turn.
            options = game.decision.options
            game.play(rng.choice(options[1:] if len(options) > 1 and rng.random() < 0.8 else options))
            SYSTEM.check(game.state)
        assert game.over
        assert game.result in (-1, 0, 1)
    assert len(kinds) >= 9, "most kinds of decision came up"


def test_recording_changes_nothing_but_the_log() -> None:
    quiet, loud = random_game(3, False), random_game(3, True)
    assert quiet.state.digest() == loud.state.digest()
    assert loud.log


def test_a_copy_goes_on_by_itself() -> None:
    game = bocage.new("lnlt", SCENARIO, seed=11, recording=False)
    rng = random.Random(11)
    for number in range(300):
        if game.over:
            break
        before = game.state.digest()
        copy = game.clone()
        assert copy.state.data() == game.state.data()
        option = rng.choice(game.decision.options)
        copy.play(option)
        assert game.state.digest() == before, f"decision {number}: the copy changed its original"
        game.play(option)
        assert game.state.digest() == copy.state.digest()


def test_a_resampled_state_differs_in_its_dice_only() -> None:
    state = SYSTEM.new(SCENARIO, 1, {})
    twin = SYSTEM.redeterminise(state, 0, random.Random(1))
    assert isinstance(twin, LnltState)
    assert twin.data()[1:] == state.data()[1:]
    assert twin.dice.state != state.dice.state
    assert SYSTEM.position(twin, 0) == SYSTEM.position(state, 0)


def test_catalogues_hold_the_same_keys() -> None:
    english, french = (catalogue(SYSTEM.package, language).entries for language in LANGUAGES)
    assert set(english) == set(french)
    for key, text in english.items():
        assert arguments(french[key]) == arguments(text), key


def arguments(text: str) -> set[str]:
    """Names in braces; the forms of a number after them differ from language to language."""
    return {part.split("}")[0].split("|")[0] for part in text.split("{")[1:]}


def test_the_board_covers_its_hexes_and_shows_what_is_traced() -> None:
    state = SYSTEM.new(SCENARIO, 1, {})
    board = SYSTEM.board(state)
    assert board.geometry == "hex"
    assert len(board.cells) == state.board.size
    for cell in board.cells:
        assert 1 <= cell.x <= board.width - 1
        assert 0.86 <= cell.y <= board.height - 0.86
    shapes = [feature for feature in board.features if not feature.line]
    assert len(shapes) == sum(len(one) for one in state.board.shapes)
    by_name = {cell.id: cell for cell in board.cells}
    for feature in shapes:
        cell = by_name[feature.id]
        assert all(abs(x - cell.x) <= 1.0001 and abs(y - cell.y) <= 0.8662 for x, y in feature.points)
    assert by_name["B1"].y < by_name["A1"].y


@pytest.mark.parametrize("scenario", ["boh/lesson-armour", "boh/first-contact"])
def test_a_copy_plays_by_the_same_options(scenario: str) -> None:
    state = SYSTEM.new(scenario, 1, {"overrun_double": False, "natural_two": "hull"})
    assert state.clone().edition.overrun_double is False
    assert state.clone().edition is state.edition


def test_random_games_tell_which_procedures_and_cards_they_used() -> None:
    report = fuzz.play("lnlt", "sab/commando-village", 3)
    assert not report.error
    assert {"procedure:Turns", "procedure:FireAttack", "held:decisive"} <= report.marks
    missing = fuzz.unused(SYSTEM, report.marks)
    assert "FireAttack" not in missing["procedures"]
    assert "GliderLanding" in missing["procedures"], "there are none in this scenario"
    assert "tromblon" in missing["cards held"]
