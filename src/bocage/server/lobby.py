"""Where strangers meet: games that wait for somebody, games that can be watched, and games that are over."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody
from sqlalchemy import desc, select

from bocage import registry
from bocage.kernel import Text
from bocage.server.api import SMALL, Joined, follow_invitation
from bocage.server.library import Language, Name, describe_scenario
from bocage.server.people import Token, fold, person, shown
from bocage.server.players import INVITED, SPECTATOR
from bocage.server.problems import Problem
from bocage.server.rooms import Rooms
from bocage.server.schema import games, keys, ratings
from bocage.server.storage import Header, Storage
from bocage.server.words import Words

MOST: Final = 100  # games that are listed
Pace = Literal["any", "live", "days", "none"]


class Sit(msgspec.Struct, forbid_unknown_fields=True):
    """Take a seat of a game in the lobby, perhaps under a name."""

    game: Name
    seat: Annotated[int, msgspec.Meta(ge=0, lt=8)]
    player: Token | None = None


def read(storage: Storage, system: str) -> tuple[list[Header], dict[str, dict[int, str]], dict[tuple[str, str], int]]:
    """Listed games, newest first, with the links that may be given out, and the ratings of who plays them."""
    wanted = select(games).where(games.c.listed).order_by(desc(games.c.touched)).limit(MOST)
    with storage.engine.connect() as connection:
        rows = connection.execute(wanted.where(games.c.system == system) if system else wanted).mappings().all()
        headers = [Header(**row) for row in rows]
        given = select(keys.c.game, keys.c.seat, keys.c.shown).where(keys.c.shown.is_not(None))
        links: dict[str, dict[int, str]] = {}
        for row in connection.execute(given.where(keys.c.game.in_([header.id for header in headers]))):
            links.setdefault(row.game, {})[row.seat] = row.shown
        names = {fold(name) for header in headers for name in header.names or [] if name}
        rated = connection.execute(select(ratings).where(ratings.c.name.in_(names)))
        strengths = {(row.name, row.system): shown(row.mu, row.sigma) for row in rated}
    return headers, links, strengths


@get("/lobby")
async def show_lobby(
    state: State, system: FromQuery[Name] = "", pace: FromQuery[Pace] = "any", language: FromQuery[Language] = "en"
) -> dict[str, list[dict[str, Any]]]:
    """Games that wait for somebody, that are being played, and that are over; sifted by system and by clock."""
    headers, links, strengths = await asyncio.to_thread(read, state.rooms.storage, system)
    found: dict[str, list[dict[str, Any]]] = {"open": [], "running": [], "finished": []}
    for header in headers:
        kind = "none" if header.clock is None else header.clock["wish"]["kind"]
        if header.system not in registry.systems() or pace not in ("any", kind):
            continue
        known = links.get(header.id, {})
        waiting = [INVITED - seat for seat in known if seat <= INVITED]
        place = "finished" if not header.deciding else "open" if waiting else "running"
        line = await asyncio.to_thread(describe, header, language, strengths)
        found[place].append(line | {"seats": sorted(waiting), "spectator": known.get(SPECTATOR, "")})
    return found


def describe(header: Header, language: str, strengths: dict[tuple[str, str], int]) -> dict[str, Any]:
    system = registry.system(header.system)
    words = Words(system, language)
    names = header.names or [None] * len(header.seats)
    return {
        "game": header.id,
        "system": header.system,
        "title": words.render(system.title),
        "scenario": describe_scenario(header.system, header.scenario, words)[0],
        "sides": [words.render(msgspec.convert(side, Text)) for side in header.sides or []],
        "players": header.seats,
        "names": names,
        "ratings": [strengths.get((fold(name), header.system)) if name else None for name in names],
        "pace": None if header.clock is None else header.clock["wish"],
        "begun": header.created,
        "clock": words.clock(header.turn or 0, header.turns or 0),
        "winner": header.winner,
        "forfeits": header.forfeits or [],
    }


@post("/lobby/join", status_code=200, request_max_body_size=SMALL)
async def sit_down(data: JSONBody[Sit], state: State) -> Joined:
    """Take a seat that waits for anybody; who comes first has it."""
    rooms: Rooms = state.rooms
    who = await asyncio.to_thread(person, rooms.storage, data.player)
    header = await asyncio.to_thread(rooms.storage.header, data.game)
    if header is None or not header.listed:
        raise Problem(404, "not-found", "this game is not in the lobby")
    if who is not None and who.shown in (header.names or []):
        raise Problem(409, "own-game", "you sit in this game already")
    links = await asyncio.to_thread(rooms.storage.links, header.id)
    invitation = links.get(INVITED - data.seat)
    if invitation is None:
        raise Problem(409, "taken", "somebody has taken this seat already")
    return await follow_invitation(rooms, invitation, None if who is None else who.shown)


HANDLERS = [show_lobby, sit_down]
