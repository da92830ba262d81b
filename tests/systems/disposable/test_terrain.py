"""Line of sight and cover on the table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.systems.disposable.content import scenarios
from bocage.systems.disposable.model.tables import CONCEALMENT, HEAVY, LIGHT, MEDIUM, OPEN, PREPARED, Table
from bocage.systems.disposable.rules.cover import cover_of, shared_class
from systems.disposable.field import ground, line, table, unit

pytestmark = pytest.mark.rule("dh.core.los.rule")
"""What all situations below play."""

ANYBODY = [unit("us", 0, 5, 5)]


def made(*terrain: dict[str, Any]) -> Table:
    return table(ANYBODY, list(terrain)).scenario.table


def sees(on: Table, ax: float, ay: float, bx: float, by: float) -> bool:
    points = [round(v * 10) for v in (ax, ay, bx, by)]
    return on.sees(points[0], points[1], points[2], points[3])


@pytest.mark.rule("dh.core.los.rule")
def test_woods_hide_what_is_more_than_six_inches_through_them() -> None:
    assert sees(made(ground("woods", 20, 10, 26, 30)), 10, 20, 40, 20)
    assert not sees(made(ground("woods", 20, 10, 26.1, 30)), 10, 20, 40, 20)


@pytest.mark.rule("dh.core.los.rule")
def test_in_woods_only_the_edge_sees_out() -> None:
    wood = made(ground("woods", 20, 10, 40, 30))
    assert sees(wood, 22, 20, 10, 20)
    assert not sees(wood, 22.1, 20, 10, 20)
    assert sees(wood, 28, 20, 34, 20)
    assert not sees(wood, 28, 20, 34.1, 20)


@pytest.mark.rule("dh.core.los.rule")
def test_fields_and_figures_hide_nothing() -> None:
    assert sees(made(ground("field", 15, 5, 40, 35)), 5, 20, 60, 20)
    state = table([unit("us", 0, 10, 20), unit("between", 0, 20, 20), unit("de", 1, 30, 20)])
    assert state.scenario.table.sees(100, 200, 300, 200)


@pytest.mark.rule("dh.core.los.building")
def test_nobody_looks_through_a_building() -> None:
    house = made(ground("building", 20, 18, 22, 22))
    assert not sees(house, 10, 20, 40, 20)
    assert sees(house, 10, 18, 40, 18), "along the wall"
    assert sees(house, 10, 17.9, 40, 17.9)


@pytest.mark.rule("dh.core.los.building")
def test_inside_a_building_one_sees_through_the_wall_at_hand() -> None:
    house = made(ground("building", 20, 10, 30, 30))
    assert sees(house, 21, 20, 10, 20)
    assert not sees(house, 21.1, 20, 10, 20)
    assert not sees(house, 21, 20, 40, 20), "the far wall is not at hand"
    assert sees(house, 22, 12, 28, 28), "the same room"


def test_bocage_hides_whatever_does_not_stand_at_it() -> None:
    hedge = made(line("bocage", 20, 5, 20, 40))
    assert not sees(hedge, 10, 20, 30, 20)
    assert sees(hedge, 19, 20, 30, 20)
    assert sees(hedge, 10, 20, 21, 20)


CROSSROADS = scenarios.load_scenario(scenarios.SHELF.path("crossroads"))
X = st.integers(0, 720)
Y = st.integers(0, 480)


@pytest.mark.rule("dh.core.los.rule", "dh.core.los.building")
@settings(max_examples=300, deadline=None, derandomize=True)
@given(ax=X, ay=Y, bx=X, by=Y)
def test_line_of_sight_is_reciprocal(ax: int, ay: int, bx: int, by: int) -> None:
    ground_ = CROSSROADS.table
    assert ground_.traced(ax, ay, bx, by) == ground_.traced(bx, by, ax, ay) == ground_.sees(bx, by, ax, ay)


def mirrored(points: list[list[float]]) -> list[list[float]]:
    """A quarter turn of a 48 by 48 table."""
    return [[48 - y, x] for x, y in points]


WEST = [
    {"id": "wood", "type": "woods", "polygon": [[5, 12], [12, 10], [17, 14], [16, 21], [8, 22], [4, 18]]},
    {"id": "inn", "type": "building", "polygon": [[28, 27.5], [33, 27.5], [33, 32], [28, 32]]},
    {"id": "hedge", "type": "hedge", "line": [[12, 28], [26, 28]]},
    {"id": "scrub", "type": "scrub", "polygon": [[18, 5], [25, 4], [26, 10], [19, 11]]},
    {"id": "ruin", "type": "ruin", "polygon": [[20, 8], [27, 8], [27, 20], [20, 20]]},
]
TURNED = [
    {key: mirrored(value) if isinstance(value, list) else value for key, value in piece.items()} for piece in WEST
]
PLAIN, QUARTER, REVERSED = made(*WEST), made(*TURNED), made(*WEST[::-1])
SIDE = st.integers(0, 480)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(ax=SIDE, ay=SIDE, bx=SIDE, by=SIDE)
def test_turning_the_table_or_its_drawing_order_changes_no_verdict(ax: int, ay: int, bx: int, by: int) -> None:
    turned = (480 - ay, ax, 480 - by, bx)
    for one, two in ((PLAIN, (ax, ay, bx, by)), (QUARTER, turned), (REVERSED, (ax, ay, bx, by))):
        x, y, sx, sy = two
        assert one.sees(*two) == PLAIN.sees(ax, ay, bx, by)
        assert one.cover_against(x, y, sx, sy) == PLAIN.cover_against(ax, ay, bx, by)
        assert one.obstacles(*two) == PLAIN.obstacles(ax, ay, bx, by)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(x=X, y=Y)
def test_the_painted_cover_is_that_of_the_polygons(x: int, y: int) -> None:
    areas = [area.cover for area in CROSSROADS.table.areas if area.shape.contains(x, y)]
    assert CROSSROADS.table.cover_at(x, y) == max(areas, default=OPEN)


@pytest.mark.rule(
    "dh.fire.terrain.1", "dh.fire.terrain.2", "dh.fire.terrain.3", "dh.fire.terrain.4", "dh.fire.terrain.5",
    "dh.guts.terrain.1", "dh.guts.terrain.2", "dh.guts.terrain.3", "dh.guts.terrain.4", "dh.guts.terrain.5",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "cover"),
    [
        ("high_grass", CONCEALMENT), ("field", CONCEALMENT), ("light_vegetation", CONCEALMENT), ("bushes", LIGHT),
        ("scrub", LIGHT), ("rubble", MEDIUM), ("woods", MEDIUM), ("building", HEAVY), ("ruin", HEAVY),
        ("foxholes", HEAVY), ("bunker", PREPARED), ("sandbags", PREPARED), ("road", OPEN),
    ],
)  # fmt: skip
def test_ground_gives_its_class(kind: str, cover: int) -> None:
    assert made(ground(kind, 20, 10, 30, 30)).cover_at(250, 200) == cover


@pytest.mark.rule("dh.open.linear_contact", "dh.fire.linear.2", "dh.fire.terrain.2", "dh.fire.terrain.3")
@pytest.mark.parametrize(
    ("kind", "cover"),
    [("fence", OPEN), ("low_wall", LIGHT), ("hedge", MEDIUM), ("stone_wall", MEDIUM), ("bocage", HEAVY)],
)
def test_a_wall_covers_who_stands_behind_it_and_is_an_obstacle_otherwise(kind: str, cover: int) -> None:
    wall = made(line(kind, 10, 20, 40, 20))
    assert wall.cover_against(250, 210, 250, 50) == cover
    assert wall.cover_against(250, 211, 250, 50) == OPEN, "too far behind it"
    assert wall.cover_against(250, 210, 250, 400) == OPEN, "shot at from this side"
    assert wall.obstacles(250, 50, 250, 260) == 1
    assert wall.obstacles(250, 190, 250, 260) == 0, "the shooter stands at it"
    assert wall.obstacles(250, 50, 250, 210) == (1 if kind == "fence" else 0), "cover is not counted twice"


@pytest.mark.rule("dh.fire.linear.1", "dh.core.linear.cumulative")
def test_obstacles_add_up() -> None:
    walls = made(line("fence", 10, 15, 40, 15), line("hedge", 10, 20, 40, 20), line("low_wall", 10, 25, 40, 25))
    assert walls.obstacles(250, 50, 250, 400) == 3


@pytest.mark.rule("dh.open.best_cover")
def test_a_unit_has_the_cover_that_half_of_it_enjoys() -> None:
    assert shared_class([0, 0, 3, 3]) == 3
    assert shared_class([0, 0, 0, 3, 3]) == 0
    assert shared_class([0, 2, 4]) == 2
    half = [[20, 20], [22, 20], [25, 20], [27, 20]]
    shooter = unit("de", 1, 22, 40)
    rubble = ground("rubble", 24, 10, 30, 30)
    for figures, cover in ((4, MEDIUM), (3, OPEN)):
        state = table([unit("us", 0, 20, 20, figures=figures, places=half[:figures]), shooter], [rubble])
        assert cover_of(state, state.units[0], state.units[1]) == cover
