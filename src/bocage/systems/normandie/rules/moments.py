"""The moments at which action cards may be played. The rules tell of them here and know nothing else of cards."""

from __future__ import annotations

from typing import Final

from bocage.systems.normandie.state import NormandieState

AT_ORDERS: Final = 0
ORDERS_LAID: Final = 1
BETWEEN: Final = 2  # two activations
BEFORE_ACTION: Final = 3  # of a unit just activated
AT_SUPPLY: Final = 4
AT_SHOT: Final = 5  # before its dice
SHOT_ROLLED: Final = 6
SHOT_STRUCK: Final = 7  # its hit has been taken
STEPPED: Final = 8  # a unit has moved a space
MOVE_ENDS: Final = 9
AT_ASSAULT: Final = 10  # before its dice
ASSAULT_ROLLED: Final = 11
BLAST_AIMED: Final = 12  # a pattern that may disperse
BLAST_LANDED: Final = 13


def ask_for_cards(state: NormandieState, when: int, opener: int = -1, unit: int = -1) -> None:
    """Cards know all the rules, so the rules learn of them only as they are played."""
    if state.staff.cards:
        from bocage.systems.normandie.rules.cards import open_window

        open_window(state, when, opener, unit)
