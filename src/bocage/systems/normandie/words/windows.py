"""The moments at which action cards may be played, in words: what has just happened, or is about to.

A seat hears of units only what it may see of them.
"""

from __future__ import annotations

from bocage.kernel.event import Arg
from bocage.kernel.views import Text
from bocage.systems.normandie.rules import moments
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.blasts import Blast, Contained
from bocage.systems.normandie.rules.cards import CardWindow
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.kinds import PHASES
from bocage.systems.normandie.state import NormandieState, Unit, is_secret, name_of

# Moments of a phase, and of the one unit that acts
OF_PHASES = {
    moments.AT_ORDERS: "at-orders",
    moments.ORDERS_LAID: "orders-laid",
    moments.BETWEEN: "between",
    moments.AT_SUPPLY: "at-supply",
}
OF_UNITS = {
    moments.BETWEEN: "acted",
    moments.BEFORE_ACTION: "before-action",
    moments.STEPPED: "stepped",
    moments.MOVE_ENDS: "move-ends",
}
# Moments of something that one unit does to another, or to the ground
OF_FIGHTS = {
    moments.AT_SHOT: "at-shot",
    moments.SHOT_ROLLED: "shot-rolled",
    moments.SHOT_STRUCK: "shot-struck",
    moments.AT_ASSAULT: "at-assault",
    moments.ASSAULT_ROLLED: "assault-rolled",
    moments.BLAST_AIMED: "blast-aimed",
    moments.BLAST_LANDED: "blast-landed",
}


def hides(unit: Unit, seat: int) -> bool:
    """Only its owner may look at the front of a concealed unit (hon.abil.ambush.14)."""
    return unit.seat != seat and (unit.face.concealed or is_secret(unit))


def seen_name(unit: Unit, seat: int) -> str:
    return "@unit.concealed" if hides(unit, seat) else name_of(unit)


def question(state: NormandieState, seat: int) -> Text:
    """What a card would answer to: another card, a shot, a move, or the phase itself."""
    window = state.stack[-1]
    assert isinstance(window, CardWindow)
    if window.cards:
        return Text("prompt.card-answer", {"card": f"@action.{state.scenario.cards[window.cards[-1]].id}.title"})
    if window.when in OF_FIGHTS:
        args = fighters(state, seat)
        if args:
            return Text(f"prompt.card-{OF_FIGHTS[window.when]}", args)
    if window.when in OF_UNITS and window.unit >= 0:
        unit = seen_name(state.units[window.unit], seat)
        return Text(f"prompt.card-{OF_UNITS[window.when]}", {"unit": unit})
    if window.when in OF_PHASES:
        return Text(f"prompt.card-{OF_PHASES[window.when]}")
    return Text("prompt.card", {"phase": f"@{PHASES[state.phase]}"})


def fighters(state: NormandieState, seat: int) -> dict[str, Arg]:
    """Who fights whom, from what is under way below the window; nothing where it is not known."""
    below = state.stack[-2]
    if isinstance(below, Shot):
        pair = [below.firer, below.target]
    elif isinstance(below, Assault):
        pair = [below.attacker, below.defender]
    elif isinstance(below, (Blast, Contained)):
        pair = [below.firer]
    else:
        return {}
    names = [seen_name(state.units[number], seat) for number in pair if number >= 0]
    return dict(zip(("unit", "target"), names, strict=False)) if len(names) == len(pair) else {}
