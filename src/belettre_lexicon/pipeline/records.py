"""The one record that every parser yields and every later stage consumes.

A parser turns a source's own tags into ``SourceRecord``; it judges nothing. What cannot be a
word at all (digits, symbols, phrases) is counted in ``Rejects`` by a named reason.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

MAX_SPELLING = 60
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzàâäåãáçćčéèêëėíìîïñńóòôöõøúùûüýÿœæšžłżūōāīēșțßı")


class SourceRecord(NamedTuple):
    """One reading as one source gives it.

    ``pos`` is a key of ``grammar.POS_CODES``; ``gender`` one of ``m f e`` or empty; ``number``
    one of ``s p i`` or empty; ``forms`` the verb forms (``inf``, ``pres3s``, …), sorted;
    ``labels`` a subset of ``grammar.LABELS``.
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
    """Counts of rows left out, by named reason, with a few examples each."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, row: str) -> None:
        """Count one row left out for *reason*."""
        self.counts[reason] += 1
        if len(sample := self.examples.setdefault(reason, [])) < 5:
            sample.append(row)


def normalise(text: str) -> str:
    """NFC, with one kind of apostrophe (') and of hyphen (-)."""
    return unicodedata.normalize("NFC", text).replace("’", "'").replace("\u2010", "-").replace("\u2011", "-")


def why_no_word(spelling: str) -> str | None:
    """The named reason why a spelling cannot be a word of the game, or None when it can."""
    if not spelling or len(spelling) > MAX_SPELLING:
        return "length"
    if " " in spelling:
        return "phrase"
    if spelling[0] in "-'" or spelling[-1] in "-'":
        return "fragment"
    if any(c not in _LETTERS for c in spelling.lower() if c not in "-'"):
        return "foreign_character"
    return None
