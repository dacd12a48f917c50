"""``belote score --save`` from a pipe on a sheet that exists: it says which of the options have no effect."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from belettre_lexicon.cli.belote.main import main

NAMES = ["--players", "Ana,Bob,Chloé,David"]
NOTE = "La feuille garde ses propres règles"


def run(monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: str) -> int:
    """Run the command on the lines of a pipe; return its exit status."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    return main(["score", *arguments])


@pytest.mark.parametrize("other", [["--target", "500"], ["--players", "Zoé,Bob,Chloé,David"]])
def test_a_resumed_sheet_says_that_it_keeps_its_terms(
    other: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other rules or names on an existing sheet are named as without effect, with --json on standard error."""
    save = ["--save", str(tmp_path / "soir.jsonl")]
    run(monkeypatch, "ana 92\n", *save, *NAMES)
    assert NOTE not in capsys.readouterr().out

    assert run(monkeypatch, "ana 92\n", *save, *NAMES) == 0
    assert NOTE not in capsys.readouterr().out
    assert run(monkeypatch, "ana 92\n", *save, *other) == 0
    assert NOTE in capsys.readouterr().out
    assert run(monkeypatch, "ana 92\n", *save, *other, "--json") == 0
    printed = capsys.readouterr()
    assert NOTE in printed.err
    assert json.loads(printed.out)["totals"] == [368, 280]
