"""Strangers who meet: names, the lobby, talk, clocks, ratings, and being called back."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage.server import company, create_app
from bocage.server.clocks import DAY, Clock, ClockWish, wind_up
from bocage.server.notices import Channels
from server.helpers import RACE, key, look, play, post, sql, take_turn, until_mine

LIVE = {"kind": "live", "minutes": 10, "seconds": 5}


def take_name(client: TestClient, name: str, **more: str) -> str:
    reply = client.post("/api/players", json={"name": name, **more})
    assert reply.status_code == 201, reply.text
    token: str = reply.json()["token"]
    return token


def offer(client: TestClient, token: str | None, **more: Any) -> dict[str, Any]:
    """A game in the lobby."""
    body = {"system": "toy-hex", "scenario": RACE, "seats": ["human", "friend"], "player": token, "listed": True} | more
    reply = client.post("/api/games", json=body)
    assert reply.status_code == 201, reply.text
    keys: dict[str, Any] = reply.json()
    return keys


def sit(client: TestClient, game: str, token: str | None, seat: int = 1) -> Any:
    return client.post("/api/lobby/join", json={"game": game, "seat": seat, "player": token})


def meet(client: TestClient, **more: Any) -> dict[str, Any]:
    """Anna offers a game and Bert takes it."""
    keys = offer(client, take_name(client, "Anna"), **more)
    keys["seats"][1] = sit(client, keys["game"], take_name(client, "Bert")).json()["secret"]
    return keys


def lobby(client: TestClient, **sieve: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = client.get("/api/lobby", params=sieve).json()
    return found


def company_of(client: TestClient, secret: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/game", headers=key(secret)).json()["company"]
    return found


# ---- names


def test_a_name_belongs_to_who_took_it(client: TestClient, database: str) -> None:
    token = take_name(client, "Anna")
    for name in ("Anna", "anna", "ANNA"):
        reply = client.post("/api/players", json={"name": name, "passphrase": "some long words"})
        assert (reply.status_code, reply.json()["error"]) == (409, "name-taken")
    assert token not in str(sql(database, "select * from player"))
    for name in ("x", " Anna", "<b>", "a" * 25):
        assert client.post("/api/players", json={"name": name}).status_code == 400


def test_a_passphrase_keeps_a_name(client: TestClient, database: str) -> None:
    old = take_name(client, "Bert", passphrase="four words of mine")
    assert client.post("/api/players", json={"name": "Bert", "passphrase": "other words"}).status_code == 409
    new = take_name(client, "bert", passphrase="four words of mine")
    assert "words" not in str(sql(database, "select * from player"))
    body = {"system": "toy-hex", "scenario": RACE, "seats": ["human", "friend"]}
    assert client.post("/api/games", json=body | {"player": old}).status_code == 401, "it is used elsewhere now"
    assert client.post("/api/games", json=body | {"player": new}).status_code == 201


# ---- the lobby


def test_strangers_meet_in_the_lobby(client: TestClient) -> None:
    anna, bert = take_name(client, "Anna"), take_name(client, "Bert")
    keys = offer(client, anna)
    [line] = lobby(client)["open"]
    assert (line["names"], line["seats"], line["game"]) == (["Anna", None], [1], keys["game"])
    assert keys["seats"][0] not in str(line)
    assert keys["invitations"][1] not in str(line)
    assert sit(client, keys["game"], anna).json()["error"] == "own-game"
    reply = sit(client, keys["game"], bert)
    assert reply.status_code == 200
    assert sit(client, keys["game"], None).json()["error"] == "taken"
    found = lobby(client)
    assert found["open"] == []
    assert found["running"][0]["names"] == ["Anna", "Bert"]
    assert look(client, found["running"][0]["spectator"])["seat"] == -1
    assert company_of(client, reply.json()["secret"])["names"] == ["Anna", "Bert"]


def test_the_lobby_is_sifted_and_private_games_stay_out(client: TestClient) -> None:
    offer(client, None)
    offer(client, None, clock=LIVE)
    offer(client, None, system="toy-square", clock={"kind": "days", "days": 2})
    private = offer(client, None, listed=False)
    assert [len(lobby(client, pace=pace)["open"]) for pace in ("any", "none", "live", "days")] == [3, 1, 1, 1]
    assert len(lobby(client, system="toy-square")["open"]) == 1
    assert sit(client, private["game"], None).status_code == 404
    alone = {"system": "toy-hex", "scenario": RACE, "seats": ["human", "random"], "listed": True}
    assert client.post("/api/games", json=alone).json()["error"] == "bad-seats"


# ---- talk


def test_players_talk_and_everybody_hears_it(client: TestClient) -> None:
    keys = meet(client)
    with client.websocket_connect("/api/live") as socket_:
        socket_.send_json({"secret": keys["seats"][1], "company": True})
        assert socket_.receive_json()["seq"] == 0
        socket_.receive_json()
        assert post(client, keys["seats"][0], "chat", {"text": "Good\nluck!"})[0] == 200
        told = socket_.receive_json()
        assert list(told) == ["company"], "the view has not changed and is not sent"
        assert [(line["seat"], line["text"]) for line in told["company"]["chat"]] == [(0, "Goodluck!")]
        assert told["company"]["here"] == [1]
    for text in ("", "x" * 501, "\n"):
        assert post(client, keys["seats"][0], "chat", {"text": text})[0] == 400
    assert post(client, keys["spectator"], "chat", {"text": "Hello"})[0] == 403
    for _ in range(company.BURST):
        post(client, keys["seats"][0], "chat", {"text": "again"})
    assert post(client, keys["seats"][0], "chat", {"text": "again"})[0] == 429


def test_talk_is_still_there_after_a_restart(database: str) -> None:
    with TestClient(create_app(database)) as client:
        keys = meet(client)
        post(client, keys["seats"][1], "chat", {"text": "Bonjour"})
    with TestClient(create_app(database)) as client:
        assert company_of(client, keys["spectator"])["chat"][0]["text"] == "Bonjour"


# ---- clocks


def test_a_live_clock_takes_from_who_thinks_and_gives_back_with_each_choice() -> None:
    clock = wind_up(ClockWish("live", minutes=1, seconds=5), 2)
    assert clock.deadline() is None, "it does not run yet"
    clock = clock.go_on(100.0, [0])
    assert (clock.left, clock.deadline()) == ([60, 60], 160.0)
    clock = clock.go_on(110.0, [1])
    assert clock.left == [55, 60]
    clock = clock.go_on(120.0, [1])
    assert clock.left == [55, 50], "who has more to decide gets nothing back yet"
    assert clock.overdue(169.0) == []
    assert clock.overdue(170.0) == [1]


def test_days_for_each_choice_begin_anew_with_it() -> None:
    clock = wind_up(ClockWish("days", days=3), 2).go_on(0.0, [0, 1])
    clock = clock.go_on(2 * DAY, [1])
    assert clock.left == [3 * DAY, DAY]
    assert clock.deadline() == 3 * DAY
    assert isinstance(clock, Clock)


def test_whose_time_is_up_has_lost_and_a_bot_ends_the_game(client: TestClient, database: str) -> None:
    keys = meet(client, clock=LIVE, seed=None)
    left = company_of(client, keys["seats"][0])["clock"]
    assert left["running"] == [0, 1]
    assert all(590 < seconds <= 600 for seconds in left["left"])
    play(client, keys["seats"][0], 7001)
    assert company_of(client, keys["seats"][0])["clock"]["running"] == [1]
    [room] = client.app.state.rooms.open.values()
    late = room.company.clock
    room.company.clock = Clock(late.wish, [600.0, 0.5], late.since - 60, [1])
    sql(database, "update game set deadline = 1")
    for _ in range(100):
        found = company_of(client, keys["seats"][0])
        if found["forfeits"]:
            break
        time.sleep(0.05)
    assert found["forfeits"] == [1]
    assert look(client, keys["seats"][0])["players"][1] == "regular"
    assert post(client, keys["seats"][1], "seat", {"seat": 1, "player": "human"})[1]["error"] == "time-up"
    while not until_mine(client, keys["seats"][0])["position"].get("over"):
        take_turn(client, {"seats": keys["seats"][:1]}, 0)
    rows = {row["name"]: row["rating"] for row in client.get("/api/ratings?system=toy-hex").json()}
    assert rows["Anna"] > 1000 > rows["Bert"], "whatever the bot came to"


# ---- ratings, finished games


def test_finished_games_are_listed_and_rated_once(client: TestClient) -> None:
    keys = meet(client)  # with fair dice
    while not look(client, keys["spectator"])["position"].get("over"):
        take_turn(client, keys, 1)
    [line] = lobby(client)["finished"]
    assert line["names"] == ["Anna", "Bert"]
    rows = client.get("/api/ratings?system=toy-hex").json()
    assert {row["games"] for row in rows} == {1}
    if line["winner"] >= 0:
        assert rows[0]["name"] == line["names"][line["winner"]]
    assert client.get("/api/ratings?system=toy-square").json() == []


def test_seeded_dice_prove_nothing(client: TestClient) -> None:
    keys = meet(client, seed=7)
    while not look(client, keys["spectator"])["position"].get("over"):
        take_turn(client, keys, 1)
    assert client.get("/api/ratings?system=toy-hex").json() == []


def test_who_leaves_takes_name_and_rating_along(client: TestClient, database: str) -> None:
    token = take_name(client, "Anna")
    assert client.post("/api/players/leave", json={"token": token, "mail": ""}).status_code == 200
    assert sql(database, "select * from player") == []
    take_name(client, "Anna")


# ---- being called back


@pytest.fixture
def hook() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A club's channel on this machine."""
    told: list[dict[str, Any]] = []

    class Channel(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Channel)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/", told
    server.shutdown()
    server.server_close()


