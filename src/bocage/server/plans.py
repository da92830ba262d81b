"""Plans by HTTP: a side lays out what it will choose, sees what would come of it, and confirms all of it at once.

Until then the page alone keeps the plan. Nothing is stored, and nobody else can tell that there is one.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import post
from litestar.params import FromQuery, JSONBody

from bocage.kernel.draft import Draft
from bocage.server.api import SMALL, Option, Request_, Seen, Seq, open_room
from bocage.server.library import Language
from bocage.server.room import Room
from bocage.server.thinking import MOST_PLANNED, complete, question_of
from bocage.server.words import Words

HELPER: Final = "doctrine"  # who completes a plan
Options = Annotated[list[Option], msgspec.Meta(max_length=MOST_PLANNED)]


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """The choices of one seat in a row; `complete` has what is left of it chosen for the seat."""

    seq: Seq
    options: Options
    complete: bool = False


class Laid(msgspec.Struct):
    """How things would stand: what the seat would see and have to decide next, null where the plan is complete.

    `pieces` tells of a set-up which piece each choice is about.
    """

    seq: int
    seat: int
    options: list[int]
    pieces: list[int]
    position: dict[str, Any]
    prompt: dict[str, Any] | None


@post("/game/draft", status_code=200, request_max_body_size=SMALL)
async def lay_out(request: Request_, data: JSONBody[Plan], language: FromQuery[Language] = "en") -> Laid:
    """Look at a plan without choosing anything."""
    room, key = await open_room(request)
    async with room.lock:
        draft = await asyncio.to_thread(room.draft, key.seat, data.seq, data.options)
        if data.complete:
            await asyncio.to_thread(fill, room, draft)
        system, seat, decision = room.system, draft.seat, draft.decision
        position = system.position(draft.state, seat)
        prompt = None if decision is None else system.prompt(draft.state, decision)
        pieces = await asyncio.to_thread(name_pieces, room, draft)
        seq = room.revision
    words = Words(system, language)
    asked = None if prompt is None else words.render(prompt)
    return Laid(seq, seat, draft.options, pieces, words.render_position(position), asked)


def fill(room: Room, draft: Draft) -> None:
    question = question_of(room.id, room.game, draft.seat)
    complete(msgspec.structs.replace(question, player=HELPER), room.game, draft)


def name_pieces(room: Room, draft: Draft) -> list[int]:
    again = Draft(room.game.state, draft.seat)
    found = []
    for option in draft.options if again.setup else []:
        assert again.decision is not None
        about = room.system.prompt(again.state, again.decision).pieces
        found.append(about[0] if about else -1)
        again.add(option)
    return found


@post("/game/plan", status_code=200, request_max_body_size=SMALL)
async def confirm(request: Request_, data: JSONBody[Plan]) -> Seen:
    """Choose everything in a plan, all or nothing."""
    room, key = await open_room(request)
    return Seen(await room.plan(key.seat, data.seq, data.options))


HANDLERS = [lay_out, confirm]
