"""Several processes that serve one PostgreSQL store: each plays on from what the others did, and says so at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from bocage.server import create_app
from bocage.server.storage import Storage
from server.helpers import join, key, look, play, post, start, start_by_link, until_mine
from server.postgres import Cluster, program


@pytest.fixture
def pair(postgres: str) -> Iterator[tuple[TestClient, TestClient]]:
    """Two servers; as processes they would know no more of each other."""
    with (
        TestClient(create_app(postgres), raise_server_exceptions=False) as one,
        TestClient(create_app(postgres), raise_server_exceptions=False) as two,
    ):
        yield one, two


Pair = tuple[TestClient, TestClient]


def test_choices_by_turns_through_two_servers(pair: Pair) -> None:
    table = start(pair[0])["table"]
    for number, option in enumerate((7001, 7002, 1, 2, 1, 0)):
        assert play(pair[number % 2], table, option)["seq"] == number + 1
    views = [look(server, table) for server in pair]
    assert views[0] == views[1]
    [rooms] = [server.app.state.rooms.open for server in pair[1:]]
    assert len(rooms) == 1, "it has gone on by itself and not been opened anew"


def test_who_watches_hears_of_what_happens_elsewhere(pair: Pair) -> None:
    keys = start(pair[0])
    with pair[1].websocket_connect("/api/live") as socket:
        socket.send_json({"secret": keys["spectator"]})
        assert socket.receive_json()["seq"] == 0
        play(pair[0], keys["table"], 7001)
        told = socket.receive_json(timeout=10)
        assert (told["seq"], len(told["scenes"])) == (1, 1)


def test_undo_invitations_salts_and_wishes_reach_the_other(pair: Pair) -> None:
    one, two = pair
    keys = start(one, ["human", "friend"], seed=None)
    look(two, keys["seats"][0])
    guest = join(two, keys["invitations"][1])
    assert look(one, keys["seats"][0])["open"] == []
    assert post(two, guest, "salt", {"salt": "saltsalt"})[0] == 200
    assert look(one, guest)["dice"]["salt"] is False
    play(one, keys["seats"][0], 7001)
    play(two, guest, 7002)
    play(one, keys["seats"][0], 1)
    seq = look(two, guest)["seq"]
    assert post(two, guest, "ask-undo", {"seq": seq})[0] == 200
    wish = look(one, keys["seats"][0])["wish"]
    assert (wish["seat"], wish["answer"]) == (1, True)
    assert post(one, keys["seats"][0], "answer-undo", {"seq": seq, "agree": True})[0] == 200
    views = [look(server, guest) for server in pair]
    assert views[0] == views[1]
    assert views[0]["moments"] == 1


def test_dice_are_the_same_wherever_they_are_rolled(pair: Pair) -> None:
    keys = start_by_link(pair[0], seed=None)
    for number in range(40):
        views = [look(pair[number % 2], secret) for secret in keys["seats"]]
        if views[0]["position"].get("over"):
            break
        seat = 0 if views[0]["mine"] else 1
        offered = [choice["id"] for choice in views[seat]["prompt"]["choices"]]
        play(pair[number % 2], keys["seats"][seat], 1 if 1 in offered else offered[-1])
    told = [server.get("/api/game/dice", headers=key(keys["seats"][0])).json() for server in pair]
    assert told[0] == told[1]
    assert told[0]["over"]


def test_bots_of_one_server_think(pair: Pair, postgres: str) -> None:
    table = start(pair[0], ["human", "random"])["table"]
    first = Storage(postgres)
    [game] = [room.id for room in pair[0].app.state.rooms.open.values()]
    until_mine(pair[0], table)
    assert first.claim(game)
    other = Storage(postgres)
    assert not other.claim(game)
    first.release(game)
    assert other.claim(game)
    other.release(game)
    for number in range(4):
        view = until_mine(pair[number % 2], table)
        play(pair[number % 2], table, view["prompt"]["choices"][0]["id"])
    for storage in (first, other):
        storage.close()


def test_a_database_that_stops_is_told_and_comes_back_by_itself() -> None:
    if program("initdb") is None:
        pytest.skip("PostgreSQL is not installed")
    cluster = Cluster(hasty=False)
    try:
        with TestClient(create_app(cluster.schema()), raise_server_exceptions=False) as client:
            table = start(client)["table"]
            play(client, table, 7001)
            cluster.stop()
            reply = client.get("/api/game", headers=key(table))
            assert (reply.status_code, reply.json()["error"]) == (503, "store-away")
            cluster.start()
            assert look(client, table)["seq"] == 1
            play(client, table, 7002)
    finally:
        cluster.remove()
