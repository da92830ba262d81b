"""Who sits where: seats handed to bots and taken back, guests who come, and those whose time is up."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from bocage.server.company import STAND_IN
from bocage.server.players import check_players
from bocage.server.problems import Problem

if TYPE_CHECKING:
    from bocage.server.room import Room


async def reseat(room: Room, key_seat: int, seat: int, player: str) -> int:
    async with room.lock:
        if seat not in room.rights.keeps(key_seat):
            raise Problem(403, "not-yours", "only who holds a seat may hand it over")
        if seat in room.company.forfeits:
            raise Problem(409, "time-up", "the time of this seat is up: a bot plays it to the end")
        seats = [player if n == seat else other for n, other in enumerate(room.game.seats)]
        check_players(seats)
        if room.rights.rivals and seat != key_seat:
            await withdraw(room, seat, seats)
        else:
            await seat_others(room, seats)
        sit_anew(room, seats)
    room.wake_bots()
    return room.revision


async def seat_others(room: Room, seats: list[str], **more: Any) -> None:
    """Time runs for those who have to decide then."""
    before, room.game.seats = room.game.seats, seats
    standing = room.company.standing(room.game, bool(room.rights.open))
    room.game.seats = before
    changes = {"seats": seats, "wish": None, "clock": standing.clock, "deadline": standing.deadline} | more
    await asyncio.to_thread(partial(room.note, **changes))
    room.company.adopt(standing)


def sit_anew(room: Room, seats: list[str]) -> None:
    room.game.seats = seats
    room.sit_down()
    room.unstick()  # another player may choose something else
    room.wish = None
    room.announce()


async def time_up(room: Room) -> None:
    """Whose time is up has lost; a bot plays his seat to the end."""
    async with room.lock:
        clock = room.company.clock
        late = [] if clock is None or room.lost else clock.overdue(time.time())
        if not late:
            return
        seats = [STAND_IN if seat in late else player for seat, player in enumerate(room.game.seats)]
        forfeits = sorted({*room.company.forfeits, *late})
        await seat_others(room, seats, forfeits=forfeits)
        room.company.forfeits = forfeits
        sit_anew(room, seats)
    room.wake_bots()


async def welcome(room: Room, seat: int, name: str | None) -> None:
    """Somebody has come by an invitation; when all have, time begins to run. To be called with the room locked."""
    room.notes += 1
    room.rights.open.discard(seat)
    names = [name if n == seat else known for n, known in enumerate(room.company.names)]
    await seat_others(room, room.game.seats, names=names)
    room.company.names = names
    room.announce()


async def withdraw(room: Room, seat: int, seats: list[str]) -> None:
    """Nobody has come: the seat is given to a bot."""
    held = [other for other in room.rights.held if other != seat]
    if not await asyncio.to_thread(room.storage.withdraw, room.id, seat, held, seats):
        room.rights.open.discard(seat)
        raise Problem(409, "taken", "somebody has taken this seat meanwhile")
    room.notes += 1
    room.rights.held = held
    room.rights.open.discard(seat)
