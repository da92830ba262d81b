"""What goes over the sockets of whole random games is searched for what the listener may not know."""

from __future__ import annotations

import os
import random
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from bocage.server.room import Room
from bocage.server.view import Viewer
from bocage.server.words import Words
from bocage.systems.lnlt.state import LnltState
from server.helpers import join, post

REAL_SYSTEMS = True
KINDS = [("lnlt", 2), ("normandie", 2), ("disposable", 2), ("normandie", 3), ("normandie", 4)]  # and how many play
GAMES = int(os.environ.get("BOCAGE_TRAFFIC_GAMES", str(len(KINDS))))  # of all kinds together
DECISIONS = 120
SPECTATOR = -1


def begin(client: TestClient, system: str, players: int, seed: int) -> tuple[dict[str, Any], Room]:
    listed = client.get("/api/systems").json()["systems"]
    shipped = next(entry for entry in listed if entry["id"] == system)["scenarios"]
    scenarios = [s for s in shipped if len(s["seats"]) == players]
    body = {
        "system": system,
        "scenario": scenarios[seed % len(scenarios)]["id"],
        "seats": ["human"] + ["friend"] * (players - 1),
    }
    keys = client.post("/api/games", json=body | {"seed": seed}).json()
    for seat in range(1, players):
        keys["seats"][seat] = join(client, keys["invitations"][seat])
    return keys, client.app.state.rooms.open[keys["game"]]


def as_seen(room: Room, seat: int) -> bytes:
    """The newest view as it would be sent, without the log."""
    view = room.view(Viewer(seat, "en"))
    view.events = []
    return msgspec.json.encode(view)


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=[f"{system}-{players}" for system, players in KINDS])
def test_no_socket_tells_a_secret(client: TestClient, kind: int) -> None:
    """Two truths that a listener cannot tell apart give the same bytes; secret events never reach others."""
    for seed in range(len(range(kind, GAMES, len(KINDS)))):
        keys, room = begin(client, *KINDS[kind], seed + 1)
        search(room, overheard(client, keys, room, random.Random(seed)))


def overheard(client: TestClient, keys: dict[str, Any], room: Room, rng: random.Random) -> dict[int, str]:
    """A random game, and all that was sent to each seat and to a spectator."""
    secrets = dict(enumerate(keys["seats"])) | {SPECTATOR: keys["spectator"]}
    heard = dict.fromkeys(secrets, "")
    with ExitStack() as stack:
        sockets = {seat: stack.enter_context(client.websocket_connect("/api/live")) for seat in secrets}
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
    return heard


def compare_truths(room: Room, rng: random.Random) -> None:
    """A spectator knows no more than any seat, so he cannot tell them apart either."""
    true = room.game.state
    watched = as_seen(room, SPECTATOR)
    for seat in room.humans:
        sent = as_seen(room, seat)
        twin = room.system.redeterminise(true, seat, rng)
        if isinstance(true, LnltState) and isinstance(twin, LnltState):
            twin.lesson = true.lesson  # what a lesson says next is no secret, though its dice are
        room.game.state = twin
        try:
            assert as_seen(room, seat) == sent
            assert as_seen(room, SPECTATOR) == watched
        finally:
            room.game.state = true


def search(room: Room, heard: dict[int, str]) -> None:
    """No sentence of an event that a listener may not know, unless an open event says the same."""
    words = Words(room.system, "en")
    for seat in heard:
        told = {words.say("event." + e.kind, e.args) for e in room.game.log if e.seen_by(seat)}
        for event in room.game.log:
            text = words.say("event." + event.kind, event.args)
            if not event.seen_by(seat) and text not in told:
                assert text not in heard[seat], (seat, text)


def test_at_one_screen_the_news_are_what_both_players_may_read(client: TestClient) -> None:
    """Orders are laid in secret: the next player hears of the last one's choice no more than a spectator would."""
    rng = random.Random(3)
    _, room = begin(client, "normandie", 2, 1)
    table = Viewer(-2, "en")
    before = room.view(table).seat
    told = 0
    for _ in range(300):
        if room.game.over:
            break
        start = len(room.game.log)
        decision = room.game.decisions[0]
        room.game.play(rng.choice(decision.options), decision.seat)
        view = room.view(table)
        if view.seat == before:
            assert view.news == []
            continue
        both = [event for event in room.game.log[start:] if event.seen_by(before) and event.seen_by(view.seat)]
        assert [line["kind"] for line in view.news] == [event.kind for event in both][-8:]
        before = view.seat
        told += len(view.news)
    assert told > 20
