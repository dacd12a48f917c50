"""Notifications: tells a process which games other processes have changed, without querying every game.

    PostgreSQL      a connection listens (LISTEN) for the codes that ``GameStore.append_line`` sends (NOTIFY)
    SQLite          a connection asks twice a second whether another one has written (PRAGMA data_version, 4 µs)
    other drivers   for PostgreSQL cannot listen, so twice a second it is reported that any game may have changed

A notification may be lost: by a network that dies silently, or while PostgreSQL restarts. Therefore a report that
anything may have changed follows every new connection, and every SAFETY_SECONDS besides. Start reading at
``Notifications``.
"""

from __future__ import annotations

import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from sqlalchemy import Connection

from ..store.database import CHANNEL, GameStore, StoreError

#: Seconds between two questions to SQLite, or between two reports of a driver that cannot listen.
POLL_SECONDS = 0.5
#: Seconds after which anything may have changed, although nothing was reported.
SAFETY_SECONDS = 10.0
#: Seconds before a lost connection is opened again.
RECONNECT_SECONDS = 1.0
#: Seconds to wait for the thread to end. It takes longer only while a connection is being opened.
_STOP_SECONDS = 1.0

#: A function that is told the code of a changed game, or None if any game may have changed.
OnChange = Callable[[str | None], None]

_LOG = logging.getLogger(__name__)


class Notifications:
    """Calls a function when another process has changed a game. Use it in a ``with`` statement.

    The function is called from a thread of this object, never after the ``with`` block.
    """

    def __init__(self, store: GameStore, on_change: OnChange) -> None:
        self._store = store
        self._on_change = on_change
        self._lock = threading.Lock()
        self._stopped = False
        self._lost = False
        #: Connected sockets. Closing the second makes the first readable, which ends every wait.
        self._end, self._ending = socket.socketpair()
        #: Made once, because a process that runs out of files can make no other.
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._end, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="belettre-notifications", daemon=True)

    def __enter__(self) -> Notifications:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._lock:
            self._stopped = True
        self._ending.close()
        self._thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        with self._end, self._selector:
            while not self._stopped:
                try:
                    with self._store.database.connect_apart() as connection:
                        self._listen(connection)
                except (StoreError, OSError) as error:
                    if not self._lost and not self._stopped:
                        _LOG.warning("notifications: %s", error)
                    self._lost = True
                    self._selector.select(RECONNECT_SECONDS)

    def _listen(self, connection: Connection) -> None:
        """Report changes until the ``with`` block ends. Errors of the driver are raised as they are."""
        source = _source_of(connection, self._store.origin)
        if self._lost:
            _LOG.warning("notifications: listening again")
        self._lost = False
        self._report(None)
        checked = time.monotonic()
        with self._waking_for(source.socket):
            while not self._stopped:
                self._selector.select(source.seconds)
                for code in source.changes():
                    self._report(code)
                if time.monotonic() - checked >= SAFETY_SECONDS:
                    source.check()
                    self._report(None)
                    checked = time.monotonic()

    @contextmanager
    def _waking_for(self, other: int | None) -> Iterator[None]:
        """Let waits end when the socket *other* is readable, in a ``with`` block."""
        if other is not None:
            self._selector.register(other, selectors.EVENT_READ)
        try:
            yield
        finally:
            if other is not None:
                self._selector.unregister(other)

    def _report(self, code: str | None) -> None:
        with self._lock:
            if not self._stopped:
                self._on_change(code)


class _Source:
    """Where changes are learnt from; this class itself is for drivers that tell nothing.

    seconds  how long to wait before ``changes`` is called again
    socket   the file descriptor that is readable as soon as there are changes; None if none tells
    """

    seconds = POLL_SECONDS
    socket: int | None = None

    def changes(self) -> Iterator[str | None]:
        """Yield what has changed since the last call: codes of games, or None for any game."""
        yield None

    def check(self) -> None:
        """Raise an error of the driver if the connection is lost."""


class _Sqlite(_Source):
    """Changes of an SQLite file, whose writers are not told apart: connections of this process count as well."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._version = self._read_version()

    def changes(self) -> Iterator[str | None]:
        if (version := self._read_version()) != self._version:
            self._version = version
            yield None

    def _read_version(self) -> int:
        """Return a number that differs from an earlier one if another connection has written in between."""
        version: int = self._driver.execute("PRAGMA data_version").fetchone()[0]
        return version


class _Psycopg(_Source):
    """Changes that PostgreSQL sends to a listening connection, except those of this process."""

    seconds = SAFETY_SECONDS

    def __init__(self, driver: Any, origin: str) -> None:
        driver.autocommit = True
        driver.execute(f"LISTEN {CHANNEL}")
        self.socket = driver.fileno()
        self._driver = driver
        self._origin = origin

    def changes(self) -> Iterator[str | None]:
        for notification in self._driver.notifies(timeout=0):
            origin, _, code = notification.payload.partition(":")
            if origin != self._origin:
                yield code or None

    def check(self) -> None:
        self._driver.execute("SELECT 1")


def _source_of(connection: Connection, origin: str) -> _Source:
    """Return the source for an open connection. *origin* marks the notifications that this process sends."""
    driver = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        return _Sqlite(driver)
    return _Psycopg(driver, origin) if connection.dialect.driver == "psycopg" else _Source()
