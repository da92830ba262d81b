"""A game taken home: one's own view of it at any time, the whole of it at the end."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromQuery

from bocage import registry
from bocage.kernel import result_of
from bocage.server.api import Request_, frame, open_room
from bocage.server.library import Language
from bocage.server.problems import Problem
from bocage.server.room import Room
from bocage.server.storage import Key
from bocage.server.view import Viewer
from bocage.server.words import Words

FILE: Final = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="a file of JSON")}


def attached(data: bytes, name: str) -> Response[bytes]:
    return Response(
        data, media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


@get("/game/save", responses=FILE)
async def download_save(request: Request_) -> Response[bytes]:
    """The whole game as a file. It holds every secret, so while others play it stays here."""
    room, key = await open_room(request)
    async with room.lock:
        if not room.rights.whole(key.seat):
            raise Problem(403, "secret", "while others are playing, the game can only be saved at its end")
        data = await asyncio.to_thread(registry.save, room.game)
    return attached(data, f"{room.system.id}-{room.id}.json")


@get("/game/export", responses=FILE)
async def download_view(request: Request_, language: FromQuery[Language] = "en") -> Response[bytes]:
    """What this key may know of the game, at any time: board, position, log, its own choices, the dice that fell."""
    room, key = await open_room(request)
    async with room.lock:
        told = await asyncio.to_thread(tell, room, key, language)
    return attached(msgspec.json.encode(told), f"{room.system.id}-{room.id}-view.json")


def tell(room: Room, key: Key, language: str) -> dict[str, Any]:
    words = Words(room.system, language)
    game = room.game
    choices = [
        {"number": number, "seat": played.seat, "option": played.option, "dice": [result_of(r) for r in played.rolls]}
        for number, played in enumerate(game.history)
        if room.rights.may_know(key.seat, played.seat)
    ]
    around = frame(key, room.system.id, game.scenario, words)
    del around["handle"]
    return around | {
        "rules": room.system.version,
        "begun": room.begun,
        "board": words.render_drawn(room.system.board(game.state)),
        "view": room.view(Viewer(key.seat, language)),
        "choices": choices,
    }


HANDLERS = [download_save, download_view]
