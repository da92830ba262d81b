"""What procedures share that foretell their dice: results in words, with how likely each is."""

from __future__ import annotations

from bocage.kernel import D6, TWO_D6, Forecast, Odds, Tally, at_most, negated, plus, shifted
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules.wrecks import VEHICLE_FATES, vehicle_damage_tally, vehicle_fate
from bocage.systems.lnlt.state import LnltState

DIFFERENCES: Odds = plus(D6, negated(D6))
HIGHER_OF_TWO: Odds = {die: (2 * die - 1) / 36 for die in range(1, 7)}
LOWER_OF_TWO: Odds = {die: (13 - 2 * die) / 36 for die in range(1, 7)}


def of_unit(number: int) -> str:
    """The subject of odds about a unit."""
    return f"unit:{number}"


def of_vehicle(vehicle: Vehicle) -> str:
    return f"unit:{VEHICLE_IDS + vehicle.id}"


def duel(dice: Odds, edge: int) -> Odds:
    """By how much these dice and the edge beat another die."""
    return shifted(plus(dice, negated(D6)), edge)


def put_check(found: Forecast, subject: str, need: int, passed: str, failed: str) -> None:
    """Two dice, not above what is needed."""
    chance = at_most(TWO_D6, need)
    found.put(subject, passed, chance)
    found.put(subject, failed, 1 - chance)


# ---- attacks


def against(attack: int, defence: int) -> str:
    return f"{attack:+d} / {defence:+d}"


def foresee_attack(rule: str, tally: Tally, cover: int, dice: Odds = D6) -> Forecast:
    """Whether men are hit at all; what becomes of each is for their Damage Checks."""
    found = Forecast(rule, tally, against(tally.total, cover))
    put_attack(found, tally.total - cover, dice)
    return found


def put_attack(found: Forecast, edge: int, dice: Odds) -> None:
    for difference, p in duel(dice, edge).items():
        found.put("attack", "hit" if difference > 0 else "no-effect", p)


def put_attack_on_vehicle(
    found: Forecast, state: LnltState, vehicle: Vehicle, edge: int, armoured: bool, dice: Odds = D6
) -> None:
    for difference, p in duel(dice, edge).items():
        found.put("attack", "hit" if difference > 0 else "no-effect", p)
        put_vehicle_damage(found, state, vehicle, difference, p, armoured)


def put_vehicle_damage(
    found: Forecast, state: LnltState, vehicle: Vehicle, difference: int, p: float, armoured: bool
) -> None:
    if difference <= 0:
        found.put(of_vehicle(vehicle), "unhurt", p)
        return
    total = vehicle_damage_tally(state, vehicle, difference).total
    for die, q in D6.items():
        found.put(of_vehicle(vehicle), VEHICLE_FATES[vehicle_fate(armoured, vehicle.morale(), total + die)], p * q)
