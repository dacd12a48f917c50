"""What all commands share: exit statuses, standard input and output, and one-line errors.

Output that cannot be written ends in one clear line; colours appear on a terminal only. Start reading at ``write``.
"""

from __future__ import annotations

import os
import sys

from ..referee.sentences import printable, verdict_head, verdict_proof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, BinaryIO, Literal

    from ..referee.catalogue import Catalogue
    from ..words.verdicts import Verdict

    Style = Literal["green", "red", "dim", "bold"]

#: Exit statuses: the answer is yes, or the work is done; the answer is no, as a word refused; the input is unusable.
EXIT_OK, EXIT_NEGATIVE, EXIT_UNUSABLE = 0, 1, 2
#: Maximum length of a line of input, in bytes. A longer line cannot be a word: its rest is skipped as it arrives, so
#: that memory stays bounded.
MAX_LINE = 4096
#: Maximum number of bytes read from standard input at once.
_BLOCK = 1 << 16

#: Style → SGR code of ANSI terminals.
_CODES: dict[Style, str] = {"green": "32", "red": "31", "dim": "2", "bold": "1"}


class UnusableInputError(Exception):
    """Arguments or input that a command cannot work with; the message is one line."""


def paint(text: str, style: Style) -> str:
    """Return *text* in a style if standard output is a terminal and NO_COLOR is not set, else *text* itself."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def verdict_line(verdict: Verdict, say: Catalogue, near: Iterable[str] = ()) -> str:
    """Return ``sentences.verdict_text`` with the decision in green or red; *near* are words to offer instead."""
    head = paint(verdict_head(verdict.word, verdict.valid, say), "green" if verdict.valid else "red")
    return f"{head} {verdict_proof(verdict, say, near)}".rstrip()


def write(line: str) -> None:
    """Write a line to standard output; characters that its encoding lacks are escaped."""
    try:
        sys.stdout.write(line + "\n")
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def write_json(described: dict[str, Any]) -> None:
    """Write an object as one line of JSON, in pure ASCII if it has characters that are unsafe on a terminal."""
    import json  # 5 ms, and only --json needs it

    line = json.dumps(described, ensure_ascii=False)
    write(line if line.isprintable() else json.dumps(described))


def fail(message: str) -> int:
    """Write one line to standard error and return the exit status for unusable input."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"belettre: {printable(message)}\n")
        except OSError:
            return EXIT_UNUSABLE  # standard error is gone as well
    return EXIT_UNUSABLE


def read_stdin_lines() -> Iterator[str]:
    """Yield the lines of standard input one at a time, each cut at MAX_LINE bytes.

    Raises UnusableInputError naming the first line that is not UTF-8.
    """
    for lines in read_stdin_blocks():
        yield from lines


def read_stdin_blocks() -> Iterator[list[str]]:
    """Yield the lines of standard input in lists, as many at a time as have arrived, each cut at MAX_LINE bytes.

    Raises UnusableInputError naming the first line that is not UTF-8.
    """
    stream = sys.stdin.buffer
    lines_before, rest = 0, b""
    while block := _read_block(stream):
        *lines, rest = (rest + block).split(b"\n")
        rest = rest[: MAX_LINE + 1]  # so that an endless line takes no memory
        yield from _decode(lines, lines_before)
        lines_before += len(lines)
    yield from _decode([rest] if rest else [], lines_before)


def _decode(lines: list[bytes], lines_before: int) -> Iterator[list[str]]:
    """Yield lines as text: all in one list if they are sound, else one by one."""
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
    # Some line is too long or not UTF-8: yield them one by one, so that those before it are answered.
    for number, line in enumerate(lines, lines_before + 1):
        try:
            whole = len(line) <= MAX_LINE
            decoded = line[:MAX_LINE].decode("utf-8", "strict" if whole else "ignore")
        except UnicodeDecodeError as error:
            raise UnusableInputError(f"standard input, line {number}: byte {error.start + 1} is not UTF-8") from error
        yield [decoded.rstrip("\r").removeprefix("\ufeff")]


def _read_block(stream: BinaryIO) -> bytes:
    """Return the bytes that have arrived, at most _BLOCK; b"" at the end of the stream."""
    try:
        block: bytes = stream.read1(_BLOCK)  # type: ignore[attr-defined]  # of a buffered stream
        return block
    except OSError as error:
        raise UnusableInputError(f"standard input cannot be read: {error.strerror or error}") from error


def flush_or_fail(status: int) -> int:
    """Flush standard output and return *status*; if it cannot be written, report that and return EXIT_UNUSABLE."""
    try:
        sys.stdout.flush()
        return status
    except OSError as error:
        return report_lost_output(error)


def report_lost_output(error: OSError) -> int:
    """Report that standard output cannot be written (closed pipe, full disk) and return EXIT_UNUSABLE.

    Standard output is redirected to the null device, so that the interpreter does not report it again at exit.
    """
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    return fail(f"cannot write the answer: {error.strerror or error}")
