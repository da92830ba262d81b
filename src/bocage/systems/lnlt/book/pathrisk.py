"""How badly off those are who walk a path, and the chance that fire leaves a stack as it is."""

from __future__ import annotations

from bocage.kernel import D6, TWO_D6, Decision, DiceExhausted, Odds, scripted
from bocage.kernel.enumerate import play_to_dice
from bocage.systems.lnlt.model.flags import SHAKEN, WOUNDED
from bocage.systems.lnlt.model.hull import ABANDONED, IMMOBILE, WRECK
from bocage.systems.lnlt.model.kinds import HALF_SQUAD, UNHURT
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS
from bocage.systems.lnlt.rules.damage import check_order, damage_tally, fate, is_die_hard
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import goes_astray
from bocage.systems.lnlt.rules.firepower import defence_tally, has_mortar
from bocage.systems.lnlt.rules.high_explosive import he_tally
from bocage.systems.lnlt.rules.odds import HIGHER_OF_TWO, LOWER_OF_TWO, duel
from bocage.systems.lnlt.rules.ordnance import firer_hex, hits, ordnance_of
from bocage.systems.lnlt.rules.shots import OrdnanceShot
from bocage.systems.lnlt.state import LnltState

LOST = 99
UNTOLD = -1.0
USUAL = (2, 3, 4, 5, 6, 1)  # faces in the order they are tried: a 1 may make a Hero (lnlt.core.11.2.1)
MOST_TRIES = 600
SERIOUS = ((SHAKEN, 1), (WOUNDED, 2), (IMMOBILE, 4), (ABANDONED, 8), (WRECK, 8))


def wounds(state: LnltState, pieces: list[int]) -> list[int]:
    return [of_vehicle(state, number) if number >= VEHICLE_IDS else of_unit(state, number) for number in pieces]


def of_unit(state: LnltState, number: int) -> int:
    """A squad that takes casualties goes on as a half-squad (lnlt.core.5.1)."""
    unit = state.units[number]
    if unit.hex == GONE:
        return LOST
    return marks(unit.flags) + (16 if unit.type.kind == HALF_SQUAD else 0)


def of_vehicle(state: LnltState, number: int) -> int:
    vehicle = state.vehicles[number - VEHICLE_IDS]
    riders = sum(of_unit(state, rider) for rider in vehicle.passengers)
    return LOST if vehicle.hex == GONE else marks(vehicle.flags) + riders


def marks(flags: int) -> int:
    return sum(value for flag, value in SERIOUS if flags & flag)


# ---- fire


def unharmed(state: LnltState, decision: Decision, option: int) -> tuple[float, list[int]] | None:
    """Fire at a stack, with a Damage Check for each: too many dice to play them all."""
    ready, rolls = play_to_dice(state, decision, option)
    attack = ready.stack[-1] if rolls else None
    if isinstance(attack, FireAttack):
        victims = attack.victims
        chance = spared_by_fire(ready, attack)
    elif isinstance(attack, OrdnanceShot):
        victims = attack.victims
        chance = spared_by_shell(ready, attack)
    else:
        return None
    if chance < 0:
        return None
    script = harmless(state, decision, option, victims) if chance else []
    return None if script is None else (chance, script)


def spared_by_fire(state: LnltState, attack: FireAttack) -> float:
    """The chance that small arms hurt nobody, UNTOLD where it has to be played out."""
    if attack.astray or goes_astray(state, attack.firers, 1):
        return UNTOLD
    if not stand_in(state, attack.victims, attack.target):
        return UNTOLD
    weapons = attack.weapons(state)
    edge = attack.tally(state).total - attack.cover(state, weapons).total
    return withstood(state, attack.victims, duel(HIGHER_OF_TWO if has_mortar(weapons) else D6, edge))


def spared_by_shell(state: LnltState, shot: OrdnanceShot) -> float:
    """The same of a shot of a gun at men: it misses, or every attack of its HE is withstood (lnlt.core.armour.4.5)."""
    hex_ = -1 - shot.target
    if shot.target >= 0 or shot.awaits_ace(state) or not stand_in(state, shot.victims, hex_):
        return UNTOLD
    to_hit, need = shot.tally(state).total, shot.need(state)
    hit = sum([p for natural, p in TWO_D6.items() if hits(natural, to_hit, need)])
    gun = ordnance_of(state, shot.firer, shot.weapon)
    origin = firer_hex(state, shot.firer)
    edge = he_tally(state, gun, shot.victims, origin, hex_).total - defence_tally(state, origin, hex_).total
    return 1.0 - hit + hit * float(withstood(state, shot.victims, duel(D6, edge)) ** gun.attacks)


def stand_in(state: LnltState, victims: list[int], hex_: int) -> bool:
    """Riders do not stand in the hex."""
    return bool(victims) and set(victims) <= set(state.stacks[state.units[victims[0]].seat][hex_])


def withstood(state: LnltState, victims: list[int], differences: Odds) -> float:
    """The chance that an attack which may beat the defence by so much hurts nobody."""
    return sum([p * (1.0 if beaten <= 0 else all_pass(state, victims, beaten)) for beaten, p in differences.items()])


def all_pass(state: LnltState, victims: list[int], difference: int) -> float:
    """Nobody is hurt, so whoever leads goes on leading the others while they check."""
    chance = 1.0
    for number in check_order(state, victims):
        unit = state.units[number]
        total = damage_tally(state, unit, difference).total
        dice = LOWER_OF_TWO if is_die_hard(state, unit) else D6
        kind, flags, morale = unit.type.kind, unit.flags, unit.morale()
        chance *= sum([p for die, p in dice.items() if fate(kind, flags, morale, die + total) == UNHURT])
    return chance


def harmless(state: LnltState, decision: Decision, option: int, victims: list[int]) -> list[int] | None:
    """Dice that hurt nobody, the usual ones first."""
    before = wounds(state, victims)
    runs: list[list[int]] = [[]]
    for _ in range(MOST_TRIES):
        if not runs:
            break
        script = runs.pop()
        twin = state.clone()
        twin.dice = scripted(script)
        try:
            twin.play(decision, option)
        except DiceExhausted:
            if wounds(twin, victims) == before:
                runs += [[*script, face] for face in reversed(USUAL)]
            continue
        if wounds(twin, victims) == before:
            return script
    return None
