"""The types of the JSON objects about readings, links and lexicons, as their ``as_dict`` methods return them.

At run time these objects are plain dicts. ``words.objects`` has the types of verdicts.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from ..literals import (
    Gender,
    Label,
    LinkEvidence,
    LinkTier,
    Number,
    PartOfSpeech,
    Relation,
    Source,
    Status,
    Tier,
)


class LexiconIdentity(TypedDict):
    """The identity of a lexicon.

    edition  the edition of the data, by year and month: "2026.11"
    hash     the SHA-256 of the lexicon in 64 hexadecimal digits. Lexicons with the same hash give the same verdicts
    """

    edition: str
    hash: str


class ReadingObject(TypedDict):
    """A reading: one grammatical analysis of a word (``lexicon.readings.Reading``).

    spelling  the word as dictionaries write it
    lemma     the headword: « jouer » for « jouons »
    tag       the grammar in abbreviated form, such as "N.f.s" (``grammar``); the next four fields contain it in full
    pos       the part of speech, such as "noun"
    gender    "masculine", "feminine" or "either"; null if it does not apply
    number    "singular", "plural" or "invariable"; null if it does not apply
    forms     the verb forms, such as "present 1s"; [] for other parts of speech
    status    "playable", or the reason why the reading is not playable (W5, W6)
    playable  whether the word may be played with this reading under the published rules
    labels    the usage labels, such as "old" or "familiar"
    sources   the names of the sources that list the word with this reading
    zipf      the frequency on the Zipf scale: base-10 logarithm of occurrences per billion words; 0 if unattested
    gloss     what the word means, in a few French words, if it would surprise players; "" otherwise
    dictionaries  for a participle: the usual dictionaries that two reviewers say list it as this part of speech (W6a);
                  [] if none
    """

    spelling: str
    lemma: str
    tag: str
    pos: PartOfSpeech
    gender: Gender | None
    number: Number | None
    forms: list[str]
    status: Status
    playable: bool
    labels: list[Label]
    sources: list[Source]
    zipf: float
    gloss: str
    dictionaries: list[str]


class BaseObject(TypedDict):
    """A base: a lexeme from which another one is derived.

    word       the headword
    pos        the part of speech, such as "verb"
    homograph  the number of the lexeme, from 1, among those with the same spelling and part of speech
    """

    word: str
    pos: PartOfSpeech
    homograph: int


class LinkObject(BaseObject):
    """A link: the derivation of one lexeme from its bases (W8).

    word       the headword of the derived lexeme
    pos        its part of speech
    homograph  the number of the lexeme, from 1, among those with the same spelling and part of speech
    bases      the lexemes from which it is derived: one, or several for a compound
    relation   how it is derived, such as "suffix"
    affix      the affix, such as "-et" or "re-"; "" if there is none
    tier       "core" if the kinship is evident, "near" if only an etymologist recognises it; "mixed" if it is evident
               for the first base only
    sources    the evidence for the derivation
    """

    bases: list[BaseObject]
    relation: Relation
    affix: str
    tier: LinkTier
    sources: list[LinkEvidence]


class ChainObject(TypedDict):
    """The kinship of two words and the chain of derivations that proves it (W8).

    tier    "core" if the kinship is evident, "near" if only an etymologist recognises it
    common  the spelling of the headword that both words are derived from; the common etymon of near kin
    chain   the derivations from the first word back to the common headword, then those from the second word; of near
            kin, back to the words that come from the etymon without a derivation
    etymon  the common etymon of near kin, such as « lat. rex »; absent for core kin
    """

    tier: Tier
    common: str
    chain: list[LinkObject]
    etymon: NotRequired[str]
