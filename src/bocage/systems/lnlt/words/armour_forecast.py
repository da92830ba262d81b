"""Odds of shots, machine guns, close assaults, crews and artillery, from the tallies that the procedures use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.kernel.forecast import D6, TWO_D6, Forecast, Odds, at_most, negated, plus, shifted
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.lnlt.model.vehicles import (
    EMPLACED,
    NONE,
    VEHICLE_IDS,
    Vehicle,
)
from bocage.systems.lnlt.rules.air import AIM, AIRFRAME, SHOT_DOWN, AirStrike, flak_fp, gunners
from bocage.systems.lnlt.rules.airborne import GLIDER_MORALE, GliderLanding, how_it_lands, landing_tally
from bocage.systems.lnlt.rules.artillery import FireMission, barrage_on, drift, hex_cover, top_armour
from bocage.systems.lnlt.rules.close_assault import (
    COMING,
    CloseAssault,
    assault_armour,
    assault_tally,
    entry_tally,
    is_fearless,
)
from bocage.systems.lnlt.rules.crews import VehicleRally, VehicleSpots, vehicle_rally_morale, vehicle_rally_tally
from bocage.systems.lnlt.rules.driving import Driving, overrun_cover, overrun_tally
from bocage.systems.lnlt.rules.fire_cards import goes_astray
from bocage.systems.lnlt.rules.firepower import has_mortar
from bocage.systems.lnlt.rules.guns import MortarFire
from bocage.systems.lnlt.rules.light_mortar import LobMortar, lob_cover, lob_tally, mortar_of
from bocage.systems.lnlt.rules.ordnance import (
    OrdnanceShot,
    armour_at,
    aspect,
    cover_tally,
    firer_hex,
    hits,
    is_turret_hit,
)
from bocage.systems.lnlt.rules.sighting import spotting_number, spotting_succeeds
from bocage.systems.lnlt.rules.snipers import PiercingShot
from bocage.systems.lnlt.rules.vehicle_fire import FireAtVehicle, FireOnVehicle, MachineGunFire, is_soft, vehicle_cover
from bocage.systems.lnlt.rules.wrecks import VEHICLE_FATES, vehicle_damage_tally, vehicle_fate
from bocage.systems.lnlt.state import GONE, LnltState

DIFFERENCES: Odds = plus(D6, negated(D6))
HIGHER_OF_TWO: Odds = {die: (2 * die - 1) / 36 for die in range(1, 7)}


def of(state: LnltState, top: Procedure[LnltState]) -> Forecast | None:
    """None where this file has nothing to say."""
    for kind, odds in FORECASTS:
        if isinstance(top, kind):
            return odds(state, top)
    return None


def subject(vehicle: Vehicle) -> str:
    return f"unit:{VEHICLE_IDS + vehicle.id}"


# ---- guns


def of_shot(state: LnltState, shot: OrdnanceShot) -> Forecast:
    tally = shot.tally(state)
    need = shot.need(state)
    found = Forecast("lnlt.core.armour.4.2", tally, f"≤ {need - tally.total}")
    # An Ace Gunner's die comes first: two off the roll, or this shot as it is and another one.
    edges = (0, -2) if state.skilled and shot.awaits_ace(state) else (0,)
    for edge in edges:
        for natural, p in TWO_D6.items():
            put_shot(found, state, shot, natural, hits(natural, tally.total + edge, need), p / len(edges))
    return found


def put_shot(found: Forecast, state: LnltState, shot: OrdnanceShot, natural: int, hit: bool, p: float) -> None:
    found.put("shot", "hit" if hit else "miss", p)
    vehicle = state.vehicles[shot.target - VEHICLE_IDS] if shot.target >= VEHICLE_IDS else None
    if vehicle is None:
        return
    if hit:
        put_hit(found, state, shot, vehicle, natural, p)
    else:
        found.put(subject(vehicle), "unhurt", p)


def put_hit(found: Forecast, state: LnltState, shot: OrdnanceShot, vehicle: Vehicle, natural: int, p: float) -> None:
    turret = is_turret_hit(state, vehicle, natural, firer_hex(state, shot.firer))
    if natural == 2 and state.edition.natural_two == 0 and vehicle.type.armoured:
        put_check(found, vehicle, 0, p)
        return
    if vehicle.flags & EMPLACED and not turret:
        found.put(subject(vehicle), "unhurt", p)
        return
    armour = armour_at(vehicle, turret, aspect(state, vehicle, turret, firer_hex(state, shot.firer)))
    if armour == NONE:
        found.put(subject(vehicle), "destroyed", p)
        return
    for difference, q in shifted(DIFFERENCES, shot.penetration_tally(state).total - armour).items():
        if difference > 0:
            found.put(subject(vehicle), "destroyed", p * q)
        else:
            put_check(found, vehicle, -difference, p * q)


def put_check(found: Forecast, vehicle: Vehicle, bonus: int, p: float) -> None:
    passed = at_most(TWO_D6, vehicle.morale() + bonus)
    if passed:
        found.put(subject(vehicle), "unhurt", p * passed)
    if passed < 1:
        found.put(subject(vehicle), "shaken", p * (1 - passed))


# ---- small arms and machine guns


def of_small_arms(state: LnltState, attack: FireOnVehicle) -> Forecast | None:
    """None for shots that have gone astray: they are fired at men."""
    if attack.astray:
        return None
    tally = attack.tally(state)
    vehicle = state.vehicles[attack.vehicle]
    if not isinstance(attack, FireAtVehicle):
        cover = cover_tally(state, attack.origin, attack.target, False).total
        found = Forecast("lnlt.core.armour.6.3", tally, against(tally.total, cover))
        put_men(found, tally.total - cover, spray_dice(found, state, attack))
        return found
    soft = attack.goes_through(state)
    cover = vehicle_cover(state, vehicle, attack.origin, soft).total
    found = Forecast("lnlt.core.armour.5.8", tally, against(tally.total, cover))
    dice = spray_dice(found, state, attack)
    put_vehicle(found, state, vehicle, attack.origin, tally.total - cover, soft, dice)
    return found


def spray_dice(found: Forecast, state: LnltState, attack: FireOnVehicle) -> Odds:
    """The attack die, without the 1 that goes astray (lnlt.hid.skill.friendly-fire.b)."""
    dice = HIGHER_OF_TWO if has_mortar(attack.weapons(state)) else D6
    if not state.skilled or not goes_astray(state, attack.firers, 1):
        return dice
    found.put("attack", "astray", dice[1])
    if isinstance(attack, FireAtVehicle):
        found.put(subject(state.vehicles[attack.vehicle]), "unhurt", dice[1])
    return {die: p for die, p in dice.items() if die > 1}


def of_piercing(state: LnltState, shot: PiercingShot) -> Forecast:
    tally = shot.tally(state)
    vehicle = state.vehicles[shot.vehicle]
    origin = state.units[shot.unit].hex
    cover = vehicle_cover(state, vehicle, origin, True).total
    found = Forecast("lnlt.hid.skill.armor-piercer.c", tally, against(tally.total, cover))
    put_vehicle(found, state, vehicle, origin, tally.total - cover, True)
    return found


def put_vehicle(
    found: Forecast, state: LnltState, vehicle: Vehicle, origin: int, edge: int, soft: bool = False, dice: Odds = D6
) -> None:
    armoured = not soft and not is_soft(state, vehicle, origin)
    for difference, p in shifted(plus(dice, negated(D6)), edge).items():
        found.put("attack", "hit" if difference > 0 else "no-effect", p)
        put_damage(found, state, vehicle, difference, p, armoured)


def put_damage(found: Forecast, state: LnltState, vehicle: Vehicle, difference: int, p: float, armoured: bool) -> None:
    if difference <= 0:
        found.put(subject(vehicle), "unhurt", p)
        return
    total = vehicle_damage_tally(state, vehicle, difference).total
    for die, q in D6.items():
        found.put(subject(vehicle), VEHICLE_FATES[vehicle_fate(armoured, vehicle.morale(), total + die)], p * q)


def of_machine_guns(state: LnltState, fire: MachineGunFire) -> Forecast:
    tally = fire.tally(state)
    vehicle = state.vehicles[fire.vehicle]
    if fire.target >= 0 and not fire.at_riders:
        target = state.vehicles[fire.target]
        cover = vehicle_cover(state, target, vehicle.hex).total
        found = Forecast("lnlt.core.armour.5.8", tally, against(tally.total, cover))
        put_vehicle(found, state, target, vehicle.hex, tally.total - cover)
        return found
    rule = "lnlt.core.armour.6.3" if fire.at_riders else "lnlt.core.armour.5.5"
    return attack_on_men(rule, tally, fire.cover(state).total, D6)


def against(attack: int, defence: int) -> str:
    return f"{attack:+d} / {defence:+d}"


def attack_on_men(rule: str, tally: Tally, cover: int, dice: Odds) -> Forecast:
    """Whether they are hit at all; what becomes of each is for their Damage Checks."""
    found = Forecast(rule, tally, against(tally.total, cover))
    put_men(found, tally.total - cover, dice)
    return found


def put_men(found: Forecast, edge: int, dice: Odds) -> None:
    for difference, p in shifted(plus(dice, negated(D6)), edge).items():
        found.put("attack", "hit" if difference > 0 else "no-effect", p)


def of_overrun(state: LnltState, drive: Driving) -> Forecast | None:
    vehicle = state.vehicles[drive.vehicle]
    if not drive.overrun or barrage_on(state, vehicle.hex) is not None:
        return None  # the shells come first, whomever it has overrun on its way
    cover = overrun_cover(state, vehicle.hex).total
    return attack_on_men("lnlt.core.armour.5.9", overrun_tally(state, vehicle), cover, D6)


# ---- mortars


def of_mortar(state: LnltState, fire: MortarFire) -> Forecast | None:
    """The same attack die strikes men and vehicles; each defends for itself."""
    tally = fire.tally(state)
    enemy = 1 - fire.seat
    men = state.stacks[enemy][fire.hex]
    found = Forecast("lnlt.core.armour.8.1", tally, f"{tally.total:+d}")
    if men:
        cover = hex_cover(state, fire.hex, True).total
        found = attack_on_men("lnlt.core.armour.8.1", tally, cover, HIGHER_OF_TWO)
    for vehicle in state.manned_at(enemy, fire.hex):
        edge = tally.total - hex_cover(state, fire.hex, False).total - top_armour(vehicle)
        for difference, p in shifted(plus(HIGHER_OF_TWO, negated(D6)), edge).items():
            put_damage(found, state, vehicle, difference, p, vehicle.type.armoured)
    return found


def of_lob(state: LnltState, lob: LobMortar) -> Forecast | None:
    crew = state.units[lob.unit]
    weapon = mortar_of(state, crew)
    if weapon is None:
        return None
    tally = lob_tally(state, crew, weapon, lob.target)
    cover = lob_cover(state, crew, lob.target)
    return attack_on_men(lob.rule, tally, cover, HIGHER_OF_TWO)


# ---- gliders


def of_glider(state: LnltState, landing: GliderLanding) -> Forecast | None:
    """How the next glider comes down."""
    number = landing.step - 2
    if not 0 <= number < len(landing.hexes):
        return None
    tally = landing_tally(state, landing.seat, landing.hexes[number], landing.heading)
    found = Forecast("lnlt.hon.23.1c", tally, f"≤ {GLIDER_MORALE - tally.total}")
    for natural, p in TWO_D6.items():
        found.put("glider", how_it_lands(natural + tally.total), p)
    return found


# ---- crews


def of_rally(state: LnltState, attempt: VehicleRally) -> Forecast:
    vehicle = state.vehicles[attempt.vehicle]
    tally = vehicle_rally_tally(state, vehicle)
    need = vehicle_rally_morale(state, vehicle) - tally.total
    found = Forecast("lnlt.core.armour.5.7", tally, f"≤ {need}")
    chance = at_most(TWO_D6, need)
    found.put(subject(vehicle), "rallied", chance)
    found.put(subject(vehicle), "shaken", 1 - chance)
    return found


def of_spotting(state: LnltState, attempt: VehicleSpots) -> Forecast:
    tally = attempt.tally(state)
    number = spotting_number(state, state.vehicles[attempt.vehicle].hex, attempt.hex)
    found = Forecast("lnlt.core.armour.5.12", tally, f"≤ {number - tally.total}")
    put_spotting(found, state, tally.total, number)
    return found


def put_spotting(found: Forecast, state: LnltState, modifier: int, number: int) -> None:
    chance = sum(p for die, p in D6.items() if spotting_succeeds(state, die, modifier, number))
    found.put("spot", "spotted", chance)
    found.put("spot", "unseen", 1 - chance)


# ---- close assault


def of_nerve(state: LnltState, assault: CloseAssault) -> Forecast:
    first = state.units[assault.waiting[0]]
    found = Forecast("lnlt.core.armour.7.1", entry_tally(state, first, assault.waiting))
    for number in assault.waiting:
        unit = state.units[number]
        if is_fearless(state, unit, assault.hex, assault.seat):
            continue
        chance = at_most(TWO_D6, unit.morale() - entry_tally(state, unit, assault.waiting).total)
        found.put(f"unit:{number}", "goes-in", chance)
        found.put(f"unit:{number}", "stays", 1 - chance)
    return found


def of_close_assault(state: LnltState, assault: CloseAssault) -> Forecast | None:
    if assault.waiting:
        return of_nerve(state, assault)
    if assault.step == COMING or assault.target == GONE:
        return None
    vehicle = state.vehicles[assault.target]
    tally = assault_tally(state, assault.attackers, assault.used)
    armour = assault_armour(vehicle)
    found = Forecast("lnlt.core.armour.7.1", tally, against(tally.total, armour))
    for difference, p in shifted(DIFFERENCES, tally.total - armour).items():
        found.put(subject(vehicle), "destroyed" if difference > 0 else "unhurt", p)
    return found


# ---- artillery and aircraft


def of_sortie(state: LnltState, strike: AirStrike) -> Forecast:
    """Each gunner in turn may end it; bombs that drift by nothing are on target."""
    found = Forecast("lnlt.core.armour.9", Tally(True), f"≤ {AIM}")
    through = 1.0
    for number in gunners(state, 1 - strike.seat, strike.hex):
        fp = flak_fp(state, state.units[number], strike.hex)
        odds = shifted(DIFFERENCES, fp - AIRFRAME)
        down = sum(p for edge, p in odds.items() if edge >= SHOT_DOWN)
        off = sum(p for edge, p in odds.items() if 0 < edge < SHOT_DOWN)
        if down:
            found.put("sortie", "shot-down", through * down)
        if off:
            found.put("sortie", "driven-off", through * off)
        through *= 1 - down - off
    astray = 0.0
    if not strike.strafing:
        astray = (1 - at_most(TWO_D6, AIM)) * sum(p for die, p in D6.items() if drift(die, 0))
    found.put("sortie", "on-target", through * (1 - astray))
    if astray:
        found.put("sortie", "drifts", through * astray)
    return found


def of_drift(state: LnltState, mission: FireMission) -> Forecast | None:
    if mission.step != 3:
        return None
    found = Forecast("lnlt.core.armour.8.2", Tally(True))
    for die, p in D6.items():
        found.put("drift", str(drift(die, mission.leadership(state))), p)
    return found


FORECASTS: tuple[tuple[type[Procedure[LnltState]], Callable[[LnltState, Any], Forecast | None]], ...] = (
    (OrdnanceShot, of_shot),
    (FireOnVehicle, of_small_arms),
    (AirStrike, of_sortie),
    (PiercingShot, of_piercing),
    (MachineGunFire, of_machine_guns),
    (VehicleRally, of_rally),
    (VehicleSpots, of_spotting),
    (CloseAssault, of_close_assault),
    (FireMission, of_drift),
    (MortarFire, of_mortar),
    (LobMortar, of_lob),
    (Driving, of_overrun),
    (GliderLanding, of_glider),
)
