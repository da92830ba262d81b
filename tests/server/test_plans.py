"""Plans: what a seat lays out is its own until it confirms, and then it is chosen as a whole or not at all."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from itertools import pairwise
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from bocage.kernel.draft import Draft
from bocage.kernel.game import IllegalChoice
from bocage.server.room import Room
from server.helpers import join, key, look, post
from server.test_traffic import compare_truths, search

REAL_SYSTEMS = True
SPECTATOR = -1
PLAYERS = {2: "bestdef", 3: "pincer", 4: "crossroads"}
ALL_COUNTS = pytest.mark.parametrize("players", PLAYERS)


def by_link(players: int) -> list[str]:
    return ["human"] + ["friend"] * (players - 1)


def begin(client: TestClient, players: int = 2, seats: list[str] | None = None) -> tuple[dict[str, Any], Room]:
    body: dict[str, Any] = {"system": "normandie", "scenario": PLAYERS[players], "seats": seats or by_link(players)}
    reply = client.post("/api/games", json=body | {"seed": 5, "options": {"orders": "together", "cards": "on"}})
    assert reply.status_code == 201, reply.text
    keys: dict[str, Any] = reply.json()
    for seat, invitation in enumerate(keys["invitations"]):
        if invitation:
            keys["seats"][seat] = join(client, invitation)
    return keys, client.app.state.rooms.open[keys["game"]]


def plan_of(room: Room, seat: int, rng: random.Random) -> list[int]:
    """A whole plan, drawn at random."""
    draft = Draft(room.game.state, seat)
    for _ in range(200):
        if draft.decision is None:
            break
        draft.add(rng.choice(draft.decision.options))
    assert draft.decision is None
    return draft.options


def draft(client: TestClient, secret: str, options: list[int], **more: Any) -> tuple[int, Any]:
    return post(client, secret, "draft", {"seq": look(client, secret)["seq"], "options": options, **more})


def confirm(client: TestClient, secret: str, options: list[int]) -> tuple[int, Any]:
    return post(client, secret, "plan", {"seq": look(client, secret)["seq"], "options": options})


def until_orders(client: TestClient, keys: dict[str, Any], room: Room) -> None:
    """Deploy everybody, one plan each, and decide at random what comes between."""
    rng = random.Random(1)
    for _ in range(60):
        decision = room.game.decision
        if decision.kind.name == "orders":
            return
        secret = keys["seats"][decision.seat]
        if decision.kind.plans:
            assert confirm(client, secret, plan_of(room, decision.seat, rng))[0] == 200
        else:
            body = {"seq": room.revision, "option": decision.options[0]}
            assert post(client, secret, "play", body)[0] == 200
    raise AssertionError("nobody gives orders")


@ALL_COUNTS
def test_others_hear_of_a_plan_once_when_it_is_confirmed(client: TestClient, players: int) -> None:
    """Set-up and orders of some rounds, all sockets open: no message while plans are laid out, one when one is sent."""
    keys, room = begin(client, players)
    rng = random.Random(players)
    secrets = dict(enumerate(keys["seats"])) | {SPECTATOR: keys["spectator"]}
    heard = dict.fromkeys(secrets, "")
    plans = 0
    with ExitStack() as stack:
        sockets = {seat: stack.enter_context(client.websocket_connect("/api/live")) for seat in secrets}
        for seat, socket in sockets.items():
            socket.send_json({"secret": secrets[seat]})
            heard[seat] += socket.receive_text()
        for _ in range(90):
            if room.game.over:
                break
            decision = rng.choice(room.game.decisions)
            if decision.kind.plans:
                plans += 1
                before, digest = room.revision, room.game.state.digest()
                options = plan_of(room, decision.seat, rng)
                for upto in range(len(options)):
                    assert draft(client, secrets[decision.seat], options[:upto])[0] == 200
                assert (room.revision, room.game.state.digest()) == (before, digest), "a plan changes nothing"
                compare_truths(room, rng)
                assert confirm(client, secrets[decision.seat], options) == (200, {"seq": before + len(options)})
            else:
                body = {"seq": room.revision, "option": rng.choice(decision.options)}
                assert post(client, secrets[decision.seat], "play", body)[0] == 200
            for seat, socket in sockets.items():
                text = socket.receive_text()
                assert json.loads(text)["seq"] == room.revision, "the next message is this change: none for the drafts"
                heard[seat] += text
    assert plans >= 2 * players
    search(room, heard)


@ALL_COUNTS
def test_a_draft_tells_its_seat_no_secret_of_others(client: TestClient, players: int) -> None:
    """Two truths that a seat cannot tell apart show it the same drafts, also those that a bot completes."""
    keys, room = begin(client, players)
    until_orders(client, keys, room)
    rng = random.Random(players)
    true = room.game.state
    for seat in range(players):
        options = plan_of(room, seat, rng)
        tries = [(options[:upto], False) for upto in range(len(options) + 1)] + [(options[:2], True)]
        seen = [draft(client, keys["seats"][seat], some, complete=filled) for some, filled in tries]
        assert {status for status, _ in seen} == {200}
        assert seen[-1][1]["prompt"] is None
        assert seen[len(options)][1]["prompt"] is None
        for _ in range(3):
            room.game.state = room.system.redeterminise(true, seat, rng)
            assert [draft(client, keys["seats"][seat], some, complete=filled) for some, filled in tries] == seen
            room.game.state = true
        if seat + 1 < players:
            assert confirm(client, keys["seats"][seat], options)[0] == 200
            true = room.game.state


def test_the_last_seat_learns_nothing_of_the_others_orders_before_it_confirms(client: TestClient) -> None:
    keys, room = begin(client)
    until_orders(client, keys, room)
    rng = random.Random(3)
    assert confirm(client, keys["seats"][0], plan_of(room, 0, rng))[0] == 200
    _, laid = draft(client, keys["seats"][1], [], complete=True)
    badges = [badge["kind"] for piece in laid["position"]["pieces"] for badge in piece.get("badges", [])]
    assert "order" in badges
    assert "order-hidden" not in badges
    confirm(client, keys["seats"][1], laid["options"])
    pieces = look(client, keys["seats"][1])["position"]["pieces"]
    assert any(badge["kind"] == "order-hidden" for piece in pieces for badge in piece.get("badges", []))


def test_a_plan_is_chosen_as_a_whole_or_not_at_all(client: TestClient) -> None:
    keys, room = begin(client)
    until_orders(client, keys, room)
    options = plan_of(room, 0, random.Random(2))
    before = (room.revision, room.game.state.digest(), len(room.game.history))
    for bad, error in (
        ([*options[:-1], options[0]], "not-offered"),
        ([*options, options[0]], "not-offered"),
        (options[:-1], "unfinished"),
        ([], "unfinished"),
        ([12345], "not-offered"),
    ):
        status, body = confirm(client, keys["seats"][0], bad)
        assert (status, body["error"]) == (409, error)
        assert (room.revision, room.game.state.digest(), len(room.game.history)) == before
    assert post(client, keys["seats"][0], "plan", {"seq": 0, "options": options})[1]["error"] == "stale"
    assert post(client, keys["spectator"], "plan", {"seq": before[0], "options": options})[1]["error"] == "not-yours"
    assert confirm(client, keys["seats"][0], options) == (200, {"seq": before[0] + len(options)})
    assert len(room.game.history) == before[2] + len(options)
    assert confirm(client, keys["seats"][0], options)[1]["error"] == "not-your-turn"


def test_a_plan_that_cannot_be_stored_leaves_nothing_behind(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, room = begin(client)
    until_orders(client, keys, room)
    options = plan_of(room, 0, random.Random(2))
    known = len(room.game.history)
    with monkeypatch.context() as broken:

        def fail(*_: Any) -> None:
            raise OperationalError("", {}, Exception("disk full"))

        broken.setattr(room.storage, "add", fail)
        assert confirm(client, keys["seats"][0], options)[1]["error"] == "not-stored"
    assert look(client, keys["seats"][0])["moments"] == known
    assert confirm(client, keys["seats"][0], options)[0] == 200
    again = client.app.state.rooms.restore(keys["game"])
    assert [played.option for played in again.game.history[-len(options) :]] == options


def test_rules_that_fail_in_the_middle_of_a_plan_leave_nothing_behind(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, room = begin(client)
    until_orders(client, keys, room)
    options = plan_of(room, 0, random.Random(2))
    before = (room.game.state.digest(), len(room.game.history))
    play = type(room.game).play
    with monkeypatch.context() as broken:

        def fail(game: Any, option: int, seat: int = -1) -> Any:
            if option == options[2]:
                raise ZeroDivisionError
            return play(game, option, seat)

        broken.setattr(type(room.game), "play", fail)
        assert confirm(client, keys["seats"][0], options)[1]["error"] == "failed"
    assert (room.game.state.digest(), len(room.game.history)) == before
    assert confirm(client, keys["seats"][0], options)[0] == 200


def test_a_plan_is_taken_back_as_a_whole(client: TestClient) -> None:
    keys, room = begin(client)
    until_orders(client, keys, room)
    digest = room.game.state.digest()
    options = plan_of(room, 1, random.Random(2))
    confirm(client, keys["seats"][1], options)
    view = look(client, keys["seats"][1])
    assert view["can_undo"]
    assert post(client, keys["seats"][1], "undo", {"seq": view["seq"]})[0] == 200
    assert room.game.state.digest() == digest
    assert confirm(client, keys["seats"][1], options)[0] == 200


def test_a_refusal_after_the_choices_of_a_plan_names_its_clause(client: TestClient) -> None:
    keys, room = begin(client)
    until_orders(client, keys, room)
    secret = keys["seats"][0]
    choice = look(client, secret)["prompt"]["choices"][0]
    tried = {"verb": "order", "piece": choice["piece"]}
    assert post(client, secret, "why-not", tried)[1] == []
    refused = post(client, secret, "why-not", tried | {"plan": [choice["id"]]})[1]
    assert [item["rule"] for item in refused] == ["hon.order.place.3"]


def test_at_one_screen_each_player_is_asked_once_for_all_his_orders(client: TestClient) -> None:
    """Token by token too: whoever sits there stays until his orders are given."""
    keys, room = begin(client, seats=["human", "human"])
    keys["seats"] = [keys["table"]] * 2
    until_orders(client, keys, room)
    rng = random.Random(4)
    seats = []
    for _ in range(60):
        view = look(client, keys["table"])
        if view["prompt"]["kind"] != "orders":
            break
        seats.append(view["seat"])
        body = {"seq": view["seq"], "option": rng.choice(view["prompt"]["choices"])["id"]}
        assert post(client, keys["table"], "play", body)[0] == 200
    assert sum(one != other for one, other in pairwise(seats)) == 1


def test_what_others_decide_meanwhile_does_not_spoil_a_plan(client: TestClient) -> None:
    keys, room = begin(client)
    until_orders(client, keys, room)
    rng = random.Random(6)
    seen = look(client, keys["seats"][0])["seq"]
    options = plan_of(room, 0, rng)
    assert confirm(client, keys["seats"][1], plan_of(room, 1, rng))[0] == 200
    assert post(client, keys["seats"][0], "plan", {"seq": seen, "options": options})[0] == 200


def test_a_set_up_tells_which_piece_each_choice_is_about(client: TestClient) -> None:
    keys, room = begin(client)
    secret = keys["seats"][room.game.decision.seat]
    first = look(client, secret)["prompt"]
    _, laid = draft(client, secret, [], complete=True)
    assert laid["pieces"][0] == first["pieces"][0]
    assert len(laid["pieces"]) == len(laid["options"])
    standing = {
        piece["id"] for piece in laid["position"]["pieces"] if piece.get("place") and piece["seat"] == laid["seat"]
    }
    assert set(laid["pieces"]) == standing


def test_only_what_can_be_planned_is_drafted(client: TestClient) -> None:
    keys, room = begin(client)
    until_orders(client, keys, room)
    rng = random.Random(7)
    for seat in (0, 1):
        assert confirm(client, keys["seats"][seat], plan_of(room, seat, rng))[0] == 200
    seat = room.game.decision.seat
    assert not room.game.decision.kind.plans
    assert draft(client, keys["seats"][seat], [])[1]["error"] == "not-offered"
    with pytest.raises(IllegalChoice):
        Draft(room.game.state, 1 - seat)
    assert client.post("/api/game/draft", headers=key(keys["seats"][0]), json={"seq": 0}).status_code == 400
