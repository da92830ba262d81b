"""The position in numbers, for learners: tokens, cards and concealed units only as far as the seat knows them."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Observation, Outline
from bocage.systems.normandie.model.flags import NO_TOKEN
from bocage.systems.normandie.state import RESERVE, NormandieState, Unit, hides, takes_orders

# Categories of rows
UNIT: Final = 0
CARD: Final = 1

HIDDEN: Final = -1
"""A value that the seat does not know; as a token, that one lies there face down."""

OUTLINE: Final = Outline(
    world=(
        "round", "rounds", "phase", "own_initiative", "own_points", "enemy_points", "own_losses", "enemy_losses",
        "own_orders", "enemy_orders", "own_cards", "enemy_cards", "own_deck", "enemy_deck",
    ),
    piece=(
        "category", "id", "own", "ally", "space", "rear", "token", "suppressed", "activated", "supplied", "damage",
        "bombs", "documents", "hidden", "reserve", "rank", "officer", "movement", "defense", "against_infantry",
        "against_light", "against_heavy", "orders", "scout", "assault", "reverse", "facing", "carrier",
    ),
    masks=("own", "enemy", "vehicles", "positions", "passages"),
)  # fmt: skip


def observe(state: NormandieState, seat: int, out: Observation) -> None:
    camps = state.scenario.camps
    camp = camps[seat]
    ground = state.ground
    masks = [state.standing[camp], state.standing[1 - camp], state.vehicles, ground.dug, ground.passages]
    out.write(survey(state, camp), masks)
    for unit in state.units:
        if takes_orders(unit) or unit.status == RESERVE:
            add_unit(out.pieces, state, unit, seat)
    for player, hand in enumerate(state.staff.hands):
        if camps[player] == camp:  # allies show each other their cards (hon.mp.cards.4)
            for card in hand:
                out.pieces += [CARD, card, int(player == seat), 1, *[0] * 24]


def survey(state: NormandieState, camp: int) -> list[int]:
    """How the sides stand, seen from one of them."""
    camps, staff, enemy = state.scenario.camps, state.staff, 1 - camp
    orders, cards, losses = [0, 0], [0, 0], [0, 0]
    for player, side in enumerate(camps):
        orders[side] += state.entitled[player]
        cards[side] += len(staff.hands[player])
    for number, tile in enumerate(state.scenario.tiles):
        losses[camps[tile.seat]] += min(state.losses[number], tile.breaking_point)
    return [
        state.round, state.scenario.rounds, state.phase, int(state.initiative == camp), state.score[camp],
        state.score[enemy], losses[camp], losses[enemy], orders[camp], orders[enemy], cards[camp], cards[enemy],
        len(staff.decks[camp]), len(staff.decks[enemy]),
    ]  # fmt: skip


def add_unit(rows: list[int], state: NormandieState, unit: Unit, seat: int) -> None:
    """What lies on a counter is seen by all; its front only by who may look at it (hon.abil.ambush.14)."""
    ally = state.scenario.camps[seat] == unit.camp
    token = unit.token
    if not ally and token != NO_TOKEN and not unit.shown:  # hon.open.order.hidden.1
        token = HIDDEN if state.tokens_down else NO_TOKEN
    hidden = hides(unit, seat)
    rows += [
        UNIT, unit.id, int(unit.seat == seat), int(ally), unit.cell, unit.rear, token, unit.suppressed,
        int(unit.activated or unit.acted), int(unit.moved), unit.damage, len(unit.bombs),
        int(state.documents_unit == unit.id), int(hidden), int(unit.status == RESERVE),
    ]  # fmt: skip
    if hidden:
        rows += [HIDDEN] * 13
        return
    face, counter = unit.face, unit.counter
    bonuses = counter.bonuses[unit.side]
    rows += [
        counter.rank, int(counter.officer), face.movement, face.defense, bonuses[0], bonuses[1], bonuses[2], face.stars,
        face.scout, int(face.assault), unit.side, unit.facing, unit.carrier,
    ]  # fmt: skip
