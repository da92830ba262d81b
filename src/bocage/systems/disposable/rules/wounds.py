"""What a volley does: dice to hit, wounds, blasts, and the gun that a blast may destroy."""

from __future__ import annotations

from bocage.systems.disposable.model.tables import Area
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules import acts
from bocage.systems.disposable.rules.accuracy import ACC, NEVER, NO_SECOND, Shot, is_hit
from bocage.systems.disposable.rules.casualties import Casualties, blast_dice, rolled_apart
from bocage.systems.disposable.state import ON_TABLE, DisposableState, Unit


def enclosing(state: DisposableState, unit: Unit) -> Area | None:
    """The building or bunker that most of a unit is in (dh.open.enclosed)."""
    if unit.place != ON_TABLE:
        return None
    for area in state.scenario.table.areas:
        if area.enclosed:
            inside = sum([area.shape.contains(state.x[f], state.y[f]) for f in unit.figures])
            if 2 * inside > len(unit.figures):
                return area
    return None


class Hurt:
    """What a volley did before anybody is taken off: dice in rolling order and casualties by kind."""

    __slots__ = ("apart", "common", "free", "gun", "hits", "ones", "to_hit", "wounds")

    def __init__(self) -> None:
        self.to_hit: list[int] = []
        self.wounds: list[int] = []
        self.hits = 0
        self.ones = 0  # natural 1s to wound
        self.free = 0  # the owner's choice
        self.common = 0  # blast dice of common figures
        self.gun = False  # the gun is destroyed
        self.apart: list[int] = []  # leaders and special weapons struck by their own blast die

    def total(self) -> int:
        return self.ones + self.free + self.common + len(self.apart)


def roll_volley(state: DisposableState, target: Unit, shots: list[Shot]) -> Hurt:
    """All dice to hit, then wounds and blasts in the order of the shots (dh.cas.small.*, dh.cas.blast.*)."""
    hurt = Hurt()
    house = enclosing(state, target)
    bunker = house is not None and house.bunker
    hits: list[int] = []
    for shot in shots:
        scored = 0
        if shot.need != NEVER:
            second = shot.second if bunker else NO_SECOND
            for _ in range(shot.dice):
                if strikes(state, shot.need, second, hurt):
                    scored += 1
        hits.append(scored)
        hurt.hits += scored
    for i in range(len(shots)):
        weapon = shots[i].weapon
        for _ in range(hits[i]):
            if weapon.blast:
                burst(state, target, weapon.ap + (1 if house is not None else 0), hurt)
                strike_gun(state, target, weapon, hurt)
            else:
                wound(state, weapon.ap, hurt)
    return hurt


def strikes(state: DisposableState, need: int, second: int, hurt: Hurt) -> bool:
    """One die to hit; `second` is the number of the other roll that a bunker asks for."""
    roll = state.dice.roll(10, acts.FOR_HIT)
    hurt.to_hit.append(roll)
    if second != NO_SECOND:
        if roll != 1:  # dh.fire.bunker.1
            return False
        return is_hit(state.dice.roll(10, acts.FOR_BUNKER), second)
    if roll == 1 and need <= 0 and state.confirm:  # dh.core.acc.zero
        return is_hit(state.dice.roll(10, acts.FOR_CONFIRMATION), ACC)
    return is_hit(roll, need)


def strike_gun(state: DisposableState, target: Unit, weapon: Weapon, hurt: Hurt) -> None:
    """After the crew, a die for the gun itself (dh.cas.blast.gun.2)."""
    gun = state.weapon(target)
    if gun is None or not gun.gun or hurt.gun:
        return
    roll = state.dice.roll(10, acts.FOR_GUN_DAMAGE)
    hurt.wounds.append(roll)
    if roll <= weapon.at_ap + gun.dm:  # dh.cas.blast.gun.3, dh.open.dm_sign
        hurt.gun = True


def wound(state: DisposableState, ap: int, hurt: Hurt) -> None:
    """One die against AP (dh.cas.small.1, dh.cas.small.2)."""
    roll = state.dice.roll(10, acts.FOR_WOUND)
    hurt.wounds.append(roll)
    if roll <= ap:
        if roll == 1:  # dh.open.one_kills
            hurt.ones += 1
        else:
            hurt.free += 1


def burst(state: DisposableState, target: Unit, ap: int, hurt: Hurt) -> None:
    """A blast: leaders and special weapons apart, the others together, surplus dice the owner's (dh.cas.blast.*)."""
    apart = [f for f in target.figures if rolled_apart(state, f)]
    for f in apart:
        roll = state.dice.roll(10, acts.FOR_BLAST_APART)
        hurt.wounds.append(roll)
        if roll <= ap and f not in hurt.apart:
            hurt.apart.append(f)
    common = len(target.figures) - len(apart)
    for k in range(blast_dice(len(target.figures)) - len(apart)):
        roll = state.dice.roll(10, acts.FOR_BLAST)
        hurt.wounds.append(roll)
        if roll <= ap:
            if k < common:
                hurt.common += 1
            else:
                hurt.free += 1


def inflict(state: DisposableState, unit: int, hurt: Hurt, total: int, share: bool) -> None:
    """Take off those whom their own blast die struck, and ask for the others."""
    lose = Casualties(unit, hurt.ones, hurt.common, hurt.free, share)
    for f in hurt.apart:
        lose.fall(state, f, "dh.cas.blast.4" if state.figure(f).leader else "dh.cas.blast.5")
    if total > len(hurt.apart):
        state.push(lose)
