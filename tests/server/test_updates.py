"""Games outlive updates: stores of earlier releases open, and their games go on under the rules of this one."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage import registry
from bocage.server import create_app
from server.helpers import key, look, play, post

REAL_SYSTEMS = True
STORES = Path(__file__).parent.parent / "fixtures" / "stores"
RELEASES = sorted(folder.name for folder in STORES.iterdir())
# What cannot be carried over: cards are asked about otherwise since, casualties are taken without a die, and men whom
# one Opportunity Fire has Shaken are still under the next one at that step (lnlt.core.5.3).
STOPPED = {
    "0.2.0": {
        *("normandie-running-with-a-bot", "disposable-finished-with-a-bot"),
        *("lnlt-finished-at-one-table", "lnlt-finished-with-a-bot"),
    }
}
CHOICES = 12  # that every running game is played on


def opened(database: str, release: str) -> list[dict[str, Any]]:
    Path(database).write_bytes(gzip.decompress((STORES / release / "games.sqlite.gz").read_bytes()))
    games: list[dict[str, Any]] = json.loads((STORES / release / "manifest.json").read_text())["games"]
    return games


def play_on(client: TestClient, hands: list[str]) -> int:
    rng = random.Random(3)
    for played in range(CHOICES):
        views = [(hand, look(client, hand)) for hand in hands]
        mine = next(((hand, view) for hand, view in views if view["mine"]), None)
        if mine is None:
            return played
        option = rng.choice(mine[1]["prompt"]["choices"])["id"]
        assert post(client, mine[0], "play", {"seq": mine[1]["seq"], "option": option})[0] == 200
    return CHOICES


@pytest.mark.parametrize("release", RELEASES)
def test_games_of_earlier_releases_are_seen_and_go_on(release: str, sqlite: str) -> None:
    games = opened(sqlite, release)
    stopped = []
    with TestClient(create_app(sqlite)) as client:
        for game in games:
            reply = client.get("/api/game", headers=key(game["hands"][0]))
            if reply.status_code != 200:
                stopped.append((game["name"], reply.json()["message"]))
                continue
            view = reply.json()["view"]
            assert view["position"].get("over", False) == game["over"]
            assert view["position"].get("winner") == game["winner"] or not game["over"]
            line = client.get("/api/game/timeline", headers=key(game["hands"][0])).json()
            assert len(line["marks"]) >= game["choices"]
            if game["over"] or game["kind"] == "at one table":
                assert client.get("/api/game/save", headers=key(game["hands"][0])).status_code == 200
            if not game["over"]:
                assert play_on(client, game["hands"]) > 0 or game["kind"] == "with a bot"
    assert {name for name, _ in stopped} <= STOPPED[release], stopped
    assert all("choices[" in why and "rules" in why for _, why in stopped)


@pytest.mark.parametrize("release", RELEASES)
def test_saves_of_earlier_releases_open_on_the_page(release: str, client: TestClient) -> None:
    refused = []
    for path in sorted((STORES / release).glob("*.json.gz")):
        reply = client.post("/api/games/upload", content=gzip.decompress(path.read_bytes()))
        if reply.status_code != 201:
            refused.append((path.name, reply.json()["message"]))
    assert {name.removesuffix(".json.gz") for name, _ in refused} <= STOPPED[release], refused


def test_a_new_rules_version_carries_games_over_and_says_so(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"system": "disposable", "scenario": "crossroads", "seats": ["human", "human"]}
    with TestClient(create_app(database)) as client:
        table = client.post("/api/games", json=body).json()["table"]
        for _ in range(6):
            play(client, table, look(client, table)["prompt"]["choices"][0]["id"])
        before = look(client, table)
    began = registry.system("disposable").version
    monkeypatch.setattr(registry.system("disposable"), "version", "99")
    for _ in range(2):  # and it stays so
        with TestClient(create_app(database)) as client:
            after = look(client, table)
            assert after["carried"] == [began, "99"]
            assert after["position"] == before["position"]
            assert after["dice"]["commitment"] == before["dice"]["commitment"]
