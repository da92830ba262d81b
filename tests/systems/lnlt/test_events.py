"""Event markers (lnlt.core.1.8)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.table import PARA, RIFLES, Table, event, unit

from bocage.content import ContentError
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model.ground import SMOKE


def scene(**what: Any) -> Table:
    return Table(
        [unit(PARA, "E6", "a"), unit(PARA, "C6", "weak", shaken=True)],
        [unit(RIFLES, "E1", "f")],
        events=[{"hex": "E5", "text": "A courier is found.", **what}],
    )


def walk(table: Table, origin: str = "E6") -> list[Any]:
    table.do("activate", where=origin)
    table.do("move", where=origin)
    return table.do("step", where="E5")


@pytest.mark.rule("lnlt.core.1.8")
def test_an_event_is_set_off_by_whoever_enters() -> None:
    table = scene(side="us", points=2, marker="smoke", joins="us", units=[{"unit": PARA, "name": "help"}])
    assert [m.place for m in SYSTEM.position(table.state, 0).markers if m.kind == "event"] == ["E5"]
    assert table.place("help") == "gone"
    events = walk(table)
    assert event(events, "event").args["text"] == "A courier is found."
    assert table.state.score(0) == 2
    assert table.state.ground.has(SMOKE, table.hex("E5"))
    assert table.place("help") == "E5"
    assert table.state.paragraphs == []
    assert not [m for m in SYSTEM.position(table.state, 0).markers if m.kind == "event"]


@pytest.mark.rule("lnlt.core.1.8")
def test_an_event_waits_for_its_side() -> None:
    table = scene(side="de")
    assert not [e for e in walk(table) if e.kind == "event"]
    assert table.state.paragraphs == [0]


@pytest.mark.rule("lnlt.core.1.8")
def test_the_shaken_set_nothing_off() -> None:
    table = Table(
        [unit(PARA, "E6", "a", shaken=True), unit(PARA, "J9")],
        [unit(RIFLES, "E9", "f")],
        terrain={"forest": ["E7", "E8", "D8", "D7", "F7", "F8", "D9", "F9"]},
        events=[{"hex": "E5", "text": "Nothing."}],
    )
    assert not [e for e in walk(table) if e.kind == "event"]


@pytest.mark.rule("lnlt.core.1.8")
def test_enemies_of_an_event_show_up_beside_the_hex() -> None:
    table = scene(joins="de", units=[{"unit": RIFLES, "name": "trap"}])
    walk(table)
    place = table.unit("trap").hex
    assert table.state.board.grid.distances[place][table.hex("E5")] == 1


def test_an_event_with_units_of_nobody_is_refused() -> None:
    with pytest.raises(ContentError, match="which side"):
        scene(units=[{"unit": PARA}])
