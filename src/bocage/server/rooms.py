"""Every game of the server: made, found by a secret, restored by replay, closed when nobody comes."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from bocage import registry
from bocage.kernel import saves
from bocage.kernel.game import Game
from bocage.kernel.system import LESSON, ScenarioInfo, System
from bocage.server.coaching import LessonRoom
from bocage.server.library import BAD_SETUP, LOADING, new_game
from bocage.server.players import SPECTATOR, TABLE, check_seats
from bocage.server.problems import Problem
from bocage.server.room import Room
from bocage.server.storage import Header, Key, Storage
from bocage.server.thinking import Thinkers

MOST_ROOMS: Final = 200  # games kept in memory; the rest are replayed when somebody comes back


class Rooms:
    """Every game, in memory while somebody plays it."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.thinkers = Thinkers()
        self.open: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Lock] = {}

    async def create(
        self, system: System, scenario: ScenarioInfo, seats: list[str], seed: int, options: dict[str, Any]
    ) -> Room:
        check_seats(scenario, seats)
        try:
            game = await asyncio.to_thread(new_game, system.id, scenario.id, seed, options)
        except BAD_SETUP as error:
            raise Problem(400, "bad-options", str(error)) from error
        return await self.adopt(game, scenario, seats)

    async def adopt(self, game: Game, scenario: ScenarioInfo, seats: list[str]) -> Room:
        """Store a game, give out its keys and open its room."""
        game.seats = seats
        save = saves.to_save(game, scenario.hash)
        header = Header(
            id=secrets.token_hex(8), system=save.system, version=save.version, scenario=save.scenario,
            scenario_hash=save.scenario_hash, options=save.options, seed=save.seed, seats=seats, opening=save.opening,
            revision=len(save.choices),
        )  # fmt: skip
        seats_with_keys = [TABLE, SPECTATOR, *range(len(seats))]  # a bot may hand its seat over later
        keys = [Key(secrets.token_urlsafe(24), header.id, seat) for seat in seats_with_keys]
        await asyncio.to_thread(self.storage.create, header, keys, save.choices)
        room = self.room(header, game)
        self.open[room.id] = room
        self.forget_idle(room)
        room.wake_bots()
        return room

    async def find(self, secret: str) -> tuple[Room, Key]:
        """The room that a secret opens, restored by replay if it is not open."""
        key = await asyncio.to_thread(self.storage.key, secret)
        if key is None:
            raise Problem(401, "no-key", "no game has this secret; check the link")
        async with self.opening.setdefault(key.game, asyncio.Lock()):
            known = self.open.get(key.game)
            if known is None or known.lost:
                room = self.open[key.game] = await asyncio.to_thread(self.restore, key.game)
                if known is not None:
                    known.announce()  # whoever watched the lost one comes to this one
            else:
                room = known
        self.opening.pop(key.game, None)
        room.wake_bots()
        return room, key

    def restore(self, game_id: str) -> Room:
        header = self.storage.header(game_id)
        if header is None:
            raise Problem(404, "not-found", "this game no longer exists")
        with LOADING:
            return self.replayed(header)

    def replayed(self, header: Header) -> Room:
        try:
            system = registry.system(header.system)
            scenario = registry.scenario(system, header.scenario)
            game = saves.replay(system, self.storage.save(header), scenario.hash, "this game")
        except (saves.SaveError, registry.UnknownSystem, registry.UnknownScenario) as error:
            raise Problem(409, "cannot-restore", str(error)) from error
        return self.room(header, game)

    def room(self, header: Header, game: Game) -> Room:
        kind = LessonRoom if header.scenario.startswith(LESSON) else Room
        return kind(header, game, self.storage, self.thinkers)

    def forget_idle(self, made: Room) -> None:
        """Close the oldest rooms that nobody watches; they come back by replay. Whoever made one is about to come."""
        for room in list(self.open.values()):
            if len(self.open) <= MOST_ROOMS:
                return
            if room is not made and room.idle():
                del self.open[room.id]

    async def close(self) -> None:
        for room in self.open.values():
            await room.stop()
        self.thinkers.close()
        self.storage.close()
