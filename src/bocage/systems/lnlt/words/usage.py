"""What random games should use sooner or later, and the marks it is told by (see System.features)."""

from __future__ import annotations

from functools import cache
from typing import Any

from bocage.kernel import Procedure
from bocage.systems.lnlt.rules.skills import NAMES
from bocage.systems.lnlt.rules.vehicle_fire import FireOnVehicle
from bocage.systems.lnlt.state import LnltState

RULES = "bocage.systems.lnlt.rules."
SHARED = f"{RULES}procedures"
UNREACHED = {
    "Disband": "three Partisan MMCs seldom outlive the Leader they stand with; drills play it, lnlt.nosb.13.53d"
}
"""Procedures that games hardly or never come to, and why: the report of usage says it beside their names."""


@cache
def features() -> dict[str, dict[str, list[str]]]:
    """Every procedure of the rules, and every skill card: in somebody's hands, and at work."""
    cards = NAMES[1:]
    return {
        "procedures": {with_reason(name): [f"procedure:{name}"] for name in procedures()},
        "cards held": {card: [f"held:{card}"] for card in cards},
        "cards at work": {card: [*clauses_of(card), f"event:{card}", f"verb:{card}"] for card in cards},
    }


def with_reason(name: str) -> str:
    return f"{name} ({UNREACHED[name]})" if name in UNREACHED else name


def procedures() -> list[str]:
    found: list[str] = []
    waiting: list[type[Procedure[Any]]] = [Procedure]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            shared = kind is FireOnVehicle or kind.__module__ == SHARED  # others build upon it
            if kind.__module__.startswith(RULES) and not shared:
                found.append(kind.__name__)
    return sorted(found)


def clauses_of(card: str) -> list[str]:
    """All clauses of a card: a mark that ends in a dot stands for every one that begins so."""
    return [f"lnlt.hid.skill.{card}.", f"lnlt.boh.25.2.{card}."]


def in_play(state: LnltState) -> list[str]:
    return [f"held:{NAMES[unit.skill]}" for unit in state.units if unit.skill and unit.hex >= 0]
