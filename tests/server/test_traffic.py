"""What goes over the sockets of whole random games is searched for what the listener may not know."""

from __future__ import annotations

import os
import random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from bocage.server.rooms import Room, Viewer
from bocage.server.words import Words
from server.helpers import post

REAL_SYSTEMS = True
GAMES = int(os.environ.get("BOCAGE_TRAFFIC_GAMES", "2"))
DECISIONS = 120
EYES = (0, 1, -1)


def begin(client: TestClient, system: str, seed: int) -> tuple[dict[str, Any], Room]:
    listed = client.get("/api/systems").json()["systems"]
    shipped = next(entry for entry in listed if entry["id"] == system)["scenarios"]
    # A lesson knows its dice beforehand, and says so once they are others: no secret, but no equal bytes either.
    scenarios = [s for s in shipped if len(s["seats"]) == 2 and "lesson" not in s["id"]]
    body = {"system": system, "scenario": scenarios[seed % len(scenarios)]["id"], "seats": ["human", "human"]}
    keys = client.post("/api/games", json=body | {"seed": seed}).json()
    return keys, client.app.state.rooms.open[keys["game"]]


def as_seen(room: Room, seat: int) -> bytes:
    """The newest view as it would be sent, without the log."""
    view = room.view(Viewer(seat, "en"))
    view.events = []
    return msgspec.json.encode(view)


@pytest.mark.parametrize("system", ["lnlt", "normandie", "disposable"])
def test_no_socket_tells_a_secret(client: TestClient, system: str) -> None:
    """Two truths that a listener cannot tell apart give the same bytes; secret events never reach others."""
    for seed in range(GAMES):
        rng = random.Random(seed)
        keys, room = begin(client, system, seed + 1)
        secrets = {0: keys["seats"][0], 1: keys["seats"][1], -1: keys["spectator"]}
        heard: dict[int, str] = dict.fromkeys(EYES, "")
        with (
            client.websocket_connect("/api/live") as red,
            client.websocket_connect("/api/live") as blue,
            client.websocket_connect("/api/live") as gallery,
        ):
            sockets = {0: red, 1: blue, -1: gallery}
            for seat, socket in sockets.items():
                socket.send_json({"secret": secrets[seat]})
                heard[seat] += socket.receive_text()
            for number in range(DECISIONS):
                if room.game.over:
                    break
                if number % 6 == 0:
                    compare_truths(room, rng)
                decision = rng.choice(room.game.decisions)
                body = {"seq": room.revision, "option": rng.choice(decision.options)}
                assert post(client, secrets[decision.seat], "play", body)[0] == 200
                for seat, socket in sockets.items():
                    heard[seat] += socket.receive_text()
        search(room, heard)


def compare_truths(room: Room, rng: random.Random) -> None:
    true = room.game.state
    for seat in EYES:
        sent = as_seen(room, seat)
        if seat >= 0:
            room.game.state = room.system.redeterminise(true, seat, rng)
            try:
                assert as_seen(room, seat) == sent
            finally:
                room.game.state = true


def search(room: Room, heard: dict[int, str]) -> None:
    """No sentence of an event that a listener may not know, unless an open event says the same."""
    words = Words(room.system, "en")
    for seat in EYES:
        told = {words.say("event." + e.kind, e.args) for e in room.game.log if e.seen_by(seat)}
        for event in room.game.log:
            text = words.say("event." + event.kind, event.args)
            if not event.seen_by(seat) and text not in told:
                assert text not in heard[seat], (seat, text)
