"""Judge the words of a file with a pool of processes, in the order of the file.

    python -m recipes.judge_in_processes words.txt [--workers 4] [--min-letters 4]

A judge pickles as the path and the hash of its lexicon, its rules and its list, so it can travel with every task. Each
process opens the lexicon once and shares its memory with the others. It prints « word TAB + » for a valid word, and
« word TAB - TAB reasons » for a refused one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from pathlib import Path

from belettre_lexicon import BelettreError, HouseRules, Judge, Lexicon

#: The number of words in a task: some 20 ms of work, far more than it takes to send a judge.
WORDS_IN_A_TASK = 10_000


def judge_words(judge: Judge, words: list[str]) -> list[str]:
    """Return a line for each word; this is what a task does."""
    return [
        f"{word}\t-\t{','.join(reasons)}" if reasons else f"{word}\t+"
        for word, reasons in zip(words, judge.reasons(words), strict=True)
    ]


def judge_in_processes(judge: Judge, words: Iterable[str], workers: int | None = None) -> Iterator[str]:
    """Yield a line for each word, in order. *workers* is the number of processes; None for one for each processor."""
    stream = iter(words)
    tasks = iter(lambda: list(islice(stream, WORDS_IN_A_TASK)), [])
    with ProcessPoolExecutor(workers) as pool:
        for lines in pool.map(partial(judge_words, judge), tasks):
            yield from lines


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the file cannot be read or an option is invalid."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, metavar="FILE", help="a text file with one word per line")
    parser.add_argument("--workers", type=int, help="the number of processes (one for each processor)")
    parser.add_argument("--min-letters", type=int, default=5, help="the fewest letters of a word (5)")
    options = parser.parse_args(arguments)
    try:
        judge = Judge(Lexicon.open(), HouseRules(min_letters=options.min_letters))
        with options.path.open(encoding="utf-8") as lines:
            words = (line.strip() for line in lines if line.strip())
            sys.stdout.writelines(f"{line}\n" for line in judge_in_processes(judge, words, options.workers))
    except (BelettreError, OSError, BrokenProcessPool, ValueError) as error:  # ValueError: no UTF-8, or no such number
        print(f"judge_in_processes: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
