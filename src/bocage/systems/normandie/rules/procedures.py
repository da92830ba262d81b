"""What several procedures have in common: how they say why something is not offered."""

from __future__ import annotations

from typing import ClassVar

from bocage.kernel import Attempt, Ban, Decision, Kind, Procedure, Refusal, Text
from bocage.systems.normandie.state import FIELD, NormandieState, Unit


class Wish:
    """Something a player tried, as the rules understand it; whatever he did not name is empty, None or -1."""

    __slots__ = ("cell", "crossing", "number", "unit", "verb")

    def __init__(self, verb: str, number: int, unit: Unit | None, cell: int, crossing: int) -> None:
        self.verb = verb  # without the number of a weapon
        self.number = number  # of the weapon, counted from 0
        self.unit = unit  # the piece, or who stands in the space
        self.cell, self.crossing = cell, crossing


def read_wish(state: NormandieState, attempt: Attempt) -> Wish:
    grid = state.board.grid
    verb, number = split_weapon(attempt.verb)
    cell = grid.named(attempt.place)
    unit = state.units[attempt.piece] if 0 <= attempt.piece < len(state.units) else unit_on(state, cell)
    if cell < 0 and unit is not None:
        cell = unit.cell
    crossing = -1
    row, col = round(attempt.y), round(attempt.x)
    if attempt.x >= 0 and 0 <= row <= grid.rows and 0 <= col <= grid.cols:
        crossing = grid.intersection(row, col)
    return Wish(verb, number, unit, cell, crossing)


def split_weapon(verb: str) -> tuple[str, int]:
    """ "fire-2" is to fire with the second weapon."""
    name, dash, digits = verb.rpartition("-")
    if dash and digits.isdecimal() and 0 < int(digits) < 100:
        return name, int(digits) - 1
    return verb, 0


def unit_on(state: NormandieState, cell: int) -> Unit | None:
    for unit in state.units:
        if cell >= 0 and unit.status == FIELD and unit.cells() >> cell & 1:
            return unit
    return None


class Asking(Procedure[NormandieState]):
    """A procedure that asks, knows whom it asks about, and which clause keeps it from offering more.

    `bans` has one for all that a kind of decision does not offer, with the verbs it is meant for (none: for any).
    """

    __slots__ = ()

    bans: ClassVar[dict[Kind, tuple[Ban, tuple[str, ...]]]] = {}

    def subject(self, state: NormandieState, decision: Decision) -> int:
        """The unit that a decision is about, -1 for none."""
        return -1

    def forbid(self, state: NormandieState, decision: Decision, attempt: Attempt) -> list[Refusal]:
        ban = self.ban(state, decision, read_wish(state, attempt))
        return [] if ban is None else [Refusal(ban.rule, Text("refusal." + ban.key))]

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        """Why this was not offered; None where this procedure has nothing to say about it."""
        if decision.kind not in self.bans:
            return None
        ban, verbs = self.bans[decision.kind]
        return ban if not verbs or wish.verb in verbs else None


class UnitProcedure(Asking):
    """Something one unit does."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return self.unit
