"""The word families and the readings as tables: makes their rows and exports them to files.

Start at ``family_rows`` and ``reading_rows``, or at ``export_families`` and ``export_readings``. A row is a dict; all
rows of a table have the same keys in the same order, and every value comes from the compiled lexicon. Rows are made
one at a time, and the same lexicon always yields the same rows in the same order.

The suffix of a file's name selects its format (``FORMATS``). A file is written completely or not at all, and a file
that these functions did not write is never replaced (``base.files``). Text files are UTF-8, and their lines end with
"\\n".

.tsv      a line with the names of the columns, then a line for each row; the values are separated by tabs and never
          quoted. The items of a list are joined by ``|``, a bool is ``true`` or ``false``, None is an empty field
.jsonl    JSON Lines: each row is an object in one line. A list is an array, None is null
.parquet  Parquet, written by pyarrow (extra ``parquet``), with typed columns. The metadata of the file name the table
          and the edition and hash of the lexicon

A toy example with the columns word, bases and relation; « jeu » is a root: its bases are [], its relation is None::

    word<tab>bases<tab>relation     {"word":"jeu","bases":[],"relation":null}
    jeu<tab><tab>                   {"word":"jouet","bases":["jouer"],"relation":"suffix"}
    jouet<tab>jouer<tab>suffix
"""

from __future__ import annotations

import io
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, get_args, get_origin, get_type_hints

import msgspec.json

from ..base.errors import ArgumentError, BelettreError, LexiconError
from ..base.files import check_writable, write_blocks
from ..french.letters import ALPHABET
from ..literals import Label, LinkEvidence, PartOfSpeech, Relation
from .lexicon import Lexicon
from .objects import ReadingObject

if TYPE_CHECKING:
    from types import ModuleType

#: The number of families or readings between two calls of *progress*.
_PER_CALL = 500
#: The separator between the items of a list in a TSV file.
SEPARATOR = "|"
#: The number of rows that are in memory together while a file is written.
_ROWS_AT_ONCE = 1 << 14
#: The key of the metadata entry of a Parquet file that has the name of its table.
_TABLE = b"belettre.table"

#: A row of any table.
Row = Mapping[str, Any]


class FamilyRow(TypedDict):
    """A row of the table of word families: one word of one family tree, with the link to its bases.

    A word is a headword with its part of speech. The row of the root has no bases, relation, affix and evidence.
    A compound has a row in the family of each of its parts, with the same link.

    root            the headword at the root of the family
    root_pos        its part of speech, a value of ``grammar.POS``
    root_homograph  1, or 2 to 9 for another word with the same spelling and part of speech
    word            the headword itself
    pos             its part of speech
    homograph       as *root_homograph*
    bases           the headwords that the word is built on: one, several for a compound, none for the root
    bases_pos       the part of speech of each base
    bases_homograph as *root_homograph*, for each base
    relation        how the word is made from its bases, a value of ``grammar.RELATIONS``; None for the root
    affix           the affix, such as "-et" or "re-"; "" if there is none
    etymons         the etymons of the word itself, such as "lat. dens"; [] if it has those of its bases, or none
    evidence        the evidence for the link, values of ``grammar.EVIDENCE``; [] for the root
    zipf            the frequency of the word on the Zipf scale; 0 if it is not attested
    labels          labels from ``grammar.LABELS``
    """

    root: str
    root_pos: PartOfSpeech
    root_homograph: int
    word: str
    pos: PartOfSpeech
    homograph: int
    bases: list[str]
    bases_pos: list[PartOfSpeech]
    bases_homograph: list[int]
    relation: Relation | None
    affix: str
    etymons: list[str]
    evidence: list[LinkEvidence]
    zipf: float
    labels: list[Label]


class ReadingRow(ReadingObject):
    """A row of the table of readings: the dict from ``Reading.as_dict`` for one reading of one spelling, and its key.

    key  the folded spelling (W4), letters a to z only. Spellings with the same key look the same on the cards
    """

    key: str


def family_rows(lexicon: Lexicon) -> Iterator[FamilyRow]:
    """Yield a row for every word of every family, family by family in the order of ``Lexicon.families``.

    The first row of a family is its root; every other word follows at least one of its bases. Only one family is in
    memory at a time. Raises LexiconError if the families in the file are damaged.

    >>> row = next(row for row in family_rows(Lexicon.open()) if row["word"] == "accident")
    >>> row["root"], row["bases"], row["relation"], row["etymons"]
    ('accident', [], None, ['lat. cadere'])
    """
    index = lexicon.family_index
    for family in lexicon.families():
        root = family.root
        for lexeme in family.members:
            link = family.links.get(lexeme)
            bases = link.bases if link else ()
            yield {
                "root": root.spelling,
                "root_pos": root.pos,
                "root_homograph": root.homograph,
                "word": lexeme.spelling,
                "pos": lexeme.pos,
                "homograph": lexeme.homograph,
                "bases": [base.spelling for base in bases],
                "bases_pos": [base.pos for base in bases],
                "bases_homograph": [base.homograph for base in bases],
                "relation": link.relation if link else None,
                "affix": link.affix if link else "",
                "etymons": index.etymons_of(lexeme.number),
                "evidence": list(link.sources) if link else [],
                "zipf": lexeme.zipf,
                "labels": list(lexeme.labels),
            }


