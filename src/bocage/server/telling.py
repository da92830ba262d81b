"""Odds as somebody would say them: what may come of a choice first, what the dice must show after that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bocage.kernel import Forecast, Text, signed
from bocage.kernel.system import System

if TYPE_CHECKING:
    from bocage.server.words import Words

RARE: Final = 0.01  # what is less likely is left to the table of odds
NEEDS: Final = [
    (re.compile(r"≤ (-?\d+)"), "need.most"),
    (re.compile(r"(-?\d+)\+"), "need.least"),
    (re.compile(r"([\d:]+): ≥ (-?\d+)"), "need.column"),
    (re.compile(r"(?:d6 )?([+-]\d+) (?:/|> d6) ([+-]\d+)"), "need.duel"),
    (re.compile(r"2d6 ([+-]\d+) > d6 ([+-]\d+)"), "need.two"),
    (re.compile(r"([+-]\d+)"), "need.higher"),
    (re.compile(r"2d6: a = b"), "need.pair"),
]  # how the rules write what has to be rolled (`Forecast.need`)


def percent(chance: float) -> str:
    """As `percent` on the page: what is not quite sure does not look sure."""
    value = chance * 100
    return f"{'<1' if 0 < value < 1 else '>99' if 99 < value < 99.9999 else round(value)} %"


def tell_odds(words: Words, forecast: Forecast, names: Mapping[str, Text]) -> list[str]:
    """What may come of it, subject by subject: "72 % to hit", "German squad: 39 % Shaken"."""
    counted = [one for one in words.system.counted if forecast.odds.get(one)]
    told = []
    for subject, row in forecast.odds.items():
        if not all(label.isdigit() for label in row):
            told.append(tell_outcomes(words, subject, row, names))
        elif not counted or subject in counted:
            told.append(tell_number(words, subject, row))
    return [line for line in told if line]


def tell_outcomes(words: Words, subject: str, row: Mapping[str, float], names: Mapping[str, Text]) -> str:
    """The likelier first; what leaves things as they were goes without saying."""
    told = [tell_label(words, subject, label, row[label]) for label in wanted(words.system, row)]
    if not told or not subject.startswith("unit:"):
        return ", ".join(told)
    return words.say("told.each", {"who": words.render(names.get(subject)) or subject, "what": ", ".join(told)})


def wanted(system: System, row: Mapping[str, float]) -> list[str]:
    sought = [label for label in system.sought if label in row]
    found = sought or [label for label in row if label.removeprefix("outcome.") not in system.in_vain]
    return sorted((one for one in found if row[one] >= RARE), key=lambda one: -row[one]) or found


def tell_label(words: Words, subject: str, label: str, chance: float) -> str:
    phrase = f"told.{subject.split(':')[0]}.{label.removeprefix('outcome.')}"
    if words.knows(phrase):
        return words.say(phrase, {"chance": percent(chance)})
    return words.say("told.part", {"chance": percent(chance), "what": words.word("outcome", label)})


def tell_number(words: Words, subject: str, row: Mapping[str, float]) -> str:
    """That there is any at all, and how many to expect."""
    mean = sum(int(label) * chance for label, chance in row.items())
    phrase = f"told.{subject}.some"
    args: dict[str, int | str] = {"chance": percent(1 - row.get("0", 0.0)), "mean": f"{mean:.1f}"}
    return words.say(phrase, args) if words.knows(phrase) else ""


def tell_need(words: Words, need: str) -> str:
    """What the dice must show; where both sides roll, each die with its sum."""
    for pattern, key in NEEDS:
        if found := pattern.fullmatch(need):
            numbers = [with_sign(one) if one[0] in "+-" and key != "need.least" else one for one in found.groups()]
            anything = key == "need.least" and int(numbers[0]) < 2
            return words.say("need.any" if anything else key, dict(zip("ab", numbers, strict=False)))
    return need


def with_sign(number: str) -> str:
    """A true minus; nought is not added."""
    value = int(number)
    return f" +{value}" if value > 0 else f" {signed(value)}" if value else ""
