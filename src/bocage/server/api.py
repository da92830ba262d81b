"""Games by HTTP. A seat's secret travels in the `Authorization: Bearer` header, never in an address."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, delete, get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody

from bocage import registry
from bocage.kernel import MOST, Attempt, Text, point_option, put_option, saves
from bocage.kernel.game import explain_refusal
from bocage.server import sitting
from bocage.server.clocks import ClockWish
from bocage.server.company import Seating
from bocage.server.keepsake import look_at
from bocage.server.library import BAD_SETUP, Language, Name, describe_scenario, find_scenario, find_system, list_terms
from bocage.server.people import Token, person
from bocage.server.players import BOTS, FRIEND, HUMAN, INVITED, SPECTATOR, TABLE, check_seats, nearest
from bocage.server.problems import Problem
from bocage.server.room import Room
from bocage.server.rooms import Keys, Rooms, make_key
from bocage.server.schema import hashed
from bocage.server.storage import Header, Key
from bocage.server.thinking import MOST_PLANNED
from bocage.server.view import View, Viewer
from bocage.server.words import Words

Secret = Annotated[str, msgspec.Meta(max_length=100)]
Seq = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Option = Annotated[int, msgspec.Meta(ge=-(2**62), lt=2**62)]
Request_ = Request[Any, Any, State]

SEEDS: Final = 2**53  # what a JSON number holds exactly
SMALL: Final = 64_000  # bytes of an ordinary request
SAVE: Final = 4_000_000  # bytes of an uploaded save


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    system: Name
    scenario: Name
    seats: Annotated[list[Name], msgspec.Meta(max_length=8)]
    seed: Annotated[int, msgspec.Meta(ge=0, lt=SEEDS)] | None = None
    options: dict[str, Any] = {}
    player: Token | None = None  # under whose name it is set up
    listed: bool = False  # the seats of friends wait in the lobby, for anybody
    clock: ClockWish | None = None


class Play(msgspec.Struct, forbid_unknown_fields=True):
    """Either an offered option, or a point inside the offered region (board units), perhaps for one piece alone."""

    seq: Seq
    option: Option | None = None
    x: float | None = None
    y: float | None = None
    piece: Annotated[int, msgspec.Meta(ge=-1, lt=MOST)] = -1


class At(msgspec.Struct, forbid_unknown_fields=True):
    seq: Seq


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    seq: Seq
    agree: bool


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[int, msgspec.Meta(ge=0, lt=8)]
    player: Name


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """Two places; on the free table "x,y" in inches."""

    start: Name
    end: Name


class From(msgspec.Struct, forbid_unknown_fields=True):
    place: Name


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """Something that is not offered, perhaps after the choices of a plan."""

    verb: Name = ""
    piece: Annotated[int, msgspec.Meta(ge=-1, lt=2**31)] = -1
    place: Name = ""
    x: Annotated[float, msgspec.Meta(ge=-1, le=10_000)] = -1.0
    y: Annotated[float, msgspec.Meta(ge=-1, le=10_000)] = -1.0
    plan: Annotated[list[Option], msgspec.Meta(max_length=MOST_PLANNED)] = []


class Lifted(msgspec.Struct, forbid_unknown_fields=True):
    """A piece that is about to be put somewhere by hand."""

    piece: Annotated[int, msgspec.Meta(ge=0, lt=MOST)]


class Mine(msgspec.Struct, forbid_unknown_fields=True):
    secrets: Annotated[list[Secret], msgspec.Meta(max_length=50)]


class Seen(msgspec.Struct):
    seq: int


class Links(msgspec.Struct):
    spectator: str
    invitations: list[str | None]


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    """The invitation is the secret itself; who has a name may sit down under it."""

    player: Token | None = None


class Joined(msgspec.Struct):
    """The key of the seat; nobody else has it."""

    secret: str
    seat: int


class Salt(msgspec.Struct, forbid_unknown_fields=True):
    salt: Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern="^[0-9A-Za-z_-]+$")]


# Games


@post("/games", request_max_body_size=SMALL)
async def create_game(data: JSONBody[NewGame], state: State) -> Keys:
    """A new game. Its dice are fair; with a seed they can be foreseen, which is for practice and tests."""
    rooms: Rooms = state.rooms
    system = find_system(data.system)
    scenario = find_scenario(system, data.scenario)
    who = await asyncio.to_thread(person, rooms.storage, data.player)
    names = [who.shown if who is not None and player == HUMAN else None for player in data.seats]
    if FRIEND not in data.seats and (data.listed or data.clock is not None):
        raise Problem(400, "bad-seats", "seats: a clock or the lobby is for games with friends or strangers")
    seating = Seating(names, data.listed, data.clock)
    _, keys = await rooms.create(system, scenario, data.seats, data.seed, data.options, seating)
    return keys


@post("/games/upload", request_max_body_size=SAVE)
async def upload_save(request: Request_, state: State, seats: FromQuery[Name] = "") -> Keys:
    """Go on with a save in a game of its own; `seats` ("human,random") may seat other players.

    A bot of the save that the page does not offer, as `bocage simulate` seats them, becomes the level nearest to it.
    """
    rooms: Rooms = state.rooms
    body = await request.body()
    try:
        save = saves.decode(body, "save")
        scenario = find_scenario(find_system(save.system), save.scenario)
        game = await asyncio.to_thread(saves.restore, registry.system(save.system), save, scenario.hash, "save")
    except (saves.SaveError, *BAD_SETUP) as error:
        raise Problem(422, "bad-save", str(error)) from error
    players = seats.split(",") if seats else [nearest(player) for player in game.seats] or [HUMAN] * len(scenario.seats)
    check_seats(scenario, players)
    _, keys = await rooms.adopt(game, scenario, players)
    return keys


@post("/games/mine", status_code=200, request_max_body_size=SMALL)
async def my_games(data: JSONBody[Mine], state: State, language: FromQuery[Language] = "en") -> list[dict[str, Any]]:
    """A line for each game these secrets open; unknown secrets are passed over. No game is opened for it."""
    rooms: Rooms = state.rooms
    found = []
    for key, header in await asyncio.to_thread(rooms.storage.lines, data.secrets):
        try:
            if header.deciding is None:  # of an earlier release: opened once
                await rooms.find(key.secret)
                [(key, header)] = await asyncio.to_thread(rooms.storage.lines, [key.secret])
            found.append(await asyncio.to_thread(summarise, key, header, language))
        except (Problem, registry.UnknownSystem) as problem:
            found.append({"secret": key.secret, "problem": str(problem)})
    return found


def summarise(key: Key, header: Header, language: str) -> dict[str, Any]:
    system = registry.system(header.system)
    words = Words(system, language)
    sides = [words.render(msgspec.convert(side, Text)) for side in header.sides or []]
    deciding = [seat for seat in header.deciding or [] if header.seats[seat] == HUMAN]
    return {
        "secret": key.secret,
        "scenario": describe_scenario(system.id, header.scenario, words)[0],
        "system": system.id,
        "title": words.render(system.title),
        "players": [list(pair) for pair in zip(sides, header.seats, strict=True)],
        "begun": header.created,
        "clock": words.clock(header.turn or 0, header.turns or 0),
        "over": not header.deciding,
        "mine": any(key.seat in (TABLE, seat) for seat in deciding),
    }


# One game, opened by its key


def bearer(request: Request_) -> str:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret or len(secret) > 100:
        raise Problem(401, "no-key", "send the seat's secret as 'Authorization: Bearer …'")
    return secret


async def open_room(request: Request_) -> tuple[Room, Key]:
    rooms: Rooms = request.app.state.rooms
    room, key = await rooms.find(bearer(request))
    if key.seat <= INVITED:
        raise Problem(403, "invitation", "follow the invitation first")
    return room, key


@get("/game")
async def show_game(request: Request_, language: FromQuery[Language] = "en") -> dict[str, Any]:
    """The board, the view of this seat and the whole log it may read; `kept` says why it can only be looked at."""
    rooms: Rooms = request.app.state.rooms
    try:
        room, key = await open_room(request)
    except Problem as problem:
        if problem.error != "cannot-restore":
            raise
        return await show_kept(rooms, bearer(request), language, problem)
    words = Words(room.system, language)
    async with room.lock:
        view: View = room.view(Viewer(key.seat, language))
        board = words.render_drawn(room.system.board(room.game.state))
    around = await asyncio.to_thread(frame, key, room.system.id, room.game.scenario, words)
    return around | {"board": board, "view": view, "kept": "", "company": room.company.tell(room)}


async def show_kept(rooms: Rooms, secret: str, language: str, problem: Problem) -> dict[str, Any]:
    """A game that these rules can no longer play, as it was last seen."""
    [(key, header)] = await asyncio.to_thread(rooms.storage.lines, [secret])
    body = await asyncio.to_thread(rooms.storage.kept, header.id)
    if body is None:
        raise problem
    board, view = look_at(body, key.seat, language)
    words = Words(find_system(header.system), language)
    return frame(key, header.system, header.scenario, words) | {
        "board": board,
        "view": view,
        "kept": problem.message,
        "company": None,
    }


def frame(key: Key, system_id: str, scenario: str, words: Words) -> dict[str, Any]:
    """What is shown around a game."""
    title, about = describe_scenario(system_id, scenario, words)
    return {
        "system": {"id": system_id, "title": words.render(words.system.title)},
        "scenario": title,
        "about": about,
        "players": [HUMAN, *BOTS],
        "terms": list_terms(system_id, words),
        "handle": hashed(key.secret)[:16],
    }


@get("/game/links")
async def show_links(request: Request_, state: State) -> Links:
    """The links that may be given out: to watch, and the invitations that nobody has followed, for the inviter."""
    room, key = await open_room(request)
    found = await asyncio.to_thread(state.rooms.storage.links, room.id)
    mine = room.rights.held[:1] == [key.seat]
    invitations = [found.get(INVITED - seat) if mine else None for seat in range(len(room.game.seats))]
    return Links(found.get(SPECTATOR, ""), invitations)


@post("/game/join", status_code=200, request_max_body_size=SMALL)
async def join(request: Request_, data: JSONBody[Joining], state: State) -> Joined:
    """Follow an invitation: whoever does first gets a key of the seat, and the invitation is used up."""
    rooms: Rooms = state.rooms
    who = await asyncio.to_thread(person, rooms.storage, data.player)
    return await follow_invitation(rooms, bearer(request), None if who is None else who.shown)


async def follow_invitation(rooms: Rooms, invitation: str, name: str | None) -> Joined:
    room, key = await rooms.find(invitation)
    if key.seat > INVITED:
        raise Problem(409, "no-invitation", "this link is no invitation")
    own = make_key(room.id, INVITED - key.seat)
    async with room.lock:
        if not await asyncio.to_thread(rooms.storage.join, key, own):
            raise Problem(409, "taken", "somebody has taken this seat already")
        await sitting.welcome(room, own.seat, name)
    return Joined(own.secret, own.seat)


@post("/game/salt", status_code=200, request_max_body_size=SMALL)
async def salt(request: Request_, data: JSONBody[Salt]) -> Seen:
    """Mix something into the dice that nobody else has chosen."""
    room, key = await open_room(request)
    await room.salt(key.seat, data.salt)
    return Seen(room.revision)


@delete("/game", status_code=200)
async def remove_game(request: Request_, state: State) -> Seen:
    """Remove the game with all it has stored; by whoever set it up, while nobody else plays it."""
    room, key = await open_room(request)
    if not room.rights.may_remove(key.seat):
        raise Problem(403, "not-yours", "only who set a game up removes it, and not while others play it")
    await state.rooms.remove(room)
    return Seen(room.revision)


@post("/game/play", status_code=200, request_max_body_size=SMALL)
async def play(request: Request_, data: JSONBody[Play]) -> Seen:
    room, key = await open_room(request)
    if data.option is not None:
        option = data.option
    elif data.x is not None and data.y is not None:
        option = read_point(data.x, data.y, data.piece)
    else:
        raise Problem(400, "bad-request", "give an option, or x and y")
    return Seen(await room.play(key.seat, data.seq, option))


def read_point(x: float, y: float, piece: int = -1) -> int:
    """Inches to the option of the nearest tenth; NaN and points off any table are refused."""
    most = MOST / 10
    if not (0 <= x <= most and 0 <= y <= most):
        raise Problem(400, "bad-request", "x and y must be on the table")
    at = round(x * 10), round(y * 10)
    return point_option(*at) if piece < 0 else put_option(piece, *at)


@post("/game/undo", status_code=200, request_max_body_size=SMALL)
async def undo(request: Request_, data: JSONBody[At]) -> Seen:
    room, key = await open_room(request)
    return Seen(await room.undo(key.seat, data.seq))


@post("/game/ask-undo", status_code=200, request_max_body_size=SMALL)
async def ask_undo(request: Request_, data: JSONBody[At]) -> Seen:
    """Ask the others to take back one's last choice and all that followed."""
    room, key = await open_room(request)
    return Seen(await room.ask_undo(key.seat, data.seq))


