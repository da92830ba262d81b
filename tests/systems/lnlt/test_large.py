"""A map of 4 x 4 boards and a battle of 150 units: they are accepted, and every place and piece has its right name.

With BOCAGE_LARGE=50 so many whole games are played.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from bocage.content import ContentError
from bocage.kernel.act import operand
from bocage.kernel.decision import Decision
from bocage.kernel.dice import seeded
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.content.muster import MOST_UNITS
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules.acts import ACTS, HEX
from bocage.systems.lnlt.rules.sequence import Turns
from bocage.systems.lnlt.state import LnltState

MAPS = ["bocage-fields", "hedgerow-lane", "village-square", "crossroads-farm"]
WHOLE_GAMES = int(os.environ.get("BOCAGE_LARGE", "0"))


def battle(path: Path, across: int = 4, down: int = 4, units: int = 75) -> Path:
    """Both sides on either side of the middle, where hexes have the highest numbers of all that meet."""
    boards = [[{"map": MAPS[(row + col) % 4]} for col in range(across)] for row in range(down)]
    sides: list[dict[str, Any]] = []
    for nation, squad, area in (("us", "us.para.squad.2-5-4", "QQ1:SS40"), ("de", "ge.wehr44.squad.1-4-4", "TT1:VV40")):
        men = [{"unit": squad, "area": "middle", "name": f"{nation} {n}"} for n in range(units)]
        sides.append({"nation": nation, "areas": {"middle": [area]}, "units": men})
    record = {"title": "Large", "turns": 4, "initiative": "us", "boards": boards, "sides": sides}
    path.write_text(yaml.safe_dump(record), "utf-8")
    return path


def check_names(state: LnltState, decision: Decision) -> None:
    """What an option names is on the map, is its operand, and for a step touches a hex of one's own."""
    grid = state.board.grid
    own = {grid.names[unit.hex] for unit in state.units if unit.seat == decision.seat and unit.hex != GONE}
    for option in decision.options:
        choice = SYSTEM.choice(state, decision, option)
        verb = ACTS.of(option)
        hexes = [grid.names[operand(option, i)] for i, kind in enumerate(verb.operands) if kind == HEX]
        if choice.place and hexes:
            assert choice.place in hexes, verb
        if choice.steps:
            to = grid.numbers[choice.place]
            assert any(grid.names[n] in own for n in state.board.neighbours[to]), f"{choice.place} is next to nobody"
        if choice.verb == "activate":
            assert choice.place in own


def play(state: LnltState, seed: int, decisions: int) -> set[str]:
    rng = random.Random(seed)
    entered: set[str] = set()
    for number in range(decisions):
        if state.over:
            break
        decision = state.pending[0]
        if number % 20 == 0:
            check_names(state, decision)
        option = rng.choice(decision.options)
        choice = SYSTEM.choice(state, decision, option)
        state.play(decision, option)
        if choice.steps and not state.over:
            entered.add(choice.place)
    SYSTEM.check(state)
    return entered


def test_sixteen_boards_and_150_units_are_accepted_and_played(tmp_path: Path) -> None:
    path = battle(tmp_path / "large.yaml")
    SYSTEM.validate(path)
    state = scenarios.open_scenario(str(path), {}, seeded(1))
    assert state.board.hexes == 1920
    assert len(state.units) == 150
    state.push(Turns())
    state.advance()
    grid = state.board.grid
    entered = play(state, 1, 600)
    assert max(grid.numbers[name] for name in entered) > 1024
    assert len(state.pending) == 1 or state.over


@pytest.mark.skipif(not WHOLE_GAMES, reason="takes minutes; BOCAGE_LARGE=50 plays 50 games")
def test_whole_games_on_sixteen_boards(tmp_path: Path) -> None:
    path = battle(tmp_path / "large.yaml")
    for seed in range(WHOLE_GAMES):
        state = SYSTEM.new(str(path), seed, {})
        play(state, seed, 100_000)
        assert state.over


@pytest.mark.parametrize(
    ("across", "down", "units", "field", "words"),
    [
        (5, 4, 75, "boards", "60 columns of hexes, a battle has at most 48"),
        (4, 4, MOST_UNITS // 2 + 1, "sides", f"{MOST_UNITS + 2} units, a battle has at most {MOST_UNITS}"),
    ],
)
def test_what_is_larger_is_refused(tmp_path: Path, across: int, down: int, units: int, field: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(battle(tmp_path / "too_large.yaml", across, down, units))
    assert (caught.value.field, caught.value.message) == (field, words)
    assert caught.value.line > 0
