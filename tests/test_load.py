"""The load test of the server: it loses nothing, counts what is lost, and reads what servers send."""

from __future__ import annotations

import doctest
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from belettre_lexicon.web.store.database import GameStore
from benchmarks import connections, devices, load, rows, usage
from tests.conftest import ROOT


@pytest.mark.parametrize("module", [connections, devices, load, rows, usage], ids=lambda module: str(module.__name__))
def test_doctests_of_the_load_test(module: ModuleType) -> None:
    """The examples in the modules of the load test are true."""
    result = doctest.testmod(module, extraglobs={"os": os})

    assert result.attempted and not result.failed


@pytest.mark.exhaustive
def test_the_load_loses_no_entry() -> None:
    """Twenty tables of four devices on two real servers: no error, nothing lost, every device sees the last entry."""
    options = ["--tables", "20", "--seconds", "2", "--servers", "2", "--spread", "device", "--lan", "--idle", "1"]
    command = [sys.executable, "-m", "benchmarks.load", *options]

    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)

    assert done.returncode == 0, done.stdout + done.stderr
    belettre, bare = json.loads(done.stdout)["results"]
    for result in (belettre, bare):
        assert result["actions"] == result["actions_seen_by_all"] == 40
        assert result["errors"] == 0
    assert belettre["entries"] == 40
    assert belettre["lost"] == 0
    assert set(belettre["cores_used_idle"]) == {"server 1", "server 2", "client", "machine"}
    assert all(belettre["memory_mb"][name] > 10 for name in ("server 1", "server 2"))


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_responses_are_read_in_pieces_of_any_size(size: int) -> None:
    """A compressed stream in chunks gives the same bytes however it is cut, one gzip member or several."""
    text = b"id: 12\r\nevent: state\r\ndata: {}\r\n\r\n" * 3
    packed = gzip.compress(text) + gzip.compress(text)
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (packed[:20], packed[20:], b""))
    sent = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
    reader = connections.ResponseReader()

    body = b"".join(reader.feed(sent[start : start + size]) for start in range(0, len(sent), size))

    assert body == text + text
    assert (reader.status, reader.complete) == (200, True)


def test_a_lost_entry_is_counted(tmp_path: Path) -> None:
    """An acknowledged entry that is not in the database, or is out of order, counts as lost."""
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    store = GameStore(url)
    tables = []
    for index, numbers in enumerate([(1, 2), (1,), (1, 3)]):
        table = devices.LoadTable(index, [], devices.PAGE, devices.Measurements())
        table.code, table.acknowledged = f"BCDFGHJ{'KMN'[index]}", 2
        store.create_game(table.code, secret="", terms="{}", header="{}")
        for number in numbers:
            store.append_line(table.code, number, "line")
        tables.append(table)

    assert load.count_entries(tables, url) == {"entries": 5, "lost": 1 + 2}


@pytest.mark.exhaustive
def test_a_large_database_is_measured() -> None:
    """The measurement of a large database fills it, polls it, and follows tables of a server on it."""
    command = [sys.executable, "-m", "benchmarks.rows", "--rows", "1500", "--seconds", "1"]

    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)

    assert done.returncode == 0, done.stdout + done.stderr
    (result,) = json.loads(done.stdout)
    assert result["rows"] == 1500
    assert set(result["poll_ms"]) == {"400", "1000"}
    assert result["memory_mb"] > 10
