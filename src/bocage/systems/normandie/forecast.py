"""Exact odds of shots and assaults, from the tallies the rules themselves use."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.forecast import D6, Forecast, Odds
from bocage.kernel.tally import Tally
from bocage.systems.normandie import kinds
from bocage.systems.normandie.kinds import UNITS
from bocage.systems.normandie.rules import assault, firing
from bocage.systems.normandie.rules.activation import Activation
from bocage.systems.normandie.rules.firing import OpportunityFire
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.state import NormandieState, Unit

BEST_OF_TWO: Odds = {face: (2 * face - 1) / 36 for face in range(1, 7)}


def forecast(state: NormandieState, decision: Decision, option: int) -> Forecast | None:
    if decision.kind == kinds.OPPORTUNITY and option != 0:
        top = state.stack[-1]
        assert isinstance(top, OpportunityFire)
        shooter = state.units[option % UNITS]
        return shot(state, shooter, state.units[top.mover], option // UNITS == kinds.SUPPRESS)
    if decision.kind == kinds.STEP and option == kinds.LAUNCH:
        top = state.stack[-1]
        assert isinstance(top, Movement)
        return fight(state, state.units[top.unit], state.units[top.target])
    if decision.kind != kinds.ACT:
        return None
    top = state.stack[-1]
    assert isinstance(top, Activation)
    unit = state.units[top.unit]
    target = state.units[option % UNITS]
    match option // UNITS:
        case kinds.FIRE | kinds.SUPPRESS:
            return shot(state, unit, target, option // UNITS == kinds.SUPPRESS)
        case kinds.ASSAULT:
            return fight(state, unit, target)
        case kinds.APPROACH if undisturbed(state, unit, target):
            return fight(state, unit, target)
    return None


def shot(state: NormandieState, firer: Unit, target: Unit, suppressive: bool) -> Forecast:
    if firer.face.concealed:  # firing uncovers it first (hon.abil.ambush.15)
        firer = firer.copy()
        firer.flip()
    attack = Tally(True)
    firing.shot_tally(state, firer, target, suppressive, attack)
    defense = Tally(False)
    firing.defense_tally(state, firer, target, defense)
    rule = "hon.abil.supp.3" if suppressive else "hon.shot.hit.1"
    found = Forecast(rule, attack, f"{defense.total - attack.total}+")
    for die, p in D6.items():
        outcome = firing.outcome_of(die + attack.total, defense.total)
        found.put(f"unit:{target.id}", firing.outcome_label(target, suppressive, outcome), p)
    return found


def undisturbed(state: NormandieState, unit: Unit, target: Unit) -> bool:
    """Nobody may shoot on the way, and no launch space shares the target's position: the odds are those of now."""
    watched = any(enemy.seat != unit.seat and firing.may_use_opportunity(state, enemy) for enemy in state.units)
    return not watched and state.board.overlay[target.cell] < 0


def fight(state: NormandieState, attacker: Unit, defender: Unit) -> Forecast | None:
    """None against a concealed unit: its values are its owner's secret."""
    if defender.face.concealed:
        return None
    attack = Tally(True)
    assault.attack_tally(attacker, attack)
    defense = Tally(False)
    assault.defense_tally(state, attacker, defender, defense)
    reply = BEST_OF_TWO if assault.defense_dice(defender.face.assault) == 2 else D6
    found = Forecast("hon.assault.roll.8", attack)
    for die, p in BEST_OF_TWO.items():
        for answer, q in reply.items():
            winner = assault.winner_of(die + attack.total, answer + defense.total)
            found.put("assault", assault.WINNERS[winner], p * q)
            lost = winner == assault.DEFENDER
            found.put(f"unit:{attacker.id}", assault.loss_label(attacker, lost), p * q)
            lost = winner == assault.ATTACKER
            found.put(f"unit:{defender.id}", assault.loss_label(defender, lost), p * q)
    return found
