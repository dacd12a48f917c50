"""How cost grows: with the lexicon, with the history of a game, with the size of a batch."""

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
from belettre_lexicon.letters import fold
from belettre_lexicon.lexicon.container import read_container
from belettre_lexicon.lexicon.store import Store
from belettre_lexicon.pipeline.compile.lexicon import READING_LAYERS, compile_readings
from belettre_lexicon.pipeline.kin.links import read_links
from belettre_lexicon.pipeline.layers import read_frequencies, read_readings

from .questions import Questions
from .race import Rows, summary

#: What part of the keys each smaller lexicon has: one in so many.
PARTS = (8, 4, 2, 1)
HISTORIES = (10, 100, 1000, 10_000)
BATCHES = (1000, 10_000, 100_000, 1_000_000)
#: Words that are sent to another process at once.
_PORTION = 20_000
Call = Callable[[str], object]


def interleaved(calls: dict[str, tuple[Call, list[str]]], rounds: int, what: str) -> Rows:
    """Median and p99 in nanoseconds of every call on its questions, the rounds of all in turn."""
    clock = time.perf_counter_ns
    times: dict[str, list[int]] = {name: [] for name in calls}
    for _ in tqdm(range(rounds), desc=what, leave=False):
        for name, (call, questions) in calls.items():
            for question in questions:
                start = clock()
                call(question)
                times[name].append(clock() - start)
    return {name: summary(found) for name, found in times.items()}


def parts_of_the_lexicon(layers: Path) -> dict[str, Lexicon]:
    """Lexicons of an eighth, a quarter, half and all of the words, each part of the next; drawn by chance."""
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


def with_the_lexicon(layers: Path, questions: Questions, rounds: int) -> dict[str, Rows]:
    """Each task on lexicons of growing size, beside a Python set of the same words."""
    lexicons = parts_of_the_lexicon(layers)
    smallest = next(iter(lexicons.values()))
    known = [word for word in questions.known if word in smallest]
    pairs = [f"{a}\t{b}" for a, b in zip(known, reversed(known), strict=True)]
    tasks: dict[str, dict[str, tuple[Call, list[str]]]] = {}
    for name, lexicon in lexicons.items():
        named = f"{name}, {len(lexicon):,} words"
        words = {lexicon.store.key(i) for i in range(len(lexicon))}
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
    return {task: interleaved(calls, rounds, task) for task, calls in tasks.items()}


def with_the_history(lexicon: Lexicon, questions: Questions, rounds: int) -> dict[str, Rows]:
    """Judging, counting and finding after more and more words; what one more word costs."""
    judge = Judge(lexicon)
    words = [word.spelling for word in random.Random(5).sample(lexicon.find(), max(HISTORIES) + 500)]
    judged, earlier = words[:500], words[500:]
    tasks: dict[str, dict[str, tuple[Call, list[str]]]] = {}
    growing: Rows = {}
    for size in HISTORIES:
        start = time.perf_counter_ns()
        history = History(earlier[:size])
        judge(judged[0], played=history)
        lexicon.count("a", exclude=history)
        growing[f"{size:,} words"] = {"median": (time.perf_counter_ns() - start) / size}
        calls: dict[str, tuple[Call, list[str]]] = {
            "judge": (lambda word, of=history: judge(word, played=of), judged),  # type: ignore[misc]
            "count": (lambda q, of=history: lexicon.count(*q.split("\t"), exclude=of), questions.searches),  # type: ignore[misc]
            "find 20": (
                lambda q, of=history: lexicon.find(*q.split("\t"), limit=20, exclude=of),  # type: ignore[misc]
                questions.searches,
            ),
        }
        for task, call in calls.items():
            tasks.setdefault(task, {})[f"{size:,} words"] = call
    found = {task: interleaved(calls, rounds, task) for task, calls in tasks.items()}
    return {**found, "each word of a new history": growing}


_JUDGE: list[Judge] = []


def open_judge() -> None:
    """Start of a process: a judge of its own on the same mapped file."""
    _JUDGE.append(Judge(Lexicon.open()))


def count_valid(portion: str) -> int:
    """How many words of a portion, one a line, are valid."""
    return sum(not reasons for reasons in _JUDGE[0].reasons(portion.split("\n")))


def with_the_batch(lexicon: Lexicon, words: list[str], rounds: int, processes: int) -> dict[str, Rows]:
    """Words a second over batches of growing size, in one process and in several, beside a Python set."""
    judge = Judge(lexicon)
    known = {lexicon.store.key(i) for i in range(len(lexicon))}
    tasks: dict[str, Rows] = {}
    with ProcessPoolExecutor(processes, initializer=open_judge) as pool:
        list(pool.map(count_valid, ["raclette"] * processes * 4))  # every process has started

        def several(batch: list[str]) -> int:
            portions = ["\n".join(batch[i : i + _PORTION]) for i in range(0, len(batch), _PORTION)]
            return sum(pool.map(count_valid, portions))

        contestants: dict[str, Callable[[list[str]], object]] = {
            "Python set of folded words": lambda batch: sum(fold(word) in known for word in batch),
            "single calls": lambda batch: sum(judge(word).valid for word in batch[:50_000]),
            "judge.many": lambda batch: deque(judge.many(batch), 0),
            "judge.reasons": lambda batch: deque(judge.reasons(batch), 0),
            f"judge.reasons, {processes} processes": several,
        }
        for size in tqdm(BATCHES, desc="batches", leave=False):
            batch = words[:size]
            rates: dict[str, list[float]] = {name: [] for name in contestants}
            for _ in range(rounds):
                for name, call in contestants.items():
                    start = time.perf_counter()
                    call(batch)
                    done = min(size, 50_000) if name == "single calls" else size
                    rates[name].append(done / (time.perf_counter() - start))
            for name, found in rates.items():
                tasks.setdefault(name, {})[f"{size:,} words"] = {"median": statistics.median(found)}
    return tasks
