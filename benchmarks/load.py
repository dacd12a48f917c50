"""Load test of ``belettre serve``: many tables at once, with actions at a steady rate.

::

    python -m benchmarks.load                  200 tables, 4 devices each, 20 actions per second for a minute, SQLite
    python -m benchmarks.load --postgresql URL --servers 2 --tables 2000 --rate 100     a tournament
    python -m benchmarks.load --source OTHER --source . --rounds 3                      two versions in turns

The test starts one server, or several on one database, and talks to them over HTTP. The devices of each table hold the
stream of events open that the pages of phones use, and one of them acts as a page does. At the end, every acknowledged
entry must be in the database, and every device must have received the last entry of its table. Directly afterwards, the
same client measures the bare framework (``benchmarks.bare_server``) with the same tables and entries, for comparison.

Standard output is JSON; a short table goes to standard error. Client, servers and database share the machine, so the
report says how much of it each of them used. Other work on the machine makes the times meaningless.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text
from tqdm import tqdm

from belettre_lexicon import Judge, Lexicon

from .devices import API, BARE, PAGE, PAGE_WITH_REFRESH, LoadTable, Measurements, Paths, write_entries
from .servers import ROOT, Database, Server, allow_open_files, new_database, serve_command, serving
from .usage import Usage, Window, cpu_seconds, memory_mb, peak_memory_mb, tree_memory_mb, tree_seconds

#: How many devices connect at the same time, and how many games are created at the same time.
MAX_CONNECTING = 20
#: Seconds to wait for the last entries to reach the devices.
_LAST_WAIT = 30
#: Open files besides the streams and one connection of each table.
_OTHER_FILES = 200
_SEED = 1


async def run_load(
    tables: list[LoadTable], options: argparse.Namespace, measurements: Measurements, start_usage: Callable[[], Usage]
) -> tuple[Window | None, Window]:
    """Connect all devices, then enter actions at random tables, at the rate of *options*.

    Return what the processes used while nothing happened (None if ``options.idle`` is 0), and during the actions.
    """
    streams = [partial(table.follow, device) for table in tables for device in range(options.devices)]
    await _for_each("devices connect", streams)
    idle = None
    if options.idle:
        await asyncio.sleep(2)  # the last streams settle
        usage = start_usage()
        await asyncio.sleep(options.idle)
        idle = usage.since()
    gc.collect()
    gc.freeze()  # the client's thousands of objects stay; looking through them again would only take time
    usage, start, waiting = start_usage(), time.perf_counter(), set()
    for count, table in enumerate(tqdm(_schedule(tables, options), desc="actions", leave=False, mininterval=1)):
        await asyncio.sleep(max(0.0, start + count / options.rate - time.perf_counter()))
        task = asyncio.create_task(table.enter())
        waiting.add(task)
        task.add_done_callback(waiting.discard)
    await asyncio.gather(*waiting)
    deadline = time.perf_counter() + _LAST_WAIT
    while time.perf_counter() < deadline and not all(table.is_up_to_date for table in tables):
        await asyncio.sleep(0.05)
    busy = usage.since()
    if late := sum(not table.is_up_to_date for table in tables):
        measurements.errors["tables with a device that did not receive the last entry"] = late
    return idle, busy


async def measure_server(
    servers: list[Server], database: Database | None, options: argparse.Namespace, judge: Judge
) -> dict[str, Any]:
    """Measure running servers, and return the results. Without a *database* they are the bare framework."""
    measurements, paths = Measurements(), BARE if database is None else _paths(options)
    tables = [
        LoadTable(index, _servers_of(index, servers, options, database), paths, measurements)
        for index in range(options.tables)
    ]
    if database is not None:
        await _for_each("games", [table.create for table in tables])
        if paths is PAGE and not await tables[0].accepts_page_entries():
            for table in tables:
                table.paths = PAGE_WITH_REFRESH
    write_entries(tables, _schedule(tables, options), judge, _SEED)
    groups = {f"server {number}": server.pid for number, server in enumerate(servers, 1)} | {"client": os.getpid()}
    readers: dict[str, Callable[[], float]] = {name: partial(cpu_seconds, pid) for name, pid in groups.items()}
    postmaster = database.postmaster if database is not None else None
    if postmaster is not None:
        readers["postgresql"] = partial(tree_seconds, postmaster)
    try:
        idle, busy = await run_load(tables, options, measurements, lambda: Usage(readers))
        memory = {f"server {number}": memory_mb(server.pid) for number, server in enumerate(servers, 1)}
        memory["postgresql"] = tree_memory_mb(postmaster) if postmaster is not None else 0.0
    finally:
        for table in tables:
            table.close()
        gc.unfreeze()
    actions = len(measurements.answered)
    result: dict[str, Any] = {
        "entries_posted_to": tables[0].paths.entries,
        "actions": actions,
        "errors": measurements.errors.total(),
        "most_frequent_errors": dict(measurements.errors.most_common(10)),
        "answer_ms": percentiles(measurements.answered),
        "seen_by_all_ms": percentiles(measurements.delivered),
        "actions_seen_by_all": len(measurements.delivered),
        "seconds": round(busy.wall, 1),
        "cpu_ms_per_action": _cpu_per_action(busy, actions),
        "cores_used": busy.shares,
        "saturated": busy.saturated(),
        "cores_used_idle": idle.shares if idle is not None else {},
        "memory_mb": memory,
        "peak_memory_mb": {f"server {number}": peak_memory_mb(server.pid) for number, server in enumerate(servers, 1)},
        "log_lines": sum(len(server.log.read_bytes().splitlines()) for server in servers),
    }
    if database is not None:
        result |= count_entries(tables, database.url)
    return result


def measure_source(source: Path, options: argparse.Namespace, judge: Judge) -> dict[str, Any]:
    """Measure ``belettre serve`` in the version of a source, on a new database."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        database = stack.enter_context(new_database(options.postgresql, folder))
        streams = options.tables * options.devices + _OTHER_FILES
        command = serve_command(source, database.url, max_streams=streams, lan=options.lan)
        servers = [stack.enter_context(serving(source, folder, *command)) for _ in range(options.servers)]
        result = asyncio.run(measure_server(servers, database, options, judge))
    return {"server": source.resolve().name, "database": database.system, **result}


