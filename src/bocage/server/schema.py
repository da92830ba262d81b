"""The tables that games are kept in, and the steps that lead from the tables of earlier releases to these."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    false,
    inspect,
    select,
    text,
)

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
    Column("fair", JSON),  # the pledge of its dice with the secret; null: seeded dice
    Column("held", JSON),  # seats whose players have come by links of their own, the inviter's first
    Column("carried", JSON),  # rules version it was begun under and the one it was carried over to, if that happened
    Column("touched", Float),  # when somebody last chose or took something back
    # How it stands, so that lists need not open it; null until a release that knows these has opened it once
    Column("sides", JSON),  # the names of the seats, as texts
    Column("turn", Integer),
    Column("turns", Integer),
    Column("deciding", JSON),  # the seats that have to decide; none once it is over
    Column("winner", Integer),  # -1 for a draw; null while it goes on
    # Several processes may serve one store
    Column("notes", Integer, nullable=False, server_default="0"),  # grows with every change that is no choice
    Column("wish", JSON),  # somebody asks to take something back
    Column("lease", String),  # the process whose bots think about it
    Column("leased", Float),  # and until when, by the clock of the database
    # Strangers who meet
    Column("names", JSON),  # who plays each seat, null where nobody gave a name
    Column("listed", Boolean, nullable=False, server_default=false()),  # in the lobby
    Column("clock", JSON),  # how much time everybody has, see `clocks`
    Column("deadline", Float),  # when somebody's time will be up
    Column("forfeits", JSON),  # seats whose time was up
    Column("finished", Float),  # when it ended
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
    Column("secret", String, primary_key=True),  # a hash of it: whoever reads the store cannot play
    Column("game", ForeignKey("game.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),  # a seat, TABLE, SPECTATOR or an invitation
    Column("shown", String),  # the secret itself, of links that may be looked up again: spectators' and invitations
)

keepsakes = Table(
    "keepsake",
    metadata,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),  # what everybody saw of it then, see `keepsake`
)

players = Table(
    "player",
    metadata,
    Column("name", String, primary_key=True),  # as it is compared: without regard to case
    Column("shown", String, nullable=False),
    Column("token", String, nullable=False, unique=True),  # a hash: whoever has it has the name
    Column("passphrase", String),  # salted and hashed; null: the name belongs to the browser that took it
    Column("mail", String),  # where notices go
    Column("seen", Float, nullable=False),
)

ratings = Table(
    "rating",
    metadata,
    Column("name", String, primary_key=True),
    Column("system", String, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", ForeignKey("game.id"), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", String, nullable=False),
)

store = Table("store", metadata, Column("version", Integer, nullable=False))


def hashed(secret: str) -> str:
    """Secrets have 192 random bits: one round is enough."""
    return sha256(secret.encode()).hexdigest()


def add_fairness(connection: Connection) -> None:
    """From 0.2.0: pledges, holders of seats, and keys as hashes."""
    for column in ("game ADD COLUMN fair JSON", "game ADD COLUMN held JSON", "game ADD COLUMN carried JSON"):
        connection.execute(text(f"ALTER TABLE {column}"))
    connection.execute(text("ALTER TABLE game ADD COLUMN touched FLOAT"))
    connection.execute(text("ALTER TABLE seat_key ADD COLUMN shown VARCHAR"))
    connection.execute(text("UPDATE game SET touched = created"))
    for row in connection.execute(select(keys.c.secret, keys.c.seat)).all():
        shown = row.secret if row.seat == -1 else None
        change = keys.update().where(keys.c.secret == row.secret).values(secret=hashed(row.secret), shown=shown)
        connection.execute(change)


def add_standing(connection: Connection) -> None:
    """How games stand; keepsakes have a table of their own."""
    for column in ("sides JSON", "turn INTEGER", "turns INTEGER", "deciding JSON", "winner INTEGER"):
        connection.execute(text(f"ALTER TABLE game ADD COLUMN {column}"))


def add_sharing(connection: Connection) -> None:
    """What several processes need that serve one store."""
    for column in ("notes INTEGER NOT NULL DEFAULT 0", "wish JSON", "lease VARCHAR", "leased FLOAT"):
        connection.execute(text(f"ALTER TABLE game ADD COLUMN {column}"))


def add_strangers(connection: Connection) -> None:
    """Names, clocks and the lobby."""
    flag = "listed BOOLEAN NOT NULL DEFAULT FALSE"
    for column in ("names JSON", flag, "clock JSON", "deadline FLOAT", "forfeits JSON", "finished FLOAT"):
        connection.execute(text(f"ALTER TABLE game ADD COLUMN {column}"))


STEPS: Final[list[Callable[[Connection], None]]] = [add_fairness, add_standing, add_sharing, add_strangers]
"""The first leads from the tables of 0.2.0, which had no number, to number 1, and so on."""


class TooNew(Exception):
    """The store was written by a later release."""


def migrate(connection: Connection) -> None:
    """Bring a store up to date, within one transaction; a new one begins so. Who comes second finds it done."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(194406)"))
    names = set(inspect(connection).get_table_names())
    if "game" not in names:
        version = len(STEPS)
    elif "store" not in names:
        version = 0
    else:
        version = connection.execute(select(store.c.version)).scalar() or 0
    if version > len(STEPS):
        raise TooNew(f"it was written by a later release (tables {version}, this release knows {len(STEPS)})")
    metadata.create_all(connection)
    for step in STEPS[version:]:
        step(connection)
    connection.execute(store.delete())
    connection.execute(store.insert().values(version=len(STEPS)))
