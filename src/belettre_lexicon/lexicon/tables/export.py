"""Writes the word families and the readings of a lexicon to files: ``export_families``, ``export_readings``.

The end of the file's name selects the format (``formats``). A file is written whole or not at all, and a file that
these functions did not write is never replaced (``files``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath

from ...base.errors import ArgumentError
from ...base.files import check_writable, write_blocks
from ..lexicon import Lexicon
from .formats import FORMATS, Format, Row, Table
from .rows import FAMILY_COLUMNS, READING_COLUMNS, family_rows, reading_rows

#: The number of families or readings between two calls of *progress*.
_PER_CALL = 500


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
