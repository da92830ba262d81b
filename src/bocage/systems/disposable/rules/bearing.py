"""Who may fire at whom: range, arc and sight of each weapon, armour, and the men in open-topped vehicles."""

from __future__ import annotations

from typing import Final

from bocage.geometry.plane import within
from bocage.kernel import Ban
from bocage.systems.disposable.model.tables import BASE, EYE, FULL, HOLD, Figure, Force
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.accuracy import AIMED, INSIDE, How, weapon_range
from bocage.systems.disposable.rules.movement import can_be_aimed_at, within_arc
from bocage.systems.disposable.state import MOUNTED, DisposableState, Unit

FEW = 12  # so many lines of sight are traced rather than thought about
FOUND: Final[list[Ban | None]] = [bans.OUT_OF_RANGE, bans.NO_SIGHT, None]  # what speaks against a shot at that
ANYWHERE = 1 << 20
CLOSE_BY = 60  # small arms reach into an open-topped vehicle from here (dh.core.veh.open)


def forbid_fire(state: DisposableState, unit: Unit, target: Unit, mode: int, how: How) -> Ban | None:
    """Why no figure may fire at the target; None where some may."""
    force, aim = state.scenario.forces[unit.index], state.scenario.forces[target.index]
    if not can_be_aimed_at(state, unit, target):
        return bans.UNSPOTTED
    if how is AIMED and far_off(state, unit, target, mode):
        return bans.OUT_OF_RANGE
    if force.weapon is not None and force.weapon.mortar and not unit.out:
        return bans.INDIRECT_ONLY
    if walled_off(state, unit, target):
        return bans.NO_SIGHT
    arms = arms_of(state, unit, mode)
    why = bans.NO_WEAPON
    if aim.vehicle is not None:
        why = bans.ARMOUR
        if how is not AIMED:
            return why
        arms = [(f, weapon) for f, weapon in arms if pierces(state, f, weapon, target)]
    return forbid_arms(state, unit, arms, target, HOLD if force.vehicle is not None else mode, how, why)


def quick_reach(state: DisposableState, unit: Unit, farthest: int) -> int:
    """Beyond which a unit whose own arms carry so far certainly reaches nobody, from centre to centre; any distance
    where the last figure has come from another unit, with arms of its own, and where nothing is known."""
    force = state.scenario.forces[unit.index]
    return farthest + BASE if farthest and not joined_by_others(state, unit, force) else ANYWHERE


def joined_by_others(state: DisposableState, unit: Unit, force: Force) -> bool:
    """Whether the last figure has come from another unit, with a weapon of its own."""
    return state.scenario.figures[unit.figures[-1]].unit != force.index


def far_off(state: DisposableState, unit: Unit, target: Unit, mode: int) -> bool:
    """Whether no weapon of the unit reaches so far: a quick look before every man is asked."""
    return unit.beyond(target, quick_reach(state, unit, state.scenario.forces[unit.index].reaches[mode]))


def walled_off(state: DisposableState, unit: Unit, target: Unit) -> bool:
    """Whether a house stands between all of a unit and all of another: a quick look before every line is traced."""
    if len(unit.figures) * len(target.figures) <= FEW:
        return False
    return state.scenario.table.parts(
        unit.left, unit.low, unit.right, unit.high, target.left, target.low, target.right, target.high
    )


def arms_of(state: DisposableState, unit: Unit, mode: int) -> list[tuple[int, Weapon]]:
    """What a unit may fire, and who fires it."""
    force = state.scenario.forces[unit.index]
    if force.vehicle is not None:
        return [(unit.figures[0], weapon) for weapon in vehicle_weapons(state, unit, mode)]
    if force.weapon is not None and not unit.out:
        return [(unit.figures[0], force.weapon)]
    figures = state.scenario.figures
    return [(f, figures[f].weapon) for f in unit.figures if figures[f].weapon is not force.weapon]


def forbid_arms(
    state: DisposableState, unit: Unit, arms: list[tuple[int, Weapon]], target: Unit, mode: int, how: How, why: Ban
) -> Ban | None:
    """Why none of these bears on the target; that which is nearest to a shot tells: in range, but out of sight."""
    same: Weapon | None = None  # most figures carry the same
    reach = 0
    for f, weapon in arms:
        if weapon is not same:
            same = weapon
            reach = farthest_shot(weapon, mode, how, state.house)
        ban = forbid_bearing(state, unit, f, weapon, target, reach)
        if ban is None:
            return None
        if why is not bans.NO_SIGHT:
            why = ban
    return why


def farthest_shot(weapon: Weapon, mode: int, how: How, house: int) -> int:
    """Its range, long range included; 0 where it may not fire."""
    reach = weapon_range(weapon, mode, how, house)
    return 2 * reach if how is AIMED and not weapon.no_long else reach  # dh.open.long_moved


