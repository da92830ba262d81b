"""How badly off those are who walk a path, and the chance that fire leaves a stack as it is."""

from __future__ import annotations

from bocage.kernel import D6, Decision, DiceExhausted, scripted
from bocage.kernel.enumerate import play_to_dice
from bocage.systems.lnlt.model.flags import SHAKEN, WOUNDED
from bocage.systems.lnlt.model.hull import ABANDONED, IMMOBILE, WRECK
from bocage.systems.lnlt.model.kinds import HALF_SQUAD, UNHURT
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.vehicles import VEHICLE_IDS
from bocage.systems.lnlt.rules.damage import check_order, damage_tally, fate, is_die_hard
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import goes_astray
from bocage.systems.lnlt.rules.firepower import has_mortar
from bocage.systems.lnlt.rules.odds import HIGHER_OF_TWO, LOWER_OF_TWO, duel
from bocage.systems.lnlt.state import LnltState

LOST = 99
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
    if not isinstance(attack, FireAttack) or attack.astray:
        return None
    if goes_astray(ready, attack.firers, 1):
        return None
    if not attack.victims or not set(attack.victims) <= set(ready.stacks[1 - attack.seat][attack.target]):
        return None  # riders, who do not stand in the hex
    weapons = attack.weapons(ready)
    edge = attack.tally(ready).total - attack.cover(ready, weapons).total
    chance = 0.0
    for difference, p in duel(HIGHER_OF_TWO if has_mortar(weapons) else D6, edge).items():
        chance += p * (1.0 if difference <= 0 else all_pass(ready, attack.victims, difference))
    script = harmless(state, decision, option, attack.victims) if chance else []
    return None if script is None else (chance, script)


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
