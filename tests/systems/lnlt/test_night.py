"""Night and starshells (lnlt.core.20)."""

from __future__ import annotations

import pytest
from tests.systems.lnlt.table import CLARKSON, PARA, RIFLES, Table, unit

from bocage.systems.lnlt.rules.ground import STARSHELL
from bocage.systems.lnlt.rules.kinds import OPS
from bocage.systems.lnlt.rules.night import burn_out


def night(foe: str, markers: list[str] | None = None) -> Table:
    return Table(
        [unit(PARA, "E8", "a"), unit(CLARKSON, "E8", "c")],
        [unit(RIFLES, foe, "f", markers=markers or [])],
        visibility=2,
    )


@pytest.mark.rule("lnlt.core.20")
@pytest.mark.parametrize(("foe", "seen"), [("E6", True), ("E5", False)])
def test_at_night_one_sees_two_hexes(foe: str, seen: bool) -> None:
    table = night(foe)
    table.do("activate", where="E8")
    assert table.offers("fire", where=f"E8>{foe}") == seen


@pytest.mark.rule("lnlt.core.20", "lnlt.core.open.21")
def test_who_has_fired_is_seen_by_his_flash() -> None:
    table = night("E4", ["fired"])
    table.do("activate", where="E8")
    assert table.offers("fire", where="E8>E4")


@pytest.mark.rule("lnlt.core.20.2", "lnlt.core.20", "lnlt.core.open.21", "lnlt.pac.12.9.0c")
def test_a_starshell_lights_three_hexes_around() -> None:
    table = night("E3")
    table.do("activate", where="E8")
    table.check_forecast("starshell", "c")
    table.do("starshell", "c", dice=[2])
    assert not table.offers("light-up", where="E1"), "seven hexes away"
    table.do("light-up", where="E4")
    assert table.has("c", OPS)
    assert table.offers("fire", where="E8>E3")
    burn_out(table.state)
    assert not table.state.ground.masks[STARSHELL]


@pytest.mark.rule("lnlt.core.20.2")
def test_a_starshell_may_fail() -> None:
    table = night("E3")
    table.do("activate", where="E8")
    table.do("starshell", "c", dice=[3])
    assert table.has("c", OPS)
    assert not table.state.ground.masks[STARSHELL]
