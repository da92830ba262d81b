"""Vehicles with men in them: mounting and getting down, fire out of and into open tops."""

from __future__ import annotations

import pytest

from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.model.tables import HOLD
from bocage.systems.disposable.rules import acts
from bocage.systems.disposable.rules.accuracy import AIMED, INSIDE
from bocage.systems.disposable.rules.armour import shots_at_vehicle
from bocage.systems.disposable.rules.bearing import crew_of
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.state import DESTROYED, MOUNTED, ON_TABLE, PINNED, STEADY, DisposableState
from systems.disposable.field import Field, ground, unit
from systems.disposable.test_vehicles import FAR

pytestmark = pytest.mark.rule("dh.core.veh.passengers", "dh.core.act.phases", "dh.core.turn.seq")
"""What all situations below play."""


def carrier(passengers: int = 6, open_topped: bool = True, distance: float = 5) -> Field:
    template = "sdkfz251" if open_topped else "pz4h"
    units = [unit("us", 0, 20, 20), unit("v", 1, 20, 20 + distance, template=template, activated=True)]
    if passengers:
        units.append(unit("men", 1, 20, 20 + distance, figures=passengers, aboard="v", activated=True))
    return Field([*units, FAR]).choose("hold")


@pytest.mark.rule("dh.grenade.6", "dh.cas.blast.opentop.1", "dh.cas.blast.opentop.2", "dh.core.veh.open")
def test_a_grenade_in_an_open_vehicle_hurts_the_men_and_the_hull() -> None:
    field = carrier()
    field.roll(5, *[9] * 6, 1, 5, 1)
    field.choose("grenade", "v", "1")
    assert len(field.event("blast-inside").dice) == 6
    assert field.unit("v").immobile, "the chart was rolled"
    closed = carrier(0, open_topped=False)
    assert not closed.offers("grenade", "v")
    assert closed.refusal("grenade", "v") == "dh.grenade.6"


@pytest.mark.rule("dh.open.opentop_number")
def test_a_grenade_goes_over_the_side() -> None:
    """ACC 5 and one for standing still: not the heavy cover of the men inside."""
    field = carrier()
    shots = shots_at_vehicle(field.state, field.unit("us"), field.unit("v"), 0, AIMED, 1, True)
    assert shots[-1].need == 6


@pytest.mark.rule("dh.core.veh.open")
def test_small_arms_close_by_reach_the_men_inside_as_if_in_heavy_cover() -> None:
    field = carrier(distance=5)
    assert field.offers("inside", "v")
    shots = volley(field.state, field.unit("us"), field.unit("men"), 0, INSIDE, 0, True)
    assert {shot.need for shot in shots} == {1}
    far = carrier(distance=12)
    assert not far.offers("inside", "v")
    assert far.refusal("inside", "v") == "dh.core.veh.open"
    units = [
        unit("us", 0, 20, 20, figures=3), unit("v", 1, 20, 32, template="sdkfz251", activated=True),
        unit("men", 1, 20, 32, aboard="v", activated=True), FAR,
    ]  # fmt: skip
    above = Field(units, terrain=[ground("building", 14, 16, 26, 21)]).choose("hold")
    assert above.offers("inside", "v"), "from upstairs"


@pytest.mark.rule("dh.core.veh.open")
def test_men_inside_are_lost_and_check_but_stay_aboard() -> None:
    field = carrier(3)
    field.unit("us").figures = field.unit("us").figures[:1]
    field.roll(1, 10, 10, 5, 10)
    field.choose("inside", "v")
    men = field.unit("men")
    field.choose("casualty")
    assert len(men.figures) == 2
    assert field.event("guts").lines[1].label == "cover.heavy"
    assert (men.place, men.status) == (MOUNTED, PINNED)


@pytest.mark.rule("dh.core.veh.open", "dh.share.1")
def test_men_inside_share_no_wounds_with_those_beside_the_vehicle() -> None:
    units = [
        unit("us", 0, 20, 20, figures=1), unit("v", 1, 20, 25, template="sdkfz251", activated=True),
        unit("men", 1, 20, 25, figures=3, aboard="v", activated=True),
        unit("near", 1, 20, 29, figures=2, activated=True), FAR,
    ]  # fmt: skip
    field = Field(units).choose("hold")
    field.roll(1, 10, 10, 5, 10)
    field.choose("inside", "v")
    assert set(field.men()) <= set(field.unit("men").figures)


@pytest.mark.rule("dh.core.veh.open", "dh.guts.when.1")
def test_an_empty_vehicle_is_lost_with_its_crew() -> None:
    field = carrier(0)
    field.unit("us").figures = field.unit("us").figures[:1]
    field.roll(1, 1, 10, 5, 5)
    crew = crew_of(field.state, field.unit("v"))
    vehicle = field.unit("v")
    field.choose("inside", "v")
    assert not crew.figures
    assert vehicle.place == DESTROYED
    assert not field.happened("guts")
    first = [unit("v", 1, 20, 25, template="sdkfz251", activated=True), unit("us", 0, 20, 20, figures=1), FAR]
    field = Field(first).choose("hold")
    field.roll(1, 1, 10, 5, 5)
    field.choose("inside", "v")
    assert field.unit("v").place == DESTROYED, "whichever unit is the first of the list"


