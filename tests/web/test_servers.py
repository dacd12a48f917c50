"""Real servers on one database: live updates across processes, simultaneous entries, and killed servers."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from sqlalchemy import create_engine, text

from belettre_lexicon.web.store.database import GameStore
from tests.web.databases import postgresql
from tests.web.servers import Server, serving

VOLONTE = {"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}
ECOLE = {"action": "lay", "seat": "SEP", "card": "e", "word": "École"}
KIOSQUE = {"action": "lay", "seat": "SEP", "card": "k", "word": "kilo"}


@pytest.fixture
def two(url: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    with serving(url) as first, serving(url) as second:
        yield first, second


class FollowingDevice(threading.Thread):
    """A device that follows a game: ``numbers`` of the received states, and the last ``state``."""

    def __init__(self, server: Server, code: str) -> None:
        super().__init__(daemon=True)
        self.numbers: list[int] = []
        self.state: dict[str, Any] = {}
        self._url = f"{server.url}/api/games/{code}/events"
        self._heard = threading.Condition()
        self.start()

    def run(self) -> None:
        """Receive events until the server ends."""
        try:
            with httpx2.stream("GET", self._url, timeout=30) as answer:
                for line in answer.iter_lines():
                    if line.startswith("data:"):
                        with self._heard:
                            self.state = json.loads(line.removeprefix("data:"))
                            self.numbers.append(self.state["number"])
                            self._heard.notify_all()
        except httpx2.HTTPError:
            pass

    def wait_for(self, number: int) -> dict[str, Any]:
        """Wait for a state with at least *number* entries, and return the last state."""
        with self._heard:
            assert self._heard.wait_for(lambda: self.numbers and self.numbers[-1] >= number, 20), self.numbers
            return self.state

    def wait_for_clock(self, *, paused: bool) -> dict[str, Any]:
        """Wait for a state in which the clock is stopped, or is not, and return it."""
        with self._heard:
            assert self._heard.wait_for(lambda: self.state and self.state["seats"]["paused"] is paused, 20), self.state
            return self.state


def begin(server: Server, **terms: object) -> str:
    """Create a game and return its code."""
    with server.client() as client:
        answer = client.post("/api/games", json={"kind": "table", **terms})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])


def enter(server: Server, code: str, number: int, *actions: dict[str, str]) -> httpx2.Response:
    """Send an entry from a device that has seen *number* entries."""
    with server.client() as client:
        return client.post(f"/api/games/{code}/entries", json={"number": number, "actions": list(actions)})


def test_entries_at_one_server_reach_devices_at_the_other(two: tuple[Server, Server]) -> None:
    """Devices at both servers receive every entry and undo, whichever server it was made at."""
    first, second = two
    code = begin(first)
    devices = [FollowingDevice(server, code) for server in (first, second, second)]
    for device in devices:
        assert device.wait_for(0)["table"] == []

    assert enter(second, code, 0, VOLONTE).status_code == 200
    assert enter(first, code, 1, ECOLE).status_code == 200

    for device in devices:
        assert [laid["word"] for laid in device.wait_for(2)["table"]] == ["Volonté", "École"]
        assert device.state["last"][0]["text"].startswith("Le Septentrional pose la minuscule e. « École » : valide.")
    with second.client() as client:
        assert client.post(f"/api/games/{code}/undo", json={"number": 2}).status_code == 200
    for device in devices:
        assert len(device.wait_for(3)["table"]) == 1


@pytest.mark.exhaustive
def test_p13_a_pause_holds_at_both_servers(two: tuple[Server, Server]) -> None:
    """P13: a clock stopped at one server stands still at the other, which may start it again, as an entry does."""
    first, second = two
    code = begin(first)
    devices = [FollowingDevice(server, code) for server in two]
    for device in devices:
        device.wait_for_clock(paused=False)

    def turn(server: Server, change: str, number: int) -> None:
        with server.client() as client:
            answer = client.post(f"/api/games/{code}/{change}", json={"number": number})
            assert answer.status_code == 200, answer.text

    turn(first, "pause", 0)
    stood = [device.wait_for_clock(paused=True)["elapsed"] for device in devices]
    time.sleep(1.2)
    with second.client() as client:
        now = client.get(f"/api/games/{code}").json()["elapsed"]
    assert max(stood) - min(stood) < 0.2 and abs(now - stood[0]) < 0.2

    turn(second, "resume", 0)
    assert all(device.wait_for_clock(paused=False)["elapsed"] - now < 1 for device in devices)

    turn(second, "pause", 0)
    for device in devices:
        device.wait_for_clock(paused=True)
    assert enter(first, code, 0, VOLONTE).status_code == 200
    for device in devices:
        assert device.wait_for(1)["seats"]["paused"] is False


def test_devices_get_what_was_missed_while_nobody_listened() -> None:
    """If PostgreSQL ends all connections, as it does when it restarts, devices at other servers still get every entry.

    Entries are made at once, while the other server has lost its connection, and after it listens again.
    """
    with postgresql() as url, serving(url) as first, serving(url) as second:
        code = begin(first)
        device = FollowingDevice(second, code)
        device.wait_for(0)
        admin = create_engine(url)
        with admin.connect() as connection:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            ended = connection.execute(text(f"{others} AND datname = current_database()")).scalars().all()
        admin.dispose()

        assert ended.count(True) >= 2  # at least what listens in both servers
        assert enter(first, code, 0, VOLONTE).status_code == 200
        assert [laid["word"] for laid in device.wait_for(1)["table"]] == ["Volonté"]
        assert enter(first, code, 1, ECOLE).status_code == 200

        device.wait_for(2)


@pytest.mark.exhaustive
def test_of_simultaneous_entries_at_two_servers_one_is_accepted(two: tuple[Server, Server], url: str) -> None:
    """Twelve times, one of two entries is accepted, and the other device gets the new state."""
    code = begin(two[0])

    assert enter(two[0], code, 0, VOLONTE).status_code == 200

    store = GameStore(url)
    number = 1
    for _ in range(12):
        answers: list[httpx2.Response] = []
        together = threading.Barrier(2)

        def at_once(server: Server, action: dict[str, str], number: int = number) -> None:
            together.wait()  # noqa: B023  # it is of this round
            answers.append(enter(server, code, number, action))  # noqa: B023  # so are they

        threads = [threading.Thread(target=at_once, args=pair) for pair in zip(two, (ECOLE, KIOSQUE), strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        won, late = sorted(answers, key=lambda answer: answer.status_code)

        assert (won.status_code, late.status_code) == (200, 409), late.text
        assert late.json()["problem"] == "stale"
        assert late.json()["sight"]["number"] == number + 1
        assert late.json()["sight"]["table"] == won.json()["sight"]["table"]
        assert [line.number for line in store.load_lines(code)] == list(range(1, number + 2))

        with two[0].client() as client:
            assert client.post(f"/api/games/{code}/undo", json={"number": number + 1}).status_code == 200
        number += 2
    store.close()


def test_a_killed_server_loses_nothing(url: str) -> None:
    """After a kill and a restart, the game is as it was, to the last word, and can be continued."""
    with serving(url) as server:
        code = begin(server, players={"PON": "Ana"})
        device = FollowingDevice(server, code)
        for number, action in enumerate((VOLONTE, ECOLE)):
            assert enter(server, code, number, action).status_code == 200
        before = device.wait_for(2)
        server.kill()
        server.restart()
        with server.client() as client:
            after = client.get(f"/api/games/{code}").json()

            assert {**after, "elapsed": 0} == {**before, "elapsed": 0}
            assert "Ana" in str(after["players"])
            assert client.post(f"/api/games/{code}/undo", json={"number": 2}).status_code == 200


@pytest.mark.exhaustive
def test_bots_continue_after_their_server_was_killed(url: str) -> None:
    """When the person looks at the game again, the bots move until it is the person's turn."""
    with serving(url) as server:
        code = begin(server, kind="practice", seat="MER", seed=3, manches=1)
        device = FollowingDevice(server, code)
        device.wait_for(1)
        server.kill()
        server.restart()
        device = FollowingDevice(server, code)
        state = device.wait_for(3)

        assert state["actions"]
        assert state["turn"] == "MER"
        assert len(state["table"]) == 3


def test_a_server_with_followers_stops_in_good_order(url: str) -> None:
    """Ctrl-C stops the server without a traceback, although devices follow."""
    with serving(url) as server:
        code = begin(server)
        FollowingDevice(server, code).wait_for(0)

        assert server.stop() == 0
        assert "Traceback" not in "".join(server.said)
