"""A backup of an SQLite database while servers use it. Start reading at ``back_up``."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from ...base.errors import ArgumentError
from .database_engine import Database, StoreError
from .database_schema import GAMES, refuse_foreign


def back_up(url: str, target: Path) -> int:
    """Copy a database to a new file that its user alone can read, and return the number of games in it.

    The copy is the database as it is at one moment; servers go on reading and writing meanwhile. It is made under
    another name and appears as *target* when it is complete and on the disk. A database of an older format is copied as
    it is.

    Raises ArgumentError if the URL is invalid or is not that of a file, or if *target* exists or cannot be written, and
    StoreError if the database cannot be read.
    """
    database = Database(url)
    path = database.path
    if path is None:
        raise ArgumentError(f"--backup copies SQLite files; {database.name} is backed up by its own tools, as pg_dump")
    if os.path.lexists(target):
        raise ArgumentError(f"--backup {target}: the file exists; name a new one")
    refuse_foreign(database)
    if not path.is_file() or not path.stat().st_size:
        raise StoreError(f"database {database.name}: there is nothing to back up yet")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise ArgumentError(f"--backup {target}: {error.strerror or error}") from error
    os.close(handle)
    copy = Path(name)
    try:
        games = _copy(database, path, copy)
        _publish(copy, target)
    except OSError as error:
        raise ArgumentError(f"--backup {target}: {error.strerror or error}") from error
    finally:
        for beside in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                Path(f"{copy}{beside}").unlink()
    return games


def _copy(database: Database, path: Path, copy: Path) -> int:
    """Copy the SQLite file *path* to the empty file *copy*, check it, and return the number of games in it."""
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)  # in one step: in steps, it would begin again whenever a server writes
            (found,) = target.execute("PRAGMA quick_check").fetchone()
            if found != "ok":
                raise StoreError(f"database {database.name}: it is damaged: {found:.200}")
            target.execute("PRAGMA journal_mode=DELETE")  # a single file; a server that opens it sets its own mode
            (games,) = target.execute(f"SELECT count(*) FROM {GAMES.name}").fetchone()
    except sqlite3.Error as error:
        raise StoreError(f"database {database.name}: the backup failed: {error}") from error
    return int(games)


def _publish(copy: Path, target: Path) -> None:
    """Put a complete copy on the disk and give it its name. Raises OSError, also if *target* was made meanwhile."""
    with copy.open("rb+") as written:
        os.fsync(written.fileno())
    try:
        os.link(copy, target)  # unlike a renaming, never replaces a file
    except (OSError, NotImplementedError) as error:
        if os.path.lexists(target):
            raise
        if isinstance(error, OSError) and not target.parent.is_dir():
            raise
        copy.rename(target)  # a file system without links, such as that of a memory stick
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
