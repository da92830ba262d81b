"""What the walkthrough of Band of Heroes teaches in passing (lnlt.boh.24.2), each lesson by itself."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.table import (
    CLARKSON,
    FJ,
    FJ_STRONG,
    GLIDER,
    M1919,
    MG34,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    WEISS,
    Table,
    event,
    lines,
    unit,
)

from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules import skills
from bocage.systems.lnlt.rules.terrain import spotted_as

OLD = {"fire_ignition": False}


def stand(us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> Table:
    return Table([*us, unit("us.medic", "J9")], [*de, unit("ge.medic", "A1")], options=OLD, **more)


@pytest.mark.rule("lnlt.boh.24.2ah")
def test_weapons_of_those_killed_in_melee_lie_in_the_hex() -> None:
    table = stand([unit(PARA, "E5", "a")], [unit(RIFLES, "E4", "f", weapons=[MG34])])
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("step", where="E4", dice=[6, 6, 1, 1])
    assert table.place("f") == "gone"
    weapon = table.state.weapons[0]
    assert (weapon.owner, weapon.hex) == (GONE, table.hex("E4"))


HIDDEN: dict[str, Any] = {"terrain": {"light-woods": ["E2"], "crops": ["G2"]}}


@pytest.mark.rule("lnlt.boh.24.2ai")
def test_after_a_failed_attempt_somebody_else_may_act() -> None:
    table = stand([unit(PARA, "E5", "a"), unit(PARA, "F5", "b")], [unit(RIFLES, "E2", "f")], **HIDDEN)
    table.do("spot", "a", "E2", dice=[6])
    assert (table.kind, table.decision.seat) == ("impulse", 0)
    assert table.offers("activate", where="F5")
    assert not table.offers("spot"), "one attempt in an impulse"


@pytest.mark.rule("lnlt.boh.24.2aj", "lnlt.boh.24.2ak")
def test_who_spots_is_finished_but_for_the_hex_he_spotted() -> None:
    table = stand([unit(PARA, "E5", "a")], [unit(RIFLES, "E2", "f"), unit(RIFLES, "E7", "g")], **HIDDEN)
    table.do("spot", "a", "E2", dice=[1])
    assert table.state.spotted[1] >> table.hex("E2") & 1
    assert table.has("a", flags.OPS)
    table.do("activate", where="E5")
    assert table.offers("fire", where="E2")
    assert not table.offers("fire", where="E7"), "in the open, but not what he spotted"
    assert not table.offers("move")


@pytest.mark.rule("lnlt.boh.24.2al")
def test_units_activated_together_do_different_things_in_any_order() -> None:
    def ready() -> Table:
        table = stand([unit(PARA, "E5", "a"), unit(PARA, "E5", "b")], [unit(RIFLES, "E3", "f")])
        table.do("activate", where="E5")
        return table

    def crawl(table: Table) -> None:
        table.do("low-crawl", where="E5")
        if table.kind == "movers":
            table.do("add", "b")
            table.do("done")
        table.do("step", where="E6")
        if table.kind == "opportunity":
            table.do("decline")

    fire_first = ready()
    fire_first.do("fire", where="E3")
    fire_first.do("add", "a")
    fire_first.do("done", dice=[1, 6])
    crawl(fire_first)
    crawl_first = ready()
    crawl(crawl_first)
    crawl_first.do("fire", where="E5>E3", dice=[1, 6])
    for table in (fire_first, crawl_first):
        assert table.has("a", flags.FIRED)
        assert table.has("b", flags.CRAWL)


@pytest.mark.rule("lnlt.boh.24.2am", "lnlt.boh.24.2an")
def test_half_of_three_is_two_and_machine_guns_count_in_full() -> None:
    table = stand(
        [unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "f", weapons=[MG34]), unit(FJ_STRONG, "E3", "s")], impulse="de"
    )
    table.do("activate", where="E3")
    table.do("fire", where="E5")
    table.do("add-weapon", "f")
    shot = event(table.do("add", "s", dice=[1, 6]), "fire-misses")
    assert lines(shot)["fire.additional"] == 2
    assert lines(shot)["fire.weapon"] == 2


@pytest.mark.rule("lnlt.boh.24.2ao")
def test_leadership_turns_a_three_into_a_four() -> None:
    table = stand([unit(CLARKSON, "E5", "c")], [unit(RIFLES, "E2", "f")], **HIDDEN)
    assert table.forecast("spot", "c", "E2").need == "≤ 4"
    assert event(table.do("spot", "c", "E2", dice=[4]), "spot").outcome("spot") == "spotted"


@pytest.mark.rule("lnlt.boh.24.2ap", "lnlt.boh.24.2aq", "lnlt.boh.24.2ar")
def test_who_is_beaten_checks_with_the_difference() -> None:
    for terrain, tm in (("light-woods", 1), ("clear", 0)):
        table = stand(
            [unit(PARA, "E5", "a")],
            [unit(RIFLES, "E3", "f"), unit(WEISS, "E3", "w")],
            terrain={"light-woods": ["E3"]} if terrain == "light-woods" else {},
            spotted=["E3"],
        )
        table.do("activate", where="E5")
        events = table.do("fire", where="E3", dice=[4, 2, 1, 1])
        shot = event(events, "fire-hits")
        assert shot.args["tm"] == tm
        assert shot.args["difference"] == 4 - tm
        checks = [e for e in events if e.kind == "damage"]
        assert [lines(e)["damage.difference"] for e in checks] == [4 - tm, 4 - tm]


@pytest.mark.rule("lnlt.boh.24.2as")
def test_light_woods_and_crops_degrade() -> None:
    table = stand([unit(PARA, "E5", "a")], [], **HIDDEN)
    for hex_ in ("E2", "G2"):
        assert spotted_as(table.state, table.hex("E5"), table.hex(hex_)) == kinds.DEGRADING


@pytest.mark.rule("lnlt.boh.24.2at", "lnlt.boh.24.2bm")
def test_the_fired_marker_covers_those_who_fired() -> None:
    table = stand(
        [unit(PARA, "E5", "a"), unit(PARA, "E5", "b"), unit(PARA, "E5", "c", markers=["ops-complete"])],
        [unit(RIFLES, "E3", "f")],
    )
    table.do("activate", where="E5")
    table.do("fire", where="E3")
    table.do("add", "a")
    table.do("done", dice=[1, 6])
    assert table.has("a", flags.FIRED)
    assert not table.unit("b").flags & flags.MARKED
    assert table.unit("c").flags & flags.MARKED == flags.OPS


@pytest.mark.rule("lnlt.boh.24.2au")
def test_the_shaken_may_crawl() -> None:
    table = stand([unit(PARA, "E5", "a", shaken=True)], [unit(RIFLES, "E2", "f")])
    table.do("activate", where="E5")
    table.do("low-crawl", where="E5")
    table.do("step", where="E6")
    assert table.has("a", flags.CRAWL)


@pytest.mark.rule("lnlt.boh.24.2av", "lnlt.boh.24.2aw")
def test_the_red_square_and_the_cost_of_crops() -> None:
    for who, may in ((PARA, True), (GLIDER, False), (FJ, True)):
        seat = "us" if who != FJ else "de"
        own, other = [unit(who, "E5", "a")], [unit(RIFLES if seat == "us" else PARA, "E1", "f")]
        table = Table(own if seat == "us" else other, other if seat == "us" else own, impulse=seat)
        table.do("activate", where="E5")
        assert table.offers("assault-move") == may
    field = stand([unit(PARA, "G3", "a")], [], **HIDDEN)
    field.do("activate", where="G3")
    field.do("move", where="G3")
    assert event(field.do("step", where="G2"), "move").args["spent"] == 1


@pytest.mark.rule("lnlt.boh.24.2bb", "lnlt.boh.24.2bc", "lnlt.core.11.2.1")
def test_a_new_hero_stands_with_his_squad_and_shares_its_marker() -> None:
    table = stand(
        [unit(PARA, "E5", "a", markers=["fired"])],
        [unit(RIFLES, "E2", "f"), unit(RIFLES, "E2", "g")],
        heroes={"us": [US_HERO]},
        impulse="de",
    )
    table.state.cards[0] = [skills.DEADLY, skills.SPEEDY]
    table.do("activate", where="E2")
    table.do("fire", where="E5")
    table.do("add", "f")
    table.do("add", "g", dice=[6, 1, 1, 2, 2])
    hero = table.state.units[-1]
    assert hero.type.id == US_HERO
    assert hero.hex == table.hex("E5")
    assert hero.flags & flags.FIRED
    assert hero.skill == skills.SPEEDY


@pytest.mark.rule("lnlt.boh.24.2bl")
def test_a_hero_fires_with_his_hex() -> None:
    table = stand([unit(US_HERO, "E5", "h"), unit(PARA_HALF, "E5", "a", weapons=[M1919])], [unit(RIFLES, "E3", "f")])
    table.do("activate", where="E5")
    table.do("fire", where="E3")
    table.do("add", "h")
    shot = event(table.do("add-weapon", "a", dice=[1, 6]), "fire-misses")
    assert lines(shot) == {"fire.lead": 2, "fire.weapon": 2}
    assert table.has("h", flags.FIRED)
    assert table.has("a", flags.FIRED)
