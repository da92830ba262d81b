"""Open points and cross-checks of the armour half, charges against vehicles, and the quick reference (lnlt.pac)."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt.model.flags import AIMED, FIRED, MOVED, SHAKEN
from bocage.systems.lnlt.model.hull import ABANDONED, WRECK
from bocage.systems.lnlt.model.vehicles import ALL_ROUND, TURRET, Barrage, MachineGun
from bocage.systems.lnlt.rules.administration import administrate
from bocage.systems.lnlt.rules.artillery import hex_cover
from bocage.systems.lnlt.rules.firepower import in_reach
from bocage.systems.lnlt.rules.guns import mortar_tally
from bocage.systems.lnlt.rules.machine_guns import mg_firepower
from bocage.systems.lnlt.rules.terrain import hindrance
from systems.lnlt.armour import EAST, PANZER, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, RIFLES, event, lines, unit

pytestmark = pytest.mark.both_seats

FAR = unit(RIFLES, "L9", "far", markers=["fired"])
SOVIETS = "su.guard.squad.2-2-4-5"


# ---- ordnance


@pytest.mark.rule("lnlt.core.open.armour.3", "lnlt.core.open.19", "lnlt.pac.12.5.0d", "lnlt.pac.12.5.2e")
def test_a_rocket_is_fired_by_itself_and_at_a_target_of_its_own() -> None:
    men = [unit(PARA, "E5", "rocket", weapons=["us.sw.bazooka"]), unit(PARA, "E5", "rifles")]
    field = Field(side("us", *men), side("de", vehicle(STUG, "F5", "G", WEST), unit(RIFLES, "E3", "men")))
    field.do("activate", where="E5")
    field.do("aim", "rocket")
    assert field.offers("shoot", "G")
    assert field.offers("shoot-hex", where="E3"), "any target within reach"
    shot = event(field.do("shoot", "G", dice=[6, 6]), "shot-misses")
    assert field.has("rocket", FIRED)
    assert not field.has("rifles", FIRED)
    assert "fire.weapon" not in lines(shot)
    field.do("fire", where="E5>E3")
    field.do("add", "rifles")
    events = field.do("add", "rocket", dice=[1, 6])
    assert lines(event(events, "fire-misses")) == {"fire.lead": 2, "fire.additional": 1}, "the rocket adds nothing"


@pytest.mark.rule("lnlt.core.armour.1.1", "lnlt.core.open.19")
@pytest.mark.first_seat
def test_a_squad_fires_its_rifles_beside_its_rocket() -> None:
    def shot(type_: str) -> Field:
        squad = unit(type_, "E5", "rocket", weapons=["us.sw.bazooka"])
        field = Field(side("us", squad), side("de", vehicle(STUG, "F5", "G", WEST, markers=["buttoned"]), MEN))
        field.do("activate", where="E5")
        field.do("aim", "rocket")
        field.do("shoot", "G", dice=[6, 6])
        return field

    field = shot(PARA)
    assert not field.offers("move")
    assert not field.offers("aim")
    events = field.do("fire", where="E5>E3", dice=[1, 6])
    assert lines(event(events, "fire-misses")) == {"fire.lead": 2}
    assert field.has("rocket", FIRED)
    assert not field.has("rocket", AIMED), "over with the activation"
    assert shot("us.para.hs.1-4-4").decision.seat == 1, "a half-squad gives up its own firepower"


MEN = unit(RIFLES, "E3", "men")


@pytest.mark.rule("lnlt.pac.12.5.3f", "lnlt.core.armour.1.1")
def test_ops_complete_rockets_hit_less_by_opportunity() -> None:
    for markers, expected in (([], {"hit.moving": 1}), (["ops-complete"], {"hit.moving": 1, "hit.ops-complete": 2})):
        men = unit(PARA, "G5", "rocket", weapons=["us.sw.bazooka"], markers=markers)
        field = Field(side("de", vehicle(STUG, "E5", "G", WEST, markers=["buttoned"])), side("us", men))
        field.order("G")
        field.do("set-out")
        field.do("pivot-left")
        assert lines(event(field.do("react-gun", dice=[6, 6]), "shot-misses")) == expected
        assert not field.has("rocket", AIMED), "its rifles have no turn of their own to fire in"


@pytest.mark.rule("lnlt.core.open.armour.6", "lnlt.core.armour.4.5")
def test_several_he_attacks_are_rolled_one_by_one() -> None:
    field = Field(side("us", vehicle(SHERMAN, "C5", "S")), side("de", unit(RIFLES, "F5", "men"), FAR))
    gun = field.vehicle("S").type.guns[0]
    gun.attacks = 2
    try:
        field.order("S")
        events = field.do("shoot-hex", where="F5", dice=[3, 3, 1, 6, 1, 6])
    finally:
        gun.attacks = 1
    assert [one.kind for one in events].count("he-misses") == 2


@pytest.mark.rule("lnlt.core.check.armour.other", "lnlt.core.armour.4.4", "lnlt.core.armour.3")
def test_a_panzer_and_a_sherman_with_its_leader() -> None:
    first = side("de", vehicle(PANZER, "C5", "P", EAST, markers=["buttoned"]))
    field = Field(first, side("us", vehicle(SHERMAN, "G5", "S", WEST, leader="us.aldr.darius")))
    field.order("P")
    events = field.do("shoot", "S", dice=[3, 4, 2, 5, 5, 5])
    hit = event(events, "shot-hits")
    assert (hit.args["need"], hit.args["location"]) == (9, "@location.hull")
    bounce = event(events, "bounces")
    assert (bounce.args["penetration"], bounce.args["armour"], bounce.args["factor"]) == (7, 10, 5)
    check = event(events, "crew-holds")
    assert (check.args["total"], check.args["morale"]) == (7, 7)


@pytest.mark.rule("lnlt.hon.10.5q", "lnlt.core.armour.5.11")
def test_a_vehicle_shows_its_belly_when_it_crosses_bocage() -> None:
    for bocage, expected in ((False, {"hit.penetration": 5}), (True, {"hit.penetration": 5, "hit.underside": 1})):
        sides = {"bocage": ["E5/F5"]} if bocage else {}
        first = side("us", vehicle(SHERMAN, "E5", "S", EAST, markers=["buttoned"]))
        second = side("de", unit("ge.wt.pak75", "F2", "gun", facing=2))
        field = Field(first, second, sides=sides)
        field.order("S")
        field.do("set-out")
        step = next(choice.place for choice in field.choices() if choice.verb == "forward" and choice.place == "F5")
        field.do("forward", where=step)
        events = field.do("react-gun", "gun", dice=[1, 3, 1, 6, 1, 1])
        assert lines(event(events, "bounces")) == expected


@pytest.mark.rule("lnlt.core.open.armour.24", "lnlt.core.armour.5.3")
def test_no_bogging_and_no_bonus_on_roads() -> None:
    road = [[f"{column}5" for column in "ABCDEFGHIJKL"]]
    field = Field(side("us", vehicle(SHERMAN, "A5", "S", EAST)), side("de", FAR), roads=road, terrain={"rough": ["F5"]})
    field.order("S")
    field.do("set-out")
    for column in "BCDEFGHIJK":
        wanted = f"{column}5"
        if not field.offers("forward", where=wanted):
            break
        events = field.do("forward", where=wanted)
        assert not any(one.dice for one in events), "nothing is rolled, not even in rough ground"
        drove = event(events, "drives")
    assert int(drove.args["spent"]) <= int(drove.args["allowance"]) == 10


# ---- charges and flames


@pytest.mark.rule("lnlt.core.armour.11.6", "lnlt.core.armour.7.1", "lnlt.core.1.6.3")
def test_a_satchel_counts_in_full_once() -> None:
    men = unit(RIFLES, "E5", "men", weapons=["ge.sw.satchel"])
    field = Field(
        side("de", men, unit(RIFLES, "L9", "rest")), side("us", vehicle(SHERMAN, "F5", "S", markers=["fired"]))
    )
    charge = field.state.weapons[0].type.fp
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.check_forecast("step", where="F5")
    field.do("step", where="F5", dice=[1, 1])
    field.check_forecast("use-charge")
    win = event(field.do("use-charge", dice=[3, 4]), "close-assault-wins")
    assert lines(win) == {"assault.firepower": 1, "assault.charge": charge}
    assert field.state.weapons[0].owner == -1
    assert field.vehicle("S").flags & WRECK


@pytest.mark.rule("lnlt.nosb.1.6.22e", "lnlt.dj.1.6.23c", "lnlt.dj.1.6.23b")
@pytest.mark.parametrize("weapon", ["su.sw.molotov", "su.sw.rpg43"])
def test_bottles_and_grenades_are_thrown_at_the_vehicle_and_gone(weapon: str) -> None:
    men = unit(SOVIETS, "E5", "men", weapons=[weapon])
    stug = vehicle(STUG, "F5", "G", markers=["fired"])
    field = Field(side("su", men, unit(SOVIETS, "L9", "rest")), side("de", stug), module="dj")
    fp = field.state.weapons[0].type.fp
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("step", where="F5", dice=[1, 1])
    events = field.do("use-charge", dice=[1, 6])
    assert lines(event(events, "close-assault-fails"))["assault.charge"] == fp
    assert field.state.weapons[0].owner == -1


@pytest.mark.rule("lnlt.nosb.1.6.22g", "lnlt.core.armour.11.6", "lnlt.core.armour.5.10")
def test_flames_and_bottles_drive_a_shaken_crew_out() -> None:
    men = unit(SOVIETS, "E5", "men", weapons=["su.sw.molotov"])
    carrier = vehicle("ge.veh.sdkfz251", "F5", "K")
    field = Field(side("su", men, unit(SOVIETS, "L9", "rest")), side("de", carrier, FAR), module="nosb")
    field.do("activate", where="E5")
    field.do("fire-at-vehicle", "K")
    events = field.do("add-weapon", "men", dice=[2, 6, 6])
    assert event(events, "damage").outcomes[0][1] == "shaken"
    assert field.vehicle("K").flags & ABANDONED
    assert not field.vehicle("K").flags & SHAKEN


# ---- mortars


@pytest.mark.rule("lnlt.pac.12.18.1b", "lnlt.core.armour.8.1")
def test_two_degrading_hexes_do_not_hamper_a_mortar() -> None:
    terrain = {"brush": ["D5", "F5"]}
    first = side("us", unit("us.wt.mortar81", "B5", "mortar"), unit(CLARKSON, "B5", "boss"))
    field = Field(first, side("de", unit(RIFLES, "J5", "men", markers=["moved"])), terrain=terrain)
    tally = mortar_tally(field.state, field.unit("mortar"), field.hex("J5"), True)
    found = {line.label: line.value for line in tally.lines}
    assert hindrance(field.state, field.hex("B5"), field.hex("J5")) == 2
    assert found == {"barrage.firepower": 3, "fire.leadership": 1, "fire.moving": 1}


@pytest.mark.rule("lnlt.pac.12.18.1c", "lnlt.core.armour.8.1")
def test_walls_and_hills_do_not_help_against_mortars() -> None:
    more = {"terrain": {"light-woods": ["G5"]}, "sides": {"wall": ["F5/G5", "F6/G5"]}, "levels": {1: ["G5"]}}
    field = Field(side("us", unit("us.wt.mortar81", "B5", "mortar")), side("de", unit(RIFLES, "G5", "men")), **more)
    cover = hex_cover(field.state, field.hex("G5"), True)
    assert {line.label: line.value for line in cover.lines} == {"fire.terrain": 1}


@pytest.mark.rule("lnlt.core.armour.1.4")
@pytest.mark.parametrize(("where", "reached"), [("E8", False), ("E7", True), ("E1", True)])
def test_the_reach_of_a_light_mortar(where: str, reached: bool) -> None:
    crew = unit("uk.para.squad.1-6-4", "E9", "crew", weapons=["uk.sw.mortar51"])
    field = Field(side("uk", crew), side("de", unit(RIFLES, where, "men", markers=["fired"])), module="sab")
    distance = field.state.board.grid.distances[field.hex("E9")][field.hex(where)]
    assert bool(in_reach(field.state, field.unit("crew"), distance, False)) == reached
    assert not in_reach(field.state, field.unit("crew"), 10, False)
    assert not in_reach(field.state, field.unit("crew"), 5, True), "never by opportunity"


@pytest.mark.rule("lnlt.pac.12.9.0e", "lnlt.pac.fr.2.0h", "lnlt.core.armour.8.2")
def test_fire_for_effect_ends_with_the_turn() -> None:
    field = Field(side("us", unit(PARA, "C5", "men")), side("de", FAR))
    field.state.barrages.append(Barrage(field.hex("F5"), 5, 1, False))
    field.unit("men").flags |= MOVED
    administrate(field.state)
    assert not field.state.barrages
    assert not field.has("men", MOVED)


# ---- vehicles


@pytest.mark.rule("lnlt.hid.15.9.3c")
def test_the_two_guns_of_a_bren_carrier_fire_apart() -> None:
    men = [unit(RIFLES, "F5", "front"), unit(RIFLES, "B2", "side"), unit(RIFLES, "K5", "distant")]
    field = Field(side("uk", vehicle("uk.veh.bren", "C5", "B", EAST)), side("de", *men), module="hid")
    field.order("B")
    shot = event(field.do("one-machine-gun", where="F5", dice=[1, 6]), "mg-misses")
    assert lines(shot)["fire.machine-guns"] == 1
    assert not field.offers("machine-guns"), "no longer both together"
    assert field.offers("one-machine-gun", where="F5"), "the other one, at any hex"
    shot = event(field.do("one-machine-gun", where="B2", dice=[1, 6]), "mg-misses")
    assert lines(shot)["fire.machine-guns"] == 1
    assert field.vehicle("B").flags & FIRED
    field = Field(side("uk", vehicle("uk.veh.bren", "C5", "B", EAST)), side("de", *men), module="hid")
    field.order("B")
    shot = event(field.do("one-machine-gun", where="K5", dice=[1, 6]), "mg-misses")
    assert lines(shot)["fire.machine-guns"] == 1, "half of one, rounded up, beyond range 7"


@pytest.mark.rule("lnlt.core.armour.5.7")
@pytest.mark.parametrize(("markers", "fp"), [([], 5), (["buttoned"], 3)])
def test_a_gun_on_a_pintle_needs_an_open_hatch(markers: list[str], fp: int) -> None:
    field = Field(side("us", vehicle(SHERMAN, "C5", "S", markers=markers)), side("de", unit(RIFLES, "F5", "men"), FAR))
    type_ = field.vehicle("S").type
    before = type_.mgs
    turret = MachineGun(3, 8, TURRET)
    type_.mgs = [turret, MachineGun(2, 8, ALL_ROUND)]
    try:
        assert mg_firepower(field.state, field.vehicle("S"), field.hex("F5")) == fp
        field.order("S")
        shot = event(field.do("machine-guns", where="F5", dice=[1, 6, *([1] if fp > 5 else [])]), "mg-misses")
    finally:
        type_.mgs = before
    assert lines(shot)["fire.machine-guns"] == fp
