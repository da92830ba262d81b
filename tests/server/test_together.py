"""Playing together: asking to take back, bots that take over and hand back, and limits on what one address may ask."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from bocage.server import create_app
from bocage.server.limits import Limits
from server.helpers import look, play, post, start, start_by_link, take_turn, until_mine

PICKS = (7001, 7002)


def rolled(client: TestClient) -> dict[str, Any]:
    """Red has sprinted: a die fell, so that undo alone cannot help."""
    keys = start_by_link(client)
    for option in (*PICKS, 1):
        take_turn(client, keys, option)
    return keys


def ask(client: TestClient, secret: str) -> tuple[int, Any]:
    return post(client, secret, "ask-undo", {"seq": look(client, secret)["seq"]})


def answer(client: TestClient, secret: str, agree: bool) -> tuple[int, Any]:
    return post(client, secret, "answer-undo", {"seq": look(client, secret)["seq"], "agree": agree})


def test_what_the_other_agrees_to_is_taken_back(client: TestClient, database: str) -> None:
    keys = rolled(client)
    red, blue = keys["seats"]
    play(client, blue, 0)
    before = look(client, red)
    assert not before["can_undo"]
    assert before["can_ask"]
    assert ask(client, red)[0] == 200
    assert look(client, red)["wish"] == {"seat": 0, "name": "Red", "back": 2, "answer": False}
    assert look(client, blue)["wish"]["answer"]
    assert look(client, keys["spectator"])["wish"]["answer"] is False
    assert answer(client, red, True)[1]["error"] == "no-wish"
    assert answer(client, keys["spectator"], True)[1]["error"] == "no-wish"
    assert answer(client, blue, True)[0] == 200
    after = look(client, red)
    assert after["moments"] == 2
    assert after["mine"]
    assert after["seq"] > before["seq"]
    assert after["wish"] is None
    with TestClient(create_app(database)) as again:
        assert look(again, red)["position"] == after["position"]


def test_a_refusal_changes_nothing(client: TestClient) -> None:
    keys = rolled(client)
    red, blue = keys["seats"]
    before = look(client, blue)
    ask(client, red)
    assert answer(client, blue, False)[0] == 200
    assert look(client, blue) == before


def test_a_choice_answers_the_wish_too(client: TestClient) -> None:
    keys = rolled(client)
    ask(client, keys["seats"][0])
    play(client, keys["seats"][1], 0)
    assert look(client, keys["seats"][1])["wish"] is None
    assert answer(client, keys["seats"][1], True)[1]["error"] == "no-wish"


def test_bots_and_one_table_agree_at_once(client: TestClient) -> None:
    table = start(client, ["human", "random"])["table"]
    play(client, table, 7001)
    until_mine(client, table)
    play(client, table, 1)
    until_mine(client, table)
    assert ask(client, table)[0] == 200
    view = until_mine(client, table)
    assert (view["moments"], view["position"]["turn"]) == (2, 1)
    both = start(client)["table"]
    for option in (*PICKS, 1):
        play(client, both, option)
    assert ask(client, both)[0] == 200
    assert look(client, both)["moments"] == 2


def test_nothing_to_ask_for(client: TestClient) -> None:
    keys = start_by_link(client)
    assert ask(client, keys["seats"][0])[1]["error"] == "no-undo"
    assert ask(client, keys["spectator"])[1]["error"] == "no-undo"
    assert not look(client, keys["spectator"])["can_ask"]


def test_a_bot_takes_over_and_hands_back(client: TestClient, database: str) -> None:
    keys = start_by_link(client)
    red, blue = keys["seats"]
    play(client, red, 7001)
    assert post(client, blue, "seat", {"seat": 1, "player": "random"})[0] == 200
    view = until_mine(client, red)
    assert view["players"] == ["human", "random"]
    play(client, red, 0)
    until_mine(client, red)
    with TestClient(create_app(database)) as again:
        assert look(again, red)["players"] == ["human", "random"]
    assert post(client, blue, "seat", {"seat": 1, "player": "human"})[0] == 200
    play(client, red, 0)
    view = look(client, blue)
    assert view["mine"]
    play(client, blue, 0)


@pytest.mark.parametrize(
    ("who", "body", "error"),
    [
        ("red", {"seat": 1, "player": "random"}, "not-yours"),
        ("spectator", {"seat": 0, "player": "random"}, "not-yours"),
        ("red", {"seat": 0, "player": "wizard"}, "bad-seats"),
        ("table", {"seat": 5, "player": "random"}, "not-yours"),
        ("table", {"seat": -1, "player": "random"}, "bad-request"),
    ],
)
def test_seats_are_only_for_their_owners(client: TestClient, who: str, body: dict[str, Any], error: str) -> None:
    keys = start_by_link(client)
    table = start(client)["table"]
    secret = {"red": keys["seats"][0], "spectator": keys["spectator"], "table": table}[who]
    before = [look(client, one) for one in (*keys["seats"], table)]
    assert post(client, secret, "seat", body)[1]["error"] == error
    assert [look(client, one) for one in (*keys["seats"], table)] == before


@pytest.fixture
def strict(database: str) -> Iterator[TestClient]:
    limits = Limits(asks=12, asks_per_second=0.001, games=2, games_per_second=0.001, sockets=2)
    with TestClient(create_app(database, limits), raise_server_exceptions=False) as client:
        yield client


def test_too_many_games_and_requests_are_refused(strict: TestClient) -> None:
    keys = start(strict)
    start(strict)
    body = {"system": "toy-hex", "scenario": "races/first", "seats": ["human", "human"]}
    reply = strict.post("/api/games", json=body)
    assert (reply.status_code, reply.json()["error"]) == (429, "too-many")
    for _ in range(9):
        look(strict, keys["table"])
    assert strict.get("/api/systems").status_code == 429


def test_too_many_sockets_and_too_much_talk(strict: TestClient) -> None:
    keys = start(strict)
    with strict.websocket_connect("/api/live") as one, strict.websocket_connect("/api/live"):
        with strict.websocket_connect("/api/live") as third, pytest.raises(WebSocketDisconnect) as full:
            third.receive_json()
        assert full.value.code == 4429
        one.send_json({"secret": keys["spectator"]})
        one.receive_json()
        for _ in range(25):
            one.send_text("x")
        with pytest.raises(WebSocketDisconnect) as talk:
            one.receive_json()
        assert talk.value.code == 4429
    with strict.websocket_connect("/api/live") as again:
        again.send_json({"secret": keys["spectator"]})
        assert again.receive_json()["seq"] == 0


QUICK = "import sys; from bocage.server import serve; serve('127.0.0.1', 0, sys.argv[1], ping_seconds=0.3)"
UPGRADE = (
    "GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_a_socket_that_answers_no_ping_is_dropped(tmp_path: Path) -> None:
    """A bare connection that never speaks WebSocket again, as after a broken line."""
    command = [sys.executable, "-c", QUICK, str(tmp_path / "games.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().split()[3].rstrip("/").rsplit(":", 1)[1])
            with socket.create_connection(("127.0.0.1", port), timeout=8) as line:
                line.sendall(UPGRADE.encode())
                assert line.recv(1000).startswith(b"HTTP/1.1 101")
                for _ in range(50):
                    if not line.recv(1000):  # the server hung up
                        break
                else:
                    pytest.fail("the server keeps a dead socket")
        finally:
            process.terminate()
