"""What systems show has a look of its own: the page never guesses from names."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bocage import registry
from bocage.content import ContentError
from bocage.kernel.system import System
from bocage.looks import Looks, looks
from bocage.text import catalogue

EVERY = 12  # choices between two looks at the board
MOST = 240


def shown(system: System, scenario: str) -> tuple[set[str], set[str], set[str]]:
    """The kinds of pieces, of badges and markers, and of ground that a random game shows."""
    rng = random.Random(scenario)
    state = registry.new(system.id, scenario, 1, system.draw_options(scenario, rng), recording=False).state
    board = system.board(state)
    ground = {cell.terrain for cell in board.cells} | {feature.kind for feature in board.features}
    pieces: set[str] = set()
    signs: set[str] = set()
    for count in range(MOST):
        if state.over:
            break
        if count % EVERY == 0:
            position = system.position(state, state.pending[0].seat)
            pieces |= {piece.kind for piece in position.pieces}
            signs |= {badge.kind for piece in position.pieces for badge in piece.badges}
            signs |= {marker.kind for marker in position.markers}
        state.play(state.pending[0], rng.choice(state.pending[0].options))
    return pieces, signs, ground


@pytest.mark.parametrize(("name", "scenario"), registry.pairs(list(registry.installed())))
def test_everything_shown_has_a_look(name: str, scenario: str) -> None:
    system = registry.system(name)
    listed = looks(system.package)
    pieces, signs, ground = shown(system, scenario)
    assert pieces - listed.pieces.keys() == set()
    assert signs - listed.signs.keys() == set()
    assert ground - listed.terrain.keys() == set()


@pytest.mark.parametrize("name", list(registry.installed()))
def test_every_sound_belongs_to_an_event_that_is_told(name: str) -> None:
    system = registry.system(name)
    told = catalogue(system.package, "en").entries
    assert [kind for kind in looks(system.package).sounds if f"event.{kind}" not in told] == []


def test_a_look_that_the_page_cannot_draw_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "looks.yaml").write_text("pieces: {squad: unicorn}\n")
    with pytest.raises(ContentError, match=r"looks.yaml:1: pieces.*unicorn"):
        looks(tmp_path)


def test_a_system_without_looks_is_drawn_plainly(tmp_path: Path) -> None:
    assert looks(tmp_path) == Looks()
