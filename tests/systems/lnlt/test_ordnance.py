"""Ordnance: to hit, where, through or not, acquisition; weapon teams and rockets."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.event import Event
from bocage.systems.lnlt.content.vehicles import ordnance_weapons, vehicle_types
from bocage.systems.lnlt.model.flags import ANOTHER, CRAWL, FIRED, MOVED, MOVING, OPS, SHAKEN
from bocage.systems.lnlt.model.hull import BUTTONED, IMMOBILE, WRECK
from bocage.systems.lnlt.model.vehicles import NONE, bearing
from bocage.systems.lnlt.rules.ordnance import (
    armour_at,
    hits,
    is_ahead,
    is_fast,
    is_turret_hit,
    may_shoot,
    men_are_moving,
    reachable,
    target_vehicle,
)
from systems.lnlt.armour import DARIUS, EAST, PAK, PANZER, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, RIFLES, event, lines, unit

pytestmark = pytest.mark.both_seats


def duel(firer: dict[str, Any], target: dict[str, Any], **more: Any) -> Field:
    first = side("us", firer, unit(PARA, "A9", "rest", markers=["fired"]), *more.pop("us", []))
    return Field(first, side("de", target, *more.pop("de", [])), **more)


def shoot(field: Field, firer: str, target: str, dice: list[int], verb: str = "shoot") -> list[Event]:
    field.order(firer)
    return field.do(verb, target, dice=dice)


@pytest.mark.rule("lnlt.core.armour.4.2", "lnlt.core.open.armour.1")
def test_two_always_hits_and_twelve_never() -> None:
    assert hits(2, 20, 3)
    assert not hits(12, -20, 11)
    assert hits(7, 1, 8)
    assert not hits(8, 1, 8)


@pytest.mark.rule("lnlt.core.armour.4.2")
def test_the_band_follows_the_range_and_beyond_the_last_nobody_fires() -> None:
    gun = vehicle_types()[SHERMAN].guns[0]
    assert [gun.needs[gun.band(r)] for r in (1, 7, 8, 14, 28)] == [8, 8, 6, 6, 4]
    assert gun.band(29) == NONE
    near = duel(vehicle(SHERMAN, "B5", "S"), vehicle(PANZER, "I5", "P", WEST))
    assert event(shoot(near, "S", "P", [6, 6]), "shot-misses").args["need"] == 8
    far = duel(vehicle(SHERMAN, "B5", "S"), vehicle(PANZER, "J5", "P", WEST))
    assert event(shoot(far, "S", "P", [6, 6]), "shot-misses").args["need"] == 6


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.armour.3", "lnlt.core.check.armour.11")
def test_modifiers_of_an_open_tank_with_its_leader() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S", leader=DARIUS), vehicle(STUG, "F5", "G", WEST, markers=["moved"]))
    shot = event(shoot(field, "S", "G", [6, 6]), "shot-misses")
    assert lines(shot) == {"hit.open": -1, "hit.armour-leader": -1, "hit.moving": 1}


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.armour.5.7")
def test_a_buttoned_tank_loses_the_bonus() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S", markers=["buttoned"]), vehicle(STUG, "F5", "G", WEST))
    assert lines(event(shoot(field, "S", "G", [6, 6]), "shot-misses")) == {}


@pytest.mark.rule("lnlt.hid.15.9a", "lnlt.hid.15.9b", "lnlt.nosb.15.5a")
def test_one_man_turrets_gain_nothing_from_an_open_hatch() -> None:
    for type_, nation, bonus in (("fr.veh.r35", "fr", {}), ("fr.veh.amd35", "fr", {"hit.open": -1})):
        first = side(nation, vehicle(type_, "C5", "T"))
        field = Field(first, side("de", vehicle("ge.veh.pz2", "F5", "P", WEST)), module="hid")
        field.order("T")
        assert lines(event(field.do("shoot", "P", dice=[6, 6]), "shot-misses")) == bonus
    field = Field(side("su", vehicle("su.veh.t34", "C5", "T")), side("de", vehicle(STUG, "F5", "P", WEST)), module="dj")
    field.order("T")
    assert lines(event(field.do("shoot", "P", dice=[6, 6]), "shot-misses")) == {"hit.open": -1}


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.option.vehicle_tm_on_to_hit", "lnlt.core.open.armour.2")
def test_terrain_of_the_target_and_degrading_hexes_count() -> None:
    ground = {"terrain": {"light-woods": ["F5"], "brush": ["E5"]}}
    field = duel(vehicle(SHERMAN, "D5", "S"), vehicle(STUG, "F5", "G", WEST, markers=["fired"]), **ground)
    shot = event(shoot(field, "S", "G", [6, 6]), "shot-misses")
    assert lines(shot)["fire.terrain"] == 1
    more = {"options": {"vehicle_tm_on_to_hit": False}}
    field = duel(vehicle(SHERMAN, "D5", "S"), vehicle(STUG, "F5", "G", WEST, markers=["fired"]), **ground, **more)
    assert "fire.terrain" not in lines(event(shoot(field, "S", "G", [6, 6]), "shot-misses"))


@pytest.mark.rule("lnlt.core.armour.4.4", "lnlt.core.armour.5.2", "lnlt.core.open.armour.10")
def test_even_hits_the_turret_and_odd_the_hull_each_by_its_own_facing() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(PANZER, "F5", "P", facing=EAST, turret=WEST))
    hit = event(shoot(field, "S", "P", [2, 2, 1, 6, 1, 1]), "bounces")
    assert (hit.args["location"], hit.args["aspect"], hit.args["factor"]) == ("@location.turret", "@aspect.front", 3)
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(PANZER, "F5", "P", facing=EAST, turret=WEST))
    hit = event(shoot(field, "S", "P", [2, 3, 6, 1, 2]), "penetrates")
    assert (hit.args["location"], hit.args["aspect"], hit.args["factor"]) == ("@location.hull", "@aspect.rear", 1)


@pytest.mark.rule("lnlt.core.armour.5.2")
def test_two_hexes_in_front_two_beside_two_behind() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(PANZER, "F5", "P"))
    grid = field.state.board.grid
    here = grid.numbers["E5"]
    for facing in range(6):
        fans = [bearing(grid, here, facing, grid.neighbours[here][(facing + turn) % 6]) for turn in range(6)]
        assert fans == [0, 0, 1, 2, 2, 1]


@pytest.mark.rule("lnlt.core.armour.4.4")
def test_a_tie_does_not_go_through_and_a_failed_check_shakes_and_buttons() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "F5", "G", WEST))
    events = shoot(field, "S", "G", [3, 4, 3, 3, 6, 6])
    assert event(events, "bounces").args["penetration"] == event(events, "bounces").args["armour"] == 7
    assert event(events, "crew-shaken").args["total"] == 12
    assert field.vehicle("G").flags & SHAKEN
    assert field.vehicle("G").flags & BUTTONED


@pytest.mark.rule("lnlt.core.armour.4.4", "lnlt.core.armour.5.10")
def test_an_odd_die_loses_the_crew() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "F5", "G", WEST), de=[unit(RIFLES, "K9", "far")])
    events = shoot(field, "S", "G", [3, 4, 6, 1, 3])
    assert event(events, "crew-lost").dice == [3]
    assert field.vehicle("G").flags == WRECK
    assert len(field.state.units) == 2


@pytest.mark.rule("lnlt.core.option.natural_two", "lnlt.core.armour.4.4", "lnlt.core.armour.5.7")
def test_a_natural_two_immobilises_or_hits_the_hull() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "F5", "G", WEST))
    events = shoot(field, "S", "G", [1, 1, 1, 1])
    assert event(events, "immobilised")
    assert field.vehicle("G").flags & IMMOBILE
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "F5", "G", WEST), options={"natural_two": "hull"})
    assert event(shoot(field, "S", "G", [1, 1, 1, 6, 1, 1]), "bounces").args["location"] == "@location.hull"


@pytest.mark.rule("lnlt.core.armour.4.4", "lnlt.core.open.armour.20")
def test_any_hit_destroys_what_has_no_armour() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle("ge.veh.truck", "F5", "T", WEST), de=[unit(RIFLES, "K9", "far")])
    events = shoot(field, "S", "T", [3, 4, 1])
    assert [one.kind for one in events] == ["shot-hits", "destroyed", "crew-lost"]


@pytest.mark.rule("lnlt.core.option.second_fail_abandons", "lnlt.core.open.armour.19", "lnlt.core.armour.5.7")
def test_a_second_failure_changes_nothing_unless_the_option_says_so() -> None:
    for option, kind in ((False, ""), (True, "abandoned")):
        more = {"options": {"second_fail_abandons": option}, "de": [unit(RIFLES, "K9", "far")]}
        field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "F5", "G", WEST, shaken=True), **more)
        events = shoot(field, "S", "G", [3, 4, 1, 6, 6, 6])
        assert any(one.kind == "abandoned" for one in events) == bool(kind)


# ---- acquisition


@pytest.mark.rule("lnlt.core.armour.4.6", "lnlt.core.open.armour.8", "lnlt.boh.24.4x")
@pytest.mark.first_seat
def test_each_shot_acquires_and_a_new_target_begins_anew() -> None:
    first = side("us", vehicle(SHERMAN, "C5", "S"))
    field = Field(first, side("de", vehicle(STUG, "F5", "G", WEST), vehicle(PANZER, "F6", "P", WEST)))
    sherman = field.vehicle("S")
    for modifier, target in ((None, "G"), (-1, "G"), (-2, "G"), (-2, "G"), (None, "P")):
        events = shoot(field, "S", target, [6, 6])
        assert lines(event(events, "shot-misses")).get("hit.acquired") == modifier
        field.finish()
        sherman.flags = 0
        while field.decision.seat == 1:
            field.do("pass")
    assert [aim.level for aim in field.state.aims] == [1]


@pytest.mark.rule("lnlt.core.armour.4.6", "lnlt.boh.24.4x")
def test_a_target_that_enters_a_new_hex_is_lost() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "F5", "G", WEST))
    shoot(field, "S", "G", [6, 6])
    field.finish()
    assert [aim.level for aim in field.state.aims] == [1]
    field.order("G")
    field.do("set-out")
    field.do("pivot-right")
    assert field.state.aims
    field.do("forward", where="E4")
    assert not field.state.aims


# ---- teams and rockets


@pytest.mark.rule("lnlt.core.armour.2.3", "lnlt.core.option.gun_swing_fire")
def test_a_gun_swings_with_a_penalty_or_not_at_all() -> None:
    for option in (True, False):
        first = side("de", unit(PAK, "F5", "gun", facing=EAST), unit(RIFLES, "K9", "rest"))
        field = Field(first, side("us", vehicle(SHERMAN, "C5", "S")), options={"gun_swing_fire": option})
        field.do("activate", where="F5")
        if option:
            field.do("aim", "gun")
            assert lines(event(field.do("shoot", "S", dice=[6, 6]), "shot-misses"))["hit.turned"] == 1
            assert field.unit("gun").facing != EAST
        else:
            assert not field.offers("aim")


@pytest.mark.rule("lnlt.core.armour.2.1", "lnlt.core.armour.13", "lnlt.core.armour.2.2")
def test_casualties_remove_a_weapon_team_and_it_rallies_by_itself() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), unit(PAK, "F5", "gun", facing=WEST), de=[unit(RIFLES, "K9", "far")])
    field.order("S")
    field.do("shoot-hex", where="F5", dice=[3, 3, 6, 1, 6])
    assert field.place("gun") == "gone"
    first = side("de", unit(PAK, "F5", "gun", shaken=True), unit(RIFLES, "K9", "rest"))
    field = Field(first, side("us", vehicle(SHERMAN, "C5", "S")), phase="rally")
    field.do("rally", "gun", dice=[1, 2])
    assert not field.is_shaken("gun")


@pytest.mark.rule("lnlt.core.armour.1.1", "lnlt.core.armour.1.2", "lnlt.core.armour.1.3", "lnlt.core.armour.1.5")
def test_a_rocket_fires_for_its_owner_and_a_single_shot_is_used_up() -> None:
    first = side("de", unit(RIFLES, "E5", "squad", weapons=["ge.sw.panzerfaust"]), unit(RIFLES, "K9", "rest"))
    field = Field(first, side("us", vehicle(SHERMAN, "D5", "S")))
    field.do("activate", where="E5")
    field.do("aim", "squad")
    field.do("shoot", "S", dice=[6, 6])
    assert field.has("squad", FIRED)
    assert field.state.weapons[0].owner == -1
    first = side("us", unit(PARA, "E5", "squad", weapons=["ge.sw.panzerschreck"]))
    field = Field(first, side("de", vehicle(STUG, "G5", "S")))
    field.do("activate", where="E5")
    field.do("aim", "squad")
    assert lines(event(field.do("shoot", "S", dice=[6, 6]), "shot-misses")) == {"hit.captured": 1}
    assert field.state.weapons[0].owner == field.names["squad"]


@pytest.mark.rule(
    "lnlt.core.1.6.4",
    "lnlt.hon.1.6.5a",
    "lnlt.hon.1.6.5b",
    "lnlt.sab.1.6.21a",
    "lnlt.sab.1.6.21b",
    "lnlt.core.armour.1.3",
)
def test_a_piat_does_not_fire_downhill() -> None:
    for weapon in ("uk.sw.piat", "us.sw.bazooka", "ge.sw.panzerfaust"):
        ordnance = ordnance_weapons()[weapon].ordnance
        assert ordnance is not None
        assert ordnance.heat
    for level, offered in ((0, True), (1, False)):
        squad = unit("uk.para.squad.1-6-4", "D5", "squad", weapons=["uk.sw.piat"])
        more: dict[str, Any] = {"levels": {1: ["D5"]}} if level else {}
        field = Field(side("uk", squad), side("de", vehicle(STUG, "E5", "S")), module="sab", **more)
        field.do("activate", where="D5")
        assert field.offers("aim") == offered


@pytest.mark.rule("lnlt.core.option.leader_helps_ordnance", "lnlt.core.open.armour.7")
def test_a_leader_helps_the_gun_unless_the_option_is_off() -> None:
    for option in (True, False):
        first = side("us", unit("us.wt.atg57", "C5", "gun", facing=EAST), unit(CLARKSON, "C5", "boss"))
        field = Field(first, side("de", vehicle(STUG, "F5", "G", WEST)), options={"leader_helps_ordnance": option})
        field.do("activate", where="C5")
        field.do("aim", "gun")
        assert ("hit.leadership" in lines(event(field.do("shoot", "G", dice=[6, 6]), "shot-misses"))) == option


@pytest.mark.rule("lnlt.core.option.oft_adjacent")
def test_adjacent_targets_by_option() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "D5", "G", WEST), options={"oft_adjacent": -2})
    assert lines(event(shoot(field, "S", "G", [6, 6]), "shot-misses"))["hit.adjacent"] == -2


# ---- Dark July


@pytest.mark.rule(*(f"lnlt.dj.15.7{letter}" for letter in "abcdefghijkl"), "lnlt.core.option.dj_size_drm")
def test_sizes_of_vehicles_count_by_option() -> None:
    sizes = {
        "ge.veh.ferdinand": -1,
        "ge.veh.tiger1": -1,
        "su.veh.su122": -1,
        "su.veh.kv1": -1,
        "ge.veh.pz3l": 0,
        "ge.veh.pz3j": 0,
        "ge.veh.pz4h": 0,
        "su.veh.t34": 0,
        "ge.veh.stug3g": 1,
        "ge.veh.sdkfz222": 1,
        "su.veh.su76": 1,
        "su.veh.t70": 1,
    }
    for type_, size in sizes.items():
        shooter, nation, enemy = (STUG, "de", "su") if type_.startswith("su") else ("su.veh.t34", "su", "de")
        for on in (True, False):
            more: dict[str, Any] = {"options": {"dj_size_drm": on}, "module": "dj"}
            field = Field(
                side(nation, vehicle(shooter, "C5", "S")), side(enemy, vehicle(type_, "F5", "T", WEST)), **more
            )
            field.order("S")
            shot = lines(event(field.do("shoot", "T", dice=[6, 6]), "shot-misses"))
            assert shot.get("hit.size", 0) == (size if on else 0)


@pytest.mark.rule(*(f"lnlt.dj.15.7{letter}" for letter in "mnopq"), "lnlt.core.option.dj_speed_drm")
def test_fast_vehicles_on_the_move_by_option() -> None:
    for type_, fast in (("su.veh.t34", True), ("su.veh.t70", False)):
        more: dict[str, Any] = {"options": {"dj_speed_drm": True}, "module": "dj"}
        target = vehicle(type_, "F5", "T", WEST, markers=["moved"])
        field = Field(side("de", vehicle(STUG, "C5", "S")), side("su", target), **more)
        field.order("S")
        shot = lines(event(field.do("shoot", "T", dice=[6, 6]), "shot-misses"))
        assert shot.get("hit.fast", 0) == (2 if fast else 0)
        assert shot.get("hit.moving", 0) == (0 if fast else 1)
    for spent, fast in ((1, False), (2, True)):
        more = {"options": {"dj_speed_drm": True}, "module": "dj"}
        target = vehicle("su.veh.truck", "F5", "T", WEST, markers=["moved"])
        field = Field(side("de", vehicle(STUG, "C5", "S")), side("su", target), **more)
        field.vehicle("T").spent = spent
        field.order("S")
        assert ("hit.fast" in lines(event(field.do("shoot", "T", dice=[6, 6]), "shot-misses"))) == fast
    scout = vehicle_types()["ge.veh.sdkfz222"]
    assert (scout.mode, scout.move) == (2, 20)


# ---- limits


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.5.11")
@pytest.mark.parametrize(
    ("flags", "now", "by_opportunity"),
    [
        (0, True, True),
        (OPS, False, True),
        (FIRED, False, False),
        (FIRED | ANOTHER, True, True),
        (MOVED, False, False),
        (MOVING, False, False),
        (CRAWL, False, False),
        (SHAKEN, False, False),
    ],
)
def test_who_may_shoot(flags: int, now: bool, by_opportunity: bool) -> None:
    assert (may_shoot(flags, False), may_shoot(flags, True)) == (now, by_opportunity)


@pytest.mark.rule("lnlt.core.armour.4.4", "lnlt.core.option.natural_two")
@pytest.mark.parametrize(
    ("natural", "turret"), [(2, False), (3, False), (4, True), (7, False), (10, True), (11, False)]
)
def test_which_part_is_hit(natural: int, turret: bool) -> None:
    for option in ("immobilize", "hull"):
        field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(PANZER, "F5", "P", WEST), options={"natural_two": option})
        assert is_turret_hit(field.state, field.vehicle("P"), natural, field.hex("C5")) == turret
    stug = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "F5", "G", WEST))
    assert not is_turret_hit(stug.state, stug.vehicle("G"), 4, stug.hex("C5")), "it has none"


@pytest.mark.rule("lnlt.core.option.natural_two")
@pytest.mark.parametrize(("facing", "turret", "part"), [(WEST, EAST, True), (EAST, WEST, False), (WEST, WEST, None)])
def test_a_two_hits_where_the_armour_is_thinner(facing: int, turret: int, part: bool | None) -> None:
    tank = vehicle(PANZER, "F5", "P", facing=facing, turret=turret)
    field = duel(vehicle(SHERMAN, "C5", "S"), tank, options={"natural_two": "owner-worst"})
    panzer = field.vehicle("P")
    front = [armour_at(panzer, top, 0) for top in (True, False)]
    worse = front[0] < front[1] if part is None else part
    assert is_turret_hit(field.state, panzer, 2, field.hex("C5")) == worse


@pytest.mark.rule("lnlt.core.armour.11.5", "lnlt.core.armour.5.1")
def test_each_side_has_its_armour_and_a_fixed_turret_nothing_but_turret() -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(PANZER, "F5", "P"))
    panzer = field.vehicle("P")
    printed = panzer.type.armour
    assert [armour_at(panzer, top, aspect) for aspect in range(3) for top in (False, True)] == printed
    turret = Field(
        side("fr", vehicle("fr.fort.turretmg", "D5", "T")), side("de", unit(RIFLES, "H5", "men")), module="hid"
    )
    fort = turret.vehicle("T")
    for aspect in range(3):
        assert armour_at(fort, False, aspect) == armour_at(fort, True, aspect) == fort.type.armour[aspect * 2 + 1]
    truck = duel(vehicle(SHERMAN, "C5", "S"), vehicle("ge.veh.truck", "F5", "T"))
    assert armour_at(truck.vehicle("T"), False, 0) == NONE


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.1.3", "lnlt.core.armour.4.5")
@pytest.mark.first_seat
def test_whom_a_gun_may_shoot_at() -> None:
    others = [
        unit(RIFLES, "F6", "men"),
        unit(RIFLES, "E4", "held"),
        vehicle(PANZER, "G5", "wreck", markers=["wreck"]),
        vehicle(PANZER, "H5", "hidden"),
    ]
    field = duel(
        vehicle(SHERMAN, "C5", "S"),
        vehicle(STUG, "F5", "G"),
        us=[unit(PARA, "E4", "own")],
        de=others,
        terrain={"brush": ["H5"]},
    )
    gun = field.vehicle("S").type.guns[0]
    hexes = {-1 - target for target in reachable(field.state, 0, field.hex("C5"), gun) if target < 0}
    tanks = {target for target in reachable(field.state, 0, field.hex("C5"), gun) if target >= 0}
    assert hexes == {field.hex("F6")}, "not where own men are"
    assert tanks == {target_vehicle(field.vehicle("G").id)}, "neither wrecks nor what nobody has spotted"
    unseen = reachable(field.state, 0, field.hex("C5"), gun, unseen=True)
    assert target_vehicle(field.vehicle("hidden").id) in unseen


@pytest.mark.rule("lnlt.core.armour.4.1", "lnlt.core.armour.1.2")
@pytest.mark.first_seat
def test_a_launcher_reaches_its_last_band_and_a_rocket_man_one_more() -> None:
    bazooka = ordnance_weapons()["us.sw.bazooka"].ordnance
    assert bazooka is not None
    last = bazooka.limits[-1]
    field = duel(vehicle(SHERMAN, "A9", "S"), vehicle(STUG, "F5", "G"))
    origin = field.hex("F5")
    distances = field.state.board.grid.distances[origin]
    for hex_ in range(field.state.board.hexes):
        if distances[hex_] in (last, last + 1, last + 2):
            for longer in (0, 1):
                found = reachable(field.state, 0, hex_, bazooka, longer)
                assert bool(found) == (distances[hex_] <= last + longer)


@pytest.mark.rule("lnlt.core.armour.4.3", "lnlt.core.6.3")
@pytest.mark.parametrize(
    ("flags", "moving"),
    [(0, False), (MOVED, True), (MOVING, True), (MOVING | CRAWL, False), (FIRED, False), (OPS, False)],
)
def test_when_men_are_a_moving_target(flags: int, moving: bool) -> None:
    field = duel(vehicle(SHERMAN, "C5", "S"), vehicle(STUG, "J9", "G"), de=[unit(RIFLES, "F5", "men")])
    field.unit("men").flags |= flags
    assert men_are_moving(field.state, [field.names["men"]]) == moving
    field.order("S")
    shot = event(field.do("shoot-hex", where="F5", dice=[6, 6]), "shot-misses")
    assert lines(shot) == {"hit.open": -1, **({"hit.moving": 1} if moving else {})}


@pytest.mark.rule("lnlt.dj.15.7m", "lnlt.core.option.dj_speed_drm")
def test_which_vehicles_are_fast() -> None:
    field = duel(vehicle("us.veh.truck", "C5", "T"), vehicle(STUG, "F5", "G"))
    truck = field.vehicle("T")
    for spent in (0, 1, 2):
        truck.spent = spent
        assert is_fast(truck) == (truck.type.move >= 12 and spent >= 2)
    assert not is_fast(field.vehicle("G"))


@pytest.mark.rule("lnlt.core.armour.5.5", "lnlt.core.armour.2.3")
def test_the_turret_turns_to_its_target_and_stays_there() -> None:
    for turret, modifier in ((EAST, {}), (WEST, {"hit.turned": 1})):
        field = duel(vehicle(SHERMAN, "C5", "S", EAST, turret=turret, markers=["buttoned"]), vehicle(STUG, "F5", "G"))
        assert lines(event(shoot(field, "S", "G", [6, 6]), "shot-misses")) == modifier
        assert is_ahead(field.state, field.hex("C5"), field.vehicle("S").turret, field.hex("F5"))
        assert field.vehicle("S").facing == EAST
