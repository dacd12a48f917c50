"""The benchmark measures what it says: contestants answer alike, slow ones are broken off, missing ones are named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from benchmarks import environments, questions, race, report, worker
from benchmarks.environments import Contestant, MissingError
from tests.conftest import ROOT


@pytest.fixture
def running(lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> race.Race:
    """This library and Python's own ways, both in this environment, and a contestant that cannot run."""
    field = (
        Contestant("belettre", "belettre", None),
        Contestant("Python, search", "python", None, loader="load_search"),
        Contestant("nobody", "nobody", None),
    )
    monkeypatch.setattr(race, "CONTESTANTS", field)
    return race.Race(tmp_path, questions.write_words(lexicon, ROOT / "lexicons" / "fr", tmp_path))


def test_contestants_count_alike(running: race.Race) -> None:
    """Asked the same questions, this library, a scan, a regular expression and sqlite count the same words."""
    try:
        found = running.run("count", ["f\tlec", "p\taio", "\twkj", "x\tqzb"], rounds=1)
    finally:
        running.close()
    assert next(iter(found)) == "belettre: count" and len(found) == 5
    assert all(row["n"] == 4 and row["median"] > 0 for row in found.values())
    assert list(running.missing) == ["nobody"]


def test_a_contestant_that_counts_otherwise_stops_the_run(running: race.Race) -> None:
    """Different answers to one question are an error that names the question, not a row of a table."""
    asked = "f\tlef"  # a minuscule f beside the majuscule F: the peers' letters must differ from the initial
    try:
        with pytest.raises(race.DisagreementError, match="lef"):
            running.run("count", [asked], rounds=1)
    finally:
        running.close()


def test_a_question_that_takes_too_long_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question over the limit counts as having taken so long, and the round goes on to its end."""
    monkeypatch.setattr(worker, "LONGEST", 0.05)

    def forever(_: str) -> int:
        while True:
            pass

    found = worker.answer({"questions": ["a", "b"], "seconds": 1.0}, forever)
    assert found["answers"] == [None, None] and all(40e6 < time < 2e9 for time in found["times"])


def test_what_a_contestant_lacks_is_named(tmp_path: Path) -> None:
    """A missing package of Debian is named; packages of the system are never installed."""
    with pytest.raises(MissingError, match="/no/such/dictionary is missing"):
        environments.interpreter(Contestant("x", "x", (), needs="/no/such/dictionary"), tmp_path)
    assert environments.interpreter(Contestant("x", "x", None), tmp_path) == sys.executable


def test_tables_have_ratios() -> None:
    """The last column is the ratio to the first row."""
    text = report.as_markdown({"title, ns": {"ours": {"median": 100.0, "p99": 9.4}, "theirs": {"median": 250.0}}})
    assert "| ours | 100 | 9.40 | 1.00 |" in text and "| theirs | 250 |  | 2.50 |" in text


def test_the_load_counts_what_it_entered(tmp_path: Path) -> None:
    """A few tables for a moment: real servers, no error, nothing lost, every device has seen the end."""
    options = ["--tables", "4", "--devices", "2", "--seconds", "2", "--servers", "2", "--database"]
    command = [sys.executable, "-m", "benchmarks.load", *options, f"sqlite:///{tmp_path / 'games.sqlite'}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["belettre"]["entries"] == found["belettre"]["actions"] == 40 == found["bare"]["actions"]
    assert found["belettre"]["lost"] == 0 and not found["belettre"]["errors"]
