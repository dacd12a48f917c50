"""What the command ``belote`` prints, and its exit statuses, for commands that must start quickly.

``cli/kit/terminal`` does the same for ``belettre``; it imports the sentences about words, which Belote does not need, and
names that command in its errors. Commands of ``belote`` that take longer to start may use it: the exit statuses are the
same. Start reading at ``write``.
"""

from __future__ import annotations

import os
import sys

from ..kit.language import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    OutputStyle = Literal["green", "red", "dim", "bold"]

#: The exit statuses, those of ``belettre`` (``cli.kit.terminal``).
EXIT_OK, EXIT_NEGATIVE, EXIT_UNUSABLE, EXIT_INTERNAL, EXIT_UNREAD = 0, 1, 2, 3, 141
#: Text of at most this many characters is not wrapped: it fits the narrowest terminal.
_NARROW = 20
#: The code of each style in the escape sequences of ANSI terminals (SGR).
_CODES: dict[OutputStyle, str] = {"green": "32", "red": "31", "dim": "2", "bold": "1"}


def paint(text: str, style: OutputStyle) -> str:
    """Return *text* in a style; unchanged off a terminal, on one without styles, or if NO_COLOR is set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def write(text: str) -> None:
    """Write text to standard output, wrapped between words if it is wider than the terminal."""
    if len(text) > _NARROW and (width := _screen_width()) is not None and len(text) > width:
        from ..kit.wrapping import wrapped  # most answers fit the screen, or go to a pipe or a file

        text = wrapped(text, width)
    write_exactly(text)


def _screen_width() -> int | None:
    """Return the number of columns of the terminal, or of the variable COLUMNS; None if there is no terminal."""
    if not sys.stdout.isatty():
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 6:  # more columns than any terminal has
        return int(columns) or None
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError):  # standard output has no file, or is not a terminal
        return None


def write_exactly(line: str) -> None:
    """Write a line to standard output; characters that its encoding lacks are escaped."""
    try:
        sys.stdout.write(line + "\n")
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def write_json(described: dict[str, Any]) -> None:
    """Write an object to standard output as one line of JSON, which is safe to print."""
    from ..kit.json_text import JsonText  # needed by --json alone

    line = JsonText()(described)
    if not line.isprintable():
        import json  # takes 5 ms to import

        line = json.dumps(described)
    write_exactly(line)


def fail(message: str, status: int = EXIT_UNUSABLE) -> int:
    """Write *message* to standard error as one line, in the language of the command, and return *status*.

    Unprintable characters are escaped.
    """
    message = spoken(message)
    shown = message if message.isprintable() else "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in message)
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"belote: {shown}\n")
        except OSError:
            return status  # standard error cannot be written either
    return status


def flush_or_fail(status: int) -> int:
    """Flush standard output and return *status*, or the status of ``report_lost_output`` if that fails."""
    try:
        sys.stdout.flush()
        return status
    except OSError as error:
        return report_lost_output(error)


def report_lost_output(error: OSError) -> int:
    """Report that standard output cannot be written and return EXIT_UNUSABLE; for a closed pipe, EXIT_UNREAD.

    Standard output is redirected to the null device, so that the interpreter does not report the error again at exit.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return EXIT_UNREAD
    return fail(f"cannot write the answer: {error.strerror or error}")
