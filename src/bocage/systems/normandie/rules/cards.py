"""Action cards: hands, the moments to play them, and their resolution from the last to the first."""

from __future__ import annotations

from typing import Final

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event, only
from bocage.kernel.state import Procedure
from bocage.systems.normandie.kinds import (
    CARD,
    CARD_TARGET,
    DISCARD,
    DONE,
    FOR_AAA,
    FOR_DECK,
    HOLD,
    IMPROVISATION,
)
from bocage.systems.normandie.model import Card
from bocage.systems.normandie.rules.effectkinds import CANCEL, WINDOWS
from bocage.systems.normandie.rules.effects import draw, perform, targets, tell
from bocage.systems.normandie.state import FIELD, NormandieState

HAND: Final = 4

PLAYING: Final = 0
RESOLVING: Final = 1


class CardWindow(Procedure[NormandieState]):
    """A moment at which cards may be played, any number of them (hon.card.limit.1).

    The side with initiative is asked first (hon.card.simul.1); each card gives the other side its say
    (hon.card.simul.2). When both let it pass, the cards are resolved, the last one first (hon.card.stack.1).
    A side that holds cards is asked if any card it has not shown yet could be played now, whether it holds that one
    or not: silence would tell the other side too much.
    """

    __slots__ = ("aims", "cancelled", "cards", "opener", "passes", "seats", "turn", "unit", "when")

    def __init__(self, when: int, first: int, opener: int, unit: int) -> None:
        super().__init__()
        self.when = when
        self.turn = first
        self.opener = opener  # the side that may begin, -1 for both; the other may only answer
        self.unit = unit  # has just acted, or is about to
        self.passes = 0
        self.seats: list[int] = []  # of the cards played
        self.cards: list[int] = []
        self.aims: list[int] = []
        self.cancelled = 0  # cards called off, as bits of their places

    def advance(self, state: NormandieState) -> None:
        if self.step == RESOLVING:
            self.resolve_last(state)
        elif self.passes >= 2:
            self.step = RESOLVING
        elif self.is_asked(state, self.turn):
            state.ask(self.turn, CARD, [HOLD, *self.playable(state, self.turn)])
        else:
            self.let_pass()

    def is_asked(self, state: NormandieState, seat: int) -> bool:
        staff = state.staff
        if not staff.hands[seat]:
            return False
        seen: list[int] = []
        for number in staff.hands[seat] + staff.decks[seat]:
            if number not in seen:
                seen.append(number)
                if self.options(state, seat, state.scenario.cards[number]):
                    return True
        return False

    def let_pass(self) -> None:
        self.passes += 1
        self.turn = 1 - self.turn

    def playable(self, state: NormandieState, seat: int) -> list[int]:
        """Places in the hand, one for each kind of card (hon.card.phase.1)."""
        found: list[int] = []
        kinds: list[int] = []
        for place, number in enumerate(state.staff.hands[seat]):
            card = state.scenario.cards[number]
            if number not in kinds and self.options(state, seat, card):
                kinds.append(number)
                found.append(place)
        return found

    def options(self, state: NormandieState, seat: int, card: Card) -> list[int]:
        if card.phase not in (-1, state.phase):
            return []
        if card.effect == CANCEL:
            answers = bool(self.cards) and self.seats[-1] != seat
            return [len(self.cards) - 1] if answers else []
        if card.effect not in WINDOWS[self.when] or self.opener not in (-1, seat):
            return []
        return targets(state, seat, card, self.unit)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if decision.kind == CARD_TARGET:
            self.aim(option)
        elif option == HOLD:
            self.let_pass()
        else:
            self.lay(state, decision.seat, option)

    def lay(self, state: NormandieState, seat: int, place: int) -> None:
        number = state.staff.hands[seat].pop(place)
        card = state.scenario.cards[number]
        aims = self.options(state, seat, card)
        state.staff.discards[seat].append(number)
        state.revealed = True
        self.seats.append(seat)
        self.cards.append(number)
        tell(state, "card", "hon.card.phase.1", seat, card)
        if len(aims) == 1:
            self.aim(aims[0])
        else:
            state.ask(seat, CARD_TARGET, aims)

    def aim(self, target: int) -> None:
        self.aims.append(target)
        self.passes = 0
        self.turn = 1 - self.seats[-1]

    def resolve_last(self, state: NormandieState) -> None:
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
        elif card.effect == CANCEL:
            self.cancelled |= 1 << aim
            tell(state, "card-played", "hon.card.stack.1", seat, card)
        elif aim not in targets(state, seat, card, self.unit):
            tell(state, "card-void", "hon.card.stack.2", seat, card)
        else:
            tell(state, "card-played", "hon.card.stack.1", seat, card)
            perform(state, seat, card, aim, self.unit)

    def copy(self) -> CardWindow:
        twin = CardWindow(self.when, self.turn, self.opener, self.unit)
        twin.step = self.step
        twin.passes = self.passes
        twin.seats = self.seats[:]
        twin.cards = self.cards[:]
        twin.aims = self.aims[:]
        twin.cancelled = self.cancelled
        return twin

    def data(self) -> list[object]:
        played = [self.seats, self.cards, self.aims, self.cancelled]
        return [self.step, self.when, self.turn, self.opener, self.unit, self.passes, played]


