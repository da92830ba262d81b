"""The book for the Rally Phase. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from bocage.kernel.appraisal import Parts
from bocage.kernel.decision import Decision
from bocage.kernel.forecast import TWO_D6, at_least, at_most
from bocage.systems.lnlt.book.appraisal import (
    SHAKEN_SHARE,
    worth,
)
from bocage.systems.lnlt.book.outlook import Outlook
from bocage.systems.lnlt.rules.kinds import COMBINE, HAND_OVER, NOTHING, REPAIR, SPLIT, STRIDE, TURN_OVER
from bocage.systems.lnlt.rules.laststand import LastStand, stands_by_pairs
from bocage.systems.lnlt.rules.melee import column, eligible, total_fp
from bocage.systems.lnlt.rules.rally import STANDING, rally_morale, rally_tally
from bocage.systems.lnlt.state import GONE, LnltState, Unit


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


def last_stand(book: Outlook, decision: Decision) -> list[Parts]:
    """Rally or die: who keeps down lives on Shaken, unless the comrades who fight for him fall."""
    state = book.state
    top = state.stack[-1]
    assert isinstance(top, LastStand)
    unit = state.units[top.waiting[0]]
    ours, theirs = [total_fp(state, eligible(state, seat, top.hex)) for seat in (book.seat, book.enemy)]
    falls = at_least(TWO_D6, state.scenario.numbers.melee_kills[column(theirs, ours)])
    gain = worth(state, unit) * (stand_chance(state, unit) - SHAKEN_SHARE * (1.0 - falls))
    return [[("nerve", 0.0 if option == NOTHING else gain)] for option in decision.options]


def stand_chance(state: LnltState, unit: Unit) -> float:
    if stands_by_pairs(state, unit):
        return 1 / 6
    return at_most(TWO_D6, rally_morale(state, unit, STANDING) - rally_tally(state, unit).total)
