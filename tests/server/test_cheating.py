"""Rivals: whoever asks, whoever sits where and in whatever order, nobody learns or changes what is not his."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage.kernel.fair import commit
from bocage.server.room import Room
from server.helpers import join, key, look, play, post, start, start_by_link, take_turn, until_mine
from server.test_fuzz import GETS, GOOD, POSTS

PICKS = (7001, 7003)
FAIR = {"seed": None}


def room_of(client: TestClient, keys: dict[str, Any]) -> Room:
    room: Room = client.app.state.rooms.open[keys["game"]]
    return room


def rolled(client: TestClient) -> dict[str, Any]:
    """Both have picked in secret, and red has sprinted: a die fell."""
    keys = start_by_link(client, **FAIR)
    for option in (*PICKS, 1):
        take_turn(client, keys, option)
    return keys


def get(client: TestClient, secret: str, path: str) -> tuple[int, str]:
    reply = client.get(f"/api/game/{path}", headers=key(secret))
    return reply.status_code, reply.text


def takes_over(client: TestClient, keys: dict[str, Any], who: str) -> None:
    """A bot sits down for red, for blue, for both or for nobody, and may be sent away again."""
    for seat, name in enumerate(("red", "blue")):
        if who in (name, "both"):
            assert post(client, keys["seats"][seat], "seat", {"seat": seat, "player": "random"})[0] == 200
        if who == f"{name} for a moment":
            for player in ("random", "human"):
                assert post(client, keys["seats"][seat], "seat", {"seat": seat, "player": player})[0] == 200


SITTING = ["nobody", "red", "blue", "red for a moment", "blue for a moment"]


@pytest.mark.parametrize("who", SITTING)
def test_no_save_no_branch_no_other_eyes_while_the_game_goes_on(client: TestClient, who: str) -> None:
    keys = start_by_link(client, **FAIR)
    for seat, option in enumerate(PICKS):
        play(client, keys["seats"][seat], option)
    takes_over(client, keys, who)
    hidden = {0: r"\b7003\b", 1: r"\b7001\b", 2: r"\b700[13]\b"}  # times and hashes hold such digits by chance
    for number, secret in enumerate((*keys["seats"], keys["spectator"])):
        assert get(client, secret, "save")[0] == 403
        assert post(client, secret, "branch", {"at": 0, "seats": ["human", "human"]})[0] == 403
        assert get(client, secret, "review")[0] == 403
        status, mine = get(client, secret, "export")
        assert status == 200
        assert not re.search(hidden[number], mine)
        for eyes in (0, 1):
            for path in (f"moment?at=1&eyes={eyes}", f"timeline?eyes={eyes}"):
                status, text = get(client, secret, path)
                assert status == 200 or "secret" in text
                assert not re.search(hidden[number], text)


@pytest.mark.parametrize("who", SITTING)
@pytest.mark.parametrize("asker", [0, 1])
def test_nothing_is_taken_back_over_dice_without_the_other(client: TestClient, who: str, asker: int) -> None:
    keys = rolled(client)
    play(client, keys["seats"][1], 0)
    takes_over(client, keys, who)
    room = room_of(client, keys)
    post(client, keys["seats"][asker], "ask-undo", {"seq": room.revision})
    post(client, keys["seats"][asker], "answer-undo", {"seq": room.revision, "agree": True})
    post(client, keys["spectator"], "answer-undo", {"seq": room.revision, "agree": True})
    assert len(room.game.history) >= 4
    assert room.game.pledge is not None
    assert room.game.pledge.mixes == [], "nothing was taken back"


def test_the_holder_of_a_seat_agrees_even_while_a_bot_sits_in_it(client: TestClient) -> None:
    keys = rolled(client)
    red, blue = keys["seats"]
    room = room_of(client, keys)
    faces = room.game.pledge.faces[:] if room.game.pledge else []
    assert post(client, red, "ask-undo", {"seq": room.revision})[0] == 200
    assert len(room.game.history) == 3
    assert post(client, blue, "answer-undo", {"seq": room.revision, "agree": True})[0] == 200
    assert len(room.game.history) == 2
    assert room.game.pledge is not None
    assert room.game.pledge.faces == faces[:-1]
    assert [mix.seat for mix in room.game.pledge.mixes] == [-1], "what was seen never comes again"


def test_who_invites_has_his_own_seat_and_nothing_else(client: TestClient) -> None:
    keys = start(client, ["human", "friend"], **FAIR)
    red, invitation = keys["seats"][0], keys["invitations"][1]
    assert (keys["table"], keys["seats"][1], keys["invitations"][0]) == (None, None, None)
    for verb in POSTS:
        if verb != "join":
            assert post(client, invitation, verb, GOOD[verb])[1]["error"] == "invitation", verb
    assert client.get("/api/game", headers=key(invitation)).status_code == 403
    blue = join(client, invitation)
    assert client.post("/api/game/join", headers=key(invitation), json={}).status_code == 401
    assert post(client, red, "seat", {"seat": 1, "player": "random"})[1]["error"] == "not-yours"
    assert look(client, red)["keeps"] == [0]
    assert look(client, blue)["keeps"] == [1]
    for secret in (red, blue, keys["spectator"]):
        told = client.get("/api/game/links", headers=key(secret)).text
        assert red not in told
        assert blue not in told


def test_nothing_is_taken_back_before_the_friend_has_come(client: TestClient) -> None:
    """Else one would set up, look and roll again until all is well, and then invite."""
    keys = start(client, ["human", "friend"], **FAIR)
    red = keys["seats"][0]
    play(client, red, 7001)
    assert client.get("/api/game/save", headers=key(red)).status_code == 403
    assert post(client, red, "branch", {"at": 0, "seats": ["human", "human"]})[0] == 403


def test_an_invitation_that_nobody_follows_is_withdrawn_for_good(client: TestClient) -> None:
    keys = start(client, ["human", "friend"], **FAIR)
    red, invitation = keys["seats"][0], keys["invitations"][1]
    assert look(client, red)["open"] == [1]
    assert post(client, red, "seat", {"seat": 1, "player": "random"})[0] == 200
    assert client.post("/api/game/join", headers=key(invitation), json={}).status_code == 401
    play(client, red, 7001)
    assert until_mine(client, red)["whole"], "nobody else plays"


def test_friends_are_for_those_who_sit_down_themselves(client: TestClient) -> None:
    for seats in (["friend", "friend"], ["friend", "random"]):
        reply = client.post("/api/games", json={"system": "toy-hex", "scenario": "races/first", "seats": seats})
        assert reply.json()["error"] == "bad-seats"


# ---- dice


def test_the_commitment_comes_first_and_the_secret_last(client: TestClient) -> None:
    keys = start_by_link(client, **FAIR)
    told = [look(client, secret)["dice"] for secret in (*keys["seats"], keys["spectator"])]
    assert {one["commitment"] for one in told} == {keys["commitment"]}
    for _ in range(60):
        if look(client, keys["seats"][0])["position"].get("over"):
            break
        assert "secret" not in json.loads(get(client, keys["seats"][0], "dice")[1])
        take_turn(client, keys, 1)
    found = json.loads(get(client, keys["spectator"], "dice")[1])
    assert commit(bytes.fromhex(found["secret"]), int(found["seed"])) == keys["commitment"]
    save = json.loads(get(client, keys["spectator"], "save")[1])
    assert save["fair"]["secret"] == found["secret"]


def test_a_seat_adds_its_salt_once_before_its_first_choice(client: TestClient) -> None:
    keys = start_by_link(client, **FAIR)
    red, blue = keys["seats"]
    assert post(client, red, "salt", {"salt": "salt-of-red-1"})[0] == 200
    assert post(client, red, "salt", {"salt": "salt-of-red-2"})[1]["error"] == "no-salt"
    assert post(client, keys["spectator"], "salt", {"salt": "salt-of-none"})[1]["error"] == "no-salt"
    play(client, blue, 7002)
    assert post(client, blue, "salt", {"salt": "salt-of-blue"})[1]["error"] == "no-salt"
    assert look(client, blue)["dice"]["mixes"] == [[0, 0, "salt-of-red-1"]]


def test_a_seeded_game_says_so_to_everybody(client: TestClient) -> None:
    keys = start_by_link(client)
    for secret in (*keys["seats"], keys["spectator"]):
        assert look(client, secret)["dice"] == {"fair": False}


def test_a_branch_and_a_save_go_on_with_other_dice(client: TestClient) -> None:
    """Alone one may try as often as one likes, and still learns nothing of the die to come."""
    table = start(client, ["human", "random"], **FAIR)["table"]
    play(client, table, 7001)
    until_mine(client, table)
    save = client.get("/api/game/save", headers=key(table)).content
    peeked = []
    for _ in range(12):
        at = look(client, table)["moments"]
        branched = post(client, table, "branch", {"at": at, "seats": ["human", "human"]})[1]
        uploaded = client.post("/api/games/upload?seats=human,human", content=save).json()
        for keys in (branched, uploaded):
            play(client, keys["table"], 1)
            peeked.append(room_of(client, keys).game.pledge.faces[-1])  # type: ignore[union-attr]
    assert len(set(peeked)) > 1


def test_questions_take_no_dice(client: TestClient) -> None:
    keys = start_by_link(client, **FAIR)
    for option in PICKS:
        take_turn(client, keys, option)
    room = room_of(client, keys)
    assert room.game.pledge is not None
    key_before, faces = room.game.pledge.key, room.game.pledge.faces[:]
    for secret in (*keys["seats"], keys["spectator"]):
        for verb in set(POSTS) - {"play", "plan", "salt", "seat", "ask-undo", "undo", "join", "branch"}:
            post(client, secret, verb, GOOD[verb])
    assert (room.game.pledge.key, room.game.pledge.faces) == (key_before, faces)


@pytest.mark.parametrize("over", [False, True])
def test_no_answer_tells_the_secret_before_the_end(client: TestClient, over: bool) -> None:
    """Every message there is, from every key, while the game goes on; afterwards those that should do tell it."""
    keys = rolled(client)
    pledge = room_of(client, keys).game.pledge
    assert pledge is not None
    hidden = (pledge.secret.hex(), str(pledge.seed), pledge.key.hex())
    if over:
        for _ in range(60):
            if room_of(client, keys).game.over:
                break
            take_turn(client, keys, 1)
    heard = ""
    for secret in (*keys["seats"], keys["spectator"], keys["invitations"][1]):
        heard += client.get("/api/game", headers=key(secret)).text
        for path in GETS:
            heard += get(client, secret, f"{path}?at=1")[1]
        for verb in set(POSTS) - {"seat", "branch"}:
            heard += str(post(client, secret, verb, GOOD[verb] | {"seq": 3} if "seq" in GOOD[verb] else GOOD[verb]))
        with client.websocket_connect("/api/live") as socket:
            socket.send_json({"secret": secret})
            heard += socket.receive_text()
    assert [one for one in hidden if one in heard] == ([hidden[0], hidden[1]] if over else [])
