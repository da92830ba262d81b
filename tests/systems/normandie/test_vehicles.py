"""Vehicles are hit and fire: armour by angle, damage, weapons on the move, lines of sight."""

from __future__ import annotations

import pytest

from bocage.systems.normandie.rules.decisions import STEP, VOLLEY
from bocage.systems.normandie.rules.fireline import armour_against
from bocage.systems.normandie.rules.sight import BLOCKED, sight
from bocage.systems.normandie.state import CREW, FIELD, HULL, LOST, PRIMARY, TRACK
from systems.normandie.field import Field, check_forecast, spaces_of

TANK = "us.sherman r3c4 order=1 facing=2"


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
    assert field.state.ground.wrecks[1].bit_count() == 2, "its wreck lies in both its spaces"


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
    assert field.decision().kind is not VOLLEY
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
    assert not field.state.pending or field.decision().kind is not STEP
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
    assert (field.decision().seat, {c.label.args["n"] for c in field.offered("location")}) == (0, {2, 6})
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


@pytest.mark.rule("hon.los.veh.2")
def test_a_tank_is_seen_by_either_space() -> None:
    rows = ["......", "......", "..#...", "......"]
    for counter, seen in (("ge.panzer4", True), ("ge.kubelwagen", False)):
        field = Field({"u": "us8.bazooka r2c5 order=1", "t": f"{counter} r2c1 facing=0"}, map=rows)
        assert ("fire" in field.verbs()) == seen, "the rocks hide r2c1, not r3c1"
        assert (sight(field.state, field.unit("u"), field.unit("t")) != BLOCKED) == seen, "nor for a Panzerfaust"


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
