"""Cards that touch orders, the initiative, hands of cards and the tokens of options."""

from __future__ import annotations

from typing import Final

from bocage.kernel import first, second
from bocage.systems.normandie.model.flags import NO_TOKEN
from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.moments import AT_ORDERS, BETWEEN, IN_SUPPLY, ORDERS_LAID, Effect
from bocage.systems.normandie.rules.multiplayer import may_have_special
from bocage.systems.normandie.rules.sight import distance
from bocage.systems.normandie.state import NormandieState, Unit, in_play

RELAY_REACH: Final = 3


def one_more_special(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    return [acts.ON_NOTHING.act()] if may_have_special(state, seat) else []


def add_special(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.staff.special[seat] += card.amount


def lost_initiative(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    return [acts.ON_NOTHING.act()] if state.initiative != state.scenario.camps[seat] else []


def take_initiative(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.lead(state.scenario.camps[seat])


def face_down(state: NormandieState, seat: int) -> list[Unit]:
    return [u for u in state.units if u.seat == seat and in_play(u) and u.token != NO_TOKEN and not u.shown]


def pairs(units: list[Unit]) -> list[int]:
    return [acts.ON_PAIR.act(a.id, b.id) for a in units for b in units if a.id < b.id]


def own_pairs(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    return pairs(face_down(state, seat))


def enemy_pairs(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    enemies = state.scenario.players[1 - state.scenario.camps[seat]]
    return [pair for enemy in enemies for pair in pairs(face_down(state, enemy))]


def swap_tokens(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    one, other = state.units[first(target)], state.units[second(target)]
    one.token, other.token = other.token, one.token


def hidden_orders(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    camp = state.scenario.camps[seat]
    found = [u.id for u in state.units if u.camp != camp and in_play(u) and u.token != NO_TOKEN and not u.shown]
    return acts.ON_UNIT.on_each(found)


def discard_order(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.lose_token(state.units[first(target)])


def relays(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """From a unit with a token face down to one without any, close by."""
    bare = [u for u in state.units if u.seat == seat and in_play(u) and u.token == NO_TOKEN]
    takers = [u for u in bare if not u.acted and not u.activated]
    near = [(a, b) for a in face_down(state, seat) for b in takers if distance(state, a, b) <= RELAY_REACH]
    return [acts.ON_PAIR.act(giver.id, taker.id) for giver, taker in near]


def hand_token_on(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    giver, taker = state.units[first(target)], state.units[second(target)]
    taker.token = giver.token
    giver.token = NO_TOKEN


def own_that_acted(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    own = unit >= 0 and state.units[unit].seat == seat and in_play(state.units[unit])
    return [acts.ON_UNIT.on(unit)] if own else []


def reveal_next_too(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.staff.encore = seat


def act_again(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.staff.again = first(target)
    state.staff.fury = card.amount


def cards_left(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    return [acts.ON_NOTHING.act()] if state.staff.decks[state.scenario.camps[seat]] else []


def draw_cards(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    for _ in range(card.amount):
        draw(state, seat)


def draw(state: NormandieState, seat: int) -> bool:
    """The top card; an empty deck gives none and is not shuffled anew (hon.open.deck.empty.1)."""
    deck = state.staff.decks[state.scenario.camps[seat]]
    if not deck:
        return False
    state.staff.hands[seat].append(deck.pop())
    return True


def spent_tokens(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Kinds of tokens that a tile has spent."""
    found: list[int] = []
    for number, tile in enumerate(state.scenario.tiles):
        if tile.seat == seat and tile.tokens:
            for kind, bought in enumerate(tile.tokens):
                if state.tokens[number][kind] < bought:
                    found.append(acts.ON_TOKENS.act(kind, number))
    return found


def return_tokens(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    kind, tile = first(target), second(target)
    bought = state.scenario.tiles[tile].tokens[kind]
    state.tokens[tile][kind] = min(bought, state.tokens[tile][kind] + card.amount)


EFFECTS: Final[list[Effect]] = [
    Effect("special-order", (AT_ORDERS,), one_more_special, add_special),
    Effect("take-initiative", (AT_ORDERS,), lost_initiative, take_initiative),
    Effect("swap-own-orders", (ORDERS_LAID,), own_pairs, swap_tokens),
    Effect("swap-enemy-orders", (ORDERS_LAID,), enemy_pairs, swap_tokens),
    Effect("discard-order", (BETWEEN,), hidden_orders, discard_order),
    Effect("move-order-token", (BETWEEN,), relays, hand_token_on),
    Effect("extra-turn", (BETWEEN,), own_that_acted, reveal_next_too),
    Effect("reactivate", (BETWEEN,), own_that_acted, act_again),
    Effect("draw", IN_SUPPLY, cards_left, draw_cards),
    Effect("return-tokens", IN_SUPPLY, spent_tokens, return_tokens),
]
