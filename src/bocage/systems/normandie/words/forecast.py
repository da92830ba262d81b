"""The odds of what an option begins: a shot or an assault, which knows them itself.

The option is not played on a copy: that would stop at a card window or walk into what lies concealed.
"""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.kernel import Decision, Forecast, first
from bocage.systems.normandie.model.flags import CHARGE
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.activation import Activation
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.movement import Moving, beside
from bocage.systems.normandie.rules.opportunity import OpportunityFire, ban_watch
from bocage.systems.normandie.rules.traits import directed, within_reach
from bocage.systems.normandie.rules.volley import Volley, aimed
from bocage.systems.normandie.state import NormandieState, Unit

SHOTS = (acts.FIRE, acts.SUPPRESS, acts.SNIPE, acts.FAUST, acts.MOVING_FIRE, acts.MOVING_SUPPRESS, acts.MOVING_FAUST)


def forecast(state: NormandieState, decision: Decision, option: int) -> Forecast | None:
    """None where something is chosen between the option and the dice."""
    attack = begun_by(state, option)
    return None if attack is None else attack.odds(state)


def outlook(state: NormandieState, decision: Decision, option: int) -> Forecast | None:
    """As if nobody spent tokens or rolled again, where they still may."""
    top = state.stack[-1]
    if isinstance(top, Shot) and decision.kind is decisions.BOOST and acts.ACTS.of(option) is acts.DONE:
        return top.foretell(state)
    attack = begun_by(state, option)
    return None if attack is None else attack.foretell(state)


def begun_by(state: NormandieState, option: int) -> Shot | Assault | None:
    """The shot or the assault that an option leads to."""
    top, verb = state.stack[-1], acts.ACTS.of(option)
    if isinstance(top, OpportunityFire) and acts.OUT_OF_TURN.get(verb) in SHOTS:
        return aimed(state, state.units[first(option)], acts.OUT_OF_TURN[verb].on(top.mover))
    if not isinstance(top, Activation | Volley | Moving):
        return None
    unit = state.units[top.unit]
    if verb in SHOTS:
        return aimed(state, unit, option)
    if verb in (acts.ASSAULT, acts.LAUNCH) or (
        verb is acts.APPROACH and undisturbed(state, unit, state.units[first(option)])
    ):
        return Assault(unit.id, first(option))
    return None


def undisturbed(state: NormandieState, unit: Unit, target: Unit) -> bool:
    """The odds are those of now: nobody may shoot on the way, and it is all the same from where it is launched.

    It is not where some launch spaces share the target's position, or lie in its arc (hon.assault.arc.1), nor where
    only some of them are near enough to the officer with the Charge directive (hon.ord.direct.3).
    """
    watched = any(enemy.camp != unit.camp and ban_watch(state, enemy) is None for enemy in state.units)
    if watched or state.ground.overlay[target.cell] >= 0 or target.face.has_arc():
        return False
    if state.staff.directive[unit.seat] != CHARGE:
        return True
    now = directed(state, unit, CHARGE)
    return all(within_reach(state, unit.seat, cell) is now for cell in spaces(beside(state, target)))
