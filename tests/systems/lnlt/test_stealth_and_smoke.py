"""Stealth (lnlt.core.6.4), smoke (lnlt.core.7), burdened and nimble marchers, fires (lnlt.core.10.5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.table import CLARKSON, PARA, Table, event, lines, unit

from bocage.systems.lnlt.model.flags import OPS, STEALTH
from bocage.systems.lnlt.model.ground import FLAMES, SMOKE, THIN_SMOKE
from bocage.systems.lnlt.rules.smoke import thin_smoke

pytestmark = pytest.mark.both_seats

RIFLES = "ge.wehr44.squad.1-6-4"
BELGIAN = "be.ca.squad.1-5-4"
FRENCH = "fr.reg.squad.1-6-4"
PARTISAN = "su.partisan.squad.0-4-4"


def belgians(units: list[dict[str, Any]], foe: str, **more: Any) -> Table:
    return Table(units, [unit(RIFLES, foe, "f")], nations=("be", "de"), module="hid", **more)


def woods(*hexes: str) -> dict[str, list[str]]:
    return {"light-woods": list(hexes)}


@pytest.mark.rule("lnlt.core.6.4", "lnlt.hid.13.3b", "lnlt.hid.13.3.2a", "lnlt.pac.12.5.3b")
def test_who_steals_along_is_not_seen_even_beside_the_enemy() -> None:
    table = belgians([unit(BELGIAN, "E7", "a")], "E3", terrain=woods("E7", "E6", "E5", "E4"))
    table.do("activate", where="E7")
    table.do("stealth-move", where="E7")
    table.do("step", where="E6")
    table.do("step", where="E5")
    events = table.do("step", where="E4")
    assert event(events, "stealth-move").args["spent"] == 3, "light woods cost Belgians one"
    assert table.kind == "step", "no opportunity fire"
    table.do("stop")
    assert table.has("a", STEALTH)
    assert not table.state.seen_mask(0) >> table.hex("E4") & 1


@pytest.mark.rule("lnlt.core.6.4", "lnlt.pac.12.5.3b")
def test_open_ground_shows_even_the_stealthy() -> None:
    table = belgians([unit(BELGIAN, "E7", "a")], "E3", terrain=woods("E7"))
    table.do("activate", where="E7")
    table.do("stealth-move", where="E7")
    table.do("step", where="E6")
    assert table.kind == "opportunity"
    events = table.do("opportunity-fire", where="E3", dice=[1, 6])
    assert "fire.moving" not in lines(events[0])


@pytest.mark.rule("lnlt.core.6.4")
def test_a_stealthy_assault_move_leaves_a_shot_at_minus_two() -> None:
    table = belgians([unit(BELGIAN, "E7", "a")], "E3", terrain=woods("E7", "E6"))
    table.do("activate", where="E7")
    table.do("stealth-assault", where="E7")
    table.do("step", where="E6")
    table.do("stop")
    events = table.do("fire", where="E3", dice=[1, 6])
    assert lines(events[0])["fire.assault"] == -2
    done = belgians([unit(BELGIAN, "E7", "a")], "E3", terrain=woods("E7", "E6"))
    done.do("activate", where="E7")
    done.do("stealth-move", where="E7")
    done.do("step", where="E6")
    done.do("stop")
    assert done.kind != "activation", "the whole way leaves none"


@pytest.mark.rule("lnlt.core.6.4")
def test_a_companion_without_stealth_gives_the_hex_away() -> None:
    units = [unit(BELGIAN, "E7", "a"), unit("be.ldr.lt", "E7", "l")]
    table = belgians(units, "E3", terrain=woods("E7", "E6"))
    table.do("activate", where="E7")
    table.do("stealth-move", where="E7")
    table.do("all")
    table.do("step", where="E6")
    assert table.kind == "opportunity"


@pytest.mark.rule("lnlt.core.11.6", "lnlt.pac.12.11.6a")
def test_scouts_move_by_stealth_and_shoot_without_loss() -> None:
    table = Table([unit("us.scout", "E7", "s")], [unit(RIFLES, "E4", "f")], terrain=woods("E7", "E6"))
    table.do("activate", where="E7")
    table.do("stealth-assault", where="E7")
    table.do("step", where="E6")
    while table.kind == "step":
        table.do("stop")
    events = table.do("fire", where="E4", dice=[1, 6])
    assert "fire.assault" not in lines(events[0])


@pytest.mark.rule("lnlt.core.7", "lnlt.pac.12.7.0a", "lnlt.pac.12.7.0b", "lnlt.core.open.6")
def test_smoke_is_laid_and_the_layer_may_move_on_one_slower() -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "E2", "f")])
    table.do("activate", where="E5")
    table.check_forecast("lay-smoke", "a")
    table.do("lay-smoke", "a", dice=[2])
    assert table.kind == "smoke-hex"
    table.do("smoke-here", where="E4")
    assert table.state.ground.has(SMOKE, table.hex("E4"))
    table.do("move", where="E5")
    assert event(table.do("step", where="E6"), "move").args["allowance"] == 3


@pytest.mark.rule("lnlt.core.7", "lnlt.pac.12.7.0c", "lnlt.pac.12.7.0d")
def test_failed_smoke_or_smoke_alone_is_ops_complete() -> None:
    failed = Table([unit(PARA, "E5", "a"), unit(PARA, "E5", "b")], [unit(RIFLES, "E2", "f")])
    failed.do("activate", where="E5")
    failed.do("lay-smoke", "a", dice=[3])
    assert failed.has("a", OPS)
    alone = Table([unit(PARA, "E5", "a"), unit(PARA, "E5", "b")], [unit(RIFLES, "E2", "f")])
    alone.do("activate", where="E5")
    alone.do("lay-smoke", "a", dice=[1])
    alone.do("smoke-here", where="E5")
    alone.do("done")
    assert alone.has("a", OPS)
    assert not alone.has("b", OPS)


@pytest.mark.rule("lnlt.core.7", "lnlt.nosb.13.53a")
def test_who_lays_no_smoke() -> None:
    table = Table(
        [unit(PARTISAN, "E5", "p"), unit("su.ldr.partisan", "E5", "l")],
        [unit(RIFLES, "E2", "f")],
        nations=("su", "de"),
        module="nosb",
    )
    table.do("activate", where="E5")
    assert not table.offers("lay-smoke")


@pytest.mark.rule("lnlt.core.7", "lnlt.core.9", "lnlt.pac.12.9.0b", "lnlt.pac.fr.2.0g")
def test_smoke_thins_and_goes() -> None:
    table = Table([unit(PARA, "E5", "a")], [unit(RIFLES, "E2", "f")])
    table.state.put_marker(SMOKE, 5)
    thin_smoke(table.state)
    assert table.state.ground.has(THIN_SMOKE, 5)
    assert not table.state.ground.has(SMOKE, 5)
    thin_smoke(table.state)
    assert not table.state.ground.has(THIN_SMOKE, 5)


@pytest.mark.rule("lnlt.hid.13.1.1a", "lnlt.hid.13.1.1c", "lnlt.hid.13.4.1a")
@pytest.mark.parametrize(
    ("squad", "leader", "nation", "mp"),
    [
        (FRENCH, "fr.ldr.cne", "fr", 5),
        ("fr.cf.squad.2-3-4", "fr.ldr.cne", "fr", 6),
        ("nl.squad.1-5-4-5", "nl.ldr.lt", "nl", 5),
        ("uk.bef.squad.1-7-4-6", "uk.ldr.beflt", "uk", 6),
    ],
)
def test_double_time_of_burdened_armies(squad: str, leader: str, nation: str, mp: int) -> None:
    table = Table(
        [unit(squad, "E7", "a"), unit(leader, "E7", "l")],
        [unit(RIFLES, "A1", "f")],
        nations=(nation, "de"),
        module="hid",
    )
    table.do("activate", where="E7")
    table.do("double-time", where="E7")
    while table.kind == "movers":
        table.state.play(table.decision, table.decision.options[-1])
    assert event(table.do("step", where="E6"), "double-time").args["allowance"] == mp


@pytest.mark.rule("lnlt.hid.13.1.1b", "lnlt.hid.13.4.1a")
@pytest.mark.parametrize(
    ("squad", "leader", "nation", "may"),
    [(FRENCH, "fr.ldr.cne", "fr", False), ("nl.squad.1-5-4-5", "nl.ldr.lt", "nl", True)],
)
def test_a_shaken_frenchman_does_not_double(squad: str, leader: str, nation: str, may: bool) -> None:
    table = Table(
        [unit(squad, "E7", "a", shaken=True), unit(leader, "E7", "l")],
        [unit(RIFLES, "A1", "f")],
        nations=(nation, "de"),
        module="hid",
    )
    table.do("activate", where="E7")
    assert table.offers("double-time") == may


@pytest.mark.rule("lnlt.nosb.13.53k", "lnlt.nosb.13.53l", "lnlt.nosb.13.53m", "lnlt.nosb.13.53n")
def test_partisans_are_at_home_in_the_woods() -> None:
    table = Table(
        [unit(PARTISAN, "E8", "p")],
        [unit("ge.medic", "A1", "f")],
        nations=("su", "de"),
        module="nosb",
        terrain={"light-woods": ["E7"], "forest": ["E6", "E5"]},
    )
    table.do("activate", where="E8")
    table.do("move", where="E8")
    spent = [event(table.do("step", where=hex_), "move").args["spent"] for hex_ in ("E7", "E6", "E5")]
    assert spent == [1, 2, 4]


@pytest.mark.rule("lnlt.pac.12.10.5.6a", "lnlt.pac.12.10.5.6b", "lnlt.hid.10.5.6b", "lnlt.core.10.5")
@pytest.mark.parametrize(("die", "burns"), [(5, True), (4, False)])
def test_a_natural_six_may_set_a_flammable_hex_alight_and_drives_everybody_out(die: int, burns: bool) -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(CLARKSON, "J9")],
        [unit(RIFLES, "E2", "f", markers=["fired"]), unit(RIFLES, "A1", "g")],
        terrain={"wooden-building": ["E2"]},
    )
    assert table.state.board.terrain[table.hex("E2")].flammable
    table.do("activate", where="E5")
    table.do("fire", where="E2", dice=[6, 6, die])
    assert table.state.ground.has(FLAMES, table.hex("E2")) == burns
    if burns:
        assert table.kind == "fall-back"
        table.do("fall-back", where="E1")
        assert table.place("f") == "E1"


@pytest.mark.rule("lnlt.core.option.fire_ignition")
def test_older_editions_know_no_ignition() -> None:
    table = Table(
        [unit(PARA, "E5", "a"), unit(CLARKSON, "J9")],
        [unit(RIFLES, "E2", "f", markers=["fired"])],
        terrain={"wooden-building": ["E2"]},
        options={"fire_ignition": False},
    )
    table.do("activate", where="E5")
    table.do("fire", where="E2", dice=[6, 6])
    assert not table.state.ground.has(FLAMES, table.hex("E2"))


@pytest.mark.rule("lnlt.core.11.6", "lnlt.pac.12.11.6b", "lnlt.pac.12.11.6c", "lnlt.boh.25.2.veteran.b")
def test_scouts_and_veterans_spot_better_but_never_on_a_six() -> None:
    for who, skill, label, value in (
        ("us.scout", "", "spot.scout", -2),
        ("us.hero.para", "veteran", "spot.veteran", -1),
    ):
        table = Table(
            [unit(who, "E5", "s", skill=skill), unit(PARA, "J9")], [unit(RIFLES, "E1", "f")], terrain=woods("E1")
        )
        table.check_forecast("spot", "s", "E1")
        found = event(table.do("spot", "s", "E1", dice=[6]), "spot-fails")
        assert lines(found)[label] == value


@pytest.mark.rule("lnlt.nosb.11.10g", "lnlt.nosb.11.10f")
def test_nurses_neither_spot_nor_fire_nor_fight() -> None:
    table = Table(
        [unit("su.nurse", "E5", "n")],
        [unit(RIFLES, "E2", "f"), unit(RIFLES, "E4", "g")],
        nations=("su", "de"),
        module="nosb",
        terrain=woods("E2"),
    )
    assert not table.offers("spot", "n")
    table.do("activate", where="E5")
    assert not table.offers("fire")
    table.do("move", where="E5")
    assert not table.offers("step", where="E4")