def reading_rows(lexicon: Lexicon) -> Iterator[ReadingRow]:
    """Yield a row for every reading of every spelling, sorted by key.

    The readings of a key are in the order of ``Lexicon.readings``, playable readings first. Only the keys with one
    initial are in memory at a time. Raises LexiconError if the readings in the file are damaged.

    >>> row = next(row for row in reading_rows(Lexicon.open()) if row["spelling"] == "abaissa")
    >>> row["lemma"], row["forms"], row["status"]
    ('abaisser', ['simple_past 3s'], 'conjugated')
    """
    store = lexicon.store
    for initial in ALPHABET:
        for key in store.keys(initial):
            for reading in lexicon.readings(key):
                yield {"key": key, **reading.as_dict()}


class Table(NamedTuple):
    """A table that can be written to files.

    name        "families" or "readings"
    columns     name of a column → the type of its values; the columns are in this order
    rows        a function that takes a lexicon and yields the rows
    is_counted  a function that takes a row and returns whether it adds 1 to the number that *progress* is called with
    """

    name: str
    columns: dict[str, Any]
    rows: Callable[[Lexicon], Iterable[Row]]
    is_counted: Callable[[Row], bool]


#: The table of word families, whose progress is counted in families (by their first rows), and the table of readings.
FAMILIES = Table("families", get_type_hints(FamilyRow), family_rows, lambda row: row["relation"] is None)
READINGS = Table("readings", {"key": str, **get_type_hints(ReadingObject)}, reading_rows, lambda row: True)


def export_families(lexicon: Lexicon, path: str | PurePath, *, progress: Callable[[int], None] | None = None) -> int:
    """Write the word families of a lexicon to a file, and return the number of rows (``family_rows``).

    path      the path of the file; its suffix ``.tsv``, ``.jsonl`` or ``.parquet`` selects the format
    progress  a function that is called after every 500 families with the number of families so far; None for none.
              ``kin.kinship.count_family_trees`` returns their total number

    Raises ArgumentError if the name has another suffix or the file cannot be written, BelettreError if the format needs
    a library that is not installed, LexiconError if the lexicon is damaged. An existing file then remains unchanged.

    >>> export_families(Lexicon.open(), "families.txt")
    Traceback (most recent call last):
    belettre_lexicon.base.errors.ArgumentError: 'families.txt': expected a name that ends in .tsv, .jsonl or .parquet
    """
    return _export(FAMILIES, lexicon, path, progress)


def export_readings(lexicon: Lexicon, path: str | PurePath, *, progress: Callable[[int], None] | None = None) -> int:
    """Write all readings of a lexicon to a file, and return the number of rows (``reading_rows``).

    The arguments and the errors are those of ``export_families``, but *progress* gets the number of readings so far.
    """
    return _export(READINGS, lexicon, path, progress)


def check_target(table: Table, path: str | PurePath) -> Format:
    """Return the format for a table in a file at *path*, after checking that it may be written.

    Raises the errors of ``export_families``, except LexiconError.
    """
    name = os.fspath(path)
    chosen = FORMATS.get(PurePath(name).suffix.lower())
    if chosen is None:
        *others, last = FORMATS
        raise ArgumentError(f"{name!r}: expected a name that ends in {', '.join(others)} or {last}")
    chosen.check()
    check_writable(name, lambda head: chosen.is_ours(table, name, head))
    return chosen


def _export(table: Table, lexicon: Lexicon, path: str | PurePath, progress: Callable[[int], None] | None) -> int:
    """Write a table to a file and return the number of its rows; the arguments are those of ``export_families``."""
    chosen, name = check_target(table, path), os.fspath(path)
    written = 0

    def followed() -> Iterator[Row]:
        nonlocal written
        done = 0
        for row in table.rows(lexicon):
            written += 1
            yield row
            if progress is not None and table.is_counted(row):
                done += 1
                if done % _PER_CALL == 0:
                    progress(done)

    blocks = chosen.blocks(table, followed(), lexicon.identity)
    write_blocks(name, blocks, lambda head: chosen.is_ours(table, name, head))
    return written


