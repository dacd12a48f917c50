"""Floor 0. Reads text files that users provide. Every failure raises an ArgumentError that names the file."""

from __future__ import annotations

from .errors import ArgumentError

#: The largest number of characters in a file. Decks and house lists are typed by hand, so they are much shorter.
MAX_CHARACTERS = 1 << 24


def read_lines(path: str) -> list[str]:
    """Return the lines of a UTF-8 text file, without a byte order mark.

    Raises ArgumentError if the file cannot be read, is not UTF-8 or has more than MAX_CHARACTERS characters.
    """
    try:
        with open(path, encoding="utf-8-sig") as stream:
            text = stream.read(MAX_CHARACTERS + 1)
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ArgumentError(f"{path}: not UTF-8 at byte {error.start}") from error
    except (TypeError, ValueError) as error:  # None, or a NUL in the name
        raise ArgumentError(f"{path!r:.80} is not a path: {error}") from error
    if len(text) > MAX_CHARACTERS:
        raise ArgumentError(f"{path}: more than {MAX_CHARACTERS} characters")
    return text.split("\n")
