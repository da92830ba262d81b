"""How good a position or an option is, as named parts: what bots decide by, and what they tell about it."""

from __future__ import annotations

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


def total(parts: Parts) -> float:
    return sum([value for _, value in parts])
