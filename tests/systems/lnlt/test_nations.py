"""National counters (chapters 13 and 23): who they are, what they turn into, what marks them."""

from __future__ import annotations

import pytest
from tests.systems.lnlt.table import Table, unit

from bocage.systems.lnlt.content.counters import counters
from bocage.systems.lnlt.content.vehicles import team_types, vehicle_types
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.model.tables import UnitType
from bocage.systems.lnlt.rules import traits
from bocage.systems.lnlt.rules.damage import heroes_left, may_raise_hero

pytestmark = pytest.mark.both_seats


def all_of(nation: str, service: str = "", module: str = "hon") -> list[UnitType]:
    units, _ = counters(module)
    return [type_ for type_ in units.values() if type_.nation == nation and (not service or type_.service == service)]


REDUCTIONS = [
    ("lnlt.hid.13.1.3a", "hid", "fr.reg.squad.1-6-4", "fr.reg.hs.1-4-4"),
    ("lnlt.hid.13.1.3b", "hid", "fr.reg.squad.1-5-4", "fr.reg.hs.0-4-4"),
    ("lnlt.hid.13.1.3c", "hid", "fr.cf.squad.2-3-4", "fr.cf.hs.1-3-4"),
    ("lnlt.hid.13.1.3d", "hid", "fr.spahi.squad.1-12-4", "fr.spahi.hs.0-12-4"),
    ("lnlt.hid.13.2.3a", "hid", "ge.wehr40.squad.1-6-4", "odd ge.wehr40.hs.1-5-4 even ge.wehr40.hs.0-5-4"),
    ("lnlt.hid.13.2.3b", "hid", "ge.wehr40.squad.1-4-4", "ge.wehr40.hs.1-3-4"),
    ("lnlt.hid.13.2.3c", "hid", "ge.moto.squad.1-4-20", "ge.moto.hs.1-3-20"),
    ("lnlt.hid.13.2.3d", "hid", "ge.ss40.squad.1-4-4", "ge.ss40.hs.0-3-4"),
    ("lnlt.hid.13.2.3e", "hid", "ge.fj40.squad.2-3-4", "odd ge.fj.hs.1-2-4 even ge.fj.hs.2-2-4"),
    ("lnlt.hid.13.3.3a", "hid", "be.ca.squad.1-5-4", "be.ca.hs.0-5-4"),
    ("lnlt.hid.13.4.2a", "hid", "nl.squad.1-5-4-5", "nl.hs.0-5-4-5"),
    ("lnlt.hid.13.4.2b", "hid", "nl.squad.1-5-4-4", "nl.hs.0-5-4-4"),
    ("lnlt.hid.13.5.1a", "hid", "uk.bef.squad.1-7-4-6", "uk.bef.hs.1-5-4-6"),
    ("lnlt.hid.13.5.1b", "hid", "uk.bef.squad.1-7-4-5", "odd uk.bef.hs.1-5-4-5 even uk.bef.hs.0-5-4-5"),
    ("lnlt.hon.13.1.3a", "hon", "us.para.squad.2-5-4", "us.para.hs.1-4-4"),
    ("lnlt.hon.13.1.3b", "hon", "us.glider.squad.1-6-4", "odd us.glider.hs.1-5-4 even us.glider.hs.0-5-4"),
    ("lnlt.hon.13.2.1a", "hon", "uk.para.squad.1-6-4", "uk.para.hs.1-5-4"),
    ("lnlt.hon.13.2.1b", "hon", "uk.cdo.squad.2-4-4", "uk.cdo.hs.1-4-4"),
    ("lnlt.hon.13.3.3a", "hon", "ge.wehr44.squad.1-6-4", "odd ge.wehr44.hs.1-5-4 even ge.wehr44.hs.0-5-4"),
    ("lnlt.hon.13.3.3b", "hon", "ge.wehr44.squad.2-6-4", "ge.wehr44.hs.1-5-4"),
    ("lnlt.hon.13.3.3c", "hon", "ge.wehr44.squad.1-4-4", "ge.wehr44.hs.0-4-4"),
    ("lnlt.hon.13.3.3d", "hon", "ge.ss44.squad.2-6-4", "ge.ss44.hs.1-5-4"),
    ("lnlt.hon.13.3.3e", "hon", "ge.fj44.squad.3-3-4", "ge.fj.hs.2-2-4"),
    ("lnlt.hon.13.3.3f", "hon", "ge.fj44.squad.2-3-4", "ge.fj.hs.1-2-4"),
    ("lnlt.hon.13.3.3g", "hon", "ge.ss44.squad.1-6-4", "ge.ss44.hs.1-5-4"),
    ("lnlt.boh.13.82a", "boh", "ge.wehr44.squad.1-6-4", "odd ge.wehr44.hs.0-5-4 even ge.wehr44.hs.1-5-4"),
    ("lnlt.boh.13.93a", "boh", "us.glider.squad.1-6-4", "odd us.glider.hs.0-5-4 even us.glider.hs.1-5-4"),
    ("lnlt.boh.23.0a", "boh", "us.para.squad.2-5-4", "us.para.hs.1-4-4"),
    ("lnlt.sab.23.0a", "sab", "ge.wehr44.squad.2-6-4", "ge.wehr44.hs.1-5-4"),
    ("lnlt.sab.23.0b", "sab", "ge.wehr44.squad.1-4-4", "ge.wehr44.hs.0-4-4"),
    ("lnlt.nosb.23.0a", "nosb", "ge.wehr44.squad.2-6-4", "ge.wehr44.hs.1-5-4"),
    ("lnlt.nosb.23.0b", "nosb", "ge.wehrnosb.squad.1-4-4", "ge.wehrnosb.hs.0-3-4"),
    ("lnlt.nosb.23.0c", "nosb", "ge.pio.squad.2-3-4-5", "ge.pio.hs.1-3-4-5"),
    ("lnlt.nosb.23.0e", "nosb", "ge.pio.squad.2-3-4-6", "ge.pio.hs.1-3-4-6"),
    ("lnlt.nosb.13.52a", "nosb", "su.line.squad.1-3-4-5", "su.line.hs.1-3-4-4"),
    ("lnlt.nosb.13.52b", "nosb", "su.line.squad.1-4-4-5", "su.line.hs.1-3-4-5"),
    ("lnlt.nosb.13.52c", "nosb", "su.guard.squad.2-2-4-5", "su.guard.hs.1-3-4-5"),
    ("lnlt.nosb.13.52d", "nosb", "su.guard.squad.2-2-4-6", "su.guard.hs.1-3-4-6"),
    ("lnlt.dj.23.0a", "dj", "ge.ss44.squad.2-6-4", "ge.ss44.hs.1-5-4"),
    ("lnlt.dj.23.0b", "dj", "ge.ssdj.squad.2-3-4", "ge.ssdj.hs.1-3-4"),
    ("lnlt.dj.13.81.1a", "dj", "ge.ssdj.squad.2-3-4", "ge.ssdj.hs.1-3-4"),
    ("lnlt.boh.13.82b", "sab", "ge.wehr44.squad.2-6-4", "ge.wehr44.hs.1-5-4"),
]


