"""Vehicles: movement, hits, penetration, hull damage and nerve."""

from __future__ import annotations

import pytest

from bocage.kernel.dice import scripted
from bocage.kernel.tally import Tally
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records
from bocage.systems.disposable.model.tables import FULL, HOLD, SLOW
from bocage.systems.disposable.rules import decisions
from bocage.systems.disposable.rules.accuracy import AIMED
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.armour import chart_tally, lose_nerve, penetrates, read_chart, shots_at_vehicle
from bocage.systems.disposable.rules.bearing import crew_of, forbid_fire, struck_side
from bocage.systems.disposable.rules.moves import entry_reach
from bocage.systems.disposable.rules.rally import rally
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.state import DESTROYED, FALLING, ON_TABLE, PINNED, DisposableState
from systems.disposable.field import Field, ground, table, unit

pytestmark = pytest.mark.rule(
    "dh.core.veh.move", "dh.core.veh.hit", "dh.core.veh.pen", "dh.core.veh.hull.chart", "dh.core.act.phases"
)
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)


@pytest.mark.rule("dh.core.veh.record", "dh.core.veh.dm")
def test_the_vehicles() -> None:
    types = records.vehicle_types()
    assert len(types) == 13
    for name, vehicle in types.items():
        if vehicle.soft:
            assert vehicle.dm == (0, 0, 0), name
        elif vehicle.open_topped or name == "l3":
            assert vehicle.dm == (-5, -5, -5), name
        elif name == "m14_41":
            assert vehicle.dm == (-7, -6, -5), name
        else:
            assert vehicle.dm[0] <= -9 < vehicle.dm[1] <= vehicle.dm[2], name
        assert vehicle.crew >= 1
        assert 7 <= vehicle.guts <= 8
    assert types["sherman"].dm == (-9, -7, -6)
    assert types["m3_halftrack"].room == 12
    linked = SYSTEM.new("crossroads", 1, {})
    assert isinstance(linked, DisposableState)
    force = next(f for f in linked.scenario.forces if f.id == "us_ht")
    assert force.vehicle is not None
    found = force.vehicle
    assert (found.dm, found.crew, found.guts, found.room, found.open_topped) == ((-5, -5, -5), 2, 7, 12, True)
    assert [weapon.id for weapon in found.weapons] == ["pintle_50"]


@pytest.mark.rule("dh.core.veh.facing")
@pytest.mark.parametrize(
    ("dx", "dy", "side"),
    [(0, 10, 0), (10, 10, 0), (11, 10, 1), (10, 0, 1), (-11, -10, 1), (10, -10, 2), (0, -10, 2), (-10, 10, 0)],
)
def test_the_side_that_is_struck(dx: int, dy: int, side: int) -> None:
    assert struck_side(0, 5, dx, dy) == side


def duel(speed: int = 0, facing: tuple[int, int] = (0, -1), template: str = "pz4h", **more: object) -> Field:
    """An American anti-tank gun looks north at a German vehicle."""
    units = [
        unit("gun", 0, 20, 10, template="us_57", facing=[0, 1]), unit("x", 0, 60, 4, activated=True),
        unit("tank", 1, 20, 30, template=template, facing=list(facing), activated=True), FAR,
    ]  # fmt: skip
    field = Field(units, **more)
    field.unit("tank").speed = speed
    return field


@pytest.mark.rule("dh.core.veh.hit")
@pytest.mark.parametrize(("speed", "need"), [(0, 6), (60, 5), (120, 5), (121, 4)])
def test_a_vehicle_is_hit_by_its_speed(speed: int, need: int) -> None:
    field = duel(speed)
    (shot,) = shots_at_vehicle(field.state, field.unit("gun"), field.unit("tank"), 0, AIMED, 0, True)
    assert shot.need == need


@pytest.mark.rule("dh.core.veh.hit", "dh.fire.cover.2")
def test_the_cover_a_vehicle_stands_in_counts() -> None:
    field = duel(60, terrain=[ground("bushes", 14, 26, 26, 34)])
    (shot,) = shots_at_vehicle(field.state, field.unit("gun"), field.unit("tank"), 0, AIMED, 0, True)
    assert shot.need == 3


