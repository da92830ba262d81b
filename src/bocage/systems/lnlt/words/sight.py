"""Lines of sight in words: everything that a line meets, what it does to it, and the verdict of the rules."""

from __future__ import annotations

from bocage.geometry.hex import CROSSED, DIRECTIONS, NOWHERE
from bocage.kernel import Text
from bocage.kernel.views import SightStep, SightView
from bocage.systems.lnlt.model.board import LOS_BLOCKED, Board
from bocage.systems.lnlt.model.ground import BLOCKERS, DEGRADERS, FLAMES, MARKER_NAMES, MARKER_RULES
from bocage.systems.lnlt.model.kinds import BLOCKING, DEGRADING, OPEN
from bocage.systems.lnlt.rules.special import VISIBILITY
from bocage.systems.lnlt.rules.terrain import hindrance
from bocage.systems.lnlt.state import LnltState

RULE = "lnlt.core.10.3"


class Met:
    """A thing on the line: terrain of a hex, a hexside, a railway or a marker."""

    def __init__(self, board: Board, hex_: int, name: str, what: int, rule: str, height: float) -> None:
        self.hex = hex_
        self.place = board.grid.names[hex_]
        self.name = name  # a catalogue key
        self.what = what
        self.rule = rule
        self.height = height
        self.level = board.levels[hex_]


def sight(state: LnltState, start: str, end: str) -> SightView | None:
    board = state.board
    a, b = hex_named(board, start), hex_named(board, end)
    if a is None or b is None:
        return None
    count = hindrance(state, a, b)
    found = everything(state, a, b)
    blocker = next((met for met in found if met.what == BLOCKING), None)
    rule = RULE
    walled = indoors(board, a, b)
    if walled:
        count = LOS_BLOCKED
        text, rule = Text(f"sight.{walled}"), INDOORS[walled]
    elif state.visibility and state.look_from(a) & ~state.sight_from(a) & 1 << b:
        count = LOS_BLOCKED
        text, rule = Text("sight.too-dark", {"n": state.visibility}), VISIBILITY
    elif count < LOS_BLOCKED:
        text = Text("sight.hampered", {"n": count}) if count else Text("sight.clear")
    elif blocker is not None:
        text = Text("sight.blocked", {"what": f"@{blocker.name}", "place": blocker.place})
        rule = blocker.rule
    else:
        text = Text("sight.blocked-many")
    distance = Text("sight.hexes", {"n": board.grid.distances[a][b]})
    levels = (board.levels[a], board.levels[b])
    return SightView(start, end, count < LOS_BLOCKED, text, rule, distance, [step(met) for met in found], levels)


INDOORS = {"other-floor": "lnlt.core.10.2", "out-of-arc": "lnlt.core.21"}


def indoors(board: Board, a: int, b: int) -> str:
    """Why somebody inside a hex cannot see another place, whatever lies between them; empty if he can."""
    if max(a, b) < board.hexes:
        return ""
    if board.is_cut_off(a, b):
        return "other-floor"
    place = board.place(a)
    return "out-of-arc" if place is not None and not place.arc >> b & 1 else ""


def hex_named(board: Board, name: str) -> int | None:
    return board.grid.numbers.get(name)


def everything(state: LnltState, a: int, b: int) -> list[Met]:
    """In order from the first end."""
    board = state.board
    met = board.met(a, b)
    found = terrain_met(board, a, b, met) + sides_met(board, a, b, met) + markers_met(state, a, b)
    for number in board.railways_crossed(a, b, met):
        crossed = [hex_ for hex_ in board.railways[number] if hex_ * 8 + CROSSED in met]
        near = min(crossed or board.railways[number], key=lambda hex_: board.grid.distances[a][hex_])
        found.append(Met(board, near, "terrain.railway", DEGRADING, "lnlt.dj.21.9a", 0.5))
    found.sort(key=lambda item: board.grid.distances[a][item.hex])
    return found


def terrain_met(board: Board, a: int, b: int, met: list[int]) -> list[Met]:  # lnlt.core.10.3, lnlt.core.10.2
    """A line along a hexside counts once, for the hex that hampers it less."""
    found: list[Met] = []
    for item in met:
        hex_, how = item >> 3, item & 7
        what = OPEN
        if how == CROSSED:
            what = board.obstacle(a, b, hex_, False)
        else:
            other = board.grid.neighbours[hex_][how]
            if other == NOWHERE or other < hex_:
                continue
            what = board.along(a, b, hex_, other)
            if board.obstacle(a, b, hex_, True) != what:
                hex_ = other
        terrain = board.terrain[hex_]
        hill = what == BLOCKING and terrain.sight != BLOCKING
        height = terrain.height if terrain.height or not terrain.sight else 0.5
        rule = "lnlt.core.tec.hill" if hill else terrain.rule
        found.append(Met(board, hex_, "terrain.hill" if hill else f"terrain.{terrain.id}", what, rule, height))
    return found


def sides_met(board: Board, a: int, b: int, met: list[int]) -> list[Met]:
    found: list[Met] = []
    corners = [min(keys, key=lambda k: board.sides[k].sight) for keys in board.corners_met(a, b, met)]
    for key in [*board.sides_met(a, b, met), *corners]:
        side = board.sides[key]
        height = side.height or 0.5
        what = board.side_obstacle(a, b, key)
        found.append(Met(board, key // DIRECTIONS, f"hexside.{side.id}", what, side.rule, height))
    return found


def markers_met(state: LnltState, a: int, b: int) -> list[Met]:
    board = state.board
    found: list[Met] = []
    for kind in (*BLOCKERS, *DEGRADERS):
        for hex_ in range(board.size):
            if not state.ground.has(kind, hex_):
                continue
            met = board.through(a, hex_, state.scenario.numbers.marker_height[kind]) >> b & 1
            if kind == FLAMES and not met:
                met = any(
                    board.runs_between(a, hex_, other) >> b & 1
                    for other in board.neighbours[hex_]
                    if state.ground.has(FLAMES, other) or board.terrain[other].sight == BLOCKING
                )
            if met:
                what = BLOCKING if kind in BLOCKERS else DEGRADING
                height = state.scenario.numbers.marker_height[kind] or 0.5
                found.append(Met(board, hex_, f"marker.{MARKER_NAMES[kind]}", what, MARKER_RULES[kind], height))
    return found


def step(met: Met) -> SightStep:
    name = f"@{met.name}"
    if met.what == BLOCKING:
        text = Text("sight.blocks", {"terrain": name})
    elif met.what:
        text = Text("sight.hampers", {"terrain": name, "n": met.what})
    else:
        text = Text("sight.open", {"terrain": name})
    return SightStep(met.place, text, met.what == BLOCKING, met.what, met.level, float(met.height))


def field(state: LnltState, place: str) -> list[str]:
    board = state.board
    hex_ = hex_named(board, place)
    if hex_ is None:
        return []
    return [board.grid.names[other] for other in range(board.size) if state.sight_from(hex_) >> other & 1]
