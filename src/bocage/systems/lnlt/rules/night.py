"""Starshells (lnlt.core.20.2). How far one sees at night is a question to the state (`by_night`)."""

from __future__ import annotations

from typing import ClassVar

from bocage.kernel import Decision, first
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN
from bocage.systems.lnlt.model.ground import STARSHELL
from bocage.systems.lnlt.model.kinds import HERO, LEADER
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.capability import appears, succeeds
from bocage.systems.lnlt.rules.procedures import Counted
from bocage.systems.lnlt.state import LnltState


def starshell_options(state: LnltState, seat: int, hex_: int, activated: int) -> list[int]:  # lnlt.core.20
    """A Good Order, unmarked Leader or Hero, at night."""
    found: list[int] = []
    for number in state.stacks[seat][hex_]:
        unit = state.units[number]
        if activated >> number & 1 and unit.type.kind in (LEADER, HERO) and not unit.flags & (MARKED | SHAKEN):
            found.append(acts.SEND_UP.on(number))
    return found


class SendUpStarshell(Counted):
    """1d6, not above the nation's capability; Ops Complete whatever comes of it."""

    __slots__ = ()
    rule: ClassVar[str] = "lnlt.core.20.2"

    def advance(self, state: LnltState) -> None:  # lnlt.core.20
        unit = state.units[self.unit]
        if self.step == 1:
            mask = state.board.near(unit.hex, state.scenario.numbers.starshell_reach)
            options = [acts.LIGHT_UP.on(hex_) for hex_ in range(state.board.hexes) if mask >> hex_ & 1]
            state.ask(unit.seat, acts.STARSHELL_HEX, options)
            return
        state.mark(unit, OPS)
        if succeeds(state, unit, unit.type.starshell, acts.FOR_STARSHELL, self.rule, "starshell", "lit"):
            self.step = 1
        else:
            state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        hex_ = first(option)
        state.put_marker(STARSHELL, hex_)
        appears(state, "starshell", self.rule, hex_)
        state.pop()


def burn_out(state: LnltState) -> None:
    """Administrative Phase: starshells are removed."""
    for hex_ in hexes_in(state.ground.masks[STARSHELL]):
        state.take_marker(STARSHELL, hex_)
