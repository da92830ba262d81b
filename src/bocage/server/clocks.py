"""Time to think: a live clock for a whole game with some seconds back for each choice, or days for every choice.

Whoever's time is up has lost, and a bot takes his seat, so that nobody waits in vain and the game comes to an end.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

DAY = 86_400.0
LIVE = "live"


class ClockWish(msgspec.Struct, forbid_unknown_fields=True):
    """`live`: so many minutes each, and seconds that come back with every choice. `days`: so many for each choice."""

    kind: Literal["live", "days"]
    minutes: Annotated[float, msgspec.Meta(gt=0, le=600)] = 30
    seconds: Annotated[float, msgspec.Meta(ge=0, le=600)] = 20
    days: Annotated[float, msgspec.Meta(gt=0, le=60)] = 3


class Clock(msgspec.Struct, frozen=True):
    """What everybody has left at a moment, and whose time runs from there on."""

    wish: ClockWish
    left: list[float]
    since: float
    running: list[int] = []

    def at(self, now: float) -> list[float]:
        """What everybody has left now."""
        gone = max(0.0, now - self.since)
        return [left - gone if seat in self.running else left for seat, left in enumerate(self.left)]

    def go_on(self, now: float, deciding: list[int]) -> Clock:
        """Something was chosen or taken back: time runs for those who have to decide now.

        Who has decided gets his seconds, or his days again; who was asked before and has not answered, nothing.
        """
        left = self.at(now)
        for seat in self.running:
            if seat not in deciding and left[seat] > 0:
                left[seat] = left[seat] + self.wish.seconds if self.wish.kind == LIVE else self.wish.days * DAY
        return Clock(self.wish, left, now, deciding)

    def deadline(self) -> float | None:
        """When the first of those whose time runs has none left."""
        return min((self.since + self.left[seat] for seat in self.running), default=None)

    def overdue(self, now: float) -> list[int]:
        left = self.at(now)
        return [seat for seat in self.running if left[seat] <= 0]


def wind_up(wish: ClockWish, seats: int) -> Clock:
    """It begins to run when everybody has come."""
    return Clock(wish, [wish.minutes * 60 if wish.kind == LIVE else wish.days * DAY] * seats, 0.0)


def clock_of(data: dict[str, Any] | None) -> Clock | None:
    return None if data is None else msgspec.convert(data, Clock)
