"""How the dice of a game come about: what can be known of them at any time, and all that checks them at the end."""

from __future__ import annotations

from typing import Any

from litestar import get

from bocage.server.api import Request_, open_room


@get("/game/dice")
async def show_dice(request: Request_) -> dict[str, Any]:
    """What the dice of this game can be checked with: the commitment at any time, the rest once it is over.

    Die number n is `HMAC-SHA256(key, n)`, its first 16 bytes modulo its sides, plus one; the key is that of the last
    mix at or before n. Numbers of 0 sides were laid by a lesson. Large numbers are text, as scripts round them.
    """
    room, key = await open_room(request)
    async with room.lock:
        told = room.rights.dice(key.seat) | {"over": room.game.over}
        pledge = room.game.pledge
        if pledge is None or not room.game.over:
            return told
        return told | {
            "secret": pledge.secret.hex(),
            "seed": str(pledge.seed),
            "dice": [list(pair) for pair in zip(pledge.sides, pledge.faces, strict=True)],
        }


HANDLERS = [show_dice]
