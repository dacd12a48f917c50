"""The upkeep of a database: backups while it is used, deletion of old games, and whether it can be written."""

from __future__ import annotations

import asyncio
import itertools
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event, text

from belettre_lexicon import Lexicon
from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.game import GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.live import background
from belettre_lexicon.web.live.background import DAY, Purge
from belettre_lexicon.web.live.live import Channel, Hub
from belettre_lexicon.web.store import database
from belettre_lexicon.web.store.database import GameStore, StoreError
from belettre_lexicon.web.store.database_schema import back_up
from belettre_lexicon.web.tables.registry import GameRegistry
from tests.web.asgi import client
from tests.web.tables import create_game
from tests.web.test_database_formats import execute

CODE = "BCDFGHJK"


@pytest.fixture
def store(url: str) -> Iterator[GameStore]:
    """A database with one game of one entry."""
    store = GameStore(url)
    store.create_game(CODE, secret="", terms="{}", header="h")
    store.append_line(CODE, 1, "one")
    yield store
    store.close()


def make_older(url: str, code: str, days: int) -> None:
    """Make a game and its entries older by some days."""
    for table, column in (("games", "created"), ("entries", "at")):
        execute(url, f"UPDATE {table} SET {column} = {column} - {days * DAY} WHERE code = '{code}'")


def codes_in(store: GameStore) -> set[str]:
    return {game.code for game in store.load_latest(1000)}


# Whether it can be written


def test_a_database_that_can_be_written(store: GameStore, url: str) -> None:
    """A check leaves the time when it was made; another one a moment later does not write again."""
    before = time.time()
    store.check_health()
    engine = create_engine(url)
    with engine.connect() as connection:
        checked = connection.execute(text("SELECT checked FROM belettre")).scalar_one()

    assert before <= checked <= time.time()

    execute(url, "UPDATE belettre SET checked = 0")
    store.check_health()
    with engine.connect() as connection:
        assert connection.execute(text("SELECT checked FROM belettre")).scalar_one() == 0

    engine.dispose()


def test_a_damaged_database_is_reported(store: GameStore, url: str) -> None:
    """The check reads a game: a database whose entries cannot be read is not healthy."""
    execute(url, "ALTER TABLE entries RENAME TO lost")

    with pytest.raises(StoreError):
        store.check_health()


def test_a_read_only_database_is_reported(store: GameStore, url: str) -> None:
    """If connections may only read, as at a standby of PostgreSQL, the check fails; afterwards it succeeds again."""
    statement = "PRAGMA query_only=ON" if url.startswith("sqlite") else "SET default_transaction_read_only TO on"

    def make_read_only(connection: Any, record: object) -> None:
        connection.execute(statement)
        connection.commit()

    event.listen(store._engine, "connect", make_read_only)
    store._engine.dispose()
    with pytest.raises(StoreError, match=r"read-?only"):
        store.check_health()

    event.remove(store._engine, "connect", make_read_only)
    store._engine.dispose()
    store.check_health()


def test_the_server_says_that_it_cannot_write(url: str) -> None:
    """The health of a server whose database may only be read is 503, and 200 before and after."""
    statement = "PRAGMA query_only=ON" if url.startswith("sqlite") else "SET default_transaction_read_only TO on"
    with client(url) as device:
        store = device.services.games.store

        def make_read_only(connection: Any, record: object) -> None:
            connection.execute(statement)
            connection.commit()

        def health() -> int:
            store._engine.dispose()
            store._checked_at = -database.CHECK_SECONDS
            return device.get("/api/health").status_code

        before = health()
        event.listen(store._engine, "connect", make_read_only)
        meanwhile = health()
        event.remove(store._engine, "connect", make_read_only)

        assert (before, meanwhile, health()) == (200, 503, 200)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    """If files cannot grow any more, the check fails, so that nobody is sent to this server."""
    program = """
import resource, sys
from pathlib import Path
from typing import Any
from belettre_lexicon.web.store.database import GameStore, StoreError
store = GameStore(f"sqlite:///{sys.argv[1]}")
store.check_health()
store._checked_at = -10
size = Path(sys.argv[1] + "-wal").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    store.check_health()
except StoreError as error:
    print(error)
"""
    path = tmp_path / "games.sqlite"
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True, timeout=60
    )

    assert done.stdout.startswith(f"database sqlite:///{path}: ")


