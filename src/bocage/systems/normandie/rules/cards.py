"""Action cards: hands, the moments to play them, and their resolution from the last to the first."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.kernel import Arg, Ban, Decision, Event, first, only
from bocage.systems.normandie.model.flags import IMPROVISATION
from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.rules import acts, card_answers, card_attacks, card_orders, card_units, decisions
from bocage.systems.normandie.rules.card_orders import draw
from bocage.systems.normandie.rules.moments import Effect, Moment
from bocage.systems.normandie.rules.multiplayer import hand_size, next_in_sequence
from bocage.systems.normandie.rules.procedures import Asking
from bocage.systems.normandie.state import FIELD, NormandieState

HAND: Final = 4

RESOLVING: Final = 1
"""The step of a window after all have let it pass."""


class CardWindow(Asking):
    """A moment at which cards may be played, any number of them.

    The side with initiative is asked first; each card gives the other side its say. When both let it pass, the cards
    are resolved, the last one first. A side that holds cards is asked if any card it has not shown yet could be played
    now, whether it holds that one or not: silence would tell the other side too much. A player who can play nothing may
    say that he will not for the rest of the round at such a moment; he is still asked when somebody else has played a
    card there.
    """

    __slots__ = ("aims", "cancelled", "cards", "opener", "passes", "seats", "turn", "unit", "when")

    bans: ClassVar = {
        decisions.CARD_TARGET: (Ban("hon.card.phase.1", "no-card-target"), ()),
        decisions.CARD: (Ban("hon.card.phase.1", "no-card"), ("card",)),
    }

    def __init__(self, when: Moment, turn: int, opener: int, unit: int) -> None:
        super().__init__()
        self.when, self.turn = when, turn
        self.opener = opener  # the side that may begin, -1 for both; the other may only answer
        self.unit = unit  # has just acted, or is about to
        self.passes = 0
        self.seats: list[int] = []  # of the cards played
        self.cards: list[int] = []
        self.aims: list[int] = []  # what each is played on, as acts
        self.cancelled = 0  # cards called off, as bits of their places

    def advance(self, state: NormandieState) -> None:
        if self.step == RESOLVING:
            self.resolve_last(state)
        elif self.passes >= len(state.sequence):
            self.step = RESOLVING
        elif self.is_asked(state, self.turn):
            state.ask(self.turn, decisions.CARD, self.offers(state, self.turn))
        else:
            self.let_pass(state)

    def is_asked(self, state: NormandieState, seat: int) -> bool:
        staff = state.staff
        if not staff.hands[seat] or (not self.cards and self.when.name in staff.spared[seat]):
            return False
        camp = state.scenario.camps[seat]
        unknown = set(staff.decks[camp])
        for ally in state.scenario.players[camp]:
            unknown.update(staff.hands[ally])
        return any(self.options(state, seat, state.scenario.cards[number]) for number in unknown)

    def let_pass(self, state: NormandieState) -> None:
        self.passes += 1
        self.turn = next_in_sequence(state, self.turn)

    def offers(self, state: NormandieState, seat: int) -> list[int]:
        """To let it pass, or one card of each kind in the hand (hon.card.phase.1); or, without any, to be spared."""
        found = [acts.HOLD.number]
        kinds: list[int] = []
        for place, number in enumerate(state.staff.hands[seat]):
            card = state.scenario.cards[number]
            if number not in kinds and self.options(state, seat, card):
                kinds.append(number)
                found.append(acts.PLAY_CARD.on(place))
        return found if kinds or self.when.name in state.staff.spared[seat] else [*found, acts.SPARE.number]

    def options(self, state: NormandieState, seat: int, card: Card) -> list[int]:
        """What it could be played on in its phase (hon.card.phase.1) and at its moment."""
        if card.phase not in (-1, state.phase):  # hon.card.override.2
            return []
        effect = EFFECTS[card.effect]
        if not effect.answers and (self.when not in effect.moments or self.opener not in (-1, seat)):
            return []
        return effect.targets(state, seat, card, self.unit)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.HOLD:
            self.let_pass(state)
        elif verb is acts.SPARE:
            state.staff.spared[decision.seat].append(self.when.name)
            self.let_pass(state)
        elif verb is acts.PLAY_CARD:
            self.lay(state, decision.seat, first(option))
        else:
            self.aim(state, option)

    def lay(self, state: NormandieState, seat: int, place: int) -> None:
        number = state.staff.hands[seat].pop(place)
        card = state.scenario.cards[number]
        aims = self.options(state, seat, card)
        state.staff.discards[state.scenario.camps[seat]].append(number)
        state.revealed = True
        self.seats.append(seat)
        self.cards.append(number)
        tell(state, "card", "hon.card.phase.1", seat, card)
        if len(aims) == 1:
            self.aim(state, aims[0])
        else:
            state.ask(seat, decisions.CARD_TARGET, aims)

    def aim(self, state: NormandieState, target: int) -> None:
        """The others may answer, and then he may go on (hon.card.simul.2, hon.card.limit.1)."""
        self.aims.append(target)
        self.passes = 0
        self.turn = next_in_sequence(state, self.seats[-1])

    def resolve_last(self, state: NormandieState) -> None:
        """The last card played first, down to the first (hon.card.stack.1)."""
        if not self.cards:
            state.pop()
            return
        place = len(self.cards) - 1
        seat = self.seats.pop()
        card = state.scenario.cards[self.cards.pop()]
        aim = self.aims.pop()
        if self.cancelled >> place & 1:
            tell(state, "card-cancelled", "hon.card.stack.1", seat, card)
        elif card.aviation and shot_down(state, seat, card):  # hon.aaa.check.1
            tell(state, "card-shot-down", "hon.aaa.check.2", seat, card)
        elif aim not in EFFECTS[card.effect].targets(state, seat, card, self.unit):
            tell(state, "card-void", "hon.card.stack.2", seat, card)
        else:
            tell(state, "card-played", "hon.card.stack.1", seat, card)
            state.unshare()  # a card may change the shot, move or assault that it answers
            EFFECTS[card.effect].perform(state, seat, card, aim, self.unit)


def last_of_the_enemy(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """The card played last, if the other side played it."""
    window = state.stack[-1]
    assert isinstance(window, CardWindow)
    camps = state.scenario.camps
    if not window.cards or camps[window.seats[-1]] == camps[seat]:
        return []
    return [acts.ON_CARD.on(len(window.cards) - 1)]


def call_off(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    window = state.stack[-1]
    assert isinstance(window, CardWindow)
    window.cancelled |= 1 << first(target)


CANCEL: Final = Effect("cancel-card", (), last_of_the_enemy, call_off, answers=True)
EFFECTS: Final[dict[str, Effect]] = {
    effect.name: effect
    for effect in [*card_orders.EFFECTS, *card_units.EFFECTS, *card_attacks.EFFECTS, *card_answers.EFFECTS, CANCEL]
}
"""All effects by name."""


def tell(state: NormandieState, kind: str, rule: str, seat: int, card: Card) -> None:
    state.announce(kind, rule, {"side": "@" + state.scenario.names[seat], "card": f"@action.{card.id}.title"})


def shot_down(state: NormandieState, seat: int, card: Card) -> bool:
    """The opponent rolls, 1 more for each of his units with AAA (hon.aaa.check.2, hon.aaa.check.3)."""
    die = state.dice.roll(6, acts.FOR_AAA)
    camp = state.scenario.camps[seat]
    guns = sum(u.face.aaa for u in state.units if u.camp != camp and u.status == FIELD)
    rule = "hon.abil.aaa.1" if guns else "hon.aaa.check.2"
    args: dict[str, Arg] = {"side": state.scenario.side(1 - camp), "n": die + guns, "need": card.aaa}
    state.announce("anti-aircraft", rule, args, [die])
    return die + guns >= card.aaa


def open_window(state: NormandieState, when: Moment, opener: int = -1, unit: int = -1) -> None:
    """Ask for cards, if they are in play at all, the side with initiative first (hon.card.simul.1)."""
    if state.staff.cards:
        state.push(CardWindow(when, state.sequence[0] if opener < 0 else opener, opener, unit))


def deal(state: NormandieState) -> None:
    """The decks are shuffled and the opening hands drawn (hon.setup.deck.5, hon.open.mp.hand.1)."""
    for camp in (0, 1):
        deck = state.scenario.decks[camp][:]
        state.dice.shuffle(deck, acts.FOR_DECK)
        state.staff.decks[camp] = deck
        for seat in state.scenario.players[camp]:
            refill(state, seat, hand_size(state, seat, HAND))


def refill(state: NormandieState, seat: int, size: int) -> None:
    drawn = 0
    hand = state.staff.hands[seat]
    while len(hand) < size and draw(state, seat):
        drawn += 1
        state.revealed = True  # what has been seen is not put back
    if drawn and state.recording:
        side = "@" + state.scenario.names[seat]
        state.emit(Event("draws", "hon.card.draw.1", {"side": side, "n": drawn}))
        allies = state.scenario.mask(state.scenario.camps[seat]) & ~only(seat)
        for number in hand[len(hand) - drawn :]:
            args: dict[str, int | str] = {"card": f"@action.{state.scenario.cards[number].id}.title"}
            state.emit(Event("drawn", "hon.card.draw.1", args, visible=only(seat)))
            if allies:  # hon.mp.cards.4
                state.emit(Event("ally-draws", "hon.mp.cards.4", {**args, "side": side}, visible=allies))


class CardDraw(Asking):
    """Discard any cards, then draw up to four, one player after another."""

    __slots__ = ("done", "over")

    def __init__(self) -> None:
        super().__init__()
        self.done = 0  # players served, in the order of play
        self.over = False  # a card beyond the limit is held and must go (hon.ord.improv.1)

    def advance(self, state: NormandieState) -> None:
        """Supply step 6 (hon.supply.step.6)."""
        if self.done >= len(state.sequence):
            state.pop()
            return
        seat = state.sequence[self.done]
        hand = state.staff.hands[seat]
        if hand:
            done = [] if self.over else [acts.DONE.act()]
            state.ask(seat, decisions.DISCARD, [*done, *acts.DROP_CARD.on_each(list(range(len(hand))))])
        else:
            self.fill(state)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.DONE:
            self.fill(state)
            return
        seat = decision.seat
        number = state.staff.hands[seat].pop(first(option))
        state.staff.discards[state.scenario.camps[seat]].append(number)
        state.revealed = True
        rule = "hon.ord.improv.1" if self.over else "hon.supply.step.6"
        tell(state, "discards", rule, seat, state.scenario.cards[number])
        if self.over:
            self.next()

    def fill(self, state: NormandieState) -> None:
        seat = state.sequence[self.done]
        state.staff.spared[seat].clear()
        size = hand_size(state, seat, HAND)
        extra = 1 if state.scenario.perks[seat] & IMPROVISATION else 0
        refill(state, seat, size + extra)
        self.over = len(state.staff.hands[seat]) == size + extra and extra > 0
        if not self.over:
            self.next()

    def next(self) -> None:
        self.over = False
        self.done += 1
