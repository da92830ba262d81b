"""Exact odds, from the same tallies and tables that the procedures use.

An option is played on a copy that has no dice: the procedure that asks for the first die is then on top of the stack,
with everything chosen, and its odds are worked out.
"""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.dice import DiceExhausted, scripted
from bocage.kernel.enumerate import outcomes
from bocage.kernel.event import Event
from bocage.kernel.forecast import D6, TWO_D6, Forecast, Odds, at_least, at_most, negated, plus, shifted
from bocage.kernel.state import State
from bocage.kernel.tally import Tally
from bocage.systems.lnlt.model.tables import same_force
from bocage.systems.lnlt.rules.cards import SpringAmbush
from bocage.systems.lnlt.rules.coordination import CoordinatedFire
from bocage.systems.lnlt.rules.damage import check_order, fate, keeps_lip_stiff
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import goes_astray
from bocage.systems.lnlt.rules.firepower import defence_tally, has_mortar
from bocage.systems.lnlt.rules.ground import AT_MINES, MINES
from bocage.systems.lnlt.rules.kinds import FATES, FIRERS, NOTHING, UNHURT
from bocage.systems.lnlt.rules.medics import MedicCheck
from bocage.systems.lnlt.rules.melee import COLUMNS, Melee, shifted_column
from bocage.systems.lnlt.rules.night import SendUpStarshell
from bocage.systems.lnlt.rules.obstacles import Minefield, mines_tally
from bocage.systems.lnlt.rules.portage import Repair
from bocage.systems.lnlt.rules.rally import (
    ATTEMPT_RULES,
    BY_PAIRS,
    RallyAttempt,
    morale_tally,
    rally_morale,
    rally_tally,
)
from bocage.systems.lnlt.rules.reaction_cards import SlayerCheck
from bocage.systems.lnlt.rules.sighting import SpottingAttempt, spotting_number, spotting_tally
from bocage.systems.lnlt.rules.smoke import LaySmoke
from bocage.systems.lnlt.rules.smoke_shells import SmokeShell
from bocage.systems.lnlt.rules.snipers import SniperShot
from bocage.systems.lnlt.rules.tromblon import TromblonFire
from bocage.systems.lnlt.rules.withdrawal import Withdrawal
from bocage.systems.lnlt.state import GONE, LnltState, Unit
from bocage.systems.lnlt.words import armour_forecast
from bocage.systems.lnlt.words.damage_forecast import (
    LOWER_OF_TWO,
    put_fates,
)


def about_to_roll(state: LnltState, decision: Decision, option: int) -> LnltState | None:
    """The position in which the first die would be rolled, None if none is."""
    twin = state.clone()
    twin.dice = scripted([])
    twin.recording = True
    try:
        twin.play(decision, option)
    except DiceExhausted:
        return twin
    return None


def rolls_now(state: LnltState, decision: Decision, option: int) -> bool:
    ready = about_to_roll(state, decision, option)
    if ready is None:
        return False
    top = ready.stack[-1]
    return armour_forecast.of(ready, top) is not None or isinstance(top, FORECAST_TYPES)


def forecast(state: LnltState, decision: Decision, option: int) -> Forecast | None:
    ready = about_to_roll(state, decision, option)
    if ready is None:
        return None
    top = ready.stack[-1]
    heavy = armour_forecast.of(ready, top)
    if heavy is not None:
        return heavy
    if isinstance(top, FireAttack):
        return of_fire(ready, top)
    if isinstance(top, SniperShot):
        return of_sniper(ready, top)
    if isinstance(top, SlayerCheck):
        return of_morale(ready, ready.units[top.unit], "lnlt.hid.skill.slayer.d", "goes-on", "fails")
    if isinstance(top, CoordinatedFire):
        rule = "lnlt.hid.skill.coordinated-fire.c"
        return of_morale(ready, ready.units[top.unit], rule, "coordinates", "fails")
    if isinstance(top, TromblonFire):
        return of_grenade(ready, top)
    if isinstance(top, Minefield):
        return of_mines(ready, top)
    if isinstance(top, SpottingAttempt):
        return of_spotting(ready, top)
    if isinstance(top, RallyAttempt):
        return of_rally(ready, top)
    if isinstance(top, MedicCheck):
        return of_morale(ready, ready.units[top.medic], "lnlt.core.11.3", "helps", "fails")
    if isinstance(top, Melee):
        return of_melee(ready, top)
    if isinstance(top, Withdrawal):
        return of_withdrawal(ready, top)
    if isinstance(top, COUNTED):
        return counted(state, decision, option, type(top), top.rule)
    return None


