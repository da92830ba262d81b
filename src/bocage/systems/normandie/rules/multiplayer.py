"""Three and four players: the order of play of allies, what they share, and what they ask of each other."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Decision, Event, Procedure, first, second, third
from bocage.systems.normandie.model.flags import MOST_ORDERS, ONE_POOL
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.state import FIELD, NormandieState, Unit, in_play

# What allies share out in each round
PLANNED_ORDER: Final = 0
A_BLUFF: Final = 1
A_SPECIAL: Final = 2
SHARED: Final = ("planning", "bluff", "special")
MOST_OF_A_KIND: Final = 2
"""Bluffs or special orders of one player (hon.special.cap.1)."""

HAND_SIZES: Final[tuple[int, ...]] = (6, 3, 2)
"""By the size of the alliance (hon.mp.cards.3, hon.open.mp.hand.1)."""

# Steps of OrderOfPlay, for each alliance in turn
RANKING: Final = 0
SHARING: Final = 1


def is_limited(state: NormandieState, camp: int) -> bool:
    """Several players against one: all of them together have the tokens of one (hon.mp.limits.1).

    Whether that holds for all alliances, which share the regular pool, is open (hon.open.mp.pool.1).
    """
    players = state.scenario.players
    return len(players[camp]) > 1 and (len(players[1 - camp]) == 1 or state.readings & ONE_POOL != 0)


def has_units(state: NormandieState, seat: int) -> bool:
    return any(unit.seat == seat and in_play(unit) for unit in state.units)


def hold_to_limit(state: NormandieState) -> None:
    """Ten numbers for an alliance against one player; the surplus comes off who has most, the last to play first."""
    for camp in (0, 1):
        if not is_limited(state, camp):
            continue
        seats = state.ranks[camp]
        while sum([state.entitled[seat] for seat in seats]) > MOST_ORDERS:
            most = max([state.entitled[seat] for seat in seats])
            last = [seat for seat in seats if state.entitled[seat] == most][-1]
            state.entitled[last] -= 1


def in_turn(state: NormandieState, camp: int, start: int) -> list[int]:
    """The players of a side in their order, beginning with the one whose turn it is (hon.mp.act.1, hon.mp.limits.3)."""
    seats = state.ranks[camp]
    if len(seats) == 1:
        return seats
    return [seats[(start + place) % len(seats)] for place in range(len(seats))]


def after(state: NormandieState, seat: int) -> int:
    """The place in its side's order of the player who follows."""
    seats = state.ranks[state.scenario.camps[seat]]
    return (seats.index(seat) + 1) % len(seats)


def next_in_sequence(state: NormandieState, seat: int) -> int:
    sequence = state.sequence
    return sequence[(sequence.index(seat) + 1) % len(sequence)]


def hand_size(state: NormandieState, seat: int, alone: int) -> int:
    """How many cards a player draws up to (hon.mp.cards.3); `alone` in a battle of two."""
    scenario = state.scenario
    return HAND_SIZES[len(scenario.players[scenario.camps[seat]]) - 1] if scenario.allied else alone


def allied_spaces(state: NormandieState, unit: Unit) -> int:
    """Where units of its player's allies stand, which it must not fire at (hon.mp.act.2)."""
    mask = 0
    for other in state.units:
        if other.camp == unit.camp and other.seat != unit.seat and other.status == FIELD:
            mask |= other.cells()
    return mask


def may_have_special(state: NormandieState, seat: int) -> bool:
    """One more special order: two for a player (hon.special.cap.1), or for his alliance (hon.mp.limits.1)."""
    camp = state.scenario.camps[seat]
    held = state.staff.special
    if is_limited(state, camp):
        return sum([held[ally] for ally in state.scenario.players[camp]]) < MOST_OF_A_KIND
    return held[seat] < MOST_OF_A_KIND


