"""Caution, aggression and objective turn play the way they say, decision by decision, in each system's own terms."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import hypot

import pytest

import bocage
from bocage.bots import bot
from bocage.kernel.act import first, is_point, option_point
from bocage.kernel.appraisal import Manner
from bocage.kernel.game import Game
from bocage.systems.disposable.book import appraisal as disposable
from bocage.systems.disposable.model.tables import HOLD
from bocage.systems.disposable.rules import acts, decisions
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.state import ON_TABLE, DisposableState
from bocage.systems.lnlt.book.appraisal import way_to
from bocage.systems.lnlt.book.outlook import Outlook
from bocage.systems.lnlt.rules import acts as lnlt
from bocage.systems.lnlt.rules.movement import Movement as Move
from bocage.systems.lnlt.state import LnltState
from bocage.systems.normandie.book import appraisal as normandie
from bocage.systems.normandie.rules import acts as hon
from bocage.systems.normandie.rules import decisions as hon_decisions
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.state import FIELD, NormandieState

Measure = Callable[[Game, int], float | None]
"""What an option means in a position; None, for all options, at decisions that are not of the kind."""


def told_apart(system: str, scenario: str, setting: str, measure: Measure, games: int = 2) -> tuple[float, float, int]:
    """The mean measure of what the bot does with the setting at 0 and at 4, and how often the two differ.

    Both are asked in every position of games that the plain bot plays.
    """
    sums = [0.0, 0.0]
    asked = differ = 0
    for seed in range(1, games + 1):
        game = bocage.new(system, scenario, seed=seed, recording=False)
        for _ in range(2000):
            if game.over:
                break
            seat = game.decision.seat
            if measure(game, game.decision.options[0]) is not None:
                chosen = [bot(f"doctrine:{setting}={n}", random.Random(1)).choose(game, seat) for n in (0, 4)]
                asked += 1
                differ += chosen[0] != chosen[1]
                sums = [sums[n] + (measure(game, option) or 0.0) for n, option in enumerate(chosen)]
            game.play(bot("doctrine", random.Random(seed)).choose(game, seat), seat)
    assert asked > 20, "the games held too few such decisions"
    return sums[0] / asked, sums[1] / asked, differ


# ---- Lock 'n Load Tactical


def hex_after_step(game: Game, option: int) -> tuple[LnltState, int] | None:
    """Where men stand after a step, or after staying."""
    state, decision = game.state, game.decision
    assert isinstance(state, LnltState)
    top = state.stack[-1]
    if decision.kind != lnlt.STEP or not isinstance(top, Move):
        return None
    return state, first(option) if lnlt.ACTS.of(option) is lnlt.STEP_TO else top.hex


def danger_of_hex(game: Game, option: int) -> float | None:
    found = hex_after_step(game, option)
    return None if found is None else Outlook(found[0], game.decision.seat, Manner()).danger(found[1])


def way_after_hex(game: Game, option: int) -> float | None:
    """To the objectives that the side does not hold."""
    found = hex_after_step(game, option)
    if found is None:
        return None
    state, hex_ = found
    goals = [goal.hex for i, goal in enumerate(state.scenario.objectives) if state.control[i] != game.decision.seat]
    return float(min((way_to(state.board, goal)[hex_] for goal in goals), default=0))


def fires(game: Game, option: int) -> float | None:
    """Of stacks that can fire."""
    if game.decision.kind != lnlt.ACTIVATION or not any(map(fires_from_hex, game.decision.options)):
        return None
    return float(fires_from_hex(option))


def fires_from_hex(option: int) -> bool:
    return lnlt.ACTS.of(option).operands[:1] == (lnlt.ORIGIN,)


def test_caution_keeps_squads_out_of_danger() -> None:
    careless, careful, differ = told_apart("lnlt", "boh/first-contact", "caution", danger_of_hex)
    assert differ > 0
    assert careful < careless


def test_aggression_makes_squads_fire() -> None:
    mild, keen, differ = told_apart("lnlt", "boh/first-contact", "aggression", fires)
    assert differ > 0
    assert keen > mild


def test_objective_draws_squads_to_the_hexes_that_count() -> None:
    idle, drawn, differ = told_apart("lnlt", "boh/first-contact", "objective", way_after_hex)
    assert differ > 0
    assert drawn < idle


# ---- Heroes of Normandie


def end_of_step(game: Game, option: int) -> tuple[NormandieState, int, int] | None:
    """Unit and space after a step of a plain move."""
    state, decision = game.state, game.decision
    assert isinstance(state, NormandieState)
    top = state.stack[-1]
    if decision.kind != hon_decisions.STEP or not isinstance(top, Movement) or top.target >= 0:
        return None
    unit = state.units[top.unit]
    if unit.status != FIELD:
        return None
    return state, unit.id, first(option) if hon.ACTS.of(option) is hon.STEP_TO else unit.cell


def danger_of_step(game: Game, option: int) -> float | None:
    found = end_of_step(game, option)
    if found is None:
        return None
    state, unit, cell = found
    return normandie.Outlook(state, game.decision.seat, Manner()).danger(state.units[unit], cell)


def way_after_step(game: Game, option: int) -> float | None:
    found = end_of_step(game, option)
    if found is None:
        return None
    state, _, cell = found
    ways = [normandie.ways_to(state.ground, state.board.grid.size, goal.cells)[cell] for goal in state.scenario.goals]
    return float(min(ways))


def shoots(game: Game, option: int) -> float | None:
    """Of units that can shoot."""
    if game.decision.kind is not hon_decisions.ACT:
        return None
    if hon.FIRE not in [hon.ACTS.of(each) for each in game.decision.options]:
        return None
    return float(hon.ACTS.of(option) not in (hon.PASS, hon.MOVE))


def test_caution_keeps_men_of_normandie_out_of_danger() -> None:
    careless, careful, differ = told_apart("normandie", "carnage", "caution", danger_of_step)
    assert differ > 0
    assert careful < careless


def test_aggression_makes_men_of_normandie_shoot() -> None:
    mild, keen, differ = told_apart("normandie", "carnage", "aggression", shoots, games=6)
    assert differ > 0
    assert keen > mild


def test_objective_draws_men_of_normandie_to_the_crossing() -> None:
    idle, drawn, differ = told_apart("normandie", "carnage", "objective", way_after_step)
    assert differ > 0
    assert drawn < idle


# ---- Disposable Heroes

HOLD_ACT = acts.MODES[HOLD].act()


def end_of_move(game: Game, option: int) -> tuple[DisposableState, int, int] | None:
    """Where a move that was offered leads the unit's leader."""
    state, decision = game.state, game.decision
    assert isinstance(state, DisposableState)
    top = state.stack[-1]
    if (
        decision.kind is not decisions.STEP
        or not isinstance(top, Activation)
        or not any(map(is_point, decision.options))
    ):
        return None
    unit = state.units[top.unit]
    if unit.place != ON_TABLE or not unit.figures:
        return None
    if is_point(option):
        return (state, *option_point(option))
    return state, state.x[unit.figures[0]], state.y[unit.figures[0]]


