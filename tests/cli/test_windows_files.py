"""Games that are kept where files are those of Windows, which ``tests.windows`` imitates.

What cannot be tried here: the real locks and errors of Windows, its terminals, and antivirus programs that hold files.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.base.files import ForeignFileError, write_file
from belettre_lexicon.cli.belettre import play, table
from belettre_lexicon.cli.commands import PlayOptions, TableOptions
from belettre_lexicon.cli.kit.save_file import SaveFile, SavegameError
from belettre_lexicon.games.belettre.records.json_lines import Journal
from tests.windows import FakeMsvcrt, pretend_windows


@pytest.fixture(autouse=True)
def windows(monkeypatch: pytest.MonkeyPatch) -> FakeMsvcrt:
    """The module that locks files."""
    return pretend_windows(monkeypatch)


def enter(monkeypatch: pytest.MonkeyPatch, command: str, typed: str, **values: object) -> int:
    """Run ``table`` or ``play`` on the lines *typed* and return the exit status."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    if command == "table":
        table_options = TableOptions()
        vars(table_options).update(values)
        return table.run(table_options)
    play_options = PlayOptions()
    vars(play_options).update({"seed": 7, "manches": 1, "level": "random", **values})
    return play.run(play_options)


def load_game(path: Path, judge: Judge) -> Journal:
    """Return the game that a file keeps, from exactly the bytes that are in it."""
    raw = path.read_bytes()
    assert b"\r" not in raw
    return Journal.resume(raw.decode("utf-8").removesuffix("\n").split("\n"), lambda record: judge)


@pytest.mark.parametrize(
    ("command", "first", "second"), [("table", "l volonté", "e école"), ("play", "F facile", "main")]
)
def test_a_game_is_kept_and_resumed(
    command: str, first: str, second: str, judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines end in a line feed alone, so that the next session reads them; --new puts the old game aside."""
    path = tmp_path / "game.jsonl"

    assert enter(monkeypatch, command, first, save=str(path)) == 0
    begun = load_game(path, judge)
    assert enter(monkeypatch, command, second, save=str(path)) == 0
    resumed = load_game(path, judge)

    assert resumed.partie.log[: len(begun.partie.log)] == begun.partie.log
    assert resumed.partie.state.words[0] in ("volonté", "facile")

    before = path.read_bytes()
    assert enter(monkeypatch, command, first, save=str(path), new=True) == 0

    (aside,) = [other for other in tmp_path.glob("*.jsonl") if other != path]
    assert aside.read_bytes() == before
    assert load_game(path, judge).partie.log[:2] == begun.partie.log[:2]


def test_a_locked_game_is_refused_until_it_is_closed(tmp_path: Path, windows: FakeMsvcrt) -> None:
    """A second session on the file is refused; what it reads and writes is not what the lock covers."""
    path = tmp_path / "game"
    first = SaveFile(path)
    ((_, position),) = windows.locked

    with pytest.raises(SavegameError) as error:
        SaveFile(path)
    assert error.value.key == "locked"
    assert position > 1 << 26  # behind the largest file, so that other programs can read all of it

    first.append("one")
    first.close()
    second = SaveFile(path)

    assert second.read() == ["one"]
    assert path.read_bytes() == b"one\n"
    second.close()
    assert not windows.locked


def test_a_file_that_is_open_elsewhere_is_not_replaced(tmp_path: Path) -> None:
    """If another program has the file open, the error names it and no temporary file is left."""
    path = tmp_path / "file"
    path.write_bytes(b"ours")
    file = os.open(path, os.O_RDONLY)

    with pytest.raises(ValueError, match=f"{path}: cannot be written: The file is used"):
        write_file(path, b"ours too", lambda head: True)

    os.close(file)
    write_file(path, b"ours\ntoo", lambda head: True)
    assert path.read_bytes() == b"ours\ntoo"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(ForeignFileError):
        write_file(path, b"", lambda head: False)
