"""Floor 5. The shapes of JSON objects that lower floors make, for the API document.

Tests decode real answers with these types, so that the document stays true.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class _Object(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of the objects: unknown fields are errors when an answer is decoded."""


class LexiconIdentity(_Object):
    """The edition of a lexicon, and the SHA-256 of its parts: lexicons with equal hashes give equal verdicts."""

    edition: str
    hash: str


class HealthStatus(_Object):
    """The state of the server; "ok" if its database answers."""

    status: Literal["ok"]


class ReadingObject(_Object):
    """A reading of a word: its lemma, part of speech, inflection and sources (``lexicon.readings``).

    ``zipf`` is the frequency on the Zipf scale: base-10 logarithm of occurrences per billion words.
    """

    spelling: str
    lemma: str
    tag: str
    pos: str
    gender: str | None
    number: str | None
    forms: list[str]
    status: str
    playable: bool
    labels: list[str]
    sources: list[str]
    zipf: float


class ReasonObject(_Object):
    """A reason against a word, or a remark: the id of the rule, the name, the evidence and the sentence."""

    rule: str
    reason: str
    evidence: dict[str, Any]
    text: str


class VerdictObject(_Object):
    """A verdict, as printed by ``belettre check --json``."""

    word: str
    valid: bool
    refusals: list[ReasonObject]
    remarks: list[ReasonObject]
    readings: list[ReadingObject]
    lexicon: LexiconIdentity


class LexemeObject(_Object):
    """A headword with its part of speech."""

    spelling: str
    pos: str
    homograph: int
    zipf: float
    labels: list[str]


class BaseObject(_Object):
    """A base of a derived word."""

    word: str
    pos: str
    homograph: int


class LinkObject(_Object):
    """A derivation: ``word`` is derived from ``bases`` by a relation and an affix, according to the sources."""

    word: str
    pos: str
    homograph: int
    bases: list[BaseObject]
    relation: str
    affix: str
    tier: str
    sources: list[str]


class MemberObject(LexemeObject):
    """A member of a word family with its derivation; ``link`` is null for the root."""

    link: LinkObject | None


class FamilyObject(_Object):
    """A word family: a tree of derivations, the root first."""

    root: LexemeObject
    members: list[MemberObject]


class WordObject(_Object):
    """Everything the lexicon knows about a word: its readings, similar words (``near``), and its families."""

    word: str
    readings: list[ReadingObject]
    near: list[str]
    families: list[FamilyObject]
    lexicon: LexiconIdentity


class KinshipObject(_Object):
    """The kinship of two words (W8): ``same`` is true if the second would be refused after the first."""

    a: str
    b: str
    known: bool
    same: bool
    tier: Literal["core", "near"] | None
    chain: list[LinkObject]
    lexicon: LexiconIdentity


class FoundWordObject(_Object):
    """A word that fits the cards, with its length in letters and its points."""

    spelling: str
    zipf: float
    labels: list[str]
    length: int
    points: int


class FoundObject(_Object):
    """The words that fit the cards: the number of all of them, and those listed."""

    initial: str | None
    letters: str
    played: list[str]
    count: int
    words: list[FoundWordObject]
    lexicon: LexiconIdentity
