"""Where games are kept: SQLite by default, PostgreSQL by URL. Only headers, keys and choices are stored."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, make_url, or_, select, update
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from bocage.kernel.fair import Pledge
from bocage.kernel.saves import FAIR, FORMAT, Choice, Fair, Save, checksum, tell
from bocage.server.files import Hold, check_whole, make_private
from bocage.server.players import INVITED
from bocage.server.schema import TooNew, chat, choices, games, hashed, keepsakes, keys, migrate

DAY: Final = 86_400.0
LEASE: Final = 30.0  # seconds that a process may let bots think about a game before others take it for dead
CHANNEL: Final = "bocage"  # on which processes of one store tell each other which game has changed
STANDING: Final = ("sides", "turn", "turns", "deciding", "winner")


class StorageError(OSError):
    """The database cannot be opened; the message says which and why."""


class Moved(Exception):
    """The stored game is not at the number that this process thinks: another one has written meanwhile."""


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
    fair: dict[str, Any] | None = None
    held: list[int] | None = None
    carried: list[str] | None = None
    touched: float | None = 0.0
    sides: list[dict[str, Any]] | None = None
    turn: int | None = None
    turns: int | None = None
    deciding: list[int] | None = None
    winner: int | None = None
    notes: int = 0
    wish: dict[str, Any] | None = None
    lease: str | None = None
    leased: float | None = None
    names: list[str | None] | None = None
    listed: bool = False
    clock: dict[str, Any] | None = None
    deadline: float | None = None
    forfeits: list[int] | None = None
    finished: float | None = None

    @property
    def at(self) -> At:
        return self.revision, self.notes


At = tuple[int, int]
"""Where a game is: its number, and how often something else about it has changed."""


class Standing(msgspec.Struct, frozen=True):
    """How a game stands, stored with every change so that lists need not open it."""

    turn: int
    turns: int
    deciding: list[int]
    winner: int | None
    clock: dict[str, Any] | None = None
    deadline: float | None = None
    finished: float | None = None


class Key(msgspec.Struct):
    """What a secret opens."""

    secret: str
    game: str
    seat: int
    shown: bool = False  # the link may be looked up again
    at: At = (0, 0)  # where the game is


def database_url(database: str) -> str:
    """A URL with the driver that we declare; anything else is the path of a SQLite file."""
    if "://" not in database:
        return f"sqlite:///{Path(database).expanduser()}"
    kind, _, rest = database.partition("://")
    return f"postgresql+psycopg://{rest}" if kind in ("postgresql", "postgres") else database


def file_of(database: str) -> Path | None:
    """The file of a SQLite store; None for one in memory or elsewhere."""
    if "://" not in database:
        return Path(database).expanduser()
    url = make_url(database)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


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
        self.hold: Hold | None = None
        try:
            path = file_of(database)
            if path is not None:
                make_private(path)
                self.hold = Hold(path)
                check_whole(path)
            self.engine: Engine = make_engine(database_url(database))
            self.shared = self.engine.dialect.name == "postgresql"  # others may serve the same games
            self.process = secrets.token_hex(4)
            # SQLite has one writer at a time; whoever waits for it in SQLite itself sleeps longer than he has to
            self.writing: AbstractContextManager[Any] = nullcontext() if self.shared else threading.Lock()
            with self.engine.begin() as connection:
                migrate(connection)
        except (ArgumentError, SQLAlchemyError, ImportError, OSError, TooNew, ValueError) as error:
            self.let_go()
            raise StorageError(f"the database '{shown(database)}' cannot be opened: {reason_of(error)}") from error

    def let_go(self) -> None:
        if self.hold is not None:
            self.hold.release()
            self.hold = None

    def close(self) -> None:
        self.engine.dispose()
        self.let_go()

    def alive(self) -> bool:
        """Whether the database answers."""
        try:
            with self.engine.connect() as connection:
                connection.execute(select(games.c.id).limit(1)).all()
        except SQLAlchemyError:
            return False
        return True

    @contextmanager
    def changing(self, game: str) -> Iterator[Connection]:
        """One transaction, which other processes hear of when it is done."""
        with self.writing, self.engine.begin() as connection:
            yield connection
            if self.shared:
                connection.execute(select(func.pg_notify(CHANNEL, f"{self.process} {game}")))

    def nudge(self) -> None:
        """Wake who listens."""
        with self.changing(""):
            pass

    def claim(self, game: str) -> bool:
        """Whether the bots of this process may think about a game: of several, one does."""
        if not self.shared:
            return True
        now = func.extract("epoch", func.clock_timestamp())
        free = or_(games.c.lease.is_(None), games.c.lease == self.process, games.c.leased < now)
        with self.engine.begin() as connection:
            taken = update(games).where(games.c.id == game, free).values(lease=self.process, leased=now + LEASE)
            return connection.execute(taken).rowcount == 1

    def release(self, game: str) -> None:
        if self.shared:
            with self.engine.begin() as connection:
                mine = update(games).where(games.c.id == game, games.c.lease == self.process)
                connection.execute(mine.values(lease=None))

    def create(self, header: Header, made: list[Key], played: list[Choice]) -> None:
        header.created = header.touched = time.time()
        with self.engine.begin() as connection:
            connection.execute(insert(games), msgspec.structs.asdict(header))
            connection.execute(insert(keys), [row_of(key) for key in made])
            write(connection, header.id, 0, played)

    def add(
        self, game: str, standing: Standing, seen: At, revision: int, number: int, played: list[Choice],
        settle: Callable[[Connection], None] | None = None,
    ) -> None:  # fmt: skip
        """Choices from this number on, all or none, to a game that is where this process has seen it.

        With the last of them goes what follows from the end.
        """
        with self.changing(game) as connection:
            advance(connection, game, seen, moved_to(revision, standing))
            write(connection, game, number, played)
            if settle is not None:
                settle(connection)

    def rewind(
        self, game: str, standing: Standing, seen: At, revision: int, number: int, pledge: Pledge | None
    ) -> None:
        """Forget every choice from this number on."""
        with self.changing(game) as connection:
            advance(connection, game, seen, moved_to(revision, standing) | {"fair": fair_data(pledge)})
            connection.execute(delete(choices).where(choices.c.game == game, choices.c.number >= number))

    def change(self, game: str, seen: At, **values: Any) -> None:
        """Something else of the game: who sits where, what was mixed into its dice, a wish."""
        with self.changing(game) as connection:
            advance(connection, game, seen, values | {"notes": seen[1] + 1})

    def carry_over(self, header: Header, played: list[Choice]) -> None:
        """The game goes on under other rules: its header and the checksums of its choices are new."""
        named = ("version", "scenario_hash", "opening", "carried", *STANDING)
        values = {name: getattr(header, name) for name in named}
        with self.changing(header.id) as connection:
            advance(connection, header.id, header.at, values)
            connection.execute(delete(choices).where(choices.c.game == header.id))
            write(connection, header.id, 0, played)

    def join(self, invitation: Key, own: Key) -> bool:
        """Exchange an invitation for a key of the seat, once; False where somebody has done so already."""
        with self.changing(own.game) as connection:
            gone = connection.execute(delete(keys).where(keys.c.secret == hashed(invitation.secret)))
            if gone.rowcount != 1:
                return False
            connection.execute(insert(keys), [row_of(own)])
            connection.execute(update(games).where(games.c.id == own.game).values(notes=games.c.notes + 1))
        return True

    def withdraw(self, game: str, seat: int, held: list[int], seats: list[str]) -> bool:
        """Take an invitation back that nobody has followed, and seat somebody else."""
        with self.changing(game) as connection:
            wanted = delete(keys).where(keys.c.game == game, keys.c.seat == INVITED - seat)
            if connection.execute(wanted).rowcount != 1:
                return False
            changed = update(games).where(games.c.id == game)
            connection.execute(changed.values(held=held, seats=seats, notes=games.c.notes + 1))
        return True

    def remove(self, game: str) -> None:
        """The game, its choices and its keys."""
        with self.changing(game) as connection:
            forget(connection, [game])

    def expire(self, days: float, spared: set[str]) -> int:
        """Remove the games that nobody has touched for so many days, but for those that are open."""
        with self.engine.begin() as connection:
            old = select(games.c.id).where(games.c.touched < time.time() - days * DAY)
            found = [game for game in connection.execute(old).scalars() if game not in spared]
            forget(connection, found)
        return len(found)

    def overdue(self) -> list[str]:
        """Games in which somebody's time is up."""
        late = select(games.c.id).where(games.c.deadline < time.time(), games.c.winner.is_(None))
        with self.engine.connect() as connection:
            return list(connection.execute(late).scalars())

    def key(self, secret: str) -> Key | None:
        """What a secret opens, and where that game is now."""
        wanted = select(keys.c.game, keys.c.seat, keys.c.shown, games.c.revision, games.c.notes)
        wanted = wanted.join(games, games.c.id == keys.c.game).where(keys.c.secret == hashed(secret))
        with self.engine.connect() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else Key(secret, row.game, row.seat, bool(row.shown), (row.revision, row.notes))

    def links(self, game: str) -> dict[int, str]:
        """The links that may be looked up again, by what they open."""
        with self.engine.connect() as connection:
            wanted = select(keys.c.seat, keys.c.shown).where(keys.c.game == game, keys.c.shown.is_not(None))
            return {row.seat: row.shown for row in connection.execute(wanted)}

    def lines(self, secrets: list[str]) -> list[tuple[Key, Header]]:
        """What these secrets open, in their order, without what is unknown; the games stay closed."""
        given = {hashed(secret): secret for secret in secrets}
        wanted = select(keys.c.secret.label("key"), keys.c.seat, games).join(games, games.c.id == keys.c.game)
        with self.engine.connect() as connection:
            rows = connection.execute(wanted.where(keys.c.secret.in_(given))).mappings().all()
        found = {}
        for row in rows:
            values = dict(row)
            secret = given[values.pop("key")]
            found[secret] = Key(secret, values["id"], values.pop("seat")), Header(**values)
        return [found[secret] for secret in dict.fromkeys(secrets) if secret in found]

    def keep(self, game: str, revision: int, body: bytes) -> None:
        """A keepsake in the place of an older one; nobody waits for it, so it compares nothing."""
        with self.engine.begin() as connection:
            connection.execute(delete(keepsakes).where(keepsakes.c.game == game))
            connection.execute(insert(keepsakes), {"game": game, "revision": revision, "body": body})

    def kept(self, game: str) -> bytes | None:
        with self.engine.connect() as connection:
            body: bytes | None = connection.execute(
                select(keepsakes.c.body).where(keepsakes.c.game == game)
            ).scalar_one_or_none()
        return body

    def header(self, game: str) -> Header | None:
        with self.engine.connect() as connection:
            row = connection.execute(select(games).where(games.c.id == game)).mappings().first()
        return None if row is None else Header(**row)

    def choices(self, game: str, first: int = 0) -> list[Choice]:
        """From this number on."""
        wanted = select(choices.c.seat, choices.c.option, choices.c.dice, choices.c.digest)
        wanted = wanted.where(choices.c.game == game, choices.c.number >= first).order_by(choices.c.number)
        with self.engine.connect() as connection:
            return [Choice(*row) for row in connection.execute(wanted)]

    def save(self, header: Header) -> Save:
        """The stored game in the form that replay reads, with the secret of its dice."""
        fair = None if header.fair is None else msgspec.convert(header.fair, Fair)
        save = Save(
            format=FORMAT if fair is None else FAIR, system=header.system, version=header.version,
            scenario=header.scenario, scenario_hash=header.scenario_hash, options=header.options, seed=header.seed,
            seats=header.seats, opening=header.opening, choices=self.choices(header.id), fair=fair,
        )  # fmt: skip
        save.checksum = checksum(save)
        return save


