"""Buildings: doors, openings, rooms, the bonus, and what happens when they fall."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.state import FIELD
from systems.normandie.field import Field, check_forecast, crossings

HOUSE = [{"building": "house_1x1", "at": [2, 4]}]  # doors W and S, windows N and E
LONG = [{"building": "house_2x1", "at": [2, 4]}]  # r2c4, r2c5; doors S of r2c4, E of r2c5; windows N
LARGE = [{"building": "house_2x2", "at": [2, 4]}]  # two rooms, one above the other; a door between them on the left


@pytest.mark.rule("hon.build.enter.1", "hon.build.enter.2", "hon.open.building.grid.1")
def test_a_house_is_entered_by_its_doors() -> None:
    field = Field({"u": "us8.fire_team r2c3 order=1", "g": "ge902.fire_group r6c11"}, overlays=HOUSE)
    field.walk()
    assert "r2c4" in field.places("step"), "the door is on the west side"
    window = Field({"u": "us8.fire_team r1c4 order=1", "g": "ge902.fire_group r6c11"}, overlays=HOUSE)
    window.walk()
    assert "r2c4" not in window.places("step")
    assert window.why_not("step", place="r2c4") == ["hon.build.enter.1"]
    corner = Field({"u": "us8.fire_team r3c3 order=1", "g": "ge902.fire_group r6c11"}, overlays=HOUSE)
    corner.walk()
    assert "r2c4" not in corner.places("step"), "no way in over a corner"


@pytest.mark.rule("hon.open.building.leave.1")
def test_a_house_is_left_by_its_doors() -> None:
    field = Field({"u": "us8.fire_team r2c4 order=1", "g": "ge902.fire_group r6c11"}, overlays=HOUSE)
    field.walk()
    assert field.places("step") == {"r2c3", "r3c4"}


@pytest.mark.rule("hon.build.zoc.1", "hon.move.zoc.6", "hon.open.building.zoc.2")
def test_a_zone_outside_closes_the_door() -> None:
    units = {"u": "us8.fire_team r2c4 order=1", "g": "ge902.fire_group r1c2"}
    field = Field(units, overlays=HOUSE)
    field.walk()
    assert field.places("step") == {"r3c4"}, "r2c3 lies in the group's zone"
    assert "hon.build.zoc.1" in field.why_not("step", place="r2c3")
    inward = Field({"u": "us8.fire_team r2c3 order=1", "g": "ge902.fire_group r1c2"}, overlays=HOUSE)
    inward.walk()
    assert "r2c4" not in inward.places("step")


@pytest.mark.rule("hon.move.zoc.5", "hon.open.zoc.building.1")
def test_no_zone_reaches_through_walls() -> None:
    field = Field({"u": "us8.fire_team r1c3 order=1", "g": "ge902.fire_group r2c4"}, overlays=HOUSE)
    field.walk()
    assert "r1c4" in field.places("step"), "the man in the house controls nothing outside"
    room = Field({"u": "us8.officer r2c4 order=1", "g": "ge902.fire_group r1c4"}, overlays=LONG)
    room.walk()
    assert "r2c5" in room.places("step"), "the man outside controls nothing inside"


@pytest.mark.rule("hon.build.fire.1", "hon.build.fire.2", "hon.build.fire.3", "hon.open.building.los.1")
def test_shots_go_through_openings_alone() -> None:
    units = {"u": "us8.support_team r2c4 order=1", "n": "ge902.fire_group r0c4", "s": "ge902.fire_group r3c8"}
    field = Field(units, overlays=LONG)
    assert field.targets("fire") == {"n"}, "through the window, not across the room next door"
    east = Field({"u": "us8.support_team r2c5 order=1", "n": "ge902.fire_group r5c5"}, overlays=LONG)
    assert "fire" not in east.verbs(), "the south wall of r2c5 has no opening"
    inward = Field({"u": "us8.support_team r5c5 order=1", "n": "ge902.fire_group r2c5"}, overlays=LONG)
    assert "fire" not in inward.verbs()


@pytest.mark.rule("hon.open.building.fire.1", "hon.los.block.1", "hon.build.los.1")
def test_a_house_blocks_lines_across_it() -> None:
    field = Field({"u": "us8.support_team r2c2 order=1", "g": "ge902.fire_group r2c7"}, overlays=HOUSE)
    assert "fire" not in field.verbs()
    beside = Field({"u": "us8.support_team r1c2 order=1", "g": "ge902.fire_group r1c7"}, overlays=HOUSE)
    assert "fire" in beside.verbs(), "only the house itself blocks, not the ground around it"


@pytest.mark.rule("hon.build.def.1", "hon.open.building.def.1")
def test_the_bonus_holds_against_everybody_outside() -> None:
    near = Field({"u": "us8.support_team r1c4 order=1", "g": "ge902.fire_group r2c4"}, [3], overlays=HOUSE)
    check_forecast(near, near.find("fire", "g").id)
    near.choose("fire", "g")
    assert near.event("fire").args["defense"] == 7
    inside = Field({"u": "us8.support_team r2c5 order=1", "g": "ge902.fire_group r2c4"}, [3], overlays=LONG)
    inside.choose("fire", "g")
    assert inside.event("fire").args["defense"] == 4


@pytest.mark.rule("hon.assault.roll.6")
def test_no_bonus_in_an_assault_within_one_building() -> None:
    field = Field({"u": "us8.fire_team r2c5 order=1", "g": "ge902.fire_group r2c4"}, [6, 6, 1, 1], overlays=LONG)
    field.choose("assault", "g")
    assert field.lines("defense") == {"bonus": 2}
    door = Field({"u": "us8.fire_team r3c4 order=1", "g": "ge902.fire_group r2c4"}, [6, 6, 1, 1], overlays=LONG)
    door.choose("assault", "g")
    assert door.lines("defense") == {"bonus": 2, "cover": 3}


@pytest.mark.rule("hon.open.retreat.terrain.1")
def test_a_retreat_into_a_house_needs_a_door() -> None:
    """The attacker is suppressed: its zone would close the door."""
    units = {"u": "us8.officer r2c2 order=1 suppressed=1", "g": "ge902.fire_group r2c3"}
    field = Field(units, [6, 6, 1, 1], overlays=HOUSE)
    field.choose("assault", "g")
    assert "r2c4" in field.places("retreat")
    wall = Field({"u": "us8.fire_team r2c6 order=1", "g": "ge902.fire_group r2c5"}, [6, 6, 1, 1], overlays=HOUSE)
    wall.choose("assault", "g")
    assert wall.places("retreat") == {"r1c4", "r3c4"}


@pytest.mark.rule(
    "hon.build.gren.1", "hon.build.gren.2", "hon.build.gren.3", "hon.build.gren.4", "hon.build.gren.5", "hon.eq.gren.5"
)
def test_a_grenade_thrown_in_hits_one_room_without_the_bonus() -> None:
    units = {
        "u": "us8.fire_team r1c4 order=1",
        "a": "ge902.fire_group r2c4",
        "b": "ge902.fire_group r2c5",
        "c": "ge902.fire_group r3c4",
    }
    field = Field(units, [2, 3], overlays=LARGE, army={"us": {"tokens": {"grenade": 3}}})
    field.choose("throw")
    assert field.places("throw-in") == {"r2c4"}, "through the window beside it; the room below is not within reach"
    field.choose("throw-in", place="r2c4")
    hits = [event for event in field.state.events if event.kind == "blast"]
    assert [(event.place, event.args["defense"]) for event in hits] == [("r2c4", 4), ("r2c5", 4)]
    assert not [event for event in field.state.events if event.kind == "pattern"]
    assert field.state.tokens[0][15] == 2
    blind = Field(units | {"u": "us8.fire_team r3c3 order=1"}, overlays=LARGE, army={"us": {"tokens": {"grenade": 3}}})
    blind.choose("throw")
    assert not blind.offered("throw-in"), "a solid wall beside it"


@pytest.mark.rule("hon.build.gren.6")
def test_throwing_out_counts_from_outside_the_opening() -> None:
    units = {"u": "us8.fire_team r2c4 order=1", "g": "ge902.fire_group r0c4", "h": "ge902.fire_group r5c4"}
    field = Field(units, overlays=[{"building": "house_1x1", "at": [2, 4]}], army={"us": {"tokens": {"grenade": 1}}})
    field.choose("throw")
    rows = {choice.label.args["row"] for choice in field.offered("aim")}
    assert 0 in rows, "from r1c4, beyond the window, row line 0 is at 2"
    assert 6 not in rows


@pytest.mark.rule("hon.build.blast.1", "hon.build.blast.2", "hon.abil.blast.1", "hon.abil.ind.9", "hon.abil.how.4")
def test_blasts_do_not_go_into_houses() -> None:
    units = {"m": "us.m8scott r6c1 facing=2 order=1", "a": "ge902.fire_group r3c4", "b": "ge902.fire_group r4c5"}
    field = Field(units, [6], overlays=LARGE)
    field.choose("blast")
    assert (5, 3) not in crossings(field), "the crossing in the middle of the house"
    assert (5, 4) in crossings(field)
    field.choose("aim", row=4, col=5)
    assert {event.place for event in field.state.events if event.kind == "blast"} == {"r4c5"}


@pytest.mark.rule("hon.abil.ind.10")
def test_mortars_do_not_fire_indirectly_from_a_house() -> None:
    outside = Field(
        {"m": "us.mortar r2c3 back order=1", "g": "ge902.fire_group r6c11"},
        map=["............"] * 5 + ["hhhhhhhhhhhh", "............"],
    )
    outside.choose("blast")
    behind = {(x, y) for x in range(13) for y in (6, 7)}
    assert behind <= crossings(outside), "anything within its range of 12"
    inside = Field(
        {"m": "us.mortar r2c4 back order=1", "g": "ge902.fire_group r6c11"},
        map=["............"] * 5 + ["hhhhhhhhhhhh", "............"],
        overlays=HOUSE,
    )
    inside.choose("blast")
    assert not behind & crossings(inside)
    assert (4, 0) in crossings(inside), "what it sees through its window"


@pytest.mark.rule(
    "hon.terrain.struct.1",
    "hon.terrain.struct.2",
    "hon.terrain.struct.3",
    "hon.abil.destr.1",
    "hon.abil.destr.2",
    "hon.abil.destr.3",
)
def test_a_house_falls_and_shakes_those_inside() -> None:
    field = Field(
        {"t": "ge.tiger r2c9 facing=6 order=1", "u": "us8.fire_team r2c4"}, [1, 4, 5], overlays=HOUSE, initiative="de"
    )
    field.choose("fire", "u")
    assert field.event("destruction").args["n"] == 2
    assert field.state.ground.terrain[field.cell("r2c4")].id == "ruin"
    assert field.unit("u").suppressed == 1
    assert field.unit("u").status == FIELD
    standing = Field(
        {"t": "ge.tiger r2c9 facing=6 order=1", "u": "us8.fire_team r2c4"}, [1, 4, 3], overlays=HOUSE, initiative="de"
    )
    standing.choose("fire", "u")
    assert standing.state.markers == [1]
    assert standing.state.ground.indoors


@pytest.mark.rule("hon.abil.destr.1", "hon.arc.limited.1")
@pytest.mark.parametrize(("facing", "reached"), [(6, {"r2c4"}), (2, set()), (4, set())])
def test_a_house_is_fired_at_within_the_arc(facing: int, reached: set[str]) -> None:
    gun = {"t": f"ge.pak40 r2c9 facing={facing} order=1", "u": "us8.officer r6c0"}
    assert Field(gun, overlays=HOUSE, initiative="de").places("demolish") == reached


@pytest.mark.rule("hon.terrain.struct.4")
@pytest.mark.parametrize("initiative", ["us", "de"])
def test_the_side_with_initiative_resettles_the_ruins_first(initiative: str) -> None:
    units = {
        "t": "ge.tiger r2c10 facing=6 order=1",
        "u": "us8.fire_team r2c4",
        "g": "ge902.fire_group r3c5",
        "v": "us8.officer r6c0 order=1",
    }
    field = Field(units, overlays=LARGE, initiative=initiative)
    field.state.markers[0] = 4
    if initiative == "us":
        field.choose("pass")
    field.roll(4, 4)
    field.choose("demolish", place="r2c4")
    seats = []
    for place in ("r2c5", "r3c4"):
        seats.append(field.decision().seat)
        field.choose("land", place=place)
    assert seats == ([0, 1] if initiative == "us" else [1, 0])
    assert field.unit("u").suppressed == field.unit("g").suppressed == 1


@pytest.mark.rule("hon.open.supp.roll.1")
def test_a_suppressed_gunner_is_worse_at_demolition() -> None:
    units = {"t": "ge.tiger r2c9 facing=6 order=1 suppressed=1", "u": "us8.fire_team r0c0"}
    field = Field(units, [6, 5], overlays=HOUSE, initiative="de")
    field.choose("demolish", place="r2c4")
    assert field.state.markers == [1], "6 - 2 counts, 5 - 2 does not"


@pytest.mark.rule("hon.build.adj.1", "hon.build.adj.2")
def test_only_infantry_passes_between_facing_houses() -> None:
    facing = [{"building": "house_1x1", "at": [1, 4]}, {"building": "house_1x1", "at": [3, 4]}]
    jeep = Field({"j": "us.jeep r2c3 facing=2 order=1", "g": "ge902.fire_group r6c11"}, overlays=facing)
    jeep.choose("move")
    assert "ahead" not in jeep.verbs()
    walk = Field({"u": "us8.fire_team r2c3 order=1", "g": "ge902.fire_group r6c11"}, overlays=facing)
    walk.walk()
    assert "r2c4" in walk.places("step")
    askew = [{"building": "house_1x1", "at": [1, 4]}, {"building": "house_1x1", "at": [2, 5]}]
    gap = Field({"j": "us.jeep r2c4 facing=1 order=1", "g": "ge902.fire_group r6c11"}, overlays=askew)
    gap.choose("move")
    gap.choose("ahead")
    assert gap.at("j") == "r1c5"


@pytest.mark.rule("hon.terrain.struct.2")
def test_wire_is_taken_away() -> None:
    field = Field(
        {"t": "ge.tiger r0c4 facing=6 order=1", "u": "us8.fire_team r1c0"},
        [4, 1],
        map=["..x...", "......"],
        initiative="de",
    )
    field.choose("demolish", place="r0c2")
    assert field.state.ground.terrain[2].id == "open"
