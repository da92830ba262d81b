"""Line of sight, range and obstacles."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.rules.sight import BLOCKED, CLEAR, line_of_sight
from systems.normandie.field import Field


def look(map_: list[str], a: str, b: str, **extra: str) -> int:
    """Line of sight between two spaces; `extra` units stand around."""
    field = Field({"u": f"us8.fire_team {a} order=1", "g": f"ge902.fire_group {b}"} | extra, map=map_)
    there = line_of_sight(field.state, field.cell(a), field.cell(b))
    assert there == line_of_sight(field.state, field.cell(b), field.cell(a)), "sight is the same both ways"
    return there


@pytest.mark.rule("hon.los.clear.1", "hon.los.need.1")
def test_open_ground_is_clear() -> None:
    assert look(["......", "......"], "r0c0", "r1c5") == CLEAR


@pytest.mark.rule("hon.los.block.1", "hon.los.blocked.1", "hon.terrain.hedge.3", "hon.terrain.obs.1")
def test_hedges_block() -> None:
    assert look(["..h...", "......"], "r0c0", "r0c5") == BLOCKED
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c5"}, map=["..h...", "......"])
    assert "fire" not in field.verbs()
    assert field.why_not("fire", "g") == ["hon.los.block.1"]


@pytest.mark.rule("hon.los.obscured.1", "hon.terrain.obs.2", "hon.terrain.obs.3", "hon.terrain.forest.1")
def test_obscuring_spaces_add_up() -> None:
    assert look([".t....", "......"], "r0c0", "r0c5") == 1
    assert look([".tfF..", "......"], "r0c0", "r0c5") == 4, "thicket 1, forest edge 1, heart 2"


@pytest.mark.rule("hon.terrain.obs.4", "hon.open.los.target.1")
def test_the_ends_of_the_line_do_not_count() -> None:
    assert look(["h....F", "......"], "r0c0", "r0c5") == CLEAR
    assert look(["t....h", "......"], "r0c0", "r0c5") == CLEAR


@pytest.mark.rule("hon.los.block.2", "hon.open.los.infantryblock.1")
@pytest.mark.parametrize("between", ["us8.fire_team r0c2", "ge902.fire_group r0c2"])
def test_infantry_of_either_side_blocks(between: str) -> None:
    assert look(["......", "......"], "r0c0", "r0c5", other=between) == BLOCKED
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c5", "other": between}, map=["." * 6])
    assert field.why_not("fire", "g") == ["hon.los.block.2"]


@pytest.mark.rule("hon.abil.ambush.11")
def test_concealed_units_do_not_block() -> None:
    assert look(["......", "......"], "r0c0", "r0c5", other="ge902.recon_group r0c2 back") == CLEAR


@pytest.mark.rule("hon.open.los.corner.1")
def test_a_corner_blocks_only_between_two_blockers() -> None:
    assert look([".h.", "...", "..."], "r0c0", "r1c1") == CLEAR
    assert look([".h.", "h..", "..."], "r0c0", "r1c1") == BLOCKED
    assert look([".h.", "...", "..."], "r0c0", "r1c1", other="ge902.fire_group r1c0") == BLOCKED
    assert look([".t.", "t..", "..."], "r0c0", "r1c1") == CLEAR, "a corner's spaces do not obscure"


@pytest.mark.rule("hon.los.trace.1")
def test_the_line_runs_from_centre_to_centre() -> None:
    """From r0c0 to r1c3 the line crosses r0c1 and r1c2, and touches neither r1c0 nor r0c3."""
    assert look([".h..", "...."], "r0c0", "r1c3") == BLOCKED
    assert look(["....", "..h."], "r0c0", "r1c3") == BLOCKED
    assert look(["...h", "h..."], "r0c0", "r1c3") == CLEAR


@pytest.mark.rule("hon.terrain.nopass.2")
def test_no_passage_blocks_sight() -> None:
    units = {"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c3"}
    field = Field(units, map=["....", "...."], no_passage=[[[0, 1], [0, 2]]])
    assert "fire" not in field.verbs()
    field = Field(units, map=["....", "...."], no_passage=[[[0, 1], [1, 1]]])
    assert "fire" in field.verbs()


@pytest.mark.rule("hon.range.long.1", "hon.range.long.2", "hon.aid.long.1")
@pytest.mark.parametrize(("col", "penalty"), [(7, None), (8, -2), (11, -2)])
def test_beyond_seven_spaces_a_shot_loses_two(col: int, penalty: int | None) -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": f"ge902.fire_group r3c{col}"}, [1])
    field.choose("fire", "g")
    assert field.lines("fire").get("long-range") == penalty


@pytest.mark.rule("hon.abil.lr.1", "hon.abil.lr.2")
def test_limited_range() -> None:
    field = Field({"u": "us8.officer r0c0 order=1", "near": "ge902.fire_group r3c4", "far": "ge902.fire_group r0c5"})
    assert field.targets("fire") == {"near"}
    assert field.why_not("fire", "far") == ["hon.abil.lr.1"]


@pytest.mark.rule("hon.open.overlay.1")
def test_an_overlay_replaces_what_is_printed() -> None:
    units = {"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r0c5"}
    field = Field(units, map=["..h..."], overlays=[{"terrain": "thicket", "spaces": [[0, 2]]}])
    assert line_of_sight(field.state, field.cell("r0c0"), field.cell("r0c5")) == 1
