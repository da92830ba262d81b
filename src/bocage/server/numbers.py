"""Numbers before committing: the odds of one choice with the tally behind them, and the chances of all at once."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from litestar import post
from litestar.params import FromQuery, JSONBody

from bocage.analysis.pathrisk import (
    STEPS,
    Leg,
    PathRisk,
    Walk,
    chance_of,
    risk_of_path,
    subject_of,
    wished_for,
)
from bocage.bots import bot
from bocage.bots.explain import Advice, advice
from bocage.kernel.decision import Decision
from bocage.kernel.forecast import Forecast
from bocage.kernel.game import Game
from bocage.kernel.state import State as GameState
from bocage.kernel.system import System
from bocage.kernel.views import Position
from bocage.server.api import SMALL, Play, Request_, Seq, open_room, point
from bocage.server.library import Language, Name
from bocage.server.problems import Problem
from bocage.server.room import THINKERS
from bocage.server.words import Words

MOST: Final = 60  # choices whose chances are worked out at once
MOST_STEPS: Final = 24  # of a path


class At(msgspec.Struct, forbid_unknown_fields=True):
    seq: Seq


async def copied(request: Request_, seq: int) -> tuple[Game, Decision]:
    """A copy of the game at this moment, which nobody has to wait for, and what this seat decides in it."""
    room, key = await open_room(request)
    async with room.lock:
        room.expect(seq, key.seat)
        return room.game.clone(), room.decision_of(key.seat)


def odds_of(game: Game, option: int, seat: int) -> tuple[Forecast | None, bool]:
    """The odds of an option, and whether more is to be chosen before its dice fall."""
    found = game.forecast(option, seat)
    if found is not None:
        return found, False
    return game.system.outlook(game.state, game.pending(seat), option), True


@post("/game/forecast", status_code=200, request_max_body_size=SMALL)
async def forecast(
    request: Request_, data: JSONBody[Play], language: FromQuery[Language] = "en"
) -> dict[str, Any] | None:
    """The odds of an offered option with the tally behind them, or null where nothing is rolled."""
    room, key = await open_room(request)
    option = data.option if data.option is not None else point(data.x or 0.0, data.y or 0.0)
    async with room.lock:
        room.expect(data.seq, key.seat)
        decision = room.decision_of(key.seat)
        if not decision.allows(option):
            raise Problem(409, "not-offered", "this is not among the choices offered")
        found, more = await asyncio.to_thread(odds_of, room.game, option, decision.seat)
        if found is None:
            return None
        words = Words(room.system, language).forecast(found, room.game.view(decision.seat))
        return words | {"outlook": more}


class Weighed(msgspec.Struct):
    """By the number of the option: the chance that something comes of its dice, the risk of being shot for it."""

    chances: dict[str, float] = {}
    risks: dict[str, float] = {}
    about: dict[str, str] = {}  # what each chance is the chance of


@post("/game/chances", status_code=200, request_max_body_size=SMALL)
async def chances(request: Request_, data: JSONBody[At], language: FromQuery[Language] = "en") -> Weighed:
    """The chances of every offered option that leads to dice, and the risks of those that let an enemy react."""
    copy, decision = await copied(request, data.seq)
    return await asyncio.to_thread(weighed, copy, decision.options[:MOST], decision.seat, language)


def weighed(game: Game, options: list[int], seat: int, language: str = "en") -> Weighed:
    found = Weighed()
    words = Words(game.system, language)
    names = words.names(game.view(seat))
    world = game.system.redeterminise(game.state, seat, random.Random(0))
    decision = next(d for d in world.pending if d.seat == seat)
    for option in options:
        odds, _ = odds_of(game, option, seat)
        if odds is not None and odds.odds:
            found.chances[str(option)] = round(chance_of(odds), 4)
            found.about[str(option)] = words.telling(subject_of(odds), wished_for(odds), names)
        elif (risk := risk_of(game.system, world, decision, option)) > 0:
            found.risks[str(option)] = round(risk, 4)
    return found


def risk_of(system: System, world: GameState, decision: Decision, option: int) -> float:
    """The chance to come to harm on a step, should every enemy fire who may; of other choices nothing is said.

    `world` is one that the seat could not tell from the true one: what it does not know cannot show in its risks.
    """
    choice = system.choice(world, decision, option)
    if choice.verb not in STEPS:
        return 0.0
    try:
        found = Walk(system, world.clone(), decision.seat).along([choice.place or f"{choice.x},{choice.y}"])
    except NotImplementedError:  # a system that does not say who is hurt
        return 0.0
    return 1.0 - found.legs[0].unharmed if found.legs else 0.0


class Way(msgspec.Struct, forbid_unknown_fields=True):
    """A path, place by place; the first may be where the movers stand. On the free table a place is "x,y"."""

    seq: Seq
    places: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]


@post("/game/path", status_code=200, request_max_body_size=SMALL)
async def path(request: Request_, data: JSONBody[Way], language: FromQuery[Language] = "en") -> dict[str, Any]:
    """The risk of every step of a path, as far as this seat can know it."""
    copy, decision = await copied(request, data.seq)
    walk = partial(risk_of_path, copy.system, copy.state, decision.seat, data.places)
    try:
        found = await asyncio.get_running_loop().run_in_executor(THINKERS, walk)
    except NotImplementedError:  # a system that does not say who is hurt
        found = PathRisk()
    return path_words(found, Words(copy.system, language), copy.view(decision.seat))


def path_words(found: PathRisk, words: Words, view: Position) -> dict[str, Any]:
    return {
        "origin": found.origin,
        "lead": [{"option": choice.id, "label": words.plain(choice.label)} for choice in found.lead],
        "legs": [leg_words(leg, words, view) for leg in found.legs],
        "stopped": found.stopped,
        "refusals": words.refusals(found.refusals),
        "about": words.say("path.exact" if found.exact else "path.about"),
    }


def leg_words(leg: Leg, words: Words, view: Position) -> dict[str, Any]:
    shots = [
        {"label": words.plain(shot.choice.label), "harm": shot.harm} | words.forecast(shot.forecast, view)
        for shot in leg.shots
    ]
    return {"place": leg.place, "option": leg.option, "unharmed": leg.unharmed, "shots": shots}


ADVISER: Final = "regular"


@post("/game/advice", status_code=200, request_max_body_size=SMALL)
async def show_advice(
    request: Request_, data: JSONBody[At], language: FromQuery[Language] = "en"
) -> list[dict[str, Any]]:
    """What a bot would do in this seat, knowing no more than it: its best choices and why."""
    copy, decision = await copied(request, data.seq)
    adviser = bot(ADVISER, random.Random(data.seq))
    try:
        found = await asyncio.get_running_loop().run_in_executor(THINKERS, advice, copy, decision.seat, adviser)
    except NotImplementedError:  # a system that no bot has learned to judge
        return []
    return [in_words(one, Words(copy.system, language)) for one in found]


def in_words(one: Advice, words: Words) -> dict[str, Any]:
    reasons = [{"label": words.say(f"term.{reason.term}"), "value": reason.value} for reason in one.reasons]
    trials = words.say("advice.trials", {"n": one.plays}) if one.plays else ""
    label = words.plain(one.label)
    return {"option": one.option, "label": label, "value": one.value, "reasons": reasons, "trials": trials}


HANDLERS = [forecast, chances, path, show_advice]
