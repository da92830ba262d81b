"""What the book thinks of positions."""

from __future__ import annotations

import pytest

import bocage
from bocage.kernel.appraisal import Manner, total
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.book.appraisal import appraise
from bocage.systems.normandie.book.doctrine import guise
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


def is_set_up_after_its_turn(field: Field, name: str) -> bool:
    """Whether the gun stands on its tripod once it has done what the book likes best."""
    seat = field.unit(name).seat
    for _ in range(8):
        if field.unit(name).acted or not field.state.pending:
            break
        decision = field.decision()
        worths = SYSTEM.doctrine(field.state, decision, Manner())
        values = [total(parts) for parts in worths] if worths and decision.seat == seat else [1.0]
        field.state.play(decision, decision.options[values.index(max(values))])
    return field.unit(name).face.deployed


@pytest.mark.parametrize(
    ("side", "row", "set_up"),
    [("", ".........P..", True), ("back facing=2", ".........P..", True), ("back facing=2", "......h..P..", False)],
)
def test_a_machine_gun_is_set_up_where_it_can_fire_and_packed_where_it_cannot(
    side: str, row: str, set_up: bool
) -> None:
    units = {"g": f"ge901.mg42 r3c4 {side} order=1", "u": "us8.officer r3c9"}
    field = Field(units, initiative="de", map=[row] * 7, options={"cards": "off"})
    field.roll(*[3] * 20)
    assert is_set_up_after_its_turn(field, "g") == set_up


@pytest.mark.parametrize(("unit", "flipped"), [("us8.30cal", False), ("us.mortar", True), ("us8.recon_team", True)])
def test_machine_guns_deploy_ready_to_move_mortars_ready_to_fire(unit: str, flipped: bool) -> None:
    field = Field({"u": f"{unit} r3c0", "g": "ge902.fire_group r3c11"})
    side, other = (dict([guise(field.unit("u"), side)]) for side in (1, 0))
    assert (sum(side.values()) > sum(other.values())) == flipped
