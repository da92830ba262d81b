"""Sides of two nations and of two divisions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.armour import Field, side, vehicle
from tests.systems.lnlt.table import PARA, PARA_HALF, RIFLES, unit

from bocage.content import ContentError
from bocage.kernel.state import list_fields
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content.counters import counters, twin_of
from bocage.systems.lnlt.model.tables import UnitType, same_force
from bocage.systems.lnlt.rules.artillery import ready_batteries
from bocage.systems.lnlt.rules.damage import heroes_left
from bocage.systems.lnlt.rules.firepower import weapon_fp

pytestmark = pytest.mark.both_seats

BEF = "uk.bef.squad.1-7-4-6"
FRENCH = "fr.reg.squad.1-6-4"
CAPTAIN = "uk.ldr.befcpt"
CAPITAINE = "fr.ldr.cne"
FOE = side("de", unit(RIFLES, "L9", "foe"))


def allies(*items: dict[str, Any], more: dict[str, Any] | None = None, **rest: Any) -> Field:
    mixed = side("uk", *items, allies=["fr"], **(more or {}))
    return Field(mixed, FOE, module="hid", **rest)


@pytest.mark.rule("lnlt.scenario.nations", "lnlt.core.13")
def test_a_leader_rallies_men_of_his_nation_alone() -> None:
    table = allies(
        unit(CAPTAIN, "E5", "Maj"),
        unit(BEF, "E5", "brit", shaken=True),
        unit(FRENCH, "E5", "poilu", shaken=True),
        phase="rally",
    )
    assert table.offers("rally", "brit")
    assert not table.offers("rally", "poilu")


@pytest.mark.rule("lnlt.scenario.nations")
def test_a_medic_flips_his_own_nation_and_heals_any_friend() -> None:
    table = allies(
        unit("uk.medic", "E5", "doc"),
        unit(BEF, "E5", "brit", shaken=True),
        unit(FRENCH, "E5", "poilu", shaken=True),
        unit(CAPITAINE, "E5", "cne", wounded=True),
        phase="rally",
    )
    table.do("medic", "doc", dice=[1, 1])
    assert table.offers("flip", "brit")
    assert not table.offers("flip", "poilu")
    assert table.offers("heal", "cne")


@pytest.mark.rule("lnlt.scenario.nations", "lnlt.scenario.nations.stacking")
@pytest.mark.first_seat
def test_allies_stack_and_fire_together_but_lead_only_their_own() -> None:
    table = allies(unit(CAPTAIN, "E5", "Maj"), unit(FRENCH, "E5", "poilu"), unit(BEF, "E5", "brit"))
    state = table.state
    poilu, brit = table.unit("poilu"), table.unit("brit")
    assert state.best_leadership(0, poilu.hex, poilu.id) == 0
    assert state.best_leadership(0, brit.hex, brit.id) == 2
    table.do("activate", where="E5")
    assert table.offers("move", where="E5")


@pytest.mark.rule("lnlt.scenario.nations.weapons", "lnlt.core.1.6.8")
def test_an_allys_weapon_is_none_that_was_captured() -> None:
    table = allies(
        unit(FRENCH, "E5", "poilu", weapons=["uk.sw.bren", "ge.sw.mg34"]),
        unit(BEF, "F5", "brit", weapons=["ge.sw.mg42"]),
    )
    poilu, brit = table.unit("poilu"), table.unit("brit")
    bren, mg34, mg42 = table.state.weapons
    assert weapon_fp(bren, poilu, 4, False) == bren.type.fp
    assert weapon_fp(mg34, poilu, 4, False) == (mg34.type.fp + 1) // 2
    assert weapon_fp(mg42, brit, 4, False) == (mg42.type.fp + 1) // 2


@pytest.mark.rule("lnlt.scenario.nations")
def test_heroes_come_from_their_parents_nation() -> None:
    table = allies(
        unit(FRENCH, "E5", "poilu"), unit(BEF, "F5", "brit"), more={"heroes": ["uk.hero.bef", "fr.hero", "fr.hero"]}
    )
    assert heroes_left(table.state, table.unit("poilu"), table.unit("poilu").hex) == [1, 2]
    assert heroes_left(table.state, table.unit("brit"), table.unit("brit").hex) == [0]


@pytest.mark.rule("lnlt.scenario.nations", "lnlt.hid.skill.la-marseillaise.b")
def test_the_marseillaise_moves_frenchmen_alone() -> None:
    table = allies(
        unit(CAPITAINE, "E5", "cne", skill="la-marseillaise"),
        unit(FRENCH, "G5", "poilu", shaken=True),
        unit(BEF, "G7", "brit", shaken=True),
        phase="rally",
    )
    table.do("sing", "cne")
    assert table.offers("rally", "poilu")
    assert not table.offers("rally", "brit")


@pytest.mark.rule("lnlt.scenario.nations")
def test_a_crew_is_of_its_vehicles_nation() -> None:
    table = allies(unit(BEF, "A1", "brit"), vehicle("fr.veh.h39", "E5", "char"))
    crew = table.state.scenario.crews[table.vehicle("char").type.nation]
    assert crew.id == "fr.crew"


@pytest.mark.rule("lnlt.scenario.nations", "lnlt.hon.13.1.2a")
@pytest.mark.first_seat
def test_only_the_americans_of_a_side_are_well_supplied() -> None:
    guns = [{"name": "155", "fp": 5, "missions": 0}, {"name": "25-pdr", "fp": 4, "missions": 0, "nation": "uk"}]
    field = Field(side("us", unit(PARA, "E5", "A"), allies=["uk"], artillery=guns), FOE, module="hon")
    assert ready_batteries(field.state, 0) == [0]
    field.state.batteries[0][1].left = 1
    assert ready_batteries(field.state, 0) == [0, 1], "what the British have left is no mission of the Americans"


@pytest.mark.rule("lnlt.scenario.nations")
@pytest.mark.first_seat
def test_a_mixed_side_is_called_allies_and_each_unit_goes_by_its_nation() -> None:
    table = allies(unit(FRENCH, "E5", "poilu"), unit(BEF, "F5", "brit"))
    position = SYSTEM.position(table.state, 0)
    assert position.seats[0].name.key == "nation.allies"
    assert {piece.nation for piece in position.pieces if piece.seat == 0} == {"uk", "fr"}


@pytest.mark.rule("lnlt.scenario.nations")
@pytest.mark.parametrize(
    "wrong", [{"allies": ["de"]}, {"units": [unit("su.line.squad.1-4-4-5", "E5")]}, {"heroes": ["fr.hero"]}]
)
def test_who_is_on_neither_side_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ContentError, match="sides"):
        Field({"nation": "uk", **wrong}, FOE, module="hid")


# ---- divisions


def airborne(*items: dict[str, Any], **more: Any) -> Field:
    heroes = ["us.hero.para@82", "us.hero.para@101"]
    return Field(side("us", *items, heroes=heroes), FOE, module="hon", **more)


@pytest.mark.rule("lnlt.scenario.divisions", "lnlt.core.option.divisions")
def test_divisions_help_each_other_unless_they_are_kept_apart() -> None:
    for options, helps in (({}, True), ({"divisions": "apart"}, False)):
        table = airborne(
            unit("us.ldr.lt82", "E5", "Lt"),
            unit(f"{PARA}@82", "E5", "own", shaken=True),
            unit(f"{PARA}@101", "E5", "other", shaken=True),
            phase="rally",
            options=options,
        )
        assert table.offers("rally", "own")
        assert table.offers("rally", "other") == helps


@pytest.mark.rule("lnlt.scenario.divisions", "lnlt.hon.13.1.4a")
def test_each_division_has_its_own_heroes() -> None:
    table = airborne(unit(f"{PARA}@101", "E5", "A"), unit(PARA, "F5", "B"))
    assert heroes_left(table.state, table.unit("A"), table.unit("A").hex) == [1]
    assert heroes_left(table.state, table.unit("B"), table.unit("B").hex) == [0, 1]
    with pytest.raises(ContentError, match=r"heroes\[4\].*only 4 heroes"):
        Field(side("us", heroes=["us.hero.para@82"] * 5), FOE, module="hon")
    Field(side("us", heroes=["us.hero.para@82", "us.hero.para@101"] * 4), FOE, module="hon")


@pytest.mark.rule("lnlt.scenario.divisions")
def test_halves_of_two_divisions_do_not_combine() -> None:
    for second, combine in (("82", True), ("101", False)):
        table = airborne(
            unit("us.ldr.lt82", "E5", "Lt"),
            unit(f"{PARA_HALF}@82", "E5", "a"),
            unit(f"{PARA_HALF}@{second}", "E5", "b"),
            phase="rally",
        )
        assert table.offers("combine", "a") == combine
        if combine:
            table.do("combine", "a")
            assert table.unit("a").type.division == "82"


@pytest.mark.rule("lnlt.scenario.divisions")
@pytest.mark.first_seat
def test_a_counter_of_one_division_is_not_lent_to_the_other() -> None:
    table = airborne(unit("us.ldr.medrow", "E5", "Medrow"))
    assert table.unit("Medrow").type.division == "101"
    rows = [row for piece in SYSTEM.position(table.state, 0).pieces if piece.seat == 0 for row in piece.rows]
    assert [row for row in rows if row.label.key == "card.division"]
    with pytest.raises(ContentError, match=r"us\.ldr\.medrow@82"):
        airborne(unit("us.ldr.medrow@82", "E5"))


@pytest.mark.rule("lnlt.scenario.divisions")
def test_reductions_stay_in_the_division() -> None:
    table = airborne(unit(f"{PARA}@82", "E5", "A"), unit(f"{PARA}@101", "E5", "B"), options={"divisions": "apart"})
    a, b = table.unit("A").type, table.unit("B").type
    assert a.reduced_odd is not None
    assert b.reduced_odd is not None
    assert a.reduced_odd.combined is a
    assert not same_force(a.reduced_odd, b.reduced_odd)


def test_the_twin_of_a_counter_has_all_that_the_counter_has() -> None:
    for type_ in counters("hon")[0].values():
        twin = twin_of(type_)
        names = list_fields(UnitType) or list(vars(type_))  # interpreted, it has no slots
        assert len(names) > 20
        assert [getattr(twin, name) for name in names] == [getattr(type_, name) for name in names]
