"""What one seat sees, as arrays of a fixed shape: the world, pieces, planes over the board, and the options."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
from gymnasium import spaces

from bocage.kernel import MOST, Decision, Observation, State
from bocage.kernel.act import FIRST, MOST_VERBS, SECOND, THIRD
from bocage.kernel.system import System

MOST_OPTIONS = 512  # of one decision; what is offered beyond them cannot be chosen here
SPARE = 40  # rows for pieces that come later: Heroes, half-squads, cards
FIELDS = ((0, MOST_VERBS), (FIRST, MOST), (SECOND, MOST), (THIRD, MOST))  # of an option: its verb, three operands
Seen = dict[str, np.ndarray[Any, Any]]


class Eyes:
    """The arrays of one battle. Shapes follow from its first position: every game of a scenario has the same."""

    def __init__(self, system: System, state: State, options: int = MOST_OPTIONS) -> None:
        if system.outline is None:
            raise ValueError(f"{system.id} has no observations: it declares no outline")
        self.system = system
        self.outline = system.outline
        self.options = options
        self.sides = system.places(state)
        self.out = Observation()
        system.observe(state, 0, self.out)
        self.columns = len(self.outline.piece)
        self.pieces = len(self.out.pieces) // self.columns + SPARE

    def space(self) -> spaces.Dict:
        """`options` describes what may be chosen, row by row; the first rows are offered, as `action_mask` says."""
        low, high = -(2**31), 2**31 - 1
        numbers = {
            "world": (len(self.outline.world),), "pieces": (self.pieces, self.columns), "options": (self.options, 4),
        }  # fmt: skip
        found: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(low, high, shape, np.int32) for name, shape in numbers.items()
        }
        if self.outline.masks:
            found["planes"] = spaces.Box(0, 1, (len(self.outline.masks), *self.sides), np.int8)
        found["action_mask"] = spaces.Box(0, 1, (self.options,), np.int8)
        return spaces.Dict(found)

    def look(self, state: State, seat: int, decision: Decision | None) -> Seen:
        """What this seat may know now; `decision` is its own, if it has one to take."""
        self.system.observe(state, seat, self.out)
        seen: Seen = {"world": np.array(self.out.world, np.int32), "pieces": self.rows()}
        options = decision.options[: self.options] if decision is not None else []
        seen["options"] = self.describe(options)
        if self.outline.masks:
            seen["planes"] = self.planes()
        mask = np.zeros(self.options, np.int8)
        mask[: len(options)] = 1
        seen["action_mask"] = mask
        return seen

    def rows(self) -> np.ndarray[Any, Any]:
        """Pieces one below the other, then rows of zeros."""
        flat = self.out.pieces[: self.pieces * self.columns]
        found = np.zeros(self.pieces * self.columns, np.int32)
        found[: len(flat)] = array("i", flat)
        return found.reshape(self.pieces, self.columns)

    def describe(self, options: list[int]) -> np.ndarray[Any, Any]:
        """Each option as verb and operands."""
        packed = np.zeros(self.options, np.int64)
        packed[: len(options)] = options
        return np.stack([packed >> shift & most for shift, most in FIELDS], axis=1).astype(np.int32)

    def planes(self) -> np.ndarray[Any, Any]:
        """A plane of noughts and ones for each mask, over the board."""
        across, down = self.sides
        size = across * down
        width = (size + 7) // 8
        keep = (1 << size) - 1  # places inside a hex lie where the hex does
        raw = b"".join((mask & keep).to_bytes(width, "little") for mask in self.out.masks)
        bits = np.unpackbits(np.frombuffer(raw, np.uint8).reshape(-1, width), axis=1, bitorder="little")
        return bits[:, :size].reshape(-1, across, down).astype(np.int8)
