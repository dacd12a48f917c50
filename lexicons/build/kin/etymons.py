"""Read and write the etymons of words: ``lexicons/overrides/etymons.tsv``, parsed strictly (W8).

Two words of different families are near kin if they have an etymon in common *themselves* (W8). A row has four
tab-separated fields, named by a header line; ``-`` is an empty field::

    spelling	code	etymons	note
    hôtel	N	lat. hospes	-
    trident	N	lat. tres + lat. dens	-
    gamin	N	?	-

An etymon is a language and a word of it, in the form that the guideline gives (``lexicons/overrides/ETYMONS.md``). A
compound has those of both of its parts. ``?`` says that the readers, or the dictionaries, do not know; ``-`` that the
word has none. A lexeme without a row has the etymons of the lexemes that it is built on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.links import UNKNOWN_ETYMON, LexemeKey, parse_etymons
from lexicons.build.decisions.table_rows import table_rows

HEADER = ("spelling", "code", "etymons", "note")


class EtymonRow(NamedTuple):
    """One row of the table, except for its lexeme.

    etymons  the etymons of the parts of the word, the surest first; () if it has none, or nobody knows them
    known    whether the readers know the origin of the word
    note     what the reader had to say about it, in a few words; "" for nothing
    line     the line number in the file, for error messages; 0 for a row that was not read from a file
    """

    etymons: tuple[str, ...]
    known: bool = True
    note: str = ""
    line: int = 0


def read_etymons(path: Path) -> dict[LexemeKey, EtymonRow]:
    """Return the rows by lexeme. Raises LayerError for an invalid row; the message starts with ``file:line:``."""
    rows: dict[LexemeKey, EtymonRow] = {}
    for here, number, (spelling, code, etymons, note) in table_rows(path, HEADER):
        try:
            lexeme = LexemeKey.parse(spelling, code)
        except LayerError as error:
            raise LayerError(f"{here}: {error}") from None
        named = parse_etymons(here, "-" if etymons == UNKNOWN_ETYMON else etymons)
        if lexeme in rows:
            raise LayerError(f"{here}: {lexeme} has a row on line {rows[lexeme].line}")
        rows[lexeme] = EtymonRow(named, etymons != UNKNOWN_ETYMON, "" if note == "-" else note, number)
    return rows


def write_etymons(path: Path, rows: Mapping[LexemeKey, EtymonRow]) -> int:
    """Write the table, sorted by folded spelling; return the number of rows."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write("\t".join(HEADER) + "\n")
        for lexeme in sorted(rows, key=lambda x: (fold(x.spelling), x)):
            row = rows[lexeme]
            etymons = " + ".join(row.etymons) or ("-" if row.known else UNKNOWN_ETYMON)
            stream.write("\t".join((lexeme.spelling, lexeme.code, etymons, row.note or "-")) + "\n")
    return len(rows)


def stale_etymons(rows: Mapping[LexemeKey, EtymonRow], known: Collection[LexemeKey]) -> list[str]:
    """Return a message ``file:line: what`` for each row whose lexeme is not among those *known*."""
    return [
        f"etymons.tsv:{row.line}: {lexeme} is no longer a headword"
        for lexeme, row in rows.items()
        if lexeme not in known
    ]
