"""The application: interface, socket, page and storage put together, and the command that serves it."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import uvicorn
from litestar import Litestar, Router
from litestar.datastructures import MutableScopeHeaders
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

from bocage.server import (
    advising,
    api,
    armies,
    chat,
    dice,
    export,
    handbook,
    lessons,
    library,
    lobby,
    numbers,
    people,
    plans,
    problems,
    replay,
    review,
    story,
    why,
)
from bocage.server import metrics as host_pages
from bocage.server.interface import describe, openapi
from bocage.server.limits import Gate, Limits, check_rate
from bocage.server.live import live
from bocage.server.metrics import Metrics, count_answer, set_up_logs
from bocage.server.news import News
from bocage.server.notices import Channels, Notices, channels_of
from bocage.server.rooms import Rooms
from bocage.server.storage import DAY, Storage, shown

HANDLING = (
    library,
    api,
    people,
    lobby,
    chat,
    export,
    lessons,
    handbook,
    plans,
    replay,
    review,
    story,
    numbers,
    advising,
    why,
    dice,
    armies,
)
WEB = Path(__file__).parent.parent / "web"

# The page asks nobody but this server, and no other page may frame it.
HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


class Settings(NamedTuple):
    """What one server runs with."""

    database: str  # a SQLite path or a database URL
    limits: Limits
    expire_days: float
    channels: Channels
    metrics: bool


def create_app(
    database: str, limits: Limits | None = None, expire_days: float = 0, channels: Channels | None = None,
    metrics: bool = False,
) -> Litestar:  # fmt: skip
    """The application on a SQLite path or a database URL."""
    app = build()
    app.state.settings = Settings(database, limits or Limits(), expire_days, channels or Channels(), metrics)
    return app


def build() -> Litestar:
    """Everything that can be asked for; whom it serves from comes with the settings, when it starts."""
    handlers = describe([handler for module in HANDLING for handler in module.HANDLERS])
    return Litestar(
        route_handlers=[
            Router("/api", route_handlers=handlers, before_request=check_rate),
            Router("/api", route_handlers=[live]),
            *host_pages.HANDLERS,
            create_static_files_router("/", directories=[WEB], html_mode=True),
        ],
        lifespan=[run],
        exception_handlers=problems.HANDLERS,
        before_send=[add_headers, count_answer],
        request_max_body_size=api.SMALL,
        openapi_config=openapi(),
        logging_config=None,
    )


@asynccontextmanager
async def run(app: Litestar) -> AsyncIterator[None]:
    """The rooms with all that goes on beside them, from start to stop."""
    settings: Settings = app.state.settings
    rooms = app.state.rooms = Rooms(Storage(settings.database))
    notices = app.state.notices = Notices(settings.channels, rooms.storage)
    rooms.herald = notices.consider
    app.state.gate = Gate(settings.limits)
    app.state.metrics, app.state.tells_metrics = Metrics(rooms), settings.metrics
    chores = [
        clean_up(rooms, settings.expire_days),
        rooms.keep_quiet(),
        rooms.watch_clocks(),
        app.state.metrics.watch_loop(),
    ]
    tasks = [asyncio.create_task(chore) for chore in chores]
    news = News(rooms.storage, rooms.hear)
    try:
        yield
    finally:
        await asyncio.to_thread(news.close)
        notices.close()
        for task in tasks:
            task.cancel()
        await rooms.close()


async def clean_up(rooms: Rooms, days: float) -> None:
    """Once a day: games that nobody has touched for long and nobody has open."""
    while days > 0:
        await asyncio.to_thread(rooms.storage.expire, days, set(rooms.open))
        await asyncio.sleep(DAY)


async def add_headers(message: Message, _: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


class Busy(OSError):
    """The address is taken or not ours to use."""


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once (TCP_NODELAY) only through sockets that name the protocol
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # the printed address answers from now on
    except OSError as error:
        listener.close()
        raise Busy(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
    return listener


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "bocage.sqlite3",
    open_browser: bool = False,
    ping_seconds: float = 20,
    expire_days: float = 0,
    metrics: bool = False,
    proxies: str = "127.0.0.1",
    log_json: bool = False,
) -> None:
    """Serve until stopped. Port 0 takes a free one. Raises Busy or StorageError before anything is served.

    A page that leaves two pings unanswered is taken for gone. Proxies are those that are believed about whom they speak
    for (`X-Forwarded-For`).
    """
    set_up_logs(log_json)
    Storage(database).close()
    listener = listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}/"
    print(f"Bocage is at {address} (games are kept in {shown(database)}; stop with Ctrl-C)", flush=True)
    threading.Thread(target=library.read_scenarios, daemon=True).start()
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    # Addresses carry no secrets, but an access log would still tell who plays when.
    app = create_app(database, expire_days=expire_days, channels=channels_of(os.environ), metrics=metrics)
    config = uvicorn.Config(
        app, log_config=None, log_level="warning", access_log=False, ws_max_size=65_536, forwarded_allow_ips=proxies,
        ws_ping_interval=ping_seconds, ws_ping_timeout=ping_seconds, timeout_graceful_shutdown=3,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listener])