# Backups


def test_a_backup_while_servers_write(tmp_path: Path) -> None:
    """The copy of a database that is being written is complete up to one moment, and a server can use it."""
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    store = GameStore(url)
    store.create_game(CODE, secret="", terms="{}", header="h")
    ending = threading.Event()

    def write() -> None:
        for number in itertools.count(1):
            if ending.is_set():
                return
            store.append_line(CODE, number, f"line {number} {'x' * 1000}")

    writing = threading.Thread(target=write)
    writing.start()
    while len(store.load_lines(CODE)) < 20:
        time.sleep(0.01)
    before = len(store.load_lines(CODE))

    assert back_up(url, tmp_path / "copy") == 1

    ending.set()
    writing.join()
    after = len(store.load_lines(CODE))
    store.close()

    assert {path.name for path in tmp_path.iterdir() if not path.name.startswith("games.")} == {"copy"}
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600

    copy = GameStore(f"sqlite:///{tmp_path / 'copy'}")
    lines = [line.number for line in copy.load_lines(CODE)]
    copy.close()

    assert lines == list(range(1, len(lines) + 1))
    assert before <= len(lines) <= after


def test_a_backup_of_an_older_format(tmp_path: Path) -> None:
    """A database is backed up before it is converted: the copy has its format, and the database stays as it is."""
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    GameStore(url).close()
    execute(url, "UPDATE belettre SET format = 2")
    before = (tmp_path / "games.sqlite").read_bytes()

    assert back_up(url, tmp_path / "copy") == 0
    assert (tmp_path / "games.sqlite").read_bytes() == before
    with create_engine(f"sqlite:///{tmp_path / 'copy'}").connect() as connection:
        assert connection.execute(text("SELECT format FROM belettre")).scalars().all() == [2]


def test_backups_that_are_refused(tmp_path: Path) -> None:
    """No file is replaced or left behind, and the error says what is wrong."""
    url, target = f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "copy"
    with pytest.raises(StoreError, match="nothing to back up"):
        back_up(url, target)
    GameStore(url).close()
    target.write_text("theirs")
    (tmp_path / "notes").write_text("no database" * 100)
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")

    for existing in (target, link):
        with pytest.raises(ArgumentError, match=f"--backup {existing}: the file exists"):
            back_up(url, existing)
    with pytest.raises(ArgumentError, match="No such file"):
        back_up(url, tmp_path / "no" / "folder")
    with pytest.raises(ArgumentError, match="pg_dump") as refused:
        back_up("postgresql+psycopg://me:secret@db/games", tmp_path / "other")
    with pytest.raises(ArgumentError, match="SQLite files"):
        back_up("sqlite://", tmp_path / "other")
    with pytest.raises(StoreError, match="not a database"):
        back_up(f"sqlite:///{tmp_path / 'notes'}", tmp_path / "other")

    assert "secret" not in str(refused.value)
    assert target.read_text() == "theirs"
    assert not any(path.name.startswith((".", "other")) for path in tmp_path.iterdir())


def test_a_backup_of_a_damaged_database(tmp_path: Path) -> None:
    """What is damaged is not taken for a backup."""
    path = tmp_path / "games.sqlite"
    store = GameStore(f"sqlite:///{path}")
    for number in range(200):
        store.create_game(f"CODE{number}", secret="", terms="x" * 500, header="h")
    store.close()
    damaged = bytearray(path.read_bytes())
    damaged[20_000:40_000] = b"\xff" * 20_000
    path.write_bytes(damaged)

    with pytest.raises(StoreError, match=r"damaged|malformed"):
        back_up(f"sqlite:///{path}", tmp_path / "copy")

    assert not (tmp_path / "copy").exists()


# Old games


