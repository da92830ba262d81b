"""The worked examples 24.2 and 24.4, step by step."""

from __future__ import annotations

import pytest

from bocage.checks import drills
from bocage.systems.lnlt import SYSTEM

FOLDER = SYSTEM.package / "drills"


@pytest.mark.rule(
    *(f"lnlt.core.check.infantry.{n}" for n in range(1, 16)),
    *(f"lnlt.boh.24.2{letter}" for letter in "abcdefghijklnopqrstuvwxyz"),
    *(f"lnlt.boh.24.2a{letter}" for letter in "abcdefghijklmnopqrstuvw"),
    *(f"lnlt.boh.24.2b{letter}" for letter in "clm"),
)
def test_the_walkthrough_gives_every_printed_number() -> None:
    found = list(drills.run_file(FOLDER / "walkthrough-24-2.yaml"))
    assert [outcome.reason for outcome in found if not outcome.passed] == []
    assert [outcome.id for outcome in found] == [f"lnlt.ex.boh.24.2.s{n:02}" for n in range(21)] + ["lnlt.ex.boh.24.2"]


@pytest.mark.rule(
    *(f"lnlt.core.check.armour.{n}" for n in range(1, 13)),
    *(f"lnlt.boh.24.4{letter}" for letter in "abcdefghijklmnopqrstuvwyz"),
    *(f"lnlt.boh.24.4a{letter}" for letter in "abcdefghij"),
)
def test_the_armour_walkthrough_gives_every_printed_number() -> None:
    found = list(drills.run_file(FOLDER / "walkthrough-24-4.yaml"))
    assert [outcome.reason for outcome in found if not outcome.passed] == []
    assert [outcome.id for outcome in found] == [f"lnlt.ex.boh.24.4.s{n:02}" for n in range(15)] + ["lnlt.ex.boh.24.4"]
