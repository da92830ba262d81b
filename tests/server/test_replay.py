"""Looking at a game again: the timeline, any moment with one's own eyes, and games that branch off."""

from __future__ import annotations

import random
from typing import Any

import pytest
from litestar.testing import TestClient

from server.helpers import key, look, play, post, start, start_by_link, take_turn

EYES = (0, 1, -1)


def played_out(client: TestClient, system: str = "toy-hex") -> dict[str, Any]:
    keys = start(client, system=system)
    view = look(client, keys["table"])
    rng = random.Random(3)
    for _ in range(40):
        if view["position"].get("over"):
            return keys
        view = play(client, keys["table"], rng.choice(view["prompt"]["choices"])["id"])
    raise AssertionError("the toy does not end")


def moment(client: TestClient, secret: str, at: int, **params: Any) -> dict[str, Any]:
    reply = client.get("/api/game/moment", headers=key(secret), params={"at": at, **params})
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def why(client: TestClient, secret: str, at: int) -> tuple[int, str]:
    """Whether one may ask, and what is said if not."""
    reply = client.get("/api/game/why", headers=key(secret), params={"at": at})
    return reply.status_code, reply.json().get("error", "")


def test_every_moment_is_what_was_seen_then(client: TestClient) -> None:
    keys = start_by_link(client)
    seen = {seat: [look(client, keys["seats"][seat])] for seat in (0, 1)}
    for option in (7001, 7002, 1, 0, 0, 1):
        take_turn(client, keys, option)
        for seat, views in seen.items():
            views.append(look(client, keys["seats"][seat]))
    for seat, views in seen.items():
        for at, view in enumerate(views):
            then = moment(client, keys["seats"][seat], at)
            assert then["position"] == view["position"]
            assert then["log"] == len(view["events"])


def test_the_timeline_knows_turns_and_seats(client: TestClient) -> None:
    keys = played_out(client)
    line = client.get("/api/game/timeline", headers=key(keys["table"])).json()
    assert [mark["seat"] for mark in line["marks"]] == [0, 1] * 5
    assert [mark["turn"] for mark in line["marks"]] == [1, 1, 1, 1, 2, 2, 3, 3, 4, 4]
    assert line["over"]


def test_while_the_game_goes_on_no_other_eyes_and_no_choices_of_others(client: TestClient) -> None:
    keys = start_by_link(client)
    play(client, keys["seats"][0], 7001)
    play(client, keys["seats"][1], 7003)
    for path in ("/api/game/moment?at=0&eyes=1", "/api/game/timeline?eyes=1"):
        reply = client.get(path, headers=key(keys["seats"][0]))
        assert (reply.status_code, reply.json()["error"]) == (403, "secret")
    assert moment(client, keys["seats"][0], 0)["chosen"]["label"] == "Pick 7001"
    assert moment(client, keys["seats"][0], 1)["chosen"] is None
    assert why(client, keys["seats"][0], 0)[0] == 200
    assert why(client, keys["seats"][0], 1) == why(client, keys["spectator"], 0) == (403, "not-yet")
    whole = client.get("/api/game/timeline", headers=key(keys["spectator"])).text
    for at in range(3):
        whole += client.get(f"/api/game/moment?at={at}", headers=key(keys["spectator"])).text
    assert "7001" not in whole
    assert "7003" not in whole


def test_at_the_end_all_eyes_are_open(client: TestClient) -> None:
    keys = played_out(client)
    positions = [moment(client, keys["spectator"], 4, eyes=seat)["position"] for seat in EYES]
    assert positions[0] != positions[1] != positions[2]
    assert moment(client, keys["spectator"], 0, eyes=0)["chosen"]["verb"] == "pick"
    assert why(client, keys["spectator"], 0) == (200, "")
    assert client.get("/api/game/moment?at=1&eyes=7", headers=key(keys["table"])).status_code == 400


@pytest.mark.parametrize("at", [-1, 99, 2**40])
def test_moments_that_are_none(client: TestClient, at: int) -> None:
    keys = start(client)
    reply = client.get("/api/game/moment", headers=key(keys["table"]), params={"at": at})
    assert (reply.status_code, reply.json()["error"]) == (404, "no-moment")


def test_a_timeline_forgets_what_was_taken_back(client: TestClient) -> None:
    table = start(client)["table"]
    for option in (7001, 7002, 0):
        play(client, table, option)
    assert moment(client, table, 3)["position"]["pieces"][0]["place"] == "B1"
    post(client, table, "undo", {"seq": look(client, table)["seq"]})
    play(client, table, 2)
    assert moment(client, table, 3)["position"]["pieces"][0]["place"] == "A1"


def test_a_branch_goes_on_from_any_moment(client: TestClient) -> None:
    keys = played_out(client)
    for at in (0, 3, 10):
        status, branched = post(client, keys["spectator"], "branch", {"at": at, "seats": ["human", "human"]})
        assert status == 201, branched
        begun = look(client, branched["table"])
        assert begun["moments"] == at
        then = moment(client, keys["spectator"], at, eyes=begun["seat"])
        assert then["position"] == begun["position"]
    assert look(client, keys["table"])["moments"] == 10


def test_a_branch_of_a_game_that_others_play_must_wait(client: TestClient) -> None:
    body = {"at": 1, "seats": ["human", "random"]}
    rivals = start_by_link(client)
    play(client, rivals["seats"][0], 7001)
    for secret in (*rivals["seats"], rivals["spectator"]):
        assert post(client, secret, "branch", body)[1]["error"] == "secret"
    keys = start(client)
    play(client, keys["table"], 7001)
    assert post(client, keys["spectator"], "branch", body)[1]["error"] == "secret"
    assert post(client, keys["table"], "branch", body)[0] == 201
    assert post(client, keys["table"], "branch", {"at": 9, "seats": ["human", "random"]})[1]["error"] == "no-moment"
    assert post(client, keys["table"], "branch", {"at": 1, "seats": ["human"]})[1]["error"] == "bad-seats"
