"""Nonsense of every kind, over HTTP and over the socket: a clear refusal each time, nothing changed, no 500."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.exceptions import WebSocketDisconnect
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from bocage.server import create_app
from server.helpers import key, look, play, start, start_by_link

FEW = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
ROUTES = [route for route in create_app("").routes if isinstance(route, HTTPRoute)]
POSTS, GETS = (
    sorted(r.path.removeprefix("/api/game/") for r in ROUTES if method in r.methods and r.path.startswith("/api/game/"))
    for method in ("POST", "GET")
)
CHANGING = {"play", "undo", "ask-undo", "answer-undo", "seat"}  # all others may well be answered, and change nothing
FIELDS = ["seq", "option", "x", "y", "agree", "seat", "player", "start", "end", "place", "verb", "piece", "at", "seats"]
FIELDS += ["places"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.sampled_from(["human", "A1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)
BODIES = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5) | VALUES


@pytest.mark.parametrize("verb", POSTS)
@FEW
@given(body=BODIES)
def test_any_body_gets_a_plain_answer(client: TestClient, verb: str, body: Any) -> None:
    keys = start_by_link(client)
    red = keys["seats"][0]
    before = look(client, red)
    content = json.dumps(body)
    reply = client.post(f"/api/game/{verb}", headers=key(red) | {"content-type": "application/json"}, content=content)
    assert reply.status_code < 500, reply.text
    if reply.status_code >= 400:
        assert reply.json()["error"]
        assert reply.json()["message"]
        assert look(client, red) == before
    elif verb not in CHANGING:
        assert look(client, red) == before


@FEW
@given(
    path=st.sampled_from([*GETS, ""]),
    params=st.dictionaries(st.sampled_from(["at", "eyes", "language"]), st.text(max_size=12) | st.integers()),
)
def test_any_question_gets_a_plain_answer(client: TestClient, path: str, params: dict[str, Any]) -> None:
    keys = start(client)
    reply = client.get(f"/api/game/{path}".rstrip("/"), headers=key(keys["spectator"]), params=params)
    assert reply.status_code < 500, reply.text


def ending(socket: Any) -> int:
    """How the server ends the call, after at most one answer."""
    for _ in range(2):
        try:
            assert "error" in json.loads(socket.receive_text())
        except WebSocketDisconnect as gone:
            return gone.code
    raise AssertionError("the call goes on")


@FEW
@given(message=st.text(max_size=200) | st.builds(json.dumps, BODIES))
def test_any_hello_is_answered_or_turned_away(client: TestClient, message: str) -> None:
    with client.websocket_connect("/api/live") as socket:
        socket.send_text(message)
        assert ending(socket) in (4400, 4401)


@pytest.mark.parametrize("junk", [b"\x00\xff" * 50, b"", b"{"])
def test_bytes_on_the_socket_are_turned_away(client: TestClient, junk: bytes) -> None:
    with client.websocket_connect("/api/live") as socket:
        socket.send_bytes(junk)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_replayed_forged_and_out_of_turn_choices(client: TestClient) -> None:
    keys = start_by_link(client)
    red, blue = keys["seats"]
    play(client, red, 7001)
    play(client, blue, 7002)
    rng = random.Random(2)
    seen = look(client, red)["seq"]
    sent = {"seq": seen, "option": 0}
    assert client.post("/api/game/play", headers=key(red), json=sent).status_code == 200
    before = look(client, blue)
    forged = "".join(rng.choice("abcdef0123456789") for _ in range(len(red)))
    for secret, body, error in [
        (red, sent, "stale"),  # the same message once more
        (red, sent | {"seq": seen + 1}, "not-your-turn"),
        (blue, sent | {"seq": seen + 2}, "stale"),  # from the future
        (blue, sent | {"seq": seen + 1, "option": 7001}, "not-offered"),
        (keys["spectator"], sent | {"seq": seen + 1}, "not-yours"),
        (forged, sent | {"seq": seen + 1}, "no-key"),
        (red[:-1], sent | {"seq": seen + 1}, "no-key"),
    ]:
        reply = client.post("/api/game/play", headers=key(secret), json=body)
        assert reply.json()["error"] == error, (body, reply.text)
        assert look(client, blue) == before


def test_the_fuzzed_messages_are_all_there_are() -> None:
    assert {"path", "advice", "chances", "branch", "look"} | CHANGING <= set(POSTS)
    assert {"moment", "timeline", "why", "save", "links"} <= set(GETS)


GOOD: dict[str, dict[str, Any]] = {
    "play": {"seq": 2, "option": 0}, "undo": {"seq": 2}, "ask-undo": {"seq": 2}, "look": {"x": 1.0, "y": 1.0},
    "answer-undo": {"seq": 2, "agree": True}, "sight": {"start": "A1", "end": "B1"}, "field": {"place": "A1"},
    "forecast": {"seq": 2, "option": 1}, "chances": {"seq": 2}, "advice": {"seq": 2}, "why-not": {"place": "A1"},
    "path": {"seq": 2, "places": ["A1", "B1"]}, "branch": {"at": 1, "seats": ["human", "human"]},
    "seat": {"seat": 0, "player": "random"}, "draft": {"seq": 2, "options": [0]}, "plan": {"seq": 2, "options": [0]},
    "coach/back": {"seq": 2}, "rules": {"words": "fire"}, "join": {}, "salt": {"salt": "a-salt-of-16"},
    "reach": {"piece": 1}, "rematch": {}, "chat": {"text": "Well met."},
}  # fmt: skip
OPEN = {"sight", "field", "rules"}  # of ground and rules, which anybody may ask about


@pytest.mark.parametrize("verb", POSTS)
def test_every_message_needs_a_key_a_turn_and_the_newest_number(client: TestClient, verb: str) -> None:
    keys = start_by_link(client)
    red, blue = keys["seats"]
    play(client, red, 7001)
    play(client, blue, 7002)
    before = look(client, red)
    body = GOOD[verb]

    def refused(secret: str, sent: Any) -> None:
        reply = client.post(f"/api/game/{verb}", headers=key(secret), json=sent)
        assert 400 <= reply.status_code < 500, (verb, sent, reply.text)
        assert reply.json()["error"]
        assert reply.json()["message"]
        assert look(client, red) == before

    for forged in ("", "x" * 32, red[:-1], red[::-1], keys["game"]):
        refused(forged, body)
    if "seq" in body:
        for stale in (0, 1, 3, 2**31 - 1):
            refused(red, body | {"seq": stale})
    if verb not in OPEN:
        refused(keys["spectator"], body)
    if verb not in OPEN | {"ask-undo", "undo", "chat"}:  # it is red's turn; blue was the last to choose
        refused(blue, body)
    refused(red, body | {"cheat": True})
    for field in body:
        refused(red, {name: value for name, value in body.items() if name != field} | {"cheat": 1})
        refused(red, body | {field: {"a": "b"}})
    reply = client.post(f"/api/game/{verb}", headers=key(red), content=b"9" * 70_000)
    assert (reply.status_code, reply.json()["error"]) == (413, "too-large")
    assert look(client, red) == before


def test_oversized_messages(client: TestClient) -> None:
    keys = start(client)
    before = look(client, keys["table"])
    for path, size in (("/api/game/play", 70_000), ("/api/games", 70_000), ("/api/games/upload", 4_100_000)):
        reply = client.post(path, headers=key(keys["table"]), content=b"9" * size)
        assert (reply.status_code, reply.json()["error"]) == (413, "too-large"), path
    assert look(client, keys["table"]) == before
