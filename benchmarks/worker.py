"""One contestant in a process of its own. It takes orders as lines of JSON and answers each with a line of JSON.

    python worker.py CONTESTANT LOADER WORDS

CONTESTANT is a module of ``contestants``, LOADER its function that loads the words of the file WORDS. The first line of
output says what loading cost: {"tasks", "load_ns", "private_kib", "mapped_kib"}. After that, each order
{"task", "questions", "seconds"} is one round: the questions are asked one by one until all are answered or the time is
over. The answer has "times" (nanoseconds of each question), "answers" (whole numbers as they are, null for anything
else), and "private_kib" and "mapped_kib", the memory in KiB that loading and answering have added so far. A question is
interrupted after QUESTION_SECONDS, and counts with the time that it took until then.
"""

from __future__ import annotations

import importlib
import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Seconds after which a question is interrupted: some peers search for suggestions for minutes.
QUESTION_SECONDS = 5


class TooLongError(Exception):
    """Raised inside a question that has taken QUESTION_SECONDS."""


def interrupt(*_: object) -> None:
    """Handle the alarm signal. Raises TooLongError."""
    raise TooLongError


def memory_in_use() -> dict[str, int]:
    """Return the memory of this process in KiB, private and mapped from files (Linux; zeros elsewhere)."""
    try:
        rows = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {"private_kib": 0, "mapped_kib": 0}
    fields = {row.split(":")[0]: row.split()[1] for row in rows if row.startswith("Rss")}
    return {"private_kib": int(fields["RssAnon"]), "mapped_kib": int(fields["RssFile"])}


def memory_added(before: dict[str, int]) -> dict[str, int]:
    """Return how much the memory has grown since *before*, a result of ``memory_in_use``."""
    return {kind: kib - before[kind] for kind, kib in memory_in_use().items()}


def run_round(order: dict[str, Any], call: Callable[[str], object]) -> dict[str, Any]:
    """Ask the questions of an order one by one; return their times and answers."""
    clock = time.perf_counter_ns
    deadline = clock() + int(order["seconds"] * 1e9)
    times, answers = [], []
    signal.signal(signal.SIGALRM, interrupt)
    answer: object
    for question in order["questions"]:
        try:
            signal.setitimer(signal.ITIMER_REAL, QUESTION_SECONDS)
            start = clock()
            answer = call(question)
        except TooLongError:
            answer = None
        end = clock()
        signal.setitimer(signal.ITIMER_REAL, 0)
        times.append(end - start)
        answers.append(answer if type(answer) is int else None)
        if end > deadline:
            break
    return {"times": times, "answers": answers}


def main() -> None:
    """Load the contestant, then run the rounds that standard input orders."""
    name, loader, path = sys.argv[1:4]
    words = Path(path).read_text(encoding="utf-8").split()
    before = memory_in_use()
    start = time.perf_counter_ns()
    tasks = getattr(importlib.import_module(f"contestants.{name}"), loader)(words)
    load_ns = time.perf_counter_ns() - start
    print(json.dumps({"tasks": list(tasks), "load_ns": load_ns, **memory_added(before)}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        result = run_round(order, tasks[order["task"]])
        print(json.dumps({**result, **memory_added(before)}), flush=True)


if __name__ == "__main__":
    main()
