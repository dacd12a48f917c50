"""The recipe for corpora: several workers give the same answers as one process."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from belettre_lexicon import BelettreError, Lexicon
from benchmarks.questions import draw_running_words
from recipes.judge_corpus import judge_corpus, judge_lines, main, tally
from tests.exhaustive import EXHAUSTIVE

#: How many running words two workers judge: some twenty blocks of work in every run.
WORDS = 2_000_000 if EXHAUSTIVE else 100_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[Client]:
    """Two worker processes on this machine."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1") as workers,
        Client(workers) as client,
    ):
        yield client


def lines_of(folder: Path) -> list[str]:
    """Return the lines of all files of answers, in the order of the corpus."""
    return [
        line
        for path in sorted(folder.glob("*.tsv.gz"))
        for line in gzip.decompress(path.read_bytes()).decode().splitlines()
    ]


@pytest.mark.sampled
@pytest.mark.timeout(900)  # a minute on an idle machine
@pytest.mark.no_cover  # up to two million words: other tests run the same code on fewer
def test_two_workers_equal_one_process(cluster: Client, lexicon: Lexicon, tmp_path: Path) -> None:
    """Two workers give the same lines and counts for many running words as one process."""
    drawn = draw_running_words(lexicon, WORDS // 4)
    words = [*drawn, *drawn[::-1], *drawn[1::2], *drawn[::2], *drawn]
    assert len(words) == WORDS
    paths = []
    for number in range(2):
        path = tmp_path / f"words-{number}.txt"
        path.write_text("".join(f"{word}\n" for word in words[number::2]), encoding="utf-8")
        paths.append(str(path))
    assert len(cluster.scheduler_info()["workers"]) == 2

    counts = judge_corpus(paths, str(tmp_path / "judged"), block=WORDS)
    single = judge_lines([*words[0::2], *words[1::2]])

    assert lines_of(tmp_path / "judged") == single
    assert counts == tally(single)
    assert counts["words"] == WORDS
    assert counts["valid"] > WORDS // 10
    assert counts["unknown"] > WORDS // 20


def test_the_recipe_writes_what_the_command_writes(tmp_path: Path) -> None:
    """The script, run on packed files with cards, writes the lines that ``belettre check --brief`` prints."""
    words = "facile\nfacilité\nécole\n\nflâcon\n  ficelle  \n"
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt.gz").write_bytes(gzip.compress(words.encode()))
    into = tmp_path / "judged"
    paths = [str(tmp_path / "a.txt.gz"), str(tmp_path / "b.txt.gz")]

    status = main([*paths, "--into", str(into), "--workers", "1", "--maj", "F", "--min", "l,e,c"])
    command = [sys.executable, "-m", "belettre_lexicon", "check", "--brief", "-", "--maj", "F", "--min", "l,e,c"]
    done = subprocess.run(command, input=words.encode(), capture_output=True, check=False)

    assert status == 0
    assert lines_of(into) == done.stdout.decode().splitlines() * 2


def test_a_missing_file_is_named(cluster: Client, tmp_path: Path) -> None:
    """A missing file raises an error that names it."""
    with pytest.raises(BelettreError, match=r"none\.txt: no such file"):
        judge_corpus([str(tmp_path / "none.txt")], str(tmp_path))


def test_packed_and_plain_files_are_not_mixed(cluster: Client, tmp_path: Path) -> None:
    """Packed files among plain ones raise an error that says what to do."""
    (tmp_path / "a.txt").write_text("raclette\n")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"raclette\n"))

    with pytest.raises(BelettreError, match="one kind at a time"):
        judge_corpus([str(tmp_path / "a.txt"), str(tmp_path / "b.txt.gz")], str(tmp_path))


def test_tally_counts_every_reason() -> None:
    """A word refused for two reasons counts once as a word and once for each reason."""
    lines = ["portes\t-\tplural,conjugated", "raclette\t+", "mots\t-\ttoo_short,plural"]

    expected = {"words": 3, "valid": 1, "plural": 2, "conjugated": 1, "too_short": 1}
    assert tally(lines) == Counter(expected)
