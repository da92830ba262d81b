"""What the sources leave open, as it is played (lnlt.core.open), and cross-checks of the documents' figures."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import registry
from bocage.content import load_yaml
from bocage.systems.lnlt.content import maps
from bocage.systems.lnlt.content.counters import counters
from bocage.systems.lnlt.content.deployment import sheet
from bocage.systems.lnlt.content.numbers import MARKERS, PATH
from bocage.systems.lnlt.content.vehicles import vehicle_types
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.ground import MARKER_NAMES
from bocage.systems.lnlt.model.tables import Numbers
from bocage.systems.lnlt.model.vehicles import Barrage
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.administration import administrate
from bocage.systems.lnlt.rules.damage import damage_check, fate, reduce
from bocage.systems.lnlt.rules.firepower import attack_tally, defence_tally, own_fp
from bocage.systems.lnlt.rules.melee_strength import melee_fp, melee_tally, total_fp
from bocage.systems.lnlt.rules.paces import allowance
from bocage.systems.lnlt.rules.portage import capacity
from bocage.systems.lnlt.rules.sequence import Turns
from bocage.systems.lnlt.words.position import unit_piece

from .table import (
    CLARKSON,
    FJ,
    M1919,
    MEDROW,
    PARA,
    PARA_HALF,
    RIFLES,
    US_HERO,
    US_MEDIC,
    Table,
    event,
    lines,
    unit,
)  # fmt: skip

pytestmark = pytest.mark.both_seats

SQUAD, HALF_SQUAD, LEADER, HERO, TEAM = kinds.SQUAD, kinds.HALF_SQUAD, kinds.LEADER, kinds.HERO, kinds.WEAPON_TEAM


def at(hex_: str, *us: dict[str, Any], **more: Any) -> Table:
    return Table([*us, unit(PARA, "A9")], [unit(FJ, hex_, "f")], **more)


# ---- fire


@pytest.mark.rule("lnlt.core.5.5", "lnlt.core.open.5")
def test_cover_helps_up_to_six() -> None:
    table = Table(
        [unit(PARA, "E8", "p")],
        [unit(FJ, "E5", "f")],
        terrain={"stone-building": ["E5"]},
        sides={"wall": ["E5/E6"]},
        ground=[{"marker": "foxholes", "hexes": ["E5"]}, {"marker": "smoke", "hexes": ["E5"]}],
    )
    tally = defence_tally(table.state, table.hex("E8"), table.hex("E5"))
    assert tally.total == 6
    assert {line.label: line.value for line in tally.lines}["fire.most-tm"] < 0
    found = load_yaml(PATH, dict[str, Any])["most_tm"]
    assert (found["value"], found["basis"]) == (6, "estimate")


@pytest.mark.rule("lnlt.core.open.4")
@pytest.mark.parametrize(("distance", "fp"), [(5, 2), (6, 1), (10, 1), (11, 0)])
def test_extended_range_is_twice_the_range_at_half(distance: int, fp: int) -> None:
    table = at("J1", unit(PARA, "E8", "p"))
    assert own_fp(table.state, table.unit("p"), distance, False, True) == fp


@pytest.mark.rule("lnlt.core.open.28")
def test_totals_may_be_negative() -> None:
    table = at("E2", unit(PARA_HALF, "E8", "h", markers=["assault-move"]), terrain={"light-woods": ["E4", "E5"]})
    firers = [acts.WITH_OWN.on(table.unit("h").id)]
    assert attack_tally(table.state, table.hex("E8"), table.hex("E2"), firers, [], False, False).total == 1 - 2 - 2


@pytest.mark.rule("lnlt.core.open.29")
def test_a_hero_who_follows_adds_half() -> None:
    table = at("E2", unit(US_HERO, "E4", "h"), unit(PARA, "E4", "p"))
    squad, hero = (acts.WITH_OWN.on(table.unit(name).id) for name in ("p", "h"))
    where = (table.state, table.hex("E4"), table.hex("E2"))
    assert attack_tally(*where, [squad, hero], [], False, False).total == 2 + 1
    assert attack_tally(*where, [hero, squad], [], False, False).total == 2 + 1
    assert attack_tally(*where, [hero], [], False, False).total == 2


@pytest.mark.rule("lnlt.pac.12.5.2c")
def test_units_without_firepower_add_nothing() -> None:
    zero = "us.glider.hs.0-5-4"
    table = at("E2", unit(PARA, "E5", "p"), unit(zero, "E5", "z"))
    firers = [acts.WITH_OWN.on(table.unit(name).id) for name in ("p", "z")]
    assert attack_tally(table.state, table.hex("E5"), table.hex("E2"), firers, [], False, False).total == 2


@pytest.mark.rule("lnlt.core.open.17")
@pytest.mark.parametrize(("markers", "moving"), [(["moved"], True), ([], False)])
def test_one_who_moved_makes_his_whole_hex_a_moving_target(markers: list[str], moving: bool) -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "E2", "f"), unit(FJ, "E2", "g", markers=markers)])
    table.do("activate", where="E5")
    found = event(table.do("fire", where="E2", dice=[1, 6]), "fire-misses")
    assert ("fire.moving" in lines(found)) == moving


@pytest.mark.rule("lnlt.core.open.16")
def test_opportunity_fire_hits_the_movers_and_a_fresh_leader_directs_it() -> None:
    germans = [unit(RIFLES, "E4", "r"), unit("ge.ldr.koch", "E4", "k")]
    table = Table([unit(PARA, "E8", "p"), unit(PARA, "E7", "q")], germans)
    table.do("activate", where="E8")
    table.do("move", where="E8")
    table.do("step", where="E7")
    table.do("opportunity-fire", where="E4")
    assert table.offers("direct", "k")
    table.do("direct", "k", dice=[6, 1, 6])
    assert (table.is_shaken("p"), table.is_shaken("q")) == (True, False)
    tired = Table([unit(PARA, "E8", "p")], [germans[0], unit("ge.ldr.koch", "E4", "k", markers=["ops-complete"])])
    tired.do("activate", where="E8")
    tired.do("move", where="E8")
    tired.do("step", where="E7")
    events = tired.do("opportunity-fire", where="E4", dice=[1, 6])
    assert "fire.leadership" not in lines(event(events, "opportunity-fire-misses"))


# ---- damage


@pytest.mark.rule("lnlt.core.open.2", "lnlt.core.5.1")
@pytest.mark.parametrize(
    ("kind", "flags", "past", "twice"),
    [
        (SQUAD, flags.SHAKEN, kinds.CASUALTIES, kinds.CASUALTIES),
        (HALF_SQUAD, flags.SHAKEN, kinds.ELIMINATED, kinds.ELIMINATED),
        (TEAM, flags.SHAKEN, kinds.ELIMINATED, kinds.ELIMINATED),
        (LEADER, flags.SHAKEN, kinds.GETS_WOUNDED, kinds.GETS_WOUNDED),
        (SQUAD, 0, kinds.GETS_SHAKEN, kinds.CASUALTIES),
        (LEADER, 0, kinds.GETS_SHAKEN, kinds.WOUNDED_SHAKEN),
        (HERO, 0, kinds.GETS_WOUNDED, kinds.GETS_WOUNDED),
    ],
)
def test_rows_of_the_damage_check_table(kind: int, flags: int, past: int, twice: int) -> None:
    assert [fate(kind, flags, 5, total) for total in (5, 6, 9, 10, 14, 15)] == [
        kinds.UNHURT, past, past, twice, twice, kinds.ELIMINATED
    ]  # fmt: skip


@pytest.mark.rule("lnlt.core.open.15", "lnlt.core.5.1")
def test_what_a_wound_does() -> None:
    table = at("J1", unit(CLARKSON, "E5", "m", wounded=True), unit(US_HERO, "E6", "h", wounded=True), unit(PARA, "E4"))
    leader, hero = table.unit("m"), table.unit("h")
    assert allowance(table.state, [leader.id], kinds.WALK) == leader.type.move
    assert own_fp(table.state, hero, 1, False, True) == hero.type.fp
    assert fate(HERO, flags.WOUNDED, 5, 6) == kinds.ELIMINATED, "a second wound"
    assert leader.leadership() == leader.type.lm - 1
    table.do("activate", where="E5")
    assert not table.offers("move", where="E4"), "he reaches nobody beside him"


@pytest.mark.rule("lnlt.core.open.25")
def test_even_the_dead_may_raise_a_hero() -> None:
    table = at("J1", unit(PARA, "E5", "p"), heroes={"us": ["us.hero.para"]})
    table.state.dice.script = [1, 2]
    table.state.dice.cursor = 0
    damage_check(table.state, table.unit("p"), 17)
    assert table.place("p") == "gone"
    assert not table.state.heroes[0]


@pytest.mark.rule("lnlt.core.open.8", "lnlt.core.1.6")
def test_who_carries_how_many_weapons() -> None:
    table = at(
        "J1", unit(PARA, "E5", "p", weapons=[M1919, M1919]), unit(PARA_HALF, "E6", "h"), unit(MEDROW, "E6", "m"),
        unit(US_MEDIC, "E6", "d"),
    )  # fmt: skip
    assert [capacity(table.unit(name)) for name in ("p", "h", "m", "d")] == [2, 1, 1, 0]
    table.state.mark(table.unit("p"), flags.SHAKEN)
    assert len(table.state.carried(table.unit("p"))) == 2, "a Shaken squad keeps them"
    reduce(table.state, table.unit("p"))
    assert len(table.state.carried(table.unit("p"))) == 1, "half a squad drops one"


# ---- moving, leading, fighting


@pytest.mark.rule("lnlt.core.open.20", "lnlt.core.6.1")
def test_nobody_makes_an_assault_move_into_melee() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "E4", "f")])
    table.do("activate", where="E5")
    table.do("assault-move", where="E5")
    assert not table.offers("step", where="E4")
    assert table.offers("step", where="E6")


@pytest.mark.rule("lnlt.core.open.27", "lnlt.core.4.0")
def test_leaders_do_not_pass_activation_on() -> None:
    table = at("J1", unit(MEDROW, "E5", "m"), unit(CLARKSON, "E6", "c"), unit(PARA, "E7", "p"), unit(PARA, "E6", "q"))
    table.do("activate", where="E5")
    assert table.offers("move", where="E6")
    assert not table.offers("move", where="E7")


@pytest.mark.rule("lnlt.core.open.14", "lnlt.core.8.3")
def test_minus_one_only_if_nobody_has_firepower() -> None:
    table = Table(
        [unit("su.partisan.squad.0-4-4", "E5", "p"), unit("su.partisan.hs.0-3-4", "E5", "q")],
        [unit(RIFLES, "A1", "f")], nations=("su", "de"), module="nosb",
    )  # fmt: skip
    both = [table.unit(name).id for name in ("p", "q")]
    assert melee_tally(table.state, table.hex("E5"), both).total == -1
    mixed = Table([unit("us.glider.hs.0-5-4", "E5", "z"), unit(PARA, "E5", "p")], [unit(FJ, "A1")])
    pair = [mixed.unit(name).id for name in ("z", "p")]
    assert melee_tally(mixed.state, mixed.hex("E5"), pair).total == 0


@pytest.mark.rule("lnlt.pac.fr.8.0b")
def test_strength_in_defence_counts_weapons_too() -> None:
    table = at("J1", unit(PARA, "E5", "p", weapons=[M1919]), unit(PARA, "E5", "q"))
    assert melee_fp(table.state, table.unit("p")) == 2 + 2
    assert total_fp(table.state, [table.unit("p").id, table.unit("q").id]) == 6


@pytest.mark.rule("lnlt.core.open.18", "lnlt.core.10.3")
def test_the_alley_rule_needs_two_buildings_side_by_side() -> None:
    def penalty(**terrain: list[str]) -> bool:
        table = Table(
            [unit(PARA, "D5", "p"), unit(PARA, "A9")], [unit(FJ, "F5", "f", markers=["fired"]), unit(FJ, "J1")],
            terrain={name.replace("_", "-"): hexes for name, hexes in terrain.items()},
        )  # fmt: skip
        table.do("activate", where="D5")
        return "fire.alley" in lines(event(table.do("fire", where="F5", dice=[1, 6]), "fire-misses"))

    assert penalty(stone_building=["E5", "E6"]) or penalty(stone_building=["E4", "E5"])
    assert not penalty(stone_building=["E5"], light_woods=["E4", "E6"])


@pytest.mark.rule("lnlt.core.6.4.1")
def test_stealth_and_a_shot() -> None:
    for who, nation, module, penalty in (("be.ca.squad.1-5-4", "be", "hid", -2), ("us.scout", "us", "boh", None)):
        table = Table(
            [unit(who, "E6", "s"), unit(who, "A9")], [unit(RIFLES, "E3", "f"), unit(RIFLES, "J9")],
            nations=(nation, "de"), module=module,
        )  # fmt: skip
        half = (table.unit("s").type.move + 1) // 2
        assert allowance(table.state, [table.unit("s").id], kinds.STEALING_UP) == half
        table.do("activate", where="E6")
        table.do("stealth-assault", where="E6")
        table.do("step", where="E5")
        while table.kind == "opportunity":
            table.do("decline")
        table.do("step", where="E4") if table.offers("step", where="E4") else None
        while table.kind == "opportunity":
            table.do("decline")
        assert not (table.kind == "step" and table.offers("step", where="E3")), "never into Melee"
        if table.kind == "step":
            table.do("stop")
        assert table.has("s", flags.STEALTH)
        found = event(table.do("fire", where="E3", dice=[1, 6]), "fire-misses")
        assert lines(found).get("fire.assault") == penalty


# ---- charts and counters


@pytest.mark.rule("lnlt.core.open.3", "lnlt.core.tec.key")
def test_the_chart_is_data_with_its_basis() -> None:
    rows = load_yaml(maps.DATA / "terrain.yaml", list[dict[str, Any]])
    assert {row["basis"] for row in rows} == {"seed", "search", "estimate"}
    assert {row["id"] for row in rows} == set(maps.terrains())
    assert maps.terrains()["clear"].costs == [1, 1, 1, 2], "on foot, tracked, on wheels off the road and bound to it"
    on = at("J1", unit(PARA, "E5", "p"), terrain={"water": ["E4"], "forest": ["E6"]}).state.board
    east, water, forest = (on.grid.numbers[hex_] for hex_ in ("F5", "E4", "E6"))
    costs = [[on.step_cost(on.grid.numbers["E5"], to, mode) for mode in range(4)] for to in (east, water, forest)]
    assert costs == [[1, 1, 1, 2], [0, 0, 0, 0], [2, 0, 0, 0]], "P prohibits"


@pytest.mark.rule("lnlt.core.1.1", "lnlt.pac.fr.0a")
def test_counters_have_two_sides_and_a_class() -> None:
    units, _ = sheet("hon")
    for type_ in units.values():
        assert type_.mmc != type_.smc
        assert type_.mmc == (type_.kind in (SQUAD, HALF_SQUAD, TEAM, kinds.CREW)), type_.id
        assert type_.morale > 0
        assert type_.shaken_morale > 0
        if type_.kind == LEADER:
            assert (type_.move, type_.fp) == (6, 0)
            assert 0 <= type_.lm <= 2
        if type_.kind == HERO:
            assert type_.move == 6
    table = at("J1", unit(PARA, "E5", "p"), unit(PARA, "E6", "q", shaken=True))
    assert unit_piece(table.state, table.unit("p")).values == ["2", "5", "4"]
    assert unit_piece(table.state, table.unit("p")).corner == "6"
    shaken = unit_piece(table.state, table.unit("q"))
    assert shaken.flipped
    assert shaken.values[0] == shaken.values[1] != "2"
    assert shaken.values[2] == "4"


@pytest.mark.rule("lnlt.core.1.6.9")
def test_values_of_machine_guns() -> None:
    weapons = sheet("hid")[1]
    assert (weapons["ge.sw.mg34"].fp, weapons["us.sw.m1919a4"].fp) == (2, 2)
    assert (weapons["ge.sw.mg34"].range, weapons["ge.sw.mg42"].fp) == (8, 3)
    guns = [weapon for weapon in weapons.values() if weapon.kind == kinds.MG and weapon.ordnance is None]
    assert all(gun.fp and gun.range for gun in guns)
    lewis = next(weapon for weapon in weapons.values() if weapon.nation == "nl")
    assert (lewis.fp, lewis.range) == (1, 6)
    bren = vehicle_types()["uk.veh.bren"]
    assert [(gun.fp, gun.range) for gun in bren.mgs] == [(1, 7), (1, 7)]
    assert (bren.together_fp, bren.together_range) == (2, 10)


@pytest.mark.rule("lnlt.core.check.infantry.other")
def test_figures_of_different_pages_agree() -> None:
    assert fate(TEAM, 0, 6, 13) == kinds.ELIMINATED
    assert fate(SQUAD, 0, 5, 15) == kinds.ELIMINATED
    for module, odd in (("boh", "us.glider.hs.0-5-4"), ("hon", "us.glider.hs.1-5-4")):
        reduced = counters(module)[0]["us.glider.squad.1-6-4"].reduced_odd
        assert reduced is not None
        assert reduced.id == odd


# ---- the turn


@pytest.mark.rule("lnlt.core.2", "lnlt.pac.fr.2.0b")
def test_a_turn_is_rally_operations_administration() -> None:
    table = at("J1", unit(PARA, "E5", "p", shaken=True), unit(MEDROW, "E5", "m"), phase="rally")
    assert isinstance(table.state.stack[0], Turns)
    assert table.kind == "rally"
    assert table.offers("rally", "p")
    table.do("rally", "p", dice=[1, 1])
    assert not table.is_shaken("p")
    for _ in range(4):
        if table.kind == "rally":
            table.do("hold")
    assert table.kind == "impulse"
    table.do("pass")
    table.do("pass")
    assert table.state.turn == 1
    events = table.do("pass", dice=[6, 1])
    kinds_seen = [e.kind for e in events]
    assert kinds_seen.index("administration") < kinds_seen.index("initiative")
    assert table.state.turn == 2


@pytest.mark.rule("lnlt.pac.12.9.0e", "lnlt.pac.fr.2.0h")
def test_fire_for_effect_is_lifted_when_the_turn_ends() -> None:
    table = at("J1", unit(PARA, "E5", "p"))
    table.state.barrages = [Barrage(table.hex("E3"), 5, 1, False)]
    administrate(table.state)
    assert not table.state.barrages


@pytest.mark.rule("lnlt.core.1.2")
def test_all_dice_have_six_sides() -> None:
    """Draws from a deck of cards or Heroes are no dice."""
    game = registry.new("lnlt", "boh/first-contact", 7)
    draws = (acts.FOR_HERO_DRAW, acts.FOR_SKILL, acts.FOR_VICTIM)
    rolled = 0
    for turn in range(150):
        if game.state.over:
            break
        decision = game.state.pending[0]
        game.play(decision.options[turn * 7 % len(decision.options)])
        for roll in game.state.dice.log:
            if roll >> 16 not in draws:
                rolled += 1
                assert roll >> 8 & 255 == 6
                assert 1 <= roll & 255 <= 6
    assert rolled > 10


@pytest.mark.rule("lnlt.core.open.6", "lnlt.core.open.10", "lnlt.core.open.21")
@pytest.mark.rule("lnlt.core.open.22")
def test_open_numbers_are_data_and_are_played_by() -> None:
    """Smoke, foxholes, fuel and starshells: each with its basis, none in the code."""
    spec = load_yaml(PATH, dict[str, dict[str, Any]])
    markers = {row["id"]: row for row in load_yaml(MARKERS, list[dict[str, Any]])}
    values = {"runs_dry": 6, "starshell_light": 3, "starshell_reach": 6}
    for name, value in values.items():
        assert (spec[name]["value"], spec[name]["basis"]) == (value, "estimate"), name
    assert [markers[name]["tm"] for name in ("smoke", "thin-smoke", "foxholes", "barricade")] == [2, 1, 1, 2]
    assert [markers[name]["degrades"] for name in ("smoke", "thin-smoke")] == [2, 1]
    assert set(markers) == set(MARKER_NAMES)
    table = at("E5", unit(PARA, "E8", "p"), ground=[{"marker": "foxholes", "hexes": ["E5"]}])
    table.state.scenario.numbers = changed = Numbers()
    changed.most_tm = 6
    changed.marker_tm = [3] * len(MARKER_NAMES)
    assert defence_tally(table.state, table.hex("E8"), table.hex("E5")).total == 3
