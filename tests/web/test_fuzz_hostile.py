"""Thousands of malformed requests: none gets a 5xx answer, and none changes a game. Seeds are in ``seeds``."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from belettre_lexicon.engine import Lay, Seat
from belettre_lexicon.french.cards import Card
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from tests.exhaustive import EXHAUSTIVE
from tests.web import hostile
from tests.web.asgi import Answer, Request, build, client, running, send
from tests.web.servers import serving

SEEDS: dict[str, Any] = json.loads((Path(__file__).parent / "seeds" / "hostile.json").read_text(encoding="utf-8"))
REQUESTS = 10_000 if EXHAUSTIVE else 3_000
#: The number of simultaneous requests.
TOGETHER = 16


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def games(database: str) -> list[tuple[str, str]]:
    """Codes and tokens of a table with a card on it, and of a practice game that waits for its person."""
    with client(database, shared=True) as arbiter:
        bodies: list[dict[str, Any]] = [{"kind": "table"}, {"kind": "practice", "seed": 3}]
        begun = [arbiter.post("/api/games", json=body).json() for body in bodies]
        with arbiter.services.games.open_game(begun[0]["code"], BelettreTable) as game:
            game.enter(0, Lay(Seat.PONANTAIS, Card.of("l"), "Volonté"))
    return [(game["code"], game["token"]) for game in begun]


def content(database: str) -> list[tuple[Any, ...]]:
    """All rows of the database."""
    engine = create_engine(database)
    with engine.connect() as connection:
        rows = [
            tuple(row)
            for table in ("games", "entries")
            for row in connection.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2"))
        ]
    engine.dispose()
    return rows


async def answers(database: str, requests: Iterator[Request]) -> list[tuple[Request, Answer]]:
    """Send requests to a shared server through a trusted proxy, TOGETHER at a time; return them with their answers."""
    answered: list[tuple[Request, Answer]] = []
    async with running(build(database, shared=True, trusted_proxies=("198.51.0.0/16",))) as built:

        async def worker() -> None:
            for request in requests:
                answered.append((request, await send(built, request)))  # one at a time per worker

        await asyncio.gather(*(worker() for _ in range(TOGETHER)))
    return answered


@pytest.mark.sampled
def test_thousands_of_malformed_requests(database: str, games: list[tuple[str, str]]) -> None:
    """No answer has status 5xx, a traceback, or missing headers; no game changes; bad bodies are refused."""
    before = content(database)
    share = REQUESTS // len(SEEDS["seeds"])
    sent = 0
    statuses: Counter[int] = Counter()
    for seed in SEEDS["seeds"]:
        for request, answer in asyncio.run(answers(database, hostile.requests(seed, games, share))):
            sent += 1
            statuses[answer.status] += 1
            assert answer.status < 500, (request, answer)
            assert b"Traceback" not in answer.body, (request, answer)
            assert b"root:" not in answer.body, (request, answer)
            assert answer.headers["x-content-type-options"] == "nosniff", (request, answer)
            if request.method == "POST":
                assert answer.status >= 400, (request, answer)

    assert sent == REQUESTS
    assert content(database) == before
    # The requests must reach all parts of the server, not only its first check.
    assert {400, 403, 404, 405, 409, 413, 414, 415, 422} <= set(statuses), statuses


def test_requests_that_once_failed_are_refused(database: str, games: list[tuple[str, str]]) -> None:
    """Requests that once caused a 5xx answer or changed a game are refused now."""
    # The person of the practice game moves and leaves while the bots have to move.
    with client(database, shared=True) as person, person.services.games.open_game(games[1][0], BelettreTable) as game:
        game.enter(0, Lay(Seat.PONANTAIS, Card.of("G"), "gare"))
    before = content(database)
    requests = [
        Request(
            failed["method"],
            failed["path"].replace("TABLE", games[0][0]).replace("PRACTICE", games[1][0]).encode("latin-1"),
            tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in failed["headers"]),
            (failed["body"].encode("latin-1"),),
            ends=failed["ends"],
        )
        for failed in SEEDS["once_failed"]
    ]

    assert requests

    for request, answer in asyncio.run(answers(database, iter(requests))):
        assert answer.status < 500, (request, answer)

    assert content(database) == before


def broken_requests(code: str) -> Iterator[bytes]:
    """Bytes that are not valid HTTP, or end too early."""
    entries = (
        f"POST /api/games/{code}/entries HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n".encode()
    )
    heads = (
        b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
        b"Content-Length: -1\r\n\r\n{}",
        b"Content-Length: abc\r\n\r\n{}",
        b"Content-Length: 99999999999\r\n\r\n{}",
        b"Content-Length: 50\r\n\r\n{}",
        b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n{}",
        b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
        b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
        b"X: " + b"a" * 40_000 + b"\r\n\r\n",
        b"X\r\n\r\n",
        b"".join(b"X-%d: y\r\n" % number for number in range(3_000)) + b"\r\n",
        b": empty\r\n\r\n",
        b"X: \x00\r\n\r\n",
        b"X: a\r\n folded\r\n\r\n",
        b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n",
    )
    yield from (entries + head for head in heads)
    yield from (
        b"",
        b"\r\n" * 100,
        b"\x16\x03\x01\x02\x00\x01",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET \xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /static/../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"G" * 70_000,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    )


def test_broken_connections_do_not_harm_the_server(database: str, games: list[tuple[str, str]]) -> None:
    """Hundreds of invalid or interrupted connections cause no 5xx answer, and the server continues."""
    before = content(database)
    with serving(database, "--lan") as server:
        for _ in range(10):
            for raw in broken_requests(games[0][0]):
                with closing(socket.create_connection(("127.0.0.1", server.port), timeout=20)) as connection:
                    try:
                        connection.sendall(raw)
                        connection.shutdown(socket.SHUT_WR)
                        head = connection.recv(100)
                    except OSError:  # the server disconnected first
                        continue
                    assert not head.startswith(b"HTTP/1.1 5"), (raw[:200], head)
        with server.client() as device:
            assert device.get("/api/health").status_code == 200
        server.stop()

        assert "Traceback" not in "".join(server.said), "".join(server.said)

    assert content(database) == before
