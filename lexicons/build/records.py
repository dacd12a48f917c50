"""The record that all parsers of dictionaries yield and that all later steps read.

A parser translates the tags of its source into ``SourceRecord`` and makes no decisions. Rows that cannot be words
(digits, symbols, phrases) are left out and counted in ``Rejects`` by reason.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

#: The highest number of characters in a spelling.
MAX_SPELLING = 60
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzàâäåãáçćčéèêëėíìîïñńóòôöõøúùûüýÿœæšžłżūōāīēșțßı")


class SourceRecord(NamedTuple):
    """One reading in a source: a spelling with its lemma and its grammar.

    spelling  the form
    lemma     the headword of which the spelling is a form; often the spelling itself
    pos       the part of speech, a letter of ``grammar.POS``
    gender    a letter of ``grammar.GENDERS``; "" if the source gives none
    number    a letter of ``grammar.NUMBERS``; "" if the source gives none
    forms     verb forms (``inf``, ``pres3s``, …), sorted; () for other words
    labels    labels of ``grammar.LABELS``, and ``grammalecte.ABBREVIATION``
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
    """The number of rows left out for each reason, with up to five examples of each."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, row: str) -> None:
        """Count one row that was left out for *reason*, and keep the row as an example if there are fewer than five."""
        self.counts[reason] += 1
        if len(sample := self.examples.setdefault(reason, [])) < 5:
            sample.append(row)


def normalise(text: str) -> str:
    """Return a text in Unicode NFC with plain apostrophes (') and hyphens (-)."""
    return unicodedata.normalize("NFC", text).replace("’", "'").replace("\u2010", "-").replace("\u2011", "-")


def why_no_word(spelling: str) -> str | None:
    """Return the name of the reason why a spelling cannot be a word of the game; None if it can be one."""
    if not spelling or len(spelling) > MAX_SPELLING:
        return "length"
    if " " in spelling:
        return "phrase"
    if spelling[0] in "-'" or spelling[-1] in "-'":
        return "fragment"
    if any(c not in _LETTERS for c in spelling.lower() if c not in "-'"):
        return "foreign_character"
    return None
