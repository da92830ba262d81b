"""What things are called to a player, who hears of units only what he may see of them."""

from __future__ import annotations

from bocage.systems.normandie.state import NormandieState, Unit, hides, name_of


def seen_name(unit: Unit, seat: int) -> str:
    return "@unit.concealed" if hides(unit, seat) else name_of(unit)


def card_name(state: NormandieState, number: int) -> str:
    return f"@action.{state.scenario.cards[number].id}.title"


def held_card(state: NormandieState, seat: int, place: int) -> str:
    """A card by its place in a hand."""
    return card_name(state, state.staff.hands[seat][place])
