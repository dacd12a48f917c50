"""Wraps lines that are wider than the terminal, between words only.

French punctuation stays with its word: no line ends after « and none begins with », a colon, a semicolon, or an
exclamation or question mark. Start reading at ``wrapped``.
"""

from __future__ import annotations

#: Text that ends with this sign stays with the word after it.
_OPENING = "«"
#: Text that begins with one of these signs stays with the word before it.
_CLOSING = ("»", ":", ";", "!", "?", "·", "—")
#: The first characters of an escape sequence that sets a style (SGR), and the last one.
_STYLE, _STYLE_END = "\x1b[", "m"


def wrapped(text: str, width: int, indent: str | None = None) -> str:
    """Return *text* with line breaks, so that no line is wider than *width* columns, unless one word is wider.

    indent  what the second and each further line of a line that was wrapped begin with; None for the spaces that the
            line begins with and two more. If it takes more than half of the columns, two spaces are used instead.

    >>> print(wrapped("« volonté » : valide. Nom féminin.", 20))
    « volonté » :
      valide. Nom
      féminin.
    """
    return "\n".join(_wrapped_line(line, width, indent) for line in text.split("\n"))


def columns(text: str) -> int:
    """Return the number of columns that *text* takes: escape sequences that set a style take none.

    >>> columns("\\x1b[31mrefusé\\x1b[0m")
    6
    """
    first, *styled = text.split(_STYLE)
    return len(first) + sum(len(part) - part.find(_STYLE_END) - 1 for part in styled)


def _wrapped_line(line: str, width: int, indent: str | None) -> str:
    if columns(line) <= width:
        return line
    body = line.lstrip(" ")
    margin = line[: len(line) - len(body)]
    if indent is None:
        indent = margin + "  "
    if 2 * len(indent) > width:
        indent = "  "
    lines, current, used = [], margin, len(margin)
    empty = True
    for gap, chunk in _chunks(body):
        size = columns(chunk)
        if not empty and used + gap + size > width:
            lines.append(current)
            current, used, gap = indent, len(indent), 0
        current += " " * (0 if empty else gap) + chunk
        used += gap + size
        empty = False
    return "\n".join([*lines, current])


def _chunks(body: str) -> list[tuple[int, str]]:
    """Return the parts of a line between which it may be wrapped, each with the number of spaces before it."""
    chunks: list[tuple[int, str]] = []
    gap = 0
    for word in body.split(" "):
        if not word:
            gap += 1
            continue
        if chunks and (word.startswith(_CLOSING) or chunks[-1][1].endswith(_OPENING)):
            before, chunk = chunks.pop()
            chunks.append((before, f"{chunk}{' ' * gap}{word}"))
        else:
            chunks.append((gap, word))
        gap = 1
    return chunks
