"""Forces that stand apart (lnlt.core.13): stacking of the Soviets, Partisans, gliders in Melee, what armies own."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import ContentError
from bocage.kernel.tally import Tally
from bocage.systems.lnlt.content.counters import counters
from bocage.systems.lnlt.content.deployment import sheet
from bocage.systems.lnlt.content.vehicles import team_types, vehicle_types
from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.rules import acts, traits
from bocage.systems.lnlt.rules.damage import damage_check, reduce
from bocage.systems.lnlt.rules.firepower import attack_tally, defence_tally, weapon_fp
from bocage.systems.lnlt.rules.melee_strength import COLUMNS, glider_shift, shifted_column
from bocage.systems.lnlt.rules.terrain import add_cover

from .table import FJ_STRONG, GLIDER, MG34, PARA, RIFLES, Table, event, unit

pytestmark = pytest.mark.both_seats

LINE = "su.line.squad.1-3-4-5"
GUARD = "su.guard.squad.2-2-4-6"
PARTISAN = "su.partisan.squad.0-4-4"
CHIEF = "su.ldr.partisan"
GLIDER_HALF = "us.glider.hs.1-5-4"
SS = "ge.ss44.squad.2-6-4"


def soviets(*units: dict[str, Any], enemy: str = "A1", **more: Any) -> Table:
    return Table(list(units), [unit(RIFLES, enemy, "f")], nations=("su", "de"), module="nosb", **more)


# ---- Partisans


@pytest.mark.rule("lnlt.nosb.13.53o", "lnlt.nosb.13.53p")
@pytest.mark.parametrize(("terrain", "tm"), [("forest", 3), ("light-woods", 2), ("brush", 1)])
def test_partisans_hide_better_in_woods(terrain: str, tm: int) -> None:
    table = soviets(unit(PARTISAN, "E3", "p"), unit(LINE, "G3", "l"), terrain={terrain: ["E3", "G3"]})
    origin = table.hex("E6")
    assert defence_tally(table.state, origin, table.hex("E3")).total == tm
    assert defence_tally(table.state, origin, table.hex("G3")).total == tm - (terrain != "brush")


@pytest.mark.rule("lnlt.nosb.13.53o")
def test_woods_hide_partisans_from_mortars_too() -> None:
    table = soviets(unit(PARTISAN, "E3", "p"), terrain={"forest": ["E3"]})
    tally = Tally(True)
    add_cover(tally, table.state, table.hex("E6"), table.hex("E3"), True, True)
    assert {line.label: line.value for line in tally.lines} == {"fire.terrain": 2, "fire.partisans": 1}


@pytest.mark.rule("lnlt.nosb.13.52g")
def test_a_hero_of_the_partisans_is_one_himself() -> None:
    table = soviets(unit(PARTISAN, "E3", "p"), unit(LINE, "G3", "l"), heroes={"su": ["su.hero.line", "su.hero.line"]})
    for name, partisan in (("p", True), ("l", False)):
        table.state.dice.script = [1, 2, 1]
        table.state.dice.cursor = 0
        damage_check(table.state, table.unit(name), 1)
        hero = table.state.units[-1]
        assert hero.hex == table.unit(name).hex
        assert hero.type.kind == kinds.HERO
        assert bool(hero.type.traits & traits.PARTISAN) == partisan
        assert bool(hero.type.traits & traits.AMBUSH) == partisan
        assert (hero.type.force == table.unit("p").type.force) == partisan
    line, among = counters("nosb")[0]["su.hero.line"], counters("nosb")[0]["su.hero.partisan"]
    assert (line.fp, line.range, line.move, line.morale) == (among.fp, among.range, among.move, among.morale)


@pytest.mark.rule("lnlt.nosb.13.5c")
@pytest.mark.parametrize(
    ("who", "free"), [(GUARD, False), (PARTISAN, False), (LINE, True), ("su.medic", True), ("su.ldr.commissar", True)]
)
def test_soviets_of_different_colours_do_not_stack(who: str, free: bool) -> None:
    table = soviets(unit(who, "E5", "a"), unit(LINE, "E4", "b"))
    table.do("activate", where="E5")
    table.do("move", where="E5")
    assert table.offers("step", where="E4") == free
    assert table.offers("step", where="D5")
    if not free:
        with pytest.raises(ContentError, match="stack"):
            soviets(unit(who, "E5", "a"), unit(LINE, "E5", "b"))


@pytest.mark.rule("lnlt.nosb.13.53c")
@pytest.mark.parametrize(("chief", "free"), [(True, True), (False, False)])
def test_a_third_partisan_unit_needs_a_leader(chief: bool, free: bool) -> None:
    here = [unit(PARTISAN, "E4", "a"), unit(PARTISAN, "E4", "b"), unit(PARTISAN, "E5", "c")]
    table = soviets(*here, *([unit(CHIEF, "E4", "l")] if chief else []))
    table.do("activate", where="E5")
    table.do("move", where="E5")
    assert table.offers("step", where="E4") == free


@pytest.mark.rule("lnlt.nosb.13.53c")
def test_a_leader_does_not_leave_three_partisan_units() -> None:
    men = [unit(PARTISAN, "E4", name) for name in ("a", "b", "c")]
    table = soviets(*men, unit(CHIEF, "E4", "l"))
    table.do("activate", where="E4")
    table.do("move", where="E4")
    assert not table.offers("add", "l")
    assert table.offers("all")
    assert table.offers("add", "a")
    table.do("add", "a")
    assert table.offers("add", "l"), "two may be left alone"


def kill_chief(table: Table) -> None:
    """Germans fire at the Leader's hex until he falls: difference 18 against him, nothing against the others."""
    table.state.eliminate(table.unit("c"))
    table.do("pass")


