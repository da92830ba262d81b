"""Lines between points of different heights."""

from __future__ import annotations

from bocage.geometry.plane import rounded


def part_below(
    ax: int, ay: int, a_height: int, bx: int, by: int, b_height: int, top: int
) -> tuple[int, int, int, int] | None:
    """The part of a line between two heights that is not above the top of something."""
    if a_height > b_height:
        return part_below(bx, by, b_height, ax, ay, a_height, top)
    if a_height > top:
        return None
    if b_height <= top:
        return ax, ay, bx, by
    share, whole = top - a_height, b_height - a_height
    return ax, ay, ax + rounded((bx - ax) * share, whole), ay + rounded((by - ay) * share, whole)
