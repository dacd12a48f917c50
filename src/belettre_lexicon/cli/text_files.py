"""Text files that commands read and write: UTF-8, one kind of error, standard input for « - ».

Every function raises ArgumentError with the path in front, as « pairs.tsv: cannot be read: No such file or directory ».
For files that are edited by hand (decks, word lists) see ``belettre_lexicon.files``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import ArgumentError
from .terminal import read_stdin_lines


def read_text(path: str, *, max_bytes: int, expected: str) -> str:
    """Return the whole text of a file, or of standard input for ``-``.

    A text of more than *max_bytes* bytes is refused; the error says that *expected* (« a game ») was expected.
    """
    with _reading(path):
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as stream:
            raw = stream.read(max_bytes + 1)
        if len(raw) > max_bytes:
            raise ArgumentError(f"{path}: more than {max_bytes} bytes, expected {expected}")
        return raw.decode("utf-8")


def stream_lines(path: str) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for ``-``, one at a time and without their line ends."""
    if path == "-":
        yield from read_stdin_lines()
        return
    with _reading(path), Path(path).open(encoding="utf-8-sig") as stream:
        for line in stream:
            yield line.rstrip("\r\n")


def write_text(path: str, text: str) -> None:
    """Write *text* to a file, replacing what it held; line ends are ``\\n`` on every system."""
    with writing(path):
        Path(path).write_text(text, encoding="utf-8", newline="\n")


def check_writable(path: str) -> None:
    """Raise ArgumentError if the file cannot be written; create it, empty, if it does not exist."""
    try:
        with writing(path), Path(path).open("a", encoding="utf-8"):
            pass
    except ValueError as error:  # a path that cannot exist, as one with a NUL
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(f"{path}: cannot be written: {error}") from error


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Turn an OSError raised while the file is written into an ArgumentError."""
    try:
        yield
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be written: {error.strerror or error}") from error


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Turn an OSError or a decoding error raised while the file is read into an ArgumentError."""
    try:
        yield
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ArgumentError(f"{path}: not UTF-8 at byte {error.start}") from error
