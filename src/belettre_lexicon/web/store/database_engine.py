"""An open database of games: its connections and transactions, and its errors without passwords.

Everything that depends on the system of the database (SQLite or PostgreSQL) and is not a statement about games is here.
Start reading at ``Database``.
"""

from __future__ import annotations

import os
import re
import selectors
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError as UrlError
from sqlalchemy.exc import IntegrityError, InvalidatePoolError, SQLAlchemyError
from sqlalchemy.pool import NullPool, QueuePool

from ...base.errors import ArgumentError, BelettreError

#: The systems of databases that are supported, as URLs and SQLAlchemy name them.
SQLITE, POSTGRESQL = "sqlite", "postgresql"
#: Timeout in seconds for opening a connection, for acquiring a lock and for executing a statement.
_TIMEOUT = 10
#: Seconds before a statement that SQLite refused at once, since the database was locked, is tried again.
_RETRY = 0.02
#: The isolation level of transactions with several statements, by database system: the default of each.
_ISOLATION = {SQLITE: "SERIALIZABLE", POSTGRESQL: "READ COMMITTED"}
#: The maximum number of open connections, one for each thread that answers requests for games.
_CONNECTIONS = 15
#: Seconds after its last use in which a connection is not checked again.
_SURE_SECONDS = 0.5
#: Statements to execute on each new connection, by database system. They ensure that a committed entry is on the disk
#: regardless of the server's configuration, that SQLite readers do not wait for writers, and that PostgreSQL statements
#: time out.
_ON_CONNECT = {
    SQLITE: ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON"),
    POSTGRESQL: ("SET synchronous_commit TO on", f"SET statement_timeout TO '{_TIMEOUT}s'"),
}
#: What may hold a password in a text that cannot be parsed as a URL: all before the last @, a scheme aside.
_CREDENTIALS = re.compile(r"(?P<scheme>^[\w+]*://)?.*@", re.DOTALL)
#: The parameters of a URL that drivers take passwords from.
_SECRET_PARAMETERS = ("password", "sslpassword")


class StoreError(BelettreError):
    """Raised if the database cannot be opened, read or written. The message does not contain the database password."""


class ConflictError(BelettreError):
    """Raised if a change conflicts with the stored rows, such as a code or a line number that is already taken.

    This is also the case if a game is unknown, or if another process has replaced its token or table state meanwhile.
    """


class Database:
    """An open database. Safe to use from several threads.

    name    its URL without passwords, for messages
    system  SQLITE or POSTGRESQL
    path    the SQLite file; None for a database in memory or on a server
    engine  its pool of connections
    """

    def __init__(self, url: str) -> None:
        """Open the database that a SQLAlchemy URL names. "sqlite://" is an empty database in memory.

        A new SQLite file can be read by its user only. Raises ArgumentError if the URL is invalid; no connection is
        opened yet.
        """
        self.name = without_password(url)
        try:
            parsed = make_url(url)
            self.system = parsed.get_backend_name()
            if self.system not in _ON_CONNECT:
                raise ValueError("expected sqlite or postgresql")
            self.engine = create_engine(parsed, isolation_level="AUTOCOMMIT", **_options(parsed))
        except (UrlError, ModuleNotFoundError, TypeError, ValueError) as error:
            why = "" if "@" in url and not isinstance(error, ModuleNotFoundError) else f": {error}"
            raise ArgumentError(
                f"database: {self.name!r:.80} is not the URL of a database that can be opened{why}"
            ) from error
        event.listen(self.engine, "connect", _run_on_connect(_ON_CONNECT[self.system]))
        _check_connections(self.engine)
        self._in_transactions = self.engine.execution_options(isolation_level=_ISOLATION[self.system])
        in_file = parsed.database if self.system == SQLITE and not _is_in_memory(parsed) else None
        self.path = Path(in_file) if in_file is not None else None

    def create_file(self) -> None:
        """Create the SQLite file if it does not exist, so that only this user can read it.

        SQLite gives the same mode to the other files that it creates beside this one. If the file cannot be created,
        this method does nothing: the error appears when the database is opened.
        """
        if self.path is not None and not str(self.path).startswith("file:"):
            with suppress(OSError):  # why it cannot be created is said when it is opened
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def statement(self) -> AbstractContextManager[Connection]:
        """Open a connection for a ``with`` block that executes one statement, which is on the disk once it is executed.

        A transaction would take two more round trips to PostgreSQL. The errors are those of ``transaction``.
        """
        return self._begin(self.engine)

    def transaction(self) -> AbstractContextManager[Connection]:
        """Open a transaction for a ``with`` block. It is committed to the disk when the block ends.

        Turns the errors of the block into ConflictError if a constraint is violated (such as a code that is already
        taken), and into StoreError for all other database errors.
        """
        return self._begin(self._in_transactions)

    @contextmanager
    def _begin(self, engine: Engine) -> Iterator[Connection]:
        try:
            with engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise ConflictError(self.reason(error)) from error
        except SQLAlchemyError as error:
            raise StoreError(self.reason(error)) from error

    @contextmanager
    def connect_apart(self) -> Iterator[Connection]:
        """Open a connection outside the pool for a ``with`` block.

        Errors of its driver in the block are raised as StoreError.
        """
        driver_error: type[Exception] = self.engine.dialect.loaded_dbapi.Error
        options = {"poolclass": NullPool, "pool_reset_on_return": None, **_connect_options(self.engine.url)}
        engine = create_engine(self.engine.url, **options)
        try:
            with engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, driver_error) as error:
            raise StoreError(self.reason(error)) from error

    def reason(self, error: Exception) -> str:
        """Return the first line of an error of the driver, after the name of the database."""
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
        return f"database {self.name}: {reason}"


