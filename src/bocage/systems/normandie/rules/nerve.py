"""Hardboiled tokens: Suppressed markers come off a unit at the moments they count against it."""

from __future__ import annotations

from bocage.kernel import Decision, first
from bocage.systems.normandie.model.flags import HARDBOILED
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.options import pool_for, spend
from bocage.systems.normandie.rules.procedures import UnitProcedure
from bocage.systems.normandie.state import NormandieState, Unit


def calmable(state: NormandieState, unit: Unit) -> int:
    """How many markers tokens could take off it, several at once (hon.trait.hardboiled.1)."""
    pool = pool_for(state, unit, HARDBOILED) if unit.suppressed else -1
    return min(unit.suppressed, state.tokens[pool][HARDBOILED]) if pool >= 0 else 0


def calm(state: NormandieState, unit: Unit, tokens: int) -> None:
    for _ in range(tokens):
        spend(state, unit, HARDBOILED)
    unit.suppressed -= tokens
    if tokens:
        state.report("recover", "hon.trait.hardboiled.1", unit, {"n": unit.suppressed})


class Steadying(UnitProcedure):
    """The owner may calm the unit before it acts or fights: the text sets no limit (hon.open.hardboiled.1)."""

    __slots__ = ()

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        most = calmable(state, unit) if self.step == 0 else 0
        self.step = 1
        if most:
            state.ask(unit.seat, decisions.STEADY, acts.CALM.on_each(list(range(most + 1))))
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        calm(state, state.units[self.unit], first(option))
