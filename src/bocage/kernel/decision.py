"""Decisions: who decides, what kind of decision it is, and the legal options as compact integers."""

from __future__ import annotations

import random
from typing import Final

from mypy_extensions import mypyc_attr

# Points of the free table travel as integers too: tenths of an inch, x before y.
POINT: Final = 1 << 30
POINT_STRIDE: Final = 1 << 12


def point_option(x: int, y: int) -> int:
    """The option that stands for the point (x, y), in tenths of an inch."""
    return POINT + x * POINT_STRIDE + y


def is_point(option: int) -> bool:
    return option >= POINT


def option_point(option: int) -> tuple[int, int]:
    packed = option - POINT
    return packed // POINT_STRIDE, packed % POINT_STRIDE


@mypyc_attr(allow_interpreted_subclasses=True)
class Region:
    """A reachable area of the free table, offered beside the listed options."""

    __slots__ = ()

    def contains(self, x: int, y: int) -> bool:
        raise NotImplementedError

    def sample(self, rng: random.Random) -> int:
        """A random legal point, as an option."""
        raise NotImplementedError

    def candidates(self, n: int) -> list[int]:
        """At most n good legal points, as options."""
        raise NotImplementedError

    def outline(self) -> list[list[tuple[float, float]]]:
        """Rings to draw, in inches."""
        raise NotImplementedError

    def formation(self, option: int) -> list[tuple[float, float]]:
        """Where the figures would stand after this choice, in inches; empty where a point is no more than that."""
        return []


class Decision:
    """Never changed once asked, so copies of a state may share it."""

    __slots__ = ("kind", "options", "region", "seat")

    def __init__(self, seat: int, kind: int, options: list[int], region: Region | None = None) -> None:
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
        return region.contains(x, y)
