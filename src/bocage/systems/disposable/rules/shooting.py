"""Shooting: who fires, what he needs to hit, wounds and blasts. Grenades and snap fire use the same steps."""

# ruff: noqa: SIM110 - plain loops compile better than generators
from __future__ import annotations

from typing import Final

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.disposable.kinds import BLAST, BLAST_APART, BUNKER_HIT, TO_HIT, WOUND
from bocage.systems.disposable.model import BASE, HEAVY, HOLD, MEDIUM, OPEN, WALL_REACH, Area, Weapon
from bocage.systems.disposable.rules.casualties import Casualties, blast_dice, rolled_apart
from bocage.systems.disposable.rules.cover import cover_of
from bocage.systems.disposable.rules.guts import COVER_LABELS, check_due, test_under_fire
from bocage.systems.disposable.rules.movement import effective_range, halved, rate_of_fire, within_arc
from bocage.systems.disposable.state import DESTROYED, DisposableState, Unit

ACC: Final = 5
NEVER: Final = -99  # not even a 1 hits
GRENADE_RANGE: Final = 60  # dh.open.grenade_range
MAX_THROWERS: Final = 2  # dh.grenade.1

# How a shooting comes about.
AIMED: Final = 0
SNAP: Final = 1
AT_EVADER: Final = 2

COVER_ACC: Final = (0, -1, -2, -3, -4, -5)
COVER_RULES: Final = (
    "", "dh.fire.cover.1", "dh.fire.cover.2", "dh.fire.cover.3", "dh.fire.cover.4", "dh.fire.cover.5",
)  # fmt: skip


class Shot:
    """What one figure fires: dice, the number to hit, and the tally behind it."""

    __slots__ = ("dice", "far", "figure", "need", "tally", "value", "weapon")

    def __init__(self, figure: int, weapon: Weapon, dice: int, need: int, far: bool, tally: Tally) -> None:
        self.figure = figure
        self.weapon = weapon
        self.dice = dice
        self.need = need
        self.far = far
        self.tally = tally
        self.value = dice * max(1, min(need, 9)) * weapon.ap * 8 + weapon.mm


def max_firing(figures: int) -> int:
    """Half of the figures, rounded up (dh.fire.half.1, dh.fire.half.2)."""
    return (figures + 1) // 2


def band(distance2: int, reach: int, no_long: bool) -> int:
    """0 normal range, 1 long range, 2 out of range, by the square of the centres' distance (dh.long.1)."""
    if distance2 <= (reach + BASE) * (reach + BASE):
        return 0
    if not no_long and distance2 <= (2 * reach + BASE) * (2 * reach + BASE):
        return 1
    return 2


def aimed_number(
    tally: Tally, cover: int, obstacles: int, gunshield: bool, scoped: bool, camouflaged: bool
) -> None:
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


def snap_number(tally: Tally, activated: bool, how: int) -> None:
    """2, or 1 for a unit activated before (dh.snap.5, dh.snap.6); at an evader 1 (dh.cc.evade.5)."""
    if how == AT_EVADER:
        tally.add(1, "label.at-evader", "dh.cc.evade.5")
    elif activated:
        tally.add(1, "label.snap-activated", "dh.snap.6")
    else:
        tally.add(2, "label.snap", "dh.snap.5")


def is_hit(roll: int, need: int) -> bool:
    """1 hits, 10 misses, whatever the number (dh.fire.natural.1, dh.fire.natural.2)."""
    return roll == 1 or (roll != 10 and roll <= need)


def bunker_number(need: int, cover: int) -> int:
    """The 5 of the second roll: every modifier but the cover's own (dh.fire.bunker.2, dh.open.bunker_mods)."""
    return need - COVER_ACC[cover]


def weapon_range(weapon: Weapon, mode: int, how: int) -> int:
    if how == AIMED:
        return effective_range(weapon, mode)
    return weapon.range // 2  # dh.core.snap.range


def weapon_dice(weapon: Weapon, mode: int, how: int, crew: int) -> int:
    """`crew` is the living crew of a team's weapon, 0 for a figure's own (dh.core.crew)."""
    dice = rate_of_fire(weapon, mode) if how == AIMED else halved(weapon.rof)  # dh.snap.4
    return halved(dice) if crew == 1 and dice else dice


