"""Vehicles at their edges: every row of the chart, the last man, the last place aboard."""

from __future__ import annotations

import pytest

from bocage.kernel.tally import Tally
from bocage.systems.disposable.content import records
from bocage.systems.disposable.model.tables import FULL, HOLD, MANOEUVRE, RUN, SLOW, SNEAK
from bocage.systems.disposable.rules import bans, decisions
from bocage.systems.disposable.rules.accuracy import AIMED, INDIRECT
from bocage.systems.disposable.rules.acts import WEAPON_OUT
from bocage.systems.disposable.rules.armour import (
    BAIL_OUT,
    BREW_UP,
    CREW_LOSS,
    IMMOBILISED,
    SHAKEN,
    VehicleShooting,
    chart_tally,
    lobbed,
    lose_nerve,
    moving_target,
    penetrates,
    shots_at_vehicle,
    vehicle_guts,
)
from bocage.systems.disposable.rules.armour import WEAPON_OUT as WEAPON_LOST
from bocage.systems.disposable.rules.deeds import Deeds
from bocage.systems.disposable.rules.vehicles import abandon, brew_up, forbid_mounting, mount
from bocage.systems.disposable.state import (
    DESTROYED,
    FALLING,
    JOINED,
    MOUNTED,
    ON_TABLE,
    PINNED,
    STEADY,
    WAITING,
    DisposableState,
)
from systems.disposable.field import Field, ground, table, unit

FAR = unit("far", 1, 66, 44)
MEN = [{"count": 4, "guts": 6, "weapon": "kar98k"}]


@pytest.mark.rule("dh.core.veh.hit")
def test_how_fast_a_vehicle_went() -> None:
    state = table([unit("t", 0, 20, 20, template="sherman"), FAR])
    for speed, total in ((0, 1), (1, 0), (120, 0), (121, -1)):
        state.units[0].speed = speed
        tally = Tally(False)
        moving_target(tally, state.units[0])
        assert tally.total == total


@pytest.mark.rule("dh.core.veh.hull.mods", "dh.core.veh.pen", "dh.flame.2")
def test_what_is_added_to_the_hull_die() -> None:
    for number, natural, flame, soft, total in (
        (9, 2, False, False, 0), (10, 2, False, False, 1), (9, 1, False, False, 1), (10, 1, False, False, 2),
        (0, 0, True, False, 2), (9, 2, False, True, 1), (10, 1, True, True, 5),
    ):  # fmt: skip
        tally = Tally(False)
        chart_tally(tally, number, natural, flame, soft)
        assert tally.total == total
    assert [penetrates(roll, 5, False) for roll in (1, 5, 6)] == [True, True, False]
    assert penetrates(10, 0, True)


def gun_against(template: str, weapon: str = "us_bazooka") -> DisposableState:
    state = table([unit("us", 0, 20, 20, template=weapon), unit("t", 1, 20, 28, template=template, facing=[0, -1])])
    state.recording = True
    return state


@pytest.mark.rule("dh.core.veh.hull.chart", "dh.core.veh.hull.top", "dh.core.veh.hull.bail")
def test_what_each_row_of_the_chart_does() -> None:
    for damage in (SHAKEN, WEAPON_LOST, IMMOBILISED, CREW_LOSS, BAIL_OUT, BREW_UP):
        state = gun_against("pz4h")
        tank, crew = state.units[1], state.units[2]
        vehicle = state.vehicle(tank)
        assert vehicle is not None
        shooting = VehicleShooting(0, 1, HOLD, AIMED, 0)
        state.push(shooting)
        shooting.apply(state, tank, vehicle, damage)
        men = vehicle.crew
        assert tank.activated is (damage is SHAKEN)
        assert shooting.shaken is (damage is SHAKEN)
        assert tank.immobile is (damage is IMMOBILISED)
        assert tank.wreck is (damage in (BAIL_OUT, BREW_UP))
        assert (tank.place == DESTROYED) is tank.wreck
        left = {CREW_LOSS: men - 1, BREW_UP: 0}.get(damage, men)
        assert len(crew.figures) == left
        assert shooting.lost == (damage is CREW_LOSS)
        assert crew.place == {BAIL_OUT: ON_TABLE, BREW_UP: JOINED}.get(damage, crew.place)
        assert bool(state.pending) is (damage is WEAPON_LOST), "the attacker names one of two"
        if state.pending:
            assert (state.pending[0].seat, state.pending[0].kind) == (0, decisions.DAMAGE)
            assert state.pending[0].options == WEAPON_OUT.on_each(list(range(len(vehicle.weapons))))
            state.play(state.pending[0], WEAPON_OUT.on(1))
            assert tank.out == 2


