"""Lines that are typed at a keyboard, for commands of ``belote`` whose first prompt must come quickly.

``cli.terminal`` does the same; it imports the sentences about words, which Belote has no use for. Start reading at
``typed_at_keyboard``.
"""

from __future__ import annotations

import sys

from .output import write_exactly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: The most characters of a line that are read.
_MOST = 4096
#: What is typed instead of a line whose bytes cannot be read.
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


def is_keyboard() -> bool:
    """Return whether standard input is a terminal rather than a pipe or a file."""
    return sys.stdin is not None and sys.stdin.isatty()


def typed_at_keyboard(prompt: Callable[[], str]) -> Iterator[str]:
    """Yield the lines that are typed, until Ctrl-D; they can be edited if Python has the module readline.

    prompt  returns the prompt of the next line
    """
    try:  # noqa: SIM105  # importing contextlib would slow down the first prompt
        import readline  # noqa: F401  # once imported, it gives input() line editing
    except ImportError:  # lines can be typed without it
        pass
    while True:
        try:
            line = input(_encodable(prompt()))
        except EOFError:
            write_exactly("")
            return
        except UnicodeDecodeError:
            line = _UNREADABLE
        yield _UNREADABLE if any("\ud800" <= character <= "\udfff" for character in line) else line[:_MOST]


def _encodable(prompt: str) -> str:
    """Return *prompt* with characters escaped if the encoding of the terminal cannot represent them."""
    encoding = sys.stdout.encoding or "ascii"
    return prompt.encode(encoding, "backslashreplace").decode(encoding)
