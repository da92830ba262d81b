"""Setup: initiative, deployment zones, sides up, scouts."""

from __future__ import annotations

import pytest

from bocage.kernel.dice import scripted
from bocage.kernel.game import explain_refusal
from bocage.kernel.views import Attempt
from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.muster import muster
from bocage.systems.normandie.content.scenarios import SHELF, load
from bocage.systems.normandie.rules.battle import Battle
from bocage.systems.normandie.rules.decisions import PLACE
from bocage.systems.normandie.rules.setup import near_objectives
from bocage.systems.normandie.state import NormandieState


def opening(die: int, scenario: str = "godsend") -> NormandieState:
    """A scenario at its first decision, with the initiative die as given."""
    loaded = load(SHELF.path(scenario))
    state = NormandieState(loaded.scenario, scripted([die]))
    muster(state, loaded.units)
    state.push(Battle())
    state.advance()
    return state


def deploy_next(state: NormandieState, place: str, concealed: bool = False) -> int:
    decision = state.pending[0]
    verb = "place-concealed" if concealed else "place"
    choices = SYSTEM.prompt(state, decision).choices
    choice = next(c for c in choices if c.verb == verb and c.place == place)
    state.play(decision, choice.id)
    return choice.piece


@pytest.mark.rule("hon.setup.deploy.1", "hon.setup.deploy.2")
@pytest.mark.parametrize(("die", "first"), [(1, 0), (2, 1), (5, 0), (6, 1)])
def test_the_side_with_initiative_deploys_its_whole_force_first(die: int, first: int) -> None:
    state = opening(die)
    assert state.initiative == first
    seats = []
    while state.pending[0].kind is PLACE and state.round == 0:
        seats.append(state.pending[0].seat)
        state.play(state.pending[0], state.pending[0].options[0])
    assert seats == [first] * 4 + [1 - first] * 4


@pytest.mark.rule("hon.setup.deploy.3")
def test_units_deploy_inside_their_zone() -> None:
    state = opening(1)
    choices = SYSTEM.prompt(state, state.pending[0]).choices
    assert {c.place for c in choices} == {f"r{row}c{col}" for row in range(7) for col in (0, 1)}


@pytest.mark.rule("hon.move.inf.6")
def test_no_two_units_deploy_in_one_space() -> None:
    state = opening(1)
    deploy_next(state, "r3c1")
    assert "r3c1" not in {c.place for c in SYSTEM.prompt(state, state.pending[0]).choices}


@pytest.mark.rule("hon.setup.deploy.4", "hon.setup.deploy.5", "hon.abil.ambush.2", "hon.abil.scout.3")
def test_only_counters_with_two_white_sides_choose_their_side() -> None:
    state = opening(1)
    assert len(state.pending[0].options) == 14, "an officer's back is red: one way for each space"
    deploy_next(state, "r0c0")
    assert {c.verb for c in SYSTEM.prompt(state, state.pending[0]).choices} == {"place", "place-concealed"}
    recon = deploy_next(state, "r6c3", concealed=True)
    assert state.units[recon].face.concealed


@pytest.mark.rule("hon.abil.scout.1")
def test_scouts_deploy_up_to_three_spaces_beyond_the_zone() -> None:
    state = opening(1, "dug-in")
    deploy_next(state, "r0c0")
    places = {c.place for c in SYSTEM.prompt(state, state.pending[0]).choices}
    assert places == {f"r{row}c{col}" for row in range(7) for col in range(5)} - {"r0c0"}


@pytest.mark.rule("hon.abil.scout.2")
def test_scouts_do_not_set_up_at_or_beside_an_objective() -> None:
    """The two locations on line 6 touch column 5 in rows 1, 2, 5 and 6; column 4 is beside them."""
    state = opening(1)
    deploy_next(state, "r0c0")
    decision = state.pending[0]
    places = {c.place for c in SYSTEM.prompt(state, decision).choices}
    assert "r3c3" in places
    assert not [place for place in places if place.endswith("c4")]
    refusals = [explain_refusal(SYSTEM, state, decision, Attempt("place", -1, place)) for place in ("r3c4", "r3c9")]
    assert [[refusal.rule for refusal in row] for row in refusals] == [["hon.abil.scout.2"], ["hon.setup.deploy.3"]]


@pytest.mark.rule("hon.abil.scout.2")
def test_objectives_given_by_their_spaces_keep_scouts_away_as_well() -> None:
    state = opening(1, "boom")
    area = 0
    for goal in state.scenario.goals:
        area |= goal.cells
    assert area
    assert not state.scenario.objectives
    assert near_objectives(state) == state.board.grid.within(area, 1)
