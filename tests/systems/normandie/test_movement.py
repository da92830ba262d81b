"""Movement: distance, other units, zones of control, terrain."""

from __future__ import annotations

import pytest

from systems.normandie.field import Field

FAR = "ge902.fire_group r6c11"


@pytest.mark.rule("hon.move.inf.1", "hon.counter.move.1")
def test_a_unit_moves_up_to_its_movement_value() -> None:
    field = Field({"u": "us8.fire_team r3c0 order=1", "g": FAR})
    field.choose("move")
    assert "stop" in field.verbs(), "0 spaces are allowed"
    field.walk("r3c1", "r3c2", "r3c3")
    assert field.at("u") == "r3c3"
    assert field.unit("u").acted, "three steps are all of a fire team"


@pytest.mark.rule("hon.move.inf.2")
def test_diagonals_cost_one() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": FAR})
    field.walk("r1c1", "r2c2", "r3c3")
    assert field.at("u") == "r3c3"


@pytest.mark.rule("hon.move.inf.4")
def test_enemies_bar_the_way() -> None:
    field = Field({"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r3c4 suppressed=1"})
    field.choose("move")
    assert "r3c4" not in field.places("step")
    assert "hon.move.inf.4" in field.why_not("step", place="r3c4")


@pytest.mark.rule("hon.move.inf.5", "hon.move.inf.6")
def test_friends_may_be_passed_but_not_joined() -> None:
    field = Field({"u": "us8.fire_team r3c3 order=1", "friend": "us8.fire_team r3c4", "g": FAR})
    field.walk("r3c4")
    assert "stop" not in field.verbs()
    field.walk("r3c5")
    assert "stop" in field.verbs()


@pytest.mark.rule("hon.move.inf.6")
def test_a_friends_space_is_not_entered_with_the_last_point() -> None:
    field = Field({"u": "us8.fire_team r3c1 order=1", "friend": "us8.fire_team r3c4", "g": FAR})
    field.walk("r3c2", "r3c3")
    assert "r3c4" not in field.places("step")
    assert "hon.move.inf.6" in field.why_not("step", place="r3c4")


@pytest.mark.rule("hon.move.zoc.1", "hon.move.zoc.3")
def test_no_step_within_the_ring_of_one_enemy() -> None:
    field = Field({"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r2c4"})
    field.choose("move")
    ring = {f"r{row}c{col}" for row in (1, 2, 3) for col in (3, 4, 5)}
    assert not field.places("step") & ring
    assert {"r4c4", "r3c2", "r2c2", "r4c3", "r4c2"} == field.places("step")
    assert field.why_not("step", place="r3c4") == ["hon.move.zoc.3"]


@pytest.mark.rule("hon.move.zoc.4", "hon.open.zoc.same.1")
def test_from_one_enemys_zone_into_anothers() -> None:
    field = Field({"u": "us8.fire_team r2c0 order=1", "a": "ge902.fire_group r1c0", "b": "ge902.fire_group r3c2"})
    field.choose("move")
    assert "r3c1" in field.places("step")


@pytest.mark.rule("hon.move.zoc.9", "hon.supd.zoc.1")
def test_suppressed_units_exert_no_zone() -> None:
    field = Field({"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r2c4 suppressed=1"})
    field.choose("move")
    assert "r3c4" in field.places("step")


@pytest.mark.rule("hon.move.zoc.2", "hon.terrain.nopass.1")
def test_no_passage_cuts_steps_and_zones() -> None:
    units = {"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r2c4"}
    cut = [[[2, 4], [3, 4]], [[2, 4], [2, 3]], [[3, 4], [3, 3]]]
    field = Field(units, no_passage=cut)
    field.choose("move")
    assert "r3c4" not in field.places("step")
    assert field.why_not("step", place="r3c4") == ["hon.terrain.nopass.1"]
    field = Field({"u": "us8.fire_team r3c4 order=1", "g": "ge902.fire_group r2c4"}, no_passage=cut)
    field.choose("move")
    assert "r3c5" in field.places("step"), "the enemy's zone does not reach r3c4"


