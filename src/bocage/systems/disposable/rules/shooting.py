"""Shooting: who fires and with what. Grenades, launchers, snap fire and indirect fire use the same steps."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.disposable.model.tables import (
    BASE,
    FULL,
    HEAVY,
    HOLD,
    Figure,
    Force,
    Weapon,
)
from bocage.systems.disposable.rules.accuracy import (
    ACC,
    AIMED,
    INDIRECT,
    INSIDE,
    SNAP,
    Shot,
    aimed_number,
    band,
    bunker_number,
    long_number,
    obstacles_between,
    snap_number,
    weapon_dice,
    weapon_range,
)
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.cover import cover_of
from bocage.systems.disposable.rules.grenades import throws
from bocage.systems.disposable.rules.guts import check_due, check_second, check_under_fire
from bocage.systems.disposable.rules.indirect import indirect_shot
from bocage.systems.disposable.rules.kinds import (
    LAUNCH,
    SINGLED,
)
from bocage.systems.disposable.rules.movement import can_be_aimed_at, halved, max_firing, within_arc
from bocage.systems.disposable.rules.snipers import singled_out
from bocage.systems.disposable.rules.wounds import Hurt, enclosing, roll_volley
from bocage.systems.disposable.state import DESTROYED, JOINED, MOUNTED, STEADY, DisposableState, Unit

CLOSE_BY = 60  # small arms reach into an open-topped vehicle from here (dh.core.veh.open)


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
        if (
            d < best2
            and (not arc or within_arc(unit.facing_x, unit.facing_y, dx, dy))  # dh.move.hmg.2, dh.move.mortar.2
            and table.sees(ax, ay, x[f], y[f])
        ):
            best = f
            best2 = d
    return best


def can_fire(state: DisposableState, unit: Unit, target: Unit, mode: int, how: int) -> bool:
    """Whether any figure may fire at the target at all."""
    if not can_be_aimed_at(state, target):
        return False
    force = state.scenario.forces[unit.index]
    farthest = force.reach_hold if mode == HOLD else force.reach_moved
    if how == AIMED and farthest and unit.beyond(target, farthest + BASE) and not joined_by_others(state, unit, force):
        return False
    if state.scenario.forces[target.index].vehicle is not None:
        return can_harm(state, unit, target, mode, how)
    if force.vehicle is not None:
        for weapon in vehicle_weapons(state, unit, mode):
            if bears(state, unit, unit.figures[0], weapon, target, HOLD, how):
                return True
        return False
    weapon_of_team = state.weapon(unit)
    if weapon_of_team is not None:
        if weapon_of_team.mortar:  # indirectly only
            return False
        return bears(state, unit, unit.figures[0], weapon_of_team, target, mode, how)
    figures = state.scenario.figures
    for f in unit.figures:
        if figures[f].weapon is not force.weapon and bears(state, unit, f, figures[f].weapon, target, mode, how):
            return True
    return False


def joined_by_others(state: DisposableState, unit: Unit, force: Force) -> bool:
    """Whether the last figure has come from another unit, with a weapon of its own."""
    return state.scenario.figures[unit.figures[-1]].unit != force.index


def bears(state: DisposableState, unit: Unit, figure: int, weapon: Weapon, target: Unit, mode: int, how: int) -> bool:
    """Whether one weapon reaches and sees some figure of the target."""
    reach = weapon_range(weapon, mode, how)
    if reach == 0:
        return False
    if how == AIMED and not weapon.no_long:
        reach *= 2
    reach += BASE
    x = state.x
    y = state.y
    ax = x[figure]
    ay = y[figure]
    if ax - target.right > reach or target.left - ax > reach or ay - target.high > reach or target.low - ay > reach:
        return False
    limit = reach * reach
    table = state.scenario.table
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


def vehicle_weapons(state: DisposableState, unit: Unit, mode: int) -> list[Weapon]:
    """What a vehicle still has; no main gun after a move at full speed (dh.core.veh.move)."""
    vehicle = state.vehicle(unit)
    assert vehicle is not None
    return [
        vehicle.weapons[i] for i in range(len(vehicle.weapons))
        if not unit.out >> i & 1 and not (mode == FULL and vehicle.weapons[i].blast)
    ]  # fmt: skip


# Against vehicles


def struck_side(facing_x: int, facing_y: int, dx: int, dy: int) -> int:
    """0 front, 1 side, 2 rear, for a shooter at (dx, dy) from the vehicle (dh.core.veh.facing)."""
    along = facing_x * dx + facing_y * dy
    across = facing_x * dy - facing_y * dx
    if along > 0 and along >= abs(across):
        return 0
    if along < 0 and -along >= abs(across):
        return 2
    return 1


def armour_number(state: DisposableState, figure: int, weapon: Weapon, target: Unit) -> int:
    """The weapon's AP against vehicles plus the DM of the side struck (dh.core.veh.pen, dh.open.dm_sign)."""
    vehicle = state.vehicle(target)
    assert vehicle is not None
    hull = target.figures[0]
    dx = state.x[figure] - state.x[hull]
    dy = state.y[figure] - state.y[hull]
    return weapon.at_ap + vehicle.dm[struck_side(target.facing_x, target.facing_y, dx, dy)]


