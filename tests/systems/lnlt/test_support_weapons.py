"""Support weapons that are not ordnance (lnlt.core.1.6): flame, charges, bottles, light mortars, captured guns."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.armour import PANZER, Field, side, vehicle
from tests.systems.lnlt.table import CLARKSON, PARA, PARA_HALF, US_HERO, Table, event, lines, unit

from bocage.systems.lnlt.model.flags import OPS
from bocage.systems.lnlt.model.kinds import READY
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules.aftermath import comes_nearer, refuges
from bocage.systems.lnlt.rules.portage import may_flip

pytestmark = pytest.mark.both_seats

RIFLES = "ge.wehr44.squad.1-6-4"
LINE = "su.line.squad.1-4-4-5"
LINE_LEADER = "su.ldr.linelt"
FLAME = "us.sw.flamethrower"
SATCHEL = "us.sw.satchel"
BOTTLE = "su.sw.molotov"
MORTAR = "uk.sw.mortar51"
BRITON = "uk.para.squad.1-6-4"
OLD = {"fire_ignition": False}


def fire(units: list[dict[str, Any]], foe: list[dict[str, Any]], dice: list[int], **more: Any) -> tuple[Table, Any]:
    """The stack in E5 fires at E4 with all it has; the first choice of firers is taken as long as there is one."""
    table = Table(units, foe, options=OLD, **more)
    nation = more.get("nations", ("us",))[0]
    table.do("activate", where="E5")
    where = foe[0]["hex"]
    option = table.find("fire", where=where)
    table.state.dice.script = dice
    table.state.dice.cursor = 0
    table.state.play(table.decision, option)
    while table.state.pending and table.kind == "firers":
        table.state.play(table.decision, table.decision.options[-1 if table.decision.options[0] else 0])
    assert nation
    return table, table.state.events


@pytest.mark.rule("lnlt.core.1.6.3", "lnlt.core.open.10")
def test_a_satchel_charge_adds_its_firepower_to_the_squads_and_is_gone() -> None:
    table, events = fire([unit(PARA, "E5", "a", weapons=[SATCHEL])], [unit(RIFLES, "E4", "f")], [1, 6, 1, 2])
    found = lines(event(events, "fire-hits"))
    assert found["fire.weapon"] == 6
    assert found["fire.lead"] == 2
    assert found["fire.adjacent"] == 2
    assert table.state.weapons[0].hex == -1


@pytest.mark.rule("lnlt.core.1.6.3", "lnlt.nosb.1.6.22i")
def test_charges_alone_get_no_other_modifier_and_one_man_throws_them_as_well() -> None:
    for who in (US_HERO, PARA_HALF, CLARKSON):
        foe = unit(RIFLES, "E4", "f", markers=["moved"])
        table = Table([unit(who, "E5", "a", weapons=[SATCHEL]), unit(PARA, "J9")], [foe], options=OLD)
        table.do("activate", where="E5")
        if who == CLARKSON:
            events = table.do("fire", where="E4", dice=[1, 6, 1])
        else:
            table.do("fire", where="E4")
            events = table.do("add-weapon", "a", dice=[1, 6, 1])
        assert lines(event(events, "fire-hits")) == {"fire.weapon": 6}


@pytest.mark.rule("lnlt.core.1.6.3", "lnlt.core.open.10")
@pytest.mark.parametrize(("fuel", "left"), [(6, False), (5, True)])
def test_a_flamethrower_runs_dry_on_a_six(fuel: int, left: bool) -> None:
    table, _ = fire([unit(PARA, "E5", "a", weapons=[FLAME])], [unit(RIFLES, "E4", "f")], [1, 6, fuel, 1, 2])
    assert (table.state.weapons[0].hex >= 0) == left


@pytest.mark.rule("lnlt.core.1.6.3", "lnlt.core.open.10")
def test_who_is_shaken_by_flame_falls_back_one_hex_or_is_lost() -> None:
    table, _ = fire([unit(PARA, "E5", "a", weapons=[SATCHEL])], [unit(RIFLES, "E4", "f")], [1, 6, 3])
    assert table.kind == "fall-back"
    table.do("fall-back", where="E3")
    assert table.place("f") == "E3"
    assert table.is_shaken("f")
    grid = table.state.board.grid
    near = [grid.names[n] for n in table.state.board.neighbours[table.hex("E4")] if grid.names[n] != "E5"]
    around = [unit(PARA, hex_) for hex_ in near]
    corner = Table([unit(PARA, "E5", "a", weapons=[SATCHEL]), *around], [unit(RIFLES, "E4", "f")], options=OLD)
    corner.do("activate", where="E5")
    corner.do("fire", where="E4")
    option = corner.find("add-weapon", "a")
    corner.state.dice.script = [1, 6, 3]
    corner.state.play(corner.decision, option)
    assert corner.place("f") == "gone"


@pytest.mark.rule("lnlt.core.1.6.7", "lnlt.nosb.1.6.22a", "lnlt.nosb.1.6.22b", "lnlt.nosb.1.6.22c", "lnlt.nosb.1.6.22f")
def test_a_bottle_is_thrown_once_and_drives_the_shaken_off() -> None:
    table, events = fire(
        [unit(LINE, "E5", "a", weapons=[BOTTLE])],
        [unit(RIFLES, "E4", "f")],
        [3, 4, 3],
        nations=("su", "de"),
        module="nosb",
    )
    assert lines(event(events, "fire-hits"))["fire.weapon"] == 2
    assert table.state.weapons[0].hex == -1
    assert table.kind == "fall-back"


@pytest.mark.rule("lnlt.nosb.1.6.22h", "lnlt.nosb.1.6.22j")
def test_a_leader_lends_his_modifier_to_a_bottle_unless_he_throws_it() -> None:
    table = Table(
        [unit(LINE_LEADER, "E5", "l", weapons=[BOTTLE])],
        [unit(RIFLES, "E4", "f")],
        nations=("su", "de"),
        module="nosb",
        options=OLD,
    )
    table.do("activate", where="E5")
    events = table.do("fire", where="E4", dice=[1, 6])
    assert lines(events[0]) == {"fire.weapon": 2}


@pytest.mark.rule("lnlt.dj.1.6.23a", "lnlt.dj.1.6.23b", "lnlt.dj.1.6.23d")
def test_rpg_43_do_not_count_in_melee() -> None:
    own = [unit(LINE, "E5", "a", weapons=["su.sw.rpg43"]), unit(LINE, "J9")]
    table = into_melee(own, [unit(RIFLES, "E4", "f")], [1, 1, 1, 1])
    assert event(table.state.events, "melee-fails").args["attack"] == 1
    assert table.state.weapons[0].type.fp == 3


def into_melee(own: list[dict[str, Any]], foes: list[dict[str, Any]], dice: list[int] | None = None) -> Table:
    table = Table(own, foes, nations=("su", "de"), module="dj")
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("step", where="E4", dice=dice)
    return table


@pytest.mark.rule("lnlt.nosb.1.6.22d", "lnlt.nosb.1.6.22b")
def test_bottles_are_thrown_in_melee_by_choice() -> None:
    """A squad of 1 with a bottle of 2 against a squad of 1."""
    own = [unit(LINE, "E5", "a", weapons=[BOTTLE]), unit(LINE, "J9")]
    table = into_melee(own, [unit(RIFLES, "E4", "f")])
    assert table.kind == "melee-charges"
    table.check_forecast("close-in")
    kept = event(table.do("close-in", dice=[1, 1, 1, 1]), "melee-fails")
    assert (kept.args["attack"], table.state.weapons[0].owner) == (1, table.names["a"])
    table = into_melee(own, [unit(RIFLES, "E4", "f")])
    table.check_forecast("use-charge", "a")
    blows = [one for one in table.do("use-charge", "a", dice=[1, 1, 1, 1]) if one.kind == "melee-fails"]
    assert [(blow.args["attack"], blow.args["defence"]) for blow in blows] == [(3, 1), (1, 3)]
    assert table.state.weapons[0].owner == GONE, "used once"


@pytest.mark.rule("lnlt.nosb.1.6.22d", "lnlt.core.1.6.3", "lnlt.core.8.0")
def test_a_leader_throws_with_full_force_or_does_not_fight() -> None:
    own = [unit(LINE_LEADER, "E5", "a", weapons=[BOTTLE]), unit(LINE, "J9")]
    table = into_melee(own, [unit(RIFLES, "E4", "f")])
    assert not any(one.kind == "melee-fails" and one.args["attack"] == 0 for one in table.do("close-in", dice=[1, 1]))
    table = into_melee(own, [unit(RIFLES, "E4", "f")])
    assert event(table.do("use-charge", "a", dice=[1, 1, 1, 1]), "melee-fails").args["attack"] == 2


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.1.6.3", "lnlt.core.8.0.1")
@pytest.mark.parametrize(("fuel", "left"), [(5, True), (6, False)])
def test_the_side_that_is_attacked_squirts_too_and_may_run_dry(fuel: int, left: bool) -> None:
    foes = [unit(RIFLES, "E4", "f", weapons=["ge.sw.flamethrower"])]
    table = into_melee([unit(LINE, "E5", "a"), unit(LINE, "J9")], foes)
    assert (table.kind, table.decision.seat) == ("melee-charges", 1)
    table.do("use-charge", "f", dice=[1, 1, 1, 1, fuel])
    weapon = table.state.weapons[0]
    assert (weapon.owner != GONE, weapon.side) == (left, READY)


@pytest.mark.rule("lnlt.dj.1.6.23b")
def test_an_rpg_43_is_not_thrown_at_men() -> None:
    table = Table(
        [unit(LINE_LEADER, "E5", "l", weapons=["su.sw.rpg43"])],
        [unit(RIFLES, "E4", "f")],
        nations=("su", "de"),
        module="dj",
    )
    table.do("activate", where="E5")
    assert not table.offers("fire")


def mortar(units: list[dict[str, Any]], foe: str = "E1", **more: Any) -> Table:
    return Table(units, [unit(RIFLES, foe, "f")], nations=("uk", "de"), module="hon", options=OLD, **more)


@pytest.mark.rule("lnlt.hon.1.6.4a", "lnlt.hon.1.6.4d", "lnlt.hon.1.6.4h", "lnlt.hon.1.6.4i", "lnlt.core.1.6.5")
@pytest.mark.rule("lnlt.sab.1.6.21c", "lnlt.sab.1.6.21e", "lnlt.sab.1.6.21i", "lnlt.sab.1.6.21j", "lnlt.hon.1.6.4n")
@pytest.mark.rule("lnlt.sab.1.6.21n")
def test_a_light_mortar_adds_two_and_the_higher_of_two_dice_counts() -> None:
    table = mortar([unit(BRITON, "E7", "a", weapons=[MORTAR])])
    table.do("activate", where="E7")
    table.check_forecast("fire", where="E1")
    events = table.do("fire", where="E1", dice=[2, 5, 6, 3])
    found = event(events, "fire-hits")
    assert found.args["fp"] == 3
    assert found.args["attack"] == 8
    assert not table.state.barrages


@pytest.mark.rule("lnlt.hon.1.6.4u", "lnlt.hon.1.6.4v", "lnlt.sab.1.6.21u", "lnlt.sab.1.6.21v")
@pytest.mark.parametrize(("foe", "may"), [("E6", False), ("E5", True)])
def test_a_light_mortar_reaches_from_2_to_9(foe: str, may: bool) -> None:
    table = mortar([unit("uk.ldr.ablt", "E7", "l", weapons=[MORTAR])], foe)
    table.do("activate", where="E7")
    assert table.offers("fire") == may
    assert table.state.weapons[0].type.min_range == 2
    assert table.state.weapons[0].type.range == 9


@pytest.mark.rule("lnlt.hon.1.6.4f", "lnlt.sab.1.6.21g", "lnlt.hon.1.6.4b", "lnlt.hon.1.6.4t", "lnlt.sab.1.6.21t")
def test_one_man_fires_a_light_mortar_at_half() -> None:
    table = mortar([unit("uk.ldr.ablt", "E5", "l", weapons=[MORTAR])])
    table.do("activate", where="E5")
    events = table.do("fire", where="E1", dice=[1, 1, 6])
    assert lines(events[0]) == {"fire.weapon": 1}


@pytest.mark.rule("lnlt.hon.1.6.4e", "lnlt.sab.1.6.21f")
def test_a_light_mortar_is_not_halved_in_group_fire() -> None:
    table = mortar([unit(BRITON, "E5", "a"), unit(BRITON, "E5", "b", weapons=[MORTAR])])
    table.do("activate", where="E5")
    table.do("fire", where="E1")
    table.do("add", "a")
    events = table.do("add-weapon", "b", dice=[1, 1, 6])
    assert lines(events[0])["fire.weapon"] == 2


@pytest.mark.rule("lnlt.hon.1.6.4c", "lnlt.sab.1.6.21d")
@pytest.mark.parametrize("ground", ["forest", "stone-building", "wooden-building"])
def test_no_light_mortar_fires_from_under_cover(ground: str) -> None:
    table = mortar([unit("uk.ldr.ablt", "E5", "l", weapons=[MORTAR])], terrain={ground: ["E5"]})
    table.do("activate", where="E5")
    assert not table.offers("fire")


@pytest.mark.rule("lnlt.hon.1.6.4g", "lnlt.sab.1.6.21h")
def test_a_light_mortar_needs_a_spotted_hex() -> None:
    table = mortar([unit("uk.ldr.ablt", "E5", "l", weapons=[MORTAR])], terrain={"light-woods": ["E1"]})
    table.do("activate", where="E5")
    assert not table.offers("fire")


@pytest.mark.rule("lnlt.hon.1.6.4q", "lnlt.sab.1.6.21q")
def test_a_light_mortar_never_fires_by_opportunity() -> None:
    table = mortar([unit("uk.ldr.ablt", "E5", "l", weapons=[MORTAR])], "E1", impulse="de")
    table.do("activate", where="E1")
    table.do("move", where="E1")
    table.do("step", where="E2")
    assert table.kind != "opportunity"


@pytest.mark.rule("lnlt.hon.1.6.4r", "lnlt.hon.1.6.4s", "lnlt.sab.1.6.21r", "lnlt.sab.1.6.21s")
def test_a_light_mortar_is_packed_before_it_moves() -> None:
    for flip, who, may in (("anyone", BRITON, True), ("anyone", "uk.ldr.ablt", True), ("squads", "uk.ldr.ablt", False)):
        table = Table(
            [unit(who, "E5", "a", weapons=[MORTAR])],
            [unit(RIFLES, "A1", "f")],
            nations=("uk", "de"),
            module="hon",
            phase="rally",
            options={"mortar_flip": flip},
        )
        assert (table.kind == "rally" and table.offers("turn-over")) == may
    moved = mortar([unit(BRITON, "E5", "a", weapons=[MORTAR])], "A1")
    moved.do("activate", where="E5")
    moved.do("move", where="E5")
    moved.do("step", where="E6")
    assert moved.state.weapons[0].owner == -1


@pytest.mark.rule("lnlt.core.1.6.8", "lnlt.core.open.9", "lnlt.hid.1.6.8a", "lnlt.hid.1.6.8b")
def test_captured_guns_fire_at_half_but_the_blue_mg34_in_full() -> None:
    for gun, fp in (("ge.sw.mg34", 1), ("fr.sw.mg34c", 2)):
        table = Table(
            [unit("fr.reg.hs.1-4-4", "E5", "a", weapons=[gun])],
            [unit(RIFLES, "E2", "f")],
            nations=("fr", "de"),
            module="hid",
            options=OLD,
        )
        table.do("activate", where="E5")
        table.do("fire", where="E2")
        events = table.do("add-weapon", "a", dice=[1, 6])
        assert lines(events[0])["fire.weapon"] == fp


@pytest.mark.rule("lnlt.core.5.6", "lnlt.sab.13.94d", "lnlt.sab.13.94e")
def test_assaulters_get_three_against_a_neighbour_once_a_stack() -> None:
    table = mortar([unit(BRITON, "E5", "a"), unit(BRITON, "E5", "b")], "E4")
    table.do("activate", where="E5")
    table.do("fire", where="E4")
    table.do("add", "a")
    events = table.do("add", "b", dice=[1, 6])
    found = lines(events[0])
    assert found["fire.adjacent"] + found["fire.assaulters"] == 3


@pytest.mark.rule("lnlt.nosb.13.53e", "lnlt.nosb.13.53f")
def test_each_further_partisan_adds_one() -> None:
    squad = "su.partisan.squad.0-4-4"
    table = Table(
        [unit(squad, "E5", "a"), unit(squad, "E5", "b")], [unit(RIFLES, "E2", "f")], nations=("su", "de"), module="nosb"
    )
    table.do("activate", where="E5")
    table.do("fire", where="E2")
    table.do("add", "a")
    events = table.do("add", "b", dice=[1, 6])
    assert lines(events[0]) == {"fire.lead": 0, "fire.additional": 1}


def indirect(director: str, beside: bool = True, woods: bool = False) -> Table:
    """The crew in E7 sees nothing for the forest in E5; who stands beside it sees past."""
    terrain = {"forest": ["E5"]} | ({"light-woods": ["E2"]} if woods else {})
    return Table(
        [
            unit("uk.ldr.ablt", "E7", "m", weapons=[MORTAR]),
            unit(director, "F7" if beside else "G6", "d"),
            unit(BRITON, "J9"),
        ],
        [unit(RIFLES, "E2", "f", markers=[] if woods else ["moved"]), unit("ge.medic", "A1")],
        nations=("uk", "de"),
        module="hon",
        options=OLD,
        terrain=terrain,
    )


@pytest.mark.rule("lnlt.hon.1.6.4j", "lnlt.hon.1.6.4l", "lnlt.hon.1.6.4m", "lnlt.hon.1.6.4w", "lnlt.hon.1.6.4o")
@pytest.mark.rule("lnlt.sab.1.6.21k", "lnlt.sab.1.6.21m", "lnlt.sab.1.6.21w", "lnlt.sab.1.6.21x", "lnlt.sab.1.6.21o")
def test_a_friend_beside_the_crew_directs_indirect_fire() -> None:
    table = indirect(BRITON)
    table.do("activate", where="E7")
    assert not table.offers("fire", where="E7>E2")
    assert set(table.check_forecast("lob", "m").odds) == {"attack"}
    events = table.do("lob", "m", dice=[2, 4, 6])
    assert lines(events[0]) == {"fire.weapon": 1, "fire.moving": 1}
    assert events[0].args["attack"] == 6
    assert table.has("d", OPS)


@pytest.mark.rule("lnlt.hon.1.6.4p", "lnlt.sab.1.6.21p")
@pytest.mark.parametrize("who", ["uk.medic", "uk.sniper"])
def test_who_may_not_direct(who: str) -> None:
    table = indirect(who)
    table.do("activate", where="E7")
    assert not table.offers("lob")


@pytest.mark.rule("lnlt.hon.1.6.4j", "lnlt.sab.1.6.21k")
def test_a_friend_farther_off_does_not_direct() -> None:
    table = indirect(BRITON, beside=False)
    assert table.state.sight_from(table.hex("G6")) >> table.hex("E2") & 1
    table.do("activate", where="E7")
    assert not table.offers("lob")


@pytest.mark.rule("lnlt.hon.1.6.4k", "lnlt.sab.1.6.21l")
def test_one_unit_spots_and_directs_in_one_impulse() -> None:
    table = indirect(BRITON, woods=True)
    table.do("spot", "d", "E2", dice=[1])
    assert table.has("d", OPS)
    table.do("activate", where="E7")
    assert table.offers("lob", "m")


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.hon.1.6.4s", "lnlt.sab.1.6.21s", "lnlt.core.1.6.1")
@pytest.mark.parametrize(("spec", "seat", "may"), [({}, 0, True), ({}, 1, False), ({"shaken": True}, 0, False)])
def test_who_turns_a_mortar_over(spec: dict[str, Any], seat: int, may: bool) -> None:
    table = mortar([unit(BRITON, "E7", "a", weapons=[MORTAR], **spec)])
    weapon = table.state.weapons[0]
    assert may_flip(table.state, weapon, seat) == may
    weapon.handed = True
    assert not may_flip(table.state, weapon, seat), "once a phase"
    weapon.handed = False
    weapon.owner = -1
    assert not may_flip(table.state, weapon, seat), "nobody holds it"


@pytest.mark.rule("lnlt.hon.1.6.4s", "lnlt.core.8.1")
def test_nobody_turns_a_mortar_over_in_melee() -> None:
    table = mortar([unit(BRITON, "E7", "a", weapons=[MORTAR])], "E7")
    assert not may_flip(table.state, table.state.weapons[0], 0)


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.hon.10.5e", "lnlt.hon.1.6.4j")
@pytest.mark.parametrize("spotted", [False, True])
def test_nobody_directs_fire_across_bocage_at_men_not_spotted(spotted: bool) -> None:
    table = Table(
        [unit("uk.ldr.ablt", "E7", "m", weapons=[MORTAR]), unit(BRITON, "F7", "d"), unit(BRITON, "J9")],
        [unit(RIFLES, "E2", "f"), unit("ge.medic", "A1")],
        nations=("uk", "de"),
        module="hon",
        terrain={"forest": ["E5"]},
        sides={"bocage": [f"E2/{hex_}" for hex_ in ("D2", "D3", "E3", "F2", "F3")]},
    )
    state = table.state
    assert state.sight_from(table.hex("F7")) >> table.hex("E2") & 1
    if spotted:
        state.spotted[1] |= 1 << table.hex("E2")
        state.stale()
    table.do("activate", where="E7")
    assert table.offers("lob", "m") == spotted


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.1.6.3", "lnlt.core.armour.7.2")
def test_nobody_retreats_into_the_hex_of_an_enemy_tank_nor_towards_one() -> None:
    field = Field(side("us", unit(PARA, "D5", "p")), side("de", unit(RIFLES, "L9"), vehicle(PANZER, "C5", "T")))
    distances = field.state.board.grid.distances[field.hex("L9")]
    around = set(field.state.board.neighbours[field.hex("D5")]) - {field.hex("C5")}
    away = {hex_ for hex_ in around if distances[hex_] >= distances[field.hex("D5")]}
    assert set(refuges(field.state, 0, field.hex("D5"), [field.names["p"]])) == away
    assert 0 < len(away) < len(around)
    far = Field(side("us", unit(PARA, "D5", "p")), side("de", unit(RIFLES, "A1"), vehicle(PANZER, "H5", "T")))
    assert comes_nearer(far.state, 0, far.hex("D5"), far.hex("E5"))
    assert not comes_nearer(far.state, 0, far.hex("D5"), far.hex("D6"))


# ---- what is thrown is thrown by choice

PARTISANS = "su.partisan.squad.0-4-4"


@pytest.mark.rule("lnlt.nosb.1.6.22c", "lnlt.core.1.6.3")
@pytest.mark.parametrize(("verb", "thrown"), [("add", False), ("add-weapon", True)])
def test_a_squad_may_keep_its_bottle(verb: str, thrown: bool) -> None:
    table = Table(
        [unit(LINE, "E5", "a", weapons=[BOTTLE])], [unit(RIFLES, "E4", "f")], nations=("su", "de"), options=OLD
    )
    table.do("activate", where="E5")
    table.do("fire", where="E5>E4")
    table.check_forecast(verb, "a")
    events = table.do(verb, "a", dice=[1, 6])
    assert ("thrown" in {one.kind for one in events}) == thrown
    assert (table.state.weapons[0].owner == table.names["a"]) != thrown


@pytest.mark.rule("lnlt.nosb.1.6.22c", "lnlt.core.5.3")
def test_a_squad_may_keep_its_bottle_in_opportunity_fire() -> None:
    table = Table(
        [unit(RIFLES, "D5", "f")], [unit(PARTISANS, "D3", "a", weapons=[BOTTLE])], nations=("de", "su"), module="nosb"
    )
    table.do("activate", where="D5")
    table.do("move", where="D5")
    table.do("step", where="D4")
    table.do("opportunity-fire", where="D3")
    table.do("add", "a", dice=[1, 6])
    assert table.state.weapons[0].owner == table.names["a"]


@pytest.mark.rule("lnlt.nosb.1.6.22c", "lnlt.core.1.6")
@pytest.mark.parametrize(
    ("verb", "expected", "dice", "left"),
    [
        ("add", {"fire.lead": 2}, [1, 6], 2),
        ("add-weapon", {"fire.lead": 2, "fire.weapon": 6}, [1, 6, 1], 1),
        ("add-other-weapon", {"fire.lead": 2, "fire.weapon": 2}, [1, 6, 1], 2),
        ("add-weapons", {"fire.weapon": 8}, [1, 6, 1], 1),
    ],
)
def test_a_squad_picks_the_weapon_it_uses(verb: str, expected: dict[str, int], dice: list[int], left: int) -> None:
    own = [unit(PARA, "E5", "a", weapons=[SATCHEL, "us.sw.m1919a4"])]
    table = Table(own, [unit("ge.medic", "E4", "f")], options=OLD)
    table.do("activate", where="E5")
    table.do("fire", where="E5>E4")
    events = table.do(verb, "a", dice=dice)
    shot = next(one for one in events if one.kind in ("fire-misses", "fire-hits"))
    assert {label: value for label, value in lines(shot).items() if label in ("fire.lead", "fire.weapon")} == expected
    assert len([weapon for weapon in table.state.weapons if weapon.owner == table.names["a"]]) == left
