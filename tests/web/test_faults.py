"""One fault does not stop the rest: killed servers, databases that restart, hang or are full, clocks that jump.

In every test phones go on entering cards. What was acknowledged is in the database afterwards, and what cannot be done
is refused at once. All of it is exhaustive; ``test_servers``, ``test_workers``, ``test_connections``,
``test_database_upkeep`` and ``test_seats`` hold parts of it in every run.
"""

from __future__ import annotations

import asyncio
import random
import socket
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from belettre_lexicon.web.live.background import DAY, Purge
from belettre_lexicon.web.live.live import Hub
from belettre_lexicon.web.workers import LONGEST
from tests.web.asgi import client
from tests.web.databases import Cluster, cluster
from tests.web.faults import PATIENCE, entering, make_tables, next_entry, wait_for_entries
from tests.web.servers import ForkedServer, serving
from tests.web.test_seats import ECOLE, begun
from tests.web.test_servers import VOLONTE, FollowingDevice

resource = pytest.importorskip("resource", reason="this system has no limits of files")
pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process"),
]

#: How many times the servers of each database are killed, and PostgreSQL is restarted in each way.
KILLS, RESTARTS = 50, 5
#: The number of tables that enter while PostgreSQL stands still: more than the server has threads for games.
TABLES = 20


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    """A PostgreSQL of this module, which its tests restart and freeze."""
    with cluster() as own:
        yield own


def test_killed_servers_lose_no_entry(url: str) -> None:
    """After each of 50 kills, the phones of the dead server go on at its peer, and later at both.

    A device that follows a table at one of them gets the entries that were made at the other one.
    """
    codes, chance = make_tables(url, 8), random.Random(34)
    with (
        serving(url, program=ForkedServer) as first,
        serving(url, program=ForkedServer) as second,
        entering((first, second), codes) as phones,
    ):
        for kill in range(KILLS):
            phone = phones[kill % len(phones)]
            dead, peer = (first, second) if kill % 2 else (second, first)
            wait_for_entries([phone])
            time.sleep(chance.uniform(0, 0.2))  # at another place of an entry each time
            dead.kill()
            if kill % 10 == 0:
                wait_for_entries(phones)
                FollowingDevice(peer, phone.code).wait_for(len(phone.acknowledged))
            dead.restart()
        wait_for_entries(phones)
        followed = [FollowingDevice(server, phone.code) for phone in phones for server in (first, second)]
        known = [len(phone.acknowledged) for phone in phones for _ in (first, second)]
        for device, number in zip(followed, known, strict=True):
            device.wait_for(number + 1)


def test_restarts_of_postgresql_lose_no_entry(own: Cluster) -> None:
    """Five orderly restarts and five power cuts of PostgreSQL: the same servers go on by themselves after each."""
    codes = make_tables(own.url, 8)
    with serving(own.url) as first, serving(own.url) as second, entering((first, second), codes) as phones:
        for mode in ("fast", "immediate") * RESTARTS:
            wait_for_entries(phones)
            own.restart(mode)
        wait_for_entries(phones)
        for phone in phones:
            assert FollowingDevice(second, phone.code).wait_for(len(phone.acknowledged))


def test_a_frozen_postgresql_stops_no_verdict(own: Cluster) -> None:
    """While PostgreSQL stands still and 20 tables enter, words are judged, and every phone hears 503 in time.

    When it goes on, so do all tables, and nothing is lost.
    """
    codes = make_tables(own.url, TABLES)
    with serving(own.url) as server, server.client() as stranger, entering([server], codes) as phones:
        wait_for_entries(phones)
        with own.frozen():
            end = time.monotonic() + LONGEST + PATIENCE
            while not all(phone.refusals for phone in phones):
                assert time.monotonic() < end, [phone.statuses for phone in phones]
                assert stranger.get("/api/verdict", params={"word": "volonté"}).status_code == 200
                assert stranger.get("/verdict", params={"word": "volonté"}).status_code == 200
                time.sleep(0.2)
            late = stranger.post(f"/api/games/{codes[0]}/entries", json=next_entry(0)[2])
            assert (late.status_code, late.headers["retry-after"]) == (503, "5")
            assert {answer.headers["retry-after"] for phone in phones for answer in phone.refusals} == {"5"}
        wait_for_entries(phones)