def can_harm(state: DisposableState, unit: Unit, target: Unit, mode: int, how: int) -> bool:
    """Something that could penetrate bears on the vehicle; flamethrowers always could (dh.flame.2)."""
    if how != AIMED:
        return False
    force = state.scenario.forces[unit.index]
    if force.vehicle is not None:
        for weapon in vehicle_weapons(state, unit, mode):
            if harms(state, unit, unit.figures[0], weapon, target, HOLD):
                return True
        return False
    team = state.weapon(unit)
    if team is not None:
        return not team.mortar and harms(state, unit, unit.figures[0], team, target, mode)
    vehicle = state.scenario.forces[target.index].vehicle
    weakest = 0 if vehicle is None else max(vehicle.dm)
    for f in unit.figures:
        weapon = state.scenario.figures[f].weapon
        if weapon.at_ap + weakest < 1 and not weapon.flame:
            continue
        if weapon is not force.weapon and harms(state, unit, f, weapon, target, mode):
            return True
    return False


def harms(state: DisposableState, unit: Unit, figure: int, weapon: Weapon, target: Unit, mode: int) -> bool:
    return (weapon.flame or armour_number(state, figure, weapon, target) >= 1) and bears(
        state, unit, figure, weapon, target, mode, AIMED
    )


# At the men in an open-topped vehicle


def occupants(state: DisposableState, vehicle: Unit) -> Unit:
    """Who sits in the open: the first passengers, else the crew."""
    for unit in state.units:
        if unit.place == MOUNTED and unit.carrier == vehicle.index:
            return unit
    return crew_of(state, vehicle)


def crew_of(state: DisposableState, vehicle: Unit) -> Unit:
    return state.units[vehicle.index + 1]  # made together


def above(state: DisposableState, figure: int) -> bool:
    """On a higher level: a man in a building is taken to be upstairs."""
    area = state.scenario.table.area_at(state.x[figure], state.y[figure])
    return area is not None and area.enclosed and not area.bunker


def inside_firers(state: DisposableState, unit: Unit, vehicle: Unit, mode: int) -> list[int]:
    """Figures whose small arms reach the men inside (dh.core.veh.open)."""
    kind = state.vehicle(vehicle)
    if kind is None or not kind.open_topped or not occupants(state, vehicle).figures:
        return []
    force = state.scenario.forces[unit.index]
    if force.vehicle is not None or state.weapon(unit) is not None:
        return []
    hull = vehicle.figures[0]
    found: list[int] = []
    for f in unit.figures:
        weapon = state.scenario.figures[f].weapon
        if weapon.blast or weapon is force.weapon or not bears(state, unit, f, weapon, vehicle, mode, INSIDE):
            continue
        if state.close(f, hull, CLOSE_BY) or above(state, f):
            found.append(f)
    return found


# The volley


def shielded(state: DisposableState, target: Unit, weapon: Weapon, x: int, y: int) -> bool:
    """A crew behind its gunshield, from the front, not against blasts (dh.fire.gunshield.1, dh.open.gunshield_arc)."""
    gun = state.weapon(target)
    if gun is None or not gun.gunshield or weapon.blast:
        return False
    f = target.figures[0]
    return within_arc(target.facing_x, target.facing_y, x - state.x[f], y - state.y[f])


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
    if how != AIMED and how != INSIDE:
        snap_number(tally, unit.activated, how)
        return Shot(figure, weapon, dice, tally.total, False, tally)
    if far:
        return Shot(figure, weapon, dice, long_number(tally, cover), True, tally)
    if weapon.flame:  # dh.flame.1, dh.open.flame_hit
        tally.add(ACC, "label.flame", "dh.flame.1")
        return Shot(figure, weapon, dice, tally.total, False, tally)
    x = state.x[figure]
    y = state.y[figure]
    obstacles = obstacles_between(state, x, y, state.x[at], state.y[at])
    scoped = weapon.scoped and mode == HOLD  # dh.open.scope_hold
    shield = shielded(state, target, weapon, x, y)
    aimed_number(tally, cover, obstacles, shield, scoped, state.scenario.forces[target.index].camouflaged)
    shot = Shot(figure, weapon, dice, tally.total, False, tally)
    shot.second = bunker_number(tally.total, cover)
    return shot


