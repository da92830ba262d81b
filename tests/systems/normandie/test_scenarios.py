"""The scenarios: every one plays to its end, and is won by what it says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage.systems.normandie import SYSTEM
from bocage.systems.normandie.content.scenarios import SCENARIOS, load
from bocage.systems.normandie.model.flags import (
    DOCUMENTS_HELD,
    DOCUMENTS_KEPT,
    DOCUMENTS_OUT,
    GROUND_HELD,
    POINTS,
    POINTS_REACHED,
)
from bocage.systems.normandie.rules.victory import end_by_scenario, holder_of, leave, may_leave, pick_up, score_goals
from bocage.systems.normandie.state import EXITED, RESERVE, NormandieState, Unit

NAMES = sorted(path.stem for path in SCENARIOS.glob("*.yaml"))


@pytest.mark.rule("hon.setup.scenario.1")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cards", ["off", "on"])
def test_every_scenario_plays_to_its_end(name: str, cards: str) -> None:
    for seed in (1, 2):
        state: Any = SYSTEM.new(name, seed, {"cards": cards})
        rng = random.Random(seed)
        for count in range(6_000):
            if state.over:
                break
            decision = rng.choice(state.pending)
            if count % 50 == 0:
                SYSTEM.prompt(state, decision)
            state.play(decision, rng.choice(decision.options))
            if count % 10 == 0:
                SYSTEM.check(state)
        assert state.over
        assert state.round <= state.scenario.rounds


def begun(name: str) -> NormandieState:
    """A scenario at its last round, all its units still in reserve."""
    state: Any = SYSTEM.new(name, 1, {})
    state.pending.clear()
    state.round = state.scenario.rounds
    for unit in state.units:
        if unit.cell >= 0:
            state.remove(unit, RESERVE)
    return state


def infantry(state: NormandieState, seat: int) -> Unit:
    return next(u for u in state.units if u.seat == seat and u.status == RESERVE and not u.is_vehicle())


def put(state: NormandieState, seat: int, place: str) -> Unit:
    unit = infantry(state, seat)
    state.put(unit, state.board.grid.named(place))
    return unit


@pytest.mark.rule("hon.victory.win.1")
@pytest.mark.parametrize(
    ("us", "de", "winner"), [("r4c10", "", 0), ("", "", 1), ("r4c10", "r5c11", 1), ("", "r4c10", 1)]
)
def test_the_house_must_be_held_alone(us: str, de: str, winner: int) -> None:
    state = begun("boom")
    for seat, place in ((0, us), (1, de)):
        if place:
            put(state, seat, place)
    end_by_scenario(state)
    assert (state.winner, state.ending) == (winner, GROUND_HELD)


@pytest.mark.rule("hon.victory.vp.1")
def test_objectives_score_at_the_end_for_who_controls_them() -> None:
    state = begun("mess")
    goal = state.scenario.goals[0]
    put(state, 0, "r7c7")
    assert holder_of(state, goal) == 0
    put(state, 1, "r6c6")
    assert holder_of(state, goal) == -1, "contested"
    put(state, 1, "r7c14")
    state.score = [1, 0]
    end_by_scenario(state)
    assert (state.score, state.winner, state.ending) == ([1, 3], 1, POINTS)


@pytest.mark.rule("hon.victory.vp.1")
def test_vehicles_do_not_control_objectives() -> None:
    state = begun("mess")
    tank = next(unit for unit in state.units if unit.is_vehicle() and unit.counter.size == 1)
    state.put(tank, state.board.grid.named("r7c7"))
    score_goals(state)
    assert state.score == [0, 0]


@pytest.mark.rule("hon.victory.win.2", "hon.setup.scenario.2")
def test_the_points_agreed_on_end_a_free_battle() -> None:
    state = begun("clash200")
    state.round = 2
    state.score = [7, 3]
    end_by_scenario(state)
    assert not state.over
    state.score = [8, 3]
    end_by_scenario(state)
    assert (state.winner, state.ending) == (0, POINTS_REACHED)


@pytest.mark.rule("hon.victory.win.1", "hon.victory.end.1")
def test_rex_is_carried_off_by_the_americans_or_not_at_all() -> None:
    state = begun("rex")
    state.documents_place = state.scenario.locations[0]
    finder = put(state, 1, "r10c10")
    pick_up(state, finder)
    assert state.documents_unit == -1, "the dog does not go with Germans"
    end_by_scenario(state)
    assert (state.winner, state.ending) == (1, DOCUMENTS_KEPT)
    state = begun("rex")
    state.documents_place = state.scenario.locations[0]
    finder = put(state, 0, "r10c10")
    pick_up(state, finder)
    assert state.documents_unit == finder.id
    assert not may_leave(state, finder)
    state.put(finder, state.board.grid.named("r3c0"))
    assert may_leave(state, finder)
    leave(state, finder)
    end_by_scenario(state)
    assert (state.winner, state.ending, finder.status) == (0, DOCUMENTS_OUT, EXITED)


@pytest.mark.rule("hon.victory.win.1", "hon.victory.rounds.1")
@pytest.mark.parametrize(("held", "ending", "winner"), [(True, DOCUMENTS_HELD, 0), (False, DOCUMENTS_KEPT, 1)])
def test_having_rex_at_the_end_will_do_where_the_scenario_says_so(held: bool, ending: int, winner: int) -> None:
    state = begun("rex")
    assert state.scenario.held
    state.documents_place = state.scenario.locations[0]
    pick_up(state, put(state, 0, "r10c10"))
    state.round = state.scenario.rounds - 1
    end_by_scenario(state)
    assert not state.over
    state.round += 1
    try:
        state.scenario.held = held
        end_by_scenario(state)
    finally:
        state.scenario.held = True
    assert (state.winner, state.ending) == (winner, ending)


@pytest.mark.rule("hon.victory.win.1")
def test_units_score_by_leaving_down_the_road() -> None:
    state = begun("road")
    foot = put(state, 0, "r3c20")
    assert may_leave(state, foot)
    leave(state, foot)
    tank = next(unit for unit in state.units if unit.is_vehicle() and unit.seat == 0)
    state.put(tank, state.board.grid.named("r2c20"))
    leave(state, tank)
    assert (state.score, state.goal) == ([3, 0], -1)
    german = put(state, 1, "r5c20")
    assert not may_leave(state, german)


@pytest.mark.rule("hon.setup.scenario.3")
@pytest.mark.parametrize("name", sorted(set(NAMES) - {"patrol", "dug-in", "farmhouse", "hand", "godsend"}))
def test_scenarios_bring_bought_armies(name: str) -> None:
    """All but the first lessons."""
    loaded = load(SCENARIOS / f"{name}.yaml")
    for side in loaded.record.sides:
        assert all(player.army is not None for player in side.forces())
    seats = range(len(loaded.scenario.camps))
    assert all(sum(1 for unit in loaded.units if unit[0] == seat) >= 4 for seat in seats)
    own = [side.deck is not None for side in loaded.record.sides]  # hon.scenario.deck
    assert all(few or len(deck) >= 40 for few, deck in zip(own, loaded.scenario.decks, strict=True))


def test_the_eleven_published_scenarios_are_there() -> None:
    known = {"godsend", "slaughter", "carnage", "rex", "boom", "bestdef", "mess", "gas", "clash200", "tempest", "road"}
    assert len(known) == 11
    assert known <= set(NAMES)


@pytest.mark.rule("hon.setup.scenario.2", "hon.box.boards.1")
@pytest.mark.parametrize("points", [100, 200, 400])
def test_free_battles_are_drawn_from_the_seed_and_end(points: int) -> None:
    first: Any = SYSTEM.new("free", 5, {"points": points})
    again: Any = SYSTEM.new("free", 5, {"points": points})
    other: Any = SYSTEM.new("free", 6, {"points": points})
    assert first.digest() == again.digest() != other.digest()
    for seed in range(4):
        state: Any = SYSTEM.new("free", seed, {"points": points, "cards": ("off", "on")[seed % 2]})
        rng = random.Random(seed)
        for count in range(8_000):
            if state.over:
                break
            decision = rng.choice(state.pending)
            state.play(decision, rng.choice(decision.options))
            if count % 10 == 0:
                SYSTEM.check(state)
        assert state.over


@pytest.mark.rule("hon.box.boards.1")
def test_boards_are_laid_edge_to_edge_and_turned() -> None:
    from bocage.systems.normandie.content.boards import boards, laid, turned

    assert len(boards()) == 2 * 6, "six boards, both faces"
    assert all(len(rows) == 7 and {len(row) for row in rows} == {7} for rows in boards().values())
    assert turned(["ab", "cd"], 1) == ["ca", "db"]
    assert turned(["ab", "cd"], 4) == ["ab", "cd"]
    godsend = laid([["C2_B", "C1_B"]], [[3, 1]])
    assert godsend == load(SCENARIOS / "godsend.yaml").record.map


def test_points_are_for_free_battles() -> None:
    from bocage.kernel.system import BadOption

    with pytest.raises(BadOption, match="only a free battle"):
        SYSTEM.new("rex", 1, {"points": 200})
    with pytest.raises(BadOption, match="from 80 to 500"):
        SYSTEM.new("free", 1, {"points": 20})
