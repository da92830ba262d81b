"""Vehicles and their crews: morale, hatches, turrets, counters, weapon teams."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel import Tally
from bocage.systems.lnlt.content.vehicles import vehicle_types
from bocage.systems.lnlt.model.flags import MOVED, OPS, SHAKEN
from bocage.systems.lnlt.model.ground import DEAD_COWS
from bocage.systems.lnlt.model.hull import ABANDONED, BUTTONED, EMPLACED, IMMOBILE, WRECK
from bocage.systems.lnlt.model.kinds import CRAWLING, DOUBLING, WALK
from bocage.systems.lnlt.model.vehicles import NONE
from bocage.systems.lnlt.rules.machine_guns import mg_firepower
from bocage.systems.lnlt.rules.melee_strength import is_eligible
from bocage.systems.lnlt.rules.paces import forbid_pace
from bocage.systems.lnlt.rules.portage import capacity
from bocage.systems.lnlt.rules.terrain import add_cover
from bocage.systems.lnlt.rules.wrecks import vehicle_fate
from systems.lnlt.armour import DARIUS, PAK, PANZER, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import PARA, RIFLES, WEISS, event, lines, unit

pytestmark = pytest.mark.both_seats

FAR = unit(WEISS, "L9", "far")


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
    assert (rally.args["sum"], rally.args["morale"]) == ("10 − 3 = 7", 7)
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
@pytest.mark.first_seat
def test_an_emplaced_tank() -> None:
    dug_in = vehicle(PANZER, "F5", "P", WEST, markers=["emplaced"])
    more: dict[str, Any] = {"terrain": {"brush": ["F5"]}}
    field = Field(side("us", vehicle(SHERMAN, "C5", "S"), unit(PARA, "E5", "eyes")), side("de", dug_in), **more)
    field.order("S")
    events = field.do("shoot", "P", dice=[3, 4])
    assert [one.kind for one in events] == ["shot-hits", "emplaced-hull"]
    assert lines(events[0])["fire.terrain"] == 1, "of the hex; the emplacement has none of its own"
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


@pytest.mark.rule("lnlt.hid.15.9.2a", "lnlt.hid.15.9.4a", "lnlt.core.option.rear_mgs")
@pytest.mark.parametrize(("type_", "arcs"), [("fr.veh.fcm2c", [3, 5, 5]), ("nl.veh.m39", [3, 3, 5])])
def test_rear_machine_guns_keep_to_their_arcs_by_option(type_: str, arcs: list[int]) -> None:
    """To the front, to the side and behind; the document prints the arcs as optional."""
    for options, expected in (({"rear_mgs": True}, arcs), ({"rear_mgs": False}, [5, 5, 5]), ({}, [5, 5, 5])):
        field = Field(side(type_[:2], vehicle(type_, "E5", "V")), side("de", FAR), module="hid", options=dict(options))
        found = [mg_firepower(field.state, field.vehicle("V"), field.hex(hex_)) for hex_ in ("G5", "E7", "C5")]
        assert found == expected


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
    assert [forbid_pace(field.state, gun, mode) is None for mode in (WALK, DOUBLING, CRAWLING)] == [True, False, False]
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
        side("us", vehicle(SHERMAN, "D5", "S")), side("de", vehicle(STUG, "D7", "G", 0)), sides={"wall": ["D6/D7"]}
    )
    assert cover(field, "D5", "D7") == {"fire.hexside": 2}
    assert cover(field, "D5", "D7", indirect=True) == {}, "what falls from above does not cross it"
    assert cover(field, "F6", "D7") == {}, "nor what comes by another side"
    field.order("S")
    assert lines(event(field.do("shoot", "G", dice=[6, 6]), "shot-misses"))["fire.hexside"] == 2


def cover(field: Field, origin: str, target: str, indirect: bool = False) -> dict[str, int]:
    """What the ground adds to the roll to hit a vehicle."""
    tally = Tally(True)
    add_cover(tally, field.state, field.hex(origin), field.hex(target), indirect, False)
    return {line.label: line.value for line in tally.lines}
