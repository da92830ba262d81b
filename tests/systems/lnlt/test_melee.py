"""Melee: who fights, odds, the round, later rounds, withdrawal."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import load_yaml
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content.numbers import PATH, numbers
from bocage.systems.lnlt.model.flags import FIRED, FOUGHT, MOVED, OPS, SPRUNG
from bocage.systems.lnlt.rules.melee import Melee
from bocage.systems.lnlt.rules.melee_strength import COLUMNS, ambush_of, column, melee_fp, shifted_column
from bocage.systems.lnlt.rules.withdrawal import Withdrawal
from bocage.text import catalogue
from systems.lnlt.table import (
    CLARKSON,
    DE_MEDIC,
    FJ,
    FJ_HALF,
    FJ_STRONG,
    GLIDER,
    M1919,
    MEDROW,
    MG34,
    PARA,
    PARA_HALF,
    US_HERO,
    US_MEDIC,
    WEISS,
    Table,
    event,
    lines,
    unit,
)

pytestmark = pytest.mark.both_seats


@pytest.mark.rule("lnlt.core.8.0.2", "lnlt.boh.24.2ad", "lnlt.core.0.2", "lnlt.core.check.infantry.14")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(7, 2, "3:1"), (6, 4, "3:2"), (4, 2, "2:1"), (3, 3, "1:1"), (2, 3, "2:3"), (1, 2, "1:2"), (3, 4, "2:3"),
     (1, 3, "1:3"), (1, 4, "1:4"), (1, 9, "1:4"), (9, 1, "4:1"), (5, 4, "1:1"), (5, 3, "3:2")],
)  # fmt: skip
def test_odds_are_the_highest_column_not_above_the_ratio(attack: int, defence: int, odds: str) -> None:
    assert COLUMNS[column(attack, defence)] == odds


@pytest.mark.rule("lnlt.core.8.0.2", "lnlt.boh.24.2ae", "lnlt.core.open.1")
def test_kill_numbers() -> None:
    assert dict(zip(COLUMNS, numbers().melee_kills, strict=True)) == {
        "1:4": 12, "1:3": 11, "1:2": 10, "2:3": 9, "1:1": 8, "3:2": 7, "2:1": 6, "3:1": 5, "4:1": 4
    }  # fmt: skip
    assert load_yaml(PATH, dict[str, Any])["melee_kills"]["basis"] == "estimate"


@pytest.mark.rule("lnlt.core.open.1", "lnlt.core.8.0.2", "lnlt.core.8.0.3")
def test_a_shift_past_the_last_column_stays_there() -> None:
    table = Table([unit(US_HERO, "E5", "h"), unit(PARA, "E5", "a"), unit(PARA, "E5", "b")], [unit(FJ_HALF, "A1", "f")])
    strong = [table.unit(name).id for name in ("h", "a", "b")]
    weak = [table.unit("f").id]
    assert COLUMNS[shifted_column(table.state, strong, weak)] == "4:1"
    assert COLUMNS[shifted_column(table.state, weak, strong * 3)] == "1:4"


@pytest.mark.first_seat
@pytest.mark.rule(
    "lnlt.core.8.0.1", "lnlt.core.1.6", "lnlt.boh.24.2bp", "lnlt.boh.24.2bo", "lnlt.core.8.3", "lnlt.pac.fr.8.0a"
)
@pytest.mark.parametrize(
    ("who", "fp"),
    [
        (unit(PARA, "E5"), 2),
        (unit(PARA, "E5", weapons=[M1919]), 4),
        (unit(PARA_HALF, "E5", weapons=[M1919]), 2),
        (unit(PARA_HALF, "E5"), 1),
        (unit(US_HERO, "E5"), 2),
        (unit(MEDROW, "E5", weapons=["us.sw.m2hb"]), 2),
        (unit("us.glider.hs.0-5-4", "E5"), 1),
        (unit(PARA, "E5", weapons=["us.sw.m2hb", M1919]), 6),
        (unit(PARA, "E5", weapons=[MG34]), 3),
        (unit(PARA, "E5", markers=["ops-complete"]), 2),
    ],
)
def test_melee_firepower(who: dict[str, Any], fp: int) -> None:
    table = Table([who], [unit(FJ, "A1", "f")], impulse="de")
    assert melee_fp(table.state, table.state.units[0]) == fp


def charge(us: list[dict[str, Any]], de: list[dict[str, Any]], dice: list[int] | None = None, **more: Any) -> Table:
    """The Americans in E5 enter E4, all together. Dice are for rounds in which nobody has anything to decide."""
    table = Table([*us, unit(US_MEDIC, "J9")], [*de, unit(DE_MEDIC, "A1")], impulse="us", **more)
    table.do("activate", where="E5")
    table.do("move", where="E5")
    if table.kind == "movers":
        table.do("all")
    table.do("step", where="E4", dice=dice)
    return table


@pytest.mark.rule("lnlt.core.8.0", "lnlt.boh.24.2bn")
def test_helpless_defenders_are_lost_at_once() -> None:
    table = charge([unit(PARA, "E5", "p")], [unit(FJ, "E4", "f", shaken=True), unit(WEISS, "E4", "w")])
    assert table.place("f") == table.place("w") == "gone"
    assert table.place("p") == "E4"
    assert table.has("p", MOVED)


@pytest.mark.rule("lnlt.core.8.0", "lnlt.core.option.shaken_die_on_entry", "lnlt.core.open.12")
@pytest.mark.parametrize(("option", "place"), [(False, "E4"), (True, "gone")])
def test_shaken_comrades_of_a_fighter(option: bool, place: str) -> None:
    table = charge(
        [unit(PARA, "E5", "p")],
        [unit(FJ, "E4", "f", markers=["fired"]), unit(WEISS, "E4", "w", shaken=True)],
        dice=[1, 1, 1, 1],
        options={"shaken_die_on_entry": option},
    )
    assert table.place("w") == place


@pytest.mark.rule("lnlt.core.8.0.1", "lnlt.boh.24.2af", "lnlt.pac.fr.8.0e", "lnlt.pac.fr.8.0c", "lnlt.core.8.0")
def test_both_sides_strike_before_anybody_falls() -> None:
    table = Table(
        [unit(PARA, "E5", "p", weapons=[M1919]), unit(US_MEDIC, "J9")],
        [unit(FJ, "E4", "f"), unit(DE_MEDIC, "A1")],
        impulse="us",
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    events = table.do("step", where="E4", dice=[3, 3, 5, 5])
    first, second = [e for e in events if e.kind.startswith("melee-") and e.dice]
    assert (first.args["odds"], first.args["need"]) == ("2:1", 6)
    assert (second.args["odds"], second.args["need"]) == ("1:2", 10)
    assert table.place("p") == table.place("f") == "gone"
    assert table.state.weapons[0].owner == -1


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.8.0.1", "lnlt.core.8.0.3", "lnlt.boh.24.2ac", "lnlt.boh.24.2bq")
def test_one_attack_may_name_one_or_more_targets() -> None:
    us = [unit(PARA, "E5", "a"), unit(PARA, "E5", "b")]
    de = [unit(FJ_HALF, "E4", "x"), unit(FJ_HALF, "E4", "y")]
    one = charge(us, de)
    one.do("target", "x")
    assert one.forecast("all").need == "2:1: ≥ 6"
    both = charge(us, de)
    both.do("target", "x")
    both.do("target", "y")
    assert both.forecast("all").need == "1:1: ≥ 8"
    split = charge(us, de)
    split.do("target", "x")
    split.do("add", "a")
    split.do("done", dice=[6, 6])
    assert not split.offers("target", "x"), "one attack on each"
    assert split.offers("done"), "the others need not attack"
    split.do("target", "y", dice=[1, 1])
    assert split.decision.seat == 1, "nobody is left to attack with: the reply"
    assert split.place("x") == "E4", "doomed, but not gone yet"


@pytest.mark.rule("lnlt.core.8.0.3", "lnlt.boh.24.2ag", "lnlt.pac.fr.8.0d", "lnlt.core.11.2")
def test_a_hero_shifts_the_odds_when_he_attacks() -> None:
    table = charge([unit(PARA, "E5", "p"), unit(US_HERO, "E5", "h")], [unit(FJ, "E4", "f"), unit(FJ, "E4", "g")])
    table.do("target", "f")
    assert table.forecast("all").need == "3:1: ≥ 5"
    table.do("add", "p")
    assert table.forecast("done").need == "1:1: ≥ 8", "without him"


@pytest.mark.rule("lnlt.core.8.0.3", "lnlt.core.8.0.2")
def test_shifts_of_the_column_are_told_without_touching_the_dice() -> None:
    table = charge([unit(PARA, "E5", "p"), unit(US_HERO, "E5", "h")], [unit(FJ, "E4", "f"), unit(FJ, "E4", "g")])
    table.do("target", "f")
    foreseen = table.forecast("all")
    assert [(line.label, line.value, line.rule) for line in foreseen.lines] == [("melee.hero", 0, "lnlt.core.8.0.3")]
    happened = event(table.do("all", dice=[1, 1]), "melee-fails")
    assert lines(happened) == {"melee.hero": 0}
    assert happened.args["shift"] == "@melee.shift.hero"
    words = catalogue(SYSTEM.package, "en").say(f"event.{happened.kind}", happened.args)
    assert "(Hero: one column to the right)" in words
    assert (happened.args["base"], happened.args["odds"], happened.args["sum"]) == ("2:1", "3:1", "2")


@pytest.mark.rule("lnlt.core.8.0.3", "lnlt.boh.13.92c", "lnlt.boh.13.92d")
def test_the_shifts_of_gliders_are_told_in_attack_and_defence() -> None:
    table = charge([unit(GLIDER, "E5", "a")], [unit(FJ_STRONG, "E4", "f"), unit(FJ, "E4", "g")])
    table.do("target", "f")
    assert lines(event(table.do("add", "a", dice=[1, 1]), "melee-fails")) == {"melee.glider": 0}
    assert [line.label for line in table.forecast("all").lines] == ["melee.against-glider"]


@pytest.mark.rule("lnlt.core.8.0.3", "lnlt.core.11.1.1", "lnlt.pac.fr.8.0c")
def test_a_leader_adds_to_the_roll() -> None:
    table = charge([unit(PARA, "E5", "p"), unit(CLARKSON, "E5", "c")], [unit(FJ, "E4", "f"), unit(FJ, "E4", "g")])
    table.do("target", "f")
    assert lines(event(table.do("add", "p", dice=[1, 1]), "melee-fails")) == {"melee.leadership": 1}


@pytest.mark.rule("lnlt.boh.13.92c", "lnlt.boh.13.92d", "lnlt.boh.13.92e", "lnlt.hon.13.1.1c", "lnlt.hon.13.1.1d")
def test_glider_squads_shift_for_themselves_in_attack_and_defence() -> None:
    table = charge(
        [unit(GLIDER, "E5", "a"), unit(GLIDER, "E5", "b"), unit(GLIDER, "E5", "c")], [unit(FJ_STRONG, "E4", "f")]
    )
    assert table.forecast("all").need == "3:2: ≥ 7"
    table.do("all", dice=[1, 1])
    table.do("target", "a")
    table.do("target", "b")
    events = table.do("target", "c", dice=[1, 1])
    assert event(events, "melee-fails").args["odds"] == "2:3"


@pytest.mark.rule("lnlt.core.8.0.1", "lnlt.boh.24.2br", "lnlt.core.8.1")
def test_a_melee_without_losses_goes_on_one_round_a_turn() -> None:
    table = Table(
        [unit(PARA, "E5", "p"), unit(PARA, "J9", "q")], [unit(FJ, "E4", "f"), unit(DE_MEDIC, "A1")], impulse="us"
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    events = table.do("step", where="E4", dice=[1, 1, 1, 1])
    assert event(events, "melee-goes-on")
    assert table.has("p", MOVED)
    assert table.has("f", FIRED)
    assert table.has("f", FOUGHT)
    assert not table.offers("melee")
    table.do("pass")
    table.do("pass")
    assert not table.offers("melee")
    table.do("pass", dice=[6, 1])
    assert table.offers("melee", where="E4"), "a new turn, a new round"
    assert table.offers("withdraw", where="E4")
    table.do("melee", where="E4", dice=[6, 6, 6, 6])
    assert table.place("f") == table.place("p") == "gone"


@pytest.mark.rule("lnlt.core.8.0.1", "lnlt.core.8.0")
def test_who_cannot_fight_falls_with_the_last_comrade_who_could() -> None:
    table = Table(
        [unit(PARA, "E5", "p", weapons=[M1919]), unit(US_MEDIC, "J9")],
        [unit(FJ_HALF, "E4", "f"), unit(WEISS, "E4", "w"), unit(DE_MEDIC, "A1")],
        impulse="us",
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("step", where="E4", dice=[6, 6, 1, 1])
    assert table.place("f") == table.place("w") == "gone"
    assert table.place("p") == "E4"


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.8.2")
def test_reinforcements_start_a_new_round() -> None:
    table = Table(
        [unit(PARA, "E4", "old", markers=["moved"]), unit(PARA, "E5", "new"), unit(US_MEDIC, "J9")],
        [unit(FJ, "E4", "f"), unit(DE_MEDIC, "A1")],
        impulse="us",
    )
    table.unit("old").flags |= FOUGHT
    table.state.fought |= 1 << table.hex("E4")
    table.do("activate", where="E5")
    table.do("move", where="E5")
    events = table.do("step", where="E4", dice=[1, 1])
    happened = event(events, "melee-fails")
    assert happened.args["attack"] == 2, "who has fought this turn does not attack again"
    assert table.decision.seat == 1, "but every enemy replies, and on whom it likes"
    assert table.offers("target", "old")


@pytest.mark.rule("lnlt.core.8.1", "lnlt.boh.24.2bs", "lnlt.core.open.13")
def test_withdrawal_takes_a_morale_check() -> None:
    def fight() -> Table:
        return Table(
            [unit(PARA, "E4", "p"), unit(MEDROW, "E4", "m", shaken=True), unit(US_MEDIC, "J9")],
            [unit(FJ, "E4", "f"), unit(DE_MEDIC, "A1")],
            impulse="us",
        )

    table = fight()
    table.do("withdraw", where="E4", dice=[6, 6])
    assert table.has("p", OPS)
    assert table.place("p") == "E4"
    table = fight()
    table.do("withdraw", where="E4", dice=[3, 3])
    assert table.kind == "step"
    table.do("step", where="E5")
    table.do("stop")
    assert table.place("p") == "E5"
    assert table.place("m") == "gone", "he was left behind"


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.8.1")
def test_where_nobody_can_fight_the_side_that_did_not_come_retreats() -> None:
    table = Table(
        [unit(PARA, "E5", "p", weapons=[M1919]), unit(MEDROW, "E5", "m")],
        [unit(FJ, "E4", "f"), unit(WEISS, "E4", "w"), unit(FJ, "A9", "g")],
        impulse="us",
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("all")
    table.do("step", where="E4", dice=[6, 6, 6, 6])
    assert (table.kind, table.decision.seat) == ("retreat", 1)
    table.do("retreat", where="E3")
    assert table.place("w") == "E3"
    assert table.place("m") == "E4"


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.8.0")
def test_no_opportunity_fire_in_the_melee_hex() -> None:
    table = Table(
        [unit(PARA, "E5", "p"), unit(US_MEDIC, "J9")],
        [unit(FJ_HALF, "E4", "f"), unit(FJ, "E2", "g"), unit(FJ, "F4", "h")],
        impulse="us",
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    events = table.do("step", where="E4", dice=[1, 1, 1, 1])
    assert not [e for e in events if e.kind.startswith("opportunity")]
    assert table.kind == "impulse"


# ---- who is left


@pytest.mark.rule("lnlt.core.8.0.1", "lnlt.core.8.1")
@pytest.mark.parametrize(
    ("ours", "theirs", "goes_on", "left"),
    [
        ({}, {}, False, {"p", "f"}),
        ({"shaken": True}, {}, False, {"f"}),
        ({}, {"shaken": True}, False, {"p"}),
        ({"shaken": True}, {"shaken": True}, True, {"p", "f"}),
    ],
)
def test_who_cannot_fight_is_lost_to_who_can(
    ours: dict[str, bool], theirs: dict[str, bool], goes_on: bool, left: set[str]
) -> None:
    us = [unit(PARA, "E5", "p", **ours), unit(PARA, "J9")]
    table = Table(us, [unit(FJ, "E5", "f", **theirs), unit(FJ, "A1")])
    melee = Melee(0, table.hex("E5"), [])
    assert melee.helpless(table.state) == goes_on, "those who did not come retreat where nobody can fight"
    assert {name for name in ("p", "f") if table.place(name) == "E5"} == left


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.8.4", "lnlt.hid.13.3.1d")
@pytest.mark.parametrize(("woods", "reinforcing", "ambush"), [(True, False, 2), (True, True, 1), (False, False, 0)])
def test_an_ambush_needs_a_start_out_of_sight(woods: bool, reinforcing: bool, ambush: int) -> None:
    terrain = {"forest": ["E5", "D4", "F4", "D5", "F5"]} if woods else {}
    partisan = unit("su.partisan.squad.0-4-4", "E6", "p")
    table = Table([partisan], [unit(FJ, "E4", "f")], nations=("su", "de"), module="nosb", terrain=terrain)
    movers = [table.names["p"]]
    assert ambush_of(table.state, 0, table.hex("E4"), table.hex("E6"), movers, reinforcing) == ambush
    us = [unit(PARA, "E6", "p"), unit(CLARKSON, "E4", "boss", skill="ambusher")]
    led = Table(us, [unit(FJ, "E4", "f")], terrain=terrain)
    movers = [led.names["p"]]
    found = ambush_of(led.state, 0, led.hex("E4"), led.hex("E6"), movers, reinforcing)
    assert found == (2 if woods else 0), "an Ambusher leads reinforcements too"
    led.unit("p").flags |= SPRUNG
    assert ambush_of(led.state, 0, led.hex("E4"), led.hex("E6"), movers, reinforcing) == 2, "The Ambush"
    line = Table([unit(PARA, "E6", "p")], [unit(FJ, "E4", "f")], terrain=terrain)
    assert ambush_of(line.state, 0, line.hex("E4"), line.hex("E6"), [line.names["p"]], reinforcing) == 0


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.8.1")
@pytest.mark.parametrize(
    ("left", "foe", "survives", "holder"),
    [({"shaken": True}, {}, False, 1), ({}, {}, True, 0), ({"shaken": True}, {"shaken": True}, True, 0)],
)
def test_those_left_behind_who_cannot_fight_are_lost(
    left: dict[str, bool], foe: dict[str, bool], survives: bool, holder: int
) -> None:
    us = [unit(PARA, "E5", "p", **left), unit(PARA, "J9")]
    victory = {"objectives": [{"hex": "E5", "points": 3}]}
    table = Table(us, [unit(FJ, "E5", "f", **foe), unit(FJ, "A1")], victory=victory)
    table.state.control = [0]
    withdrawal = Withdrawal(0, table.hex("E5"))
    table.state.push(withdrawal)
    withdrawal.abandon(table.state)
    assert (table.place("p") == "E5") == survives
    assert table.state.control == [holder]
