"""The file that a table is kept in: the lines of a journal, each on the disk before its entry is acknowledged.

    open (locked) → read → Journal.resume …  append(line) → append(line) …  retire() renames it, nothing is deleted

What is behind the last end of a line was being written when the process died: it was never acknowledged, and is cut
off. One session at a time has the file; the lock goes with the process, however that ends.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path

from ...errors import BelettreError

if sys.platform != "win32":
    import fcntl

#: Bytes of a file at most: a partie takes some 100 KB.
MAX_BYTES = 1 << 26
#: The folder and the files are the arbiter's alone.
_FOLDER_MODE, _FILE_MODE = 0o700, 0o600


class SavegameError(BelettreError):
    """A file that no game can be kept in; ``key`` says why: a key of the section [table] of the catalogues."""

    def __init__(self, key: str, path: Path, *, line: int = 0, why: str = "") -> None:
        super().__init__(f"{path}: {key} {why}".rstrip())
        self.key = key
        self.path = path
        self.line = line
        self.why = why


class SaveFile:
    """A file that this session alone writes to; ``path`` is where it is."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. Raises SavegameError when it cannot be, or another session has it."""
        self.path = path
        try:
            if not path.parent.exists():
                path.parent.mkdir(_FOLDER_MODE, parents=True)
            self._file = _opened(path)
        except (OSError, ValueError) as error:  # a ValueError for a path that cannot be one
            raise SavegameError("unusable", path, why=getattr(error, "strerror", None) or str(error)) from error
        #: Bytes of the whole lines.
        self._size = 0

    @property
    def used(self) -> bool:
        """Whether anything is in it."""
        return os.fstat(self._file).st_size > 0

    def read(self) -> list[str]:
        """Its whole lines; the next is appended to them. Raises SavegameError when they are no text, or too many."""
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
        """Write a line; it is on the disk when this returns. Raises OSError, and then the file is as it was."""
        raw = line.encode("utf-8") + b"\n"
        os.ftruncate(self._file, self._size)  # what an earlier failure may have left
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
        """Give the file a name with its date, so that another may take its place; its new path. It stays locked.

        Raises SavegameError when it cannot be renamed.
        """
        path, day = self.path, date.fromtimestamp(os.fstat(self._file).st_mtime)
        number = 1
        while True:
            other = path.with_name(f"{path.stem}-{day}{f'-{number}' if number > 1 else ''}{path.suffix}")
            number += 1
            if not other.exists():
                break
        try:
            path.rename(other)  # while it is locked: nobody else opens it in between
        except OSError as error:
            raise SavegameError("unusable", path, why=error.strerror or str(error)) from error
        return other

    def close(self) -> None:
        """Let others have the file."""
        os.close(self._file)


def _opened(path: Path) -> int:
    """A descriptor of the file, locked. Raises SavegameError when another session has it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), _FILE_MODE)
        try:
            _lock(file, path)
            if _is(file, path):
                _keep_entry_of(path)
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # another session has renamed it between opening and locking


def _lock(file: int, path: Path) -> None:
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise SavegameError("locked", path) from error


def _is(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _keep_entry_of(path: Path) -> None:
    """Make the name of a new file as durable as its lines."""
    if sys.platform == "win32":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
