from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from bocage import registry
from bocage.server import app, create_app
from bocage.server.app import build
from bocage.server.library import opening_of, shipped
from server.fake import toy_box
from server.postgres import Cluster, program


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


APPS: list[Litestar] = []  # built so far


@pytest.fixture(autouse=True)
def lent_apps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Building the routes takes longer than most tests: each test is lent the same applications, one a server."""
    lent = iter(range(1_000_000))

    def lend() -> Litestar:
        number = next(lent)
        if number == len(APPS):
            APPS.append(build())
        return APPS[number]

    monkeypatch.setattr(app, "build", lend)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if program("initdb") is None:
        pytest.skip("PostgreSQL is not installed: 'make postgres' does that")
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite3")


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    return cluster.schema()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """Every test of the server is run on both stores."""
    address: str = request.getfixturevalue(request.param)
    return address


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(database), raise_server_exceptions=False) as client:
        yield client
