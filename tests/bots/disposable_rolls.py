"""Volleys, checks and close combat of Disposable Heroes in icepool dice."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import icepool

from bocage.systems.disposable.rules.accuracy import NEVER, Shot
from bocage.systems.disposable.rules.armour import VehicleShooting, lobbed, shots_at_vehicle
from bocage.systems.disposable.rules.bearing import armour_number
from bocage.systems.disposable.rules.closecombat import Melee
from bocage.systems.disposable.rules.shooting import Shooting
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.rules.wounds import enclosing
from bocage.systems.disposable.state import STEADY, DisposableState, Unit
from bots.rolls import D10, Odds, Shares, coin, shares
from bots.situations import Situation

CHECKS = {
    "dh.core.rally.attempt": "rally", "dh.spot.1": "spot", "dh.guts.base.1": "guts", "dh.cc.guts.1": "charge",
}  # fmt: skip


def odds(situation: Situation) -> Odds:
    subject = CHECKS.get(situation.forecast.rule, "")
    if subject:
        chance = within(situation.value())
        return {subject: {"passed": chance, "failed": 1 - chance}}
    state = situation.rolling()
    assert isinstance(state, DisposableState)
    top = state.stack[-1]
    if isinstance(top, Shooting):
        return of_shooting(state, top)
    if isinstance(top, VehicleShooting):
        return of_shooting_at_vehicle(state, top)
    assert isinstance(top, Melee), top
    return of_melee(state, top)


def within(number: int) -> Fraction:
    """A d10 not above the number, but a 1 always does and a 10 never."""
    good = D10.map(lambda roll: roll == 1 or (roll < 10 and roll <= number))
    return Fraction(good.probability(True))


def up_to(number: int) -> Fraction:
    """A d10 not above the number."""
    return Fraction((number >= D10).probability(True))


def sum_of(dice: list[Any]) -> Any:
    total = icepool.Die([0])
    for die in dice:
        total = total + die
    return total


# ---- volleys


def hit_chance(state: DisposableState, shot: Shot, bunker: bool) -> Fraction:
    """Against a bunker a 1 and then a second roll; where 0 or less is needed a 1 may have to be confirmed by 5."""
    if shot.need == NEVER:
        return Fraction(0)
    if bunker and not shot.weapon.flame:
        return Fraction(1, 10) * within(shot.second)
    if state.confirm and shot.need <= 0:
        return Fraction(1, 10) * within(5)
    return within(shot.need)


def of_shooting(state: DisposableState, top: Shooting) -> Odds:
    unit, target = state.units[top.shooter], state.units[top.target]
    shots = volley(state, unit, target, top.mode, top.how, top.throwers, True, top.chosen, top.launch)
    return of_volley(state, target, shots)


def of_volley(state: DisposableState, target: Unit, shots: list[Shot]) -> Odds:
    house = enclosing(state, target)
    bunker = house is not None and house.bunker
    chances = [hit_chance(state, shot, bunker) for shot in shots]
    hits = sum_of([shot.dice @ coin(p) for shot, p in zip(shots, chances, strict=True)])
    bullets, bursts = [], []
    for shot, p in zip(shots, chances, strict=True):
        if shot.weapon.blast:
            bursts.append((shot.dice @ coin(p), up_to(shot.weapon.ap + (house is not None))))
        else:
            bullets.append(shot.dice @ coin(p * up_to(shot.weapon.ap)))
    struck = icepool.map(lambda n: min(n, len(target.figures)), sum_of(bullets) + blasts(state, target, bursts))
    return {"hits": shares(hits), "casualties": shares(struck)}


def blasts(state: DisposableState, target: Unit, bursts: list[tuple[Any, Fraction]]) -> Any:
    """Every blast rolls a die for each figure, five at least; leaders and special weapons can be struck but once."""
    people = [state.figure(f) for f in target.figures]
    apart = sum(man.leader or man.special for man in people)
    others = max(5, len(people)) - apart
    found: list[tuple[Any, int]] = []
    for numbers in product(*[die.items() for die, _ in bursts]):
        weight = 1
        spared = Fraction(1)
        dice = []
        for (times, quantity), (_, p) in zip(numbers, bursts, strict=True):
            weight *= quantity
            spared *= (1 - p) ** times
            dice.append(times * others @ coin(p))
        found.append((sum_of([*dice, apart @ coin(1 - spared)]), weight))
    return icepool.Die([die for die, _ in found], times=[weight for _, weight in found])


def of_shooting_at_vehicle(state: DisposableState, top: VehicleShooting) -> Odds:
    unit, target = state.units[top.shooter], state.units[top.target]
    vehicle = state.vehicle(target)
    assert vehicle is not None
    hits, through = [], []
    for shot in shots_at_vehicle(state, unit, target, top.mode, top.how, top.throwers, True, top.launch):
        p = within(shot.need)
        number = armour_number(state, shot.figure, shot.weapon, target)
        sure = shot.weapon.flame or lobbed(shot, vehicle, top.how)
        hits.append(shot.dice @ coin(p))
        through.append(shot.dice @ coin(p if sure else p * up_to(number)))
    return {"hits": shares(sum_of(hits)), "penetrations": shares(sum_of(through))}


# ---- close combat


def of_melee(state: DisposableState, top: Melee) -> Odds:
    attacker, defender = state.units[top.attacker], state.units[top.defender]
    a, d = len(attacker.figures), len(defender.figures)
    last = (attacker.status != STEADY or top.shot_up, defender.status != STEADY)
    if last[0] != last[1]:
        first = Fraction(last[1])
    else:
        edge = D10 + a + bombs(state, attacker) - D10 - d - bombs(state, defender)
        first = Fraction((edge.reroll([0], depth="inf") > 0).probability(True))
    chance = first * survives(a, d) + (1 - first) * (1 - survives(d, a))
    found: Shares = {"succeeds": 1 - chance, "fails": chance}  # for the one who is charged, and asked
    return {"stand": found}


def bombs(state: DisposableState, unit: Unit) -> int:
    return min(2, state.scenario.forces[unit.index].grenades, len(unit.figures))


@cache
def survives(striker: int, other: int) -> Fraction:
    """The chance of the side that strikes first: 6 or less to hit and 6 or less to kill, in turns, to the last man."""

    def exchange(left: tuple[int, int, bool]) -> Any:
        mine, theirs, swapped = left
        if not mine or not theirs:
            return icepool.Die([left])
        kills = mine @ coin(Fraction(36, 100))
        return kills.map(lambda k: (max(0, theirs - k), mine, not swapped))

    end = icepool.Die([(striker, other, False)]).map(exchange, star=False, repeat="inf")
    won = end.map(lambda mine, theirs, swapped: (theirs if swapped else mine) > 0, star=True)
    return Fraction(won.probability(True))