# -- formats ---------------------------------------------------------------------------------------
class Format(ABC):
    """The interface of a file format: makes the bytes of a file, and recognizes files that it has written."""

    def check(self) -> None:  # noqa: B027  # a format that needs no library checks nothing
        """Raise BelettreError if the library that writes the format is not installed. Most formats need no library."""

    @abstractmethod
    def blocks(self, table: Table, rows: Iterable[Row], identity: dict[str, str]) -> Iterator[bytes]:
        """Yield the bytes of a file with these rows of *table*, block by block; *identity* is ``Lexicon.identity``."""

    @abstractmethod
    def is_ours(self, table: Table, path: str, head: bytes) -> bool:
        """Return whether the file at *path*, whose first bytes are *head*, was written from *table* in this format."""


class _Tsv(Format):
    """Tab-separated values."""

    def blocks(self, table: Table, rows: Iterable[Row], identity: dict[str, str]) -> Iterator[bytes]:
        """Yield the line with the names of the columns, then lines of rows."""
        yield self._head(table)
        tabs = len(table.columns) - 1
        for batch in _batches(rows):
            lines = ["\t".join(map(_field, row.values())) for row in batch]
            if any(line.count("\t") != tabs or "\n" in line for line in lines):
                raise LexiconError(f"a text in the {table.name} has a tab or an end of line, which TSV cannot hold")
            yield ("\n".join(lines) + "\n").encode()

    def is_ours(self, table: Table, path: str, head: bytes) -> bool:
        """Return whether the file begins with the names of the columns."""
        return head.startswith(self._head(table))

    def _head(self, table: Table) -> bytes:
        return ("\t".join(table.columns) + "\n").encode()


class _JsonLines(Format):
    """JSON Lines."""

    def blocks(self, table: Table, rows: Iterable[Row], identity: dict[str, str]) -> Iterator[bytes]:
        """Yield lines of rows."""
        encoder = msgspec.json.Encoder()
        for batch in _batches(rows):
            yield encoder.encode_lines(batch)

    def is_ours(self, table: Table, path: str, head: bytes) -> bool:
        """Return whether the first line is an object with the names of the columns."""
        try:
            first = msgspec.json.decode(head.partition(b"\n")[0])
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False
        return isinstance(first, dict) and list(first) == list(table.columns)


class _Parquet(Format):
    """Parquet, by pyarrow."""

    def check(self) -> None:
        """Raise BelettreError if pyarrow is not installed."""
        _pyarrow()

    def blocks(self, table: Table, rows: Iterable[Row], identity: dict[str, str]) -> Iterator[bytes]:
        """Yield the file, which has a row group for each batch of rows."""
        arrow, parquet = _pyarrow()
        types = {int: arrow.int32(), float: arrow.float64(), bool: arrow.bool_()}
        about = {"table": table.name, **identity}
        fields = []
        for name, hint in table.columns.items():
            is_list = get_origin(hint) is list
            kind = types.get(get_args(hint)[0] if is_list else hint, arrow.string())
            nullable = type(None) in get_args(hint)
            fields.append(arrow.field(name, arrow.list_(kind) if is_list else kind, nullable=nullable))
        schema = arrow.schema(fields, metadata={f"belettre.{name}": value for name, value in about.items()})
        written = io.BytesIO()  # packed, all of a table takes less memory than one batch of its rows
        with parquet.ParquetWriter(written, schema, compression="zstd") as writer:
            for batch in _batches(rows):
                writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
        yield written.getvalue()

    def is_ours(self, table: Table, path: str, head: bytes) -> bool:
        """Return whether the metadata at the end of the file contain the name of the table."""
        if not head.startswith(b"PAR1"):
            return False
        arrow, parquet = _pyarrow()
        try:
            metadata = parquet.read_schema(path).metadata or {}
        except (OSError, arrow.ArrowException):
            return False
        return bool(metadata.get(_TABLE) == table.name.encode())


#: The format of a file by the suffix of its name.
FORMATS: dict[str, Format] = {".tsv": _Tsv(), ".jsonl": _JsonLines(), ".parquet": _Parquet()}


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows in lists of ``_ROWS_AT_ONCE``; the last one may be shorter."""
    rows = iter(rows)
    while batch := list(islice(rows, _ROWS_AT_ONCE)):
        yield batch


def _field(value: Any) -> str:
    """Return a value as a field of a TSV file.

    >>> _field(["old", "rare"]), _field(None), _field(True), _field(2.5)
    ('old|rare', '', 'true', '2.5')
    """
    if isinstance(value, list):
        return SEPARATOR.join(map(str, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _pyarrow() -> tuple[ModuleType, ModuleType]:
    """Return the modules pyarrow and pyarrow.parquet. Raises BelettreError if they are not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BelettreError("Parquet files need pyarrow: pip install 'belettre-lexicon[parquet]'") from None
    return pyarrow, pyarrow.parquet
