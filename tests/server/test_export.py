"""A game taken home: one's own view of it at any time, the whole of it at the end."""

from __future__ import annotations

from litestar.testing import TestClient

from bocage import registry
from bocage.kernel import saves
from server.helpers import key, look, play, start_by_link, take_turn


def test_each_seat_takes_its_own_view_home(client: TestClient) -> None:
    keys = start_by_link(client, seed=None)
    play(client, keys["seats"][0], 7001)
    play(client, keys["seats"][1], 7003)
    for seat, secret in enumerate(keys["seats"]):
        reply = client.get("/api/game/export?language=fr", headers=key(secret))
        assert "attachment" in reply.headers["content-disposition"]
        told = reply.json()
        assert [choice["seat"] for choice in told["choices"]] == [seat]
        assert told["view"]["position"] == look(client, secret, "fr")["position"]
        assert told["view"]["events"] == look(client, secret, "fr")["events"]
        assert secret not in reply.text
    watched = client.get("/api/game/export", headers=key(keys["spectator"])).json()
    assert watched["choices"] == []


def test_at_the_end_everybody_takes_the_whole_game_home(client: TestClient) -> None:
    keys = start_by_link(client, seed=None)
    while not look(client, keys["spectator"])["position"].get("over"):
        take_turn(client, keys, 1)
    for secret in (*keys["seats"], keys["spectator"]):
        save = saves.decode(client.get("/api/game/save", headers=key(secret)).content)
        told = client.get("/api/game/export", headers=key(secret)).json()
        assert [choice["option"] for choice in told["choices"]] == [choice.option for choice in save.choices]
        assert saves.verify(registry.system("toy-hex"), save, save.scenario_hash) > 0