def without_password(url: str) -> str:
    """Return a database URL with its passwords masked, even if it is not a URL that can be parsed.

    >>> without_password("postgresql+psycopg://me:secret@db/games?sslpassword=other")
    'postgresql+psycopg://me:***@db/games?sslpassword=***'
    >>> without_password("postgresql://me:se/cr@et@db:none/games")
    'postgresql://***@db:none/games'
    """
    try:
        parsed = make_url(url)
    except (UrlError, ValueError):
        return _CREDENTIALS.sub(r"\g<scheme>***@", url)
    secret = {name: "***" for name in _SECRET_PARAMETERS if name in parsed.query}
    shown = parsed.update_query_dict(secret).render_as_string(hide_password=True)
    return shown.replace("=%2A%2A%2A", "=***")


def _is_in_memory(url: URL) -> bool:
    return url.database in (None, "", ":memory:")


def _options(url: URL) -> dict[str, object]:
    # The connection that was used last is used next, so that few are in use. The others stay open: to open one in every
    # burst of requests would take PostgreSQL longer than their statements.
    options = {"pool_size": _CONNECTIONS, "max_overflow": 0, "pool_use_lifo": True, **_connect_options(url)}
    if url.get_backend_name() == SQLITE and _is_in_memory(url):
        # An in-memory database exists only within its connection, so all threads share one connection and take turns.
        options |= {"poolclass": QueuePool, "pool_size": 1}
    return options


def _connect_options(url: URL) -> dict[str, object]:
    """Return the keyword arguments of ``create_engine`` that every connection to a database needs."""
    if url.get_driver_name().startswith("psycopg"):
        timeouts = {
            "connect_timeout": _TIMEOUT,
            "tcp_user_timeout": 1000 * _TIMEOUT,
        }  # tcp_user_timeout is in milliseconds; it detects a lost network connection
        return {"connect_args": {name: value for name, value in timeouts.items() if name not in url.query}}
    if url.get_backend_name() != SQLITE:
        return {}
    return {"connect_args": {"timeout": _TIMEOUT, "check_same_thread": False}}


def _run_on_connect(statements: Sequence[str]) -> Callable[[Any, object], None]:
    """Return a listener for SQLAlchemy's "connect" event that executes *statements* on each new connection."""

    def run(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        for statement in statements:
            _execute_patiently(cursor, statement)
        cursor.close()
        connection.commit()  # without a commit, PostgreSQL would discard the settings at the next rollback

    return run


def _check_connections(engine: Engine) -> None:
    """Replace all pooled connections of an engine if one that is to be used is lost, as after a restart of PostgreSQL.

    A connection that has just been used is not asked, which would be a round trip for every statement. But PostgreSQL
    says goodbye when it ends a connection, and there is nothing to read from one that is open and unused.
    """

    def note_use(connection: Any, record: Any, proxy: object = None) -> None:
        record.info["used_at"] = time.monotonic()

    def check(connection: Any, record: Any, proxy: object) -> None:
        if time.monotonic() - record.info["used_at"] > _SURE_SECONDS or _has_news(connection):
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise InvalidatePoolError from error

    event.listen(engine, "connect", note_use)
    event.listen(engine, "checkout", check)
    event.listen(engine, "checkout", note_use)


def _has_news(connection: Any) -> bool:
    """Return whether there is something to read from the socket of a connection of a driver, if it has one."""
    if not hasattr(connection, "fileno"):
        return False
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))


def _execute_patiently(cursor: Any, statement: str) -> None:
    """Execute a statement; try again for up to _TIMEOUT seconds while SQLite says that the database is locked.

    SQLite itself does not wait when several processes turn on the write-ahead log of a new file at the same moment.
    """
    end = time.monotonic() + _TIMEOUT
    while True:
        try:
            cursor.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(_RETRY)
