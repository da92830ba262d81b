"""How good a position or an option is, as named parts: what bots decide by, and what they tell about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from bocage.kernel.act import Kind
from bocage.kernel.decision import Decision
from bocage.kernel.state import State

Part = tuple[str, float]
"""The name of a term (catalogue key `term.<name>`) and what it adds, in victory points of the scenario."""

Parts = list[Part]


class Manner:
    """How a bot likes to play: 1 is even-handed, 0 does not care, 2 cares twice as much."""

    __slots__ = ("aggression", "caution", "objective")

    def __init__(self, caution: float = 1.0, aggression: float = 1.0, objective: float = 1.0) -> None:
        self.caution = caution  # own losses, cover, exposure
        self.aggression = aggression  # losses of the enemy
        self.objective = objective  # ground, documents, exits


S = TypeVar("S", bound=State)
B = TypeVar("B")

Chapter = Callable[[B, Decision], list[Parts] | None]
"""What each option of a decision is worth to somebody who has looked at the position."""


def judge_by_book(
    chapters: Mapping[Kind, Chapter[B]],
    look: Callable[[S, int, Manner], B],
    state: S,
    decision: Decision,
    manner: Manner,
) -> list[Parts] | None:
    """What each option is worth by the chapter on its kind of decision; None where the book has none.

    `look` is how a seat looks at a position: it makes whatever the chapters judge by.
    """
    chapter = chapters.get(decision.kind)
    return None if chapter is None else chapter(look(state, decision.seat, manner), decision)


def total(parts: Parts) -> float:
    return sum([value for _, value in parts])
