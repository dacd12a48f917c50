"""The database of games: the terms of each game, and the lines of its journal.

A journal line is on the disk when ``GameStore.append_line`` returns. If two processes append a line with the same
number, the database accepts one line and the other process gets ``ConflictError``. SQLite is the default; PostgreSQL is
meant for several server processes. Both are used through SQLAlchemy. Start reading at ``GameStore``.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

import platformdirs
from sqlalchemy import func, select, text, tuple_
from sqlalchemy.engine import URL

from .database_engine import POSTGRESQL, SQLITE, ConflictError, Database, StoreError
from .database_schema import ENTRIES, FORMAT, GAMES, SERVERS, prepare, refuse_foreign

__all__ = [
    "CHANNEL",
    "FORMAT",
    "ConflictError",
    "GameStore",
    "PurgedPage",
    "StoreError",
    "StoredGame",
    "StoredLine",
    "StoredNews",
    "default_url",
]

#: The name of the SQLite file in the user's data folder.
_FILE = "games.sqlite"
#: Seconds in which a database that could be written is not checked again.
CHECK_SECONDS = 1.0
#: The number of games that one transaction of ``GameStore.purge_page`` looks at.
PURGE_PAGE = 50
#: The channel on which PostgreSQL tells all servers of a database which game has changed (``notifications``).
CHANNEL = "belettre"
#: The statement by which PostgreSQL stores a journal line and tells the other servers, in one round trip: either both
#: happen or neither. The payload is the origin of the change and the code of the game.
_APPEND_AND_NOTIFY = text(
    "WITH stored AS (INSERT INTO entries (code, number, at, line) VALUES (:code, :number, :at, :line) RETURNING code) "
    f"SELECT pg_notify('{CHANNEL}', :origin || ':' || code) FROM stored"
)
#: The statement that tells the other servers of any other change.
_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :origin || ':' || :code)")
#: The statement that loads what may have changed of a game, and its lines after a number, in one round trip. A game
#: without such lines is one row whose last columns are null. The state of the table is null if it is known already.
_LOAD_NEWS = text(
    "SELECT games.secret, games.revision, CASE WHEN games.revision <> :revision THEN games.table_state END, "
    "entries.number, entries.at, entries.line FROM games LEFT JOIN entries "
    "ON entries.code = games.code AND entries.number > :after WHERE games.code = :code ORDER BY entries.number"
)
#: The version of a game in the database: the number of its journal lines and of the changes of its table state.
_VERSION = "games.revision + coalesce((SELECT max(number) FROM entries WHERE entries.code = games.code), 0)"
#: The statement, by database system, that finds which games of a JSON object {code: version} have a higher version. The
#: object must be read first and each game looked up by its primary key: an IN with pairs makes SQLite read its whole
#: index of entries, 115 ms for 1.2 million, and the lookup of 400 games takes 0.5 ms.
_FIND_ADVANCED = {
    SQLITE: text(
        "SELECT games.code FROM json_each(:versions) AS known "
        f"CROSS JOIN games WHERE games.code = known.key AND {_VERSION} > known.value"
    ),
    POSTGRESQL: text(
        "SELECT games.code FROM jsonb_each_text(CAST(:versions AS jsonb)) AS known "
        f"JOIN games ON games.code = known.key AND {_VERSION} > CAST(known.value AS integer)"
    ),
}


class StoredGame(NamedTuple):
    """A game as stored, without its journal lines, which are loaded separately.

    code         the game code
    created      when the game was created, in seconds since 1970
    secret       the SHA-256 of the game's token, in hexadecimal
    terms        the terms of the game, such as its kind (``tables.loaded_game.Terms``), as JSON
    header       the first line of the journal, as JSON
    table_state  the state of the table (``tables.table_state.TableState``) as JSON; "" for that of a new game
    revision     how often ``table_state`` was changed
    """

    code: str
    created: float
    secret: str
    terms: str
    header: str
    table_state: str = ""
    revision: int = 0


class StoredLine(NamedTuple):
    """A journal line as stored.

    number  the number of the line in its game, from 1
    at      when it was stored, in seconds since 1970
    line    the text of the line
    """

    number: int
    at: float
    line: str


class StoredNews(NamedTuple):
    """The changes of a game since a process last read it from the database.

    secret       the SHA-256 of the game's token, which may have been replaced
    revision     how often the state of the table was changed
    table_state  the state of the table as JSON; None if the process knows this revision
    lines        the lines that the process does not know yet, in ascending order
    """

    secret: str
    revision: int
    table_state: str | None
    lines: list[StoredLine]


class PurgedPage(NamedTuple):
    """The result of ``GameStore.purge_page``.

    deleted  the codes of the games that were deleted
    last     the creation time and the code of the last game of the page; None if there are no further games
    """

    deleted: list[str]
    last: tuple[float, str] | None


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

    database  the database
    origin    a random text that marks the notifications that this object sends

    >>> store = GameStore("sqlite://")
    >>> store.create_game("BCDFGHJK", secret="", terms="{}", header="{}")
    >>> at = store.append_line("BCDFGHJK", 1, "one")
    >>> [line.line for line in store.load_lines("BCDFGHJK")], store.find_advanced({"BCDFGHJK": 0})
    (['one'], {'BCDFGHJK'})
    """

    def __init__(self, url: str, *, migrate: bool = False) -> None:
        """Open a database; create its tables if it is new.

        url      a SQLAlchemy URL; "sqlite://" opens an empty database in memory
        migrate  whether a database of an older format is converted

        Raises ArgumentError if the URL is invalid, OldFormatError if the database has an older format and *migrate* is
        False, and StoreError if the database cannot be used.
        """
        self.database = Database(url)
        self._engine = self.database.engine
        self._statement = self.database.statement
        self.origin = secrets.token_hex(8)
        refuse_foreign(self.database)
        self.database.create_file()
        self._checked_at = -CHECK_SECONDS
        #: The format that the database had before it was opened.
        self.format_before = prepare(self.database, migrate)
        with self._statement() as connection:
            #: What the servers of this database sign the keys of games with (``tables.keys``).
            self.signing_key: str = connection.execute(select(SERVERS.c.signing_key)).scalar_one()

    def create_game(self, code: str, *, secret: str, terms: str, header: str, state: str = "") -> None:
        """Store a new game, created now. Raises ConflictError if the code is already taken.

        The arguments are the fields of ``StoredGame``; *state* is its ``table_state``.
        """
        row = {"code": code, "created": time.time(), "secret": secret, "terms": terms, "header": header}
        row["table_state"] = state
        with self._statement() as connection:
            connection.execute(GAMES.insert().values(row))

    def append_line(self, code: str, number: int, line: str) -> float:
        """Store a journal line and return the time at which it was stored, in seconds since 1970.

        The line is on the disk when this method returns. Raises ConflictError if the game already has a line with this
        number, or if no game has the code.
        """
        at = time.time()
        with self._statement() as connection:
            row = {"code": code, "number": number, "at": at, "line": line}
            if self.database.system == POSTGRESQL:
                connection.execute(_APPEND_AND_NOTIFY, {**row, "origin": self.origin})
            else:
                connection.execute(ENTRIES.insert(), row)
        return at

    def load_game(self, code: str) -> StoredGame | None:
        """Load the game with a given code. Return None if there is no such game."""
        with self._statement() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.code == code)).one_or_none()
        return StoredGame(*row) if row is not None else None

    def load_lines(self, code: str, after: int = 0) -> list[StoredLine]:
        """Load the journal lines of a game whose numbers are greater than *after*, in ascending order.

        Return [] if there are no such lines or no such game.
        """
        query = select(ENTRIES.c.number, ENTRIES.c.at, ENTRIES.c.line)
        query = query.where(ENTRIES.c.code == code, ENTRIES.c.number > after).order_by(ENTRIES.c.number)
        with self._statement() as connection:
            return [StoredLine(*row) for row in connection.execute(query)]

    def load_news(self, code: str, after: int, revision: int = 0) -> StoredNews | None:
        """Load the changes of a game that a process has read before. Return None if there is no such game.

        after     the number of the last journal line that the process knows
        revision  the revision of the state of the table that the process knows
        """
        with self._statement() as connection:
            rows = connection.execute(_LOAD_NEWS, {"code": code, "after": after, "revision": revision}).all()
        if not rows:
            return None
        lines = [StoredLine(*line) for _, _, _, *line in rows if line[0] is not None]
        return StoredNews(rows[0][0], rows[0][1], rows[0][2], lines)

    def replace_table_state(self, code: str, revision: int, state: str) -> None:
        """Replace the state of the table, as JSON, if its stored revision is *revision*. Add 1 to the revision.

        Raises ConflictError if the stored revision is different, because another process has replaced the state, or if
        no game has the code.
        """
        with self.database.transaction() as connection:
            update = GAMES.update().where(GAMES.c.code == code, GAMES.c.revision == revision)
            if not connection.execute(update.values(table_state=state, revision=revision + 1)).rowcount:
                raise ConflictError(f"{code}: the game or the state of its table is another one")
            if self.database.system == POSTGRESQL:
                connection.execute(_NOTIFY, {"code": code, "origin": self.origin})

    def replace_secret(self, code: str, old: str, new: str) -> None:
        """Replace the secret *old* of a game by *new*, the SHA-256 of its new token. The old token becomes invalid.

        Raises ConflictError if the stored secret is not *old*, because another process has replaced it, or if no game
        has the code.
        """
        with self._statement() as connection:
            update = GAMES.update().where(GAMES.c.code == code, GAMES.c.secret == old).values(secret=new)
            if not connection.execute(update).rowcount:
                raise ConflictError(f"{code}: the game or its secret is another one")

    def find_advanced(self, versions: Mapping[str, int]) -> set[str]:
        """Return the codes of the games that have gained journal lines, or whose table state was changed.

        *versions* maps the code of each game to check to its known version: the number of its lines plus its revision.
        """
        if not versions:
            return set()
        with self._statement() as connection:
            query = _FIND_ADVANCED[self.database.system]
            return set(connection.execute(query, {"versions": json.dumps(dict(versions))}).scalars())

    def load_latest(self, limit: int) -> list[StoredGame]:
        """Load the most recently created games, newest first, at most *limit* of them."""
        with self._statement() as connection:
            query = select(GAMES).order_by(GAMES.c.created.desc()).limit(limit)
            return [StoredGame(*row) for row in connection.execute(query)]

    def check_health(self) -> None:
        """Check that entries can be stored and read, by writing a row to the disk and reading the newest game.

        Raises StoreError if the database cannot be written, for instance because its disk is full, or if it is damaged.
        Does nothing if the last successful check was less than CHECK_SECONDS ago, so that frequent checks do not keep
        the disk busy.
        """
        if time.monotonic() - self._checked_at < CHECK_SECONDS:
            return
        with self._statement() as connection:
            connection.execute(SERVERS.update().values(checked=time.time()))
        for newest in self.load_latest(1):
            self.load_lines(newest.code)
        self._checked_at = time.monotonic()

    def last_entry_at(self) -> float:
        """Return when the newest entry of all games was made, in seconds since 1970; 0 if there is none."""
        with self._statement() as connection:
            return float(connection.execute(select(func.max(ENTRIES.c.at))).scalar_one() or 0)

    def purge_page(self, before: float, kept: Collection[str], after: tuple[float, str]) -> PurgedPage:
        """Delete the games of a page whose last entry is older than *before*; a game without entries counts by its age.

        before  a time in seconds since 1970
        kept    the codes of games that are not deleted
        after   the creation time and the code of the game after which the page begins; (0, "") for the first page

        A page consists of PURGE_PAGE games that were created before *before*, the oldest first. It is one transaction,
        during which nobody can add an entry to one of its games.
        """
        with self.database.transaction() as connection:
            if self.database.system == SQLITE:
                connection.execute(text("BEGIN IMMEDIATE"))
            place = tuple_(GAMES.c.created, GAMES.c.code)
            query = select(GAMES.c.created, GAMES.c.code).where(GAMES.c.created < before, place > tuple_(*after))
            query = query.order_by(GAMES.c.created, GAMES.c.code).limit(PURGE_PAGE).with_for_update()
            page = [(float(created), str(code)) for created, code in connection.execute(query)]
            codes = [code for _, code in page if code not in kept]
            played = select(ENTRIES.c.code).where(ENTRIES.c.code.in_(codes), ENTRIES.c.at >= before).distinct()
            still_played = set(connection.execute(played).scalars())
            deleted = [code for code in codes if code not in still_played]
            connection.execute(ENTRIES.delete().where(ENTRIES.c.code.in_(deleted)))
            connection.execute(GAMES.delete().where(GAMES.c.code.in_(deleted)))
        return PurgedPage(deleted, page[-1] if len(page) == PURGE_PAGE else None)

    def close(self) -> None:
        """Close all connections to the database."""
        self._engine.dispose()
