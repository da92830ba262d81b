"""Who raises a Hero, when, and what he takes over (lnlt.core.11.2.1)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt.model.flags import FIRED, FRESH, MOVED, MOVING, SHAKEN
from bocage.systems.lnlt.rules.damage import damage_check, may_raise_hero
from systems.lnlt.table import FJ, MEDROW, PARA, PARA_HALF, RIFLES, US_HERO, Table, unit

pytestmark = pytest.mark.both_seats


def hurt(difference: int, dice: list[int], type_: str = PARA, **spec: Any) -> Table:
    us = [unit(type_, "E5", "a", **spec), unit(PARA, "J9")]
    table = Table(us, [unit(FJ, "A1", "f")], heroes={"us": [US_HERO]})
    table.state.dice.script = dice
    table.state.dice.cursor = 0
    damage_check(table.state, table.unit("a"), difference)
    assert table.state.dice.cursor == len(dice)
    return table


@pytest.mark.rule("lnlt.core.11.2.1", "lnlt.core.5.1")
@pytest.mark.parametrize(
    ("difference", "dice", "hero"),
    [
        (1, [1, 2], True),
        (1, [1, 3], False),
        (1, [2], False),
        (1, [6], False),
        (9, [1, 4], True),
        (12, [1, 4], True),
        (17, [1, 4], True),
        (17, [1, 3], False),
    ],
)
@pytest.mark.first_seat
def test_a_natural_one_and_an_even_die(difference: int, dice: list[int], hero: bool) -> None:
    """Shaken, reduced and lost units raise one too."""
    table = hurt(difference, dice)
    assert (len(table.state.units) == 4) == hero
    assert len(table.state.heroes[0]) == (0 if hero else 1)
    if hero:
        assert table.state.units[-1].hex == table.hex("E5")
        assert table.state.units[-1].flags == FRESH


@pytest.mark.rule("lnlt.core.11.2.1", "lnlt.core.option.hero_from")
@pytest.mark.parametrize(
    ("type_", "now", "before"),
    [
        (PARA, True, True),
        (PARA_HALF, True, True),
        (MEDROW, False, False),
        (US_HERO, False, False),
        ("us.wt.m1917", False, True),
    ],
)
def test_who_raises_heroes(type_: str, now: bool, before: bool) -> None:
    for option, may in (("squads", now), ("any", before)):
        table = Table([unit(type_, "E5", "a")], [unit(RIFLES, "A1")], options={"hero_from": option})
        assert may_raise_hero(table.state, table.unit("a")) == may


@pytest.mark.rule("lnlt.core.11.2.1")
@pytest.mark.parametrize(("flags", "taken"), [(FIRED, FIRED), (MOVED, MOVED), (MOVING, MOVED), (SHAKEN, 0)])
def test_he_takes_over_the_marker(flags: int, taken: int) -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "J9")], [unit(FJ, "A1", "f")], heroes={"us": [US_HERO]})
    table.unit("a").flags |= flags
    table.state.dice.script = [1, 2]
    table.state.dice.cursor = 0
    damage_check(table.state, table.unit("a"), 1)
    assert table.state.units[-1].flags == taken | FRESH


@pytest.mark.rule("lnlt.core.11.2.1")
def test_none_left_no_die() -> None:
    table = Table([unit(PARA, "E5", "a"), unit(PARA, "J9")], [unit(FJ, "A1", "f")])
    table.state.dice.script = [1]
    table.state.dice.cursor = 0
    damage_check(table.state, table.unit("a"), 1)
    assert len(table.state.units) == 3
