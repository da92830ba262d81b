"""The number to hit: accuracy and its modifiers, long range, snap fire, the second roll at a bunker."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Tally
from bocage.systems.disposable.model.tables import BASE, HEAVY, MEDIUM, OPEN
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules.guts import COVER_LABELS
from bocage.systems.disposable.rules.movement import effective_range, halved, rate_of_fire
from bocage.systems.disposable.state import HOUSE_SNAP_RANGE, DisposableState

ACC: Final = 5  # dh.core.stats.standard, dh.core.stats.three
NEVER: Final = -99  # not even a 1 hits
NO_SECOND: Final = -98  # one roll will do


class How:
    """How a shooting comes about: the event that reports it, its clause, and whether it is an activation's own."""

    __slots__ = ("event", "name", "planned", "rule")

    def __init__(self, name: str, event: str, rule: str, planned: bool) -> None:
        self.name: Final = name
        self.event: Final = event
        self.rule: Final = rule
        self.planned: Final = planned  # rate of fire and range are those of the mode, not of snap fire


AIMED: Final = How("aimed", "fire", "dh.fire.acc.1", True)
SNAP: Final = How("snap", "snap-fire", "dh.snap.2", False)
AT_EVADER: Final = How("at-evader", "snap-fire", "dh.cc.evade.4", False)
INDIRECT: Final = How("indirect", "indirect", "dh.indirect.acc.1", True)
INSIDE: Final = How("inside", "fire-inside", "dh.core.veh.open", True)  # at the men in an open-topped vehicle

COVER_ACC: Final[tuple[int, ...]] = (0, -1, -2, -3, -4, -5)
COVER_RULES: Final = ("", *[f"dh.fire.cover.{n}" for n in range(1, 6)])


class Shot:
    """What one figure fires: dice, the number to hit, and the tally behind it."""

    __slots__ = ("blind", "dice", "far", "figure", "need", "second", "tally", "value", "weapon")

    def __init__(self, figure: int, weapon: Weapon, dice: int, need: int, far: bool, tally: Tally) -> None:
        self.figure, self.weapon, self.dice = figure, weapon, dice
        self.need, self.far = need, far
        self.blind = False  # a grenade at what is out of sight: a 1 and nothing else (dh.grenade.5)
        # Of the second roll at a bunker (dh.fire.bunker.2); flames need none (dh.open.flame_hit).
        self.second = NO_SECOND if weapon.flame else ACC
        self.tally = tally
        self.value = dice * max(1, min(need, 9)) * weapon.ap * 8 + weapon.mm


def band(distance2: int, reach: int, no_long: bool) -> int:
    """0 normal range, 1 long range, 2 out of range, by the square of the centres' distance (dh.long.1)."""
    if distance2 <= (reach + BASE) * (reach + BASE):
        return 0
    if not no_long and distance2 <= (2 * reach + BASE) * (2 * reach + BASE):
        return 1
    return 2


def aimed_number(tally: Tally, cover: int, obstacles: int, gunshield: bool, scoped: bool, camouflaged: bool) -> None:
    """ACC with its modifiers."""
    tally.add(ACC, "label.acc", "dh.fire.acc.1")
    if cover != OPEN:
        tally.add(COVER_ACC[cover], COVER_LABELS[cover], COVER_RULES[cover])
    if obstacles:
        tally.add(-obstacles, "label.obstacles", "dh.fire.linear.1")
    if gunshield:
        tally.add(-1, "label.gunshield", "dh.fire.gunshield.1")
    if scoped:
        tally.add(2, "label.scoped", "dh.fire.scoped.1")
    if camouflaged and cover <= MEDIUM:  # dh.fire.camo.2
        tally.add(-1, "label.camouflage", "dh.fire.camo.1")


def long_number(tally: Tally, cover: int) -> int:
    """Exactly 1, nothing added; heavy and prepared cover cannot be hit (dh.long.2 to dh.long.5)."""
    tally.add(1, "label.long", "dh.long.2")
    return NEVER if cover >= HEAVY else tally.total


def snap_number(tally: Tally, activated: bool, how: How) -> None:
    """2, or 1 for a unit activated before (dh.snap.5, dh.snap.6); at an evader 1 (dh.cc.evade.5)."""
    if how is AT_EVADER:
        tally.add(1, "label.at-evader", "dh.cc.evade.5")
    elif activated:
        tally.add(1, "label.snap-activated", "dh.snap.6")
    else:
        tally.add(2, "label.snap", "dh.snap.5")


def is_hit(roll: int, need: int) -> bool:
    """1 hits, 10 misses, whatever the number (dh.fire.natural.1, dh.fire.natural.2)."""
    return roll == 1 or (roll != 10 and roll <= need)  # dh.open.acc_below_one


def bunker_number(need: int, cover: int) -> int:
    """The 5 of the second roll: every modifier but the cover's own (dh.fire.bunker.2, dh.open.bunker_mods)."""
    return need - COVER_ACC[cover]


def weapon_range(weapon: Weapon, mode: int, how: How, house: int) -> int:
    if how.planned:
        return effective_range(weapon, mode)
    if how is AT_EVADER and not weapon.move_and_fire:
        return 0  # whoever charged has moved (dh.move.hmg.1, dh.move.mortar.1)
    return weapon.range // 2 if house & HOUSE_SNAP_RANGE else weapon.range  # dh.snap.4, dh.core.snap.range


def weapon_dice(weapon: Weapon, mode: int, how: How, crew: int) -> int:
    """`crew` is the living crew of a team's weapon, 0 for a figure's own (dh.core.crew)."""
    if how.planned:
        dice = rate_of_fire(weapon, mode)
    else:
        dice = halved(weapon.rof)  # dh.snap.4
    return halved(dice) if crew == 1 and dice else dice


def obstacles_between(state: DisposableState, ax: int, ay: int, bx: int, by: int) -> int:
    """What lies between shooter and target: -1 for each obstacle, by a variant -2 for each ruin
    (dh.fire.linear.1, dh.core.linear.ruins)."""
    table = state.scenario.table
    count = table.obstacles(ax, ay, bx, by)
    if state.ruins:
        for area in table.areas:
            if (
                area.kind == "ruin"
                and not area.shape.contains(ax, ay)
                and not area.shape.contains(bx, by)
                and area.shape.inside(ax, ay, bx, by).numerator
            ):
                count += 2
    return count
