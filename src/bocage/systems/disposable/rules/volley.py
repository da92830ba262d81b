"""The volley: what every figure of a unit fires and throws, with the numbers behind it."""

from __future__ import annotations

from bocage.kernel import MOST, Tally
from bocage.systems.disposable.model.tables import BASE, FULL, HEAVY, HOLD
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules import accuracy
from bocage.systems.disposable.rules.accuracy import ACC, AIMED, INDIRECT, INSIDE, How, Shot
from bocage.systems.disposable.rules.bearing import inside_firers, launcher_of, vehicle_of, vehicle_weapons
from bocage.systems.disposable.rules.cover import cover_of
from bocage.systems.disposable.rules.grenades import throws
from bocage.systems.disposable.rules.indirect import indirect_shot
from bocage.systems.disposable.rules.movement import halved, max_firing, within_arc
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.state import HOUSE_SCOPE, STEADY, DisposableState, Unit


class Firing(Question):
    """One unit fires at another."""

    __slots__ = ("how", "launch", "mm", "mode", "shooter", "target", "throwers")

    def __init__(self, shooter: int, target: int, mode: int, how: How, throwers: int, launch: bool) -> None:
        super().__init__()
        self.shooter, self.target = shooter, target
        self.mode, self.how = mode, how
        self.throwers = throwers  # how many throw grenades
        self.launch = launch  # rifle grenades and Panzerfausts fire too
        self.mm = 0


def aims_at(state: DisposableState, unit: Unit, figure: int, target: Unit, reach: int, arc: bool) -> int:
    """The nearest figure of the target that this one sees within reach (of centres), or -1 (dh.core.range.fig)."""
    table = state.scenario.table
    x, y = state.x, state.y
    ax, ay = x[figure], y[figure]
    best, best2 = -1, (reach + BASE) * (reach + BASE) + 1
    for f in target.figures:
        dx, dy = x[f] - ax, y[f] - ay
        d = dx * dx + dy * dy
        if (
            d < best2
            and (not arc or within_arc(unit.facing_x, unit.facing_y, dx, dy))  # dh.move.hmg.2, dh.move.mortar.2
            and table.sees(ax, ay, x[f], y[f])
        ):
            best, best2 = f, d
    return best


def shielded(state: DisposableState, target: Unit, weapon: Weapon, x: int, y: int) -> bool:
    """A crew behind its gunshield, from the front, not against blasts (dh.fire.gunshield.1, dh.open.gunshield_arc)."""
    gun = state.weapon(target)
    if gun is None or not gun.gunshield or weapon.blast:
        return False
    f = target.figures[0]
    return within_arc(target.facing_x, target.facing_y, x - state.x[f], y - state.y[f])


def shot_of(
    state: DisposableState, unit: Unit, figure: int, weapon: Weapon, crew: int, target: Unit, cover: int, mode: int,
    how: How, explain: bool,
) -> Shot | None:  # fmt: skip
    """What one figure can do against the target, or None."""
    dice = accuracy.weapon_dice(weapon, mode, how, crew)
    reach = accuracy.weapon_range(weapon, mode, how, state.house)
    if dice == 0 or reach == 0:
        return None
    no_long = weapon.no_long or how is not AIMED
    at = aims_at(state, unit, figure, target, reach if no_long else 2 * reach, weapon.arc)
    if at < 0:
        return None
    far = accuracy.band(state.gap2(figure, at), reach, no_long) == 1
    tally = Tally(explain)
    if how is not AIMED and how is not INSIDE:
        accuracy.snap_number(tally, unit.activated, how)
        return Shot(figure, weapon, dice, tally.total, False, tally)
    if far:
        return Shot(figure, weapon, dice, accuracy.long_number(tally, cover), True, tally)
    if weapon.flame:  # dh.flame.1, dh.open.flame_hit
        tally.add(ACC, "label.flame", "dh.flame.1")
        return Shot(figure, weapon, dice, tally.total, False, tally)
    x, y = state.x[figure], state.y[figure]
    obstacles = accuracy.obstacles_between(state, x, y, state.x[at], state.y[at])
    scoped = weapon.scoped and (mode == HOLD or not state.house & HOUSE_SCOPE)  # dh.fire.scoped.1
    shield = shielded(state, target, weapon, x, y)
    accuracy.aimed_number(tally, cover, obstacles, shield, scoped, state.scenario.forces[target.index].camouflaged)
    shot = Shot(figure, weapon, dice, tally.total, False, tally)
    shot.second = accuracy.bunker_number(tally.total, cover)
    return shot


