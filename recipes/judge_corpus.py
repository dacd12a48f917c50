"""Judge the words of a corpus with Dask, on the cores of one machine or on many machines.

    python -m recipes.judge_corpus words-*.txt.gz --into judged [--workers 2] [--scheduler tcp://…] [--maj F] [--min e]

The corpus is text, one word a line. Each block of it becomes one file of short lines in the folder, numbered in the
order of the corpus: « word TAB + » or « word TAB - TAB reasons », the very lines of ``belettre check --brief -``. How
many words there were, valid ones and refused ones by reason, is printed at the end. docs/distribution.md says more.
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
from belettre_lexicon.referee.brief import Brief

#: Bytes of text that a worker takes at once: some 100,000 words, half a second of work.
BLOCK = 1 << 20


@cache
def judge() -> Judge:
    """The judge of this process. The lexicon is mapped, so that all processes of a machine share its pages."""
    return Judge(Lexicon.open())


def judged(lines: Iterable[str], initial: str | None = None, letters: str = "") -> list[str]:
    """Short lines for the words of a block: a pure function of the words and the cards.

    >>> judged(["raclette", "portes"])
    ['raclette\\t+', 'portes\\t-\\tplural,conjugated']
    """
    words = [line.rstrip("\r\n") for line in lines]
    return Brief(judge().stream(initial=initial, letters=letters)).lines([word for word in words if word.strip()])


def tally(lines: Iterable[str]) -> Counter[str]:
    """How many words were judged, were valid, and were refused for each reason.

    >>> sorted(tally(["raclette\\t+", "portes\\t-\\tplural,conjugated"]).items())
    [('conjugated', 1), ('plural', 1), ('valid', 1), ('words', 2)]
    """
    found: Counter[str] = Counter()
    for line in lines:
        _, _, reasons = line.partition("\t")
        found.update(["words", "valid"] if reasons == "+" else ["words", *reasons[2:].split(",")])
    return found


def judge_block(lines: Iterable[str], target: str, initial: str | None, letters: str) -> Counter[str]:
    """Judge one block, write its lines to *target* and count them: a block is judged once, where it was read."""
    answers = judged(lines, initial, letters)
    with fsspec.open(target, "wt", encoding="utf-8", compression="gzip", auto_mkdir=True) as stream:
        stream.writelines(f"{line}\n" for line in answers)
    return tally(answers)


def judge_corpus(
    paths: list[str], into: str, initial: str | None = None, letters: str = "", block: int = BLOCK
) -> Counter[str]:
    """Judge every word of *paths* on the cluster of the current client; the files appear in *into*.

    Paths and folder may be on this machine or wherever fsspec reads and writes. Files that end in .gz are read whole, a
    file a block, since they cannot be cut. Raises BelettreError when a file is missing or kinds are mixed.
    """
    for path in paths:
        system, place = fsspec.core.url_to_fs(path)
        if not system.exists(place):
            raise BelettreError(f"{path}: no such file")
    packed = [path.endswith(".gz") for path in paths]
    if any(packed) and not all(packed):
        raise BelettreError("some files are packed and some are not: give one kind at a time")
    lines = dask.bag.read_text(paths, blocksize=None if any(packed) else block, encoding="utf-8")
    blocks = [
        dask.delayed(judge_block)(part, f"{into}/{number:06}.tsv.gz", initial, letters)
        for number, part in enumerate(lines.to_delayed())
    ]
    return sum(dask.compute(*blocks), Counter())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", metavar="FILE", help="text files, one word a line; .gz is unpacked")
    parser.add_argument("--into", required=True, help="the folder for the answers")
    parser.add_argument("--workers", type=int, default=2, help="processes on this machine (2)")
    parser.add_argument("--scheduler", help="address of a running cluster, instead of processes on this machine")
    parser.add_argument("--maj", help="the majuscule on the table")
    parser.add_argument("--min", default="", help="the minuscules on the table")
    options = parser.parse_args(arguments)
    place = options.scheduler or LocalCluster(
        n_workers=options.workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    )
    with Client(place):
        try:
            counts = judge_corpus(options.paths, options.into, options.maj, options.min)
        except BelettreError as error:
            print(f"judge_corpus: {error}", file=sys.stderr)
            return 2
        finally:
            if isinstance(place, LocalCluster):
                place.close()
    for name, count in counts.most_common():
        print(f"{count:>12,} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
