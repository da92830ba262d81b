"""Line of sight and range (chapters Firing and Terrain)."""

from __future__ import annotations

from typing import Final

from bocage.systems.normandie.state import NormandieState, Unit

BLOCKED: Final = -1
CLEAR: Final = 0
"""Any other line of sight is Obscured, and its value is taken off the shot (hon.los.clear.1, hon.los.obscured.1)."""


def line_of_sight(state: NormandieState, a: int, b: int) -> int:
    """Between two infantry units, centre to centre: BLOCKED, CLEAR, or the obscuring penalty (hon.los.trace.1).

    Neither end's own space counts (hon.terrain.obs.4, hon.open.los.target.1).
    """
    board = state.board
    grid = board.grid
    pair = a * grid.size + b
    penalty = board.sight[pair]
    if penalty < 0:
        return BLOCKED
    blockers = state.blockers
    if grid.crossed[pair] & blockers:  # hon.los.block.2, hon.open.los.infantryblock.1
        return BLOCKED
    flanks = grid.corners[pair]
    if flanks:
        blockers |= board.blocking
        for flank in flanks:  # hon.open.los.corner.1
            if flank & blockers == flank:
                return BLOCKED
    return penalty


def distance(state: NormandieState, a: Unit, b: Unit) -> int:
    """Steps of the shortest way, diagonals counting 1 (hon.range.count.1)."""
    grid = state.board.grid
    return grid.distance[a.cell * grid.size + b.cell]
