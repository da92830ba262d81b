"""Every game of the server: made, found by a secret, restored by replay, closed when nobody comes."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from bocage import registry
from bocage.kernel import saves
from bocage.kernel.game import Game
from bocage.kernel.system import LESSON, ScenarioInfo, System
from bocage.lessons import PUZZLE
from bocage.server import keepsake, sitting
from bocage.server.coaching import LessonRoom
from bocage.server.company import Company, Seating
from bocage.server.library import BAD_SETUP, LOADING, new_game
from bocage.server.players import FRIEND, HUMAN, INVITED, SPECTATOR, TABLE, check_seats
from bocage.server.problems import Problem
from bocage.server.puzzling import PuzzleRoom
from bocage.server.room import Room
from bocage.server.storage import STANDING, At, Header, Key, Storage, fair_data
from bocage.server.thinking import Thinkers

MOST_ROOMS: Final = 200  # games kept in memory; the rest are replayed when somebody comes back
QUIET: Final = 60.0  # seconds without a choice after which a game is at rest
TICK: Final = 1.0  # seconds between two looks at the clocks
FAREWELL: Final = 2.0  # seconds for keepsakes when the server is stopped


class Keys(msgspec.Struct):
    """The secrets of a game for who set it up, told once.

    At one screen `table` plays every human seat. Who invites friends has his own seat and an invitation for each of
    them, which opens the seat to the first who follows it.
    """

    game: str
    table: str | None
    seats: list[str | None]
    spectator: str
    invitations: list[str | None]
    commitment: str = ""  # of the dice; none where they come from a seed


def make_key(game: str, seat: int) -> Key:
    return Key(secrets.token_urlsafe(24), game, seat, shown=seat == SPECTATOR or seat <= INVITED)


def hand_out(room: Room, keys: list[Key]) -> Keys:
    found = {key.seat: key.secret for key in keys}
    seats = range(len(room.game.seats))
    pledge = room.game.pledge
    return Keys(
        room.id, found.get(TABLE), [found.get(seat) for seat in seats], found[SPECTATOR],
        [found.get(INVITED - seat) for seat in seats], "" if pledge is None else pledge.commitment(),
    )  # fmt: skip


def stand_at(header: Header, game: Game) -> None:
    """What lists tell of a game without opening it."""
    header.sides = [msgspec.to_builtins(seat.name) for seat in game.view(SPECTATOR).seats]
    for name, value in msgspec.structs.asdict(Company(header).standing(game, waiting=True)).items():
        setattr(header, name, value)


class Rooms:
    """Every game, in memory while somebody plays it."""

    def __init__(self, storage: Storage, herald: Callable[[Room], None] | None = None) -> None:
        self.storage = storage
        self.herald = herald
        self.thinkers = Thinkers()
        self.open: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.following: set[asyncio.Task[None]] = set()

    async def create(
        self, system: System, scenario: ScenarioInfo, seats: list[str], seed: int | None, options: dict[str, Any],
        seating: Seating | None = None,
    ) -> tuple[Room, Keys]:  # fmt: skip
        """A new game: with fair dice, or with those of a seed."""
        check_seats(scenario, seats)
        try:
            game = await asyncio.to_thread(new_game, system.id, scenario.id, seed, options)
        except BAD_SETUP as error:
            raise Problem(400, "bad-options", str(error)) from error
        return await self.adopt(game, scenario, seats, seating)

    async def adopt(
        self, game: Game, scenario: ScenarioInfo, seats: list[str], seating: Seating | None = None
    ) -> tuple[Room, Keys]:
        """Store a game, give out its keys and open its room."""
        game.seats = [HUMAN if player == FRIEND else player for player in seats]
        save = saves.to_save(game, scenario.hash)
        friends = [seat for seat, player in enumerate(seats) if player == FRIEND]
        header = Header(
            id=secrets.token_hex(8), system=save.system, version=save.version, scenario=save.scenario,
            scenario_hash=save.scenario_hash, options=save.options, seed=save.seed, seats=game.seats,
            opening=save.opening, revision=len(save.choices), fair=fair_data(game.pledge),
            held=[seats.index(HUMAN), *friends] if friends else [],
        )  # fmt: skip
        opens = (
            [SPECTATOR, seats.index(HUMAN), *(INVITED - seat for seat in friends)] if friends else [SPECTATOR, TABLE]
        )
        if seating is not None:
            seating.write(header)
        stand_at(header, game)
        keys = [make_key(header.id, seat) for seat in opens]
        await asyncio.to_thread(self.storage.create, header, keys, save.choices)
        room = self.room(header, game)
        self.open[room.id] = room
        self.forget_idle(room)
        room.wake_bots()
        return room, hand_out(room, keys)

    async def find(self, secret: str) -> tuple[Room, Key]:
        """The room that a secret opens, restored by replay if it is not open."""
        key = await asyncio.to_thread(self.storage.key, secret)
        if key is None:
            raise Problem(401, "no-key", "no game has this secret; check the link")
        return await self.enter(key.game, key.at), key

    async def enter(self, game: str, at: At | None = None) -> Room:
        """The room of a game, no older than this."""
        async with self.opening.setdefault(game, asyncio.Lock()):
            known = self.open.get(game)
            if known is not None and at is not None and known.at != at:
                await known.catch_up()
            if known is None or known.lost:
                room = self.open[game] = await asyncio.to_thread(self.restore, game)
                if known is not None:
                    known.announce()  # whoever watched the lost one comes to this one
            else:
                room = known
        self.opening.pop(game, None)
        room.wake_bots()
        return room

    async def watch_clocks(self) -> None:
        """Whose time is up has lost, whether anybody looks or not."""
        while True:
            await asyncio.sleep(TICK)
            with suppress(SQLAlchemyError, Problem):
                for game in await asyncio.to_thread(self.storage.overdue):
                    await sitting.time_up(await self.enter(game))

    def hear(self, game: str) -> None:
        """Another process has changed a game; "" for whatever may have changed while nothing could be heard."""
        for room in [self.open[game]] if game in self.open else [] if game else list(self.open.values()):
            task = asyncio.create_task(self.follow(room))
            self.following.add(task)
            task.add_done_callback(self.following.discard)

    async def follow(self, room: Room) -> None:
        with suppress(SQLAlchemyError):
            await room.catch_up()
            if room.rights.held:
                await asyncio.to_thread(room.company.read, self.storage, room.id)
                room.whisper()

    def restore(self, game_id: str) -> Room:
        header = self.storage.header(game_id)
        if header is None:
            raise Problem(404, "not-found", "this game no longer exists")
        return self.replayed(header)

    async def remove(self, room: Room) -> None:
        async with room.lock:
            await asyncio.to_thread(self.storage.remove, room.id)
            room.lost = True
            self.open.pop(room.id, None)
            room.announce()
        await room.stop()

    def replayed(self, header: Header) -> Room:
        try:
            system = registry.system(header.system)
            scenario = registry.scenario(system, header.scenario)
            with LOADING:  # what it needs is read here; playing it again then keeps nobody waiting
                system.begin(header.scenario, header.seed, header.options)
            save = self.storage.save(header)
            pledge = None if save.fair is None else saves.pledge_of(save, save.fair)
            game = saves.restore(system, save, scenario.hash, "this game", pledge)
            if (header.version, header.scenario_hash) != (system.version, scenario.hash):
                self.keep_carried(header, game, scenario.hash)
            elif header.deciding is None:  # of an earlier release
                stand_at(header, game)
                values = {name: getattr(header, name) for name in STANDING}
                self.storage.change(header.id, header.at, **values)
                header.notes += 1
        except (saves.SaveError, registry.UnknownSystem, registry.UnknownScenario, *BAD_SETUP) as error:
            raise Problem(409, "cannot-restore", str(error)) from error
        return self.room(header, game)

    def keep_carried(self, header: Header, game: Game, scenario_hash: str) -> None:
        """The rules or the scenario have changed since, and every choice still stands."""
        save = saves.to_save(game, scenario_hash)
        header.carried = [header.carried[0] if header.carried else header.version, save.version]
        header.version, header.scenario_hash, header.opening = save.version, scenario_hash, save.opening
        stand_at(header, game)
        self.storage.carry_over(header, save.choices)

    def room(self, header: Header, game: Game) -> Room:
        puzzling = header.scenario.startswith(LESSON + PUZZLE)
        kind = PuzzleRoom if puzzling else LessonRoom if header.scenario.startswith(LESSON) else Room
        room = kind(header, game, self.storage, self.thinkers)
        room.herald = self.herald
        if header.held:
            room.rights.open = {INVITED - seat for seat in self.storage.links(header.id) if seat <= INVITED}
            room.company.read(self.storage, header.id)
        return room

    async def keep(self, room: Room) -> None:
        """What everybody sees of a game now, for the day when no release can open it any more."""
        async with room.lock:
            if room.lost or room.painted == room.revision:
                return
            body = await asyncio.to_thread(keepsake.paint, room)
            await asyncio.to_thread(self.storage.keep, room.id, room.revision, body)
            room.painted = room.revision

    async def keep_quiet(self) -> None:
        """Of games that have come to rest; while one is played it costs nothing."""
        while True:
            await asyncio.sleep(QUIET)
            for room in list(self.open.values()):
                if room.game.over or time.monotonic() - room.changed > QUIET:
                    with suppress(SQLAlchemyError):
                        await self.keep(room)

    def forget_idle(self, made: Room) -> None:
        """Close the oldest rooms that nobody watches; they come back by replay. Whoever made one is about to come."""
        for room in list(self.open.values()):
            if len(self.open) <= MOST_ROOMS:
                return
            if room is not made and room.idle():
                del self.open[room.id]

    async def close(self) -> None:
        end = time.monotonic() + FAREWELL
        for room in list(self.open.values()):
            if time.monotonic() < end:
                with suppress(SQLAlchemyError):
                    await self.keep(room)
        for room in self.open.values():
            await room.stop()
        self.thinkers.close()
        self.storage.close()