@pytest.mark.rule("lnlt.nosb.13.53d")
@pytest.mark.first_seat
def test_three_partisan_units_lose_one_of_their_choice_with_their_leader() -> None:
    table = soviets(
        unit(PARTISAN, "E3", "p"), unit(PARTISAN, "E3", "q"), unit(PARTISAN, "E3", "r"), unit(CHIEF, "E3", "c")
    )
    kill_chief(table)
    assert table.kind == "disband"
    assert table.decision.seat == 0
    assert [choice.piece for choice in table.choices()] == [table.names[n] for n in ("p", "q", "r")]
    assert event(table.do("disband", "q"), "disbands")
    assert [table.place(name) for name in ("p", "q", "r")] == ["E3", "gone", "E3"]


@pytest.mark.rule("lnlt.nosb.13.53d")
@pytest.mark.parametrize(
    "units",
    [
        [unit(PARTISAN, "E3", "p"), unit(PARTISAN, "E3", "q"), unit(CHIEF, "E3", "c")],
        [unit(LINE, "E3", "p"), unit(LINE, "E3", "q"), unit(LINE, "E3", "r"), unit("su.ldr.linelt", "E3", "c")],
    ],
)
def test_two_partisan_units_or_regulars_stay(units: list[dict[str, Any]]) -> None:
    table = soviets(*units)
    kill_chief(table)
    assert table.kind == "impulse"


# ---- gliders in Melee


def gliders(module: str, *types: str) -> tuple[Table, list[int]]:
    units = [unit(type_, "E5" if i < 3 else "E6", f"u{i}") for i, type_ in enumerate(types)]
    table = Table(units, [unit(FJ_STRONG, "A1", "f")], module=module)
    return table, [table.names[f"u{i}"] for i in range(len(types))]


