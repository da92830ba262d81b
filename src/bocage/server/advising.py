"""Advice as a teacher gives it: the whole plan for a unit, one sentence why, and the risk as the path tool tells it."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import post
from litestar.params import FromQuery, JSONBody

from bocage.server.api import SMALL, At, Request_
from bocage.server.intentions import describe_plan, describe_worth, think
from bocage.server.library import Language
from bocage.server.numbers import weighing_of
from bocage.server.room import THINKERS
from bocage.server.words import Words


@post("/game/advice", status_code=200, request_max_body_size=SMALL)
async def show_advice(
    request: Request_, data: JSONBody[At], language: FromQuery[Language] = "en"
) -> list[dict[str, Any]]:
    """What a bot would do in this seat, knowing no more than it: its best choices, what they lead to, and why."""
    weighing = await weighing_of(request, data.seq)
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(THINKERS, think, weighing, data.seq)
    except NotImplementedError:  # a system that no bot has learned to judge
        return []
    words = Words(weighing.game.system, language)
    return [describe_worth(one, words) | describe_plan(one, plan, weighing, words) for one, plan in found]


HANDLERS = [show_advice]
