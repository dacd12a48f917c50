"""Floor 0. Text files from outside, read with one kind of error."""

from __future__ import annotations

from .errors import ArgumentError

#: Characters of a file at most: decks and lists are typed by hand.
MAX_CHARACTERS = 1 << 24


def read_lines(path: str) -> list[str]:
    """The lines of a UTF-8 text file, a byte order mark left out.

    Raises ArgumentError naming the file when it cannot be read, is not UTF-8, or has over MAX_CHARACTERS.
    """
    try:
        with open(path, encoding="utf-8-sig") as stream:
            text = stream.read(MAX_CHARACTERS + 1)
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ArgumentError(f"{path}: not UTF-8 at byte {error.start}") from error
    except (TypeError, ValueError) as error:  # None, or a NUL in the name
        raise ArgumentError(f"{path!r:.80} is no path: {error}") from error
    if len(text) > MAX_CHARACTERS:
        raise ArgumentError(f"{path}: more than {MAX_CHARACTERS} characters")
    return text.split("\n")