@pytest.mark.parametrize(
    ("module", "squad", "halves"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0]), id=row[0]) for row in REDUCTIONS],
)
def test_casualties_leave_the_half_squad_of_the_module(module: str, squad: str, halves: str) -> None:
    units, _ = counters(module)
    type_ = units[squad]
    assert type_.reduced_odd is not None
    assert type_.reduced_even is not None
    odd, even = type_.reduced_odd.id, type_.reduced_even.id
    assert halves == (odd if odd == even else f"odd {odd} even {even}")
    assert type_.reduced_odd.kind == type_.reduced_even.kind == kinds.HALF_SQUAD


@pytest.mark.rule("lnlt.core.13")
def test_every_squad_has_a_reduction_in_every_module() -> None:
    for module in ("boh", "hon", "sab", "nosb", "dj", "hid"):
        units, _ = counters(module)
        for type_ in units.values():
            if type_.kind == kinds.SQUAD:
                assert type_.reduced_odd is not None, type_.id
                assert type_.reduced_even is not None, type_.id


LOOKS = [
    (("lnlt.hid.13.1b",), "fr", "regular", "", "roundel"),
    (("lnlt.hid.13.1b",), "fr", "spahi", "", "roundel"),
    (("lnlt.hid.13.1d",), "fr", "corps-franc", "", "skull"),
    (("lnlt.hid.13.2a", "lnlt.hid.13.2h", "lnlt.hon.13.3a"), "de", "wehrmacht", "light-gray", "iron-cross"),
    (("lnlt.hid.13.2a", "lnlt.hid.13.2k", "lnlt.hon.13.3a"), "de", "ss", "black", "ss"),
    (("lnlt.hid.13.2a", "lnlt.hid.13.2m", "lnlt.hon.13.3a"), "de", "fallschirmjaeger", "blue", "fallschirmjaeger"),
    (("lnlt.hid.13.3c", "lnlt.hid.13.3d"), "be", "chasseurs-ardennais", "light-yellow", "boar"),
    (("lnlt.hid.13.4b", "lnlt.hid.13.4c"), "nl", "army", "orange", "triangle"),
    (("lnlt.hid.13.5a",), "uk", "bef", "tan", "roundel"),
    (("lnlt.hon.13.2e",), "uk", "para", "tan", ""),
    (("lnlt.hon.13.2e",), "uk", "commando", "tan", ""),
    (("lnlt.hon.13.1d",), "us", "para-82-101", "olive-drab", ""),
    (("lnlt.hon.13.1d",), "us", "glider-82-101", "olive-drab", ""),
    (("lnlt.nosb.13.5a",), "su", "guard", "red", ""),
    (("lnlt.nosb.13.5a",), "su", "line", "gold", ""),
    (("lnlt.nosb.13.5a",), "su", "partisan", "burnt-orange", ""),
]


