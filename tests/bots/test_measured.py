"""A scenario that was measured and is not even says so; saves outlive a new figure."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import bocage
from bocage.content import Measured, load_yaml

FAIR = range(40, 61)  # per cent
SYSTEMS = Path(bocage.__file__).parent / "systems"
FILES = sorted(
    path
    for path in SYSTEMS.glob("*/data/scenarios/**/*.yaml")
    if not path.stem.startswith("lesson-")  # these are played step by step as a drill says
)


class Noted(msgspec.Struct):
    """The one field of a scenario file that is read here."""

    measured: Measured | None = None


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SYSTEMS)))
def test_a_measured_scenario_says_how_even_it_is(path: Path) -> None:
    found = load_yaml(path, Noted).measured
    if found is None:
        pytest.skip("nobody has measured it yet")
    assert found.games >= 240
    assert found.bot == "doctrine"
    assert (found.first in FAIR) == (found.lopsided == ""), "a lopsided scenario says so, and no other does"


FIGURE = re.compile(r"^measured:.*\n", re.MULTILINE)
IN_LINES = "measured:\n  first: 12\n  games: 400\n  lopsided: as a trial\n"


@pytest.mark.parametrize(
    ("system", "scenario"), [("lnlt", "boh/first-contact"), ("normandie", "godsend"), ("disposable", "farm")]
)
def test_measuring_a_scenario_again_keeps_its_saves(system: str, scenario: str, tmp_path: Path) -> None:
    shipped = SYSTEMS / system / "data" / "scenarios" / f"{scenario}.yaml"
    own = tmp_path / "own.yaml"
    text = shipped.read_text()
    assert FIGURE.search(text)
    own.write_text(text)
    game = bocage.new(system, str(own), seed=3)
    game.play(game.decision.options[0])
    saved = bocage.save(game)
    for figure in ("", "measured: {first: 12, games: 400, lopsided: as a trial}\n", IN_LINES):
        own.write_text(FIGURE.sub(figure, text))
        assert bocage.load(saved).state.digest() == game.state.digest()
    own.write_text(re.sub(r"^(turns|rounds): \d+", r"\1: 3", text, flags=re.MULTILINE))
    with pytest.raises(bocage.SaveError, match="has changed since"):
        bocage.load(saved)
