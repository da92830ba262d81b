"""Deployment, initiative, alternating activation, objectives and the end of the game."""

from __future__ import annotations

import pytest

from bocage.kernel.act import option_point, point_option
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.model.tables import MANOEUVRE, RUN
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.command import coherent
from bocage.systems.disposable.rules.moves import deployment_reach
from bocage.systems.disposable.rules.turn import Deployment, forbid_activation, initiative_tally, list_available
from bocage.systems.disposable.rules.victory import broken, holder, points, winner_by_points
from bocage.systems.disposable.rules.walking import Crowd
from bocage.systems.disposable.state import DESTROYED, ON_TABLE, PINNED, ROUTING, WAITING, DisposableState
from systems.disposable.field import Field, table, unit

pytestmark = pytest.mark.rule("dh.core.turn.seq", "dh.core.turn.exhausted", "dh.core.deploy", "dh.core.act.phases")
"""What all situations below play."""

FAR = unit("far", 1, 66, 44)


def new(seed: int = 1) -> DisposableState:
    state = SYSTEM.new("crossroads", seed, {})
    assert isinstance(state, DisposableState)
    return state


@pytest.mark.rule("dh.core.deploy", "dh.cmd.distance.2")
def test_deployment_inside_the_zone_loser_of_the_roll_first() -> None:
    for seed in range(4):
        state = new(seed)
        us, de = [entry & 0xFF for entry in state.dice.log][-2:]
        first = 0 if us < de else 1
        assert state.pending[0].seat == first
        region = state.pending[0].region
        assert region is not None
        assert not region.contains(360, 240)
        while state.pending[0].kind is decisions.DEPLOY:
            seat = state.pending[0].seat
            state.play(state.pending[0], state.pending[0].options[0])
            SYSTEM.check(state)
            waiting = [u for u in state.units if u.seat == first and u.place == WAITING]
            assert seat == first or all(state.force(u).reserve or state.force(u).crew_of >= 0 for u in waiting)
        for u in state.units:
            if u.place == ON_TABLE:
                assert coherent(state, u)
                zone = state.scenario.sides[u.seat].zone
                assert all(zone.contains(state.x[f], state.y[f]) for f in u.figures)


@pytest.mark.rule("dh.core.deploy")
def test_reserves_come_in_over_their_edge_from_their_turn_on() -> None:
    state = SYSTEM.new("bunker_line", 1, {})
    assert isinstance(state, DisposableState)
    reserve = next(u for u in state.units if state.force(u).id == "de_st")
    third = reserve.index
    assert reserve.place == WAITING
    state.turn = 6
    assert third not in list_available(state, 1)
    state.turn = 7
    assert third in list_available(state, 1)
    state.turn = 0
    while state.turn < 8 and reserve.place == WAITING and state.pending:
        decision = state.pending[0]
        if decision.kind is decisions.ACTIVATE and acts.ACTIVATE.on(third) in decision.options:
            assert state.turn == 7
            state.play(decision, acts.ACTIVATE.on(third))
            assert state.pending[0].options == [acts.MODES[MANOEUVRE].act(), acts.MODES[RUN].act()]
            state.play(state.pending[0], acts.MODES[MANOEUVRE].act())
            region = state.pending[0].region
            assert region is not None
            x, _ = option_point(state.pending[0].options[0])
            assert region.contains(x, 446)
            assert not region.contains(x, 419)
            assert not region.contains(x, 300)
            state.play(state.pending[0], point_option(x, 446))
        else:
            state.play(decision, decision.options[-1])
    assert reserve.place == ON_TABLE
    assert min(state.y[f] for f in reserve.figures) >= 420


@pytest.mark.rule("dh.core.turn.init.roll", "dh.core.turn.init.pinned", "dh.core.turn.init.destroyed",
                  "dh.core.turn.init.nocommander")  # fmt: skip
