"""Lessons over HTTP: the coach leads, the other side answers by itself, mistakes are shown and taken back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage.server.app import create_app
from server.helpers import key, look, play, post

REAL_SYSTEMS = True
FIRST = {"system": "lnlt", "lesson": "01-first-shots"}


def begin(client: TestClient, lesson: dict[str, str] = FIRST) -> str:
    reply = client.post("/api/lessons", json=lesson)
    assert reply.status_code == 201, reply.text
    secret: str = reply.json()["table"]
    return secret


def choose(client: TestClient, secret: str, verb: str) -> dict[str, Any]:
    choices = look(client, secret)["prompt"]["choices"]
    return play(client, secret, next(choice["id"] for choice in choices if choice["verb"] == verb))


def test_every_lesson_is_listed_in_order(client: TestClient) -> None:
    courses = {course["id"]: course["lessons"] for course in client.get("/api/lessons").json()}
    names = [lesson["name"] for lesson in courses["lnlt"]]
    assert names == sorted(names)
    assert names[0] == FIRST["lesson"]
    french = client.get("/api/lessons", params={"language": "fr"}).json()
    assert french != list(courses.values())


def test_the_coach_goes_on_when_the_goal_is_reached(client: TestClient) -> None:
    secret = begin(client)
    coach = look(client, secret)["coach"]
    assert (coach["step"], coach["mistake"], coach["over"]) == (0, "", False)
    assert coach["pieces"]
    assert choose(client, secret, "activate")["coach"]["step"] == 1


def test_a_mistake_stands_until_it_is_taken_back(client: TestClient) -> None:
    secret = begin(client)
    view = choose(client, secret, "pass")
    assert view["coach"]["mistake"]
    assert view["prompt"] is None
    status, problem = post(client, secret, "play", {"seq": view["seq"], "option": 0})
    assert (status, problem["error"]) == (409, "mistake")
    time.sleep(0.05)
    assert look(client, secret)["seq"] == view["seq"]  # nobody answers a mistake
    assert post(client, secret, "coach/back", {"seq": view["seq"]})[0] == 200
    after = look(client, secret)
    assert after["coach"]["mistake"] == ""
    assert after["prompt"] is not None
    assert after["position"] == {**look(client, begin(client))["position"]}


def test_a_lesson_goes_on_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "games.sqlite3")
    with TestClient(create_app(store)) as client:
        secret = begin(client)
        choose(client, secret, "activate")
    with TestClient(create_app(store)) as client:
        assert look(client, secret)["coach"]["step"] == 1
        shown = client.get("/api/game", headers=key(secret)).json()
        assert shown["scenario"] == "First shots"


def test_a_puzzle_is_judged_and_explained(client: TestClient) -> None:
    """One choice after another: a wrong one is weighed and taken back, until the solution is met."""
    course = next(one for one in client.get("/api/lessons").json() if one["id"] == "disposable")
    name = course["puzzles"][0]["name"]
    secret = begin(client, {"system": "disposable", "lesson": name})
    coach = look(client, secret)["coach"]
    assert coach["puzzle"]
    assert coach["goal"]
    assert not coach["pieces"]
    assert not coach["places"]
    met = set()
    for _ in range(30):
        view = look(client, secret)
        if view["coach"]["over"]:
            break
        mistakes = []
        for choice in view["prompt"]["choices"]:
            after = play(client, secret, choice["id"])
            if not after["coach"]["mistake"]:
                break
            mistakes.append(after["coach"]["mistake"])
            assert post(client, secret, "coach/back", {"seq": after["seq"]})[0] == 200
        met |= set(mistakes)
    over = look(client, secret)["coach"]
    assert over["over"]
    assert over["remark"] == "Right!"
    assert "%" in over["pages"][0] or len(over["pages"][0]) > 40
    assert over["next"] == course["puzzles"][1]["name"]
    assert all(said.startswith(("Nearly.", "Not the best choice.")) for said in met)


def test_no_such_lesson(client: TestClient) -> None:
    reply = client.post("/api/lessons", json={"system": "lnlt", "lesson": "nowhere"})
    assert (reply.status_code, reply.json()["error"]) == (404, "no-lesson")


@pytest.mark.parametrize("options", [{"position": {"units": {}}}])
def test_a_position_of_ones_own_is_for_lessons_alone(client: TestClient, options: dict[str, Any]) -> None:
    body = {"system": "lnlt", "scenario": "boh/first-contact", "seats": ["human", "human"], "options": options}
    assert client.post("/api/games", json=body).status_code == 400


def test_a_game_without_a_coach_has_no_mistakes(client: TestClient) -> None:
    body = {"system": "lnlt", "scenario": "boh/first-contact", "seats": ["human", "human"]}
    secret = client.post("/api/games", json=body).json()["table"]
    assert look(client, secret)["coach"] is None
    assert post(client, secret, "coach/back", {"seq": 0})[0] == 409
