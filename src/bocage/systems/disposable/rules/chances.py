"""Exact chances, from the same numbers the dice are rolled against. Procedures tell their odds with these."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from bocage.kernel import Forecast, Odds, Tally, plus
from bocage.systems.disposable.rules.accuracy import ACC, NEVER, NO_SECOND, Shot, is_hit
from bocage.systems.disposable.rules.casualties import blast_dice, rolled_apart
from bocage.systems.disposable.rules.guts import passes
from bocage.systems.disposable.rules.wounds import enclosing
from bocage.systems.disposable.state import DisposableState, Unit

STRIKE: Final = 6  # in melee, to hit and to kill (dh.melee.attack.2, dh.melee.attack.3)


@cache
def binomial(n: int, p: float) -> Odds:
    odds: Odds = {0: 1.0}
    for _ in range(n):
        odds = plus(odds, {0: 1 - p, 1: p})
    return odds


def chance_to_hit(need: int) -> float:
    return sum([is_hit(roll, need) for roll in range(1, 11)]) / 10


def forecast_check(rule: str, tally: Tally, subject: str) -> Forecast:
    """A d10 against a number, a 1 being good and a 10 bad whatever it is."""
    forecast = Forecast(rule, tally, f"≤ {tally.total}")
    chance = sum([passes(roll, tally.total) for roll in range(1, 11)]) / 10
    forecast.put(subject, "passed", chance)
    forecast.put(subject, "failed", 1 - chance)
    return forecast


def forecast_volley(rule: str, shots: list[Shot]) -> Forecast:
    """The forecast of a volley without its odds yet: the tally and the number of its first shot."""
    need = f"≤ {max(1, min(9, shots[0].need))}" if shots and shots[0].need != NEVER else ""
    return Forecast(rule, shots[0].tally if shots else None, need)


def put_numbers(forecast: Forecast, subject: str, odds: Odds, most: int) -> None:
    for n, p in odds.items():
        forecast.put(subject, str(min(n, most)), p)


# Shooting


def hit_chance(state: DisposableState, shot: Shot, bunker: bool) -> float:
    if shot.need == NEVER:
        return 0.0
    if bunker and shot.second != NO_SECOND:
        return chance_to_hit(shot.second) / 10
    chance = chance_to_hit(shot.need)
    return chance * ACC / 10 if state.confirm and shot.need <= 0 else chance


def put_volley(forecast: Forecast, state: DisposableState, target: Unit, shots: list[Shot]) -> None:
    """Hits and casualties of all shots together; blasts of several grenades can strike a leader once only."""
    house = enclosing(state, target)
    bunker = house is not None and house.bunker
    hits: Odds = {0: 1.0}
    wounds: Odds = {0: 1.0}
    bursts: dict[int, Odds] = {}
    for shot in shots:
        p = hit_chance(state, shot, bunker)
        struck = binomial(shot.dice if p else 0, p)
        hits = plus(hits, struck)
        if shot.weapon.blast:
            ap = shot.weapon.ap + (1 if house is not None else 0)
            bursts[ap] = plus(bursts.get(ap, {0: 1.0}), struck)
        else:
            wounds = plus(wounds, binomial(shot.dice, p * min(10, shot.weapon.ap) / 10))
    total = plus(wounds, blast_odds(state, target, bursts)) if bursts else wounds
    put_numbers(forecast, "hits", hits, len(hits))
    put_numbers(forecast, "casualties", total, len(target.figures))


def blast_odds(state: DisposableState, target: Unit, bursts: dict[int, Odds]) -> Odds:
    """Casualties of all blasts, by their AP: grenades, shells and flames may come together."""
    apart = sum([rolled_apart(state, f) for f in target.figures])
    dice = blast_dice(len(target.figures)) - apart
    total: Odds = {}
    for numbers in product(*[odds.items() for odds in bursts.values()]):
        chance = 1.0
        spared = 1.0
        struck: Odds = {0: 1.0}
        for ap, (n, q) in zip(bursts, numbers, strict=True):
            p = min(10, ap) / 10
            chance *= q
            spared *= (1 - p) ** n
            struck = plus(struck, binomial(dice * n, p))
        for k, q in plus(struck, binomial(apart, 1 - spared)).items():
            total[k] = total.get(k, 0.0) + chance * q
    return total


# Close combat


def strikes_first(lead: int) -> float:
    """The chance that a d10 plus the lead beats another d10, ties rolled again."""
    more = sum([x + lead > y for x in range(1, 11) for y in range(1, 11)])
    less = sum([x + lead < y for x in range(1, 11) for y in range(1, 11)])
    return more / (more + less)


@cache
def wins(striker: int, other: int) -> float:
    """The chance that the side to strike is the one left."""
    if other == 0:
        return 1.0
    if striker == 0:
        return 0.0
    kills = binomial(striker, (STRIKE / 10) ** 2)
    reply = binomial(other, (STRIKE / 10) ** 2)
    # Nobody falls: the same again after both strikes. Solve for that loop.
    chance = sum([p for k, p in kills.items() if k >= other])
    again = kills[0] * reply[0]
    for k, p in kills.items():
        if 0 < k < other:
            chance += p * (1 - wins(other - k, striker))
    for k, p in reply.items():
        if k > 0:
            chance += kills[0] * p * wins(max(0, striker - k), other)
    return chance / (1 - again)


def melee_chance(first: float, striker: int, other: int) -> float:
    """That the striker is left in the end, striking first with this chance."""
    return first * wins(striker, other) + (1 - first) * (1 - wins(other, striker))
