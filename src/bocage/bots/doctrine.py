"""The doctrine bot: the book of its system for the decisions that have a chapter there, one step ahead for the rest."""

from __future__ import annotations

import random

from bocage.bots.base import MANNER, Bot, Ranked, Setting, information, manner_of, ordered
from bocage.bots.lookahead import expectation
from bocage.kernel import Decision, State
from bocage.kernel.appraisal import Manner, Parts
from bocage.kernel.game import Game
from bocage.kernel.system import System

RUNS = 40
SAMPLES = 6
MOST = 24


def by_the_book(
    system: System, state: State, decision: Decision, manner: Manner, rng: random.Random
) -> tuple[list[int], list[Parts]]:
    """The options it looks at (all, where the book knows the decision) and what each is worth."""
    options = decision.options
    if len(options) == 1:
        return options, [[]]
    scores = system.doctrine(state, decision, manner)
    if scores is not None:
        return options, scores
    if len(options) > MOST:
        options = sorted(rng.sample(options, MOST))
    return options, [expectation(system, state, decision, o, manner, RUNS, SAMPLES, rng) for o in options]


class DoctrineBot(Bot):
    """`slips` is how often it takes any of the better half of its options: the recruit's way to play."""

    settings = (*MANNER, Setting("slips", most=1.0))

    def __init__(self, rng: random.Random, manner: Manner | None = None, slips: float = 0.0) -> None:
        super().__init__(rng)
        self.manner = manner or Manner()
        self.slips = slips

    @classmethod
    def make(cls, rng: random.Random, settings: dict[str, float]) -> DoctrineBot:
        return cls(rng, manner_of(settings), settings.get("slips", 0.0))

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        world, decision = information(game.system, game.state, seat, self.rng)
        options, scores = by_the_book(game.system, world, decision, self.manner, self.rng)
        return ordered(options, scores)

    def choose(self, game: Game, seat: int) -> int:
        ranked = self.rank(game, seat)
        if self.slips and self.rng.random() < self.slips:
            return self.rng.choice(ranked[: max(2, len(ranked) // 2)]).option
        return ranked[0].option
