"""What the commands ``replay`` of both games share: the file of a game, and what is doubtful about it.

Start reading at ``read_game_file``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from ...base.files import kind_of
from ...referee.catalogue import Catalogue
from .journal_end import ComparedEnd, compare_end
from .terminal import EXIT_NEGATIVE, EXIT_OK, paint, write
from .text_files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.files import FileKind

#: The maximum size of a file, in bytes. The record of a whole partie takes about 100 KB.
MAX_BYTES = 1 << 25


class GameFile(NamedTuple):
    """The file of a game.

    text  its text
    end   the end of a journal, compared with the note beside its file; None if the text is not the file of a journal
    """

    text: str
    end: ComparedEnd | None

    @property
    def end_is_missing(self) -> bool:
        """Whether lines are missing at the end of a journal."""
        return self.end is not None and self.end.shorter

    def end_doubts(self, say: Catalogue) -> list[str]:
        """Return the sentence that lines are missing at the end of a journal; [] if they are not."""
        return [self.end.text(say)] if self.end is not None and self.end.shorter else []


def read_game_file(
    path: str, *, expected: str, kinds: Collection[FileKind], journals: Collection[FileKind]
) -> GameFile:
    """Read the file of a game, or standard input if *path* is ``-``.

    expected  a description of the expected text, such as "a game", for the errors
    kinds     the kinds of file that contain a game
    journals  those of them that are journals

    Raises ArgumentError as ``read_text`` does.
    """
    text = read_text(path, max_bytes=MAX_BYTES, expected=expected, kinds=kinds).removeprefix("\ufeff")
    if path == "-" or kind_of(text) not in journals:
        return GameFile(text, None)
    return GameFile(text, compare_end(Path(path), complete_lines(text)[0]))


def complete_lines(text: str) -> tuple[list[str], bool]:
    """Return the complete lines of a journal, and whether its last line was being written when its game ended.

    Such a line was never acknowledged. A text without any line end is one line.
    """
    lines, end, torn = text.rpartition("\n")
    return (lines if end else text).split("\n"), bool(end and torn)


def report_doubts(doubts: Sequence[str], *, as_json: bool) -> int:
    """Print what is doubtful about a game, unless it was printed as JSON, and return the exit status.

    The status is EXIT_NEGATIVE if something is doubtful, otherwise EXIT_OK.
    """
    for doubt in () if as_json else doubts:
        write(paint(doubt, "red"))
    return EXIT_NEGATIVE if doubts else EXIT_OK