@pytest.mark.rule("hon.terrain.diff.1", "hon.terrain.hedge.2", "hon.move.terrain.1")
def test_difficult_ground_ends_the_move() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r1c5"}, map=[".h....", "......"])
    field.walk("r0c1")
    assert field.unit("u").acted
    assert field.at("u") == "r0c1"


@pytest.mark.rule("hon.terrain.diff.2", "hon.terrain.hedge.2")
def test_from_difficult_ground_one_space() -> None:
    field = Field({"u": "us8.fire_team r0c1 order=1", "g": "ge902.fire_group r1c5"}, map=[".h....", "......"])
    field.walk("r0c2")
    assert field.unit("u").acted


@pytest.mark.rule("hon.terrain.imp.1", "hon.terrain.imp.2", "hon.terrain.water.1")
@pytest.mark.parametrize("sign", ["#", "~"])
def test_impassable_ground_and_water_are_not_entered(sign: str) -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r1c5"}, map=[f".{sign}....", "......"])
    field.choose("move")
    assert field.places("step") == {"r1c0", "r1c1"}
    assert field.why_not("step", place="r0c1") == ["hon.terrain.imp.1"]


@pytest.mark.rule("hon.terrain.thicket.1")
def test_a_thicket_does_not_slow() -> None:
    field = Field({"u": "us8.fire_team r0c0 order=1", "g": "ge902.fire_group r1c9"}, map=[".ttt......", ".........."])
    field.walk("r0c1", "r0c2", "r0c3")
    assert field.at("u") == "r0c3"


@pytest.mark.rule("hon.supd.move.1")
def test_each_marker_takes_two_off_the_movement() -> None:
    field = Field({"u": "us8.officer r3c0 order=1 suppressed=1", "g": FAR})
    field.walk("r3c1", "r3c2")
    assert field.unit("u").acted, "movement 4 less 2"


@pytest.mark.rule("hon.supd.move.2")
def test_at_zero_movement_the_unit_cannot_move() -> None:
    field = Field({"u": "us8.officer r3c0 order=1 suppressed=2", "g": "ge902.fire_group r3c3"})
    assert "move" not in field.verbs()
    assert "fire" in field.verbs()
    assert field.why_not("move") == ["hon.supd.move.2"]


@pytest.mark.rule("hon.supd.move.3", "hon.terrain.opp.7")
def test_suppressed_on_the_way_the_move_goes_on() -> None:
    """The German sits in a position; his shot is suppressive only for support teams, so an American plays him."""
    units = {"g": "ge902.fire_group r3c0 order=1", "u": "us8.support_team r0c0"}
    field = Field(units, [6], map=["P....", ".....", ".....", "....."], initiative="de")
    field.walk("r3c1")
    field.choose("opportunity-suppress", "u")
    assert field.unit("g").suppressed == 2
    field.walk("r3c2", "r3c3")
    assert field.at("g") == "r3c3"


@pytest.mark.rule("hon.terrain.diff.1", "hon.terrain.diff.2", "hon.assault.launch.3", "hon.card.override.1")
@pytest.mark.parametrize("start", ["r3c2", "r3c3"])
def test_all_terrain_opens_the_way_to_an_assault(start: str) -> None:
    units = {"u": f"us8.fire_team {start} order=1", "g": "ge902.fire_group r3c5"}
    ground = ["...hh......."] * 7
    assert not Field(units, map=ground).offered("approach")
    field = Field(units, [6, 6, 1, 1], map=ground, options={"cards": "on"}, army={"us": {"hand": ["all_terrain"]}})
    field.choose("card")
    field.choose("approach", "g")
    while "assault" not in field.verbs() and field.offered("step"):
        field.choose("step", place=sorted(field.places("step"))[0])
    if "assault" in field.verbs():
        field.choose("assault")
    assert field.event("assault").args["outcome"] == "@outcome.attacker"
