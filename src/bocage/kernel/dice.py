"""Dice that live in the state: one 64-bit generator and a draw counter, the same rolls on every machine.

Whoever sees two dozen of them can work out the rest: for simulation, drills and practice. Rivals play with `fair`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

MASK: Final = 0xFFFFFFFFFFFFFFFF
MULTIPLIER: Final = 0x5851F42D4C957F2D
INCREMENT: Final = 0x14057B7EF767814F


class DiceExhausted(Exception):
    """A scripted run asked for a die that the script does not hold."""

    def __init__(self, sides: int, purpose: int) -> None:
        super().__init__(f"the dice script is used up: a d{sides} is wanted (purpose {purpose})")
        self.sides = sides
        self.purpose = purpose


class BadScript(Exception):
    """A scripted die shows a face that the rolled die does not have."""


def scramble(seed: int) -> int:
    """Spread a small seed over 64 bits, so that neighbouring seeds give unrelated games."""
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Dice:
    """A seeded stream, or a script that replaces it in drills, replays and enumeration.

    Every roll is packed into `log` as purpose << 16 | sides << 8 | result; the log is emptied at each choice.
    `told` of them belong to events already (see `take`).
    """

    __slots__ = ("cursor", "draws", "log", "script", "state", "told")

    def __init__(self, state: int, draws: int) -> None:
        self.state = state
        self.draws = draws
        self.script: list[int] | None = None
        self.cursor = 0
        self.log: list[int] = []
        self.told = 0

    def begin(self) -> None:
        """A new choice: what was rolled for the last one is history."""
        self.log.clear()
        self.told = 0

    def take(self, faces: list[int]) -> list[int]:
        """The rolls behind the faces that an event names: the last that fell, in their order, and not yet told.

        Where others fell since, the faces come back as they are: rolls of no known die. Whoever keeps dice before
        telling of them gives the event the rolls themselves.
        """
        log = self.log
        start = len(log) - len(faces)
        if start < self.told or [result_of(packed) for packed in log[start:]] != faces:
            return faces
        self.told = len(log)
        return log[start:]

    def tell(self, rolls: list[int]) -> None:
        """An event names these; if they fell last, no other event takes them."""
        if self.log[-len(rolls) :] == rolls:
            self.told = len(self.log)

    def roll(self, sides: int, purpose: int) -> int:
        script = self.script
        if script is None:
            self.state = (self.state * MULTIPLIER + INCREMENT) & MASK
            result = ((((self.state >> 29) ^ self.state) >> 32 & 0xFFFFFF) * sides >> 24) + 1
        else:
            result = self.scripted(script, sides, purpose)
        self.draws += 1
        self.log.append(purpose << 16 | sides << 8 | result)
        return result

    def scripted(self, script: list[int], sides: int, purpose: int) -> int:
        if self.cursor >= len(script):
            raise DiceExhausted(sides, purpose)
        result = script[self.cursor]
        if not 1 <= result <= sides:
            raise BadScript(f"scripted die {self.cursor + 1} shows {result}, but a d{sides} is rolled")
        self.cursor += 1
        return result

    def shuffle(self, items: list[int], purpose: int) -> None:
        """Fisher-Yates; each exchange is a logged draw, so that a replay can check it. At most 255 items."""
        for i in range(len(items) - 1, 0, -1):
            j = self.roll(i + 1, purpose) - 1
            items[i], items[j] = items[j], items[i]

    def copy(self) -> Dice:
        twin = Dice(self.state, self.draws)
        if self.script is not None:
            twin.script = self.script
            twin.cursor = self.cursor
        twin.log = self.log[:]
        twin.told = self.told
        return twin

    def rejoin(self, copy: Dice) -> Dice:
        """The dice of a game that goes back to where this copy was made."""
        return copy

    def data(self) -> list[object]:
        return [self.state, self.draws]


SOURCE: Final[ContextVar[Callable[[], Dice] | None]] = ContextVar("source", default=None)
"""Where the dice of a game that is being set up come from; None: from its seed (see `fair.open_with`)."""


def seeded(seed: int) -> Dice:
    source = SOURCE.get()
    return Dice(scramble(seed), 0) if source is None else source()


def scripted(results: list[int]) -> Dice:
    dice = Dice(0, 0)
    dice.script = results
    return dice


def pack_rolls(purpose: int, sides: int, faces: list[int]) -> list[int]:
    """Dice that were kept as faces, as the log holds them."""
    return [purpose << 16 | sides << 8 | face for face in faces]


def purpose_of(packed: int) -> int:
    return packed >> 16


def sides_of(packed: int) -> int:
    return packed >> 8 & 0xFF


def result_of(packed: int) -> int:
    return packed & 0xFF
