"""Puzzles: a position of a game, whose turn it is, and the choices that solve it, for which the coach asks."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bocage.content import Words
from bocage.lessons.dialect import Allowed, Lesson, Step

PUZZLE: Final = "puzzles/"  # how their names begin among those of lessons
SILENT: Final = Words(en="", fr="")  # what is said is worked out when it is asked for


class Ground(msgspec.Struct, forbid_unknown_fields=True):
    """Where games begin in which puzzles are looked for."""

    title: Words
    about: Words  # what is fought for
    position: dict[str, Any]  # as in drills


class Puzzle(Ground, forbid_unknown_fields=True, kw_only=True):
    """`best` are the choices that solve it, one after another, as far as they matter."""

    best: list[str | Allowed]
    seat: int = 0  # who is to choose


def as_lesson(puzzle: Puzzle) -> Lesson:
    """A lesson with a goal for each choice of the solution; nothing is pointed at."""
    steps = [Step(SILENT, SILENT, [wanted]) for wanted in puzzle.best]
    return Lesson(puzzle.title, puzzle.about, puzzle.position, steps, SILENT, puzzle.seat)
