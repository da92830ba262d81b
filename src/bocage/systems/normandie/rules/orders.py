"""The Orders Phase: numbered tokens, bluffs and special orders laid face down; then the directives."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban, Decision, Event, Kind, first, only, second
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.staff import NO_DIRECTIVE
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.abilities import order_tokens
from bocage.systems.normandie.rules.cards import open_window
from bocage.systems.normandie.rules.moments import ORDERS_LAID
from bocage.systems.normandie.rules.multiplayer import after, hold_to_limit, in_turn
from bocage.systems.normandie.rules.options import army_pool, home_of
from bocage.systems.normandie.rules.procedures import Asking, Wish
from bocage.systems.normandie.state import BOX, NormandieState, Unit, in_play, known_name, name_of, takes_orders

NOT_YOURS: Final = Ban("hon.order.place.1", "tokens-on-own")
OUT_OF_PLAY: Final = Ban("hon.order.place.1", "gone")
ONE_TOKEN: Final = Ban("hon.order.place.3", "one-token")
OWED: Final = Ban("hon.abil.personal.1", "owed")
NO_SUCH_TOKEN: Final = Ban("hon.order.count.2", "no-such-token")
MUST_LAY: Final = Ban("hon.open.place.must.1", "must-lay")
NO_STAR: Final = Ban("hon.open.directive.1", "no-star")

LAYING: Final = 1
DIRECTING: Final = 2


class OrdersPhase(Asking):
    """All players lay their tokens, secretly at once or one by one in turns.

    `hand` holds a player's tokens not yet laid as bits, `left` those he has given up laying.
    """

    __slots__ = ("directed", "hand", "left", "places", "turn")

    def __init__(self) -> None:
        super().__init__()
        self.hand: list[int] = []
        self.left: list[int] = []
        self.turn = 0  # the side that lays next
        self.places = [0, 0]  # by side: which of its players lays next
        self.directed = 0  # players who have been asked for a directive

    def advance(self, state: NormandieState) -> None:
        if self.step == 0:
            self.step = LAYING
            self.begin(state)
        elif self.step == DIRECTING:
            self.direct(state)
        elif state.alternate:
            self.take_turns(state)
        else:
            self.end(state)

    def begin(self, state: NormandieState) -> None:
        self.turn = state.initiative
        seats = range(len(state.scenario.camps))
        self.hand = [hand_of(state, seat) for seat in seats]
        self.left = [0] * len(self.hand)
        if state.alternate:
            state.tokens_down = True
        else:
            for seat in seats:
                self.ask_seat(state, seat, decisions.ORDERS)

    def take_turns(self, state: NormandieState) -> None:
        """The side whose turn it is lays a token, allies one after another; whoever is done is passed over.

        See hon.open.place.more.1.
        """
        for _ in range(2):
            camp = self.turn
            self.turn = 1 - camp
            for seat in in_turn(state, camp, self.places[camp]):
                if self.ask_seat(state, seat, decisions.ORDER):
                    self.places[camp] = after(state, seat)
                    return
        self.end(state)

    def ask_seat(self, state: NormandieState, seat: int, kind: Kind) -> bool:
        """A single way to lay the last token is asked for too: silence would tell others that no bluff is left."""
        options = self.options(state, seat)
        if options:
            state.ask(seat, kind, options)
        return bool(options)

    def options(self, state: NormandieState, seat: int) -> list[int]:
        """Any token left may be laid on any unit without one (hon.order.place.2)."""
        free = without_token(state, seat)
        hand = self.hand[seat]
        if not free or not hand:
            return []
        numbers = hand & flags.NUMBERS
        found: list[int] = []
        if self.may_leave(seat, waiting(free)):
            found.append(acts.LEAVE_NUMBER.number if numbers else acts.LEAVE_REST.number)
        if numbers:
            bound = [unit.id for unit in obliged(state, seat, free, numbers.bit_count())]
            found += acts.GIVE_ORDER.pairs(spaces(numbers), bound)
        if hand != numbers:
            free_ids = [unit.id for unit in free]
            found += acts.GIVE_BLUFF.pairs(spaces(hand & flags.BLUFFS), free_ids)
            if hand & flags.SPECIALS:
                found += acts.GIVE_SPECIAL.pairs(spaces(hand & flags.SPECIALS), free_ids)
        return found

    def may_leave(self, seat: int, free: int) -> bool:
        """Bluffs and special orders are optional (hon.open.place.must.1); a number may stay only if no unit waits."""
        if free == 0:
            return True
        return not (self.hand[seat] | self.left[seat]) & flags.NUMBERS

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if self.step == DIRECTING:
            issue(state, decision.seat, option)
        else:
            self.lay(state, decision.seat, option)

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        if decision.kind is decisions.DIRECT:
            return NO_STAR if wish.verb in ("", "direct") and wish.unit is not None else None
        if wish.verb in ("leave", "done"):
            return MUST_LAY
        if wish.unit is None or wish.verb not in ("", "order", "bluff", "special"):
            return None
        owed = wish.verb in ("", "order") and self.hand[decision.seat] & flags.NUMBERS
        return ban_order(wish.unit, decision.seat) or (OWED if owed else NO_SUCH_TOKEN)

    def lay(self, state: NormandieState, seat: int, option: int) -> None:
        self.put_down(state, seat, option)
        if state.recording and not leaves(option):
            tell_token(state, state.units[second(option)])
        if not state.alternate:
            self.ask_seat(state, seat, decisions.ORDERS)

    def put_down(self, state: NormandieState, seat: int, option: int) -> None:
        """A token leaves the hand for a unit, or all that are left are given up."""
        if leaves(option):
            self.left[seat] |= self.hand[seat]
            self.hand[seat] = 0
        else:
            token = first(option)
            self.hand[seat] ^= 1 << token
            state.units[second(option)].token = token
            state.placed[seat] += 1

    def end(self, state: NormandieState) -> None:
        state.tokens_down = True
        for seat, name in enumerate(state.scenario.names):
            state.filled[seat] = waiting(without_token(state, seat)) == 0
            state.announce("orders", "hon.order.hidden.1", {"side": "@" + name, "n": state.placed[seat]})
        self.step = DIRECTING
        open_window(state, ORDERS_LAID)  # hon.card.phase.1

    def direct(self, state: NormandieState) -> None:
        """When the phase closes each may issue a directive, the side with initiative first (hon.ord.direct.2)."""
        for seat in state.sequence:
            if not self.directed >> seat & 1:
                self.directed |= 1 << seat
                options = directives(state, seat)
                if options:
                    state.ask(seat, decisions.DIRECT, [acts.HOLD.number, *options])
                    return
        state.pop()


def leaves(option: int) -> bool:
    """It lays no token."""
    verb = acts.ACTS.of(option)
    return verb is acts.LEAVE_NUMBER or verb is acts.LEAVE_REST


def full_hand(numbers: int, bluffs: int = 1, special: int = 0) -> int:
    """Tokens 1 to N, the bluffs and the special orders (hon.order.count.2, hon.bluff.have.1, hon.special.cap.1)."""
    others = (1 << min(bluffs, 2)) - 1 << flags.BLUFF | (1 << min(special, 2)) - 1 << flags.SPECIAL
    return (1 << numbers + 1) - 2 | others


def hand_of(state: NormandieState, seat: int) -> int:
    return full_hand(state.entitled[seat], state.bluffs[seat], state.staff.special[seat])


def entitle(state: NormandieState) -> None:
    """The numbered tokens of every player for the round to come (hon.order.count.1, hon.mp.limits.1)."""
    for seat in range(len(state.scenario.camps)):
        state.entitled[seat] = entitlement(state, seat)
    if state.scenario.allied:
        hold_to_limit(state)


def entitlement(state: NormandieState, seat: int) -> int:
    """Stars, and what options and Personal Orders add, up to ten (hon.order.count.1, hon.ord.planning.1)."""
    extra = state.scenario.orders[seat]
    hardened = [tile.hardened for tile in state.scenario.tiles]
    for unit in state.units:
        if unit.seat == seat and in_play(unit):  # aboard too: hon.abil.trans.6
            extra += unit.face.personal  # hon.abil.personal.1
            home = home_of(state, unit)
            extra += hardened[home]  # hon.trait.hardened.1: lost with the last unit of its tile
            hardened[home] = 0
    return order_tokens(state.stars(seat) + extra)  # hon.trait.hardened.2


def obliged(state: NormandieState, seat: int, free: list[Unit], numbers: int) -> list[Unit]:
    """Where the next number may go: once the numbers left are all owed, only to whom they are owed.

    A Personal Order is owed to its unit (hon.abil.personal.1), a Hardened one to its tile (hon.trait.hardened.1).
    """
    owed = [unit for unit in free if unit.face.personal]
    debts = len(owed)
    for number, tile in enumerate(state.scenario.tiles):
        if tile.seat == seat and tile.hardened and not has_number(state, seat, number):
            candidates = [unit for unit in free if home_of(state, unit) == number]
            if candidates:
                debts += 1
                owed += [unit for unit in candidates if unit not in owed]
    return owed if owed and numbers <= debts else free


def has_number(state: NormandieState, seat: int, tile: int) -> bool:
    """A numbered token lies on a unit of this tile."""
    own = [unit for unit in state.units if unit.seat == seat and in_play(unit) and home_of(state, unit) == tile]
    return any(flags.NO_TOKEN < unit.token < flags.BLUFF for unit in own)


def directives(state: NormandieState, seat: int) -> list[int]:
    """A token of each kind on any officer who shows a star (hon.ord.direct.2, hon.open.directive.1)."""
    kinds = [kind for kind in flags.DIRECTIVES if army_pool(state, seat, kind) >= 0]
    own = [unit for unit in state.units if unit.seat == seat and in_play(unit)]
    officers = [unit for unit in own if unit.counter.officer and unit.face.stars]
    return [acts.ISSUE.act(unit.id, kind) for kind in kinds for unit in officers]


def issue(state: NormandieState, seat: int, option: int) -> None:
    """One directive a round, laid open on its officer (hon.ord.direct.4)."""
    if acts.ACTS.of(option) is acts.HOLD:
        return
    officer, kind = state.units[first(option)], second(option)
    state.tokens[army_pool(state, seat, kind)][kind] -= 1
    state.staff.directive[seat] = kind
    state.staff.herald[seat] = officer.id
    where = state.spaces_of(officer)[0]
    state.report("directive", "hon.ord.direct.2", officer, {"directive": flags.token_key(kind)}, where)


def clear_directives(state: NormandieState) -> None:
    """They are discarded when the Supply Phase closes (hon.ord.direct.4)."""
    for seat in range(len(state.scenario.camps)):
        state.staff.directive[seat] = NO_DIRECTIVE
        state.staff.herald[seat] = -1


def without_token(state: NormandieState, seat: int) -> list[Unit]:
    """Those on whom one may be laid: `ban_order` says what forbids the others."""
    return [unit for unit in state.units if unit.seat == seat and unit.token == flags.NO_TOKEN and takes_orders(unit)]


def ban_order(unit: Unit, seat: int) -> Ban | None:
    """One token per unit of one's own (hon.order.place.1, hon.order.place.3)."""
    if unit.seat != seat:
        return NOT_YOURS
    if not takes_orders(unit):
        return OUT_OF_PLAY
    return None if unit.token == flags.NO_TOKEN else ONE_TOKEN


