"""Snap fire."""

from __future__ import annotations

import pytest

from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.model.tables import HOLD, MANOEUVRE, MODES
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.accuracy import AIMED, AT_EVADER, SNAP, weapon_range
from bocage.systems.disposable.rules.bearing import forbid_fire
from bocage.systems.disposable.rules.snap import forbid_snap, triggers
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.state import HOUSE_SNAP_RANGE, MOUNTED, ON_TABLE, PINNED, WAITING
from systems.disposable.field import Field, ground, table, unit

pytestmark = pytest.mark.rule("dh.snap.2", "dh.open.snap_point", "dh.core.act.phases")
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)


def moving(mode: str, **reactor: object) -> Field:
    """A squad moves three inches north, ten inches in front of a German one."""
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 34, **reactor), FAR]).choose(mode)
    field.roll(*[9] * 40)
    return field.go(20, 23)


@pytest.mark.rule("dh.snap.2")
@pytest.mark.parametrize("mode", ["manoeuvre", "run"])
def test_manoeuvre_and_run_allow_snap_fire(mode: str) -> None:
    field = moving(mode)
    assert field.decision.kind is decisions.SNAP
    assert field.decision.seat == 1
    assert field.offers("snap-fire", "de")
    assert field.offers("decline")


@pytest.mark.rule("dh.snap.3")
def test_sneaking_does_not() -> None:
    assert moving("sneak").decision.kind is not decisions.SNAP
    assert [triggers(mode) for mode in range(len(MODES))] == [False, False, True, True, True, True]


@pytest.mark.rule("dh.snap.1", "dh.core.pinned.acts")
def test_a_pinned_unit_may_not() -> None:
    assert moving("manoeuvre", status="pinned").decision.kind is not decisions.SNAP


@pytest.mark.rule("dh.snap.1")
def test_only_of_a_pinned_unit_is_it_said_that_it_is_pinned() -> None:
    pinned = unit("pinned", 1, 30, 34, status="pinned")
    away = unit("away", 1, 66, 30)
    field = Field([unit("us", 0, 20, 20), unit("de", 1, 20, 34), pinned, away, FAR]).choose("manoeuvre")
    field.roll(*[9] * 40)
    field.go(20, 23)
    assert field.refusal("snap-fire", "de") == ""
    assert field.refusal("snap-fire", "pinned") == "dh.snap.1"
    assert field.refusal("snap-fire", "away") != "dh.snap.1"


@pytest.mark.rule("dh.snap.2", "dh.core.measure")
def test_twelve_inches_edge_to_edge() -> None:
    for apart, near in ((13.0, True), (13.1, False)):
        mg = unit("de", 1, 20 + apart, 20, template="de_hmg", figures=1, facing=[-1, 0])
        state = table([unit("us", 0, 20, 20, figures=1), mg])
        assert (forbid_snap(state, state.units[1], state.units[0]) is None) is near
    wall = ground("building", 25, 10, 26, 30)
    mg = unit("de", 1, 30, 20, template="de_hmg", figures=1, facing=[-1, 0])
    state = table([unit("us", 0, 20, 20, figures=1), mg], [wall])
    assert forbid_snap(state, state.units[1], state.units[0]) is bans.NO_SIGHT, "nothing to see"


@pytest.mark.rule("dh.snap.4", "dh.snap.5", "dh.snap.6", "dh.core.snap.range", "dh.open.snap_cover",
                  "dh.open.snap_limits")  # fmt: skip
@pytest.mark.parametrize(("activated", "need"), [(False, 2), (True, 1)])
def test_half_rof_half_the_figures_and_a_fixed_number(activated: bool, need: int) -> None:
    squad = unit("de", 1, 20, 31, activated=activated)
    state = table([unit("us", 0, 20, 20), squad], [ground("sandbags", 15, 15, 25, 25)])
    shots = volley(state, state.units[1], state.units[0], 2, SNAP, 0, False)
    assert len(shots) == 5
    assert {shot.need for shot in shots} == {need}
    for shot in shots:
        assert shot.dice == (shot.weapon.rof + 1) // 2
        assert weapon_range(shot.weapon, HOLD, SNAP, 0) == shot.weapon.range, "the sheet halves ROF alone"
        assert weapon_range(shot.weapon, HOLD, SNAP, HOUSE_SNAP_RANGE) == shot.weapon.range // 2
        assert weapon_range(shot.weapon, HOLD, AIMED, HOUSE_SNAP_RANGE) == shot.weapon.range


