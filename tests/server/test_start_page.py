"""The start page lists one's games: what their scenarios are called is known, and no file is read for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage import registry
from server.helpers import key

REAL_SYSTEMS = True


def test_kept_games_are_listed_and_opened_without_reading_a_file(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = [start_first(client, entry) for entry in client.get("/api/systems").json()["systems"]]
    read: list[str] = []
    opening = Path.open

    def count(self: Path, *args: Any, **more: Any) -> Any:
        read.append(str(self))
        return opening(self, *args, **more)

    monkeypatch.setattr(Path, "open", count)
    for system in registry.systems().values():
        monkeypatch.setattr(system, "scenarios", lambda: pytest.fail("scenarios are read again"))
    listed = client.post("/api/games/mine", json={"secrets": secrets}).json()
    shown = [client.get("/api/game", headers=key(secret)).json() for secret in secrets]
    assert read == []
    assert [line["scenario"] for line in listed] == [game["scenario"] for game in shown]
    assert all(line["scenario"] and game["about"] for line, game in zip(listed, shown, strict=True))


def start_first(client: TestClient, entry: dict[str, Any]) -> str:
    scenario = entry["scenarios"][0]
    body = {"system": entry["id"], "scenario": scenario["id"], "seats": ["human"] * len(scenario["seats"]), "seed": 3}
    table: str = client.post("/api/games", json=body).json()["table"]
    client.get("/api/game", headers=key(table))  # words are read when the first visitor wants them
    return table
