"""Skill cards that change fire: at the unseen, at two hexes, at friends, again and again, from several hexes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.table import CLARKSON, PARA, RIFLES, US_HERO, Table, event, lines, unit

from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import fire_check
from bocage.systems.lnlt.rules.fire_cards import second_hexes
from bocage.systems.lnlt.rules.melee_strength import melee_fp
from bocage.systems.lnlt.rules.tromblon import grenade_targets

pytestmark = pytest.mark.both_seats

OLD = {"fire_ignition": False}
MEDIC = "us.medic"


def stand(us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> Table:
    spare = {"us": MEDIC, "fr": "fr.medic"}[more.get("nations", ("us", "de"))[0]]
    return Table([*us, unit(spare, "J9", "far")], [*de, unit("ge.medic", "A1", "other")], options=OLD, **more)


# ---- Aimed Fire


@pytest.mark.rule("lnlt.hid.skill.aimed-fire.b", "lnlt.hid.skill.aimed-fire.c")
def test_aimed_fire_at_an_unspotted_hex() -> None:
    for who, skill, may in ((CLARKSON, "aimed-fire", True), (CLARKSON, "", False), (US_HERO, "aimed-fire", True)):
        table = stand(
            [unit(PARA, "E5", "a"), unit(who, "E5", "c", skill=skill)],
            [unit(RIFLES, "E3", "f")],
            terrain={"forest": ["E3"]},
        )
        table.do("activate", where="E5")
        assert table.offers("fire", where="E3") == may
        if not may:
            continue
        if who == US_HERO:
            table.do("fire", where="E3", dice=[1, 6])
            assert not table.has("a", flags.FIRED), "the hero alone"
        else:
            table.do("fire", where="E3")
            table.do("done", dice=[1, 6])
            assert table.has("a", flags.FIRED)


# ---- Plough the Row


@pytest.mark.rule("lnlt.boh.25.2.plough-the-row.a", "lnlt.boh.25.2.plough-the-row.b")
def test_plough_the_row_attacks_two_adjacent_hexes() -> None:
    table = stand(
        [unit(PARA, "E5", "a"), unit(CLARKSON, "E5", "c", skill="plough-the-row")],
        [unit(RIFLES, "E3", "f"), unit(RIFLES, "F3", "g"), unit(RIFLES, "D3", "h"), unit(RIFLES, "H2", "k")],
        terrain={"forest": ["D3"]},
    )
    table.do("activate", where="E5")
    table.do("fire", where="E3")
    table.do("done")
    assert table.kind == "second-hex"
    assert table.offers("plough", where="F3")
    assert not table.offers("plough", where="H2"), "not beside the first"
    assert not table.offers("plough", where="D3"), "nobody has spotted it"
    events = table.do("plough", where="F3", dice=[1, 6, 1, 6])
    assert [e.args["target"] for e in events if e.kind == "fire-misses"] == ["E3", "F3"]


@pytest.mark.rule("lnlt.boh.25.2.plough-the-row.c")
def test_a_hero_ploughs_by_himself() -> None:
    foes = [unit(RIFLES, "E3", "f"), unit(RIFLES, "F3", "g")]
    table = stand([unit(US_HERO, "E4", "h", skill="plough-the-row")], foes)
    table.do("activate", where="E4")
    table.do("fire", where="E3")
    assert table.kind == "second-hex"
    both = stand([unit(US_HERO, "E4", "h", skill="plough-the-row"), unit(PARA, "E4", "a")], foes)
    both.do("activate", where="E4")
    both.do("fire", where="E3")
    both.do("add", "a")
    both.do("add", "h", dice=[1, 6])
    assert both.kind != "second-hex"


# ---- Friendly Fire


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.hid.skill.friendly-fire.b", "lnlt.hid.skill.friendly-fire.c", "lnlt.hid.skill.friendly-fire.e")
def test_a_natural_one_turns_on_friends() -> None:
    table = stand(
        [
            unit(US_HERO, "E5", "h", skill="friendly-fire"),
            unit(PARA, "E6", "a"),
            unit(PARA, "F5", "b"),
            unit(PARA, "E9", "hidden"),
        ],
        [unit(RIFLES, "E3", "f")],
        terrain={"forest": ["E7", "E8", "D8", "D7", "F7", "F8"]},
    )
    table.do("activate", where="E5")
    table.check_forecast("fire", where="E3")
    events = table.do("fire", where="E3", dice=[1])
    assert event(events, "fire-astray").outcome("attack") == "astray"
    assert (table.kind, table.decision.seat) == ("friendly-hex", 1)
    assert table.offers("strays-to", where="F5")
    assert not table.offers("strays-to", where="E9"), "out of sight"
    events = table.do("strays-to", where="E6", dice=[6, 1, 3])
    assert event(events, "fire-hits").args["target"] == "E6"
    assert [e.outcomes[0][0] for e in events if e.kind == "damage"] == [f"unit:{table.names['a']}"]
    assert table.has("h", flags.FIRED)


@pytest.mark.rule("lnlt.hid.skill.friendly-fire.e")
def test_the_second_roll_of_friendly_fire_stands() -> None:
    table = stand(
        [unit(US_HERO, "E5", "h", skill="friendly-fire"), unit(PARA, "E6", "a"), unit(PARA, "F5", "b")],
        [unit(RIFLES, "E3", "f")],
    )
    table.do("activate", where="E5")
    table.do("fire", where="E3", dice=[1])
    events = table.do("strays-to", where="E6", dice=[1, 6])
    assert not [e for e in events if e.kind == "fire-astray"], "another 1 strays no further"
    assert event(events, "fire-misses").args["target"] == "E6"
    assert table.has("h", flags.FIRED)


@pytest.mark.rule("lnlt.hid.skill.friendly-fire.d")
def test_shots_astray_are_wasted_where_no_friend_is_seen() -> None:
    table = Table(
        [unit(US_HERO, "E5", "h", skill="friendly-fire"), unit(MEDIC, "E9")],
        [unit(RIFLES, "E3", "f"), unit("ge.medic", "A1")],
        terrain={"forest": ["E7", "E8", "D8", "D7", "F7", "F8"]},
        options=OLD,
    )
    table.do("activate", where="E5")
    events = table.do("fire", where="E3", dice=[1])
    assert not [e for e in events if e.kind.startswith("fire-") and e.kind != "fire-astray"]
    assert table.has("h", flags.FIRED)


# ---- Opportunist


def under_fire(us: list[dict[str, Any]], **more: Any) -> Table:
    """A German squad steps from E2 to E3 in front of these."""
    table = stand(us, [unit(RIFLES, "E2", "f")], impulse="de", **more)
    table.do("activate", where="E2")
    table.do("move", where="E2")
    table.do("step", where="E3")
    return table


@pytest.mark.rule("lnlt.hid.skill.opportunist.b", "lnlt.hid.skill.opportunist.e", "lnlt.hid.skill.opportunist.f")
def test_an_opportunist_fires_until_an_even_die() -> None:
    for marker in ("fired", "moved", "low-crawl"):
        table = under_fire([unit(US_HERO, "E5", "h", skill="opportunist", markers=[marker])])
        assert table.offers("opportunity-fire", where="E5"), marker
    table.do("opportunity-fire", where="E5", dice=[3, 6])
    assert not table.offers("opportunity-fire", where="E5"), "once at each step"
    table.do("step", where="D4")
    table.do("opportunity-fire", where="E5", dice=[2, 6])
    assert table.has("h", flags.SPENT)
    table.do("step", where="E4")
    assert not table.offers("opportunity-fire", where="E5")
    plain = stand([unit(US_HERO, "E5", "h", markers=["fired"])], [unit(RIFLES, "E2", "f")], impulse="de")
    plain.do("activate", where="E2")
    plain.do("move", where="E2")
    plain.do("step", where="E3")
    assert plain.kind == "step"


@pytest.mark.rule("lnlt.hid.skill.opportunist.c", "lnlt.hid.skill.opportunist.d")
def test_an_opportunist_leader_shares_his_card_and_a_hero_does_not() -> None:
    led = under_fire([unit(CLARKSON, "E5", "c", skill="opportunist"), unit(PARA, "E5", "a", markers=["moved"])])
    assert led.offers("opportunity-fire", where="E5")
    alone = under_fire(
        [unit(US_HERO, "E5", "h", skill="opportunist", markers=["moved"]), unit(PARA, "E5", "a", markers=["moved"])]
    )
    alone.do("opportunity-fire", where="E5", dice=[1, 6])
    assert alone.has("h", flags.FIRED)
    assert not alone.has("a", flags.FIRED)


# ---- Slayer


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.hid.skill.slayer.b", "lnlt.hid.skill.slayer.c", "lnlt.hid.skill.slayer.d")
@pytest.mark.rule("lnlt.hid.skill.slayer.e", "lnlt.hid.skill.slayer.g")
def test_a_slayer_fires_again_near_the_hex_he_fired_at() -> None:
    table = stand(
        [unit(US_HERO, "E5", "h", skill="slayer")],
        [unit(RIFLES, "E3", "f"), unit(RIFLES, "E2", "g"), unit(RIFLES, "H3", "k")],
    )
    table.do("activate", where="E5")
    table.do("fire", where="E3", dice=[1, 6])
    assert table.has("h", flags.FIRED)
    assert [hex_ for _, hex_, _ in table.state.slayers] == [table.hex("E3")]
    table.do("activate", where="H3")
    table.do("move", where="H3")
    table.do("step", where="H4")
    assert table.kind == "step", "too far from the hex under fire"
    table.do("stop")
    while table.decision.seat == 0:
        table.do("pass")
    table.do("activate", where="E2")
    table.do("move", where="E2")
    table.do("step", where="F3")
    table.check_forecast("slay", "h")
    events = table.do("slay", "h", dice=[1, 1, 6, 1, 1])
    shot = event(events, "opportunity-fire-hits")
    assert shot.args["fp"] == lines(shot)["fire.moving"], "no firepower of his own"
    assert not table.offers("slay", "h"), "once at each step"


@pytest.mark.rule("lnlt.hid.skill.slayer.b")
def test_those_who_fire_with_a_slayer_leave_no_marker() -> None:
    table = stand([unit(US_HERO, "E5", "h", skill="slayer"), unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "f")])
    table.do("activate", where="E5")
    table.do("fire", where="E3")
    table.do("all", dice=[1, 6])
    assert table.has("a", flags.FIRED)
    assert [marker[:2] for marker in table.state.slayers] == [(table.names["h"], table.hex("E3"))]


@pytest.mark.rule("lnlt.hid.skill.slayer.f")
def test_a_slayer_who_fails_his_check_loses_the_marker() -> None:
    table = stand([unit(US_HERO, "E5", "h", skill="slayer")], [unit(RIFLES, "E3", "f"), unit(RIFLES, "E2", "g")])
    table.do("activate", where="E5")
    table.do("fire", where="E3", dice=[1, 6])
    table.do("activate", where="E2")
    table.do("move", where="E2")
    table.do("step", where="F3")
    table.do("slay", "h", dice=[6, 6])
    assert table.state.slayers == []


# ---- Coordinated Fire


def group(**more: Any) -> Table:
    table = stand(
        [
            unit(CLARKSON, "E5", "c", skill="coordinated-fire"),
            unit(PARA, "D5", "a"),
            unit(PARA, "F5", "b"),
            unit(PARA, "E6", "blind"),
        ],
        [unit(RIFLES, "E2", "f")],
        **more,
    )
    table.do("activate", where="E5")
    return table


@pytest.mark.rule("lnlt.hid.skill.coordinated-fire.b", "lnlt.hid.skill.coordinated-fire.c")
@pytest.mark.rule("lnlt.hid.skill.coordinated-fire.e")
def test_a_leader_joins_the_hexes_around_him() -> None:
    table = group(terrain={"light-woods": ["E5"], "stone-building": ["E4"]})
    table.do("coordinate", "c")
    table.check_forecast("fire-together", where="E2")
    events = table.do("fire-together", where="E2", dice=[4, 4])
    check = event(events, "coordinates")
    assert lines(check) == {"rally.cover": -2}
    assert not table.offers("add", "blind"), "sees nothing of the target"
    table.do("add", "a")
    shot = event(table.do("add", "b", dice=[1, 6]), "fire-misses")
    assert lines(shot)["fire.lead"] == 2
    assert lines(shot)["fire.additional"] == 1
    assert table.has("a", flags.FIRED)
    assert table.has("b", flags.FIRED)


@pytest.mark.rule("lnlt.hid.skill.coordinated-fire.d")
def test_a_leader_who_fails_to_coordinate_is_ops_complete() -> None:
    table = group()
    table.do("coordinate", "c")
    table.do("fire-together", where="E2", dice=[6, 6])
    assert table.has("c", flags.OPS)
    assert not table.has("a", flags.FIRED)


@pytest.mark.rule("lnlt.hid.skill.coordinated-fire.e", "lnlt.hid.skill.coordinated-fire.f")
@pytest.mark.parametrize(("brush", "worse"), [("D4", "D5"), ("E4", "E5")])
def test_a_group_fires_past_the_least_in_its_way(brush: str, worse: str) -> None:
    table = group(terrain={"brush": [brush]})
    table.do("coordinate", "c")
    table.do("fire-together", where="E2", dice=[1, 1])
    table.do("add", "a")
    table.do("add", "b")
    shot = event(table.do("done", dice=[1, 6]), "fire-misses")
    fewest = min(table.state.board.view(table.hex(h)).degrading[table.hex("E2")] for h in ("D5", "F5"))
    assert fewest < table.state.board.view(table.hex(worse)).degrading[table.hex("E2")]
    assert -lines(shot).get("fire.degrading", 0) == fewest


# ---- Tromblon

FRENCH = "fr.reg.squad.1-6-4"


def grenadier(who: str = FRENCH, **more: Any) -> Table:
    return stand(
        [unit(who, "E5", "g", skill="tromblon"), *more.pop("friends", [])],
        [unit(RIFLES, "E3", "f"), unit(RIFLES, "H5", "k")],
        nations=("fr", "de"),
        **more,
    )


@pytest.mark.rule("lnlt.hid.skill.tromblon.b", "lnlt.hid.skill.tromblon.e", "lnlt.hid.skill.tromblon.g")
def test_a_tromblon_adds_its_full_firepower() -> None:
    table = grenadier(friends=[unit(FRENCH, "E5", "b")])
    table.do("activate", where="E5")
    table.do("fire", where="E3")
    table.do("add", "b")
    shot = event(table.do("add-weapon", "g", dice=[1, 6]), "fire-misses")
    assert lines(shot) == {"fire.lead": 1, "fire.additional": 1, "fire.weapon": 2}
    far = Table(
        [unit(FRENCH, "E9", "g", skill="tromblon")], [unit(RIFLES, "E4", "f")], nations=("fr", "de"), options=OLD
    )
    far.do("activate", where="E9")
    assert lines(event(far.do("fire", where="E4", dice=[1, 6]), "fire-misses")) == {"fire.lead": 1}, "range 4"


@pytest.mark.rule("lnlt.hid.skill.tromblon.f", "lnlt.hid.skill.tromblon.g")
def test_a_tromblon_may_be_aimed_elsewhere() -> None:
    table = grenadier()
    table.do("activate", where="E5")
    table.do("rifle-grenade", "g")
    table.check_forecast("lob-at", where="H5")
    shot = event(table.do("lob-at", where="H5", dice=[1, 6]), "fire-misses")
    assert shot.args["fp"] == 2
    assert not table.offers("rifle-grenade", "g")
    assert not table.offers("move")
    shot = event(table.do("fire", where="E3", dice=[1, 6]), "fire-misses")
    assert lines(shot) == {"fire.lead": 1}


@pytest.mark.rule("lnlt.hid.skill.tromblon.c", "lnlt.hid.skill.tromblon.d")
def test_a_tromblon_lobs_over_obstacles_or_is_told_where() -> None:
    over = grenadier(terrain={"forest": ["E4"]})
    over.do("activate", where="E5")
    assert not over.offers("fire", where="E3")
    over.do("rifle-grenade", "g")
    over.state.spotted[1] |= 1 << over.hex("E3")
    assert over.offers("lob-at", where="E3")
    for friends, may in (([], False), ([unit("fr.medic", "F5", "eye")], True)):
        hill = Table(
            [unit(FRENCH, "E5", "g", skill="tromblon"), *friends],
            [unit(RIFLES, "E3", "f")],
            nations=("fr", "de"),
            levels={2: ["E4"]},
            options=OLD,
        )
        hill.do("activate", where="E5")
        assert hill.offers("rifle-grenade", "g") == may


@pytest.mark.rule("lnlt.hid.skill.tromblon.h", "lnlt.hid.skill.tromblon.i")
def test_a_hero_uses_it_instead_of_his_own_weapon_and_nobody_in_melee() -> None:
    table = grenadier("fr.hero")
    table.do("activate", where="E5")
    table.do("fire", where="E3")
    assert table.offers("add", "g")
    shot = event(table.do("add-weapon", "g", dice=[1, 6]), "fire-misses")
    assert lines(shot) == {"fire.weapon": 2}
    assert melee_fp(table.state, table.unit("g")) == table.unit("g").type.fp


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.boh.25.2.plough-the-row.b", "lnlt.boh.25.2.plough-the-row.c")
def test_who_ploughs_and_how_far() -> None:
    foes = [unit(RIFLES, "E3", "f"), unit(RIFLES, "F3", "g"), unit(RIFLES, "E2", "far")]
    table = stand([unit(US_HERO, "E5", "h", skill="plough-the-row"), unit(PARA, "E5", "a")], foes)
    hero, squad = (acts.WITH_OWN.on(table.names[name]) for name in ("h", "a"))
    here, there = table.hex("E5"), table.hex("E3")

    def second(*firers: int) -> set[str]:
        found = second_hexes(table.state, 0, here, there, list(firers))
        return {table.state.board.grid.names[hex_] for hex_ in found}

    assert second(hero) == {"E2", "F3"}
    assert second(squad) == second(hero, squad) == second(squad, hero) == set(), "alone, and he himself"
    led = stand([unit(PARA, "E5", "a"), unit(CLARKSON, "E5", "c", skill="plough-the-row")], foes)
    found = second_hexes(led.state, 0, here, there, [acts.WITH_OWN.on(led.names["a"])])
    assert {led.state.board.grid.names[hex_] for hex_ in found} == {"E2", "F3"}
    foes = [unit(RIFLES, hex_, hex_) for hex_ in ("E2", "E1", "E3")]
    short = stand([unit(US_HERO, "E6", "h", skill="plough-the-row")], foes)
    found = second_hexes(short.state, 0, short.hex("E6"), short.hex("E2"), [acts.WITH_OWN.on(short.names["h"])])
    assert {short.state.board.grid.names[hex_] for hex_ in found} == {"E3"}, "four hexes, and E1 is five away"


@pytest.mark.rule("lnlt.pac.12.10.5.6a", "lnlt.core.5.0", "lnlt.hon.1.6.4h")
@pytest.mark.parametrize(("ignition", "die", "checks"), [(True, 6, True), (True, 5, False), (False, 6, False)])
def test_a_fire_check_takes_a_natural_six_and_the_option(ignition: bool, die: int, checks: bool) -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(PARA, "J9")],
        [unit(RIFLES, "E2", "f", markers=["fired"]), unit(RIFLES, "A1", "g")],
        terrain={"wooden-building": ["E2"]},
        options={"fire_ignition": ignition},
    )
    table.do("activate", where="E5")
    events = table.do("fire", where="E2", dice=[die, 6, *([1] if checks else [])])
    assert ("fire-dies" in {one.kind for one in events}) == checks


@pytest.mark.rule("lnlt.pac.12.10.5.6a", "lnlt.pac.12.10.5.6b")
def test_no_fire_check_where_nothing_burns_or_all_burns() -> None:
    for terrain, alight, rolls in (("wooden-building", False, 1), ("wooden-building", True, 0), ("clear", False, 0)):
        more = {"terrain": {terrain: ["E2"]}} if terrain != "clear" else {}
        table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "A1", "g")], **more)
        if alight:
            table.state.put_marker(FLAMES, table.hex("E2"))
        table.state.dice.script = [4]
        table.state.dice.cursor = 0
        fire_check(table.state, table.hex("E2"))
        assert table.state.dice.cursor == rolls


@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.5.1")
@pytest.mark.parametrize(("dice", "hurt"), [([2, 4], False), ([3, 4, 6], True)])
def test_a_tie_hurts_nobody(dice: list[int], hurt: bool) -> None:
    table = stand([unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "f")])
    table.do("activate", where="E5")
    table.do("fire", where="E3", dice=dice)
    assert table.is_shaken("f") == hurt
    assert table.has("a", flags.FIRED)


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.hon.10.5e", "lnlt.hid.skill.tromblon.c")
@pytest.mark.parametrize("spotted", [False, True])
def test_a_tromblon_needs_men_behind_bocage_spotted(spotted: bool) -> None:
    table = grenadier(sides={"bocage": ["E3/E4"]})
    if spotted:
        table.state.spotted[1] |= 1 << table.hex("E3")
        table.state.stale()
    found = grenade_targets(table.state, table.unit("g"))
    assert found == [table.hex("E3"), table.hex("H5")][0 if spotted else 1 :]