@pytest.mark.rule("dh.snap.2", "dh.snap.4", "dh.core.snap.range", "dh.cc.evade.4")
def test_submachine_guns_snap_as_far_as_they_reach() -> None:
    men = [{"count": 6, "guts": 6, "weapon": "mp40"}]
    for house, fires in ((0, True), (HOUSE_SNAP_RANGE, False)):
        state = table([unit("us", 0, 20, 20, figures=1), unit("de", 1, 20, 31, figures=1, men=men)])
        state.house = house
        assert (forbid_snap(state, state.units[1], state.units[0]) is None) is fires, "ten inches away"
        assert (forbid_fire(state, state.units[1], state.units[0], MANOEUVRE, AT_EVADER) is None) is fires


@pytest.mark.rule("dh.open.snap_limits")
def test_once_a_turn_and_the_activation_is_kept() -> None:
    field = moving("manoeuvre").choose("snap-fire", "de").go(20, 23)
    reactor = field.unit("de")
    assert reactor.snapped
    assert not reactor.activated
    assert forbid_snap(field.state, reactor, field.unit("us")) is bans.SNAPPED


def dice_of(field: Field) -> int:
    return sum(shot.dice for shot in volley(field.state, field.unit("de"), field.unit("us"), 2, SNAP, 0, False))


@pytest.mark.rule("dh.open.snap_point", "dh.open.snap_check")
def test_a_mover_that_fails_its_check_stops_where_it_was_shot_at() -> None:
    for y in (20, 21.5, 23):
        field = moving("manoeuvre").choose("snap-fire", "de")
        assert field.decision.kind is decisions.SNAP_AT
        assert {choice.y for choice in field.choices()} == {20, 21.5, 23}
        assert field.refusal(x=20.0, y=22.0) == "dh.open.snap_point"
        field.roll(*[9] * dice_of(field), 8)
        field.go(20, y)
        assert field.unit("us").status == PINNED
        assert field.unit("us").activated
        assert field.at("us") == (20, y)


@pytest.mark.rule("dh.open.snap_point")
def test_the_odds_of_snap_fire_are_told_for_every_point_of_the_way() -> None:
    field = moving("manoeuvre")
    choice = field.find("snap-fire", "de")
    assert choice is not None
    at_best = SYSTEM.forecast(field.state, field.decision, choice.id)
    field.choose("snap-fire", "de")
    odds = [SYSTEM.forecast(field.state, field.decision, option) for option in field.decision.options]
    assert at_best is not None
    assert all(one is not None and "casualties" in one.odds for one in odds)
    assert odds[0] is not None
    assert at_best.odds == odds[0].odds, "the best point comes first"
    region = field.decision.region
    assert region is not None
    assert [len(region.formation(option)) for option in field.decision.options] == [12] * len(odds)
    assert len(region.outline()[0]) >= 2, "the way to draw"


@pytest.mark.rule("dh.open.snap_point", "dh.snap.2")
def test_a_gap_in_front_of_a_gun_cannot_be_crossed_unseen() -> None:
    """Two men run past a gap of two inches between two houses, out of sight before and behind it."""
    walls = [ground("building", 6, 24, 19, 26), {**ground("building", 21, 24, 40, 26), "id": "other"}]
    pair = unit("us", 0, 16, 22, figures=2, places=[[16, 22], [14.8, 22]])
    mg = unit("mg", 1, 20, 33, template="de_hmg", figures=2, facing=[0, -1])
    field = Field([pair, mg, FAR], terrain=walls).choose("run").go(24.9, 22)
    assert field.decision.kind is decisions.SNAP
    field.choose("snap-fire", "mg")
    seen = {choice.x for choice in field.choices()} if field.decision.kind is decisions.SNAP_AT else {field.at("us")[0]}
    assert all(17 < x < 23.5 for x in seen), seen


@pytest.mark.rule("dh.open.snap_point", "dh.snap.2")
def test_who_starts_close_by_and_runs_away_is_shot_at_where_he_starts() -> None:
    field = Field([unit("us", 0, 20, 20, figures=2), unit("de", 1, 20, 32, figures=2), FAR]).choose("run").go(20, 11.1)
    assert field.decision.kind is decisions.SNAP
    field.choose("snap-fire", "de")
    assert min(choice.y for choice in field.choices()) > 17


