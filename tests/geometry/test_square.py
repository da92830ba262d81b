"""Square geometry against slow, plain reckonings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.geometry.square import Grid, bits, spaces

GRID = Grid(6, 8)
cells = st.integers(0, GRID.size - 1)


def crosses_interior(a: int, b: int, cell: int) -> bool:
    """Clip the line between two centres to the open square (Liang-Barsky with exact fractions)."""
    x, y = Fraction(2 * GRID.col(a) + 1, 2), Fraction(2 * GRID.row(a) + 1, 2)
    dx, dy = GRID.col(b) - GRID.col(a), GRID.row(b) - GRID.row(a)
    enter, leave = Fraction(0), Fraction(1)
    for start, step, low in ((x, dx, GRID.col(cell)), (y, dy, GRID.row(cell))):
        if step == 0:
            if not low < start < low + 1:
                return False
            continue
        t = sorted(((low - start) / step, (low + 1 - start) / step))
        enter, leave = max(enter, t[0]), min(leave, t[1])
    return enter < leave


@pytest.mark.rule("hon.los.trace.1", "hon.open.los.corner.1")
@given(cells, cells)
def test_a_line_crosses_the_spaces_whose_interior_it_enters(a: int, b: int) -> None:
    between = {c for c in range(GRID.size) if c not in (a, b) and crosses_interior(a, b, c)}
    assert set(spaces(GRID.crossed[a * GRID.size + b])) == between
    assert set(GRID.line(a, b)) == between | {a, b}


@given(cells, cells)
def test_lines_are_the_same_both_ways(a: int, b: int) -> None:
    there, back = a * GRID.size + b, b * GRID.size + a
    assert GRID.crossed[there] == GRID.crossed[back]
    assert sorted(GRID.corners[there]) == sorted(GRID.corners[back])
    assert GRID.line(a, b) == GRID.line(b, a)[::-1]
    assert sorted(GRID.edges_crossed(a, b)) == sorted(GRID.edges_crossed(b, a))


@pytest.mark.rule("hon.range.count.1")
@given(cells, cells)
def test_distance_is_the_least_number_of_steps(a: int, b: int) -> None:
    reached, steps = 1 << a, 0
    while not reached >> b & 1:
        reached, steps = GRID.within(reached, 1), steps + 1
    assert GRID.distance[a * GRID.size + b] == steps


def test_a_diagonal_passes_corners_between_two_spaces() -> None:
    pairs = GRID.corners[GRID.cell(0, 0) * GRID.size + GRID.cell(2, 2)]
    flanks = [[GRID.name(c) for c in spaces(pair)] for pair in pairs]
    assert flanks == [["r0c1", "r1c0"], ["r1c2", "r2c1"]]
    assert GRID.corners[GRID.cell(0, 0) * GRID.size + GRID.cell(2, 1)] == []


def test_edges_belong_to_orthogonal_neighbours_only() -> None:
    here = GRID.cell(2, 3)
    edges = [GRID.edge(here, GRID.around[here][d]) for d in range(8)]
    assert [edge >= 0 for edge in edges] == [True, False] * 4
    assert len(set(edges)) == 5
    assert GRID.edge(GRID.cell(0, 7), GRID.cell(1, 0)) == -1, "the end of a row does not touch the next row's start"


def test_a_line_crosses_the_edges_it_walks_through() -> None:
    a, b = GRID.cell(0, 0), GRID.cell(1, 2)
    path = [GRID.cell(0, 0), GRID.cell(0, 1), GRID.cell(1, 1), GRID.cell(1, 2)]
    assert GRID.line(a, b) == path
    assert GRID.edges_crossed(a, b) == [GRID.edge(path[i], path[i + 1]) for i in range(3)]


def test_intersections_touch_up_to_four_spaces() -> None:
    inner = spaces(GRID.touching(GRID.intersection(2, 3)))
    assert [GRID.name(c) for c in inner] == ["r1c2", "r1c3", "r2c2", "r2c3"]
    assert spaces(GRID.touching(GRID.intersection(0, 0))) == [0]
    assert len(spaces(GRID.touching(GRID.intersection(6, 4)))) == 2


@pytest.mark.rule("hon.open.grenade.start.1")
def test_intersections_are_counted_from_the_corners_of_a_space() -> None:
    here = GRID.cell(2, 3)
    own = [GRID.intersection(r, c) for r in (2, 3) for c in (3, 4)]
    assert [GRID.intersections_away(here, i) for i in own] == [1, 1, 1, 1]
    assert GRID.intersections_away(here, GRID.intersection(1, 2)) == 2
    assert GRID.intersections_away(here, GRID.intersection(2, 6)) == 3


def test_a_two_space_footprint_lies_behind_its_front() -> None:
    front = GRID.cell(2, 3)
    names = [[GRID.name(c) for c in GRID.footprint(front, facing, 2)] for facing in (0, 1, 2)]
    assert names == [["r2c3", "r3c3"], ["r2c3", "r3c2"], ["r2c3", "r2c2"]]
    assert GRID.footprint(GRID.cell(5, 0), 0, 2) == [], "its rear would be off the board"
    assert GRID.footprint(front, 0, 1) == [front]


def test_a_two_space_counter_turns_about_either_end() -> None:
    front = GRID.cell(2, 3)  # facing north, rear on r3c3
    assert GRID.swung(front, 0, 1, True) == front
    assert GRID.name(GRID.swung(front, 0, 1, False)) == "r2c4"
    assert GRID.name(GRID.swung(front, 0, -1, False)) == "r2c2"
    assert GRID.swung(GRID.cell(4, 7), 0, 1, False) == -1, "the front would leave the board"


def test_directions_lead_to_neighbours() -> None:
    here = GRID.cell(2, 3)
    assert [GRID.direction(here, other) for other in GRID.neighbours[here]] == list(range(8))
    assert GRID.direction(here, GRID.cell(2, 5)) == -1
    assert len(GRID.neighbours[0]) == 3


@given(st.sets(cells))
def test_sets_of_spaces_are_masks(some: set[int]) -> None:
    assert set(spaces(bits(sorted(some)))) == some


@given(cells)
def test_names_are_read_back(cell: int) -> None:
    assert GRID.named(GRID.name(cell)) == cell


@pytest.mark.parametrize("name", ["", "r9c9", "r1", "c1r1", "r1c8", "r-1c0", "rxcy"])
def test_a_name_off_the_board_is_none(name: str) -> None:
    assert GRID.named(name) == -1


@given(st.sets(cells, min_size=1))
def test_outlines_enclose_exactly_the_spaces(some: set[int]) -> None:
    area = Fraction(0)
    for ring in GRID.outlines(bits(sorted(some))):
        points = [*ring, ring[0]]
        area += sum(
            Fraction(points[i][0] * points[i + 1][1] - points[i + 1][0] * points[i][1]) for i in range(len(ring))
        )
    assert area / 2 == len(some), "holes run the other way round and take their area off"


def test_an_intersection_is_called_by_the_spaces_that_meet_there() -> None:
    across = GRID.cols + 1
    assert GRID.crossing(0) == "A1"
    assert GRID.crossing(3) == "C1/D1", "on the upper edge"
    assert GRID.crossing(2 * across) == "A2/A3", "on the left edge"
    assert GRID.crossing(4 * across + 4) == "D4/E5"
