"""The file in which ``belettre table`` saves a game. Start reading at ``SaveFile``.

The file contains the lines of a journal. A session opens and locks the file, reads its lines to resume the game, and
then appends a line for each entry, which is on the disk before the entry is acknowledged. The file of an old game is
renamed (``SaveFile.retire``), never deleted.

If the last line has no line end, the process died while writing it. Such a line was never acknowledged; it is ignored,
and the next line overwrites it. Only one session at a time can use a file (except on Windows, where files are not
locked); the lock ends with the process.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Literal

from ...errors import BelettreError

if sys.platform != "win32":
    import fcntl

#: The maximum size of a file, in bytes. A whole partie takes about 100 KB.
MAX_BYTES = 1 << 26
#: The permissions of a new folder and of new files: only the user who runs the session may read them.
_FOLDER_MODE, _FILE_MODE = 0o700, 0o600


#: The reasons why a file cannot be used to save a game.
SavegameProblem = Literal["damaged", "locked", "too_big", "unusable"]


class SavegameError(BelettreError):
    """Raised if a file cannot be used to save a game.

    key   the reason, which is also the key of a sentence in the catalogue section [table]
    path  the path of the file
    line  the number of the damaged line, starting at 1; 0 if the reason does not concern a single line
    why   the details; "" if there are none
    """

    def __init__(self, key: SavegameProblem, path: Path, *, line: int = 0, why: str = "") -> None:
        super().__init__(f"{path}: {key} {why}".rstrip())
        self.key = key
        self.path = path
        self.line = line
        self.why = why


class SaveFile:
    """An open file that this session has locked and to which it appends lines.

    path  the path of the file when it was opened
    """

    def __init__(self, path: Path) -> None:
        """Open and lock the file, creating it and its folder if needed.

        Raises SavegameError if the file cannot be opened or another session has locked it.
        """
        self.path = path
        try:
            if not path.parent.exists():
                path.parent.mkdir(_FOLDER_MODE, parents=True)
            self._file = _open_locked(path)
        except (OSError, ValueError) as error:  # ValueError: an impossible path, for example with a NUL
            raise SavegameError("unusable", path, why=getattr(error, "strerror", None) or str(error)) from error
        #: The size of the complete lines, in bytes. The next line is written at this position.
        self._size = 0

    @property
    def used(self) -> bool:
        """Whether the file has any contents."""
        return os.fstat(self._file).st_size > 0

    def read(self) -> list[str]:
        """Return the complete lines of the file, without their line ends; ``append`` will write after them.

        Raises SavegameError if the file cannot be read, is too big or is not UTF-8.
        """
        size = os.fstat(self._file).st_size
        if size > MAX_BYTES:
            raise SavegameError("too_big", self.path)
        raw = b""
        try:
            while len(raw) < size and (block := os.read(self._file, size - len(raw))):
                raw += block
        except OSError as error:
            raise SavegameError("unusable", self.path, why=error.strerror or str(error)) from error
        *lines, torn = raw.split(b"\n")
        self._size = len(raw) - len(torn)
        decoded = []
        for number, line in enumerate(lines, 1):
            try:
                decoded.append(line.decode("utf-8"))
            except UnicodeDecodeError as error:
                why = f"byte {error.start + 1} is not UTF-8"
                raise SavegameError("damaged", self.path, line=number, why=why) from error
        return decoded

    def append(self, line: str) -> None:
        """Append a line to the file. The line is on the disk when this method returns.

        Raises OSError if the line cannot be written; the complete lines in the file are then unchanged.
        """
        raw = line.encode("utf-8") + b"\n"
        os.ftruncate(self._file, self._size)  # removes an incomplete line that an earlier failure may have left
        os.lseek(self._file, self._size, os.SEEK_SET)
        try:
            written = 0
            while written < len(raw):
                written += os.write(self._file, raw[written:])
            os.fsync(self._file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            raise
        self._size += len(raw)

    def retire(self) -> Path:
        """Rename the file, so that a new game can be saved under its old name, and return the new path.

        The date of the last change is added to the name. The file stays open and locked. Raises SavegameError if the
        file cannot be renamed.
        """
        path, day = self.path, date.fromtimestamp(os.fstat(self._file).st_mtime)
        number = 1
        while True:
            new_path = path.with_name(f"{path.stem}-{day}{f'-{number}' if number > 1 else ''}{path.suffix}")
            number += 1
            if not new_path.exists():
                break
        try:
            path.rename(new_path)  # the file is still locked, so no other session can use it meanwhile
        except OSError as error:
            raise SavegameError("unusable", path, why=error.strerror or str(error)) from error
        return new_path

    def close(self) -> None:
        """Close the file and thereby unlock it."""
        os.close(self._file)


def _open_locked(path: Path) -> int:
    """Open and lock a file, creating it if it does not exist, and return its descriptor.

    Raises SavegameError if another session has locked the file, OSError or ValueError if it cannot be opened.
    """
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), _FILE_MODE)
        try:
            _lock(file, path)
            if _same_file(file, path):
                _sync_folder(path)
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # another session renamed the file before it was locked here: try again


def _lock(file: int, path: Path) -> None:
    """Lock the file with the descriptor *file*; on Windows, do nothing.

    Raises SavegameError, which names *path*, if another session has locked the file.
    """
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise SavegameError("locked", path) from error


def _same_file(file: int, path: Path) -> bool:
    """Return whether *path* is still the path of the open file with the descriptor *file*."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _sync_folder(path: Path) -> None:
    """Write the directory entry of the file *path* to the disk; on Windows, do nothing.

    Without this step, a new file could vanish if the machine crashes, even though its lines are on the disk.
    """
    if sys.platform == "win32":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
