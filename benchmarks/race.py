"""Contestants side by side: one process each, rounds interleaved, so that a busy moment hits them alike."""

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

#: Seconds that one contestant may take for one round of one task; slow ones answer fewer questions.
ROUND_SECONDS = 1.0
Figures = dict[str, float]
Rows = dict[str, Figures]
_WORKER = Path(__file__).with_name("worker.py")


class DisagreementError(Exception):
    """Two contestants that were asked the same gave different numbers: then their times mean nothing."""


class Worker:
    """A running contestant."""

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
        """One round: the time of each question in nanoseconds, and the answers that are numbers."""
        order = {"task": task, "questions": questions, "seconds": ROUND_SECONDS}
        self._input.write(json.dumps(order) + "\n")
        self._input.flush()
        return self._answer()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class Race:
    """All contestants that can run here; ``missing`` says why the others cannot."""

    def __init__(self, folder: Path, words: Mapping[str, Path]) -> None:
        """*words* are the files of words by loader: what every contestant is given."""
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
        """A fresh process of a contestant."""
        return Worker(contestant, self.pythons[contestant], self.words[contestant.loader])

    def run(self, task: str, questions: Sequence[str], rounds: int, only: str = "") -> Rows:
        """Every contestant's times for a task, ours first; *only* keeps the names that start so.

        Raises DisagreementError when two contestants count differently.
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
                found = worker.ask(name, asked)
                times[name] += found["times"]
                if task == "count" and "earlier" not in name:
                    for question, answer in zip(asked, found["answers"], strict=False):
                        if counted.setdefault(question, answer) != answer:
                            raise DisagreementError(f"{name} counts {answer} for {question!r}, not {counted[question]}")
        return {name: summary(found) for name, found in times.items()}

    def loading(self, rounds: int, questions: Sequence[str]) -> tuple[Rows, Rows, Rows]:
        """What a fresh process costs: milliseconds to load; KiB of private and of mapped memory after answering."""
        found: dict[str, list[dict[str, float]]] = {}
        for _ in tqdm(range(rounds), desc="loading", leave=False):
            for contestant in self.pythons:
                worker = self.start(contestant)
                task = next((name for name in worker.tasks if name.endswith("membership")), None)
                if task:
                    memory = worker.ask(task, questions)
                    found.setdefault(contestant.name, []).append({**memory, "ms": worker.loaded["load_ns"] / 1e6})
                worker.close()

        def column(key: str) -> Rows:
            return {name: {"median": statistics.median(of[key] for of in all_of)} for name, all_of in found.items()}

        return column("ms"), column("private_kib"), column("mapped_kib")

    def close(self) -> None:
        for worker in self._workers:
            worker.close()


def summary(times: Sequence[float]) -> Figures:
    """Median and 99th percentile in nanoseconds, less the cost of reading the clock."""
    clock = time.perf_counter_ns
    empty = statistics.median(-(clock() - clock()) for _ in range(1000))
    ordered = sorted(times)
    return {
        "median": statistics.median(ordered) - empty,
        "p99": ordered[int(len(ordered) * 0.99)] - empty,
        "n": len(ordered),
    }
