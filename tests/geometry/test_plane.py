"""The free table: exact verdicts, the same both ways, the same after turning, mirroring and shifting the table."""

from __future__ import annotations

from fractions import Fraction

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.geometry.flaws import find_flaw
from bocage.geometry.plane import Polygon, Polyline, along, near_segment, rounded, segments_touch, tenths, within

SOME = settings(max_examples=150, deadline=None, derandomize=True)
COORDINATE = st.integers(0, 60)
POINT = st.tuples(COORDINATE, COORDINATE)

CONVEX = [(10, 12), (40, 8), (52, 30), (33, 50), (12, 40)]
NOTCHED = [(5, 5), (50, 5), (50, 50), (27, 20), (5, 50)]  # a V cut in from the top
SHAPES = [CONVEX, NOTCHED]
Motion = tuple[int, int, int, int, int, int]
MOTIONS: list[Motion] = [
    (a, b, c, d, 200, 170)
    for a, b, c, d in [(1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, 1), (0, 1, 1, 0)]
]


def moved(motion: Motion, point: tuple[int, int]) -> tuple[int, int]:
    a, b, c, d, e, f = motion
    x, y = point
    return a * x + b * y + e, c * x + d * y + f


def share(shape: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> Fraction:
    inside = Polygon(shape).inside(*a, *b)
    return Fraction(inside.numerator, inside.denominator)


@pytest.mark.parametrize("shape", SHAPES)
@SOME
@given(point=POINT)
def test_contains_agrees_with_shapely(shape: list[tuple[int, int]], point: tuple[int, int]) -> None:
    assert Polygon(shape).contains(*point) == shapely.Polygon(shape).covers(shapely.Point(point))


@pytest.mark.parametrize("shape", SHAPES)
@SOME
@given(a=POINT, b=POINT)
def test_the_part_of_a_line_inside_agrees_with_shapely(
    shape: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]
) -> None:
    if a == b:
        return
    line = shapely.LineString([a, b])
    outline = shapely.Polygon(shape).exterior
    strictly = line.intersection(shapely.Polygon(shape)).length - line.intersection(outline).length
    assert float(share(shape, a, b)) * line.length == pytest.approx(strictly, abs=1e-6)


@pytest.mark.parametrize("shape", SHAPES)
@SOME
@given(a=POINT, b=POINT)
def test_the_part_inside_is_the_same_both_ways(
    shape: list[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]
) -> None:
    assert share(shape, a, b) == share(shape, b, a)
    assert share(shape[::-1], a, b) == share(shape, a, b)


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(a=POINT, b=POINT)
def test_rigid_motion_changes_no_verdict(
    shape: list[tuple[int, int]], motion: Motion, a: tuple[int, int], b: tuple[int, int]
) -> None:
    other = [moved(motion, p) for p in shape]
    c, d = moved(motion, a), moved(motion, b)
    assert Polygon(other).contains(*c) == Polygon(shape).contains(*a)
    assert share(other, c, d) == share(shape, a, b)
    assert Polyline(other).crossed(*c, *d) == Polyline(shape).crossed(*a, *b)
    assert Polyline(other).near(*c, 7) == Polyline(shape).near(*a, 7)


def test_convex_and_general_clipping_agree() -> None:
    polygon = Polygon(CONVEX)
    assert polygon.convex
    assert not Polygon(NOTCHED).convex
    for ax in range(0, 60, 7):
        for by in range(0, 60, 7):
            quick = polygon.inside_convex(ax, 3, 55 - ax, by - 3)
            slow = polygon.inside_any(ax, 3, 55, by)
            assert Fraction(quick.numerator, quick.denominator) == Fraction(slow.numerator, slow.denominator)


def test_a_notch_makes_two_stretches() -> None:
    assert Polygon(NOTCHED).inside(0, 40, 60, 40).stretches == 2
    assert Polygon(NOTCHED).inside(0, 10, 60, 10).stretches == 1


@pytest.mark.parametrize("shape", [*SHAPES, [(10, 5), (50, 5), (50, 45), (10, 45)]])
def test_a_polygon_holds_a_box_whose_points_it_all_contains(shape: list[tuple[int, int]]) -> None:
    polygon = Polygon(shape)
    for x0 in range(0, 60, 6):
        for y0 in range(0, 60, 6):
            x1, y1 = x0 + 9, y0 + 6
            every = all(polygon.contains(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))
            assert polygon.holds_box(x0, y0, x1, y1) == (every and (polygon.convex or polygon.box))


def test_only_a_box_with_level_sides_is_one() -> None:
    assert Polygon([(10, 0), (70, 0), (70, 60), (10, 60)]).box
    assert not Polygon([(10, 0), (70, 1), (70, 60), (10, 60)]).box


def test_longer_than_is_exact() -> None:
    square = Polygon([(10, 0), (70, 0), (70, 60), (10, 60)])
    inside = square.inside(0, 30, 100, 30)
    assert not inside.longer_than(60, 100 * 100)
    assert inside.longer_than(59, 100 * 100)


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_are_the_points_that_are_contained(shape: list[tuple[int, int]]) -> None:
    polygon = Polygon(shape)
    painted = {(x, y) for y, first, last in polygon.rows() for x in range(first, last + 1)}
    assert painted == {(x, y) for x in range(60) for y in range(60) if polygon.contains(x, y)}


@SOME
@given(a=POINT, b=POINT, c=POINT, d=POINT)
def test_touching_segments_agree_with_shapely(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]
) -> None:
    one = shapely.Point(a) if a == b else shapely.LineString([a, b])
    two = shapely.Point(c) if c == d else shapely.LineString([c, d])
    assert segments_touch(*a, *b, *c, *d) == one.intersects(two)


