"""Markers on the ground: smoke, fire, wrecks, foxholes and the other things that come and go (lnlt.core.7, 10.5, 21).

    state.ground.has(SMOKE, hex)     state.ground.masks[WRECK]     state.ground.value(MINES, hex)
    state.put_marker(FOXHOLES, hex)  state.put_marker(MINES, hex, 4)  state.take_marker(SMOKE, hex)

Use the methods of the state to change them: lines of sight that go through are worked out again. A bunker's value is
its modifier * 8 (whoever is in it stands in a place of his own, see `chart.Place`), that of mines their firepower.
"""

from __future__ import annotations

from typing import Final

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
MARKER_NAMES: Final = (
    "smoke",
    "thin-smoke",
    "fire",
    "wreck",
    "vehicle",
    "foxholes",
    "trench",
    "wire",
    "mines",
    "roadblock",
    "barricade",
    "bunker",
    "dead-cows",
    "starshell",
    "at-mines",
)
MARKER_KINDS: Final = 15

MARKER_RULES: Final = (
    "lnlt.core.tec.smoke",
    "lnlt.core.tec.smoke",
    "lnlt.core.tec.fire",
    "lnlt.core.tec.wreck",
    "lnlt.core.tec.wreck",
    "lnlt.core.tec.foxholes",
    "lnlt.core.tec.trench",
    "lnlt.core.21",
    "lnlt.core.21",
    "lnlt.core.tec.roadblock",
    "lnlt.core.21",
    "lnlt.core.21",
    "lnlt.core.tec.dead-cows",
    "lnlt.core.20.2",
    "lnlt.core.armour.11.2",
)

# What each does is in `data/markers.yaml`: see `Numbers.marker_tm`, `marker_degrades` and `marker_height`.
DEGRADERS: Final = (SMOKE, THIN_SMOKE, WRECK, VEHICLE)
BLOCKERS: Final = (FLAMES, ROADBLOCK, BARRICADE)


class Ground:
    """`masks[kind]` are the hexes with such a marker. A hex holds at most one of each kind."""

    __slots__ = ("masks", "values")

    def __init__(self) -> None:
        self.masks: list[int] = [0] * MARKER_KINDS
        self.values: dict[int, int] = {}  # kind + hex * MARKER_KINDS: a number that the marker carries

    def copy(self) -> Ground:
        twin = Ground()
        twin.masks = self.masks[:]
        if self.values:
            twin.values = self.values.copy()
        return twin

    def data(self) -> list[object]:
        values: list[object] = [[key, self.values[key]] for key in sorted(self.values)]
        return [[hex(mask) for mask in self.masks], values]

    def has(self, kind: int, hex_: int) -> bool:
        return bool(self.masks[kind] >> hex_ & 1)

    def value(self, kind: int, hex_: int) -> int:
        return self.values.get(kind + hex_ * MARKER_KINDS, 0)

    def put(self, kind: int, hex_: int, value: int) -> None:
        self.masks[kind] |= 1 << hex_
        if value:
            self.values[kind + hex_ * MARKER_KINDS] = value

    def take(self, kind: int, hex_: int) -> None:
        self.masks[kind] &= ~(1 << hex_)
        self.values.pop(kind + hex_ * MARKER_KINDS, 0)

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
        """Hexes whose markers change what a step into or out of them costs."""
        masks = self.masks
        return masks[FLAMES] | masks[ROADBLOCK] | masks[BARRICADE] | masks[WIRE]

    def at(self, hex_: int) -> list[int]:
        """Kinds of the markers in a hex."""
        return [kind for kind in range(MARKER_KINDS) if self.masks[kind] >> hex_ & 1]
