"""Pages of other sites can do nothing here, and a store that is away is no failure of the server."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from server.helpers import RACE, key, sql, start

NEW = {"system": "toy-hex", "scenario": RACE, "seats": ["random", "random"]}
HOST = {"host": "games.example"}


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "https://games.example.evil", "http://other:8080"])
def test_a_foreign_page_makes_nothing(client: TestClient, origin: str) -> None:
    for path in ("/api/games", "/api/games/upload", "/api/game/play"):
        reply = client.post(path, json=NEW, headers=HOST | {"origin": origin})
        assert (reply.status_code, reply.json()["error"]) == (403, "foreign")
    foreign = client.websocket_connect("/api/live", headers=HOST | {"origin": origin})
    with foreign as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_json()


def test_the_own_page_and_programs_do(client: TestClient) -> None:
    for headers in ({}, HOST, HOST | {"origin": "https://games.example"}):
        assert client.post("/api/games", json=NEW, headers=headers).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "text/plain; charset=utf-8", "multipart/form-data; boundary=x"])
def test_only_json_is_read(client: TestClient, kind: str) -> None:
    reply = client.post("/api/games", content=b"{}", headers={"content-type": kind})
    assert (reply.status_code, reply.json()["error"]) == (415, "not-json")


def test_a_store_that_is_away_is_told_as_such(client: TestClient, database: str) -> None:
    table = start(client)["table"]
    sql(database, "alter table seat_key rename to gone")
    for reply in (client.get("/api/game", headers=key(table)), client.post("/api/games", json=NEW)):
        assert (reply.status_code, reply.json()["error"]) == (503, "store-away")
