"""Text files of the commands: UTF-8, one kind of error that names the file, standard input for « - »."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.cli.kit.text_files import read_text, stream_lines


def test_a_text_is_read_up_to_its_limit(tmp_path: Path) -> None:
    """A file of exactly the maximum size is read; one more byte is refused with the limit and what was expected."""
    path = tmp_path / "text"
    path.write_bytes("été".encode())

    assert read_text(str(path), max_bytes=5, expected="a game") == "été"
    with pytest.raises(ArgumentError, match="more than 4 bytes, expected a game"):
        read_text(str(path), max_bytes=4, expected="a game")


def test_lines_are_streamed_without_line_ends(tmp_path: Path) -> None:
    """A byte order mark and line ends of any system are left out."""
    path = tmp_path / "lines"
    path.write_bytes(b"\xef\xbb\xbfun\r\ndeux\n\ntrois")

    assert list(stream_lines(str(path))) == ["un", "deux", "", "trois"]


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """« - » reads standard input, as a whole or by lines."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"un\ndeux")))
    assert read_text("-", max_bytes=10, expected="a game") == "un\ndeux"

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"un\ndeux")))
    assert list(stream_lines("-")) == ["un", "deux"]


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    """A missing file and one that is not UTF-8 raise an error that starts with the path."""
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"abc\xff")

    for path, why in ((tmp_path / "missing", "cannot be read"), (damaged, "not UTF-8 at byte 3")):
        with pytest.raises(ArgumentError, match=f"^{path}: {why}"):
            read_text(str(path), max_bytes=10, expected="a game")
        with pytest.raises(ArgumentError, match=f"^{path}: {why}"):
            list(stream_lines(str(path)))
