"""Numbers before committing: the odds of one choice with the tally behind them, and the chances of all at once."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import post
from litestar.params import FromQuery, JSONBody

from bocage.analysis.pathrisk import PathRisk, chance_of
from bocage.server.api import SMALL, At, Play, Request_, Seq, open_room, read_point
from bocage.server.intentions import describe_path
from bocage.server.library import Language, Name
from bocage.server.odds import Weighing
from bocage.server.problems import Problem
from bocage.server.room import THINKERS
from bocage.server.telling import tell_odds
from bocage.server.words import Words

MOST: Final = 200  # choices whose chances are worked out at once
MOST_STEPS: Final = 24  # of a path


async def weighing_of(request: Request_, seq: int) -> Weighing:
    """What this seat decides, on a copy of the game at this moment."""
    room, key = await open_room(request)
    async with room.lock:
        return room.weigh(key.seat, seq)


@post("/game/forecast", status_code=200, request_max_body_size=SMALL)
async def forecast(
    request: Request_, data: JSONBody[Play], language: FromQuery[Language] = "en"
) -> dict[str, Any] | None:
    """The odds of an offered option with the tally behind them, or null where nothing is rolled."""
    option = data.option if data.option is not None else read_point(data.x or 0.0, data.y or 0.0, data.piece)
    weighing = await weighing_of(request, data.seq)
    if not weighing.decision.allows(option):
        raise Problem(409, "not-offered", "this is not one of the choices offered")
    found = await asyncio.to_thread(weighing.odds, option)
    return None if found is None else Words(weighing.game.system, language).render_forecast(found, weighing.view())


class Weighed(msgspec.Struct):
    """By the number of the option: the chance that something comes of its dice, the risk of being shot for it."""

    chances: dict[str, float] = {}
    risks: dict[str, float] = {}
    about: dict[str, str] = {}  # what each chance is the chance of


@post("/game/chances", status_code=200, request_max_body_size=SMALL)
async def chances(request: Request_, data: JSONBody[At], language: FromQuery[Language] = "en") -> Weighed:
    """The chances of every offered option that leads to dice, and the risks of those that let an enemy react."""
    weighing = await weighing_of(request, data.seq)
    return await asyncio.to_thread(weigh_options, weighing, language)


def weigh_options(weighing: Weighing, language: str = "en") -> Weighed:
    found = Weighed()
    words = Words(weighing.game.system, language)
    names = words.name_pieces(weighing.view())
    for option in weighing.options[:MOST]:
        odds = weighing.odds(option)
        if odds is not None and odds.odds:
            found.chances[str(option)] = round(chance_of(weighing.game.system, odds), 4)
            told = tell_odds(words, odds, names)
            found.about[str(option)] = " · ".join(told) or words.word("subject", next(iter(odds.odds)))
        elif (risk := weighing.risk(option)) > 0:
            found.risks[str(option)] = round(risk, 4)
    return found


class Way(msgspec.Struct, forbid_unknown_fields=True):
    """A path, place by place; the first may be where the movers stand. On the free table a place is "x,y", and ""
    stands for the move that is laid out."""

    seq: Seq
    places: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]


@post("/game/path", status_code=200, request_max_body_size=SMALL)
async def path(request: Request_, data: JSONBody[Way], language: FromQuery[Language] = "en") -> dict[str, Any]:
    """The risk of every step of a path, as far as this seat can know it."""
    weighing = await weighing_of(request, data.seq)
    try:
        found = await asyncio.get_running_loop().run_in_executor(THINKERS, weighing.path, tuple(data.places))
    except NotImplementedError:  # a system that does not say who is hurt
        found = PathRisk()
    return describe_path(found, Words(weighing.game.system, language), weighing.view())


HANDLERS = [forecast, chances, path]
