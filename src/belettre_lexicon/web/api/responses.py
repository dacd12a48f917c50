"""Floor 5. The types of the JSON objects that lower floors return as plain dicts, for the OpenAPI document.

The server itself does not use these types. Tests decode real responses with them, to verify that they are correct.
The types of readings and links are those of ``lexicon.objects``; that of a verdict is ``words.objects.VerdictObject``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ...lexicon.objects import LexiconIdentity, LinkObject, ReadingObject
from ...literals import Label, PartOfSpeech, Tier


class _Object(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base class of the types in this module. Decoding a JSON object with unknown fields is an error."""


class HealthStatus(_Object):
    """The response to a successful health check.

    status  always "ok", which means that the database can be read
    """

    status: Literal["ok"]


class LexemeObject(_Object):
    """A lexeme: a headword with its part of speech.

    spelling   the headword
    pos        the part of speech, such as "noun"
    homograph  the number of the lexeme, from 1, among those with the same spelling and part of speech
    zipf       the frequency on the Zipf scale: base-10 logarithm of occurrences per billion words
    labels     the usage labels, such as "old" or "familiar"
    """

    spelling: str
    pos: PartOfSpeech
    homograph: int
    zipf: float
    labels: list[Label]


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
    tier: Tier | None
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
    labels: list[Label]
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
