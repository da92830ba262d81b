"""Conditions that other situations pass by: what is still there, who still takes part, what happens a second time."""

from __future__ import annotations

import pytest

from bocage.kernel import first
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.ground import SMOKE
from bocage.systems.lnlt.model.hull import WRECK
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.special import Course, Plan, Rules
from bocage.systems.lnlt.model.vehicles import BEHIND, FRONT, NONE, SIDE, Aim
from bocage.systems.lnlt.rules.close_assault import CloseAssault
from bocage.systems.lnlt.rules.convoy import Convoy
from bocage.systems.lnlt.rules.driving import allowance
from bocage.systems.lnlt.rules.firepower import defence_tally
from bocage.systems.lnlt.rules.forces import mourn
from bocage.systems.lnlt.rules.ordnance import armour_at, bars_hull
from bocage.systems.lnlt.rules.paces import double_time_bonus
from bocage.systems.lnlt.rules.plans import show_plan
from bocage.systems.lnlt.rules.sighting import spotting_options
from bocage.systems.lnlt.rules.steps import can_begin
from bocage.systems.lnlt.rules.terrain import hindrance, is_covered
from bocage.systems.lnlt.rules.wrecks import destroy
from systems.lnlt.armour import FAR, SHERMAN, STUG, WEST, Field, drive, side, vehicle
from systems.lnlt.table import CLARKSON, PARA, PARA_HALF, RIFLES, US_HERO, US_MEDIC, Table, event, unit

SEATS = pytest.mark.parametrize("swapped", [False, True])


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
    men = side("us", unit(US_MEDIC, "A1"), unit(PARA, "D5", "p"))
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


@pytest.mark.rule("lnlt.core.1.5", "lnlt.core.21")
@pytest.mark.parametrize(("tm", "covered"), [(3, True), (0, False)])
def test_a_bunker_in_the_open_is_cover_for_those_inside(tm: int, covered: bool) -> None:
    bunker = [{"hex": "E4", "kind": "bunker", "tm": tm, "facing": 2}]
    table = Table([unit(PARA, "E7")], [unit(RIFLES, "E4.bunker")], inside=bunker)
    assert is_covered(table.state, table.hex("E4.bunker")) == covered
    assert not is_covered(table.state, table.hex("E4"))


@pytest.mark.rule("lnlt.core.10.3")
@pytest.mark.parametrize(
    ("sides", "count"), [(["E5/E4", "E5/F5"], 1), (["E5/E4"], 0), (["E5/F5"], 0), (["E4/F5"], 0), ([], 0)]
)
def test_hedges_at_a_corner(sides: list[str], count: int) -> None:
    """The line from D7 to F4 leaves E5 by its corner between E4 and F5, and goes on between these two."""
    state = Table([unit(PARA, "D7")], [unit(RIFLES, "F4")], sides={"hedge": sides}).state
    names = state.board.grid.numbers
    assert hindrance(state, names["D7"], names["F4"]) == count


@SEATS
@pytest.mark.rule("lnlt.nosb.13.53d")
@pytest.mark.parametrize(("lost", "squads", "disband"), [("c", 3, True), ("c", 2, False), ("p", 3, False)])
def test_partisans_whose_leader_is_killed(lost: str, squads: int, disband: bool, swapped: bool) -> None:
    band = [unit("su.partisan.squad.0-4-4", "E3", name) for name in "pqr"[:squads]]
    men = side("su", *band, unit("su.ldr.partisan", "E3", "c"))
    field = Field(men, side("de", FAR), module="nosb", swapped=swapped)
    field.state.eliminate(field.unit(lost))
    assert mourn(field.state) == disband


@SEATS
@pytest.mark.rule("lnlt.core.armour.11.2")
def test_a_vehicle_is_attacked_in_each_mined_hex_it_enters(swapped: bool) -> None:
    mines = [{"marker": "at-mines", "hexes": ["E5", "F5"], "value": 1}]
    field = drive(ground=mines, swapped=swapped)
    for hex_ in ("E5", "F5"):
        assert event(field.do("forward", where=hex_, dice=[1, 6]), "mines-miss")


