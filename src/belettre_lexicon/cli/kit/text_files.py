"""Read the text files that are named on the command line.

Text is encoded in UTF-8. If the path of a file is ``-``, standard input is read instead. If a file cannot be read,
ArgumentError is raised with a message that begins with the path: « pairs.tsv: cannot be read: No such file or
directory ». Files that are edited by hand (decks, word lists) are read by ``base.files``, which also writes all files.
Start reading at ``read_text``.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from ...base.errors import ArgumentError
from ...base.files import KIND_HEAD, LEXICON_MAGIC, describe, kind_of
from .terminal import read_stdin_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.files import FileKind


def read_text(path: str, *, max_bytes: int, expected: str, kinds: Collection[FileKind] | None = None) -> str:
    """Return the whole text of a file, or of standard input if *path* is ``-``.

    Raises ArgumentError if the file cannot be read, is not UTF-8, has more than *max_bytes* bytes, or is one of our
    files, but of another kind than *kinds*.

    expected  a description of the expected text, such as "a game", for the errors
    kinds     the kinds of file that are expected; None to read a file of any kind
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

    Raises an error if the input cannot be read or is not UTF-8: ArgumentError for a file, also if it is a compiled
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
