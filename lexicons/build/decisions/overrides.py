"""Read the manual decisions on single words: ``lexicons/overrides/*.tsv``, parsed strictly.

A row has six tab-separated fields, named by a header line; ``-`` is an empty field::

    spelling	verdict	tags	labels	reason	source
    menteuse	noun	-	-	femme qui ment	LDTW+R
    selfie	keep	N.m	neologism	autoportrait photographique	R

``source`` holds the letters of the sources that made the word a candidate, and R for our own review
(``grammar.SOURCE_LETTERS``). Each table has its own verdicts (``VERDICTS``), which ``lexicons/overrides/GUIDELINE.md``
explains. A row that no longer applies to any word is *stale* and stops the build (``DecisionTable.stale_rows``). Links
of word families are decided in a table with other fields: ``kin.decisions``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.french.grammar import LABELS, POS, SOURCE_LETTERS
from lexicons.build.decisions.table_rows import table_rows
from lexicons.build.records import why_no_word

HEADER = ("spelling", "verdict", "tags", "labels", "reason", "source")
#: The headers of the tables that have further fields.
WIDER_HEADERS = {"everyday": (*HEADER, "theme", "evidence")}
#: The verdicts that the rows of each table may give, by the name of the table.
VERDICTS: dict[str, frozenset[str]] = {
    "plurals": frozenset({"plural_only", "plural", "singular", "exists", "ghost"}),
    "collisions": frozenset({"keep", "reject"}),
    "inflected": frozenset({"keep", "reject"}),
    "single": frozenset({"keep", "reject"}),
    "abbreviations": frozenset({"keep", "reject"}),
    "additions": frozenset({"keep", "reject"}),
    "modern": frozenset({"keep", "participle"}),
    "everyday": frozenset({"keep", "participle"}),
    "gentiles": frozenset({"keep", "other", "reject"}),
    "names": frozenset({"name", "acronym"}),
    "foreign_plurals": frozenset({"plural"}),
    "labels": frozenset({"labels"}),
    "ghosts": frozenset({"ghost"}),
    "offensive": frozenset({"offensive"}),
}

#: The tables whose kept words need a tag, because no source gives their grammar.
_TAGGED = ("additions", "modern", "everyday", "inflected", "abbreviations", "labels", "foreign_plurals")
#: The tables that decide whether a spelling is a word: no word is kept by one and rejected by another.
TABLES_OF_WORDS = ("additions", "modern", "everyday", "inflected", "single", "gentiles")
#: What may follow the part of speech in a short tag: the gender, or « .i » for an adjective that never changes.
_DETAILS = {"N": ("", ".m", ".f", ".e"), "A": ("", ".e", ".i"), "O": ("", ".m", ".f"), "D": ("", ".m", ".f")}
_NEED_TAGS = ("keep", "participle", "labels", "plural")


class DecisionRow(NamedTuple):
    """One row of a table: the decision on a spelling.

    spelling  the word that the row is about
    verdict   one of the verdicts that ``VERDICTS`` allows in the table
    tags      short tags such as ``("N.m", "A")``; () if the verdict needs none
    labels    labels of ``grammar.LABELS``; () if there are none
    reason    the deciding fact, in a few words of French or English
    source    the letters of the sources, such as "LDTW+R"
    line      the line number in the file, for error messages
    theme     the part of ordinary life in which the word was met; "" in tables without themes
    evidence  the dictionaries or the use on which the readers rest; "" in tables without themes
    """

    spelling: str
    verdict: str
    tags: tuple[str, ...]
    labels: tuple[str, ...]
    reason: str
    source: str
    line: int
    theme: str = ""
    evidence: str = ""


class DecisionTable:
    """One table of decisions by spelling, in the order of the file.

    ``get`` and ``verdict`` look up a decision. ``use`` and ``use_verdict`` do the same for a step of the build that
    applies it, and also mark the row as used. Rows that are never marked are stale.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[str, DecisionRow] = {}
        self._used: set[str] = set()
        for row in _parse(path):
            if row.spelling in self._rows:
                first = self._rows[row.spelling].line
                raise LayerError(f"{path.name}:{row.line}: {row.spelling!r} is decided already on line {first}")
            self._rows[row.spelling] = row

    def __iter__(self) -> Iterator[DecisionRow]:
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, spelling: str) -> DecisionRow | None:
        """Return the decision on a spelling; None if the spelling is undecided."""
        return self._rows.get(spelling)

    def verdict(self, spelling: str) -> str:
        """Return the verdict on a spelling; "" if the spelling is undecided."""
        row = self.get(spelling)
        return row.verdict if row else ""

    def mark_used(self, spelling: str) -> None:
        """Record that the decision on a spelling still applies to a word; do nothing if the spelling is undecided."""
        if spelling in self._rows:
            self._used.add(spelling)

    def use(self, spelling: str) -> DecisionRow | None:
        """Mark the decision on a spelling as used and return it; return None if the spelling is undecided."""
        self.mark_used(spelling)
        return self.get(spelling)

    def use_verdict(self, spelling: str) -> str:
        """Mark the decision on a spelling as used and return its verdict; return "" if the spelling is undecided."""
        self.mark_used(spelling)
        return self.verdict(spelling)

    def stale_rows(self) -> list[str]:
        """Return a message ``file:line: what`` for each row that was never marked as used; [] if all rows were."""
        return [
            f"{self.path.name}:{row.line}: {row.spelling!r} ({row.verdict}) no longer applies to anything"
            for row in self
            if row.spelling not in self._used
        ]


