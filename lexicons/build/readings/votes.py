"""Votes: the sources other than Grammalecte that attest a spelling with a part of speech.

Votes never add a word by themselves. They become the source letters of a reading, and hints for the manual decisions
(``lexicons/overrides``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from belettre_lexicon.french.grammar import SOURCE_LETTERS
from lexicons.build.parse.lexique import LexiqueRow
from lexicons.build.records import SourceRecord


def is_base(record: SourceRecord) -> bool:
    """Return whether a record is a base form, the form under which a dictionary lists a word.

    Base forms are infinitives, adjectives that are neither feminine nor plural, and words of other parts of speech that
    are not plural. Proper names and abbreviations are not base forms.
    """
    if record.pos == "V":
        return record.forms == ("inf",)
    if record.number == "p":
        return False
    return record.pos not in "PZ" and not (record.pos == "A" and record.gender == "f")


def in_order(letters: Iterable[str]) -> str:
    """Return letters of sources once each, in the order of ``grammar.SOURCE_LETTERS``."""
    found = set(letters)
    return "".join(letter for letter in SOURCE_LETTERS if letter in found)


class Votes:
    """The sources that attest each spelling and part of speech, given by their letters (``grammar.SOURCE_LETTERS``)."""

    def __init__(self) -> None:
        self._any: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._base: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._parts: dict[str, set[str]] = defaultdict(set)

    def add(self, letter: str, records: Iterable[SourceRecord]) -> None:
        """Add the readings of one source; *letter* is its letter in ``grammar.SOURCE_LETTERS``."""
        for record in records:
            self._note(letter, record.spelling, record.pos, is_base(record))

    def add_lexique(self, rows: Iterable[LexiqueRow]) -> None:
        """Add the rows of Lexique.

        An empty gender or number in Lexique means only that its corpus does not show which it is.
        """
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
        """Return the letters of the sources that have this spelling with this part of speech, in any form."""
        return self._any.get((spelling, pos), set())

    def base(self, spelling: str, pos: str) -> set[str]:
        """Return the letters of the sources that have this spelling as a base form with this part of speech."""
        return self._base.get((spelling, pos), set())

    def base_parts(self, spelling: str) -> set[str]:
        """Return the parts of speech that some source gives to this spelling as a base form.

        An empty set means that no source has the spelling as a base form (``is_base``).
        """
        return self._parts.get(spelling, set())

    def spellings(self) -> Iterable[str]:
        """Return every spelling that any source has as a base form."""
        return self._parts.keys()
