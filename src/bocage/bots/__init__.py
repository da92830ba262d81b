"""Opponents. A bot decides by what its seat may know, and draws from a generator of its own.

A bot is named by a short text: `doctrine`, `search:seconds=2`, `greedy:caution=2:objective=0.5`.
"""

from __future__ import annotations

import random
from math import isfinite, nan

from bocage.bots.base import Bot, Budget, Ranked, information
from bocage.bots.doctrine import DoctrineBot
from bocage.bots.greedy import GreedyBot
from bocage.bots.random import RandomBot
from bocage.bots.search import SearchBot
from bocage.kernel.appraisal import Manner

BOTS = ("random", "greedy", "doctrine", "search")
LEVELS = {
    "recruit": "doctrine:slips=0.3",
    "regular": "doctrine",
    "veteran": "search:seconds=0.8",
    "elite": "search:seconds=4",
}
"""What the page offers, from the weakest to the strongest."""

MANNER = ("caution", "aggression", "objective")
SETTINGS = {
    "random": (),
    "greedy": MANNER,
    "doctrine": (*MANNER, "slips"),
    "search": (*MANNER, "seconds", "nodes"),
}
"""What can be set of each; multipliers, a share from 0 to 1, a budget."""


class UnknownBot(ValueError):
    """No such bot, or a setting it does not have."""


def names() -> list[str]:
    return [*BOTS, *LEVELS]


def settings_of(spec: str) -> tuple[str, dict[str, float]]:
    """The bot's name and its settings, a level's first."""
    name, *pairs = spec.split(":")
    if name in LEVELS:
        name, *more = LEVELS[name].split(":")
        pairs = [*more, *pairs]
    if name not in BOTS:
        raise UnknownBot(f"no bot '{name}' (there are: {', '.join(names())})")
    settings: dict[str, float] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if key not in SETTINGS[name] or not equals:
            known = ", ".join(SETTINGS[name]) or "none"
            raise UnknownBot(f"bot '{spec}': '{pair}' is no setting of {name} (there are: {known})")
        settings[key] = number_of(spec, key, value)
    return name, settings


def number_of(spec: str, key: str, value: str) -> float:
    """What a setting is set to, if it may be."""
    try:
        number = float(value)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise UnknownBot(f"bot '{spec}': '{value}' is no number")
    if number < 0:
        raise UnknownBot(f"bot '{spec}': {key} may not be negative")
    if key == "slips" and number > 1:
        raise UnknownBot(f"bot '{spec}': slips is a share from 0 to 1")
    if key == "nodes" and (number < 1 or number != int(number)):
        raise UnknownBot(f"bot '{spec}': nodes is a whole number, 1 or more")
    return number


def bot(spec: str, rng: random.Random) -> Bot:
    """The bot that a text names."""
    name, settings = settings_of(spec)
    manner = Manner(*(settings.get(key, 1.0) for key in MANNER))
    if name == "random":
        return RandomBot(rng)
    if name == "greedy":
        return GreedyBot(rng, manner)
    if name == "doctrine":
        return DoctrineBot(rng, manner, settings.get("slips", 0.0))
    nodes = int(settings.get("nodes", 0))
    return SearchBot(rng, manner, Budget(0.0 if nodes else settings.get("seconds", 1.0), nodes))


__all__ = [
    "BOTS", "LEVELS", "Bot", "Budget", "DoctrineBot", "GreedyBot", "RandomBot", "Ranked", "SearchBot", "UnknownBot",
    "bot", "information", "names", "settings_of",
]  # fmt: skip