@SEATS
@pytest.mark.rule("lnlt.core.armour.4.6", "lnlt.core.armour.5.10")
def test_nobody_aims_at_a_wreck_or_from_it(swapped: bool) -> None:
    men = side("us", vehicle(SHERMAN, "D5", "S"), vehicle(SHERMAN, "D6", "T"))
    field = Field(men, side("de", vehicle(STUG, "H5", "G", WEST)), swapped=swapped)
    lost, other, gun = (field.names[name] for name in "STG")
    field.state.aims = [Aim(lost, 0, gun, 1), Aim(gun, 0, lost, 2), Aim(other, 0, gun, 1)]
    destroy(field.state, field.vehicle("S"), "lnlt.core.armour.4.4", False)
    assert field.vehicle("S").flags == WRECK
    assert [(aim.firer, aim.target) for aim in field.state.aims] == [(other, gun)]


@SEATS
@pytest.mark.rule("lnlt.core.6.5")
@pytest.mark.parametrize("assault", [False, True])
def test_a_convoy_ends_where_nothing_is_left_to_spend(assault: bool, swapped: bool) -> None:
    field = Field(side("us", vehicle(SHERMAN, "D5", "S"), unit(PARA, "D5", "p")), side("de", FAR), swapped=swapped)
    tank, man = field.vehicle("S"), field.unit("p")
    convoy = Convoy(tank.seat, tank.id, assault, 1 << man.id)
    convoy.step, convoy.movers, convoy.driven = 1, [man.id], allowance(tank, assault)
    tank.flags |= flags.MOVING
    man.flags |= flags.MOVING
    field.state.push(convoy)
    convoy.advance(field.state)
    assert convoy not in field.state.stack
    assert tank.flags == man.flags == (flags.ASSAULT if assault else flags.MOVED)


@SEATS
@pytest.mark.rule("lnlt.core.armour.7.1", "lnlt.core.armour.7.2")
@pytest.mark.parametrize(
    ("stopped", "strike"), [((), "abc"), (("a",), "bc"), (("c",), "ab"), (("a", "b"), ""), (("a", "b", "c"), "")]
)
def test_who_was_stopped_on_the_way_does_not_strike(stopped: tuple[str, ...], strike: str, swapped: bool) -> None:
    """A Leader alone does not strike either."""
    men = [unit(PARA, "G5", "a"), unit(PARA, "G5", "b"), unit(CLARKSON, "G5", "c")]
    field = Field(side("us", *men), side("de", vehicle(STUG, "G5", "G", WEST), FAR), swapped=swapped)
    numbers = [field.names[name] for name in "abc"]
    assault = CloseAssault(field.unit("a").seat, field.hex("G5"), field.hex("G5"), numbers)
    assault.step, assault.waiting, assault.attackers = 2, [], numbers[:]
    for name in stopped:
        field.state.mark(field.unit(name), flags.SHAKEN)
    field.state.push(assault)
    assault.pick(field.state)
    assert (assault in field.state.stack) == bool(strike)
    if strike:
        assert assault.attackers == [field.names[name] for name in strike]
        assert assault.target == field.vehicle("G").id


@SEATS
@pytest.mark.rule("lnlt.core.6.2", "lnlt.core.8.0")
@pytest.mark.parametrize(("foe", "may"), [(True, True), (False, False)])
def test_double_time_into_the_only_way_out(foe: bool, may: bool, swapped: bool) -> None:
    """Into the enemy, if no other hex is left."""
    wet = ["A2", "B1"] if foe else ["A2", "B1", "B2"]
    men = side("us", unit(PARA, "A1", "p"), unit(CLARKSON, "A1", "c"))
    foes = [unit(RIFLES, "B2")] if foe else []
    field = Field(men, side("de", *foes, FAR), terrain={"water": wet}, swapped=swapped)
    free = [field.names["p"], field.names["c"]]
    assert can_begin(field.state, field.unit("p").seat, field.hex("A1"), free, kinds.DOUBLING, True) == may


@pytest.mark.rule("lnlt.core.armour.5.1", "lnlt.core.armour.5.5")
@pytest.mark.parametrize(("type_", "beside"), [(SHERMAN, True), ("us.veh.m10", True), (STUG, False)])
def test_where_the_gun_is_mounted(type_: str, beside: bool) -> None:
    """A gun in the turret turns with it, one in the hull fires to the front alone."""
    us = type_.startswith("us.")
    field = Field(
        side("us" if us else "de", vehicle(type_, "D5", "S")),
        side("de" if us else "us", unit(RIFLES if us else PARA, "L9")),
    )
    one = field.vehicle("S")
    barred = [bars_hull(field.state, one, one.type.guns[0], field.hex(at)) for at in ("H5", "D2", "A5")]
    assert barred == [False, not beside, not beside]