def wait_for(told: list[Any], count: int) -> None:
    for _ in range(200):
        if len(told) >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"{len(told)} of {count} notices came")


def test_who_is_not_there_is_called_once_by_the_webhook(database: str, hook: tuple[str, list[dict[str, Any]]]) -> None:
    channels = Channels(webhook=hook[0], address="https://club.example", grace=0)
    with TestClient(create_app(database, channels=channels)) as client:
        keys = meet(client)
        wait_for(hook[1], 1)  # for Anna, who is not there yet
        with client.websocket_connect("/api/live") as socket_:
            socket_.send_json({"secret": keys["seats"][0]})
            socket_.receive_json()
            hook[1].clear()
            play(client, keys["seats"][0], 7001)
            play(client, keys["seats"][1], 7002)
            play(client, keys["seats"][0], 1)
            wait_for(hook[1], 1)
            time.sleep(0.1)
        assert {notice["player"] for notice in hook[1]} == {"Bert"}
        assert len(hook[1]) <= 2
        assert hook[1][0]["address"] == "https://club.example"
        assert all(secret not in str(hook[1]) for secret in keys["seats"])


def serve_mail(listener: socket.socket, mails: list[str]) -> None:
    """As little of SMTP as one mail needs."""
    line, _ = listener.accept()
    with line, line.makefile("rwb") as talk:
        talk.write(b"220 here\r\n")
        talk.flush()
        while (said := talk.readline().decode().upper()) and not said.startswith("QUIT"):
            if said.startswith("DATA"):
                talk.write(b"354 go on\r\n")
                talk.flush()
                text = b""
                while not text.endswith(b"\r\n.\r\n"):
                    text += talk.readline()
                mails.append(text.decode())
            talk.write(b"250 fine\r\n")
            talk.flush()
        talk.write(b"221 bye\r\n")
        talk.flush()


def test_who_gave_an_address_is_called_by_mail(sqlite: str) -> None:
    mails: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve_mail, args=(listener, mails), daemon=True).start()
        smtp = f"smtp://127.0.0.1:{listener.getsockname()[1]}"
        channels = Channels(smtp=smtp, sender="games@club.example", address="https://club.example", grace=0)
        with TestClient(create_app(sqlite, channels=channels)) as client:
            token = take_name(client, "Anna")
            reply = client.post("/api/players/mail", json={"token": token, "mail": "anna@club.example"})
            assert reply.json() == {"mail": "anna@club.example", "sends": True}
            keys = offer(client, token)
            keys["seats"][1] = sit(client, keys["game"], None).json()["secret"]
            wait_for(mails, 1)
    assert "To: anna@club.example" in mails[0]
    assert all(secret not in mails[0] for secret in keys["seats"])
