"""Vehicles: moving, morale, machine guns, small arms against them, overruns, opportunity fire."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.armoury import vehicle_types
from bocage.systems.lnlt.rules.ground import DEAD_COWS
from bocage.systems.lnlt.rules.kinds import ASSAULT, CRAWLING, DOUBLING, FIRED, MOVED, OPS, SHAKEN, WALK
from bocage.systems.lnlt.rules.melee import is_eligible
from bocage.systems.lnlt.rules.paces import may_move_so
from bocage.systems.lnlt.rules.portage import capacity
from bocage.systems.lnlt.rules.vehicle_fire import mg_firepower
from bocage.systems.lnlt.rules.wrecks import vehicle_fate
from bocage.systems.lnlt.vehicles import ABANDONED, BUTTONED, CONTINUOUS, EMPLACED, IMMOBILE, NONE, WRECK
from systems.lnlt.armour import DARIUS, EAST, HALFTRACK, PAK, PANZER, SHERMAN, STUG, TRUCK, WEST, Field, side, vehicle
from systems.lnlt.table import PARA, RIFLES, WEISS, event, lines, unit

FAR = unit(WEISS, "L9", "far")


def drive(type_: str = SHERMAN, facing: int = EAST, assault: bool = False, **more: Any) -> Field:
    start = vehicle(type_, "D5", "S", facing, **more.pop("spec", {}))
    field = Field(side("us", start, *more.pop("us", [])), side("de", *more.pop("de", [FAR])), **more)
    field.order("S")
    field.do("set-out-assaulting" if assault else "set-out")
    return field


# ---- movement


@pytest.mark.rule(
    "lnlt.core.armour.5.3", "lnlt.core.armour.5.2", "lnlt.core.open.armour.11", "lnlt.core.open.armour.12"
)
def test_forward_into_two_hexes_back_at_double_cost_and_turns_by_one() -> None:
    field = drive()
    assert {(c.verb, c.place) for c in field.choices()} == {
        ("forward", "E4"),
        ("forward", "E5"),
        ("reverse", "C4"),
        ("reverse", "C5"),
        ("pivot-right", ""),
        ("pivot-left", ""),
    }
    assert event(field.do("reverse", where="C5"), "reverses").args["spent"] == 2
    assert event(field.do("pivot-right"), "pivots").args["spent"] == 3
    assert field.vehicle("S").facing == 2
    assert field.vehicle("S").turret == 2
    field.do("stop")
    assert field.vehicle("S").flags & MOVED


@pytest.mark.rule("lnlt.core.armour.14.1", "lnlt.core.armour.14.2", "lnlt.core.armour.14.3", "lnlt.core.open.armour.23")
def test_costs_follow_the_movement_class() -> None:
    for type_, cost in ((SHERMAN, 4), (HALFTRACK, 4), (TRUCK, None)):
        field = drive(type_, terrain={"light-woods": ["E5"]})
        if cost is None:
            assert not field.offers("forward", where="E5")
        else:
            assert event(field.do("forward", where="E5"), "drives").args["spent"] == cost
    field = drive(sides={"stream-2": ["D5/E5"]})
    assert event(field.do("forward", where="E5"), "drives").args["spent"] == 3
    field = drive(levels={1: ["E5"]})
    assert event(field.do("forward", where="E5"), "drives").args["spent"] == 2


@pytest.mark.rule("lnlt.core.armour.5.3", "lnlt.core.armour.5.4", "lnlt.core.open.armour.21")
def test_where_vehicles_may_not_go() -> None:
    assert not drive(terrain={"stone-building": ["E5"]}).offers("forward", where="E5")
    assert not drive(de=[vehicle(STUG, "E5", "G"), FAR]).offers("forward", where="E5")
    full = [vehicle(HALFTRACK, "E5", "one"), vehicle(HALFTRACK, "E5", "two")]
    assert not drive(us=full).offers("forward", where="E5")
    assert drive(us=full[:1]).offers("forward", where="E5")


@pytest.mark.rule("lnlt.core.armour.5.3")
def test_one_hex_is_always_possible_whatever_it_costs() -> None:
    slow = Field(
        side("uk", vehicle("uk.veh.matilda1", "D5", "M")),
        side("de", FAR),
        module="hid",
        terrain={"rough": ["E5"]},
        levels={1: ["E5"]},
    )
    slow.order("M")
    slow.do("set-out")
    assert event(slow.do("forward", where="E5"), "drives").args["spent"] == 5


@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.core.open.armour.13", "lnlt.core.open.armour.14")
def test_an_assault_move_is_half_and_leaves_fire_at_a_price() -> None:
    field = drive(assault=True, de=[vehicle(STUG, "H5", "G", WEST, markers=["fired"])])
    events = [field.do("pivot-right"), field.do("pivot-left"), field.do("forward", where="E5")]
    assert event(events[-1], "drives").args["allowance"] == 5
    field.do("stop")
    assert field.vehicle("S").flags & ASSAULT
    assert lines(event(field.do("shoot", "G", dice=[6, 6]), "shot-misses"))["hit.assault"] == 1


@pytest.mark.rule(
    "lnlt.core.armour.5.6",
    "lnlt.core.option.continuous_movement",
    *(f"lnlt.dj.15.7.1{letter}" for letter in "abcde"),
)
def test_a_vehicle_may_keep_moving_into_the_next_turn() -> None:
    field = drive(de=[vehicle(STUG, "H5", "G", WEST, markers=["fired"])])
    field.do("pivot-right")
    field.do("stop")
    for _ in range(6):
        if field.kind == "impulse":
            field.do("pass")
    assert field.kind == "crews"
    field.do("keep-moving", "S", dice=[1, 6])
    tank = field.vehicle("S")
    assert tank.flags & CONTINUOUS
    assert tank.flags & MOVED
    for _ in range(4):
        if field.kind == "rally":
            field.do("hold")
    assert field.state.turn == 2
    assert field.decision.seat == 1
    field.order("G")
    shot = field.do("shoot", "S", dice=[6, 6])
    assert lines(event(shot, "shot-misses"))["hit.moving"] == 1, "it counts as moving until it moves"
    field.finish()
    assert field.decision.seat == 0
    field.order("S")
    assert not field.offers("shoot", "G"), "it moves before it fires"
    field.do("set-out-assaulting")
    field.do("pivot-left")
    field.do("stop")
    assert not tank.flags & CONTINUOUS
    assert field.offers("shoot", "G"), "after an Assault Move it may"


@pytest.mark.rule("lnlt.core.option.continuous_movement")
def test_no_vehicle_keeps_moving_where_the_option_is_off() -> None:
    field = drive(de=[vehicle(STUG, "L9", "G", WEST, markers=["fired"])], options={"continuous_movement": False})
    field.do("pivot-right")
    field.do("stop", dice=[1, 6])
    assert field.state.turn == 2
    assert not field.vehicle("S").flags & (CONTINUOUS | MOVED)


@pytest.mark.rule("lnlt.dj.15.7.1c", "lnlt.core.armour.5.6")
def test_who_keeps_moving_must_move_before_anything_else() -> None:
    tank = vehicle(SHERMAN, "D5", "S", markers=["keeps-moving"])
    field = Field(side("us", tank), side("de", vehicle(STUG, "H5", "G", WEST)))
    field.order("S")
    assert {"set-out", "set-out-assaulting"} <= field.verbs()
    assert "shoot" not in field.verbs()
    field.do("set-out-assaulting")
    field.do("pivot-left")
    field.do("decline")
    field.do("stop")
    assert field.vehicle("S").flags & (MOVED | ASSAULT | CONTINUOUS) == ASSAULT
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", FAR), options={"continuous_movement": False})
    field.order("S")
    field.do("set-out")
    field.do("pivot-left")
    field.do("stop")
    for _ in range(6):
        if field.kind == "impulse":
            field.do("pass", dice=[3, 3] if field.state.passes == 2 else [])
    assert not field.vehicle("S").flags & (MOVED | CONTINUOUS)


# ---- morale


@pytest.mark.rule("lnlt.core.armour.13")
def test_the_damage_check_table_of_vehicles() -> None:
    names = ["unhurt", "shaken", "abandoned", "destroyed"]
    armoured = [names[vehicle_fate(True, 6, total)] for total in (6, 7, 12, 17, 18)]
    soft = [names[vehicle_fate(False, 6, total)] for total in (6, 7, 11, 12, 18)]
    assert armoured == ["unhurt", "shaken", "shaken", "shaken", "abandoned"]
    assert soft == ["unhurt", "shaken", "shaken", "destroyed", "destroyed"]


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.open.armour.18")
def test_hatches_are_free_but_end_an_idle_activation() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", FAR))
    field.order("S")
    field.do("button")
    assert field.vehicle("S").flags & BUTTONED
    assert not field.offers("open-up")
    field.do("done")
    assert field.vehicle("S").flags & OPS


@pytest.mark.rule("lnlt.core.armour.5.7")
def test_a_shaken_vehicle_neither_fires_nor_approaches() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", shaken=True)), side("de", vehicle(STUG, "H5", "G", WEST)))
    field.order("S")
    assert field.verbs() == {"set-out"}
    field.do("set-out")
    assert not field.offers("forward")
    assert field.offers("reverse", where="C5")


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.3")
def test_vehicles_rally_by_themselves_with_their_leader() -> None:
    tank = vehicle(SHERMAN, "D5", "S", shaken=True, leader=DARIUS)
    field = Field(side("us", tank), side("de", FAR), phase="rally", terrain={"brush": ["D5"]})
    rally = event(field.do("rally", "S", dice=[5, 5]), "vehicle-rallies")
    assert lines(rally) == {"rally.cover": -2, "hit.armour-leader": -1}
    assert rally.args["morale"] == 7
    assert field.vehicle("S").flags == field.vehicle("S").flags & ~SHAKEN
    assert field.vehicle("S").flags & BUTTONED


@pytest.mark.rule("lnlt.core.armour.5.7")
def test_an_immobilised_tank_fires_but_stays() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S", markers=["immobilised"])), side("de", vehicle(STUG, "H5", "G"))
    )
    field.order("S")
    assert field.offers("shoot", "G")
    assert not field.offers("set-out")
    assert field.vehicle("S").flags & IMMOBILE


@pytest.mark.rule("lnlt.core.armour.5.10")
def test_a_crew_may_leave_its_vehicle() -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", FAR))
    field.order("S")
    field.do("bail-out")
    assert field.vehicle("S").flags & ABANDONED
    assert not field.state.armour[0]
    crew = field.state.units[-1]
    assert crew.type.id == "us.crew"
    assert crew.flags & MOVED


@pytest.mark.rule("lnlt.core.armour.5.10", "lnlt.core.open.armour.22")
def test_wrecks_and_vehicles_hamper_sight_and_shelter_men() -> None:
    for spec in ({"markers": ["wreck"]}, {}):
        item = vehicle(SHERMAN, "D6", "S", **spec)
        field = Field(side("us", unit(PARA, "D5", "squad"), item), side("de", unit(RIFLES, "D7", "men")))
        field.do("activate", where="D5")
        shot = field.do("fire", where="D7", dice=[1, 6])
        label = "fire.across-wreck" if spec else "fire.across-vehicle"
        assert lines(event(shot, "fire-misses"))[label] == -1


# ---- small arms


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.5.7", "lnlt.core.check.armour.9")
def test_small_arms_hurt_open_vehicles_and_soft_ones_alone() -> None:
    for spec, type_, offered in (
        ({}, STUG, True),
        ({"markers": ["buttoned"]}, STUG, False),
        ({}, "ge.veh.truck", True),
    ):
        field = Field(side("us", unit(PARA, "D5", "squad")), side("de", vehicle(type_, "F5", "V", **spec)))
        field.do("activate", where="D5")
        assert field.offers("fire-at-vehicle", "V") == offered


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.hid.15.7a", "lnlt.hid.15.7b", "lnlt.hid.15.7c")
def test_no_armour_behind() -> None:
    for type_, nation, enemy in (
        ("ge.veh.pzjager1", "de", "uk"),
        ("ge.veh.sig33", "de", "uk"),
        ("be.veh.t13b3", "be", "de"),
    ):
        squad = {"uk": "uk.bef.squad.1-6-4", "de": RIFLES}[enemy]
        squad = squad if squad in available() else RIFLES
        shooter = side("de" if squad == RIFLES else enemy, unit(squad, "D5", "squad"))
        if squad == RIFLES and nation == "de":
            shooter = side("us", unit(PARA, "D5", "squad"))
        for facing, armour in ((EAST, 0), (WEST, 1)):
            field = Field(shooter, side(nation, vehicle(type_, "F5", "V", facing)), module="hid")
            field.do("activate", where="D5")
            shot = event(field.do("fire-at-vehicle", "V", dice=[1, 6]), "spray-misses")
            assert shot.args["defence"] == 6 + armour


def available() -> set[str]:
    from bocage.systems.lnlt.counters import counters

    return set(counters("hid")[0])


@pytest.mark.rule(
    "lnlt.core.armour.7.3", *(f"lnlt.hid.15.8{letter}" for letter in "abcdef"), "lnlt.core.open.armour.17"
)
def test_open_tops_never_button() -> None:
    types = vehicle_types()
    for name in ("uk.veh.bren", "be.veh.t13b3", "ge.veh.pzjager1", "ge.veh.sdkfz8", "ge.veh.sdkfz251", "ge.veh.sig33"):
        assert types[name].open_topped
    field = Field(side("us", vehicle(HALFTRACK, "D5", "H")), side("de", FAR))
    field.order("H")
    assert not field.offers("button")


# ---- machine guns


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.3")
def test_machine_guns_add_up_and_the_turret_turns_at_a_price() -> None:
    for facing, turned in ((EAST, {}), (WEST, {"fire.turned": -1})):
        tank = vehicle(SHERMAN, "D5", "S", facing, leader=DARIUS)
        field = Field(side("us", tank), side("de", unit(RIFLES, "F5", "men"), FAR))
        field.order("S")
        shot = event(field.do("machine-guns", where="F5", dice=[1, 6]), "mg-misses")
        assert lines(shot) == {"fire.machine-guns": 4, "hit.armour-leader": 1, **turned}


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.4.1")
def test_gun_and_machine_guns_fire_at_one_hex_in_an_impulse() -> None:
    men = [unit(RIFLES, "F5", "one"), unit(RIFLES, "F6", "two")]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S")), side("de", *men))
    field.order("S")
    field.do("shoot-hex", where="F5", dice=[6, 6])
    assert {(c.verb, c.place) for c in field.choices()} == {("done", ""), ("machine-guns", "F5")}


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.5.2")
def test_hull_weapons_fire_to_the_front() -> None:
    for facing, offered in ((EAST, True), (WEST, False)):
        field = Field(side("de", vehicle(STUG, "D5", "G", facing)), side("us", vehicle(SHERMAN, "H5", "S", WEST)))
        field.order("G")
        assert field.offers("shoot", "S") == offered


@pytest.mark.rule(*(f"lnlt.hid.15.9.1{letter}" for letter in "abcdefgh"), "lnlt.core.armour.5.13")
def test_the_b1_bis_and_its_two_guns() -> None:
    type_ = vehicle_types()["fr.veh.b1bis"]
    assert [mg.fp for mg in type_.mgs] == [4]
    assert [gun.he for gun in type_.guns] == [2, 3]
    targets = [vehicle("ge.veh.pz2", "H5", "one", WEST), vehicle("ge.veh.pz2", "H6", "two", WEST)]
    field = Field(side("fr", vehicle("fr.veh.b1bis", "D5", "B")), side("de", *targets), module="hid")
    field.order("B")
    assert len(field.fitting("shoot", "one", "")) == 2
    turret = min(choice.id for choice in field.fitting("shoot", "one", ""))
    field.state.dice.script = [6, 6]
    field.state.dice.cursor = 0
    field.state.play(field.decision, turret)
    assert field.offers("shoot", "two")
    field.do("shoot", "two", dice=[6, 6])
    assert len(field.state.aims) == 1
    rear = Field(side("fr", vehicle("fr.veh.b1bis", "D5", "B", WEST)), side("de", *targets), module="hid")
    rear.order("B")
    assert len(rear.fitting("shoot", "one", "")) == 1
    rush = Field(
        side("fr", vehicle("fr.veh.b1bis", "D5", "B", markers=["assault-move"])), side("de", *targets), module="hid"
    )
    rush.order("B")
    assert len(rush.fitting("shoot", "one", "")) == 1


@pytest.mark.rule(
    "lnlt.hid.15.9.3a", "lnlt.hid.15.9.3b", "lnlt.hid.15.9.3d", "lnlt.hid.15.9.3e", "lnlt.core.armour.5.13"
)
def test_the_bren_carrier() -> None:
    type_ = vehicle_types()["uk.veh.bren"]
    assert [(mg.fp, mg.range) for mg in type_.mgs] == [(1, 7), (1, 7)]
    for facing, fp in ((EAST, 2), (WEST, 1)):
        field = Field(
            side("uk", vehicle("uk.veh.bren", "C5", "B", facing)), side("de", unit(RIFLES, "F5", "men")), module="hid"
        )
        field.order("B")
        shot = field.do("machine-guns", where="F5", dice=[1, 6])
        assert lines(event(shot, "mg-misses"))["fire.machine-guns"] == fp


# ---- overrun


@pytest.mark.rule("lnlt.core.armour.5.9", "lnlt.core.open.armour.15", "lnlt.core.option.overrun_double")
def test_an_overrun_with_every_weapon() -> None:
    for option, fp in ((False, 7), (True, 14)):
        field = drive(de=[unit(RIFLES, "E5", "men", markers=["fired"]), FAR], options={"overrun_double": option})
        dice = [1, 6, 2, 1] if option else [1, 6, 2]
        attack = event(field.do("forward", where="E5", dice=dice), "overrun-hits")
        assert attack.args["attack"] == fp + 1
        assert attack.args["difference"] == fp - 5
        assert field.where("S") == "E5"
        field.do("stop")
        assert field.vehicle("S").flags & FIRED


@pytest.mark.rule("lnlt.core.armour.5.9")
def test_overruns_need_open_ground_good_order_armour_and_full_movement() -> None:
    men = [unit(RIFLES, "E5", "men", markers=["fired"]), FAR]
    assert drive(de=men).offers("forward", where="E5")
    assert not drive(de=men, assault=True).offers("forward", where="E5")
    assert not drive(TRUCK, de=men).offers("forward", where="E5")
    assert not drive(de=men, terrain={"rough": ["E5"]}).offers("forward", where="E5")


# ---- opportunity fire


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.4.3")
def test_every_point_spent_may_be_fired_on() -> None:
    field = drive(de=[unit(PAK, "H5", "gun", facing=WEST)])
    field.do("pivot-right")
    assert field.kind == "reaction"
    shot = event(field.do("react-gun", "gun", dice=[6, 6]), "shot-misses")
    assert lines(shot)["hit.moving"] == 1
    assert field.has("gun", FIRED)


@pytest.mark.rule("lnlt.core.armour.5.11", "lnlt.core.armour.1.1")
def test_ops_complete_firers_hit_less() -> None:
    field = drive(de=[unit(PAK, "H5", "gun", facing=WEST, markers=["ops-complete"])])
    field.do("pivot-right")
    assert lines(event(field.do("react-gun", "gun", dice=[6, 6]), "shot-misses"))["hit.ops-complete"] == 2


@pytest.mark.rule("lnlt.core.armour.5.11")
def test_vehicles_fire_gun_and_machine_guns_at_men_on_the_move() -> None:
    field = Field(side("de", unit(RIFLES, "F5", "men")), side("us", vehicle(SHERMAN, "C5", "S")))
    field.do("activate", where="F5")
    field.do("move", where="F5")
    field.do("step", where="F6")
    assert {"react-gun", "react-machine-guns", "decline"} <= field.verbs()
    field.do("react-gun", "S", dice=[6, 6])
    assert field.offers("react-machine-guns", "S")
    assert not field.offers("react-gun", "S")


# ---- spotting


@pytest.mark.rule(
    "lnlt.core.option.spot_vehicle_bonus",
    "lnlt.core.armour.5.12",
    "lnlt.core.armour.5.7",
    "lnlt.dj.10.11a",
    "lnlt.core.option.dj_vehicle_spotting",
)
def test_open_vehicles_spot_and_vehicles_are_easier_to_spot_by_option() -> None:
    for buttoned in (False, True):
        spec: dict[str, Any] = {"markers": ["buttoned"]} if buttoned else {}
        more: dict[str, Any] = {"terrain": {"brush": ["H5"]}, "options": {"dj_vehicle_spotting": True}}
        field = Field(
            side("us", vehicle(SHERMAN, "D5", "S", **spec)), side("de", vehicle(STUG, "H5", "G", WEST)), **more
        )
        assert field.offers("spot", "S", "H5") != buttoned
        if not buttoned:
            assert lines(event(field.do("spot", "S", "H5", dice=[5]), "spot-fails")) == {"spot.vehicle": -1}


@pytest.mark.rule("lnlt.dj.10.11a", "lnlt.core.option.dj_vehicle_spotting", "lnlt.core.10.1.1")
@pytest.mark.parametrize("option", [False, True])
def test_only_vehicles_are_easier_to_spot_whoever_looks(option: bool) -> None:
    more: dict[str, Any] = {"terrain": {"brush": ["H5", "H7"]}, "options": {"dj_vehicle_spotting": option}}
    hidden = side("de", vehicle(STUG, "H5", "G", WEST), unit(RIFLES, "H7", "men"))
    for looker in ("S", "p"):
        for place, bonus in (("H5", option), ("H7", False)):
            field = Field(side("us", vehicle(SHERMAN, "D5", "S"), unit(PARA, "D5", "p")), hidden, **more)
            found = event(field.do("spot", looker, place, dice=[5]), "spot-fails")
            assert lines(found) == ({"spot.vehicle": -1} if bonus else {})


# ---- fixed turrets and emplaced tanks


@pytest.mark.rule(*(f"lnlt.hid.21.11{letter}" for letter in "abcdefgi"), "lnlt.core.armour.11.5")
def test_a_fixed_turret() -> None:
    turret = vehicle("fr.fort.turretmg", "D5", "T")
    field = Field(side("fr", turret), side("de", unit(RIFLES, "H5", "men"), unit(RIFLES, "C5", "close")), module="hid")
    assert vehicle_types()["fr.fort.turretmg"].mgs[0].range == 14
    assert not field.offers("spot", "T")
    field.order("T")
    assert field.verbs() == {"machine-guns"}
    assert lines(event(field.do("machine-guns", where="C5", dice=[1, 6, 1]), "mg-hits"))["fire.turned"] == -1
    back = Field(side("de", unit(RIFLES, "C5", "men")), side("fr", turret), module="hid")
    back.do("activate", where="C5")
    assert not back.offers("fire-at-vehicle")
    back.do("move", where="C5")
    assert back.offers("step", where="D5")
    gun = vehicle_types()["fr.fort.turret25"]
    assert gun.guns[0].he == NONE
    target = vehicle("ge.veh.pz2", "A5", "P")
    field = Field(side("fr", vehicle("fr.fort.turret25", "D5", "T")), side("de", target), module="hid")
    field.order("T")
    assert lines(event(field.do("shoot", "P", dice=[6, 6]), "shot-misses")) == {"hit.turned": 1}


@pytest.mark.rule(*(f"lnlt.dj.21.7{letter}" for letter in "abdefg"), "lnlt.core.armour.11.3", "lnlt.core.open.armour.9")
def test_an_emplaced_tank() -> None:
    dug_in = vehicle(PANZER, "F5", "P", WEST, markers=["emplaced"])
    more: dict[str, Any] = {"terrain": {"brush": ["F5"]}}
    field = Field(side("us", vehicle(SHERMAN, "C5", "S"), unit(PARA, "E5", "eyes")), side("de", dug_in), **more)
    field.order("S")
    events = field.do("shoot", "P", dice=[3, 4])
    assert [one.kind for one in events] == ["shot-hits", "emplaced-hull"]
    assert "fire.terrain" not in lines(events[0])
    assert not field.vehicle("P").flags & SHAKEN
    field = Field(side("de", dug_in), side("us", unit(PARA, "A9", "rest")))
    assert field.state.seen_mask(0) >> field.hex("F5") & 1
    field.order("P")
    field.do("set-out")
    assert field.verbs() == {"reverse"}
    field.do("reverse", where="G5")
    assert not field.vehicle("P").flags & EMPLACED
    field = Field(side("us", vehicle(SHERMAN, "C5", "S")), side("de", dug_in, FAR))
    field.order("S")
    field.do("shoot", "P", dice=[2, 4, 6, 1, 1])
    assert field.vehicle("P").flags == WRECK


# ---- counters and module vehicles


@pytest.mark.rule("lnlt.core.armour.5.1")
def test_every_vehicle_counter_is_complete() -> None:
    for type_ in vehicle_types().values():
        assert type_.morale > 0
        assert type_.fixed == (type_.move == 0)
        if type_.armoured:
            printed = [value for value in type_.armour if value != NONE]
            assert len(type_.armour) == 6
            assert type_.lowest == min(printed)
            assert type_.turret == (type_.armour[1] != NONE)
        for gun in type_.guns:
            assert gun.limits == sorted(gun.limits)
            assert gun.mount in ((0, 1) if type_.turret else (1,))


@pytest.mark.rule("lnlt.hid.15.3.1a", "lnlt.hid.15.3.1b")
def test_dead_cows_do_not_stop_an_overrun_but_shelter() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S")), side("de", unit(RIFLES, "E5", "men", markers=["fired"]), FAR)
    )
    field.state.put_marker(DEAD_COWS, field.hex("E5"))
    field.order("S")
    field.do("set-out")
    attack = event(field.do("forward", where="E5", dice=[1, 6, 2]), "overrun-hits")
    assert attack.args["defence"] == 7


@pytest.mark.rule("lnlt.hid.15.9.2a", "lnlt.hid.15.9.4a")
def test_rear_machine_guns_do_not_fire_to_the_front() -> None:
    for type_, nation, front, beside, behind in (("fr.veh.fcm2c", "fr", 3, 5, 5), ("nl.veh.m39", "nl", 3, 3, 5)):
        field = Field(side(nation, vehicle(type_, "E5", "V")), side("de", FAR), module="hid")
        tank = field.vehicle("V")
        found = [mg_firepower(field.state, tank, field.hex(hex_)) for hex_ in ("G5", "E7", "C5")]
        assert found == [front, beside, behind]


@pytest.mark.rule("lnlt.core.armour.2.4", "lnlt.core.armour.2.1")
def test_guns_are_pushed_a_hex_and_an_88_stays() -> None:
    for type_, moves in ((PAK, True), ("ge.wt.flak88", False)):
        first = side("de", unit(type_, "E5", "gun"), unit(WEISS, "E5", "boss"))
        field = Field(first, side("us", vehicle(SHERMAN, "L9", "S", markers=["fired"])))
        field.do("activate", where="E5")
        field.do("move", where="E5")
        assert field.offers("add", "gun") == moves


@pytest.mark.rule("lnlt.core.1.7", "lnlt.core.armour.2.1")
def test_teams_neither_run_crawl_nor_fight_in_melee() -> None:
    first = side("de", unit(PAK, "E5", "gun"), unit(WEISS, "E5", "boss"))
    field = Field(first, side("us", unit(PARA, "L9", "far", markers=["fired"])))
    gun = field.unit("gun")
    assert [may_move_so(field.state, gun, mode) for mode in (WALK, DOUBLING, CRAWLING)] == [True, False, False]
    assert not is_eligible(field.state, gun)
    assert capacity(gun) == 0


@pytest.mark.rule("lnlt.core.open.armour.31", "lnlt.core.armour.3", "lnlt.core.11.5")
def test_the_leader_goes_with_his_vehicle() -> None:
    tank = vehicle(SHERMAN, "F5", "S", WEST, leader=DARIUS)
    field = Field(side("de", vehicle(STUG, "C5", "G")), side("us", tank, unit(PARA, "L9", "far")))
    field.order("G")
    field.do("shoot", "S", dice=[2, 2, 6, 1, 2])
    assert field.vehicle("S").leader is None


@pytest.mark.rule("lnlt.core.armour.14.4")
def test_a_wall_shelters_a_vehicle() -> None:
    field = Field(
        side("us", vehicle(SHERMAN, "D5", "S")),
        side("de", vehicle(STUG, "D7", "G", 0)),
        sides={"wall": ["D6/D7"]},
    )
    field.order("S")
    assert lines(event(field.do("shoot", "G", dice=[6, 6]), "shot-misses"))["fire.hexside"] == 2


# ---- refusals


@pytest.mark.rule("lnlt.core.armour.5.7", "lnlt.core.armour.5.12", "lnlt.core.armour.4.1")
def test_refusals_name_the_clause() -> None:
    shut = vehicle(STUG, "H5", "G", WEST, markers=["buttoned"])
    field = Field(side("us", unit(PARA, "E5", "squad"), vehicle(SHERMAN, "D5", "S", shaken=True)), side("de", shut))
    assert field.refusals("spot", "S", "H5") == ["lnlt.core.armour.5.12"]
    field.do("activate", where="E5")
    assert field.refusals("fire-at-vehicle", "G") == ["lnlt.core.armour.5.7"]
    field = Field(side("de", vehicle(STUG, "D5", "G", WEST)), side("us", vehicle(SHERMAN, "H5", "S")))
    field.order("G")
    assert field.refusals("shoot", "S") == ["lnlt.core.armour.5.5"]
    field = Field(side("us", vehicle(SHERMAN, "D5", "S", markers=["fired"]), unit(PARA, "D5", "men")), side("de", shut))
    field.do("activate", where="D5")
    assert field.refusals("command", "S") == ["lnlt.core.armour.4.1"]
