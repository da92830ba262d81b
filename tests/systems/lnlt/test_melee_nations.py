"""Melee of the nations (lnlt.core.8.3 to 8.5): superscripts, ambush, Partisans, SS Fanaticism, Panache."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.table import PARA, Table, event, unit

from bocage.kernel.event import Event
from bocage.systems.lnlt.rules.acts import RETREAT_TO
from bocage.systems.lnlt.rules.laststand import LastStand
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.melee_strength import is_eligible, melee_fp

pytestmark = pytest.mark.both_seats

RIFLES = "ge.wehr44.squad.1-6-4"
SS = "ge.ss44.squad.2-6-4"
SS_LEADER = "ge.ldr.sslt"
CF = "fr.cf.squad.2-3-4"
BELGIAN = "be.ca.squad.1-5-4"
PARTISAN = "su.partisan.squad.0-4-4"
BRITON = "uk.para.squad.1-6-4"


def enter(table: Table, start: str, to: str, dice: list[int]) -> list[Event]:
    table.do("activate", where=start)
    table.do("move", where=start)
    while table.kind == "movers":
        table.state.play(table.decision, table.decision.options[0] or table.decision.options[1])
    return table.do("step", where=to, dice=dice)


def against(units: list[dict[str, Any]], **more: Any) -> Table:
    """Americans in E5 go for Germans in E4; another stands by so that the turn goes on."""
    return Table([unit(PARA, "E5", "a"), unit(PARA, "J9")], units, module="hon", **more)


@pytest.mark.rule("lnlt.core.8.5", "lnlt.sab.13.94f", "lnlt.sab.13.94g")
def test_the_m_superscript_adds_one_for_each_unit() -> None:
    table = Table([unit(BRITON, "E5", "a")], [unit(RIFLES, "A1", "f")], nations=("uk", "de"), module="sab")
    assert melee_fp(table.state, table.unit("a")) == 2


@pytest.mark.rule("lnlt.hon.13.3.1a", "lnlt.hon.13.3.1g", "lnlt.hon.13.3.1h", "lnlt.hon.13.3.1e", "lnlt.hid.13.2.1a")
@pytest.mark.rule("lnlt.hid.13.2.1d", "lnlt.hid.13.2.1f", "lnlt.boh.13.81a", "lnlt.boh.13.81e", "lnlt.boh.13.81i")
@pytest.mark.first_seat
def test_shaken_ss_rally_and_fight_without_a_leader() -> None:
    table = against([unit(SS, "E4", "s", shaken=True), unit(RIFLES, "A1", "f")])
    events = enter(table, "E5", "E4", [3, 3, 1, 1, 1, 1])
    assert event(events, "rally").outcomes == [("unit:2", "rallied")]
    assert [e.kind for e in events if e.kind.startswith("melee-")][:2] == ["melee-fails", "melee-fails"]
    assert table.place("s") == "E4"


@pytest.mark.rule("lnlt.hon.13.3.1d", "lnlt.hid.13.2.1e", "lnlt.boh.13.81d")
def test_ss_who_fail_are_lost_at_once() -> None:
    table = against([unit(SS, "E4", "s", shaken=True), unit(RIFLES, "A1", "f")])
    events = enter(table, "E5", "E4", [6, 6])
    assert event(events, "stands").rule == "lnlt.hon.13.3.1a"
    assert event(events, "overrun").rule == "lnlt.hon.13.3.1d"
    assert table.place("s") == "gone"
    assert table.place("a") == "E4"


@pytest.mark.rule("lnlt.hon.13.3.1b", "lnlt.hon.13.3.1c", "lnlt.hid.13.2.1b", "lnlt.hid.13.2.1c")
@pytest.mark.rule("lnlt.boh.13.81b", "lnlt.boh.13.81c")
@pytest.mark.first_seat
def test_ss_leaders_rally_first_and_then_help() -> None:
    table = against(
        [unit(SS, "E4", "s", shaken=True), unit(SS_LEADER, "E4", "l", shaken=True), unit(RIFLES, "A1", "f")]
    )
    events = enter(table, "E5", "E4", [1, 1, 4, 3, 1, 1, 1, 1])
    rallies = [e for e in events if e.kind == "rally"]
    assert [e.outcomes[0][0] for e in rallies] == ["unit:3", "unit:2"]
    assert [line.label for line in rallies[1].lines] == ["rally.leadership"]


@pytest.mark.rule("lnlt.hon.13.3.1f", "lnlt.hid.13.2.1g", "lnlt.boh.13.81f")
def test_ss_who_cannot_fight_are_lost_with_the_others() -> None:
    table = against(
        [unit(SS, "E4", "s", shaken=True), unit(SS_LEADER, "E4", "l", shaken=True), unit(RIFLES, "A1", "f")]
    )
    enter(table, "E5", "E4", [1, 1, 6, 6])
    assert (table.place("s"), table.place("l")) == ("gone", "gone")


@pytest.mark.rule("lnlt.hon.13.3.1a")
def test_the_wehrmacht_has_no_such_chance() -> None:
    table = against([unit(RIFLES, "E4", "s", shaken=True), unit(RIFLES, "A1", "f")])
    enter(table, "E5", "E4", [])
    assert table.place("s") == "gone"


def french(units: list[dict[str, Any]], dice: list[int]) -> tuple[Table, list[Event]]:
    table = Table(
        units, [unit(RIFLES, "E5", "a"), unit(RIFLES, "J9", "g")], nations=("fr", "de"), module="hid", impulse="de"
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    return table, table.do("step", where="E4", dice=dice)


@pytest.mark.rule("lnlt.hid.13.1.2i", "lnlt.hid.13.1.2l", "lnlt.hid.13.1.2k")
@pytest.mark.parametrize(("dice", "place"), [([5, 5, 1, 1, 1, 1], "E4"), ([5, 4], "gone")])
def test_panache_is_a_pair_or_death(dice: list[int], place: str) -> None:
    table, events = french([unit(CF, "E4", "c", shaken=True), unit(CF, "A9", "d")], dice)
    assert event(events, "stands").rule == "lnlt.hid.13.1.2i"
    assert [e.rule for e in events if e.kind == "overrun"] == (["lnlt.hid.13.1.2k"] if place == "gone" else [])
    assert table.place("c") == place
    assert any(e.kind == "melee-fails" for e in events) == (place == "E4")


@pytest.mark.rule("lnlt.hid.13.1.2j")
def test_panache_beside_a_leader_is_an_ordinary_rally() -> None:
    units = [unit(CF, "E4", "c", shaken=True), unit("fr.ldr.cne", "E4", "l"), unit(CF, "A9", "d")]
    _, events = french(units, [3, 2, 1, 1, 1, 1])
    attempt = event(events, "rally")
    assert "rally.leadership" in [line.label for line in attempt.lines]
    assert attempt.rule == "lnlt.hid.13.1.2j"


COVERED_ROAD: dict[str, Any] = {"terrain": {"forest": ["E5"]}, "roads": [["E6", "E5", "E4"]]}


def lie_in_wait(table: Table) -> None:
    """Through the forest, unseen, to the hex beside the enemy."""
    table.do("activate", where="E6")
    table.do("move", where="E6")
    table.do("step", where="E5")
    while table.kind == "opportunity":
        table.do("decline")


@pytest.mark.rule("lnlt.core.8.4", "lnlt.nosb.13.53g", "lnlt.nosb.13.53h", "lnlt.nosb.13.53i", "lnlt.nosb.13.53j")
@pytest.mark.rule("lnlt.nosb.13.53r", "lnlt.core.8.3")
def test_partisans_in_ambush_strike_threefold_and_first() -> None:
    table = Table(
        [unit(PARTISAN, "E6", "p"), unit(PARTISAN, "J9")],
        [unit(RIFLES, "E4", "f"), unit(RIFLES, "A1", "g")],
        nations=("su", "de"),
        module="nosb",
        **COVERED_ROAD,
    )
    lie_in_wait(table)
    events = table.do("step", where="E4", dice=[3, 3])
    found = event(events, "melee-kills")
    assert (found.args["attack"], found.args["odds"], found.args["need"], found.args["total"]) == (3, "3:1", 5, 5)
    assert table.place("f") == "gone", "before he can strike back"


@pytest.mark.rule("lnlt.core.8.4", "lnlt.nosb.13.53g")
def test_who_saw_them_coming_is_not_ambushed() -> None:
    table = Table(
        [unit(PARTISAN, "E5", "p"), unit(PARTISAN, "J9")],
        [unit(RIFLES, "E4", "f"), unit(RIFLES, "A1", "g")],
        nations=("su", "de"),
        module="nosb",
    )
    events = enter(table, "E5", "E4", [3, 3, 1, 1])
    assert event(events, "melee-fails").args["odds"] == "1:1"


@pytest.mark.rule("lnlt.hid.13.3.1a", "lnlt.hid.13.3.1b", "lnlt.hid.13.3.1c")
@pytest.mark.parametrize("home", [True, False])
@pytest.mark.first_seat
def test_belgians_ambush_on_home_ground_alone(home: bool) -> None:
    position = Table(
        [unit(BELGIAN, "E6", "b"), unit(BELGIAN, "J9")],
        [unit(RIFLES, "E4", "f"), unit(RIFLES, "A1", "g")],
        nations=("be", "de"),
        module="hid",
        **COVERED_ROAD,
    )
    position.state.scenario.home[0] = home
    lie_in_wait(position)
    events = position.do("step", where="E4", dice=[1, 1, 1, 1])
    assert event(events, "melee-fails").args["odds"] == ("3:1" if home else "1:1")


@pytest.mark.rule("lnlt.hid.13.3.1d", "lnlt.nosb.13.53q")
def test_reinforcements_in_ambush_do_not_strike_first() -> None:
    table = Table(
        [unit(PARTISAN, "E6", "p"), unit(PARTISAN, "E4", "q"), unit(PARTISAN, "J9")],
        [unit(RIFLES, "E4", "f"), unit(RIFLES, "A1", "g")],
        nations=("su", "de"),
        module="nosb",
        **COVERED_ROAD,
    )
    lie_in_wait(table)
    table.do("step", where="E4")
    melee = table.state.stack[-1]
    assert getattr(melee, "ambush", None) == 1


@pytest.mark.rule("lnlt.core.8.0", "lnlt.hon.13.3.1a", "lnlt.core.option.shaken_die_on_entry")
@pytest.mark.parametrize(
    ("option", "comrade", "stands"),
    [(True, True, True), (True, False, True), (False, True, False), (False, False, True)],
)
@pytest.mark.first_seat
def test_when_the_shaken_must_stand(option: bool, comrade: bool, stands: bool) -> None:
    """At once where the Shaken die on entry, otherwise, if so chosen, only where nobody else can fight."""
    others = [unit(RIFLES, "E4", "f")] if comrade else []
    more = {"options": {"shaken_die_on_entry": option, "ss_stand": "alone"}}
    table = against([unit(SS, "E4", "s", shaken=True), *others, unit(RIFLES, "A1")], **more)
    melee = Melee(0, table.hex("E4"), [table.names["a"]])
    table.state.push(melee)
    melee.begin(table.state)
    assert isinstance(table.state.stack[-1], LastStand) == stands


@pytest.mark.rule("lnlt.core.8.0")
@pytest.mark.parametrize(("option", "left"), [(True, {"f"}), (False, {"s", "f"})])
@pytest.mark.first_seat
def test_the_shaken_are_lost_on_entry_or_with_the_last_who_fights(option: bool, left: set[str]) -> None:
    more = {"options": {"shaken_die_on_entry": option}}
    table = against([unit(RIFLES, "E4", "s", shaken=True), unit(RIFLES, "E4", "f"), unit(RIFLES, "A1")], **more)
    melee = Melee(0, table.hex("E4"), [table.names["a"]])
    table.state.push(melee)
    melee.sort_out(table.state)
    assert {name for name in ("s", "f") if table.place(name) == "E4"} == left
    later = against([unit(RIFLES, "E4", "s", shaken=True), unit(RIFLES, "E4", "f"), unit(RIFLES, "A1")], **more)
    melee = Melee(0, later.hex("E4"), [])
    later.state.push(melee)
    melee.sort_out(later.state)
    assert later.place("s") == "E4", "nobody enters in a later turn"


@pytest.mark.rule("lnlt.core.8.3", "lnlt.core.8.5", "lnlt.core.1.6", "lnlt.core.1.6.8")
@pytest.mark.parametrize(
    ("who", "nation", "guns", "fp"),
    [
        ("us.para.squad.2-5-4", "us", [], 2),
        ("us.glider.hs.0-5-4", "us", [], 1),
        (BRITON, "uk", [], 2),
        ("us.para.squad.2-5-4", "us", ["us.sw.m1919a4"], 4),
        ("us.para.squad.2-5-4", "us", ["us.sw.m2hb", "us.sw.m2hb"], 8),
        ("us.para.squad.2-5-4", "us", ["ge.sw.mg42"], 4),
        ("us.para.hs.1-4-4", "us", ["us.sw.m1919a4"], 2),
        ("us.hero.para", "us", ["us.sw.m2hb"], 2),
        ("us.ldr.clarkson", "us", ["us.sw.m2hb"], 2),
        ("us.para.squad.2-5-4", "us", ["us.sw.mortar60"], 2),
    ],
)
def test_firepower_hand_to_hand(who: str, nation: str, guns: list[str], fp: int) -> None:
    module = "sab" if nation == "uk" else "hon"
    table = Table([unit(who, "E5", "a", weapons=guns)], [unit(RIFLES, "A1")], nations=(nation, "de"), module=module)
    assert melee_fp(table.state, table.unit("a")) == fp


@pytest.mark.rule("lnlt.core.8.0")
def test_who_is_eligible() -> None:
    us = [
        unit(PARA, "E5", "squad"),
        unit("us.hero.para", "E5", "hero"),
        unit("us.ldr.clarkson", "E5", "leader"),
        unit("us.ldr.medrow", "E6", "armed", weapons=["us.sw.m1919a4"]),
        unit("us.medic", "E6", "medic"),
        unit("us.sniper", "E7", "sniper"),
        unit(PARA, "E6", "shaken", shaken=True),
        unit("us.wt.m1917", "E8", "team"),
    ]
    table = Table(us, [unit(RIFLES, "A1")])
    names = ("squad", "hero", "leader", "armed", "medic", "sniper", "shaken", "team")
    assert {name for name in names if is_eligible(table.state, table.unit(name))} == {"squad", "hero", "armed"}


@pytest.mark.rule("lnlt.core.8.1")
@pytest.mark.parametrize(("free", "kind"), [(("E3", "F4"), "asks"), (("E3",), "goes"), ((), "lost")])
@pytest.mark.first_seat
def test_where_nobody_can_fight_the_other_side_leaves(free: tuple[str, ...], kind: str) -> None:
    around = {"E3", "F4", "F5", "D4", "D5"}
    water = {"water": sorted(around - set(free))}
    table = Table(
        [unit(PARA, "E4", "a", shaken=True), unit(PARA, "E5", "b"), unit(PARA, "J9")],
        [unit(RIFLES, "E4", "f", shaken=True), unit(RIFLES, "A1")],
        terrain=water,
    )
    melee = Melee(0, table.hex("E4"), [])
    table.state.push(melee)
    names = {table.state.board.grid.names[hex_] for hex_ in table.state.board.neighbours[table.hex("E4")]}
    assert names == around | {"E5"}
    melee.ask_retreat(table.state)
    if kind == "asks":
        assert table.state.pending[-1].options == RETREAT_TO.on_each([table.hex(hex_) for hex_ in free])
    else:
        assert table.place("f") == (free[0] if kind == "goes" else "gone")


@pytest.mark.rule("lnlt.hid.13.1.2i", "lnlt.hid.13.1.2k", "lnlt.hid.13.1.2l")
def test_beside_comrades_panache_is_a_choice() -> None:
    """Nobody would kill them while a comrade fights: they may stay down, or rally or die."""
    units = [unit(CF, "E4", "c", shaken=True), unit(CF, "E4", "good"), unit(CF, "A9", "d")]
    table, _ = french(units, [])
    assert table.kind == "last-stand"
    table.check_forecast("stand", "c")
    table.do("stand", "c", dice=[5, 4, 1, 1, 1, 1])
    assert (table.place("c"), table.place("good")) == ("gone", "E4")
    table, _ = french(units, [])
    table.do("stand", "c", dice=[5, 5])
    assert not table.is_shaken("c")
    assert table.kind == "melee"
    assert table.offers("target", "c"), "and fights"
    table, _ = french(units, [])
    events = table.do("keep-down", dice=[1, 1, 1, 1])
    assert table.is_shaken("c")
    assert event(events, "melee-goes-on")


@pytest.mark.rule("lnlt.hon.13.3.1a", "lnlt.hon.13.3.1g", "lnlt.core.option.ss_stand")
@pytest.mark.parametrize(("option", "dice"), [("always", [6, 6, 1, 1, 1, 1]), ("alone", [1, 1, 1, 1])])
def test_fanatics_stand_beside_comrades_too(option: str, dice: list[int]) -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(PARA, "J9")],
        [unit("ge.ss44.squad.2-6-4", "E4", "s", shaken=True), unit("ge.ss44.squad.2-6-4", "E4", "good")],
        module="hon",
        options={"ss_stand": option},
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("step", where="E4", dice=dice)
    assert (table.place("s") == "gone") == (option == "always")