def outlook(state: LnltState, decision: Decision, option: int) -> Forecast | None:
    """An attack whose firers are still to be named: one more takes part as long as that makes it likelier to hit."""
    best: Forecast | None = None
    ahead = begun(state, decision, option)
    while ahead is not None and len(ahead.pending) == 1 and ahead.pending[0].kind == FIRERS:
        ways = [named(ahead, ahead.pending[0], firer) for firer in ahead.pending[0].options]
        found, beyond = max(ways, key=lambda way: hit_chance(way[0]))
        if found is None or hit_chance(found) <= hit_chance(best):
            break
        best, ahead = found, beyond
    return best


def begun(state: LnltState, decision: Decision, option: int) -> LnltState | None:
    """The position after an option that rolls nothing, None if it rolls."""
    twin = state.clone()
    twin.dice = scripted([])
    try:
        twin.play(decision, option)
    except DiceExhausted:
        return None
    return twin


def named(state: LnltState, decision: Decision, option: int) -> tuple[Forecast | None, LnltState | None]:
    """The odds if nobody else takes part after this firer, and the position in which others still may."""
    found = forecast(state, decision, option)
    if found is not None:
        return found, None
    beyond = begun(state, decision, option)
    if beyond is None or not beyond.pending or NOTHING not in beyond.pending[0].options:
        return None, None
    return forecast(beyond, beyond.pending[0], NOTHING), beyond


def hit_chance(found: Forecast | None) -> float:
    return -1.0 if found is None else found.odds.get("attack", {}).get("hit", 0.0)


HIGHER_OF_TWO: Odds = armour_forecast.HIGHER_OF_TWO
COUNTED = (Repair, LaySmoke, SendUpStarshell, SmokeShell, SpringAmbush)
FORECAST_TYPES = (
    FireAttack,
    SniperShot,
    SlayerCheck,
    CoordinatedFire,
    TromblonFire,
    Minefield,
    SpottingAttempt,
    RallyAttempt,
    MedicCheck,
    Melee,
    Withdrawal,
    *COUNTED,
)


def counted(state: LnltState, decision: Decision, option: int, kind: type, rule: str) -> Forecast:
    """Few dice: every run of them is played, and what the events say is counted."""

    def observe(_: object, events: list[Event]) -> str:
        first: dict[str, str] = {}
        for event in events:
            for subject, label in event.outcomes:
                first.setdefault(subject, label)
        return "\n".join(f"{subject}\t{label}" for subject, label in first.items())

    def settled(twin: State) -> bool:
        """It is over, and what rolls now is the end of the turn, with fires that spread."""
        return not any(isinstance(part, kind) for part in twin.stack) and any(event.outcomes for event in twin.events)

    found = Forecast(rule, Tally(True))
    for labels, p in outcomes(state, decision, option, observe, settled=settled).items():
        for line in labels.split("\n"):
            subject, label = line.split("\t")
            found.put(subject, label, p)
    return found


def of_spotting(state: LnltState, attempt: SpottingAttempt) -> Forecast:
    unit = state.units[attempt.unit]
    tally = spotting_tally(state, unit, attempt.hex)
    number = spotting_number(state, state.units[attempt.unit].hex, attempt.hex)
    found = Forecast("lnlt.core.10.1.1", tally, f"≤ {number - tally.total}")
    armour_forecast.put_spotting(found, state, tally.total, number)
    return found


def of_rally(state: LnltState, attempt: RallyAttempt) -> Forecast:
    unit = state.units[attempt.unit]
    rule = ATTEMPT_RULES[attempt.kind]
    if attempt.kind == BY_PAIRS:
        found = Forecast(rule, Tally(True), "2d6: a = b")
        found.put(f"unit:{unit.id}", "rallied", 1 / 6)
        found.put(f"unit:{unit.id}", "shaken", 5 / 6)
        return found
    tally = rally_tally(state, unit)
    need = rally_morale(state, unit, attempt.kind) - tally.total
    found = Forecast(rule, tally, f"≤ {need}")
    put_check(found, unit, need, "rallied", "shaken")
    return found


def of_morale(state: LnltState, unit: Unit, rule: str, passed: str, failed: str) -> Forecast:
    tally = morale_tally(state, unit)
    need = unit.morale() - tally.total
    found = Forecast(rule, tally, f"≤ {need}")
    put_check(found, unit, need, passed, failed)
    return found


def put_check(found: Forecast, unit: Unit, need: int, passed: str, failed: str) -> None:
    chance = at_most(TWO_D6, need)
    found.put(f"unit:{unit.id}", passed, chance)
    found.put(f"unit:{unit.id}", failed, 1 - chance)


def of_withdrawal(state: LnltState, withdrawal: Withdrawal) -> Forecast:
    """Each check is made with the leaders still there: a Good Order leader keeps leading though he fails his own."""
    first = state.units[withdrawal.leaving[0]]
    found = Forecast("lnlt.core.8.1", morale_tally(state, first))
    for number in withdrawal.leaving:
        unit = state.units[number]
        put_check(found, unit, unit.morale() - morale_tally(state, unit).total, "withdraws", "stays")
    return found


