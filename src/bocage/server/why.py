"""Why did it do that? A past choice, and what the bot of its seat thinks of it and of the best there was instead."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from litestar import get
from litestar.params import FromQuery

from bocage.bots import Ranked
from bocage.bots.explain import Advice, hindsight
from bocage.kernel.game import Game
from bocage.server.api import Request_, open_room
from bocage.server.intentions import ADVISER, describe_worth
from bocage.server.library import Language
from bocage.server.players import HUMAN
from bocage.server.problems import Problem
from bocage.server.replay import check_moment, timeline_of
from bocage.server.room import THINKERS, Room
from bocage.server.thinking import Question, question_of
from bocage.server.words import Words

BY_LOT: Final = "random"  # a player without reasons


@get("/game/why")
async def show_why(request: Request_, at: FromQuery[int], language: FromQuery[Language] = "en") -> dict[str, Any]:
    """The three best options of choice number `at`, as the bot of that seat ranks them, and the one it took.

    A player's choice is judged by the bot that gives advice. Reasons tell what a seat knew and planned, so rivals hear
    them at the end only.
    """
    room, key = await open_room(request)
    async with room.lock:
        check_moment(room, at, len(room.game.history) - 1)
        taken = room.game.history[at]
        if not room.rights.may_know(key.seat, taken.seat):
            raise Problem(403, "not-yet", "why others chose as they did can only be asked after the end of the game")
        question, human = ask_about_choice(room, at), room.game.seats[taken.seat] == HUMAN
        copy = await asyncio.to_thread(rebuild_position, room, at)
    order = await ask_opinion(room, question, copy)
    found = hindsight(copy, taken.seat, order, taken.option)
    decision = copy.pending(taken.seat)
    return {
        "at": at,
        "seat": taken.seat,
        "player": question.player,
        "human": human,
        "only": len(decision.options) == 1 and decision.region is None,
        "options": [
            describe_option(one, copy, taken.seat, taken.option, Words(room.system, language)) for one in found
        ],
    }


def ask_about_choice(room: Room, at: int) -> Question:
    """Under a name of its own: workers go on from where they are with the game itself."""
    seat = room.game.history[at].seat
    question = question_of(f"{room.id}/past", room.game, seat, at)
    return msgspec.structs.replace(question, player=ADVISER) if question.player == HUMAN else question


def rebuild_position(room: Room, at: int) -> Game:
    game = room.game
    state = timeline_of(room).state(game, at)
    return Game(game.system, game.scenario, game.seed, game.options, state, False)


async def ask_opinion(room: Room, question: Question, copy: Game) -> list[Ranked]:
    if question.player == BY_LOT:
        return []
    try:
        return await room.opinions.about(question, copy, THINKERS)
    except NotImplementedError:  # a system that no bot has learned to judge
        return []


def describe_option(one: Advice, game: Game, seat: int, taken: int, words: Words) -> dict[str, Any]:
    choice = words.render(game.system.choice(game.state, game.pending(seat), one.option))
    return describe_worth(one, words) | {"rank": one.rank, "taken": one.option == taken, "choice": choice}


HANDLERS = [show_why]
