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
