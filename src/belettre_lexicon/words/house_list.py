"""``HouseList``: the words that a table accepts or refuses, regardless of the lexicon.

A word accepted by the list must still fit the cards and the earlier words (W1 to W3, W7, W8).

A house list is a text file with one word per line: a sign (``+`` accepts, ``-`` refuses), the word, and an optional
note. Lines that start with ``#`` are comments::

    + chocolatine   on est à Toulouse
    - wagon         trop facile, décidé le 3 mars

A spreadsheet, exported as CSV or TSV, may be a house list too (``HouseList.read``). The first row names the columns, in
any order and in English or French; columns of other names are ignored::

    mot;accepté;note;qui
    chocolatine;oui;on est à Toulouse;Chloé
    wagon;non;;Paul

The separator is a tab, a semicolon or a comma, whichever the first row has. Cells may be quoted, as spreadsheets do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..base.errors import ArgumentError
from ..base.files import read_lines
from ..french.letters import MAX_WORD, SPACES, first_non_letter, fold, spelled

#: The largest number of lines in a list. Lists are typed by hand, so a longer file is not a house list.
MAX_LINES = 100_000
#: The separators, in the order in which they are looked for: a tab or a semicolon is never part of a column's name.
_SEPARATORS = "\t;,"
#: The names of the columns, in small letters.
_WORD, _ACCEPTED, _NOTE = ("word", "mot"), ("accepted", "accepté", "accepte", "acceptée"), ("note",)
#: A cell of the column « accepted », in small letters → whether the table accepts the word.
_DECISIONS = {
    **dict.fromkeys(("+", "yes", "oui", "true", "vrai", "1", "x"), True),
    **dict.fromkeys(("-", "no", "non", "false", "faux", "0"), False),
}


class HouseList:
    """The words that a table accepts or refuses by its own decision.

    accepted   maps each accepted word, folded, to its note; the note is "" if the list gives none
    refused    maps each refused word, folded, to its note; the note is "" if the list gives none
    spellings  maps each folded word to its spelling in the list, in lower case

    >>> house = HouseList.parse(["+ chocolatine on est à Toulouse", "- wagon"])
    >>> house.accepted["chocolatine"], house.refused["wagon"]
    ('on est à Toulouse', '')

    Change a list only with ``add`` and ``remove``. A judge with this list applies a change to its next word or search;
    earlier verdicts stay the same. A record stores the list as it is when the record is made, so change a list only
    between games.
    """

    __slots__ = ("accepted", "refused", "spellings")

    def __init__(self) -> None:
        self.accepted: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        self.spellings: dict[str, str] = {}

    def add(self, word: str, note: str = "", *, accept: bool = True) -> None:
        """Add a word that the table accepts, or refuses if *accept* is false.

        note  the reason of the table, in one line; "" for none

        Raises ArgumentError if the word or the note is invalid, if the list has a word with the same letters (W4)
        already, or if it is full (MAX_LINES). To change a decision, ``remove`` the word first.

        >>> house = HouseList()
        >>> house.add("chocolatine", "on est à Toulouse")
        >>> house.add("wagon", accept=False)
        >>> house.lines()
        ['+ chocolatine on est à Toulouse', '- wagon']
        """
        if not isinstance(word, str) or not isinstance(note, str) or type(accept) is not bool:
            raise ArgumentError(
                f"{word!r:.60}, {note!r:.60}, accept={accept!r:.20}: expected a word, a note and True or False"
            )
        word = word.strip(SPACES)
        key = fold(word)
        if not key or first_non_letter(key) or len(word) > MAX_WORD:
            raise ArgumentError(f"{word[:60]!r}, expected a word of at most {MAX_WORD} letters")
        if any(character in "\n\r" or "\ud800" <= character <= "\udfff" for character in note):
            raise ArgumentError(f"{note[:60]!r}, expected a note of one line, without lone surrogates")
        if key in self.spellings:
            raise ArgumentError(f"{word!r} is listed already")
        if len(self.spellings) >= MAX_LINES:
            raise ArgumentError(f"{word!r}: the list has {MAX_LINES} words, the most that a list can have")
        self.spellings[key] = spelled(word)
        (self.accepted if accept else self.refused)[key] = note.strip()

    def remove(self, word: str) -> None:
        """Remove a word, in any spelling of its letters (W4). Raises ArgumentError if the list does not have it."""
        key = fold(word.strip(SPACES)) if isinstance(word, str) else ""
        if key not in self.spellings:
            raise ArgumentError(f"{word!r:.60} is not in the list")
        self.accepted.pop(key, None)
        self.refused.pop(key, None)
        del self.spellings[key]

    @classmethod
    def of(cls, rows: Iterable[tuple[str, bool, str]], name: str = "house list") -> HouseList:
        """Return the house list with these rows: (word, whether the table accepts it, note), "" for no note.

        *name* is the name of the list in error messages. Raises ArgumentError if a row is invalid or repeats a word, or
        if there are more than MAX_LINES rows; the message starts with ``name:row:``, rows counted from 1.

        >>> HouseList.of([("chocolatine", True, ""), ("wagon", False, "trop facile")]).refused
        {'wagon': 'trop facile'}
        """
        if not hasattr(rows, "__iter__"):
            raise ArgumentError(f"{name}: {rows!r:.80}, expected rows of a word, True or False, and a note")
        return cls._filled(name, enumerate(rows, 1))

    @classmethod
    def parse(cls, lines: Iterable[str], name: str = "house list") -> HouseList:
        """Return the house list with these lines, in the form that the module describes, such as "+ chocolatine".

        *name* is the name of the list in error messages. Raises ArgumentError if a line is invalid or repeats a word,
        with a message that starts with ``name:line:``, or if there are more than MAX_LINES lines.
        """
        return cls._filled(name, _rows_of_lines(lines, name))

    @classmethod
    def read(cls, path: str) -> HouseList:
        """Return the list in a UTF-8 file: lines as ``parse`` reads them, or a table if its name ends in .csv or .tsv.

        The first row of a table names its columns: « word » (or « mot »), « accepted » (« accepté », with yes or no,
        oui or non, + or -), and « note », which may be missing. Other columns are ignored.

        Raises ArgumentError if the file cannot be read, or if a line or row is invalid, with a message that starts with
        ``path:line:``.
        """
        lines = read_lines(path, "house_list")
        if not str(path).lower().endswith((".csv", ".tsv")):
            return cls.parse(lines, path)
        return cls._filled(path, table_rows(lines, path))

    def __eq__(self, other: object) -> bool:
        """Return whether two lists accept and refuse the same words, in the same spellings and with the same notes."""
        if not isinstance(other, HouseList):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # the mappings may change

    def __reduce__(self) -> tuple[type[HouseList], tuple[()], tuple[None, dict[str, dict[str, str]]]]:
        return type(self), (), (None, {name: dict(getattr(self, name)) for name in self.__slots__})

    def __repr__(self) -> str:
        return f"HouseList({len(self.accepted)} accepted, {len(self.refused)} refused)"

    def lines(self) -> list[str]:
        """Return the lines of the list in the form that ``parse`` reads, sorted by folded word.

        >>> HouseList.parse(["- wagon", "+ chocolatine on est à Toulouse"]).lines()
        ['+ chocolatine on est à Toulouse', '- wagon']
        """
        rows = [("+", key, note) for key, note in self.accepted.items()]
        rows += [("-", key, note) for key, note in self.refused.items()]
        in_order = sorted(rows, key=lambda row: row[1])
        return [f"{sign} {self.spellings[key]} {note}".rstrip() for sign, key, note in in_order]

    @classmethod
    def _filled(cls, name: str, rows: Iterable[tuple[int, tuple[str, bool, str]]]) -> HouseList:
        """Return the list with these rows, each with its number for error messages."""
        house = cls()
        for number, row in rows:
            try:
                word, accept, note = row
                house.add(word, note, accept=accept)
            except ArgumentError as error:
                raise ArgumentError(f"{name}:{number}: {error}") from error
            except (TypeError, ValueError) as error:
                raise ArgumentError(
                    f"{name}:{number}: {row!r:.80}, expected a word, True or False, and a note"
                ) from error
        return house


def _rows_of_lines(lines: Iterable[str], name: str) -> Iterator[tuple[int, tuple[str, bool, str]]]:
    """Yield the row of each line, with its number. Raises ArgumentError for a line that is not one of a house list."""
    for number, line in enumerate(lines, 1):
        if number > MAX_LINES:
            raise ArgumentError(f"{name}: more than {MAX_LINES} lines")
        text = line.strip(SPACES)
        if not text or text.startswith("#"):
            continue
        sign, _, rest = text.partition(" ")
        word, _, note = rest.strip(SPACES).partition(" ")
        if sign not in ("+", "-") or not word:
            raise ArgumentError(f"{name}:{number}: {text[:60]!r}, expected « + word note » or « - word note »")
        yield number, (word, sign == "+", note)


def table_rows(lines: Sequence[str], name: str) -> Iterator[tuple[int, tuple[str, bool, str]]]:
    """Yield (line number, (word, whether the table accepts it, note)) for each row of a table but the first.

    lines  the lines of a CSV or TSV file; the first one names the columns. A row in several lines has the last number
    name   the name of the file in error messages

    Rows without any text are skipped. Raises ArgumentError if the first row lacks the column of words or decisions, if
    a row has no decision, or if the table is malformed; the message starts with ``name:line:``.

    >>> list(table_rows(["word,accepted,note", "wagon,no,too easy"], "list.csv"))
    [(2, ('wagon', False, 'too easy'))]
    """
    import csv  # slow to import, and few lists are tables

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
