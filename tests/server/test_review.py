"""The review of a game over HTTP: at the end, for everybody; before it, for nobody who plays."""

from __future__ import annotations

from litestar.testing import TestClient

from server.helpers import key, look, until_mine

REAL_SYSTEMS = True


def test_a_game_is_looked_over_when_it_has_ended(client: TestClient) -> None:
    body = {"system": "disposable", "scenario": "lesson_close_combat", "seats": ["random", "random"], "seed": 4}
    keys = client.post("/api/games", json=body).json()
    for _ in range(40):
        if until_over(client, keys["spectator"]):
            break
    reply = client.get("/api/game/review", headers=key(keys["spectator"]), params={"language": "fr"})
    assert reply.status_code == 200, reply.text
    found = reply.json()
    assert len(found["curve"]) > 2
    assert len(found["seats"]) == len(found["costly"]) == 2
    assert any(costly for costly in found["costly"])  # random play is full of mistakes


def until_over(client: TestClient, secret: str) -> bool:
    try:
        return bool(until_mine(client, secret)["position"].get("over"))
    except AssertionError:
        return False


def test_nobody_is_told_before(client: TestClient) -> None:
    body = {"system": "disposable", "scenario": "lesson_close_combat", "seats": ["human", "human"]}
    keys = client.post("/api/games", json=body).json()
    for secret in (keys["table"], keys["spectator"]):
        reply = client.get("/api/game/review", headers=key(secret))
        assert (reply.status_code, reply.json()["error"]) == (403, "not-yet")


def test_an_uploaded_game_is_looked_over_and_played_on_from_a_mistake(client: TestClient) -> None:
    body = {"system": "disposable", "scenario": "lesson_close_combat", "seats": ["random", "random"], "seed": 4}
    keys = client.post("/api/games", json=body).json()
    for _ in range(40):
        if until_over(client, keys["spectator"]):
            break
    save = client.get("/api/game/save", headers=key(keys["spectator"])).content
    uploaded = client.post("/api/games/upload?seats=human,human", content=save).json()
    found = client.get("/api/game/review", headers=key(uploaded["table"])).json()
    worst = max((swing for costly in found["costly"] for swing in costly), key=lambda swing: float(swing["cost"]))
    assert worst["best"]
    branched = client.post(
        "/api/game/branch", headers=key(uploaded["table"]), json={"at": worst["at"], "seats": ["human", "human"]}
    )
    assert branched.status_code == 201
    assert look(client, branched.json()["table"])["moments"] == worst["at"]
