"""Vehicles: driving, turning, running over, armour, damage, wrecks and transport."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.rules.firing import armour_against
from bocage.systems.normandie.state import ABOARD, CREW, FIELD, HULL, LOST, PRIMARY, TRACK
from systems.normandie.field import Field, check_forecast

TANK = "us.sherman r3c4 order=1 facing=2"


def spaces_of(field: Field, name: str) -> list[str]:
    unit, grid = field.unit(name), field.state.board.grid
    return [grid.name(cell) for cell in (unit.cell, unit.rear) if cell >= 0]


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
    assert field.decision().kind != 3 or not {"ahead", "back"} & field.verbs()


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


@pytest.mark.rule("hon.counter.heavy.1", "hon.open.facing.side.1", "hon.los.veh.3")
def test_armour_depends_on_the_angle() -> None:
    field = Field({"t": "us.sherman r3c5 facing=2", "g": "ge902.fire_group r0c0 order=1"})
    tank, cell = field.unit("t"), field.cell

    def defense(place: str) -> int:
        return armour_against(field.state, tank, cell(place), tank.cell)

    assert (defense("r3c9"), defense("r2c9"), defense("r0c5"), defense("r3c1")) == (9, 9, 7, 6)
    assert (defense("r1c7"), defense("r1c3")) == (7, 6), "on the diagonal the lower value"


@pytest.mark.rule("hon.los.veh.2", "hon.los.veh.3", "hon.open.range.veh.1")
def test_the_attacker_takes_the_weaker_side() -> None:
    """Of the front space it sees side and front alike, of the rear space the front alone."""
    field = Field({"t": "us.sherman r3c6 facing=2", "g": "ge902.panzerschreck r5c8 order=1"}, [2], initiative="de")
    field.choose("fire", "t")
    assert field.event("fire").args["defense"] == 7


@pytest.mark.rule("hon.counter.bonus.2", "hon.shot.effect.3", "hon.comp.light.1", "hon.open.wreck.los.1")
def test_a_hit_light_vehicle_becomes_a_wreck() -> None:
    units = {
        "j": "us.jeep r0c3",
        "u": "us8.fire_team r0c6",
        "g": "ge902.panzerschreck r0c0 order=1",
        "h": "ge902.fire_group r1c0 order=2",
    }
    field = Field(units, [1], initiative="de")
    field.choose("fire", "j")
    assert field.event("fire").args["result"] == 5
    assert field.unit("j").status == LOST
    assert field.state.ground.terrain[field.cell("r0c3")].id == "wreck_light"
    assert "u" not in field.targets("fire") or field.at("u") != "r0c6"
    from bocage.systems.normandie.rules.sight import BLOCKED, line

    assert line(field.state, field.cell("r0c0"), field.cell("r0c6"), 0) == BLOCKED


@pytest.mark.rule("hon.shot.effect.4", "hon.damage.when.1", "hon.counter.bonus.3")
@pytest.mark.parametrize(
    ("die", "bit"),
    [
        pytest.param(1, CREW, marks=pytest.mark.rule("hon.damage.1")),
        pytest.param(2, TRACK, marks=pytest.mark.rule("hon.damage.2")),
        pytest.param(3, HULL, marks=pytest.mark.rule("hon.damage.3")),
        pytest.param(4, HULL, marks=pytest.mark.rule("hon.damage.3")),
        pytest.param(5, PRIMARY, marks=pytest.mark.rule("hon.damage.5")),
    ],
)
def test_damage_locations(die: int, bit: int) -> None:
    field = Field({"t": "us.sherman r0c5 facing=6", "g": "ge.panzer4 r0c1 facing=2 order=1"}, [5, die], initiative="de")
    field.choose("fire", "t")
    assert field.unit("t").damage == bit
    assert field.unit("t").suppressed == (2 if bit == HULL else 0)
    assert field.unit("t").status == FIELD


@pytest.mark.rule("hon.damage.6", "hon.comp.heavy.1", "hon.abil.perf.1", "hon.open.wreck.structure.1")
@pytest.mark.parametrize(
    ("firer", "die", "lost"), [("ge.panzer4", 6, True), ("ge.panzer4", 5, False), ("ge.panther", 5, True)]
)
def test_a_six_destroys_and_perforating_adds_one(firer: str, die: int, lost: bool) -> None:
    field = Field({"t": "us.sherman r0c5 facing=6", "g": f"{firer} r0c1 facing=2 order=1"}, [5, die], initiative="de")
    field.choose("fire", "t")
    assert (field.unit("t").status == LOST) == lost
    if lost:
        assert field.state.ground.wrecks[1] == 1 << field.cell("r0c5") | 1 << field.cell("r0c6")
        assert field.state.structures[-1].value == 3


@pytest.mark.rule("hon.damage.double.1")
def test_a_second_marker_of_a_kind_destroys() -> None:
    units = {"t": "us.sherman r0c5 facing=6", "g": "ge.panzer4 r0c1 facing=2 order=1"}
    field = Field(units, [5, 4], initiative="de")
    field.unit("t").damage = HULL
    field.choose("fire", "t")
    assert field.unit("t").status == LOST


@pytest.mark.rule("hon.shot.kill.2", "hon.open.kill.wreck.1")
def test_a_kill_shot_skips_the_location() -> None:
    units = {"t": "us.sherman r0c5 facing=2", "g": "ge.tiger r0c1 facing=2 order=1"}
    field = Field(units, [6], initiative="de")
    field.choose("fire", "t")
    assert field.event("fire").args["result"] == 12, "twice the rear armour of 6"
    assert field.unit("t").status == LOST


@pytest.mark.rule(
    "hon.damage.1", "hon.damage.5", "hon.fire.multi.1", "hon.fire.multi.2", "hon.fire.multi.3", "hon.counter.heavy.2"
)
def test_all_weapons_fire_unless_damage_forbids() -> None:
    units = {"t": "us.sherman r3c4 facing=2 order=1", "g": "ge902.fire_group r3c8", "h": "ge902.fire_group r1c8"}
    field = Field(units, [1])
    assert {"fire", "fire-2", "suppress-2"} <= field.verbs()
    field.choose("fire", "g")
    assert field.event("fire").lines[0].value == 2
    assert field.verbs() == {"done", "fire-2", "suppress-2"}
    field.roll(1)
    field.choose("fire-2", "h")
    assert field.event("fire").lines[0].value == 3
    assert field.decision().kind != 8
    hurt = Field(units | {"t": "us.sherman r3c4 facing=2 order=1"}, [1])
    hurt.unit("t").damage = CREW
    hurt.choose("fire", "g")
    assert "fire-2" not in hurt.verbs()
    gun = Field(units)
    gun.unit("t").damage = PRIMARY
    gun.state.pending.clear()
    gun.state.stack[-1].step = 0
    gun.state.advance()
    assert "fire" not in gun.verbs()
    assert "fire-2" in gun.verbs()


@pytest.mark.rule("hon.damage.2", "hon.open.damage.track.1")
def test_a_broken_track_ends_all_movement() -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r0c11"})
    field.unit("t").damage = TRACK
    field.state.pending.clear()
    field.state.stack[-1].step = 0
    field.state.advance()
    assert "move" not in field.verbs()


@pytest.mark.rule("hon.open.opp.damage.1")
def test_track_damage_by_opportunity_fire_stops_the_tank() -> None:
    units = {"t": "us.sherman r3c2 facing=2 order=1", "g": "ge902.panzerschreck r0c4"}
    rows = ["....P...", "........", "........", "........"]
    field = Field(units, map=rows)
    field.choose("move")
    field.choose("ahead")
    field.roll(6, 1)
    field.choose("opportunity-fire", "g")
    assert field.unit("t").damage == TRACK
    assert spaces_of(field, "t") == ["r3c3", "r3c2"]
    assert not field.state.pending or field.decision().kind != 3
    going = Field(units, map=rows)
    going.choose("move")
    going.choose("ahead")
    going.roll(6, 4)
    going.choose("opportunity-fire", "g")
    assert going.unit("t").damage == PRIMARY, "4 and Perforating"
    assert "ahead" in going.verbs(), "other damage lets it go on"


@pytest.mark.rule("hon.abil.waves.1")
def test_positive_waves_let_the_owner_pick() -> None:
    field = Field(
        {"t": "us.oddball r0c5 facing=6", "g": "ge.panzer4 r0c1 facing=2 order=1"}, [5, 6, 2], initiative="de"
    )
    field.choose("fire", "t")
    assert (field.decision().seat, {c.id for c in field.offered("location")}) == (0, {2, 6})
    field.choose("location", n=2)
    assert field.unit("t").damage == TRACK


@pytest.mark.rule("hon.terrain.struct.5", "hon.open.wreck.cross.1", "hon.comp.wreck.1")
def test_a_heavy_vehicle_crushes_wrecks_others_are_barred() -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r0c11"}, wrecks={"r3c5": "light"})
    field.choose("move")
    field.choose("ahead")
    assert field.state.markers == [1]
    assert "stop" not in field.verbs(), "the wreck is still there"
    jeep = Field({"j": "us.jeep r3c4 facing=2 order=1", "g": "ge902.fire_group r0c11"}, wrecks={"r3c5": "light"})
    jeep.choose("move")
    assert "ahead" not in jeep.verbs()
    walk = Field({"u": "us8.fire_team r3c4 order=1", "g": "ge902.fire_group r0c11"}, wrecks={"r3c5": "light"})
    walk.choose("move")
    assert "r3c5" not in walk.places("step")


@pytest.mark.rule("hon.los.block.2", "hon.los.block.3")
def test_who_blocks_whom() -> None:
    units = {
        "u": "us8.fire_team r0c0 order=1",
        "b": "us8.officer r0c2",
        "v": "ge.kubelwagen r0c4",
        "g": "ge902.fire_group r0c8",
    }
    field = Field(units)
    assert field.targets("fire") == {"v"}, "infantry does not hide a vehicle, the vehicle hides the group"


@pytest.mark.rule("hon.los.veh.1")
def test_a_tank_may_fire_from_either_space() -> None:
    rows = ["......", "......", "..#...", "......"]
    units = {"t": "us.sherman r2c1 facing=0 order=1", "g": "ge902.fire_group r2c5"}
    assert "g" in Field(units, map=rows).targets("fire"), "the rocks hide it from r2c1, not from r3c1"
    assert "fire" not in Field({"t": "us.willys r2c1 facing=0 order=1", "g": "ge902.fire_group r2c5"}, map=rows).verbs()


@pytest.mark.rule(
    "hon.abil.fotm.1",
    "hon.abil.fotm.2",
    "hon.abil.fotm.3",
    "hon.fire.multi.4",
    "hon.open.fotm.order.1",
    "hon.aid.shot.3",
)
def test_fire_on_the_move_lowers_the_bonus_once_per_weapon() -> None:
    field = Field({"t": "us.sherman r3c4 facing=2 order=1", "g": "ge902.fire_group r0c9"}, [3])
    field.choose("move")
    field.choose("ahead")
    check_forecast(field, field.find("moving-fire", "g").id)
    field.choose("moving-fire", "g")
    assert field.lines("fire") == {"bonus": 2, "on-the-move": -2}
    assert "moving-fire" not in field.verbs()
    assert "moving-fire-2" in field.verbs()
    tiger = Field({"g": "ge.tiger r3c4 facing=2 order=1", "u": "us8.fire_team r0c9"}, initiative="de")
    tiger.choose("move")
    assert not {"moving-fire", "moving-fire-2"} & tiger.verbs(), "no weapon with the ability"


@pytest.mark.rule("hon.open.fotm.bonus.1")
def test_a_bonus_below_zero_is_added_as_it_is() -> None:
    field = Field({"t": "us.greyhound r3c4 facing=2 order=1", "g": "ge902.fire_group r0c9"}, [6])
    field.choose("move")
    field.choose("moving-fire", "g")
    assert field.lines("fire") == {"bonus": 1, "on-the-move": -2}
    assert field.event("fire").args["result"] == 5


@pytest.mark.rule("hon.terrain.def.2")
def test_terrain_protects_no_vehicle() -> None:
    field = Field({"j": "us.jeep r0c3", "g": "ge902.panzerschreck r0c0 order=1"}, [1], initiative="de", map=["...t.."])
    field.choose("fire", "j")
    assert field.event("fire").args["defense"] == 5


@pytest.mark.rule("hon.abil.ambush.9", "hon.abil.ambush.7")
def test_heavy_vehicles_do_not_spot_light_ones_do() -> None:
    for car, spotted in (("us.sherman", False), ("us.jeep", True)):
        field = Field({"t": f"{car} r3c4 facing=2 order=1", "g": "ge902.recon_group r0c8 back"})
        field.choose("move")
        field.choose("ahead")
        assert (field.unit("g").side == 0) == spotted, car


@pytest.mark.rule("hon.abil.trans.1", "hon.abil.trans.2", "hon.abil.trans.4", "hon.open.transport.phase.1")
def test_infantry_gets_in_as_the_last_point_of_its_move() -> None:
    field = Field({"u": "us8.fire_team r3c2 order=1", "j": "us.jeep r3c4", "g": "ge902.fire_group r0c11"})
    field.walk("r3c3")
    field.choose("embark", "j")
    assert (field.unit("u").status, field.unit("u").carrier) == (ABOARD, field.names["j"])
    full = Field(
        {
            "u": "us8.fire_team r3c3 order=1",
            "j": "us.willys r3c4",
            "v": "us8.fire_team r3c5 aboard=j",
            "g": "ge902.fire_group r0c11",
        }
    )
    full.choose("move")
    assert "embark" not in full.verbs(), "2 is the capacity, and 2 are aboard"


@pytest.mark.rule(
    "hon.abil.trans.4",
    "hon.abil.trans.6",
    "hon.open.transport.zoc.1",
    "hon.abil.trans.8",
    "hon.open.transport.orders.1",
)
def test_passengers_ride_get_out_and_shoot() -> None:
    units = {
        "j": "us.jeep r3c4 facing=2 order=1",
        "u": "us8.fire_team r3c5 aboard=j order=2",
        "g": "ge902.fire_group r3c9",
        "h": "ge902.fire_group r0c0 order=1",
    }
    field = Field(units)
    field.choose("move")
    field.choose("ahead")
    field.choose("stop")
    assert "u" not in field.targets("fire"), "nobody shoots at passengers"
    field.choose("pass")
    assert "g" in field.targets("fire"), "from the vehicle"
    field.choose("move")
    assert "r3c6" in field.places("step")
    field.choose("step", place="r3c6")
    assert field.at("u") == "r3c6"


@pytest.mark.rule("hon.abil.trans.9", "hon.abil.trans.10", "hon.abil.trans.12")
def test_passengers_of_a_wreck_are_set_down_suppressed() -> None:
    units = {
        "j": "us.jeep r3c4",
        "u": "us8.fire_team r3c5 aboard=j",
        "z": "ge902.fire_group r3c6",
        "g": "ge902.panzerschreck r0c4 order=1",
    }
    field = Field(units, [3], initiative="de")
    field.choose("fire", "j")
    assert field.decision().seat == 0
    assert field.places("land") == {"r2c3", "r2c4", "r3c3", "r4c3", "r4c4"}, "not in the zone of the group"
    field.choose("land", place="r3c3")
    assert (field.unit("u").status, field.unit("u").suppressed, field.unit("u").side) == (FIELD, 1, 0)


@pytest.mark.rule("hon.abil.trans.11")
def test_a_passenger_comes_out_on_its_plain_side() -> None:
    units = {"j": "us.jeep r3c4", "u": "us8.30cal r3c5 back aboard=j", "g": "ge902.panzerschreck r0c4 order=1"}
    field = Field(units, [3], initiative="de")
    field.choose("fire", "j")
    field.choose("land", place="r3c3")
    assert field.unit("u").side == 0


@pytest.mark.rule("hon.abil.trans.13")
def test_a_passenger_without_room_is_lost() -> None:
    units = {"j": "us.jeep r1c1", "u": "us8.fire_team r1c2 aboard=j", "g": "ge902.panzerschreck r1c3 order=1"}
    field = Field(units, [3], initiative="de", map=["###.", "#...", "####"])
    field.choose("fire", "j")
    assert field.unit("u").status == LOST


@pytest.mark.rule("hon.abil.trans.3")
def test_one_gun_per_vehicle() -> None:
    units = {
        "j": "us22.halftrack r3c4 facing=2",
        "a": "us.57mm r3c6 aboard=j",
        "b": "us.57mm r3c5 order=1",
        "g": "ge902.fire_group r0c11",
    }
    field = Field(units)
    field.choose("move")
    assert "embark" not in field.verbs()


@pytest.mark.rule("hon.abil.trans.5", "hon.assault.launch.1")
def test_an_assault_from_a_transport() -> None:
    units = {"j": "us.jeep r3c4", "u": "us8.fire_team r3c3 aboard=j order=1", "g": "ge902.fire_group r3c5"}
    field = Field(units, [6, 6, 1, 1])
    field.choose("assault", "g")
    field.choose("retreat", place="r3c6")
    assert field.at("u") == "r3c5"
    lost = Field(units, [1, 1, 6, 6])
    lost.choose("assault", "g")
    assert lost.unit("u").status == ABOARD, "a beaten attacker is back where it came from"


@pytest.mark.rule("hon.open.retreat.terrain.1")
def test_a_retreat_into_a_transport() -> None:
    units = {"u": "us8.fire_team r3c4 order=1", "g": "ge902.fire_group r3c5", "k": "ge.kubelwagen r3c6"}
    field = Field(units, [6, 6, 1, 1])
    field.choose("assault", "g")
    field.choose("embark", "k")
    assert field.unit("g").carrier == field.names["k"]


@pytest.mark.rule("hon.abil.trans.7")
def test_heavy_weapons_do_not_fire_from_a_vehicle() -> None:
    units = {"j": "us.jeep r3c4", "u": "us8.bazooka r3c3 aboard=j order=1", "g": "ge902.fire_group r3c6"}
    assert "fire" not in Field(units).verbs()


@pytest.mark.rule("hon.open.transport.fire.1", "hon.los.block.3")
def test_a_vehicle_does_not_hide_its_own_passengers() -> None:
    units = {
        "j": "us22.halftrack r3c4 facing=2",
        "u": "us8.fire_team r2c3 aboard=j order=1",
        "g": "ge902.fire_group r3c8",
    }
    assert "g" in Field(units).targets("fire"), "from the rear space the line passes the front"


@pytest.mark.rule("hon.assault.win.8", "hon.assault.win.10", "hon.open.advance.2")
def test_a_light_vehicle_that_loses_is_a_wreck() -> None:
    field = Field({"u": "us8.fire_team r3c4 order=1", "g": "ge.kubelwagen r3c5 facing=2"}, [6, 5, 1])
    field.choose("assault", "g")
    assert field.unit("g").status == LOST
    assert field.at("u") == "r3c4", "back in its launch space"


@pytest.mark.rule("hon.assault.roll.7", "hon.assault.win.9", "hon.open.assault.noweapon.1")
def test_a_heavy_vehicle_defends_with_its_second_weapon() -> None:
    field = Field({"u": "us8.fire_team r3c4 order=1", "g": "ge.panzer4 r3c5 facing=4"}, [6, 5, 1, 2])
    face = field.unit("u").face
    face.weapons[0].bonus[2], old = 4, face.weapons[0].bonus[2]
    try:
        field.state.pending.clear()
        field.state.stack[-1].step = 0
        field.state.advance()
        field.choose("assault", "g")
    finally:
        face.weapons[0].bonus[2] = old
    assert field.lines("defense") == {"bonus": 3}
    assert field.unit("g").damage == TRACK


@pytest.mark.rule("hon.assault.roll.3", "hon.fire.who.3")
def test_a_cross_bars_heavy_vehicles() -> None:
    field = Field({"u": "us8.fire_team r3c4 order=1", "g": "ge.panzer4 r3c5 facing=4"})
    assert not {"assault", "fire", "approach"} & field.verbs()
    assert field.why_not("assault", "g") == ["hon.assault.roll.3"]


@pytest.mark.rule("hon.abil.trans.5", "hon.abil.trans.4")
def test_a_transport_reached_on_the_way_is_a_space_to_assault_from() -> None:
    rows = ["............", "hhhh.hhhhhhh", "............"]
    units = {
        "u": "us8.fire_team r0c2 order=1",
        "v": "us8.officer r0c0",
        "j": "us22.halftrack r1c4 facing=4",
        "g": "ge902.fire_group r2c4",
    }
    field = Field(units, map=rows)
    assert field.offered("approach"), "by way of the halftrack that fills the gap"
    field.choose("approach", "g")
    while not field.offered("embark"):
        field.choose("step", place="r0c3")
    field.roll(6, 6, 1, 1)
    field.choose("embark", "j")
    assert field.event("assault").args["unit"] == "@unit.us8.fire_team"
    assert field.at("u") == "r2c4", "the winner enters the space"
    riders = {f"p{n}": f"us8.fire_team r0c{n + 5} aboard=j" for n in range(3)}
    assert not Field(units | riders, map=rows).offered("approach"), "not where there is no room aboard"


@pytest.mark.rule("hon.assault.launch.2", "hon.abil.trans.6")
@pytest.mark.parametrize(("suppressed", "place", "offered"), [(0, "r3c7", True), (1, "r3c7", True), (1, "r3c8", False)])
def test_a_passenger_gets_out_to_a_launch_space(suppressed: int, place: str, offered: bool) -> None:
    """With two points left it steps out beside the target and assaults; a space more is too far."""
    units = {
        "u": f"us8.officer r0c0 order=1 aboard=j suppressed={suppressed}",
        "v": "us8.fire_team r6c0",
        "j": "us.willys r3c5 facing=2",
        "g": f"ge902.fire_group {place}",
    }
    field = Field(units)
    assert field.unit("u").points() == (2 if suppressed else 4)
    assert bool(field.offered("approach")) is offered
