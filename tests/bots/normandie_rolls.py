"""Shots and assaults of Normandie in icepool dice, from the tallies at the moment the dice fall."""

from __future__ import annotations

from typing import Any

import icepool

from bocage.kernel.tally import Tally
from bocage.systems.normandie.model.tables import CROSS, HEAVY, INFANTRY
from bocage.systems.normandie.rules import assault, firing, outcomes, traits
from bocage.systems.normandie.state import NormandieState, Unit
from bots.rolls import D6, HIGHER, Odds, shares
from bots.situations import Situation


def odds(situation: Situation) -> Odds:
    state = situation.rolling()
    assert isinstance(state, NormandieState)
    top = state.stack[-1]
    if isinstance(top, firing.Shot):
        return of_shot(situation, state, top)
    assert isinstance(top, assault.Assault), top
    return of_assault(situation, state, state.units[top.attacker], state.units[top.defender])


def of_shot(situation: Situation, state: NormandieState, shot: firing.Shot) -> Odds:
    attack, defense = Tally(True), Tally(True)
    firing.attack_tally(state, shot, attack)
    firing.defense_tally(state, shot, defense)
    assert attack.total == situation.value()
    firer, target = state.units[shot.firer], state.units[shot.target]
    own = shot.kind in (outcomes.REGULAR, outcomes.SUPPRESSIVE) and shot.base == CROSS
    roll = (HIGHER if own and firer.face.weapons[shot.number].dual else D6) + attack.total
    if shot.kind == outcomes.SNIPER:
        label = sniped(target)
        return {f"unit:{target.id}": shares(roll, label)}
    strength = shares(roll, lambda total: struck(total, defense.total, shot.kind, target))
    return {f"unit:{target.id}": strength}


def sniped(target: Unit) -> Any:
    """1 or less, 2-3, 4-5, 6 or more (hon.abil.sniper.t1 to .t4); a hit ends who has no other side."""

    def label(total: int) -> str:
        row = 0 if total <= 1 else 1 if total <= 3 else 2 if total <= 5 else 3
        return "outcome.eliminated" if row >= 2 and not target.face.hit else outcomes.SNIPES[row]

    return label


def struck(total: int, defense: int, kind: int, target: Unit) -> str:
    """Nothing below the defense, a hit from it, twice as much from its double (hon.shot.hit.1, hon.shot.kill.1)."""
    times = 0 if total < defense and total < 2 * defense else 2 if total >= 2 * defense else 1
    if kind == outcomes.SUPPRESSIVE:
        return outcomes.SUPPRESSIONS[times]
    if times == 0:
        return outcomes.OUTCOMES[0]
    if target.counter.rank != INFANTRY:
        return "outcome.located" if target.counter.rank == HEAVY and times == 1 else "outcome.wrecked"
    return outcomes.OUTCOMES[times if target.face.hit else 2]


def of_assault(situation: Situation, state: NormandieState, attacker: Unit, defender: Unit) -> Odds:
    """The higher of two dice against one, or against the higher of two; equal totals are nobody's."""
    attack, defense = Tally(True), Tally(True)
    assault.attack_tally(state, attacker, defender, attack)
    assault.defense_tally(state, attacker, defender, defense)
    assert attack.total == situation.value()
    reply = HIGHER if assault.replies_of(state, attacker, defender) == 2 else D6
    edge = HIGHER + attack.total - reply - defense.total
    sign = icepool.map(lambda by: (by > 0) - (by < 0), edge)
    blows = traits.hits_of(attacker)
    return {
        "assault": shares(sign, lambda by: ("outcome.tie", "outcome.attacker", "outcome.defender")[by]),
        f"unit:{attacker.id}": shares(sign, lambda by: loss(attacker, by < 0, 1)),
        f"unit:{defender.id}": shares(sign, lambda by: loss(defender, by > 0, blows)),
    }


def loss(unit: Unit, lost: bool, blows: int) -> str:
    if not lost:
        return "outcome.unharmed"
    if unit.counter.rank == INFANTRY:
        return "outcome.flip" if blows == 1 and unit.face.hit else "outcome.eliminated"
    return "outcome.located" if unit.counter.rank == HEAVY else "outcome.wrecked"