@pytest.mark.rule("dh.open.snap_point")
def test_a_mover_that_passes_goes_on() -> None:
    field = moving("manoeuvre")
    field.roll(*[9] * dice_of(field), 1)
    field.choose("snap-fire", "de").go(20, 21.5)
    assert field.at("us") == (20, 23)
    field = moving("manoeuvre").choose("decline")
    assert field.at("us") == (20, 23)
    assert field.decision.kind is not decisions.SNAP


@pytest.mark.rule("dh.snap.2", "dh.core.veh.passengers")
def test_who_gets_down_may_be_snap_fired_at() -> None:
    units = [
        unit("ht", 0, 20, 20, template="m3_halftrack", activated=True), unit("us", 0, 20, 20, figures=5, aboard="ht"),
        unit("de", 1, 20, 32), FAR,
    ]  # fmt: skip
    field = Field(units).choose("manoeuvre").go(20, 24)
    assert field.decision.kind is decisions.SNAP
    assert field.offers("snap-fire", "de")


@pytest.mark.rule("dh.snap.2", "dh.core.veh.passengers")
@pytest.mark.parametrize(("check", "place"), [(1, MOUNTED), (10, ON_TABLE)])
def test_who_mounts_may_be_snap_fired_at_on_the_way(check: int, place: int) -> None:
    units = [
        unit("us", 0, 20, 26, figures=5), unit("ht", 0, 20, 20, template="m3_halftrack", activated=True),
        unit("de", 1, 20, 36), FAR,
    ]  # fmt: skip
    field = Field(units).choose("manoeuvre").choose("mount", "ht")
    assert field.decision.kind is decisions.SNAP
    SYSTEM.check(field.state.clone())
    shots = volley(field.state, field.unit("de"), field.unit("us"), MANOEUVRE, SNAP, 0, False)
    field.roll(*[9] * sum(shot.dice for shot in shots), check)
    field.choose("snap-fire", "de").go(20, 26)
    assert field.unit("us").place == place, "pinned men do not get up"


@pytest.mark.rule("dh.snap.2", "dh.core.deploy")
@pytest.mark.parametrize("mode", ["manoeuvre", "run"])
def test_reserves_may_be_snap_fired_at_where_they_come_in(mode: str) -> None:
    field = Field([unit("us", 0, 20, 4, figures=5), unit("b", 0, 60, 4), unit("de", 1, 20, 14), FAR])
    squad = field.unit("us")
    squad.place = WAITING
    squad.reserve = 1
    field.play(acts.ACTIVATE.on(squad.index))
    field.choose(mode).go(20, 3)
    assert field.decision.kind is decisions.SNAP


@pytest.mark.rule("dh.fire.sniper.1")
def test_a_sniper_may_single_out_in_snap_fire() -> None:
    units = [unit("us", 0, 20, 20, figures=5), unit("sn", 1, 20, 32, template="de_sniper"), FAR]
    field = Field(units).choose("run").go(20, 23)
    leader = field.unit("us").figures[0]
    assert field.offers("snap-fire", "sn")
    field.roll(1, 2, 1)
    field.choose("single-out", "sn").go(20, 23)
    assert leader not in field.unit("us").figures
    assert field.event("casualty").rule == "dh.fire.sniper.1"
    walls = [ground("building", 18, 26, 21, 28)]
    hidden = Field([unit("us", 0, 20, 20, figures=5, places=[[20, 20], [26, 20]]), *units[1:]], terrain=walls)
    hidden.choose("run").go(20, 22)
    assert not hidden.offers("single-out", "sn"), "not a man he does not see"


@pytest.mark.rule("dh.fire.sniper.1", "dh.cc.snap.1")
def test_a_sniper_may_single_out_one_of_those_who_charge_him() -> None:
    units = [unit("us", 0, 20, 20, figures=5), unit("sn", 1, 20, 28, template="de_sniper", spotted=True), FAR]
    field = Field(units).choose("run")
    field.roll(1)
    field.choose("charge", "sn")
    leader = field.unit("us").figures[0]
    field.roll(1, 2, *[1] * 9)
    field.choose("single-out")
    assert leader not in field.unit("us").figures
