"""A journal and the file in which a command saves it while it is played, to resume it later. Start at ``open_saved``.

The commands of both games use it: every line is on the disk before its entry is answered, a line that a killed process
was writing is overwritten (``save_file``), and the end of the journal is noted beside it (``journal_end``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ...games.kit.journal import EntryJournal, JournalError
from .journal_end import ComparedEnd, compare_end
from .save_file import JOURNALS, SaveFile, SavegameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.file_kinds import FileKind

J = TypeVar("J", bound=EntryJournal[Any, Any, Any, Any])


class OpenedJournal(NamedTuple, Generic[J]):
    """A journal and the file in which it is saved.

    journal      the journal
    file         its file; None if it is not saved
    resumed      whether it was begun in an earlier session
    aside        the file to which the previous one was copied to make room; None if there was none
    end          the end of the saved journal, compared with what was noted; None if it is not saved
    other_terms  whether the options ask for terms (rules, players and so on) that the resumed journal does not have
    """

    journal: J
    file: SaveFile | None = None
    resumed: bool = False
    aside: Path | None = None
    end: ComparedEnd | None = None
    other_terms: bool = False

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
    resume: Callable[[list[str]], J],
    *,
    new: bool,
    done: Callable[[J], bool],
    accept_loss: bool = False,
    kinds: Collection[FileKind] = JOURNALS,
) -> OpenedJournal[J]:
    """Resume the journal that is saved in a file, or begin *fresh* if the file is empty.

    path         the file; None to begin a journal that is not saved
    resume       returns the journal with the given lines; raises JournalError if they are damaged
    new          whether to begin *fresh* even if a journal is saved
    done         whether a saved journal is finished, so that a new one is begun
    accept_loss  whether to resume a journal whose last lines are missing
    kinds        what the file may be, by how it begins, if it is one of our files

    Raises SavegameError if the file cannot be used, or if its last lines are missing, and what *resume* raises.
    """
    if path is None:
        return OpenedJournal(fresh)
    file = SaveFile(path, kinds)
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


def _resumed(path: Path, lines: list[str], resume: Callable[[list[str]], J]) -> J:
    """Return the journal of *lines*. Raises SavegameError, which names *path*, if they are damaged."""
    try:
        return resume(lines)
    except JournalError as error:
        raise SavegameError("damaged", path, line=error.line, why=str(error)) from error
