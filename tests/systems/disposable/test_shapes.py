"""Drawn shapes are mended or refused by name; sight over heights is that of another library."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import shapely

from bocage.content import ContentError
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import scenarios
from systems.disposable.field import ground, line, table

GOOD = scenarios.SHELF.path("crossroads").read_text("utf-8")
INN = "[[28, 27.5], [33, 27.5], [33, 32], [28, 32]]"


def file_with(tmp_path: Path, old: str, new: str) -> Path:
    assert old in GOOD
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace(old, new, 1), "utf-8")
    return path


@pytest.mark.rule("dh.core.los.building", "dh.core.los.rule")
@pytest.mark.parametrize(
    "ring",
    [
        "[[28, 27.5], [33, 27.5], [33, 32], [28, 32], [28, 27.5]]",
        "[[28, 27.5], [33, 27.5], [33, 27.5], [33, 32], [28, 32]]",
        "[[28, 27.5], [28, 27.5], [33, 27.5], [33, 32], [33, 32], [33, 32], [28, 32], [28, 32], [28, 27.5]]",
        "[[28, 27.5], [30, 27.5], [33, 27.5], [33, 32], [28, 32]]",
    ],
    ids=["closed ring", "repeated corner", "repeated corners", "corner on a side"],
)
def test_repeated_corners_are_mended_and_the_house_hides(tmp_path: Path, ring: str) -> None:
    path = file_with(tmp_path, INN, ring)
    SYSTEM.validate(path)
    plain, mended = (SYSTEM.new(str(file), 1, {}).scenario.table for file in (scenarios.SHELF.path("crossroads"), path))
    rng = random.Random(5)
    for _ in range(400):
        a, b = ((rng.randrange(200, 420), rng.randrange(200, 400)) for _ in range(2))
        assert mended.sees(*a, *b) == plain.sees(*a, *b)
        assert mended.cover_at(*a) == plain.cover_at(*a)
    assert not mended.sees(305, 260, 305, 340)


@pytest.mark.parametrize(
    ("ring", "words"),
    [
        ("[[28, 27.5], [33, 27.5], [36, 27.5], [33, 27.5], [33, 32], [28, 32]]", "it turns back at (36, 27.5)"),
        ("[[28, 27.5], [33, 32], [33, 27.5], [28, 32]]", "its sides from (33, 27.5) to (28, 32) and from (28, 27.5)"),
        ("[[28, 27.5], [33, 27.5], [33, 32], [28, 32], [28, 27.5], [29, 28], [29, 30], [31, 30], [29, 28]]", "meet"),
        ("[[28, 27.5], [33, 27.5], [30, 29], [33, 32], [28, 32], [30, 29]]", "meet"),
        ("[[28, 27.5], [33, 27.5], [28, 27.5]]", "three corners or more"),
        ("[[28, 27.5], [33, 27.5], [38, 27.5]]", "it turns back at"),
    ],
    ids=["spike", "self-crossing", "hole by a seam", "pinched", "two corners", "no area"],
)
def test_what_is_no_plain_shape_is_refused_by_name(tmp_path: Path, ring: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(file_with(tmp_path, INN, ring))
    assert caught.value.field == "terrain[2].polygon"
    assert words in caught.value.message
    assert caught.value.line > 1


def test_a_hole_as_a_second_ring_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(file_with(tmp_path, INN, f"[{INN}, [[29, 28], [30, 28], [30, 30]]]"))
    assert caught.value.field.startswith("terrain[2].polygon")


def test_lines_lose_repeated_points_and_must_lead_somewhere(tmp_path: Path) -> None:
    hedge = "line: [[46, 17], [60, 17]]"
    path = file_with(tmp_path, hedge, "line: [[46, 17], [46, 17], [60, 17], [60, 17]]")
    SYSTEM.validate(path)
    assert SYSTEM.new(str(path), 1, {}).scenario.table.barriers[0].shape.xs == [460, 600]
    with pytest.raises(ContentError, match="two points"):
        SYSTEM.validate(file_with(tmp_path, hedge, "line: [[46, 17], [46, 17]]"))


@pytest.mark.parametrize(
    ("old", "new"), [("type: building,", "type: building, floors: 7,"), ("type: woods,", "type: woods, floors: 2,")]
)
def test_only_buildings_have_floors_and_six_at_most(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(file_with(tmp_path, old, new))
    assert caught.value.field.endswith(".floors")
    SYSTEM.validate(file_with(tmp_path, "type: building,", "type: building, floors: 6,"))


@pytest.mark.rule("dh.open.floors", "dh.core.los.rule", "dh.core.los.building")
def test_what_a_line_passes_above_hides_nothing() -> None:
    """Two towers of random heights at the ends, a house, a bocage and a wood between: compared with shapely."""
    rng = random.Random(11)
    decided = {True: 0, False: 0}
    for _ in range(150):
        floors = [rng.randint(1, 6), rng.randint(1, 6)]
        x0 = rng.randint(14, 40)
        depth = rng.randint(2, 16)
        between, top = rng.choice(
            [
                (ground("building", x0, 15, x0 + depth, 25) | {"floors": rng.randint(1, 4)}, 0),
                (line("bocage", x0, 10, x0, 30), 2),
                (ground("woods", x0, 10, x0 + depth, 30), 6),
                (ground("bunker", x0, 15, x0 + depth, 25), 2),
            ]
        )
        top = top or 2 * int(between["floors"])
        west = ground("building", 4, 15, 10, 25) | {"id": "west", "floors": floors[0]}
        east = ground("building", 60, 15, 66, 25) | {"id": "east", "floors": floors[1]}
        made = table([], [west, east, between]).scenario.table
        a, b = (95, rng.randint(160, 240)), (605, rng.randint(160, 240))
        eyes = [2 * number - 1 for number in floors]
        expected = sees_over(a, b, eyes, between, top)
        if expected is not None:
            assert made.sees(*a, *b) is expected, (floors, between)
            decided[expected] += 1
    assert min(decided.values()) > 30


def sees_over(
    a: tuple[int, int], b: tuple[int, int], eyes: list[int], between: dict[str, object], top: int
) -> bool | None:
    """None where it is too close to call."""
    if eyes[0] > eyes[1]:
        a, b, eyes = b, a, eyes[::-1]
    if eyes[0] > top:
        return True
    share = 1.0 if eyes[1] <= top else (top - eyes[0]) / (eyes[1] - eyes[0])
    low = shapely.LineString([a, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)])
    corners = [(x * 10, y * 10) for x, y in between.get("polygon") or between["line"]]
    shape = shapely.Polygon(corners) if between.get("polygon") else shapely.LineString(corners)
    far = low.distance(shape)
    if far > 2:
        return True
    inside = low.intersection(shape).length
    if between["type"] == "woods":
        return None if abs(inside - 60) < 3 else inside < 60
    beyond = shape.bounds[2] < low.bounds[2] - 2 if share < 1 and a[0] < b[0] else shape.bounds[0] > low.bounds[0] + 2
    return False if far == 0 and (inside > 3 or (between["type"] == "bocage" and beyond)) else None
