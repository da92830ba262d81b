"""Steps and what closes a hex, one condition at a time and from either seat."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model import kinds
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.cards import early_activation, preempters
from bocage.systems.lnlt.rules.steps import steps
from bocage.systems.lnlt.rules.terrain import why_closed
from systems.lnlt.table import CLARKSON, FJ, PARA, RIFLES, US_HERO, US_MEDIC, Table, unit

pytestmark = pytest.mark.both_seats

PARTISANS, BAND_LEADER = "su.partisan.squad.0-4-4", "su.ldr.partisan"


@pytest.mark.rule("lnlt.nosb.13.53e", "lnlt.core.1.3", "lnlt.core.6.0", "lnlt.nosb.13.53c")
@pytest.mark.parametrize(("names", "may"), [("pqr", False), ("pq", True), ("p", True), ("pqrl", True)])
def test_many_partisans_go_nowhere_without_their_leader(names: str, may: bool) -> None:
    """Nor does he leave three of them behind."""
    band = [unit(PARTISANS, "E5", name) for name in "pqr"] + [unit(BAND_LEADER, "E5", "l")]
    table = Table(band, [unit(RIFLES, "J1", "x")], nations=("su", "de"), module="nosb")
    movers = [table.names[name] for name in names]
    found = steps(table.state, table.unit("p").seat, table.hex("E5"), movers, kinds.WALK, 0, False)
    assert bool(found) == may
    alone = [table.names["l"]]
    assert steps(table.state, table.unit("p").seat, table.hex("E5"), alone, kinds.WALK, 0, False) == []


@pytest.mark.rule("lnlt.hid.10.8.1e", "lnlt.hid.10.5.6a", "lnlt.dj.21.8b")
@pytest.mark.parametrize(
    ("levels", "marker", "ban"),
    [
        ((1, 4), "", bans.TOO_STEEP),
        ((4, 1), "", bans.TOO_STEEP),
        ((2, 3), "", bans.NO_GROUND),
        ((1, 1), "fire", bans.BURNING),
        ((1, 1), "roadblock", bans.BARRED),
    ],
)
def test_what_closes_a_hex(levels: tuple[int, int], marker: str, ban: object) -> None:
    ground = [{"marker": marker, "hexes": ["E4"]}] if marker else []
    heights: dict[int, list[str]] = {}
    for level, hex_ in zip(levels, ("E5", "E4"), strict=True):
        heights.setdefault(level, []).append(hex_)
    more: dict[str, Any] = {"levels": heights, "ground": ground, "roads": [["E5", "E4"]]}
    table = Table([unit(PARA, "A9", "p")], [unit(FJ, "J1", "f")], **more)
    assert why_closed(table.state, table.hex("E5"), table.hex("E4"), bans.NO_GROUND) is ban


@pytest.mark.rule("lnlt.boh.25.2.preempt.b", "lnlt.boh.25.2.preempt.c", "lnlt.boh.25.2.preempt.d")
@pytest.mark.parametrize(("change", "may"), [("", True), ("penned", False), ("melee", False), ("penned-target", True)])
def test_who_preempts_has_something_to_do(change: str, may: bool) -> None:
    around = ["E4", "E6", "D5", "D6", "F5", "F6", "D4", "F4"]
    terrain = {"water": around} if change.startswith("penned") else {}
    foe = {"melee": "E5", "penned-target": "E2"}.get(change, "T9")
    us = [unit(US_HERO, "E5", "h", skill="preempt"), unit(PARA, "A9", "p")]
    table = Table(us, [unit(RIFLES, foe, "r")], terrain=terrain, columns=20)
    seat = table.unit("h").seat
    assert bool(preempters(table.state, seat)) == may
    assert preempters(table.state, 1 - seat) == []


@pytest.mark.rule("lnlt.boh.25.2.preempt.c")
@pytest.mark.parametrize(("holder", "group"), [(CLARKSON, {"h", "a", "m"}), (US_HERO, {"h"})])
def test_who_acts_early(holder: str, group: set[str]) -> None:
    us = [unit(holder, "E5", "h", skill="preempt"), unit(PARA, "E5", "a"), unit(US_MEDIC, "E5", "m")]
    us += [unit(PARA, "E5", "done", markers=["fired"]), unit(PARA, "E6", "near")]
    table = Table(us, [unit(RIFLES, "E2", "r")])
    early = early_activation(table.state, table.unit("h"))
    assert {name for name in ("h", "a", "m", "done", "near") if early.activated >> table.names[name] & 1} == group
