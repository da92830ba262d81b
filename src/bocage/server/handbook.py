"""The rules beside the board: contents, the sequence of play, tables and terms of the game that is on."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import FromQuery, JSONBody

from bocage.lessons import Phase, course
from bocage.rulebook import Clause, Rulebook
from bocage.server.api import SMALL, Request_, open_room
from bocage.server.coaching import say
from bocage.server.library import MOST_HITS, Language, find_rulebook
from bocage.server.room import Room
from bocage.server.words import Words


class Sought(msgspec.Struct, forbid_unknown_fields=True):
    words: Annotated[str, msgspec.Meta(max_length=200)]


@get("/game/handbook")
async def show_handbook(request: Request_, language: FromQuery[Language] = "en") -> dict[str, Any]:
    """What can be read about this game; nothing of it depends on who asks."""
    room, _ = await open_room(request)
    return await asyncio.to_thread(make_handbook, room, language)


def make_handbook(room: Room, language: str) -> dict[str, Any]:
    words = Words(room.system, language)
    book = book_of(room, language)
    return {
        "sequence": [tell_phase(phase, words) for phase in course(room.system.id).sequence],
        "chapters": [
            {"title": one.title, "clauses": [name(clause) for clause in one.clauses]} for one in book.chapters
        ],
        "tables": [name(clause) for clause in book.clauses.values() if clause.tables or clause.kind == "table"],
    }


def book_of(room: Room, language: str) -> Rulebook:
    return find_rulebook(room.system.id, language).for_players(room.system.modules(room.game.state))


def name(clause: Clause) -> dict[str, str]:
    return {"id": clause.id, "title": clause.title, "section": clause.section}


def tell_phase(phase: Phase, words: Words) -> dict[str, Any]:
    """With the phase as the page names it, or the kinds of decision, by which it knows where the game is."""
    return {
        "name": say(words, phase.name),
        "about": say(words, phase.about),
        "rule": phase.rule,
        "phase": words.say(f"phase.{phase.phase}") if phase.phase else "",
        "kinds": phase.kinds,
    }


@post("/game/rules", status_code=200, request_max_body_size=SMALL)
async def search_handbook(
    request: Request_, data: JSONBody[Sought], language: FromQuery[Language] = "en"
) -> list[dict[str, str]]:
    """Clauses of this game that hold the words; those of what this seat has to decide come first."""
    room, key = await open_room(request)
    seat = room.seat_of(key.seat)
    async with room.lock:
        prompt = room.game.prompt(seat) if seat in room.humans else None
    first = {prompt.rule, *(choice.rule for choice in prompt.choices)} if prompt else set()
    book = await asyncio.to_thread(book_of, room, language)
    return [name(clause) for clause in book.search(data.words, first)[:MOST_HITS]]


HANDLERS = [show_handbook, search_handbook]