@pytest.mark.parametrize(
    ("nation", "service", "colour", "badge"), [pytest.param(*row[1:], marks=pytest.mark.rule(*row[0])) for row in LOOKS]
)
def test_a_force_has_its_colour_and_badge(nation: str, service: str, colour: str, badge: str) -> None:
    force = all_of(nation, service)
    assert force
    for type_ in force:
        assert not colour or type_.colour == colour
        assert not badge or type_.badge == badge


def squads(nation: str, service: str, kind: int = kinds.SQUAD) -> list[UnitType]:
    found = [type_ for type_ in all_of(nation, service) if type_.kind == kind]
    assert found
    return found


@pytest.mark.rule("lnlt.hid.13.1a", "lnlt.hid.13.3a", "lnlt.hon.13.1a", "lnlt.hon.13.2a", "lnlt.hid.13.2b")
def test_what_the_forces_are_made_of() -> None:
    def services(nation: str) -> set[str]:
        units, _ = counters("hon")
        return {t.service for t in units.values() if t.nation == nation and t.kind == kinds.SQUAD}

    assert services("fr") == {"regular", "corps-franc", "spahi"}
    assert {(t.fp, t.range) for t in squads("fr", "regular")} == {(1, 6), (1, 5)}
    assert {t.service for t in all_of("fr") if t.traits & traits.MOUNTED and t.kind == kinds.SQUAD} == {"spahi"}
    assert services("be") == {"chasseurs-ardennais"}
    assert services("us") == {"para-82-101", "glider-82-101"}
    assert services("uk") == {"para", "commando", "bef"}
    riders = {t.kind for t in all_of("de", "wehrmacht") if t.traits & traits.MOTORCYCLE}
    assert riders == {kinds.SQUAD, kinds.HALF_SQUAD}


