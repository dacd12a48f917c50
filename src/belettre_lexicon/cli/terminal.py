"""What the commands share: output that fails with one clear line, colours on a terminal only."""

from __future__ import annotations

import os
import sys

from ..referee.sentences import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

#: Exit statuses.
ALL_VALID, SOME_REFUSED, UNUSABLE = 0, 1, 2
#: A line longer than this holds no word; its rest is skipped, so that memory stays bounded.
MAX_LINE = 4096

_CODES = {"green": "32", "red": "31", "dim": "2", "bold": "1"}


class UnusableInputError(Exception):
    """Input or arguments that no verdict can be given on; the message is one line."""


def paint(text: str, style: str) -> str:
    """*text* in a style (green, red, dim, bold) when standard output is a terminal and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def write(line: str) -> None:
    """Write a line to standard output; what its encoding lacks is escaped, never fatal."""
    try:
        sys.stdout.write(line + "\n")
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def write_json(described: dict[str, Any]) -> None:
    """Write one object as a line of JSON; in ASCII when something in it should not reach a terminal as it is."""
    import json  # 5 ms, and only --json needs it

    line = json.dumps(described, ensure_ascii=False)
    write(line if line.isprintable() else json.dumps(described))


def fail(message: str) -> int:
    """Write one line to standard error; the exit status for unusable input."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"belettre: {printable(message)}\n")
        except OSError:
            return UNUSABLE  # nowhere left to say it
    return UNUSABLE


def lines_of_stdin() -> Iterator[str]:
    """The lines of standard input, one at a time, cut at MAX_LINE.

    Raises UnusableInputError naming the first line that is not UTF-8.
    """
    stream = sys.stdin.buffer
    number = 0
    while raw := _readline(stream):
        number += 1
        rest = raw
        while rest and not rest.endswith(b"\n") and len(rest) == MAX_LINE:
            rest = _readline(stream)
        cut = len(raw) == MAX_LINE and not raw.endswith(b"\n")
        try:
            yield raw.decode("utf-8", "ignore" if cut else "strict").rstrip("\r\n").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            raise UnusableInputError(f"standard input, line {number}: byte {error.start + 1} is not UTF-8") from error


def _readline(stream: BinaryIO) -> bytes:
    try:
        return stream.readline(MAX_LINE)
    except OSError as error:
        raise UnusableInputError(f"standard input cannot be read: {error.strerror or error}") from error


def flush_or_fail(status: int) -> int:
    """Flush standard output; the status, or UNUSABLE with one line when it cannot be written."""
    try:
        sys.stdout.flush()
        return status
    except OSError as error:
        return output_lost(error)


def output_lost(error: OSError) -> int:
    """Standard output is gone (closed pipe, full disk): say so once and keep the interpreter quiet at exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    return fail(f"cannot write the answer: {error.strerror or error}")
