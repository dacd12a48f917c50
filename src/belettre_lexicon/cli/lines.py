"""Lines that a person types or pipes in, whatever the session: start reading at ``plain_lines``.

``editor`` gives better ones on a terminal where prompt_toolkit is installed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from ..referee.sentences import printable
from .terminal import MAX_LINE, lines_of_stdin, write


def at_keyboard() -> bool:
    """Whether somebody types, rather than a pipe or a file."""
    return sys.stdin is not None and sys.stdin.isatty()


def plain_lines(prompt: Callable[[], str] = lambda: "> ") -> Iterator[str]:
    """What is typed, with the line editing of readline on a terminal; else from a pipe or file, and then repeated.

    *prompt* is asked for before each line that somebody types.
    """
    if sys.stdin is None:
        return
    if not at_keyboard():
        for line in lines_of_stdin():
            write(f"> {printable(line)}")
            yield line
        return
    with suppress(ImportError):
        import readline  # noqa: F401  # being there, it gives input() line editing
    while True:
        try:
            line = input(_shown(prompt()))
        except EOFError:
            write("")
            return
        except UnicodeDecodeError:
            line = "\N{REPLACEMENT CHARACTER}"
        yield bounded(line)


def _shown(prompt: str) -> str:
    """A prompt in the encoding of the terminal; what that lacks is escaped, never fatal."""
    encoding = sys.stdout.encoding or "ascii"
    return prompt.encode(encoding, "backslashreplace").decode(encoding)


def bounded(line: str) -> str:
    """A line cut at MAX_LINE, as text that a record can hold: a locale that is not UTF-8 lets odd bytes through."""
    return line[:MAX_LINE].encode("utf-8", "backslashreplace").decode("utf-8")
