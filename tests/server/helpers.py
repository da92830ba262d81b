"""Small steps that the server tests share."""

from __future__ import annotations

import time
from typing import Any

from litestar.testing import TestClient
from sqlalchemy import text

from bocage.server.storage import database_url, make_engine

RACE = "races/first"


def start(client: TestClient, seats: list[str] | None = None, system: str = "toy-hex", **more: Any) -> dict[str, Any]:
    body = {"system": system, "scenario": RACE, "seats": seats or ["human", "human"], "seed": 7} | more
    reply = client.post("/api/games", json=body)
    assert reply.status_code == 201, reply.text
    keys: dict[str, Any] = reply.json()
    return keys


def start_by_link(
    client: TestClient, seats: list[str] | None = None, system: str = "toy-hex", **more: Any
) -> dict[str, Any]:
    """A game whose players have each come by a link of their own; nobody has the table's."""
    keys = start(client, seats or ["human", "friend"], system, **more)
    assert keys["table"] is None
    for seat, invitation in enumerate(keys["invitations"]):
        if invitation:
            keys["seats"][seat] = join(client, invitation)
    return keys


def join(client: TestClient, invitation: str) -> str:
    reply = client.post("/api/game/join", headers=key(invitation), json={})
    assert reply.status_code == 200, reply.text
    secret: str = reply.json()["secret"]
    return secret


def key(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def look(client: TestClient, secret: str, language: str = "en") -> dict[str, Any]:
    reply = client.get("/api/game", headers=key(secret), params={"language": language})
    assert reply.status_code == 200, reply.text
    view: dict[str, Any] = reply.json()["view"]
    return view


def post(client: TestClient, secret: str, verb: str, body: Any) -> tuple[int, Any]:
    reply = client.post(f"/api/game/{verb}", headers=key(secret), json=body)
    return reply.status_code, reply.json()


def play(client: TestClient, secret: str, option: int) -> dict[str, Any]:
    """Choose, and look again."""
    status, body = post(client, secret, "play", {"seq": look(client, secret)["seq"], "option": option})
    assert status == 200, body
    return look(client, secret)


def take_turn(client: TestClient, keys: dict[str, Any], option: int) -> int:
    """Whoever has to decide chooses this, or else the last that is offered; the seat."""
    for seat, secret in enumerate(keys["seats"]):
        view = look(client, secret)
        if view["mine"]:
            offered = [choice["id"] for choice in view["prompt"]["choices"]]
            play(client, secret, option if option in offered else offered[-1])
            return seat
    raise AssertionError("nobody has to decide")


def until_mine(client: TestClient, secret: str) -> dict[str, Any]:
    """Wait, for two seconds at most, until the bots have decided."""
    for _ in range(200):
        view = look(client, secret)
        if view["mine"] or view["position"].get("over"):
            return view
        time.sleep(0.01)
    raise AssertionError("the bot does not decide")


def sql(database: str, statement: str, **values: Any) -> list[Any]:
    """Straight to the store, behind the server's back."""
    engine = make_engine(database_url(database))
    try:
        with engine.begin() as connection:
            done = connection.execute(text(statement), values)
            return list(done.all()) if done.returns_rows else []
    finally:
        engine.dispose()
