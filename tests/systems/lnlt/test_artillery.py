"""Off-board artillery and mortar teams."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model.flags import FIRED, OPS, SHAKEN
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.model.vehicles import Barrage
from bocage.systems.lnlt.rules.administration import administrate
from bocage.systems.lnlt.rules.artillery import LOOSE, FireMission, drift, may_call, strike, top_armour
from bocage.systems.lnlt.rules.guns import mortar_tally, mortar_targets, spotter_for
from systems.lnlt.armour import STUG, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, MEDROW, PARA, PARA_HALF, RIFLES, WEISS, event, lines, unit

pytestmark = pytest.mark.both_seats


def guns(missions: int = 1, well_supplied: bool = False, **more: Any) -> Field:
    battery = {"name": "105mm", "fp": 5, "missions": missions, "well_supplied": well_supplied}
    de = more.pop("de", [unit(RIFLES, "G5", "men"), unit(WEISS, "L9", "far")])
    us = [unit(CLARKSON, "D5", "boss"), *more.pop("us", [])]
    return Field(side("us", *us, artillery=[battery]), side("de", *de), **more)


def call(field: Field, hex_: str, dice: list[int], mission: str = "standard-mission") -> None:
    field.do("activate", where="D5")
    field.do("call-artillery", "boss")
    field.do(mission)
    field.do("spotting-round", where=hex_, dice=dice)


@pytest.mark.rule("lnlt.core.armour.8.2", "lnlt.core.armour.0.3", "lnlt.core.check.armour.6")
def test_drift_rounds_down() -> None:
    assert [drift(white, 1) for white in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    assert drift(1, 3) == 0


@pytest.mark.rule("lnlt.core.armour.8.2", "lnlt.core.open.armour.27", "lnlt.boh.24.4y")
def test_direction_one_is_north_and_on_clockwise() -> None:
    for die, place in ((1, "G4"), (2, "H5"), (3, "H6"), (4, "G6"), (5, "F6"), (6, "F5")):
        field = guns()
        call(field, "G5", [3, die])
        assert field.offers("correct", where=place)
        assert event(field.state.events, "drift").args["hex"] == place


@pytest.mark.rule("lnlt.core.armour.8.2")
@pytest.mark.first_seat
def test_a_round_off_the_map_is_lost_and_a_mission_called_off_is_kept() -> None:
    field = guns(us=[unit(PARA, "A9", "rest")])
    call(field, "D1", [6, 1])
    assert event(field.state.events, "drift-lost")
    assert field.state.batteries[0][0].left == 0
    field = guns(us=[unit(PARA, "A9", "rest")])
    call(field, "G5", [1, 1])
    field.do("call-off")
    assert field.state.batteries[0][0].left == 1
    assert field.has("boss", OPS)
    assert not field.state.barrages


@pytest.mark.rule("lnlt.core.armour.8.2", "lnlt.core.option.loose_mission_fp")
def test_standard_and_loose_missions() -> None:
    for mission, fp, reach in (("standard-mission", 5, 1), ("loose-mission", 3, 2)):
        field = guns(de=[unit(RIFLES, "K9", "men")])
        call(field, "G5", [1, 1], mission)
        field.do("correct", where="G5")
        barrage = field.state.barrages[0]
        assert (barrage.fp, barrage.reach) == (fp, reach)
    for option, fp in (("halve", 3), ("same", 5), ("minus-two", 3)):
        field = guns(de=[unit(RIFLES, "K9", "men")], options={"loose_mission_fp": option})
        call(field, "G5", [1, 1], "loose-mission")
        field.do("correct", where="G5")
        assert field.state.barrages[0].fp == fp


@pytest.mark.rule("lnlt.core.option.correction", "lnlt.core.armour.8.2")
def test_correction_by_one_hex_or_by_leadership() -> None:
    field = guns()
    call(field, "G5", [1, 1])
    places = {choice.place for choice in field.choices() if choice.verb == "correct"}
    assert places == {"G5", "G4", "H5", "H6", "G6", "F6", "F5"}
    for option, reach in ((1, 1), ("lm", 2)):
        boss = unit("us.ldr.mccauley", "D5", "boss")
        battery = {"name": "105mm", "fp": 5, "missions": 1}
        de = [unit(RIFLES, "L9", "men")]
        field = Field(side("us", boss, artillery=[battery]), side("de", *de), options={"correction": option})
        call(field, "G5", [1, 1])
        row = field.state.board.grid.distances[field.hex("G5")]
        offered = [row[field.hex(choice.place)] for choice in field.choices() if choice.verb == "correct"]
        assert max(offered) == reach, "a leadership of 2 shifts it by two hexes"
        assert len(offered) == 1 + 6 + (12 if reach == 2 else 0)


@pytest.mark.rule("lnlt.core.armour.8.2", "lnlt.core.armour.5.8", "lnlt.core.open.armour.33")
def test_it_strikes_both_sides_and_vehicles_however_shut() -> None:
    de = [unit(RIFLES, "G5", "men"), vehicle(STUG, "G5", "G", WEST, markers=["buttoned"]), unit(WEISS, "L9", "far")]
    field = guns(de=de, us=[unit(PARA, "F5", "own")])
    call(field, "G5", [1, 1])
    field.do("correct", where="G5")
    events = field.do("strike", where="G5", dice=[6, 1, 6, 1, 1, 1, 1, 6])
    hits = [one for one in events if one.kind.startswith("barrage")]
    assert [one.args["defence"] for one in hits[:2]] == [2, 3]
    assert hits[-1].place == "F5"


@pytest.mark.rule("lnlt.core.armour.8.2", "lnlt.boh.24.4q")
def test_fire_for_effect_stays_and_strikes_those_who_move_in_it() -> None:
    field = guns(de=[unit(RIFLES, "G8", "men")])
    call(field, "G6", [1, 1])
    field.do("correct", where="G6")
    field.finish()
    field.do("activate", where="G8")
    field.do("move", where="G8")
    assert event(field.do("step", where="G7", dice=[1, 6]), "barrage-misses").args["attack"] == 6
    assert field.state.barrages
    administrate(field.state)
    assert not field.state.barrages


@pytest.mark.rule("lnlt.core.armour.8.2", "lnlt.pac.12.10.5.6a")
@pytest.mark.parametrize(("dice", "burns"), [([5, 6], False), ([6, 5, 6], True), ([6, 4, 6], False)])
def test_shells_may_set_a_hex_alight(dice: list[int], burns: bool) -> None:
    men = side("us", unit(PARA, "D5", "p"), unit(PARA, "A1"))
    field = Field(men, side("de", unit(RIFLES, "L9")), terrain={"light-woods": ["D4"]}, options={"fire_ignition": True})
    field.state.barrages.append(Barrage(field.hex("D4"), 0, 0, False))
    field.do("activate", where="D5")
    field.do("move", where="D5")
    field.do("step", where="D4", dice=dice)
    assert field.state.ground.has(FLAMES, field.hex("D4")) == burns


@pytest.mark.rule("lnlt.core.armour.8.2", "lnlt.core.8.0")
@pytest.mark.parametrize("dice", [[1, 6], [6, 1, 6]])
def test_fire_for_effect_strikes_those_who_go_in_for_a_melee(dice: list[int]) -> None:
    """Those who come are struck, not those who stand there; then the rest fight."""
    field = Field(side("us", unit(PARA_HALF, "D5", "p"), unit(PARA, "A1")), side("de", unit(RIFLES, "D4", "men")))
    field.state.barrages.append(Barrage(field.hex("D4"), 4 if len(dice) == 2 else 9, 0, False))
    field.do("activate", where="D5")
    field.do("move", where="D5")
    blows = [1, 1, 1, 1] if len(dice) == 2 else []
    events = field.do("step", where="D4", dice=dice + blows)
    assert event(events, "barrage-misses" if blows else "barrage-hits")
    assert any(one.kind == "melee-fails" for one in events) == bool(blows)
    assert field.place("p") == ("D4" if blows else "gone")
    assert field.has("men", FIRED) == bool(blows)
    assert field.place("men") == "D4"


@pytest.mark.rule("lnlt.hon.13.1.2b")
@pytest.mark.first_seat
def test_an_extra_mission_called_off_is_not_a_mission_to_keep() -> None:
    field = guns(missions=0, well_supplied=True, us=[unit(MEDROW, "A5", "other")])
    call(field, "G5", [3, 1, 1])
    field.do("call-off")
    battery = field.state.batteries[0][0]
    assert (battery.left, battery.extra) == (0, True)
    given = guns(missions=1, well_supplied=True)
    call(given, "G5", [1, 1])
    given.do("call-off")
    assert given.state.batteries[0][0].left == 1


@pytest.mark.rule(*(f"lnlt.hon.13.1.2{letter}" for letter in "abcd"), *(f"lnlt.boh.13.91{letter}" for letter in "abc"))
@pytest.mark.first_seat
def test_well_supplied_guns_may_go_on() -> None:
    field = guns(missions=0, well_supplied=True, us=[unit(MEDROW, "A5", "other")])
    call(field, "G5", [3, 1, 1])
    assert field.kind == "correction"
    field = guns(missions=0, well_supplied=True, us=[unit(MEDROW, "A5", "other")])
    call(field, "G5", [4])
    assert event(field.state.events, "supply-ends")
    assert not field.state.batteries[0][0].extra
    field = guns(missions=1, well_supplied=True)
    call(field, "G5", [1, 1])
    assert field.kind == "correction"
    poor = guns(missions=0)
    poor.do("activate", where="D5")
    assert not poor.offers("call-artillery")


# ---- mortars


def mortar(**more: Any) -> Field:
    us = [unit("us.wt.mortar81", "B5", "mortar"), *more.pop("us", [])]
    return Field(side("us", *us), side("de", *more.pop("de", [unit(RIFLES, "G5", "men")])), **more)


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.pac.12.18.1a", "lnlt.core.open.armour.26")
def test_the_higher_die_counts_and_the_fire_stays() -> None:
    field = mortar()
    field.do("activate", where="B5")
    field.do("shell", "mortar")
    events = field.do("shoot-hex", where="G5", dice=[2, 5, 6, 3])
    hit = event(events, "barrage-hits")
    assert hit.args["attack"] == 8
    assert field.has("mortar", FIRED)
    assert [(b.reach, b.mortar) for b in field.state.barrages] == [(0, True)]


@pytest.mark.rule("lnlt.core.armour.8.1")
def test_not_too_near_not_under_trees_and_not_in_opportunity_fire() -> None:
    near = mortar(de=[unit(RIFLES, "D5", "men")])
    near.do("activate", where="B5")
    assert not near.offers("shell")
    woods = mortar(terrain={"forest": ["B5"]})
    woods.do("activate", where="B5")
    assert not woods.offers("shell")
    field = Field(side("de", unit(RIFLES, "G5", "men")), side("us", unit("us.wt.mortar81", "B5", "mortar")))
    field.do("activate", where="G5")
    field.do("move", where="G5")
    field.do("step", where="G6")
    assert field.kind == "step"


@pytest.mark.rule("lnlt.core.armour.8.1")
def test_not_farther_than_its_range() -> None:
    """The printed 28 hexes are more than a board; with a range of five the target at five is the last one."""
    for reach, reached in ((5, True), (4, False)):
        field = mortar()
        team = field.unit("mortar").type.team
        assert team is not None
        assert team.range == 28
        team.range = reach
        try:
            assert field.state.board.grid.distances[field.hex("B5")][field.hex("G5")] == 5
            assert mortar_targets(field.state, field.unit("mortar")) == ([field.hex("G5")] if reached else [])
        finally:
            team.range = 28


@pytest.mark.rule("lnlt.core.armour.8.1")
def test_a_spotter_sees_for_the_mortar_and_is_done() -> None:
    wall = {"terrain": {"stone-building": ["D4", "D5", "D6", "C4", "C5", "C6"]}}
    blind = mortar(**wall)
    blind.do("activate", where="B5")
    assert not blind.offers("shell")
    field = mortar(us=[unit(CLARKSON, "E5", "boss")], **wall)
    field.do("activate", where="B5")
    field.do("shell", "mortar")
    shot = event(field.do("shoot-hex", where="G5", dice=[1, 1, 6]), "barrage-misses")
    assert "fire.leadership" not in lines(shot)
    assert field.has("boss", OPS)


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.core.armour.5.8")
def test_a_mortar_shells_vehicles_too() -> None:
    field = mortar(de=[vehicle(STUG, "G5", "G", WEST, markers=["buttoned"])])
    field.do("activate", where="B5")
    field.do("shell", "mortar")
    field.do("shoot-hex", where="G5", dice=[6, 6, 1, 6])
    assert field.vehicle("G").flags & SHAKEN


@pytest.mark.rule("lnlt.core.armour.8.2")
@pytest.mark.parametrize(
    ("type_", "spec", "may"),
    [
        (CLARKSON, {}, True),
        ("us.scout", {}, True),
        (PARA, {}, False),
        ("us.hero.para", {}, False),
        (CLARKSON, {"shaken": True}, False),
        (CLARKSON, {"markers": ["ops-complete"]}, False),
    ],
)
@pytest.mark.first_seat
def test_who_calls_for_artillery(type_: str, spec: dict[str, Any], may: bool) -> None:
    field = guns(us=[unit(type_, "B5", "caller", **spec)])
    assert may_call(field.state, field.unit("caller")) == may
    field.state.batteries[0][0].left = 0
    assert not may_call(field.state, field.unit("caller")), "no mission is left"


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.core.armour.8.2")
@pytest.mark.parametrize(("mortar", "dice", "difference"), [(False, [2, 6, 3], 1), (True, [2, 5, 6, 3], 4)])
@pytest.mark.first_seat
def test_shells_and_mortar_bombs_strike_everybody_there(mortar: bool, dice: list[int], difference: int) -> None:
    """Of a mortar's two dice the higher one counts."""
    field = guns()
    field.state.dice.script = dice
    field.state.dice.cursor = 0
    field.state.events = []
    strike(field.state, field.hex("G5"), 5, field.state.stacks[1][field.hex("G5")], [], mortar)
    hit = event(field.state.events, "barrage-hits")
    assert hit.args["difference"] == difference
    assert field.state.dice.cursor == len(dice)
    assert [line.rule for line in hit.lines] == ["lnlt.core.armour.8.1" if mortar else "lnlt.core.armour.8.2"]


