"""The file that keeps the game of ``belettre table``: the lines of a journal, durable as soon as they are written.

    open (locked) → read → Journal.resume …  append(line) → append(line) …  retire() renames it, nothing is deleted

A last line without a line end was being written when the process died. It was never acknowledged, and is cut off.
One session at a time has the file; the lock ends with the process. Start reading at ``SaveFile``.
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

#: Maximum size of a file, in bytes; a whole partie takes about 100 KB.
MAX_BYTES = 1 << 26
#: Permissions of the folder and of the files: only the user who runs the session may read them.
_FOLDER_MODE, _FILE_MODE = 0o700, 0o600


#: Why a file cannot keep a game.
SavegameProblem = Literal["damaged", "locked", "too_big", "unusable"]


class SavegameError(BelettreError):
    """A file that cannot keep a game, or no longer can.

    key   the reason, a key of the section [table] of the catalogues
    path  the file
    line  the damaged line, counted from 1; 0 when the whole file is meant
    why   the details, "" for none
    """

    def __init__(self, key: SavegameProblem, path: Path, *, line: int = 0, why: str = "") -> None:
        super().__init__(f"{path}: {key} {why}".rstrip())
        self.key = key
        self.path = path
        self.line = line
        self.why = why


class SaveFile:
    """A file that this session has locked and appends lines to.

    path  where the file is
    """

    def __init__(self, path: Path) -> None:
        """Open and lock the file, creating it and its folder if needed.

        Raises SavegameError when that fails or another session has locked the file.
        """
        self.path = path
        try:
            if not path.parent.exists():
                path.parent.mkdir(_FOLDER_MODE, parents=True)
            self._file = _open_locked(path)
        except (OSError, ValueError) as error:  # ValueError: a path that cannot exist, as one with a NUL
            raise SavegameError("unusable", path, why=getattr(error, "strerror", None) or str(error)) from error
        #: Size of the complete lines, in bytes: the next line is written behind them.
        self._size = 0

    @property
    def used(self) -> bool:
        """Whether the file holds anything."""
        return os.fstat(self._file).st_size > 0

    def read(self) -> list[str]:
        """Return the complete lines; ``append`` will write behind them.

        Raises SavegameError when the file is too big or not UTF-8.
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
        """Write a line, durably: it is on the disk when this returns.

        If it raises OSError, the file is as it was before.
        """
        raw = line.encode("utf-8") + b"\n"
        os.ftruncate(self._file, self._size)  # in case an earlier failure left a torn line
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
        """Rename the file after the date of its last change, so that a new one can take its place; return the new path.

        The file stays open and locked. Raises SavegameError when it cannot be renamed.
        """
        path, day = self.path, date.fromtimestamp(os.fstat(self._file).st_mtime)
        number = 1
        while True:
            new_path = path.with_name(f"{path.stem}-{day}{f'-{number}' if number > 1 else ''}{path.suffix}")
            number += 1
            if not new_path.exists():
                break
        try:
            path.rename(new_path)  # still locked, so no other session can use it in between
        except OSError as error:
            raise SavegameError("unusable", path, why=error.strerror or str(error)) from error
        return new_path

    def close(self) -> None:
        """Close the file, which unlocks it."""
        os.close(self._file)


def _open_locked(path: Path) -> int:
    """Return a descriptor of the locked file. Raises SavegameError when another session has locked it."""
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
        os.close(file)  # another session renamed it between opening and locking: try again


def _lock(file: int, path: Path) -> None:
    """Lock the file (not on Windows). Raises SavegameError when another session has locked it."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise SavegameError("locked", path) from error


def _same_file(file: int, path: Path) -> bool:
    """Return whether the path still leads to the open file."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _sync_folder(path: Path) -> None:
    """Make the directory entry of a new file durable, as its lines are (not on Windows)."""
    if sys.platform == "win32":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
