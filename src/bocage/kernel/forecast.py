"""Forecasts: the exact odds of an option before it is chosen, with the tally behind them."""

from __future__ import annotations

from bocage.kernel.tally import Tally, TallyLine

Odds = dict[int, float]
"""A distribution of integer results."""


class Forecast:
    """`odds[subject][label]` is a probability; subjects and labels are those of the events that will report them.

    Subjects are "attack", "rally", "unit:12" and the like; labels are catalogue keys or numbers as text.
    `outlook`: more is to be chosen before the dice fall, and these are the odds at best.
    """

    __slots__ = ("lines", "need", "odds", "outlook", "rule")

    def __init__(self, rule: str, tally: Tally | None, need: str = "") -> None:
        self.rule = rule
        self.lines: list[TallyLine] = [] if tally is None else tally.lines
        self.need = need  # what has to be rolled, as shown to the player ("7 or less")
        self.odds: dict[str, dict[str, float]] = {}
        self.outlook = False

    def put(self, subject: str, label: str, probability: float) -> None:
        if probability > 0.0:
            row = self.odds.setdefault(subject, {})
            row[label] = row.get(label, 0.0) + probability


def die(sides: int) -> Odds:
    return dict.fromkeys(range(1, sides + 1), 1.0 / sides)


def plus(a: Odds, b: Odds) -> Odds:
    """The distribution of the sum of two independent results."""
    total: Odds = {}
    for x, p in a.items():
        for y, q in b.items():
            total[x + y] = total.get(x + y, 0.0) + p * q
    return total


def shifted(a: Odds, by: int) -> Odds:
    return {x + by: p for x, p in a.items()}


def negated(a: Odds) -> Odds:
    return {-x: p for x, p in a.items()}


def at_most(a: Odds, limit: int) -> float:
    return sum(p for x, p in a.items() if x <= limit)


def at_least(a: Odds, limit: int) -> float:
    return sum(p for x, p in a.items() if x >= limit)


D6 = die(6)
TWO_D6 = plus(D6, D6)
D10 = die(10)
