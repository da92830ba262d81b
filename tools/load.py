"""Many games at once against bots on a server of its own: how long a choice takes, and what it costs the server.

python -m tools.load --games 200 --seconds 30
python -m tools.load --games 200 --database postgresql://…
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

SERVE = (
    "import sys; from bocage.server import app, limits; "
    "app.Gate = lambda _: limits.Gate(limits.Limits(asks=1e9, games=1e9, sockets=10**6)); "
    "app.serve('127.0.0.1', 0, sys.argv[1], metrics=True)"
)
BATTLES = [("lnlt", "boh/first-contact"), ("normandie", "godsend"), ("disposable", "crossroads")]
TICKS = os.sysconf("SC_CLK_TCK")


class Option(msgspec.Struct):
    id: int


class Prompt(msgspec.Struct):
    choices: list[Option] = []


class Position(msgspec.Struct):
    over: bool = False


class Seen(msgspec.Struct):
    """As much of a view as a player needs who does not think."""

    seq: int
    mine: bool
    position: Position
    prompt: Prompt | None = None


def seconds_of(process: int) -> float:
    """Processor time of a process without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Tally:
    def __init__(self) -> None:
        self.times: list[float] = []
        self.wrong: dict[int, int] = {}
        self.bytes = 0


async def play(http: httpx.AsyncClient, address: str, number: int, end: float, tally: Tally) -> None:
    """One player: a choice a second as long as it is his turn, in one game after another."""
    rng = random.Random(number)
    while time.monotonic() < end:
        system, scenario = BATTLES[number % len(BATTLES)]
        body = {"system": system, "scenario": scenario, "seats": ["human", "regular"], "seed": rng.randrange(2**31)}
        reply = await http.post("/api/games", json=body)
        secret = reply.json()["table"]
        async with connect(address.replace("http", "ws") + "api/live", max_size=None, compression=None) as socket:
            await socket.send(msgspec.json.encode({"secret": secret}).decode())
            await follow(http, socket, secret, rng, end, tally)


async def follow(
    http: httpx.AsyncClient, socket: Any, secret: str, rng: random.Random, end: float, tally: Tally
) -> None:
    headers = {"authorization": f"Bearer {secret}"}
    due, asked = time.monotonic() + rng.random(), -1
    while time.monotonic() < end:
        text = await asyncio.wait_for(socket.recv(), max(0.1, end + 5 - time.monotonic()))
        tally.bytes += len(text)
        view = msgspec.json.decode(text, type=Seen)
        if view.position.over:
            return
        if not view.mine or view.prompt is None or view.seq == asked or not view.prompt.choices:
            continue
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        due = max(due + 1, time.monotonic() + 0.5)
        asked = view.seq
        began = time.monotonic()
        reply = await http.post(
            "/api/game/play", json={"seq": view.seq, "option": rng.choice(view.prompt.choices).id}, headers=headers
        )
        tally.times.append(time.monotonic() - began)
        if reply.status_code != 200:
            tally.wrong[reply.status_code] = tally.wrong.get(reply.status_code, 0) + 1


async def run(address: str, games: int, seconds: float, tally: Tally) -> None:
    limits = httpx.Limits(max_connections=games, max_keepalive_connections=games)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
        await http.get("/api/systems")
        end = time.monotonic() + seconds
        players = [play(http, address, number, end, tally) for number in range(games)]
        await asyncio.gather(*players, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--database", default="")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or str(Path(folder) / "games.sqlite")
        command = [sys.executable, "-c", SERVE, database]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            asyncio.run(run(address, len(BATTLES), 3, Tally()))  # rules and scenarios are read, bots are ready
            tally = Tally()
            before, known = seconds_of(server.pid), count(database)
            asyncio.run(run(address, asked.games, asked.seconds, tally))
            spent = seconds_of(server.pid) - before
            told = httpx.get(f"{address}metrics").text.splitlines()
            server.terminate()
        stored = count(database) - known
    report(asked.games, asked.seconds, tally, stored, spent)
    late = [line.partition("{")[2] for line in told if "loop_late_seconds_bucket" in line]
    print("event loop late:", *late, sep="\n  ")


def report(games: int, seconds: float, tally: Tally, stored: int, spent: float) -> None:
    cuts = [cut * 1000 for cut in statistics.quantiles(tally.times, n=100)]
    print(f"{games} games: {len(tally.times) / seconds:.0f} choices a second of players, {stored} stored in all")
    print(f"p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, p99 {cuts[98]:.0f} ms; wrong: {tally.wrong}")
    print(
        f"{spent / max(stored, 1) * 1000:.2f} ms of the main process a stored choice; {tally.bytes / 1e6:.1f} MB sent"
    )


def count(database: str) -> int:
    from sqlalchemy import func, select

    from bocage.server.schema import choices
    from bocage.server.storage import database_url, make_engine

    engine = make_engine(database_url(database))
    with engine.connect() as connection:
        found: int = connection.execute(select(func.count()).select_from(choices)).scalar_one()
    engine.dispose()
    return found


if __name__ == "__main__":
    main()
