"""Game options about vehicles, guns and smoke (lnlt.core.option)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import ContentError
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content.scenarios import edition
from bocage.systems.lnlt.model.ground import SMOKE
from bocage.systems.lnlt.model.hull import WRECK
from bocage.systems.lnlt.model.kinds import HERO
from bocage.systems.lnlt.model.vehicles import BEHIND, FRONT, SIDE, bearing
from bocage.systems.lnlt.rules.damage import draw_card, may_raise_hero
from systems.lnlt.armour import PANZER, SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import FJ, MG34, PARA, RIFLES, event, lines, unit

pytestmark = pytest.mark.both_seats

FAR = unit(RIFLES, "L9", "far")


@pytest.mark.rule("lnlt.core.option.edition", "lnlt.core.option.ops_complete_of.armour")
def test_an_older_edition_sets_its_switches_and_single_ones_override_it() -> None:
    newest, before, oldest = (edition({"edition": name}) for name in ("v5.1", "v4.1", "v3"))
    assert (newest.assault_fire, newest.ops_halves, newest.heroes_from_teams) == (True, False, False)
    assert (before.assault_fire, before.ops_halves) == (False, False)
    assert (oldest.assault_fire, oldest.ops_halves) == (False, True)
    assert (oldest.assault_halves, oldest.smc_self_rally) == (False, False)  # lnlt.boh.24.2
    assert (oldest.heroes_from_teams, oldest.natural_six_fails, oldest.fire_ignition) == (True, False, False)
    assert not edition({"edition": "v3", "ops_complete_of": "minus-one"}).ops_halves
    with pytest.raises(ContentError, match="edition"):
        SYSTEM.new("boh/first-contact", 1, {"edition": "v9"})


@pytest.mark.rule("lnlt.core.option.edition")
def test_a_module_is_played_by_its_own_document_unless_a_game_says_otherwise() -> None:
    printed = SYSTEM.new("boh/first-contact", 1, {}).edition
    assert (printed.printing, printed.ops_halves, printed.assault_fire) == (2, True, False)
    assert SYSTEM.new("boh/first-contact", 1, {"edition": "v5.1"}).edition.assault_fire
    assert SYSTEM.new("nosb/trench-line", 1, {}).edition.motherland_everywhere
    assert SYSTEM.new("sab/drop-zone", 1, {}).edition.squads_flip_mortars
    assert SYSTEM.new("dj/state-farm", 1, {}).edition.hexside_facing
    assert SYSTEM.new("hid/meuse-line", 1, {}).edition.heroes_from_teams
    assert not SYSTEM.new("hon/dark-lane", 1, {}).edition.heroes_from_teams
    found = {info.id: info.usual for info in SYSTEM.scenarios()}
    assert found["sab/drop-zone"]["mortar_flip"] == "squads"
    assert found["sab/drop-zone"]["ops_complete_of"] == "half"


@pytest.mark.rule("lnlt.core.12")
def test_the_heroes_of_a_module_draw_from_one_deck() -> None:
    """A card that is drawn, or held from the start, is nobody else's."""
    state = SYSTEM.new("hid/old-hands", 1, {})
    held = {unit.skill for unit in state.units if unit.skill}
    assert state.cards[0] == state.cards[1]
    assert not held & set(state.cards[0])
    assert held | set(state.cards[0]) == set(range(1, 19))
    hero = next(unit for unit in state.units if unit.type.kind == HERO and unit.seat == 1)
    draw_card(state, hero)
    assert hero.skill not in state.cards[0]
    assert hero.skill not in state.cards[1]


# ---- facing


@pytest.mark.rule("lnlt.core.option.facing", "lnlt.dj.21.7c", "lnlt.core.open.armour.9")
def test_facing_a_hexside_leaves_three_hexes_in_front_and_three_behind() -> None:
    dug_in = vehicle(PANZER, "F5", "P", 0, markers=["emplaced"])
    for facing, behind in (("vertex", {"F6", "E5"}), ("hexside", {"F6", "E5", "G5"})):
        field = Field(side("de", dug_in), side("us", unit(PARA, "A9", "rest")), options={"facing": facing})
        field.order("P")
        field.do("set-out")
        assert field.verbs() == {"reverse"}
        assert {choice.place for choice in field.choices()} == behind