def forbid_bearing(
    state: DisposableState, unit: Unit, figure: int, weapon: Weapon, target: Unit, reach: int
) -> Ban | None:
    """Why one weapon does not reach and see any figure of the target; None where it does."""
    if reach == 0:
        return bans.MORTAR_MOVED if weapon.mortar else bans.WEAPON_MOVED
    reach += BASE
    x, y = state.x, state.y
    ax, ay = x[figure], y[figure]
    if ax - target.right > reach or target.left - ax > reach or ay - target.high > reach or target.low - ay > reach:
        return bans.OUT_OF_RANGE
    limit = reach * reach
    table = state.scenario.table
    if not weapon.arc:
        return FOUND[table.find(ax, ay, target.figures, x, y, limit)]
    near = [f for f in target.figures if within(ax, ay, x[f], y[f], reach)]
    ahead = [f for f in near if within_arc(unit.facing_x, unit.facing_y, x[f] - ax, y[f] - ay)]
    return FOUND[table.find(ax, ay, ahead, x, y, limit)] if ahead or not near else bans.OUT_OF_ARC


def vehicle_weapons(state: DisposableState, unit: Unit, mode: int) -> list[Weapon]:
    """What a vehicle still has; no main gun after a move at full speed (dh.core.veh.move)."""
    vehicle = state.vehicle(unit)
    assert vehicle is not None
    return [
        vehicle.weapons[i] for i in range(len(vehicle.weapons))
        if not unit.out >> i & 1 and not (mode == FULL and vehicle.weapons[i].blast)
    ]  # fmt: skip


def launcher_of(state: DisposableState, figure: int) -> Weapon | None:
    """The rifle grenade or the unspent Panzerfaust of a figure (dh.core.oneshot)."""
    man: Figure = state.scenario.figures[figure]
    if man.launcher is not None and man.launcher.one_shot and figure in state.spent:
        return None
    return man.launcher


def forbid_launch(state: DisposableState, unit: Unit, target: Unit, mode: int) -> Ban | None:
    """Why no rifle grenade or Panzerfaust may be fired at the target."""
    if not can_be_aimed_at(state, unit, target):
        return bans.UNSPOTTED
    armoured = state.scenario.forces[target.index].vehicle is not None
    why = bans.NO_LAUNCHER
    arms: list[tuple[int, Weapon]] = []
    for f in unit.figures:
        if state.scenario.figures[f].launcher is None:
            continue
        weapon = launcher_of(state, f)
        if weapon is None:
            why = bans.SPENT
        elif armoured and not pierces(state, f, weapon, target):
            why = bans.ARMOUR
        else:
            arms.append((f, weapon))
    return forbid_arms(state, unit, arms, target, mode, AIMED, why)


# Against vehicles


def struck_side(facing_x: int, facing_y: int, dx: int, dy: int) -> int:
    """0 front, 1 side, 2 rear, for a shooter at (dx, dy) from the vehicle (dh.core.veh.facing)."""
    along, across = facing_x * dx + facing_y * dy, facing_x * dy - facing_y * dx
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
    dx, dy = state.x[figure] - state.x[hull], state.y[figure] - state.y[hull]
    return weapon.at_ap + vehicle.dm[struck_side(target.facing_x, target.facing_y, dx, dy)]


def pierces(state: DisposableState, figure: int, weapon: Weapon, target: Unit) -> bool:
    """Whether it could harm the vehicle; flamethrowers always could (dh.flame.2)."""
    vehicle = state.scenario.forces[target.index].vehicle
    if vehicle is not None and weapon.at_ap + max(vehicle.dm) < 1:  # a quick look: not even from behind
        return weapon.flame
    return weapon.flame or armour_number(state, figure, weapon, target) >= 1


# At the men in an open-topped vehicle


def occupants(state: DisposableState, vehicle: Unit) -> Unit:
    """Who sits in the open: the first passengers, else the crew."""
    for unit in state.units:
        if unit.place == MOUNTED and unit.carrier == vehicle.index:
            return unit
    return crew_of(state, vehicle)


def crew_of(state: DisposableState, vehicle: Unit) -> Unit:
    return state.units[vehicle.index + 1]  # made together


def vehicle_of(state: DisposableState, occupant: Unit) -> Unit:
    """The vehicle that passengers or an own crew sit in."""
    home = state.scenario.forces[occupant.index].crew_of
    return state.units[occupant.carrier if occupant.place == MOUNTED else home]


def is_above(state: DisposableState, figure: int) -> bool:
    """On a higher level: upstairs in a building (dh.open.floors)."""
    return state.scenario.table.eyes_at(state.x[figure], state.y[figure]) > EYE


def forbid_inside(state: DisposableState, unit: Unit, vehicle: Unit, mode: int) -> Ban | None:
    """Why no small arms reach the men inside (dh.core.veh.open)."""
    kind = state.vehicle(vehicle)
    if kind is None or not kind.open_topped or not occupants(state, vehicle).figures:
        return bans.NOT_OPEN
    return None if inside_firers(state, unit, vehicle, mode) else bans.OUT_OF_REACH_INSIDE


def inside_firers(state: DisposableState, unit: Unit, vehicle: Unit, mode: int) -> list[int]:
    """Figures whose small arms reach the men inside, six inches away or from above."""
    force = state.scenario.forces[unit.index]
    firers: list[int] = []
    if force.vehicle is not None or state.weapon(unit) is not None:
        return firers
    hull = vehicle.figures[0]
    for f in unit.figures:
        weapon = state.scenario.figures[f].weapon
        if weapon.blast or weapon is force.weapon:
            continue
        if (
            forbid_bearing(state, unit, f, weapon, vehicle, farthest_shot(weapon, mode, INSIDE, state.house))
            is not None
        ):
            continue
        if state.close(f, hull, CLOSE_BY) or is_above(state, f):
            firers.append(f)
    return firers
