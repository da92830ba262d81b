"""Exact odds, from the same numbers the dice are rolled against."""

from __future__ import annotations

from functools import cache
from itertools import product

from bocage.kernel.act import is_point
from bocage.kernel.decision import Decision
from bocage.kernel.forecast import Forecast, Odds, plus
from bocage.kernel.tally import Tally
from bocage.systems.disposable.model.tables import MANOEUVRE
from bocage.systems.disposable.rules import kinds
from bocage.systems.disposable.rules.accuracy import (
    ACC,
    AIMED,
    AT_EVADER,
    INDIRECT,
    INSIDE,
    NEVER,
    SNAP,
    Shot,
    is_hit,
)
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.armour import lobbed, penetrates, shots_at_vehicle
from bocage.systems.disposable.rules.casualties import Casualties, blast_dice, rolled_apart
from bocage.systems.disposable.rules.choosing import PickFirers
from bocage.systems.disposable.rules.closecombat import (
    STRIKE,
    Charge,
    charge_tally,
    check_needed,
    grenades_used,
    initiative_needs_dice,
)
from bocage.systems.disposable.rules.guts import guts_tally, passes
from bocage.systems.disposable.rules.movement import max_firing
from bocage.systems.disposable.rules.rally import may_rally, rally_tally
from bocage.systems.disposable.rules.retreat import evade
from bocage.systems.disposable.rules.shooting import Shooting, armour_number, can_fire, occupants, volley
from bocage.systems.disposable.rules.snap import SnapWindow
from bocage.systems.disposable.rules.snipers import spot_tally, spots
from bocage.systems.disposable.rules.wounds import enclosing
from bocage.systems.disposable.state import STEADY, DisposableState, Unit


def forecast(state: DisposableState, decision: Decision, option: int) -> Forecast | None:
    top = state.stack[-1]
    kind = decision.kind
    if is_point(option):
        return None
    if kind == kinds.ACTIVATE:
        return rally_forecast(state, state.units[option])
    if kind == kinds.STEP and isinstance(top, Activation):
        return step_forecast(state, top, option)
    if kind == kinds.SNAP and isinstance(top, SnapWindow) and option != kinds.DECLINE:
        throwers = kinds.SINGLED if kinds.block(option) == kinds.MARK else 0
        unit = state.units[kinds.inner(option)]
        return shooting_forecast(state, unit, state.units[top.mover], MANOEUVRE, SNAP, throwers)
    if kind == kinds.RESPONSE and isinstance(top, Charge):
        return response_forecast(state, top, option)
    if kind == kinds.FIRER and isinstance(top, PickFirers):
        return firer_forecast(state, top, option)
    if kind == kinds.CASUALTY and isinstance(top, Casualties):
        return last_casualty_forecast(state, top, option)
    return None