def waiting(units: list[Unit]) -> int:
    """How many of these are units; a smoke bomb need not have a token."""
    count = 0
    for unit in units:
        if unit.status != BOX:
            count += 1
    return count


def tell_token(state: NormandieState, unit: Unit) -> None:
    """Its owner's side alone is told which token lies where (hon.order.hidden.1).

    Allies hear no more of the unit than they see (hon.abil.ambush.14).
    """
    where = state.place_name(unit)
    allies = state.scenario.mask(unit.camp) & ~only(unit.seat)
    for visible, name in ((only(unit.seat), name_of(unit)), (allies, known_name(unit))):
        args: dict[str, int | str] = {"unit": name}
        if not visible:
            continue
        if flags.is_bluff(unit.token):
            kind, rule = "bluff", "hon.bluff.place.1"
        elif flags.is_special(unit.token):
            kind, rule = "special", "hon.open.special.time.1"
        else:
            kind, rule = "order", rule_for(state, unit)
            args["n"] = unit.token
        state.emit(Event(kind, rule, args, place=where, visible=visible))


def rule_for(state: NormandieState, unit: Unit) -> str:
    """Why a numbered token lies on this unit."""
    if unit.face.personal:
        return "hon.abil.personal.1"
    hardened = state.scenario.tiles[home_of(state, unit)].hardened
    return "hon.trait.hardened.1" if hardened else "hon.order.place.2"