def test_initiative_counts_commander_pinned_and_destroyed_units() -> None:
    units = [
        unit("hq", 0, 10, 10, template="us_pc"), unit("a", 0, 20, 10, status="pinned"), unit("b", 0, 30, 10),
        unit("c", 0, 40, 10), FAR,
    ]  # fmt: skip
    state = table(units)
    assert initiative_tally(state, 0, False).total == 8 - 1
    state.units[3].place = DESTROYED
    assert initiative_tally(state, 0, False).total == 8 - 1 - 1
    state.remove(state.units[0], state.units[0].figures[0])
    assert initiative_tally(state, 0, False).total == 7 - 1 - 1, "the best squad leader"
    for u in state.units[:4]:
        u.figures = [f for f in u.figures if not state.figure(f).leader]
    assert initiative_tally(state, 0, False).total == 0 - 1 - 1


def last_activation(*dice: int) -> Field:
    """The last unit of turn 1 finishes; then the given initiative dice."""
    units = [unit("us", 0, 20, 5), unit("de", 1, 60, 44, activated=True), unit("too", 1, 40, 44, activated=True)]
    field = Field(units).choose("sneak")
    field.roll(*dice)
    return field.choose("done")


@pytest.mark.rule("dh.core.turn.seq", "dh.core.turn.init.tie", "dh.core.turn.init.roll")
def test_the_winner_of_the_initiative_chooses_who_goes_first() -> None:
    field = last_activation(4, 3, 4, 5)  # squad leaders 7 and 7: a tie is not 4 + 7 against 3 + 7
    assert field.state.turn == 2
    assert field.decision.kind is decisions.FIRST
    assert field.decision.seat == 0
    field = last_activation(4, 4, 4, 5)
    assert field.decision.seat == 1, "rolled again"
    field.choose("first", place="0")
    assert field.state.first == 0
    assert not field.unit("de").activated


@pytest.mark.rule("dh.core.pinned.lasts", "dh.core.turn.init.pinned")
def test_a_pinned_unit_stays_pinned_into_the_next_turn() -> None:
    units = [unit("us", 0, 20, 5), unit("de", 1, 60, 44, activated=True, status="pinned")]
    field = Field(units).choose("sneak")
    field.roll(4, 5, 4, 6)  # 11 against 12 - 1: a tie, rolled again
    field.choose("done")
    assert field.state.turn == 2
    assert field.unit("de").status == PINNED
    assert field.decision.seat == 1


@pytest.mark.rule("dh.core.act.phases", "dh.core.act.order")
def test_an_activation_moves_fires_and_fights() -> None:
    units = [unit("us", 0, 20, 20), unit("de", 1, 20, 26.4), unit("far", 1, 66, 44)]
    field = Field(units).choose("sneak")
    assert {"to", "fire", "charge", "done"} <= field.verbs()
    field.roll(*[9] * 30)
    field.choose("fire", "de")
    assert {"to", "charge", "done"} <= field.verbs()


@pytest.mark.rule("dh.core.turn.seq", "dh.core.turn.once", "dh.core.turn.exhausted")
def test_sides_alternate_and_the_one_with_units_left_goes_on() -> None:
    units = [unit(n, 0, x, 5) for n, x in (("a", 10), ("b", 20), ("c", 30))] + [unit("de", 1, 60, 44)]
    field = Field(units)
    order = []
    for _ in range(12):
        if field.state.turn > 1:
            break
        if field.decision.kind is decisions.ACTIVATE:
            assert all(not field.state.units[index].activated for index in field.men())
            field.play(field.decision.options[0])
        top = field.state.stack[-1]
        order.append(field.state.units[top.unit].seat)  # type: ignore[attr-defined]
        field.choose("sneak").choose("done")
    assert order == [0, 1, 0, 0]


