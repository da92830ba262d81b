"""Nonsense for the real games: nearly right saves, armies, options and paths get a plain answer."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

from server.helpers import key, look, post, until_mine

REAL_SYSTEMS = True
SHORT = {"lnlt": "boh/lesson-infantry", "normandie": "dug-in", "disposable": "lesson_close_combat"}
ODD: list[Any] = [None, True, -1, 2**40, 1.5, "", "x", "../../etc/passwd", "é" * 300, [], [[]], {}, {"a": {"b": []}}]


def begin(client: TestClient, system: str, **more: Any) -> dict[str, Any]:
    body = {"system": system, "scenario": SHORT[system], "seats": ["human", "human"], "seed": 3} | more
    reply = client.post("/api/games", json=body)
    assert reply.status_code == 201, reply.text
    keys: dict[str, Any] = reply.json()
    return keys


def spoilt(value: Any, rng: random.Random) -> Any:
    """The same with one thing in it, at any depth, replaced, dropped or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        name = rng.choice(sorted(value))
        changed = {other: item for other, item in value.items() if other != name}
        return changed if rng.random() < 0.2 else changed | {name: spoilt(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return value[:at] + [spoilt(value[at], rng)] * rng.choice((1, 1, 2)) + value[at + 1 :]
    return rng.choice(ODD)


def plain(reply: Any, sent: object) -> int:
    assert reply.status_code < 500, (sent, reply.text)
    if reply.status_code >= 400:
        assert reply.json()["error"]
        assert reply.json()["message"]
    status: int = reply.status_code
    return status


def spoil(good: Any, times: int, send: Callable[[Any], int]) -> set[int]:
    """What came of sending it whole, and spoilt in many ways."""
    rng = random.Random(6)
    assert send(good) < 300
    return {send(spoilt(good, rng)) for _ in range(times)}


@pytest.mark.parametrize("system", SHORT)
def test_spoilt_saves(client: TestClient, system: str) -> None:
    table = begin(client, system)["table"]
    rng = random.Random(2)
    for _ in range(12):
        view = look(client, table)
        post(client, table, "play", {"seq": view["seq"], "option": rng.choice(view["prompt"]["choices"])["id"]})
    save = client.get("/api/game/save", headers=key(table)).json()

    def upload(sent: Any) -> int:
        return plain(client.post("/api/games/upload", content=json.dumps(sent)), sent)

    assert 422 in spoil(save, 60, upload)


DRAFT = {
    "points": 200,
    "army": {
        "nation": "us",
        "tiles": [{"tile": "us8", "options": ["us8.30cal", "", "", ""]}],
        "heroes": ["clint"],
        "deck": None,
    },
}


def test_spoilt_armies(client: TestClient) -> None:
    def look_over(sent: Any) -> int:
        return plain(client.post("/api/systems/normandie/army", json=sent), sent)

    rng = random.Random(6)
    found = {look_over(spoilt(DRAFT, rng)) for _ in range(200)}
    assert 400 in found
    assert plain(client.post("/api/systems/disposable/army", json=DRAFT), "disposable") >= 400
    for system in ("lnlt", "nothing"):
        assert plain(client.post(f"/api/systems/{system}/army", json=DRAFT), system) >= 400
        assert plain(client.get(f"/api/systems/{system}/armoury"), system) == 404
    for system in ("normandie", "disposable"):
        assert plain(client.get(f"/api/systems/{system}/armoury"), system) == 200


@pytest.mark.parametrize("system", SHORT)
def test_spoilt_set_ups(client: TestClient, system: str) -> None:
    offered = next(s for s in client.get("/api/systems").json()["systems"] if s["id"] == system)
    options = {option["name"]: option["values"][0]["value"] for option in offered["options"]}
    body = {"system": system, "scenario": SHORT[system], "seats": ["human", "human"], "seed": 3, "options": options}

    def create(sent: Any) -> int:
        return plain(client.post("/api/games", json=sent), sent)

    assert 400 in spoil(body, 60, create)


@pytest.mark.parametrize("system", SHORT)
def test_spoilt_questions(client: TestClient, system: str) -> None:
    """Paths, lines of sight, points and the like, with places that are and places that are not."""
    keys = begin(client, system)
    board = client.get("/api/game", headers=key(keys["table"])).json()["board"]
    places = [cell["id"] for cell in board.get("cells", [])][:40] or ["10,10", "12,14", "3.5,9"]
    rng = random.Random(5)
    for _ in range(12):
        view = until_mine(client, keys["table"])
        if view["position"].get("over"):
            break
        at, there = {"seq": view["seq"]}, rng.choices(places, k=4)
        option = rng.choice(view["prompt"]["choices"])["id"]
        questions: dict[str, Any] = {
            "path": at | {"places": there}, "chances": at, "forecast": at | {"option": option},
            "sight": {"start": there[0], "end": there[1]}, "field": {"place": there[2]},
            "look": {"x": 10.0, "y": 12.0}, "why-not": {"piece": 1, "place": there[3], "verb": "fire"},
        }  # fmt: skip
        for verb, body in questions.items():
            for sent in (body, spoilt(body, rng)):
                plain(client.post(f"/api/game/{verb}", headers=key(keys["table"]), json=sent), (verb, sent))
        assert look(client, keys["table"]) == view
        assert post(client, keys["table"], "play", at | {"option": option})[0] == 200