@post("/game/answer-undo", status_code=200, request_max_body_size=SMALL)
async def answer_undo(request: Request_, data: JSONBody[Answer]) -> Seen:
    room, key = await open_room(request)
    return Seen(await room.answer_undo(key.seat, data.seq, data.agree))


@post("/game/seat", status_code=200, request_max_body_size=SMALL)
async def reseat(request: Request_, data: JSONBody[Sitting]) -> Seen:
    """Let a bot take over a seat, or take it back from one."""
    room, key = await open_room(request)
    return Seen(await sitting.reseat(room, key.seat, data.seat, data.player))


@post("/game/sight", status_code=200, request_max_body_size=SMALL)
async def sight(request: Request_, data: JSONBody[Line], language: FromQuery[Language] = "en") -> dict[str, Any] | None:
    """The line of sight between two places, or null where there is none to speak of."""
    room, _ = await open_room(request)
    async with room.lock:
        found = await asyncio.to_thread(room.system.sight, room.game.state, data.start, data.end)
    seen: dict[str, Any] | None = None if found is None else Words(room.system, language).render(found)
    return seen


@post("/game/field", status_code=200, request_max_body_size=SMALL)
async def field(request: Request_, data: JSONBody[From]) -> list[str]:
    """The places that can be seen from a place."""
    room, _ = await open_room(request)
    async with room.lock:
        return await asyncio.to_thread(room.system.field, room.game.state, data.place)


