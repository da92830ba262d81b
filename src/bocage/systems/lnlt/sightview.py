"""Lines of sight in words: what the board's own tables say of two hexes, and which hexes made them say it."""

from __future__ import annotations

from bocage.geometry.hex import NOWHERE
from bocage.kernel.views import SightStep, SightView, Text
from bocage.systems.lnlt.model import LOS_BLOCKED, Board
from bocage.systems.lnlt.rules.kinds import BLOCKING
from bocage.systems.lnlt.state import LnltState

RULE = "lnlt.core.10.3"


def sight(state: LnltState, start: str, end: str) -> SightView | None:
    board = state.board
    a, b = hex_named(board, start), hex_named(board, end)
    if a is None or b is None:
        return None
    count = board.degrading[a][b]
    steps = crossed(board, a, b)
    blocker = next((step for step in steps if step.blocks), None)
    if count < LOS_BLOCKED:
        text = Text("sight.hampered", {"n": count}) if count else Text("sight.clear")
    elif blocker is not None:
        hex_ = board.grid.names.index(blocker.place)
        text = Text("sight.blocked", {"what": f"@terrain.{board.terrain[hex_].id}", "place": blocker.place})
    else:
        text = Text("sight.blocked-many")
    distance = Text("sight.hexes", {"n": board.grid.distances[a][b]})
    levels = (board.levels[a], board.levels[b])
    return SightView(start, end, count < LOS_BLOCKED, text, RULE, distance, steps, levels)


def hex_named(board: Board, name: str) -> int | None:
    return board.grid.names.index(name) if name in board.grid.names else None


def crossed(board: Board, a: int, b: int) -> list[SightStep]:
    """In order from the first end; a line along a hexside counts once, for the hex that hampers it less."""
    trace = board.grid.trace(a, b)
    found = [(hex_, board.obstacle(a, b, hex_, False)) for hex_ in trace.crossed]
    for one, other in zip(trace.first, trace.second, strict=True):
        if other == NOWHERE:
            continue
        what = board.along(a, b, one, other)
        found.append((one if board.obstacle(a, b, one, True) == what else other, what))
    found.sort(key=lambda item: board.grid.distances[a][item[0]])
    return [step(board, hex_, what) for hex_, what in found]


def step(board: Board, hex_: int, what: int) -> SightStep:
    terrain = board.terrain[hex_]
    name = f"@terrain.{terrain.id}"
    place = board.grid.names[hex_]
    if what == BLOCKING:
        text = Text("sight.blocks", {"terrain": name})
    else:
        text = Text("sight.hampers", {"terrain": name, "n": what}) if what else Text("sight.open", {"terrain": name})
    height = terrain.height if terrain.height or not terrain.sight else 0.5
    return SightStep(place, text, what == BLOCKING, what, board.levels[hex_], float(height))


def field(state: LnltState, place: str) -> list[str]:
    board = state.board
    hex_ = hex_named(board, place)
    if hex_ is None:
        return []
    return [board.grid.names[other] for other in range(board.size) if board.sight[hex_] >> other & 1]
