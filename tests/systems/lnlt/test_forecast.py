"""Forecasts are exact: compared with every run of dice there is."""

from __future__ import annotations

import pytest

from systems.lnlt.table import (
    CLARKSON,
    FJ,
    FJ_HALF,
    GLIDER,
    M1919,
    PARA,
    PARA_HALF,
    US_HERO,
    US_MEDIC,
    WEISS,
    Table,
    unit,
)

pytestmark = pytest.mark.both_seats


@pytest.mark.rule("lnlt.core.10.1.1")
def test_spotting() -> None:
    table = Table(
        [unit(PARA, "E3", "p")],
        [unit(WEISS, "G4", "w")],
        impulse="de",
        terrain={"light-woods": ["E3"], "brush": ["F4"]},
    )
    found = table.check_forecast("spot", "w", "E3")
    assert found.odds["spot"]["spotted"] == pytest.approx(0.5)


@pytest.mark.rule("lnlt.core.3", "lnlt.core.11.3")
def test_rally_and_medic() -> None:
    table = Table(
        [unit(CLARKSON, "E5", "c"), unit(PARA, "E5", "p", shaken=True), unit(US_MEDIC, "E5", "doc")],
        [unit(FJ, "A1", "f")],
        phase="rally",
        terrain={"forest": ["E5"]},
    )
    assert table.check_forecast("rally", "p").need == "≤ 9"
    table.check_forecast("medic", "doc")


@pytest.mark.rule("lnlt.core.5.0", "lnlt.core.5.1")
@pytest.mark.parametrize(
    "targets",
    [
        [unit(FJ, "E3", "f")],
        [unit(WEISS, "E3", "w"), unit(FJ, "E3", "f")],
        [unit(WEISS, "E3", "w"), unit(FJ_HALF, "E3", "f", shaken=True)],
        [unit(WEISS, "E3", "w", shaken=True, wounded=True), unit(FJ_HALF, "E3", "f")],
        [unit(WEISS, "E3", "w"), unit("ge.ldr.wehrcpt", "E3", "x"), unit(FJ, "E3", "f")],
        [unit("ge.hero.fj", "E3", "h"), unit("ge.medic", "E3", "m")],
    ],
)
def test_fire(targets: list[dict[str, object]]) -> None:
    table = Table([unit(PARA, "E5", "p", weapons=[M1919])], targets, impulse="us")
    table.do("activate", where="E5")
    found = table.check_forecast("fire", where="E5>E3")
    assert {"attack", "diff"} < set(found.odds)


@pytest.mark.rule("lnlt.core.5.2")
def test_fire_of_a_group_is_foretold_with_its_last_choice() -> None:
    table = Table([unit(PARA, "E5", "p"), unit(PARA_HALF, "E5", "h")], [unit(FJ, "E3", "f")], impulse="us")
    table.do("activate", where="E5")
    table.do("fire", where="E5>E3")
    assert [c.verb for c in table.choices() if table.foretells(c.id)] == ["all"], "naming one of them rolls nothing yet"
    assert table.check_forecast("all").need == "d6 +3 > d6 +0"
    table.do("add", "p")
    assert table.check_forecast("done").need == "d6 +2 > d6 +0"
    assert table.check_forecast("add", "h").need == "d6 +3 > d6 +0"


@pytest.mark.rule("lnlt.core.5.3")
def test_opportunity_fire_on_movers_led_by_a_leader_who_stays() -> None:
    table = Table(
        [unit(PARA, "E5", "p"), unit(CLARKSON, "E4", "c"), unit(US_MEDIC, "J9")], [unit(FJ, "E2", "f")], impulse="us"
    )
    table.do("activate", where="E5")
    table.do("move", where="E5")
    table.do("step", where="E4")
    table.check_forecast("opportunity-fire", where="E2")


@pytest.mark.rule("lnlt.core.8.0.1", "lnlt.core.8.1")
def test_melee_and_withdrawal() -> None:
    table = Table(
        [unit(PARA, "E5", "p"), unit(US_HERO, "E5", "h"), unit(CLARKSON, "E5", "c")],
        [unit(FJ, "E5", "f"), unit(GLIDER.replace("us.glider", "ge.wehr44"), "E5", "g")],
        impulse="us",
    )
    table.do("melee", where="E5")
    table.do("target", "f")
    table.check_forecast("all")
    other = Table([unit(PARA, "E5", "p")], [unit(FJ, "E5", "f")], impulse="us", terrain={"forest": ["E5"]})
    other.check_forecast("withdraw", where="E5")
    other.check_forecast("melee", where="E5")


def test_no_odds_where_nothing_is_rolled() -> None:
    table = Table([unit(PARA, "E5", "p")], [unit(FJ, "A1", "f")], impulse="us")
    assert [c.verb for c in table.choices() if table.foretells(c.id)] == []
