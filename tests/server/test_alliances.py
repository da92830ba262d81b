"""Battles of three and four through the interface."""

from __future__ import annotations

import random

import pytest
from litestar.testing import TestClient

from server.helpers import join, look, post

REAL_SYSTEMS = True


@pytest.mark.parametrize(("scenario", "count"), [("pincer", 3), ("crossroads", 4)])
def test_three_and_four_can_sit_down_and_play(client: TestClient, scenario: str, count: int) -> None:
    """Each has a key and a name of his own, sees his own prompt, and is told which side he is on."""
    body = {"system": "normandie", "scenario": scenario, "seats": ["human"] + ["friend"] * (count - 1), "seed": 5}
    keys = client.post("/api/games", json=body).json()
    for seat in range(1, count):
        keys["seats"][seat] = join(client, keys["invitations"][seat])
    assert len(set(keys["seats"])) == count
    rng = random.Random(5)
    asked: set[int] = set()
    for _ in range(60):
        views = [look(client, secret) for secret in keys["seats"]]
        seat, mine = next((seat, view) for seat, view in enumerate(views) if view["mine"])
        asked.add(seat)
        assert mine["prompt"]["seat"] == seat
        option = rng.choice(mine["prompt"]["choices"])["id"]
        assert post(client, keys["seats"][seat], "play", {"seq": mine["seq"], "option": option})[0] == 200
    seats = mine["position"]["seats"]
    assert asked == set(range(count))
    assert len({seat["name"] for seat in seats}) == count
    assert {seat["side"] for seat in seats} == {"Americans", "Germans"}
    two = client.post("/api/games", json=body | {"seats": ["human", "friend"]})
    assert two.status_code == 400, "every seat must be taken"
