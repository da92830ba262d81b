"""Hexes: the layout of the maps, distances, and exact lines."""

from __future__ import annotations

import math
from collections import deque

import pytest

from bocage.geometry.hex import CORNER_X, CORNER_Y, FINE, NOWHERE, HexGrid, Polygon, crosses, is_convex, runs_along

GRID = HexGrid(11, 9)
N = GRID.numbers


def names(hexes: list[int]) -> list[str]:
    return [GRID.names[h] for h in hexes]


@pytest.mark.rule("lnlt.core.1.4")
def test_columns_b_d_f_sit_half_a_hex_higher() -> None:
    grid = HexGrid(28, 9)
    assert [grid.names[column * 9] for column in (0, 1, 25, 26, 27)] == ["A1", "B1", "Z1", "AA1", "BB1"]
    around = {hex_: {grid.names[n] for n in grid.neighbours[grid.numbers[hex_]]} for hex_ in ("F5", "E5")}
    assert around["F5"] == {"E4", "E5", "F4", "F6", "G4", "G5"}
    assert around["E5"] == {"D5", "D6", "E4", "E6", "F5", "F6"}


def test_directions_count_clockwise_from_north() -> None:
    assert names(GRID.neighbours[N["C3"]]) == ["C2", "D3", "D4", "C4", "B4", "B3"]
    for hex_ in range(GRID.size):
        for direction, other in enumerate(GRID.neighbours[hex_]):
            if other != NOWHERE:
                assert GRID.neighbours[other][(direction + 3) % 6] == hex_
                assert GRID.direction(hex_, other) == direction


def test_corner_hexes_have_few_neighbours() -> None:
    assert GRID.neighbours[N["A1"]].count(NOWHERE) == 3
    assert GRID.neighbours[N["B1"]].count(NOWHERE) == 3
    assert GRID.direction(N["A1"], N["C1"]) == NOWHERE


def test_distance_is_the_length_of_the_shortest_walk() -> None:
    for start in (N["A1"], N["F5"], N["K9"], N["C7"]):
        steps = {start: 0}
        queue = deque([start])
        while queue:
            hex_ = queue.popleft()
            for other in GRID.neighbours[hex_]:
                if other != NOWHERE and other not in steps:
                    steps[other] = steps[hex_] + 1
                    queue.append(other)
        assert [GRID.distance(start, hex_) for hex_ in range(GRID.size)] == [steps[h] for h in range(GRID.size)]


def test_within_counts_rings() -> None:
    assert len(GRID.within(N["F5"], 1)) == 7
    assert len(GRID.within(N["F5"], 2)) == 19


@pytest.mark.rule("lnlt.core.10.3")
@pytest.mark.parametrize(
    ("ends", "crossed", "sides"),
    [
        (("E3", "G4"), ["F4"], []),
        (("E3", "F6"), ["E4", "F5"], []),
        (("F3", "G4"), [], [("F4", "G3")]),
        (("E5", "F7"), [], [("E6", "F6")]),
        (("H6", "D6"), ["F6"], [("E5", "E6"), ("G5", "G6")]),
        (("C3", "C7"), ["C4", "C5", "C6"], []),
    ],
)
def test_lines_of_the_worked_examples(ends: tuple[str, str], crossed: list[str], sides: list[tuple[str, str]]) -> None:
    trace = GRID.trace(N[ends[0]], N[ends[1]])
    assert names(trace.crossed) == crossed
    pairs = [(GRID.names[a], GRID.names[b]) for a, b in zip(trace.first, trace.second, strict=True)]
    assert sorted(pairs) == sides


def met_by_sampling(a: int, b: int) -> set[int]:
    """An independent tracer: exact points along the line, each in the hexes that it lies strictly inside of."""
    found: set[int] = set()
    steps = 12 * (GRID.distance(a, b) + 1) + 1
    near = [h for h in range(GRID.size) if GRID.distance(a, h) + GRID.distance(h, b) <= GRID.distance(a, b) + 2]
    for i in range(1, steps):
        x = GRID.xs[a] * steps + (GRID.xs[b] - GRID.xs[a]) * i
        y = GRID.ys[a] * steps + (GRID.ys[b] - GRID.ys[a]) * i
        for hex_ in near:
            dx, dy = abs(x - GRID.xs[hex_] * steps), abs(y - GRID.ys[hex_] * steps)
            if dy < steps and dx + dy < 2 * steps:
                found.add(hex_)
    return found - {a, b}


@pytest.mark.rule("lnlt.core.10.3")
def test_tracer_agrees_with_points_sampled_along_the_line() -> None:
    for a in (N["A1"], N["E5"], N["B3"]):
        for b in range(0, GRID.size, 3):
            if a == b:
                continue
            traced = set(GRID.trace(a, b).crossed)
            sampled = met_by_sampling(a, b)
            assert sampled <= traced
            # What sampling misses is a corner cut shorter than its step.
            assert all(shortest_cut(a, b, hex_) < 0.3 for hex_ in traced - sampled)


def shortest_cut(a: int, b: int, hex_: int) -> float:
    """How deep the line runs inside the hex, at most, on the lattice."""
    ax, ay, bx, by = GRID.xs[a], GRID.ys[a], GRID.xs[b], GRID.ys[b]
    length = math.hypot(bx - ax, by - ay)
    offsets = [
        ((bx - ax) * (GRID.ys[hex_] + CORNER_Y[i] - ay) - (by - ay) * (GRID.xs[hex_] + CORNER_X[i] - ax)) / length
        for i in range(6)
    ]
    return min(max(offsets), -min(offsets))


def test_traces_are_the_same_both_ways() -> None:
    for a in range(0, GRID.size, 8):
        for b in range(0, GRID.size, 3):
            there, back = GRID.trace(a, b), GRID.trace(b, a)
            assert there.crossed == back.crossed
            assert list(zip(there.first, there.second, strict=True)) == list(zip(back.first, back.second, strict=True))


def test_a_line_is_covered_from_end_to_end() -> None:
    """Between the ends, each step of the line is met by a hex or runs along a hexside."""
    for a in range(0, GRID.size, 7):
        for b in range(0, GRID.size, 5):
            trace = GRID.trace(a, b)
            rings = {GRID.distance(a, h) for h in trace.crossed + trace.first}
            if a != b:
                assert rings >= set(range(1, GRID.distance(a, b)))


def box(hex_: int, left: int, right: int) -> Polygon:
    x, y = GRID.xs[hex_] * FINE, GRID.ys[hex_] * FINE
    return Polygon([x + left, x + right, x + right, x + left], [y - 5, y - 5, y + 5, y + 5])


def test_a_shape_is_crossed_only_through_its_inside() -> None:
    a, b, middle = N["E2"], N["E6"], N["E4"]
    assert crosses(GRID, a, b, box(middle, -3, 3))
    assert not crosses(GRID, a, b, box(middle, 1, 8))
    assert not crosses(GRID, a, b, box(middle, 0, 8))
    assert runs_along(GRID, a, b, box(middle, 0, 8))
    assert not runs_along(GRID, a, b, box(middle, 1, 8))


def test_convex_shapes_go_clockwise() -> None:
    shape = box(N["E4"], -3, 3)
    assert is_convex(shape)
    assert not is_convex(Polygon(shape.xs[::-1], shape.ys[::-1]))
    assert not is_convex(Polygon([0, 10, 5, 0], [0, 0, 3, 10]))
    assert not is_convex(Polygon([0, 1], [0, 0]))
