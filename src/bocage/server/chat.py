"""What players say to each other beside the board. Whoever does not want to read somebody mutes him on his own page."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import post
from litestar.params import JSONBody

from bocage.server.api import SMALL, Request_, Seen, open_room
from bocage.server.problems import Problem


class Said(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


@post("/game/chat", status_code=200, request_max_body_size=SMALL)
async def say(request: Request_, data: JSONBody[Said]) -> Seen:
    """Said to everybody at the table; who only watches stays silent."""
    room, key = await open_room(request)
    if key.seat < 0:
        raise Problem(403, "not-yours", "only who has come to a seat speaks at the table")
    text = "".join(char for char in data.text if char.isprintable()).strip()
    if not text:
        raise Problem(400, "bad-request", "say something")
    async with room.lock:
        await asyncio.to_thread(room.company.say, room.storage, room.id, key.seat, text)
        room.whisper()
    return Seen(room.revision)


HANDLERS = [say]
