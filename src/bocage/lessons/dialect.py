"""What a lesson file may say (docs/lessons.md explains every key). Unknown keys are refused with file and line."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.checks.dialect import Expect, Wanted
from bocage.content import Words


class Allowed(Wanted):
    """A choice that belongs to the goal; on the free table `near` is how far from x, y it may be, in inches."""

    near: float = 0.0


class Near(msgspec.Struct, forbid_unknown_fields=True):
    """A piece stands within so many inches of a point of the free table."""

    piece: str
    x: float
    y: float
    within: float


class When(Expect):
    """What has to have come about since the step began; `chosen` was one of the choices."""

    chosen: str | Allowed = ""
    near: list[Near] = msgspec.field(default_factory=list)


class Remark(msgspec.Struct, forbid_unknown_fields=True):
    """Said once the goal is reached, about what the dice did: the first one whose `when` holds."""

    say: Words
    when: When = msgspec.field(default_factory=When)


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One goal of the pupil."""

    say: Words | list[Words]  # what and why; of several, each is a page
    goal: Words  # what to do now
    allow: list[str | Allowed]  # the choices that lead there; any other is a mistake, which is taken back
    point: list[str] = []  # pieces by name, places, or "x,y" in inches: where to look
    when: When | None = None  # what must have come about; without it, the last of `allow` has been chosen
    wrong: Words | None = None  # what to say about a mistake
    after: list[Remark] = []
    terms: list[str] = []  # explained here for the first time
    enemy: list[str | Allowed] = []  # what the other side chooses meanwhile, if it can


class Lesson(msgspec.Struct, forbid_unknown_fields=True):
    title: Words
    about: Words  # what one will be able to do afterwards
    position: dict[str, Any]  # as in drills
    steps: list[Step]
    end: Words  # what was learnt
    seat: int = 0  # the pupil's
    seed: int = 0
    enemy: list[str | Allowed] = []  # what the other side chooses, the first that is offered; else it lets things pass


class Phase(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the sequence of play: `phase` is what the game calls it, `kinds` are the decisions met in it."""

    name: Words
    about: Words
    rule: str  # the clause that says so
    phase: str = ""
    kinds: list[str] = []


class Term(msgspec.Struct, forbid_unknown_fields=True):
    """A word of the game: how it is written in each language (forms parted by "|"), and what it means."""

    word: Words
    means: Words
