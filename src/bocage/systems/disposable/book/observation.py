"""The table in numbers, for learners. Nothing on it is secret; lengths are in tenths of an inch."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Observation, Outline
from bocage.systems.disposable.rules.victory import holder, losses, points
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, DisposableState, Unit

# Categories of rows
UNIT: Final = 0
FIGURE: Final = 1
OBJECTIVE: Final = 2

OUTLINE: Final = Outline(
    world=(
        "turn", "turns", "own_first", "own_points", "enemy_points", "own_losses", "enemy_losses", "own_strength",
        "enemy_strength", "width", "height",
    ),
    piece=(
        "category", "id", "own", "x", "y", "place", "unit", "men", "status", "activated", "snapped", "facing_x",
        "facing_y", "team", "vehicle", "commander", "sniper", "carrier", "weapons_out", "immobile", "speed", "points",
    ),
)  # fmt: skip


def observe(state: DisposableState, seat: int, out: Observation) -> None:
    enemy = 1 - seat
    own_lost, own_strength = losses(state, seat)
    enemy_lost, enemy_strength = losses(state, enemy)
    table = state.scenario.table
    world = [
        state.turn, state.scenario.turns, int(state.first == seat), points(state, seat), points(state, enemy), own_lost,
        enemy_lost, own_strength, enemy_strength, table.width, table.height,
    ]  # fmt: skip
    out.write(world, [])
    for unit in state.units:
        add_unit(out.pieces, state, unit, int(unit.seat == seat))
    for number, objective in enumerate(state.scenario.objectives):
        side = holder(state, objective)
        held = -1 if side < 0 else int(side == seat)
        out.pieces += [OBJECTIVE, number, held, objective.x, objective.y, *[0] * 16, objective.vp]


def add_unit(rows: list[int], state: DisposableState, unit: Unit, own: int) -> None:
    """The unit, and on the table each of its men."""
    force = state.scenario.forces[unit.index]
    there = unit.place in (ON_TABLE, MOUNTED) and bool(unit.figures)
    x, y = state.centre(unit) if there else (-1, -1)
    rows += [
        UNIT, unit.index, own, x, y, unit.place, unit.index, len(unit.figures), unit.status, int(unit.activated),
        unit.snapped, unit.facing_x, unit.facing_y, int(force.weapon is not None), int(force.vehicle is not None),
        int(force.commander), int(force.sniper), unit.carrier, unit.out, int(unit.immobile), unit.speed, 0,
    ]  # fmt: skip
    if unit.place == ON_TABLE:
        for figure in unit.figures:
            rows += [FIGURE, figure, own, state.x[figure], state.y[figure], unit.place, unit.index, *[0] * 15]
