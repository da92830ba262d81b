"""The greedy bot: one step ahead, by material and objectives; of equals any."""

from __future__ import annotations

import random

from bocage.bots.base import MANNER, Bot, Ranked, information, manner_of, ordered
from bocage.bots.lookahead import expectation
from bocage.kernel.appraisal import Manner
from bocage.kernel.game import Game

RUNS = 60  # runs of dice that are played through; more are sampled
SAMPLES = 8
MOST = 24  # options that are looked at; of more a random handful
EQUAL = 1e-9


class GreedyBot(Bot):
    settings = MANNER

    def __init__(self, rng: random.Random, manner: Manner | None = None) -> None:
        super().__init__(rng)
        self.manner = manner or Manner()

    @classmethod
    def make(cls, rng: random.Random, settings: dict[str, float]) -> GreedyBot:
        return cls(rng, manner_of(settings))

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        world, decision = information(game.system, game.state, seat, self.rng)
        options = decision.options
        if len(options) > MOST:
            options = sorted(self.rng.sample(options, MOST))
        if len(options) == 1:
            return [Ranked(options[0], 0.0)]
        scores = [
            expectation(game.system, world, decision, option, self.manner, RUNS, SAMPLES, self.rng)
            for option in options
        ]
        return ordered(options, scores)

    def choose(self, game: Game, seat: int) -> int:
        ranked = self.rank(game, seat)
        best = [one.option for one in ranked if one.value >= ranked[0].value - EQUAL]
        return self.rng.choice(best)
