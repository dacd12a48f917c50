"""Floor 5. The types of the JSON objects that lower floors return as plain dicts, for the OpenAPI document.

The server itself does not use these types. Tests decode real responses with them, to verify that they are correct.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class _Object(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base class of the types in this module. Decoding a JSON object with unknown fields is an error."""


class LexiconIdentity(_Object):
    """The identity of a lexicon.

    edition  the edition of the data, by year and month: "2026.11"
    hash     the SHA-256 of the lexicon in 64 hexadecimal digits. Lexicons with the same hash give the same verdicts
    """

    edition: str
    hash: str


class HealthStatus(_Object):
    """The response to a successful health check.

    status  always "ok", which means that the database can be read
    """

    status: Literal["ok"]


class ReadingObject(_Object):
    """A reading: one grammatical analysis of a word (``lexicon.readings.Reading``).

    spelling  the word as dictionaries write it
    lemma     the headword: « jouer » for « jouons »
    tag       the grammar in abbreviated form, such as "N.f.s" (``grammar``); the next four fields contain it in full
    pos       the part of speech, such as "noun"
    gender    "masculine", "feminine" or "either"; null if it does not apply
    number    "singular", "plural" or "invariable"; null if it does not apply
    forms     the verb forms, such as "present 1s"; [] for other parts of speech
    status    "playable", or the reason why the reading is not playable (W5, W6)
    playable  whether the word may be played with this reading
    labels    the usage labels, such as "old" or "familiar"
    sources   the names of the sources that list the word with this reading
    zipf      the frequency on the Zipf scale: base-10 logarithm of occurrences per billion words; 0 if unattested
    gloss     what the word means, in a few French words, if it would surprise players; "" otherwise
    dictionaries  the usual dictionaries that list the reading, named by two readers of a participle (W6a); [] if none
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
    gloss: str
    dictionaries: list[str]


class ReasonObject(_Object):
    """One reason for refusing a word, or one remark about a word.

    rule      the id of the rule, such as "W4"; "house" if the word is refused by the house list or as not current
    reason    the name of the reason or remark, for programs
    evidence  the facts on which the reason or remark is based; the keys depend on it (``words.verdicts.Refusal``)
    text      the reason or remark as a sentence
    """

    rule: str
    reason: str
    evidence: dict[str, Any]
    text: str


class VerdictObject(_Object):
    """The verdict on a word, as printed by ``belettre check --json``.

    word      the word as the player gave it
    valid     whether the word may be played
    refusals  all reasons for refusing the word; [] if it is valid
    remarks   remarks that do not affect the verdict
    readings  all readings of the word
    lexicon   the lexicon that was used
    """

    word: str
    valid: bool
    refusals: list[ReasonObject]
    remarks: list[ReasonObject]
    readings: list[ReadingObject]
    lexicon: LexiconIdentity


class LexemeObject(_Object):
    """A lexeme: a headword with its part of speech.

    spelling   the headword
    pos        the part of speech, such as "noun"
    homograph  the number of the lexeme, from 1, among those with the same spelling and part of speech
    zipf       the frequency on the Zipf scale: base-10 logarithm of occurrences per billion words
    labels     the usage labels, such as "old" or "familiar"
    """

    spelling: str
    pos: str
    homograph: int
    zipf: float
    labels: list[str]


class BaseObject(_Object):
    """A base: a lexeme from which another one is derived.

    word       the headword
    pos        the part of speech, such as "verb"
    homograph  the number of the lexeme, from 1, among those with the same spelling and part of speech
    """

    word: str
    pos: str
    homograph: int


class LinkObject(_Object):
    """A link: the derivation of one lexeme from its bases (W8).

    word       the headword of the derived lexeme
    pos        its part of speech
    homograph  the number of the lexeme, from 1, among those with the same spelling and part of speech
    bases      the lexemes from which it is derived: one, or several for a compound
    relation   how it is derived, a value of ``grammar.RELATIONS`` such as "suffix"
    affix      the affix, such as "-et" or "re-"; "" if there is none
    tier       "core" if the kinship is evident, "near" if only an etymologist recognises it; "mixed" if it is evident
               for the first base only
    sources    the evidence for the derivation, values of ``grammar.EVIDENCE``
    """

    word: str
    pos: str
    homograph: int
    bases: list[BaseObject]
    relation: str
    affix: str
    tier: str
    sources: list[str]


class MemberObject(LexemeObject):
    """A member of a word family.

    link  the derivation of the member from its bases; null for the root
    """

    link: LinkObject | None


class FamilyObject(_Object):
    """A word family, as a tree of derivations.

    root     the lexeme from which all other members are derived, directly or indirectly
    members  all members, the root first
    """

    root: LexemeObject
    members: list[MemberObject]


class WordObject(_Object):
    """What the lexicon knows about a word.

    word      the word of the request
    readings  all readings of the word; [] if the word is unknown
    near      words with a similar spelling if the word is unknown; [] if it is known
    families  the word families that contain the word (W8); [] if there are none
    lexicon   the lexicon that was used
    """

    word: str
    readings: list[ReadingObject]
    near: list[str]
    families: list[FamilyObject]
    lexicon: LexiconIdentity


class KinshipObject(_Object):
    """The kinship of two words (W8).

    a        the first word
    b        the second word
    known    whether both words are playable words of the lexicon
    same     whether the second word is refused after the first under the published rules
    tier     "core" or "near"; null if the words are not related
    chain    the derivations that prove the kinship; [] if there are none
    lexicon  the lexicon that was used
    """

    a: str
    b: str
    known: bool
    same: bool
    tier: Literal["core", "near"] | None
    chain: list[LinkObject]
    lexicon: LexiconIdentity


class FoundWordObject(_Object):
    """A word that fits the cards.

    spelling  the word as dictionaries write it
    zipf      the frequency on the Zipf scale: base-10 logarithm of occurrences per billion words
    labels    the usage labels, such as "old" or "familiar"
    length    the number of letters (W1)
    points    the sum of the points of the word's letters as minuscules
    """

    spelling: str
    zipf: float
    labels: list[str]
    length: int
    points: int


class FoundObject(_Object):
    """The result of a search for words that fit the cards.

    initial  the majuscule of the request; null if there was none
    letters  the minuscules of the request, without commas
    played   the earlier words of the request
    count    the number of all words that fit, which may be larger than the number of words listed
    words    the words listed
    lexicon  the lexicon that was used
    """

    initial: str | None
    letters: str
    played: list[str]
    count: int
    words: list[FoundWordObject]
    lexicon: LexiconIdentity