def aims_at(state: DisposableState, unit: Unit, figure: int, target: Unit, reach: int, arc: bool) -> int:
    """The nearest figure of the target that this one sees within reach (of centres), or -1 (dh.core.range.fig)."""
    table = state.scenario.table
    x = state.x
    y = state.y
    ax = x[figure]
    ay = y[figure]
    best = -1
    best2 = (reach + BASE) * (reach + BASE) + 1
    for f in target.figures:
        dx = x[f] - ax
        dy = y[f] - ay
        d = dx * dx + dy * dy
        if d < best2 and (not arc or within_arc(unit.facing_x, unit.facing_y, dx, dy)) and table.sees(
            ax, ay, x[f], y[f]
        ):
            best = f
            best2 = d
    return best


def can_fire(state: DisposableState, unit: Unit, target: Unit, mode: int, how: int) -> bool:
    """Whether any figure may fire at the target at all."""
    weapon = state.scenario.forces[unit.index].weapon
    if weapon is not None:
        return bears(state, unit, unit.figures[0], weapon, target, mode, how)
    figures = state.scenario.figures
    for f in unit.figures:
        if bears(state, unit, f, figures[f].weapon, target, mode, how):
            return True
    return False


def bears(
    state: DisposableState, unit: Unit, figure: int, weapon: Weapon, target: Unit, mode: int, how: int
) -> bool:
    """Whether one weapon reaches and sees some figure of the target."""
    reach = weapon_range(weapon, mode, how)
    if reach == 0:
        return False
    if how == AIMED and not weapon.no_long:
        reach *= 2
    limit = (reach + BASE) * (reach + BASE)
    table = state.scenario.table
    x = state.x
    y = state.y
    ax = x[figure]
    ay = y[figure]
    for f in target.figures:
        dx = x[f] - ax
        dy = y[f] - ay
        if (
            dx * dx + dy * dy <= limit
            and (not weapon.arc or within_arc(unit.facing_x, unit.facing_y, dx, dy))
            and table.sees(ax, ay, x[f], y[f])
        ):
            return True
    return False


def shot_of(
    state: DisposableState, unit: Unit, figure: int, weapon: Weapon, crew: int, target: Unit, cover: int, mode: int,
    how: int, explain: bool,
) -> Shot | None:  # fmt: skip
    """What one figure can do against the target, or None."""
    dice = weapon_dice(weapon, mode, how, crew)
    reach = weapon_range(weapon, mode, how)
    if dice == 0 or reach == 0:
        return None
    no_long = weapon.no_long or how != AIMED
    at = aims_at(state, unit, figure, target, reach if no_long else 2 * reach, weapon.arc)
    if at < 0:
        return None
    far = band(state.gap2(figure, at), reach, no_long) == 1
    tally = Tally(explain)
    if how != AIMED:
        snap_number(tally, unit.activated, how)
        return Shot(figure, weapon, dice, tally.total, False, tally)
    if far:
        return Shot(figure, weapon, dice, long_number(tally, cover), True, tally)
    obstacles = state.scenario.table.obstacles(state.x[figure], state.y[figure], state.x[at], state.y[at])
    scoped = weapon.scoped and mode == HOLD  # dh.open.scope_hold
    aimed_number(tally, cover, obstacles, False, scoped, state.scenario.forces[target.index].camouflaged)
    return Shot(figure, weapon, dice, tally.total, False, tally)


def volley(
    state: DisposableState, unit: Unit, target: Unit, mode: int, how: int, throwers: int, explain: bool
) -> list[Shot]:
    """Everything a unit fires and throws: the half of its figures that does most (dh.open.fire_half)."""
    cover = cover_of(state, target, unit)
    force = state.scenario.forces[unit.index]
    if force.weapon is not None:
        shot = shot_of(
            state, unit, unit.figures[0], force.weapon, len(unit.figures), target, cover, mode, how, explain
        )
        return [] if shot is None else [shot]
    thrown = throws(state, unit, target, cover, throwers, explain)
    busy = [shot.figure for shot in thrown]
    shots: list[Shot] = []
    for f in unit.figures:
        if f in busy:
            continue
        shot = shot_of(state, unit, f, state.scenario.figures[f].weapon, 0, target, cover, mode, how, explain)
        if shot is not None:
            shots.append(shot)
    shots.sort(key=best_first)
    del shots[max(0, max_firing(len(unit.figures)) - len(thrown)) :]
    return shots + thrown


def best_first(shot: Shot) -> int:
    return -shot.value * 1000 + shot.figure


# Grenades


