"""The kernel: decisions, procedures, dice, tallies, events and saves. It knows no game.

What the rules of a game are written with is named here; the rest is imported from its module.
"""

from __future__ import annotations

from bocage.kernel.act import (
    MOST,
    NUMBER,
    OPERAND_BITS,
    Acts,
    Ban,
    Kind,
    Purposes,
    Verb,
    first,
    is_point,
    option_piece,
    option_point,
    point_option,
    put_option,
    second,
    third,
)
from bocage.kernel.decision import Decision, Region
from bocage.kernel.dice import (
    BadScript,
    Dice,
    DiceExhausted,
    pack_rolls,
    purpose_of,
    result_of,
    scripted,
    seeded,
    sides_of,
)
from bocage.kernel.event import Arg, Event, all_but, only
from bocage.kernel.forecast import D6, TWO_D6, Forecast, Odds, at_least, at_most, negated, plus, shifted
from bocage.kernel.observation import Observation, Outline
from bocage.kernel.state import NOBODY, Procedure, State, plain_data
from bocage.kernel.tally import Tally, TallyLine, in_full, signed
from bocage.kernel.views import Attempt, Refusal, Text

__all__ = [
    "D6", "MOST", "NOBODY", "NUMBER", "OPERAND_BITS", "TWO_D6", "Acts", "Arg", "Attempt", "BadScript", "Ban",
    "Decision", "Dice", "DiceExhausted", "Event", "Forecast", "Kind", "Observation", "Odds", "Outline", "Procedure",
    "Purposes", "Refusal", "Region", "State", "Tally", "TallyLine", "Text", "Verb", "all_but", "at_least", "at_most",
    "first", "in_full", "is_point", "negated", "only", "option_piece", "option_point", "pack_rolls", "plain_data",
    "plus", "point_option", "purpose_of", "put_option", "result_of", "scripted", "second", "seeded", "shifted",
    "sides_of", "signed", "third",
]  # fmt: skip
