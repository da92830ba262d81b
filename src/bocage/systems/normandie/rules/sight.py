"""Line of sight and range (chapters Firing, Terrain and Buildings)."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.systems.normandie.model.tables import INFANTRY
from bocage.systems.normandie.state import NormandieState, Unit

BLOCKED: Final = -1
CLEAR: Final = 0
"""Any other line of sight is Obscured, and its value is taken off the shot (hon.los.clear.1, hon.los.obscured.1)."""


def line_of_sight(state: NormandieState, a: int, b: int) -> int:
    """Between two infantry units, centre to centre: BLOCKED, CLEAR, or the obscuring penalty (hon.los.trace.1)."""
    return line(state, a, b, state.blockers)


def line(state: NormandieState, a: int, b: int, blockers: int) -> int:
    """As above, past the units given. Neither end's own space counts (hon.terrain.obs.4, hon.open.los.target.1)."""
    board = state.board
    grid = board.grid
    pair = a * grid.size + b
    ground = state.ground
    penalty = board.sight[pair]
    if penalty < 0:
        penalty = BLOCKED if ground.blocking == board.blocking else terrain_between(state, a, b)
        if penalty < 0:
            return BLOCKED
    crossed = grid.crossed[pair]
    if ground.solid:
        ends = 1 << a | 1 << b
        if ends & ground.indoors:  # hon.open.building.los.1
            if not through_openings(state, a, b):
                return BLOCKED
        elif crossed & ground.solid:  # hon.los.block.1, hon.open.building.fire.1, hon.open.wreck.los.1
            return BLOCKED
        blockers |= ground.solid
        crossed_units = crossed & blockers & ~ground.indoors
    else:
        crossed_units = crossed & blockers
    if crossed_units:  # hon.los.block.2, hon.open.los.infantryblock.1
        return BLOCKED
    flanks = grid.corners[pair]
    if flanks:
        blockers |= ground.blocking
        for flank in flanks:  # hon.open.los.corner.1
            if flank & blockers == flank:
                return BLOCKED
    for veil, value in ground.veils:  # hon.open.overlay.1
        if crossed & veil:
            penalty += value  # hon.open.overlay.1
    if state.smoke:  # hon.ord.smoke.6
        penalty += smoke_on(state, crossed | 1 << a | 1 << b)
    return penalty


def terrain_between(state: NormandieState, a: int, b: int) -> int:
    """What the board's own lines know, without hedgerows that a position has been dug in (hon.open.overlay.1)."""
    board = state.board
    blocking = state.ground.blocking
    return board.sight[a * board.grid.size + b] if blocking == board.blocking else board.seen(a, b, blocking)


def smoke_on(state: NormandieState, cells: int) -> int:
    """What smoke takes off: once per pattern that the line crosses, enters or leaves (hon.open.smoke.size.1)."""
    total = 0
    for place, value in state.smoke:
        if state.board.crossings[place] & cells:
            total += value
    return total


def through_openings(state: NormandieState, a: int, b: int) -> bool:
    """Whether walls let a line pass that begins or ends in a building (hon.open.building.los.1).

    Within a room it is free, and so it is through a door between two rooms for those beside it. Otherwise each end that
    is inside must be left or entered by an opening of its own space, and no other room may be crossed.
    """
    ground = state.ground
    grid = state.board.grid
    inside_a, inside_b = ground.building(a), ground.building(b)
    crossed = grid.crossed[a * grid.size + b]
    if inside_a >= 0 and inside_a == inside_b:
        building = state.board.buildings[inside_a]
        room = building.room_of(a)
        if room >> b & 1:
            return crossed & ~room == 0
        return grid.edge(a, b) in building.inner
    if crossed & ground.solid:
        return False
    path = grid.line(a, b)
    if inside_a >= 0 and grid.edge(path[0], path[1]) not in state.board.buildings[inside_a].openings:
        return False
    return inside_b < 0 or grid.edge(path[-2], path[-1]) in state.board.buildings[inside_b].openings


