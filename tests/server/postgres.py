"""A PostgreSQL server of our own, on loopback, with everything in a temporary folder."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from itertools import count
from pathlib import Path

HOMES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
HASTY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
SMALL = ("max_connections=200", "shared_buffers=32MB", "autovacuum=off")
OWNER = "postgres"  # the server refuses to run as root


def program(name: str) -> str | None:
    """Debian keeps them off the path."""
    return next((str(home / name) for home in HOMES if (home / name).exists()), shutil.which(name))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def as_owner(*command: str) -> list[str]:
    return ["runuser", "-u", OWNER, "--", *command] if os.getuid() == 0 else list(command)


class Cluster:
    """One server; every test gets a schema of its own."""

    def __init__(self, hasty: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bocage-postgres-"))
        if os.getuid() == 0:
            shutil.chown(self.folder, OWNER)
        self.port = free_port()
        self.settings = SMALL + (HASTY if hasty else ())
        self.numbers = count(1)
        self.run("initdb", "-U", "bocage", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale", "-D", self.data)
        self.start()

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def run(self, name: str, *arguments: str) -> None:
        found = program(name)
        assert found is not None
        subprocess.run(as_owner(found, *arguments), check=True, cwd=self.folder, capture_output=True, timeout=60)

    def start(self) -> None:
        options = f"-p {self.port} -h 127.0.0.1 -k {self.folder} " + " ".join(f"-c {line}" for line in self.settings)
        self.run("pg_ctl", "start", "-w", "-D", self.data, "-l", str(self.folder / "log"), "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        self.run("pg_ctl", "stop", "-w", "-D", self.data, "-m", mode)

    def url(self, schema: str = "public") -> str:
        return f"postgresql://bocage@127.0.0.1:{self.port}/postgres?options=-csearch_path%3D{schema}"

    def schema(self) -> str:
        """The address of a store that nobody else uses."""
        import psycopg

        name = f"games_{next(self.numbers)}"
        with psycopg.connect(self.url().partition("?")[0], autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return self.url(name)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
