"""Damage Checks, wounds, reduction, Heroes."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import load_yaml
from bocage.systems.lnlt.content.numbers import DAMAGE, FateSpec
from bocage.systems.lnlt.model.flags import FIRED, FRESH, SHAKEN, WOUNDED
from bocage.systems.lnlt.model.kinds import (
    CASUALTIES,
    ELIMINATED,
    FATES,
    GETS_SHAKEN,
    GETS_WOUNDED,
    HALF_SQUAD,
    HERO,
    LEADER,
    MEDIC,
    SQUAD,
    UNHURT,
    WEAPON_TEAM,
    WOUNDED_SHAKEN,
)
from bocage.systems.lnlt.rules.damage import fate
from bocage.systems.lnlt.rules.wrecks import VEHICLE_FATES, vehicle_fate
from systems.lnlt.table import (
    CLARKSON,
    DE_MEDIC,
    FJ,
    M1919,
    MEDROW,
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


@pytest.mark.rule("lnlt.core.5.1", "lnlt.pac.12.5.0i", "lnlt.boh.24.2h", "lnlt.boh.24.2o", "lnlt.boh.24.2p")
@pytest.mark.parametrize(
    ("kind", "flags", "results"),
    [
        # at Morale 5: 5, 6, 9, 10, 14, 15
        (SQUAD, 0, [UNHURT, GETS_SHAKEN, GETS_SHAKEN, CASUALTIES, CASUALTIES, ELIMINATED]),
        (HALF_SQUAD, 0, [UNHURT, GETS_SHAKEN, GETS_SHAKEN, ELIMINATED, ELIMINATED, ELIMINATED]),
        (SQUAD, SHAKEN, [UNHURT, CASUALTIES, CASUALTIES, CASUALTIES, CASUALTIES, ELIMINATED]),
        (HALF_SQUAD, SHAKEN, [UNHURT, ELIMINATED, ELIMINATED, ELIMINATED, ELIMINATED, ELIMINATED]),
        (LEADER, 0, [UNHURT, GETS_SHAKEN, GETS_SHAKEN, WOUNDED_SHAKEN, WOUNDED_SHAKEN, ELIMINATED]),
        (MEDIC, 0, [UNHURT, GETS_SHAKEN, GETS_SHAKEN, WOUNDED_SHAKEN, WOUNDED_SHAKEN, ELIMINATED]),
        (LEADER, SHAKEN, [UNHURT, GETS_WOUNDED, GETS_WOUNDED, GETS_WOUNDED, GETS_WOUNDED, ELIMINATED]),
        (LEADER, WOUNDED, [UNHURT, GETS_SHAKEN, GETS_SHAKEN, ELIMINATED, ELIMINATED, ELIMINATED]),
        (HERO, 0, [UNHURT, GETS_WOUNDED, GETS_WOUNDED, GETS_WOUNDED, GETS_WOUNDED, ELIMINATED]),
        (HERO, WOUNDED, [UNHURT, ELIMINATED, ELIMINATED, ELIMINATED, ELIMINATED, ELIMINATED]),
    ],
)
def test_the_damage_check_table(kind: int, flags: int, results: list[int]) -> None:
    assert [fate(kind, flags, 5, total) for total in (5, 6, 9, 10, 14, 15)] == results


def hit(us: list[dict[str, Any]], dice: list[int], **more: Any) -> Table:
    """A Fallschirmjäger squad (2) fires at E3 from E5: with dice 6 and 1 the difference is 7."""
    table = Table(us, [unit(FJ, "E5", "f"), unit(DE_MEDIC, "A9")], impulse="de", **more)
    table.do("activate", where="E5")
    table.do("fire", where="E5>E3", dice=dice)
    return table


@pytest.mark.rule(
    "lnlt.core.5.0", "lnlt.core.5.1", "lnlt.core.check.infantry.5", "lnlt.pac.fr.5.0c", "lnlt.pac.12.5.0h"
)
def test_a_leader_helps_the_others_but_never_himself() -> None:
    table = hit([unit(CLARKSON, "E3", "c"), unit(PARA, "E3", "p")], [4, 3, 4, 3])
    leader, squad = [e for e in table.state.events if e.kind == "damage"]
    assert lines(leader) == {"damage.difference": 3}
    assert lines(squad) == {"damage.difference": 3, "damage.leadership": -1}


@pytest.mark.rule("lnlt.core.5.0", "lnlt.boh.24.2i", "lnlt.boh.24.2g")
def test_a_leader_shaken_first_helps_no_more() -> None:
    table = hit([unit(PARA, "E3", "p"), unit(CLARKSON, "E3", "c")], [4, 3, 6, 3])
    assert table.is_shaken("c")
    assert lines(event(table.state.events[-1:], "damage")) == {"damage.difference": 3}


@pytest.mark.rule("lnlt.core.5.1", "lnlt.core.11.1.1", "lnlt.core.check.infantry.7")
def test_wounds_cost_morale_and_leadership() -> None:
    table = hit([unit("us.ldr.sgt82", "E3", "c"), unit(PARA, "J9", "q")], [6, 1, 6])
    leader = table.unit("c")
    assert leader.flags & WOUNDED
    assert leader.morale() == leader.type.shaken_morale - 1
    leader.flags &= ~SHAKEN
    assert leader.morale() == leader.type.morale - 1
    assert leader.leadership() == 0


@pytest.mark.rule("lnlt.core.5.1", "lnlt.core.1.6", "lnlt.boh.23.0a")
def test_casualties_leave_a_shaken_half_squad_with_one_weapon_and_the_marker() -> None:
    table = hit([unit(PARA, "E3", "p", weapons=[M1919, "us.sw.m2hb"], markers=["fired"])], [6, 1, 5])
    reduced = table.unit("p")
    assert reduced.type.id == PARA_HALF
    assert reduced.flags & SHAKEN
    assert reduced.flags & FIRED
    assert [w.type.fp for w in table.state.carried(reduced)] == [4], "the better gun stays"
    assert {w.hex for w in table.state.weapons} == {table.hex("E3")}


@pytest.mark.rule("lnlt.boh.13.93a")
@pytest.mark.parametrize(("die", "half"), [(1, "us.glider.hs.0-5-4"), (2, "us.glider.hs.1-5-4")])
def test_glider_squads_reduce_by_die(die: int, half: str) -> None:
    table = hit([unit("us.glider.squad.1-6-4", "E3", "g")], [6, 1, 4, die])
    assert table.unit("g").type.id == half


@pytest.mark.rule("lnlt.core.5.1", "lnlt.core.1.6")
def test_a_lost_units_weapon_stays_in_the_hex() -> None:
    table = hit([unit(PARA_HALF, "E3", "h", weapons=[M1919]), unit(PARA, "J9", "q")], [6, 1, 5])
    assert table.place("h") == "gone"
    weapon = table.state.weapons[0]
    assert (weapon.owner, weapon.hex) == (-1, table.hex("E3"))


@pytest.mark.rule("lnlt.core.11.2.1", "lnlt.pac.12.5.0j", "lnlt.pac.12.5.0k", "lnlt.boh.24.2ba", "lnlt.boh.24.2q")
@pytest.mark.parametrize(("die", "created"), [(2, True), (3, False)])
def test_a_natural_one_may_bring_a_hero(die: int, created: bool) -> None:
    table = hit([unit(PARA, "E3", "p", markers=["fired"])], [6, 1, 1, die], heroes={"us": [US_HERO]})
    assert len(table.state.units) == (4 if created else 3)
    if created:
        hero = table.state.units[3]
        assert (hero.type.id, hero.hex) == (US_HERO, table.hex("E3"))
        assert hero.flags == FIRED | FRESH, "he takes over the marker, not the state"
        assert table.state.heroes[0] == []


@pytest.mark.rule("lnlt.core.11.2.1", "lnlt.core.11.0")
@pytest.mark.parametrize("who", [MEDROW, US_MEDIC])
def test_single_men_bring_no_hero(who: str) -> None:
    table = hit([unit(who, "E3", "m")], [4, 3, 1], heroes={"us": [US_HERO]})
    assert len(table.state.units) == 3


@pytest.mark.rule("lnlt.core.11.2.1")
def test_no_hero_left_means_no_roll() -> None:
    hit([unit(PARA, "E3", "p")], [4, 3, 1])


@pytest.mark.rule("lnlt.core.11.2.1", "lnlt.pac.12.5.0j")
def test_a_hero_may_step_forward_from_men_who_are_lost() -> None:
    us = [unit(PARA_HALF, "E3", "h", shaken=True), unit(PARA, "J9", "q")]
    table = hit(us, [6, 1, 1, 2], heroes={"us": [US_HERO]})
    assert table.place("h") == "gone"
    assert table.state.units[-1].hex == table.hex("E3")


@pytest.mark.rule("lnlt.core.11.2.1")
def test_different_heroes_are_drawn_by_die() -> None:
    """Of those of his own troops where there are some (lnlt.hon.13.1.4c)."""
    table = hit([unit(PARA, "E3", "p")], [4, 3, 1, 4], heroes={"us": ["us.hero.glider", US_HERO]})
    assert table.state.units[3].type.id == US_HERO
    table = hit([unit(PARA, "E3", "p")], [4, 3, 1, 4], heroes={"us": ["us.hero.glider"]})
    assert table.state.units[3].type.id == "us.hero.glider"


@pytest.mark.rule("lnlt.core.11.2", "lnlt.core.5.1")
def test_a_hero_is_wounded_never_shaken() -> None:
    table = hit([unit(US_HERO, "E3", "h")], [6, 1, 2])
    assert table.unit("h").flags == WOUNDED
    assert table.unit("h").morale() == 6


@pytest.mark.rule("lnlt.core.5.0.1")
def test_a_shaken_leader_lends_nothing() -> None:
    table = Table([unit(PARA, "E3", "p")], [unit(WEISS, "A1", "w", shaken=True)], impulse="us")
    assert table.unit("w").leadership() == 0


@pytest.mark.rule("lnlt.core.open.2", "lnlt.core.open.15", "lnlt.core.5.1", "lnlt.core.armour.13")
def test_the_rows_of_the_table_stand_in_data_with_their_basis() -> None:
    rows = load_yaml(DAMAGE, list[FateSpec])
    assert {row.unit for row in rows if row.basis == "estimate"} == {
        row.unit for row in rows if row.unit.startswith(("shaken-", "wounded-"))
    }
    kinds = {"squad": SQUAD, "half-squad": HALF_SQUAD, "team": WEAPON_TEAM, "single-man": MEDIC, "hero": HERO}
    for row in rows:
        expected = ["unhurt", row.past, row.twice, row.thrice]
        if row.unit.endswith("vehicle"):
            armoured = row.unit.startswith("armoured")
            assert [VEHICLE_FATES[vehicle_fate(armoured, 6, total)] for total in (6, 11, 17, 18)] == expected, row
        else:
            flags = (SHAKEN if "shaken-" in row.unit else 0) | (WOUNDED if "wounded-" in row.unit else 0)
            kind = kinds[row.unit.removeprefix("wounded-").removeprefix("shaken-")]
            assert [FATES[fate(kind, flags, 6, total)] for total in (6, 11, 17, 18)] == expected, row
