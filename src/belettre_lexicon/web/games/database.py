"""Floor 5. The database of games: the terms of each game, and the lines of its journal, which are never deleted.

A journal line is on the disk when ``GameStore.append_line`` returns. If two processes append a line with the same
number, the database accepts one line and the other process gets ``ConflictError``. SQLite is the default; PostgreSQL is
meant for several server processes. Both are used through SQLAlchemy. Start reading at ``GameStore``.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
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
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError as UrlError
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import NullPool, QueuePool

from ...errors import ArgumentError, BelettreError

#: The format number of the tables below. Increase it when the meaning of the tables changes, and document how to
#: convert older databases.
FORMAT = 1
#: The name of the SQLite file in the user's data folder.
_FILE = "games.sqlite"
#: Timeout in seconds for opening a connection, for acquiring a lock and for executing a statement.
_TIMEOUT = 10
#: The key of the PostgreSQL lock that a server holds while it creates the tables, because several servers may start at
#: the same time. The number is arbitrary.
_CREATION_LOCK = 811_353

_METADATA = MetaData()
#: One row per game. ``created`` is in seconds since 1970. ``secret`` is the SHA-256 of the game's token. ``terms``
#: (``registry.GameTerms``) and ``header`` (the first line of the journal, ``engine.records.journal``) are JSON.
_GAMES = Table(
    "games",
    _METADATA,
    Column("code", String(16), primary_key=True),
    Column("created", Float, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("terms", Text, nullable=False),
    Column("header", Text, nullable=False),
)
#: One row per journal line after the header. ``number`` starts at 1 in each game, ``at`` is the time in seconds since
#: 1970, ``line`` is the text of the line.
_ENTRIES = Table(
    "entries",
    _METADATA,
    Column("code", String(16), ForeignKey("games.code"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("line", Text, nullable=False),
)
#: A table of one row, which holds the format number. Databases created before this table existed have format 1.
_FORMATS = Table("belettre", _METADATA, Column("format", Integer, primary_key=True, autoincrement=False))

#: Statements to execute on each new connection, by database system. They ensure that a committed entry is on the disk
#: regardless of the server's configuration, that SQLite readers do not wait for writers, and that PostgreSQL statements
#: time out.
_ON_CONNECT = {
    "sqlite": ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON"),
    "postgresql": ("SET synchronous_commit TO on", f"SET statement_timeout TO '{_TIMEOUT}s'"),
}
#: The channel on which PostgreSQL tells all servers of a database which game has changed (``notifications``).
CHANNEL = "belettre"
#: The statement by which PostgreSQL stores a journal line and tells the other servers, in one round trip: either both
#: happen or neither. The payload is the origin of the change and the code of the game.
_APPEND_AND_NOTIFY = text(
    "WITH stored AS (INSERT INTO entries (code, number, at, line) VALUES (:code, :number, :at, :line) RETURNING code) "
    f"SELECT pg_notify('{CHANNEL}', :origin || ':' || code) FROM stored"
)
#: The statement, by database system, that finds which games of a JSON object {code: number} have a further line. The
#: object must be read first and each line looked up by its primary key: an IN with pairs makes SQLite read its whole
#: index of entries, 115 ms for 1.2 million, and the lookup of 400 games takes 0.3 ms.
_FIND_ADVANCED = {
    "sqlite": text(
        "SELECT entries.code FROM json_each(:numbers) AS known "
        "CROSS JOIN entries WHERE entries.code = known.key AND entries.number = known.value + 1"
    ),
    "postgresql": text(
        "SELECT entries.code FROM jsonb_each_text(CAST(:numbers AS jsonb)) AS known "
        "JOIN entries ON entries.code = known.key AND entries.number = CAST(known.value AS integer) + 1"
    ),
}
#: The statement, by database system, that makes other servers wait until the transaction that creates the tables ends.
_LOCK_CREATION = {"sqlite": "BEGIN IMMEDIATE", "postgresql": f"SELECT pg_advisory_xact_lock({_CREATION_LOCK})"}


class StoreError(BelettreError):
    """Raised if the database cannot be opened, read or written. The message does not contain the database password."""


class ConflictError(BelettreError):
    """Raised if a game code or a line number is already taken, or if a line belongs to an unknown game."""


class StoredGame(NamedTuple):
    """A game as stored, without its journal lines, which are loaded separately.

    code     the game code
    created  when the game was created, in seconds since 1970
    secret   the SHA-256 of the game's token, in hexadecimal
    terms    the terms of the game (``registry.GameTerms``) as JSON
    header   the first line of the journal, as JSON
    """

    code: str
    created: float
    secret: str
    terms: str
    header: str


class StoredLine(NamedTuple):
    """A journal line as stored.

    number  the number of the line in its game, from 1
    at      when it was stored, in seconds since 1970
    line    the text of the line
    """

    number: int
    at: float
    line: str


def default_url() -> str:
    """Return the URL of the SQLite file ``games.sqlite`` in the user's data folder.

    Creates the folder and the file if they do not exist, for this user alone, because the file contains the hands of
    practice games. Raises StoreError if they cannot be created.
    """
    folder = Path(platformdirs.user_data_dir("belettre", appauthor=False))
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        (folder / _FILE).touch(0o600)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"database: the folder {folder} cannot be made: {reason}; --database names another") from error
    return URL.create("sqlite", database=str(folder / _FILE)).render_as_string()


class GameStore:
    """Stores games in a database and loads them. Safe to use from several threads.

    All methods raise StoreError if the database cannot be used.

    origin  a random text that marks the notifications that this object sends

    >>> store = GameStore("sqlite://")
    >>> store.create_game("BCDFGHJK", secret="", terms="{}", header="{}")
    >>> at = store.append_line("BCDFGHJK", 1, "one")
    >>> [line.line for line in store.load_lines("BCDFGHJK")], store.find_advanced({"BCDFGHJK": 0})
    (['one'], {'BCDFGHJK'})
    """

    def __init__(self, url: str) -> None:
        """Open a database and create the tables that do not exist yet.

        *url* is a SQLAlchemy URL; "sqlite://" opens an empty database in memory. Raises ArgumentError if the URL is
        invalid, and StoreError if the database cannot be used.
        """
        try:
            parsed = make_url(url)
            if parsed.get_backend_name() not in _FIND_ADVANCED:
                raise ValueError("expected sqlite or postgresql")
            self._engine = create_engine(parsed, pool_pre_ping=True, **_options(parsed))
        except (UrlError, ModuleNotFoundError, TypeError, ValueError) as error:
            raise ArgumentError(
                f"database: {url!r:.80} is not the URL of a database that can be opened: {error}"
            ) from error
        self._name = parsed.render_as_string(hide_password=True)
        if parsed.get_backend_name() == "sqlite":
            self._refuse_foreign(parsed.database or "")
        event.listen(self._engine, "connect", _run_on_connect(_ON_CONNECT[parsed.get_backend_name()]))
        self.origin = secrets.token_hex(8)
        with self._transaction() as connection:
            self._create_tables(connection)

    def create_game(self, code: str, *, secret: str, terms: str, header: str) -> None:
        """Store a new game, created now. Raises ConflictError if the code is already taken.

        The arguments are the fields of ``StoredGame``.
        """
        row = {"code": code, "created": time.time(), "secret": secret, "terms": terms, "header": header}
        with self._transaction() as connection:
            connection.execute(_GAMES.insert().values(row))

    def append_line(self, code: str, number: int, line: str) -> float:
        """Store a journal line and return the time at which it was stored, in seconds since 1970.

        The line is on the disk when this method returns. Raises ConflictError if the game already has a line with this
        number, or if no game has the code.
        """
        at = time.time()
        with self._transaction() as connection:
            row = {"code": code, "number": number, "at": at, "line": line}
            if connection.dialect.name == "postgresql":
                connection.execute(_APPEND_AND_NOTIFY, {**row, "origin": self.origin})
            else:
                connection.execute(_ENTRIES.insert(), row)
        return at

    def load_game(self, code: str) -> StoredGame | None:
        """Load the game with a given code. Return None if there is no such game."""
        with self._transaction() as connection:
            row = connection.execute(select(_GAMES).where(_GAMES.c.code == code)).one_or_none()
        return StoredGame(*row) if row is not None else None

    def load_lines(self, code: str, after: int = 0) -> list[StoredLine]:
        """Load the journal lines of a game whose numbers are greater than *after*, in ascending order.

        Return [] if there are no such lines or no such game.
        """
        query = select(_ENTRIES.c.number, _ENTRIES.c.at, _ENTRIES.c.line)
        query = query.where(_ENTRIES.c.code == code, _ENTRIES.c.number > after).order_by(_ENTRIES.c.number)
        with self._transaction() as connection:
            return [StoredLine(*row) for row in connection.execute(query)]

    def find_advanced(self, numbers: Mapping[str, int]) -> set[str]:
        """Return the codes of the games that have gained journal lines.

        *numbers* maps the code of each game to check to the number of lines already known.
        """
        if not numbers:
            return set()
        with self._transaction() as connection:
            query = _FIND_ADVANCED[connection.dialect.name]
            return set(connection.execute(query, {"numbers": json.dumps(dict(numbers))}).scalars())

    def load_latest(self, limit: int) -> list[StoredGame]:
        """Load the most recently created games, newest first, at most *limit* of them."""
        with self._transaction() as connection:
            query = select(_GAMES).order_by(_GAMES.c.created.desc()).limit(limit)
            return [StoredGame(*row) for row in connection.execute(query)]

    @contextmanager
    def connect_apart(self) -> Iterator[Connection]:
        """Open a connection of its own for a ``with`` block, outside a transaction of this object.

        Errors of its driver in the block are raised as StoreError.
        """
        driver_error: type[Exception] = self._engine.dialect.loaded_dbapi.Error
        options = {"poolclass": NullPool, "pool_reset_on_return": None, **_connect_options(self._engine.url)}
        engine = create_engine(self._engine.url, **options)
        try:
            with engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, driver_error) as error:
            raise StoreError(self._reason(error)) from error

    def close(self) -> None:
        """Close all connections to the database."""
        self._engine.dispose()

    def _refuse_foreign(self, path: str) -> None:
        """Raise StoreError if the SQLite file at *path* contains tables, but none of ours.

        This is found out before SQLAlchemy opens the file, because opening it changes the file.
        """
        if not Path(path).is_file() or not Path(path).stat().st_size:
            return
        try:
            with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as connection:
                names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        except sqlite3.Error as error:
            raise StoreError(f"database {self._name}: {error}") from error
        if names and not names & set(_METADATA.tables):
            raise StoreError(
                f"database {self._name}: it belongs to another program, with tables such as {min(names)!r:.40}; "
                "name another file"
            )

    def _create_tables(self, connection: Connection) -> None:
        """Create the tables that do not exist yet.

        Raises StoreError if the existing tables have another format number, and SQLAlchemyError if a table lacks
        columns.
        """
        if lock := _LOCK_CREATION.get(connection.dialect.name):
            connection.execute(text(lock))
        _METADATA.create_all(connection)
        if not (formats := list(connection.execute(select(_FORMATS.c.format)).scalars())):
            connection.execute(insert(_FORMATS).values(format=FORMAT))
        elif formats != [FORMAT]:
            stored = ", ".join(map(str, formats))
            raise StoreError(
                f"database {self._name}: its tables have format {stored}, this version of belettre keeps games in "
                f"format {FORMAT}; use the version that made it, or another database"
            )
        for table in _METADATA.sorted_tables:
            connection.execute(select(table).limit(0))  # raises an error if a column is missing

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Open a transaction for a ``with`` block. It is committed to the disk when the block ends.

        Turns the errors of the block into ConflictError if a constraint is violated (such as a code that is already
        taken), and into StoreError for all other database errors.
        """
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise ConflictError(self._reason(error)) from error
        except SQLAlchemyError as error:
            raise StoreError(self._reason(error)) from error

    def _reason(self, error: Exception) -> str:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        return f"database {self._name}: {reason}"


def _options(url: URL) -> dict[str, object]:
    """Return additional keyword arguments of ``create_engine`` for a database: timeouts and threading."""
    options = _connect_options(url)
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        # An in-memory database exists only within its connection, so all threads share one connection and take turns.
        options |= {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    return options


def _connect_options(url: URL) -> dict[str, object]:
    """Return the keyword arguments of ``create_engine`` that every connection to a database needs."""
    if url.get_driver_name().startswith("psycopg"):
        timeouts = {
            "connect_timeout": _TIMEOUT,
            "tcp_user_timeout": 1000 * _TIMEOUT,
        }  # tcp_user_timeout is in milliseconds; it detects a lost network connection
        return {"connect_args": {name: value for name, value in timeouts.items() if name not in url.query}}
    if url.get_backend_name() != "sqlite":
        return {}
    return {"connect_args": {"timeout": _TIMEOUT, "check_same_thread": False}}


def _run_on_connect(statements: Sequence[str]) -> Callable[[Any, object], None]:
    """Return a listener for SQLAlchemy's "connect" event that executes *statements* on each new connection."""

    def run(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()
        connection.commit()  # without a commit, PostgreSQL would discard the settings at the next rollback

    return run