class OrderOfPlay(Procedure[NormandieState]):
    """The allies settle who plays first, and each round who gets the tokens they share.

    At set-up and when the Orders Phase begins. The one who played last speaks for his side.
    """

    __slots__ = ("camps", "order", "shares", "sharing", "speaker")

    def __init__(self, camps: list[int], sharing: bool) -> None:
        super().__init__()
        self.camps = camps  # alliances still to decide
        self.sharing = sharing  # tokens are handed out too
        self.speaker = -1
        self.order: list[int] = []  # of the first alliance, as far as it is settled
        self.shares: list[int] = []  # kinds of tokens still to be handed out

    def advance(self, state: NormandieState) -> None:
        if not self.camps:
            state.lead(state.initiative)
            state.pop()
        elif self.step == RANKING:
            self.rank(state, self.camps[0])
        elif self.shares:
            self.share(state, self.camps[0])
        else:
            self.camps = self.camps[1:]
            self.step = RANKING

    def rank(self, state: NormandieState, camp: int) -> None:
        """Who plays first, second and third (hon.mp.init.1)."""
        if not self.order:
            self.speaker = speaker(state, camp)
        left = [seat for seat in state.ranks[camp] if seat not in self.order]
        able = [seat for seat in left if state.round == 0 or has_units(state, seat)]
        if len(able) > 1:
            state.ask(self.speaker, decisions.RANK, acts.GO_NEXT.on_each(able))
            return
        settled = self.order + able + [seat for seat in left if seat not in able]
        ranks = state.ranks[:]
        ranks[camp] = settled
        state.ranks = ranks
        self.order = []
        self.step = SHARING
        speaks_first = "@" + state.scenario.names[settled[0]]
        state.announce("order-of-play", "hon.mp.init.1", {"side": state.scenario.side(camp), "player": speaks_first})
        if self.sharing:
            self.lay_out(state, camp)

    def lay_out(self, state: NormandieState, camp: int) -> None:
        """All that the alliance has in common lies before it again."""
        pool = state.scenario.pools[camp]
        state.bluffs = state.bluffs[:]
        for seat in state.scenario.players[camp]:
            state.bluffs[seat] = 0
            state.staff.special[seat] = 0
        bluffs, special = pool.bluffs, pool.special
        if state.readings & ONE_POOL and len(state.scenario.players[1 - camp]) > 1:
            bluffs -= len(state.scenario.players[camp]) - 1  # one to begin with, for all of them
            bluffs, special = min(MOST_OF_A_KIND, bluffs), min(MOST_OF_A_KIND, special)
        self.shares = [PLANNED_ORDER] * pool.orders + [A_BLUFF] * bluffs + [A_SPECIAL] * special

    def share(self, state: NormandieState, camp: int) -> None:
        kind = self.shares[0]
        able = [seat for seat in state.ranks[camp] if may_take(state, seat, kind)]
        if len(able) > 1:
            state.ask(self.speaker, decisions.ALLOT, [acts.HAND_OUT.act(seat, kind) for seat in able])
        elif able:
            self.hand_out(state, able[0])
        else:
            self.shares = self.shares[1:]

    def hand_out(self, state: NormandieState, seat: int) -> None:
        """One ally takes it up for this round (hon.mp.hc.4, hon.mp.hc.5)."""
        kind = self.shares[0]
        self.shares = self.shares[1:]
        if kind == PLANNED_ORDER:
            state.entitled[seat] += 1
        elif kind == A_BLUFF:
            state.bluffs = [held + (1 if ally == seat else 0) for ally, held in enumerate(state.bluffs)]
        else:
            state.staff.special[seat] += 1
        rule = "hon.mp.hc.5" if kind == PLANNED_ORDER else "hon.mp.hc.4"
        state.announce("allots", rule, {"player": "@" + state.scenario.names[seat], "what": "@shared." + SHARED[kind]})

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.GO_NEXT:
            self.order = [*self.order, first(option)]
        else:
            self.hand_out(state, first(option))


def speaker(state: NormandieState, camp: int) -> int:
    """Whoever played last and is still in the battle."""
    for seat in reversed(state.ranks[camp]):
        if state.round == 0 or has_units(state, seat):
            return seat
    return state.ranks[camp][-1]


