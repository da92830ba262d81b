"""Men at the edges of a rule: who checks first, who helps whom, whose eyes reach farther."""

from __future__ import annotations

import pytest

from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.damage import check_order
from bocage.systems.lnlt.rules.firepower import may_help, modes, range_factor
from systems.lnlt.table import CLARKSON, FJ, M1919, MEDROW, PARA, US_HERO, Table, unit

pytestmark = pytest.mark.both_seats


@pytest.mark.rule("lnlt.core.5.0")
def test_leaders_check_before_single_men_and_these_before_squads() -> None:
    table = Table([unit(PARA, "E5", "s"), unit(US_HERO, "E5", "h"), unit(CLARKSON, "E5", "c")], [unit(FJ, "A9", "f")])
    numbers = table.names
    assert check_order(table.state, [numbers[n] for n in "shc"]) == [numbers[n] for n in "chs"]


@pytest.mark.rule("lnlt.boh.25.2.dead-eye.a")
def test_a_dead_eye_elsewhere_helps_nobody() -> None:
    table = Table([unit(US_HERO, "E5", "h", skill="dead-eye"), unit(PARA, "A1", "s")], [unit(FJ, "A9", "f")])
    assert [range_factor(table.state, table.unit(name)) for name in "hsf"] == [2, 1, 1]


@pytest.mark.rule("lnlt.core.1.6")
def test_one_man_helps_at_a_gun_and_no_second_one() -> None:
    us = [unit(US_HERO, "E5", "h", weapons=[M1919]), unit(CLARKSON, "E5", "c"), unit(MEDROW, "E6", "m")]
    table = Table(us, [unit(FJ, "E3", "f")])
    firers = [acts.WITH_WEAPON.on(table.names["h"])]
    assert may_help(table.state, firers, table.unit("c"), table.hex("E3"), False)
    assert not may_help(table.state, firers, table.unit("m"), table.hex("E3"), False), "not from the next hex"
    firers.append(acts.HELPING.on(table.names["c"]))
    assert not may_help(table.state, firers, table.unit("c"), table.hex("E3"), False)


@pytest.mark.rule("lnlt.nosb.1.6.22c", "lnlt.core.1.6")
def test_who_has_one_charge_has_no_other_to_choose() -> None:
    table = Table([unit(PARA, "E5", "s", weapons=["us.sw.satchel"])], [unit(FJ, "E4", "f")])
    assert modes(table.state, table.unit("s"), 1, False) == [acts.WITH_OWN, acts.WITH_WEAPON]