def danger_of_move(game: Game, option: int) -> float | None:
    found = end_of_move(game, option)
    if found is None:
        return None
    state, x, y = found
    return disposable.Outlook(state, game.decision.seat, Manner()).danger(x, y)


def way_after_move(game: Game, option: int) -> float | None:
    found = end_of_move(game, option)
    if found is None:
        return None
    state, x, y = found
    return min(hypot(objective.x - x, objective.y - y) for objective in state.scenario.objectives)


def holds(game: Game, option: int) -> float | None:
    """To hold is to fire every die."""
    if game.decision.kind is not decisions.MODE or HOLD_ACT not in game.decision.options:
        return None
    return float(option == HOLD_ACT)


def test_caution_keeps_disposable_heroes_out_of_danger() -> None:
    careless, careful, differ = told_apart("disposable", "open_field", "caution", danger_of_move)
    assert differ > 0
    assert careful < careless


def test_aggression_makes_disposable_heroes_hold_and_fire() -> None:
    mild, keen, differ = told_apart("disposable", "open_field", "aggression", holds)
    assert differ > 0
    assert keen > mild


def test_objective_draws_disposable_heroes_to_the_farm() -> None:
    idle, drawn, differ = told_apart("disposable", "open_field", "objective", way_after_move)
    assert differ > 0
    assert drawn < idle


SCENES = {"lnlt": "boh/first-contact", "normandie": "carnage", "disposable": "open_field"}


@pytest.mark.parametrize("system", list(SCENES))
def test_an_unchanged_setting_changes_nothing(system: str) -> None:
    game = bocage.new(system, SCENES[system], seed=4, recording=False)
    plain = bot("doctrine", random.Random(1))
    same = bot("doctrine:caution=1:aggression=1:objective=1", random.Random(1))
    for _ in range(60):
        if game.over:
            break
        seat = game.decision.seat
        option = plain.choose(game, seat)
        assert same.choose(game, seat) == option
        game.play(option, seat)
