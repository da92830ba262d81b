"""One WebSocket per open page: the page says hello with its secret, then gets a view whenever something changed."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import SerializationException, WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.protocols.utils import ClientDisconnected

from bocage.server.limits import Gate, is_foreign
from bocage.server.players import INVITED
from bocage.server.problems import Problem
from bocage.server.room import Room
from bocage.server.rooms import Rooms
from bocage.server.view import Viewer

logger = logging.getLogger("bocage.server")

HELLO_SECONDS: Final = 10
SEND_SECONDS: Final = 20  # whoever takes longer to read a view is gone
MOST_WORDS: Final = 20  # a page says hello and nothing more; a client that sends more is disconnected
REFUSED: Final = 4401
BAD_HELLO: Final = 4400
TOO_MUCH: Final = 4429
LOST: Final = 4503


class Hello(msgspec.Struct, forbid_unknown_fields=True):
    secret: str
    language: Literal["en", "fr"] = "en"
    company: bool = False  # who is there, clocks and talk are told too, in messages of their own


Socket = WebSocket[Any, Any, State]


@websocket("/live")
async def live(socket: Socket) -> None:
    await socket.accept()
    if is_foreign(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(REFUSED, "foreign")
        return
    gate: Gate = socket.app.state.gate
    host = socket.client.host if socket.client else ""
    try:
        gate.enter(host)
    except Problem as problem:
        await socket.close(TOO_MUCH, problem.error)
        return
    try:
        await attend(socket)
    finally:
        gate.leave(host)


async def attend(socket: Socket) -> None:
    try:
        hello = await asyncio.wait_for(read_hello(socket), HELLO_SECONDS)
        rooms: Rooms = socket.app.state.rooms
        room, key = await rooms.find(hello.secret)
        if key.seat <= INVITED:
            raise Problem(403, "invitation", "follow the invitation first")
    except (TimeoutError, msgspec.MsgspecError, SerializationException):
        await socket.close(BAD_HELLO, "say hello with a secret first")
        return
    except Problem as problem:
        await socket.send_json({"error": problem.error, "message": problem.message})
        await socket.close(REFUSED, problem.error)
        return
    except WebSocketDisconnect:
        return
    except SQLAlchemyError:
        await socket.close(LOST, "come back")
        return
    await follow(socket, room, Viewer(key.seat, hello.language), hello.company)


async def read_hello(socket: Socket) -> Hello:
    text = await socket.receive_text()
    return msgspec.json.decode(text, type=Hello)


async def follow(socket: Socket, room: Room, viewer: Viewer, company: bool) -> None:
    room.viewers.add(viewer)
    room.unseen.add(viewer)
    room.whisper()
    listening = asyncio.create_task(until_gone(socket))
    try:
        while not listening.done():
            waiting = asyncio.create_task(viewer.changed.wait())
            await asyncio.wait([waiting, listening], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not viewer.changed.is_set() or listening.done():
                continue
            if room.lost:  # not stored: the page comes back and gets what is
                await socket.close(LOST, "come back")
                break
            for message in await tell(room, viewer, company):
                await asyncio.wait_for(socket.send_text(message), SEND_SECONDS)
    except (WebSocketDisconnect, ClientDisconnected, TimeoutError):
        pass
    except Exception:
        logger.exception("a viewer could not be told of a change")
        raise
    finally:
        room.viewers.discard(viewer)
        room.unseen.discard(viewer)
        room.whisper()
        listening.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await listening


async def tell(room: Room, viewer: Viewer, company: bool) -> list[str]:
    """The newest view, if it is new, and the company where several people play; put into words off the event loop."""
    messages: list[str] = []
    async with room.lock:
        viewer.changed.clear()
        if viewer in room.unseen:
            room.unseen.discard(viewer)
            messages.append(await asyncio.to_thread(write_view, room, viewer))
        if company and room.rights.held:
            messages.append(msgspec.json.encode({"company": room.company.tell(room)}).decode())
    return messages


def write_view(room: Room, viewer: Viewer) -> str:
    return msgspec.json.encode(room.view(viewer)).decode()


async def until_gone(socket: Socket) -> None:
    """Viewers only listen; whatever they send after the hello is dropped, and too much of it ends the call."""
    with suppress(WebSocketDisconnect, SerializationException):
        for _ in range(MOST_WORDS):
            await socket.receive_text()
        await socket.close(TOO_MUCH, "too-many")
