"""Where a vehicle may drive and how well it would stand there: what `doctrine` weighs its manoeuvres by."""

from __future__ import annotations

from typing import Final

from bocage.kernel.appraisal import Parts, total
from bocage.systems.normandie.appraisal import Outlook
from bocage.systems.normandie.rules.traits import rough
from bocage.systems.normandie.rules.vehicles import MANOEUVRES, after, footprint, may, may_stop
from bocage.systems.normandie.state import Unit

FACINGS: Final = 8
RUN_OVER: Final = 0.3  # for each unit that has to make way


def frontage(outlook: Outlook, cell: int, facing: int) -> float:
    """How much of the enemy is in front of somebody who stands there, the nearest counting most."""
    grid = outlook.state.board.grid
    down = (-1, -1, 0, 1, 1, 1, 0, -1)[facing]
    right = (0, 1, 1, 1, 0, -1, -1, -1)[facing]
    value = 0.0
    for enemy in outlook.enemies:
        rows, cols = grid.row(enemy.cell) - grid.row(cell), grid.col(enemy.cell) - grid.col(cell)
        if rows * down + cols * right >= abs(cols * down - rows * right):
            value += 1.0 / (1 + grid.distance[cell * grid.size + enemy.cell])
    return value


def stand(outlook: Outlook, unit: Unit, cell: int, facing: int) -> Parts:
    """What it is worth that the vehicle ends its move so, with whom it drives out of its way."""
    cells = footprint(outlook.state, unit, cell, facing)
    pushed = 0.0
    for enemy in outlook.enemies:
        if not enemy.is_vehicle() and enemy.cells() & cells:
            pushed += outlook.manner.aggression
    for friend in outlook.friends:
        if not friend.is_vehicle() and friend.cells() & cells:
            pushed -= outlook.manner.caution
    parts = outlook.place(unit, cell)
    return [*parts, ("fire", 0.3 * frontage(outlook, cell, facing)), ("way", RUN_OVER * pushed)]


def put(outlook: Outlook, ghost: Unit, pose: int) -> None:
    ghost.cell, ghost.facing = pose // FACINGS, pose % FACINGS
    if ghost.counter.size == 2:
        ghost.rear = outlook.state.board.grid.around[ghost.cell][(ghost.facing + 4) % FACINGS]


def drives(outlook: Outlook, unit: Unit, points: int) -> dict[int, Parts]:
    """For every manoeuvre a move could begin with: what the best end of the move that way is worth."""
    state = outlook.state
    ghost = unit.copy()
    own = state.vehicles & unit.cells()
    state.vehicles ^= own  # it does not stand in its own way
    reached = poses(outlook, ghost, points)
    state.vehicles ^= own
    best: dict[int, tuple[float, Parts]] = {}
    for pose, firsts in reached.items():
        put(outlook, ghost, pose)
        if not may_stop(state, ghost):
            continue
        parts = stand(outlook, unit, ghost.cell, ghost.facing)
        value = total(parts)
        for place, manoeuvre in enumerate(MANOEUVRES):
            if firsts >> place & 1 and (manoeuvre not in best or value > best[manoeuvre][0]):
                best[manoeuvre] = (value, parts)
    return {manoeuvre: found[1] for manoeuvre, found in best.items()}


def poses(outlook: Outlook, ghost: Unit, points: int) -> dict[int, int]:
    """Every way it could stand after a drive, with the set of manoeuvres (by place) that such a drive begins with."""
    state = outlook.state
    difficult = rough(state, ghost)
    reached: dict[int, int] = {}
    front = {ghost.cell * FACINGS + ghost.facing: 0}
    for left in range(points, 0, -1):
        ahead: dict[int, int] = {}
        for pose, firsts in front.items():
            put(outlook, ghost, pose)
            if left < points and ghost.cells() & difficult:
                continue  # hon.terrain.diff.1, and after the first step out of it hon.terrain.diff.2
            for place, manoeuvre in enumerate(MANOEUVRES):
                if not may(state, ghost, manoeuvre, left):
                    continue
                cell, facing = after(state, ghost, manoeuvre)
                following = cell * FACINGS + facing
                new = (firsts or 1 << place) & ~reached.get(following, 0)
                if new:
                    reached[following] = reached.get(following, 0) | new
                    if left == points and ghost.cells() & difficult:
                        continue
                    ahead[following] = ahead.get(following, 0) | new
        front = ahead
    return reached


def drive_gain(outlook: Outlook, unit: Unit, points: int) -> float:
    """What the best drive gains over standing still."""
    here = total(stand(outlook, unit, unit.cell, unit.facing))
    return max([total(parts) for parts in drives(outlook, unit, points).values()], default=here) - here
