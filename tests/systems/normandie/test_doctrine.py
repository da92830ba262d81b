"""What the book thinks of positions."""

from __future__ import annotations

import pytest

import bocage
from bocage.kernel.appraisal import Manner, total
from bocage.systems.normandie.book.appraisal import appraise
from bocage.systems.normandie.state import FIELD, NormandieState
from systems.normandie.field import Field


def battle(scenario: str) -> NormandieState:
    state = bocage.new("normandie", scenario, seed=3).state
    assert isinstance(state, NormandieState)
    return state


def ground(state: NormandieState, seat: int) -> float:
    return dict(appraise(state, seat, Manner()))["ground"]


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
