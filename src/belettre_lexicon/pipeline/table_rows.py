"""Read the rows of a table of decisions: tab-separated fields under a header line that names them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import LayerError


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
