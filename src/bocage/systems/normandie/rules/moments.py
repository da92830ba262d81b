"""The moments at which action cards may be played. The rules tell of them here and know nothing else of cards."""

from __future__ import annotations

from typing import Final

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
AT_SHOT: Final = Moment("at-shot", fight=True)  # before its dice
SHOT_ROLLED: Final = Moment("shot-rolled", fight=True)
SHOT_STRUCK: Final = Moment("shot-struck", fight=True)  # its hit has been taken
STEPPED: Final = Moment("stepped", unit="stepped")  # a unit has moved a space
MOVE_ENDS: Final = Moment("move-ends", unit="move-ends")
AT_ASSAULT: Final = Moment("at-assault", fight=True)  # before its dice
ASSAULT_ROLLED: Final = Moment("assault-rolled", fight=True)
BLAST_AIMED: Final = Moment("blast-aimed", fight=True)  # a pattern that may disperse
BLAST_LANDED: Final = Moment("blast-landed", fight=True)

ANY_PHASE: Final = (AT_ORDERS, ORDERS_LAID, BETWEEN, BEFORE_ACTION, AT_SUPPLY)
"""Whenever nothing is under way."""


def ask_for_cards(state: NormandieState, when: Moment, opener: int = -1, unit: int = -1) -> None:
    """Cards know all the rules, so the rules learn of them only as they are played."""
    if state.staff.cards:
        from bocage.systems.normandie.rules.cards import open_window

        open_window(state, when, opener, unit)
