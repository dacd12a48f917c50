"""The types of the JSON objects that lower floors return as plain dicts, for the OpenAPI document.

The server itself uses none of these types but ``AnalysisObject``. Tests decode real responses with them, to verify that
they are correct. The types of readings and links are those of ``lexicon.objects``; that of a verdict is
``words.objects.VerdictObject``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ...games.belettre.seats import Seat
from ...lexicon.objects import LexiconIdentity, LinkObject, ReadingObject
from ...literals import Label, PartOfSpeech, Tier


class _Object(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base class of the types in this module. Decoding a JSON object with unknown fields is an error."""


class HealthStatus(_Object):
    """The response to a successful health check.

    status  always "ok", which means that the database can be written
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


class OriginObject(_Object):
    """An etymon, and what comes from it.

    etymon   a language, as dictionaries abbreviate it, and a word of it
    lexemes  the lexemes that come from the etymon themselves
    """

    etymon: str
    lexemes: list[LexemeObject]


class WordObject(_Object):
    """What the lexicon knows about a word.

    word      the word of the request
    readings  all readings of the word; [] if the word is unknown
    near      words with a similar spelling if the word is unknown; [] if it is known
    families  the word families that contain the word (W8); [] if there are none
    origins   the etymons of the word, each with the words that come from it (W8); [] if they are unknown
    lexicon   the lexicon that was used
    """

    word: str
    readings: list[ReadingObject]
    near: list[str]
    families: list[FamilyObject]
    origins: list[OriginObject]
    lexicon: LexiconIdentity


class KinshipObject(_Object):
    """The kinship of two words (W8).

    a        the first word
    b        the second word
    known    whether both words are playable words of the lexicon
    same     whether the second word is refused after the first under the published rules: *tier* is "core"
    tier     "core" (speakers see or feel the common root) or "near"; null if not related, or not *known*
    etymon   the common etymon of near kin; null otherwise
    chain    the derivations that prove the kinship; [] if there are none
    lexicon  the lexicon that was used
    """

    a: str
    b: str
    known: bool
    same: bool
    tier: Tier | None
    etymon: str | None
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


class CardWordsObject(_Object):
    """The words that could be said with one card.

    card   the card
    count  how many words there were, including a valid word that was said
    words  a few of them, the most frequent ones, apart from the word that was said
    """

    card: str
    count: int
    words: list[str]


class AnalysedPlayObject(_Object):
    """One card of an analysed pli, and the words that its player could have said.

    seat       the seat of the player
    card       the card
    letter     the letter that was named for a JOKER (J3); "" for any other card
    initial    the letter with which a word had to begin (W2); "" for any letter
    letters    the letters that a word had to contain (W3)
    word       the word that was said; null if none was said
    valid      whether it counted as valid
    reasons    the names of the judge's reasons to refuse it; [] if there were none
    overruled  whether the arbiter overruled the verdict
    words      the words that fitted the card; null if no word could be said with it, as in a pli already lost (P9)
    in_hand    the words for other cards in the player's hand; [] if the hands are not known or the word was valid
    """

    seat: Seat
    card: str
    letter: str
    initial: str
    letters: str
    word: str | None
    valid: bool
    reasons: list[str]
    overruled: bool
    words: CardWordsObject | None
    in_hand: list[CardWordsObject]


class LeftPliObject(_Object):
    """The team that could have picked up a pli with a word that existed.

    team     the seats of the team, such as "PON+LEV"
    seat     the seat of the player who lacked the word
    in_hand  whether the word existed only for another card in the player's hand
    """

    team: str
    seat: Seat
    in_hand: bool


class AnalysedPliObject(_Object):
    """One pli of an analysed manche.

    number  the number of the pli in its manche, from 1
    taker   the seat that picked it up
    points  the points that it gave
    trap    whether a player was trapped in it (T1)
    left    the other team, if it could have picked the pli up; otherwise null
    plays   its cards in playing order
    """

    number: int
    taker: Seat
    points: int
    trap: bool
    left: LeftPliObject | None
    plays: list[AnalysedPlayObject]


class LeftPointsObject(_Object):
    """The points that a team left in a manche for lack of a word that existed.

    card_laid     those of plis in which there was a word for the card that was laid
    card_in_hand  those of plis in which there was a word only for another card in the player's hand
    """

    card_laid: int
    card_in_hand: int


class AnalysisObject(_Object):
    """The analysis of a manche that is over, as « belettre replay --analyse --json » gives it.

    number       the number of the manche, from 1
    hands_known  whether the cards in the players' hands were considered too
    points_left  the points that each team left, by the seats of the team: "PON+LEV", "SEP+MER"
    forfeited    the seats that forfeited a Belettre (S3)
    plis         its plis
    """

    number: int
    hands_known: bool
    points_left: dict[str, LeftPointsObject]
    forfeited: list[Seat]
    plis: list[AnalysedPliObject]
