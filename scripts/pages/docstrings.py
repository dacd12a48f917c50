"""Docstrings of this house as reStructuredText, which Sphinx reads.

A docstring here is text that reads well in an editor: names stand in a column with what they mean beside them, and
names of code stand between double backticks. ``as_rest`` makes lists of the former, and links of the latter.
"""

from __future__ import annotations

import re
from collections.abc import Callable

#: The names at the beginning of an entry, and the spaces up to the column of the descriptions.
_ENTRY = re.compile(r"(\*{0,2}[\w.]+(?:, [\w.]+)*) +(?=\S)")
#: A line with nothing but names, whose description is on the next line.
_NAMES = re.compile(r"[\w.]+(?:, [\w.]+)*")
_CODE = re.compile(r"``([^`]+)``")


def as_rest(docstring: str, target_of: Callable[[str], str | None]) -> list[str]:
    """Return the lines of a docstring as reStructuredText.

    docstring  the text without the indentation of its code
    target_of  returns the full name that code between backticks stands for, or None if it is no public name

    >>> as_rest("Lay a card.\\n\\ncard  the ``Card`` to lay,\\n      face up", {"Card": "cards.Card"}.get)
    ['Lay a card.', '', '``card``', '   the :py:obj:`Card <cards.Card>` to lay, face up', '']
    """
    lines: list[str] = []
    drawn = False  # the paragraph before has announced a drawing, or a part of one
    for paragraph in re.split(r"\n\s*\n", docstring.strip("\n")):
        indented = paragraph.startswith("    ")
        if (drawn and indented) or paragraph.startswith("==="):
            lines += [*paragraph.splitlines(), ""]
        else:
            lines += [*_paragraph(paragraph.splitlines(), target_of), ""]
            drawn = paragraph.endswith("::")
    return lines


def columns(docstring: str) -> list[tuple[str, str]]:
    """Return the names that a docstring describes in its columns, each with its description.

    >>> columns("A card.\\n\\nletter  from a to z,\\n        or ?")
    [('letter', 'from a to z, or ?')]
    """
    paragraphs = re.split(r"\n\s*\n", docstring.strip("\n"))
    return [entry for paragraph in paragraphs for entry in _entries(paragraph.splitlines())]


def _paragraph(lines: list[str], target_of: Callable[[str], str | None]) -> list[str]:
    """Return one paragraph: an example, a list of names, a drawing, or text."""
    if not lines or lines[0].lstrip().startswith(">>>"):
        return [line.strip() if line.lstrip().startswith(">>>") else line for line in lines]
    entries = _entries(lines)
    if entries:
        described = []
        for names, text in entries:
            described += [", ".join(f"``{name}``" for name in names.split(", ")), f"   {_linked(text, target_of)}"]
        return described
    if all(line.startswith("    ") for line in lines):
        return ["::", "", *(f"   {line}" for line in lines)]
    return [_linked(line, target_of) for line in lines]


def _entries(lines: list[str]) -> list[tuple[str, str]]:
    """Return the names of a column with their descriptions; [] if the lines are no such column."""
    entries: list[tuple[str, str]] = []
    begin = _ENTRY.match(lines[0])
    if begin is None or not begin[0].endswith("  "):
        return []
    column = begin.end()
    for line in lines:
        entry = _ENTRY.match(line)
        if entry and (entry.end() == column or entry[0].endswith("  ")):
            entries.append((entry[1], line[entry.end() :]))
        elif _NAMES.fullmatch(line):
            entries.append((line, ""))
        elif line.startswith("  "):
            name, text = entries[-1]
            entries[-1] = name, f"{text} {line.strip()}".strip()
        else:
            return []
    return entries


def _linked(text: str, target_of: Callable[[str], str | None]) -> str:
    """Return text in which the public names between backticks are links."""

    def link(code: re.Match[str]) -> str:
        target = target_of(code[1])
        return f":py:obj:`{code[1]} <{target}>`" if target else code[0]

    return _CODE.sub(link, text)
