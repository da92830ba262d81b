"""Smoke (lnlt.core.7): who may lay it, the attempt, and how it thins."""

from __future__ import annotations

from typing import ClassVar

from bocage.kernel import Decision, first
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN, SMOKING
from bocage.systems.lnlt.model.ground import FLAMES, SMOKE, THIN_SMOKE
from bocage.systems.lnlt.model.kinds import HALF_SQUAD, SQUAD
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.capability import appears, succeeds
from bocage.systems.lnlt.rules.procedures import Counted
from bocage.systems.lnlt.state import LnltState


def may_lay_smoke(unit: Unit) -> bool:
    """A Good Order, unmarked MMC of a nation that can; no weapon team, and one attempt a turn."""
    type_ = unit.type
    if not type_.smoke or unit.flags & (MARKED | SHAKEN | SMOKING):  # partisans have none (lnlt.nosb.13.53a)
        return False
    return type_.kind == SQUAD or type_.kind == HALF_SQUAD


def add_smoke(state: LnltState, unmarked: list[int], found: list[int]) -> None:  # lnlt.pac.12.7.0a, lnlt.core.7
    for number in unmarked:
        if may_lay_smoke(state.units[number]):
            found.append(acts.LAY_SMOKE.on(number))


class LaySmoke(Counted):
    """1d6, not above the nation's capability: Smoke 1 in its own hex or one beside it."""

    __slots__ = ()
    rule: ClassVar[str] = "lnlt.core.7"

    def advance(self, state: LnltState) -> None:
        unit = state.units[self.unit]
        if self.step == 1:
            around = [hex_ for hex_ in state.board.neighbours[unit.hex] if hex_ < state.board.hexes]
            here = [unit.hex, *around]
            free = [hex_ for hex_ in here if not state.ground.has(FLAMES, hex_)]
            state.ask(unit.seat, acts.SMOKE_HEX, acts.SMOKE_IN.on_each(free))
            return
        if succeeds(state, unit, unit.type.smoke, acts.FOR_SMOKE, self.rule, "smoke", "laid"):  # lnlt.pac.12.7.0a
            self.step = 1
            state.mark(unit, SMOKING)
        else:
            state.mark(unit, OPS)
            state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        hex_ = first(option)
        state.take_marker(THIN_SMOKE, hex_)
        state.put_marker(SMOKE, hex_)
        appears(state, "smoke", self.rule, hex_)
        state.pop()


def settle_smoke(state: LnltState, unit: Unit) -> None:
    """At the end of an activation: who laid smoke and did no more is Ops Complete."""
    if unit.flags & SMOKING and not unit.flags & MARKED:  # lnlt.pac.12.7.0d
        state.mark(unit, OPS)


def thin_smoke(state: LnltState) -> None:
    """Administrative Phase: Smoke 2 is removed, Smoke 1 becomes Smoke 2."""
    old = state.ground.masks[THIN_SMOKE]
    fresh = state.ground.masks[SMOKE]
    for hex_ in hexes_in(old | fresh):
        if old >> hex_ & 1:
            state.take_marker(THIN_SMOKE, hex_)
        if fresh >> hex_ & 1:
            state.take_marker(SMOKE, hex_)
            state.put_marker(THIN_SMOKE, hex_)