@pytest.mark.rule("lnlt.core.armour.5.8", "lnlt.core.armour.7.3", "lnlt.core.armour.8.2")
@pytest.mark.parametrize(("type_", "armour"), [(STUG, 1), ("ge.veh.sdkfz251", 0), ("ge.veh.truck", 0)])
def test_shells_fall_on_the_thinnest_armour(type_: str, armour: int) -> None:
    """A tie does nothing, one more shakes; what has no roof has no armour against them."""
    for more in (0, 1):
        field = guns(de=[vehicle(type_, "G5", "V"), unit(WEISS, "L9", "far")], rows=12)
        target = field.vehicle("V")
        lowest = top_armour(target)
        assert lowest == (target.type.lowest if armour else 0)
        field.state.dice.script = [1 + lowest + more, 6, 6]
        field.state.dice.cursor = 0
        strike(field.state, target.hex, 5, [], [target], False)
        assert field.state.dice.cursor == 2 + more
        assert (target.flags != 0 or target.hex < 0) == bool(more)


@pytest.mark.rule("lnlt.core.armour.8.1", "lnlt.core.5.0.1", "lnlt.core.5.0.2")
def test_what_counts_for_a_mortar_team() -> None:
    team = unit("us.wt.mortar81", "B5", "team")
    woods = {"brush": ["C5", "D5", "E5"]}
    for terrain, markers, direct, expected in (
        ({}, [], True, {"fire.leadership": 1}),
        ({}, [], False, {}),
        ({}, ["moved"], False, {"fire.moving": 1}),
        ({"brush": ["C5", "D5"]}, [], True, {"fire.leadership": 1}),
        (woods, [], True, {"fire.leadership": 1, "fire.degrading": -3}),
    ):
        first = side("us", team, unit(CLARKSON, "B5", "boss"))
        men = unit(RIFLES, "G5", "men", markers=markers)
        field = Field(first, side("de", men), terrain=terrain)
        tally = mortar_tally(field.state, field.unit("team"), field.hex("G5"), direct)
        found = {line.label: line.value for line in tally.lines if line.label != "barrage.firepower"}
        assert found == expected
    tank = vehicle(STUG, "G5", "G", markers=["moved"])
    field = Field(side("us", team), side("de", tank))
    assert "fire.moving" in {
        line.label for line in mortar_tally(field.state, field.unit("team"), field.hex("G5"), True).lines
    }


