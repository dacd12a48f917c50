"""Lines of input for ``play`` and ``table``, typed on a terminal or read from a pipe or a file.

Start reading at ``plain_lines``. On a terminal, ``table`` uses ``table.line_editor`` instead if prompt_toolkit is
installed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from ..referee.sentences import printable
from .terminal import MAX_LINE, read_stdin_lines, write


def at_keyboard() -> bool:
    """Return whether standard input is a terminal rather than a pipe or a file."""
    return sys.stdin is not None and sys.stdin.isatty()


def plain_lines(prompt: Callable[[], str] = lambda: "> ") -> Iterator[str]:
    """Yield the lines of standard input until its end.

    On a terminal, *prompt* returns the prompt of each line, and lines can be edited if Python has the module readline.
    Lines from a pipe or a file are printed before they are yielded, so that the output reads like a dialogue.
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
    """Return *prompt* with every character escaped that the encoding of the terminal cannot represent."""
    encoding = sys.stdout.encoding or "ascii"
    return prompt.encode(encoding, "backslashreplace").decode(encoding)


def truncated(line: str) -> str:
    """Return at most the first MAX_LINE characters of *line*, with lone surrogates escaped.

    Lone surrogates stand for bytes that Python could not decode. They occur in locales that do not use UTF-8, and must
    be escaped because records are stored as UTF-8.
    """
    return line[:MAX_LINE].encode("utf-8", "backslashreplace").decode("utf-8")