def launcher_of(state: DisposableState, figure: int, throwers: int) -> Weapon | None:
    """The rifle grenade or the unspent Panzerfaust of a figure where launchers are to fire (dh.core.oneshot)."""
    man: Figure = state.scenario.figures[figure]
    if not throwers & LAUNCH or (man.launcher is not None and man.launcher.one_shot and figure in state.spent):
        return None
    return man.launcher


def can_launch(state: DisposableState, unit: Unit, target: Unit, mode: int) -> bool:
    if not can_be_aimed_at(state, target):
        return False
    vehicle = state.scenario.forces[target.index].vehicle is not None
    for f in unit.figures:
        if state.scenario.figures[f].launcher is None:
            continue
        weapon = launcher_of(state, f, LAUNCH)
        if weapon is None:
            continue
        if vehicle and armour_number(state, f, weapon, target) < 1:
            continue
        if bears(state, unit, f, weapon, target, mode, AIMED):
            return True
    return False


def volley(
    state: DisposableState, unit: Unit, target: Unit, mode: int, how: int, throwers: int, explain: bool,
    chosen: list[int] | None = None,
) -> list[Shot]:  # fmt: skip
    """Everything a unit fires and throws: the half of its figures that does most, or the chosen ones
    (dh.open.fire_half)."""
    if how == INDIRECT:
        return indirect_shot(state, unit, target, explain)
    cover = HEAVY if how == INSIDE else cover_of(state, target, unit)
    force = state.scenario.forces[unit.index]
    if force.vehicle is not None:
        return vehicle_volley(state, unit, target, cover, mode, how, explain)
    team = state.weapon(unit)
    if team is not None:
        shot = shot_of(state, unit, unit.figures[0], team, len(unit.figures), target, cover, mode, how, explain)
        return [] if shot is None else [shot]
    thrown = throws(state, unit, target, cover, throwers & 3, explain)
    busy = [shot.figure for shot in thrown]
    inside = inside_firers(state, unit, vehicle_of(state, target), mode) if how == INSIDE else unit.figures
    shots: list[Shot] = []
    for f in unit.figures:
        if f in busy or f not in inside or (chosen is not None and f not in chosen):
            continue
        man = state.scenario.figures[f]
        launcher = launcher_of(state, f, throwers)
        shot = None
        if launcher is not None:
            shot = shot_of(state, unit, f, launcher, 0, target, cover, mode, how, explain)
            if shot is not None:
                shot.value += 1_000_000  # the player has asked for it
        if shot is None and man.weapon is not force.weapon:
            shot = shot_of(state, unit, f, man.weapon, 0, target, cover, mode, how, explain)
        if shot is not None:
            shots.append(shot)
    shots.sort(key=best_first)
    del shots[max(0, max_firing(len(unit.figures)) - len(thrown)) :]
    return shots + thrown


def vehicle_of(state: DisposableState, occupant: Unit) -> Unit:
    """The vehicle that passengers or an own crew sit in."""
    home = state.scenario.forces[occupant.index].crew_of
    return state.units[occupant.carrier if occupant.place == MOUNTED else home]


