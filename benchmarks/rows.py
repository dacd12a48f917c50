"""What a large database costs ``belettre serve``: the time of a poll, and the CPU time of a server without work.

::

    python -m benchmarks.rows                                   1.2 million entries, SQLite
    python -m benchmarks.rows --postgresql URL --source OTHER --source .

A server looks for entries that other processes have made to the games that its devices follow: this is the poll. It is
measured for 400 and for 1,000 followed tables. Then a server runs on the database while five tables are followed and
nothing happens. Standard output is JSON. Each version makes its own database, with its own tables.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, text
from tqdm import tqdm

from .devices import PAGE, LoadTable, Measurements
from .servers import ROOT, Database, Server, environment, new_database, serve_command, serving
from .usage import Usage, cpu_seconds, memory_mb

#: Entries of each game; a full partie takes about as many.
ENTRIES_PER_GAME = 150
#: Numbers of followed tables for which a poll is measured, and how often.
FOLLOWED, POLLS = (400, 1000), 20
#: Tables that are followed while the server has nothing to do.
IDLE_TABLES = 5
#: Rows that are written at once.
_CHUNK = 10_000
#: A line as long as those of a journal. The games of these lines are never opened.
_LINE = "x" * 120
#: Letters of the made-up codes, in the order in which they count.
_LETTERS = "BCDFGHJKMN"


def fill(connection: Connection, games: int) -> list[str]:
    """Store games with ENTRIES_PER_GAME entries each, and return their codes. The tables must exist."""
    codes = [_code(number) for number in range(games)]
    game = text("INSERT INTO games (code, created, secret, terms, header) VALUES (:code, :created, '', '{}', '{}')")
    entry = text("INSERT INTO entries (code, number, at, line) VALUES (:code, :number, 0, :line)")
    connection.execute(game, [{"code": code, "created": number} for number, code in enumerate(codes)])
    rows = ({"code": code, "number": number + 1, "line": _LINE} for code in codes for number in range(ENTRIES_PER_GAME))
    with tqdm(total=games * ENTRIES_PER_GAME, desc="rows", leave=False) as bar:
        for chunk in _chunks(rows):
            connection.execute(entry, chunk)
            bar.update(len(chunk))
    return codes


def time_polls(url: str, tables: int) -> list[float]:
    """Return how long each of POLLS polls for some tables takes, in milliseconds. Nothing is new at any of them."""
    from belettre_lexicon.web.store.database import GameStore

    store = GameStore(url)
    numbers = {_code(number): ENTRIES_PER_GAME for number in range(tables)}
    times = []
    for _ in range(POLLS):
        start = time.perf_counter()
        if store.find_advanced(numbers):
            raise SystemExit("the poll reports entries that nobody made")
        times.append(1000 * (time.perf_counter() - start))
    store.close()
    return times


async def measure_idle(server: Server, seconds: float) -> dict[str, float]:
    """Follow IDLE_TABLES new tables, and return the share of a core and the memory of the server while nothing happens.

    Raises SystemExit if a table cannot be followed.
    """
    measurements = Measurements()
    tables = [LoadTable(index, [server], PAGE, measurements) for index in range(IDLE_TABLES)]
    for table in tables:
        await table.create()
        await table.follow(0)
    await asyncio.sleep(2)  # the streams settle
    usage = Usage({"server": partial(cpu_seconds, server.pid)})
    await asyncio.sleep(seconds)
    shares = usage.since().shares
    if measurements.errors or any(table.seen != [0] for table in tables):
        raise SystemExit(f"the tables were not followed: {dict(measurements.errors)}")
    for table in tables:
        table.close()
    return {"idle_share_of_a_core": shares["server"], "memory_mb": memory_mb(server.pid)}


def measure(source: Path, database: Database, folder: Path, rows: int, seconds: float) -> dict[str, Any]:
    """Measure one version on a new database."""
    command = serve_command(source, database.url, max_streams=100)
    with serving(source, folder, *command):
        pass  # the server has made its tables
    engine = create_engine(database.url)
    with engine.begin() as connection:
        games = len(fill(connection, rows // ENTRIES_PER_GAME))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))  # PostgreSQL does this by itself after a while
    engine.dispose()
    polls = {}
    for tables in FOLLOWED:
        # In a process of its own, which has the modules of the source.
        poll = [sys.executable, "-m", "benchmarks.rows", "--poll", str(tables)]
        done = subprocess.run(
            poll, input=database.url, capture_output=True, text=True, cwd=ROOT, env=environment(source), check=False
        )
        if done.returncode:
            raise SystemExit(f"the poll failed: {done.stderr}")
        times = json.loads(done.stdout)
        polls[tables] = {"median": round(statistics.median(times), 2), "longest": round(max(times), 2)}
    with serving(source, folder, *command) as server:
        idle = asyncio.run(measure_idle(server, seconds))
    version = {"server": source.resolve().name, "database": database.system}
    return {**version, "rows": games * ENTRIES_PER_GAME, "poll_ms": polls, "followed_tables": IDLE_TABLES, **idle}


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--source", type=Path, action="append", help="a folder with a version of the project; repeatable"
    )
    parser.add_argument("--postgresql", help="SQLAlchemy URL of a server to make a database on; SQLite by default")
    parser.add_argument("--rows", type=int, default=1_200_000, help="entries in the database")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long the server has nothing to do")
    parser.add_argument("--poll", type=int, help=argparse.SUPPRESS)  # times polls; the URL comes from standard input
    options = parser.parse_args()
    if options.poll:
        print(json.dumps(time_polls(sys.stdin.read(), options.poll)))
        return 0
    results = []
    for source in options.source or [ROOT]:
        with tempfile.TemporaryDirectory() as name, new_database(options.postgresql, Path(name)) as database:
            results.append(measure(source, database, Path(name), options.rows, options.seconds))
    print(json.dumps(results, indent=1))
    return 0


def _code(number: int) -> str:
    """Return a made-up game code for a number below 100 million.

    >>> _code(0), _code(1234)
    ('BBBBBBBB', 'BBBBCDFG')
    """
    return "".join(_LETTERS[int(digit)] for digit in f"{number:08}")


def _chunks(rows: Iterator[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    while chunk := list(itertools.islice(rows, _CHUNK)):
        yield chunk


if __name__ == "__main__":
    sys.exit(main())
