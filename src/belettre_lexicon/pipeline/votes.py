"""Who attests what: the five other sources, asked about a spelling and a part of speech.

Votes never add a word by themselves; they become the source letters of a reading
and the hints of the rows that are read by hand (``lexicons/overrides``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .parse.lexique import LexiqueRow
from .records import SourceRecord


def is_base(record: SourceRecord) -> bool:
    """True for the form under which a dictionary lists the word: infinitive, singular, masculine adjective."""
    if record.pos == "V":
        return record.forms == ("inf",)
    if record.number == "p":
        return False
    return record.pos not in "PZ" and not (record.pos == "A" and record.gender == "f")


class Votes:
    """Attestations by (spelling, part of speech), as letters of ``grammar.SOURCE_LETTERS``."""

    def __init__(self) -> None:
        self._any: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._base: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._parts: dict[str, set[str]] = defaultdict(set)

    def add(self, letter: str, records: Iterable[SourceRecord]) -> None:
        """Count the readings of one source."""
        for record in records:
            self._note(letter, record.spelling, record.pos, is_base(record))

    def add_lexique(self, rows: Iterable[LexiqueRow]) -> None:
        """Count Lexique, whose empty gender or number says only that the corpus does not show it."""
        for row in rows:
            if row.pos == "V":
                base = "inf" in row.verb.split(";")
            else:
                base = row.number != "p" and not (row.pos == "A" and row.gender == "f")
            self._note("X", row.spelling, row.pos, base)

    def _note(self, letter: str, spelling: str, pos: str, base: bool) -> None:
        self._any[spelling, pos].add(letter)
        if base:
            self._base[spelling, pos].add(letter)
            self._parts[spelling].add(pos)

    def any(self, spelling: str, pos: str) -> set[str]:
        """Sources that have some form of this spelling with this part of speech."""
        return self._any.get((spelling, pos), set())

    def base(self, spelling: str, pos: str) -> set[str]:
        """Sources that have it as a base form (``is_base``)."""
        return self._base.get((spelling, pos), set())

    def base_parts(self, spelling: str) -> set[str]:
        """Parts of speech under which some source has this spelling as a base form."""
        return self._parts.get(spelling, set())

    def spellings(self) -> Iterable[str]:
        """Every spelling that some source has as a base form."""
        return self._parts.keys()