def blockers_between(state: NormandieState, firer: Unit, target: Unit) -> int:
    """Infantry is in nobody's way where a vehicle shoots or is shot at; vehicles always are (hon.los.block.2, .3)."""
    if firer.counter.rank == INFANTRY and target.counter.rank == INFANTRY and firer.carrier < 0:
        return state.blockers
    if firer.counter.rank == INFANTRY and target.counter.rank == INFANTRY:
        return state.blockers & ~state.units[firer.carrier].cells()  # hon.open.transport.fire.1
    own = firer.cells() | target.cells()
    if firer.carrier >= 0:
        own |= state.units[firer.carrier].cells()
    return state.vehicles & ~own


def sight(state: NormandieState, firer: Unit, target: Unit) -> int:
    """The best line between any of their spaces (hon.los.veh.1, hon.los.veh.2)."""
    blockers = blockers_between(state, firer, target)
    if firer.rear < 0 and target.rear < 0 and firer.carrier < 0:
        return line(state, firer.cell, target.cell, blockers)
    lines = [line(state, a, b, blockers) for a in state.spaces_of(firer) for b in state.spaces_of(target)]
    return min([one for one in lines if one >= 0], default=BLOCKED)


def distance(state: NormandieState, a: Unit, b: Unit) -> int:
    """Steps of the shortest way, diagonals counting 1 (hon.range.count.1)."""
    grid = state.board.grid
    if a.rear < 0 and b.rear < 0 and a.carrier < 0 and b.carrier < 0:
        return grid.distance[a.cell * grid.size + b.cell]
    best = grid.size
    for one in state.spaces_of(a):
        for two in state.spaces_of(b):
            best = min(best, grid.distance[one * grid.size + two])
    return best


def clear_to(state: NormandieState, firer: Unit, place: int) -> bool:
    """Clear line of sight to an intersection, from the centre of a space to that point (hon.abil.how.3).

    What the shot is meant for, in the spaces around it, is not in its way: units, and obscuring ground as in the space
    of any target. Whatever blocks sight does so there too (hon.open.how.line.1).
    """
    away = ~state.board.crossings[place]
    blockers = state.ground.blocking | state.ground.solid | in_the_way(state, firer) & away
    haze = state.ground.hazy & away
    return any(is_clear(state, cell, place, blockers, haze) for cell in state.spaces_of(firer))


def in_the_way(state: NormandieState, firer: Unit) -> int:
    """An intersection is no vehicle, so infantry is in the way of infantry (hon.los.block.2)."""
    mask = (state.blockers if firer.counter.rank == INFANTRY else state.vehicles) & ~firer.cells()
    return mask & ~state.units[firer.carrier].cells() if firer.carrier >= 0 else mask


def is_clear(state: NormandieState, cell: int, place: int, blockers: int, haze: int) -> bool:
    """Nothing on the way from the centre of a space to a crossing blocks or obscures (hon.abil.how.3)."""
    board = state.board
    ray = board.ray(cell, place)
    if ray.crossed & (blockers | haze):  # hon.los.clear.1
        return False
    for flank in ray.corners:  # hon.open.los.corner.1
        if flank & blockers == flank:
            return False
    for edge in ray.edges if board.no_passage or board.borders else ():
        if edge in board.no_passage or (edge in board.borders and not board.beside(edge, cell)):
            return False
    if state.smoke and smoke_on(state, ray.crossed | 1 << cell):
        return False
    return not state.ground.indoors >> cell & 1 or leaves_by_opening(state, cell, place)


def leaves_by_opening(state: NormandieState, cell: int, place: int) -> bool:
    """From inside a building one looks out by an opening of one's own space (hon.build.fire.1)."""
    grid = state.board.grid
    openings = state.board.buildings[state.ground.building(cell)].openings
    path = state.board.ray(cell, place).path
    if len(path) > 1:
        return grid.edge(path[0], path[1]) in openings
    around = spaces(state.board.crossings[place])  # a corner of the space itself, beside the opening
    return any(grid.edge(cell, other) in openings for other in around)


def clear_to_pattern(state: NormandieState, spotter: Unit, place: int) -> bool:
    """A spotter looks at the pattern, so some space under it is enough (hon.abil.spotter.1)."""
    mask = in_the_way(state, spotter)
    under = spaces(state.board.crossings[place])
    return any(a == b or line(state, a, b, mask) == CLEAR for a in state.spaces_of(spotter) for b in under)
