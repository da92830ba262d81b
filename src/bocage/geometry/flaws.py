"""What is wrong with a polygon that somebody has drawn."""

from __future__ import annotations

from bocage.geometry.plane import INCH, distinct, segments_touch, side


def find_flaw(points: list[tuple[int, int]]) -> str:
    """What is wrong with a drawn polygon, or an empty text."""
    corners = distinct(points)
    n = len(corners)
    if n < 3:
        return "a polygon needs three corners or more"
    for i in range(1, n + 1):
        ax, ay = corners[i - 2]
        bx, by = corners[i - 1]
        cx, cy = corners[i % n]
        ahead = (bx - ax) * (cx - bx) + (by - ay) * (cy - by)
        if ahead < 0 and side(ax, ay, bx, by, cx, cy) == 0:
            return f"not a simple polygon: it turns back at {spoken(bx, by)}"
        for k in range(1 if i == n else 0, i - 2):  # the last side and the first are neighbours
            dx, dy = corners[k]
            ex, ey = corners[k + 1]
            if segments_touch(bx, by, cx, cy, dx, dy, ex, ey):
                one = f"{spoken(bx, by)} to {spoken(cx, cy)}"
                other = f"{spoken(dx, dy)} to {spoken(ex, ey)}"
                return f"not a simple polygon: its sides from {one} and from {other} meet"
    return ""


def spoken(x: int, y: int) -> str:
    """A point in inches."""
    return f"({x / INCH:g}, {y / INCH:g})"