@pytest.mark.rule("dh.core.veh.hull.chart")
def test_the_last_weapon_and_the_last_man() -> None:
    state = gun_against("pz4h")
    tank, vehicle = state.units[1], state.vehicle(state.units[1])
    assert vehicle is not None
    shooting = VehicleShooting(0, 1, HOLD, AIMED, 0)
    tank.out = (1 << len(vehicle.weapons)) - 1 - 1
    shooting.apply(state, tank, vehicle, WEAPON_LOST)
    assert not state.pending, "only one is left"
    assert tank.out == (1 << len(vehicle.weapons)) - 1
    shooting.apply(state, tank, vehicle, WEAPON_LOST)
    assert not state.pending
    for number in range(vehicle.crew, 0, -1):
        assert tank.place == ON_TABLE
        assert len(state.units[2].figures) == number
        shooting.apply(state, tank, vehicle, CREW_LOSS)
    assert (tank.place, tank.wreck, state.units[2].place) == (DESTROYED, True, JOINED)


@pytest.mark.rule("dh.core.veh.hull.bail", "dh.core.veh.hull.top", "dh.core.veh.passengers")
def test_who_gets_out_and_who_burns() -> None:
    for burns in (False, True):
        units = [
            unit("ht", 0, 20, 20, template="m3_halftrack", facing=[1, 0]),
            unit("us", 0, 0, 0, aboard="ht", figures=4),
        ]
        state = table([*units, FAR])
        hull = state.units[0]
        crew, riders = state.units[1], next(u for u in state.units if state.force(u).id == "us")
        assert riders.place == MOUNTED
        (brew_up if burns else abandon)(state, hull)
        assert (hull.place, hull.wreck, hull.figures) == (DESTROYED, True, [])
        assert crew.place == (JOINED if burns else ON_TABLE)
        assert riders.place == (DESTROYED if burns else ON_TABLE)
        assert riders.carrier == -1
        assert len(riders.figures) == (0 if burns else 4)
        if not burns:
            for one in (crew, riders):
                assert (one.status, one.activated) == (PINNED, True)
                assert (one.facing_x, one.facing_y) == (hull.facing_x, hull.facing_y)
                assert one.left == min(state.x[f] for f in one.figures)
                distances = [(state.x[f] - 200) ** 2 + (state.y[f] - 200) ** 2 for f in one.figures]
                assert min(distances) < 80**2


@pytest.mark.rule("dh.core.veh.hit", "dh.core.oneshot", "dh.guts.when.1", "dh.core.veh.pen")
def test_a_panzerfaust_at_a_tank() -> None:
    armed = {"count": 1, "guts": 6, "weapon": "kar98k", "extra": ["panzerfaust"]}
    shooter = unit(
        "de", 1, 20, 20, template="de_squad", men=[{"count": 1, "guts": 7, "weapon": "mp40", "leader": True}, armed]
    )
    for dice, penetrations, checks in (([10], 0, False), ([5, 10], 0, False), ([5, 8, 1, 1], 1, True)):
        field = Field([shooter, unit("t", 0, 20, 25, template="sherman", facing=[0, -1]), unit("o", 0, 60, 4)], first=1)
        field.choose("hold")
        field.roll(*dice)
        field.choose("launch", "t")
        assert field.event("fire-at-vehicle").args["penetrations"] == penetrations
        assert field.happened("guts") is checks
        assert field.state.spent == [field.unit("de").figures[1]]
        assert field.total("fire-at-vehicle") == 6, "it did not move"


