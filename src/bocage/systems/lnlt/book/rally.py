"""The book for the Rally Phase. Figures are victory points; see `appraisal`."""

from __future__ import annotations

from bocage.kernel import TWO_D6, Decision, at_least, at_most, first
from bocage.kernel.appraisal import Parts
from bocage.systems.lnlt.book.appraisal import SHAKEN_SHARE, worth
from bocage.systems.lnlt.book.outlook import Outlook
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.laststand import LastStand, stands_by_pairs
from bocage.systems.lnlt.rules.melee_strength import column, eligible, total_fp
from bocage.systems.lnlt.rules.rally import STANDING, rally_morale, rally_tally
from bocage.systems.lnlt.state import LnltState


def rally(book: Outlook, decision: Decision) -> list[Parts]:
    """Try everything that can only help; leave guns where they are, squads whole."""
    found: list[Parts] = []
    state = book.state
    for option in decision.options:
        verb = acts.ACTS.of(option)
        value = 1.0
        if verb is acts.HOLD:
            value = 0.0
        elif verb is acts.SPLIT:
            value = -0.5
        elif verb is acts.HAND_OVER:
            value = 0.4 if state.weapons[first(option)].owner == GONE else -0.5
        elif verb is acts.COMBINE:
            value = 0.3
        elif verb is acts.TURN_OVER:
            value = 0.5 if state.weapons[first(option)].side else -0.5
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
    return [[("nerve", gain if acts.ACTS.of(option) is acts.STAND else 0.0)] for option in decision.options]


def stand_chance(state: LnltState, unit: Unit) -> float:
    if stands_by_pairs(state, unit):
        return 1 / 6
    return at_most(TWO_D6, rally_morale(state, unit, STANDING) - rally_tally(state, unit).total)
