"""The Orders Phase: numbered tokens and the bluff, laid face down."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event, only
from bocage.kernel.state import Procedure
from bocage.systems.normandie.kinds import BLUFF, LEAVE, NO_TOKEN, ORDER, ORDERS, UNITS
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, name_of


class OrdersPhase(Procedure[NormandieState]):
    """Both sides lay their tokens, secretly at once or one by one in turns (hon.order.place.1).

    `hand` holds a side's tokens not yet laid as bits, `left` those it has given up laying.
    """

    __slots__ = ("hand", "left", "turn")

    def __init__(self) -> None:
        super().__init__()
        self.hand = [0, 0]
        self.left = [0, 0]
        self.turn = 0

    def advance(self, state: NormandieState) -> None:
        if self.step == 0:
            self.step = 1
            self.begin(state)
        elif state.alternate:
            self.take_turns(state)
        else:
            self.end(state)

    def begin(self, state: NormandieState) -> None:
        state.phase = ORDERS
        self.turn = state.initiative
        for seat in (0, 1):
            self.hand[seat] = full_hand(state.entitled[seat])
        if state.alternate:
            state.tokens_down = True
        else:
            self.ask_next(state, 0)
            self.ask_next(state, 1)

    def take_turns(self, state: NormandieState) -> None:
        """The side whose turn it is lays a token; a side that is done is passed over (hon.open.place.more.1)."""
        for _ in range(2):
            seat = self.turn
            self.turn = 1 - seat
            options = self.options(state, seat)
            if options:
                state.ask(seat, ORDER, options)
                return
        self.end(state)

    def ask_next(self, state: NormandieState, seat: int) -> None:
        """A single way to lay the last token is no decision. By turns it is asked for all the same: the other side
        would learn from the silence that no bluff is left."""
        options = self.options(state, seat)
        if len(options) == 1:
            self.lay(state, seat, options[0])
        elif options:
            state.ask(seat, ORDER, options)

    def options(self, state: NormandieState, seat: int) -> list[int]:
        """What may be laid now: by turns any token on any unit (hon.order.place.2), at once the lowest one left."""
        free = without_token(state, seat)
        if not free or not self.hand[seat]:
            return []
        found: list[int] = []
        if self.may_leave(seat, len(free), state.alternate):
            found.append(LEAVE)
        for token in range(1, BLUFF + 1):
            if self.hand[seat] >> token & 1:
                found.extend([token * UNITS + unit.id for unit in free])
                if not state.alternate:
                    break
        return found

    def may_leave(self, seat: int, free: int, alternate: bool) -> bool:
        """The bluff is optional (hon.open.place.must.1); a number may stay only if the others fill every unit."""
        hand = self.hand[seat]
        if hand == 1 << BLUFF:
            return self.left[seat] == 0
        return not alternate and hand.bit_count() > free

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        self.lay(state, decision.seat, option)

    def lay(self, state: NormandieState, seat: int, option: int) -> None:
        self.put_down(state, seat, option)
        if state.recording and option != LEAVE:
            tell_token(state, state.units[option % UNITS])
        if not state.alternate:
            self.ask_next(state, seat)

    def put_down(self, state: NormandieState, seat: int, option: int) -> None:
        """A token leaves the hand for a unit, or is given up."""
        if option == LEAVE:
            lowest = self.hand[seat] & -self.hand[seat]
            self.hand[seat] ^= lowest
            self.left[seat] |= lowest
        else:
            token = option // UNITS
            self.hand[seat] ^= 1 << token
            state.units[option % UNITS].token = token
            state.placed[seat] += 1

    def end(self, state: NormandieState) -> None:
        state.tokens_down = True
        for seat in (0, 1):
            state.filled[seat] = not without_token(state, seat)
            if state.recording:
                side = "@nation." + state.scenario.nations[seat]
                state.emit(Event("orders", "hon.order.hidden.1", {"side": side, "n": state.placed[seat]}))
        state.pop()

    def copy(self) -> OrdersPhase:
        twin = OrdersPhase()
        twin.step = self.step
        twin.hand = self.hand[:]
        twin.left = self.left[:]
        twin.turn = self.turn
        return twin

    def data(self) -> list[object]:
        return [self.step, self.hand, self.left, self.turn]


def full_hand(numbers: int) -> int:
    """Tokens 1 to N and one bluff (hon.order.count.2, hon.bluff.have.1)."""
    return (1 << numbers + 1) - 2 | 1 << BLUFF


def without_token(state: NormandieState, seat: int) -> list[Unit]:
    """One token per unit (hon.order.place.3)."""
    return [u for u in state.units if u.seat == seat and u.status == FIELD and u.token == NO_TOKEN]


def tell_token(state: NormandieState, unit: Unit) -> None:
    """Its owner alone is told which token lies where (hon.order.hidden.1)."""
    where = state.board.grid.name(unit.cell)
    if unit.token == BLUFF:
        event = Event("bluff", "hon.bluff.place.1", {"unit": name_of(unit)}, place=where, visible=only(unit.seat))
    else:
        args: dict[str, int | str] = {"unit": name_of(unit), "n": unit.token}
        event = Event("order", "hon.order.place.2", args, place=where, visible=only(unit.seat))
    state.emit(event)