def measure_bare(source: Path, options: argparse.Namespace, judge: Judge) -> dict[str, Any]:
    """Measure the bare framework, without games and without a database."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        command = ("-m", "benchmarks.bare_server")
        servers = [stack.enter_context(serving(source, Path(name), *command)) for _ in range(options.servers)]
        result = asyncio.run(measure_server(servers, None, options, judge))
    return {"server": "bare framework", **result}


def count_entries(tables: Sequence[LoadTable], url: str) -> dict[str, int]:
    """Count the entries in the database, and those that were acknowledged but are missing, repeated or out of order."""
    stored: dict[str, list[int]] = {table.code: [] for table in tables}
    engine = create_engine(url)
    with engine.connect() as connection:
        for code, number in connection.execute(text("SELECT code, number FROM entries ORDER BY code, number")):
            stored.setdefault(code, []).append(number)
    engine.dispose()
    lost = 0
    for table in tables:
        numbers = stored[table.code]
        in_order = numbers == list(range(1, len(numbers) + 1))
        lost += max(0, table.acknowledged - len(numbers)) if in_order else table.acknowledged
    return {"entries": sum(map(len, stored.values())), "lost": lost}


def percentiles(times: Sequence[float]) -> dict[str, float]:
    """Return the median, the 95th and 99th percentiles and the maximum of some times; {} for fewer than two.

    >>> percentiles([float(time) for time in range(1, 1000)])
    {'p50': 500.0, 'p95': 950.0, 'p99': 990.0, 'max': 999.0}
    """
    if len(times) < 2:
        return {}
    cuts = statistics.quantiles(times, n=100)
    found = {name: round(cuts[percent - 1], 1) for name, percent in (("p50", 50), ("p95", 95), ("p99", 99))}
    return {**found, "max": round(max(times), 1)}


def summary(results: Sequence[dict[str, Any]]) -> str:
    """Return the most important results as a Markdown table."""
    lines = [
        "| server | actions | errors | lost | answer p50 / p95 / p99 / max, ms | seen by all, ms "
        "| CPU per action, ms | idle, % of a core | MB per server | saturated |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for result in results:
        idle = [share for name, share in result["cores_used_idle"].items() if name.startswith("server")]
        memory = [mb for name, mb in result["memory_mb"].items() if name.startswith("server")]
        cells = (
            result["server"],
            result["actions"],
            result["errors"],
            result.get("lost", ""),
            " / ".join(map(str, result["answer_ms"].values())),
            " / ".join(map(str, result["seen_by_all_ms"].values())),
            ", ".join(f"{name} {milliseconds}" for name, milliseconds in result["cpu_ms_per_action"].items()),
            " + ".join(f"{100 * share:.1f}" for share in idle),
            " + ".join(map(str, memory)),
            ", ".join(result["saturated"]) or "nothing",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--source", type=Path, action="append", help="a folder with a version of the project; repeatable"
    )
    parser.add_argument("--postgresql", help="SQLAlchemy URL of a server to make a database on; SQLite by default")
    parser.add_argument("--servers", type=int, default=1, help="number of server processes, all on one database")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--devices", type=int, default=4, help="devices of each table")
    parser.add_argument("--rate", type=float, default=20.0, help="actions per second, of all tables together")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--idle", type=float, default=10.0, help="seconds in which nothing happens, before the actions")
    parser.add_argument("--rounds", type=int, default=1, help="how often all servers are measured, in turns")
    parser.add_argument("--api", action="store_true", help="follow the events of the API instead of those of the pages")
    parser.add_argument(
        "--entries", choices=("page", "api"), default="page", help="post entries as pages or programs do"
    )
    parser.add_argument("--spread", choices=("table", "device"), default="table", help="what shares one of the servers")
    parser.add_argument("--lan", action="store_true", help="start the servers with --lan: one device of four may act")
    parser.add_argument("--no-bare", action="store_true", help="do not measure the bare framework")
    return parser.parse_args(arguments)


def main() -> int:
    """Run the command line. Return 1 if there were errors or lost entries, or no actions at all."""
    options = parse_options()
    allow_open_files(options.tables * (options.devices + 1) + _OTHER_FILES)
    judge, sources = Judge(Lexicon.open()), options.source or [ROOT]
    results = []
    for number in range(options.rounds):
        for source in sources:
            results.append({"round": number + 1, **measure_source(source, options, judge)})
        if not options.no_bare:
            results.append({"round": number + 1, **measure_bare(sources[-1], options, judge)})
    shape = {
        name: getattr(options, name) for name in ("tables", "devices", "rate", "seconds", "servers", "lan", "spread")
    }
    print(json.dumps({**shape, "cores": os.cpu_count(), "results": results}, indent=1))
    print(summary(results), file=sys.stderr)
    failed = any(result["errors"] or result.get("lost") or not result["actions"] for result in results)
    return 1 if failed else 0


def _schedule(tables: Sequence[LoadTable], options: argparse.Namespace) -> list[LoadTable]:
    """Return the tables that act, in order; the same for the same options."""
    rng = random.Random(_SEED)
    return [rng.choice(tables) for _ in range(int(options.rate * options.seconds))]


def _servers_of(
    index: int, servers: Sequence[Server], options: argparse.Namespace, database: Database | None
) -> list[Server]:
    """Return the server of each device of a table. Bare servers do not share their numbers, so a table has one."""
    apart = options.spread == "device" and database is not None
    return [servers[(index + (device if apart else 0)) % len(servers)] for device in range(options.devices)]


def _paths(options: argparse.Namespace) -> Paths:
    stream = API.stream if options.api else PAGE.stream
    return PAGE if stream == PAGE.stream and options.entries == "page" else Paths(stream, API.entries)


def _cpu_per_action(window: Window, actions: int) -> dict[str, float]:
    """Return the CPU time per action in milliseconds: of all servers together, of PostgreSQL and of the client."""
    servers = sum(seconds for name, seconds in window.cpu.items() if name.startswith("server"))
    times = {"servers": servers}
    times |= {name: window.cpu[name] for name in ("postgresql", "client") if name in window.cpu}
    return {name: round(1000 * seconds / max(1, actions), 2) for name, seconds in times.items()}


async def _for_each(title: str, jobs: Sequence[Callable[[], Any]]) -> None:
    """Run coroutine functions, MAX_CONNECTING of them at the same time, with a progress bar."""
    waiting = iter(jobs)
    with tqdm(total=len(jobs), desc=title, leave=False) as bar:

        async def work() -> None:
            for job in waiting:
                await job()
                bar.update()

        await asyncio.gather(*(work() for _ in range(MAX_CONNECTING)))


if __name__ == "__main__":
    sys.exit(main())
