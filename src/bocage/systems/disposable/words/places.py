"""What is at a point of the table, and in which direction it lies, as words for labels."""

from __future__ import annotations

from bocage.geometry.plane import distance2
from bocage.systems.disposable.model.tables import COVERS, OPEN, RADIUS, WALL_REACH, Barrier
from bocage.systems.disposable.rules.cover import cover_there, hull_beside, shelter_at
from bocage.systems.disposable.rules.retreat import home_direction
from bocage.systems.disposable.state import DisposableState

NOTHING = "@cover.open"


def inches(tenths: int) -> str:
    return f"{tenths / 10:g}"


def spot(state: DisposableState, seat: int, x: int, y: int, spots: list[int] | None = None) -> str:
    """The objective, the ground or the obstacle there, and the cover that a unit has which will stand on `spots`."""
    cover = cover_there(state, seat, spots) if spots else shelter_at(state, x, y)
    words = [ground(state, seat, x, y)]
    for objective in state.scenario.objectives:
        if distance2(x, y, objective.x, objective.y) <= (objective.radius + RADIUS) ** 2:
            words.insert(0, f"@at.objective {objective.name}")
            break
    if words[-1] != NOTHING or cover != OPEN:
        words.append(f"@cover.{COVERS[cover]}")
    return " – ".join(words)


def ground(state: DisposableState, seat: int, x: int, y: int) -> str:
    table = state.scenario.table
    area = table.area_at(x, y)
    barrier = barrier_at(state, x, y)
    if barrier is not None and (area is None or barrier.cover > area.cover):
        return f"@behind.{barrier.kind}" if between(state, seat, barrier, x, y) else f"@at.{barrier.kind}"
    if area is not None:
        return f"@in.{area.kind}"
    for solid in table.solid:
        if solid.shape.near(x, y, WALL_REACH):
            return f"@at.{solid.kind}"
    return "@at.vehicle" if hull_beside(state, x, y, WALL_REACH) >= 0 else NOTHING


def barrier_at(state: DisposableState, x: int, y: int) -> Barrier | None:
    """The obstacle with the best cover within an inch."""
    near = [barrier for barrier in state.scenario.table.barriers if barrier.shape.near(x, y, WALL_REACH)]
    return max(near, key=lambda barrier: barrier.cover, default=None)


def between(state: DisposableState, seat: int, barrier: Barrier, x: int, y: int) -> bool:
    """Whether the obstacle is in the way of the nearest enemy."""
    enemies = [figure for unit in state.enemies(seat) for figure in unit.figures]
    if not enemies:
        return False
    nearest = min(enemies, key=lambda figure: distance2(x, y, state.x[figure], state.y[figure]))
    return barrier.shape.crossed(state.x[nearest], state.y[nearest], x, y)


def way(state: DisposableState, seat: int, dx: int, dy: int) -> str:
    """Ahead and back are as the side sees them, left and right, up and down as the table is drawn."""
    hx, hy = home_direction(state, seat)
    ahead = -(dx * hx + dy * hy)
    if abs(ahead) >= abs(dx * hy - dy * hx):
        return "@way.ahead" if ahead > 0 else "@way.back"
    if hx == 0:
        return "@way.right" if dx > 0 else "@way.left"
    return "@way.up" if dy > 0 else "@way.down"
