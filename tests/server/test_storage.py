"""Games outlive the server; saves go out and come back; what cannot be restored is refused with its reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from bocage import registry
from bocage.server import StorageError, create_app
from bocage.server.storage import Storage
from server.helpers import RACE, key, look, play, post, sql, start, until_mine


def reopened(database: str) -> TestClient:
    return TestClient(create_app(database), raise_server_exceptions=False)


def test_a_restart_in_the_middle_keeps_game_log_and_undo(database: str) -> None:
    with reopened(database) as client:
        table = start(client)["table"]
        for option in (7001, 7002, 1, 1, 0):
            play(client, table, option)
        before = look(client, table)
    with reopened(database) as client:
        after = look(client, table)
        assert after == before
        assert after["can_undo"]
        assert post(client, table, "undo", {"seq": after["seq"]})[0] == 200
        seen = look(client, table)
    with reopened(database) as client:
        assert look(client, table) == seen
        assert play(client, table, 0)["seq"] == seen["seq"] + 1


def test_bots_go_on_after_a_restart(database: str) -> None:
    with reopened(database) as client:
        table = start(client, ["human", "random"])["table"]
        play(client, table, 7001)
    with reopened(database) as client:
        assert until_mine(client, table)["prompt"]["kind"] == "act"


def test_a_choice_is_on_disk_when_it_is_answered(client: TestClient, database: str) -> None:
    table = start(client)["table"]
    for number, option in enumerate((7001, 7002, 1), 1):
        play(client, table, option)
        rows = [tuple(row) for row in sql(database, "select number, option from choice order by number")]
        assert len(rows) == number
        assert rows[-1] == (number - 1, option)


def test_a_choice_that_cannot_be_stored_does_not_count(client: TestClient, database: str) -> None:
    table = start(client)["table"]
    before = look(client, table)
    sql(database, "alter table choice rename to away")
    status, reply = post(client, table, "play", {"seq": before["seq"], "option": 7001})
    assert (status, reply["error"]) == (503, "not-stored")
    sql(database, "alter table away rename to choice")
    assert look(client, table) == before
    assert play(client, table, 7001)["seat"] == 1


def test_who_watched_what_could_not_be_stored_is_sent_to_what_is(client: TestClient, database: str) -> None:
    keys = start(client)
    sql(database, "alter table choice rename to away")
    with client.websocket_connect("/api/live") as socket:
        socket.send_json({"secret": keys["spectator"]})
        socket.receive_json()
        assert post(client, keys["table"], "play", {"seq": 0, "option": 7001})[0] == 503
        sql(database, "alter table away rename to choice")
        look(client, keys["table"])
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json()
        assert gone.value.code == 4503


def test_rules_under_which_a_choice_no_longer_fits_are_named(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with reopened(database) as client:
        table = start(client)["table"]
        play(client, table, 7001)
    monkeypatch.setattr(registry.system("toy-hex"), "version", "2")
    sql(database, "update choice set option = 9999")  # as if the new rules did not offer it
    with reopened(database) as client:
        status, reply = post(client, table, "undo", {"seq": 1})
        assert (status, reply["error"]) == (409, "cannot-restore")
        assert "choices[0]" in reply["message"]
        assert "rules 1, these are 2" in reply["message"]
        assert client.get("/api/game", headers=key(table)).json()["kept"] == reply["message"]
    sql(database, "delete from keepsake")
    with reopened(database) as client:
        reply = client.get("/api/game", headers=key(table)).json()
        assert reply["error"] == "cannot-restore"


def test_tampered_dice_are_noticed(database: str) -> None:
    with reopened(database) as client:
        table = start(client)["table"]
        for option in (7001, 7002, 1):
            play(client, table, option)
    sql(database, "update choice set dice = '[1, 1]' where number = 2")
    with reopened(database) as client:
        reply = client.get("/api/game/timeline", headers=key(table)).json()
    assert reply["error"] == "cannot-restore"
    assert "choices[2]" in reply["message"]


def test_a_save_comes_back_as_a_game_of_its_own(client: TestClient) -> None:
    table = start(client)["table"]
    for option in (7001, 7002, 1):
        play(client, table, option)
    save = client.get("/api/game/save", headers=key(table))
    assert "attachment" in save.headers["content-disposition"]
    keys = client.post("/api/games/upload", content=save.content).json()
    assert keys["table"] != table
    assert look(client, keys["table"])["position"] == look(client, table)["position"]
    other = client.post("/api/games/upload?seats=random,human", content=save.content).json()
    assert other["seats"][0] is None


@pytest.mark.parametrize(
    ("players", "seated"),
    [
        (["doctrine", "greedy"], ["regular", "recruit"]),
        (["search:seconds=1", "search:seconds=3"], ["veteran", "elite"]),
        (["search:nodes=900", "search:nodes=18000"], ["veteran", "elite"]),
        (["doctrine:slips=0.4", "doctrine:caution=2"], ["recruit", "regular"]),
        (["elite:seconds=1", "random"], ["veteran", "random"]),
        (["human", "recruit"], ["human", "recruit"]),
    ],
)
def test_a_simulated_game_is_opened_with_the_levels_nearest_to_its_bots(
    client: TestClient, players: list[str], seated: list[str]
) -> None:
    reply = client.post("/api/games/upload", content=saved_by(players))
    assert reply.status_code == 201, reply.text
    assert look(client, reply.json()["table"])["players"] == seated


@pytest.mark.parametrize("players", [["doctrine", "wizard"], ["doctrine", "search:seconds=soon"], ["doctrine"]])
def test_a_save_with_players_that_are_none_is_refused(client: TestClient, players: list[str]) -> None:
    reply = client.post("/api/games/upload", content=saved_by(players))
    assert (reply.status_code, reply.json()["error"]) == (400, "bad-seats")


def saved_by(players: list[str]) -> bytes:
    game = registry.new("toy-hex", RACE, 7, {})
    game.seats = players
    game.play(7001, 0)
    return registry.save(game)


def test_truncated_and_edited_saves_are_refused(client: TestClient) -> None:
    table = start(client)["table"]
    play(client, table, 7001)
    save = client.get("/api/game/save", headers=key(table)).content
    edited = json.loads(save)
    edited["choices"][0][1] = 7002
    seatless = json.loads(save)
    seatless["seats"] = ["human"]
    for content in (b"", save[: len(save) // 2], b"\xff\xfe", b"[]", json.dumps(edited).encode()):
        reply = client.post("/api/games/upload", content=content)
        assert (reply.status_code, reply.json()["error"]) == (422, "bad-save"), content
        assert "save" in reply.json()["message"]
    reply = client.post("/api/games/upload", content=json.dumps(seatless).encode())
    assert 400 <= reply.status_code < 500


def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    Storage(str(tmp_path / "new" / "folder" / "games.sqlite3")).close()
    assert (tmp_path / "new" / "folder" / "games.sqlite3").exists()


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"this is no database at all, but a text" * 100)
    with pytest.raises(StorageError, match=r"broken\.sqlite3"):
        Storage(str(broken))
    with pytest.raises(StorageError, match="under a file"):
        Storage(str(broken / "under a file"))
    with pytest.raises(StorageError, match="nosuch"):
        Storage("nosuch://server/games")
