"""The book for the Rally Phase. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from bocage.kernel.appraisal import Parts
from bocage.kernel.decision import Decision
from bocage.systems.lnlt.doctrine_outlook import Outlook
from bocage.systems.lnlt.rules.kinds import COMBINE, HAND_OVER, NOTHING, REPAIR, SPLIT, STRIDE, TURN_OVER
from bocage.systems.lnlt.state import GONE


def rally(book: Outlook, decision: Decision) -> list[Parts]:
    """Try everything that can only help; leave guns where they are, squads whole."""
    found: list[Parts] = []
    state = book.state
    for option in decision.options:
        what, number = option - option % STRIDE, option % STRIDE
        value = 1.0
        if option == NOTHING or what in (HAND_OVER, SPLIT):
            value = 0.0 if option == NOTHING else -0.5
            if what == HAND_OVER and state.weapons[number].owner == GONE:
                value = 0.4
        elif what == COMBINE:
            value = 0.3
        elif what == TURN_OVER:
            weapon = state.weapons[number]
            value = 0.5 if weapon.side else -0.5
        elif what == REPAIR:
            value = 0.6
        found.append([("nerve", value)])
    return found
