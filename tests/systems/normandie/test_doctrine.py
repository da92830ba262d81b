"""What the book thinks of positions and drives."""

from __future__ import annotations

import pytest

import bocage
from bocage.kernel.appraisal import Manner, total
from bocage.systems.normandie import kinds
from bocage.systems.normandie.appraisal import Outlook, appraise
from bocage.systems.normandie.doctrine import doctrine
from bocage.systems.normandie.doctrine_driving import drive_gain, drives, stand
from bocage.systems.normandie.rules.vehicles import MANOEUVRES, Drive
from bocage.systems.normandie.state import FIELD, NormandieState
from systems.normandie.field import Field

TANK = "us.sherman r3c4 order=1 facing=2"


def battle(scenario: str) -> NormandieState:
    state = bocage.new("normandie", scenario, seed=3).state
    assert isinstance(state, NormandieState)
    return state


def ground(state: NormandieState, seat: int) -> float:
    return dict(appraise(state, seat, Manner()))["ground"]


def best_end(outlook: Outlook, state: NormandieState, left: int) -> float:
    """By playing every way to the end on copies."""
    top = state.stack[-1]
    if not isinstance(top, Drive):
        return -99.0
    unit = state.units[top.unit]
    best = total(stand(outlook, unit, unit.cell, unit.facing))
    decision = state.pending[0]
    for option in decision.options if left else []:
        if option in MANOEUVRES:
            twin = state.clone()
            twin.play(twin.pending[0], option)
            best = max(best, best_end(outlook, twin, left - 1))
    return best


@pytest.mark.parametrize("ground", ["." * 12, ".....t......", ".....r......"])
def test_a_drive_is_worth_its_best_end(ground: str) -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r0c11"}, map=[ground] * 7)
    field.choose("move")
    state = field.state
    outlook = Outlook(state, 0, Manner())
    top = state.stack[-1]
    assert isinstance(top, Drive)
    top.points = 3  # every way of three points is played on copies
    decision = state.pending[0]
    found = drives(outlook, field.unit("t"), 3)
    assert set(found) == {option for option in decision.options if option in MANOEUVRES}
    for manoeuvre, parts in found.items():
        twin = state.clone()
        twin.play(twin.pending[0], manoeuvre)
        assert total(parts) == pytest.approx(best_end(outlook, twin, 2))


def test_every_manoeuvre_has_its_worth_by_the_book() -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r3c11"})
    field.choose("move")
    decision = field.state.pending[0]
    scores = doctrine(field.state, decision, Manner())
    assert scores is not None
    assert len(scores) == len(decision.options)
    assert len({round(total(parts), 6) for parts in scores}) > 2


def test_a_tank_minds_whom_it_drives_over() -> None:
    with_friend = Field({"t": TANK, "f": "us8.fire_team r3c5", "g": "ge902.fire_group r0c11"})
    with_enemy = Field({"t": TANK, "e": "ge902.fire_group r3c5", "g": "ge902.fire_group r0c11"})
    ways = []
    for field in (with_friend, with_enemy):
        outlook = Outlook(field.state, 0, Manner())
        tank = field.unit("t")
        ways.append(dict(stand(outlook, tank, field.cell("r3c5"), tank.facing))["way"])
    assert ways[0] < 0 < ways[1]


def test_a_tank_that_cannot_gain_does_not_move() -> None:
    field = Field({"t": TANK, "g": "ge902.fire_group r0c11"})
    assert drive_gain(Outlook(field.state, 0, Manner()), field.unit("t"), 0) == 0.0


def test_ground_that_decides_counts_more_as_the_battle_ends() -> None:
    state = battle("slaughter")
    holder = next(unit for unit in state.units if unit.status == FIELD)
    worth = []
    for turn in (1, 4, 6):
        state.round = turn
        worth.append(ground(state, holder.seat))
    assert 0 < worth[0] < worth[1] < worth[2]


def test_points_count_only_where_they_decide() -> None:
    for scenario, decides in (("slaughter", False), ("godsend", False), ("tempest", True)):
        state = battle(scenario)
        state.score[0] += 3
        early = dict(appraise(state, 0, Manner()))["points"]
        state.round = state.scenario.rounds
        late = dict(appraise(state, 0, Manner()))["points"]
        assert (0 < early < late) if decides else (early == late == 0)


def test_a_concealed_token_takes_nothing_from_a_unit() -> None:
    field = Field({"u": "us8.fire_team r3c4", "g": "ge902.fire_group r0c11"})
    unit = field.unit("u")
    before = total(appraise(field.state, 0, Manner()))
    unit.face = unit.counter.veils[unit.side]
    unit.veil = 0
    assert total(appraise(field.state, 0, Manner())) == pytest.approx(before)


def test_holding_back_a_concealed_token_is_worth_less_than_using_it() -> None:
    state = battle("tempest")
    decision = state.pending[0]
    asked = type(decision)(1, kinds.VEIL, [kinds.HOLD, next(u.id for u in state.units if u.seat == 1)])
    scores = doctrine(state, asked, Manner())
    assert scores is not None
    assert total(scores[0]) < total(scores[1])
