"""Hand grenades: who may throw, and what he needs to hit."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Tally
from bocage.systems.disposable.model.tables import BASE, OPEN, WALL_REACH
from bocage.systems.disposable.rules import bans
from bocage.systems.disposable.rules.accuracy import (
    ACC,
    NO_SECOND,
    Shot,
    aimed_number,
    bunker_number,
    obstacles_between,
)
from bocage.systems.disposable.rules.cover import hull_beside
from bocage.systems.disposable.rules.movement import can_be_aimed_at, max_firing
from bocage.systems.disposable.state import HOUSE_BUNKER, DisposableState, Unit

GRENADE_RANGE: Final = 60  # dh.open.grenade_range
MAX_THROWERS: Final = 2  # dh.grenade.1


def throwers_in_range(state: DisposableState, unit: Unit, target: Unit) -> list[int]:
    """Figures that may throw, the least armed first: at most two, within six inches, seen or unseen
    (dh.grenade.1, dh.grenade.4)."""
    throwers: list[int] = []
    if forbid_throwing(state, unit, target) is not None:
        return throwers
    limit = min(MAX_THROWERS, state.scenario.forces[unit.index].grenades, max_firing(len(unit.figures)))
    for f in reversed(unit.figures):
        if len(throwers) == limit:
            break
        for other in target.figures:
            if state.close(f, other, GRENADE_RANGE):
                throwers.append(f)
                break
    return throwers


def forbid_throwing(state: DisposableState, unit: Unit, target: Unit) -> Ban | None:
    """At men, and into vehicles that are open above (dh.grenade.6)."""
    if state.scenario.forces[unit.index].grenades == 0:
        return bans.NO_THROWERS
    vehicle = state.scenario.forces[target.index].vehicle
    if vehicle is not None and not vehicle.open_topped:
        return bans.CLOSED
    if not can_be_aimed_at(state, unit, target):
        return bans.UNSPOTTED
    return None if state.units_within(unit, target, GRENADE_RANGE) else bans.GRENADE_RANGE


def throws(state: DisposableState, unit: Unit, target: Unit, cover: int, throwers: int, explain: bool) -> list[Shot]:
    if throwers == 0:
        return []
    grenade = state.scenario.grenade
    shots: list[Shot] = []
    for f in throwers_in_range(state, unit, target)[:throwers]:
        tally = Tally(explain)
        at = sees_within(state, f, target)
        plain = throw_number(tally, state, f, target, at, cover)
        shot = Shot(f, grenade, 1, tally.total, False, tally)
        shot.blind = at < 0
        if not plain:
            shot.second = bunker_number(tally.total, cover)
        elif at >= 0 and not state.house & HOUSE_BUNKER:  # past the cover, that of a bunker too (dh.grenade.3)
            shot.second = NO_SECOND
        shots.append(shot)
    return shots


def sees_within(state: DisposableState, figure: int, target: Unit) -> int:
    """The nearest figure of the target in grenade range that the thrower sees, or -1."""
    table = state.scenario.table
    x, y = state.x[figure], state.y[figure]
    best, best2 = -1, (GRENADE_RANGE + BASE) * (GRENADE_RANGE + BASE) + 1
    for f in target.figures:
        d = state.gap2(figure, f)
        if d < best2 and table.sees(x, y, state.x[f], state.y[f]):
            best, best2 = f, d
    return best


def throw_number(tally: Tally, state: DisposableState, figure: int, target: Unit, at: int, cover: int) -> bool:
    """The shooting numbers; a 1 at what is out of sight; no cover where the thrower touches it
    (dh.grenade.2, dh.grenade.3, dh.grenade.5). True where no modifier of cover is in the number."""
    if at < 0:
        tally.add(1, "label.unseen", "dh.grenade.5")
        return True
    x, y = state.x[figure], state.y[figure]
    if cover != OPEN and touches_cover(state, x, y, at):
        tally.add(ACC, "label.acc", "dh.grenade.3")
        return True
    obstacles = obstacles_between(state, x, y, state.x[at], state.y[at])
    aimed_number(tally, cover, obstacles, False, False, state.scenario.forces[target.index].camouflaged)
    return False


def touches_cover(state: DisposableState, x: int, y: int, at: int) -> bool:
    """Whether a thrower's base touches the piece of cover the target figure has (dh.open.grenade_contact)."""
    table = state.scenario.table
    tx, ty = state.x[at], state.y[at]
    area = table.area_at(tx, ty)
    if area is not None and area.cover != OPEN and (area.shape.contains(x, y) or area.shape.near(x, y, BASE // 2 + 1)):
        return True
    for barrier in table.barriers:
        if barrier.cover != OPEN and barrier.shape.near(tx, ty, WALL_REACH) and barrier.shape.near(x, y, BASE // 2 + 1):
            return True
    for wreck in table.solid:
        if wreck.shape.near(tx, ty, WALL_REACH) and wreck.shape.near(x, y, BASE // 2 + 1):
            return True
    hull = hull_beside(state, tx, ty, WALL_REACH) if state.scenario.hulls else -1
    return hull >= 0 and hull == hull_beside(state, x, y, BASE // 2 + 1)
