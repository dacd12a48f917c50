"""The record that all parsers yield and all later steps read.

A parser translates the tags of its source into ``SourceRecord`` and decides nothing. Rows that cannot be words (digits,
symbols, phrases) are counted in ``Rejects`` by a named reason.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

#: Letters that a spelling has at most.
MAX_SPELLING = 60
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzàâäåãáçćčéèêëėíìîïñńóòôöõøúùûüýÿœæšžłżūōāīēșțßı")


class SourceRecord(NamedTuple):
    """One reading, as a source gives it.

    pos     a letter of ``grammar.POS``
    gender  a letter of ``grammar.GENDERS``, or "" for none
    number  a letter of ``grammar.NUMBERS``, or "" for none
    forms   verb forms (``inf``, ``pres3s``, …), sorted
    labels  of ``grammar.LABELS``, and ``grammalecte.ABBREVIATION``
    """

    spelling: str
    lemma: str
    pos: str
    gender: str = ""
    number: str = ""
    forms: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(slots=True)
class Rejects:
    """Counts of rows left out, by named reason, with up to five examples of each."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, row: str) -> None:
        """Count one row that is left out for *reason*."""
        self.counts[reason] += 1
        if len(sample := self.examples.setdefault(reason, [])) < 5:
            sample.append(row)


def normalise(text: str) -> str:
    """Return a text in Unicode NFC with plain apostrophes (') and hyphens (-)."""
    return unicodedata.normalize("NFC", text).replace("’", "'").replace("\u2010", "-").replace("\u2011", "-")


def why_no_word(spelling: str) -> str | None:
    """Return the named reason why a spelling cannot be a word of the game; None if it can."""
    if not spelling or len(spelling) > MAX_SPELLING:
        return "length"
    if " " in spelling:
        return "phrase"
    if spelling[0] in "-'" or spelling[-1] in "-'":
        return "fragment"
    if any(c not in _LETTERS for c in spelling.lower() if c not in "-'"):
        return "foreign_character"
    return None
