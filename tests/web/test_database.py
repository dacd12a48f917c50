"""The database of games: durable lines, one winner per line number, and clear errors."""

from __future__ import annotations

import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.exc import DBAPIError

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.web.store.database import FORMAT, ConflictError, GameStore, StoreError, default_url
from tests.web.databases import postgresql

CODE, OTHER = "BCDFGHJK", "KJHGFDCB"


@pytest.fixture
def store(url: str) -> Iterator[GameStore]:
    """A database with one game."""
    store = GameStore(url)
    store.create_game(CODE, secret="s", terms="{}", header="h")
    yield store
    store.close()


def test_appended_lines_are_visible_to_other_processes(store: GameStore, url: str) -> None:
    """Another process loads the lines in order with their times, from any number on."""
    for number in (1, 2, 3):
        store.append_line(CODE, number, f"line {number}")
    other = GameStore(url)

    assert [line.line for line in other.load_lines(CODE)] == ["line 1", "line 2", "line 3"]
    assert [line.number for line in other.load_lines(CODE, 2)] == [3]
    assert other.load_lines(CODE, 3) == []
    assert other.load_lines(CODE)[0].at <= other.load_lines(CODE)[2].at

    stored = other.load_game(CODE)

    assert stored is not None
    assert (stored.secret, stored.terms, stored.header) == ("s", "{}", "h")
    assert other.load_game(OTHER) is None


