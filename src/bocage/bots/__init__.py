"""Opponents. A bot decides by what its seat may know, and draws from a generator of its own.

A bot is named by a short text: `doctrine`, `search:seconds=2`, `greedy:caution=2:objective=0.5`. Bots of other packages
are found by their entry points in the group `bocage.bots`; one that is not installed is named by its class
(`my_bots:Boldest`) and has to be enrolled first.
"""

from __future__ import annotations

import random
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from bocage.bots.base import Bot, Budget, Ranked, Setting, information
from bocage.bots.doctrine import DoctrineBot
from bocage.bots.greedy import GreedyBot
from bocage.bots.random import RandomBot
from bocage.bots.search import SearchBot
from bocage.near import hint

GROUP = "bocage.bots"
BUILT_IN: dict[str, type[Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "doctrine": DoctrineBot,
    "search": SearchBot,
}
LEVELS = {
    "recruit": "doctrine:slips=0.3",
    "regular": "doctrine",
    "veteran": "search:seconds=0.8",
    "elite": "search:seconds=4",
}
"""What the page offers, from the weakest to the strongest."""

_enrolled: dict[str, type[Bot]] = {}


class UnknownBot(ValueError):
    """No such bot, or a setting it does not have."""


@cache
def added() -> list[str]:
    """The bots of other packages, not loaded yet; a name that is taken stays what it is."""
    return sorted({point.name for point in entry_points(group=GROUP)} - set(BUILT_IN) - set(LEVELS))


def names() -> list[str]:
    return [*BUILT_IN, *LEVELS, *added()]


def offered() -> list[str]:
    """The players that the page offers."""
    return [*LEVELS, "random", *added()]


@cache
def installed(name: str) -> type[Bot]:
    """The bot of another package."""
    (point, *_) = entry_points(group=GROUP, name=name)
    try:
        return checked(point.load(), name)
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"bot '{name}': {error}") from error


def class_of(name: str) -> type[Bot]:
    found = BUILT_IN.get(name) or _enrolled.get(name)
    if found is None and name in added():
        found = installed(name)
    if found is None:
        raise UnknownBot(f"no bot '{name}'{hint(name, names())}")
    return found


def parts_of(spec: str) -> tuple[str, list[str]]:
    """The name and the settings as they are written; `module:Class` is one name."""
    name, *pairs = spec.split(":")
    if pairs and "=" not in pairs[0] and name not in names():
        return f"{name}:{pairs[0]}", pairs[1:]
    return name, pairs


def settings_of(spec: str) -> tuple[str, dict[str, float]]:
    """The bot's name and its settings, a level's first."""
    name, pairs = parts_of(spec)
    if name in LEVELS:
        name, *more = LEVELS[name].split(":")
        pairs = [*more, *pairs]
    known = {setting.name: setting for setting in class_of(name).settings}
    settings: dict[str, float] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if key not in known or not equals:
            raise UnknownBot(f"bot '{spec}': '{pair}' is no setting of {name}{hint(key, known) or ' (it has none)'}")
        try:
            settings[key] = known[key].read(value)
        except ValueError as error:
            raise UnknownBot(f"bot '{spec}': {error}") from None
    return name, settings


def bot(spec: str, rng: random.Random) -> Bot:
    """The bot that a text names."""
    name, settings = settings_of(spec)
    return class_of(name).make(rng, settings)


def enrol(spec: str) -> None:
    """Check that there is such a bot; one named by its class is imported, also from the folder one works in.

    Only for what the user of this machine has typed: a name that came over the network must not import anything.
    """
    name, _ = parts_of(spec)
    module, colon, found = name.partition(":")
    if colon and name not in _enrolled:
        _enrolled[name] = imported(module, found)
    settings_of(spec)


def imported(module: str, name: str) -> type[Bot]:
    if "" not in sys.path:
        sys.path.append("")
    try:
        return checked(getattr(import_module(module), name), f"{module}:{name}")
    except ImportError as error:
        raise UnknownBot(f"bot '{module}:{name}': {error}") from error
    except AttributeError:
        raise UnknownBot(f"bot '{module}:{name}': there is no '{name}' in {module}") from None


def checked(found: object, name: str) -> type[Bot]:
    if isinstance(found, type) and issubclass(found, Bot):
        return found
    raise UnknownBot(f"bot '{name}': not a class derived from bocage.bots.Bot")


__all__ = [
    "BUILT_IN", "LEVELS", "Bot", "Budget", "DoctrineBot", "GreedyBot", "RandomBot", "Ranked", "SearchBot", "Setting",
    "UnknownBot", "bot", "enrol", "information", "names", "offered", "settings_of",
]  # fmt: skip
