"""What holds of every move, chosen or forced, in random games and games by the book, with vehicles and wrecks about.

Distances and crossings are measured by others than us (shapely). `make soak` plays 20,000 random moves and 3,000 by the
book; a run of the tests plays a sample.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from shapely import LineString, Point, Polygon

from bocage.bots import bot as make
from bocage.kernel.act import is_point, option_point
from bocage.kernel.game import Game
from bocage.registry import new
from bocage.systems.disposable.model.tables import DISTANCE, IMPASSABLE
from bocage.systems.disposable.rules import decisions
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.acts import ACTS, EVADE
from bocage.systems.disposable.rules.command import coherent, command_distance, highest_guts
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.snap import SnapWindow
from bocage.systems.disposable.state import FALLING, ON_TABLE, PINNED, ROUTING, DisposableState, Unit

MOVES = int(os.environ.get("BOCAGE_MOVES", "300"))
SCENARIOS = ("crossroads", "tank_trap", "farm", "river_town", "works")
FORCED = {FALLING: 60, ROUTING: 90}
HAIR = 0.02  # tenths, for the rounding of those who measure


def games(player: str, moves: int) -> Iterator[tuple[Game, random.Random]]:
    """Games until so many moves have been looked at by whoever asks."""
    for seed in range(moves):
        rng = random.Random(f"{player}/{seed}")
        yield new("disposable", SCENARIOS[seed % len(SCENARIOS)], seed=seed, recording=False), rng


def stride(state: DisposableState, unit: Unit, reach: Reach, spots: list[int]) -> None:
    """No figure beyond its allowance along its way, none through an enemy, a hull or what cannot be crossed."""
    for i, way in enumerate(reach.routes(spots)):
        line = LineString([(way[k], way[k + 1]) for k in range(0, len(way), 2)])
        assert (way[0], way[1]) == (state.x[unit.figures[i]], state.y[unit.figures[i]])
        assert line.length <= reach.allowance + HAIR, "beyond its allowance"
        for enemy in state.enemies(unit.seat):
            room = 20 if state.vehicle(enemy) is not None else 10
            for f in enemy.figures:
                assert line.distance(Point(state.x[f], state.y[f])) >= room - HAIR, "through an enemy"
        for other in state.units:
            if other.wreck:
                assert line.distance(Point(other.left, other.low)) >= 20 - HAIR, "through a wreck"
        for area in state.scenario.table.areas:
            if area.move == IMPASSABLE:
                shape = Polygon(list(zip(area.shape.xs, area.shape.ys, strict=True)))
                assert line.distance(shape) >= 5 - HAIR, f"over {area.id}"
        end = Point(way[-2], way[-1])
        for barrier in state.scenario.table.barriers:
            wall = LineString(list(zip(barrier.shape.xs, barrier.shape.ys, strict=True)))
            assert end.distance(wall) >= 5 - HAIR, f"on {barrier.id}"


def check_move(game: Game, option: int) -> bool:
    """Look at a move that is about to be made, and whether it ends as its preview has shown; False: it was none."""
    state = game.state
    assert isinstance(state, DisposableState)
    decision, top = state.pending[0], state.stack[-1]
    reach = decision.region
    if not (decision.kind is decisions.STEP and is_point(option) and isinstance(reach, Reach)):
        return False
    assert isinstance(top, Activation)
    unit = state.units[top.unit]
    if unit.place != ON_TABLE or state.vehicle(unit) is not None:
        return False
    assert reach.allowance == DISTANCE[top.mode]
    shown = [round(10 * v) for spot in reach.formation(option) for v in spot]
    whole = coherent(state, unit)
    stride(state, unit, reach, reach.settle(*option_point(option)))
    figures = unit.figures[:]
    game.play(option)
    if any(isinstance(part, SnapWindow) for part in state.stack):
        while state.pending and state.pending[0].kind is decisions.SNAP:
            game.play(state.pending[0].options[-1])
    if unit.place == ON_TABLE and unit.figures == figures:
        assert [v for f in figures for v in (state.x[f], state.y[f])] == shown, "not as it was shown"
        assert coherent(state, unit) or not whole, "scattered"
    return True


def check_forced(
    state: DisposableState, before: list[tuple[int, list[tuple[int, int, int]]]], acting: int, evaded: bool
) -> None:
    """Whoever has been driven off by this choice has gone no farther than he may, first in evading a charge."""
    for unit, (status, places) in zip(state.units, before, strict=True):
        if unit.place != ON_TABLE or unit.index == acting or unit.status <= status or state.vehicle(unit) is not None:
            continue
        limit = command_distance(highest_guts(state, unit)) if unit.status == PINNED else FORCED[unit.status]
        for f, x, y in places:
            if f in unit.figures:
                far = Point(x, y).distance(Point(state.x[f], state.y[f]))
                assert far <= limit + (90 if evaded else 0) + HAIR, "driven too far"


def standing(state: DisposableState) -> list[tuple[int, list[tuple[int, int, int]]]]:
    return [(unit.status, [(f, state.x[f], state.y[f]) for f in unit.figures]) for unit in state.units]


@pytest.mark.rule("dh.open.way", "dh.open.away", "dh.cmd.distance.2", "dh.move.sneak.1", "dh.move.manoeuvre.1")
@pytest.mark.parametrize(("player", "moves"), [("random", MOVES), ("doctrine", MOVES * 3 // 20)])
def test_moves_hold(player: str, moves: int) -> None:
    looked_at = 0
    for game, rng in games(player, moves):
        state = game.state
        assert isinstance(state, DisposableState)
        chooser = make(player, rng)
        while not state.over and looked_at < moves:
            decision = state.pending[0]
            option = chooser.choose(game, decision.seat)
            before = standing(state)
            acting = next((part.unit for part in state.stack if isinstance(part, Activation)), -1)
            if check_move(game, option):
                looked_at += 1
            else:
                game.play(option)
                check_forced(state, before, acting, ACTS.of(option) is EVADE)
        if looked_at >= moves:
            break
    assert looked_at == moves
