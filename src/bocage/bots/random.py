"""The random bot: every option is equally likely."""

from __future__ import annotations

from bocage.bots.base import Bot, Ranked
from bocage.kernel.game import Game


class RandomBot(Bot):
    def choose(self, game: Game, seat: int) -> int:
        return self.rng.choice(game.pending(seat).options)

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        return [Ranked(option, 0.0) for option in game.pending(seat).options]
