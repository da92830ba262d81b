"""Lines of sight in words, from the same tests of areas and barriers that shooting uses. A place is "x,y" in inches."""

from __future__ import annotations

from bocage.geometry.plane import distance2
from bocage.kernel import Text
from bocage.kernel.views import SightStep, SightView
from bocage.systems.disposable.model.tables import HULL_RADIUS, RADIUS, SIGHT_DEPTH, SIGHT_NONE, Area, Barrier, Table
from bocage.systems.disposable.state import ON_TABLE, DisposableState

RULE, BUILDING_RULE = "dh.core.los.rule", "dh.core.los.building"
INCH = 10


def sight(state: DisposableState, start: str, end: str) -> SightView | None:
    table = state.scenario.table
    a, b = point(table, start), point(table, end)
    if a is None or b is None:
        return None
    clear = table.sees(*a, *b)
    met: list[Area | Barrier] = [area for area in table.areas if area.shape.inside(*a, *b).numerator]
    met += [barrier for barrier in table.barriers if barrier.shape.crossed(*a, *b)]
    heights = table.eyes_at(*a), table.eyes_at(*b)
    blocking = [thing for thing in met if hides(thing, a, b, heights)]
    steps = [step(thing, thing in blocking) for thing in met]
    text, rule = Text("sight.clear"), RULE
    for thing in blocking[:1]:
        x, y = middle(thing)
        text = Text("sight.blocked", {"what": f"@terrain.{thing.kind}", "place": f"{x}″, {y}″"})
        rule = BUILDING_RULE if isinstance(thing, Area) and thing.sight != SIGHT_DEPTH else RULE
    gap = max(0.0, distance2(*a, *b) ** 0.5 - base_at(state, *a) - base_at(state, *b))
    distance = Text("sight.inches", {"n": f"{gap / INCH:.1f}"})
    return SightView(start, end, clear, text, rule, distance, steps)


def base_at(state: DisposableState, x: int, y: int) -> int:
    """The base or hull whose middle is here: it is measured from its edge (dh.core.measure)."""
    for unit in state.units:
        if unit.place == ON_TABLE and any(state.x[f] == x and state.y[f] == y for f in unit.figures):
            return RADIUS if state.vehicle(unit) is None else HULL_RADIUS
    return 0


def point(table: Table, place: str) -> tuple[int, int] | None:
    """Tenths of an inch on the table, or None."""
    x, comma, y = place.partition(",")
    try:
        at = round(float(x) * INCH), round(float(y) * INCH)
    except (ValueError, OverflowError):
        return None
    return at if comma and 0 <= at[0] <= table.width and 0 <= at[1] <= table.height else None


def hides(thing: Area | Barrier, a: tuple[int, int], b: tuple[int, int], heights: tuple[int, int]) -> bool:
    return not (isinstance(thing, Area) and thing.sight == SIGHT_NONE) and thing.hides(*a, *b, *heights)


def middle(thing: Area | Barrier) -> tuple[int, int]:
    xs, ys = thing.shape.xs, thing.shape.ys
    return (min(xs) + max(xs)) // (2 * INCH), (min(ys) + max(ys)) // (2 * INCH)


def step(thing: Area | Barrier, blocks: bool) -> SightStep:
    x, y = middle(thing)
    key = "sight.blocks" if blocks else "sight.open"
    return SightStep(f"{x},{y}", Text(key, {"terrain": f"@terrain.{thing.kind}"}), blocks)


def field(state: DisposableState, place: str) -> list[str]:
    """Points of a one-inch grid, each in the middle of its square."""
    table = state.scenario.table
    a = point(table, place)
    if a is None:
        return []
    half = INCH // 2
    columns, rows = range(half, table.width, INCH), range(half, table.height, INCH)
    return [f"{x / INCH:g},{y / INCH:g}" for y in rows for x in columns if table.traced(*a, x, y)]
