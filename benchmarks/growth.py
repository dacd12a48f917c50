"""Measurements of how cost grows: with the lexicon, with the history of a game, with the size of a batch."""

from __future__ import annotations

import random
import statistics
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tqdm import tqdm

from belettre_lexicon import History, Judge, Lexicon
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.layers import read_frequencies, read_readings
from belettre_lexicon.lexicon.compile.lexicon import READING_LAYERS, compile_readings
from belettre_lexicon.lexicon.compile.links import read_links
from belettre_lexicon.lexicon.file.container import read_container
from belettre_lexicon.lexicon.file.store import Store

from .questions import Questions
from .race import Rows, summary

#: The sizes of the smaller lexicons: one key in 8, in 4, in 2, and all keys.
PARTS = (8, 4, 2, 1)
#: Words in the history of a game.
HISTORIES = (10, 100, 1000, 10_000)
#: Words in a batch.
BATCHES = (1000, 10_000, 100_000, 1_000_000)
#: Words that are sent to another process at a time.
_PORTION = 20_000
Call = Callable[[str], object]


def measure_in_turns(calls: dict[str, tuple[Call, list[str]]], rounds: int, what: str) -> Rows:
    """Measure each call on its questions, in nanoseconds; the calls take turns, round by round.

    *what* is the title of the progress bar.
    """
    clock = time.perf_counter_ns
    times: dict[str, list[int]] = {name: [] for name in calls}
    for _ in tqdm(range(rounds), desc=what, leave=False):
        for name, (call, questions) in calls.items():
            for question in questions:
                start = clock()
                call(question)
                times[name].append(clock() - start)
    return {name: summary(samples) for name, samples in times.items()}


