"""The decisions made by hand: ``lexicons/overrides/*.tsv``, parsed strictly.

Six tab-separated fields a row, after a header line that names them; ``-`` stands for nothing::

    spelling	verdict	tags	labels	reason	source
    menteuse	noun	-	-	femme qui ment	LDTW+R
    selfie	keep	N.m	neologism	autoportrait photographique	R

``source`` holds the letters of the sources that made the row a candidate and R for our own
reading. Each table has its own verdicts (``VERDICTS``); the guideline is beside the tables.
A row that applies to nothing any more is stale and fails the build (``DecisionTable.stale``).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import LayerError
from ..grammar import LABELS, POS, SOURCE_LETTERS
from .records import why_no_word

HEADER = ("spelling", "verdict", "tags", "labels", "reason", "source")
#: The tables and the verdicts each knows.
VERDICTS: dict[str, frozenset[str]] = {
    "feminines": frozenset({"noun", "adjective"}),
    "participles": frozenset({"adjective", "noun", "participle"}),
    "plurals": frozenset({"plural_only", "plural", "singular", "exists", "ghost"}),
    "collisions": frozenset({"keep", "reject"}),
    "inflected": frozenset({"keep", "reject"}),
    "single": frozenset({"keep", "reject"}),
    "abbreviations": frozenset({"keep", "reject"}),
    "additions": frozenset({"keep", "reject"}),
    "modern": frozenset({"keep"}),
    "gentiles": frozenset({"keep", "other", "reject"}),
    "names": frozenset({"name"}),
}


class Row(NamedTuple):
    """One decision. ``tags`` such as ``("N.m", "A")``; ``line`` is its place, for messages."""

    spelling: str
    verdict: str
    tags: tuple[str, ...]
    labels: tuple[str, ...]
    reason: str
    source: str
    line: int


class DecisionTable:
    """One table of decisions; remembers which rows were used, so that stale ones can be named."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[str, Row] = {}
        self._used: set[str] = set()
        for row in _parse(path):
            if row.spelling in self._rows:
                first = self._rows[row.spelling].line
                raise LayerError(f"{path.name}:{row.line}: {row.spelling!r} is decided already on line {first}")
            self._rows[row.spelling] = row

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, spelling: str) -> Row | None:
        """The decision on a spelling, which counts as used; None when there is none."""
        row = self._rows.get(spelling)
        if row:
            self._used.add(spelling)
        return row

    def verdict(self, spelling: str) -> str:
        """The verdict on a spelling, or ''."""
        row = self.get(spelling)
        return row.verdict if row else ""

    def stale(self) -> list[str]:
        """``file:line: what`` for each row that nothing asked for."""
        return [
            f"{self.path.name}:{row.line}: {row.spelling!r} ({row.verdict}) no longer applies to anything"
            for row in self
            if row.spelling not in self._used
        ]


def read_tables(folder: Path) -> dict[str, DecisionTable]:
    """Read every table of ``VERDICTS``; a missing one is an error, so that none is forgotten."""
    for name in VERDICTS:
        if not (folder / f"{name}.tsv").is_file():
            raise LayerError(f"{folder}: table {name}.tsv is missing")
    return {name: DecisionTable(folder / f"{name}.tsv") for name in VERDICTS}


def _parse(path: Path) -> Iterator[Row]:
    verdicts = VERDICTS[path.stem]
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            fields = line.rstrip("\n").split("\t")
            here = f"{path.name}:{number}"
            if number == 1:
                if tuple(fields) != HEADER:
                    raise LayerError(f"{here}: header {fields}, expected {list(HEADER)}")
                continue
            if len(fields) != len(HEADER):
                raise LayerError(f"{here}: {len(fields)} fields, expected {len(HEADER)} separated by tabs")
            spelling, verdict, tags, labels, reason, source = fields
            if fault := why_no_word(spelling):
                raise LayerError(f"{here}: spelling {spelling!r} is no word ({fault})")
            if verdict not in verdicts:
                raise LayerError(f"{here}: verdict {verdict!r} is none of {', '.join(sorted(verdicts))}")
            if not reason.strip() or reason == "-":
                raise LayerError(f"{here}: {spelling!r} gives no reason")
            if not source or source.strip(SOURCE_LETTERS + "+"):
                raise LayerError(f"{here}: source {source!r}, expected letters of {SOURCE_LETTERS} joined by +")
            listed = () if tags == "-" else tuple(tags.split("+"))
            if bad := [tag for tag in listed if tag[:1] not in POS or tag[1:] not in ("", ".m", ".f", ".e")]:
                raise LayerError(f"{here}: tag {bad[0]!r}, expected such as N.m, N.f, N.e, A, V")
            marks = () if labels == "-" else tuple(labels.split(","))
            if bad := [mark for mark in marks if mark not in LABELS]:
                raise LayerError(f"{here}: unknown label {bad[0]!r}")
            if verdict == "keep" and path.stem in ("additions", "modern", "inflected", "abbreviations") and not listed:
                raise LayerError(f"{here}: {spelling!r} is kept without a tag")
            yield Row(spelling, verdict, listed, marks, reason, source, number)
