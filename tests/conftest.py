"""A second try for tests that hang on the clock or on several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

BROWSER = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Others use the machine, so any process may be slow: what fails is tried once more, and named at the end."""
    for item in items:
        if BROWSER in item.path.parents or item.get_closest_marker("timed"):
            item.add_marker(pytest.mark.flaky(reruns=1))