@pytest.mark.rule("dh.fire.acc.1", "dh.core.veh.hit", "dh.core.veh.pen", "dh.grenade.6", "dh.core.veh.open")
def test_what_is_fired_at_a_vehicle() -> None:
    state = gun_against("pz4h")
    assert [shot.need for shot in shots_at_vehicle(state, state.units[0], state.units[1], HOLD, AIMED, 0, False)] == [6]
    state = gun_against("pz4h", "us_mmg")
    state.units[0].facing_y = 1
    assert shots_at_vehicle(state, state.units[0], state.units[1], HOLD, AIMED, 0, False) == [], "no harm at all"
    units = [unit("us", 0, 20, 22, grenades=2, figures=4), unit("t", 1, 20, 26, template="sdkfz251", facing=[0, -1])]
    state = table(units)
    shots = shots_at_vehicle(state, state.units[0], state.units[1], HOLD, AIMED, 2, False)
    assert [shot.weapon.id for shot in shots] == ["hand_grenade"] * 2
    closed, open_ = records.vehicle_types()["pz4h"], state.vehicle(state.units[1])
    assert open_ is not None
    assert not closed.open_topped
    assert lobbed(shots[0], open_, AIMED)
    assert lobbed(shots[0], open_, INDIRECT)
    rifle = shots_at_vehicle(
        gun_against("pz4h"), gun_against("pz4h").units[0], gun_against("pz4h").units[1], HOLD, AIMED, 0, False
    )
    assert not lobbed(rifle[0], open_, AIMED)
    assert lobbed(rifle[0], open_, INDIRECT)


@pytest.mark.rule("dh.core.veh.guts", "dh.core.veh.hull.chart")
def test_the_nerve_of_a_crew() -> None:
    state = gun_against("pz4h")
    tank = state.units[1]
    base = vehicle_guts(state, tank, 0, 0, False, state.units[0], False).total
    assert base == records.vehicle_types()["pz4h"].guts
    assert vehicle_guts(state, tank, 1, 2, False, state.units[0], False).total == base - 3
    assert vehicle_guts(state, tank, 0, 0, True, state.units[0], False).total == base - 2
    for status in (PINNED, FALLING):
        lose_nerve(state, tank)
        assert (tank.status, tank.activated) == (status, True)
    assert state.y[tank.figures[0]] == 280 + 90, "nine inches back"
    lose_nerve(state, tank)
    assert tank.wreck


@pytest.mark.rule("dh.core.veh.passengers")
def test_who_may_mount() -> None:
    ride = unit("ht", 0, 20, 20, template="m3_halftrack")
    for figures, aboard, ban in ((4, 0, None), (4, 8, None), (5, 8, bans.NO_ROOM), (1, 12, bans.NO_ROOM)):
        units = [ride, unit("us", 0, 20, 25, figures=figures), FAR]
        if aboard:
            units.append(unit("in", 0, 0, 0, aboard="ht", figures=aboard))
        state = table(units)
        squad = next(u for u in state.units if state.force(u).id == "us")
        assert forbid_mounting(state, squad, state.units[0], MANOEUVRE) is ban, (figures, aboard)
        for mode in (HOLD, SNEAK, RUN):
            assert forbid_mounting(state, squad, state.units[0], mode) is bans.NO_MANOEUVRE
        assert forbid_mounting(state, squad, squad, MANOEUVRE) is bans.NO_VEHICLE
        assert forbid_mounting(state, state.units[0], state.units[0], MANOEUVRE) is bans.NO_RIDERS
    for y, ban in ((28, None), (28.1, bans.MOUNT_DISTANCE), (40, bans.MOUNT_DISTANCE)):
        state = table([ride, unit("us", 0, 20, y, figures=1), FAR])
        assert forbid_mounting(state, state.units[2], state.units[0], MANOEUVRE) is ban, y
    state = table([ride, unit("gun", 0, 20, 26, template="us_57"), unit("de", 1, 26, 20, figures=1), FAR])
    assert forbid_mounting(state, state.units[2], state.units[0], MANOEUVRE) is bans.NO_RIDERS
    assert forbid_mounting(state, state.units[3], state.units[0], MANOEUVRE) is bans.NO_VEHICLE, "an enemy's"
    state = table([ride, unit("us", 0, 20, 24, figures=2), FAR])
    squad = state.units[2]
    mount(state, squad, state.units[0])
    assert (squad.place, squad.carrier) == (MOUNTED, 0)
    assert {(state.x[f], state.y[f]) for f in squad.figures} == {(200, 200)}
    assert (squad.left, squad.high) == (200, 200)


def modes_of(template: str, **more: object) -> set[str]:
    field = Field([unit("us", 0, 20, 20, template=template, **more), unit("de", 1, 20, 44), FAR])
    return {choice.verb for choice in field.choices()} if field.decision.kind is decisions.MODE else set()


