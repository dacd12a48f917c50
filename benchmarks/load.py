"""Many tables at once: devices that follow, actions that come at a steady rate, and whether anything was lost.

::

    python -m benchmarks.load                       200 tables, 4 devices each, 20 actions a second for a minute
    python -m benchmarks.load --database URL --servers 2

A real ``belettre serve`` (or several on one database) is started and asked over HTTP. Each table has devices that hold
a stream of events open; one of them acts. At the end every acknowledged entry is looked for in the database, and every
device must have seen the last entry of its table. Beside it, right after and by the same client: the bare framework, a
Starlette application that reads an action and answers it, with as many open streams.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx2
from tqdm import tqdm

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.engine import Action, Lay, Partie
from belettre_lexicon.engine.records.json_lines import to_json
from belettre_lexicon.web.games.database import GameStore
from belettre_lexicon.web.games.registry import GameRegistry, GameTerms

#: Words that tables say: some fit the cards, some do not, some were said before.
WORDS = ("volonté", "école", "raclette", "facile", "portes", "maison", "jardin", "table", "chaise", "zzzzz", "musique")

#: Devices that join at the same time: more from one address that name codes it never named look like guessing.
JOINING = 10


class Measured:
    """What came of a run; times in milliseconds."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.delivered: list[float] = []
        self.errors: list[str] = []

    def row(self) -> dict[str, Any]:
        """Median and 95th percentile of answers and of deliveries to all devices, and errors."""
        return {
            "actions": len(self.answered),
            "errors": self.errors[:10],
            "answer_ms": _percentiles(self.answered),
            "delivery_ms": _percentiles(self.delivered),
        }


class Table:
    """One table as its devices see it; the mirror knows what may be done."""

    def __init__(self, code: str, url: str, judge: Judge, rng: random.Random) -> None:
        self.code = code
        self.url = url
        self.number = 0
        self.acknowledged = 0
        self.sent: dict[int, float] = {}
        self.seen: list[int] = []
        self.busy = asyncio.Lock()
        self._judge = judge
        self._rng = rng
        self.partie = Partie.watched(judge, manches=4)

    def action(self) -> Action:
        """Anything legal."""
        action = self._rng.choice(self.partie.legal_actions())
        return action.saying(self._rng.choice(WORDS)) if isinstance(action, Lay) else action


async def follow(table: Table, device: int, path: str, measured: Measured, joining: asyncio.Semaphore) -> None:
    """Hold a stream of events open and note when each entry arrives; *joining* is released by the first."""
    host, port = table.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
    with contextlib.suppress(asyncio.CancelledError, ConnectionError):
        async for number in _ids(reader):
            if table.seen[device] < 0:
                joining.release()
            table.seen[device] = number
            if number in table.sent and min(table.seen) >= number:
                measured.delivered.append(1000 * (time.perf_counter() - table.sent.pop(number)))
    writer.close()


async def _ids(reader: asyncio.StreamReader) -> AsyncIterator[int]:
    while line := await reader.readline():
        if line.startswith(b"id:"):
            yield int(line[3:])


async def act(client: httpx2.AsyncClient, table: Table, path: str, measured: Measured) -> None:
    """One device of a table enters something; devices of one table wait for each other."""
    async with table.busy:
        if table.partie.over:
            return
        action = table.action()
        body = b'{"number":%d,"actions":[%s]}' % (table.number, to_json(action))
        table.sent[table.number + 1] = start = time.perf_counter()
        try:
            answer = await client.post(table.url + path, content=body, headers={"Content-Type": "application/json"})
        except httpx2.HTTPError as error:
            measured.errors.append(repr(error))
            return
        if answer.status_code != 200:
            measured.errors.append(f"{answer.status_code} {answer.text[:200]}")
            return
        measured.answered.append(1000 * (time.perf_counter() - start))
        table.partie.apply(action)
        table.number += 1
        table.acknowledged = table.number


