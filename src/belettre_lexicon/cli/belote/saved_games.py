"""The file in which a game of ``belote`` is saved while it is played, to resume it later. Start at ``open_saved``.

The file contains the lines of a journal (``game.journal``). It is written, locked and checked like the files of
``belettre play``: every line is on the disk before its entry is answered, a line that a killed process was writing
is overwritten, and the end of the journal is noted beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ...game.journal import EntryJournal, JournalError
from ...referee.belote.names import printable_name
from ...referee.catalogue import Catalogue
from ..games.journal_end import ComparedEnd, compare_end
from ..games.save_file import SaveFile, SavegameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...file_kinds import FileKind

#: The kinds of files that commands of Belote save, and that have a sentence of their own where another is expected.
_OTHER_FILES: tuple[FileKind, ...] = ("belote_record", "belote_journal", "score_sheet")

J = TypeVar("J", bound=EntryJournal[Any, Any, Any])


class OpenedJournal(NamedTuple, Generic[J]):
    """A journal and the file in which it is saved.

    journal  the journal
    file     its file; None if it is not saved
    resumed  whether it was begun in an earlier session
    aside    the file to which the previous one was copied to make room; None if there was none
    end      the end of the saved journal, compared with what was noted; None if it is not saved
    """

    journal: J
    file: SaveFile | None = None
    resumed: bool = False
    aside: Path | None = None
    end: ComparedEnd | None = None

    def keep(self, line: str) -> None:
        """Append a line to the file, if the journal is saved. Raises OSError if that fails."""
        if self.file is not None:
            self.file.append(line)

    def close(self) -> None:
        """Close the file, if there is one."""
        if self.file is not None:
            self.file.close()


def open_saved(
    fresh: J,
    path: Path | None,
    kind: FileKind,
    resume: Callable[[list[str]], J],
    *,
    new: bool,
    done: Callable[[J], bool],
    accept_loss: bool = False,
) -> OpenedJournal[J]:
    """Resume the journal that is saved in a file, or begin *fresh* if the file is empty.

    path         the file; None to begin a journal that is not saved
    kind         the kind of the file
    resume       returns the journal with the given lines; raises JournalError if they are damaged
    new          whether to begin *fresh* even if a journal is saved
    done         whether a saved journal is finished, so that a new one is begun
    accept_loss  whether to resume a journal whose last lines are missing

    Raises SavegameError if the file cannot be used, or if its last lines are missing.
    """
    if path is None:
        return OpenedJournal(fresh)
    file = SaveFile(path, (kind,))
    try:
        lines = [] if new else file.read()
        end = None if new else compare_end(path, lines)
        if lines and end is not None:
            journal = _resumed(path, lines, resume)
            if end.shorter and not accept_loss:
                raise SavegameError("shorter", path, line=len(lines), why=str(end.noted - len(lines)))
            if not done(journal):
                file.note_end()
                return OpenedJournal(journal, file, resumed=True, end=end)
        aside = file.set_aside() if file.used else None
        try:
            file.append(fresh.header)
        except OSError as error:
            raise SavegameError("unusable", path, why=error.strerror or str(error)) from error
        return OpenedJournal(fresh, file, aside=aside, end=end if end is not None and end.shorter else None)
    except BaseException:
        file.close()
        raise


def savegame_text(error: SavegameError, say: Catalogue) -> str:
    """Return why a file cannot be used, as a sentence in the catalogue of Belote."""
    key = f"foreign_{error.why}" if error.key == "foreign" and error.why in _OTHER_FILES else error.key
    return say(f"savegame.{key}", path=printable_name(str(error.path)), line=error.line, why=printable_name(error.why))


def not_kept_text(error: OSError, say: Catalogue) -> str:
    """Return the sentence that an entry was not made because its line could not be saved."""
    path = printable_name(str(error.filename or ""))
    return say("savegame.not_kept", path=path, why=error.strerror or str(error))


def _resumed(path: Path, lines: list[str], resume: Callable[[list[str]], J]) -> J:
    """Return the journal of *lines*. Raises SavegameError, which names *path*, if they are damaged."""
    try:
        return resume(lines)
    except JournalError as error:
        raise SavegameError("damaged", path, line=error.line, why=str(error)) from error
