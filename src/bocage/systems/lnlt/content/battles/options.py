"""The options of a random battle: who fights whom, when, where, how many, and the number that the rest is drawn by."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from bocage.content import WrongContent
from bocage.content.draws import ANY, battle_option, check, draw, listed_option, number_of, some_options
from bocage.kernel import Text
from bocage.kernel.views import OptionInfo, OptionValue
from bocage.systems.lnlt.content.battles.data import YEARS, Army, battles, maps, served

SIDES = ("allies", "axis")


class Plan(msgspec.Struct, frozen=True):
    """What a battle is about, with everything that was left to chance decided."""

    number: int
    allies: str
    axis: str
    year: int
    size: str
    map: str


def armies_of(side: str) -> dict[str, Army]:
    return {name: army for name, army in battles().armies.items() if army.side == side}


def values() -> dict[str, list[Any]]:
    """What each option may be, besides left to chance."""
    found: dict[str, list[Any]] = {side: list(armies_of(side)) for side in SIDES}
    return {**found, "year": list(YEARS), "size": list(battles().sizes), "map": maps()}


def known_options() -> list[OptionInfo]:
    """For the start form; an army goes with its years only."""
    found = []
    for name, choices in values().items():
        chosen = []
        for value in choices:
            words = Text("", words={"en": str(value)}) if name == "year" else Text(f"option.{name}.{value}")
            chosen.append(OptionValue(value, words, fits_of(name, value)))
        found.append(listed_option(name, chosen))
    return [*found, battle_option()]


def fits_of(name: str, value: Any) -> dict[str, list[Any]]:
    """The values of other options that this one goes with, where not all do."""
    if name not in SIDES:
        return {}
    return {"year": [year for year in YEARS if is_there(value, year)]}


NAMES = (*SIDES, "year", "size", "map", "battle")


def plan(options: Mapping[str, Any], drawn: int) -> Plan:
    """The battle that these options describe; `drawn` is its number unless they have one."""
    for name, allowed in values().items():
        check(name, options.get(name, ANY), allowed)
    number = number_of(options, drawn)
    allies = draw_army(number, "allies", options, options.get("axis", ANY))
    axis = draw_army(number, "axis", options, allies)
    years = [year for year in YEARS if is_there(allies, year) and is_there(axis, year)]
    return Plan(
        number,
        allies,
        axis,
        int(draw(number, "year", options, years)),
        draw(number, "size", options, list(battles().sizes)),
        draw(number, "map", options, maps()),
    )


def draw_army(number: int, side: str, options: Mapping[str, Any], enemy: str) -> str:
    """One of those that are there in the year, or else in a year of the enemy's."""
    year = options.get("year", ANY)
    wanted = [year] if year != ANY else [y for y in YEARS if enemy == ANY or is_there(enemy, y)]
    found = [name for name in armies_of(side) if any(is_there(name, y) for y in wanted)]
    army = str(draw(number, side, options, found))
    if army not in found:
        first, last = battles().armies[army].years
        when = f"took the field in {first}" if first == last else f"took the field from {first} to {last}"
        field, what = ("year", year) if year != ANY else (side, enemy)
        raise WrongContent(f"options.{field}", f"{army} ({side}) {when}, which does not go with {what}")
    return army


def is_there(army: str, year: int) -> bool:
    return served(battles().armies[army].years, year)


def draw_options(rng: random.Random) -> dict[str, Any]:
    """A random choice, with things left to chance as often as not."""
    found = some_options(rng, values())
    if "year" in found:
        for side in SIDES:
            if side in found and not is_there(found[side], found["year"]):
                del found[side]
    return found
