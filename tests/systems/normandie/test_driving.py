"""Vehicles move: straight, backwards, turning, through infantry; ground that stops them."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.rules.decisions import STEP
from bocage.systems.normandie.state import LOST
from systems.normandie.field import Field, spaces_of

TANK = "us.sherman r3c4 order=1 facing=2"


@pytest.mark.rule("hon.move.veh.1", "hon.move.veh.2", "hon.open.veh.move.1", "hon.comp.veh.1")
def test_a_tank_drives_straight_ahead_counting_from_its_front() -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r0c11"})
    assert spaces_of(field, "t") == ["r3c4", "r3c3"]
    field.choose("move")
    assert field.places("ahead") == {"r3c5"}
    for _ in range(5):
        field.choose("ahead")
    assert spaces_of(field, "t") == ["r3c9", "r3c8"]
    assert "ahead" not in field.verbs(), "movement 5 is spent"
    assert "step" not in field.verbs(), "no sideways step"


@pytest.mark.rule("hon.move.veh.3")
def test_reverse_counts_from_the_rear() -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r0c11"})
    field.choose("move")
    assert field.places("back") == {"r3c2"}
    field.choose("back")
    assert spaces_of(field, "t") == ["r3c3", "r3c2"]


@pytest.mark.rule("hon.move.veh.4", "hon.move.veh.5", "hon.move.veh.6", "hon.open.veh.pivot.1")
@pytest.mark.parametrize(
    ("verb", "stands"),
    [
        ("left", ["r3c4", "r4c3"]),
        ("right", ["r3c4", "r2c3"]),
        ("swing-left", ["r2c4", "r3c3"]),
        ("swing-right", ["r4c4", "r3c3"]),
    ],
)
def test_a_turn_swings_either_end_and_costs_a_point(verb: str, stands: list[str]) -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r0c11"})
    field.choose("move")
    field.choose(verb)
    assert spaces_of(field, "t") == stands
    assert field.unit("t").facing in (1, 3)
    for _ in range(4):
        field.choose("left" if field.unit("t").facing == 3 else "right")
    assert not {"ahead", "back", "left", "right"} & field.verbs()


@pytest.mark.rule("hon.open.veh.onespace.1")
def test_a_jeep_turns_in_its_space_and_drives_both_ways() -> None:
    field = Field({"j": "us.jeep r3c4 order=1 facing=0", "g": "ge902.fire_group r0c11"})
    field.choose("move")
    field.choose("right")
    assert (field.at("j"), field.unit("j").facing) == ("r3c4", 1)
    assert not {"swing-left", "swing-right"} & field.verbs()
    assert field.places("ahead") == {"r2c5"}
    assert field.places("back") == {"r4c3"}


@pytest.mark.rule("hon.move.veh.7", "hon.move.veh.8", "hon.open.los.diagonal.1")
def test_a_diagonal_tank_fills_two_spaces_and_passes_gaps() -> None:
    gap = Field(
        {"t": "us.sherman r2c1 order=1 facing=1", "g": "ge902.fire_group r3c3"}, map=["....", ".#..", "..#.", "...."]
    )
    assert spaces_of(gap, "t") == ["r2c1", "r3c0"]
    gap.choose("move")
    gap.choose("ahead")
    assert spaces_of(gap, "t") == ["r1c2", "r2c1"]


@pytest.mark.rule("hon.open.veh.stack.1")
def test_vehicles_do_not_enter_other_vehicles() -> None:
    field = Field({"t": TANK, "j": "us.jeep r3c5", "g": "ge902.fire_group r0c11"})
    field.choose("move")
    assert "ahead" not in field.verbs()


@pytest.mark.rule("hon.terrain.imp.3", "hon.terrain.hedge.1", "hon.terrain.forest.3", "hon.terrain.imp.2")
@pytest.mark.parametrize(
    ("sign", "open_"), [("h", False), ("F", False), ("x", True), ("f", True), ("~", False), ("#", False)]
)
def test_ground_closed_to_heavy_vehicles(sign: str, open_: bool) -> None:
    rows = ["......", "......", f"....{sign}.", "......"]
    field = Field({"t": "us.sherman r2c3 order=1 facing=2", "g": "ge902.fire_group r0c5"}, map=rows)
    field.choose("move")
    assert ("ahead" in field.verbs()) == open_


@pytest.mark.rule("hon.terrain.imp.2")
def test_wire_bars_light_vehicles() -> None:
    field = Field({"j": "us.jeep r0c0 order=1 facing=2", "g": "ge902.fire_group r1c2"}, map=[".x.", "..."])
    field.choose("move")
    assert "ahead" not in field.verbs()


@pytest.mark.rule("hon.terrain.water.1", "hon.abil.amphib.1")
@pytest.mark.parametrize(("car", "swims"), [("us.jeep", False), ("us.gpa", True)])
def test_only_amphibious_units_enter_water(car: str, swims: bool) -> None:
    field = Field({"j": f"{car} r0c0 order=1 facing=2", "g": "ge902.fire_group r1c2"}, map=[".~~", "..."])
    field.choose("move")
    assert ("ahead" in field.verbs()) == swims
    if swims:
        field.choose("ahead")
        field.choose("ahead")
        assert field.at("j") == "r0c2"


@pytest.mark.rule("hon.terrain.diff.1")
def test_difficult_ground_stops_vehicles_too() -> None:
    field = Field({"t": "us.sherman r0c1 order=1 facing=2", "g": "ge902.fire_group r1c5"}, map=["..x...", "......"])
    field.choose("move")
    field.choose("ahead")
    assert field.at("t") == "r0c2"
    assert field.decision().kind is not STEP or not {"ahead", "back"} & field.verbs()


@pytest.mark.rule("hon.move.zoc.7", "hon.move.zoc.8")
def test_zones_of_control_and_vehicles_do_not_know_each_other() -> None:
    field = Field({"t": "us.jeep r1c1 order=1 facing=2", "g": "ge902.fire_group r0c2"})
    field.choose("move")
    assert "ahead" in field.verbs(), "r1c1 and r1c2 are both in the group's zone"
    walk = Field({"u": "us8.fire_team r1c1 order=1", "t": "ge.kubelwagen r0c2"})
    walk.choose("move")
    assert "r1c2" in walk.places("step")


@pytest.mark.rule("hon.move.inf.3")
def test_infantry_does_not_pass_vehicles() -> None:
    field = Field({"u": "us8.fire_team r1c1 order=1", "j": "us.jeep r1c2", "g": "ge902.fire_group r6c11"})
    field.choose("move")
    assert "r1c2" not in field.places("step")
    assert "hon.move.inf.3" in field.why_not("step", place="r1c2")


@pytest.mark.rule("hon.move.veh.9", "hon.move.veh.10", "hon.open.veh.enemyend.1")
def test_a_tank_drives_through_infantry_and_pushes_who_is_under_it() -> None:
    units = {"t": TANK, "g": "ge902.fire_group r3c5", "h": "ge902.fire_group r3c6"}
    field = Field(units)
    field.choose("move")
    field.choose("ahead")
    field.choose("ahead")
    assert spaces_of(field, "t") == ["r3c6", "r3c5"]
    field.choose("stop")
    assert field.decision().seat == 1
    assert "r2c4" in field.places("land")
    field.choose("land", place="r2c4")
    assert field.at("g") == "r2c4"
    assert field.unit("g").side == 0
    through = Field(units)
    through.choose("move")
    for _ in range(4):
        through.choose("ahead")
    through.choose("stop")
    assert (through.at("g"), through.at("h")) == ("r3c5", "r3c6"), "left behind, untouched"


@pytest.mark.rule("hon.open.veh.push.1")
def test_the_movers_side_is_pushed_first() -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r3c5", "u": "us8.fire_team r3c6"})
    field.choose("move")
    field.choose("ahead")
    field.choose("ahead")
    field.choose("stop")
    assert field.decision().seat == 0


@pytest.mark.rule("hon.move.veh.11", "hon.move.veh.12")
def test_infantry_without_room_or_movement_is_crushed() -> None:
    walls = ["####", "...#", "####"]
    field = Field({"t": "us.sherman r1c1 order=1 facing=2", "g": "ge902.fire_group r1c2"}, map=walls)
    field.choose("move")
    field.choose("ahead")
    field.choose("stop")
    assert field.unit("g").status == LOST
    nest = Field({"t": TANK, "g": "ge.mg_nest r3c5 facing=0"})
    nest.choose("move")
    nest.choose("ahead")
    nest.choose("stop")
    assert nest.unit("g").status == LOST
    assert nest.event("eliminated").rule == "hon.move.veh.12"


@pytest.mark.rule("hon.move.veh.10")
def test_infantry_with_one_way_out_takes_it_unasked() -> None:
    walls = ["#####", "....#", "#####"]
    field = Field({"t": "us.sherman r1c1 order=1 facing=2", "g": "ge902.fire_group r1c2"}, map=walls)
    field.choose("move")
    field.choose("ahead")
    field.choose("stop")
    assert field.at("g") == "r1c3"


@pytest.mark.rule("hon.assault.roll.3", "hon.fire.who.3")
def test_a_cross_bars_heavy_vehicles() -> None:
    field = Field({"u": "us8.fire_team r3c4 order=1", "g": "ge.panzer4 r3c5 facing=4"})
    assert not {"assault", "fire", "approach"} & field.verbs()
    assert field.why_not("assault", "g") == ["hon.assault.roll.3"]


@pytest.mark.rule("hon.move.veh.10", "hon.open.wreck.cross.1")
def test_nobody_is_left_under_a_wreck() -> None:
    units = {"t": "us.jeep r3c3 facing=2 order=1", "u": "us8.fire_team r3c4", "g": "ge.mg_nest r3c9 facing=6"}
    field = Field(units, [6, 6])
    field.choose("move")
    field.choose("ahead")
    field.choose("opportunity-fire", "g")
    assert field.unit("t").status == LOST
    assert field.decision().seat == 0
    assert "r3c4" not in field.places("land")
    field.choose("land", place="r4c4")
    assert field.at("u") == "r4c4"


@pytest.mark.rule("hon.abil.ambush.7", "hon.abil.ambush.9")
@pytest.mark.parametrize(("vehicle", "spots"), [("ge.panzer4", False), ("ge.kubelwagen", True)])
def test_the_step_of_a_heavy_vehicle_puts_nobody_to_the_test(vehicle: str, spots: bool) -> None:
    """The recon team lies in plain sight of the group, but no test has been made yet."""
    units = {"r": "us8.recon_team r3c6 back", "e": "ge902.fire_group r3c9", "t": f"{vehicle} r6c2 facing=2 order=1"}
    field = Field(units, initiative="de")
    field.choose("move")
    field.choose("ahead")
    assert field.unit("r").face.concealed is not spots


@pytest.mark.rule("hon.terrain.diff.1", "hon.card.override.1")
def test_all_terrain_helps_vehicles_too() -> None:
    units = {"t": "us.sherman r3c2 facing=2 order=1", "g": "ge902.fire_group r6c11"}
    for hand, free in ((["all_terrain"], True), ([], False)):
        field = Field(units, map=["...x........"] * 7, options={"cards": "on"}, army={"us": {"hand": hand}})
        if hand:
            field.choose("card")
        field.choose("move")
        field.choose("ahead")
        assert ("ahead" in field.verbs()) is free
