"""Movement modes and what they cost: distance, ROF and range; difficult ground; lone models; joining."""

from __future__ import annotations

from bocage.geometry.plane import distance2
from bocage.kernel import Ban
from bocage.systems.disposable.model import tables
from bocage.systems.disposable.model.tables import BASE, HOLD, MANOEUVRE, RUN
from bocage.systems.disposable.model.weapons import Weapon
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.command import command_distance, highest_guts
from bocage.systems.disposable.state import HOUSE_LONE, JOINED, ON_TABLE, STEADY, DisposableState, Unit


def halved(rof: int) -> int:
    """Half, rounded up, never below 1 (dh.open.halving)."""
    return max(1, (rof + 1) // 2)


def rate_of_fire(weapon: Weapon, mode: int) -> int:
    """Dice of one figure after a move in this mode (dh.move.*)."""
    if mode == RUN or (mode != HOLD and not weapon.move_and_fire):
        return 0
    if mode == MANOEUVRE and not weapon.exempt and not weapon.semi:
        return halved(weapon.rof)
    return weapon.rof


def effective_range(weapon: Weapon, mode: int) -> int:
    """Range in tenths after a move in this mode; none after a run (dh.move.run.3)."""
    if mode == RUN or (mode != HOLD and not weapon.move_and_fire):
        return 0
    if mode in (tables.SNEAK, MANOEUVRE) and not weapon.exempt:
        return weapon.range // 2
    return weapon.range


def max_firing(figures: int) -> int:
    """Half of the figures, rounded up (dh.fire.half.1, dh.fire.half.2)."""
    return (figures + 1) // 2


def can_be_aimed_at(state: DisposableState, unit: Unit, target: Unit) -> bool:
    """A sniper must be spotted first by who wants to fire (dh.spot.1)."""
    return not state.scenario.forces[target.index].sniper or target.spotted >> unit.index & 1 == 1


def is_lone(state: DisposableState, unit: Unit) -> bool:
    """A single model on foot; by a reading of ours teams and commanders are not meant (dh.open.single_towards)."""
    if len(unit.figures) != 1:
        return False
    force = state.scenario.forces[unit.index]
    if force.vehicle is not None:
        return False
    return not state.house & HOUSE_LONE or (force.weapon is None and not force.commander)


def takes_in(state: DisposableState, unit: Unit, other: Unit) -> bool:
    """Whether a lone model may join this unit once it is close enough."""
    if other is unit or other.seat != unit.seat or other.place != ON_TABLE or other.status != STEADY:
        return False
    force = state.scenario.forces[other.index]
    return force.vehicle is None and not force.sniper


def forbid_joining(state: DisposableState, unit: Unit, other: Unit) -> Ban | None:
    """A lone model within command distance of every figure of another unit (dh.move.single.2)."""
    if not is_lone(state, unit):
        return bans.NOT_ALONE
    if not takes_in(state, unit, other):
        return bans.TAKES_NOBODY
    reach = command_distance(highest_guts(state, other))
    lone = unit.figures[0]
    for f in other.figures:
        if not state.close(lone, f, reach):
            return bans.JOIN_DISTANCE
    return None


def join(state: DisposableState, unit: Unit, other: Unit) -> None:
    other.figures.append(unit.figures[0])
    state.enclose(other)
    unit.figures.clear()
    unit.place = JOINED


def within_arc(facing_x: int, facing_y: int, dx: int, dy: int) -> bool:
    """Bearing at most 90 degrees off the facing (dh.move.hmg.2, dh.move.mortar.2)."""
    return facing_x * dx + facing_y * dy >= 0


def touching(ax: int, ay: int, bx: int, by: int) -> bool:
    """Bases in contact, to the tenth of an inch."""
    return distance2(ax, ay, bx, by) <= (BASE + 1) * (BASE + 1)
