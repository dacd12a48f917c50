"""The race: contestants run in one process each and take turns, so that a busy moment slows all of them alike."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from .environments import CONTESTANTS, Contestant, MissingError, interpreter

#: Seconds that a contestant has for one round of a task; slow contestants answer fewer questions.
ROUND_SECONDS = 1.0
#: Figures of one row: "median" and, for most, "p99" and the number of samples "n".
Figures = dict[str, float]
#: Name of a row (« contestant: task ») → its figures.
Rows = dict[str, Figures]
_WORKER = Path(__file__).with_name("worker.py")


class DisagreementError(Exception):
    """Two contestants gave different numbers for the same question, so their times cannot be compared."""


class Worker:
    """A running contestant: its process, and what loading cost (``loaded``, see ``worker``)."""

    def __init__(self, contestant: Contestant, python: str, words: Path) -> None:
        command = [python, str(_WORKER), contestant.module, contestant.loader, str(words)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self._process.stdin is None or self._process.stdout is None:
            raise MissingError("its process has no pipes")
        self._input, self._output = self._process.stdin, self._process.stdout
        self.loaded = self._answer()
        self.tasks: list[str] = self.loaded["tasks"]

    def _answer(self) -> dict[str, Any]:
        line = self._output.readline()
        if not line:
            raise MissingError(f"it ended with status {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, task: str, questions: Sequence[str]) -> dict[str, Any]:
        """Run one round; return the times in nanoseconds, the answers and the memory, as ``worker`` describes them."""
        order = {"task": task, "questions": questions, "seconds": ROUND_SECONDS}
        self._input.write(json.dumps(order) + "\n")
        self._input.flush()
        return self._answer()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


class Race:
    """All contestants that can run here. ``missing`` has the others, each with the reason."""

    def __init__(self, folder: Path, words: Mapping[str, Path]) -> None:
        """Start the contestants.

        *folder* is where their environments are made. *words* are the files of words that they load, by loader
        (``questions.write_words``).
        """
        self.missing: dict[str, str] = {}
        self.pythons: dict[Contestant, str] = {}
        self.words = words
        self._workers: list[Worker] = []
        for contestant in tqdm(CONTESTANTS, desc="environments", leave=False):
            try:
                self.pythons[contestant] = interpreter(contestant, folder)
                self._workers.append(self.start(contestant))
            except MissingError as error:
                self.missing[contestant.name] = str(error)

    def start(self, contestant: Contestant) -> Worker:
        """Start a new process of a contestant."""
        return Worker(contestant, self.pythons[contestant], self.words[contestant.loader])

    def run(self, task: str, questions: Sequence[str], rounds: int, only: str = "") -> Rows:
        """Measure a task with every contestant that has it; our own rows come first.

        *only* leaves out rows whose names do not start with it. Raises DisagreementError when two contestants count
        differently.
        """
        field = [
            (worker, name)
            for worker in self._workers
            for name in worker.tasks
            if name.partition(": ")[2].startswith(task) and name.startswith(only)
        ]
        times: dict[str, list[int]] = {name: [] for _, name in field}
        counted: dict[str, int] = {}
        chooser = random.Random(11)
        for _ in tqdm(range(rounds), desc=task, leave=False):
            asked = chooser.sample(list(questions), len(questions))
            for worker, name in chooser.sample(field, len(field)):
                result = worker.ask(name, asked)
                times[name] += result["times"]
                if task == "count" and "earlier" not in name:
                    for question, answer in zip(asked, result["answers"], strict=False):
                        if counted.setdefault(question, answer) != answer:
                            raise DisagreementError(f"{name} counts {answer} for {question!r}, not {counted[question]}")
        return {name: summary(samples) for name, samples in times.items()}

    def measure_loading(self, rounds: int, questions: Sequence[str]) -> tuple[Rows, Rows, Rows]:
        """Measure new processes: milliseconds to load, then KiB of private and of mapped memory after *questions*."""
        samples: dict[str, list[dict[str, float]]] = {}
        for _ in tqdm(range(rounds), desc="loading", leave=False):
            for contestant in self.pythons:
                worker = self.start(contestant)
                task = next((name for name in worker.tasks if name.endswith("membership")), None)
                if task:
                    memory = worker.ask(task, questions)
                    samples.setdefault(contestant.name, []).append({**memory, "ms": worker.loaded["load_ns"] / 1e6})
                worker.close()

        def column(key: str) -> Rows:
            return {name: {"median": statistics.median(row[key] for row in rows)} for name, rows in samples.items()}

        return column("ms"), column("private_kib"), column("mapped_kib")

    def close(self) -> None:
        """End the processes of all contestants."""
        for worker in self._workers:
            worker.close()


def summary(times: Sequence[float]) -> Figures:
    """Return the median and the 99th percentile of times in nanoseconds, less the time of reading the clock."""
    clock = time.perf_counter_ns
    empty = statistics.median(-(clock() - clock()) for _ in range(1000))
    ordered = sorted(times)
    return {
        "median": statistics.median(ordered) - empty,
        "p99": ordered[int(len(ordered) * 0.99)] - empty,
        "n": len(ordered),
    }
