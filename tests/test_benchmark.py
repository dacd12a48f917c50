"""The benchmark: contestants give equal answers, slow ones are interrupted, missing ones are reported."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from benchmarks import environments, questions, race, report, worker
from benchmarks.environments import Contestant, MissingError
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def words(lexicon: Lexicon, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of words that contestants load."""
    return questions.write_words(lexicon, ROOT / "lexicons" / "fr", tmp_path_factory.mktemp("words"))


@pytest.fixture
def race_of_three(words: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[race.Race]:
    """A race of this library, the searches of the standard library, and a contestant that does not exist."""
    contestants = (
        Contestant("belettre", "belettre", None),
        Contestant("Python, search", "python", None, loader="load_search"),
        Contestant("nobody", "nobody", None),
    )
    monkeypatch.setattr(race, "CONTESTANTS", contestants)
    running = race.Race(tmp_path, words)
    yield running
    running.close()


def test_contestants_count_the_same_words(race_of_three: race.Race) -> None:
    """Asked the same questions, this library, a scan, a regular expression and sqlite count the same words."""
    rows = race_of_three.run("count", ["f\tlec", "p\taio", "\twkj", "x\tqzb"], rounds=1)

    assert next(iter(rows)) == "belettre: count"
    assert len(rows) == 5
    assert all(row["n"] == 4 for row in rows.values())
    assert all(row["median"] > 0 for row in rows.values())
    assert list(race_of_three.missing) == ["nobody"]


def test_a_different_count_stops_the_run(race_of_three: race.Race) -> None:
    """Different answers to one question raise an error that names the question.

    The peers expect letters that differ from the initial, so a minuscule f beside the majuscule F makes them count
    other words than this library does.
    """
    with pytest.raises(race.DisagreementError, match="lef"):
        race_of_three.run("count", ["f\tlef"], rounds=1)


def test_a_question_that_takes_too_long_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question over the time limit counts with the time that it took, and the round goes on."""
    monkeypatch.setattr(worker, "QUESTION_SECONDS", 0.05)

    def run_forever(_: str) -> int:
        while True:
            pass

    result = worker.run_round({"questions": ["a", "b"], "seconds": 1.0}, run_forever)

    assert result["answers"] == [None, None]
    assert all(40e6 < time < 2e9 for time in result["times"])


def test_a_missing_file_of_a_contestant_is_named(tmp_path: Path) -> None:
    """A contestant whose Debian package is not installed raises an error that names the file it needs."""
    with pytest.raises(MissingError, match="/no/such/dictionary is missing"):
        environments.interpreter(Contestant("x", "x", (), needs="/no/such/dictionary"), tmp_path)


def test_a_contestant_without_packages_runs_in_this_environment(tmp_path: Path) -> None:
    """packages=None means the interpreter that runs the benchmark."""
    assert environments.interpreter(Contestant("x", "x", None), tmp_path) == sys.executable


def test_tables_have_ratios() -> None:
    """The last column is the ratio to the first row."""
    text = report.as_markdown({"title, ns": {"ours": {"median": 100.0, "p99": 9.4}, "theirs": {"median": 250.0}}})

    assert "| ours | 100 | 9.40 | 1.00 |" in text
    assert "| theirs | 250 |  | 2.50 |" in text


def test_the_page_has_the_texts_of_its_generator() -> None:
    """docs/benchmark.md is not edited by hand: its texts are those of ``report.as_page``."""
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    machine = re.search(r"on (?P<cores>\d+) cores with CPython (?P<python>[\d.]+):", page)

    assert machine is not None
    assert page.startswith(report.PREFACE.format(**machine.groupdict()))
    assert report.BUDGET_NOTES in page
    assert report.GROWTH in page
    assert all(f"## {table}\n" in page for table, _, _ in report.BUDGETS)