def may_take(state: NormandieState, seat: int, kind: int) -> bool:
    """He has units to use it, and no more than one player may have (hon.order.count.3, hon.mp.limits.1)."""
    if not has_units(state, seat):
        return False
    if kind == A_BLUFF:
        return state.bluffs[seat] < MOST_OF_A_KIND
    if kind == A_SPECIAL:
        return state.staff.special[seat] < MOST_OF_A_KIND
    camp = state.scenario.camps[seat]
    held = sum([state.entitled[ally] for ally in state.scenario.players[camp]])
    limited = is_limited(state, camp)
    return (held if limited else state.entitled[seat]) < MOST_ORDERS


def settle_order(state: NormandieState, sharing: bool) -> None:
    """Let the alliances decide, the one with initiative first."""
    if state.scenario.allied:
        sides = (state.initiative, 1 - state.initiative)
        state.push(OrderOfPlay([camp for camp in sides if len(state.scenario.players[camp]) > 1], sharing))


class CardExchange(Procedure[NormandieState]):
    """When cards have been drawn allies may change cards with each other, and only then.

    In the order of play each offers one of his for one of an ally's, who may refuse; at most as many as he holds.
    """

    __slots__ = ("left", "offer", "refused", "seats")

    def __init__(self, seats: list[int]) -> None:
        super().__init__()
        self.seats = seats  # still to be asked
        self.left = -1  # exchanges the first of them may still make, -1 before he is asked
        self.offer = -1  # waits for an answer
        self.refused: list[int] = []

    def advance(self, state: NormandieState) -> None:
        if not self.seats:
            state.pop()
            return
        seat = self.seats[0]
        if self.left < 0:
            self.left = len(state.staff.hands[seat])
            self.refused = []
        if self.offer >= 0:
            state.ask(third(self.offer), decisions.AGREE, [acts.REFUSE.act(), acts.AGREED.act()])
            return
        options = self.offers(state, seat) if self.left > 0 else []
        if options:
            state.ask(seat, decisions.TRADE, [acts.DONE.act(), *options])
        else:
            self.next()

    def offers(self, state: NormandieState, seat: int) -> list[int]:
        """Each of his cards for each of an ally's (hon.mp.cards.4)."""
        hands = state.staff.hands
        allies = [ally for ally in state.scenario.players[state.scenario.camps[seat]] if ally != seat]
        pairs = [(mine, ally) for ally in allies for mine in range(len(hands[seat]))]
        offers = [acts.OFFER.act(mine, theirs, ally) for mine, ally in pairs for theirs in range(len(hands[ally]))]
        return [offer for offer in offers if offer not in self.refused]

    def next(self) -> None:
        self.seats = self.seats[1:]
        self.left = -1

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            self.next()
        elif verb is acts.OFFER:
            self.offer = option
        else:
            if verb is acts.AGREED:
                self.left -= 1
                exchange(state, self.seats[0], self.offer)
            else:
                self.refused = [*self.refused, self.offer]
            self.offer = -1


def exchange(state: NormandieState, seat: int, offer: int) -> None:
    mine, theirs, ally = first(offer), second(offer), third(offer)
    hands = state.staff.hands
    given, taken = hands[seat][mine], hands[ally][theirs]
    hands[seat][mine], hands[ally][theirs] = taken, given
    if state.recording:
        names = state.scenario.names
        args: dict[str, int | str] = {"player": "@" + names[seat], "ally": "@" + names[ally]}
        cards = state.scenario.cards
        known = {**args, "card": f"@action.{cards[given].id}.title", "other": f"@action.{cards[taken].id}.title"}
        camp = state.scenario.camps[seat]
        state.emit(Event("exchange", "hon.mp.cards.4", known, visible=state.scenario.mask(camp)))
        state.emit(Event("exchange-unseen", "hon.mp.cards.4", args, visible=state.scenario.mask(1 - camp)))
