"""Attacks, checks and fights of Lock 'n Load Tactical in icepool dice, from tallies and counters.

Each function is one kind of roll, by the clause that its forecast names. Damage Checks are rolled one man after the
other, with whoever is left to lead, in `lnlt_damage`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool

from bocage.kernel.act import first
from bocage.systems.lnlt.model.hull import EMPLACED
from bocage.systems.lnlt.model.kinds import MORTAR
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.vehicles import NONE, VEHICLE_IDS, Vehicle
from bocage.systems.lnlt.rules import air, artillery, close_assault, ordnance, rally, skills, vehicle_fire
from bocage.systems.lnlt.rules.close_assault import CloseAssault
from bocage.systems.lnlt.rules.crews import VehicleRally
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.guns import MortarFire
from bocage.systems.lnlt.rules.machine_guns import MachineGunFire
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.obstacles import Minefield
from bocage.systems.lnlt.rules.rally import FORCED, RallyAttempt
from bocage.systems.lnlt.rules.shots import OrdnanceShot
from bocage.systems.lnlt.rules.smoke_shells import SmokeShell
from bocage.systems.lnlt.rules.snipers import SniperShot
from bocage.systems.lnlt.rules.vehicle_fire import FireAtVehicle
from bocage.systems.lnlt.state import LnltState
from bots.lnlt_damage import unhurt_row, victims_odds
from bots.rolls import D6, HIGHER, TWO_D6, Odds, Shares, check, duel, shares, weigh
from bots.situations import Situation


def odds(situation: Situation) -> Odds:
    state = situation.rolling()
    assert isinstance(state, LnltState)
    return ROLLS[situation.forecast.rule](situation, state)


def numbers(situation: Situation) -> list[int]:
    """The numbers that the player is told to roll."""
    return [int(word) for word in re.findall(r"[+-]?\d+", re.sub(r"\d*d6|\d:\d", "", situation.forecast.need))]


def hit_or_not(edge: Any) -> Shares:
    return shares(edge, lambda by: "hit" if by > 0 else "no-effect")


# ---- one roll against a number


def of_spotting(situation: Situation, state: LnltState) -> Odds:
    """A d6 not above the number; a natural 6 fails where the edition says so."""
    limit = min(numbers(situation)[0], 5) if state.edition.natural_six_fails else numbers(situation)[0]
    return {"spot": check(D6, limit, "spotted", "unseen")}


def of_check(passed: str, failed: str) -> Callable[[Situation, LnltState], Odds]:
    """2d6, not above Morale after the modifiers, of the unit the odds are about."""

    def roll(situation: Situation, state: LnltState) -> Odds:
        (subject,) = situation.forecast.odds
        limit = morale_of(state, subject) - situation.value() + raised(state)
        assert [limit] == numbers(situation)
        return {subject: check(TWO_D6, limit, passed, failed)}

    return roll


def morale_of(state: LnltState, subject: str) -> int:
    number = int(subject.removeprefix("unit:"))
    return state.vehicles[number - VEHICLE_IDS].morale() if number >= VEHICLE_IDS else state.units[number].morale()


def raised(state: LnltState) -> int:
    """One more for the Motherland, one more to Fight or Die."""
    top = state.stack[-1]
    if isinstance(top, VehicleRally):
        tank = state.vehicles[top.vehicle]
        return state.raised[tank.seat] >> tank.hex & 1 if tank.type.nation == "su" else 0
    if not isinstance(top, RallyAttempt):
        return 0
    unit = state.units[top.unit]
    called = bool(state.raised[unit.seat] >> unit.hex & 1 and unit.type.traits & rally.MOTHERLAND)
    return called + (top.kind == FORCED)


def of_pairs(situation: Situation, state: LnltState) -> Odds:
    (subject,) = situation.forecast.odds
    return {subject: shares(D6 - D6, lambda by: "shaken" if by else "rallied")}


def of_withdrawal(situation: Situation, state: LnltState) -> Odds:
    found: Odds = {}
    for subject in situation.forecast.odds:
        unit = state.units[int(subject.removeprefix("unit:"))]
        limit = unit.morale() - rally.morale_tally(state, unit).total
        found[subject] = check(TWO_D6, limit, "withdraws", "stays")
    return found


def of_melee(situation: Situation, state: LnltState) -> Odds:
    (need,) = numbers(situation)
    row = check(TWO_D6, need - 1, "unhurt", "eliminated")
    return dict.fromkeys(situation.forecast.odds, row)


def of_smoke(situation: Situation, state: LnltState) -> Odds:
    top = state.stack[-1]
    return {"smoke": check(D6, state.units[top.unit].type.smoke, "laid", "fails")}  # type: ignore[attr-defined]


def of_starshell(situation: Situation, state: LnltState) -> Odds:
    top = state.stack[-1]
    return {"starshell": check(D6, state.units[top.unit].type.starshell, "lit", "fails")}  # type: ignore[attr-defined]


def of_ambush(situation: Situation, state: LnltState) -> Odds:
    return {"ambush": shares(D6 % 2, lambda odd: "fails" if odd else "sprung")}


def of_glider(situation: Situation, state: LnltState) -> Odds:
    """Past Morale, from twice, from three times Morale."""
    ends = ("lands", "strays", "breaks-up", "is-lost")
    morale = numbers(situation)[0] + situation.value()
    return {"glider": shares(TWO_D6 + situation.value(), lambda n: ends[0 if n <= morale else min(3, n // morale)])}


def of_drift(situation: Situation, state: LnltState) -> Odds:
    top = state.stack[-1]
    assert isinstance(top, artillery.FireMission)
    led = top.leadership(state)
    return {"drift": shares(D6, lambda die: str(max(0, die - led) // 2))}


# ---- attacks on men


def of_fire(situation: Situation, state: LnltState) -> Odds:
    attack = state.stack[-1]
    assert isinstance(attack, FireAttack)
    power, cover = numbers(situation)
    assert power == situation.value() == attack.tally(state).total
    astray, die = off_target(state, attack)
    edge = duel(die, power, cover)
    wasted: Odds = {"attack": {"astray": Fraction(1)}, "diff": {"0": Fraction(1)}, **unhurt_row(attack.victims)}
    aimed: Odds = {"attack": hit_or_not(edge), "diff": shares(edge, lambda by: str(max(0, by)))}
    aimed.update(victims_odds(state, attack.victims, edge))
    return {subject: weigh([(1 - astray, aimed[subject]), (astray, wasted[subject])]) for subject in aimed}


def off_target(state: LnltState, attack: FireAttack) -> tuple[Fraction, Any]:
    """How often a natural 1 turns on friends (lnlt.hid.skill.friendly-fire.b), and the die where it does not: with a
    mortar the higher of two (lnlt.hon.1.6.4h)."""
    die = HIGHER if any(weapon.type.kind == MORTAR for weapon in attack.weapons(state)) else D6
    holders = [state.units[first(element)] for element in attack.firers]
    if attack.astray or not any(skills.has(unit, skills.FRIENDLY_FIRE) for unit in holders):
        return Fraction(0), die
    return Fraction(die.probability(1)), die.reroll([1], depth="inf")


def of_sniper(situation: Situation, state: LnltState) -> Odds:
    """2d6; one of the hex, each as likely as the other, is hit."""
    shot = state.stack[-1]
    assert isinstance(shot, SniperShot)
    power, cover = numbers(situation)
    assert power == situation.value()
    edge = duel(TWO_D6, power, cover)
    found: Odds = {"attack": hit_or_not(edge), "diff": shares(edge, lambda by: str(max(0, by)))}
    share = Fraction(1, len(shot.victims))
    for number in shot.victims:
        alone = victims_odds(on_foot(state, number), [number], edge)[f"unit:{number}"]
        found[f"unit:{number}"] = weigh([(share, alone), (1 - share, {"unhurt": Fraction(1)})])
    return found


def on_foot(state: LnltState, number: int) -> LnltState:
    """Who rides checks as a man of the hex, beside those who ride with him."""
    for vehicle in state.vehicles:
        if number in vehicle.passengers:
            twin = state.clone()
            for rider in vehicle.passengers:
                twin.enter(twin.units[rider], vehicle.hex)
            return twin
    return state


def of_attack(situation: Situation, state: LnltState) -> Odds:
    """Whether anybody is hit at all: a d6 with firepower against a d6 with cover."""
    power, cover = numbers(situation)
    assert power == situation.value()
    return {"attack": hit_or_not(duel(D6, power, cover))}


def of_mortar_attack(situation: Situation, state: LnltState) -> Odds:
    power, cover = numbers(situation)
    return {"attack": hit_or_not(duel(HIGHER, power, cover))}


def of_mines(situation: Situation, state: LnltState) -> Odds:
    field = state.stack[-1]
    assert isinstance(field, Minefield)
    power, armour = numbers(situation)
    edge = duel(D6, power, armour)
    attack = {"attack": hit_or_not(edge)}
    if field.vehicle != NONE:  # those aboard are asked for afterwards
        return attack
    return {**attack, **victims_odds(state, [n for n in field.movers if state.units[n].hex == field.hex], edge)}


# ---- ordnance


def of_shot(situation: Situation, state: LnltState) -> Odds:
    """2d6 not above the number: a natural 2 hits, a natural 12 misses. Where it strikes depends on the dice too."""
    shot = state.stack[-1]
    assert isinstance(shot, OrdnanceShot)
    assert shot.tally(state).total == situation.value()
    limit = shot.need(state) - situation.value()
    ace = state.skilled and shot.awaits_ace(state)
    rows = [one_shot(state, shot, limit + easier) for easier in ((0, 2) if ace else (0,))]
    return {subject: weigh([(Fraction(1, len(rows)), row[subject]) for row in rows]) for subject in rows[0]}


def one_shot(state: LnltState, shot: OrdnanceShot, limit: int) -> Odds:
    hits = TWO_D6.map(lambda n: n == 2 or (n != 12 and n <= limit))
    found: Odds = {"shot": shares(hits, lambda hit: "hit" if hit else "miss")}
    if shot.target < VEHICLE_IDS:
        return found
    vehicle = state.vehicles[shot.target - VEHICLE_IDS]
    parts = []
    for natural in TWO_D6:
        weight = Fraction(TWO_D6.probability(natural))
        hit = natural == 2 or (natural != 12 and natural <= limit)
        parts.append((weight, struck(state, shot, vehicle, natural) if hit else {"unhurt": Fraction(1)}))
    found[f"unit:{shot.target}"] = weigh(parts)
    return found


def struck(state: LnltState, shot: OrdnanceShot, vehicle: Vehicle, natural: int) -> Shares:
    """Even numbers find the turret, odd ones and a 2 the hull; armour that holds leaves a check with what was left."""
    origin = ordnance.firer_hex(state, shot.firer)
    turret = bool(vehicle.type.turret) and natural > 2 and natural % 2 == 0
    if natural == 2 and vehicle.type.turret and state.edition.natural_two == 2:
        turret = plate(state, vehicle, True, origin) < plate(state, vehicle, False, origin)
    if vehicle.flags & EMPLACED and not turret:
        return {"unhurt": Fraction(1)}
    if natural == 2 and vehicle.type.armoured and state.edition.natural_two == 0:
        return check(TWO_D6, vehicle.morale(), "unhurt", "shaken")
    armour = plate(state, vehicle, turret, origin)
    if armour == NONE:
        return {"destroyed": Fraction(1)}
    edge = duel(D6, shot.penetration_tally(state).total, armour)
    parts = []
    for by in edge:
        held = check(TWO_D6, vehicle.morale() - by, "unhurt", "shaken") if by <= 0 else {"destroyed": Fraction(1)}
        parts.append((Fraction(edge.probability(by)), held))
    return weigh(parts)


def plate(state: LnltState, vehicle: Vehicle, turret: bool, origin: int) -> int:
    return ordnance.armour_at(vehicle, turret, ordnance.aspect(state, vehicle, turret, origin))


def of_smoke_shell(situation: Situation, state: LnltState) -> Odds:
    shell = state.stack[-1]
    assert isinstance(shell, SmokeShell)
    gun = ordnance.ordnance_of(state, shell.firer, shell.weapon)
    away = state.board.grid.distances[ordnance.firer_hex(state, shell.firer)][shell.hex]
    limit = gun.needs[gun.band(away)] - shell.tally(state).total
    hits = TWO_D6.map(lambda n: n == 2 or (n != 12 and n <= limit))
    return {"smoke": shares(hits, lambda hit: "laid" if hit else "fails")}


# ---- at vehicles


def vehicle_row(vehicle: Vehicle, edge: Any, soft: bool) -> Shares:
    """Past Morale Shaken; without armour destroyed at twice Morale, with it abandoned at three times."""
    morale = vehicle.morale()

    def fate(total: int) -> str:
        if total <= morale:
            return "unhurt"
        if soft:
            return "destroyed" if total >= 2 * morale else "shaken"
        return "abandoned" if total >= 3 * morale else "shaken"

    help_ = vehicle.leader.lm if vehicle.leader is not None else 0
    parts = []
    for by, p in zip(edge.outcomes(), edge.probabilities(), strict=True):
        parts.append((Fraction(p), shares(D6 + by - help_, fate) if by > 0 else {"unhurt": Fraction(1)}))
    return weigh(parts)


def of_spray(situation: Situation, state: LnltState) -> Odds:
    """Small arms and machine guns against what is open or soft."""
    top = state.stack[-1]
    power, cover = numbers(situation)
    assert power == situation.value()
    astray, die = Fraction(0), D6
    if isinstance(top, FireAtVehicle):
        vehicle, origin, soft = state.vehicles[top.vehicle], top.origin, top.goes_through(state)
        astray, die = off_target(state, top)
    else:
        assert isinstance(top, MachineGunFire)
        vehicle, origin, soft = state.vehicles[top.target], state.vehicles[top.vehicle].hex, False
    soft = soft or vehicle_fire.is_soft(state, vehicle, origin)
    edge = duel(die, power, cover)
    row = weigh([(astray, {"unhurt": Fraction(1)}), (1 - astray, vehicle_row(vehicle, edge, soft))])
    return {"attack": aimed_or_not(astray, edge), f"unit:{VEHICLE_IDS + vehicle.id}": row}


def of_riders(situation: Situation, state: LnltState) -> Odds:
    """Small arms, or the machine guns of a vehicle, at those who ride on another."""
    top = state.stack[-1]
    power, cover = numbers(situation)
    astray, die = off_target(state, top) if isinstance(top, FireAttack) else (Fraction(0), D6)
    return {"attack": aimed_or_not(astray, duel(die, power, cover))}


def aimed_or_not(astray: Fraction, edge: Any) -> Shares:
    return weigh([(astray, {"astray": Fraction(1)}), (1 - astray, hit_or_not(edge))])


def of_piercing(situation: Situation, state: LnltState) -> Odds:
    power, cover = numbers(situation)
    vehicle = state.vehicles[state.stack[-1].vehicle]  # type: ignore[attr-defined]
    edge = duel(D6, power, cover)
    return {"attack": hit_or_not(edge), f"unit:{VEHICLE_IDS + vehicle.id}": vehicle_row(vehicle, edge, True)}


def of_mortar(situation: Situation, state: LnltState) -> Odds:
    """The higher of two dice strikes men and vehicles alike; each defends for itself."""
    fire = state.stack[-1]
    if not isinstance(fire, MortarFire):
        return of_mortar_attack(situation, state)
    power = situation.value()
    found: Odds = {}
    if state.stacks[1 - fire.seat][fire.hex]:
        found["attack"] = hit_or_not(duel(HIGHER, power, artillery.hex_cover(state, fire.hex, True).total))
    cover = artillery.hex_cover(state, fire.hex, False).total
    for vehicle in state.manned_at(1 - fire.seat, fire.hex):
        roofed = vehicle.type.armoured and not vehicle.type.open_topped
        edge = duel(HIGHER, power, cover + (vehicle.type.lowest if roofed else 0))
        found[f"unit:{VEHICLE_IDS + vehicle.id}"] = vehicle_row(vehicle, edge, not vehicle.type.armoured)
    return found


def of_close_assault(situation: Situation, state: LnltState) -> Odds:
    """First the nerve to go in, each for himself; then one blow."""
    top = state.stack[-1]
    assert isinstance(top, CloseAssault | Movement)
    entering = top.waiting if isinstance(top, CloseAssault) else top.movers
    if entering:
        found: Odds = {}
        for subject in situation.forecast.odds:
            unit: Unit = state.units[int(subject.removeprefix("unit:"))]
            limit = unit.morale() - close_assault.entry_tally(state, unit, entering).total
            found[subject] = check(TWO_D6, limit, "goes-in", "stays")
        return found
    power, armour = numbers(situation)
    assert power == situation.value()
    (subject,) = situation.forecast.odds
    return {subject: shares(duel(D6, power, armour), lambda by: "destroyed" if by > 0 else "unhurt")}


def of_sortie(situation: Situation, state: LnltState) -> Odds:
    """Flak, gun by gun: beaten it turns away, by three it is lost. Bombs fall on target on 7, else half a d6 away."""
    strike = state.stack[-1]
    assert isinstance(strike, air.AirStrike)
    end = icepool.Die(["on-target"])
    if not strike.strafing:
        end = icepool.map(lambda aim, die: "on-target" if aim <= 7 or die // 2 == 0 else "drifts", TWO_D6, D6)
    for number in reversed(air.gunners(state, 1 - strike.seat, strike.hex)):
        edge = duel(D6, air.flak_fp(state, state.units[number], strike.hex), 3)
        end = edge.map(lambda by, then=end: "shot-down" if by >= 3 else "driven-off" if by > 0 else then)
    return {"sortie": shares(end)}


ROLLS: dict[str, Callable[[Situation, LnltState], Odds]] = {
    "lnlt.core.10.1.1": of_spotting,
    "lnlt.core.armour.5.12": of_spotting,
    "lnlt.core.3": of_check("rallied", "shaken"),
    "lnlt.hon.13.3.2a": of_check("rallied", "shaken"),
    "lnlt.hid.13.2.2a": of_check("rallied", "shaken"),
    "lnlt.boh.13.81g": of_check("rallied", "shaken"),
    "lnlt.nosb.11.9b": of_check("rallied", "shaken"),
    "lnlt.hid.skill.la-marseillaise.b": of_check("rallied", "shaken"),
    "lnlt.hon.13.3.1g": of_check("rallied", "shaken"),
    "lnlt.hid.13.2.1b": of_check("rallied", "shaken"),
    "lnlt.hid.13.1.2j": of_check("rallied", "shaken"),
    "lnlt.boh.25.2.fanatic.b": of_check("rallied", "shaken"),
    "lnlt.boh.13.81b": of_check("rallied", "shaken"),
    "lnlt.core.armour.5.7": of_check("rallied", "shaken"),
    "lnlt.core.11.3": of_check("helps", "fails"),
    "lnlt.hid.skill.slayer.d": of_check("goes-on", "fails"),
    "lnlt.hid.skill.coordinated-fire.c": of_check("coordinates", "fails"),
    "lnlt.core.3.1": of_pairs,
    "lnlt.core.8.1": of_withdrawal,
    "lnlt.core.8.0.1": of_melee,
    "lnlt.core.7": of_smoke,
    "lnlt.core.20.2": of_starshell,
    "lnlt.boh.25.2.the-ambush.a": of_ambush,
    "lnlt.hon.23.1c": of_glider,
    "lnlt.core.armour.8.2": of_drift,
    "lnlt.sab.22.3f": lambda situation, state: {"drift": shares(D6, lambda die: str(die // 2))},
    "lnlt.core.5.0": of_fire,
    "lnlt.core.11.4": of_sniper,
    "lnlt.core.armour.6.3": of_riders,
    "lnlt.core.armour.5.9": of_attack,
    "lnlt.core.armour.5.5": of_attack,
    "lnlt.hid.skill.tromblon.f": of_attack,
    "lnlt.hon.1.6.4j": of_mortar_attack,
    "lnlt.core.21": of_mines,
    "lnlt.core.armour.4.2": of_shot,
    "lnlt.core.armour.4.7": of_smoke_shell,
    "lnlt.core.armour.5.8": of_spray,
    "lnlt.hid.skill.armor-piercer.c": of_piercing,
    "lnlt.core.armour.8.1": of_mortar,
    "lnlt.core.armour.7.1": of_close_assault,
    "lnlt.core.armour.9": of_sortie,
}
