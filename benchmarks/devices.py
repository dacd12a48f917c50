"""The tables of ``benchmarks.load`` and their devices: phones that follow a game, one of which enters actions.

The devices of a table share a source address of their own (127.x.y.z), as phones behind one Wi-Fi router do, so that
the server's limits for each address are those of real life. What the tables enter is written before the measurement
(``write_entries``), so that the client has little to do during it. Start reading at ``LoadTable``.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from belettre_lexicon import Judge
from belettre_lexicon.engine import Lay, Partie
from belettre_lexicon.games.belettre.records.json_lines import to_json

from .connections import EventStream, RequestConnection
from .servers import Server

#: Words that the tables use. Some fit the cards, some do not, some get repeated.
WORDS = ("volonté", "école", "raclette", "facile", "portes", "maison", "jardin", "table", "chaise", "zzzzz", "musique")
#: Seconds to wait for an answer, and for the first event of a stream.
PATIENCE = 60
#: Seconds after which an unused connection is not used again. The server closes it after 20.
_KEEP_ALIVE = 15
#: The number of entries in an answer: the first field of that name is the answer's own.
_NUMBER = re.compile(rb'"number": ?(\d+)')


class Paths(NamedTuple):
    """The URL paths that devices use, with ``{code}`` for the code of the game.

    stream   the stream of events
    entries  where entries are posted
    refresh  what is loaded after every entry; "" for nothing
    """

    stream: str
    entries: str
    refresh: str = ""


#: What the pages use, and what they used when a page posted to the API and then loaded its state.
PAGE = Paths("/g/{code}/live", "/g/{code}/entries")
PAGE_WITH_REFRESH = Paths("/g/{code}/live", "/api/games/{code}/entries", "/g/{code}/state")
#: What programs use.
API = Paths("/api/games/{code}/events", "/api/games/{code}/entries")
#: What ``benchmarks.bare_server`` offers.
BARE = Paths("/{code}", "/{code}")


class Measurements:
    """The results of a run, times in milliseconds.

    answered   the time to each answer
    delivered  the time until all devices of a table had received an entry
    errors     how often each thing went wrong
    """

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.delivered: list[float] = []
        self.errors: Counter[str] = Counter()


class LoadTable:
    """A table: its devices, and the entries that it has made.

    code          the code of the game; token allows its holder to change it
    acknowledged  the last number that the server confirmed
    bodies        the entries that the table will make, as JSON arrays of actions
    paths         the URL paths that its devices use
    seen          the last number that each device has received; -1 before the first
    """

    def __init__(self, index: int, servers: Sequence[Server], paths: Paths, measurements: Measurements) -> None:
        """*servers* are those of the devices, one for each device. The first device makes the entries."""
        self.code = f"T{index}"
        self.token = ""
        self.acknowledged = 0
        self.bodies: deque[bytes] = deque()
        self.seen = [-1] * len(servers)
        self._servers = servers
        self._address = source_address(index)
        self.paths = paths
        self._measurements = measurements
        self._sent: dict[int, float] = {}
        self._streams: list[EventStream] = []
        self._connection: RequestConnection | None = None
        self._busy = asyncio.Lock()
        self._is_broken = False

    async def create(self) -> None:
        """Begin a game at the server. Raises SystemExit if the server refuses."""
        status, body = await self._request("POST", "/api/games", b'{"kind":"table"}')
        if status != 201:
            raise SystemExit(f"no game was created: {status} {body[:300]!r}")
        created = msgspec.json.decode(body)
        self.code, self.token = created["code"], created["token"]

    async def accepts_page_entries(self) -> bool:
        """Return whether the server has the address to which the pages post their entries."""
        status, _ = await self._request("POST", PAGE.entries.format(code=self.code), b"{}")
        return status not in (404, 405)

    async def follow(self, device: int) -> None:
        """Open the stream of a device, and wait for its first event."""
        first: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def arrived(number: int) -> None:
            if not first.done():
                first.set_result("")
            self._receive(device, number)

        def ended(reason: str) -> None:
            self._measurements.errors[reason] += 1
            if not first.done():
                first.set_result(reason)

        server = self._servers[device]
        head = self._head("GET", self.paths.stream, server, device == 0) + b"Accept: text/event-stream\r\n\r\n"
        stream = EventStream(head, arrived, ended)
        self._streams.append(stream)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._connect(lambda: stream, server)
                await first
        except OSError as error:  # a timeout is one, too
            stream.close()
            self._measurements.errors[f"no stream: {error!r}"] += 1

    async def enter(self) -> None:
        """Make the next entry, after the earlier ones of this table were answered.

        After an entry that was not accepted, the next ones cannot be legal: each of them counts as an error.
        """
        async with self._busy:
            if self._is_broken:
                self._measurements.errors["not sent: an earlier entry of the table failed"] += 1
                return
            number = self.acknowledged + 1
            body = b'{"number":%d,"actions":%s}' % (self.acknowledged, self.bodies.popleft())
            self._sent[number] = start = time.perf_counter()
            try:
                status, answer = await self._request("POST", self.paths.entries.format(code=self.code), body)
                if status != 200 or (found := _NUMBER.search(answer)) is None or int(found[1]) != number:
                    raise ConnectionError(f"{status} {answer[:200]!r}")
                self._measurements.answered.append(1000 * (time.perf_counter() - start))
                self.acknowledged = number
                if self.paths.refresh:
                    status, answer = await self._request("GET", self.paths.refresh.format(code=self.code))
                    if status != 200:
                        raise ConnectionError(f"refresh: {status} {answer[:200]!r}")
            except OSError as error:
                self._is_broken = True
                self._measurements.errors[f"entry: {error!r}"] += 1

    @property
    def is_up_to_date(self) -> bool:
        """Whether every device has received the last acknowledged entry."""
        return min(self.seen) >= self.acknowledged

    def close(self) -> None:
        """Close all connections."""
        for stream in self._streams:
            stream.close()
        if self._connection is not None:
            self._connection.close()

    def _receive(self, device: int, number: int) -> None:
        self.seen[device] = number
        while self._sent and (oldest := next(iter(self._sent))) <= min(self.seen):
            self._measurements.delivered.append(1000 * (time.perf_counter() - self._sent.pop(oldest)))

    async def _request(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send a request of the first device. Raises OSError if no answer comes."""
        server = self._servers[0]
        if method == "POST":
            lines = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        else:
            lines = b"\r\n"
        async with asyncio.timeout(PATIENCE):
            loop = asyncio.get_running_loop()
            unused = self._connection is None or loop.time() - self._connection.last_used > _KEEP_ALIVE
            if unused or self._connection is None or not self._connection.is_open:
                if self._connection is not None:
                    self._connection.close()
                self._connection = RequestConnection()
                await self._connect(lambda: self._connection, server)
            return await self._connection.request(self._head(method, path, server, True) + lines + body)

    async def _connect(self, protocol: Callable[[], asyncio.BaseProtocol | None], server: Server) -> None:
        loop = asyncio.get_running_loop()
        # The type of create_connection excludes None, which these factories never return.
        await loop.create_connection(protocol, server.host, server.port, local_addr=(self._address, 0))  # type: ignore[type-var]

    def _head(self, method: str, path: str, server: Server, is_arbiter: bool) -> bytes:
        """Return the head of a request as a browser sends it, without the empty line at its end."""
        site = f"{server.host}:{server.port}"
        lines = [f"{method} {path.format(code=self.code)} HTTP/1.1", f"Host: {site}", "Accept-Encoding: gzip"]
        if self.token and is_arbiter:
            lines += [f"Cookie: belettre-{self.code}={self.token}", f"Origin: http://{site}"]
        return ("\r\n".join(lines) + "\r\n").encode()


def source_address(index: int) -> str:
    """Return the address from which the devices of a table connect.

    >>> source_address(0), source_address(1999)
    ('127.1.0.1', '127.1.7.250')
    """
    return f"127.{1 + index // 62_500}.{index // 250 % 250}.{1 + index % 250}"


def write_entries(tables: Sequence[LoadTable], schedule: Sequence[LoadTable], judge: Judge, seed: int) -> None:
    """Write random legal entries for each table, as many as the table appears in *schedule*.

    Raises ValueError if a partie would be over before its last entry.
    """
    counts = Counter(map(id, schedule))
    for index, table in enumerate(tables):
        rng, partie = random.Random(f"{seed} {index}"), Partie.watched(judge, manches=4)
        table.bodies.clear()
        for _ in range(counts[id(table)]):
            if partie.over:
                raise ValueError(f"{counts[id(table)]} entries at one table are more than a partie has: add tables")
            action = rng.choice(partie.legal_actions())
            action = action.saying(rng.choice(WORDS)) if isinstance(action, Lay) else action
            partie.apply(action)
            table.bodies.append(b"[%s]" % to_json(action))