@pytest.mark.parametrize(
    ("module", "types", "shift"),
    [
        pytest.param("hon", [GLIDER_HALF, GLIDER_HALF], 0, marks=pytest.mark.rule("lnlt.hon.13.1.1e")),
        pytest.param("hon", [GLIDER, GLIDER, GLIDER], 1, marks=pytest.mark.rule("lnlt.hon.13.1.1f")),
        pytest.param("hon", [GLIDER, GLIDER_HALF], 1, marks=pytest.mark.rule("lnlt.hon.13.1.1j")),
        pytest.param("hon", [GLIDER, GLIDER, PARA], 1, marks=pytest.mark.rule("lnlt.hon.13.1.1i")),
        pytest.param("hon", [GLIDER, PARA], 0, marks=pytest.mark.rule("lnlt.hon.13.1.1i", "lnlt.hon.13.1.1h")),
        pytest.param("hon", [GLIDER, GLIDER_HALF, PARA], 0, marks=pytest.mark.rule("lnlt.hon.13.1.1h")),
        pytest.param("boh", [GLIDER, GLIDER_HALF, PARA], 1, marks=pytest.mark.rule("lnlt.boh.13.92g")),
    ],
)
def test_who_earns_the_glider_shift(module: str, types: list[str], shift: int) -> None:
    table, numbers = gliders(module, *types)
    assert glider_shift(table.state, numbers) == shift


@pytest.mark.rule("lnlt.hon.13.1.1g")
def test_the_example_of_glider_odds() -> None:
    table, force = gliders("hon", GLIDER, GLIDER, GLIDER_HALF)
    germans = [table.names["f"]]
    assert COLUMNS[shifted_column(table.state, force, germans)] == "3:2"
    assert COLUMNS[shifted_column(table.state, germans, force)] == "2:3"


@pytest.mark.rule("lnlt.hon.13.1.1b")
@pytest.mark.parametrize(("squad", "fp"), [(GLIDER, 3), (PARA, 2 + 1 + 1)])
def test_three_glider_squads_fire_with_three(squad: str, fp: int) -> None:
    """Nobody's firepower is halved; of other squads only the first has all of it."""
    table, force = gliders("hon", squad, squad, squad)
    tally = attack_tally(table.state, table.hex("E5"), table.hex("E2"), acts.WITH_OWN.on_each(force), [], False, False)
    assert tally.total == fp


@pytest.mark.rule("lnlt.boh.13.92j")
def test_glider_troops_are_the_americans_of_1_6_4() -> None:
    squads = {t.id for t in counters("boh")[0].values() if t.glider and t.kind == kinds.SQUAD}
    assert squads == {GLIDER}
    assert not counters("boh")[0][PARA].glider


# ---- what armies own


@pytest.mark.rule("lnlt.nosb.23.0d")
@pytest.mark.parametrize(("die", "half"), [(1, "ge.wehrnosb.hs.0-3-4"), (2, "ge.wehr44.hs.0-4-4")])
def test_owners_of_both_modules_reduce_riflemen_by_a_die(die: int, half: str) -> None:
    for module, dice, left in (("nosb+sab", [die], half), ("nosb", [], "ge.wehrnosb.hs.0-3-4")):
        table = Table(
            [unit(LINE, "A1")], [unit("ge.wehrnosb.squad.1-4-4", "E5", "w")], nations=("su", "de"), module=module
        )
        table.state.dice.script = dice
        table.state.dice.cursor = 0
        reduce(table.state, table.unit("w"))
        assert table.state.dice.cursor == len(dice)
        assert table.unit("w").type.id == left


def owned(nation: str) -> tuple[int, int, int]:
    """Support weapons, weapon teams, kinds of armoured vehicle."""
    _, weapons = sheet("hid")
    return (
        sum(w.nation == nation for w in weapons.values()),
        sum(t.nation == nation for t in team_types().values()),
        sum(v.nation == nation and v.armoured and not v.fixed for v in vehicle_types().values()),
    )


def armoured(nation: str) -> set[str]:
    return {v.id.rpartition(".")[2] for v in vehicle_types().values() if v.nation == nation and v.armoured}


@pytest.mark.rule("lnlt.hid.13.1c", "lnlt.hid.13.3e", "lnlt.hid.13.5b", "lnlt.hon.13.3b")
@pytest.mark.rule("lnlt.hon.13.1a", "lnlt.hon.13.2a", "lnlt.hid.13.2b")
def test_equipment_of_the_armies() -> None:
    for nation in ("fr", "be", "uk", "de", "us"):
        assert all(owned(nation)), nation
    assert armoured("be") == {"t13b3"}
    assert armoured("fr") >= {"b1bis", "fcm2c", "amd35"}
    assert "ge.wt.pak75" in {t.id for t in team_types().values() if t.nation == "de"}