@pytest.mark.rule("dh.core.veh.pen", "dh.open.dm_sign", "dh.core.weapon.multirole", "dh.core.veh.hit")
@pytest.mark.parametrize(
    ("facing", "die", "through"), [((0, -1), 6, "1"), ((0, -1), 7, "0"), ((1, 0), 9, "1"), ((0, 1), 10, "1")]
)
def test_penetration_needs_the_die_at_most_ap_plus_dm(facing: tuple[int, int], die: int, through: str) -> None:
    """AP 15 against -9, -6 and -5."""
    field = duel(facing=facing).choose("hold")
    field.roll(1, die, *([5, 1] if through == "1" else []))
    field.choose("fire", "tank")
    assert field.event("fire-at-vehicle").outcome("penetrations") == through
    assert field.happened("guts") == (through == "1"), "dh.guts.when.1"


@pytest.mark.rule("dh.core.veh.pen", "dh.core.weapon.multirole")
def test_what_cannot_penetrate_is_not_fired() -> None:
    """Rifles: AP 5 against 0 or -5."""
    for template, offered in (("truck", True), ("sdkfz251", False)):
        state = table([unit("us", 0, 20, 20), unit("v", 1, 20, 34, template=template)])
        assert (forbid_fire(state, state.units[0], state.units[1], 0, AIMED) is None) is offered
    field = Field([unit("us", 0, 20, 20), unit("v", 1, 20, 34, template="pz4h", activated=True), FAR]).choose("hold")
    assert field.refusal("fire", "v") == "dh.core.veh.pen"
    assert not penetrates(1, 0, False)
    assert penetrates(10, -5, True), "dh.flame.2"


@pytest.mark.rule("dh.core.veh.hull.chart", "dh.core.veh.hull.top", "dh.core.veh.hull.bail")
def test_the_rows_of_the_chart() -> None:
    rows = [read_chart(total).name for total in range(1, 15)]
    assert rows == (
        ["shaken"] * 2 + ["weapon-out"] * 2 + ["immobilised"] * 2 + ["crew-loss"] + ["bail-out"] * 2 + ["brew-up"] * 5
    )


@pytest.mark.rule("dh.core.veh.hull.mods")
@pytest.mark.parametrize(
    ("number", "natural", "flame", "soft", "total"),
    [(9, 2, False, False, 0), (10, 2, False, False, 1), (9, 1, False, False, 1), (3, 0, True, False, 2),
     (5, 3, False, True, 1), (12, 1, True, True, 5)],
)  # fmt: skip
def test_what_is_added_to_the_chart(number: int, natural: int, flame: bool, soft: bool, total: int) -> None:
    tally = Tally(False)
    chart_tally(tally, number, natural, flame, soft)
    assert tally.total == total


def struck(hull: int, *dice: int, **more: object) -> Field:
    """A Panzer IV is penetrated from the front and the chart shows this."""
    field = duel(**more).choose("hold")  # type: ignore[arg-type]
    field.roll(1, 5, hull, *dice)
    field.choose("fire", "tank")
    return field


@pytest.mark.rule("dh.core.veh.hull.location", "dh.core.veh.hull.chart", "dh.guts.when.1")
def test_a_shaken_crew_has_acted_and_checks_at_minus_two() -> None:
    field = struck(2, 5)
    assert field.event("hull-damage").dice == [2], "one d10 for hull and mantlet"
    assert field.unit("tank").activated
    lines = {line.label: line.value for line in field.event("guts").lines}
    assert lines == {"label.guts": 8, "label.mm": -2, "label.shaken": -2}
    assert field.unit("tank").status == PINNED, "a 5 is more than 4"


@pytest.mark.rule("dh.core.veh.hull.chart")
def test_the_attacker_names_the_weapon_that_is_lost() -> None:
    field = struck(3, 1)
    assert field.decision.kind is decisions.DAMAGE
    assert field.decision.seat == 0
    field.choose("weapon-out", place="0")
    shots = volley(field.state, field.unit("tank"), field.unit("gun"), 0, AIMED, 0, True)
    assert [shot.weapon.id for shot in shots] == ["coax_mg", "coax_mg"]


@pytest.mark.rule("dh.core.veh.hull.chart")
def test_an_immobilised_vehicle_does_not_move() -> None:
    field = struck(6, 1)
    assert field.unit("tank").immobile
    tank = field.unit("tank")
    assert Activation(tank.index).modes(field.state, tank) == [HOLD]
    assert forbid_fire(field.state, tank, field.unit("gun"), HOLD, AIMED) is None
    tank.immobile = False
    assert Activation(tank.index).modes(field.state, tank) == [HOLD, SLOW, FULL]