@pytest.mark.rule("dh.core.turn.once")
def test_an_activated_unit_is_refused() -> None:
    field = Field([unit("a", 0, 10, 5), unit("b", 0, 20, 5), unit("c", 0, 30, 5, activated=True), FAR])
    assert field.refusal("activate", "c") == "dh.core.turn.once"
    assert field.refusal("activate", "far") == "dh.core.turn.seq"
    assert field.refusal("activate", "a") == ""


OBJECTIVE = {"id": "hill", "at": [20, 20], "radius": 3, "vp": 3}


def objective(units: list[dict[str, object]]) -> DisposableState:
    return Field(units, objectives=[OBJECTIVE]).state


@pytest.mark.rule("dh.core.victory.hold")
def test_an_objective_is_held_by_unpinned_figures_alone() -> None:
    us, enemy = unit("us", 0, 20, 23.5, figures=1), unit("de", 1, 20, 17, figures=1)
    other = unit("too", 0, 60, 5)
    state = objective([us, other, FAR])
    assert holder(state, state.scenario.objectives[0]) == 0
    state = objective([unit("us", 0, 20, 23.6, figures=1), other, FAR])
    assert holder(state, state.scenario.objectives[0]) == -1
    state = objective([us, enemy, other, FAR])
    assert holder(state, state.scenario.objectives[0]) == -1
    state = objective([us, {**enemy, "status": "pinned"}, other, FAR])
    assert holder(state, state.scenario.objectives[0]) == 0
    state = objective([enemy, other, FAR])
    assert holder(state, state.scenario.objectives[0]) == 1


@pytest.mark.rule("dh.core.victory.hold")
def test_a_defender_holds_what_nobody_stands_at() -> None:
    """The scenario says so; otherwise such an objective is nobody's."""
    us, other = unit("us", 0, 20, 23.5, figures=1), unit("too", 0, 60, 5)
    for defender in (-1, 1):
        state = objective([other, FAR])
        state.scenario.defender = defender
        assert holder(state, state.scenario.objectives[0]) == defender
        state = objective([us, other, FAR])
        state.scenario.defender = defender
        assert holder(state, state.scenario.objectives[0]) == 0, "until an enemy has come"


@pytest.mark.rule("dh.core.victory.hold")
def test_a_vehicle_holds_nothing_but_contests() -> None:
    us, other = unit("us", 0, 20, 23.5, figures=1), unit("too", 0, 60, 5)
    tank = unit("tank", 1, 20, 15.5, template="pz4h")
    for units, defender, seat in (
        ([tank], -1, -1),
        ([us, tank], -1, -1),
        ([us, {**tank, "status": "pinned"}], -1, 0),
        ([us, unit("tank", 1, 20, 15.4, template="pz4h")], -1, 0),
        ([tank], 0, -1),
        ([tank], 1, 1),
    ):
        state = objective([*units, other, FAR])
        state.scenario.defender = defender
        assert holder(state, state.scenario.objectives[0]) == seat, (units, defender)


@pytest.mark.rule("dh.core.victory.points")
def test_victory_points_and_the_margin() -> None:
    hq = unit("hq", 1, 50, 40, template="de_pc")
    units = [unit("us", 0, 20, 20), hq, unit("de", 1, 40, 40), unit("too", 1, 30, 44)]
    state = objective(units)
    assert points(state, 0) == 3
    state.units[2].place = DESTROYED
    assert points(state, 0) == 4
    state.units[1].place = DESTROYED
    assert points(state, 0) == 6
    assert winner_by_points(state) == 0
    state = objective([unit("us", 0, 60, 4), unit("a", 1, 40, 40), unit("de", 1, 30, 44)])
    state.units[1].place = DESTROYED
    assert points(state, 0) == 1
    assert winner_by_points(state) == -1, "a lead of one is a draw"


@pytest.mark.rule("dh.core.victory.break")
def test_the_breaking_point() -> None:
    state = table([unit("us", 0, 20, 20), unit("de", 1, 40, 40)])
    del state.units[0].figures[6:]
    assert not broken(state, 0), "exactly half"
    del state.units[0].figures[5:]
    assert broken(state, 0)
    state = table([unit("us", 0, 20, 20), unit("de", 1, 40, 40)])
    state.units[1].status = ROUTING
    assert broken(state, 1)
    assert not broken(state, 0)


