"""How far and how hard a unit and its weapons shoot."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel.act import Verb
from bocage.systems.lnlt.model.flags import AIMED, OPS
from bocage.systems.lnlt.rules.acts import DIRECTING, WITH_OWN, WITH_TWO, WITH_WEAPON
from bocage.systems.lnlt.rules.firepower import (
    attack_tally,
    best_weapons,
    fires_directly,
    in_reach,
    keeps_own,
    may_lob,
    modes,
    own_fp,
    range_factor,
    reach,
    shoots,
    targets_moving,
    weapon_fp,
)
from systems.lnlt.table import CLARKSON, GLIDER, M1919, MG34, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, Table, unit

pytestmark = pytest.mark.both_seats

FLAME = "us.sw.flamethrower"
MORTAR = "us.sw.mortar60"
PARTISAN = "su.partisan.squad.0-4-4"


def one(type_: str = PARA, *weapons: str, **more: Any) -> Table:
    spec = more.pop("spec", {})
    return Table([unit(type_, "E5", "a", weapons=list(weapons), **spec)], [unit(RIFLES, "J9", "f")], **more)


# ---- its own firepower


@pytest.mark.rule("lnlt.core.5.4", "lnlt.core.5.2", "lnlt.core.1.6")
@pytest.mark.parametrize(("distance", "fp"), [(1, 2), (5, 2), (6, 1), (10, 1), (11, 0)])
def test_in_range_in_full_up_to_twice_the_range_by_half(distance: int, fp: int) -> None:
    table = one()
    assert own_fp(table.state, table.unit("a"), distance, False, True) == fp
    assert shoots(table.state, table.unit("a"), distance, False) == (fp > 0)
    assert modes(table.state, table.unit("a"), distance, False) == ([WITH_OWN] if fp else [])
    assert reach(table.state, table.unit("a")) == 10


@pytest.mark.rule("lnlt.core.5.2", "lnlt.nosb.13.53e", "lnlt.boh.13.92a", "lnlt.core.5.3")
def test_who_does_not_lead_counts_half_but_partisans_one_and_gliders_all() -> None:
    for type_, nation, lead, other in ((PARA, "us", 2, 1), (GLIDER, "us", 1, 1), (PARTISAN, "su", 0, 1)):
        table = one(type_, nations=(nation, "de"), module="nosb" if nation == "su" else "hon")
        squad = table.unit("a")
        assert own_fp(table.state, squad, 1, False, True) == lead
        assert own_fp(table.state, squad, 1, False, False) == other


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.5.2")
@pytest.mark.parametrize(("option", "fp"), [("minus-one", 2), ("half", 2)])
def test_ops_complete_opportunity_fire_of_three(option: str, fp: int) -> None:
    table = Table([unit(PARA, "A1")], [unit("ge.fj44.squad.3-3-4", "E5", "a")], options={"ops_complete_of": option})
    assert own_fp(table.state, table.unit("a"), 1, True, True) == fp
    assert own_fp(table.state, table.unit("a"), 4, True, True) == 1, "of two beyond its range"
    weak = one(PARTISAN, nations=("su", "de"), module="nosb", options={"ops_complete_of": option})
    assert own_fp(weak.state, weak.unit("a"), 1, True, True) == 0, "never below nothing"


# ---- weapons


@pytest.mark.rule("lnlt.core.5.4", "lnlt.core.1.6.3", "lnlt.core.1.6")
@pytest.mark.parametrize(("distance", "fp"), [(10, 2), (11, 1), (20, 1), (21, 0)])
def test_a_machine_gun_reaches_twice_its_range(distance: int, fp: int) -> None:
    table = one(PARA, M1919)
    gun = table.state.weapons[0]
    assert weapon_fp(gun, table.unit("a"), distance, False) == fp
    assert bool(in_reach(table.state, table.unit("a"), distance, False)) == (fp > 0)
    assert reach(table.state, table.unit("a")) == 20


@pytest.mark.rule("lnlt.core.5.4", "lnlt.core.1.6.3")
def test_flames_reach_no_farther_than_their_range() -> None:
    table = one(PARA, FLAME)
    flame = table.state.weapons[0]
    assert flame.type.range == 1
    full = flame.type.fp
    assert [weapon_fp(flame, table.unit("a"), distance, False) for distance in (1, 2)] == [full, 0]
    assert [bool(in_reach(table.state, table.unit("a"), distance, False)) for distance in (1, 2)] == [True, False]
    man = one(US_HERO, FLAME)
    assert weapon_fp(man.state.weapons[0], man.unit("a"), 1, False) == full, "as strong in one man's hands"


@pytest.mark.rule("lnlt.core.1.6", "lnlt.core.1.6.3", "lnlt.core.1.6.8", "lnlt.core.5.3")
@pytest.mark.parametrize(
    ("type_", "gun", "ops", "fp"),
    [
        (PARA, "ge.sw.mg42", False, 2),
        (US_HERO, "us.sw.m2hb", False, 2),
        (PARA, "us.sw.m2hb", False, 4),
        (PARA, "us.sw.m2hb", True, 2),
        (US_HERO, "us.sw.m2hb", True, 1),
    ],
)
def test_halves_for_one_man_for_the_enemys_weapon_and_when_ops_complete(
    type_: str, gun: str, ops: bool, fp: int
) -> None:
    table = one(type_, gun)
    assert weapon_fp(table.state.weapons[0], table.unit("a"), 1, ops) == fp


@pytest.mark.rule("lnlt.core.1.6")
@pytest.mark.parametrize(
    ("type_", "guns", "expected"),
    [
        (PARA, [], [WITH_OWN]),
        (PARA, [M1919], [WITH_WEAPON]),
        (PARA, [M1919, MG34], [WITH_WEAPON, WITH_TWO]),
        (PARA_HALF, [M1919], [WITH_OWN, WITH_WEAPON]),
        (US_HERO, [M1919], [WITH_OWN, WITH_WEAPON]),
        (CLARKSON, [], []),
        (CLARKSON, [M1919], [WITH_WEAPON]),
        (US_MEDIC, [], []),
    ],
)
def test_the_ways_to_fire(type_: str, guns: list[str], expected: list[int]) -> None:
    table = one(type_, *guns)
    assert modes(table.state, table.unit("a"), 1, False) == expected


@pytest.mark.rule("lnlt.core.1.6")
def test_beyond_its_own_range_a_squad_fires_its_gun_alone_and_the_stronger_of_two() -> None:
    table = one(PARA, MG34, "us.sw.m2hb")
    squad = table.unit("a")
    assert modes(table.state, squad, 11, False) == [WITH_WEAPON, WITH_TWO]
    best = best_weapons(table.state, squad, WITH_WEAPON, 1, False, False)
    assert [gun.type.id for gun in best] == ["us.sw.m2hb"]
    assert len(best_weapons(table.state, squad, WITH_TWO, 1, False, False)) == 2
    assert not best_weapons(table.state, squad, WITH_OWN, 1, False, False)
    assert not best_weapons(table.state, squad, DIRECTING, 1, False, False)
    assert [keeps_own(squad, mode) for mode in (WITH_OWN, WITH_WEAPON, WITH_TWO)] == [True, True, False]
    half = one(PARA_HALF, MG34).unit("a")
    assert [keeps_own(half, mode) for mode in (WITH_OWN, WITH_WEAPON)] == [True, False]


@pytest.mark.rule("lnlt.hon.1.6.4q", "lnlt.hon.1.6.4u", "lnlt.hon.1.6.4c", "lnlt.sab.1.6.21d", "lnlt.core.5.4")
def test_where_and_when_a_mortar_fires() -> None:
    table = one(PARA, MORTAR, module="hon")
    squad = table.unit("a")
    mortar = table.state.weapons[0]
    near, far = mortar.type.min_range, mortar.type.range
    assert near > 1
    distances = (near - 1, near, far, far + 1)
    assert [bool(in_reach(table.state, squad, n, False)) for n in distances] == [False, True, True, False]
    assert not in_reach(table.state, squad, near, True), "not by opportunity"
    for terrain, may in (("forest", False), ("stone-building", False), ("light-woods", True), ("brush", True)):
        table = one(PARA, MORTAR, module="hon", terrain={terrain: ["E5"]})
        assert may_lob(table.state, table.hex("E5")) == may
        assert bool(in_reach(table.state, table.unit("a"), near, False)) == may


@pytest.mark.rule("lnlt.core.armour.1.1", "lnlt.core.5.4")
def test_who_has_aimed_a_launcher_has_his_rifles_alone() -> None:
    table = one(PARA, M1919)
    table.unit("a").flags |= AIMED
    assert reach(table.state, table.unit("a")) == 10
    assert not in_reach(table.state, table.unit("a"), 1, False)


@pytest.mark.rule("lnlt.core.6.6")
def test_riders_fire_a_light_machine_gun_at_most_and_horsemen_none() -> None:
    for rider, gun, may in (
        ("ge.moto.squad.1-4-20", MG34, True),
        ("ge.moto.squad.1-4-20", "ge.sw.mg42", False),
        ("ge.moto.squad.1-4-20", "ge.sw.flamethrower", False),
        ("ge.wehr44.squad.1-6-4", "ge.sw.mg42", True),
    ):
        table = Table([unit(PARA, "A1")], [unit(rider, "E5", "r", weapons=[gun])], module="hid")
        assert fires_directly(table.state.weapons[0], table.unit("r")) == may
    spahi = Table(
        [unit("fr.spahi.squad.1-12-4", "E5", "r", weapons=["fr.sw.mg34c"])],
        [unit(RIFLES, "J9", "f")],
        nations=("fr", "de"),
        module="hid",
    )
    assert not fires_directly(spahi.state.weapons[0], spahi.unit("r"))


@pytest.mark.rule("lnlt.boh.25.2.dead-eye.a", "lnlt.core.5.4")
@pytest.mark.parametrize(("distance", "lead"), [(1, 2), (2, 2), (4, 2), (5, 1), (6, 1)])
def test_dead_eye_counts_each_hex_by_half(distance: int, lead: int) -> None:
    table = one(US_HERO, spec={"skill": "dead-eye"})
    hero = table.unit("a")
    assert range_factor(table.state, hero) == 2
    assert reach(table.state, hero) == 8
    assert [shoots(table.state, hero, n, False) for n in (8, 9)] == [True, False]
    origin = table.hex("E5")
    target = next(h for h in range(90) if table.state.board.grid.distances[origin][h] == distance)
    tally = attack_tally(table.state, origin, target, [WITH_OWN.on(hero.id)], [], False, False)
    assert sum(line.value for line in tally.lines if line.label == "fire.lead") == lead
    other = one(US_HERO, spec={"skill": "deadly"})
    assert range_factor(other.state, other.unit("a")) == 1
    assert reach(other.state, other.unit("a")) == 4, "another card does not do"


# ---- what else counts


def modifiers(table: Table, origin: str, target: str, *firers: tuple[str, Verb], **more: bool) -> dict[str, int]:
    victims = table.state.stacks[1][table.hex(target)]
    elements = [mode.on(table.names[name]) for name, mode in firers]
    hexes = (table.hex(origin), table.hex(target))
    tally = attack_tally(
        table.state, *hexes, elements, victims, more.get("opportunity", False), more.get("assault", False)
    )
    return {line.label: line.value for line in tally.lines}


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.5.6")
@pytest.mark.parametrize(("target", "adjacent"), [("E4", 2), ("E3", 0)])
def test_two_more_against_those_next_to_them(target: str, adjacent: int) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, target, "f")])
    found = modifiers(table, "E5", target, ("a", WITH_OWN))
    assert found.get("fire.adjacent", 0) == adjacent
    assert "fire.assaulters" not in found
    assert "fire.moving" not in found


@pytest.mark.rule("lnlt.core.6.1", "lnlt.core.option.old_assault_fp")
@pytest.mark.parametrize(("old", "price"), [(False, -2), (True, -1)])
def test_the_price_of_an_assault_move(old: bool, price: int) -> None:
    more: dict[str, Any] = {"options": {"old_assault_fp": old}}
    for markers, assault in (([], True), (["assault-move"], False)):
        table = Table([unit(PARA, "E5", "a", markers=markers)], [unit(RIFLES, "E3", "f")], **more)
        assert modifiers(table, "E5", "E3", ("a", WITH_OWN), assault=assault)["fire.assault"] == price
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "f")], **more)
    assert "fire.assault" not in modifiers(table, "E5", "E3", ("a", WITH_OWN))


@pytest.mark.rule("lnlt.core.1.6.3", "lnlt.core.5.0.2")
def test_no_modifier_for_flames_alone_but_for_a_gun_or_a_squad_with_them() -> None:
    hero, half = unit(US_HERO, "E5", "h", weapons=[FLAME]), unit(PARA_HALF, "E5", "m", weapons=[M1919])
    boss = unit(CLARKSON, "E5", "c")
    table = Table([hero, half, boss], [unit(RIFLES, "E4", "f")])
    alone = modifiers(table, "E5", "E4", ("h", WITH_WEAPON), ("c", DIRECTING))
    assert set(alone) == {"fire.weapon", "fire.leadership"}
    assert "fire.adjacent" in modifiers(table, "E5", "E4", ("h", WITH_WEAPON), ("m", WITH_WEAPON))
    assert "fire.adjacent" in modifiers(table, "E5", "E4", ("h", WITH_WEAPON), ("m", WITH_OWN))


@pytest.mark.rule("lnlt.core.5.0.2", "lnlt.core.5.3", "lnlt.core.6.3")
@pytest.mark.parametrize(
    ("marker", "moving"), [("moved", True), ("assault-move", True), ("fired", False), ("ops-complete", False)]
)
@pytest.mark.first_seat
def test_who_counts_as_moving(marker: str, moving: bool) -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "f", markers=[marker]), unit(RIFLES, "E3", "g")])
    hex_ = table.hex("E3")
    assert targets_moving(table.state, hex_, table.state.stacks[1][hex_]) == moving
    assert modifiers(table, "E5", "E3", ("a", WITH_OWN)).get("fire.moving", 0) == moving


@pytest.mark.rule("lnlt.core.5.3", "lnlt.core.5.2")
def test_ops_complete_lowers_opportunity_fire_alone() -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "E3", "f")])
    table.unit("a").flags |= OPS
    for opportunity, lead in ((False, 2), (True, 1)):
        assert modifiers(table, "E5", "E3", ("a", WITH_OWN), opportunity=opportunity)["fire.lead"] == lead


@pytest.mark.rule("lnlt.boh.25.2.deadly.a", "lnlt.boh.25.2.deadly.b")
def test_deadly_works_for_its_holder_and_for_a_leaders_stack() -> None:
    us = [unit(PARA, f"A{n}", f"p{n}") for n in range(1, 8)]
    us += [unit(US_HERO, "E5", "h", skill="deadly"), unit(PARA, "E5", "a")]
    table = Table(us, [unit(RIFLES, "E3", "f")])
    assert modifiers(table, "E5", "E3", ("h", WITH_OWN)).get("fire.deadly", 0) == 1
    assert modifiers(table, "E5", "E3", ("a", WITH_OWN)).get("fire.deadly", 0) == 0
    assert modifiers(table, "E5", "E3", ("a", WITH_OWN), ("h", WITH_OWN)).get("fire.deadly", 0) == 1
    assert modifiers(table, "A1", "E3", ("p1", WITH_OWN)).get("fire.deadly", 0) == 0


@pytest.mark.rule("lnlt.core.5.4", "lnlt.core.1.6")
def test_nobody_reaches_farther_by_another_mans_gun() -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "E5", "b", weapons=[M1919])], [unit(RIFLES, "J9", "f")])
    assert [reach(table.state, table.unit(name)) for name in ("a", "b")] == [10, 20]
    assert not in_reach(table.state, table.unit("a"), 1, False)