@post("/game/why-not", status_code=200, request_max_body_size=SMALL)
async def why_not(
    request: Request_, data: JSONBody[Tried], language: FromQuery[Language] = "en"
) -> list[dict[str, Any]]:
    """The clauses that forbid what was tried; empty if nothing does."""
    room, key = await open_room(request)
    attempt = Attempt(data.verb, data.piece, data.place, data.x, data.y)
    async with room.lock:
        decision, state = room.decision_of(key.seat), room.game.state
        if data.plan:
            draft = room.draft(key.seat, room.revision, data.plan)
            decision, state = draft.decision or decision, draft.state
        refusals = await asyncio.to_thread(explain_refusal, room.system, state, decision, attempt)
        return Words(room.system, language).render_refusals(refusals)


@post("/game/look", status_code=200, request_max_body_size=SMALL)
async def look(request: Request_, data: JSONBody[Tried], language: FromQuery[Language] = "en") -> dict[str, Any]:
    """What choosing a free point would mean (how far, what cover, who stands where), or the clause that forbids it."""
    room, key = await open_room(request)
    if data.piece >= MOST:
        raise Problem(400, "bad-request", "there is no such piece")
    option = read_point(data.x, data.y, data.piece)
    async with room.lock:
        decision = room.decision_of(key.seat)
        words = Words(room.system, language)
        if decision.allows(option):
            choice = await asyncio.to_thread(room.system.choice, room.game.state, decision, option)
            figures = decision.region.formation(option) if decision.region else []
            return {"legal": True, "label": words.render(choice.label), "rule": choice.rule, "figures": figures}
        attempt = Attempt(piece=data.piece, x=round(data.x, 1), y=round(data.y, 1))
        refusals = words.render_refusals(await asyncio.to_thread(room.game.why_not, attempt, decision.seat))
    if not refusals:
        raise Problem(409, "not-offered", "this decision does not ask for a point")
    return {"legal": False, "label": refusals[0]["text"], "rule": refusals[0]["rule"]}


@post("/game/reach", status_code=200, request_max_body_size=SMALL)
async def reach(request: Request_, data: JSONBody[Lifted]) -> list[list[list[float]]]:
    """Rings within which one piece may be put by hand, while all others keep their places."""
    room, key = await open_room(request)
    async with room.lock:
        region = room.decision_of(key.seat).region
        rings = [] if region is None else await asyncio.to_thread(region.outline_of, data.piece)
    return [[list(point) for point in ring] for ring in rings]


HANDLERS = [
    create_game, upload_save, my_games, show_game, show_links, join, salt, remove_game, play, undo, ask_undo,
    answer_undo, reseat, sight, field, why_not, look, reach,
]  # fmt: skip
