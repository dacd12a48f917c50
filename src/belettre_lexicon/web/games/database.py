"""Floor 5. Games in a database: for each the lines of its journal, which only ever grow.

A line is on the disk when ``append`` returns. Two processes, or two devices, that append the same number: the database
lets one in, the other gets ``ConflictError``. SQLite by default, PostgreSQL for several processes; through SQLAlchemy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs
from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    insert,
    select,
    text,
    tuple_,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError as UrlError
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from ...errors import ArgumentError, BelettreError

#: Format of the tables below: whoever changes what they mean counts on, and says how an older one becomes it.
FORMAT = 1
#: Seconds that a writer waits for another one, and an answer for the database.
_PATIENCE = 10
#: An arbitrary number that names the lock under which PostgreSQL's tables are made: servers may start together.
_MAKING = 811_353

_METADATA = MetaData()
#: ``terms`` and ``header`` are JSON (``tables.GameTerms``, ``engine.journal``), ``secret`` the SHA-256 of the token.
_GAMES = Table(
    "games",
    _METADATA,
    Column("code", String(16), primary_key=True),
    Column("created", Float, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("terms", Text, nullable=False),
    Column("header", Text, nullable=False),
)
#: ``at`` is in seconds since 1970.
_ENTRIES = Table(
    "entries",
    _METADATA,
    Column("code", String(16), ForeignKey("games.code"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("line", Text, nullable=False),
)
#: One row. A database without it was made before it was kept, in format 1.
_FORMATS = Table("belettre", _METADATA, Column("format", Integer, primary_key=True, autoincrement=False))

#: What every connection is told: an entry is on the disk when its transaction ends, whatever the server was set up for;
#: and in SQLite readers do not wait for writers, in PostgreSQL nobody waits for ever.
_SAID_FIRST = {
    "sqlite": ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON"),
    "postgresql": ("SET synchronous_commit TO on", f"SET statement_timeout TO '{_PATIENCE}s'"),
}
#: What keeps other servers from making the tables at the same time, until the transaction ends.
_MAKES_ALONE = {"sqlite": "BEGIN IMMEDIATE", "postgresql": f"SELECT pg_advisory_xact_lock({_MAKING})"}


class StoreError(BelettreError):
    """The database cannot be used; the message names it, without its password."""


class ConflictError(BelettreError):
    """Somebody else appended this number first, or took this code."""


class StoredGame(NamedTuple):
    """A game as the database has it, without its entries."""

    code: str
    created: float
    secret: str
    terms: str
    header: str


class StoredLine(NamedTuple):
    """An entry: its number, from 1, when it was made, and its text."""

    number: int
    at: float
    line: str


def default_url() -> str:
    """The SQLite file in the user's data folder, whose folder is made. Raises StoreError when it cannot be."""
    folder = Path(platformdirs.user_data_dir("belettre", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"database: the folder {folder} cannot be made: {reason}; --database names another") from error
    return URL.create("sqlite", database=str(folder / "games.sqlite")).render_as_string()


class GameStore:
    """The games of a database; safe to use from several threads.

    >>> store = GameStore("sqlite://")
    >>> store.create("BCDFGHJK", secret="", terms="{}", header="{}")
    >>> at = store.append("BCDFGHJK", 1, "one")
    >>> [line.line for line in store.lines("BCDFGHJK")], store.advanced({"BCDFGHJK": 0})
    (['one'], {'BCDFGHJK'})
    """

    def __init__(self, url: str) -> None:
        """Open a database and make its tables where they are missing.

        Raises ArgumentError for what is no URL of SQLAlchemy, StoreError when the database cannot be used.
        """
        try:
            parsed = make_url(url)
            self._engine = create_engine(parsed, pool_pre_ping=True, **_options(parsed))
        except (UrlError, ModuleNotFoundError, TypeError, ValueError) as error:
            raise ArgumentError(f"database: {url!r:.80} is no URL of a database that can be opened: {error}") from error
        self._name = parsed.render_as_string(hide_password=True)
        event.listen(self._engine, "connect", _saying(_SAID_FIRST.get(parsed.get_backend_name(), ())))
        with self._connected() as connection:
            self._make(connection)

    def create(self, code: str, *, secret: str, terms: str, header: str) -> None:
        """Keep a new game. Raises ConflictError when the code is taken."""
        row = {"code": code, "created": time.time(), "secret": secret, "terms": terms, "header": header}
        with self._connected() as connection:
            connection.execute(_GAMES.insert().values(row))

    def append(self, code: str, number: int, line: str) -> float:
        """Keep an entry; when it returns, the entry is on the disk. The time it was given.

        Raises ConflictError when the number is taken.
        """
        at = time.time()
        with self._connected() as connection:
            connection.execute(_ENTRIES.insert().values(code=code, number=number, at=at, line=line))
        return at

    def game(self, code: str) -> StoredGame | None:
        """The game of a code; None when there is none."""
        with self._connected() as connection:
            row = connection.execute(select(_GAMES).where(_GAMES.c.code == code)).one_or_none()
        return StoredGame(*row) if row is not None else None

    def lines(self, code: str, after: int = 0) -> list[StoredLine]:
        """The entries of a game behind number *after*, in order."""
        found = select(_ENTRIES.c.number, _ENTRIES.c.at, _ENTRIES.c.line)
        found = found.where(_ENTRIES.c.code == code, _ENTRIES.c.number > after).order_by(_ENTRIES.c.number)
        with self._connected() as connection:
            return [StoredLine(*row) for row in connection.execute(found)]

    def advanced(self, numbers: Mapping[str, int]) -> set[str]:
        """Of some games, those that have an entry behind the number given for each."""
        behind = [(code, number + 1) for code, number in numbers.items()]
        advanced: set[str] = set()
        with self._connected() as connection:
            for some in _in_groups(behind):
                found = select(_ENTRIES.c.code).where(tuple_(_ENTRIES.c.code, _ENTRIES.c.number).in_(some))
                advanced.update(connection.execute(found).scalars())
        return advanced

    def latest(self, limit: int) -> list[StoredGame]:
        """The games that were begun last, the newest first."""
        with self._connected() as connection:
            found = select(_GAMES).order_by(_GAMES.c.created.desc()).limit(limit)
            return [StoredGame(*row) for row in connection.execute(found)]

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _make(self, connection: Connection) -> None:
        """Make the tables where they are missing. Raises StoreError when those that are there are others."""
        if alone := _MAKES_ALONE.get(connection.dialect.name):
            connection.execute(text(alone))
        _METADATA.create_all(connection)
        if not (found := list(connection.execute(select(_FORMATS.c.format)).scalars())):
            connection.execute(insert(_FORMATS).values(format=FORMAT))
        elif found != [FORMAT]:
            made = ", ".join(map(str, found))
            raise StoreError(
                f"database {self._name}: its tables have format {made}, this version of belettre keeps games in format "
                f"{FORMAT}; use the version that made it, or another database"
            )
        for table in _METADATA.sorted_tables:
            connection.execute(select(table).limit(0))  # fails for a table of this name that somebody else made

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A transaction, on the disk when it ends; every error of the database as one of ours."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise ConflictError(self._reason(error)) from error
        except SQLAlchemyError as error:
            raise StoreError(self._reason(error)) from error

    def _reason(self, error: SQLAlchemyError) -> str:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        return f"database {self._name}: {reason}"


def _options(url: URL) -> dict[str, object]:
    """What the engine of a database is opened with."""
    if url.get_driver_name().startswith("psycopg"):
        wanted = {
            "connect_timeout": _PATIENCE,
            "tcp_user_timeout": 1000 * _PATIENCE,
        }  # in ms: for a network that is gone
        return {"connect_args": {name: value for name, value in wanted.items() if name not in url.query}}
    if url.get_backend_name() != "sqlite":
        return {}
    options: dict[str, object] = {"connect_args": {"timeout": _PATIENCE, "check_same_thread": False}}
    if url.database in (None, "", ":memory:"):
        # One connection, else every thread has a database of its own; by turns, else they break into each other's work.
        options |= {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    return options


def _saying(statements: Sequence[str]) -> Callable[[Any, object], None]:
    """What a new connection is told, for the event of SQLAlchemy."""

    def say(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()
        connection.commit()  # what PostgreSQL is told in a transaction goes with it when that fails

    return say


def _in_groups(pairs: Sequence[tuple[str, int]], size: int = 400) -> list[Sequence[tuple[str, int]]]:
    """Few enough pairs a question for every database's limit of parameters."""
    return [pairs[start : start + size] for start in range(0, len(pairs), size)]