def compile_parts(layers: Path) -> dict[str, Lexicon]:
    """Compile lexicons of an eighth, a quarter, half and all of the words; each contains the one before."""
    readings = [reading for name in READING_LAYERS for reading in read_readings(layers / f"{name}.tsv")]
    zipf, links = read_frequencies(layers / "frequency.tsv"), read_links(layers / "families.tsv")
    chooser = random.Random(3)
    lots: dict[str, int] = {}
    for reading in readings:
        lots.setdefault(fold(reading.spelling), chooser.randrange(max(PARTS)))
    lexicons = {}
    for part in tqdm(PARTS, desc="compiling parts", leave=False):
        few = [reading for reading in readings if lots[fold(reading.spelling)] < max(PARTS) // part]
        data = compile_readings(few, zipf, {"edition": "benchmark"}, links)
        name = f"1/{part}" if part > 1 else "1/1"
        lexicons[name] = Lexicon(Store(read_container(memoryview(data), f"{name} of the lexicon")))
    return lexicons


def measure_lexicon_sizes(layers: Path, questions: Questions, rounds: int) -> dict[str, Rows]:
    """Measure each task on lexicons of growing size, beside a Python set of the same words."""
    lexicons = compile_parts(layers)
    smallest = next(iter(lexicons.values()))
    known = [word for word in questions.known if word in smallest]
    pairs = [f"{a}\t{b}" for a, b in zip(known, reversed(known), strict=True)]
    tasks: dict[str, dict[str, tuple[Call, list[str]]]] = {}
    for name, lexicon in lexicons.items():
        named = f"{name}, {lexicon.store.key_count:,} words"
        words = {lexicon.store.key(i) for i in range(lexicon.store.key_count)}
        calls: dict[str, tuple[Call, list[str]]] = {
            "Python set": (words.__contains__, list(map(fold, known))),
            "membership": (lexicon.__contains__, known),
            "judge": (Judge(lexicon), known),
            "kinship": (lambda pair, of=lexicon: of.kinship(*pair.split("\t")), pairs),  # type: ignore[misc]
            "count": (lambda q, of=lexicon: of.count(*q.split("\t")), questions.searches),  # type: ignore[misc]
            "find 20": (lambda q, of=lexicon: of.find(*q.split("\t"), limit=20), questions.searches),  # type: ignore[misc]
        }
        for task, call in calls.items():
            tasks.setdefault(task, {})[named] = call
    return {task: measure_in_turns(calls, rounds, task) for task, calls in tasks.items()}


def measure_history_sizes(lexicon: Lexicon, questions: Questions, rounds: int) -> dict[str, Rows]:
    """Measure judging, counting and finding after a growing number of earlier words.

    The last task is the time of building such a history, per word.
    """
    judge = Judge(lexicon)
    words = [word.spelling for word in random.Random(5).sample(lexicon.find(), max(HISTORIES) + 500)]
    judged, earlier = words[:500], words[500:]
    tasks: dict[str, dict[str, tuple[Call, list[str]]]] = {}
    growing: Rows = {}
    for size in HISTORIES:
        start = time.perf_counter_ns()
        history = History(earlier[:size])
        judge(judged[0], played=history)
        lexicon.count("a", played=history)
        growing[f"{size:,} words"] = {"median": (time.perf_counter_ns() - start) / size}
        calls: dict[str, tuple[Call, list[str]]] = {
            "judge": (lambda word, of=history: judge(word, played=of), judged),  # type: ignore[misc]
            "count": (lambda q, of=history: lexicon.count(*q.split("\t"), played=of), questions.searches),  # type: ignore[misc]
            "find 20": (
                lambda q, of=history: lexicon.find(*q.split("\t"), limit=20, played=of),  # type: ignore[misc]
                questions.searches,
            ),
        }
        for task, call in calls.items():
            tasks.setdefault(task, {})[f"{size:,} words"] = call
    measured = {task: measure_in_turns(calls, rounds, task) for task, calls in tasks.items()}
    return {**measured, "each word of a new history": growing}


_JUDGE: list[Judge] = []


def open_judge() -> None:
    """Initialize a process of the pool with a judge of its own, on the same mapped lexicon."""
    _JUDGE.append(Judge(Lexicon.open()))


def count_valid(portion: str) -> int:
    """Return how many words of *portion*, one per line, are valid."""
    return sum(not reasons for reasons in _JUDGE[0].reasons(portion.split("\n")))


def measure_batch_sizes(lexicon: Lexicon, words: list[str], rounds: int, processes: int) -> dict[str, Rows]:
    """Measure words per second on batches of growing size, in one process and in several, beside a Python set."""
    judge = Judge(lexicon)
    known = {lexicon.store.key(i) for i in range(lexicon.store.key_count)}
    tasks: dict[str, Rows] = {}
    with ProcessPoolExecutor(processes, initializer=open_judge) as pool:
        list(pool.map(count_valid, ["raclette"] * processes * 4))  # wait until every process has started

        def count_in_processes(batch: list[str]) -> int:
            portions = ["\n".join(batch[i : i + _PORTION]) for i in range(0, len(batch), _PORTION)]
            return sum(pool.map(count_valid, portions))

        contestants: dict[str, Callable[[list[str]], object]] = {
            "Python set of folded words": lambda batch: sum(fold(word) in known for word in batch),
            "single calls": lambda batch: sum(judge(word).valid for word in batch[:50_000]),
            "judge.many": lambda batch: deque(judge.many(batch), 0),
            "judge.reasons": lambda batch: deque(judge.reasons(batch), 0),
            f"judge.reasons, {processes} processes": count_in_processes,
        }
        for size in tqdm(BATCHES, desc="batches", leave=False):
            batch = words[:size]
            rates: dict[str, list[float]] = {name: [] for name in contestants}
            for _ in range(rounds):
                for name, call in contestants.items():
                    start = time.perf_counter()
                    call(batch)
                    judged = min(size, 50_000) if name == "single calls" else size
                    rates[name].append(judged / (time.perf_counter() - start))
            for name, samples in rates.items():
                tasks.setdefault(name, {})[f"{size:,} words"] = {"median": statistics.median(samples)}
    return tasks
