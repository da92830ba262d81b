"""The socket: views are pushed, the log goes on where it stopped, and a bad hello is turned away."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from bocage.server.app import listen
from server.helpers import look, play, post, start, start_by_link


def hello(secret: str, language: str = "en") -> dict[str, str]:
    return {"secret": secret, "language": language}


def test_every_change_is_pushed_to_every_viewer(client: TestClient) -> None:
    keys = start_by_link(client)
    with client.websocket_connect("/api/live") as mine, client.websocket_connect("/api/live") as other:
        mine.send_json(hello(keys["seats"][0]))
        other.send_json(hello(keys["spectator"], "fr"))
        assert mine.receive_json()["prompt"]["kind"] == "pick"
        assert other.receive_json()["prompt"] is None
        play(client, keys["seats"][0], 7001)
        pushed, watched = mine.receive_json(), other.receive_json()
        assert pushed["events"][0]["text"] == "You picked 7001."
        assert pushed["seq"] == watched["seq"] == 1
        assert pushed["can_undo"]
        assert not watched["can_undo"]
        assert watched["events"] == []
        play(client, keys["seats"][1], 7002)
        pushed, watched = mine.receive_json(), other.receive_json()
        assert pushed["events_from"] == 1
        assert [e["text"] for e in pushed["events"]] == ["Blue picked a number."]


def test_undo_takes_events_back(client: TestClient) -> None:
    table = start(client)["table"]
    for option in (7001, 7002):
        play(client, table, option)
    with client.websocket_connect("/api/live") as socket:
        socket.send_json(hello(table))
        first = socket.receive_json()
        play(client, table, 0)
        walked = socket.receive_json()
        assert walked["seat"] == 1
        post(client, table, "undo", {"seq": walked["seq"]})
        undone = socket.receive_json()
        assert undone["events_from"] == 0
        assert undone["events"] == first["events"]
        assert undone["position"] == first["position"]


@pytest.mark.parametrize("message", ["", "nonsense", "[]", "{}", '{"secret": 5}', '{"secret": "a", "language": "xx"}'])
def test_a_bad_hello_is_turned_away(client: TestClient, message: str) -> None:
    with client.websocket_connect("/api/live") as socket:
        socket.send_text(message)
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json()
        assert gone.value.code == 4400


def test_a_wrong_secret_is_told_so(client: TestClient) -> None:
    with client.websocket_connect("/api/live") as socket:
        socket.send_json(hello("wrong"))
        assert socket.receive_json()["error"] == "no-key"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_what_a_viewer_sends_later_is_dropped(client: TestClient) -> None:
    keys = start_by_link(client)
    with client.websocket_connect("/api/live") as socket:
        socket.send_json(hello(keys["spectator"]))
        socket.receive_json()
        junk: list[Any] = [{"seq": 0, "option": 7001}, "x", []]
        for item in junk:
            socket.send_text(json.dumps(item))
        play(client, keys["seats"][0], 7003)
        assert socket.receive_json()["seq"] == 1
    assert not look(client, keys["seats"][0])["mine"]


def test_answers_are_sent_at_once() -> None:
    """Else each waits some 40 ms for the acknowledgement of its head."""

    async def set_on_accepted() -> int:
        heard: asyncio.Queue[int] = asyncio.Queue()

        async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heard.put_nowait(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = listen("127.0.0.1", 0)
        async with await asyncio.start_server(accept, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            found = await asyncio.wait_for(heard.get(), 20)
            writer.close()
        return found

    assert asyncio.run(set_on_accepted()) == 1
