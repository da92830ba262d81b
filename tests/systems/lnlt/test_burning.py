"""Fires (lnlt.core.10.5): how they spread, and that their numbers are data."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.content import load_yaml
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content.numbers import PATH
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.rules.administration import administrate
from bocage.text import catalogue

from .table import FJ, PARA, Table, event, unit

pytestmark = pytest.mark.both_seats


def burning() -> Table:
    """A fire in E5, woods north and south of it, clear ground around them."""
    return Table(
        [unit(PARA, "E4", "a"), unit(PARA, "J9")],
        [unit(FJ, "A1", "f")],
        terrain={"light-woods": ["E4", "E6", "E8"], "wooden-building": ["E5"]},
        ground=[{"marker": "fire", "hexes": ["E5"]}],
    )


def end_turn(table: Table, dice: list[int]) -> None:
    table.state.dice.script = dice
    table.state.dice.cursor = 0
    administrate(table.state)
    assert table.state.dice.cursor == len(dice)


@pytest.mark.rule("lnlt.core.10.5", "lnlt.pac.12.9.0d")
@pytest.mark.parametrize(("dice", "place"), [([5, 6], ["E6"]), ([5, 5], []), ([6, 5], ["E4"])])
def test_fire_spreads_to_flammable_hexes_beside_it(dice: list[int], place: list[str]) -> None:
    """One die for E4 and one for E6; E8 is too far away, and clear ground does not burn."""
    table = burning()
    end_turn(table, dice)
    for name in ("E4", "E6", "E8", "D4", "F5"):
        assert table.state.ground.has(FLAMES, table.hex(name)) == (name in place), name
    spreads = [e for e in table.state.events if e.kind == "fire-spreads"]
    assert [(e.place, e.dice, e.rule) for e in spreads] == [(name, [6], "lnlt.pac.12.9.0d") for name in place]


@pytest.mark.rule("lnlt.hid.10.5.6b", "lnlt.pac.12.9.0d")
def test_a_fire_that_spreads_drives_men_out() -> None:
    table = burning()
    end_turn(table, [6, 1])
    retreat = table.state.stack[-1]
    assert getattr(retreat, "group", None) == [table.unit("a").id]


def test_odds_of_smoke_do_not_wait_for_the_fires_at_the_end_of_the_turn() -> None:
    """The last one to act lays smoke: if it fails the turn ends, and nine dice for the fire are no part of it."""
    woods = ["D5", "D6", "E3", "E4", "E5", "E6", "F4", "F5", "F6"]
    table = Table(
        [unit(PARA, "J9", "a")],
        [unit(FJ, "A1", "f", markers=["ops-complete"])],
        terrain={"light-woods": woods},
        ground=[{"marker": "fire", "hexes": ["E4", "E5"]}],
    )
    table.do("activate", where="J9")
    found = table.forecast("lay-smoke", "a")
    assert found.odds == {"smoke": {"laid": pytest.approx(1 / 3), "fails": pytest.approx(2 / 3)}}


@pytest.mark.rule("lnlt.core.10.5")
def test_the_numbers_of_fires_are_data_with_their_basis() -> None:
    found = load_yaml(PATH, dict[str, Any])
    assert found["fire_starts"] == {"value": 5, "rule": "lnlt.pac.12.10.5.6b", "basis": "seed"}
    assert (found["fire_spreads"]["value"], found["fire_spreads"]["basis"]) == (6, "estimate")


@pytest.mark.rule("lnlt.core.10.5")
def test_the_number_in_the_data_is_the_one_played_by() -> None:
    table = burning()
    table.state.scenario.numbers.fire_spreads = 4
    try:
        end_turn(table, [4, 3])
    finally:
        table.state.scenario.numbers.fire_spreads = 6
    assert table.state.ground.has(FLAMES, table.hex("E4"))
    assert not table.state.ground.has(FLAMES, table.hex("E6"))


@pytest.mark.rule("lnlt.pac.12.9.0d", "lnlt.core.9")
def test_spread_is_checked_when_the_turn_ends() -> None:
    table = burning()
    table.do("pass")
    table.do("pass")
    found = event(table.do("pass", dice=[1, 6, 3, 4]), "fire-spreads")
    assert found.place == "E6"


@pytest.mark.rule("lnlt.core.10.5")
@pytest.mark.parametrize(("language", "word"), [("en", "Blaze"), ("fr", "Incendie")])
def test_a_burning_hex_is_not_called_after_shooting(language: str, word: str) -> None:
    state = burning().state
    (marker,) = [one for one in SYSTEM.position(state, 0).markers if one.kind == "fire"]
    words = catalogue(SYSTEM.package, language)
    assert words.render(marker.label) == word
    line = SYSTEM.sight(state, "E4", "E6")
    assert line is not None
    assert any(words.render(step.text).startswith(word) for step in line.steps)


@pytest.mark.rule("lnlt.core.10.3")
@pytest.mark.parametrize(
    ("burning", "forest", "sees"), [(0, False, True), (1, False, True), (2, False, False), (1, True, False)]
)
def test_a_line_between_two_hexes_is_blocked_if_both_block_it(burning: int, forest: bool, sees: bool) -> None:
    """C5 and E5 have two neighbours in common, and the line runs along the side between them."""
    terrain = {"forest": ["D5"]} if forest else {}
    table = Table([unit(PARA, "C5", "p")], [unit(FJ, "E5", "f")], terrain=terrain)
    near, far = [set(table.state.board.neighbours[table.hex(name)]) for name in ("C5", "E5")]
    beside = sorted(near & far, key=lambda hex_: hex_ == table.hex("D5"))
    assert len(beside) == 2
    for hex_ in beside[:burning]:
        table.state.put_marker(FLAMES, hex_)
    table.state.stale()
    assert bool(table.state.sight_from(table.hex("C5")) >> table.hex("E5") & 1) == sees
