"""The worked examples: the whole walkthrough 24.2 and the small cases."""

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


@pytest.mark.rule("lnlt.boh.13.92b", "lnlt.boh.13.92f", "lnlt.boh.13.92g", "lnlt.boh.13.92h", "lnlt.boh.13.92i")
def test_small_cases_pass_or_say_why_they_are_not_reached() -> None:
    found = list(drills.run_file(FOLDER / "examples.yaml"))
    assert [(o.id, o.reason) for o in found if o.status == drills.FAILED] == []
    assert {o.id for o in found if o.status == drills.PASSED} >= {
        "lnlt.ex.geometry",
        "lnlt.ex.hon.13.1.1.glider-fire",
        "lnlt.ex.hon.13.1.1.glider-melee-attack",
        "lnlt.ex.hon.13.1.1.glider-melee-defense",
        "lnlt.ex.hon.13.1.1.majority-yes",
        "lnlt.ex.hon.13.1.1.majority-no",
        "lnlt.ex.boh.13.92.glider-fire",
        "lnlt.ex.boh.13.92.glider-melee",
        "lnlt.ex.hon.10.5.bocage-3",
    }
    assert all(o.reason for o in found if o.status == drills.UNREACHED)
