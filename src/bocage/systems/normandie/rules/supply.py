"""The Supply Phase in its step order, and the end of the round."""

from __future__ import annotations

from typing import Final

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.systems.normandie.kinds import BLUFF, DONE, NO_TOKEN, SUPPLIES, SUPPLY
from bocage.systems.normandie.rules.abilities import order_tokens
from bocage.systems.normandie.rules.movement import Movement, can_move
from bocage.systems.normandie.rules.victory import end_by_exhaustion, end_by_scenario
from bocage.systems.normandie.state import FIELD, NormandieState, Unit

# The steps of the phase by their numbers in the rulebook. Steps 1 and 5 hold effects of options and cards, step 6 is
# the draw of cards: nothing in play uses them.
DISCARD_BLUFFS: Final = 2
MOVES: Final = 3
RECOVER: Final = 4
VICTORY: Final = 7
COLLECT: Final = 8
INITIATIVE: Final = 9


class SupplyPhase(Procedure[NormandieState]):
    """No firing and no assault here, ever (hon.supply.immutable.1)."""

    __slots__ = ("turn",)

    def __init__(self) -> None:
        super().__init__()
        self.step = DISCARD_BLUFFS
        self.turn = 0

    def advance(self, state: NormandieState) -> None:
        step = self.step
        if step == DISCARD_BLUFFS:
            state.phase = SUPPLIES
            self.turn = state.initiative
            self.step = MOVES
            discard_bluffs(state)
        elif step == MOVES:
            self.moves(state)
        elif step == RECOVER:
            self.step = VICTORY
            recover(state)
        elif step == VICTORY:
            self.step = COLLECT
            end_by_scenario(state)
        elif step == COLLECT:
            self.step = INITIATIVE
            collect_tokens(state)
            end_by_exhaustion(state)
        else:
            state.initiative = 1 - state.initiative  # hon.supply.step.9
            state.pop()

    def moves(self, state: NormandieState) -> None:
        """The side with initiative moves first, then the other (hon.supply.step.3)."""
        options = [unit.id for unit in state.units if unit.seat == self.turn and may_move(state, unit)]
        if options:
            state.ask(self.turn, SUPPLY, options + [DONE])
        elif self.turn == state.initiative:
            self.turn = 1 - self.turn
        else:
            self.step = RECOVER

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if option != DONE:
            unit = state.units[option]
            unit.moved = True
            state.push(Movement(unit.id, unit.points(), -1, False))
        elif self.turn == state.initiative:
            self.turn = 1 - self.turn
        else:
            self.step = RECOVER

    def copy(self) -> SupplyPhase:
        twin = SupplyPhase()
        twin.step = self.step
        twin.turn = self.turn
        return twin

    def data(self) -> list[object]:
        return [self.step, self.turn]


def may_move(state: NormandieState, unit: Unit) -> bool:
    """No order, no Activated marker, no action this round (hon.supply.who.1, .3; hon.act.marker.5)."""
    if unit.status != FIELD or unit.acted or unit.activated or unit.moved or unit.token != NO_TOKEN:
        return False
    return can_move(state, unit)


def discard_bluffs(state: NormandieState) -> None:
    """Bluffs go before the moves, so that their units may move (hon.supply.step.2, hon.bluff.supply.1)."""
    for unit in state.units:
        if unit.token == BLUFF:
            unit.token = NO_TOKEN
            state.revealed = True
            if state.recording:
                state.report("bluff-off", "hon.supply.step.2", unit, {}, unit.cell)


def recover(state: NormandieState) -> None:
    """One Suppressed marker off every unit (hon.supply.step.4)."""
    for unit in state.units:
        if unit.suppressed > 0 and unit.status == FIELD:
            unit.suppressed -= 1
            if state.recording:
                state.report("recover", "hon.supply.step.4", unit, {"n": unit.suppressed}, unit.cell)


def collect_tokens(state: NormandieState) -> None:
    """Tokens and Activated markers come off; new tokens by the stars there are now (hon.supply.step.8)."""
    for unit in state.units:
        unit.token = NO_TOKEN
        unit.shown = False
        unit.activated = False  # hon.open.activated.clear.1
        unit.acted = False
        unit.moved = False
    state.tokens_down = False
    for seat in (0, 1):
        state.entitled[seat] = order_tokens(state.stars(seat))  # hon.order.count.4, hon.abil.orders.2
        state.placed[seat] = 0
        state.filled[seat] = False
        state.seen[seat] = 0
        state.exhausted[seat] = False
        state.lost[seat] = []
        if state.recording:
            side = "@nation." + state.scenario.nations[seat]
            state.emit(Event("tokens", "hon.supply.step.8", {"side": side, "n": state.entitled[seat]}))
