"""Skill cards of impulses and moves: Decisive, Preempt, The Ambush, Op Movement, Running Killer; cards of gunners."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.armour import EAST, HALFTRACK, PAK, SHERMAN, STUG, WEST, Field, side, vehicle
from tests.systems.lnlt.table import CLARKSON, MG42, PARA, RIFLES, US_HERO, WEISS, Table, event, lines, unit

from bocage.kernel.forecast import TWO_D6, at_most
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.rules import skills

pytestmark = pytest.mark.both_seats

OLD = {"fire_ignition": False}
MEDIC = "us.medic"
DE_MEDIC = "ge.medic"


def stand(us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> Table:
    return Table([*us, unit(MEDIC, "J9", "far")], [*de, unit(DE_MEDIC, "A1", "other")], options=OLD, **more)


# ---- Decisive


@pytest.mark.rule("lnlt.boh.25.2.decisive.b", "lnlt.boh.25.2.decisive.c", "lnlt.boh.25.2.decisive.d")
def test_a_decisive_leader_acts_twice_once() -> None:
    table = stand(
        [
            unit(CLARKSON, "E5", "c", skill="decisive", markers=["ops-complete"]),
            unit(PARA, "E5", "a", markers=["fired"]),
            unit(PARA, "E6", "b", markers=["fired"]),
        ],
        [unit(RIFLES, "E3", "f")],
    )
    assert not table.offers("activate", where="E5")
    table.do("act-again", "c")
    assert not table.has("a", flags.FIRED)
    assert table.has("b", flags.FIRED), "not stacked with him"
    table.do("fire", where="E3")
    table.do("done", dice=[1, 6])
    assert table.has("a", flags.FIRED)
    assert table.unit("c").skill == skills.NO_SKILL
    fresh = stand([unit(CLARKSON, "E5", "c", skill="decisive")], [unit(RIFLES, "E3", "f")])
    assert not fresh.offers("act-again"), "he has not acted yet"


# ---- Preempt


@pytest.mark.rule("lnlt.boh.25.2.preempt.b")
@pytest.mark.first_seat
def test_a_leader_preempts_with_his_stack() -> None:
    table = stand(
        [unit(CLARKSON, "E5", "c", skill="preempt"), unit(PARA, "E5", "a"), unit(PARA, "E6", "b")],
        [unit(RIFLES, "E3", "f")],
        impulse="de",
    )
    table.do("activate", where="E3")
    assert (table.kind, table.decision.seat) == ("preempt", 0)
    table.do("preempt", "c")
    assert not table.offers("move", where="E6"), "nobody but his hex"
    table.do("fire", where="E3")
    table.do("done", dice=[3, 4, 6])
    assert table.is_shaken("f")
    table.do("done")
    assert table.decision.seat == 1, "now the impulse that was declared"
    assert table.unit("c").skill == skills.NO_SKILL


@pytest.mark.rule("lnlt.boh.25.2.preempt.c", "lnlt.boh.25.2.preempt.d")
def test_a_hero_preempts_alone_and_nobody_who_is_marked() -> None:
    alone = stand(
        [unit(US_HERO, "E5", "h", skill="preempt"), unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "f")], impulse="de"
    )
    alone.do("activate", where="E3")
    alone.do("preempt", "h")
    alone.do("fire", where="E3", dice=[1, 6])
    assert alone.has("h", flags.FIRED)
    assert not alone.has("a", flags.FIRED)
    marked = stand(
        [unit(US_HERO, "E5", "h", skill="preempt", markers=["ops-complete"])], [unit(RIFLES, "E3", "f")], impulse="de"
    )
    marked.do("activate", where="E3")
    assert marked.kind == "activation"


# ---- The Ambush


@pytest.mark.rule("lnlt.boh.25.2.the-ambush.a")
@pytest.mark.parametrize(("die", "attack"), [(2, 6), (3, 2)])
def test_the_ambush_is_played_next_to_the_enemy(die: int, attack: int) -> None:
    table = stand([unit(CLARKSON, "E5", "c", skill="the-ambush"), unit(PARA, "E5", "a")], [unit(RIFLES, "E4", "f")])
    table.check_forecast("spring-ambush", "c")
    table.do("spring-ambush", "c", dice=[die])
    assert table.unit("c").skill == skills.NO_SKILL
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("all")
    first = table.do("step", where="E4", dice=[1, 1, 1, 1])[1]
    assert first.args["attack"] == attack
    away = stand([unit(CLARKSON, "E7", "c", skill="the-ambush")], [unit(RIFLES, "E4", "f")])
    assert not away.offers("spring-ambush")


# ---- Op Movement


def stepping(us: list[dict[str, Any]], **more: Any) -> Table:
    table = stand(us, [unit(RIFLES, "E2", "f")], impulse="de", **more)
    table.do("activate", where="E2")
    table.do("move", where="E2")
    table.do("step", where="E3")
    return table


@pytest.mark.rule("lnlt.core.6.8", "lnlt.hid.skill.op-movement.c", "lnlt.boh.25.2.op-movement.b")
@pytest.mark.first_seat
def test_a_stack_moves_instead_of_firing() -> None:
    table = stepping([unit(CLARKSON, "E5", "c", skill="op-movement"), unit(PARA, "E5", "a")])
    table.do("opportunity-move", "c")
    table.do("all")
    table.do("step", where="E6")
    table.do("stop")
    assert (table.place("c"), table.place("a")) == ("E6", "E6")
    assert table.has("a", flags.MOVED)
    assert table.decision.seat == 1, "the enemy's move goes on"
    hero = stepping([unit(US_HERO, "E5", "h", skill="op-movement"), unit(PARA, "E5", "a")])
    hero.do("opportunity-move", "h")
    hero.do("step", where="E6")
    hero.do("stop")
    assert (hero.place("h"), hero.place("a")) == ("E6", "E5")


@pytest.mark.rule("lnlt.hid.skill.op-movement.b", "lnlt.boh.25.2.op-movement.a")
@pytest.mark.parametrize("marker", ["moved", "fired", "assault-move", "low-crawl", "ops-complete"])
def test_no_op_movement_when_marked(marker: str) -> None:
    table = stepping([unit(US_HERO, "E5", "h", skill="op-movement", markers=[marker]), unit(PARA, "E5", "a")])
    assert not table.offers("opportunity-move")


@pytest.mark.rule("lnlt.hid.skill.op-movement.b")
def test_no_op_movement_after_moving_by_stealth() -> None:
    for marker in (0, flags.STEALTH):
        table = stand(
            [unit(US_HERO, "E5", "h", skill="op-movement"), unit(PARA, "E5", "a")],
            [unit(RIFLES, "E2", "f")],
            impulse="de",
        )
        table.state.mark(table.unit("h"), marker)
        table.do("activate", where="E2")
        table.do("move", where="E2")
        table.do("step", where="E3")
        assert table.offers("opportunity-move") == (marker == 0)


@pytest.mark.rule("lnlt.core.6.8")
@pytest.mark.first_seat
def test_op_movement_into_the_mover_stops_him() -> None:
    table = stepping([unit(US_HERO, "E5", "h", skill="op-movement")])
    table.do("opportunity-move", "h")
    table.do("step", where="E4")
    assert table.decision.seat == 1 or table.offers("step", where="E3")
    while table.decision.seat == 1:
        table.do("decline")
    table.do("step", where="E3", dice=[1, 1, 1, 1])
    assert table.place("f") == "E3"
    assert table.has("f", flags.MOVED)
    assert table.kind == "impulse"


@pytest.mark.rule("lnlt.hid.skill.op-movement.d")
def test_op_movement_may_end_in_a_close_assault() -> None:
    field = Field(
        side("us", vehicle(HALFTRACK, "E2", "H", facing=EAST), unit(MEDIC, "A9")),
        side("de", unit(WEISS, "F3", "w", skill="op-movement"), unit(RIFLES, "F3", "men"), unit(DE_MEDIC, "L9")),
    )
    field.order("H")
    field.do("set-out")
    field.do("forward", where="F2")
    field.do("opportunity-move", "w")
    field.do("all")
    events = field.do("step", where="F2", dice=[1, 1, 1, 1, 6, 1])
    assert event(events, "close-assault-wins")


# ---- Running Killer


def run(*foes: dict[str, Any], skill: str = "running-killer", **more: Any) -> Table:
    table = stand([unit(US_HERO, "E6", "h", skill=skill), *more.pop("us", [])], list(foes), **more)
    table.do("activate", where="E6")
    return table


@pytest.mark.rule("lnlt.hid.skill.running-killer.b", "lnlt.hid.skill.running-killer.c")
@pytest.mark.rule("lnlt.hid.skill.running-killer.d")
def test_a_running_killer_cuts_one_down_and_runs_on() -> None:
    table = run(unit(RIFLES, "E5", "f", shaken=True), unit(RIFLES, "E5", "g", shaken=True))
    table.do("move", where="E6")
    table.do("step", where="E5")
    assert table.kind == "run-through"
    table.do("run-through", dice=[2])
    assert (table.place("f"), table.place("g")) == ("E5", "gone")
    assert not table.offers("stop"), "not among the enemy"
    table.do("step", where="E4")
    assert table.place("h") == "E4"
    table.do("stop")
    assert table.place("f") == "E5"


@pytest.mark.rule("lnlt.hid.skill.running-killer.b", "lnlt.hid.skill.running-killer.e")
def test_who_may_not_run_through() -> None:
    steady = run(unit(RIFLES, "E5", "f", shaken=True), unit(RIFLES, "E5", "g"))
    steady.do("move", where="E6")
    steady.do("step", where="E5", dice=[1, 1, 1, 1])
    assert steady.kind == "impulse"
    assert steady.place("f") == "E5"
    company = run(unit(RIFLES, "E5", "f", shaken=True), us=[unit(PARA, "E6", "a")])
    company.do("move", where="E6")
    company.do("all")
    company.do("step", where="E5")
    assert company.kind != "run-through"
    assert company.place("f") == "gone"
    other = Table(
        [unit(US_HERO, "E6", "h", skill="deadly"), unit(PARA, "J9")],
        [unit(RIFLES, "E5", "f", shaken=True), unit(RIFLES, "A1")],
    )
    other.do("activate", where="E6")
    other.do("move", where="E6")
    other.do("step", where="E5")
    assert other.kind != "run-through", "another card does not do"
    crawl = run(unit(RIFLES, "E5", "f", shaken=True))
    crawl.do("low-crawl", where="E6")
    assert not crawl.offers("step", where="E5")


# ---- Tank Killer


@pytest.mark.rule("lnlt.hid.skill.tank-killer.b", "lnlt.hid.skill.tank-killer.c")
def test_a_tank_killer_needs_no_check_and_steels_his_stack() -> None:
    field = Field(
        side("de", unit(WEISS, "E5", "w", skill="tank-killer"), unit(RIFLES, "E5", "men")),
        side("us", vehicle(SHERMAN, "F5", "S", markers=["fired"]), unit(CLARKSON, "A9")),
    )
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("all")
    events = field.do("step", where="F5", dice=[2, 2, 1, 6])
    checks = [e for e in events if e.kind == "assault-nerve"]
    assert [e.outcomes[0][0] for e in checks] == [f"unit:{field.names['men']}"]
    assert lines(checks[0])["assault.tank-killer"] == -2


# ---- Ace Gunner


def battery(skill: str = "ace-gunner", **more: Any) -> Field:
    return Field(
        side("de", unit(PAK, "E5", "gun", facing=EAST), unit(WEISS, more.pop("at", "E5"), "w", skill=skill)),
        side("us", vehicle(SHERMAN, "H5", "S", facing=WEST), vehicle(SHERMAN, "I5", "T"), unit(CLARKSON, "A9")),
        **more,
    )


@pytest.mark.rule("lnlt.hid.skill.ace-gunner.b", "lnlt.hid.skill.ace-gunner.c", "lnlt.hid.skill.ace-gunner.e")
def test_an_ace_gunner_steadies_the_aim_on_an_odd_die() -> None:
    field = battery()
    field.do("activate", where="E5")
    field.do("aim", "gun")
    odds = field.forecast("shoot", "S").odds["shot"]["hit"]
    shot = event(field.do("shoot", "S", dice=[3, 6, 6]), "shot-misses")
    need = int(shot.args["needed"])
    assert abs(odds - (at_most(TWO_D6, min(need, 11)) + at_most(TWO_D6, min(need - 2, 11))) / 2) < 1e-9
    assert lines(shot)["hit.ace-gunner"] == -2
    assert not field.offers("aim", "gun")
    other = battery(at="E6")
    other.do("activate", where="E5")
    other.do("aim", "gun")
    assert "hit.ace-gunner" not in lines(event(other.do("shoot", "S", dice=[6, 6]), "shot-misses"))


@pytest.mark.rule("lnlt.hid.skill.ace-gunner.d")
def test_an_ace_gunner_has_it_fire_twice_on_an_even_die() -> None:
    field = battery()
    field.do("activate", where="E5")
    field.do("aim", "gun")
    shot = event(field.do("shoot", "S", dice=[4, 6, 6]), "shot-misses")
    assert "hit.ace-gunner" not in lines(shot)
    assert not field.offers("turn-gun", "gun")
    field.do("aim", "gun")
    field.do("shoot", "T", dice=[6, 6])
    assert not field.offers("aim", "gun"), "two shots and no more"


# ---- Rocket Man


@pytest.mark.rule("lnlt.boh.25.2.rocket-man.a", "lnlt.boh.25.2.rocket-man.b", "lnlt.boh.25.2.rocket-man.c")
def test_a_rocket_man_shoots_farther_and_better() -> None:
    field = Field(
        side("us", unit(US_HERO, "E5", "h", skill="rocket-man"), unit(PARA, "E5", "a", weapons=["us.sw.bazooka"])),
        side("de", vehicle(STUG, "J5", "S"), unit(RIFLES, "L9")),
    )
    assert [w.type.id for w in field.state.carried(field.unit("h"))] == ["us.sw.bazooka"]
    distance = field.state.board.grid.distances[field.hex("E5")][field.hex("J5")]
    ordnance = field.state.carried(field.unit("h"))[0].type.ordnance
    assert ordnance is not None
    assert distance == ordnance.limits[-1] + 1
    field.do("activate", where="E5")
    assert not field.offers("aim", "a"), "out of range for others"
    field.do("aim", "h")
    shot = event(field.do("shoot", "S", dice=[6, 6]), "shot-misses")
    assert lines(shot)["hit.rocket-man"] == -1
    assert shot.args["need"] == ordnance.needs[-1]
    farther = Field(
        side("us", unit(US_HERO, "E5", "h", skill="rocket-man")),
        side("de", vehicle(STUG, "K5", "S"), unit(RIFLES, "L9")),
    )
    farther.do("activate", where="E5")
    assert not farther.offers("aim", "h"), "one hex and no more"
    german = Table([unit(PARA, "E5")], [unit("ge.hero.fj", "E2", "h", skill="rocket-man")])
    assert [w.type.id for w in german.state.carried(german.unit("h"))] == ["ge.sw.panzerschreck"]


# ---- Armor Piercer

TETRARCH = "uk.veh.tetrarch"


@pytest.mark.rule("lnlt.hid.skill.armor-piercer.b")
def test_an_armor_piercer_turns_machine_guns_on_thin_armour() -> None:
    for skill in ("armor-piercer", ""):
        field = Field(
            side("de", unit(WEISS, "E5", "w", skill=skill), unit(RIFLES, "E5", "a", weapons=[MG42])),
            side("uk", vehicle(TETRARCH, "G5", "T", markers=["buttoned"]), unit("uk.medic", "A9")),
        )
        field.do("activate", where="E5")
        assert field.offers("fire-at-vehicle", "T") == bool(skill)
        if skill:
            shot = event(field.do("fire-at-vehicle", "T", dice=[1, 6]), "spray-misses")
            assert shot.args["defence"] == 6, "no armour"
            assert lines(shot)["fire.leadership"] == field.unit("w").type.lm
    thick = Field(
        side("de", unit(WEISS, "E5", "w", skill="armor-piercer"), unit(RIFLES, "E5", "a", weapons=[MG42])),
        side("us", vehicle(SHERMAN, "G5", "S", markers=["buttoned"]), unit(MEDIC, "A9")),
    )
    thick.do("activate", where="E5")
    assert not thick.offers("fire-at-vehicle", "S")


@pytest.mark.rule("lnlt.hid.skill.armor-piercer.c", "lnlt.hid.skill.armor-piercer.d")
def test_a_sniper_pierces_any_armour_with_one_die() -> None:
    field = Field(
        side("de", unit("ge.sniper", "E5", "s", skill="armor-piercer")),
        side("us", vehicle(SHERMAN, "G5", "S", markers=["buttoned"]), unit(MEDIC, "A9")),
    )
    field.do("activate", where="E5")
    field.do("snipe", "s")
    field.check_forecast("pierce", "S")
    shot = event(field.do("pierce", "S", dice=[1, 6]), "spray-misses")
    assert shot.args["defence"] == 6
    assert field.has("s", flags.FIRED)
    plain = Field(
        side("de", unit("ge.sniper", "E5", "s")),
        side("us", vehicle(SHERMAN, "G5", "S", markers=["buttoned"]), unit(MEDIC, "A9")),
    )
    plain.do("activate", where="E5")
    if plain.offers("snipe"):
        plain.do("snipe", "s")
    assert not plain.offers("pierce")
