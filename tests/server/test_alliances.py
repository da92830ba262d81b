"""Battles of three and four through the interface."""

from __future__ import annotations

import random

import pytest
from litestar.testing import TestClient

from server.helpers import look, post

REAL_SYSTEMS = True


@pytest.mark.parametrize(("scenario", "count"), [("pincer", 3), ("crossroads", 4)])
def test_three_and_four_can_sit_down_and_play(client: TestClient, scenario: str, count: int) -> None:
    """Each has a key and a name of his own, sees his own prompt, and is told which side he is on."""
    body = {"system": "normandie", "scenario": scenario, "seats": ["human"] * count, "seed": 5}
    keys = client.post("/api/games", json=body).json()
    assert len(set(keys["seats"])) == count
    rng = random.Random(5)
    asked: set[int] = set()
    for _ in range(60):
        view = look(client, keys["table"])
        seat = view["prompt"]["seat"]
        asked.add(seat)
        mine = look(client, keys["seats"][seat])
        assert mine["prompt"]["seat"] == seat
        option = rng.choice(view["prompt"]["choices"])["id"]
        assert post(client, keys["seats"][seat], "play", {"seq": mine["seq"], "option": option})[0] == 200
    seats = view["position"]["seats"]
    assert asked == set(range(count))
    assert len({seat["name"] for seat in seats}) == count
    assert {seat["side"] for seat in seats} == {"Americans", "Germans"}
    two = client.post("/api/games", json=body | {"seats": ["human", "human"]})
    assert two.status_code == 400, "every seat must be taken"
