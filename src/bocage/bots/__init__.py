"""Opponents. A bot sees what its seat may see, and draws from a generator of its own."""

from __future__ import annotations

import random
from typing import Protocol

from bocage.bots.random import RandomBot
from bocage.kernel.game import Game


class Bot(Protocol):
    def choose(self, game: Game, seat: int) -> int:
        """The option this seat takes."""
        ...


def bot(name: str, rng: random.Random) -> Bot:
    if name == "random":
        return RandomBot(rng)
    raise ValueError(f"no bot '{name}' (there is: random)")


__all__ = ["Bot", "RandomBot", "bot"]