def test_old_games_are_deleted(store: GameStore, url: str, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games without an entry for that long are deleted with their entries, page by page; others stay.

    A game stays if its last entry is newer, if a device follows it, or if one has opened it in the last day.
    """
    monkeypatch.setattr(database, "PURGE_PAGE", 2)
    monkeypatch.setattr(background, "_PAUSE", 0)
    games = GameRegistry(store, lexicon, KINDS)
    hub = Hub(games)
    kept: list[Any] = []
    for number in range(7):
        store.create_game(f"OLD{number}", secret="", terms="{}", header="h")
        store.append_line(f"OLD{number}", 1, "one")
        make_older(url, f"OLD{number}", 31)
    opened, forgotten = (create_game(games, GameTerms())[0] for _ in range(2))
    for code in (opened, forgotten):
        make_older(url, code, 40)
        with games.open_game(code, BelettreTable) as game:
            kept.append(game)
    kept[1].opened_at -= 2 * DAY
    make_older(url, CODE, 40)
    store.append_line(CODE, 2, "today")
    hub._channels["OLD3"] = Channel()

    assert asyncio.run(Purge(games, hub, 30).run_once()) == 7
    assert codes_in(store) == {CODE, "OLD3", opened}
    assert (games.is_loaded(opened), games.is_loaded(forgotten)) == (True, False)
    assert store.load_lines("OLD1") == []
    assert len(store.load_lines("OLD3")) == 1
    assert asyncio.run(Purge(games, hub, 30).run_once()) == 0
    asyncio.run(Purge(games, hub, None).run_daily(kept.append))  # ends, because there is nothing to do


@pytest.mark.parametrize("days", [-400, 3, 400])
def test_nothing_is_deleted_by_a_clock_that_is_wrong(
    store: GameStore, url: str, lexicon: Lexicon, days: int, caplog: pytest.LogCaptureFixture
) -> None:
    """If the newest entry is days away from the clock, no game is deleted, and a warning says so."""
    store.create_game("OLD", secret="", terms="{}", header="h")
    store.append_line("OLD", 1, "one")
    make_older(url, "OLD", 1000)
    make_older(url, CODE, days)
    games = GameRegistry(store, lexicon, KINDS)

    assert asyncio.run(Purge(games, Hub(games), 30).run_once()) == 0
    assert codes_in(store) == {CODE, "OLD"}
    assert f"the newest entry is {days} days old" in caplog.text


def test_nothing_is_deleted_after_the_clock_was_changed(
    store: GameStore, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An entry that was made after a jump agrees with the wrong clock; still no game is deleted."""
    store.create_game("TODAY", secret="", terms="{}", header="h")
    games = GameRegistry(store, lexicon, KINDS)
    purge, ahead = Purge(games, Hub(games), 30), time.time() + 400 * DAY
    monkeypatch.setattr(time, "time", lambda: ahead)
    store.append_line(CODE, 2, "two")

    assert asyncio.run(purge.run_once()) == 0
    assert codes_in(store) == {CODE, "TODAY"}
    assert "the clock was changed" in caplog.text


def test_games_are_deleted_again_every_day(
    store: GameStore, url: str, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The purge goes on from day to day, says how many games it deleted, and survives a lost database."""
    games = GameRegistry(store, lexicon, KINDS)
    store.create_game("TODAY", secret="", terms="{}", header="h")
    store.append_line("TODAY", 1, "one")
    purging = Purge(games, Hub(games), 30)
    days: list[float] = []
    told: list[int] = []
    purge_page = store.purge_page

    async def sleep(seconds: float) -> None:
        days.append(seconds)
        if len(days) == 1:
            make_older(url, CODE, 31)
            monkeypatch.setattr(store, "purge_page", away)
        elif len(days) == 2:
            monkeypatch.setattr(store, "purge_page", purge_page)
        else:
            raise asyncio.CancelledError

    def away(*_: object) -> None:
        raise StoreError("away")

    monkeypatch.setattr(f"{background.__name__}.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(purging.run_daily(told.append))

    assert told == [1]
    assert days == [DAY] * 3
    assert [record.message for record in caplog.records] == ["purge: away"]


def test_an_entry_during_a_purge_is_kept(store: GameStore, url: str) -> None:
    """While a page is deleted, nobody adds an entry: either the entry is refused or its game stays."""
    make_older(url, CODE, 40)
    outcomes: list[str] = []
    together = threading.Barrier(2)

    def enter() -> None:
        together.wait()
        try:
            store.append_line(CODE, 2, "now")
            outcomes.append("stored")
        except database.ConflictError:
            outcomes.append("refused")

    thread = threading.Thread(target=enter)
    thread.start()
    together.wait()
    deleted = store.purge_page(time.time() - 30 * DAY, set(), (0, "")).deleted
    thread.join()

    assert (outcomes, deleted) in ((["stored"], []), (["refused"], [CODE]))
    assert bool(store.load_lines(CODE)) == (outcomes == ["stored"])
