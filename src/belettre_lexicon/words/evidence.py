"""The evidence of refusals and remarks: one type for each kind of proof (W10).

``verdicts.AnyRefusal`` says which reason has which evidence, so a type checker that knows the reason knows the
evidence::

    for refusal in judge("chat").refusals:
        if refusal.reason == "too_short":
            refusal.evidence["minimum"]  # an int

Types with the parameter R have a ``Reading`` in a ``Refusal`` object and a ``ReadingObject`` in JSON. Likewise, K is a
``ProvedKinship`` or a ``ChainObject``. At run time, evidence is a plain dict. Each reason allows certain forms of it:
``decode`` checks them for recorded verdicts, and ``Verdict.refused`` for those of other programs (``has_form``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NotRequired, Protocol, TypedDict, TypeVar

from ..base.values import Value
from ..lexicon.kin.kinship import Kinship
from ..lexicon.kin.lexemes import Link
from ..lexicon.objects import ChainObject
from ..lexicon.readings import Reading
from ..literals import Tier

R = TypeVar("R")
K = TypeVar("K")


class ProvedKinship(Protocol):
    """The interface of a kinship with its proof: ``lexicon.kin.kinship.Kinship`` or ``RecordedKinship``."""

    @property
    def tier(self) -> Tier:
        """How close the words are: "core" or "near"."""

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links from the first word up to the common base, then those from the second word (``Kinship.chain``)."""

    @property
    def common_spelling(self) -> str:
        """The spelling of the common base of both words, or their common etymon."""

    @property
    def etymon(self) -> str:
        """The common etymon of near kin, such as « lat. rex »; "" for core kin."""


class LengthEvidence(TypedDict):
    """Why a word is too short (W1).

    letters  the number of letters in the word
    minimum  the number of letters that it must have
    """

    letters: int
    minimum: int


class InitialEvidence(TypedDict):
    """Why a word does not fit the majuscule (W2).

    found     the first character of the folded word; "" if there is none
    expected  the letter of the face-up majuscule, in lower case
    """

    found: str
    expected: str


class LettersEvidence(TypedDict):
    """Why a word does not fit the minuscules (W3).

    missing  the letters that the word lacks, with ``?`` for a joker
    letters  the face-up minuscules in alphabetical order, with ``?`` for a joker
    initial  the first letter of the word, if the word lacks fewer letters with it: it serves the majuscule and
             therefore no minuscule; absent otherwise
    """

    missing: str
    letters: str
    initial: NotRequired[str]


class JokersEvidence(TypedDict):
    """Why no word fits the jokers on the table (J1).

    jokers  the number of jokers that lie face up
    """

    jokers: int


class UnknownEvidence(TypedDict, total=False):
    """Why a word is unknown (W5). At most one key is present; {} if nothing is wrong with the text.

    character   the first character that is not a letter, unless it is white space
    space       the first character that is not a letter, if it is white space
    length      the largest number of characters in a word, if the text is longer
    apostrophe  the first apostrophe of a text that otherwise consists of letters
    """

    character: str
    space: str
    length: int
    apostrophe: str


class ReadingEvidence(TypedDict, Generic[R]):
    """The reading that is the reason for a refusal (W5, W6) or for a remark (W4).

    reading  the refused reading; in a remark on a refused word, the first playable reading of another spelling of the
             letters; in a remark on a valid word, the reading of the word as it was typed, which nobody means
    """

    reading: R


class ParticipleEvidence(TypedDict, Generic[R]):
    """Why a participle is refused (W6a).

    reading  the refused reading
    listed   for a participle in its base form: its reading as adjective or noun, which too few dictionaries list, or
             None (null in JSON) if none lists one; absent otherwise
    """

    reading: R
    listed: NotRequired[R | None]


class EarlierEvidence(TypedDict):
    """The earlier word that a word repeats (W7).

    earlier  the earlier word as it was played
    turn     the position of the earlier word in the history, counted from 1
    """

    earlier: str
    turn: int


class KinEvidence(TypedDict, Generic[K]):
    """The earlier word of the same family (W8).

    earlier  the earlier word as it was played
    turn     the position of the earlier word in the history, counted from 1
    kinship  the kinship of the two words: its tier and the chain of links that proves it
    """

    earlier: str
    turn: int
    kinship: K


class HouseEvidence(TypedDict, Generic[R], total=False):
    """The decision of the table that refuses a word: exactly one of the following.

    note     the note in the house list that refuses the word; "" if the list gives no note
    reading  the reading that the option ``refuse_labels`` refuses
    """

    note: str
    reading: R


#: The reasons that only remarks have. A remark about near kin has a reason that refusals have too, "same_family".
ONLY_REMARKS = ("other_spelling",)


class RecordedKinship(Value):
    """The kinship of two words as stored in a recorded refusal (W8).

    tier             "core" or "near" (``literals.Tier``)
    common_spelling  the spelling of the common base of both words; the common etymon of near kin
    chain            the links that proved the kinship when the word was judged: those from the first word up to the
                     common base, then those from the second word
    etymon           the common etymon; "" for core kin, and for the near kin in records of older versions
    """

    tier: Tier
    common_spelling: str
    chain: tuple[Link, ...]
    etymon: str = ""

    def as_dict(self) -> ChainObject:
        """Return the kinship as the JSON object from which it was decoded."""
        chain = [link.as_dict() for link in self.chain]
        described: ChainObject = {"tier": self.tier, "common": self.common_spelling, "chain": chain}
        if self.etymon:
            described["etymon"] = self.etymon
        return described


#: Reason → the forms that its evidence may have; each form maps the names of facts to their types. The key "*" stands
#: for all reasons that are not listed.
_EVIDENCE: dict[str, tuple[dict[str, type], ...]] = {
    "too_short": ({"letters": int, "minimum": int},),
    "wrong_initial": ({"found": str, "expected": str},),
    "missing_letters": ({"missing": str, "letters": str}, {"missing": str, "letters": str, "initial": str}),
    "too_many_jokers": ({"jokers": int},),
    "unknown": ({}, {"character": str}, {"space": str}, {"length": int}, {"apostrophe": str}),
    "repeated": ({"earlier": str, "turn": int},),
    "same_spelling": ({"earlier": str, "turn": int},),
    "same_family": ({"earlier": str, "turn": int, "kinship": RecordedKinship},),
    "house_list": ({"note": str}, {"reading": Reading}),
    "participle": (
        {"reading": Reading},
        {"reading": Reading, "listed": Reading},
        {"reading": Reading, "listed": type(None)},
    ),
    "*": ({"reading": Reading},),
}


def has_form(reason: str, evidence: Mapping[str, object]) -> bool:
    """Return whether *evidence* has exactly the facts of one form that *reason*, one of ``REASONS``, allows."""
    types = {name: RecordedKinship if isinstance(value, Kinship) else type(value) for name, value in evidence.items()}
    return types in forms_of(reason)


def forms_of(reason: str) -> tuple[dict[str, type], ...]:
    """Return the forms of evidence that a reason allows; each is a mapping name of a fact → its type.

    >>> forms_of("too_many_jokers")
    ({'jokers': <class 'int'>},)
    """
    return _EVIDENCE.get(reason, _EVIDENCE["*"])
