"""Cards that work without being played say so: in a line of a tally, in an event, or as the clause of a choice."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.checks import fuzz
from bocage.kernel.event import Event
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.words import usage
from systems.lnlt.armour import SHERMAN, Field, side, vehicle
from systems.lnlt.table import CLARKSON, GLIDER, M1919, PARA, RIFLES, US_HERO, WEISS, Table, unit

pytestmark = pytest.mark.both_seats


def marks_of(events: list[Event]) -> set[str]:
    found: set[str] = set()
    fuzz.mark_events(events, found)
    return found


def rule_of(table: Table, verb: str, who: str = "", where: str = "") -> str:
    return table.fitting(verb, who, where)[0].rule


def activated(us: list[dict[str, Any]], de: list[dict[str, Any]], **more: Any) -> Table:
    table = Table(us, de, **more)
    table.do("activate", where=us[0]["hex"])
    return table


@pytest.mark.rule("lnlt.boh.25.2.dead-eye.a", "lnlt.core.12")
@pytest.mark.parametrize("skill", ["dead-eye", ""])
def test_dead_eye_has_a_line_in_the_attack(skill: str) -> None:
    table = activated([unit(US_HERO, "E5", "h", skill=skill)], [unit(RIFLES, "E2", "f")])
    marks = marks_of(table.do("fire", where="E2", dice=[1, 6]))
    assert ("lnlt.boh.25.2.dead-eye.a" in marks) == bool(skill)


@pytest.mark.rule("lnlt.boh.25.2.die-hard.a")
def test_a_die_hards_damage_check_shows_both_dice() -> None:
    de = [unit(WEISS, "E2", "w", skill="die-hard"), unit(RIFLES, "E2", "f")]
    table = activated([unit(PARA, "E5", "a")], de)
    events = table.do("fire", where="E2", dice=[4, 1, 6, 2, 5, 3])
    checks = [e for e in events if e.kind == "damage"]
    assert [e.dice for e in checks] == [[6, 2], [5, 3]]
    assert all("lnlt.boh.25.2.die-hard.a" in {line.rule for line in e.lines} for e in checks)


@pytest.mark.rule("lnlt.hid.skill.ambusher.b")
def test_an_ambush_has_a_line_in_the_melee() -> None:
    us = [unit(CLARKSON, "E6", "c", skill="ambusher"), unit(PARA, "E6", "a"), unit(PARA, "J9")]
    de = [unit(RIFLES, "E4", "f"), unit("ge.medic", "A1")]
    table = activated(us, de, terrain={"forest": ["E5"]}, roads=[["E6", "E5", "E4"]])
    table.do("move", where="E6")
    table.do("all")
    table.do("step", where="E5")
    while table.kind == "opportunity":
        table.do("decline")
    assert "lnlt.hid.skill.ambusher.b" in marks_of(table.do("step", where="E4", dice=[3, 3]))


@pytest.mark.rule("lnlt.hid.skill.opportunist.b", "lnlt.hid.skill.opportunist.f")
@pytest.mark.parametrize(("die", "kind"), [(3, "opportunist"), (2, "opportunist-spent")])
def test_an_opportunist_is_told_of(die: int, kind: str) -> None:
    us = [unit(US_HERO, "E5", "h", skill="opportunist", markers=["fired"])]
    table = Table(us, [unit(RIFLES, "E2", "f")], impulse="de")
    table.do("activate", where="E2")
    table.do("move", where="E2")
    table.do("step", where="E3")
    assert kind in [e.kind for e in table.do("opportunity-fire", where="E5", dice=[die, 6])]


@pytest.mark.rule("lnlt.hid.skill.leader-hero.b", "lnlt.hid.skill.leader-hero.d")
@pytest.mark.parametrize("skill", ["leader-hero", ""])
def test_what_a_leader_hero_leads_is_owed_to_his_card(skill: str) -> None:
    us = [unit(US_HERO, "E5", "h", skill=skill), unit(PARA, "E5", "a"), unit(US_HERO, "H8", skill="deadly")]
    table = Table(us, [unit(RIFLES, "E2", "f")])
    assert (rule_of(table, "activate", where="E5") == "lnlt.hid.skill.leader-hero.d") == bool(skill)
    assert rule_of(table, "activate", where="H8") == "lnlt.core.4.0"
    table.do("activate", where="E5")
    table.do("fire", where="E2")
    table.do("add", "a")
    if skill:
        assert rule_of(table, "direct", "h") == "lnlt.hid.skill.leader-hero.b"


@pytest.mark.rule("lnlt.hid.skill.assaulter.a")
def test_an_assault_move_by_nature_is_owed_to_no_card() -> None:
    for squad, rule in ((GLIDER, "lnlt.hid.skill.assaulter.a"), (PARA, "lnlt.core.6.1")):
        us = [unit(CLARKSON, "E5", "c", skill="assaulter"), unit(squad, "E5", "a")]
        table = activated(us, [unit(RIFLES, "E2", "f")])
        assert rule_of(table, "assault-move") == rule
        assert rule_of(table, "move") == "lnlt.core.6.0"


@pytest.mark.rule("lnlt.boh.25.2.speedy.a")
def test_the_last_two_points_are_owed_to_speedy() -> None:
    us = [unit(US_HERO, "E9", "h", skill="speedy")]
    table = activated(us, [unit("ge.medic", "A1")])
    table.do("move", where="E9")
    rules = []
    for hex_ in ("E8", "E7", "E6", "E5", "E4", "E3"):
        rules.append(rule_of(table, "step", where=hex_))
        table.do("step", where=hex_)
    usual = table.unit("h").type.move
    assert rules == ["lnlt.core.6.0"] * usual + ["lnlt.boh.25.2.speedy.a"] * (6 - usual)


@pytest.mark.rule("lnlt.hid.skill.aimed-fire.b")
def test_fire_at_an_unspotted_hex_is_owed_to_aimed_fire() -> None:
    us = [unit(US_HERO, "E5", "h", skill="aimed-fire")]
    table = activated(us, [unit(RIFLES, "E2", "f"), unit(RIFLES, "E3", "g")], terrain={"stone-building": ["E2"]})
    assert rule_of(table, "fire", where="E5>E2") == "lnlt.hid.skill.aimed-fire.b"
    assert rule_of(table, "fire", where="E5>E3") == "lnlt.core.5.0"


@pytest.mark.rule("lnlt.hid.skill.tank-killer.b", "lnlt.core.armour.7.1")
def test_a_tank_killer_without_fear_is_told_of() -> None:
    field = Field(
        side("de", unit(WEISS, "E5", "w", skill="tank-killer"), unit(RIFLES, "E5", "men")),
        side("us", vehicle(SHERMAN, "F5", "S", markers=["fired"]), unit(CLARKSON, "A9")),
    )
    field.do("activate", where="E5")
    field.do("move", where="E5")
    field.do("all")
    step = field.fitting("step", "", "F5")[0]
    assert (step.label.key, step.rule) == ("choice.step-assault", "lnlt.core.armour.7.1")
    assert field.fitting("step", "", "E4")[0].label.key == "choice.step"
    told = [e.args["unit"] for e in field.do("step", where="F5", dice=[2, 2, 1, 6]) if e.kind == "fearless"]
    assert told == [field.unit("w").title()]


@pytest.mark.rule("lnlt.boh.25.2.fanatic.a")
def test_who_stands_or_dies_by_the_card_is_told_of() -> None:
    de = [unit(WEISS, "E4", "w", skill="fanatic"), unit(RIFLES, "E4", "f", shaken=True), unit("ge.medic", "A1")]
    table = activated([unit(PARA, "E5", "a", weapons=[M1919])], de)
    table.do("move", where="E5")
    table.state.dice.script = None
    table.state.play(table.decision, table.find("step", where="E4"))
    assert "lnlt.boh.25.2.fanatic.a" in marks_of(table.state.events)


@pytest.mark.rule("lnlt.core.12")
def test_a_procedure_that_no_game_reaches_is_named_with_its_reason() -> None:
    named = SYSTEM.features()["procedures"]
    assert {name.split(" (")[0] for name in named} == set(usage.procedures())
    assert [name for name in named if " (" in name] == [f"{k} ({v})" for k, v in usage.UNREACHED.items()]
