"""Exact odds of shots and assaults, from the tallies the rules themselves use."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.kernel.decision import Decision
from bocage.kernel.forecast import D6, Forecast, Odds
from bocage.kernel.tally import Tally
from bocage.systems.normandie.rules import assault, firing, kinds
from bocage.systems.normandie.rules.activation import Activation
from bocage.systems.normandie.rules.kinds import UNITS
from bocage.systems.normandie.rules.movement import Movement, beside
from bocage.systems.normandie.rules.opportunity import OpportunityFire, may_use_opportunity
from bocage.systems.normandie.rules.traits import directed, hits_of, may_reroll, within_reach
from bocage.systems.normandie.rules.vehicles import Drive
from bocage.systems.normandie.rules.volley import FAUST_BONUS, Volley
from bocage.systems.normandie.state import NormandieState, Unit

BEST_OF_TWO: Odds = {face: (2 * face - 1) / 36 for face in range(1, 7)}


def forecast(state: NormandieState, decision: Decision, option: int, tokens_aside: bool = False) -> Forecast | None:
    """`tokens_aside`: as if nobody spent tokens or rolled again, where they still may."""
    top = state.stack[-1]
    if isinstance(top, firing.Shot) and decision.kind == kinds.BOOST and option == kinds.DONE and tokens_aside:
        return shot(state, top, True)
    if isinstance(top, OpportunityFire) and option != 0:
        action = option // UNITS * UNITS
        return shot(state, aimed(state, state.units[option % UNITS], action + top.mover, False), tokens_aside)
    if isinstance(top, Movement) and option == kinds.LAUNCH:
        return fight(state, state.units[top.unit], state.units[top.target], tokens_aside)
    if isinstance(top, Movement | Drive) and option >= kinds.SHOOT:
        if (option - kinds.SHOOT) // UNITS % kinds.ACTIONS not in (kinds.FIRE, kinds.SUPPRESS, kinds.FAUST):
            return None
        return shot(state, aimed(state, state.units[top.unit], option - kinds.SHOOT, True), tokens_aside)
    if not isinstance(top, Activation | Volley) or decision.kind not in (kinds.ACT, kinds.VOLLEY):
        return None
    if option == kinds.DONE:
        return None
    unit = state.units[top.unit]
    match option // UNITS % kinds.ACTIONS:
        case kinds.FIRE | kinds.SUPPRESS | kinds.SNIPE | kinds.FAUST:
            return shot(state, aimed(state, unit, option, False), tokens_aside)
        case kinds.ASSAULT:
            return fight(state, unit, state.units[option % UNITS], tokens_aside)
        case kinds.APPROACH if undisturbed(state, unit, state.units[option % UNITS]):
            return fight(state, unit, state.units[option % UNITS], tokens_aside)
    return None


def aimed(state: NormandieState, firer: Unit, option: int, moving: bool) -> firing.Shot:
    """The shot an option of ACT, VOLLEY or STEP begins."""
    action = option // UNITS
    kind = {kinds.SUPPRESS: firing.SUPPRESSIVE, kinds.SNIPE: firing.SNIPER}.get(action % kinds.ACTIONS, firing.REGULAR)
    made = firing.Shot(firer.id, action // kinds.ACTIONS, option % UNITS, kind)
    made.moving = moving
    if action % kinds.ACTIONS == kinds.FAUST:
        made.base = FAUST_BONUS[state.units[made.target].counter.rank]
    return made


def shot(state: NormandieState, made: firing.Shot, tokens_aside: bool) -> Forecast | None:
    """None where tokens may still change it before the dice fall, unless they are left aside."""
    firer, target = state.units[made.firer], state.units[made.target]
    tokens = made.boosts(state, firer, target) or firing.shields(state, target) or may_reroll(state, firer)
    if tokens and not tokens_aside:
        return None
    if firer.face.concealed:  # firing uncovers it first (hon.abil.ambush.15)
        state = state.clone()
        state.turn(state.units[made.firer])
        firer, target = state.units[made.firer], state.units[made.target]
    attack = Tally(True)
    firing.attack_tally(state, made, attack)
    defense = Tally(False)
    firing.defense_tally(state, made, defense)
    need = "" if made.kind == firing.SNIPER else f"{defense.total - attack.total}+"
    found = Forecast(firing.SHOT_RULES[made.kind], attack, need)
    for die, p in (BEST_OF_TWO if made.dice(firer) == 2 else D6).items():
        result = die + attack.total
        sniping = made.kind == firing.SNIPER
        outcome = firing.snipe_of(result) if sniping else firing.outcome_of(result, defense.total)
        found.put(f"unit:{target.id}", firing.outcome_label(state, target, made.kind, outcome), p)
    return found


def undisturbed(state: NormandieState, unit: Unit, target: Unit) -> bool:
    """The odds are those of now: nobody may shoot on the way, and it is all the same from where it is launched.

    It is not where some launch spaces share the target's position, or lie in its arc (hon.assault.arc.1), nor where
    only some of them are near enough to the officer with the Charge directive (hon.ord.direct.3).
    """
    watched = any(enemy.camp != unit.camp and may_use_opportunity(state, enemy) for enemy in state.units)
    if watched or state.ground.overlay[target.cell] >= 0 or target.face.has_arc():
        return False
    if state.staff.directive[unit.seat] != kinds.CHARGE:
        return True
    now = directed(state, unit, kinds.CHARGE)
    return all(within_reach(state, unit.seat, cell) is now for cell in spaces(beside(state, target)))


def fight(state: NormandieState, attacker: Unit, defender: Unit, tokens_aside: bool) -> Forecast | None:
    """None against a concealed unit: its values are its owner's secret."""
    rerolls = may_reroll(state, attacker) or may_reroll(state, defender)
    if defender.face.concealed or (rerolls and not tokens_aside):
        return None
    if assault.surprised(state, attacker, defender):
        defender = defender.copy()
        defender.suppressed += 1
    attack = Tally(True)
    assault.attack_tally(state, attacker, defender, attack)
    defense = Tally(False)
    assault.defense_tally(state, attacker, defender, defense)
    reply = BEST_OF_TWO if assault.replies_of(state, attacker, defender) == 2 else D6
    found = Forecast("hon.assault.roll.8", attack)
    for die, p in BEST_OF_TWO.items():
        for answer, q in reply.items():
            winner = assault.winner_of(die + attack.total, answer + defense.total)
            found.put("assault", assault.WINNERS[winner], p * q)
            lost = winner == assault.DEFENDER
            found.put(f"unit:{attacker.id}", assault.loss_label(attacker, lost), p * q)
            lost = winner == assault.ATTACKER
            found.put(f"unit:{defender.id}", assault.loss_label(defender, lost, hits_of(attacker)), p * q)
    return found
