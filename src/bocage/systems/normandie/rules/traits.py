"""Character traits, directives and army-wide orders where they touch shots, assaults and movement."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Tally
from bocage.systems.normandie.model import flags, staff
from bocage.systems.normandie.model.tables import HEAVY, INFANTRY, UNLIMITED, Weapon
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.options import pool_for, spend
from bocage.systems.normandie.state import FIELD, TRACK, NormandieState, Unit, in_play

LONG_RANGE: Final = 7
SHARP_RANGE: Final = 9

REACH: Final = 3
"""A directive reaches so many spaces (hon.ord.direct.3)."""


def directed(state: NormandieState, unit: Unit, kind: int) -> bool:
    """The directive of this round is of this kind and reaches the unit (hon.ord.direct.3)."""
    if state.staff.directive[unit.seat] != kind or not in_play(unit):
        return False
    return any(within_reach(state, unit.seat, cell) for cell in state.spaces_of(unit))


def within_reach(state: NormandieState, seat: int, cell: int) -> bool:
    """A unit in this space gets what the directive of its player gives; the officer may ride in a vehicle."""
    officer = state.units[state.staff.herald[seat]]
    if not in_play(officer):
        return False
    grid = state.board.grid
    return any(grid.distance[start * grid.size + cell] <= REACH for start in state.spaces_of(officer))


def reach(state: NormandieState, unit: Unit) -> int:
    """Movement points, with Double Time (hon.ord.direct.7) and what cards add.

    Nothing moves what cannot move at all: a counter with the symbol for that, or a broken track (hon.damage.2).
    """
    points = unit.points()
    if unit.face.movement == 0 or unit.damage & TRACK:
        return points
    if directed(state, unit, flags.DOUBLE_TIME):
        points += 2
    return points + state.staff.bonus(unit.id, staff.AID_MOVE)  # hon.card.override.1


def rough(state: NormandieState, unit: Unit) -> int:
    """The difficult ground that hinders the unit: none with All Terrain (hon.terrain.diff.1, hon.card.override.1)."""
    return 0 if state.staff.bonus(unit.id, staff.AID_ROUGH) else state.ground.difficult


def long_range(unit: Unit) -> int:
    """Beyond so many spaces a shot suffers (hon.range.long.2, hon.trait.sharp.1)."""
    return SHARP_RANGE if unit.traits & flags.SHARPSHOOTER else LONG_RANGE


def range_of(unit: Unit, weapon: Weapon) -> int:
    """Limited Range, 2 spaces more for sharpshooters (hon.trait.sharp.2)."""
    if weapon.range < UNLIMITED and unit.traits & flags.SHARPSHOOTER:
        return weapon.range + 2
    return weapon.range


def moving_penalty(state: NormandieState, unit: Unit, weapon: Weapon) -> int:
    """What Fire on the Move costs, -1 without it; vehicles with an ace driver pay 1 less (hon.trait.acedriver.1)."""
    penalty = weapon.on_the_move
    if penalty < 0:
        return state.staff.bonus(unit.id, staff.AID_MOVING_FIRE) or -1
    if penalty > 0 and unit.traits & flags.ACE_DRIVER and unit.counter.rank != INFANTRY:
        return penalty - 1
    return penalty


def shot_help(state: NormandieState, firer: Unit, target: Unit, tally: Tally) -> None:
    """Before doubling: directives and cards that help a shot (hon.open.supp.cards.1)."""
    infantry = target.counter.rank == INFANTRY
    if infantry and directed(state, firer, flags.FIRE_AT_WILL):
        tally.add(1, "tally.directive", "hon.ord.direct.5")
    aid = state.staff.bonus(firer.id, staff.AID_SHOT)
    if aid and not infantry:
        tally.add(aid, "tally.card", "hon.card.override.1")


def terrain_help(state: NormandieState, attacker: Unit, defender: Unit, bonus: int) -> int:
    """The terrain's bonus: one more under Guardian (hon.ord.guardian.1), none against a Sneaky Shot."""
    return 0 if state.staff.bonus(attacker.id, staff.AID_OPEN) else guarded(state, defender, bonus)


def guarded(state: NormandieState, defender: Unit, bonus: int) -> int:
    return bonus + 1 if bonus and state.scenario.perks[defender.seat] & flags.GUARDIAN else bonus


def defense_help(state: NormandieState, target: Unit, tally: Tally) -> None:
    if target.counter.rank == INFANTRY and directed(state, target, flags.HOLD_YOUR_GROUND):
        tally.add(1, "tally.directive", "hon.ord.direct.8")


def attack_help(state: NormandieState, attacker: Unit, defender: Unit, tally: Tally) -> None:
    """What an assaulting unit gets beyond its own values."""
    if directed(state, attacker, flags.CHARGE):
        tally.add(1, "tally.directive", "hon.ord.direct.6")
    if defender.counter.rank == HEAVY and attacker.traits & flags.TANKBUSTER:
        tally.add(2, "tally.tankbuster", "hon.trait.tank.1")
    fervour(state, staff.ATTACKING, tally)
    against_nazis(defender, tally)


def fervour(state: NormandieState, role: int, tally: Tally) -> None:
    """What cards add to the attacker's or the defender's total in the assault under way."""
    if state.staff.rage[role]:
        tally.add(state.staff.rage[role], "tally.card", "hon.card.override.1")


def against_nazis(enemy: Unit, tally: Tally) -> None:
    """One more against such units, in both roles (hon.trait.nazi.2, hon.open.nazi.1)."""
    if enemy.traits & flags.NAZI_BASTERDS:
        tally.add(1, "tally.hated", "hon.trait.nazi.2")


def is_surprised(state: NormandieState, attacker: Unit) -> bool:
    """The Surprise card: the defender has one die and no terrain."""
    return state.staff.bonus(attacker.id, staff.AID_SURPRISE) > 0


def hits_of(attacker: Unit) -> int:
    """What a won assault inflicts (hon.trait.blood.1)."""
    return 2 if attacker.traits & flags.BLOODTHIRSTY else 1


def may_reroll(state: NormandieState, unit: Unit) -> bool:
    """A Veteran token is left for the unit (hon.trait.vet.1)."""
    return in_play(unit) and pool_for(state, unit, flags.VETERAN) >= 0


def reroll_options(dice: list[int]) -> list[int]:
    """Any one or more dice of the roll, as bits; or let it stand."""
    return [acts.HOLD.act(), *acts.ROLL_AGAIN.on_each(list(range(1, 1 << len(dice))))]


def reroll(state: NormandieState, unit: Unit, dice: list[int], chosen: int, purpose: int) -> list[int]:
    """Spend a token and roll the chosen dice again; the new result stands (hon.trait.vet.1)."""
    spend(state, unit, flags.VETERAN)
    state.report("veteran", "hon.trait.vet.1", unit)
    return roll_again(state, dice, chosen, purpose)


def roll_again(state: NormandieState, dice: list[int], chosen: int, purpose: int) -> list[int]:
    return [state.dice.roll(6, purpose) if chosen >> place & 1 else die for place, die in enumerate(dice)]


def drives_back(attacker: Unit, defender: Unit) -> bool:
    """Infantry is driven back by a ferocious attacker who survives, whoever wins (hon.trait.fero.1, .2)."""
    ferocious = bool(attacker.traits & flags.FEROCIOUS) and in_play(attacker)
    return ferocious and defender.counter.rank == INFANTRY and defender.status == FIELD
