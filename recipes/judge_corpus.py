"""Judge the words of a corpus with Dask, on the cores of one machine or on many machines.

    python -m recipes.judge_corpus words-*.txt.gz --into judged [--workers 2] [--scheduler tcp://…] [--maj F] [--min e]

The corpus is text with one word per line. Each block of it becomes one file in the folder; the files are numbered in
the order of the corpus. They have the lines that ``belettre check --brief -`` prints: « word TAB + » or
« word TAB - TAB reasons ». At the end the script prints the number of words, of valid words, and of refused words for
each reason. See docs/distribution.md.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache

import dask
import dask.bag
import fsspec
from distributed import Client, LocalCluster

from belettre_lexicon import BelettreError, Judge, Lexicon
from belettre_lexicon.referee.json_objects import BriefReporter

#: Bytes of text in one block: some 100,000 words, half a second of work for one worker.
BLOCK_BYTES = 1 << 20


@cache
def process_judge() -> Judge:
    """Return the judge of this process. The lexicon is mapped, so all processes of a machine share its memory."""
    return Judge(Lexicon.open())


def judge_lines(lines: Iterable[str], initial: str | None = None, letters: str = "") -> list[str]:
    """Return the short lines for the words of a block; empty lines are skipped.

    This is a pure function of the words and the cards: *initial* and *letters* are those of ``Judge``.

    >>> judge_lines(["raclette", "portes"])
    ['raclette\\t+', 'portes\\t-\\tplural,conjugated']
    """
    words = [line.rstrip("\r\n") for line in lines if line.strip()]
    return BriefReporter(process_judge().stream(initial=initial, letters=letters)).lines(words)


def tally(lines: Iterable[str]) -> Counter[str]:
    """Count short lines: the words, the valid ones, and for each reason the words refused for it.

    >>> sorted(tally(["raclette\\t+", "portes\\t-\\tplural,conjugated"]).items())
    [('conjugated', 1), ('plural', 1), ('valid', 1), ('words', 2)]
    """
    counts: Counter[str] = Counter()
    for line in lines:
        _, _, reasons = line.partition("\t")
        counts.update(["words", "valid"] if reasons == "+" else ["words", *reasons[2:].split(",")])
    return counts


def judge_block(lines: Iterable[str], target: str, initial: str | None, letters: str) -> Counter[str]:
    """Judge one block, write its lines to the file *target*, packed with gzip, and return their counts.

    This runs on the worker that reads the block, so only the counts travel.
    """
    answers = judge_lines(lines, initial, letters)
    with fsspec.open(target, "wt", encoding="utf-8", compression="gzip", auto_mkdir=True) as stream:
        stream.writelines(f"{line}\n" for line in answers)
    return tally(answers)


def judge_corpus(
    paths: list[str], into: str, initial: str | None = None, letters: str = "", block: int = BLOCK_BYTES
) -> Counter[str]:
    """Judge every word of *paths* on the cluster of the current client; return the counts of the whole corpus.

    The answers are written into the folder *into*. Paths and folder may be local, or anything else that fsspec opens.
    A file that ends in .gz cannot be cut, so it is one block; other files are cut into blocks of *block* bytes.

    Raises BelettreError when a file is missing, or when some files are packed and others are not.
    """
    for path in paths:
        filesystem, location = fsspec.core.url_to_fs(path)
        if not filesystem.exists(location):
            raise BelettreError(f"{path}: no such file")
    packed = [path.endswith(".gz") for path in paths]
    if any(packed) and not all(packed):
        raise BelettreError("some files are packed and others are not: give one kind at a time")
    lines = dask.bag.read_text(paths, blocksize=None if any(packed) else block, encoding="utf-8")
    blocks = [
        dask.delayed(judge_block)(part, f"{into}/{number:06}.tsv.gz", initial, letters)
        for number, part in enumerate(lines.to_delayed())
    ]
    return sum(dask.compute(*blocks), Counter())


def main(arguments: list[str] | None = None) -> int:
    """Run the script; return its exit status: 0, or 2 when the corpus cannot be read."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", metavar="FILE", help="text files, one word per line; .gz is unpacked")
    parser.add_argument("--into", required=True, help="the folder for the answers")
    parser.add_argument("--workers", type=int, default=2, help="processes on this machine (2)")
    parser.add_argument("--scheduler", help="address of a running cluster, instead of processes on this machine")
    parser.add_argument("--maj", help="the majuscule on the table")
    parser.add_argument("--min", default="", help="the minuscules on the table")
    options = parser.parse_args(arguments)
    cluster = options.scheduler or LocalCluster(
        n_workers=options.workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    )
    with Client(cluster):
        try:
            counts = judge_corpus(options.paths, options.into, options.maj, options.min)
        except BelettreError as error:
            print(f"judge_corpus: {error}", file=sys.stderr)
            return 2
        finally:
            if isinstance(cluster, LocalCluster):
                cluster.close()
    for name, count in counts.most_common():
        print(f"{count:>12,} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
