"""Where games are kept: SQLite by default, PostgreSQL by URL. Only headers, keys and choices are stored."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from bocage.kernel.saves import FORMAT, Choice, Save, checksum

metadata = MetaData()

games = Table(
    "game",
    metadata,
    Column("id", String, primary_key=True),
    Column("system", String, nullable=False),
    Column("version", String, nullable=False),  # of the rules it is played under
    Column("scenario", String, nullable=False),
    Column("scenario_hash", String, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("opening", String, nullable=False),
    Column("revision", Integer, nullable=False),  # grows with every choice and every undo: what clients call seq
    Column("created", Float, nullable=False),
)

choices = Table(
    "choice",
    metadata,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("option", BigInteger, nullable=False),
    Column("dice", JSON, nullable=False),
    Column("digest", String, nullable=False),
)

keys = Table(
    "seat_key",
    metadata,
    Column("secret", String, primary_key=True),
    Column("game", ForeignKey("game.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),  # a seat, or TABLE or SPECTATOR
)


class StorageError(OSError):
    """The database cannot be opened; the message says which and why."""


class Header(msgspec.Struct):
    """A game without its choices."""

    id: str
    system: str
    version: str
    scenario: str
    scenario_hash: str
    options: dict[str, Any]
    seed: int
    seats: list[str]
    opening: str
    revision: int = 0
    created: float = 0.0


class Key(msgspec.Struct):
    """What a secret opens."""

    secret: str
    game: str
    seat: int


def database_url(database: str) -> str:
    """A URL as it is; anything else is the path of a SQLite file."""
    return database if "://" in database else f"sqlite:///{Path(database).expanduser()}"


def shown(database: str) -> str:
    """For messages: without the password, and without what follows a question mark, where one may stand too."""
    if "://" not in database:
        return database
    try:
        return make_url(database).set(query={}).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return f"{database.partition('://')[0]}://…"


class Storage:
    """Every method is one transaction, finished when it returns."""

    def __init__(self, database: str) -> None:
        try:
            if "://" not in database:
                Path(database).expanduser().parent.mkdir(parents=True, exist_ok=True)
            self.engine: Engine = create_engine(database_url(database))
            if self.engine.dialect.name == "sqlite":
                event.listen(self.engine, "connect", write_ahead)
            metadata.create_all(self.engine)
        except ValueError as error:  # it quotes a piece of the URL, which may be one of the password
            raise StorageError(f"the database '{shown(database)}' cannot be opened: not a database URL") from error
        except (SQLAlchemyError, ArgumentError, ImportError, OSError) as error:
            reason = getattr(error, "orig", None) or error
            raise StorageError(f"the database '{shown(database)}' cannot be opened: {reason}") from error

    def close(self) -> None:
        self.engine.dispose()

    def create(self, header: Header, secrets: list[Key], played: list[Choice]) -> None:
        header.created = time.time()
        with self.engine.begin() as connection:
            connection.execute(insert(games), msgspec.structs.asdict(header))
            connection.execute(insert(keys), [msgspec.structs.asdict(key) for key in secrets])
            write(connection, header.id, 0, played)

    def add(self, game: str, number: int, played: list[Choice], revision: int) -> None:
        """Choices from this number on, all or none."""
        with self.engine.begin() as connection:
            write(connection, game, number, played)
            connection.execute(update(games).where(games.c.id == game).values(revision=revision))

    def rewind(self, game: str, number: int, revision: int) -> None:
        """Forget every choice from this number on."""
        with self.engine.begin() as connection:
            connection.execute(delete(choices).where(choices.c.game == game, choices.c.number >= number))
            connection.execute(update(games).where(games.c.id == game).values(revision=revision))

    def reseat(self, game: str, seats: list[str]) -> None:
        with self.engine.begin() as connection:
            connection.execute(update(games).where(games.c.id == game).values(seats=seats))

    def key(self, secret: str) -> Key | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(keys).where(keys.c.secret == secret)).mappings().first()
        return None if row is None else Key(**row)

    def keys_of(self, game: str) -> list[Key]:
        with self.engine.connect() as connection:
            rows = connection.execute(select(keys).where(keys.c.game == game).order_by(keys.c.seat)).mappings().all()
        return [Key(**row) for row in rows]

    def header(self, game: str) -> Header | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).mappings().first()
        return None if row is None else Header(**row)

    def save(self, header: Header) -> Save:
        """The stored game in the form that replay reads."""
        with self.engine.connect() as connection:
            rows = connection.execute(
                select(choices.c.seat, choices.c.option, choices.c.dice, choices.c.digest)
                .where(choices.c.game == header.id)
                .order_by(choices.c.number)
            ).all()
        save = Save(
            format=FORMAT, system=header.system, version=header.version, scenario=header.scenario,
            scenario_hash=header.scenario_hash, options=header.options, seed=header.seed, seats=header.seats,
            opening=header.opening, choices=[Choice(*row) for row in rows],
        )  # fmt: skip
        save.checksum = checksum(save)
        return save


def write(connection: Connection, game: str, number: int, played: list[Choice]) -> None:
    rows = [{"game": game, "number": number + n, **msgspec.structs.asdict(choice)} for n, choice in enumerate(played)]
    if rows:
        connection.execute(insert(choices), rows)


def write_ahead(connection: Any, _record: Any) -> None:
    """Readers never wait for the writer, and a killed server loses no acknowledged choice."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()
