"""A battle of 150 units on a map of 4 x 4 boards: it is accepted, and everybody gives orders to his own men only."""

from __future__ import annotations

import random
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from bocage.content import ContentError
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.linking import MOST_UNITS

CONVERTED = find_spec("bocage.systems.normandie.rules.acts") is not None


def battle(path: Path, units: int = 75, size: int = 28) -> Path:
    sides: list[dict[str, Any]] = []
    for nation, tile, unit, cols in (
        ("us", "us8", "us8.fire_team", [0, size // 2 - 2]),
        ("de", "ge902", "ge902.fire_group", [size // 2 + 2, size - 1]),
    ):
        zone = [{"rows": [0, size - 1], "cols": cols}]
        edge = "left" if nation == "us" else "right"
        men = [{"unit": unit} for _ in range(units)]
        sides.append({"nation": nation, "zone": zone, "edge": edge, "tiles": [{"tile": tile, "units": men}]})
    record = {"title": "Large", "rounds": 3, "map": ["." * size] * size, "sides": sides}
    path.write_text(yaml.safe_dump(record), "utf-8")
    return path


@pytest.mark.skipif(not CONVERTED, reason="options of this system still hold 64 units at most")
@pytest.mark.parametrize("seed", range(2))
def test_150_units_are_accepted_and_played(tmp_path: Path, seed: int) -> None:
    path = battle(tmp_path / "large.yaml")
    SYSTEM.validate(path)
    state = SYSTEM.new(str(path), seed, {"cards": "off"})
    assert len(state.units) == 150
    names = [(unit.camp, unit.tag) for unit in state.units]
    assert len(set(names)) == 150, "every counter can be told from its likes"
    rng = random.Random(seed)
    met: set[int] = set()
    for number in range(3_000):
        if state.over:
            break
        decision = state.pending[0]
        if number % 10 == 0:
            for option in decision.options:
                choice = SYSTEM.choice(state, decision, option)
                if choice.piece >= 0 and choice.verb in ("order", "activate", "deploy", "move"):
                    assert state.units[choice.piece].seat == decision.seat, choice
                    met.add(choice.piece)
                if choice.place.startswith("r"):
                    assert 0 <= state.board.grid.named(choice.place) < state.board.grid.size
        state.play(decision, rng.choice(decision.options))
    SYSTEM.check(state)
    assert max(met) > 64


@pytest.mark.parametrize(
    ("units", "size", "field", "words"),
    [
        (MOST_UNITS // 2 + 1, 28, "sides", f"{MOST_UNITS + 2} units, a battle has at most {MOST_UNITS}"),
        (10, 43, "map", "43 x 43 spaces, a map has at most 42 rows and columns"),
    ],
)
def test_what_is_larger_is_refused(tmp_path: Path, units: int, size: int, field: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(battle(tmp_path / "too_large.yaml", units, size))
    assert (caught.value.field, caught.value.message) == (field, words)
