"""Judge the words of a file with a pool of processes, in the order of the file.

    python -m recipes.judge_in_processes words.txt [--workers 4] [--min-letters 4]

A judge pickles as the path and the hash of its lexicon, its rules and its list, so it can travel with every task. Each
process opens the lexicon once and shares its memory with the others. It prints « word TAB + » for a valid word, and
« word TAB - TAB reasons » for a refused one.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from typing import TextIO

from belettre_lexicon import BelettreError, HouseRules, Judge, Lexicon, StreamJudge

#: The number of characters in a task, some 50,000 words and 100 ms of work. One long text crosses to another process
#: many times as fast as a list of its words.
CHARACTERS_IN_A_TASK = 1 << 19


@lru_cache(maxsize=1)
def stream_judge(judge: Judge) -> StreamJudge:
    """Return the stream judge of this process, which all its tasks share: it remembers what it has worked out."""
    return judge.stream()


def judge_text(judge: Judge, text: str) -> str:
    """Return a line for each line of a text that has a word; this is what a task does."""
    words = [word for line in text.split("\n") if (word := line.strip())]
    return "".join(
        f"{word}\t-\t{','.join(reasons)}\n" if reasons else f"{word}\t+\n"
        for word, reasons in zip(words, stream_judge(judge).reasons(words), strict=True)
    )


def judge_in_processes(judge: Judge, stream: TextIO, workers: int | None = None) -> Iterator[str]:
    """Yield the lines of ``judge_text`` in the order of the stream, which is read as fast as it is judged.

    *workers* is the number of processes; None for one for each processor.
    """
    most = 2 * (workers or os.cpu_count() or 1)
    waiting: deque[Future[str]] = deque()
    with ProcessPoolExecutor(workers) as pool:
        while text := stream.read(CHARACTERS_IN_A_TASK) + stream.readline():  # up to the end of a line
            waiting.append(pool.submit(judge_text, judge, text))
            if len(waiting) > most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the file cannot be read or an option is invalid."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, metavar="FILE", help="a text file with one word per line")
    parser.add_argument("--workers", type=int, help="the number of processes (one for each processor)")
    parser.add_argument("--min-letters", type=int, default=5, help="the fewest letters of a word (5)")
    options = parser.parse_args(arguments)
    try:
        judge = Judge(Lexicon.open(), HouseRules(min_letters=options.min_letters))
        with options.path.open(encoding="utf-8") as stream:
            sys.stdout.writelines(judge_in_processes(judge, stream, options.workers))
    except (BelettreError, OSError, BrokenProcessPool, ValueError) as error:  # ValueError: no UTF-8, or no such number
        print(f"judge_in_processes: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
