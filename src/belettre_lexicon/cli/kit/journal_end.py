"""The end of a saved game, noted beside its file: how many lines the journal has, and the check of the last one.

A journal that was cut at the end of a line is a sound journal of a shorter game. To make the loss known, ``SaveFile``
notes the end of ``partie.jsonl`` in ``partie.jsonl.end`` after each line::

    belettre journal end        57 0123456789abcdef 76543210fedcba98 1d4a5ff0

The fields are the number of lines, the check of the last line, the check of the first line, which tells games apart,
and the CRC-32 of the text before it, which shows whether the note was written completely.

A line is on the disk before it is noted, so the note may lag behind the journal but is never ahead of it. After a kill
at any point, the noted line is in the journal (``compare_end``). The note needs no fsync of its own: a killed process
loses no written bytes, and after a power cut the note may lag by some lines. It always has the same length and is
written in place, which takes some 20 µs. It only protects the journal: if it is missing or does not fit, the game can
still be resumed.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from ...base.errors import ArgumentError
from ...base.files import JOURNAL_END, open_file, write_all
from ...referee.catalogue import Catalogue
from ...referee.sentences import printable

#: What the note says about a journal. "sound": the noted line is in the journal. "shorter": the journal has fewer lines
#: than were noted. "missing", "unreadable": there is no note, or it is damaged. "other_game", "other_lines": the note
#: is about another game, or about other lines of this game.
EndState = Literal["sound", "shorter", "missing", "unreadable", "other_game", "other_lines"]
#: The length of a check and of a CRC-32 in hexadecimal digits.
_CHECK, _CRC = 16, 8
#: The most lines that a note can state; it has nine digits for their number.
_MOST_LINES = 999_999_999


class ComparedEnd(NamedTuple):
    """The end of a journal, compared with the note beside it.

    state  whether the note fits the journal: "sound", or what is wrong (``EndState``)
    path   the file of the note
    noted  the number of lines that the note states; 0 if it cannot be read
    found  the number of lines of the journal
    """

    state: EndState
    path: Path
    noted: int
    found: int

    @property
    def shorter(self) -> bool:
        """Whether the journal has fewer lines than the note states, so that lines are missing at its end."""
        return self.state == "shorter"

    def text(self, say: Catalogue) -> str:
        """Return a sentence that says what is wrong with the journal or its note; "" if the state is "sound"."""
        if self.state == "sound":
            return ""
        lost = self.noted - self.found
        return say(f"journal_end.{self.state}", path=printable(str(self.path)), noted=self.noted, lost=lost)


class EndNote:
    """The note beside the file of a journal, while a session appends lines to that file."""

    def __init__(self, path: Path) -> None:
        """*path* is the file of the journal. The note is opened when it is first written."""
        self._path = _path_beside(path)
        self._file: int | None = None
        self._lines = 0
        self._first = self._last = ""

    def start_after(self, lines: list[str]) -> None:
        """Begin with *lines*, all lines that the journal has so far. The note itself is not written yet."""
        self._lines = len(lines)
        self._first, self._last = (_check_of(lines[0]), _check_of(lines[-1])) if lines else ("", "")

    def add(self, line: str) -> None:
        """Write the note again after *line* was appended to the journal. The line must be on the disk already."""
        self._last = _check_of(line)
        self._first = self._first or self._last
        self._lines += 1
        self.write()

    def write(self) -> None:
        """Write the note to its file. A failure is ignored: the note then lags behind the journal."""
        if not self._lines <= _MOST_LINES:
            return
        with suppress(OSError, ArgumentError):
            text = f"{JOURNAL_END} {self._lines:>9} {self._last} {self._first} ".encode("ascii")
            raw = text + _crc(text) + b"\n"
            opens = self._file is None
            self._file = self._file if self._file is not None else open_file(self._path)
            os.lseek(self._file, 0, os.SEEK_SET)
            write_all(self._file, raw)
            if opens:  # the file may have held something longer
                os.ftruncate(self._file, len(raw))

    def set_aside(self, copy: Path) -> None:
        """Move the note beside *copy*, a copy of the journal, and begin again without lines. A failure is ignored."""
        self.close()
        with suppress(OSError):
            self._path.replace(_path_beside(copy))
        self.start_after([])

    def close(self) -> None:
        """Put the note on the disk and close it."""
        if self._file is not None:
            with suppress(OSError):
                os.fsync(self._file)
            os.close(self._file)
            self._file = None


def compare_end(path: Path, lines: list[str]) -> ComparedEnd:
    """Compare the *lines* of a journal, all of them complete and in order, with the note beside its file *path*.

    A journal without a note is sound if it has at most one line: the process may have died before it wrote a note.
    """
    beside = _path_beside(path)
    try:
        with beside.open("rb") as stream:
            raw = stream.read(200)
    except (OSError, ValueError):
        raw = b""
    if not raw:
        return ComparedEnd("missing" if len(lines) > 1 else "sound", beside, 0, len(lines))
    text, words = raw[: -_CRC - 1], raw.decode("ascii", "replace").removeprefix(JOURNAL_END).split()
    if len(words) != 4 or not words[0].isdecimal() or raw != text + _crc(text) + b"\n":
        return ComparedEnd("unreadable", beside, 0, len(lines))
    noted = int(words[0])
    return ComparedEnd(_state(lines, noted, words[1], words[2]), beside, noted, len(lines))


def _state(lines: list[str], noted: int, last: str, first: str) -> EndState:
    """Return what a note of *noted* lines says, whose last and first checks are *last* and *first*, about a journal."""
    if lines and _check_of(lines[0]) != first:
        return "other_game"
    if len(lines) < noted:
        return "shorter"
    return "sound" if noted and _check_of(lines[noted - 1]) == last else "other_lines"


def _path_beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.end")


def _crc(text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text)


class _Checked(msgspec.Struct):
    check: str


def _check_of(line: str) -> str:
    """Return the check of a line; zeros if it has none of the usual length."""
    try:
        check = msgspec.json.decode(line, type=_Checked).check
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        check = ""
    return check if len(check) == _CHECK and check.isascii() and check.isalnum() else "0" * _CHECK
