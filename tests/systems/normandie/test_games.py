"""Whole games: they end, hold their invariants, speak both languages, and copies are true."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml

from bocage.kernel.game import Game
from bocage.kernel.system import BadOption
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.rules.acts import PURPOSES
from bocage.text import LANGUAGES, catalogue, read


@pytest.mark.parametrize("seed", range(20))
def test_random_games_end_and_hold_their_invariants(seed: int) -> None:
    scenario = ("godsend", "dug-in")[seed % 2]
    options = {"orders": ("together", "alternate")[seed // 2 % 2]}
    game = Game(SYSTEM, scenario, seed, options, SYSTEM.new(scenario, seed, options), False)
    rng = random.Random(seed)
    for _ in range(2_000):
        if game.over:
            break
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.options), decision.seat)
        SYSTEM.check(game.state)
    assert game.over
    assert game.state.ending


@pytest.mark.parametrize("seed", range(4))
def test_every_option_works_on_a_copy_and_leaves_the_original_alone(seed: int) -> None:
    state = SYSTEM.new("dug-in", seed, {})
    rng = random.Random(seed)
    for _ in range(2_000):
        if state.over:
            break
        if rng.random() < 0.1:
            before = state.digest()
            for decision in state.pending:
                for option in decision.options:
                    twin = state.clone()
                    assert twin.digest() == before
                    twin.play(decision, option)
            assert state.digest() == before
        decision = rng.choice(state.pending)
        state.play(decision, rng.choice(decision.options))


def test_both_languages_have_the_same_texts() -> None:
    english, french = (read(SYSTEM.package / "text" / f"{language}.yaml") for language in LANGUAGES)
    assert english.keys() == french.keys()
    for key, words in english.items():
        assert slots(words) == slots(french[key]), key


def slots(words: str) -> list[str]:
    """The arguments a text takes; a word that depends on a number ("{n|man|men}") takes that number."""
    return sorted({part.split("}")[0].split("|")[0] for part in words.split("{")[1:]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_unit_terrain_and_purpose_has_a_name(language: str) -> None:
    book = catalogue(SYSTEM.package, language)
    data = SYSTEM.package / "data"
    for unit in yaml.safe_load((data / "units.yaml").read_text("utf-8"))["units"]:
        book.say(f"unit.{unit['id']}")
    for terrain in yaml.safe_load((data / "terrain.yaml").read_text("utf-8"))["terrain"]:
        book.say(f"terrain.{terrain['id']}")
    for tile in yaml.safe_load((data / "tiles.yaml").read_text("utf-8"))["tiles"]:
        book.say(f"tile.{tile['id']}")
    for purpose in PURPOSES.keys:
        book.say(purpose)
    for info in SYSTEM.scenarios():
        assert book.render(info.title)
        assert book.render(info.about)


def test_the_rules_cite_clauses_that_exist() -> None:
    """Every id in code and texts of this system is in its rulebook."""
    import re

    known = set()
    for path in (SYSTEM.package / "rulebook").glob("*.yaml"):
        for clause in yaml.safe_load(path.read_text("utf-8")).get("clauses", []):
            known.add(clause["id"])
    cited = set()
    for path in [*Path(SYSTEM.package).rglob("*.py"), *Path(__file__).parent.glob("*.py")]:
        cited |= set(re.findall(r"\bhon\.[a-z0-9]+(?:\.[a-z0-9]+)*\.[a-z]?\d+\b", path.read_text("utf-8")))
    assert len(cited) > 150
    assert cited <= known, cited - known


def test_the_board_shows_spaces_terrain_and_zones() -> None:
    board = SYSTEM.board(SYSTEM.new("godsend", 1, {}))
    assert (board.geometry, board.width, board.height) == ("square", 14.0, 7.0)
    cell = next(c for c in board.cells if c.id == "r2c8")
    assert (cell.x, cell.y, cell.terrain) == (8.5, 2.5, "thicket")
    kinds = [feature.kind for feature in board.features]
    assert kinds.count("hedgerow") == 2
    assert kinds.count("zone") == 2
    assert kinds.count("objective") == 5


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadOption, match="no game option 'weather'"):
        SYSTEM.new("godsend", 1, {"weather": True})
    with pytest.raises(BadOption, match="on, off"):
        SYSTEM.new("godsend", 1, {"cards": "some"})
    with pytest.raises(BadOption, match="alternate, together"):
        SYSTEM.new("godsend", 1, {"orders": "loud"})
