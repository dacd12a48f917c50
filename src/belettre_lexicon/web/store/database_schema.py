"""The tables of the database of games: their format, their creation and conversion, and the backup of a database.

The tables below are created in a new database. Alembic converts a database of an older format, with one module of
``migrations`` for each format; a test checks that the resulting tables are the same. Start reading at ``prepare``;
``back_up`` copies an SQLite database while servers use it.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import sqlalchemy as sa

from ...base.errors import ArgumentError
from .database_engine import POSTGRESQL, SQLITE, Database, StoreError

#: The format number of the tables below. Increase it with every change of them, and add a module to
#: ``migrations/versions`` that converts a database of the format before.
FORMAT = 4
#: The oldest format that can be converted. No release had an older one.
OLDEST = 3
#: The folder with the environment of Alembic, and the one with a module for each format.
_MIGRATIONS = Path(__file__).with_name("migrations")
_VERSIONS = _MIGRATIONS / "versions"
#: The key of the PostgreSQL lock that a server holds while it creates or converts the tables, because several servers
#: may start at the same time. The number is arbitrary.
_CREATION_LOCK = 811_353
#: The statements, by database system, that make other servers wait until the transaction that creates or converts the
#: tables ends. Converting a large database, and waiting for it, may take longer than other statements.
_LOCK_CREATION = {
    SQLITE: ("BEGIN IMMEDIATE",),
    POSTGRESQL: ("SET LOCAL statement_timeout TO '10min'", f"SELECT pg_advisory_xact_lock({_CREATION_LOCK})"),
}

METADATA = sa.MetaData()
#: One row per game. ``created`` is in seconds since 1970. ``secret`` is the SHA-256 of the game's token. ``terms``
#: (``loaded_game.Terms``), ``header`` (the first line of the journal) and ``table_state`` (``table_state.TableState``;
#: "" at first) are JSON. ``revision`` counts the changes of ``table_state``.
GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("code", sa.String(16), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("terms", sa.Text, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("table_state", sa.Text, nullable=False, server_default=""),
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    sa.Index("games_by_creation", "created"),
)
#: One row per journal line after the header. ``number`` starts at 1 in each game, ``at`` is the time in seconds since
#: 1970, ``line`` is the text of the line.
ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("code", sa.String(16), sa.ForeignKey("games.code"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
)
#: A table of one row. ``format`` is the format number. ``checked`` is when a server last made sure that the database
#: can be written, in seconds since 1970. ``signing_key`` is random: with it, all servers sign keys (``tables.keys``).
SERVERS = sa.Table(
    "belettre",
    METADATA,
    sa.Column("format", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("checked", sa.Float, nullable=False, server_default="0"),
    sa.Column("signing_key", sa.String(64), nullable=False, server_default=""),
)
#: Alembic's own table, which says the same as ``belettre.format``. Its usual name may belong to another program.
REVISIONS = sa.Table("belettre_revision", METADATA, sa.Column("version_num", sa.String(32), nullable=False))

#: The columns of ``games`` that all formats have.
_FIRST_COLUMNS = ("code", "created", "secret", "terms", "header")


class OldFormatError(StoreError):
    """Raised if a database has an older format and its conversion was not requested."""


def refuse_foreign(database: Database) -> None:
    """Raise StoreError if a database is an SQLite file with tables, but without those of this package.

    The check comes before SQLAlchemy opens the file, because opening it changes the file.
    """
    path = database.path
    if path is None or not path.is_file() or not path.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        raise StoreError(f"database {database.name}: {error}") from error
    if names and not names & set(METADATA.tables):
        raise StoreError(
            f"database {database.name}: it belongs to another program, with tables such as {min(names)!r:.40}; "
            "name another file"
        )


def prepare(database: Database, migrate: bool = False) -> int:
    """Create the tables of a new database, or check those of an existing one.

    Return the format that an existing database had before the call; FORMAT for a new one. *migrate* says whether a
    database of an older format is converted. Of several servers that start together, one creates or converts the
    tables, and the others wait.

    Raises OldFormatError if the database has an older format and *migrate* is False, and StoreError if it has a newer
    one, one before OLDEST, or cannot be used, for instance because a table lacks columns.
    """
    with database.transaction() as connection:
        for lock in _LOCK_CREATION[database.system]:
            connection.execute(sa.text(lock))
        if GAMES.name not in sa.inspect(connection).get_table_names():
            METADATA.create_all(connection)
            connection.execute(sa.insert(SERVERS).values(format=FORMAT, signing_key=secrets.token_hex(32)))
            connection.execute(sa.insert(REVISIONS).values(version_num=str(FORMAT)))
            return FORMAT
        first_columns = [GAMES.c[name] for name in _FIRST_COLUMNS]
        for query in (sa.select(*first_columns), sa.select(ENTRIES)):
            connection.execute(query.limit(0))  # raises an error if a column is missing: the tables are not ours
        before = _stored_format(connection, database.name)
        if before < FORMAT:
            if not migrate:
                raise OldFormatError(
                    f"database {database.name}: its tables have format {before}, this version of belettre keeps games "
                    f"in format {FORMAT}; back it up, stop the servers that use it, and convert it with "
                    "« belettre serve --migrate »"
                )
            _migrate(connection, before)
        for table in (GAMES, SERVERS):
            connection.execute(sa.select(table).limit(0))
        return before


def _stored_format(connection: sa.Connection, name: str) -> int:
    """Return the format number of a database with games. Raises StoreError if this version cannot read it."""
    known = SERVERS.name in sa.inspect(connection).get_table_names()
    formats = list(connection.execute(sa.select(SERVERS.c.format)).scalars()) if known else []
    if not formats or formats[0] < OLDEST:
        raise StoreError(
            f"database {name}: its tables have a format before {OLDEST}, which no release had and this version cannot "
            "read; name another database"
        )
    if len(formats) > 1 or formats[0] > FORMAT:
        stored = ", ".join(map(str, formats))
        raise StoreError(
            f"database {name}: its tables have format {stored}, this version of belettre keeps games in "
            f"format {FORMAT}; use the version that made it, or another database"
        )
    number: int = formats[0]
    return number


def _migrate(connection: sa.Connection, before: int) -> None:
    """Convert the tables from the format *before*, in the transaction of the connection."""
    from alembic import command  # takes 0.3 s to import, and is needed once in the life of a database
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("version_locations", str(_VERSIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")  # the path of the folder may have spaces
    config.attributes["connection"] = connection
    command.stamp(config, str(before), purge=True)
    command.upgrade(config, str(FORMAT))


def back_up(url: str, target: Path) -> int:
    """Copy a database to a new file that only the user of this process can read; return the number of its games.

    The copy is the database at one moment; servers go on reading and writing meanwhile. It is made under another name
    and appears as *target* when it is complete and on the disk. A database of an older format is copied unchanged.

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
    """Put a complete copy on the disk and give it its name. Raises OSError, even if *target* was made meanwhile."""
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
