"""Lines of sight in words, from the same tables that fire uses."""

from __future__ import annotations

from bocage.kernel import Text
from bocage.kernel.views import SightStep, SightView
from bocage.systems.normandie.rules.sight import BLOCKED, line_of_sight
from bocage.systems.normandie.state import NormandieState


def sight(state: NormandieState, start: str, end: str) -> SightView | None:
    grid = state.board.grid
    a, b = grid.named(start), grid.named(end)
    if a < 0 or b < 0:
        return None
    penalty = line_of_sight(state, a, b)
    steps = [step(state, cell) for cell in grid.line(a, b) if cell not in (a, b)]
    text, rule = verdict(state, penalty, steps)
    distance = Text("sight.spaces", {"n": grid.distance[a * grid.size + b]})
    return SightView(start, end, penalty != BLOCKED, text, rule, distance, steps)


def verdict(state: NormandieState, penalty: int, steps: list[SightStep]) -> tuple[Text, str]:
    if penalty > 0:
        return Text("sight.hampered", {"n": penalty}), "hon.los.obscured.1"
    if penalty == 0:
        return Text("sight.clear"), "hon.los.clear.1"
    for found in steps:
        if found.blocks:
            return blocked(state, found)
    return Text("sight.blocked-corner"), "hon.open.los.corner.1"


def blocked(state: NormandieState, found: SightStep) -> tuple[Text, str]:
    cell = state.board.grid.named(found.place)
    if state.blockers >> cell & 1:
        return Text("sight.blocked-unit", {"place": state.board.grid.label(cell)}), "hon.los.block.2"
    what = f"@terrain.{state.ground.terrain[cell].id}"
    return Text("sight.blocked", {"what": what, "place": state.board.grid.label(cell)}), "hon.los.block.1"


def step(state: NormandieState, cell: int) -> SightStep:
    terrain = state.ground.terrain[cell]
    place = state.board.grid.name(cell)
    name = f"@terrain.{terrain.id}"
    if state.blockers >> cell & 1:
        return SightStep(place, Text("sight.unit"), True)
    if terrain.blocks or state.ground.solid >> cell & 1:
        return SightStep(place, Text("sight.blocks", {"terrain": name}), True)
    if terrain.obscure:
        return SightStep(place, Text("sight.hampers", {"terrain": name, "n": terrain.obscure}), hampers=terrain.obscure)
    return SightStep(place, Text("sight.open", {"terrain": name}))


def field(state: NormandieState, place: str) -> list[str]:
    grid = state.board.grid
    cell = grid.named(place)
    if cell < 0:
        return []
    return [grid.name(c) for c in range(grid.size) if c == cell or line_of_sight(state, cell, c) != BLOCKED]