def throwers_in_range(state: DisposableState, unit: Unit, target: Unit) -> list[int]:
    """Figures that may throw, the least armed first: at most two, within six inches, seen or unseen
    (dh.grenade.1, dh.grenade.4)."""
    limit = min(MAX_THROWERS, state.scenario.forces[unit.index].grenades, max_firing(len(unit.figures)))
    found: list[int] = []
    if limit == 0 or not state.units_within(unit, target, GRENADE_RANGE):
        return found
    for f in reversed(unit.figures):
        if len(found) == limit:
            break
        for other in target.figures:
            if state.close(f, other, GRENADE_RANGE):
                found.append(f)
                break
    return found


def throws(
    state: DisposableState, unit: Unit, target: Unit, cover: int, throwers: int, explain: bool
) -> list[Shot]:
    if throwers == 0:
        return []
    grenade = state.scenario.grenade
    found: list[Shot] = []
    for f in throwers_in_range(state, unit, target)[:throwers]:
        tally = Tally(explain)
        at = aims_at(state, unit, f, target, GRENADE_RANGE, False)
        throw_number(tally, state, f, target, at, cover)
        found.append(Shot(f, grenade, 1, tally.total, False, tally))
    return found


def throw_number(tally: Tally, state: DisposableState, figure: int, target: Unit, at: int, cover: int) -> None:
    """The shooting numbers; a 1 at what is out of sight; no cover where the thrower touches it
    (dh.grenade.2, dh.grenade.3, dh.grenade.5)."""
    if at < 0:
        tally.add(1, "label.unseen", "dh.grenade.5")
        return
    x = state.x[figure]
    y = state.y[figure]
    if cover != OPEN and touches_cover(state, x, y, at):
        tally.add(ACC, "label.acc", "dh.grenade.3")
        return
    obstacles = state.scenario.table.obstacles(x, y, state.x[at], state.y[at])
    aimed_number(tally, cover, obstacles, False, False, state.scenario.forces[target.index].camouflaged)


