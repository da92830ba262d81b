"""Partisans whose Leader has to leave them."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt.model.flags import SHAKEN
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.rules.aftermath import fall_back
from bocage.systems.lnlt.rules.forces import mourn
from systems.lnlt.table import RIFLES, Table, event, unit

pytestmark = pytest.mark.both_seats

BAND = "su.partisan.squad.0-4-4"
CHIEF = "su.ldr.partisan"


def band(count: int, **more: object) -> Table:
    squads = [unit(BAND, "E3", name) for name in "pqr"[:count]]
    return Table(
        [*squads, unit(CHIEF, "E3", "c")], [unit(RIFLES, "E4", "f")], nations=("su", "de"), module="nosb", **more
    )


@pytest.mark.rule("lnlt.nosb.13.53c", "lnlt.nosb.13.53d")
@pytest.mark.parametrize("count", [2, 3])
def test_three_partisan_units_do_not_stay_where_their_leader_was_driven_off(count: int) -> None:
    table = band(count)
    fall_back(table.state, table.names["c"], table.hex("E2"), "lnlt.core.1.6.3")
    assert mourn(table.state) == (count == 3)
    others = band(count)
    fall_back(others.state, others.names["f"], others.hex("E5"), "lnlt.core.1.6.3")
    assert others.state.bereaved == [], "nobody mourns a squad"


@pytest.mark.rule("lnlt.nosb.13.53d", "lnlt.hid.10.5.6b")
def test_nobody_disbands_where_all_run_from_a_fire() -> None:
    table = band(3, impulse="de", terrain={"forest": ["E3"]}, options={"fire_ignition": True})
    table.state.mark(table.unit("c"), SHAKEN)
    table.do("activate", where="E4")
    events = table.do("fire", where="E3", dice=[6, 6, 6])
    assert event(events, "fire-starts")
    assert table.state.ground.has(FLAMES, table.hex("E3"))
    for _ in range(8):
        if table.kind != "fall-back":
            break
        table.do("fall-back", where=table.choices()[0].place)
    assert table.kind != "disband"
    assert "E3" not in [table.place(name) for name in "pqrc"]
