"""What a learner sees of a position: whole numbers under names, and none that its seat may not know."""

from __future__ import annotations


class Outline:
    """The names of what a system's observations hold: of the world, of each piece, and of masks over the places."""

    __slots__ = ("masks", "piece", "world")

    def __init__(self, world: tuple[str, ...], piece: tuple[str, ...], masks: tuple[str, ...] = ()) -> None:
        self.world = world
        self.piece = piece
        self.masks = masks


class Observation:
    """Filled by `System.observe`, again and again.

    `pieces` holds one row after another; `masks` are sets of places, the bit of place n being 1 << n.
    """

    __slots__ = ("masks", "pieces", "world")

    def __init__(self) -> None:
        self.world: list[int] = []
        self.pieces: list[int] = []
        self.masks: list[int] = []

    def write(self, world: list[int], masks: list[int]) -> None:
        """Begin anew, before the rows of the pieces."""
        self.world = world
        self.masks = masks
        self.pieces = []