@SOME
@given(p=POINT, a=POINT, b=POINT, reach=st.integers(0, 30))
def test_near_a_segment_agrees_with_shapely(
    p: tuple[int, int], a: tuple[int, int], b: tuple[int, int], reach: int
) -> None:
    line = shapely.Point(a) if a == b else shapely.LineString([a, b])
    distance = line.distance(shapely.Point(p))
    if abs(distance - reach) > 1e-9:
        assert near_segment(*p, *a, *b, reach) == (distance < reach)


def test_near_is_exact_at_the_limit() -> None:
    assert near_segment(3, 4, 0, 0, -5, 0, 5)
    assert not near_segment(3, 5, 0, 0, -5, 0, 5)
    assert within(0, 0, 30, 40, 50)
    assert not within(0, 0, 30, 41, 50)


@SOME
@given(a=POINT, b=POINT, length=st.integers(0, 90))
def test_along_is_right_to_the_tenth(a: tuple[int, int], b: tuple[int, int], length: int) -> None:
    x, y = along(*a, *b, length)
    if a == b:
        assert (x, y) == a
        return
    gone = ((x - a[0]) ** 2 + (y - a[1]) ** 2) ** 0.5
    assert abs(gone - length) <= 0.75


def test_closest_point_of_a_line() -> None:
    line = Polyline([(0, 0), (100, 0), (100, 50)])
    assert line.closest(30, 20) == (30, 0)
    assert line.closest(130, 20) == (100, 20)
    assert line.closest(-10, -10) == (0, 0)


def test_rounding_is_symmetric() -> None:
    assert [rounded(n, 2) for n in (-3, -1, 1, 3)] == [-2, -1, 1, 2]


def test_inches_are_measured_in_tenths() -> None:
    assert tenths(29.8) == 298
    with pytest.raises(ValueError, match="finer"):
        tenths(17.25)
    for nowhere in (float("inf"), float("nan")):
        with pytest.raises(ValueError, match="no length"):
            tenths(nowhere)


def test_flaws_of_polygons_are_named() -> None:
    assert find_flaw([(0, 0), (10, 0), (10, 0)]) == "a polygon needs three corners or more"
    crossed = find_flaw([(0, 0), (10, 10), (10, 0), (0, 10)])
    assert crossed == "not a simple polygon: its sides from (1, 0) to (0, 1) and from (0, 0) to (1, 1) meet"
    assert find_flaw([(0, 0), (10, 0), (5, 0), (5, 10)]) == "not a simple polygon: it turns back at (1, 0)"
    assert find_flaw([(0, 0), (10, 0), (20, 0)]).startswith("not a simple polygon: it turns back")
    assert find_flaw([(0, 0), (10, 0), (10, 10)]) == ""
    assert find_flaw([(0, 0), (10, 0), (10, 10), (0, 0)]) == "", "the ring may be closed"


RING = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=8)


@settings(max_examples=800, deadline=None, derandomize=True)
@given(ring=RING)
def test_what_is_a_simple_polygon_agrees_with_shapely(ring: list[tuple[int, int]]) -> None:
    shape = shapely.Polygon(ring)
    assert (find_flaw(ring) == "") == (shape.is_valid and shape.area > 0)


@settings(max_examples=600, deadline=None, derandomize=True)
@given(one=RING, other=RING)
def test_common_ground_agrees_with_shapely(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    """Of two drawings the convex hulls are surely polygons; they themselves are where they have no flaw."""
    for first, second in ((one, other), (hull_of(one), hull_of(other)), (one, one[::-1]), (one, hull_of(one))):
        if find_flaw(first) or find_flaw(second):
            continue
        common = shapely.Polygon(first).intersection(shapely.Polygon(second)).area
        assert Polygon(first).overlaps(Polygon(second)) == (common > 1e-9)


def hull_of(ring: list[tuple[int, int]]) -> list[tuple[int, int]]:
    hull = shapely.MultiPoint(ring).convex_hull
    return [(round(x), round(y)) for x, y in hull.exterior.coords] if isinstance(hull, shapely.Polygon) else []


@settings(max_examples=600, deadline=None, derandomize=True)
@given(ring=RING)
def test_an_inner_point_lies_inside(ring: list[tuple[int, int]]) -> None:
    if not find_flaw(ring):
        shape = Polygon(ring)
        assert shape.place(*shape.inner_point()) > 0


def test_a_ring_drawn_closed_is_the_same_polygon() -> None:
    for shape in SHAPES:
        closed = Polygon([*shape, shape[0]])
        assert (closed.xs, closed.ys) == (Polygon(shape).xs, Polygon(shape).ys)
        assert closed.inside(0, 15, 60, 15).numerator > 0


def test_zones_that_touch_share_no_ground() -> None:
    south = Polygon([(0, 0), (60, 0), (60, 10), (0, 10)])
    assert not south.overlaps(Polygon([(0, 10), (60, 10), (60, 20), (0, 20)]))
    assert south.overlaps(Polygon([(0, 9), (60, 9), (60, 20), (0, 20)]))
    assert south.overlaps(Polygon([(0, 0), (30, 0), (60, 0), (60, 10), (0, 10)])), "the same ground"
    assert south.overlaps(Polygon([(20, 4), (30, 4), (25, 6)])), "one within the other"
    horseshoe = Polygon([(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30)])
    assert not horseshoe.overlaps(Polygon([(10, 10), (20, 10), (20, 30), (10, 30)])), "it fits into the gap"
