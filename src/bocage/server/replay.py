"""Looking at a game again: its timeline, any moment of it, and new games that branch off."""

from __future__ import annotations

import asyncio
from itertools import accumulate
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody

from bocage import registry
from bocage.kernel.views import Position
from bocage.server.api import SMALL, Request_, open_room
from bocage.server.library import Language, Name
from bocage.server.players import SPECTATOR, check_seats
from bocage.server.problems import Problem
from bocage.server.room import Room
from bocage.server.rooms import Keys, Rooms
from bocage.server.storage import Key
from bocage.server.timeline import Timeline
from bocage.server.words import Words

NOBODY = -9  # no eyes asked for: one's own


class Branch(msgspec.Struct, forbid_unknown_fields=True):
    at: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    seats: Annotated[list[Name], msgspec.Meta(max_length=8)]


def eyes_of(room: Room, key: Key, asked: int) -> int:
    """Whose eyes may be used: while the game goes on one's own, at the end anybody's."""
    own = room.seat_of(key.seat)
    if asked in (NOBODY, own):
        return own
    if not room.game.over:
        raise Problem(403, "secret", "other seats' views are open only after the end of the game")
    if not SPECTATOR <= asked < len(room.game.seats):
        raise Problem(400, "bad-request", f"eyes: there is no seat {asked}")
    return asked


def check_moment(room: Room, at: int, last: int) -> None:
    if not 0 <= at <= last:
        raise Problem(404, "no-moment", f"the game has moments 0 to {len(room.game.history)}")


def timeline_of(room: Room) -> Timeline:
    if room.timeline is None:
        room.timeline = Timeline(room.system, room.game)
    room.timeline.catch_up(room.game)
    return room.timeline


@get("/game/timeline")
async def show_timeline(
    request: Request_, state: State, language: FromQuery[Language] = "en", eyes: FromQuery[int] = NOBODY
) -> dict[str, Any]:
    """Every choice with its turn, phase and seat, and the whole log that these eyes may read."""
    room, key = await open_room(request)
    async with room.lock:
        seat = eyes_of(room, key, eyes)
        timeline = await asyncio.to_thread(timeline_of, room)
        words = Words(room.system, language)
        read = [0, *accumulate(event.seen_by(seat) for event in room.game.log)]
        marks = [
            {
                "turn": m.turn,
                "clock": words.clock(m.turn, m.turns),
                "phase": words.render(m.phase),
                "seat": m.seat,
                "log": read[played.events],
                "points": m.points,
                "pieces": m.pieces,
            }
            for m, played in zip(timeline.marks, room.game.history, strict=True)
        ]
        events = [words.render_event(event) for event in room.game.events_for(seat)]
    links = await asyncio.to_thread(state.rooms.storage.links, room.id)
    spectator = links.get(SPECTATOR, "")  # sees least, so anybody may pass it on
    return {"marks": marks, "events": events, "eyes": seat, "over": room.game.over, "spectator": spectator}


@get("/game/moment")
async def show_moment(
    request: Request_, at: FromQuery[int], language: FromQuery[Language] = "en", eyes: FromQuery[int] = NOBODY
) -> dict[str, Any]:
    """The position before choice number `at`, what was then chosen if these eyes may know, and how long the log was."""
    room, key = await open_room(request)
    async with room.lock:
        seat = eyes_of(room, key, eyes)
        game = room.game
        check_moment(room, at, len(game.history))
        timeline = await asyncio.to_thread(timeline_of, room)
        state = await asyncio.to_thread(timeline.state, game, at)
        words = Words(room.system, language)
        position: Position = room.system.position(state, seat)
        end = game.history[at].events if at < len(game.history) else len(game.log)
        chosen = None
        if at < len(game.history) and room.rights.may_know(key.seat, game.history[at].seat):
            played = game.history[at]
            decision = next(d for d in state.pending if d.seat == played.seat)
            chosen = words.render(room.system.choice(state, decision, played.option))
        return {
            "at": at,
            "eyes": seat,
            "position": words.render_position(position),
            "chosen": chosen,
            "log": sum(1 for event in game.log[:end] if event.seen_by(seat)),
        }


@post("/game/branch", request_max_body_size=SMALL)
async def branch(request: Request[Any, Any, State], data: JSONBody[Branch], state: State) -> Keys:
    """A new game that begins at a moment of this one. It knows every secret, so while others play it must wait."""
    room, key = await open_room(request)
    rooms: Rooms = state.rooms
    async with room.lock:
        if not room.rights.whole(key.seat):
            raise Problem(403, "secret", "while others are playing, no new game can branch off; wait for the end")
        check_moment(room, data.at, len(room.game.history))
        scenario = registry.scenario(room.system, room.game.scenario)
        check_seats(scenario, data.seats)
        game = await asyncio.to_thread(room.replayed, data.at)
    _, keys = await rooms.adopt(game, scenario, data.seats)
    return keys


HANDLERS = [show_timeline, show_moment, branch]
