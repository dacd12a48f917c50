"""Floor 5. The shape of JSON objects that lower floors make, for the API document; a test reads them back strictly."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class _Object(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Nothing but its fields."""


class Identity(_Object):
    """Edition of a lexicon, and SHA-256 over its parts: two with the same hash judge alike."""

    edition: str
    hash: str


class Health(_Object):
    """That the server can serve."""

    status: Literal["ok"]


class ReadingObject(_Object):
    """One thing that a word can be (``lexicon.readings``)."""

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


class Reason(_Object):
    """A reason against a word, or a remark: the id of the rule, what proves it, and the sentence."""

    rule: str
    reason: str
    evidence: dict[str, Any]
    text: str


class Judged(_Object):
    """A verdict, as « belettre check --json » gives it."""

    word: str
    valid: bool
    refusals: list[Reason]
    remarks: list[Reason]
    readings: list[ReadingObject]
    lexicon: Identity


class LexemeObject(_Object):
    """A headword with its part of speech."""

    spelling: str
    pos: str
    homograph: int
    zipf: float
    labels: list[str]


class BaseObject(_Object):
    """What a word is built on."""

    word: str
    pos: str
    homograph: int


class LinkObject(_Object):
    """« word » is built on « bases »: how, and who says so."""

    word: str
    pos: str
    homograph: int
    bases: list[BaseObject]
    relation: str
    affix: str
    tier: str
    sources: list[str]


class MemberObject(LexemeObject):
    """A word of a family; the root has no link."""

    link: LinkObject | None


class FamilyObject(_Object):
    """A tree of words, the root first."""

    root: LexemeObject
    members: list[MemberObject]


class Known(_Object):
    """What the lexicon knows about a word."""

    word: str
    readings: list[ReadingObject]
    near: list[str]
    families: list[FamilyObject]
    lexicon: Identity


class Kin(_Object):
    """The kinship of two words: « same » when the second would be refused after the first."""

    a: str
    b: str
    known: bool
    same: bool
    tier: Literal["core", "near"] | None
    chain: list[LinkObject]
    lexicon: Identity


class FoundWord(_Object):
    """A word that fits."""

    spelling: str
    zipf: float
    labels: list[str]
    length: int
    points: int


class Found(_Object):
    """Words that fit the cards, and how many there are."""

    initial: str | None
    letters: str
    played: list[str]
    count: int
    words: list[FoundWord]
    lexicon: Identity