@pytest.mark.rule("dh.core.victory.break", "dh.core.victory.points")
def test_the_game_ends_broken_or_after_the_last_turn() -> None:
    units = [unit("us", 0, 20, 5), unit("de", 1, 60, 44, activated=True, figures=3)]
    field = Field(units).choose("sneak").choose("done")
    assert field.state.over
    assert field.state.winner == 0
    units[1] = unit("de", 1, 60, 44, activated=True)
    field = Field(units, turn=8).choose("sneak").choose("done")
    assert field.state.over
    assert field.state.winner == -1


def bought(support: dict[str, int]) -> DisposableState:
    army = {"nation": "us", "tiles": [{"tile": "us_platoon"}], "support": support}
    state = SYSTEM.new("open_field", 1, {"armies": [army]})
    assert isinstance(state, DisposableState)
    return state


@pytest.mark.rule("dh.core.deploy", "dh.core.points")
def test_a_crowded_zone_still_has_room_between_the_good_places() -> None:
    state = bought({"jeep": 6})
    while state.pending[0].kind in (decisions.DEPLOY, decisions.FACING):
        state.play(state.pending[0], state.pending[0].options[0])
        SYSTEM.check(state)
    assert not [u for u in state.units if u.place == WAITING and state.force(u).crew_of < 0]


@pytest.mark.rule("dh.core.deploy")
def test_who_finds_no_room_in_the_zone_comes_in_as_a_reserve() -> None:
    state = bought({"jeep": 6})
    zone = state.scenario.sides[0].zone
    mine = [u for u in state.units if u.seat == 0 and state.vehicle(u) is None and state.force(u).crew_of < 0]
    blocker = mine[0]
    deployment = state.stack[-1]
    assert isinstance(deployment, Deployment)
    reach = deployment_reach(state, mine[1])
    places = [(x, y) for x in range(zone.x0, zone.x1 + 1, 10) for y in range(zone.y0, zone.y1 + 1, 10)]
    crowding = blocker.copy()
    crowding.left, crowding.right, crowding.low, crowding.high = zone.x0, zone.x1, zone.y0, zone.y1
    reach.others = [Crowd(crowding, [x for x, _ in places], [y for _, y in places], 10, False)]
    assert reach.candidates(9) == [], "full"
    deployment.hold_back(state, blocker)
    assert not deployment.waits(state, blocker)
    assert forbid_activation(state, blocker) is not None
    state.turn = 1
    assert forbid_activation(state, blocker) is None
    twin = state.clone()
    assert twin.units[blocker.index].reserve == 1
    assert twin.data() == state.data()


@pytest.mark.rule("dh.core.turn.init.roll", "dh.core.turn.init.nocommander", "dh.core.turn.init.pinned")
def test_whoever_rides_is_in_play() -> None:
    units = [
        unit("ht", 0, 20, 20, template="m3_halftrack"), unit("hq", 0, 20, 20, template="us_pc", aboard="ht"),
        unit("us", 0, 40, 10, figures=3), unit("de", 1, 60, 40),
    ]  # fmt: skip
    state = table(units)
    assert initiative_tally(state, 0, False).total == 8, "the commander, though he sits in a vehicle"
    state.units[2].status = PINNED
    assert initiative_tally(state, 0, False).total == 7, "less his own pinned unit"
    units[1] = unit("hq", 0, 20, 20, aboard="ht", figures=3)
    state = table([*units[:2], *units[3:]])
    assert initiative_tally(state, 0, False).total == 7, "the leader of a squad in a vehicle"
    state.units[0].place = WAITING
    assert initiative_tally(state, 0, False).total == 0, "not before the vehicle is there"