def volley(
    state: DisposableState, unit: Unit, target: Unit, mode: int, how: How, throwers: int, explain: bool,
    chosen: list[int] | None = None, launch: bool = False,
) -> list[Shot]:  # fmt: skip
    """Everything a unit fires and throws: the half of its figures that does most, or the chosen ones
    (dh.open.fire_half). With `launch` rifle grenades and Panzerfausts fire too."""
    if how is INDIRECT:
        return indirect_shot(state, unit, target, explain)
    cover = HEAVY if how is INSIDE else cover_of(state, target, unit)
    force = state.scenario.forces[unit.index]
    if force.vehicle is not None:
        return vehicle_volley(state, unit, target, cover, mode, how, explain)
    team = state.weapon(unit)
    if team is not None:
        shot = shot_of(state, unit, unit.figures[0], team, len(unit.figures), target, cover, mode, how, explain)
        return [] if shot is None else [shot]
    thrown = throws(state, unit, target, cover, throwers, explain)
    busy = [shot.figure for shot in thrown]
    inside = inside_firers(state, unit, vehicle_of(state, target), mode) if how is INSIDE else unit.figures
    shots: list[Shot] = []
    for f in unit.figures:
        if f not in busy and f in inside and (chosen is None or f in chosen):
            shot = best_shot(state, unit, f, target, cover, mode, how, explain, launch)
            if shot is not None:
                shots.append(shot)
    shots.sort(key=best_first)
    del shots[max(0, max_firing(len(unit.figures)) - len(thrown)) :]
    return shots + thrown


def best_shot(
    state: DisposableState, unit: Unit, figure: int, target: Unit, cover: int, mode: int, how: How, explain: bool,
    launch: bool,
) -> Shot | None:  # fmt: skip
    """Of a figure's launcher where it may fire that, else of its own weapon."""
    launcher = launcher_of(state, figure) if launch else None
    if launcher is not None:
        shot = shot_of(state, unit, figure, launcher, 0, target, cover, mode, how, explain)
        if shot is not None:
            shot.value += 1_000_000  # the player has asked for it
            return shot
    weapon = state.scenario.figures[figure].weapon
    if weapon is state.scenario.forces[unit.index].weapon:
        return None
    return shot_of(state, unit, figure, weapon, 0, target, cover, mode, how, explain)


def vehicle_volley(
    state: DisposableState, unit: Unit, target: Unit, cover: int, mode: int, how: How, explain: bool
) -> list[Shot]:
    """All weapons of a vehicle; half ROF while pinned and for machine guns at full speed (dh.core.veh.guts)."""
    shots: list[Shot] = []
    for weapon in vehicle_weapons(state, unit, mode):
        shot = shot_of(state, unit, unit.figures[0], weapon, 0, target, cover, HOLD, how, explain)
        if shot is not None:
            if unit.status != STEADY or mode == FULL:
                shot.dice = halved(shot.dice)
            shots.append(shot)
    return shots


def best_first(shot: Shot) -> int:
    return -shot.value * (MOST + 1) + shot.figure


def morale(shots: list[Shot]) -> int:
    """MM of every weapon that fired (dh.guts.mm.1)."""
    return sum([shot.weapon.mm for shot in shots])


def spend(state: DisposableState, shots: list[Shot]) -> None:
    for shot in shots:
        if shot.weapon.one_shot:
            state.spent.append(shot.figure)