@pytest.mark.rule("dh.core.veh.open")
def test_indirect_hits_land_inside() -> None:
    units = [
        unit("mortar", 0, 20, 10, template="us_mortar60", facing=[0, 1]), unit("x", 0, 60, 4, activated=True),
        unit("v", 1, 20, 30, template="sdkfz251", activated=True),
        unit("men", 1, 20, 30, aboard="v", activated=True), FAR,
    ]  # fmt: skip
    field = Field(units).choose("hold")
    field.roll(1, *[9] * 9, 1, 5, 1)
    field.choose("indirect", "v")
    assert len(field.event("blast-inside").dice) == 9
    assert field.happened("hull-damage")


@pytest.mark.rule("dh.core.veh.passengers")
def test_mounting_costs_a_manoeuvre() -> None:
    units = [unit("us", 0, 20, 20, figures=8), unit("ht", 0, 26, 20, template="m3_halftrack", activated=True), FAR]
    for mode, offered in (("hold", False), ("sneak", False), ("manoeuvre", True), ("run", False)):
        assert Field(units).choose(mode).offers("mount", "ht") is offered
    field = Field(units).choose("manoeuvre").choose("mount", "ht")
    squad = field.unit("us")
    assert squad.place == MOUNTED
    assert squad.activated
    full = [unit("us", 0, 20, 20, figures=4), unit("v", 0, 26, 20, template="jeep", activated=True), FAR]
    assert Field(full).choose("manoeuvre").refusal("mount", "v") == "dh.core.veh.passengers", "room for three"
    full[0] = unit("us", 0, 20, 20, figures=3)
    assert Field(full).choose("manoeuvre").offers("mount", "v"), "all three seats are taken"
    fired = Field([*units, unit("de", 1, 20, 30)]).choose("manoeuvre")
    fired.choose("fire", "de")
    assert not fired.offers("mount", "ht"), "firing and mounting do not go together"


def aboard(template: str) -> Field:
    units = [
        unit("v", 0, 20, 20, template=template, activated=True), unit("us", 0, 20, 20, figures=8, aboard="v"),
        unit("de", 1, 20, 34), FAR,
    ]  # fmt: skip
    return Field(units)


@pytest.mark.rule("dh.core.veh.passengers", "dh.fire.half.1")
def test_half_of_the_passengers_fire_out_of_an_open_vehicle() -> None:
    field = aboard("m3_halftrack").choose("hold")
    assert field.offers("fire", "de")
    shots = volley(field.state, field.unit("us"), field.unit("de"), 0, AIMED, 0, True)
    assert len(shots) == 4
    state = aboard("m3_halftrack").state
    vehicle = state.vehicle(state.units[0])
    assert vehicle is not None
    vehicle.open_topped = False
    state.play(state.pending[0], acts.MODES[HOLD].act())
    assert not any(acts.ACTS.of(option) is acts.FIRE for decision in state.pending for option in decision.options)


@pytest.mark.rule("dh.core.veh.passengers")
def test_getting_down_is_a_manoeuvre_move() -> None:
    field = aboard("m3_halftrack").choose("manoeuvre")
    assert field.may_go(20, 25)
    assert not field.may_go(20, 26.5)
    field.go(20, 25)
    squad = field.unit("us")
    assert squad.place == ON_TABLE
    field.choose("decline")
    (fire,) = [choice for choice in field.choices() if choice.verb == "fire"]
    assert fire.piece == field.unit("de").figures[0]
    assert not field.offers("to")


@pytest.mark.rule("dh.core.veh.passengers", "dh.core.deploy")
def test_passengers_come_in_with_their_vehicle_and_go_where_it_goes() -> None:
    state = SYSTEM.new("crossroads", 4, {})
    assert isinstance(state, DisposableState)
    riders = next(u for u in state.units if state.force(u).id == "us_3")
    carrier = state.units[riders.carrier]
    for _ in range(400):
        if state.over or carrier.place == ON_TABLE:
            break
        state.play(state.pending[0], state.pending[0].options[0])
    assert riders.place == MOUNTED
    hull = carrier.figures[0]
    assert all((state.x[f], state.y[f]) == (state.x[hull], state.y[hull]) for f in riders.figures)


@pytest.mark.rule("dh.guts.when.3", "dh.cas.blast.opentop.1")
@pytest.mark.parametrize(("check", "status"), [(9, STEADY), (10, PINNED)])
def test_passengers_among_whom_a_grenade_went_off_check_their_guts(check: int, status: int) -> None:
    units = [
        unit("us", 0, 20, 20, figures=2), unit("ht", 1, 20, 24.5, template="sdkfz251"),
        unit("de", 1, 20, 24.5, figures=5, aboard="ht"), FAR,
    ]  # fmt: skip
    field = Field(units).choose("hold")
    field.roll(2, 9, 9, 9, 1, 9, check, 5, 1)
    field.choose("grenade", "ht", "1")
    field.play(field.decision.options[0])
    assert field.unit("de").status == status
    checks = [event for event in field.events if event.kind == "guts"]
    assert [line.value for line in checks[0].lines] == [7, 4, -1, -1], "heavy cover, one man lost, the grenade"
