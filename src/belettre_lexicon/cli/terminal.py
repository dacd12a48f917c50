"""What the commands share: output that fails with one clear line, colours on a terminal only."""

from __future__ import annotations

import os
import sys

from ..referee.sentences import printable, verdict_head, verdict_proof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, BinaryIO

    from ..referee.catalogue import Catalogue
    from ..words.verdicts import Verdict

#: Exit statuses.
ALL_VALID, SOME_REFUSED, UNUSABLE = 0, 1, 2
#: A line longer than this holds no word; its rest is skipped, so that memory stays bounded.
MAX_LINE = 4096
#: Bytes of standard input that are read at once.
_BLOCK = 1 << 16

_CODES = {"green": "32", "red": "31", "dim": "2", "bold": "1"}


class UnusableInputError(Exception):
    """Input or arguments that no verdict can be given on; the message is one line."""


def paint(text: str, style: str) -> str:
    """*text* in a style (green, red, dim, bold) when standard output is a terminal and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def verdict_line(verdict: Verdict, say: Catalogue, near: Iterable[str] = ()) -> str:
    """Return ``sentences.verdict_text`` with the decision in green or red; *near* are words to offer instead."""
    head = paint(verdict_head(verdict.word, verdict.valid, say), "green" if verdict.valid else "red")
    return f"{head} {verdict_proof(verdict, say, near)}".rstrip()


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
    for lines in blocks_of_stdin():
        yield from lines


def blocks_of_stdin() -> Iterator[list[str]]:
    """The lines of standard input as they arrive, many at once where many are there, each cut at MAX_LINE.

    Raises UnusableInputError naming the first line that is not UTF-8.
    """
    stream = sys.stdin.buffer
    done, rest = 0, b""
    while block := _read(stream):
        *lines, rest = (rest + block).split(b"\n")
        # What is over the limit is dropped as it comes, so that memory stays bounded.
        rest = rest[: MAX_LINE + 1]
        yield from _decoded(lines, done)
        done += len(lines)
    yield from _decoded([rest] if rest else [], done)


def _decoded(lines: list[bytes], done: int) -> Iterator[list[str]]:
    """Lines as text, in one list or two; *done* lines came before them."""
    if not lines:
        return
    try:
        text = b"\n".join(lines).decode("utf-8") if max(map(len, lines)) <= MAX_LINE else ""
    except UnicodeDecodeError:
        text = ""
    if text:
        plain = text.replace("\r\n", "\n").replace("\n\ufeff", "\n").removesuffix("\r").removeprefix("\ufeff")
        yield plain.split("\n")
        return
    # A line that is too long, or no UTF-8: one by one, so that those before it are answered.
    for number, line in enumerate(lines, done + 1):
        try:
            whole = len(line) <= MAX_LINE
            decoded = line[:MAX_LINE].decode("utf-8", "strict" if whole else "ignore")
        except UnicodeDecodeError as error:
            raise UnusableInputError(f"standard input, line {number}: byte {error.start + 1} is not UTF-8") from error
        yield [decoded.rstrip("\r").removeprefix("\ufeff")]


def _read(stream: BinaryIO) -> bytes:
    """What is there, _BLOCK bytes at most; b"" at the end."""
    try:
        block: bytes = stream.read1(_BLOCK)  # type: ignore[attr-defined]  # of a buffered stream
        return block
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