@pytest.mark.rule("lnlt.core.option.facing", "lnlt.core.armour.5.2")
def test_fans_around_a_hexside() -> None:
    field = Field(side("us", vehicle(SHERMAN, "F5", "S", 0)), side("de", FAR), options={"facing": "hexside"})
    grid = field.state.board.grid
    seen = [bearing(grid, field.hex("F5"), 0, to, True) for to in grid.neighbours[field.hex("F5")]]
    assert seen == [FRONT, FRONT, SIDE, BEHIND, SIDE, FRONT]
    field.order("S")
    field.do("set-out")
    assert {choice.place for choice in field.choices() if choice.verb == "forward"} == {"F4", "G4", "E4"}


# ---- guns


@pytest.mark.rule("lnlt.core.option.he_uses_dft_mods", "lnlt.core.open.armour.4")
def test_modifiers_of_direct_fire_count_for_he_by_option() -> None:
    for option, expected in ((False, {"hit.he": 3}), (True, {"hit.he": 3, "fire.adjacent": 2, "fire.moving": 1})):
        first = side("us", vehicle(SHERMAN, "C5", "S"))
        second = side("de", unit(RIFLES, "D5", "men", markers=["moved"]), FAR)
        field = Field(first, second, options={"he_uses_dft_mods": option})
        field.order("S")
        attack = event(field.do("shoot-hex", where="D5", dice=[1, 1, 1, 6, *([] if not option else [1])]), HE[option])
        assert lines(attack) == expected


HE = {False: "he-misses", True: "he-hits"}


@pytest.mark.rule("lnlt.core.option.backblast_ban", "lnlt.core.armour.1.3")
def test_rockets_from_inside_a_building_by_option() -> None:
    for option in (False, True):
        more: dict[str, Any] = {"terrain": {"wooden-building": ["E5"]}, "options": {"backblast_ban": option}}
        first = side("de", unit(RIFLES, "E5", "squad", weapons=["ge.sw.panzerschreck"]), FAR)
        field = Field(first, side("us", vehicle(SHERMAN, "G5", "S")), **more)
        field.do("activate", where="E5")
        assert field.offers("aim", "squad") != option
        field = Field(side("us", vehicle(SHERMAN, "G5", "S")), first, **more)
        field.order("S")
        field.do("set-out")
        field.do("pivot-left")
        assert any(choice.verb == "react-gun" for choice in field.choices()) != option


@pytest.mark.rule("lnlt.core.option.natural_two")
def test_a_natural_two_hits_the_thinner_part_by_option() -> None:
    for option, location in (("hull", "@location.hull"), ("owner-worst", "@location.turret")):
        first = side("us", vehicle(SHERMAN, "C5", "S"))
        field = Field(first, side("de", vehicle(PANZER, "F5", "P", WEST)), options={"natural_two": option})
        field.order("S")
        assert event(field.do("shoot", "P", dice=[1, 1, 1, 6, 1, 1]), "bounces").args["location"] == location


@pytest.mark.rule("lnlt.core.option.wreck_smoke", "lnlt.core.armour.5.10")
def test_a_wreck_smokes_by_option() -> None:
    for option in (False, True):
        first = side("us", vehicle(SHERMAN, "C5", "S"))
        field = Field(first, side("de", vehicle(STUG, "F5", "G", WEST), FAR), options={"wreck_smoke": option})
        field.order("S")
        field.do("shoot", "G", dice=[3, 4, 6, 1, 1])
        assert field.vehicle("G").flags & WRECK
        assert field.state.ground.has(SMOKE, field.hex("F5")) == option


# ---- men against vehicles


@pytest.mark.rule("lnlt.core.option.overrun_close_assault_reply", "lnlt.core.armour.5.9")
def test_men_who_stand_an_overrun_answer_by_option() -> None:
    def overrun(option: bool, markers: list[str]) -> Field:
        first = side("us", vehicle(SHERMAN, "D5", "S"))
        men = unit(FJ, "E5", "men", weapons=[MG34], markers=markers)
        field = Field(first, side("de", men, FAR), options={"overrun_close_assault_reply": option})
        field.order("S")
        field.do("set-out")
        field.do("forward", where="E5")
        field.do("decline", dice=[1, 6, 1])
        return field

    assert overrun(False, []).kind == "driving"
    assert overrun(True, ["fired"]).kind == "driving", "they have fired"
    field = overrun(True, [])
    assert field.kind == "reaction"
    wins = event(field.do("close-assault", where="E5", dice=[6, 1]), "close-assault-wins")
    assert wins.args["defence"] == 3
    assert field.vehicle("S").flags & WRECK


