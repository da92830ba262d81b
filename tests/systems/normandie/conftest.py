"""What several tests of Heroes of Normandie change, and what is set back after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from systems.normandie.field import Field

SetLine = Callable[[Field, int, int, int, int], None]


@pytest.fixture
def set_line() -> Iterator[SetLine]:
    """How far it is from one space to another, and what the terrain takes off (-1: no line), for this test alone."""
    before: list[tuple[Any, int, int]] = []

    def put(game: Field, a: int, b: int, spaces: int, need: int) -> None:
        board = game.state.board
        for pair in (a * board.grid.size + b, b * board.grid.size + a):
            for known, value in ((board.grid.distance, spaces), (board.sight, need)):
                before.append((known, pair, known[pair]))
                known[pair] = value

    yield put
    for known, pair, value in reversed(before):
        known[pair] = value
