"""What other processes have done to the games of a shared store: PostgreSQL tells it (LISTEN, NOTIFY)."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from bocage.server.storage import CHANNEL, Storage

logger = logging.getLogger("bocage.server")

PATIENCE: Final = 1.0  # seconds between two looks at whether to stop, and before the next try of a lost connection
EVERYTHING: Final = ""  # may have changed while nothing could be heard


class News:
    """Listens in a thread of its own until it is closed; `hear` is called in the loop with the game that changed."""

    def __init__(self, storage: Storage, hear: Callable[[str], None]) -> None:
        self.storage = storage
        self.hear = hear
        self.loop = asyncio.get_running_loop()
        self.closed = threading.Event()
        self.thread = threading.Thread(target=self.run, name="news", daemon=True)
        if storage.shared:
            self.thread.start()

    def run(self) -> None:
        while not self.closed.is_set():
            try:
                self.listen()
            except Exception as error:  # the database is away: psycopg is an extra, so its errors have no name here
                if not self.closed.wait(PATIENCE):
                    logger.warning("no news from the database: %s", error)

    def listen(self) -> None:
        raw = self.storage.engine.raw_connection()
        try:
            connection = raw.driver_connection
            assert connection is not None
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            self.tell(EVERYTHING)
            while not self.closed.is_set():
                for notice in connection.notifies(timeout=PATIENCE, stop_after=1):
                    sender, _, game = notice.payload.partition(" ")
                    if sender != self.storage.process:
                        self.tell(game)
        finally:
            raw.invalidate()  # it listens: nobody else may have it

    def tell(self, game: str) -> None:
        self.loop.call_soon_threadsafe(self.hear, game)

    def close(self) -> None:
        self.closed.set()
        if self.thread.is_alive():
            with suppress(SQLAlchemyError):
                self.storage.nudge()
            self.thread.join(2 * PATIENCE)
