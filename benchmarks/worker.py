"""A contestant in a process of its own: told what to do by lines of JSON, answers with times.

    python worker.py CONTESTANT LOADER WORDS

It first says what loading cost: {"tasks", "load_ns", "private_kib", "mapped_kib"}. Then each line
{"task", "questions", "seconds"} is one round: the questions are asked one by one until they or the seconds are over;
the answer {"times": [ns, …], "answers": […], "private_kib", "mapped_kib"} has the numbers that were answered, None for
other answers, and what loading and answering have added to the memory so far. A question that takes LONGEST seconds is
broken off, and counts as having taken so long.
"""

from __future__ import annotations

import importlib
import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

#: Seconds after which a question is broken off: some peers suggest for minutes.
LONGEST = 5


class TooLongError(Exception):
    """A question was broken off."""


def break_off(*_: object) -> None:
    """What the alarm does."""
    raise TooLongError


def resident() -> dict[str, int]:
    """KiB of memory in use: private, and mapped from files (Linux; zeros elsewhere)."""
    try:
        rows = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return {"private_kib": 0, "mapped_kib": 0}
    found = {row.split(":")[0]: row.split()[1] for row in rows if row.startswith("Rss")}
    return {"private_kib": int(found["RssAnon"]), "mapped_kib": int(found["RssFile"])}


def added(before: dict[str, int]) -> dict[str, int]:
    """What was added to the memory since."""
    return {key: value - before[key] for key, value in resident().items()}


def answer(order: dict[str, Any], call: Any) -> dict[str, Any]:
    """One round."""
    clock = time.perf_counter_ns
    until = clock() + int(order["seconds"] * 1e9)
    times, answers = [], []
    signal.signal(signal.SIGALRM, break_off)
    for question in order["questions"]:
        try:
            signal.setitimer(signal.ITIMER_REAL, LONGEST)
            start = clock()
            found = call(question)
        except TooLongError:
            found = None
        end = clock()
        signal.setitimer(signal.ITIMER_REAL, 0)
        times.append(end - start)
        answers.append(found if type(found) is int else None)
        if end > until:
            break
    return {"times": times, "answers": answers}


def main() -> None:
    """Load the contestant, then obey."""
    name, loader, path = sys.argv[1:4]
    words = Path(path).read_text(encoding="utf-8").split()
    before = resident()
    start = time.perf_counter_ns()
    tasks = getattr(importlib.import_module(f"contestants.{name}"), loader)(words)
    loaded = time.perf_counter_ns() - start
    print(json.dumps({"tasks": list(tasks), "load_ns": loaded, **added(before)}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        found = answer(order, tasks[order["task"]])
        print(json.dumps({**found, **added(before)}), flush=True)


if __name__ == "__main__":
    main()