@pytest.mark.rule("lnlt.core.option.loose_mission_fp", "lnlt.core.armour.8.2")
@pytest.mark.parametrize(("option", "fp"), [("minus-two", 3), ("halve", 3), ("same", 5)])
@pytest.mark.first_seat
def test_a_loose_mission_is_thinner(option: str, fp: int) -> None:
    even, least = {"minus-two": (2, 0), "halve": (2, 1), "same": (4, 1)}[option]
    for strength, loose in ((5, fp), (4, even), (1, least)):
        field = guns(options={"loose_mission_fp": option})
        field.state.batteries[0][0].fp = strength
        mission = FireMission(0, field.names["boss"])
        mission.battery = 0
        mission.reach = LOOSE
        assert mission.firepower(field.state) == loose


@pytest.mark.rule("lnlt.hon.10.5e", "lnlt.core.armour.8.1")
@pytest.mark.first_seat
def test_a_mortar_crew_that_looks_across_bocage_needs_them_spotted() -> None:
    """A leader who looks at them from another side sees them in the open, and tells the crew."""
    bocage = {"sides": {"bocage": ["G5/F5", "G5/F6"]}}
    field = mortar(us=[unit(PARA, "B5", "men-at-arms")], **bocage)
    assert field.state.sight_from(field.hex("B5")) >> field.hex("G5") & 1
    assert not mortar_targets(field.state, field.unit("mortar"))
    field.state.spotted[1] |= 1 << field.hex("G5")
    field.state.stale()
    assert mortar_targets(field.state, field.unit("mortar")) == [field.hex("G5")]
    told = mortar(us=[unit(CLARKSON, "G2", "boss")], **bocage)
    assert mortar_targets(told.state, told.unit("mortar")) == [told.hex("G5")]
    assert spotter_for(told.state, told.unit("mortar"), told.hex("G5")) == told.names["boss"]
