"""Writes the word families and the readings of a lexicon to files: ``export_families``, ``export_readings``.

The end of the file's name selects the format (``FORMATS``), which makes blocks of bytes of a table. A file is written
whole or not at all, and a file that these functions did not write is never replaced (``files``).

All files are UTF-8, and the ends of lines are "\\n".

.tsv      a line with the names of the columns, then a line for each row; the values are separated by tabs and never
          quoted. A list is its items with ``|`` between them, a truth value ``true`` or ``false``, None an empty field
.jsonl    JSON Lines: each row is an object in one line. A list is an array, None is null
.parquet  Parquet, written by pyarrow (extra ``parquet``), with typed columns. The metadata of the file name the table
          and the edition and hash of the lexicon

A toy example with the columns word, bases and tier; « jeu » is a root, so that its bases are [] and its tier is None::

    word<tab>bases<tab>tier         {"word":"jeu","bases":[],"tier":null}
    jeu<tab><tab>                   {"word":"jouet","bases":["jouer"],"tier":"core"}
    jouet<tab>jouer<tab>core
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec.json

from ...base.errors import ArgumentError, BelettreError, LexiconError
from ...base.files import check_writable, write_blocks
from ..lexicon import Lexicon
from .rows import FAMILY_COLUMNS, READING_COLUMNS, ColumnKind, family_rows, reading_rows

if TYPE_CHECKING:
    from types import ModuleType

#: The number of families or readings between two calls of *progress*.
_PER_CALL = 500
#: What stands between the items of a list in a TSV file.
SEPARATOR = "|"
#: The number of rows that are in memory together while a file is written.
_ROWS_AT_ONCE = 1 << 14
#: The metadata of a Parquet file that name its table.
_TABLE = b"belettre.table"

#: A row of any table.
Row = Mapping[str, Any]


def export_families(lexicon: Lexicon, path: str | PurePath, *, progress: Callable[[int], None] | None = None) -> int:
    """Write the word families of a lexicon to a file, and return the number of rows (``family_rows``).

    path      a name that ends in ``.tsv``, ``.jsonl`` or ``.parquet``
    progress  is called now and then with the number of families that were made; ``count_family_trees`` counts them all

    Raises ArgumentError if the name has another ending or the file cannot be written, BelettreError if the format needs
    a library that is not installed, LexiconError if the lexicon is damaged. An existing file is unchanged then.

    >>> export_families(Lexicon.open(), "families.txt")
    Traceback (most recent call last):
    belettre_lexicon.base.errors.ArgumentError: 'families.txt': expected a name that ends in .tsv, .jsonl or .parquet
    """
    return _export(families_table(lexicon), path, family_rows(lexicon), _is_root, progress)


def export_readings(lexicon: Lexicon, path: str | PurePath, *, progress: Callable[[int], None] | None = None) -> int:
    """Write all readings of a lexicon to a file, and return the number of rows (``reading_rows``).

    The arguments and the errors are those of ``export_families``; *progress* is called with the number of readings.
    """
    return _export(readings_table(lexicon), path, reading_rows(lexicon), lambda row: True, progress)


def families_table(lexicon: Lexicon) -> Table:
    """Return what a file says about the table of families."""
    return Table("families", FAMILY_COLUMNS, lexicon.identity)


def readings_table(lexicon: Lexicon) -> Table:
    """Return what a file says about the table of readings."""
    return Table("readings", READING_COLUMNS, lexicon.identity)


def check_target(table: Table, path: str | PurePath) -> Format:
    """Check, before long work, that a table may be written to a file, and return the format; raise what it would raise.

    The errors are those of ``export_families``.
    """
    name = os.fspath(path)
    chosen = FORMATS.get(PurePath(name).suffix.lower())
    if chosen is None:
        *others, last = FORMATS
        raise ArgumentError(f"{name!r}: expected a name that ends in {', '.join(others)} or {last}")
    chosen.check()
    check_writable(name, lambda head: chosen.is_ours(table, name, head))
    return chosen


def _export(
    table: Table,
    path: str | PurePath,
    rows: Iterable[Row],
    is_counted: Callable[[Row], bool],
    progress: Callable[[int], None] | None,
) -> int:
    """Write a table to a file and return the number of its rows; *progress* gets the number of those to be counted."""
    chosen, name = check_target(table, path), os.fspath(path)
    written = 0

    def followed() -> Iterator[Row]:
        nonlocal written
        done = 0
        for row in rows:
            written += 1
            yield row
            if progress is not None and is_counted(row):
                done += 1
                if done % _PER_CALL == 0:
                    progress(done)

    write_blocks(name, chosen.blocks(table, followed()), lambda head: chosen.is_ours(table, name, head))
    return written


def _is_root(row: Row) -> bool:
    """Return whether a row of the table of families is the first one of a family."""
    return row["relation"] is None


# -- formats ---------------------------------------------------------------------------------------
class Table(NamedTuple):
    """What a file says about a table besides its rows.

    name      "families" or "readings"
    columns   the names of the columns, in order, and what their values are
    identity  what identifies the lexicon: its edition and its hash
    """

    name: str
    columns: dict[str, ColumnKind]
    identity: dict[str, str]


class Format(Protocol):
    """A format of files: makes the blocks of a file, and recognizes files of a table that it has written."""

    def check(self) -> None:
        """Raise BelettreError if the library that writes the format is not installed."""

    def blocks(self, table: Table, rows: Iterable[Row]) -> Iterator[bytes]:
        """Yield the file with these rows in blocks of bytes."""

    def is_ours(self, table: Table, path: str, head: bytes) -> bool:
        """Return whether the file at *path*, which begins with *head*, has this table."""


class _Tsv:
    """Tab-separated values."""

    def check(self) -> None:
        """Do nothing: the format needs no library."""

    def blocks(self, table: Table, rows: Iterable[Row]) -> Iterator[bytes]:
        """Yield the line with the names of the columns, then lines of rows."""
        yield self._head(table)
        kinds = table.columns.values()
        tabs = len(table.columns) - 1
        for batch in _batches(rows):
            lines = ["\t".join(map(_field, kinds, row.values())) for row in batch]
            if any(line.count("\t") != tabs or "\n" in line for line in lines):
                raise LexiconError(f"a text in the {table.name} has a tab or an end of line, which TSV cannot hold")
            yield ("\n".join(lines) + "\n").encode()

    def is_ours(self, table: Table, path: str, head: bytes) -> bool:
        """Return whether the file begins with the names of the columns."""
        return head.startswith(self._head(table))

    def _head(self, table: Table) -> bytes:
        return ("\t".join(table.columns) + "\n").encode()


class _JsonLines:
    """JSON Lines."""

    def check(self) -> None:
        """Do nothing: the format needs no library beyond those that the package depends on."""

    def blocks(self, table: Table, rows: Iterable[Row]) -> Iterator[bytes]:
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


class _Parquet:
    """Parquet, by pyarrow."""

    def check(self) -> None:
        """Raise BelettreError if pyarrow is not installed."""
        _pyarrow()

    def blocks(self, table: Table, rows: Iterable[Row]) -> Iterator[bytes]:
        """Yield a row group for each batch of rows, and in the end the metadata of the file."""
        arrow, parquet = _pyarrow()
        types = {
            "text": arrow.string(),
            "name": arrow.string(),
            "integer": arrow.int32(),
            "number": arrow.float64(),
            "flag": arrow.bool_(),
            "texts": arrow.list_(arrow.string()),
            "integers": arrow.list_(arrow.int32()),
        }
        about = {"table": table.name, **table.identity}
        fields = [arrow.field(name, types[kind], nullable=kind == "name") for name, kind in table.columns.items()]
        schema = arrow.schema(fields, metadata={f"belettre.{name}": value for name, value in about.items()})
        written = _Written()
        with parquet.ParquetWriter(written, schema, compression="zstd") as writer:
            for batch in _batches(rows):
                writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
                yield written.taken()
        yield written.taken()

    def is_ours(self, table: Table, path: str, head: bytes) -> bool:
        """Return whether the metadata at the end of the file name the table."""
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


class _Written(io.RawIOBase):
    """A file that is only written: what was written since the last ``taken`` is in memory."""

    def __init__(self) -> None:
        super().__init__()
        self._blocks: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, block: Any) -> int:
        """Keep a block of bytes and return its size."""
        self._blocks.append(bytes(block))
        self._size += len(self._blocks[-1])
        return len(self._blocks[-1])

    def tell(self) -> int:
        """Return the number of bytes written from the beginning."""
        return self._size

    def taken(self) -> bytes:
        """Return what was written since the last call, and forget it."""
        taken = b"".join(self._blocks)
        self._blocks.clear()
        return taken


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows in lists of ``_ROWS_AT_ONCE``; the last one may be shorter."""
    rows = iter(rows)
    while batch := list(islice(rows, _ROWS_AT_ONCE)):
        yield batch


def _field(kind: ColumnKind, value: Any) -> str:
    """Return a value as a field of a TSV file.

    >>> _field("texts", ["old", "rare"]), _field("name", None), _field("flag", True), _field("number", 2.5)
    ('old|rare', '', 'true', '2.5')
    """
    if kind == "texts":
        return SEPARATOR.join(value)
    if kind == "integers":
        return SEPARATOR.join(map(str, value))
    if kind == "flag":
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
