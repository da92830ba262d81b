"""Every scenario that ships says how it was measured, and one that is not even says so."""

from __future__ import annotations

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

    measured: Measured


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SYSTEMS)))
def test_a_scenario_says_how_even_it_is(path: Path) -> None:
    found = load_yaml(path, Noted).measured
    assert found.games >= 10
    assert found.bot == "doctrine"
    assert (found.first in FAIR) == (found.lopsided == ""), "a lopsided scenario says so, and no other does"