def test_one_of_many_threads_gets_a_line_number(store: GameStore) -> None:
    """Of twenty threads that append the same number, one succeeds and nineteen get ConflictError."""
    outcomes: list[str] = []

    def append(who: int) -> None:
        try:
            store.append_line(CODE, 1, f"line of {who}")
            outcomes.append("stored")
        except ConflictError:
            outcomes.append("late")

    threads = [threading.Thread(target=append, args=(who,)) for who in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(outcomes) == ["late"] * 19 + ["stored"]
    assert len(store.load_lines(CODE)) == 1


def test_a_code_is_taken_once(store: GameStore) -> None:
    """A second game with the same code is refused, and the first stays."""
    with pytest.raises(ConflictError):
        store.create_game(CODE, secret="t", terms="{}", header="other")

    stored = store.load_game(CODE)

    assert stored is not None
    assert stored.header == "h"


def test_advanced_games_are_found(store: GameStore) -> None:
    """Of a thousand games, those with lines above the given number are returned."""
    store.create_game(OTHER, secret="", terms="{}", header="h")
    store.append_line(CODE, 1, "one")
    numbers = {f"X{number}": 0 for number in range(1000)} | {CODE: 0, OTHER: 0}

    assert store.find_advanced(numbers) == {CODE}
    assert store.find_advanced({CODE: 1}) == set() == store.find_advanced({})


def test_advanced_games_are_looked_up_one_by_one(tmp_path: Path) -> None:
    """SQLite looks each followed game up by the primary keys, however many it stores, and reads no other."""
    store = GameStore(f"sqlite:///{tmp_path / 'games.sqlite'}")
    plans: list[str] = []

    @event.listens_for(store._engine, "before_cursor_execute")
    def explain(
        connection: Connection, cursor: Any, statement: str, parameters: Any, context: object, many: bool
    ) -> None:
        cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
        plans.extend(row[-1] for row in cursor.fetchall())

    store.find_advanced({f"X{number}": 0 for number in range(1000)})

    assert any(plan.startswith("SEARCH entries USING COVERING INDEX") for plan in plans)
    assert any(plan.startswith("SEARCH games USING INDEX") for plan in plans)
    assert not any(f"SCAN {table}" in plan for plan in plans for table in ("entries", "games"))


def test_news_of_a_game(store: GameStore) -> None:
    """A process learns the secret of a game and the lines that it lacks, and that there is no such game."""
    store.append_line(CODE, 1, "one")
    store.append_line(CODE, 2, "two")
    store.replace_secret(CODE, "s", "t")

    news = [store.load_news(CODE, after) for after in (0, 1, 2)]

    assert [(new.secret, [line.line for line in new.lines]) for new in news if new is not None] == [
        ("t", ["one", "two"]),
        ("t", ["two"]),
        ("t", []),
    ]
    assert store.load_news(OTHER, 0) is None


def test_the_state_of_a_table_is_replaced_by_one(store: GameStore) -> None:
    """A state that was replaced meanwhile is not replaced again; it is news once, and counts as an advance."""
    store.replace_table_state(CODE, 0, "first")

    for code, revision in ((CODE, 0), (CODE, 2), (OTHER, 0)):
        with pytest.raises(ConflictError):
            store.replace_table_state(code, revision, "second")
    assert store.load_news(CODE, 0, 0) == ("s", 1, "first", [])
    assert store.load_news(CODE, 0, 1) == ("s", 1, None, [])
    assert store.find_advanced({CODE: 0}) == {CODE}
    assert store.find_advanced({CODE: 1}) == set()

    store.append_line(CODE, 1, "one")

    assert store.find_advanced({CODE: 1}) == {CODE}
    stored = store.load_game(CODE)
    assert stored is not None
    assert (stored.table_state, stored.revision) == ("first", 1)


def test_a_secret_is_replaced_once(store: GameStore) -> None:
    """A secret that was replaced meanwhile stays, and a game that does not exist has none."""
    store.replace_secret(CODE, "s", "t")

    for code, old in ((CODE, "s"), (OTHER, "")):
        with pytest.raises(ConflictError):
            store.replace_secret(code, old, "u")
    assert store.load_news(CODE, 0) == ("t", 0, None, [])


def test_the_newest_games_first(store: GameStore) -> None:
    """The latest games are loaded, the newest first."""
    store.create_game(OTHER, secret="", terms="{}", header="h")

    assert [game.code for game in store.load_latest(5)] == [OTHER, CODE]
    assert len(store.load_latest(1)) == 1


def test_sqlite_writes_through_to_the_disk(tmp_path: Path) -> None:
    """SQLite uses synchronous FULL and write-ahead mode."""
    store = GameStore(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_postgresql_writes_through_whatever_its_configuration() -> None:
    """PostgreSQL commits synchronously even if the database is configured otherwise, and statements time out."""
    with postgresql() as url:
        with create_engine(url, isolation_level="AUTOCOMMIT").connect() as connection:
            name = connection.execute(text("SELECT current_database()")).scalar()
            connection.execute(text(f"ALTER DATABASE {name} SET synchronous_commit TO off"))
        store = GameStore(url)
        for _ in range(2):  # a failure takes nothing of it back
            with store._engine.connect() as connection:
                assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"
                assert connection.execute(text("SHOW statement_timeout")).scalar() == "10s"
                with pytest.raises(DBAPIError):
                    connection.execute(text("SELECT 1/0"))
        store.close()


def test_servers_may_start_together(url: str) -> None:
    """Eight servers may open a new database at the same moment: its tables are created once."""
    together, errors = threading.Barrier(8), list[BaseException]()

    def start() -> None:
        together.wait()
        try:
            GameStore(url).close()
        except StoreError as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []

    with create_engine(url).connect() as connection:
        assert connection.execute(text("SELECT format FROM belettre")).scalars().all() == [FORMAT]


def test_a_database_of_another_format_is_refused(store: GameStore, url: str) -> None:
    """The error names both formats."""
    with create_engine(url).begin() as connection:
        connection.execute(text(f"UPDATE belettre SET format = {FORMAT + 1}"))

    with pytest.raises(
        StoreError, match=rf"have format {FORMAT + 1}, this version .* format {FORMAT}; use the version"
    ):
        GameStore(url)


def test_tables_with_other_columns_are_refused(url: str) -> None:
    """A database with other tables of the same names is refused when it is opened."""
    with create_engine(url).begin() as connection:
        connection.execute(text("CREATE TABLE games (name TEXT)"))
    with pytest.raises(StoreError, match="column"):
        GameStore(url)


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """A file that another program made, as SQLite or not, is refused with its name and stays byte for byte."""
    theirs, notes, empty = tmp_path / "theirs", tmp_path / "notes", tmp_path / "empty"
    with create_engine(f"sqlite:///{theirs}").begin() as connection:
        connection.execute(text("CREATE TABLE letters (text TEXT)"))
    notes.write_bytes(b"notes without line end")
    empty.touch()

    for path in (theirs, notes):
        before = path.read_bytes()

        with pytest.raises(StoreError, match=str(path)):
            GameStore(f"sqlite:///{path}")

        assert path.read_bytes() == before

    GameStore(f"sqlite:///{empty}").close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no variable sets the folder")
def test_the_games_of_a_user_are_for_them_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The default database, which contains hands of practice games, can be read by its user only."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    GameStore(default_url()).close()

    folder = tmp_path / "belettre"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no variable sets the folder")
def test_a_folder_that_cannot_be_created(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The error names the folder and the option to choose another database."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))

    with pytest.raises(StoreError, match=r"file/belettre cannot be made: Not a directory; --database"):
        default_url()


@pytest.mark.parametrize(
    "url", ["", "nonsense", "mysql+none://x", "sqlite:///a?b=c&timeout=x", "postgresql+psycopg://h:x/"]
)
def test_invalid_urls_are_refused(url: str) -> None:
    """The error names the URL."""
    with pytest.raises((ArgumentError, StoreError), match="database"):
        GameStore(url)


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    """For a missing folder, another kind of file or no server, the error has one line, without the password."""
    with pytest.raises(StoreError, match="unable to open"):
        GameStore(f"sqlite:///{tmp_path}/no/such/folder.sqlite")

    path = tmp_path / "text"
    path.write_text("no database\n" * 100)

    with pytest.raises(StoreError, match="not a database"):
        GameStore(f"sqlite:///{path}")
    with pytest.raises(StoreError) as refused:
        GameStore("postgresql+psycopg://somebody:secret@127.0.0.1:1/games?connect_timeout=2")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_lost_database_raises_store_error(store: GameStore, url: str) -> None:
    """If a table disappears, every method raises StoreError."""
    with create_engine(url).begin() as other:
        other.execute(text("DROP TABLE entries"))
    for asks in (
        lambda: store.append_line(CODE, 1, "x"),
        lambda: store.load_lines(CODE),
        lambda: store.find_advanced({CODE: 0}),
    ):
        with pytest.raises(StoreError):
            asks()
