from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from bocage import registry
from bocage.server import create_app
from bocage.server.library import opening_of, shipped
from server.fake import toy_box


@pytest.fixture(autouse=True)
def toy_systems(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Toys for every test but those of modules that say they want the real systems."""
    opening_of.cache_clear()
    shipped.cache_clear()
    if getattr(request.module, "REAL_SYSTEMS", False):
        return
    system, systems = toy_box(registry.system)
    monkeypatch.setattr(registry, "system", system)
    monkeypatch.setattr(registry, "systems", systems)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite3")


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(database), raise_server_exceptions=False) as client:
        yield client
