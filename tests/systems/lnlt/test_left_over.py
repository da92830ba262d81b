"""Conditions that other situations pass by: armour behind, who still spots, what a plan tells, smoke about a bunker."""

from __future__ import annotations

import pytest

from bocage.kernel import first
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.ground import SMOKE
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.special import Course, Plan, Rules
from bocage.systems.lnlt.model.vehicles import BEHIND, FRONT, NONE, SIDE
from bocage.systems.lnlt.rules.firepower import defence_tally
from bocage.systems.lnlt.rules.ordnance import armour_at
from bocage.systems.lnlt.rules.paces import double_time_bonus
from bocage.systems.lnlt.rules.plans import show_plan
from bocage.systems.lnlt.rules.sighting import spotting_options
from systems.lnlt.armour import Field, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, Table, unit


@pytest.mark.rule("lnlt.hid.15.7a", "lnlt.core.armour.5.1")
@pytest.mark.parametrize(
    ("type_", "wanted"),
    [("ge.veh.pzjager1", (1, 1, 0)), ("ge.veh.sdkfz251", (1, 0, 0)), ("ge.veh.truck", (NONE, NONE, NONE))],
)
def test_the_armour_of_a_hull(type_: str, wanted: tuple[int, int, int]) -> None:
    """Printed in front and at the sides; where none is printed behind it has 0, a truck has none at all."""
    field = Field(side("us", unit(PARA, "A1")), side("de", vehicle(type_, "G5", "G")), module="hid")
    one = field.vehicle("G")
    assert tuple(armour_at(one, False, at) for at in (FRONT, SIDE, BEHIND)) == wanted


@pytest.mark.rule("lnlt.core.10.1.1")
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("mark", "gone", "spots"),
    [
        (0, False, True),
        (flags.FIRED, False, False),
        (flags.OPS, False, False),
        (flags.SHAKEN, False, False),
        (0, True, False),
    ],
)
def test_who_still_spots(mark: int, gone: bool, spots: bool, swapped: bool) -> None:
    men = side("us", unit(PARA, "D5", "p"), unit(US_MEDIC, "A1"))
    field = Field(men, side("de", unit(RIFLES, "G5", "r")), terrain={"light-woods": ["G5"]}, swapped=swapped)
    one = field.unit("p")
    one.flags |= mark
    if gone:
        field.state.eliminate(one)
    found = [first(option) for option in spotting_options(field.state, one.seat)]
    assert (one.id in found) == spots


@pytest.mark.rule("lnlt.scenario.secret")
@pytest.mark.parametrize(("picked", "known", "shows"), [(0, False, True), (0, True, False), (GONE, False, False)])
def test_a_plan_is_shown_once(picked: int, known: bool, shows: bool) -> None:
    """Nobody can take back what told the enemy something."""
    state = Table([unit(PARA, "D5")], [unit(RIFLES, "G5")]).state
    course = Course(Rules(3))
    course.rules.plans[0] = [Plan({}, "D5 (4)")]
    course.picked[0], course.known[0] = picked, known
    state.events, state.revealed = [], False
    show_plan(state, course, 0)
    assert [one.kind for one in state.events] == (["plan-shown"] if shows else [])
    assert (state.revealed, course.known[0]) == (shows, shows or known)


@pytest.mark.rule("lnlt.hid.13.1.1a", "lnlt.hid.13.4.1a", "lnlt.core.6.2")
@pytest.mark.parametrize(
    ("type_", "more"),
    [(PARA, 2), (PARA_HALF, 2), ("fr.reg.squad.1-6-4", 1), (CLARKSON, 0), (US_HERO, 0), ("us.wt.m1917", 0)],
)
def test_what_double_time_gains(type_: str, more: int) -> None:
    nation = type_.split(".")[0]
    field = Field(
        side(nation, unit(type_, "D5", "p")), side("de", unit(RIFLES, "G5")), module="hid" if nation == "fr" else "hon"
    )
    assert double_time_bonus(field.unit("p")) == more


@pytest.mark.rule("lnlt.core.armour.11.1", "lnlt.core.21")
def test_smoke_about_a_bunker_helps_those_inside() -> None:
    tables = []
    for smoke in (False, True):
        bunker = [{"hex": "E4", "kind": "bunker", "tm": 3, "facing": 2}]
        table = Table([unit(PARA, "E7", "p")], [unit(RIFLES, "E4.bunker", "r")], inside=bunker)
        if smoke:
            table.state.put_marker(SMOKE, table.hex("E4"))
        tables.append(defence_tally(table.state, table.hex("E7"), table.hex("E4.bunker")).total)
    assert tables[1] - tables[0] == 2
