"""What rolls come to, by a dice library that is not ours: the steps that the three games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import icepool

Shares = dict[str, Fraction]
Odds = dict[str, Shares]
"""By subject and label, as forecasts give them, but exact."""

D6 = icepool.d6
TWO_D6 = 2 @ icepool.d6
HIGHER = D6.highest(2)
LOWER = D6.lowest(2)
D10 = icepool.d10


def shares(die: Any, label: Callable[[Any], str] = str) -> Shares:
    """The probability of each label of a roll's results."""
    found: Shares = {}
    for result, weight in die.items():
        name = label(result)
        found[name] = found.get(name, Fraction(0)) + Fraction(weight, die.denominator())
    return found


def duel(attack: Any, power: int, defence: int) -> Any:
    """By how much an attack roll beats a d6, each with its modifiers."""
    return attack + power - D6 - defence


def coin(chance: Fraction) -> Any:
    """1 as often as that, else 0."""
    return icepool.Die({1: chance.numerator, 0: chance.denominator - chance.numerator})


def check(roll: Any, limit: int, passed: str, failed: str) -> Shares:
    return shares(roll <= limit, lambda good: passed if good else failed)


def weigh(parts: list[tuple[Fraction, Shares]]) -> Shares:
    """One row of several, each as likely as its weight says."""
    total: Shares = {}
    for weight, row in parts:
        for label, p in row.items():
            total[label] = total.get(label, Fraction(0)) + weight * p
    return total


def differences(found: Mapping[str, Mapping[str, float]], expected: Odds, within: float = 1e-9) -> list[str]:
    """Where two sets of odds are not the same; labels that never come count for nothing."""
    wrong = [f"{subject} is forecast by one only" for subject in found.keys() ^ expected.keys()]
    for subject in found.keys() & expected.keys():
        for label in found[subject].keys() | expected[subject].keys():
            ours, theirs = found[subject].get(label, 0.0), float(expected[subject].get(label, Fraction(0)))
            if abs(ours - theirs) > within:
                wrong.append(f"{subject} {label}: {ours} forecast, {theirs} rolled")
    return wrong