@pytest.mark.rule("dh.core.veh.move", "dh.core.crew", "dh.core.act.phases", "dh.core.move.terrain")
def test_the_modes_of_everybody() -> None:
    walking = {"hold", "sneak", "manoeuvre", "run"}
    assert modes_of("us_rifle_squad") == walking
    assert modes_of("sherman") == {"hold", "slow", "full"}
    assert modes_of("us_57") == {"hold", "sneak"}
    state = table([unit("t", 0, 20, 20, template="sherman"), FAR])
    deeds, tank = Deeds(0), state.units[0]
    for mode in (SLOW, FULL):
        assert deeds.forbid_speed(tank, mode) is None
        tank.immobile = True
        assert deeds.forbid_speed(tank, mode) is bans.VEHICLE_STAYS
        tank.immobile = False
        tank.status = PINNED
        assert deeds.forbid_speed(tank, mode) is bans.VEHICLE_STAYS
        tank.status = STEADY
    assert deeds.forbid_speed(tank, SNEAK) is bans.IN_VEHICLE
    assert deeds.forbid_speed(tank, HOLD) is None
    deeds.rallied = True
    assert deeds.forbid_speed(tank, FULL) is bans.RALLIED
    assert deeds.forbid_speed(tank, SLOW) is None
    tank.place = WAITING
    assert deeds.forbid_speed(tank, HOLD) is bans.COMES_IN
    assert deeds.forbid_speed(tank, SLOW) is None
    state = table([unit("gun", 0, 20, 20, template="us_57", figures=1), FAR])
    assert Deeds(0).forbid_pace(state, state.units[0], SNEAK) is bans.GUN_CREW, "by two men at least"
    assert Deeds(0).forbid_pace(state, state.units[0], HOLD) is None
    state = table([unit("us", 0, 20, 20), FAR], [ground("woods", 10, 10, 30, 30)])
    assert Deeds(0).forbid_pace(state, state.units[0], RUN) is bans.ROUGH
    assert Deeds(0).forbid_pace(state, state.units[0], MANOEUVRE) is None


@pytest.mark.rule("dh.core.act.phases", "dh.core.veh.passengers", "dh.open.fire_half", "dh.open.coherency_measure")
def test_what_a_unit_may_still_do() -> None:
    state = table([unit("us", 0, 20, 20), FAR])
    squad = state.units[0]
    for name, value, fire, charge in (
        ("fired", True, bans.FIRED, None), ("moved", True, None, bans.MOVED), ("threw", True, None, bans.THREW),
        ("rallied", True, None, bans.RALLIED), ("mode", HOLD, None, bans.HOLDING), ("mode", RUN, bans.RUNNING, None),
    ):  # fmt: skip
        deeds = Deeds(0)
        deeds.mode = MANOEUVRE
        setattr(deeds, name, value)
        assert deeds.forbid_firing(state, squad, True) is fire, name
        assert deeds.forbid_charging(state, squad, True) is charge, name
    deeds = Deeds(0)
    deeds.mode = MANOEUVRE
    assert deeds.forbid_firing(state, squad, False) is bans.CLOSE_UP
    assert deeds.forbid_charging(state, squad, False) is bans.CLOSE_UP
    assert deeds.forbid_boarding() is None
    for name in ("moved", "fired"):
        deeds = Deeds(0)
        deeds.mode = MANOEUVRE
        setattr(deeds, name, True)
        assert deeds.forbid_boarding() is bans.MOVED
    assert deeds.forbid_picking(state, squad) is bans.NOT_BY_HAND
    assert deeds.forbid_arranging(state, squad) is bans.NOT_BY_HAND
    state.each = True
    assert deeds.forbid_picking(state, squad) is None
    assert deeds.forbid_arranging(state, squad) is None
    for template, figures in (("us_mmg", 0), ("sherman", 0), ("us_rifle_squad", 1)):
        more = {"figures": figures} if figures else {}
        other = table([unit("us", 0, 20, 20, template=template, **more), FAR])
        other.each = True
        assert deeds.forbid_picking(other, other.units[0]) is bans.NOT_MAN_BY_MAN
        if template != "us_mmg":
            assert deeds.forbid_arranging(other, other.units[0]) is bans.NOT_MAN_BY_MAN
    squad.place = MOUNTED
    assert deeds.forbid_arranging(state, squad) is bans.NOT_MAN_BY_MAN