def read_tables(folder: Path) -> dict[str, DecisionTable]:
    """Return a mapping from name to table for every table of ``VERDICTS``.

    Raises LayerError if a table is missing or a row does not parse.
    """
    for name in VERDICTS:
        if not (folder / f"{name}.tsv").is_file():
            raise LayerError(f"{folder}: table {name}.tsv is missing")
    return {name: DecisionTable(folder / f"{name}.tsv") for name in VERDICTS}


def contradictions(tables: Mapping[str, DecisionTable]) -> list[str]:
    """Return a message for each spelling that one table keeps and another rejects, which names both rows."""
    deciding = [tables[name] for name in TABLES_OF_WORDS]
    kept = {
        row.spelling: f"{table.path.name}:{row.line}" for table in deciding for row in table if row.verdict == "keep"
    }
    return [
        f"{table.path.name}:{row.line}: {row.spelling!r} is rejected, but kept by {kept[row.spelling]}"
        for table in deciding
        for row in table
        if row.verdict == "reject" and row.spelling in kept
    ]


def _parse(path: Path) -> Iterator[DecisionRow]:
    verdicts = VERDICTS[path.stem]
    for here, number, fields in table_rows(path, WIDER_HEADERS.get(path.stem, HEADER)):
        spelling, verdict, tags, labels, reason, source, *further = fields
        if fault := why_no_word(spelling):
            raise LayerError(f"{here}: spelling {spelling!r} is not a word ({fault})")
        if verdict not in verdicts:
            raise LayerError(f"{here}: unknown verdict {verdict!r}, expected one of {', '.join(sorted(verdicts))}")
        if not reason.strip() or reason == "-":
            raise LayerError(f"{here}: {spelling!r} gives no reason")
        if not source or source.strip(SOURCE_LETTERS + "+"):
            raise LayerError(f"{here}: source {source!r}, expected letters of {SOURCE_LETTERS} joined by +")
        listed = () if tags == "-" else tuple(tags.split("+"))
        if bad := [tag for tag in listed if tag[:1] not in POS or tag[1:] not in _DETAILS.get(tag[0], ("",))]:
            raise LayerError(f"{here}: tag {bad[0]!r}, expected such as N.m, N.f, N.e, A, A.e, A.i, V")
        marks = () if labels == "-" else tuple(labels.split(","))
        if bad := [mark for mark in marks if mark not in LABELS]:
            raise LayerError(f"{here}: unknown label {bad[0]!r}")
        if verdict in _NEED_TAGS and path.stem in _TAGGED and not listed:
            raise LayerError(f"{here}: {spelling!r} has the verdict {verdict!r} without a tag")
        yield DecisionRow(spelling, verdict, listed, marks, reason, source, number, *further)