def vehicle_volley(
    state: DisposableState, unit: Unit, target: Unit, cover: int, mode: int, how: int, explain: bool
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
    return -shot.value * 1000 + shot.figure


def morale(shots: list[Shot]) -> int:
    """MM of every weapon that fired (dh.guts.mm.1)."""
    total = 0
    for shot in shots:
        total += shot.weapon.mm
    return total


def spend(state: DisposableState, shots: list[Shot]) -> None:
    for shot in shots:
        if shot.weapon.one_shot:
            state.spent.append(shot.figure)


class Shooting(Procedure[DisposableState]):
    """One unit fires at another: hits, casualties, Guts check."""

    __slots__ = ("before", "chosen", "flame", "how", "mm", "mode", "shooter", "spared", "target", "throwers")

    def __init__(self, shooter: int, target: int, mode: int, how: int, throwers: int, spared: bool) -> None:
        super().__init__()
        self.shooter = shooter
        self.target = target
        self.mode = mode
        self.how = how
        self.throwers = throwers  # how many throw grenades, LAUNCH, SINGLED
        self.spared = spared  # a charging unit takes no Guts check (dh.cc.snap.2)
        self.before = 0
        self.mm = 0
        self.flame = False  # a flamethrower has hit
        self.chosen: list[int] | None = None  # the firing figures, where the player picked them

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
        state.attached = 0
        if self.how == SNAP:
            unit.snapped = True
        shots = volley(state, unit, target, self.mode, self.how, self.throwers, state.recording, self.chosen)
        spend(state, shots)
        self.mm = morale(shots)
        named = singled_out(state, unit, target) if self.throwers & SINGLED else -1
        hurt = roll_volley(state, target, shots)
        total = min(hurt.total(), self.before)
        if state.recording:
            report(state, unit, target, shots, hurt, self.how, total)
        self.suffer(state, target, shots, hurt, total, named)

    def suffer(
        self, state: DisposableState, target: Unit, shots: list[Shot], hurt: Hurt, total: int, named: int
    ) -> None:
        self.flame = hurt.hits > 0 and any(shot.weapon.flame for shot in shots)
        if hurt.gun:
            target.out |= 1
            if state.recording:
                state.emit(Event("gun-destroyed", "dh.cas.blast.gun.2", {"unit": state.force(target).name}))
        share = self.how != INSIDE and named < 0
        lose = Casualties(self.target, hurt.ones, hurt.common, hurt.free, share)
        if named >= 0:
            if total:
                lose.fall(state, named, "dh.fire.sniper.1")
            return
        for f in hurt.apart:
            lose.fall(state, f, "dh.cas.blast.4" if state.figure(f).leader else "dh.cas.blast.5")
        if total > len(hurt.apart):
            state.push(lose)

    def check(self, state: DisposableState) -> None:
        """Whoever was shot at checks (dh.guts.when.2, dh.guts.when.3)."""
        target = state.units[self.target]
        if self.how == INSIDE and state.scenario.forces[target.index].crew_of >= 0:
            # A crew is its vehicle, which checks only when penetrated (dh.guts.when.1).
            if not target.figures:
                vehicle = vehicle_of(state, target)
                vehicle.figures.clear()
                vehicle.place = DESTROYED
                target.place = JOINED
            return
        if self.spared:
            check_second(state, self.mm, state.units[self.shooter])
            return
        if target.place == DESTROYED and not state.shared_losses:
            return
        losses = self.before - len(target.figures) + state.attached
        house = enclosing(state, target)
        if check_due(house is not None and house.bunker, losses):
            check_under_fire(state, target, losses, self.mm, state.units[self.shooter], self.flame)

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        raise AssertionError("shooting asks nothing itself")

    def copy(self) -> Shooting:
        twin = Shooting(self.shooter, self.target, self.mode, self.how, self.throwers, self.spared)
        twin.step = self.step
        twin.before = self.before
        twin.mm = self.mm
        twin.flame = self.flame
        twin.chosen = self.chosen
        return twin

    def data(self) -> list[object]:
        return [
            self.step, self.shooter, self.target, self.mode, self.how, self.throwers, self.spared, self.before,
            self.mm, self.flame, self.chosen,
        ]  # fmt: skip


def report(
    state: DisposableState, unit: Unit, target: Unit, shots: list[Shot], hurt: Hurt, how: int, total: int
) -> None:
    kind = ("fire", "snap-fire", "snap-fire", "indirect", "fire-inside")[how]
    rule = ("dh.fire.acc.1", "dh.snap.2", "dh.cc.evade.4", "dh.indirect.acc.1", "dh.core.veh.open")[how]
    args: dict[str, int | str] = {
        "unit": state.force(unit).name, "target": state.force(target).name, "firing": len(shots),
        "dice": len(hurt.to_hit), "hits": hurt.hits, "wounds": len(hurt.wounds), "casualties": total,
    }  # fmt: skip
    outcomes = [("hits", str(hurt.hits)), ("casualties", str(total))]
    tally = shots[0].tally if shots else None
    state.emit(Event(kind, rule, args, hurt.to_hit + hurt.wounds, tally, outcomes))
