"""Who plays a game together: their names, how much time they have, and what they say to each other."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import Connection, desc, insert, select

from bocage.kernel.game import Game
from bocage.server.clocks import Clock, ClockWish, clock_of, wind_up
from bocage.server.players import HUMAN
from bocage.server.problems import Problem
from bocage.server.ratings import rank, settle
from bocage.server.schema import chat
from bocage.server.storage import Header, Standing, Storage

if TYPE_CHECKING:
    from bocage.server.room import Room

STAND_IN: Final = "regular"  # the bot that takes the seat of one whose time is up
MOST_LINES: Final = 200  # of the chat that are shown
BURST: Final = 8  # lines that a seat may say within so many seconds
BURST_SECONDS: Final = 20.0


class Seating(msgspec.Struct):
    """How a new game is set up for several people."""

    names: list[str | None] | None = None
    listed: bool = False
    clock: ClockWish | None = None

    def write(self, header: Header) -> None:
        header.names, header.listed = self.names, self.listed
        if self.clock is not None:
            header.clock = msgspec.to_builtins(wind_up(self.clock, len(header.seats)))


class Line(msgspec.Struct):
    """Somebody said something."""

    id: int
    at: float
    seat: int
    text: str


class Company:
    def __init__(self, header: Header) -> None:
        self.names: list[str | None] = header.names or [None] * len(header.seats)
        self.listed = header.listed
        self.clock: Clock | None = clock_of(header.clock)
        self.forfeits = header.forfeits or []
        self.finished = header.finished
        self.lines: list[Line] = []

    # Time

    def standing(self, game: Game, waiting: bool) -> Standing:
        """How the game stands now that something has changed; the clock begins once nobody is awaited."""
        turn, turns = game.system.clock(game.state)
        deciding = [decision.seat for decision in game.decisions]
        clock, now = self.clock, time.time()
        if clock is not None and not waiting:
            clock = clock.go_on(now, [seat for seat in deciding if game.seats[seat] == HUMAN])
        return Standing(
            turn, turns, deciding, game.result,
            None if clock is None else msgspec.to_builtins(clock), None if clock is None else clock.deadline(),
            self.finished or (now if game.over else None),
        )  # fmt: skip

    def adopt(self, standing: Standing) -> None:
        self.clock, self.finished = clock_of(standing.clock), standing.finished

    def settle(self, connection: Connection, game: Game) -> None:
        """Rate a game the first time it ends; dice that could be foreseen prove nothing."""
        ranks = rank(game, self.forfeits)
        if self.finished is None and game.over and game.pledge is not None and ranks:
            settle(connection, game.system.id, self.names, ranks)

    # Talk

    def read(self, storage: Storage, game: str) -> None:
        wanted = select(chat.c.id, chat.c.at, chat.c.seat, chat.c.text).where(chat.c.game == game)
        with storage.engine.connect() as connection:
            rows = connection.execute(wanted.order_by(desc(chat.c.id)).limit(MOST_LINES)).all()
        self.lines = [Line(*row) for row in reversed(rows)]

    def say(self, storage: Storage, game: str, seat: int, text: str) -> None:
        now = time.time()
        if sum(1 for line in self.lines if line.seat == seat and line.at > now - BURST_SECONDS) >= BURST:
            raise Problem(429, "too-many", "too many lines at once; wait a moment")
        values = {"game": game, "at": now, "seat": seat, "text": text}
        with storage.changing(game) as connection:
            connection.execute(insert(chat), values)
        self.read(storage, game)

    def tell(self, room: Room) -> dict[str, Any]:
        """For whoever watches."""
        now = time.time()
        clock = self.clock
        return {
            "names": self.names,
            "listed": self.listed,
            "forfeits": self.forfeits,
            "here": sorted({viewer.seat for viewer in room.viewers if viewer.seat >= 0}),
            "clock": clock and {
                "kind": clock.wish.kind, "left": [round(left, 1) for left in clock.at(now)], "running": clock.running,
            },
            "chat": [msgspec.to_builtins(line) for line in self.lines],
        }  # fmt: skip
