"""How much one address may ask: a bucket of tokens that fills again with time, and a number of open sockets."""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.datastructures import State

from bocage.server.problems import Problem

BEGAN: Final = "bocage_began"  # in a request's scope, for the metrics
MOST_BUCKETS: Final = 10_000


class Limits(msgspec.Struct, frozen=True):
    """Tokens a bucket holds and how many come back each second."""

    asks: float = 1200
    asks_per_second: float = 300
    games: float = 150  # new, uploaded or branched
    games_per_second: float = 0.5
    sockets: int = 100


class Bucket:
    __slots__ = ("filled", "tokens")

    def __init__(self, tokens: float, now: float) -> None:
        self.tokens = tokens
        self.filled = now


class Gate:
    """Counts per address; forgets addresses that have not asked for long."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.buckets: dict[tuple[str, bool], Bucket] = {}
        self.sockets: dict[str, int] = {}

    def take(self, host: str, new_game: bool = False) -> None:
        limits = self.limits
        most, rate = (limits.games, limits.games_per_second) if new_game else (limits.asks, limits.asks_per_second)
        now = time.monotonic()
        bucket = self.buckets.get((host, new_game))
        if bucket is None:
            if len(self.buckets) >= MOST_BUCKETS:
                self.buckets.clear()
            bucket = self.buckets[host, new_game] = Bucket(most, now)
        bucket.tokens = min(most, bucket.tokens + (now - bucket.filled) * rate)
        bucket.filled = now
        if bucket.tokens < 1:
            raise Problem(429, "too-many", "too many requests from this address; wait a moment")
        bucket.tokens -= 1

    def enter(self, host: str) -> None:
        if self.sockets.get(host, 0) >= self.limits.sockets:
            raise Problem(429, "too-many", "too many open pages from this address")
        self.sockets[host] = self.sockets.get(host, 0) + 1

    def leave(self, host: str) -> None:
        self.sockets[host] -= 1
        if not self.sockets[host]:
            del self.sockets[host]


NEW_GAMES: Final = ("/api/games", "/api/games/upload", "/api/game/branch")


SAFE: Final = ("GET", "HEAD", "OPTIONS")
FOREIGN: Final = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")
"""What any page of the world may send without asking first."""


def is_foreign(origin: str | None, host: str | None) -> bool:
    """Whether another site's page speaks; programs name no origin."""
    return origin is not None and origin.partition("://")[2] != host


async def check_rate(request: Request[Any, Any, State]) -> None:
    """Before every request of the interface."""
    request.scope["state"][BEGAN] = time.perf_counter()
    if request.method not in SAFE:
        if is_foreign(request.headers.get("origin"), request.headers.get("host")):
            raise Problem(403, "foreign", "only this server's own page may do that")
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() in FOREIGN:
            raise Problem(415, "not-json", "send JSON, as 'Content-Type: application/json'")
    host = request.client.host if request.client else ""
    gate: Gate = request.app.state.gate
    gate.take(host)
    if request.method == "POST" and request.url.path in NEW_GAMES:
        gate.take(host, new_game=True)
