"""Names of players. Nobody needs an account: a name belongs to the browser that took it, or to a passphrase."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from typing import Annotated, Any, Final

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bocage.server.problems import Problem
from bocage.server.schema import hashed, players, ratings
from bocage.server.storage import Storage

SMALL: Final = 4_000  # bytes

Token = Annotated[str, msgspec.Meta(max_length=100)]
PlayerName = Annotated[
    str, msgspec.Meta(min_length=2, max_length=24, pattern=r"^[^\s<>\x00-\x1f][^<>\x00-\x1f]*[^\s<>\x00-\x1f]$")
]
Passphrase = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class Naming(msgspec.Struct, forbid_unknown_fields=True):
    """A passphrase keeps the name: with it, it can be taken up again in any browser."""

    name: PlayerName
    passphrase: Passphrase | None = None


class Named(msgspec.Struct):
    """The token is told once; who has it plays under the name."""

    name: str
    token: str


class Mail(msgspec.Struct, forbid_unknown_fields=True):
    """Where notices go; "" for nowhere."""

    token: Token
    mail: Annotated[str, msgspec.Meta(max_length=200, pattern=r"^([^@\s<>,;]+@[^@\s<>,;]+)?$")]


class Person(msgspec.Struct):
    name: str
    shown: str
    mail: str | None


def fold(name: str) -> str:
    """Two names that look alike in another case are one."""
    return " ".join(name.casefold().split())


def scrypt(passphrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(passphrase.encode(), salt=salt, n=2**14, r=8, p=1)


def seal(passphrase: str) -> str:
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{scrypt(passphrase, salt).hex()}"


def fits(passphrase: str, sealed: str) -> bool:
    salt, _, kept = sealed.partition(":")
    return hmac.compare_digest(scrypt(passphrase, bytes.fromhex(salt)).hex(), kept)


def take_name(storage: Storage, naming: Naming) -> Named:
    """A name that is free, or one's own again by its passphrase."""
    name, token = fold(naming.name), secrets.token_urlsafe(24)
    with storage.engine.connect() as connection:
        row = connection.execute(select(players).where(players.c.name == name)).first()
    if row is None:
        sealed = None if naming.passphrase is None else seal(naming.passphrase)
        values = {"name": name, "shown": naming.name, "token": hashed(token), "passphrase": sealed, "seen": time.time()}
        try:
            with storage.engine.begin() as connection:
                connection.execute(insert(players), values)
        except IntegrityError as error:
            raise Problem(409, "name-taken", f"somebody has just taken the name '{naming.name}'") from error
        return Named(naming.name, token)
    if row.passphrase is None or naming.passphrase is None or not fits(naming.passphrase, row.passphrase):
        raise Problem(409, "name-taken", f"the name '{row.shown}' is taken; with its passphrase it is yours again")
    with storage.engine.begin() as connection:
        connection.execute(update(players).where(players.c.name == name).values(token=hashed(token), seen=time.time()))
    return Named(row.shown, token)


def person(storage: Storage, token: str | None) -> Person | None:
    """Who holds a token; None without one."""
    if token is None:
        return None
    with storage.engine.connect() as connection:
        row = connection.execute(select(players).where(players.c.token == hashed(token))).first()
    if row is None:
        raise Problem(401, "no-name", "this name is no longer yours; choose one again")
    return Person(row.name, row.shown, row.mail)


def mails_of(storage: Storage, names: list[str]) -> dict[str, str]:
    """Where the notices of these players go, for those who gave an address."""
    wanted = select(players.c.shown, players.c.mail).where(players.c.name.in_([fold(name) for name in names]))
    with storage.engine.connect() as connection:
        return {row.shown: row.mail for row in connection.execute(wanted) if row.mail}


@post("/players", request_max_body_size=SMALL)
async def name_player(data: JSONBody[Naming], state: State) -> Named:
    """Take a name, or take it up again with its passphrase."""
    return await asyncio.to_thread(take_name, state.rooms.storage, data)


@post("/players/mail", status_code=200, request_max_body_size=SMALL)
async def set_mail(data: JSONBody[Mail], state: State) -> dict[str, Any]:
    """Where notices are sent, where the server sends any."""
    storage: Storage = state.rooms.storage
    found = await asyncio.to_thread(person, storage, data.token)
    assert found is not None

    def store() -> None:
        with storage.engine.begin() as connection:
            connection.execute(update(players).where(players.c.name == found.name).values(mail=data.mail or None))

    await asyncio.to_thread(store)
    return {"mail": data.mail, "sends": state.notices.sends_mail}


@post("/players/leave", status_code=200, request_max_body_size=SMALL)
async def leave_name(data: JSONBody[Mail], state: State) -> dict[str, Any]:
    """Give a name up, with its rating and address; games keep the name they were played under."""
    storage: Storage = state.rooms.storage
    found = await asyncio.to_thread(person, storage, data.token)
    assert found is not None

    def remove() -> None:
        with storage.engine.begin() as connection:
            connection.execute(delete(players).where(players.c.name == found.name))
            connection.execute(delete(ratings).where(ratings.c.name == found.name))

    await asyncio.to_thread(remove)
    return {"name": found.shown}


@get("/ratings")
async def list_ratings(state: State, system: FromQuery[str] = "") -> list[dict[str, Any]]:
    """The best of a system, by what can be said of them with some certainty."""
    wanted = select(players.c.shown, ratings).join(players, players.c.name == ratings.c.name)
    storage: Storage = state.rooms.storage

    def read() -> list[Any]:
        with storage.engine.connect() as connection:
            return list(connection.execute(wanted.where(ratings.c.system == system)).all())

    rows = await asyncio.to_thread(read)
    best = sorted(rows, key=lambda row: 3 * row.sigma - row.mu)[:100]
    return [{"name": row.shown, "rating": shown(row.mu, row.sigma), "games": row.games} for row in best]


def shown(mu: float, sigma: float) -> int:
    """As players read it: newcomers begin at 1000."""
    return round(1000 + 40 * (mu - 3 * sigma))


HANDLERS = [name_player, set_mail, leave_name, list_ratings]
