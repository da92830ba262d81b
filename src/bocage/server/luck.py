"""How the dice of a finished game fell: everything that checks them, and whom they favoured."""

from __future__ import annotations

import asyncio
import random
from math import tanh
from typing import Any, Final

from litestar import get

from bocage.bots.lookahead import expectation, verdict
from bocage.kernel import Decision, State, result_of, sides_of
from bocage.kernel.appraisal import Manner, Parts, total
from bocage.kernel.game import Game
from bocage.kernel.system import System
from bocage.server.api import Request_, open_room
from bocage.server.problems import Problem
from bocage.server.replay import timeline_of
from bocage.server.room import THINKERS, Room

WON: Final = 20.0  # points that a won game is worth; positions never reach it
RUNS: Final = 40  # of dice that are played through, where there are so few
SAMPLES: Final = 10  # of dice where there are more
MOST: Final = 300  # choices that are looked at: the others fell when it was long decided


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


@get("/game/luck")
async def show_luck(request: Request_) -> dict[str, Any]:
    """For each side how far the dice have carried it beyond what was to be expected, in victory points, die by die."""
    room, _ = await open_room(request)
    if not room.game.over:
        raise Problem(403, "not-yet", "luck is told after the end of the game")
    if room.luck is None:
        async with room.lock:
            moments = await asyncio.to_thread(collect, room)
        loop = asyncio.get_running_loop()
        try:
            room.luck = await loop.run_in_executor(THINKERS, weigh_luck, room.system, moments, len(room.game.seats))
        except NotImplementedError:  # a system that nobody has learned to judge
            room.luck = []
    return {"luck": room.luck, "dice": count_dice(room.game)}


class Moment:
    """A choice that dice followed, and where it led."""

    def __init__(self, number: int, before: State, after: State, decision: Decision, option: int) -> None:
        self.number = number
        self.before = before
        self.after = after
        self.decision = decision
        self.option = option


def collect(room: Room) -> list[Moment]:
    game, timeline = room.game, timeline_of(room)
    numbers = [number for number, played in enumerate(game.history) if played.rolls][:MOST]
    found = []
    for number in numbers:
        played = game.history[number]
        before = timeline.state(game, number)
        decision = next(d for d in before.pending if d.seat == played.seat)
        found.append(Moment(number, before, timeline.state(game, number + 1), decision, played.option))
    return found


def weigh_luck(system: System, moments: list[Moment], seats: int) -> list[dict[str, Any]]:
    """By choice: what came of its dice less what was to be expected, for each seat."""
    rng = random.Random(1)
    found = []
    for moment in moments:
        gains = [gain(system, moment, seat, rng) for seat in range(seats)]
        found.append({"at": moment.number, "gains": [round(value, 3) for value in gains]})
    return found


def gain(system: System, moment: Moment, seat: int, rng: random.Random) -> float:
    manner = Manner()
    before, decision, option = moment.before, moment.decision, moment.option
    mean = expectation(system, before, decision, option, manner, RUNS, SAMPLES, rng, seat)
    return tamed(verdict(system, moment.after, seat, manner)) - tamed(mean)


def tamed(parts: Parts) -> float:
    return WON * tanh(total(parts) / WON)


def count_dice(game: Game) -> list[dict[str, Any]]:
    """For each seat the faces that fell at its choices, by kind of die."""
    counted: list[dict[str, Any]] = [{} for _ in game.seats]
    for played in game.history:
        for roll in played.rolls:
            sides = sides_of(roll)
            faces = counted[played.seat].setdefault(str(sides), [0] * sides)
            faces[result_of(roll) - 1] += 1
    return counted


HANDLERS = [show_dice, show_luck]