@pytest.mark.rule("dh.core.veh.hull.chart")
def test_a_crewman_is_lost() -> None:
    field = struck(7, 1)
    assert len(crew_of(field.state, field.unit("tank")).figures) == 4
    assert field.happened("guts")


@pytest.mark.rule("dh.core.veh.hull.bail", "dh.core.veh.hull.chart")
def test_the_crew_bails_out_pinned() -> None:
    field = duel().choose("hold")
    crew = crew_of(field.state, field.unit("tank"))
    field.roll(1, 5, 9)
    field.choose("fire", "tank")
    assert crew.place == ON_TABLE
    assert (crew.status, crew.activated, len(crew.figures)) == (PINNED, True, 5)
    assert all(unit.place == DESTROYED for unit in field.state.units if field.state.force(unit).id == "tank")


@pytest.mark.rule("dh.core.veh.hull.top", "dh.core.veh.hull.chart", "dh.core.victory.points")
def test_a_brew_up_kills_crew_and_passengers() -> None:
    units = [
        unit("gun", 0, 20, 10, template="us_57", facing=[0, 1]), unit("x", 0, 60, 4, activated=True),
        unit("ht", 1, 20, 30, template="sdkfz251", facing=[0, -1], activated=True),
        unit("men", 1, 20, 30, aboard="ht"), FAR,
    ]  # fmt: skip
    field = Field(units).choose("hold")
    field.roll(1, 5, 9)  # AP + DM is 10: one more
    before = SYSTEM.position(field.state, 0).seats[0].score
    field.choose("fire", "ht")
    assert not field.state.units[4].figures
    assert field.state.units[4].place == DESTROYED
    assert SYSTEM.position(field.state, 0).seats[0].score - before == 3, "the vehicle 2, the squad 1"


@pytest.mark.rule("dh.flame.2", "dh.core.veh.hull.mods")
def test_fire_penetrates_without_a_die() -> None:
    units = [unit("flame", 0, 20, 20, template="su_flame"), unit("tank", 1, 20, 24, template="stug3g"), FAR]
    field = Field(units).choose("hold")
    field.roll(5, 6, 1)
    field.choose("fire", "tank")
    assert field.event("hull-damage").args["effect"] == "@effect.bail-out", "6 and two for the flames"


# Movement


def drive(template: str, mode: str, **more: object) -> Field:
    tank = unit("v", 0, 36, 20, template=template, facing=[0, 1])
    return Field([tank, FAR], **more).choose(mode)


@pytest.mark.rule("dh.core.veh.move")
def test_how_far_vehicles_go() -> None:
    assert drive("sherman", "slow").may_go(36, 29)
    assert not drive("sherman", "slow").may_go(36, 29.1)
    assert drive("sherman", "full").may_go(36, 38)
    assert drive("sherman", "full").refusal(x=36.0, y=38.1) == "dh.core.veh.move"
    assert drive("m3_halftrack", "full").may_go(36, 38)
    wheels = drive("truck", "full")
    assert wheels.may_go(36, 32)
    assert not wheels.may_go(36, 32.1)
    road = drive("truck", "full", terrain=[ground("road", 34, 0, 38, 48)])
    assert road.may_go(36, 44)
    assert not road.may_go(36, 44.1)


@pytest.mark.rule("dh.core.veh.move")
def test_the_hull_turns_ninety_degrees_at_most() -> None:
    full = drive("sherman", "full")
    assert full.may_go(46, 20)
    assert full.refusal(x=46.0, y=19.0) == "dh.core.veh.move"
    slow = drive("sherman", "slow").go(36, 12)
    assert slow.unit("v").facing_y > 0, "in reverse"
    ahead = drive("sherman", "slow").go(40, 25)
    assert ahead.unit("v").facing_x > 0


@pytest.mark.rule("dh.core.veh.move")
def test_no_main_gun_after_full_speed() -> None:
    for mode, weapons in ((4, ["m3_75", "coax_mg", "coax_mg"]), (5, ["coax_mg", "coax_mg"])):
        state = table([unit("v", 0, 36, 20, template="sherman", facing=[0, 1]), unit("de", 1, 36, 40)])
        shots = volley(state, state.units[0], state.units[1], mode, AIMED, 0, True)
        assert [shot.weapon.id for shot in shots] == weapons


@pytest.mark.rule("dh.core.veh.move", "dh.core.move.terrain")
def test_no_way_through_houses() -> None:
    field = drive("sherman", "full", terrain=[ground("building", 33, 24, 39, 27)])
    assert field.refusal(x=36.0, y=31.0) == "dh.core.move.terrain"
    assert not field.may_go(36, 25)