def touches_cover(state: DisposableState, x: int, y: int, at: int) -> bool:
    """Whether a thrower's base touches the piece of cover the target figure has (dh.open.grenade_contact)."""
    table = state.scenario.table
    tx = state.x[at]
    ty = state.y[at]
    area = table.area_at(tx, ty)
    if area is not None and area.cover != OPEN and (area.shape.contains(x, y) or area.shape.near(x, y, BASE // 2 + 1)):
        return True
    for barrier in table.barriers:
        if barrier.cover != OPEN and barrier.shape.near(tx, ty, WALL_REACH) and barrier.shape.near(x, y, BASE // 2 + 1):
            return True
    return False


def enclosing(state: DisposableState, unit: Unit) -> Area | None:
    """The building or bunker that most of a unit is in (dh.open.enclosed)."""
    table = state.scenario.table
    for area in table.areas:
        if area.enclosed:
            inside = 0
            for f in unit.figures:
                if area.shape.contains(state.x[f], state.y[f]):
                    inside += 1
            if 2 * inside > len(unit.figures):
                return area
    return None


class Hurt:
    """What a volley did before anybody is taken off: dice in rolling order and casualties by kind."""

    __slots__ = ("apart", "common", "free", "hits", "ones", "to_hit", "wounds")

    def __init__(self) -> None:
        self.to_hit: list[int] = []
        self.wounds: list[int] = []
        self.hits = 0
        self.ones = 0  # natural 1s to wound
        self.free = 0  # the owner's choice
        self.common = 0  # blast dice of common figures
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
            for _ in range(shot.dice):
                if strikes(state, shot.need, bunker, hurt):
                    scored += 1
        hits.append(scored)
        hurt.hits += scored
    for i in range(len(shots)):
        weapon = shots[i].weapon
        for _ in range(hits[i]):
            if weapon.blast:
                burst(state, target, weapon.ap + (1 if house is not None else 0), hurt)
            else:
                wound(state, weapon.ap, hurt)
    return hurt


def strikes(state: DisposableState, need: int, bunker: bool, hurt: Hurt) -> bool:
    roll = state.dice.roll(10, TO_HIT)
    hurt.to_hit.append(roll)
    if not bunker:
        return is_hit(roll, need)
    if roll != 1:  # dh.fire.bunker.1
        return False
    return is_hit(state.dice.roll(10, BUNKER_HIT), bunker_number(need, 5))


def wound(state: DisposableState, ap: int, hurt: Hurt) -> None:
    """One die against AP (dh.cas.small.1, dh.cas.small.2)."""
    roll = state.dice.roll(10, WOUND)
    hurt.wounds.append(roll)
    if roll <= ap:
        if roll == 1:
            hurt.ones += 1
        else:
            hurt.free += 1


def burst(state: DisposableState, target: Unit, ap: int, hurt: Hurt) -> None:
    """A blast: leaders and special weapons apart, the others together, surplus dice the owner's (dh.cas.blast.*)."""
    apart = [f for f in target.figures if rolled_apart(state, f)]
    for f in apart:
        roll = state.dice.roll(10, BLAST_APART)
        hurt.wounds.append(roll)
        if roll <= ap and f not in hurt.apart:
            hurt.apart.append(f)
    common = len(target.figures) - len(apart)
    for k in range(blast_dice(len(target.figures)) - len(apart)):
        roll = state.dice.roll(10, BLAST)
        hurt.wounds.append(roll)
        if roll <= ap:
            if k < common:
                hurt.common += 1
            else:
                hurt.free += 1


def morale(shots: list[Shot]) -> int:
    """MM of every weapon that fired (dh.guts.mm.1)."""
    total = 0
    for shot in shots:
        total += shot.weapon.mm
    return total


class Shooting(Procedure[DisposableState]):
    """One unit fires at another: hits, casualties, Guts check."""

    __slots__ = ("before", "how", "mm", "mode", "shooter", "spared", "target", "throwers")

    def __init__(self, shooter: int, target: int, mode: int, how: int, throwers: int, spared: bool) -> None:
        super().__init__()
        self.shooter = shooter
        self.target = target
        self.mode = mode
        self.how = how
        self.throwers = throwers
        self.spared = spared  # a charging unit takes no Guts check (dh.cc.snap.2)
        self.before = 0
        self.mm = 0

    def advance(self, state: DisposableState) -> None:
        if self.step == 0:
            self.step = 1
            self.fire(state)
        else:
            state.pop()
            self.check(state)

    def fire(self, state: DisposableState) -> None:
        unit = state.units[self.shooter]
        target = state.units[self.target]
        self.before = len(target.figures)
        state.shared = -1
        state.shared_losses = 0
        if self.how == SNAP:
            unit.snapped = True
        shots = volley(state, unit, target, self.mode, self.how, self.throwers, state.recording)
        self.mm = morale(shots)
        hurt = roll_volley(state, target, shots)
        total = min(hurt.total(), self.before)
        if state.recording:
            report(state, unit, target, shots, hurt, self.how, total)
        lose = Casualties(self.target, hurt.ones, hurt.common, hurt.free, True)
        for f in hurt.apart:
            lose.fall(state, f)
        if total > len(hurt.apart):
            state.push(lose)

    def check(self, state: DisposableState) -> None:
        target = state.units[self.target]
        if self.spared or (target.place == DESTROYED and not state.shared_losses):
            return
        losses = self.before - len(target.figures)
        house = enclosing(state, target)
        if check_due(house is not None and house.bunker, losses):
            test_under_fire(state, target, losses, self.mm, state.units[self.shooter])

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        raise AssertionError("shooting asks nothing itself")

    def copy(self) -> Shooting:
        twin = Shooting(self.shooter, self.target, self.mode, self.how, self.throwers, self.spared)
        twin.step = self.step
        twin.before = self.before
        twin.mm = self.mm
        return twin

    def data(self) -> list[object]:
        return [
            self.step, self.shooter, self.target, self.mode, self.how, self.throwers, self.spared, self.before,
            self.mm,
        ]  # fmt: skip


def report(
    state: DisposableState, unit: Unit, target: Unit, shots: list[Shot], hurt: Hurt, how: int, total: int
) -> None:
    kind = ("fire", "snap-fire", "snap-fire")[how]
    rule = ("dh.fire.acc.1", "dh.snap.2", "dh.cc.evade.4")[how]
    args: dict[str, int | str] = {
        "unit": state.force(unit).name, "target": state.force(target).name, "firing": len(shots),
        "dice": len(hurt.to_hit), "hits": hurt.hits, "casualties": total,
    }  # fmt: skip
    outcomes = [("hits", str(hurt.hits)), ("casualties", str(total))]
    tally = shots[0].tally if shots else None
    state.emit(Event(kind, rule, args, hurt.to_hit + hurt.wounds, tally, outcomes))
