"""What all bots share: settings, the world they may know, a budget, and options in the order they like them.

A bot of another package derives from `Bot` and is found by an entry point in the group `bocage.bots`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf, isfinite
from time import perf_counter
from typing import ClassVar

import msgspec

from bocage.kernel import Decision, State
from bocage.kernel.appraisal import Manner, Parts, total
from bocage.kernel.game import Game
from bocage.kernel.system import System

SAFE = 0.95  # of the time given: the step under way has to end too


class Ranked(msgspec.Struct):
    """An option with what it is worth, and the parts that make it up."""

    option: int
    value: float
    parts: list[tuple[str, float]] = []
    plays: int = 0  # how often a search has tried it


class Setting(msgspec.Struct, frozen=True):
    """Something that can be set of a bot, with the values it takes: `doctrine:slips=0.3`."""

    name: str
    least: float = 0.0
    most: float = inf
    whole: bool = False

    def read(self, text: str) -> float:
        """The number that was written; raises ValueError with what is wrong with it."""
        try:
            number = float(text)
        except ValueError:
            number = inf
        if not isfinite(number):
            raise ValueError(f"'{text}' is no number")
        if not self.least <= number <= self.most or (self.whole and number != int(number)):
            raise ValueError(f"{self.name} is {self.range()}, not {text}")
        return number

    def range(self) -> str:
        """The values it takes, in words."""
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.least:g} to {self.most:g}" if self.most < inf else f"{kind}, {self.least:g} or more"


MANNER = (Setting("caution"), Setting("aggression"), Setting("objective"))
"""How a bot weighs own losses, the enemy's and objectives: 1 is usual."""


def manner_of(settings: dict[str, float]) -> Manner:
    return Manner(*(settings.get(setting.name, 1.0) for setting in MANNER))


class Bot:
    """An opponent. `rank` is all that a bot has to define.

    A bot is given the whole game, but may decide only by what its seat can know: `information` gives it a world to
    think in. It draws from `rng` alone, so that the same generator plays the same game.
    """

    settings: ClassVar[Sequence[Setting]] = ()

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    @classmethod
    def make(cls, rng: random.Random, settings: dict[str, float]) -> Bot:
        """The bot with these settings, those declared and no others; by default they are arguments of its class."""
        return cls(rng, **settings)

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        """The options it weighed, the best first."""
        raise NotImplementedError

    def choose(self, game: Game, seat: int) -> int:
        """The option this seat takes."""
        return self.rank(game, seat)[0].option


class Budget:
    """So many seconds, or so many states played (which repeats on any machine); whichever is not 0."""

    __slots__ = ("deadline", "left", "nodes", "seconds")

    def __init__(self, seconds: float, nodes: int = 0) -> None:
        self.seconds = seconds
        self.nodes = nodes
        self.deadline = 0.0
        self.left = 0

    def start(self) -> None:
        self.deadline = perf_counter() + SAFE * self.seconds
        self.left = self.nodes

    def spend(self) -> bool:
        """Take one more step, if there is one."""
        if self.nodes:
            self.left -= 1
            return self.left >= 0
        return perf_counter() < self.deadline

    def share(self) -> float:
        """What is left of it, from 1 to 0."""
        if self.nodes:
            return max(0.0, self.left / self.nodes)
        if self.seconds <= 0.0:
            return 0.0
        return max(0.0, (self.deadline - perf_counter()) / (SAFE * self.seconds))


def information(system: System, state: State, seat: int, rng: random.Random) -> tuple[State, Decision]:
    """A world as the seat may imagine it, and its decision there: the truth beyond what it sees is not in it."""
    world = system.redeterminise(state, seat, rng)
    world.recording = False
    for decision in world.pending:
        if decision.seat == seat:
            return world, decision
    raise ValueError(f"seat {seat} has nothing to decide")


def ordered(options: list[int], scores: list[Parts]) -> list[Ranked]:
    """The best first; of equals the one that was offered first."""
    found = [Ranked(option, total(parts), list(parts)) for option, parts in zip(options, scores, strict=True)]
    return sorted(found, key=lambda ranked: -ranked.value)
