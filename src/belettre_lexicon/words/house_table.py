"""House lists in tables: a spreadsheet that was exported as CSV or TSV (``HouseList.read``).

The first row names the columns, in any order and in English or French; columns of other names are ignored::

    mot;accepté;note;qui
    chocolatine;oui;on est à Toulouse;Chloé
    wagon;non;;Paul

The separator is a tab, a semicolon or a comma, whichever the first row has. Cells may be quoted, as spreadsheets do.
"""

from __future__ import annotations

import csv

from ..base.errors import ArgumentError
from ..french.letters import SPACES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The separators, in the order in which they are looked for: a tab or a semicolon is never part of a column's name.
_SEPARATORS = "\t;,"
#: The names of the columns, in small letters.
_WORD, _ACCEPTED, _NOTE = ("word", "mot"), ("accepted", "accepté", "accepte", "acceptée"), ("note",)
#: What a cell of the column « accepted » may say, in small letters.
_DECISIONS = {
    **dict.fromkeys(("+", "yes", "oui", "true", "vrai", "1", "x"), True),
    **dict.fromkeys(("-", "no", "non", "false", "faux", "0"), False),
}


def table_rows(lines: Sequence[str], name: str) -> Iterator[tuple[int, tuple[str, bool, str]]]:
    """Yield the rows of a table as words with their decisions and notes, each with the number of its last line.

    *name* is the name of the file in error messages. Rows without any text are skipped. Raises ArgumentError if the
    first row lacks a column, or if a row has no decision; the message starts with ``name:line:``.

    >>> list(table_rows(["word,accepted,note", "wagon,no,too easy"], "list.csv"))
    [(2, ('wagon', False, 'too easy'))]
    """
    separator = next((sign for sign in _SEPARATORS if sign in "".join(lines[:1])), ",")
    rows = csv.reader((f"{line}\n" for line in lines), delimiter=separator, strict=True)
    try:
        header = [cell.strip(SPACES).lower() for cell in next(rows, [])]
        word, accepted = _column(header, _WORD), _column(header, _ACCEPTED)
        note = _column(header, _NOTE)
        if word is None or accepted is None:
            raise ArgumentError(
                f"{name}:1: {separator.join(header)[:60]!r}, expected the names of the columns: word, accepted, note"
            )
        for row in rows:
            cells = [cell.strip(SPACES) for cell in row]
            if not any(cells):
                continue
            decision = _DECISIONS.get(_cell(cells, accepted).lower())
            if decision is None:
                raise ArgumentError(
                    f"{name}:{rows.line_num}: {_cell(cells, accepted)[:60]!r} in the column {header[accepted]!r}, "
                    "expected yes or no"
                )
            yield rows.line_num, (_cell(cells, word), decision, " ".join(_cell(cells, note).split()))
    except csv.Error as error:
        raise ArgumentError(
            f"{name}:{rows.line_num}: {error}, expected a table with {separator!r} between cells"
        ) from error


def _column(header: Sequence[str], names: Sequence[str]) -> int | None:
    """Return the place of the first column with one of these names; None if there is none."""
    return next((place for place, name in enumerate(header) if name in names), None)


def _cell(cells: Sequence[str], place: int | None) -> str:
    """Return the cell at a place; "" if the row is too short, or if there is no such column."""
    return cells[place] if place is not None and place < len(cells) else ""