@pytest.mark.rule(
    "lnlt.hid.13.1.2a", "lnlt.hid.13.2d", "lnlt.hid.13.2l", "lnlt.hon.13.1b", "lnlt.hon.13.3d", "lnlt.hon.13.3h"
)
def test_squads_that_all_have_assault_movement() -> None:
    for nation, service in (
        ("fr", "corps-franc"),
        ("de", "ss"),
        ("de", "fallschirmjaeger"),
        ("us", "para-82-101"),
        ("uk", "para"),
        ("uk", "commando"),
    ):
        assert all(type_.assault for type_ in squads(nation, service)), service
    assert counters("hid")[0]["ge.ss40.hs.0-3-4"].assault


@pytest.mark.rule("lnlt.hid.13.2c", "lnlt.hon.13.3f")
def test_only_some_wehrmacht_squads_have_assault_movement() -> None:
    able = {type_.assault for type_ in squads("de", "wehrmacht")}
    assert able == {True, False}
    units, _ = counters("hon")
    assert units["ge.wehr44.squad.2-6-4"].assault
    assert not units["ge.wehr44.squad.1-6-4"].assault
    assert {type_.assault for type_ in squads("de", "wehrmacht") if ".wehr40." in type_.id} == {True, False}


@pytest.mark.rule("lnlt.hon.13.1c")
def test_glider_squads_have_no_assault_movement() -> None:
    assert not any(type_.assault for type_ in squads("us", "glider-82-101"))


@pytest.mark.rule("lnlt.hon.13.2c", "lnlt.hon.13.2h", "lnlt.hon.13.2d")
def test_british_parachutists_and_commandos() -> None:
    for kind in (kinds.SQUAD, kinds.HALF_SQUAD):
        assert all(type_.assault for type_ in squads("uk", "para", kind))
    assert not any(type_.assault for type_ in squads("uk", "commando", kinds.HALF_SQUAD))
    for type_ in squads("uk", "para"):
        assert type_.traits & traits.ASSAULTERS
        assert type_.traits & traits.MELEE_BONUS


@pytest.mark.rule("lnlt.hid.13.2g", "lnlt.hon.13.3g")
def test_fallschirmjaeger_have_morale_6() -> None:
    for kind in (kinds.SQUAD, kinds.HALF_SQUAD):
        assert {type_.morale for type_ in squads("de", "fallschirmjaeger", kind)} == {6}


@pytest.mark.rule("lnlt.hid.13.2f", "lnlt.hon.13.3e")
def test_fallschirmjaeger_are_men_alone() -> None:
    smc_or_mmc = {type_.kind for type_ in all_of("de", "fallschirmjaeger")}
    assert smc_or_mmc == {kinds.SQUAD, kinds.HALF_SQUAD, kinds.LEADER, kinds.HERO}


@pytest.mark.rule("lnlt.hid.7.1a", "lnlt.hon.7.1a", "lnlt.sab.13.94a", "lnlt.nosb.13.53a")
def test_smoke_capability() -> None:
    units, _ = counters("hon")
    for type_ in units.values():
        if type_.size and type_.kind in (kinds.SQUAD, kinds.HALF_SQUAD):
            assert type_.smoke == (0 if type_.service == "partisan" else 2), type_.id


@pytest.mark.rule("lnlt.hid.20.2.1a", "lnlt.hon.20.2.1a", "lnlt.nosb.13.53b")
def test_starshell_capability() -> None:
    units, _ = counters("hon")
    for type_ in units.values():
        if type_.kind in (kinds.LEADER, kinds.HERO):
            assert type_.starshell == (1 if type_.service == "partisan" else 2), type_.id


@pytest.mark.rule("lnlt.hon.13.1.4b", "lnlt.hon.13.1.4c", "lnlt.sab.13.94b")
def test_heroes_of_the_airborne() -> None:
    def values(name: str) -> tuple[int, int, int]:
        type_ = counters("hon")[0][name]
        return type_.fp, type_.range, type_.move

    assert values("us.hero.para") == (2, 2, 6)
    assert values("us.hero.glider") == (1, 6, 6)
    assert {values("uk.hero.para"), values("uk.hero.para2")} == {(1, 6, 6), (2, 2, 6)}


