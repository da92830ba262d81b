"""Texts of teaching scenarios."""

from __future__ import annotations


class Lesson:
    """What a teaching scenario tells at decisions of a kind, from a turn on, where a verb is offered."""

    def __init__(self, key: str, kind: str, turn: int, offers: str, seat: int) -> None:
        self.key, self.kind, self.turn = key, kind, turn
        self.offers = offers  # "": whatever is offered
        self.seat = seat  # -1: both
