"""The file in which a command saves a game or a score sheet while it is played, to resume it later.

The file contains the lines of a journal. A session opens and locks the file, reads its lines to resume the game
(``open_saved``), and then appends a line for each entry, which is on the disk before the entry is acknowledged. The
contents of an old game are copied to a file of their own (``SaveFile.set_aside``) before a new game takes its place.
``journal_end`` notes the end of the journal beside it. Start reading at ``open_saved``.

If the last line has no line end, the process died while writing it. Such a line was never acknowledged; it is ignored,
and the next line overwrites it. Only one session at a time can use a file; the lock ends with the process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from ...base.errors import BelettreError
from ...base.files import (
    KIND_HEAD,
    ForeignFileError,
    UnwritableFileError,
    copy_file,
    kind_of,
    lock,
    open_file,
    sync_folder,
    unlock,
    write_all,
)
from ...games.kit.journal import EntryJournal, JournalError
from ...referee.catalogue import Catalogue, printable
from .journal_end import ComparedEnd, EndNote, compare_end
from .language import spoken
from .terminal import at_keyboard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.files import FileKind

J = TypeVar("J", bound=EntryJournal[Any, Any, Any, Any])

#: The maximum size of a file, in bytes. A whole partie takes about 100 KB.
MAX_BYTES = 1 << 26
#: The kinds of the files in which ``belettre table`` and ``belettre play`` save games.
JOURNALS: tuple[FileKind, ...] = ("journal",)
#: The permissions of a new folder: only the user who runs the session may read what is in it.
_FOLDER_MODE = 0o700
#: The reasons why a file cannot be used to save a game. "practice": its game is one against bots, which only
#: ``belettre play`` resumes. "watched": its game has real cards; only ``belettre table`` resumes it. "foreign": the
#: file is not a journal. "shorter": its last lines are missing.
SavegameProblem = Literal["damaged", "foreign", "locked", "practice", "shorter", "too_big", "unusable", "watched"]


class SavegameError(BelettreError):
    """Raised if a file cannot be used to save a game.

    key   the reason, which is also the key of a sentence in the catalogue section [savegame]
    path  the path of the file
    line  the number of the damaged line, starting at 1; 0 if the reason does not concern a single line
    why   details, such as the kind of a "foreign" file, or how many lines a "shorter" one has lost; "" for none
    """

    def __init__(self, key: SavegameProblem, path: Path, *, line: int = 0, why: str = "") -> None:
        super().__init__(f"{path}: {key} {why}".rstrip())
        self.key = key
        self.path = path
        self.line = line
        self.why = why

    def text(self, say: Catalogue) -> str:
        """Return the reason as a sentence that names the file, in the language of *say*."""
        known, kind = say.keys(), f"file_kinds.{self.why}"
        own = f"savegame.{self.key}_{self.why}"
        why = say(kind) if kind in known else printable(spoken(self.why, say.language))
        key = own if own in known else f"savegame.{self.key}"
        return say(key, path=printable(str(self.path)), line=self.line, why=why)


class SaveFile:
    """An open file that this session has locked and to which it appends lines.

    path  the path of the file when it was opened
    """

    def __init__(self, path: Path, kinds: Collection[FileKind] = JOURNALS) -> None:
        """Open and lock the file, creating it and its folder if needed.

        kinds  the kinds of journals that ``read`` accepts; the beginning of a file shows its kind

        Raises SavegameError if the file cannot be opened or another session has locked it.
        """
        self.path = path
        self._kinds = kinds
        try:
            if not path.parent.exists():
                path.parent.mkdir(_FOLDER_MODE, parents=True)
            self._file = _open_locked(path)
        except UnwritableFileError as error:
            raise SavegameError("unusable", path, why=error.why) from error
        except (OSError, ValueError) as error:  # ValueError: an impossible path, for example with a NUL
            raise SavegameError("unusable", path, why=getattr(error, "strerror", None) or str(error)) from error
        #: The size of the complete lines, in bytes. The next line is written at this position.
        self._size = 0
        self._end = EndNote(path)

    @property
    def used(self) -> bool:
        """Whether the file has any contents."""
        return os.fstat(self._file).st_size > 0

    def read(self) -> list[str]:
        """Return the complete lines of the file, without their line ends; ``append`` will write after them.

        Raises SavegameError if the file cannot be read, is too big, is not UTF-8, is of another kind, or has text but
        no complete line and does not begin like a journal.
        """
        size = os.fstat(self._file).st_size
        if size > MAX_BYTES:
            raise SavegameError("too_big", self.path)
        raw = b""
        try:
            os.lseek(self._file, 0, os.SEEK_SET)
            while len(raw) < size and (block := os.read(self._file, size - len(raw))):
                raw += block
        except OSError as error:
            raise SavegameError("unusable", self.path, why=error.strerror or str(error)) from error
        *lines, torn = raw.split(b"\n")
        kind = kind_of(raw[:KIND_HEAD])
        if kind is not None and kind not in self._kinds:
            raise SavegameError("foreign", self.path, why=kind)
        if not lines and raw and kind is None:
            raise SavegameError("damaged", self.path, line=1, why="expected the first line of a saved game")
        self._size = len(raw) - len(torn)
        decoded = []
        for number, line in enumerate(lines, 1):
            try:
                decoded.append(line.decode("utf-8"))
            except UnicodeDecodeError as error:
                why = f"byte {error.start + 1} is not UTF-8"
                raise SavegameError("damaged", self.path, line=number, why=why) from error
        self._end.start_after(decoded)
        return decoded

    def note_end(self) -> None:
        """Write the note beside the file: the number of lines, and the check (hash) of the last (``journal_end``)."""
        self._end.write()

    def append(self, line: str) -> None:
        """Append a line to the file. The line is on the disk when this method returns.

        Raises OSError if the line cannot be written; the complete lines in the file are then unchanged.
        """
        raw = line.encode("utf-8") + b"\n"
        try:
            os.ftruncate(self._file, self._size)  # removes an incomplete line that an earlier failure may have left
            os.lseek(self._file, self._size, os.SEEK_SET)
            write_all(self._file, raw)
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise OSError(error.errno, error.strerror or str(error), str(self.path)) from error
        self._size += len(raw)
        self._end.add(line)

    def set_aside(self) -> Path:
        """Copy the contents to a file of their own, which has the date of the last change in its name.

        Return the path of that file. The next ``append`` replaces the contents of this file. The file is not renamed,
        because it stays open and locked, and Windows cannot rename an open file. Raises SavegameError if the copy
        cannot be written.
        """
        path, day = self.path, date.fromtimestamp(os.fstat(self._file).st_mtime)
        number = 1
        while True:
            copy = path.with_name(f"{path.stem}-{day}{f'-{number}' if number > 1 else ''}{path.suffix}")
            number += 1
            if os.path.lexists(copy):
                continue
            try:
                copy_file(self._file, copy)
            except ForeignFileError:  # another program has just made a file of this name
                continue
            except UnwritableFileError as error:
                raise SavegameError("unusable", copy, why=error.why) from error
            self._size = 0
            self._end.set_aside(copy)
            return copy

    def close(self) -> None:
        """Unlock and close the file."""
        self._end.close()
        with suppress(OSError):
            unlock(self._file)
        os.close(self._file)


def _open_locked(path: Path) -> int:
    """Open and lock a file, creating it if needed; return its descriptor. Raises SavegameError if it is locked."""
    while True:
        file = open_file(path)
        try:
            if not lock(file):
                raise SavegameError("locked", path)
            if _same_file(file, path):
                sync_folder(path)
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # the file was renamed before it was locked here: try again


def _same_file(file: int, path: Path) -> bool:
    """Return whether *path* is still the path of the open file with the descriptor *file*."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


