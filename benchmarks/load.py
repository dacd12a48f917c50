"""Load test of ``belettre serve``: many tables at once, with actions at a steady rate.

::

    python -m benchmarks.load                       200 tables, 4 devices each, 20 actions per second for a minute
    python -m benchmarks.load --database URL --servers 2

The test starts one server, or several on one database, and talks to them over HTTP. The devices of each table hold a
stream of events open, and one of them acts. At the end, every acknowledged entry must be in the database, and every
device must have received the last entry of its table. Directly afterwards, the same client measures the bare framework
(``benchmarks.bare_server``) with the same number of streams, for comparison.
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

#: Words that the tables use. Some fit the cards, some do not, some get repeated.
WORDS = ("volonté", "école", "raclette", "facile", "portes", "maison", "jardin", "table", "chaise", "zzzzz", "musique")

#: How many devices connect at the same time. The rate limiter takes more new codes from one address for guesses.
MAX_CONNECTING = 10


class Measurements:
    """The results of a run.

    answered   the time to each answer, in milliseconds
    delivered  the time until all devices of a table had received an entry, in milliseconds
    errors     descriptions of everything that went wrong
    """

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.delivered: list[float] = []
        self.errors: list[str] = []

    def row(self) -> dict[str, Any]:
        """Return the results for the report: medians, 95th percentiles, and the first ten errors."""
        return {
            "actions": len(self.answered),
            "errors": self.errors[:10],
            "answer_ms": _percentiles(self.answered),
            "delivery_ms": _percentiles(self.delivered),
        }


class LoadTable:
    """A table and its devices. ``partie`` repeats what was entered, to know which actions are legal.

    number        the number of entries so far; acknowledged  the last number that the server confirmed
    sent          when each entry was sent, until all devices have received it
    seen          the last number that each device has received; -1 before the first
    """

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
        """Return a random legal action."""
        action = self._rng.choice(self.partie.legal_actions())
        return action.saying(self._rng.choice(WORDS)) if isinstance(action, Lay) else action


async def follow_table(
    table: LoadTable, device: int, path: str, measurements: Measurements, connecting: asyncio.Semaphore
) -> None:
    """Keep a stream of events open and note when each entry arrives. The first event releases *connecting*."""
    host, port = table.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
    with contextlib.suppress(asyncio.CancelledError, ConnectionError):
        async for number in _event_ids(reader):
            if table.seen[device] < 0:
                connecting.release()
            table.seen[device] = number
            if number in table.sent and min(table.seen) >= number:
                measurements.delivered.append(1000 * (time.perf_counter() - table.sent.pop(number)))
    writer.close()


async def _event_ids(reader: asyncio.StreamReader) -> AsyncIterator[int]:
    """The ids of the events on a stream, which are numbers of entries."""
    while line := await reader.readline():
        if line.startswith(b"id:"):
            yield int(line[3:])


async def enter_action(client: httpx2.AsyncClient, table: LoadTable, path: str, measurements: Measurements) -> None:
    """Enter a random action at a table, after any earlier entry of the same table was answered."""
    async with table.busy:
        if table.partie.over:
            return
        action = table.action()
        body = b'{"number":%d,"actions":[%s]}' % (table.number, to_json(action))
        table.sent[table.number + 1] = start = time.perf_counter()
        try:
            answer = await client.post(table.url + path, content=body, headers={"Content-Type": "application/json"})
        except httpx2.HTTPError as error:
            measurements.errors.append(repr(error))
            return
        if answer.status_code != 200:
            measurements.errors.append(f"{answer.status_code} {answer.text[:200]}")
            return
        measurements.answered.append(1000 * (time.perf_counter() - start))
        table.partie.apply(action)
        table.number += 1
        table.acknowledged = table.number


async def run_load(
    tables: list[LoadTable], devices: int, rate: float, seconds: float, paths: tuple[str, str]
) -> Measurements:
    """Connect all devices, then enter *rate* actions per second at random tables, for some *seconds*.

    *paths* are the URL paths of the stream and of the entries of a table.
    """
    measurements, connecting = Measurements(), asyncio.Semaphore(MAX_CONNECTING)
    followers = []
    for table in tqdm(tables, desc="tables connect", leave=False):
        table.seen = [-1] * devices
        for device in range(devices):
            await asyncio.wait_for(connecting.acquire(), 30)
            followers.append(
                asyncio.create_task(
                    follow_table(table, device, paths[0].format(code=table.code), measurements, connecting)
                )
            )
    for _ in range(MAX_CONNECTING):  # wait for the last devices
        await asyncio.wait_for(connecting.acquire(), 30)
    rng, waiting = random.Random(1), set()
    async with httpx2.AsyncClient(timeout=30, limits=httpx2.Limits(max_connections=50)) as client:
        start = time.perf_counter()
        for count in tqdm(range(int(rate * seconds)), desc="actions", leave=False):
            await asyncio.sleep(max(0.0, start + count / rate - time.perf_counter()))
            table = rng.choice(tables)
            task = asyncio.create_task(enter_action(client, table, paths[1].format(code=table.code), measurements))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        await asyncio.gather(*waiting)
    for _ in range(100):  # the last entries may still be on their way to the devices
        if all(min(table.seen) >= table.number for table in tables):
            break
        await asyncio.sleep(0.1)
    late = sum(min(table.seen) < table.number for table in tables)
    if late:
        measurements.errors.append(f"{late} tables have a device that did not see the last entry")
    for follower in followers:
        follower.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    return measurements


@contextlib.contextmanager
def serving(*command: str) -> Iterator[str]:
    """Run a server in a process of its own, and yield the URL that it prints."""
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


def count_lost(tables: list[LoadTable], store: GameStore) -> int:
    """Return how many acknowledged entries are missing, repeated or out of order in the database."""
    missing = 0
    for table in tables:
        numbers = [line.number for line in store.load_lines(table.code)]
        missing += table.acknowledged - len(numbers) if numbers == list(range(1, len(numbers) + 1)) else len(numbers)
    return missing


def measure(database: str, servers: int, tables: int, devices: int, rate: float, seconds: float) -> dict[str, Any]:
    """Measure the server and then the bare framework, and return both results."""
    lexicon = Lexicon.open()
    judge, store = Judge(lexicon), GameStore(database)
    games = GameRegistry(store, lexicon)
    codes = [games.create_game(GameTerms())[0] for _ in range(tables)]
    with contextlib.ExitStack() as stack:
        serve = ("-m", "belettre_lexicon", "serve", "--database", database, "--port", "0")
        urls = [stack.enter_context(serving(*serve)) for _ in range(servers)]
        load_tables = [LoadTable(code, urls[i % servers], judge, random.Random(i)) for i, code in enumerate(codes)]
        paths = ("/api/games/{code}/events", "/api/games/{code}/entries")
        belettre = asyncio.run(run_load(load_tables, devices, rate, seconds, paths)).row()
    belettre["lost"] = count_lost(load_tables, store)
    belettre["entries"] = sum(len(store.load_lines(code)) for code in codes)
    with serving("-m", "benchmarks.bare_server") as url:
        load_tables = [LoadTable(code, url, judge, random.Random(i)) for i, code in enumerate(codes)]
        bare = asyncio.run(run_load(load_tables, devices, rate, seconds, ("/{code}", "/{code}"))).row()
    shape = {"tables": tables, "devices": devices, "rate": rate, "seconds": seconds, "servers": servers}
    return {**shape, "database": database.partition(":")[0], "belettre": belettre, "bare": bare}


def _percentiles(times: list[float]) -> dict[str, float]:
    if len(times) < 2:
        return {}
    return {"p50": round(statistics.median(times), 1), "p95": round(statistics.quantiles(times, n=20)[-1], 1)}


def main() -> int:
    """Run the command line. Return 1 if there were errors or lost entries, or no actions at all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--database", help="SQLAlchemy URL; by default an SQLite file in a temporary folder")
    parser.add_argument("--servers", type=int, default=1, help="number of server processes, all on one database")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--devices", type=int, default=4)
    parser.add_argument("--rate", type=float, default=20.0, help="actions per second, of all tables together")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'games.sqlite'}"
        result = measure(database, options.servers, options.tables, options.devices, options.rate, options.seconds)
    print(json.dumps(result, indent=1))
    belettre = result["belettre"]
    return 1 if belettre["errors"] or belettre["lost"] or not belettre["actions"] else 0


if __name__ == "__main__":
    sys.exit(main())
