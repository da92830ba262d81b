"""Rules know no seat: tests marked `both_seats` are played from either, but for those marked `first_seat`."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.systems.lnlt import SYSTEM


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marked = metafunc.definition.get_closest_marker
    if marked("both_seats") and not marked("first_seat"):
        metafunc.parametrize("seated", [0, 1], indirect=True, ids=["first-seat", "second-seat"])


@pytest.fixture(autouse=True)
def seated(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The side that was first is second; whoever began begins."""
    if not getattr(request, "param", 0):
        return
    place = SYSTEM.drill_position

    def swapped(position: dict[str, Any]) -> Any:
        first, second = position["sides"]
        begins = position.get("initiative") or first["nation"]
        return place({**position, "sides": [second, first], "initiative": begins})

    monkeypatch.setattr(SYSTEM, "drill_position", swapped)
