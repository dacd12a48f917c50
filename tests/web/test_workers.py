"""The threads of requests: a database that hangs keeps nobody from a verdict, and its own requests fail at once."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from belettre_lexicon.base.errors import BelettreError
from belettre_lexicon.web import workers
from belettre_lexicon.web.workers import Workers
from tests.web.servers import serving


class RefusedError(BelettreError):
    """What the pools of these tests raise."""


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """An event for which the threads of a test wait; it is set at the end of the test."""
    opened = threading.Event()
    yield opened
    opened.set()


def test_requests_for_words_go_on_while_a_database_is_locked(tmp_path: Path) -> None:
    """While another program holds SQLite and 20 tables enter, words are judged; entries get 503, none is half made."""
    path = tmp_path / "games.sqlite"
    entry = {"number": 0, "actions": [{"action": "lay", "seat": "PON", "card": "V", "word": "volonté"}]}
    with serving(f"sqlite:///{path}") as server, server.client() as client, ThreadPoolExecutor(24) as devices:
        client.headers["Origin"] = server.url
        codes = [client.post("/api/games", json={"kind": "table"}).json()["code"] for _ in range(21)]
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN EXCLUSIVE")
            entries = [devices.submit(client.post, f"/api/games/{code}/entries", json=entry) for code in codes[:20]]
            verdicts = [client.get("/api/verdict", params={"word": word}) for word in ("volonté", "école", "xyzzy") * 9]
            while not any(one.done() for one in entries):  # the first gives up after a second
                verdicts.append(client.get("/verdict", params={"word": "volonté"}))
                time.sleep(0.05)  # one address may ask so often and no oftener
            late = client.post(f"/api/games/{codes[20]}/entries", json=entry)
            other.rollback()
        answers = [one.result() for one in entries]

        assert {verdict.status_code for verdict in verdicts} == {200}
        assert (late.status_code, late.headers["retry-after"]) == (503, "5")
        assert {answer.status_code for answer in answers} == {200, 503}
        for code, answer in zip(codes, answers, strict=False):
            stored = client.get(f"/api/games/{code}").json()["number"]
            assert stored == (answer.status_code == 200)


def test_a_pool_refuses_at_once_while_all_its_threads_are_stuck(
    gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task that finds no thread in time is refused and never runs; when threads are free again, tasks run."""
    monkeypatch.setattr(workers, "PATIENCE", 0.05)

    async def scenario() -> None:
        pool = Workers("pool", 2, RefusedError)
        ran: list[str] = []
        stuck = [asyncio.create_task(pool.run(gate.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(RefusedError, match="pool: no answer in time, 2 of 2 threads"):
            await pool.run(ran.append, "waited")
        with pytest.raises(RefusedError):
            await pool.run(ran.append, "refused at once")
        gate.set()
        assert await asyncio.gather(*stuck) == [True, True]
        await pool.run(ran.append, "after")
        pool.close()

        assert ran == ["after"]

    asyncio.run(scenario())


def test_a_task_that_takes_too_long_is_refused_and_goes_on(
    gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller of a task that hangs hears so; its thread counts as taken until it is finished."""
    monkeypatch.setattr(workers, "LONGEST", 0.05)
    monkeypatch.setattr(workers, "PATIENCE", 0.05)

    async def scenario() -> None:
        pool = Workers("pool", 1, RefusedError)
        finished = threading.Event()

        def hang() -> None:
            gate.wait()
            finished.set()
            raise KeyError("nobody asks for it any more")

        for function in (hang, finished.set):
            with pytest.raises(RefusedError):
                await pool.run(function)
        assert not finished.is_set()
        gate.set()
        await asyncio.to_thread(finished.wait)
        assert await pool.run(pow, 2, 3) == 8
        pool.close()

    asyncio.run(scenario())


def test_a_busy_pool_that_moves_refuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """More tasks than threads wait for their turn, and what a task raises reaches its caller."""

    def fail() -> None:
        raise KeyError("x")

    async def scenario() -> None:
        pool = Workers("pool", 2, RefusedError)
        assert await asyncio.gather(*(pool.run(pow, 2, number) for number in range(50))) == [2**n for n in range(50)]
        with pytest.raises(KeyError):
            await pool.run(fail)
        pool.close()

    asyncio.run(scenario())
