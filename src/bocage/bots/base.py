"""What every bot has in common: the world it may know, its budget, and the options in the order it likes them."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Protocol

import msgspec

from bocage.kernel.appraisal import Parts, total
from bocage.kernel.decision import Decision
from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.kernel.system import System

SAFE = 0.95  # of the time given: the step under way has to end too


class Ranked(msgspec.Struct):
    """An option with what it is worth, and the parts that make it up."""

    option: int
    value: float
    parts: list[tuple[str, float]] = []
    plays: int = 0  # how often a search has tried it


class Bot(Protocol):
    def choose(self, game: Game, seat: int) -> int:
        """The option this seat takes."""
        ...

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        """The options it weighed, the best first."""
        ...


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
