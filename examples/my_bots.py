"""A bot in a file of its own: `cd examples && bocage simulate lesson_shooting --bots my_bots:LastBot,random`."""

from __future__ import annotations

from bocage.bots import Bot, Ranked
from bocage.kernel.game import Game


class LastBot(Bot):
    """Takes the last of its options, whatever it is."""

    def rank(self, game: Game, seat: int) -> list[Ranked]:
        options = game.pending(seat).options
        return [Ranked(option, float(value)) for value, option in enumerate(options)][::-1]
