"""What a seat cannot know, drawn again so that it could not tell the difference."""

from __future__ import annotations

import random

from bocage.kernel import Decision, Dice
from bocage.systems.normandie.model.flags import BLUFF, INFILTRATOR, NO_TOKEN, NUMBERS, ORDERS, SECOND_SPECIAL
from bocage.systems.normandie.rules import decisions
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.orders import DIRECTING, OrdersPhase, hand_of
from bocage.systems.normandie.rules.setup import next_to_place, places
from bocage.systems.normandie.state import NormandieState, Unit, is_secret, swap, takes_orders

ONLY_BLUFF = BLUFF - 1
"""As the lower bound of an unseen token: no number is above it."""


def redetermine(state: NormandieState, seat: int, rng: random.Random) -> NormandieState:
    """A copy with all that a player cannot know drawn again.

    Tokens and hands are secrets of a side (hon.order.hidden.1, hon.mp.cards.4), concealed units of their owner alone
    (hon.abil.ambush.14).
    """
    twin = state.clone()
    twin.unshare()
    twin.dice = Dice(rng.getrandbits(64), twin.dice.draws)
    camps = twin.scenario.camps
    if twin.staff.cards:
        redeal(twin, camps[seat] if seat >= 0 else -1, rng)
    for enemy in range(len(camps)):
        if enemy == seat:
            continue
        reshuffle(twin, enemy, rng)
        if seat >= 0 and camps[enemy] == camps[seat]:
            continue
        phase = twin.stack[-1] if twin.stack else None
        if twin.phase == ORDERS and isinstance(phase, OrdersPhase) and phase.step != DIRECTING:
            if twin.tokens_down:
                redraw_while_laying(twin, phase, enemy, rng)
            else:
                lay_again(twin, phase, enemy, rng)
        else:
            redraw(twin, enemy, rng)
    return twin


def reshuffle(state: NormandieState, seat: int, rng: random.Random) -> None:
    """Counters never seen may lie anywhere one lies concealed, as far as their moves and scouting tell nothing.

    See hon.abil.ambush.14, hon.setup.deploy.3.
    """
    groups: dict[tuple[int, ...], list[Unit]] = {}
    for unit in state.units:
        if unit.seat == seat and is_secret(unit):
            back = unit.counter.faces[1]
            front = unit.counter.faces[0].stars, unit.traits & INFILTRATOR
            groups.setdefault((back.movement, back.scout, *front), []).append(unit)
    for units in groups.values():
        put_in_order(units)  # so that the draw tells nothing of the truth
        for last in range(len(units) - 1, 0, -1):
            swap(units[last], units[rng.randrange(last + 1)])
    for place, decision in enumerate(state.pending):
        waiting = next_to_place(state, seat)
        if decision.seat == seat and decision.kind is decisions.PLACE and waiting is not None:
            state.pending[place] = Decision(seat, decisions.PLACE, places(state, waiting))


def put_in_order(units: list[Unit]) -> None:
    for place in range(len(units)):
        least = min(units[place:], key=lambda unit: (unit.counter.id, unit.tag, unit.tile, unit.traits))
        if least is not units[place]:
            swap(least, units[place])


def redeal(state: NormandieState, own: int, rng: random.Random) -> None:
    """Cards not yet played are anywhere in the hands and deck of the other side; one's own deck is in any order.

    Allies show each other theirs (hon.mp.cards.4).
    """
    staff = state.staff
    camps = state.scenario.camps
    for camp in (0, 1):
        unseen = staff.decks[camp][:]
        players = [] if camp == own else state.scenario.players[camp]
        for seat in players:
            unseen += staff.hands[seat]
        unseen.sort()
        rng.shuffle(unseen)
        for seat in players:
            held = len(staff.hands[seat])
            staff.hands[seat] = unseen[:held]
            unseen = unseen[held:]
        staff.decks[camp] = unseen
    for place, decision in enumerate(state.pending):
        window = state.stack[-1]
        if camps[decision.seat] != own and decision.kind is decisions.CARD and isinstance(window, CardWindow):
            state.pending[place] = Decision(decision.seat, decisions.CARD, window.offers(state, decision.seat))


def tokens_of(hand: int) -> list[int]:
    return [token for token in range(1, SECOND_SPECIAL + 1) if hand >> token & 1]


def face_down(state: NormandieState, seat: int) -> list[Unit]:
    return [u for u in state.units if u.seat == seat and takes_orders(u) and u.token != NO_TOKEN and not u.shown]


def redraw(state: NormandieState, seat: int, rng: random.Random) -> None:
    """Deal the tokens not yet seen to the places where one lies, was lost or stayed in the box.

    A place's token must be above the numbers revealed while it lay there. These sets of possible tokens lie one within
    the other, so dealing to the narrowest first gives every possible deal the same chance (hon.order.hidden.1).
    """
    units = face_down(state, seat)
    if not units:
        return
    unseen = [t for t in tokens_of(hand_of(state, seat)) if not state.seen[seat] >> t & 1]
    bound = ONLY_BLUFF if state.exhausted[seat] else state.highest_seen(seat)
    places: list[tuple[int, Unit | None]] = [(bound, unit) for unit in units]
    places += [(lost, None) for lost in state.lost[seat]]
    left_over = len(unseen) - len(places)
    places += [(0 if state.filled[seat] else ONLY_BLUFF, None)] * left_over
    for least, unit in sorted(places, key=lambda place: -place[0]):
        token = rng.choice([t for t in unseen if t > least])
        unseen.remove(token)
        if unit is not None:
            unit.token = token


def redraw_while_laying(state: NormandieState, phase: OrdersPhase, seat: int, rng: random.Random) -> None:
    """By turns the other side sees where tokens lie, not which; the hand is whatever is left (hon.order.hidden.1)."""
    units = face_down(state, seat)
    hand = hand_of(state, seat)
    gave_up = phase.left[seat] != 0
    numbers = tokens_of(hand & NUMBERS)
    if gave_up and len(units) >= len(numbers):  # they all lie there, and as many others as there is room for
        drawn = numbers + rng.sample(tokens_of(hand & ~NUMBERS), len(units) - len(numbers))
        rng.shuffle(drawn)
    else:
        drawn = rng.sample(tokens_of(hand), len(units))
    for unit, token in zip(units, drawn, strict=True):
        unit.token = token
        hand &= ~(1 << token)
    phase.hand[seat], phase.left[seat] = (0, hand) if gave_up else (hand, 0)
    ask_again(state, phase, seat)


def lay_again(state: NormandieState, phase: OrdersPhase, seat: int, rng: random.Random) -> None:
    """At once nothing is seen: a side still deciding has laid nothing, a side that is done anything.

    See hon.order.hidden.1.
    """
    deciding = any(decision.seat == seat for decision in state.pending)
    for unit in state.units:
        if unit.seat == seat:
            unit.token = NO_TOKEN
    state.placed[seat] = 0
    phase.hand[seat] = hand_of(state, seat)
    phase.left[seat] = 0
    options = [] if deciding else phase.options(state, seat)
    while options:
        phase.put_down(state, seat, rng.choice(options))
        options = phase.options(state, seat)
    ask_again(state, phase, seat)


def ask_again(state: NormandieState, phase: OrdersPhase, seat: int) -> None:
    """The side's own decision, if it has one, offers what its new hand allows."""
    for place, decision in enumerate(state.pending):
        if decision.seat == seat:
            state.pending[place] = Decision(seat, decision.kind, phase.options(state, seat))
