"""What goes wrong is told to whom it concerns, keeps its secrets, and harms no other game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage.kernel import saves
from bocage.server import StorageError, app, create_app, rooms
from bocage.server.storage import Storage, shown
from server.fake import PICK, Race
from server.helpers import key, look, play, post, start, until_mine

# ---- the database


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+nothing://anna:hunter2@localhost:1/games",
        "postgresql+nothing://localhost:1/games?user=anna&password=hunter2",
        "postgresql://anna:x@y:hunter2@localhost:one/games",
        "nothing at all://anna:hunter2@localhost",
    ],
)
def test_a_password_is_never_shown(url: str) -> None:
    assert "hunter2" not in shown(url)
    with pytest.raises(StorageError) as refused:
        Storage(url)
    assert "hunter2" not in str(refused.value)


def test_the_greeting_hides_the_password(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Nothing:
        def __init__(self, *_: Any, **__: Any) -> None: ...

        def close(self) -> None: ...

        def run(self, sockets: list[Any]) -> None:
            sockets[0].close()

    monkeypatch.setattr(app, "Storage", Nothing)
    monkeypatch.setattr(app.uvicorn, "Server", Nothing)
    app.serve(port=0, database="postgresql://anna:hunter2@localhost/games")
    greeting = capsys.readouterr().out
    assert "postgresql://anna:***@localhost/games" in greeting
    assert "hunter2" not in greeting


# ---- rooms


def test_a_game_can_begin_while_every_room_is_watched(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start(client)["table"]
    monkeypatch.setattr(rooms, "MOST_ROOMS", 1)
    with client.websocket_connect("/api/live") as socket:
        socket.send_json({"secret": table})
        socket.receive_json()
        second = start(client)["table"]
        assert play(client, second, 7001)["seat"] == 1
        start(client)  # now the second, which nobody watches, makes room
    assert look(client, second)["seq"] == 1


# ---- what clients send


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize("levels", [30, 900, 20_000])
def test_options_nested_too_deeply_are_refused(client: TestClient, levels: int) -> None:
    body = '{"system": "toy-hex", "scenario": "races/first", "seats": ["human", "human"], "options": {"a": %s}}'
    reply = client.post("/api/games", content=body % nested(levels), headers={"content-type": "application/json"})
    assert reply.status_code == 400
    assert "nested too deeply" in reply.json()["message"]


def a_save(client: TestClient) -> saves.Save:
    table = start(client)["table"]
    for option in (7001, 7002, 1):
        play(client, table, option)
    return saves.decode(client.get("/api/game/save", headers=key(table)).content)


def refusal(client: TestClient, save: saves.Save) -> str:
    """Of a save whose checksum is right."""
    save.checksum = saves.checksum(save)
    reply = client.post("/api/games/upload", content=saves.encode(save))
    assert (reply.status_code, reply.json()["error"]) == (422, "bad-save")
    return str(reply.json()["message"])


def test_a_save_with_a_seed_that_only_looks_the_same_is_refused(client: TestClient) -> None:
    save = a_save(client)
    save.seed += 2**64  # the dice take 64 bits of it: the very same game
    assert "$.seed" in refusal(client, save)


def test_a_save_with_a_choice_of_nobody_is_refused(client: TestClient) -> None:
    save = a_save(client)
    save.choices[0].seat = -1
    assert "choices[0]: there is no seat -1" in refusal(client, save)


@pytest.mark.parametrize("levels", [30, 900, 20_000])
def test_a_save_nested_too_deeply_is_refused(client: TestClient, levels: int) -> None:
    text = saves.encode(a_save(client)).replace(b'"options": {}', b'"options": {"a": %s}' % nested(levels).encode())
    reply = client.post("/api/games/upload", content=text)
    assert (reply.status_code, reply.json()["error"]) == (422, "bad-save")
    assert "nested too deeply" in reply.json()["message"]


# ---- bots


@pytest.fixture
def broken_rules(monkeypatch: pytest.MonkeyPatch) -> dict[int, bool]:
    """The toy's rules fail at whatever a seat does that is in here, after its secret is picked."""
    failing: dict[int, bool] = {}
    truly = Race.choose

    def choose(self: Race, state: Any, decision: Any, option: int) -> None:
        if failing.get(decision.seat) and state.recording and decision.kind is not PICK:
            raise AssertionError("a rule is broken")
        truly(self, state, decision, option)

    monkeypatch.setattr(Race, "choose", choose)
    return failing


def until_stuck(client: TestClient, secret: str, socket: Any) -> dict[str, Any]:
    for _ in range(10):
        view: dict[str, Any] = json.loads(socket.receive_text())
        if view["stuck"]:
            return view
    raise AssertionError("nobody is told")


def test_players_are_told_when_a_choice_of_a_bot_fails(
    client: TestClient, broken_rules: dict[int, bool], caplog: pytest.LogCaptureFixture, database: str
) -> None:
    broken_rules[1] = True
    table = start(client, ["human", "random"])["table"]
    play(client, table, 7001)
    before = until_mine(client, table)
    assert not before["stuck"]
    with client.websocket_connect("/api/live") as socket:
        socket.send_json({"secret": table})
        assert post(client, table, "play", {"seq": before["seq"], "option": 0})[0] == 200
        view = until_stuck(client, table, socket)
    assert not view["thinking"]
    assert view["waiting"] == ["Blue"]
    for _ in range(3):
        assert look(client, table)["stuck"]
    assert caplog.text.count("cannot go on") == 1, "it is not tried again at every look"
    other = start(client)["table"]
    assert play(client, other, 7001)["seq"] == 1, "other games go on"
    with TestClient(create_app(database)) as again:
        assert look(again, table)["position"] == view["position"], "it can be loaded"
    save = client.get("/api/game/save", headers=key(table))
    assert client.post("/api/games/upload?seats=human,human", content=save.content).status_code == 201


def test_a_stuck_game_goes_on_with_another_player_or_from_before(
    client: TestClient, broken_rules: dict[int, bool]
) -> None:
    broken_rules[1] = True
    table = start(client, ["human", "random"])["table"]
    play(client, table, 7001)
    until_mine(client, table)
    with client.websocket_connect("/api/live") as socket:
        socket.send_json({"secret": table})
        seq = play(client, table, 0)["seq"]
        until_stuck(client, table, socket)
    assert post(client, table, "ask-undo", {"seq": seq})[0] == 200
    view = look(client, table)
    assert view["mine"]
    assert not view["stuck"]
    broken_rules[1] = False
    play(client, table, 0)
    assert until_mine(client, table)["position"]["turn"] == 2


def test_somebody_may_take_the_seat_of_a_bot_that_is_stuck(client: TestClient, broken_rules: dict[int, bool]) -> None:
    broken_rules[1] = True
    table = start(client, ["human", "random"])["table"]
    play(client, table, 7001)
    until_mine(client, table)
    with client.websocket_connect("/api/live") as socket:
        socket.send_json({"secret": table})
        play(client, table, 0)
        until_stuck(client, table, socket)
    assert post(client, table, "seat", {"seat": 1, "player": "human"})[0] == 200
    broken_rules[1] = False
    view = look(client, table)
    assert (view["stuck"], view["mine"], view["seat"]) == (False, True, 1)
    assert play(client, table, 0)["position"]["turn"] == 2
