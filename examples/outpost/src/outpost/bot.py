"""A bot for any system: it goes by the odds, and takes whatever promises the most."""

from __future__ import annotations

import random

from bocage.bots import Bot, Ranked, Setting, information
from bocage.kernel.game import Game


class BoldestBot(Bot):
    """`boldest:nerve=0.5` sees half of the good in what is uncertain."""

    settings = (Setting("nerve", most=1.0),)

    def __init__(self, rng: random.Random, nerve: float = 1.0) -> None:
        super().__init__(rng)
        self.nerve = nerve

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        world, decision = information(game.system, game.state, seat, self.rng)
        ranked: list[Ranked] = []
        for option in decision.options:
            odds = game.system.forecast(world, decision, option)
            hope = 0.0 if odds is None else max((max(row.values()) for row in odds.odds.values()), default=0.0)
            ranked.append(Ranked(option, self.nerve * hope + 0.01 * self.rng.random()))
        return sorted(ranked, key=lambda one: -one.value)
