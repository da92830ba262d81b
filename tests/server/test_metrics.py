"""What a host sees: numbers, health and logs, none of which tells a secret."""

from __future__ import annotations

import json
import logging

from litestar.testing import TestClient

from bocage.server import create_app
from bocage.server.metrics import JsonLines
from server.helpers import key, look, play, sql, start


def test_metrics_count_what_was_asked_and_tell_no_secret(sqlite: str) -> None:
    with TestClient(create_app(sqlite, metrics=True)) as client:
        table = start(client)["table"]
        play(client, table, 7001)
        client.get("/api/game", headers=key("nonsense"))
        client.get("/api/systems/toy-hex/clauses/toy.no-such-clause")
        text = client.get("/metrics").text
    assert 'bocage_requests_total{path="/api/game/play",status="200"} 1.0' in text
    assert 'bocage_requests_total{path="/api/game",status="401"} 1.0' in text
    assert "bocage_rooms 1.0" in text
    assert 'bocage_request_seconds_bucket{le="0.15",path="/api/game/play"}' in text
    assert "no-such-clause" not in text, "or whoever asks for nonsense could fill the memory"
    assert table not in text


def test_metrics_are_told_only_where_the_host_says_so(client: TestClient) -> None:
    assert client.get("/metrics").status_code == 404


def test_health_is_that_of_the_store(client: TestClient, database: str) -> None:
    assert client.get("/health").json() == {"status": "well"}
    sql(database, "alter table game rename to away")
    assert client.get("/health").status_code == 503
    sql(database, "alter table away rename to game")
    assert client.get("/health").status_code == 200
    assert look(client, start(client)["table"])["seq"] == 0


def test_logs_are_lines_of_json() -> None:
    record = logging.makeLogRecord(
        {"name": "bocage.server", "levelname": "ERROR", "msg": "game %s\nis lost", "args": ("x",)}
    )
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["message"], told["time"][-1]) == ("error", "game x\nis lost", "Z")
