"""``python -m scripts.regenerate``: one command brings everything up to date that is generated and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import regenerate
from tests.conftest import ROOT

GENERATED = ROOT / "scripts" / "generated"


def test_every_generator_is_in_the_table() -> None:
    """Each module of ``scripts.generated`` with a function ``generated`` is run by the command."""
    found = {path.stem for path in GENERATED.glob("*.py") if "\ndef generated()" in path.read_text(encoding="utf-8")}

    assert found == set(regenerate.GENERATORS.values())


def test_a_file_that_is_missing_or_old_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """--check names the files and leaves them alone, with status 1; without it they are written, others left alone."""
    old, missing, current = (tmp_path / name for name in ("old", "new/missing", "current"))
    old.write_text("old\n", encoding="utf-8")
    current.write_text("right\n", encoding="utf-8")
    files = dict.fromkeys((old, missing, current), "right\n")
    monkeypatch.setattr(regenerate, "generated", lambda name: files)

    assert regenerate.main(["--check", "house"]) == 1
    assert old.read_text(encoding="utf-8") == "old\n"
    assert capsys.readouterr().err.count("is out of date: run python -m scripts.regenerate house\n") == 2
    assert regenerate.main(["house"]) == 0
    assert {path.read_text(encoding="utf-8") for path in files} == {"right\n"}
    assert regenerate.main(["--check", "house"]) == 0


def test_a_generator_that_cannot_finish_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page without a place for what is generated is named in one line, and the exit status is 1."""

    def broken(name: str) -> dict[Path, str]:
        raise ValueError("data-card.md: a marker is missing")

    monkeypatch.setattr(regenerate, "generated", broken)

    assert regenerate.main(["data-card"]) == 1
    assert capsys.readouterr().err == "data-card.md: a marker is missing\n"
