"""What becomes of those who are hit: crews who get out, cards that soften it, who is driven off and where to."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model.flags import FIRED, MOVED, SHAKEN
from bocage.systems.lnlt.rules import skills
from bocage.systems.lnlt.rules.wrecks import abandon, vehicle_damage_check, vehicle_damage_tally, vehicle_morale_check
from systems.lnlt.armour import DARIUS, FAR, PANZER, SHERMAN, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, RIFLES, US_HERO, Table, event, unit


def tank(dice: list[int], swapped: bool = False, **more: Any) -> Field:
    us = side("us", vehicle(SHERMAN, "D5", "S", **more.pop("spec", {})), unit(PARA, "A1"))
    field = Field(us, side("de", FAR), swapped=swapped, **more)
    field.state.dice.script = dice
    field.state.dice.cursor = 0
    return field


@pytest.mark.rule("lnlt.core.armour.13", "lnlt.core.armour.5.10", "lnlt.core.armour.4.4")
@pytest.mark.parametrize("swapped", [False, True])
def test_a_crew_that_is_driven_out_is_shaken_one_that_leaves_has_moved(swapped: bool) -> None:
    field = tank([6], swapped)
    vehicle_damage_check(field.state, field.vehicle("S"), 12, True)
    assert field.state.units[-1].type.id == "us.crew"
    assert field.state.units[-1].flags == SHAKEN
    twice = tank([6, 6], swapped, spec={"shaken": True}, options={"second_fail_abandons": True})
    vehicle_morale_check(twice.state, twice.vehicle("S"), 0)
    assert twice.state.units[-1].flags == SHAKEN
    led = tank([], swapped, spec={"leader": DARIUS})
    assert [vehicle_damage_tally(one.state, one.vehicle("S"), 5).total for one in (led, field)] == [4, 5]
    left = tank([], swapped)
    abandon(left.state, left.vehicle("S"), False)
    assert left.state.units[-1].flags == MOVED


# ---- Erratic


def hit(skill: str, holder: str = CLARKSON, dice: list[int] | None = None, **more: Any) -> Field:
    """A squad and the holder of a card in D4 are hit by the machine guns of a tank, by 5 - 1."""
    men = side("us", unit(PARA, "D4", "men"), unit(holder, "D4", "holder", skill=skill), *more.pop("us", []))
    field = Field(men, side("de", vehicle(PANZER, "H4", "P", WEST)), impulse="de", **more)
    field.order("P")
    field.do("machine-guns", where="D4", dice=[6, 1, *(dice or [])])
    return field


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.boh.25.2.erratic.c", "lnlt.boh.25.2.erratic.b")
def test_an_even_die_spares_a_leader_and_his_stack_and_uses_the_card_up() -> None:
    field = hit("erratic")
    told = field.do("play-card", dice=[2])
    assert event(told, "erratic-spared")
    assert "damage" not in [one.kind for one in told]
    assert field.unit("holder").skill == skills.NO_SKILL


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.boh.25.2.erratic.c", "lnlt.boh.25.2.erratic.b")
def test_a_hero_spares_himself_alone() -> None:
    field = hit("erratic", US_HERO)
    plain = hit("erratic", US_HERO)
    told = field.do("play-card", dice=[2, 1])
    checked = [one.args["unit"] for one in told if one.kind == "damage"]
    assert checked == [field.unit("men").title()]
    both = plain.do("done", dice=[1, 1])
    names = {plain.unit("men").title(), plain.unit("holder").title()}
    assert {one.args["unit"] for one in both if one.kind == "damage"} == names
    assert plain.unit("holder").skill != skills.NO_SKILL, "the card that was not played is kept"


@pytest.mark.rule("lnlt.boh.25.2.erratic.a", "lnlt.boh.25.2.erratic.c")
@pytest.mark.parametrize(("holder", "numbers"), [(CLARKSON, [1, 1]), (US_HERO, [0, 1])])
def test_an_odd_die_doubles_the_difference_for_those_it_would_have_spared(holder: str, numbers: list[int]) -> None:
    field = hit("erratic", holder)
    told = field.do("play-card", dice=[3, 1, 1])
    doubled = event(told, "erratic-doubled").args["difference"]
    lines = [sum(line.value for line in one.lines if line.label == "damage.difference") for one in told]
    found = [number for one, number in zip(told, lines, strict=True) if one.kind == "damage"]
    assert found == [doubled if number else int(doubled) // 2 for number in numbers]


# ---- Maneuver


@pytest.mark.rule("lnlt.hid.skill.maneuver.b", "lnlt.hid.skill.maneuver.c")
@pytest.mark.parametrize("gone", [False, True])
def test_a_leader_slips_away_with_the_unmarked_of_his_stack(gone: bool) -> None:
    third = unit(PARA, "D4", "marked", markers=["fired"])
    field = hit("maneuver", dice=[5, 1, 5], us=[third])
    assert field.kind == "maneuver"
    assert field.is_shaken("men")
    assert field.is_shaken("marked")
    if not gone:
        field.do("done")
        assert [field.place(name) for name in ("men", "holder", "marked")] == ["D4"] * 3
        assert field.is_shaken("men")
        return
    field.do("slip-away", where="C4")
    assert [field.place(name) for name in ("men", "holder", "marked")] == ["C4", "C4", "D4"]
    assert not field.is_shaken("men")
    assert field.is_shaken("marked"), "he stays, and his result stands"
    assert not field.has("men", FIRED)


@pytest.mark.rule("lnlt.hid.skill.maneuver.b", "lnlt.hid.skill.maneuver.c")
def test_a_hero_slips_away_alone_and_only_if_it_is_he_who_is_shaken() -> None:
    others = hit("maneuver", US_HERO, dice=[5, 1])
    assert others.is_shaken("men")
    assert others.kind != "maneuver"


@pytest.mark.rule("lnlt.hid.skill.maneuver.b")
def test_nobody_slips_towards_an_enemy_whom_he_sees_or_after_he_has_acted() -> None:
    field = hit("maneuver", dice=[5, 1])
    offered = {choice.place for choice in field.choices() if choice.verb == "slip-away"}
    near = field.state.board.grid
    here = field.hex("H4")
    before = near.distances[here][field.hex("D4")]
    assert offered
    assert all(near.distances[here][field.hex(name)] >= before for name in offered if name)
    table = Table(
        [unit(CLARKSON, "E5", "holder", skill="maneuver", markers=["moved"]), unit(PARA, "E5", "men")],
        [unit(RIFLES, "E3", "f")],
        impulse="de",
    )
    table.do("activate", where="E3")
    table.do("fire", where="E3>E5", dice=[6, 1, 5, 5])
    assert table.kind != "maneuver"
