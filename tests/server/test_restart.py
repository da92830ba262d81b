"""After a restart: every game is listed at once, opens when somebody comes, and can be seen even if it cannot go on."""

from __future__ import annotations

import random
import sqlite3
import time
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage.server import create_app
from bocage.server.schema import hashed
from server.helpers import join, key, look, play, post, sql

REAL_SYSTEMS = True
GAMES = 1000
LISTED = 50  # lines that are asked for at a time
SECONDS = 5.0


def begin(client: TestClient, seats: list[str], choices: int) -> dict[str, Any]:
    body = {"system": "lnlt", "scenario": "boh/first-contact", "seats": seats}
    keys: dict[str, Any] = client.post("/api/games", json=body).json()
    if keys["table"] is None:
        keys["seats"][1] = join(client, keys["invitations"][1])
    hands = [keys["table"]] if keys["table"] else keys["seats"]
    rng = random.Random(5)
    for _ in range(choices):
        hand, view = next((hand, view) for hand in hands if (view := look(client, hand))["mine"])
        option = rng.choice(view["prompt"]["choices"])["id"]
        assert post(client, hand, "play", {"seq": view["seq"], "option": option})[0] == 200
    return keys


def multiply(database: str, game: str, count: int) -> list[str]:
    """As many games of the same choices, each with a key of its own."""
    secrets = [f"table-of-game-{number}" for number in range(count)]
    with sqlite3.connect(database) as raw:
        names = [row[1] for row in raw.execute("pragma table_info(game)") if row[1] != "id"]
        for secret in secrets:
            raw.execute(
                f"insert into game (id, {', '.join(names)}) select ?, {', '.join(names)} from game where id = ?",
                (secret, game),
            )
            raw.execute(
                "insert into choice select ?, number, seat, option, dice, digest from choice where game = ?",
                (secret, game),
            )
            raw.execute("insert into seat_key values (?, ?, -2, null)", (hashed(secret), secret))
    return secrets


@pytest.mark.timed
def test_a_thousand_games_are_back_at_once(sqlite: str) -> None:
    with TestClient(create_app(sqlite)) as client:
        secrets = multiply(sqlite, begin(client, ["human", "human"], 60)["game"], GAMES)
    start = time.monotonic()
    with TestClient(create_app(sqlite)) as client:
        lines = []
        for first in range(0, GAMES, LISTED):
            lines += client.post("/api/games/mine", json={"secrets": secrets[first : first + LISTED]}).json()
        assert len(lines) == GAMES
        assert all(line["clock"] and line["mine"] and not line["over"] for line in lines)
        assert client.app.state.rooms.open == {}, "lists open no game"
        for secret in random.Random(1).sample(secrets, 10):
            view = look(client, secret)
            play(client, secret, view["prompt"]["choices"][0]["id"])
        assert time.monotonic() - start < SECONDS


def test_lines_tell_how_a_game_stands(client: TestClient) -> None:
    keys = begin(client, ["human", "friend"], 6)
    lines = client.post("/api/games/mine?language=fr", json={"secrets": [*keys["seats"], keys["spectator"]]}).json()
    views = [look(client, secret, "fr") for secret in keys["seats"]]
    for line, view in zip(lines, views, strict=False):
        assert (line["mine"], line["clock"]) == (view["mine"], view["position"]["clock"])
        assert [name for name, _ in line["players"]] == [seat["name"] for seat in view["position"]["seats"]]
    assert [line["mine"] for line in lines] in ([True, False, False], [False, True, False])


def test_a_game_that_no_rules_play_any_more_can_still_be_seen(database: str) -> None:
    """Each seat sees what it saw and no more, and nobody can choose."""
    with TestClient(create_app(database)) as client:
        keys = begin(client, ["human", "friend"], 8)
        before = [client.get("/api/game", headers=key(secret)).json() for secret in keys["seats"]]
    sql(database, "update choice set option = 123456789 where number = 3")
    sql(database, "update game set version = '0'")
    with TestClient(create_app(database)) as client:
        for secret, seen in zip(keys["seats"], before, strict=True):
            after = client.get("/api/game", headers=key(secret)).json()
            assert "choices[3]" in after["kept"]
            assert "rules 0" in after["kept"]
            for part in ("position", "events", "seat"):
                assert after["view"][part] == seen["view"][part]
            assert after["board"] == seen["board"]
            assert (after["view"]["mine"], after["view"]["prompt"]) == (False, None)
            status, reply = post(client, secret, "play", {"seq": 8, "option": 0})
            assert (status, reply["error"]) == (409, "cannot-restore")
        french = client.get("/api/game?language=fr", headers=key(keys["spectator"])).json()
        assert french["view"]["seat"] == -1
        assert french["view"]["position"]["clock"] != before[0]["view"]["position"]["clock"]
