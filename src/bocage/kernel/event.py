"""Events: what happened, with the dice, the tally and the clause behind it. Words are made from catalogues later."""

from __future__ import annotations

from typing import Final

from bocage.kernel.dice import result_of
from bocage.kernel.tally import Tally, TallyLine

EVERYONE: Final = -1

# An argument is a number, a plain string (a name), or "@key" for a catalogue entry.
Arg = int | str


class Event:
    """`outcomes` are (subject, label) pairs: the same subjects and labels a forecast gives odds for.

    `dice` are the faces it names; `rolls` are the same as packed rolls, with purpose and sides. An event told right
    after its dice fell needs only the faces (`State.emit` finds the rolls); one told later is made with the rolls.
    `place` is where it happened, `origin` where it came from: fire is drawn from there.
    `visible` is a mask of seats (bit n = seat n). What others may know is a second event with the other seats' bits.
    """

    __slots__ = ("args", "dice", "kind", "lines", "origin", "outcomes", "place", "rolls", "rule", "visible")

    def __init__(
        self, kind: str, rule: str, args: dict[str, Arg], dice: list[int] | None = None, tally: Tally | None = None,
        outcomes: list[tuple[str, str]] | None = None, place: str = "", visible: int = EVERYONE,
        rolls: list[int] | None = None, origin: str = "",
    ) -> None:  # fmt: skip
        self.kind = kind
        self.rule = rule
        self.args = args
        self.rolls: list[int] = [] if rolls is None else rolls
        self.dice: list[int] = [result_of(packed) for packed in self.rolls] if dice is None else dice
        self.lines: list[TallyLine] = [] if tally is None else tally.lines
        self.outcomes: list[tuple[str, str]] = [] if outcomes is None else outcomes
        self.place = place
        self.origin = origin
        self.visible = visible

    def seen_by(self, seat: int) -> bool:
        """Spectators (seat -1) see what everybody may see."""
        if self.visible == EVERYONE:
            return True
        return seat >= 0 and bool(self.visible >> seat & 1)

    def outcome(self, subject: str) -> str | None:
        for name, label in self.outcomes:
            if name == subject:
                return label
        return None


def only(seat: int) -> int:
    """The visibility mask of one seat alone."""
    return 1 << seat


def all_but(seat: int) -> int:
    """The visibility mask of everybody else (up to four seats)."""
    return 0b1111 & ~(1 << seat)
