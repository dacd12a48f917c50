"""Games in several processes: they end with the process that started them, however it ends.

Each test runs a small program that plays endless games, as `play_matches` would from a command.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from belettre_lexicon.games.kit.matches import WorkerError, play_matches

#: The program: it starts two processes by the method and prints their ids. Each process plays until it is ended.
PROGRAM = """
import multiprocessing, os, signal, sys, time
from belettre_lexicon.games.kit.matches import play_matches

def start_worker(folder):
    open(os.path.join(folder, str(os.getpid())), "w").close()
    return play

def play(number):
    while True:
        time.sleep(0.001)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell starts in the background
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    multiprocessing.set_start_method(sys.argv[1])
    list(play_matches(8, start_worker, sys.argv[2], processes=2))
"""
METHODS = ["fork", "spawn", "forkserver"]
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc to see which processes live")


def alive(number: int) -> bool:
    """Return whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition: Callable[[], bool]) -> bool:
    """Wait until a condition holds, at most a minute; return whether it does."""
    for _ in range(3000):
        if condition():
            return True
        time.sleep(0.02)
    return False


def started(method: str, folder: Path) -> tuple[subprocess.Popen[bytes], list[int]]:
    """Start the program, and wait until its two processes play; return it and their ids."""
    program = folder / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    workers = folder / "workers"
    workers.mkdir()
    parent = subprocess.Popen(
        [sys.executable, str(program), method, str(workers)], stderr=subprocess.PIPE, start_new_session=True
    )
    assert wait_until(lambda: len(list(workers.iterdir())) == 2), "the processes do not start"
    return parent, [int(path.name) for path in workers.iterdir()]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_no_process_outlives_the_one_that_started_it(method: str, number: int, tmp_path: Path) -> None:
    """Whichever signal ends a program, and however its processes were started, they end with it."""
    parent, workers = started(method, tmp_path)

    parent.send_signal(number)
    try:
        parent.wait(timeout=60)
        ended = wait_until(lambda: not any(map(alive, workers)))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)  # nothing is left, even if the test fails

    assert ended


def test_a_process_that_dies_is_an_error(tmp_path: Path) -> None:
    """If one of the processes is killed, the program ends with WorkerError, and so does the other process."""
    parent, workers = started("fork", tmp_path)

    subprocess.run(["kill", "-KILL", str(workers[0])], check=True)
    _, told = parent.communicate(timeout=60)

    assert parent.returncode == 1
    assert b"WorkerError: a process that played games has ended unexpectedly" in told
    assert wait_until(lambda: not any(map(alive, workers)))


def _unable(message: str) -> Callable[[int], int]:
    raise ValueError(message)


def _itself() -> Callable[[int], int]:
    return abs


def test_processes_that_cannot_begin_are_an_error() -> None:
    """If the function that prepares a process raises an exception, WorkerError is raised."""
    with pytest.raises(WorkerError):
        list(play_matches(2, _unable, "no lexicon", processes=2))


@pytest.mark.filterwarnings("error")
def test_closing_the_results_ends_the_processes() -> None:
    """Games that are waiting are dropped, without a traceback, when nobody wants their results any more."""
    results = play_matches(1_000, _itself, processes=2)

    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]  # the iterator is a generator

    assert list(results) == []