@pytest.mark.rule("lnlt.core.option.hero_from", "lnlt.core.option.hero_from.armour", "lnlt.core.open.armour.32")
def test_weapon_teams_raise_heroes_by_option() -> None:
    for option, raised in (("squads", False), ("any", True)):
        first = side("us", unit("us.wt.m1917", "C5", "team"), unit(PARA, "C5", "men"))
        field = Field(first, side("de", FAR), options={"hero_from": option})
        assert may_raise_hero(field.state, field.unit("team")) == raised
        assert may_raise_hero(field.state, field.unit("men"))


# ---- smoke and night


def smokers(shells: int = 2, option: bool = True, **more: Any) -> Field:
    first = side("us", vehicle(SHERMAN, "C5", "S"), unit("us.wt.how75", "B5", "gun", facing=1), smoke_shells=shells)
    return Field(first, side("de", FAR), options={"smoke_shells": option}, **more)


@pytest.mark.rule("lnlt.core.option.smoke_shells", "lnlt.core.armour.4.7")
def test_smoke_shells_by_option_and_as_many_as_the_scenario_gives() -> None:
    for shells, option in ((0, True), (2, False)):
        field = smokers(shells, option)
        field.order("S")
        assert not field.offers("shoot-smoke")
    field = smokers(1)
    field.order("S")
    found = field.check_forecast("shoot-smoke", where="G5")
    assert set(found.odds) == {"smoke"}
    field.do("shoot-smoke", where="G5", dice=[3, 4])
    assert field.state.ground.has(SMOKE, field.hex("G5"))
    assert field.state.shells == [0, 0]
    assert field.offers("machine-guns") == field.offers("machine-guns", where="L9")
    field.finish()
    field.do("pass")
    field.do("activate", where="B5")
    assert not field.offers("aim", "gun") or not field.offers("shoot-smoke")


@pytest.mark.rule("lnlt.core.armour.4.7")
@pytest.mark.parametrize(("dice", "where"), [([5, 6], "F6"), ([6, 4], "H5"), ([5, 5], ""), ([6, 6], "")])
def test_where_a_smoke_shell_falls_that_misses(dice: list[int], where: str) -> None:
    field = smokers(terrain={"brush": ["E5", "D5"]})
    field.order("S")
    field.do("shoot-smoke", where="G5", dice=dice)
    laid = [name for name in ("F5", "F6", "G5", "H5", "H6") if field.state.ground.has(SMOKE, field.hex(name))]
    assert laid == ([where] if where else [])


@pytest.mark.rule("lnlt.core.option.mortar_smoke", "lnlt.core.armour.8.1", "lnlt.core.open.armour.26")
def test_mortar_teams_fire_smoke_by_option() -> None:
    for option in (False, True):
        first = side("us", unit("us.wt.mortar81", "C5", "mortar"))
        field = Field(first, side("de", unit(RIFLES, "G5", "men")), options={"mortar_smoke": option})
        field.do("activate", where="C5")
        field.do("shell", "mortar")
        assert field.offers("shoot-smoke", where="G5") == option
    assert not field.offers("shoot-smoke", where="F4"), "in place of an attack, so at a spotted enemy"
    field.do("shoot-smoke", where="G5")
    assert field.state.ground.has(SMOKE, field.hex("G5"))
    assert not field.state.barrages


@pytest.mark.rule("lnlt.core.armour.10", "lnlt.core.option.muzzle_flash")
def test_by_night_tanks_see_no_farther_and_flash_by_option() -> None:
    stug = vehicle(STUG, "H5", "G", WEST, markers=["fired"])
    for option in (False, True):
        field = Field(
            side("us", vehicle(SHERMAN, "C5", "S", leader="us.aldr.darius")),
            side("de", stug, vehicle(STUG, "G7", "quiet", WEST), FAR),
            visibility=2,
            options={"muzzle_flash": option},
        )
        field.order("S")
        assert field.offers("shoot", "G") == option
        assert not field.offers("shoot", "quiet"), "beyond what one sees"


@pytest.mark.rule("lnlt.core.armour.10")
def test_by_night_artillery_is_called_on_what_the_caller_sees() -> None:
    first = side("us", unit("us.ldr.clarkson", "C5", "boss"), artillery=[{"name": "105mm", "fp": 5, "missions": 1}])
    field = Field(first, side("de", FAR), visibility=2)
    field.do("activate", where="C5")
    field.do("call-artillery", "boss")
    field.do("standard-mission")
    assert field.offers("spotting-round", where="E5")
    assert not field.offers("spotting-round", where="F5")
