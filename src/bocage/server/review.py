"""A finished game looked over: the curve, its turning points, and the choices that cost most."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import get
from litestar.params import FromQuery

from bocage.analysis.review import Review, Swing, review
from bocage.server.api import Request_, open_room
from bocage.server.library import Language
from bocage.server.problems import Problem
from bocage.server.room import THINKERS, Room
from bocage.server.words import Words

KEPT: dict[tuple[str, int], Review] = {}  # by game and number: it takes seconds to make one
MOST_KEPT = 32


@get("/game/review")
async def show_review(request: Request_, language: FromQuery[Language] = "en") -> dict[str, Any]:
    """It tells what every seat knew and might have done, so rivals read it at the end only."""
    room, key = await open_room(request)
    if not room.rights.tells_all(key.seat):
        raise Problem(403, "not-yet", "a game is looked over when it has ended")
    found = KEPT.get((room.id, room.revision))
    if found is None:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(THINKERS, review, room.game)
        while len(KEPT) >= MOST_KEPT:
            del KEPT[next(iter(KEPT))]
        KEPT[room.id, room.revision] = found
    return describe(found, room, Words(room.system, language))


def describe(found: Review, room: Room, words: Words) -> dict[str, Any]:
    seats = [words.render(seat.name) for seat in room.game.view(-1).seats]
    return {
        "curve": found.curve,
        "luck": round(found.luck(), 2),
        "lucks": [round(swing.luck, 3) for swing in found.swings if swing.luck],
        "seats": seats,
        "turning": [tell(swing, words) for swing in found.turning_points()],
        "costly": [[tell(swing, words) for swing in found.costly(seat)] for seat in range(len(seats))],
    }


def tell(swing: Swing, words: Words) -> dict[str, Any]:
    return {
        "at": swing.at,
        "seat": swing.seat,
        "clock": words.clock(*swing.clock),
        "label": words.render(swing.label),
        "change": round(swing.change, 2),
        "decision": round(swing.decision, 2),
        "luck": round(swing.luck, 2),
        "cost": round(swing.cost, 2),
        "best": "" if swing.best is None else words.render(swing.best),
    }


HANDLERS = [show_review]