def reason_of(error: Exception) -> object:
    """SQLAlchemy wraps what the driver says; a bad URL is never quoted, as a piece of it may be the password."""
    if isinstance(error, ValueError) and not isinstance(error, ArgumentError | OSError):
        return "not a database URL"
    return getattr(error, "orig", None) or error


def fair_data(pledge: Pledge | None) -> dict[str, Any] | None:
    return None if pledge is None else msgspec.to_builtins(tell(pledge, whole=True))


def row_of(key: Key) -> dict[str, Any]:
    kept = key.secret if key.shown else None
    return {"secret": hashed(key.secret), "game": key.game, "seat": key.seat, "shown": kept}


def moved_to(revision: int, standing: Standing) -> dict[str, Any]:
    return {"revision": revision, "touched": time.time(), "wish": None} | msgspec.structs.asdict(standing)


def advance(connection: Connection, game: str, seen: At, values: dict[str, Any]) -> None:
    """Compare and set: whoever has not seen the newest of the game changes nothing."""
    same = games.c.id == game, games.c.revision == seen[0], games.c.notes == seen[1]
    if connection.execute(update(games).where(*same).values(values)).rowcount != 1:
        raise Moved(f"the stored game is no longer at {seen}")


def forget(connection: Connection, gone: list[str]) -> None:
    """A game with everything that belongs to it."""
    of_game = (choices.c.game, keys.c.game, keepsakes.c.game, chat.c.game, games.c.id)
    for column in of_game:
        for game in gone:
            connection.execute(delete(column.table).where(column == game))


def write(connection: Connection, game: str, number: int, played: list[Choice]) -> None:
    rows = [{"game": game, "number": number + n, **msgspec.structs.asdict(choice)} for n, choice in enumerate(played)]
    if rows:
        connection.execute(insert(choices), rows)


def make_engine(url: str) -> Engine:
    """One that finds a database again that was away, and does not wait long for one that is."""
    if make_url(url).get_backend_name() == "postgresql":
        return create_engine(
            url, pool_pre_ping=True, pool_size=10, max_overflow=20, connect_args={"connect_timeout": 3}
        )
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", write_ahead)
    return engine


def write_ahead(connection: Any, _record: Any) -> None:
    """Readers never wait for the writer, and a killed server loses no acknowledged choice."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()
