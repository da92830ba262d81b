"""Decisions: who decides, what kind of decision it is, and the legal options as compact integers."""

from __future__ import annotations

import random

from mypy_extensions import mypyc_attr

from bocage.kernel.act import Kind, is_point, option_piece, option_point


@mypyc_attr(allow_interpreted_subclasses=True)
class Region:
    """A reachable area of the free table, offered beside the listed options."""

    __slots__ = ()

    def contains(self, x: int, y: int) -> bool:
        raise NotImplementedError

    def takes(self, piece: int, x: int, y: int) -> bool:
        """Whether this one piece may be put here by hand. Such choices are not listed: there is no end of them."""
        return False

    def sample(self, rng: random.Random) -> int:
        """A random legal point, as an option."""
        raise NotImplementedError

    def candidates(self, n: int) -> list[int]:
        """At most n good legal points, as options."""
        raise NotImplementedError

    def outline(self) -> list[list[tuple[float, float]]]:
        """Rings to draw, in inches."""
        raise NotImplementedError

    def outline_of(self, piece: int) -> list[list[tuple[float, float]]]:
        """Rings within which this one piece may be put by hand."""
        return []

    def formation(self, option: int) -> list[tuple[float, float]]:
        """Where the figures would stand after this choice, in inches; empty where a point is no more than that."""
        return []


class Decision:
    """Never changed once asked, so copies of a state may share it."""

    __slots__ = ("kind", "options", "region", "seat")

    def __init__(self, seat: int, kind: Kind, options: list[int], region: Region | None = None) -> None:
        self.seat = seat
        self.kind = kind
        self.options = options
        self.region = region

    def allows(self, option: int) -> bool:
        if option in self.options:
            return True
        region = self.region
        if region is None or not is_point(option):
            return False
        x, y = option_point(option)
        piece = option_piece(option)
        return region.contains(x, y) if piece < 0 else region.takes(piece, x, y)

    def __repr__(self) -> str:
        free = ", or a point of a region" if self.region is not None else ""
        name = getattr(self.kind, "name", self.kind)
        return f"<Decision {name} of seat {self.seat}, {len(self.options)} options{free}>"