@pytest.mark.rule("dh.core.veh.guts")
def test_a_vehicle_loses_its_nerve_in_three_steps() -> None:
    state = table([unit("v", 1, 36, 20, template="pz4h", facing=[0, -1]), unit("us", 0, 36, 4)])
    tank = state.units[0]
    crew = crew_of(state, tank)
    lose_nerve(state, tank)
    assert (tank.status, state.y[tank.figures[0]]) == (PINNED, 200)
    shots = volley(state, tank, state.units[2], 0, AIMED, 0, True)
    assert [shot.dice for shot in shots] == [1, 3, 3], "half ROF"
    lose_nerve(state, tank)
    assert (tank.status, state.y[tank.figures[0]]) == (FALLING, 290), "nine inches in reverse"
    assert tank.facing_y < 0
    lose_nerve(state, tank)
    assert tank.place == DESTROYED
    assert crew.place == ON_TABLE


@pytest.mark.rule("dh.core.veh.guts")
def test_a_pinned_vehicle_fires_but_does_not_move() -> None:
    units = [unit("v", 0, 36, 20, template="sherman", facing=[0, 1], status="pinned"), unit("de", 1, 36, 34), FAR]
    field = Field(units, dice=[10])
    field.roll(10)
    state = field.state
    tank = state.units[0]
    state.pending.clear()
    state.stack.clear()
    state.push(Activation(0))
    state.advance()
    assert tank.status == PINNED
    assert field.offers("fire", "de")
    assert not field.offers("to")


@pytest.mark.rule("dh.core.veh.guts", "dh.guts.pinned.3")
@pytest.mark.parametrize(("template", "status", "able"), [
    ("sherman", "pinned", True), ("sherman", "fell-back", False), ("us_rifle_squad", "pinned", False),
    ("us_rifle_squad", "steady", True),
])  # fmt: skip
def test_of_shaken_units_only_a_pinned_vehicle_goes_on(template: str, status: str, able: bool) -> None:
    state = table([unit("v", 0, 36, 20, template=template, status=status), unit("de", 1, 36, 40)])
    assert Activation(0).able(state, state.units[0]) is able


@pytest.mark.rule("dh.core.veh.guts")
def test_a_withdrawn_vehicle_that_fails_again_withdraws_again() -> None:
    state = table([unit("v", 1, 36, 20, template="pz4h", facing=[0, -1], status="fell-back"), unit("us", 0, 36, 4)])
    state.dice = scripted([10])
    rally(state, state.units[0])
    assert state.units[0].status == FALLING
    assert state.y[state.units[0].figures[0]] == 290


@pytest.mark.rule("dh.guts.cas.1", "dh.core.veh.hull.chart")
def test_a_man_of_the_crew_counts_in_the_check_of_the_vehicle() -> None:
    field = Field([unit("bz", 0, 20, 20, template="us_bazooka"), unit("pz", 1, 20, 30, template="pz4h"), FAR])
    field.choose("hold")
    field.roll(2, 2, 7, 9)
    field.choose("fire", "pz")
    assert [(line.label, line.value) for line in field.event("guts").lines][1] == ("label.casualties", -1)


@pytest.mark.rule("dh.grenade.5")
def test_a_grenade_at_a_vehicle_out_of_sight_hits_on_a_one_even_if_it_stands() -> None:
    house = [ground("building", 14, 21.2, 26, 22.4)]
    state = table([unit("us", 0, 20, 20, figures=2), unit("ht", 1, 20, 24.5, template="sdkfz251")], house)
    (shot,) = shots_at_vehicle(state, state.units[0], state.units[1], HOLD, AIMED, 1, True)
    assert shot.need == 1


@pytest.mark.rule("dh.core.veh.move", "dh.core.deploy")
def test_wheels_come_in_fast_by_road_only() -> None:
    road = [ground("road", 48, 0, 52, 48)]
    state = table([unit("jeep", 0, 20, 20, template="jeep"), unit("de", 1, 60, 40)], road)
    reach = entry_reach(state, state.units[0], FULL)
    assert reach.settle(300, 120)
    assert not reach.settle(300, 121)
    assert reach.settle(500, 240)
    assert not reach.settle(500, 241)
    tank = table([unit("tank", 0, 20, 20, template="sherman"), unit("de", 1, 60, 40)], road)
    assert entry_reach(tank, tank.units[0], FULL).settle(300, 180)
