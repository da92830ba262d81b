"""Night and starshells (lnlt.core.20)."""

from __future__ import annotations

import pytest
from tests.systems.lnlt.table import CLARKSON, PARA, RIFLES, Table, unit

from bocage.systems.lnlt.model.flags import OPS
from bocage.systems.lnlt.model.ground import STARSHELL
from bocage.systems.lnlt.rules.night import burn_out

pytestmark = pytest.mark.both_seats


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


@pytest.mark.rule("lnlt.core.20", "lnlt.core.20.2", "lnlt.core.5.3")
@pytest.mark.parametrize(("mover", "to", "foe", "seen"), [("E4", "E3", "E9", True), ("E9", "E8", "E4", False)])
def test_who_moves_in_the_light_is_fired_on_from_the_dark(mover: str, to: str, foe: str, seen: bool) -> None:
    """It is the firer who must see, not the mover."""
    table = Table([unit(PARA, mover, "a")], [unit(RIFLES, foe, "f"), unit(RIFLES, "A1")], visibility=2, rows=12)
    table.state.put_marker(STARSHELL, table.hex("E3"))
    table.do("activate", where=mover)
    table.do("move", where=mover)
    table.do("step", where=to)
    assert (table.kind == "opportunity") == seen


@pytest.mark.rule("lnlt.core.20")
def test_by_night_watchers_are_those_who_see() -> None:
    table = Table([unit(PARA, "E4", "a")], [unit(RIFLES, "E9", "f", markers=["fired"])], visibility=2, rows=12)
    state = table.state
    state.put_marker(STARSHELL, table.hex("D2"))
    for hex_ in range(state.board.size):
        for other in range(state.board.size):
            assert state.watchers(hex_) >> other & 1 == state.sight_from(other) >> hex_ & 1
