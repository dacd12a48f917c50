"""Notifications: a process learns what others have changed, at once, without asking all the time."""

from __future__ import annotations

import asyncio
import queue
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection, create_engine, text

from belettre_lexicon.web.live import notifications
from belettre_lexicon.web.live.live import Hub
from belettre_lexicon.web.live.notifications import Notifications
from belettre_lexicon.web.store.database import CHANNEL, ConflictError, GameStore
from tests.web.databases import postgresql

CODE = "BCDFGHJK"
#: Seconds to wait for what must come, and for what must not come.
LONG, SHORT = 20, 1.2


@contextmanager
def reported(store: GameStore) -> Iterator[queue.Queue[str | None]]:
    """Collect what is reported to the process of a store, after the first report that anything may have changed."""
    codes: queue.Queue[str | None] = queue.Queue()
    with Notifications(store, codes.put):
        assert codes.get(timeout=LONG) is None
        yield codes


@pytest.fixture
def stores(url: str) -> Iterator[tuple[GameStore, GameStore]]:
    """The databases of two servers, which are one; it contains one game."""
    ours, theirs = GameStore(url), GameStore(url)
    ours.create_game(CODE, secret="", terms="{}", header="h")
    yield ours, theirs
    ours.close()
    theirs.close()


def test_an_entry_of_another_process_is_reported(stores: tuple[GameStore, GameStore], url: str) -> None:
    """PostgreSQL names the game, SQLite says that something was written; afterwards there is silence."""
    ours, theirs = stores
    with reported(ours) as codes:
        theirs.append_line(CODE, 1, "one")

        assert codes.get(timeout=LONG) == (None if url.startswith("sqlite") else CODE)
        assert ours.find_advanced({CODE: 0}) == {CODE}

        ours.load_lines(CODE)

        with pytest.raises(queue.Empty):
            codes.get(timeout=SHORT)


def test_a_process_ignores_what_it_has_sent() -> None:
    """On PostgreSQL, entries of this process are not reported to it."""
    with postgresql() as url:
        store = GameStore(url)
        store.create_game(CODE, secret="", terms="{}", header="h")
        with reported(store) as codes:
            store.append_line(CODE, 1, "one")

            with pytest.raises(queue.Empty):
                codes.get(timeout=SHORT)
        store.close()


def test_a_refused_line_is_not_reported() -> None:
    """A line whose number is taken is neither stored nor sent to other processes."""
    with postgresql() as url:
        ours, theirs = GameStore(url), GameStore(url)
        ours.create_game(CODE, secret="", terms="{}", header="h")
        ours.append_line(CODE, 1, "one")
        with reported(ours) as codes:
            with pytest.raises(ConflictError):
                theirs.append_line(CODE, 1, "again")
            with pytest.raises(queue.Empty):
                codes.get(timeout=SHORT)
        ours.close()
        theirs.close()


def test_listening_resumes_when_the_connection_is_lost(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If PostgreSQL ends the listening connection, a new one listens, and what was missed is asked for."""
    monkeypatch.setattr(notifications, "RECONNECT_SECONDS", 0.1)
    with postgresql() as url:
        ours, theirs = GameStore(url), GameStore(url)
        ours.create_game(CODE, secret="", terms="{}", header="h")
        with reported(ours) as codes:
            with create_engine(url).connect() as admin:
                listeners = text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    f"WHERE datname = current_database() AND query = 'LISTEN {CHANNEL}'"
                )
                assert admin.execute(listeners).scalars().all() == [True]
            theirs.append_line(CODE, 1, "missed")

            assert codes.get(timeout=LONG) is None  # the new connection
            assert ours.find_advanced({CODE: 0}) == {CODE}

            theirs.append_line(CODE, 2, "heard")

            assert codes.get(timeout=LONG) == CODE
        ours.close()
        theirs.close()
    assert [record.message.partition(":")[0] for record in caplog.records] == ["notifications"] * 2


def test_a_process_without_free_files_tries_again(
    stores: tuple[GameStore, GameStore], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If the system refuses another open file, listening begins a little later, and is said once."""
    monkeypatch.setattr(notifications, "RECONNECT_SECONDS", 0.1)
    source_of = notifications._source_of
    attempts: list[str] = []

    def refused_twice(connection: Connection, origin: str) -> notifications._Source:
        attempts.append(origin)
        if len(attempts) < 3:
            raise OSError(24, "Too many open files")
        return source_of(connection, origin)

    monkeypatch.setattr(notifications, "_source_of", refused_twice)
    with reported(stores[0]):
        pass

    assert len(attempts) == 3
    assert sum("Too many open files" in record.message for record in caplog.records) == 1


def test_there_is_a_safety_net(stores: tuple[GameStore, GameStore], monkeypatch: pytest.MonkeyPatch) -> None:
    """From time to time anything may have changed, and a driver that tells nothing says so all the time."""
    monkeypatch.setattr(notifications, "SAFETY_SECONDS", 0.1)
    monkeypatch.setattr(notifications._Psycopg, "seconds", 0.1)
    with reported(stores[0]) as codes:
        assert codes.get(timeout=LONG) is None
        assert codes.get(timeout=LONG) is None
    monkeypatch.setattr(notifications, "SAFETY_SECONDS", 1000)
    monkeypatch.setattr(notifications, "_source_of", lambda connection, origin: notifications._Source())
    with reported(stores[0]) as codes:
        assert codes.get(timeout=LONG) is None
        assert codes.get(timeout=LONG) is None


def test_an_idle_server_asks_nothing(stores: tuple[GameStore, GameStore], monkeypatch: pytest.MonkeyPatch) -> None:
    """While nobody writes, a server with a followed game asks the database once, at its start; then it is told.

    What is told wakes the device within a second.
    """
    ours, theirs = stores
    questions: list[dict[str, int]] = []
    find_advanced = ours.find_advanced

    def asked(numbers: Mapping[str, int]) -> set[str]:
        questions.append(dict(numbers))
        return find_advanced(numbers)

    monkeypatch.setattr(ours, "find_advanced", asked)

    async def watch() -> tuple[int, bool]:
        hub = Hub(SimpleNamespace(store=ours))  # type: ignore[arg-type]  # the hub uses nothing else
        woken = asyncio.Event()
        monkeypatch.setattr(hub, "_wake", lambda code: woken.set())
        monkeypatch.setattr(hub, "_channels", {CODE: SimpleNamespace(version=0)})
        watching = asyncio.create_task(hub.watch())
        await asyncio.sleep(2)
        idle = len(questions)
        await asyncio.to_thread(theirs.append_line, CODE, 1, "one")
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), 1)
        watching.cancel()
        return idle, woken.is_set()

    assert asyncio.run(watch()) == (1, True)


def test_nothing_is_reported_after_the_end(stores: tuple[GameStore, GameStore]) -> None:
    """When the block ends, its thread ends at once, and later changes are not reported."""
    ours, theirs = stores
    with reported(ours) as codes:
        ended = time.monotonic()
    assert time.monotonic() - ended < 0.5

    theirs.append_line(CODE, 1, "one")

    with pytest.raises(queue.Empty):
        codes.get(timeout=SHORT)
