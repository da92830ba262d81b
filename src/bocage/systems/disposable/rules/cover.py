"""Which cover class a unit enjoys."""

from __future__ import annotations

from bocage.systems.disposable.model import Table
from bocage.systems.disposable.state import DisposableState, Unit


def shared_class(classes: list[int]) -> int:
    """The best class that at least half of the figures, rounded up, enjoy (dh.open.best_cover)."""
    classes.sort()
    return classes[len(classes) // 2]


def cover_of(state: DisposableState, unit: Unit, against: Unit) -> int:
    """The class of a unit against another, judged from that one's closest figure."""
    shooter, _ = state.nearest(against, unit)
    return cover_from(state, unit, state.x[shooter], state.y[shooter])


def cover_from(state: DisposableState, unit: Unit, sx: int, sy: int) -> int:
    table = state.scenario.table
    x = state.x
    y = state.y
    return shared_class([table.cover_against(x[f], y[f], sx, sy) for f in unit.figures])


def cover_of_spots(table: Table, spots: list[int], sx: int, sy: int) -> int:
    """The same for places where figures would stand (x, y in turn)."""
    return shared_class([table.cover_against(spots[i], spots[i + 1], sx, sy) for i in range(0, len(spots), 2)])


def shelter_of(state: DisposableState, unit: Unit) -> int:
    """The class of a unit that nobody in particular shoots at."""
    table = state.scenario.table
    return shared_class([table.shelter_at(state.x[f], state.y[f]) for f in unit.figures])
