"""Fire combat: what adds up, and Opportunity Fire."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.act import Verb
from bocage.kernel.event import Event
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.flags import ASSAULT, FIRED
from bocage.systems.lnlt.rules.acts import WITH_OWN, WITH_TWO, WITH_WEAPON
from bocage.systems.lnlt.rules.firepower import attack_tally
from systems.lnlt.table import (
    CLARKSON,
    DE_MEDIC,
    FJ,
    FJ_STRONG,
    GLIDER,
    M1919,
    MEDROW,
    MG34,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    US_MEDIC,
    WEISS,
    Table,
    event,
    lines,
    unit,
)

pytestmark = pytest.mark.both_seats


def volley(us: list[dict[str, Any]], firers: list[tuple[str, str]], at: str = "E3", **more: Any) -> Event:
    """The Americans in E5 fire at a squad; the dice miss."""
    target = more.pop("target", {})
    table = Table(us, [unit(FJ, at, "f", **target), unit(DE_MEDIC, "A9")], impulse="us", **more)
    table.do("activate", where="E5")
    fire_all(table, firers, f"E5>{at}")
    return next(e for e in table.state.events if e.kind.startswith("fire-"))


def fire_all(table: Table, firers: list[tuple[str, str]], where: str) -> None:
    """Name the firers in order; dice show 1 against 6."""
    dice = [1, 6]
    option = table.find("fire", where=where)
    script(table, dice)
    table.state.play(table.decision, option)
    for verb, who in firers:
        if table.state.dice.cursor:
            break
        if table.kind == "firers" and table.offers(verb, who):
            script(table, dice)
            table.state.play(table.decision, table.find(verb, who))
    if not table.state.dice.cursor:
        script(table, dice)
        table.state.play(table.decision, table.find("done"))


def script(table: Table, dice: list[int]) -> None:
    table.state.dice.script, table.state.dice.cursor, table.state.events = dice, 0, []


@pytest.mark.rule("lnlt.core.5.2", "lnlt.pac.12.5.2a", "lnlt.pac.12.5.2b", "lnlt.boh.24.2f", "lnlt.core.0.2")
def test_the_lead_unit_counts_in_full_the_others_half_rounded_up() -> None:
    shot = volley(
        [unit(PARA, "E5", "a"), unit(PARA, "E5", "b"), unit(PARA_HALF, "E5", "c")],
        [("add", "a"), ("add", "b"), ("add", "c")],
    )
    assert lines(shot) == {"fire.lead": 2, "fire.additional": 2}
    shot = volley([unit(PARA, "E5", "a"), unit(PARA_HALF, "E5", "c")], [("add", "c"), ("add", "a")])
    assert lines(shot) == {"fire.lead": 1, "fire.additional": 1}, "the attacker chooses who leads"


@pytest.mark.rule("lnlt.core.5.2", "lnlt.core.1.6", "lnlt.pac.12.5.2d", "lnlt.pac.12.5.0a")
def test_a_squad_adds_its_machine_gun_in_full() -> None:
    shot = volley([unit(PARA, "E5", "a"), unit(PARA, "E5", "b", weapons=[M1919])], [("add", "a"), ("add-weapon", "b")])
    assert lines(shot) == {"fire.lead": 2, "fire.additional": 1, "fire.weapon": 2}


@pytest.mark.rule("lnlt.core.1.6", "lnlt.boh.24.2x", "lnlt.core.check.infantry.10")
def test_a_half_squad_fires_its_gun_or_its_own_weapons() -> None:
    us = [unit(PARA_HALF, "E5", "h", weapons=[M1919])]
    assert lines(volley(us, [("add-weapon", "h")])) == {"fire.weapon": 2}
    assert lines(volley(us, [("add", "h")])) == {"fire.lead": 1}


@pytest.mark.rule("lnlt.core.1.6")
def test_a_squad_with_two_guns_gives_up_its_own_fire_for_the_second() -> None:
    us = [unit(PARA, "E5", "a", weapons=[M1919, "us.sw.m1919a6"])]
    assert lines(volley(us, [("add-weapons", "a")])) == {"fire.weapon": 4}
    assert lines(volley(us, [("add-weapon", "a")])) == {"fire.lead": 2, "fire.weapon": 2}


@pytest.mark.rule("lnlt.core.1.6")
def test_a_single_man_fires_a_gun_at_half() -> None:
    assert lines(volley([unit(US_HERO, "E5", "h", weapons=["us.sw.m2hb"])], [("add-weapon", "h")])) == {
        "fire.weapon": 2
    }
    shot = volley([unit(CLARKSON, "E5", "c", weapons=[M1919])], [("add-weapon", "c")])
    assert lines(shot) == {"fire.weapon": 1}, "and a leader at the gun leads nobody"


@pytest.mark.rule("lnlt.core.1.6")
def test_two_single_men_fire_one_gun_in_full_and_nothing_else() -> None:
    us = [unit(US_HERO, "E5", "h", weapons=["us.sw.m2hb"]), unit(CLARKSON, "E5", "c"), unit(PARA, "E5", "p")]
    shot = volley(us, [("add-weapon", "h"), ("help-fire", "c"), ("done", "")])
    assert lines(shot) == {"fire.weapon": 2, "fire.helping": 2}, "no leadership"
    us = [unit(CLARKSON, "E5", "c", weapons=[M1919]), unit(US_HERO, "E5", "h")]
    assert lines(volley(us, [("add-weapon", "c"), ("help-fire", "h")])) == {"fire.weapon": 1, "fire.helping": 1}


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.1.6.3")
@pytest.mark.parametrize(
    ("gunner", "weapon", "helper"),
    [(PARA, M1919, CLARKSON), (US_HERO, "us.sw.satchel", CLARKSON), (US_HERO, M1919, US_MEDIC)],
)
def test_nobody_helps_a_squad_or_with_a_charge_and_no_medic_helps(gunner: str, weapon: str, helper: str) -> None:
    us = [unit(gunner, "E5", "g", weapons=[weapon]), unit(helper, "E5", "x"), unit(PARA, "E5", "y")]
    table = Table(us, [unit(RIFLES, "E4", "f")])
    table.do("activate", where="E5")
    table.do("fire", where="E4")
    table.do("add-weapon", "g")
    assert not table.offers("help-fire")


@pytest.mark.rule("lnlt.core.1.6.8")
def test_a_captured_gun_fires_at_half() -> None:
    assert lines(volley([unit(PARA_HALF, "E5", "h", weapons=[MG34])], [("add-weapon", "h")])) == {"fire.weapon": 1}


@pytest.mark.rule("lnlt.core.5.2", "lnlt.core.check.infantry.12", "lnlt.core.11.2")
def test_a_hero_who_does_not_lead_counts_half() -> None:
    us = [unit(PARA_HALF, "E5", "h", weapons=[M1919]), unit(US_HERO, "E5", "hero")]
    assert lines(volley(us, [("add-weapon", "h"), ("add", "hero")])) == {"fire.weapon": 2, "fire.additional": 1}
    assert lines(volley(us, [("add", "hero"), ("add-weapon", "h")])) == {"fire.weapon": 2, "fire.lead": 2}


@pytest.mark.rule("lnlt.boh.13.92a", "lnlt.hon.13.1.1a")
def test_glider_squads_are_not_halved() -> None:
    us = [unit(GLIDER, "E5", "a"), unit(GLIDER, "E5", "b"), unit(PARA, "E5", "c")]
    assert lines(volley(us, [("add", "c"), ("add", "a"), ("add", "b")])) == {"fire.lead": 2, "fire.additional": 2}


@pytest.mark.rule("lnlt.core.5.0.1", "lnlt.core.11.1.1", "lnlt.pac.12.5.0b", "lnlt.boh.24.2bk")
def test_one_good_order_leader_directs() -> None:
    us = [unit(PARA, "E5", "a"), unit(CLARKSON, "E5", "c"), unit("us.ldr.mccauley", "E5", "mc")]
    shot = volley(us, [("add", "a"), ("direct", "mc"), ("direct", "c")])
    assert lines(shot) == {"fire.lead": 2, "fire.leadership": 2}
    shaken = volley([unit(PARA, "E5", "a"), unit(CLARKSON, "E5", "c", shaken=True)], [("direct", "c")])
    assert lines(shaken) == {"fire.lead": 2}


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.boh.24.2ab", "lnlt.pac.12.5.0c")
def test_adjacent_targets_are_easier() -> None:
    assert lines(volley([unit(PARA, "E5", "a")], [], at="E4")) == {"fire.lead": 2, "fire.adjacent": 2}


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.6.1")
@pytest.mark.parametrize(
    ("marker", "bonus"), [("moved", 1), ("assault-move", 1), ("low-crawl", 0), ("fired", 0), ("ops-complete", 0)]
)
def test_marked_movers_are_easier(marker: str, bonus: int) -> None:
    shot = volley([unit(PARA, "E5", "a")], [], target={"markers": [marker]})
    assert lines(shot).get("fire.moving", 0) == bonus


@pytest.mark.rule("lnlt.core.tec.wheat", "lnlt.core.5.0.2")
def test_standing_wheat_hides_movement() -> None:
    shot = volley([unit(PARA, "E5", "a")], [], target={"markers": ["moved"]}, terrain={"wheat": ["E3"]})
    assert "fire.moving" not in lines(shot)


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.10.3", "lnlt.boh.24.2y")
def test_each_degrading_hex_costs_one() -> None:
    shot = volley([unit(PARA, "E5", "a")], [], at="E2", terrain={"brush": ["E3", "E4"]})
    assert lines(shot) == {"fire.lead": 2, "fire.degrading": -2}


@pytest.mark.rule("lnlt.core.6.1", "lnlt.boh.24.2l", "lnlt.core.option.old_assault_fp", "lnlt.core.check.infantry.6")
@pytest.mark.parametrize(("old", "line"), [(False, -2), (True, -1)])
def test_fire_after_an_assault_move(old: bool, line: int) -> None:
    us = [unit(PARA, "E5", "a", markers=["assault-move"]), unit(PARA, "E5", "b", markers=["assault-move"])]
    shot = volley(us, [("add", "a"), ("add", "b")], options={"old_assault_fp": old})
    assert lines(shot) == {"fire.lead": 2, "fire.additional": 1, "fire.assault": line}


@pytest.mark.rule("lnlt.core.5.4")
def test_extended_range_halves_that_element_and_no_further() -> None:
    table = Table([unit(PARA, "A1", "p")], [unit(FJ, "A6", "near"), unit(FJ, "A7", "f")], impulse="us")
    table.do("activate", where="A1")
    assert lines(event(table.do("fire", where="A1>A7", dice=[1, 6]), "fire-misses")) == {"fire.lead": 1}
    far = Table([unit(US_HERO, "A1", "p")], [unit(FJ, "A6", "f")], impulse="us")
    far.do("activate", where="A1")
    assert not far.offers("fire")
    assert far.refusals("fire", "p", "A6") == ["lnlt.core.5.4"]


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.5.2")
def test_a_gun_reaches_where_its_squad_does_not() -> None:
    table = Table([unit(PARA, "C8", "p")], [unit(FJ, "A1", "f", weapons=[MG34])], impulse="de")
    table.do("activate", where="A1")
    assert lines(event(table.do("fire", where="A1>C8", dice=[1, 6]), "fire-misses")) == {
        "fire.weapon": 2,
        "fire.lead": 0,
    }
    assert table.has("f", FIRED)


@pytest.mark.rule(
    "lnlt.core.5.0", "lnlt.core.10.4", "lnlt.pac.12.5.0e", "lnlt.core.tec.forest", "lnlt.core.tec.light-woods"
)
@pytest.mark.parametrize(
    ("terrain", "tm"),
    [("light-woods", 1), ("forest", 2), ("stone-building", 3), ("wooden-building", 2), ("crops", 0), ("brush", 1)],
)
def test_terrain_protects_the_target(terrain: str, tm: int) -> None:
    shot = volley([unit(PARA, "E5", "a")], [], terrain={terrain: ["E3"]}, spotted=["E3"])
    assert shot.args["tm"] == tm
    assert shot.args["defence"] == 6 + tm


@pytest.mark.rule("lnlt.core.tec.hill")
def test_higher_ground_protects() -> None:
    assert volley([unit(PARA, "E5", "a")], [], levels={1: ["E3"]}).args["tm"] == 1
    assert volley([unit(PARA, "E5", "a")], [], levels={1: ["E5"]}).args["tm"] == 0


@pytest.mark.rule("lnlt.core.5.0", "lnlt.pac.12.5.0f", "lnlt.boh.24.4p", "lnlt.pac.fr.5.0a", "lnlt.pac.fr.5.0b")
@pytest.mark.parametrize(("dice", "kind"), [([3, 5], "fire-misses"), ([4, 5, 1], "fire-hits")])
def test_only_more_than_the_defence_hits(dice: list[int], kind: str) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(FJ, "E3", "f")], impulse="us")
    table.do("activate", where="E5")
    assert event(table.do("fire", where="E5>E3", dice=dice), kind)


@pytest.mark.rule("lnlt.core.5.0", "lnlt.pac.12.5.0g")
def test_everybody_in_the_hex_checks() -> None:
    table = Table(
        [unit(PARA, "E5", "a")], [unit(FJ, "E3", "f"), unit(FJ_STRONG, "E3", "g"), unit(WEISS, "E3", "w")], impulse="us"
    )
    table.do("activate", where="E5")
    events = table.do("fire", where="E5>E3", dice=[6, 1, 2, 2, 2])
    checks = [e for e in events if e.kind == "damage"]
    assert [e.outcomes[0][0] for e in checks] == [f"unit:{table.names[name]}" for name in "wfg"], "leaders first"
    assert [lines(e)["damage.difference"] for e in checks] == [8 - 1] * 3
    assert [e.args["total"] for e in checks] == [2 + 7, 2 + 7, 2 + 7], "Weiss, Shaken by then, lends nothing"


@pytest.mark.rule("lnlt.core.1.5", "lnlt.core.11.3", "lnlt.core.5.0")
def test_shaken_units_and_medics_do_not_fire() -> None:
    table = Table(
        [unit(PARA, "E5", "a", shaken=True), unit(US_MEDIC, "E5", "doc")], [unit(FJ, "E3", "f")], impulse="us"
    )
    table.do("activate", where="E5")
    assert not table.offers("fire")
    assert "lnlt.core.1.5" in table.refusals("fire", "a", "E3")
    assert "lnlt.core.5.0" in table.refusals("fire", "doc", "E3")


@pytest.mark.rule("lnlt.core.8.0")
def test_nobody_fires_into_or_out_of_melee() -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(PARA, "E3", "b")], [unit(FJ, "E3", "f"), unit(FJ, "G4", "g")], impulse="us"
    )
    assert not table.offers("activate", where="E3")
    table.do("activate", where="E5")
    assert not table.offers("fire", where="E5>E3")
    assert "lnlt.core.8.0" in table.refusals("fire", "a", "E3")


@pytest.mark.rule("lnlt.core.5.2", "lnlt.core.5.0.1")
def test_all_who_can_fire_at_once() -> None:
    """As if named one by one: the strongest leads, a Leader directs."""
    tables = [
        Table(
            [unit(PARA_HALF, "E5", "h"), unit(PARA, "E5", "p", weapons=[M1919]), unit(CLARKSON, "E5", "c")],
            [unit(FJ, "E3", "f"), unit(DE_MEDIC, "A9")],
            impulse="us",
        )
        for _ in range(2)
    ]
    for table in tables:
        table.do("activate", where="E5")
        table.do("fire", where="E5>E3")
        assert table.kind == "firers"
    together, apart = tables
    foreseen = together.check_forecast("all")
    at_once = event(together.do("all", dice=[1, 6, 2]), "fire-hits")
    apart.do("add-weapon", "p")
    assert apart.offers("all"), "the half-squad and the Leader are left"
    apart.do("add", "h")
    assert not apart.offers("all"), "only the Leader is left"
    one_by_one = event(apart.do("direct", "c", dice=[1, 6, 2]), "fire-hits")
    assert lines(at_once) == lines(one_by_one) == {line.label: line.value for line in foreseen.lines}
    assert all(together.has(name, FIRED) for name in ("h", "p", "c"))


@pytest.mark.rule("lnlt.nosb.1.6.22c", "lnlt.core.5.2")
def test_all_together_throws_nothing() -> None:
    table = Table(
        [unit(PARA, "E5", "p", weapons=["us.sw.satchel"]), unit(PARA, "E5", "q")],
        [unit(FJ, "E4", "f"), unit(DE_MEDIC, "A9")],
        impulse="us",
    )
    table.do("activate", where="E5")
    table.do("fire", where="E5>E4")
    assert table.offers("add-weapon", "p")
    table.do("all", dice=[1, 6])
    assert table.state.weapons[0].owner == table.unit("p").id


# ---- opportunity fire


def walk_past(de: list[dict[str, Any]], mode: str = "move", **more: Any) -> Table:
    """An American squad steps from E5 to E4."""
    table = Table([unit(PARA, "E5", "p"), unit(PARA, "J9", "q")], de, impulse="us", **more)
    table.do("activate", where="E5")
    table.do(mode, where="E5")
    table.do("step", where="E4")
    return table


@pytest.mark.rule("lnlt.core.5.3")
def test_opportunity_fire_names_those_who_move() -> None:
    table = walk_past([unit(RIFLES, "E1", "f")])
    title = table.unit("p").title()
    asked = SYSTEM.prompt(table.state, table.decision).text
    assert (asked.args["unit"], asked.args["count"], asked.args["hex"]) == (title, 1, "E4")
    happened = event(table.do("opportunity-fire", where="E1", dice=[1, 6]), "opportunity-fire-misses")
    assert (happened.args["unit"], happened.args["count"], happened.args["target"]) == (title, 1, "E4")
    assert happened.args["sum"] == "1 + 2 = 3"


@pytest.mark.rule("lnlt.core.5.3", "lnlt.pac.12.5.3a", "lnlt.pac.12.5.3c", "lnlt.boh.24.2n", "lnlt.boh.24.2az")
def test_movers_are_shot_at_after_each_hex() -> None:
    table = walk_past([unit(RIFLES, "E1", "f")])
    assert (table.kind, table.decision.seat) == ("opportunity", table.unit("f").seat)
    happened = event(table.do("opportunity-fire", where="E1", dice=[1, 6]), "opportunity-fire-misses")
    assert lines(happened) == {"fire.lead": 1, "fire.moving": 1}
    assert table.has("f", FIRED)
    assert table.kind == "step"
    table.do("step", where="E3")
    assert table.kind == "step", "who has fired fires no more"


@pytest.mark.rule("lnlt.core.5.3", "lnlt.pac.12.5.3a")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({}, True),
        ({"markers": ["ops-complete"]}, True),
        ({"markers": ["assault-move"]}, True),
        ({"markers": ["moved"]}, False),
        ({"markers": ["low-crawl"]}, False),
        ({"markers": ["fired"]}, False),
        ({"shaken": True}, False),
    ],
)
def test_who_may_opportunity_fire(state: dict[str, Any], may: bool) -> None:
    table = walk_past([unit(RIFLES, "E1", "f", **state)])
    assert (table.kind == "opportunity") == may


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.6.3", "lnlt.pac.12.5.3b")
@pytest.mark.parametrize(("terrain", "may"), [({}, True), ({"light-woods": ["E4"]}, False)])
def test_crawlers_are_shot_only_in_a_spotted_hex(terrain: dict[str, list[str]], may: bool) -> None:
    table = walk_past([unit(RIFLES, "E1", "f")], "low-crawl", terrain=terrain)
    assert (table.kind == "opportunity") == may
    if may:
        happened = event(table.do("opportunity-fire", where="E1", dice=[1, 6]), "opportunity-fire-misses")
        assert lines(happened) == {"fire.lead": 1}, "no bonus against crawlers"


@pytest.mark.rule(
    "lnlt.core.4.1",
    "lnlt.core.option.ops_complete_of",
    "lnlt.pac.12.5.3d",
    "lnlt.pac.12.5.3e",
    "lnlt.boh.24.2aa",
    "lnlt.core.check.infantry.13",
)
@pytest.mark.parametrize(
    ("counter", "option", "fp"),
    [(FJ_STRONG, "minus-one", 2), (FJ_STRONG, "half", 2), (RIFLES, "minus-one", 0), (RIFLES, "half", 1)],
)
def test_ops_complete_units_opportunity_fire_weakly(counter: str, option: str, fp: int) -> None:
    table = walk_past(
        [unit(counter, "E2", "f", markers=["ops-complete"], weapons=[MG34])], options={"ops_complete_of": option}
    )
    happened = event(table.do("opportunity-fire", where="E2", dice=[1, 6]), "opportunity-fire-misses")
    assert lines(happened) == {"fire.lead": fp, "fire.weapon": 1, "fire.moving": 1}


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.5.1")
def test_only_movers_check_and_who_is_shaken_stops() -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(PARA_HALF, "E5", "h"), unit(PARA_HALF, "E4", "still")],
        [unit(RIFLES, "E1", "f", weapons=["ge.sw.mg42"])],
        impulse="us",
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("all")
    table.do("step", where="E4")
    events = table.do("opportunity-fire", where="E1", dice=[3, 4, 2, 5])
    assert {e.outcomes[0][0] for e in events if e.kind == "damage"} == {f"unit:{table.names[name]}" for name in "ah"}
    assert table.is_shaken("h")
    assert not table.is_shaken("a")
    assert table.kind == "step"
    table.do("step", where="E3")
    assert (table.place("a"), table.place("h")) == ("E3", "E4")


@pytest.mark.rule("lnlt.core.5.3")
def test_a_leader_directs_opportunity_fire_unless_ops_complete() -> None:
    for markers, may in (([], True), (["ops-complete"], False)):
        table = walk_past([unit(RIFLES, "E1", "f"), unit("ge.ldr.plassmann", "E1", "w", markers=markers)])
        if may:
            table.do("opportunity-fire", where="E1")
            happened = table.do("direct", "w", dice=[1, 6])
            assert lines(happened[0])["fire.leadership"] == 1
        else:
            assert "fire.leadership" not in lines(table.do("opportunity-fire", where="E1", dice=[1, 6])[0])


@pytest.mark.rule("lnlt.core.6.1", "lnlt.boh.24.2m", "lnlt.boh.24.2ay")
def test_assault_movers_fire_later_or_by_opportunity() -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "J9", "q")], [unit(RIFLES, "E1", "f")], impulse="us")
    table.do("activate", where="E5")
    table.do("assault-move", where="E5")
    table.do("step", where="E4")
    assert table.kind == "opportunity", "fire at the movers comes before their own"
    table.do("decline")
    table.do("stop")
    assert table.has("a", ASSAULT)
    assert table.offers("fire", where="E4>E1")
    table.do("done")
    table.do("pass")
    assert table.offers("activate", where="E4"), "in a later impulse"
    table.do("activate", where="E4")
    assert table.verbs() == {"fire"}


@pytest.mark.rule("lnlt.core.6.1.1", "lnlt.core.option.assault_fire")
@pytest.mark.parametrize("option", [True, False])
def test_assault_fire_shoots_first_and_leaves_a_spotted_marker(option: bool) -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(MEDROW, "E5", "m"), unit(RIFLES.replace("ge.wehr44", "us.glider"), "E5", "g")],
        [unit(RIFLES, "E2", "f", markers=["fired"])],
        impulse="us",
        options={"assault_fire": option},
        terrain={"light-woods": ["E5"]},
    )
    table.do("activate", where="E5")
    assert table.offers("assault-fire", where="E5>E2") == option
    if not option:
        return
    table.do("assault-fire", where="E5>E2")
    assert not table.offers("add", "g"), "only units that can Assault Move"
    happened = event(table.do("direct", "m", dice=[1, 6]), "fire-misses") if table.kind == "firers" else None
    assert happened is not None
    assert lines(happened)["fire.assault"] == -2
    table.do("step", where="E4")
    assert table.place("a") == table.place("m") == "E4"
    assert table.state.spotted[table.unit("a").seat] >> table.hex("E5") & 1
    table.do("step", where="E3")
    assert not table.state.spotted[table.unit("a").seat] >> table.hex("E4") & 1, "only where they fired"


@pytest.mark.rule("lnlt.core.6.1.1")
def test_after_assault_fire_those_move_who_fired() -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(PARA, "E5", "idle"), unit(PARA, "J9", "rest")],
        [unit(RIFLES, "E2", "f", markers=["fired"])],
        impulse="us",
        options={"assault_fire": True},
    )
    table.do("activate", where="E5")
    table.do("assault-fire", where="E5>E2")
    table.do("add", "a")
    table.do("done", dice=[1, 6])
    table.do("step", where="E6")
    assert (table.place("a"), table.place("idle")) == ("E6", "E5")


@pytest.mark.rule("lnlt.core.5.6", "lnlt.core.5.0.2")
@pytest.mark.parametrize(("guns", "mode", "bonus"), [(0, WITH_OWN, 1), (1, WITH_WEAPON, 1), (2, WITH_TWO, 0)])
def test_assaulters_count_while_they_fire_their_own_weapons(guns: int, mode: Verb, bonus: int) -> None:
    squad = unit("uk.para.squad.1-6-4", "E5", "a", weapons=["uk.sw.bren", "uk.sw.lewis"][:guns])
    table = Table([squad], [unit(RIFLES, "E4", "f")], nations=("uk", "de"), module="hon")
    here, there = table.hex("E5"), table.hex("E4")
    tally = attack_tally(table.state, here, there, [mode.on(table.names["a"])], [], False, False)
    assert {line.label: line.value for line in tally.lines}.get("fire.assaulters", 0) == bonus
