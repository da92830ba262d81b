"""Special rules and set-up, one condition at a time: whose weapons run dry, what counts, who may stand where."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.kernel import Ban
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.model.special import Course, Held, Rules
from bocage.systems.lnlt.model.tables import Arrival, Objective
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.setup import forbid_place, is_due
from bocage.systems.lnlt.rules.special import (
    begin_turn,
    call_reinforcements,
    ground_kept,
    settle_objectives,
    spend_ammunition,
)
from bocage.systems.lnlt.state import LnltState
from systems.lnlt.armour import SHERMAN, Field, side, vehicle
from systems.lnlt.table import M1919, MG42, PARA, RIFLES, Table, unit

A = unit(PARA, "D5", "A")
FOE = unit(RIFLES, "H5", "foe")


def course_of(state: LnltState) -> Course:
    assert state.course is not None
    return state.course


def kinds_told(state: LnltState) -> list[str]:
    return [one.kind for one in state.events]


# ---- objectives


@pytest.mark.rule("lnlt.scenario.secret", "lnlt.scenario.objectives")
@pytest.mark.parametrize(
    ("of", "plan", "holder", "more", "secret"),
    [(GONE, GONE, 0, 0, 0), (0, 1, 0, 0, 4), (0, 0, 0, -4, 0), (1, 1, 0, -4, 0), (0, 1, 1, 0, 0), (0, 1, GONE, 0, 0)],
)
def test_points_of_secret_plans(of: int, plan: int, holder: int, more: int, secret: int) -> None:
    """Seat 0 has picked plan 1: its objectives count for it alone, and the enemy knows nothing of them."""
    objective = Objective(7, 4)
    objective.seat = of
    objective.plan = plan
    course = Course(Rules(3))
    course.picked = [1, GONE]
    assert course.correct([objective], [holder], 0) == more
    assert course.hidden([objective], [holder], 0) == secret
    course.awarded = [3, 0]
    assert course.correct([objective], [holder], 0) == more + 3
    course.known = [True, False]
    assert course.hidden([objective], [holder], 0) == 0


@pytest.mark.rule("lnlt.scenario.objectives")
@pytest.mark.parametrize("holder", [0, 1, GONE])
@pytest.mark.parametrize(("until", "turn", "ends"), [(2, 1, False), (2, 2, True), (0, 2, False)])
def test_when_an_objective_is_paid_for(until: int, turn: int, ends: bool, holder: int) -> None:
    one = {"hex": "D5", "points": 3, **({"until": until} if until else {})}
    table = Table([A], [FOE], victory={"objectives": [one, {"hex": "H5", "points": 1, "until": 9}]})
    state = table.state
    state.turn, state.control = turn, [holder, 1]
    settle_objectives(state)
    course = course_of(state) if until else state.course
    if course is not None:
        assert course.closed == int(ends)
        assert course.awarded == [3 * (seat == holder and ends) for seat in (0, 1)]
    assert state.control == [GONE if ends else holder, 1]


@pytest.mark.rule("lnlt.scenario.objectives")
@pytest.mark.parametrize("holder", [0, 1, GONE])
def test_an_objective_moves_on_only_from_its_holder(holder: int) -> None:
    table = Table([A], [FOE], victory={"objectives": [{"hex": "A1", "points": 2, "then": ["H5"]}]})
    state = table.state
    state.control = [holder, GONE]
    settle_objectives(state)
    taken = holder != GONE
    assert course_of(state).closed == (0b01 if taken else 0b10)
    assert course_of(state).awarded == [2 * (holder == seat) for seat in (0, 1)]
    assert state.control == ([GONE, 1] if taken else [GONE, GONE])


@pytest.mark.rule("lnlt.scenario.objectives", "lnlt.scenario.visibility", "lnlt.scenario.weather")
def test_a_turn_begins_once() -> None:
    """Objectives open in their turn and not before, and the weather is told when it changes."""
    table = Table(
        [A],
        [FOE],
        victory={"objectives": [{"hex": "D5", "points": 1, "since": 2}, {"hex": "H5", "points": 1, "since": 3}]},
        weather=[{"kind": "rain", "since": 2, "until": 3}],
        visibility=[{"hexes": 4, "cause": "dusk", "since": 3}],
    )
    state, told = table.state, []
    course = course_of(state)
    for turn in (2, 3, 4):
        state.turn = turn
        for _ in range(2):
            state.events = []
            begin_turn(state, course)
            told.append(kinds_told(state))
        assert course.begun == turn
    assert told == [
        ["weather-rain", "objective-opens"],
        [],
        ["visibility", "objective-opens"],
        [],
        ["weather-clears"],
        [],
    ]
    assert (state.visibility, course.closed) == (4, 0)


# ---- reinforcements


@pytest.mark.rule("lnlt.scenario.reinforcements")
@pytest.mark.parametrize(
    ("since", "roll", "called", "rolled", "dice", "comes"),
    [
        (2, 4, 0, 1, [4], True),
        (2, 4, 0, 1, [3], False),
        (1, 4, 0, 1, [5], True),
        (3, 4, 0, 1, [], False),
        (2, 4, 1, 1, [], True),
        (2, 4, 0, 2, [], False),
    ],
)
def test_who_rolls_for_reinforcements(
    since: int, roll: int, called: int, rolled: int, dice: list[int], comes: bool
) -> None:
    """Once in a turn, from their turn on, until they come."""
    table = Table([A], [FOE], turn=2)
    course = Course(Rules(3))
    course.rules.held = [Held(0, since, roll)]
    course.called, course.rolled = called, rolled
    state = table.state
    state.dice.script, state.dice.cursor = dice, 0
    call_reinforcements(state, course)
    assert (state.dice.cursor, bool(course.called), course.rolled) == (len(dice), comes, 2)


@pytest.mark.rule("lnlt.scenario.reinforcements")
@pytest.mark.parametrize(
    ("turn", "group", "called", "due"),
    [(2, GONE, 0, True), (3, GONE, 0, False), (2, 0, 0, False), (2, 0, 1, True), (2, 1, 1, False), (3, 0, 1, False)],
)
def test_who_is_due(turn: int, group: int, called: int, due: bool) -> None:
    table = Table([A], [FOE])
    table.state.course = Course(Rules(3))
    table.state.course.called = called
    arrival = Arrival(0, 0, turn, [])
    arrival.group = group
    assert is_due(table.state, arrival, 2) == due


@pytest.mark.rule("lnlt.core.1.3", "lnlt.core.6.0")
@pytest.mark.parametrize(
    ("change", "hex_", "ban"),
    [
        ("", "A1", None),
        ("", "H5", bans.ENEMY_AREA),
        ("", "K5", bans.ENEMY_AREA),
        ("fire", "A1", bans.ENEMY_AREA),
        ("water", "A1", bans.PROHIBITED),
        ("", "D5", None),
        ("full", "D5", bans.FULL),
        ("vehicle", "A1", None),
        ("vehicle water", "A1", bans.NO_GROUND),
        ("vehicle full", "D5", None),
    ],
)
@pytest.mark.parametrize("swapped", [False, True])
def test_where_somebody_may_arrive(change: str, hex_: str, ban: Ban | None, swapped: bool) -> None:
    others = [unit(PARA, "D5") for _ in range(2 if "full" in change else 0)]
    mine = side("us", A, unit(PARA, "A9", "late"), vehicle(SHERMAN, "A8", "S"), *others)
    foes = side("de", FOE, vehicle("ge.veh.stug3g", "K5", "G"))
    field = Field(mine, foes, terrain={"water": ["A1"]} if "water" in change else {}, swapped=swapped)
    if change == "fire":
        field.state.put_marker(FLAMES, field.hex("A1"))
    arrival = Arrival(field.unit("A").seat, field.names["late"], 0, [])
    if "vehicle" in change:
        arrival.vehicle = field.vehicle("S").id
    assert forbid_place(field.state, arrival, field.hex(hex_)) is ban


# ---- ground that is kept


@pytest.mark.rule("lnlt.scenario.no-retreat")
@pytest.mark.parametrize(
    ("nation", "hex_", "until", "turn", "kept"),
    [
        ("us", "D5", 0, 5, True),
        ("us", "D5", 2, 2, True),
        ("us", "D5", 2, 3, False),
        ("us", "D6", 0, 1, True),
        ("us", "D7", 0, 1, False),
        ("de", "D5", 0, 1, False),
    ],
)
def test_which_ground_is_kept(nation: str, hex_: str, until: int, turn: int, kept: bool) -> None:
    rule = {"side": nation, "hexes": ["D5:D6"], **({"until": until} if until else {})}
    table = Table([A], [FOE], no_retreat=[rule])
    table.state.turn = turn
    both = 1 << table.hex("D5") | 1 << table.hex("D6")
    assert ground_kept(table.state, 0, table.hex(hex_)) == (both if kept else 0)


# ---- ammunition


@pytest.mark.rule("lnlt.scenario.ammunition")
@pytest.mark.parametrize(
    ("entry", "dice", "left"),
    [
        ({"side": "us", "runs_out": 5}, [5, 4], {1, 2, 3}),
        ({"side": "us", "runs_out": 5}, [4, 5], {0, 2, 3}),
        ({"side": "us", "runs_out": 5, "weapon": M1919}, [6], {1, 2, 3}),
        ({"side": "de", "runs_out": 5}, [6], {0, 1, 3}),
        ({"side": "us", "shots": 2, "weapon": M1919}, [], {0, 1, 2, 3}),
        ({"side": "us", "shots": 1, "weapon": M1919}, [], {1, 2}),
        ({"side": "de", "shots": 1, "weapon": M1919}, [], {0, 1, 2, 3}),
    ],
)
def test_whose_weapons_run_dry(entry: dict[str, Any], dice: list[int], left: set[int]) -> None:
    """A machine gun and a captured one fire on one side, a third on the other; a fourth is silent."""
    us = [unit(PARA, "D5", "A", weapons=[M1919, MG42]), unit(PARA, "D6", "B", weapons=[M1919])]
    state = Table(us, [unit(RIFLES, "H5", "foe", weapons=[MG42])], ammunition=[entry]).state
    order = sorted(range(4), key=lambda n: (state.units[state.weapons[n].owner].seat, state.weapons[n].owner))
    mine, captured, silent, theirs = order
    numbers = {mine: 0, captured: 1, theirs: 2, silent: 3}
    state.dice.script, state.dice.cursor = dice, 0
    spend_ammunition(state, [state.weapons[n] for n in (mine, captured, theirs)])
    assert state.dice.cursor == len(dice)
    assert {numbers[weapon.id] for weapon in state.weapons if weapon.owner != GONE} == left
