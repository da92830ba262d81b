"""The odds of random situations agree with dice arithmetic that is not ours, and with what playing them brings."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from bots import disposable_rolls, lnlt_rolls, normandie_rolls
from bots.rolls import differences
from bots.situations import Situation, drawn
from walks import SYSTEMS

SITUATIONS = int(os.environ.get("BOCAGE_ODDS", "150"))
BY_HAND = {"lnlt": lnlt_rolls.odds, "normandie": normandie_rolls.odds, "disposable": disposable_rolls.odds}


@pytest.mark.parametrize("system", SYSTEMS)
def test_odds_agree_with_another_library(system: str, record_property: pytest.RecordProperty) -> None:
    """The whole chain of rolls, from the numbers alone; the kinds that were met are noted with the result."""
    situations = drawn(system, SITUATIONS)
    wrong = [f"{situation}: {one}" for situation in situations for one in disagreements(situation)]
    assert wrong == [], f"{len(wrong)} of {len(situations)}"
    for kind, number in sorted(Counter(situation.kind for situation in situations).items()):
        record_property(kind, number)


def disagreements(situation: Situation) -> list[str]:
    return differences(situation.forecast.odds, BY_HAND[situation.system.id](situation))
