"""The store: one process at a time, its owner's alone, copied while in use, brought up to date, written in order."""

from __future__ import annotations

import gzip
import json
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from bocage.kernel.saves import Choice
from bocage.server import StorageError, create_app
from bocage.server.files import Damaged, InUse, back_up, restore
from bocage.server.storage import Moved, Standing, Storage
from cli.command import run
from server.helpers import key, look, play, post, sql, start, start_by_link

FIXTURES = Path(__file__).parent.parent / "fixtures" / "stores"
HOLD = """
import sys, time
from bocage.server.storage import Storage
storage = Storage(sys.argv[1])
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
def other_process(sqlite: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the store open."""
    command = [sys.executable, "-c", HOLD, sqlite]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def test_a_second_process_is_refused_and_a_killed_one_holds_nothing(
    sqlite: str, other_process: subprocess.Popen[str]
) -> None:
    with pytest.raises(StorageError, match="another process serves these games"):
        Storage(sqlite)
    other_process.kill()
    other_process.wait()
    Storage(sqlite).close()


def test_who_has_not_seen_the_newest_number_writes_nothing(database: str) -> None:
    with (
        TestClient(create_app(database)) as one,
        TestClient(create_app(database), raise_server_exceptions=False) as two,
    ):
        keys = start(one)
        table = keys["table"]
        look(two, table)
        play(one, table, 7001)
        storage: Storage = two.app.state.rooms.storage
        with pytest.raises(Moved):
            storage.add(keys["game"], Standing(1, 5, [0], None), (0, 0), 1, 1, [Choice(0, 7002, [], "")])
        status, reply = post(two, table, "play", {"seq": 0, "option": 7002})
        assert (status, reply["error"]) == (409, "stale")
        assert look(two, table)["seq"] == 1, "it comes back to what is stored"
        play(two, table, 7002)
        found = sql(database, "select option from choice order by number")
        assert [row.option for row in found] == [7001, 7002]


def test_reseating_compares_numbers_too(database: str, client: TestClient) -> None:
    keys = start(client)
    storage = Storage(database)
    with pytest.raises(Moved):
        storage.change(keys["game"], (5, 0), seats=["random", "random"])
    storage.close()


def test_nobody_else_may_read_the_store_and_it_has_no_key(sqlite: str) -> None:
    with TestClient(create_app(sqlite)) as client:
        keys = start_by_link(client)
        table = start(client)["table"]
    for path in Path(sqlite).parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    written = b"".join(path.read_bytes() for path in Path(sqlite).parent.iterdir())
    assert keys["spectator"].encode() in written, "anybody may look that up again"
    for secret in (*keys["seats"], table):
        assert secret.encode() not in written


def test_a_damaged_store_is_not_served(sqlite: str) -> None:
    with TestClient(create_app(sqlite)) as client:
        for _ in range(20):
            start(client)
    whole = Path(sqlite).with_name("whole.sqlite")
    with sqlite3.connect(sqlite) as raw:
        raw.execute("vacuum into ?", (str(whole),))
    content = bytearray(whole.read_bytes())
    content[4096 : len(content) - 4096] = b"\x5a" * (len(content) - 8192)
    whole.write_bytes(content)
    with pytest.raises(StorageError, match="bocage restore"):
        Storage(str(whole))


def test_a_backup_of_a_running_store_is_whole_and_comes_back(sqlite: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with TestClient(create_app(sqlite)) as client:
        table = start(client)["table"]
        play(client, table, 7001)
        run("backup", str(copy), "--database", sqlite)
        play(client, table, 7002)
        before = look(client, table)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    run("restore", str(copy), "--database", sqlite)
    with TestClient(create_app(sqlite)) as client:
        assert look(client, table)["seq"] == before["seq"] - 1
        play(client, table, 7002)
        assert look(client, table)["position"] == before["position"]


def test_backup_and_restore_refuse_what_would_destroy(
    sqlite: str, tmp_path: Path, other_process: subprocess.Popen[str]
) -> None:
    copy = tmp_path / "copy.sqlite"
    back_up(Path(sqlite), copy)
    with pytest.raises(FileExistsError):
        back_up(Path(sqlite), copy)
    with pytest.raises(InUse):
        restore(copy, Path(sqlite))
    copy.write_bytes(b"no store at all " * 500)
    with pytest.raises(Damaged):
        restore(copy, tmp_path / "other.sqlite")
    assert "is no SQLite file" in run("backup", "x", "--database", "postgresql://me@host/games", code=2).stderr


def test_a_store_of_a_later_release_is_left_alone(database: str) -> None:
    Storage(database).close()
    sql(database, "update store set version = 99")
    with pytest.raises(StorageError, match="later release"):
        Storage(database)


def test_who_set_a_game_up_removes_it(client: TestClient, database: str) -> None:
    keys = start_by_link(client)
    for secret in (keys["spectator"], *keys["seats"]):
        assert client.delete("/api/game", headers=key(secret)).status_code == 403, "others play it"
    table = start(client)["table"]
    play(client, table, 7001)
    assert client.delete("/api/game", headers=key(table)).status_code == 200
    assert client.get("/api/game", headers=key(table)).status_code == 401
    assert sql(database, "select count(*) from choice")[0][0] == 0
    assert sql(database, "select count(*) from game")[0][0] == 1


def test_games_that_nobody_touches_expire(database: str) -> None:
    with TestClient(create_app(database)) as client:
        old, new, watched = (start(client) for _ in range(3))
    storage = Storage(database)
    sql(database, "update game set touched = :then where id != :new", then=time.time() - 8 * 86_400, new=new["game"])
    assert storage.expire(7, {watched["game"]}) == 1
    assert storage.header(old["game"]) is None
    assert storage.header(new["game"]) is not None
    storage.close()


@pytest.mark.parametrize("release", sorted(folder.name for folder in FIXTURES.iterdir()))
def test_the_store_of_every_release_is_brought_up_to_date(release: str, sqlite: str) -> None:
    """The games keep their keys, which are hashes from now on."""
    Path(sqlite).write_bytes(gzip.decompress((FIXTURES / release / "games.sqlite.gz").read_bytes()))
    manifest: dict[str, Any] = json.loads((FIXTURES / release / "manifest.json").read_text())
    storage = Storage(sqlite)
    for game in manifest["games"]:
        for hand in game["hands"]:
            found = storage.key(hand)
            assert found is not None
            header = storage.header(found.game)
            assert header is not None
            assert (header.system, header.scenario, len(storage.save(header).choices)) == (
                game["system"], game["scenario"], game["choices"],
            )  # fmt: skip
    storage.close()
    assert manifest["games"][0]["hands"][0].encode() not in Path(sqlite).read_bytes()
