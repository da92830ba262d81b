"""Battles that the options of a game describe: what they leave open is drawn by the number of the battle."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bocage.content.faults import WrongContent
from bocage.kernel import Text
from bocage.kernel.views import OptionInfo, OptionValue

ANY = "any"
MOST_NUMBER = 999_999


def chance(*words: object) -> random.Random:
    """Each part of a battle has dice of its own, so that choosing one part leaves the others as they were drawn."""
    return random.Random("/".join(map(str, words)))


def number_of(options: Mapping[str, Any], drawn: int) -> int:
    """The number of the battle; `drawn` decides where the options have none."""
    number = options.get("battle", 1 + drawn % MOST_NUMBER)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_NUMBER:
        raise WrongContent("options.battle", f"must be a number from 1 to {MOST_NUMBER}, not {number}")
    return number


def check(name: str, value: Any, allowed: Sequence[Any]) -> None:
    if value != ANY and not any(value == one and type(value) is type(one) for one in allowed):
        listed = ", ".join(map(str, (ANY, *allowed)))
        raise WrongContent(f"options.{name}", f"must be one of {listed}, not {value}")


def draw(number: int, name: str, options: Mapping[str, Any], allowed: Sequence[Any]) -> Any:
    value = options.get(name, ANY)
    return chance(number, name).choice(allowed) if value == ANY else value


def listed_option(name: str, values: Sequence[OptionValue]) -> OptionInfo:
    """For the start form: what may be chosen, or left to chance."""
    return OptionInfo(name, Text(f"option.{name}.title"), "", [OptionValue(ANY, Text("option.any")), *values])


def battle_option() -> OptionInfo:
    return OptionInfo("battle", Text("option.battle.title"), "", [], MOST_NUMBER)


def some_options(rng: random.Random, values: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """A random choice for random games, with things left to chance as often as not."""
    found = {name: rng.choice(allowed) for name, allowed in values.items() if rng.random() < 0.5}
    if rng.random() < 0.5:
        found["battle"] = rng.randint(1, MOST_NUMBER)
    return found