def shot_down(state: NormandieState, seat: int, card: Card) -> bool:
    """The opponent rolls, 1 more for each of his units with AAA (hon.aaa.check.2, hon.aaa.check.3)."""
    die = state.dice.roll(6, FOR_AAA)
    guns = sum(u.face.aaa for u in state.units if u.seat != seat and u.status == FIELD)
    if state.recording:
        side = "@nation." + state.scenario.nations[1 - seat]
        rule = "hon.abil.aaa.1" if guns else "hon.aaa.check.2"
        state.emit(Event("anti-aircraft", rule, {"side": side, "n": die + guns, "need": card.aaa}, [die]))
    return die + guns >= card.aaa


def open_window(state: NormandieState, when: int, opener: int = -1, unit: int = -1) -> None:
    """Ask for cards, if they are in play at all."""
    if state.staff.cards:
        state.push(CardWindow(when, state.initiative if opener < 0 else opener, opener, unit))


def deal(state: NormandieState) -> None:
    """The decks are shuffled and the opening hands drawn (hon.setup.deck.5)."""
    for seat in (0, 1):
        deck = state.scenario.decks[seat][:]
        state.dice.shuffle(deck, FOR_DECK)
        state.staff.decks[seat] = deck
        refill(state, seat, HAND)


def refill(state: NormandieState, seat: int, size: int) -> None:
    drawn = 0
    hand = state.staff.hands[seat]
    while len(hand) < size and draw(state, seat):
        drawn += 1
    if drawn and state.recording:
        side = "@nation." + state.scenario.nations[seat]
        state.emit(Event("draws", "hon.card.draw.1", {"side": side, "n": drawn}))
        for number in hand[len(hand) - drawn :]:
            args: dict[str, int | str] = {"card": f"@action.{state.scenario.cards[number].id}.title"}
            state.emit(Event("drawn", "hon.card.draw.1", args, visible=only(seat)))


class CardDraw(Procedure[NormandieState]):
    """Supply step 6: discard any cards, then draw up to four, side by side (hon.supply.step.6)."""

    __slots__ = ("done", "over", "seat")

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.done = 0  # sides served
        self.over = False  # a card beyond the limit is held and must go (hon.ord.improv.1)

    def advance(self, state: NormandieState) -> None:
        hand = state.staff.hands[self.seat]
        if self.done >= 2:
            state.pop()
        elif self.over:
            state.ask(self.seat, DISCARD, list(range(len(hand))))
        elif hand:
            state.ask(self.seat, DISCARD, [DONE, *range(len(hand))])
        else:
            self.fill(state)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if option == DONE:
            self.fill(state)
            return
        number = state.staff.hands[self.seat].pop(option)
        state.staff.discards[self.seat].append(number)
        state.revealed = True
        rule = "hon.ord.improv.1" if self.over else "hon.supply.step.6"
        tell(state, "discards", rule, self.seat, state.scenario.cards[number])
        if self.over:
            self.next(state)

    def fill(self, state: NormandieState) -> None:
        extra = 1 if state.scenario.perks[self.seat] & IMPROVISATION else 0
        refill(state, self.seat, HAND + extra)
        self.over = len(state.staff.hands[self.seat]) == HAND + extra and extra > 0
        if not self.over:
            self.next(state)

    def next(self, state: NormandieState) -> None:
        self.over = False
        self.seat = 1 - self.seat
        self.done += 1

    def copy(self) -> CardDraw:
        twin = CardDraw(self.seat)
        twin.step = self.step
        twin.done = self.done
        twin.over = self.over
        return twin

    def data(self) -> list[object]:
        return [self.step, self.seat, self.done, self.over]
