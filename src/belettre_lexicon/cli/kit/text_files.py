"""Reads the files that are named on the command line: texts, and the games that the commands ``replay`` check.

Text is encoded in UTF-8. If the path of a file is ``-``, standard input is read instead. If a file cannot be read,
ArgumentError is raised with a message that begins with the path: « pairs.tsv: cannot be read: No such file or
directory ». Files that are edited by hand (decks, word lists) are read by ``base.files``, which also writes all files.
Start reading at ``read_text`` and ``read_game_file``.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ...base.errors import ArgumentError
from ...base.files import KIND_HEAD, LEXICON_MAGIC, describe, kind_of
from ...referee.catalogue import Catalogue
from .journal_end import ComparedEnd, compare_end
from .terminal import EXIT_NEGATIVE, EXIT_OK, paint, read_stdin_lines, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.files import FileKind

#: The maximum size of a file, in bytes. The record of a whole partie takes about 100 KB.
_MAX_GAME = 1 << 25


def read_text(path: str, *, max_bytes: int, expected: str, kinds: Collection[FileKind] | None = None) -> str:
    """Return the whole text of a file, or of standard input if *path* is ``-``.

    Raises ArgumentError if the file cannot be read, is not UTF-8, has more than *max_bytes* bytes, or is a file that
    this package writes (``FileKind``), but of none of the kinds in *kinds*.

    expected  a description of the expected text, such as "a game", for the errors
    kinds     the kinds of files of this package that may be read; None for all kinds
    """
    with _reading(path):
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as stream:
            raw = stream.read(max_bytes + 1)
        kind = kind_of(raw[:KIND_HEAD])
        if kind is not None and kinds is not None and kind not in kinds:
            raise ArgumentError(f"{path} is {describe(kind)}; expected {expected}")
        if len(raw) > max_bytes:
            raise ArgumentError(f"{path}: more than {max_bytes} bytes, expected {expected}")
        return raw.decode("utf-8")


def stream_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file, or of standard input if *path* is ``-``, one at a time and without their line ends.

    Raises an error if the input cannot be read or is not UTF-8: ArgumentError for a file, even if it is a compiled
    lexicon, UnusableInputError for standard input.
    """
    if path == "-":
        yield from read_stdin_lines()
        return
    with _reading(path), Path(path).open("rb") as raw, io.TextIOWrapper(raw, encoding="utf-8-sig") as stream:
        if raw.peek(1).startswith(LEXICON_MAGIC):
            raise ArgumentError(f"{path} is {describe('lexicon')}; expected text")
        for line in stream:
            yield line.rstrip("\r\n")


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Convert an OSError or UnicodeDecodeError from the ``with`` block, which reads *path*, to an ArgumentError."""
    try:
        yield
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ArgumentError(f"{path}: not UTF-8 at byte {error.start}") from error


class GameFile(NamedTuple):
    """The text of a game, and whether lines are missing at its end.

    text  the text, without a byte order mark
    end   the number of lines of a journal, compared with the note beside its file (``journal_end``); None if the text
          is not a journal, or was read from standard input
    """

    text: str
    end: ComparedEnd | None

    @property
    def end_is_missing(self) -> bool:
        """Whether the text is a journal that has fewer lines than the note beside its file states."""
        return self.end is not None and self.end.shorter

    def end_doubts(self, say: Catalogue) -> list[str]:
        """Return one sentence that says that lines are missing at the end of a journal; [] if none are."""
        return [self.end.text(say)] if self.end is not None and self.end.shorter else []


def read_game_file(
    path: str, *, expected: str, kinds: Collection[FileKind], journals: Collection[FileKind]
) -> GameFile:
    """Read the file of a game, or standard input if *path* is ``-``.

    expected  a description of the expected text, such as "a game", for the errors
    kinds     the kinds of file that contain a game
    journals  the kinds in *kinds* whose files are journals, which have a note beside them

    Raises ArgumentError if the file cannot be read, is not UTF-8, is too big, or is of another kind.
    """
    text = read_text(path, max_bytes=_MAX_GAME, expected=expected, kinds=kinds).removeprefix("\ufeff")
    if path == "-" or kind_of(text) not in journals:
        return GameFile(text, None)
    return GameFile(text, compare_end(Path(path), complete_lines(text)[0]))


def complete_lines(text: str) -> tuple[list[str], bool]:
    """Return the complete lines of a journal, and whether the text goes on with a line that has no line end.

    Such a line was being written when the process died; it was never acknowledged, so it is left out. A text without
    any line end counts as one complete line.
    """
    lines, end, torn = text.rpartition("\n")
    return (lines if end else text).split("\n"), bool(end and torn)


def report_doubts(doubts: Sequence[str], *, as_json: bool) -> int:
    """Print each of *doubts*, sentences that say what is wrong with a recorded game, and return the exit status.

    If *as_json* is true, nothing is printed, because the JSON object has told it already. The status is EXIT_NEGATIVE
    if there are doubts, otherwise EXIT_OK.
    """
    for doubt in () if as_json else doubts:
        write(paint(doubt, "red"))
    return EXIT_NEGATIVE if doubts else EXIT_OK
