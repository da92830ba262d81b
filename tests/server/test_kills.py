"""Servers killed (SIGKILL) under load: no choice that was acknowledged is lost, none is doubled.

On SQLite one process serves the store, on PostgreSQL two.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.helpers import key, sql
from server.postgres import Cluster, program

KILLS = int(os.environ.get("BOCAGE_SERVER_KILLS", "3"))
GAMES = 3
MOST = 400  # choices that a player makes at most between two kills
TOYS = Path(__file__).parent / "toy_server.py"


class Process:
    """A server that is started again on the port it had."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(TOYS), self.database, str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Bocage is at" in line, line
        self.address = line.split()[3]
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Player(threading.Thread):
    """Chooses as fast as it can through one server after another, and notes what was acknowledged."""

    def __init__(self, servers: list[Process], secret: str, number: int) -> None:
        super().__init__(daemon=True)
        self.servers = servers
        self.secret = secret
        self.number = number
        self.done: list[tuple[int, int]] = []
        self.stopped = threading.Event()

    def run(self) -> None:
        for n in range(MOST):
            if self.stopped.is_set():
                return
            try:
                self.choose(self.servers[(n + self.number) % len(self.servers)].address, n)
            except httpx.HTTPError:
                time.sleep(0.01)

    def choose(self, address: str, n: int) -> None:
        view = httpx.get(f"{address}api/game", headers=key(self.secret), timeout=20).json().get("view")
        if view is None or view["position"].get("over"):
            self.stopped.wait(0.02)
            return
        options = [choice["id"] for choice in view["prompt"]["choices"]]
        option = options[(n * 7 + self.number) % len(options)]
        body = {"seq": view["seq"], "option": option}
        reply = httpx.post(f"{address}api/game/play", json=body, headers=key(self.secret), timeout=20)
        if reply.status_code == 200:
            self.done.append((view["moments"], option))


def begin(address: str) -> dict[str, Any]:
    body = {"system": "toy-hex", "scenario": "races/first", "seats": ["human", "human"]}
    keys: dict[str, Any] = httpx.post(f"{address}api/games", json=body, timeout=20).json()
    return keys


def wait_for(players: list[Player], choices: int) -> None:
    """Not by the clock: the machine may be busy."""
    for _ in range(2000):
        if sum(len(player.done) for player in players) >= choices:
            return
        time.sleep(0.01)


def kill_often(database: str, servers: list[Process]) -> int:
    """How many choices were acknowledged before kills; each is stored, once and in its place."""
    rng = random.Random(11)
    counted = 0
    for number in range(KILLS):
        games = [begin(servers[0].address) for _ in range(GAMES)]
        players = [Player(servers, keys["table"], n) for n, keys in enumerate(games)]
        for player in players:
            player.start()
        wait_for(players, rng.randint(1, 8))
        time.sleep(rng.uniform(0, 0.02))
        victim = servers[number % len(servers)]
        victim.kill()
        time.sleep(0.05)
        for player in players:
            player.stopped.set()
        for player in players:
            player.join(30)
        victim.start()
        for keys, player in zip(games, players, strict=True):
            rows = sql(
                database, "select number, option from choice where game = :game order by number", game=keys["game"]
            )
            assert [row.number for row in rows] == list(range(len(rows)))
            stored = {row.number: row.option for row in rows}
            assert all(stored.get(at) == option for at, option in player.done), (stored, player.done)
            assert len(rows) - len(player.done) <= 2, "at most what was on its way when the servers went"
            counted += len(player.done)
            view = httpx.get(f"{victim.address}api/game", headers=key(keys["table"]), timeout=20).json()["view"]
            assert view["moments"] == len(rows)
    return counted


def test_no_choice_is_lost_or_doubled_on_sqlite(sqlite: str) -> None:
    server = Process(sqlite)
    try:
        assert kill_often(sqlite, [server]) > 0
    finally:
        server.kill()


def test_no_choice_is_lost_or_doubled_on_postgres_with_two_processes() -> None:
    if program("initdb") is None:
        pytest.skip("PostgreSQL is not installed")
    cluster = Cluster(hasty=False)
    servers: list[Process] = []
    try:
        database = cluster.schema()
        servers += [Process(database), Process(database)]
        assert kill_often(database, servers) > 0
    finally:
        for server in servers:
            server.kill()
        cluster.remove()
