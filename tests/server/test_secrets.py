"""Who may see and do what: keys, spectators, and hidden facts that must not leave the process."""

from __future__ import annotations

import logging

import pytest
from litestar.testing import TestClient

from server.helpers import join, key, look, play, post, start, start_by_link


def everything_seen(client: TestClient, secret: str) -> str:
    """Every answer that this key can get, as text."""
    answers = [client.get("/api/game", headers=key(secret)).text]
    for verb, body in (("forecast", {"seq": 4, "option": 1}), ("why-not", {"piece": 0})):
        answers.append(client.post(f"/api/game/{verb}", headers=key(secret), json=body).text)
    answers.append(client.get("/api/game/save", headers=key(secret)).text)
    with client.websocket_connect("/api/live") as socket:
        socket.send_json({"secret": secret})
        answers.append(socket.receive_text())
    return "\n".join(answers)


def test_a_wrong_secret_opens_nothing(client: TestClient) -> None:
    start(client)
    for headers in ({}, key("wrong"), key("x" * 5000), {"authorization": "Basic abc"}):
        reply = client.get("/api/game", headers=headers)
        assert (reply.status_code, reply.json()["error"]) == (401, "no-key")


def test_secrets_differ_and_cannot_be_guessed(client: TestClient) -> None:
    keys = [start_by_link(client) for _ in range(3)]
    secrets = [s for k in keys for s in (k["spectator"], *k["seats"])] + [k["invitations"][1] for k in keys]
    assert len(set(secrets)) == 12
    assert min(len(s) for s in secrets) >= 32


def test_no_seat_is_sent_what_another_hides(client: TestClient) -> None:
    keys = start_by_link(client)
    play(client, keys["seats"][0], 7001)
    play(client, keys["seats"][1], 7003)
    mine = everything_seen(client, keys["seats"][0])
    theirs = everything_seen(client, keys["seats"][1])
    watched = everything_seen(client, keys["spectator"])
    assert "You picked 7001" in mine
    assert "7003" not in mine
    assert "You picked 7003" in theirs
    assert "7001" not in theirs
    assert "7001" not in watched
    assert "7003" not in watched


def test_a_seat_plays_only_its_own_decisions(client: TestClient) -> None:
    keys = start_by_link(client)
    play(client, keys["seats"][1], 7001)  # both decide at once, in any order
    play(client, keys["seats"][0], 7002)
    view = look(client, keys["seats"][1])
    assert view["prompt"] is None
    assert view["waiting"] == ["Red"]
    body = {"seq": view["seq"], "option": 0}
    assert post(client, keys["seats"][1], "play", body)[1]["error"] == "not-your-turn"
    assert post(client, keys["spectator"], "play", body)[1]["error"] == "not-yours"
    assert post(client, keys["spectator"], "undo", {"seq": view["seq"]})[1]["error"] == "no-undo"
    assert post(client, keys["seats"][1], "undo", {"seq": view["seq"]})[1]["error"] == "no-undo"


def test_links_tell_no_key(client: TestClient) -> None:
    """To watch, for everybody; open invitations for the inviter alone; nothing that plays a seat."""
    keys = start(client, ["human", "friend"])
    red, invitation = keys["seats"][0], keys["invitations"][1]
    told = {"spectator": keys["spectator"], "invitations": [None, invitation]}
    assert client.get("/api/game/links", headers=key(red)).json() == told
    assert client.get("/api/game/links", headers=key(keys["spectator"])).json() == told | {"invitations": [None, None]}
    blue = join(client, invitation)
    for secret in (red, blue, keys["spectator"]):
        assert client.get("/api/game/links", headers=key(secret)).json() == told | {"invitations": [None, None]}


def test_the_curtain_is_called_for_once_there_are_secrets(client: TestClient) -> None:
    table = start(client)["table"]
    assert not look(client, table)["secret"]
    view = play(client, table, 7001)
    assert view["seat"] == 1
    assert view["secret"]
    assert "7001" not in str(view["position"])


def test_secrets_are_never_logged(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = start(client)["table"]
    play(client, table, 7001)
    keys = start_by_link(client)
    play(client, keys["seats"][0], 7001)
    everything_seen(client, keys["spectator"])
    for secret in (table, keys["spectator"], *keys["seats"], keys["invitations"][1]):
        assert secret not in caplog.text