def test_a_full_disk_refuses_entries_and_loses_none(tmp_path: Path) -> None:
    """Entries that do not fit get 503, games can still be viewed; when there is room again, all tables go on."""
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    codes = make_tables(url, 4)
    with serving(url) as server, server.client() as stranger, entering([server], codes) as phones:
        wait_for_entries(phones)

        def limit_files(size: int) -> None:
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        for _ in range(3):
            limit_files((tmp_path / "games.sqlite-wal").stat().st_size + 10_000)
            before = [len(phone.refusals) for phone in phones]
            end = time.monotonic() + PATIENCE
            while any(len(phone.refusals) <= count for phone, count in zip(phones, before, strict=True)):
                assert time.monotonic() < end, [phone.statuses for phone in phones]
                time.sleep(0.05)
            assert stranger.get("/api/health").status_code == 503
            assert stranger.get(f"/api/games/{codes[0]}").status_code == 200
            limit_files(resource.RLIM_INFINITY)
            wait_for_entries(phones)
        assert {answer.json()["problem"] for phone in phones for answer in phone.refusals} == {"database"}


@pytest.mark.parametrize("days", [-400, 400])
def test_a_clock_that_jumps_deletes_nothing_and_stops_nobody(
    url: str, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """A year ahead or behind, and back again, tables and seats go on, nobody is late (P13), and no game is deleted."""
    (idle,), now = make_tables(url, 1), time.time
    with client(url, shared=True) as arbiter:
        table, games = begun(arbiter), arbiter.services.games
        purge = Purge(games, Hub(games), 30)
        phone = table.seated("SEP")
        code = table.path.rpartition("/")[2]
        for device, cookie in ((arbiter, f"belettre-{code}"), (phone, f"belettre-{code}-seat")):
            device.headers["Authorization"] = f"Bearer {device.cookies[cookie]}"  # its cookies end by this clock
        for jump in (days, 0):
            assert table.enter(arbiter, VOLONTE).status_code == 200
            monkeypatch.setattr(time, "time", lambda jump=jump: now() + jump * DAY)
            assert asyncio.run(purge.run_once()) == 0
            assert table.enter(phone, ECOLE).json()["sight"]["seats"]["proposal"]["late"] == 0
            entered = table.answer(arbiter, "SEP", overtime=True)
            assert (entered.status_code, entered.json()["sight"]["elapsed"] < PATIENCE) == (200, True)
            assert "seconde" not in arbiter.get(f"{table.path}/history").text
            invited = arbiter.post(f"{table.path}/seats/invitation", json={"seat": "MER"}).json()
            claim = {"invitation": invited["invitation"]}
            assert table.phone().post(f"{table.path}/seats/claim", json=claim).status_code == 201
            assert asyncio.run(purge.run_once()) == 0
            number = arbiter.get(table.path).json()["number"]
            for seen in (number, number + 1):
                assert arbiter.post(f"{table.path}/undo", json={"number": seen}).status_code == 200
        assert arbiter.get(f"/api/games/{idle}").status_code == 200


def test_one_address_with_idle_sockets_stops_nobody(tmp_path: Path) -> None:
    """At 1,024 open files, one address holds idle sockets and opens new ones; forty others are all answered."""
    few = (1024, 1024)
    with (
        serving(
            f"sqlite:///{tmp_path / 'games.sqlite'}", prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few)
        ) as server,
        ExitStack() as open_ones,
    ):

        def hold(number: int) -> None:
            for index in range(number):
                one = socket.create_connection(("127.0.0.1", server.port), PATIENCE, ("127.0.0.2", 0))
                open_ones.enter_context(one)
                one.sendall(b"GET / HTTP/1.1\r\nHost: " if index % 2 else b"")

        hold(800)
        for host in range(3, 43):
            transport = httpx2.HTTPTransport(local_address=f"127.0.0.{host}")
            with httpx2.Client(base_url=server.url, transport=transport, timeout=PATIENCE) as other:
                assert other.get("/api/verdict", params={"word": "volonté"}).status_code == 200
                assert other.get("/api/health").status_code == 200
            hold(2)
        assert "out of system resource" not in "".join(server.said)


def test_warm_servers_answer_hundreds_of_tables(url: str) -> None:
    """After a restart, 300 tables are opened and entered at two servers by twelve phones at once, without an error."""
    codes = make_tables(url, 300)
    with serving(url) as first, serving(url) as second, first.client() as one, second.client() as other:
        for device, server in ((one, first), (other, second)):
            device.headers["Origin"] = server.url  # pages may set cookies

        def play(code: str) -> list[int]:
            path, answers = f"/api/games/{code}", [one.get(f"/api/games/{code}"), other.get(f"/g/{code}")]
            for number in range(4):
                _, entry, body = next_entry(number)
                device = (one, other)[number % 2]
                own = {"Origin": str(device.base_url).rstrip("/")}  # its cookies are not for other sites
                answers.append(device.post(f"{path}{entry}", json=body, headers=own))
            return [answer.status_code for answer in answers]

        with ThreadPoolExecutor(12) as pool:
            assert list(pool.map(play, codes)) == [[200] * 6] * len(codes)