@pytest.mark.rule("lnlt.hid.13.5b")
def test_british_tanks_of_1940_are_slow_but_well_armoured() -> None:
    types = vehicle_types()
    panzers = [types[f"ge.veh.{name}"] for name in ("pz2", "pz38t", "pz3e", "pz4d")]
    assert armoured("uk") >= {"matilda1", "matilda2"}
    for name in ("matilda1", "matilda2"):
        matilda = types[f"uk.veh.{name}"]
        assert matilda.move < min(panzer.move for panzer in panzers)
        assert matilda.lowest > max(panzer.lowest for panzer in panzers)


@pytest.mark.rule("lnlt.hid.13.2i", "lnlt.hid.13.2j", "lnlt.hid.13.2e", "lnlt.hon.13.3c")
@pytest.mark.first_seat
def test_the_ss_borrow_from_the_wehrmacht() -> None:
    """They own no weapon, team or vehicle; those of the Wehrmacht work for them as their own, teams obey them."""
    own = [*sheet("hid")[1], *team_types(), *vehicle_types()]
    assert not [name for name in own if ".ss" in name]
    table = Table([unit(PARA, "A1")], [unit(SS, "E5", "s", weapons=[MG34]), unit("ge.ldr.sslt", "E5", "l"),
                                       unit("ge.wt.mg34h", "E5", "t")], module="hon")  # fmt: skip
    gun = table.state.weapons[0]
    assert weapon_fp(gun, table.unit("s"), 3, False) == gun.type.fp
    assert table.state.best_leadership(1, table.hex("E5"), table.unit("t").id) == 1


@pytest.mark.rule("lnlt.hid.13.1.1d")
def test_french_riders_are_not_encumbered() -> None:
    units = counters("hid")[0].values()
    riders = [t for t in units if t.nation == "fr" and t.traits & traits.MOUNTED]
    assert len(riders) == 2
    assert not any(t.traits & traits.ENCUMBERED for t in riders)
    assert counters("hid")[0]["fr.reg.squad.1-6-4"].traits & traits.ENCUMBERED


@pytest.mark.rule("lnlt.hon.13.2b")
def test_british_heroes_bear_a_badge() -> None:
    heroes = [t for t in counters("hon")[0].values() if t.nation == "uk" and t.kind == kinds.HERO]
    assert heroes
    assert all(t.badge for t in heroes)
    leaders = [t for t in counters("hon")[0].values() if t.kind == kinds.LEADER and t.service in ("para", "commando")]
    assert leaders
    assert not any(t.badge for t in leaders)


@pytest.mark.rule("lnlt.hon.13.1.4a")
@pytest.mark.first_seat
def test_there_are_four_american_heroes() -> None:
    four = ["us.hero.para", "us.hero.para", "us.hero.glider", "us.hero.glider"]
    assert len(Table([unit(PARA, "A1")], [unit(RIFLES, "E5")], heroes={"us": four}).state.heroes[0]) == 4
    with pytest.raises(ContentError, match="only 4 heroes"):
        Table([unit(PARA, "A1")], [unit(RIFLES, "E5")], heroes={"us": [*four, "us.hero.para"]})


@pytest.mark.rule("lnlt.nosb.13.5c", "lnlt.nosb.13.53c")
@pytest.mark.parametrize(("there", "rule"), [([LINE], "lnlt.nosb.13.5c"), ([PARTISAN, PARTISAN], "lnlt.nosb.13.53c")])
def test_why_they_do_not_stack(there: list[str], rule: str) -> None:
    table = soviets(unit(PARTISAN, "E5", "p"), *(unit(type_, "E4", f"u{i}") for i, type_ in enumerate(there)))
    table.do("activate", where="E5")
    table.do("move", where="E5")
    assert table.refusals("step", where="E4") == [rule]
