"""A system that treats files as Windows does, as far as this program can notice it.

``pretend_windows`` replaces functions of ``os`` and gives ``belettre_lexicon.base.files`` a module ``msvcrt``:

- ``os.write`` writes "\\r\\n" for "\\n" to a file that was opened without ``os.O_BINARY``;
- a file that is open can be neither renamed nor replaced, and folders cannot be opened;
- locks are those of ``msvcrt.locking``: other sessions can neither read nor write the bytes that are locked;
- there are no users and no ``fcntl``.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon.base import files

_BINARY = 1 << 28


class FakeMsvcrt:
    """The functions of the module ``msvcrt`` that lock files. ``locked`` maps files and positions to who locks them."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def __init__(self) -> None:
        self.locked: dict[tuple[int, int], int] = {}

    def locking(self, file: int, mode: int, size: int) -> None:
        """Lock or unlock one byte at the current position of a file."""
        assert size == 1
        key = os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR)
        if mode == self.LK_UNLCK:
            if self.locked.pop(key, None) != file:
                raise PermissionError(errno.EACCES, "Permission denied")
        elif key in self.locked:
            raise PermissionError(errno.EACCES, "Permission denied")
        else:
            self.locked[key] = file

    def closed(self, file: int) -> None:
        """Forget the locks of a file that is closed."""
        self.locked = {key: owner for key, owner in self.locked.items() if owner != file}


def pretend_windows(monkeypatch: pytest.MonkeyPatch) -> FakeMsvcrt:
    """Let files behave as on Windows for the rest of the test; return the module that locks them."""
    msvcrt, binary, opened = FakeMsvcrt(), set[int](), dict[int, int]()
    real_open, real_write, real_close, real_replace = os.open, os.write, os.close, os.replace

    def open_as_windows(path: Any, flags: int, mode: int = 0o777, **options: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied")
        file = real_open(path, flags & ~_BINARY, mode, **options)
        opened[file] = os.fstat(file).st_ino
        if flags & _BINARY:
            binary.add(file)
        return file

    def write_as_windows(file: int, raw: bytes) -> int:
        if file in binary:
            return real_write(file, raw)
        real_write(file, raw.replace(b"\n", b"\r\n"))
        return len(raw)

    def close_as_windows(file: int) -> None:
        msvcrt.closed(file)
        opened.pop(file, None)
        binary.discard(file)
        real_close(file)

    def replace_as_windows(source: Any, target: Any) -> None:
        for path in (source, target):
            if Path(path).exists() and Path(path).stat().st_ino in opened.values():
                raise PermissionError(errno.EACCES, "The file is used by another process")
        real_replace(source, target)

    monkeypatch.setattr(os, "O_BINARY", _BINARY, raising=False)
    for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "geteuid", "fchmod"):
        monkeypatch.delattr(os, name)
    monkeypatch.setattr(os, "open", open_as_windows)
    monkeypatch.setattr(os, "write", write_as_windows)
    monkeypatch.setattr(os, "close", close_as_windows)
    monkeypatch.setattr(os, "replace", replace_as_windows)
    monkeypatch.setattr(os, "rename", replace_as_windows)
    monkeypatch.setattr(files, "_fcntl", None)
    monkeypatch.setattr(files, "_msvcrt", msvcrt)
    return msvcrt
