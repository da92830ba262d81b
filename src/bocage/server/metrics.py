"""What a host wants to know of a running server: numbers for Prometheus, its health, and logs that machines read."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import State
from litestar.types import Message, Scope
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from bocage.server.limits import BEGAN
from bocage.server.problems import Problem
from bocage.server.rooms import Rooms

TICK: Final = 0.25  # seconds between two looks at how late the event loop is
QUICK: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5)
LATE: Final = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1)


class Metrics:
    """Counted for one application."""

    def __init__(self, rooms: Rooms) -> None:
        self.registry = CollectorRegistry()
        labels = ["path", "status"]
        self.requests = Counter("bocage_requests", "Answered requests", labels, registry=self.registry)
        self.seconds = Histogram(
            "bocage_request_seconds", "Time to answer", ["path"], buckets=QUICK, registry=self.registry
        )
        self.late = Histogram("bocage_loop_late_seconds", "Event loop late by", buckets=LATE, registry=self.registry)
        gauges = {
            "bocage_rooms": ("Games in memory", lambda: len(rooms.open)),
            "bocage_viewers": ("Open pages", lambda: sum(len(room.viewers) for room in rooms.open.values())),
            "bocage_thinking": ("Games whose bots think", lambda: sum(room.thinks for room in rooms.open.values())),
        }
        for name, (about, count) in gauges.items():
            Gauge(name, about, registry=self.registry).set_function(count)

    def count(self, scope: Scope, status: int) -> None:
        """By the address as it is declared: names of clauses and systems are not told apart."""
        began = scope["state"].get(BEGAN)
        if isinstance(began, float):
            path = str(scope.get("path_template") or "other")
            self.requests.labels(path, str(status)).inc()
            self.seconds.labels(path).observe(time.perf_counter() - began)

    async def watch_loop(self) -> None:
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            self.late.observe(max(0.0, time.perf_counter() - due))


async def count_answer(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        metrics: Metrics = scope["litestar_app"].state.metrics
        metrics.count(scope, message["status"])


@get("/metrics", include_in_schema=False)
async def show_metrics(state: State) -> Response[bytes]:
    """For Prometheus, where the host has switched it on."""
    if not state.tells_metrics:
        raise Problem(404, "not-found", "this server tells no metrics")
    data = await asyncio.to_thread(generate_latest, state.metrics.registry)
    return Response(data, media_type=CONTENT_TYPE_PLAIN_0_0_4)


@get("/health", include_in_schema=False)
async def show_health(state: State) -> dict[str, str]:
    """Whether games can be reached."""
    if not await asyncio.to_thread(state.rooms.storage.alive):
        raise Problem(503, "store-away", "the games cannot be reached at the moment; try again")
    return {"status": "well"}


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(as_json: bool) -> None:
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S%z")
    handler.setFormatter(JsonLines() if as_json else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


HANDLERS = [show_metrics, show_health]
