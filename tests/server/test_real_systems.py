"""The shipped systems through the interface: every question gets an answer, in words of both languages."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest
from litestar.testing import TestClient

from server.helpers import key, look, play, post

REAL_SYSTEMS = True
SYSTEMS = ["lnlt", "normandie", "disposable"]
DECISIONS = 70


def start_real(client: TestClient, system: str) -> str:
    listed = client.get("/api/systems").json()["systems"]
    scenario = next(entry for entry in listed if entry["id"] == system)["scenarios"][0]["id"]
    body = {"system": system, "scenario": scenario, "seats": ["human", "human"], "seed": 11}
    table: str = client.post("/api/games", json=body).json()["table"]
    return table


def attempts(view: dict[str, Any], board: dict[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    """Things a player may click at: a piece, a place, a point; sensible or not."""
    pieces = [piece["id"] for piece in view["position"]["pieces"]]
    piece = rng.choice(pieces or [0])
    found = [{"piece": piece}, {"x": round(rng.uniform(0, 40), 1), "y": round(rng.uniform(0, 40), 1)}, {"piece": 9999}]
    if board.get("cells"):
        place = rng.choice(board["cells"])["id"]
        found += [{"place": place}, {"piece": piece, "place": place, "verb": "fire"}]
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_question_is_answered_in_both_languages(
    client: TestClient, system: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "bocage.server")
    rng = random.Random(4)
    table = start_real(client, system)
    board = client.get("/api/game", headers=key(table)).json()["board"]
    for number in range(DECISIONS):
        language = ("en", "fr")[number % 2]
        view = look(client, table, language)
        if view["position"].get("over"):
            break
        for attempt in attempts(view, board, rng):
            reply = client.post(f"/api/game/why-not?language={language}", headers=key(table), json=attempt)
            assert reply.status_code == 200, (attempt, reply.text)
        choices = view["prompt"]["choices"]
        for choice in choices[:6]:
            body = {"seq": view["seq"], "option": choice["id"]}
            reply = client.post(f"/api/game/forecast?language={language}", headers=key(table), json=body)
            assert reply.status_code == 200, (choice, reply.text)
            for odds in (reply.json() or {}).get("odds", []):
                assert all(0 < line["chance"] <= 1 + 1e-9 for line in odds["rows"])
        assert post(client, table, "play", {"seq": view["seq"], "option": rng.choice(choices)["id"]})[0] == 200
    assert [record.getMessage() for record in caplog.records] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_a_player_is_shown_can_be_read(client: TestClient, system: str) -> None:
    rng = random.Random(9)
    table = start_real(client, system)
    cited = set()
    for _ in range(DECISIONS):
        view = look(client, table)
        if view["position"].get("over"):
            break
        cited |= {view["prompt"]["rule"], *(choice.get("rule", "") for choice in view["prompt"]["choices"])}
        post(client, table, "play", {"seq": view["seq"], "option": rng.choice(view["prompt"]["choices"])["id"]})
    for event in view["events"]:
        cited |= {event["rule"], *(line["rule"] for line in event["lines"])}
    unknown = [r for r in cited if r and client.get(f"/api/systems/{system}/clauses/{r}").status_code != 200]
    assert unknown == []


@pytest.mark.parametrize(("language", "far", "forbidden"), [
    ("en", "6.0″", "Another base is in the way."), ("fr", "6,0″", "Un autre socle est sur le chemin."),
])  # fmt: skip
def test_a_free_point_is_told_before_it_is_chosen(client: TestClient, language: str, far: str, forbidden: str) -> None:
    body = {"system": "disposable", "scenario": "lesson_guts", "seats": ["human", "human"], "seed": 11}
    table = client.post("/api/games", json=body).json()["table"]
    for verb in ("activate", "manoeuvre"):
        view = look(client, table)
        choice = next(choice for choice in view["prompt"]["choices"] if choice["verb"] == verb)
        post(client, table, "play", {"seq": view["seq"], "option": choice["id"]})
    leader = look(client, table)["prompt"]["pieces"][0]
    there = next(piece for piece in look(client, table)["position"]["pieces"] if piece["id"] == leader)

    def told(x: float, y: float) -> dict[str, Any]:
        found = client.post(f"/api/game/look?language={language}", headers=key(table), json={"x": x, "y": y})
        assert found.status_code == 200, found.text
        told: dict[str, Any] = found.json()
        return told

    ahead = told(there["x"], there["y"] + 6)
    assert ahead["legal"]
    assert far in ahead["label"]
    beyond = told(there["x"], there["y"] + 6.1)
    assert (beyond["legal"], beyond["rule"]) == (False, "dh.move.manoeuvre.1")
    others = [p for p in look(client, table)["position"]["pieces"] if p["seat"] == 0 and p["group"] != there["group"]]
    near = min(others, key=lambda p: abs(p["x"] - there["x"]) + abs(p["y"] - there["y"]))
    if (near["x"] - there["x"]) ** 2 + (near["y"] - there["y"]) ** 2 <= 36:
        assert told(near["x"], near["y"])["label"] == forbidden


def test_a_free_point_tells_where_the_figures_would_stand(client: TestClient) -> None:
    """Each of them in the marked area's unit, and just where the choice puts them."""
    table = start_real(client, "disposable")
    view = look(client, table)
    choice = next(choice for choice in view["prompt"]["choices"] if choice["x"] >= 0)
    status, seen = post(client, table, "look", {"x": choice["x"], "y": choice["y"]})
    assert (status, seen["legal"]) == (200, True)
    after = play(client, table, choice["id"])
    unit = [p for p in after["position"]["pieces"] if p.get("radius") and p["seat"] == view["prompt"]["seat"]]
    assert sorted(map(tuple, seen["figures"])) == sorted((p["x"], p["y"]) for p in unit)
