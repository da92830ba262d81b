"""Lessons by HTTP: which there are, to begin one, and to take a mistake back."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody

from bocage import registry
from bocage.kernel.system import LESSON, POSITION
from bocage.lessons import Course, course
from bocage.server.api import SMALL, At, Request_, Seen, open_room
from bocage.server.coaching import LessonRoom, say
from bocage.server.library import LOADING, Language, Name, find_system, new_game
from bocage.server.players import HUMAN
from bocage.server.problems import Problem
from bocage.server.rooms import Keys, Rooms
from bocage.server.words import Words

OTHER = "regular"  # who sits in the other seats; the coach answers for them


class Begin(msgspec.Struct, forbid_unknown_fields=True):
    system: Name
    lesson: Name


def find_course(system: str) -> Course:
    with LOADING:
        return course(find_system(system).id)


@get("/lessons", sync_to_thread=True)
def list_lessons(language: FromQuery[Language] = "en") -> list[dict[str, Any]]:
    """The lessons of every system, in the order they should be taken, and its puzzles."""
    found = []
    for system in registry.systems().values():
        words = Words(system, language)
        lessons = [
            {"name": name, "title": say(words, lesson.title), "about": say(words, lesson.about)}
            for name, lesson in find_course(system.id).lessons.items()
        ]
        if lessons:
            puzzles = [
                {"name": name, "title": say(words, puzzle.title), "about": say(words, puzzle.about)}
                for name, puzzle in find_course(system.id).puzzles.items()
            ]
            title = words.render(system.title)
            about = words.say("system.about") if words.knows("system.about") else ""
            found.append({"id": system.id, "title": title, "about": about, "lessons": lessons, "puzzles": puzzles})
    return found


@post("/lessons", request_max_body_size=SMALL)
async def begin_lesson(data: JSONBody[Begin], state: State) -> Keys:
    """A lesson, or a puzzle, as a game of its own for one pupil."""
    system = find_system(data.system)
    lesson = (await asyncio.to_thread(find_course, system.id)).find(data.lesson)
    if lesson is None:
        raise Problem(404, "no-lesson", f"no lesson '{data.lesson}' in {system.id}")
    name = f"{LESSON}{data.lesson}"
    game = await asyncio.to_thread(new_game, system.id, name, lesson.seed, {POSITION: lesson.position})
    seats = [HUMAN if seat == lesson.seat else OTHER for seat in range(len(game.view(-1).seats))]
    rooms: Rooms = state.rooms
    _, keys = await rooms.adopt(game, registry.scenario(system, name), seats)
    return keys


@post("/game/coach/back", status_code=200, request_max_body_size=SMALL)
async def take_back_mistake(request: Request_, data: JSONBody[At]) -> Seen:
    room, key = await open_room(request)
    if not isinstance(room, LessonRoom):
        raise Problem(409, "no-lesson", "this game has no coach")
    return Seen(await room.take_back(key.seat, data.seq))


HANDLERS = [list_lessons, begin_lesson, take_back_mistake]