class OpenedJournal(NamedTuple, Generic[J]):
    """A journal, which is a game or a score sheet with its entries, and the file in which it is saved.

    journal      the journal
    file         its file; None if it is not saved
    resumed      whether it was begun in an earlier session
    aside        the file to which the old contents of *file* were copied before a new journal; None if there were none
    before       the finished journal that the new one replaces; None if there was none, or if it was not read
    end          the end of the resumed journal, compared with the note beside its file; for a new journal, that of the
                 finished one if its last lines are missing; otherwise None
    other_terms  whether the options ask for terms (rules, players and so on) that the resumed journal does not have
    """

    journal: J
    file: SaveFile | None = None
    resumed: bool = False
    aside: Path | None = None
    before: J | None = None
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
    """Resume the journal that is saved in a file, or begin *fresh* if the file is empty or its journal is finished.

    fresh        a journal without entries
    path         the file; None to begin a journal that is not saved
    resume       returns the journal with the given lines; raises JournalError if they are damaged
    new          whether to begin *fresh* even if an unfinished journal is saved
    done         returns whether the saved journal is finished, so that *fresh* is begun
    accept_loss  whether to resume a journal whose last lines are missing
    kinds        the kinds of journals that the file may contain; the beginning of a file shows its kind

    Raises SavegameError if the file cannot be used, or if its last lines are missing and *accept_loss* is False.
    """
    if path is None:
        return OpenedJournal(fresh)
    file = SaveFile(path, kinds)
    try:
        lines = [] if new else file.read()
        end = None if new else compare_end(path, lines)
        journal = None
        if lines and end is not None:
            try:
                journal = resume(lines)
            except JournalError as error:
                raise SavegameError("damaged", path, line=error.line, why=str(error)) from error
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
        shorter = end if end is not None and end.shorter else None
        return OpenedJournal(fresh, file, aside=aside, before=journal, end=shorter)
    except BaseException:
        file.close()
        raise


def choose_file(save: str | None, current: str) -> tuple[Path | None, Path | None, bool]:
    """Return the file in which a game is saved, the data folder, and whether lines are typed at a keyboard.

    The file is *save*, the value of ``--save``. Without it, at a keyboard, it is *current* in the user's data folder.
    It is None if neither is possible: for lines from a pipe, or if platformdirs is not installed. The data folder is
    None if the file is not in it; only in this folder does a new game replace a finished one without ``--new``.
    """
    keyboard = at_keyboard()
    folder = data_folder() if keyboard and not save else None
    return folder / current if folder else Path(save) if save else None, folder, keyboard


def data_folder() -> Path | None:
    """Return the user's data folder; None if the library platformdirs (extra ``table``) is not installed."""
    try:
        from platformdirs import user_data_path
    except ImportError:
        return None
    return user_data_path("belettre", appauthor=False)


def not_kept_text(error: OSError, say: Catalogue) -> str:
    """Return a sentence that says that an entry was not made, because *error* prevented saving its line."""
    path, why = printable(str(error.filename or "")), spoken(error.strerror or str(error), say.language)
    return say("savegame.not_kept", path=path, why=why)