@pytest.mark.rule("lnlt.hon.13.2f", "lnlt.hon.13.2g")
def test_british_leaders_of_two_kinds() -> None:
    leaders = [t.service for t in all_of("uk") if t.kind == kinds.LEADER]
    assert leaders.count("commando") == 3
    assert leaders.count("para") == 4


@pytest.mark.rule("lnlt.hid.13.4a")
def test_the_dutch_have_the_lewis_gun_and_the_m39() -> None:
    _, weapons = counters("hid")
    assert [(w.name, w.kind) for w in weapons.values() if w.nation == "nl"] == [("Lewis Gun", kinds.MG)]
    assert [v.id for v in vehicle_types().values() if v.nation == "nl"] == ["nl.veh.m39"]
    assert any(t.nation == "nl" for t in team_types().values())


@pytest.mark.rule("lnlt.hid.13.3b", "lnlt.hid.13.1.2b")
def test_who_moves_by_stealth() -> None:
    assert all(t.traits & traits.STEALTH for t in all_of("be", "chasseurs-ardennais") if t.mmc)
    assert all(t.traits & traits.STEALTH for t in squads("fr", "corps-franc", kinds.HALF_SQUAD))
    assert not any(t.traits & traits.STEALTH for t in squads("fr", "corps-franc"))


@pytest.mark.rule("lnlt.hid.1.6.3a", "lnlt.hid.1.6.3b")
def test_petard_and_geballte_ladung_are_satchel_charges() -> None:
    _, weapons = counters("hid")
    assert weapons["fr.sw.satchel"].kind == weapons["ge.sw.satchel"].kind == kinds.SATCHEL


@pytest.mark.rule("lnlt.hid.13.1.2m")
def test_corps_franc_and_riders_raise_no_heroes() -> None:
    table = Table(
        [unit("fr.cf.squad.2-3-4", "E5", "cf"), unit("fr.reg.squad.1-6-4", "E6", "r")],
        [unit("ge.medic", "A1")],
        nations=("fr", "de"),
    )
    assert not may_raise_hero(table.state, table.unit("cf"))
    assert may_raise_hero(table.state, table.unit("r"))


@pytest.mark.rule("lnlt.sab.13.94c", "lnlt.sab.13.94h")
def test_commando_heroes_come_from_commandos() -> None:
    table = Table(
        [unit("uk.para.squad.1-6-4", "E5", "p"), unit("uk.cdo.squad.2-4-4", "E6", "c")],
        [unit("ge.medic", "A1")],
        nations=("uk", "de"),
        module="sab",
        heroes={"uk": ["uk.hero.para", "uk.hero.cdo", "uk.hero.para2"]},
    )
    assert heroes_left(table.state, table.unit("p"), table.unit("p").hex) == [0, 2]
    assert 1 in heroes_left(table.state, table.unit("c"), table.unit("c").hex)


@pytest.mark.rule("lnlt.nosb.13.52e", "lnlt.nosb.13.52f")
def test_partisans_take_their_heroes_from_the_line() -> None:
    table = Table(
        [unit("su.partisan.squad.0-4-4", "E5", "p"), unit("su.guard.squad.2-2-4-6", "E6", "g")],
        [unit("ge.medic", "A1")],
        nations=("su", "de"),
        module="nosb",
        heroes={"su": ["su.hero.guard", "su.hero.line"]},
    )
    assert heroes_left(table.state, table.unit("p"), table.unit("p").hex) == [1]
    assert heroes_left(table.state, table.unit("g"), table.unit("g").hex) == [0]


@pytest.mark.rule("lnlt.hid.13.1.2f", "lnlt.core.13")
def test_french_leaders_direct_the_fire_of_the_corps_franc() -> None:
    table = Table(
        [unit("fr.cf.squad.2-3-4", "E5", "cf"), unit("fr.ldr.cne", "E5", "l")],
        [unit("ge.medic", "E3")],
        nations=("fr", "de"),
    )
    table.do("activate", where="E5")
    table.do("fire", where="E3")
    assert table.offers("direct", "l")
