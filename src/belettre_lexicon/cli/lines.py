"""Lines of input for ``play`` and ``table``, typed or piped in. Start reading at ``plain_lines``.

``table.line_editor`` replaces it on a terminal where prompt_toolkit is installed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from ..referee.sentences import printable
from .terminal import MAX_LINE, read_stdin_lines, write


def at_keyboard() -> bool:
    """Whether standard input is a terminal, rather than a pipe or a file."""
    return sys.stdin is not None and sys.stdin.isatty()


def plain_lines(prompt: Callable[[], str] = lambda: "> ") -> Iterator[str]:
    """Yield the lines of standard input until it ends.

    On a terminal *prompt* is called for the prompt of each line, and readline serves as the line editor. Lines from a
    pipe or a file are printed before they are yielded, so that the output reads as a dialogue.
    """
    if sys.stdin is None:
        return
    if not at_keyboard():
        for line in read_stdin_lines():
            write(f"> {printable(line)}")
            yield line
        return
    with suppress(ImportError):
        import readline  # noqa: F401  # once imported, it gives input() line editing
    while True:
        try:
            line = input(_encodable(prompt()))
        except EOFError:
            write("")
            return
        except UnicodeDecodeError:
            line = "\N{REPLACEMENT CHARACTER}"
        yield truncated(line)


def _encodable(prompt: str) -> str:
    """Return the prompt with the characters escaped that the terminal's encoding lacks."""
    encoding = sys.stdout.encoding or "ascii"
    return prompt.encode(encoding, "backslashreplace").decode(encoding)


def truncated(line: str) -> str:
    """Return a line cut at MAX_LINE characters, with lone surrogates escaped so that a record can hold it.

    Lone surrogates stand for bytes that Python could not decode; they occur in locales that are not UTF-8.
    """
    return line[:MAX_LINE].encode("utf-8", "backslashreplace").decode("utf-8")
