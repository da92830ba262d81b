"""Every scenario that ships says how it was measured, and one that is not even says so."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import bocage
from bocage.content import Measured, load_yaml

FAIR = range(40, 61)  # per cent
SYSTEMS = Path(bocage.__file__).parent / "systems"
FOLDERS = [SYSTEMS / system / "data/scenarios" for system in ("normandie", "disposable")]
FILES = sorted(path for folder in FOLDERS for path in folder.glob("*.yaml"))


class Noted(msgspec.Struct):
    """The one field of a scenario file that is read here."""

    measured: Measured


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-4]}/{path.stem}")
def test_a_scenario_says_how_even_it_is(path: Path) -> None:
    found = load_yaml(path, Noted).measured
    assert found.games >= 10
    assert found.bot == "doctrine"
    assert (found.first in FAIR) == (found.lopsided == ""), "a lopsided scenario says so, and no other does"
