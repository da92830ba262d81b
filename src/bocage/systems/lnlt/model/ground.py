"""Markers on the ground: smoke, fire, wrecks, foxholes and the other things that come and go (lnlt.core.7, 10.5, 21).

    state.ground.has(SMOKE, hex)     state.ground.masks[WRECK]     state.ground.value(MINES, hex)
    state.put_marker(FOXHOLES, hex)  state.put_marker(MINES, hex, 4)  state.take_marker(SMOKE, hex)

Use the methods of the state to change them: lines of sight that go through are worked out again. A bunker's value is
its modifier * 8 (whoever is in it stands in a place of his own, see `chart.Place`), that of mines their firepower.
"""

from __future__ import annotations

from typing import Final

from bocage.systems.lnlt.model.board import Board
from bocage.systems.lnlt.model.kinds import BLOCKING
from bocage.systems.lnlt.model.masks import hexes_in

SMOKE: Final = 0  # Smoke 1
THIN_SMOKE: Final = 1  # Smoke 2
FLAMES: Final = 2  # a Fire marker
WRECK: Final = 3
VEHICLE: Final = 4  # one stands here: degrades and covers like a wreck
FOXHOLES: Final = 5
TRENCH: Final = 6
WIRE: Final = 7
MINES: Final = 8
ROADBLOCK: Final = 9
BARRICADE: Final = 10
BUNKER: Final = 11
DEAD_COWS: Final = 12
STARSHELL: Final = 13
AT_MINES: Final = 14
MARKER_NAMES: Final[tuple[str, ...]] = (
    "smoke", "thin-smoke", "fire", "wreck", "vehicle", "foxholes", "trench", "wire", "mines", "roadblock",
    "barricade", "bunker", "dead-cows", "starshell", "at-mines",
)  # fmt: skip
MARKER_KINDS: Final = 15

MARKER_RULES: Final[tuple[str, ...]] = (
    "lnlt.core.tec.smoke", "lnlt.core.tec.smoke", "lnlt.core.tec.fire", "lnlt.core.tec.wreck",
    "lnlt.core.tec.wreck", "lnlt.core.tec.foxholes", "lnlt.core.tec.trench", "lnlt.core.21", "lnlt.core.21",
    "lnlt.core.tec.roadblock", "lnlt.core.21", "lnlt.core.21", "lnlt.core.tec.dead-cows", "lnlt.core.20.2",
    "lnlt.core.armour.11.2",
)  # fmt: skip

# What each does is in `data/markers.yaml`: see `Numbers.marker_tm`, `marker_degrades` and `marker_height`.
DEGRADERS: Final[tuple[int, ...]] = (SMOKE, THIN_SMOKE, WRECK, VEHICLE)
BLOCKERS: Final[tuple[int, ...]] = (FLAMES, ROADBLOCK, BARRICADE)
HAMPERING: Final = DEGRADERS + BLOCKERS  # lines of sight


class Ground:
    """`masks[kind]` are the hexes with such a marker. A hex holds at most one of each kind."""

    __slots__ = ("hindered", "masks", "values")

    def __init__(self) -> None:
        self.masks: list[int] = [0] * MARKER_KINDS
        self.hindered = 0  # hexes whose markers change what a step into or out of them costs
        self.values: dict[int, int] = {}  # kind + hex * MARKER_KINDS: a number that the marker carries

    def copy(self) -> Ground:
        twin = Ground()
        twin.masks = self.masks[:]
        twin.hindered = self.hindered
        if self.values:
            twin.values = self.values.copy()
        return twin

    def data(self) -> list[object]:
        values: list[object] = [[key, self.values[key]] for key in sorted(self.values)]
        return [[hex(mask) for mask in self.masks], values]

    def has(self, kind: int, hex_: int) -> bool:
        return bool(self.masks[kind] >> hex_ & 1)

    def screens(self) -> int:
        """Hexes where men must be spotted as in blocking terrain: trenches always (lnlt.nosb.21.6i), and what blocks
        the hex itself (lnlt.dj.21.8c)."""
        return self.masks[TRENCH] | self.masks[ROADBLOCK] | self.masks[BARRICADE]

    def value(self, kind: int, hex_: int) -> int:
        return self.values.get(kind + hex_ * MARKER_KINDS, 0)

    def put(self, kind: int, hex_: int, value: int) -> None:
        self.masks[kind] |= 1 << hex_
        if value:
            self.values[kind + hex_ * MARKER_KINDS] = value
        self.hindered = self.hinders()

    def take(self, kind: int, hex_: int) -> None:
        self.masks[kind] &= ~(1 << hex_)
        self.values.pop(kind + hex_ * MARKER_KINDS, 0)
        self.hindered = self.hinders()

    def hampers(self) -> int:
        """Hexes whose markers hamper lines of sight."""
        masks = self.masks
        return (
            masks[SMOKE]
            | masks[THIN_SMOKE]
            | masks[WRECK]
            | masks[VEHICLE]
            | masks[FLAMES]
            | masks[ROADBLOCK]
            | masks[BARRICADE]
        )

    def hinders(self) -> int:
        masks = self.masks
        return masks[FLAMES] | masks[ROADBLOCK] | masks[BARRICADE] | masks[WIRE]

    def at(self, hex_: int) -> list[int]:
        """Kinds of the markers in a hex."""
        return [kind for kind in range(MARKER_KINDS) if self.masks[kind] >> hex_ & 1]


# ---- lines of sight


def past_markers(board: Board, ground: Ground, heights: list[int], hex_: int) -> int:
    """What a hex sees. Fire and roadblocks block, each other marker degrades once more, and a third time blocks."""
    view = board.view(hex_)
    once = view.degraded
    twice = view.degraded_twice
    crossed = view.crossed
    masks = ground.masks
    blocked = 0
    for kind in BLOCKERS:
        mask = masks[kind] if kind == FLAMES else masks[kind] & crossed
        for marked in hexes_in(mask) if mask else ():
            blocked |= board.through(hex_, marked, heights[kind])
            if kind == FLAMES:
                blocked |= between_fires(board, ground, hex_, marked)
    for kind in DEGRADERS:
        mask = masks[kind] & crossed
        while mask:
            low = mask & -mask
            mask ^= low
            marked = low.bit_length() - 1
            crossing = view.crossing[marked] if board.is_flat else board.through(hex_, marked, heights[kind])
            blocked |= twice & crossing
            twice |= once & crossing
            once |= crossing
    return view.sight & ~blocked if blocked else view.sight


def between_fires(board: Board, ground: Ground, hex_: int, marked: int) -> int:
    """Along a hexside a line is blocked if both its hexes block it (lnlt.core.10.3)."""
    mask = 0
    for other in board.neighbours[marked]:
        if ground.masks[FLAMES] >> other & 1 or board.terrain[other].sight == BLOCKING:
            mask |= board.runs_between(hex_, marked, other)
    return mask
