"""The moments at which action cards may be played, and what an effect of one is.

The rules tell of moments here and know nothing else of cards. The effects are in card_orders, card_units, card_attacks
and card_answers; docs/cards.md tells how to add one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.state import NormandieState


class Moment:
    """Its question is `prompt.card-<name>`; `unit` is another for when it is known who has acted or is about to.

    `fight`: one unit does something to another, or to the ground, below the window.
    """

    __slots__ = ("fight", "name", "unit")

    def __init__(self, name: str, unit: str = "", fight: bool = False) -> None:
        self.name: Final = name
        self.unit: Final = unit
        self.fight: Final = fight


AT_ORDERS: Final = Moment("at-orders")
ORDERS_LAID: Final = Moment("orders-laid")
BETWEEN: Final = Moment("between", unit="acted")  # two activations
BEFORE_ACTION: Final = Moment("before-action", unit="before-action")  # of a unit just activated
AT_SUPPLY: Final = Moment("at-supply")
SUPPLY_ENDS: Final = Moment("supply-ends")
AT_SHOT: Final = Moment("at-shot", fight=True)  # before its dice
SHOT_ROLLED: Final = Moment("shot-rolled", fight=True)
SHOT_STRUCK: Final = Moment("shot-struck", fight=True)  # its hit has been taken
STEPPED: Final = Moment("stepped", unit="stepped")  # a unit has moved a space
MOVE_ENDS: Final = Moment("move-ends", unit="move-ends")
AT_ASSAULT: Final = Moment("at-assault", fight=True)  # before its dice
ASSAULT_ROLLED: Final = Moment("assault-rolled", fight=True)
BLAST_AIMED: Final = Moment("blast-aimed", fight=True)  # a pattern that may disperse
BLAST_LANDED: Final = Moment("blast-landed", fight=True)
LOCATION_ROLLED: Final = Moment("location-rolled", fight=True)  # of damage to a heavy vehicle

ANY_PHASE: Final = (AT_ORDERS, ORDERS_LAID, BETWEEN, BEFORE_ACTION, AT_SUPPLY, SUPPLY_ENDS)
"""Whenever nothing is under way."""
IN_SUPPLY: Final = (AT_SUPPLY, SUPPLY_ENDS)


def ask_for_cards(state: NormandieState, when: Moment, opener: int = -1, unit: int = -1) -> None:
    """Cards know all the rules, so the rules learn of them only as they are played."""
    if state.staff.cards:
        from bocage.systems.normandie.rules.cards import open_window

        open_window(state, when, opener, unit)


Targets = Callable[[NormandieState, int, Card, int], list[int]]
"""By state, player, card and the unit that acts or has acted (or -1): what the card could be played on now, as acts.

None: it cannot be played. A card may help units of the player's own and hurt any of the other side; an ally's are
neither (hon.mp.cards.5).
"""
Deed = Callable[[NormandieState, int, Card, int, int], None]
"""By state, player, card, the target chosen and the unit that acts or has acted: what the card does."""


class Effect:
    """An effect by the name that data/cards.yaml knows it by, and the moments at which cards with it may be played.

    The target is looked for again when the card takes effect: it must still be one (hon.card.stack.2). One that
    `answers` is played on another card, at whatever moment that is.
    """

    __slots__ = ("answers", "moments", "name", "perform", "targets")

    def __init__(
        self, name: str, moments: tuple[Moment, ...], targets: Targets, perform: Deed, answers: bool = False
    ) -> None:
        self.name: Final = name
        self.moments: Final = moments
        self.targets: Final = targets
        self.perform: Final = perform
        self.answers: Final = answers
