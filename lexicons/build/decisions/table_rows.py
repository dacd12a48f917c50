"""Read the rows of a table of decisions: tab-separated fields under a header line that names them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from belettre_lexicon.base.errors import LayerError


class _Row(Protocol):
    @property
    def spelling(self) -> str: ...

    @property
    def line(self) -> int: ...


_R = TypeVar("_R", bound=_Row)


def table_rows(path: Path, header: Sequence[str]) -> Iterator[tuple[str, int, list[str]]]:
    """Yield each row of a table as its place ``file:line``, its line number and its fields.

    Raises LayerError, starting with the place, if the first line is not *header* or a row has another number of fields.
    """
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            here, fields = f"{path.name}:{number}", line.rstrip("\n").split("\t")
            if number == 1:
                if fields != list(header):
                    raise LayerError(f"{here}: header {fields}, expected {list(header)}")
            elif len(fields) != len(header):
                raise LayerError(f"{here}: {len(fields)} fields, expected {len(header)} separated by tabs")
            else:
                yield here, number, fields
    if path.stat().st_size == 0:
        raise LayerError(f"{path.name}:1: header [], expected {list(header)}")


def rows_by_spelling(path: Path, header: Sequence[str], parse: Callable[[str, list[str], int], _R]) -> dict[str, _R]:
    """Return the rows of a table that has one row for each spelling.

    *parse* makes a row of its place ``file:line``, its fields and its line number. Raises LayerError, starting with the
    place, for an invalid table (``table_rows``) and if a spelling has two rows.
    """
    rows: dict[str, _R] = {}
    for here, number, fields in table_rows(path, header):
        row = parse(here, fields, number)
        if row.spelling in rows:
            raise LayerError(f"{here}: {row.spelling!r} has a row on line {rows[row.spelling].line}")
        rows[row.spelling] = row
    return rows
