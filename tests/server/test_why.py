"""Why did it do that? Asked of past choices, answered by the bot that made them, and never to a rival in play."""

from __future__ import annotations

import time
from typing import Any

import pytest
from litestar.testing import TestClient

import bocage
from bocage import registry
from bocage.kernel.game import Game
from bocage.server.thinking import decide, question_of
from server.helpers import join, key, look, post

REAL_SYSTEMS = True
SHORT = {"lnlt": "boh/lesson-infantry", "normandie": "dug-in", "disposable": "lesson_close_combat"}


def finished(system: str, players: list[str]) -> Game:
    """A game of two bots, as the server would have played it."""
    game = bocage.new(system, SHORT[system], seed=4)
    game.seats = players
    while not game.over:
        seat = game.decision.seat
        game.play(decide(question_of("a", game, seat), game.clone()), seat)
    return game


def opened(client: TestClient, game: Game) -> dict[str, Any]:
    reply = client.post("/api/games/upload", content=registry.save(game))
    assert reply.status_code == 201, reply.text
    keys: dict[str, Any] = reply.json()
    return keys


def begun(client: TestClient, seats: list[str], system: str = "lnlt", scenario: str = "") -> dict[str, Any]:
    body = {"system": system, "scenario": scenario or SHORT[system], "seats": seats, "seed": 7}
    reply = client.post("/api/games", json=body)
    assert reply.status_code == 201, reply.text
    keys: dict[str, Any] = reply.json()
    return keys


def why(client: TestClient, secret: str, at: int, language: str = "en") -> tuple[int, Any]:
    reply = client.get("/api/game/why", headers=key(secret), params={"at": at, "language": language})
    return reply.status_code, reply.json()


def told(client: TestClient, secret: str, at: int, language: str = "en") -> dict[str, Any]:
    status, found = why(client, secret, at, language)
    assert status == 200, found
    answer: dict[str, Any] = found
    return answer


def weighty(game: Game, seat: int) -> list[int]:
    """Choices of a seat where there was something to choose."""
    twin = bocage.new(game.system.id, game.scenario, seed=game.seed, recording=False)
    found = []
    for number, played in enumerate(game.history):
        if played.seat == seat and len(twin.pending(seat).options) > 4:
            found.append(number)
        twin.play(played.option, played.seat)
    return found


@pytest.mark.parametrize("system", SHORT)
def test_every_choice_of_a_regular_bot_is_its_best_and_has_its_reasons(client: TestClient, system: str) -> None:
    game = finished(system, ["regular", "recruit"])
    spectator = opened(client, game)["spectator"]
    with_reasons = 0
    for at in weighty(game, 0)[:6]:
        found = told(client, spectator, at)
        assert (found["seat"], found["player"], found["human"]) == (0, "regular", False)
        first, *others = found["options"]
        assert (first["rank"], first["taken"], first["option"]) == (1, True, game.history[at].option)
        assert [one["rank"] for one in others] == [2, 3]
        assert not any(one["taken"] for one in others)
        for one in found["options"]:
            assert sum(reason["value"] for reason in one["reasons"]) == pytest.approx(one["value"], abs=0.06)
            assert one["choice"]["label"] == one["label"]
            with_reasons += len(one["reasons"]) > 0
    assert with_reasons > 3


def test_a_slip_of_a_recruit_is_told_with_its_rank(client: TestClient) -> None:
    game = finished("lnlt", ["regular", "recruit"])
    table = opened(client, game)["table"]
    ranks = []
    for at in weighty(game, 1):
        (taken,) = [one for one in told(client, table, at)["options"] if one["taken"]]
        assert taken["option"] == game.history[at].option
        ranks.append(taken["rank"])
    assert ranks.count(1) > len(ranks) // 2
    assert max(ranks) > 1
    assert min(ranks) > 0


@pytest.mark.timed
def test_a_search_tells_of_its_trials_in_a_process_of_its_own(client: TestClient) -> None:
    game = finished("disposable", ["regular", "regular"])
    game.seats = ["veteran", "regular"]
    table = opened(client, game)["table"]
    answers = [told(client, table, at, "fr") for at in weighty(game, 0)[:3]]
    options = [one for found in answers for one in found["options"] if one["trials"]]
    assert options
    assert all("simulation" in one["trials"] for one in options)
    assert any(reason["label"] == "les simulations" for one in options for reason in one["reasons"])
    assert client.app.state.rooms.thinkers.deep.warm
    again = told(client, table, answers[0]["at"], "fr")
    assert again == answers[0], "who asks again hears the same"


def test_while_the_game_goes_on_a_rival_hears_nothing(client: TestClient) -> None:
    keys = begun(client, ["human", "regular"])
    at = first_choice_of(client, keys["table"], 1)
    for secret in (keys["table"], keys["spectator"]):
        status, problem = why(client, secret, at)
        assert (status, problem["error"]) == (403, "not-yet")
        assert not look(client, secret)["tells_all"]
    own = first_choice_of(client, keys["table"], 0)
    found = told(client, keys["table"], own)
    assert (found["human"], found["player"]) == (True, "regular")
    assert why(client, keys["spectator"], own)[0] == 403


def first_choice_of(client: TestClient, table: str, seat: int) -> int:
    """Play on until this seat has chosen; the number of its first choice."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        view = look(client, table)
        line = client.get("/api/game/timeline", headers=key(table)).json()
        chose = [mark["seat"] for mark in line["marks"]]
        if seat in chose:
            assert not line["over"]
            return chose.index(seat)
        if view["mine"]:
            post(client, table, "play", {"seq": view["seq"], "option": view["prompt"]["choices"][0]["id"]})
        time.sleep(0.01)
    raise AssertionError("it never chooses")


def test_whose_own_seat_a_bot_has_taken_over_may_ask_it(client: TestClient) -> None:
    keys = begun(client, ["human", "friend"])
    red, blue = keys["seats"][0], join(client, keys["invitations"][1])
    mine = 0 if look(client, red)["mine"] else 1
    own, other = (red, blue) if mine == 0 else (blue, red)
    assert post(client, own, "seat", {"seat": mine, "player": "regular"})[0] == 200
    at = first_choice_of(client, own, mine)
    assert told(client, own, at)["human"] is False
    assert why(client, other, at)[1]["error"] == "not-yet"


def test_where_only_bots_play_the_table_may_ask_at_any_time(client: TestClient) -> None:
    keys = begun(client, ["veteran", "veteran"], scenario="boh/first-contact")
    at = first_choice_of(client, keys["table"], 0)
    assert look(client, keys["table"])["tells_all"]
    assert client.get("/api/game/moment", headers=key(keys["table"]), params={"at": at}).json()["chosen"]
    assert why(client, keys["spectator"], at)[1]["error"] == "not-yet"
    assert told(client, keys["table"], at)["seat"] == 0


@pytest.mark.parametrize("at", [-1, 2**40])
def test_choices_that_were_never_made(client: TestClient, at: int) -> None:
    game = finished("disposable", ["random", "random"])
    table = opened(client, game)["table"]
    assert why(client, table, at)[1]["error"] == "no-moment"
    assert why(client, table, len(game.history))[1]["error"] == "no-moment"
    found = told(client, table, len(game.history) - 1)
    assert [(one["taken"], one["rank"]) for one in found["options"]] == [(True, 0)], "by lot: no reasons"