def of_melee(state: LnltState, melee: Melee) -> Forecast:
    at = shifted_column(state, melee.attackers, melee.targets, melee.ambushes())
    tally = melee.tally(state)
    need = state.scenario.numbers.melee_kills[at] - tally.total
    found = Forecast("lnlt.core.8.0.1", tally, f"{COLUMNS[at]}: ≥ {need}")
    chance = at_least(TWO_D6, need)
    for number in melee.targets:
        found.put(f"unit:{number}", "eliminated", chance)
        found.put(f"unit:{number}", "unhurt", 1 - chance)
    return found


# ---- fire


def of_sniper(state: LnltState, shot: SniperShot) -> Forecast:
    """One of the hex, each as likely as the other, is hit."""
    tally = shot.tally(state)
    cover = shot.cover(state).total
    found = Forecast("lnlt.core.11.4", tally, f"2d6 {tally.total:+d} > d6 {cover:+d}")
    for difference, p in shifted(plus(TWO_D6, negated(D6)), tally.total - cover).items():
        found.put("diff", str(max(0, difference)), p)
        found.put("attack", "hit" if difference > 0 else "no-effect", p)
        for number in shot.victims:
            share = 1 / len(shot.victims) if difference > 0 else 0.0
            if share < 1:
                found.put(f"unit:{number}", FATES[UNHURT], p * (1 - share))
            if share:
                put_fates(found, state, [number], difference, p * share)
    return found


def of_grenade(state: LnltState, shot: TromblonFire) -> Forecast:
    unit = state.units[shot.unit]
    tally = shot.tally(state, unit)
    cover = defence_tally(state, unit.hex, shot.target).total
    return armour_forecast.attack_on_men(shot.rule, tally, cover, D6)


def of_fire(state: LnltState, attack: FireAttack) -> Forecast:
    tally = attack.tally(state)
    weapons = attack.weapons(state)
    cover = attack.cover(state, weapons).total
    found = Forecast("lnlt.core.5.0", tally, f"d6 {tally.total:+d} > d6 {cover:+d}")
    attack_dice = HIGHER_OF_TWO if has_mortar(weapons) else D6
    if state.skilled and not attack.astray and goes_astray(state, attack.firers, 1):
        attack_dice = put_astray(found, attack, attack_dice)
    differences = shifted(plus(attack_dice, negated(D6)), tally.total - cover)
    for difference, p in differences.items():
        found.put("diff", str(max(0, difference)), p)
        if difference <= 0:
            found.put("attack", "no-effect", p)
            for number in attack.victims:
                found.put(f"unit:{number}", FATES[UNHURT], p)
        else:
            found.put("attack", "hit", p)
            put_fates(found, state, check_order(state, attack.victims), difference, p)
    return found


def of_mines(state: LnltState, field: Minefield) -> Forecast:
    """Men, or the mines that a vehicle sets off first."""
    kind = MINES if state.ground.has(MINES, field.hex) else AT_MINES
    tally = mines_tally(state, kind, field.hex)
    vehicle = None if field.vehicle == GONE else state.vehicles[field.vehicle]
    armour = vehicle.type.lowest if vehicle is not None and kind == MINES else 0
    found = Forecast("lnlt.core.21", tally, f"d6 {tally.total:+d} > d6 {armour:+d}")
    there = field.there(state)
    for difference, p in shifted(plus(D6, negated(D6)), tally.total - armour).items():
        found.put("attack", "hit" if difference > 0 else "no-effect", p)
        if vehicle is None and difference > 0:
            put_fates(found, state, check_order(state, there), difference, p)
        for number in there if difference <= 0 else []:
            found.put(f"unit:{number}", FATES[UNHURT], p)
    return found


def put_astray(found: Forecast, attack: FireAttack, dice: Odds) -> Odds:
    """A natural 1 turns on friends (lnlt.hid.skill.friendly-fire.b); gives the other dice."""
    found.put("attack", "astray", dice[1])
    found.put("diff", "0", dice[1])
    for number in attack.victims:
        found.put(f"unit:{number}", FATES[UNHURT], dice[1])
    return {die: p for die, p in dice.items() if die > 1}


def fate_odds(unit: Unit, difference: int, leadership: int, die_hard: bool) -> Odds:
    odds: Odds = {}
    dice = LOWER_OF_TWO if die_hard else D6
    for die, p in dice.items():
        result = fate(unit.type.kind, unit.flags, unit.morale(), die + difference - leadership)
        odds[result] = odds.get(result, 0.0) + p
    return odds


def lip(state: LnltState, unit: Unit) -> int:
    return 1 if state.skilled and keeps_lip_stiff(state, unit) else 0


def helped(unit: Unit, others: list[Unit]) -> int:
    """The best modifier that one of these lends him."""
    return max((other.leadership() for other in others if same_force(other.type, unit.type)), default=0)