def step_forecast(state: DisposableState, top: Activation, option: int) -> Forecast | None:
    unit = state.units[top.unit]
    verb = kinds.block(option)
    which = kinds.inner(option)
    if verb == kinds.FIRE:
        return fire_forecast(state, unit, state.units[which], top.mode, AIMED, 0)
    if verb == kinds.GRENADE:
        return fire_forecast(state, unit, state.units[which // 8], top.mode, AIMED, which % 8)
    if verb == kinds.MARK:
        return shooting_forecast(state, unit, state.units[which], top.mode, AIMED, kinds.SINGLED)
    if verb == kinds.INDIRECT:
        return fire_forecast(state, unit, state.units[which], top.mode, INDIRECT, 0)
    if verb == kinds.INSIDE:
        return shooting_forecast(state, unit, occupants(state, state.units[which]), top.mode, INSIDE, 0)
    if verb == kinds.SPOT:
        return spot_forecast(state, unit, state.units[which])
    if verb == kinds.CHARGE and check_needed(state.units[which]):
        return check_forecast("dh.cc.guts.1", charge_tally(state, unit, state.units[which], True), "charge")
    return None


def fire_forecast(state: DisposableState, unit: Unit, target: Unit, mode: int, how: int, throwers: int) -> Forecast:
    if state.vehicle(target) is not None:
        return vehicle_forecast(state, unit, target, mode, how, throwers)
    return shooting_forecast(state, unit, target, mode, how, throwers)


def spot_forecast(state: DisposableState, unit: Unit, target: Unit) -> Forecast:
    tally = spot_tally(state, unit, target, True)
    found = Forecast("dh.spot.1", tally, f"≤ {tally.total}")
    chance = sum(spots(roll, tally.total) for roll in range(1, 11)) / 10
    found.put("spot", "passed", chance)
    found.put("spot", "failed", 1 - chance)
    return found


def vehicle_forecast(state: DisposableState, unit: Unit, target: Unit, mode: int, how: int, throwers: int) -> Forecast:
    """Hits, and how many of them go through."""
    vehicle = state.vehicle(target)
    assert vehicle is not None
    shots = shots_at_vehicle(state, unit, target, mode, how, throwers, True)
    need = f"≤ {max(1, min(9, shots[0].need))}" if shots else ""
    found = Forecast("dh.core.veh.hit", shots[0].tally if shots else None, need)
    hits: Odds = {0: 1.0}
    through: Odds = {0: 1.0}
    for shot in shots:
        p = sum(is_hit(roll, shot.need) for roll in range(1, 11)) / 10
        number = armour_number(state, shot.figure, shot.weapon, target)
        q = 1.0
        if not lobbed(shot, vehicle, how):
            q = sum(penetrates(roll, number, shot.weapon.flame) for roll in range(1, 11)) / 10
        hits = plus(hits, binomial(shot.dice, p))
        through = plus(through, binomial(shot.dice, p * q))
    for n, p in hits.items():
        found.put("hits", str(n), p)
    for n, p in through.items():
        found.put("penetrations", str(n), p)
    return found


def firer_forecast(state: DisposableState, top: PickFirers, option: int) -> Forecast | None:
    """Odds where this choice is the last one."""
    unit = state.units[top.unit]
    chosen = top.chosen
    if option != kinds.ENOUGH:
        chosen = [*chosen, option]
        if len(chosen) < max_firing(len(unit.figures)):
            twin = top.copy()
            twin.chosen = chosen
            if twin.able(state, unit):
                return None
    return shooting_forecast(state, unit, state.units[top.target], top.mode, AIMED, 0, chosen)


def check_forecast(rule: str, tally: Tally, subject: str) -> Forecast:
    """A d10 against a Guts number."""
    found = Forecast(rule, tally, f"≤ {tally.total}")
    chance = sum(passes(roll, tally.total) for roll in range(1, 11)) / 10
    found.put(subject, "passed", chance)
    found.put(subject, "failed", 1 - chance)
    return found


def rally_forecast(state: DisposableState, unit: Unit) -> Forecast | None:
    if unit.status == STEADY or not may_rally(state, unit):
        return None
    return check_forecast("dh.core.rally.attempt", rally_tally(state, unit, True), "rally")


def last_casualty_forecast(state: DisposableState, top: Casualties, figure: int) -> Forecast | None:
    """After the last casualty the unit's check follows at once; shared casualties mean two checks, without odds."""
    below = state.stack[-2]
    if not isinstance(below, Shooting) or below.spared or top.ones + top.common + top.free != 1:
        return None
    unit = state.units[top.unit]
    if figure not in unit.figures or len(unit.figures) == 1 or state.shared_losses:
        return None
    if below.how == INSIDE or state.figure(figure).weapon.flame:
        return None
    house = enclosing(state, unit)
    if house is not None and house.bunker:
        return None
    twin = state.clone()
    hit = twin.units[top.unit]
    twin.remove(hit, figure)
    losses = below.before - len(hit.figures) + state.attached
    tally = guts_tally(twin, hit, losses, below.mm, twin.units[below.shooter], True)
    return check_forecast("dh.guts.base.1", tally, "guts")


# Shooting


def hit_chance(state: DisposableState, shot: Shot, bunker: bool) -> float:
    if shot.need == NEVER:
        return 0.0
    if bunker and not shot.weapon.flame:
        return sum(is_hit(roll, shot.second) for roll in range(1, 11)) / 100
    chance = sum(is_hit(roll, shot.need) for roll in range(1, 11)) / 10
    return chance * ACC / 10 if state.confirm and shot.need <= 0 else chance


@cache
def binomial(n: int, p: float) -> Odds:
    odds: Odds = {0: 1.0}
    for _ in range(n):
        odds = plus(odds, {0: 1 - p, 1: p})
    return odds


def shooting_forecast(
    state: DisposableState, unit: Unit, target: Unit, mode: int, how: int, throwers: int,
    chosen: list[int] | None = None,
) -> Forecast:  # fmt: skip
    shots = volley(state, unit, target, mode, how, throwers, True, chosen)
    rule = ("dh.fire.acc.1", "dh.snap.2", "dh.cc.evade.4", "dh.indirect.acc.1", "dh.core.veh.open")[how]
    need = ""
    if shots and shots[0].need != NEVER:
        need = f"≤ {max(1, min(9, shots[0].need))}"
    found = Forecast(rule, shots[0].tally if shots else None, need)
    fill(found, state, target, shots)
    return found


def fill(found: Forecast, state: DisposableState, target: Unit, shots: list[Shot]) -> None:
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
    for n, p in hits.items():
        found.put("hits", str(n), p)
    for n, p in total.items():
        found.put("casualties", str(min(n, len(target.figures))), p)


def blast_odds(state: DisposableState, target: Unit, bursts: dict[int, Odds]) -> Odds:
    """Casualties of all blasts, by their AP: grenades, shells and flames may come together."""
    apart = sum(rolled_apart(state, f) for f in target.figures)
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


def response_forecast(state: DisposableState, top: Charge, option: int) -> Forecast | None:
    unit = state.units[top.unit]
    target = state.units[top.target]
    if option in (kinds.SNAP_FIRE, kinds.SNAP_MARK):
        return shooting_forecast(state, target, unit, MANOEUVRE, SNAP, 0)
    if option == kinds.EVADE:
        twin = state.clone()
        runner = twin.units[top.target]
        evade(twin, runner, twin.units[top.unit])
        if not can_fire(twin, twin.units[top.unit], runner, MANOEUVRE, AT_EVADER):
            return None
        return shooting_forecast(twin, twin.units[top.unit], runner, MANOEUVRE, AT_EVADER, 0)
    return melee_forecast(state, unit, target, len(unit.figures) < top.strength)


def melee_forecast(state: DisposableState, unit: Unit, target: Unit, shot_up: bool) -> Forecast:
    """Asked for by the one who is charged: the chance that he wins."""
    found = Forecast("dh.melee.init.1", None)
    attacker_last = unit.status != STEADY or shot_up
    defender_last = target.status != STEADY
    a, d = len(unit.figures), len(target.figures)
    first = 1.0 if defender_last else 0.0
    if initiative_needs_dice(attacker_last, defender_last):
        lead = a + grenades_used(state, unit) - d - grenades_used(state, target)
        first = strikes_first(lead)
    chance = first * wins(a, d) + (1 - first) * (1 - wins(d, a))
    found.put("stand", "succeeds", 1 - chance)
    found.put("stand", "fails", chance)
    return found


def strikes_first(lead: int) -> float:
    """The chance that a d10 plus the lead beats another d10, ties rolled again."""
    more = sum(x + lead > y for x in range(1, 11) for y in range(1, 11))
    less = sum(x + lead < y for x in range(1, 11) for y in range(1, 11))
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
    chance = sum(p for k, p in kills.items() if k >= other)
    again = kills[0] * reply[0]
    for k, p in kills.items():
        if 0 < k < other:
            chance += p * (1 - wins(other - k, striker))
    for k, p in reply.items():
        if k > 0:
            chance += kills[0] * p * wins(max(0, striker - k), other)
    return chance / (1 - again)
