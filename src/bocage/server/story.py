"""What is told of a game that is over: losses, the moment that decided it, and playing again."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody

from bocage.kernel.appraisal import Manner, total
from bocage.kernel.game import Game
from bocage.kernel.state import State as GameState
from bocage.kernel.system import System
from bocage.server.api import SMALL, Request_, open_room
from bocage.server.library import Language, find_scenario, shipped
from bocage.server.players import FRIEND, HUMAN
from bocage.server.problems import Problem
from bocage.server.rooms import Keys, Rooms
from bocage.server.timeline import SPECTATOR, Timeline
from bocage.server.words import Words

EVEN_HANDED = Manner()


class Rematch(msgspec.Struct, forbid_unknown_fields=True):
    """The same game once more, with the players in each other's seats or in the next scenario."""

    swap: bool = False
    next: bool = False


class Story(msgspec.Struct):
    """Who had how many pieces and lost how many, by seat; the choice that turned the game, -1 if none did."""

    had: list[int]
    lost: list[int]
    moment: int = -1


def pieces_of(system: System, state: GameState, seat: int) -> set[int]:
    """The seat's own pieces as it sees them; what somebody carries is no loss of its own."""
    pieces = [piece for piece in system.position(state, seat).pieces if piece.seat == seat]
    ids = {piece.id for piece in pieces}
    return {piece.id for piece in pieces if piece.group not in ids}


def worth(system: System, state: GameState, seat: int) -> float:
    return 0.0 if state.over else total(system.appraise(state, seat, EVEN_HANDED))


def tell(system: System, game: Game, timeline: Timeline) -> Story:
    """Follow the game from its beginning; of the choices that rolled dice, the one that did most for the winner."""
    state = timeline.state(game, 0)
    winner = max(game.state.winner, 0)
    seats = range(len(game.seats))
    seen: list[set[int]] = [set() for _ in seats]
    best, moment = 0.0, -1
    before = worth(system, state, winner)
    for number, played in enumerate(game.history):
        if number % 5 == 0:
            for seat in seats:
                seen[seat] |= pieces_of(system, state, seat)
        timeline.play(state, played.seat, played.option)
        after = before if state.over else worth(system, state, winner)
        if played.rolls and after - before > best:
            best, moment = after - before, number
        before = after
    left = [pieces_of(system, state, seat) for seat in seats]
    lost = [len(seen[seat] - left[seat]) for seat in seats]
    return Story([len(seen[seat] | left[seat]) for seat in seats], lost, moment)


@get("/game/story")
async def show_story(request: Request_, language: FromQuery[Language] = "en") -> dict[str, Any]:
    """What is told at the end: nothing of it may be known before."""
    room, _ = await open_room(request)
    async with room.lock:
        game = room.game
        if not game.over:
            raise Problem(403, "secret", "the story is told after the end of the game")
        if room.timeline is None:
            room.timeline = Timeline(room.system, game)
        story = await asyncio.to_thread(tell, room.system, game, room.timeline)
        words = Words(room.system, language)
        at = story.moment
        ends = [played.events for played in game.history[at + 1 :][:1]] or [len(game.log)]
        events = game.log[game.history[at].events : ends[0]] if at >= 0 else []
        told = [words.render_event(event)["text"] for event in events if event.rolls and event.seen_by(SPECTATOR)]
        following = next_scenario(room.system, game.scenario, len(game.seats))
        return {
            "had": story.had,
            "lost": story.lost,
            "moment": at,
            "told": list(dict.fromkeys(told[:1] + told[-1:])),
            "next": words.render(shipped(room.system.id)[following].title) if following else "",
        }


def next_scenario(system: System, name: str, seats: int) -> str:
    """The one after this in the list that as many can play; "" after the last."""
    names = [info.id for info in shipped(system.id).values() if len(info.seats) == seats and not info.alone]
    return names[names.index(name) + 1] if name in names[:-1] else ""


@post("/game/rematch", request_max_body_size=SMALL)
async def rematch(request: Request_, data: JSONBody[Rematch], state: State) -> Keys:
    """A new game with the same players, options and scenario, or with the next one; rivals are invited by link."""
    room, key = await open_room(request)
    rooms: Rooms = state.rooms
    game = room.game
    if not game.over:
        raise Problem(403, "secret", "a rematch begins after the end of the game")
    name = (data.next and next_scenario(room.system, game.scenario, len(game.seats))) or game.scenario
    seats = [
        FRIEND if player == HUMAN and key.seat >= 0 and seat != key.seat else player
        for seat, player in enumerate(game.seats)
    ]
    options = {} if data.next else dict(game.options)
    players = seats[::-1] if data.swap else seats
    _, keys = await rooms.create(room.system, find_scenario(room.system, name), players, None, options)
    return keys


HANDLERS = [show_story, rematch]
