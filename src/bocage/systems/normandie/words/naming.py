"""What things are called to a player, who hears of units only what he may see of them."""

from __future__ import annotations

from bocage.systems.normandie.state import NormandieState, Unit, is_secret, name_of


def hides(unit: Unit, seat: int) -> bool:
    """Only its owner may look at the front of a concealed unit (hon.abil.ambush.14)."""
    return unit.seat != seat and (unit.face.concealed or is_secret(unit))


def seen_name(unit: Unit, seat: int) -> str:
    return "@unit.concealed" if hides(unit, seat) else name_of(unit)


def card_name(state: NormandieState, number: int) -> str:
    return f"@action.{state.scenario.cards[number].id}.title"


def held_card(state: NormandieState, seat: int, place: int) -> str:
    """A card by its place in a hand."""
    return card_name(state, state.staff.hands[seat][place])