async def run(tables: list[Table], devices: int, rate: float, seconds: float, paths: tuple[str, str]) -> Measured:
    """All devices follow; then actions at random tables, *rate* a second. *paths* are those of stream and entry."""
    measured, joining = Measured(), asyncio.Semaphore(JOINING)
    followers = []
    for table in tqdm(tables, desc="tables join", leave=False):
        table.seen = [-1] * devices
        for device in range(devices):
            await asyncio.wait_for(joining.acquire(), 30)
            followers.append(
                asyncio.create_task(follow(table, device, paths[0].format(code=table.code), measured, joining))
            )
    for _ in range(JOINING):  # the last of them have joined
        await asyncio.wait_for(joining.acquire(), 30)
    rng, waiting = random.Random(1), set()
    async with httpx2.AsyncClient(timeout=30, limits=httpx2.Limits(max_connections=50)) as client:
        start = time.perf_counter()
        for count in tqdm(range(int(rate * seconds)), desc="actions", leave=False):
            await asyncio.sleep(max(0.0, start + count / rate - time.perf_counter()))
            table = rng.choice(tables)
            task = asyncio.create_task(act(client, table, paths[1].format(code=table.code), measured))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        await asyncio.gather(*waiting)
    for _ in range(100):  # what was acknowledged last is still on its way to the devices
        if all(min(table.seen) >= table.number for table in tables):
            break
        await asyncio.sleep(0.1)
    late = sum(min(table.seen) < table.number for table in tables)
    if late:
        measured.errors.append(f"{late} tables have a device that did not see the last entry")
    for follower in followers:
        follower.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    return measured


@contextlib.contextmanager
def served(*command: str) -> Iterator[str]:
    """A server in a process of its own; the address that it prints."""
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if "http://127.0.0.1:" in line:
                    yield "http://127.0.0.1:" + line.partition("http://127.0.0.1:")[2].partition("/")[0]
                    break
            else:
                raise SystemExit("the server does not listen")
        finally:
            process.terminate()


def lost(tables: list[Table], store: GameStore) -> int:
    """Acknowledged entries that the database lacks, or has twice or out of order: counted from its lines."""
    missing = 0
    for table in tables:
        numbers = [line.number for line in store.load_lines(table.code)]
        missing += table.acknowledged - len(numbers) if numbers == list(range(1, len(numbers) + 1)) else len(numbers)
    return missing


def measure(database: str, servers: int, tables: int, devices: int, rate: float, seconds: float) -> dict[str, Any]:
    """The run against the server and against the bare framework."""
    lexicon = Lexicon.open()
    judge, store = Judge(lexicon), GameStore(database)
    games = GameRegistry(store, lexicon)
    codes = [games.create_game(GameTerms())[0] for _ in range(tables)]
    with contextlib.ExitStack() as stack:
        serve = ("-m", "belettre_lexicon", "serve", "--database", database, "--port", "0")
        urls = [stack.enter_context(served(*serve)) for _ in range(servers)]
        rooms = [Table(code, urls[i % servers], judge, random.Random(i)) for i, code in enumerate(codes)]
        paths = ("/api/games/{code}/events", "/api/games/{code}/entries")
        ours = asyncio.run(run(rooms, devices, rate, seconds, paths)).row()
    ours["lost"] = lost(rooms, store)
    ours["entries"] = sum(len(store.load_lines(code)) for code in codes)
    with served("-m", "benchmarks.bare_server") as url:
        rooms = [Table(code, url, judge, random.Random(i)) for i, code in enumerate(codes)]
        bare = asyncio.run(run(rooms, devices, rate, seconds, ("/{code}", "/{code}"))).row()
    shape = {"tables": tables, "devices": devices, "rate": rate, "seconds": seconds, "servers": servers}
    return {**shape, "database": database.partition(":")[0], "belettre": ours, "bare": bare}


def _percentiles(times: list[float]) -> dict[str, float]:
    if len(times) < 2:
        return {}
    return {"p50": round(statistics.median(times), 1), "p95": round(statistics.quantiles(times, n=20)[-1], 1)}


def main() -> int:
    """The command line; exit status 1 when there was an error or something was lost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--database", help="URL of SQLAlchemy; an SQLite file in a temporary folder without it")
    parser.add_argument("--servers", type=int, default=1, help="server processes on the one database")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--devices", type=int, default=4)
    parser.add_argument("--rate", type=float, default=20.0, help="actions a second in all")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'games.sqlite'}"
        found = measure(database, options.servers, options.tables, options.devices, options.rate, options.seconds)
    print(json.dumps(found, indent=1))
    ours = found["belettre"]
    return 1 if ours["errors"] or ours["lost"] or not ours["actions"] else 0


if __name__ == "__main__":
    sys.exit(main())
