"""The file of a SQLite store: its owner's alone, used by one process at a time, copied while it is in use."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # Windows: nothing keeps a second process out
    fcntl = None  # type: ignore[assignment]

PRIVATE: Final = 0o600


class InUse(OSError):
    """Another process serves this store."""


class Damaged(OSError):
    """The file is no store, or not a whole one."""


class Hold:
    """This process has the store; whoever opens it again within the process shares the hold."""

    held: Final[dict[str, tuple[int, int]]] = {}  # by path: the open lock file, and how many share it
    guard: Final = threading.Lock()

    def __init__(self, path: Path) -> None:
        self.path = str(path.resolve())
        with Hold.guard:
            handle, count = Hold.held.get(self.path, (-1, 0))
            if count == 0:
                handle = take(Path(f"{self.path}.lock"))
            Hold.held[self.path] = handle, count + 1

    def release(self) -> None:
        with Hold.guard:
            handle, count = Hold.held.pop(self.path, (-1, 0))
            if count > 1:
                Hold.held[self.path] = handle, count - 1
            elif count == 1:
                os.close(handle)


def take(lock: Path) -> int:
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, PRIVATE)
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            raise InUse("another process serves these games; a second one would destroy them") from error
    return handle


def make_private(path: Path) -> None:
    """Secrets of running games are in there."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(FileNotFoundError):
            if name.stat().st_mode & 0o077:
                name.chmod(PRIVATE)


def check_whole(path: Path) -> None:
    """Every page of the file is readable and in its place."""
    try:
        with closing(sqlite3.connect(path)) as raw:
            found = raw.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise Damaged(f"{error}; put a backup in its place with 'bocage restore'") from error
    if found != "ok":
        raise Damaged(f"the file is damaged ({found}); put a backup in its place with 'bocage restore'")


def back_up(path: Path, copy: Path) -> None:
    """A whole copy, also while a server writes to the store."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no store at {path}")
    if copy.exists():
        raise FileExistsError(f"{copy} exists already")
    make_private(copy)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def restore(copy: Path, path: Path) -> None:
    """Put a backup in the place of the store, all at once; what was there is kept beside it."""
    check_whole(copy)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    hold = Hold(path)
    try:
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            fresh = Path(folder) / "store"
            back_up(copy, fresh)
            for end in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    os.replace(f"{path}{end}", f"{path}.before{end}")
            os.replace(fresh, path)
    finally:
        hold.release()
