"""The tally: the only way to add modifiers, so that what is shown is what was rolled."""

from __future__ import annotations


class TallyLine:
    """One modifier: its value, the catalogue key of its label, and the clause behind it."""

    __slots__ = ("label", "rule", "value")

    def __init__(self, value: int, label: str, rule: str) -> None:
        self.value = value
        self.label = label
        self.rule = rule


class Tally:
    """Sums modifiers; keeps their lines only where somebody will read them (`explain`)."""

    __slots__ = ("explain", "lines", "total")

    def __init__(self, explain: bool) -> None:
        self.total = 0
        self.explain = explain
        self.lines: list[TallyLine] = []

    def add(self, value: int, label: str, rule: str) -> None:
        self.total += value
        if self.explain:
            self.lines.append(TallyLine(value, label, rule))

    def value_of(self, label: str) -> int | None:
        """The sum of the lines with this label, or None where there is none."""
        found = [line.value for line in self.lines if line.label == label]
        return sum(found) if found else None


def in_full(dice: int, tally: Tally) -> str:
    """The sum that is compared with what was needed, as the log tells it: "9 − 2 = 7", or "9" without modifiers."""
    if tally.total == 0:
        return str(dice)
    sign = "+" if tally.total > 0 else "−"
    return f"{dice} {sign} {abs(tally.total)} = {signed(dice + tally.total)}"


def signed(number: int) -> str:
    """A number with a true minus."""
    return str(number) if number >= 0 else f"−{-number}"
