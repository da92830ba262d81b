"""Withdrawal from Melee (lnlt.core.8.1): a Morale Check each, then those who pass walk away."""

from __future__ import annotations

from bocage.kernel import Decision, Forecast, Procedure, first
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN
from bocage.systems.lnlt.model.kinds import WALK
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.checks import passes_check
from bocage.systems.lnlt.rules.melee_strength import eligible
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.odds import of_unit, put_check
from bocage.systems.lnlt.rules.rally import morale_tally
from bocage.systems.lnlt.rules.steps import can_step
from bocage.systems.lnlt.state import LnltState


def may_withdraw(state: LnltState, seat: int, hex_: int) -> list[int]:
    """Good Order, unmarked units that have somewhere to go."""
    found: list[int] = []
    for number in state.stacks[seat][hex_]:
        if not state.units[number].flags & (MARKED | SHAKEN) and can_step(state, seat, hex_, [number], WALK, True):
            found.append(number)
    return found


class Withdrawal(Procedure[LnltState]):
    __slots__ = ("hex", "leaving", "seat")

    def __init__(self, seat: int, hex_: int) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.leaving: list[int] = []

    def advance(self, state: LnltState) -> None:
        if self.step == 0:
            self.choose_units(state)
        elif self.step == 1:
            self.check(state)
        else:
            self.abandon(state)

    def choose_units(self, state: LnltState) -> None:  # lnlt.core.8.1
        rest = [number for number in may_withdraw(state, self.seat, self.hex) if number not in self.leaving]
        able = [number for number in rest if self.can_leave(state, [*self.leaving, number])]
        if not able:
            self.step = 1
        elif len(able) == 1 and not self.leaving:
            self.leaving.append(able[0])
        else:
            options = acts.ADD.on_each(able)
            if len(rest) > 1 and self.can_leave(state, self.leaving + rest):
                options.insert(0, acts.ALL.act())
            if self.leaving:
                options.insert(0, acts.DONE.act())
            state.ask(self.seat, acts.WITHDRAWERS, options)

    def can_leave(self, state: LnltState, group: list[int]) -> bool:
        return can_step(state, self.seat, self.hex, group, WALK, True)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.ALL:
            rest = [number for number in may_withdraw(state, self.seat, self.hex) if number not in self.leaving]
            self.leaving = self.leaving + rest
            self.step = 1
        elif verb is acts.DONE:
            self.step = 1
        else:
            self.leaving.append(first(option))

    def check(self, state: LnltState) -> None:
        """Who fails stays, Ops Complete."""
        going: list[int] = []
        for number in self.leaving:
            if self.passes(state, number):
                going.append(number)
            else:
                state.mark(state.units[number], OPS)
        self.step = 2
        if going:
            move = Movement(self.seat, self.hex, WALK, 0)
            move.movers = going
            move.peaceful = True
            move.step = 1
            state.push(move)

    def passes(self, state: LnltState, number: int) -> bool:
        unit = state.units[number]
        kinds, labels = ("withdraw", "withdraw-fails"), ("withdraws", "stays")
        return passes_check(state, unit, morale_tally(state, unit), acts.FOR_WITHDRAWAL, "lnlt.core.8.1", kinds, labels)

    def abandon(self, state: LnltState) -> None:
        """Friends left behind who cannot fight are lost to enemies who can."""
        if (
            state.in_melee(self.hex)
            and not eligible(state, self.seat, self.hex)
            and eligible(state, 1 - self.seat, self.hex)
        ):
            for number in state.stacks[self.seat][self.hex]:
                unit = state.units[number]
                state.tell_of(unit, "overrun", "lnlt.core.8.1", hex_=self.hex)
                state.eliminate(unit)
        if state.control and not state.in_melee(self.hex) and state.holders(1 - self.seat, self.hex):
            state.take_control(self.hex, 1 - self.seat)
        state.pop()

    def odds(self, state: LnltState) -> Forecast:
        """Each check is made with the leaders still there: one in Good Order keeps leading though he fails his own."""
        found = Forecast("lnlt.core.8.1", morale_tally(state, state.units[self.leaving[0]]))
        for number in self.leaving:
            unit = state.units[number]
            need = unit.morale() - morale_tally(state, unit).total
            put_check(found, of_unit(number), need, "withdraws", "stays")
        return found
