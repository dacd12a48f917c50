"""Floor 0. The grammar of a reading, shared by the pipeline, the compiler and the runtime.

Plain tuples of names, not ``enum``: importing enum costs a third of a bare interpreter's
start, and a one-word check has to answer at a table (CONTRIBUTING, « start-up »).

A *tag* is the text form of a reading's grammar, used in the layers and in the compiled file::

    N.m.s              masculine singular noun               raclette is N.f.s
    A.e.s              adjective, either gender, singular    facile
    V.inf              infinitive                            jouer
    V.pres13s+subj13s  finite forms: mood, persons, number   joue
    V.ppa.f.p          past participle, gender, number       jouées
    V.ppr              present participle                    jouant
    R                  part of speech alone: preposition     après

Changing a table below is a change of format version (``lexicon.container``).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Literal

    #: Why a reading may not be played (W5, W6). « plural_only » may be played under the option of W6b.
    RefusedStatus = Literal[
        "plural_only", "plural", "feminine_adjective", "conjugated", "participle", "proper_noun", "abbreviation"
    ]
    #: What the rules make of a reading; ``STATUSES`` gives the letters of the layers.
    Status = Literal["playable"] | RefusedStatus
    #: How close two words of one family are (W8); ``TIERS`` lists both.
    Tier = Literal["core", "near"]

#: Parts of speech (W5) by their letter in a tag.
POS = {
    "N": "noun",
    "A": "adjective",
    "V": "verb",
    "W": "adverb",
    "R": "preposition",
    "C": "conjunction",
    "J": "interjection",
    "O": "pronoun",
    "D": "determiner",
    "B": "numeral",
    "P": "proper_noun",
    "Z": "abbreviation",
}
#: « either » is one form for both genders (facile), « invariable » one for both numbers (souris).
GENDERS = {"m": "masculine", "f": "feminine", "e": "either"}
NUMBERS = {"s": "singular", "p": "plural", "i": "invariable"}

#: Moods in the order of a conjugation table; those from ``pres`` on have persons.
MOODS = {
    "inf": "infinitive",
    "ppr": "present_participle",
    "ppa": "past_participle",
    "pres": "present",
    "impf": "imperfect",
    "past": "simple_past",
    "fut": "future",
    "cond": "conditional",
    "subj": "subjunctive",
    "sbim": "imperfect_subjunctive",
    "imp": "imperative",
}

#: Labels a reading may carry, in the order in which they are shown.
LABELS = (
    "rare",
    "old",
    "familiar",
    "slang",
    "pejorative",
    "regional",
    "belgian",
    "swiss",
    "quebec",
    "african",
    "neologism",
    "variant",
    "reform1990",
    "brand",
    "gentile",
)
#: The labels of words that are out of use, or in use in one region only: what a table that
#: plays current words refuses. Colloquial and recent words are current.
MARKING_LABELS = frozenset({"rare", "old", "regional", "belgian", "swiss", "quebec", "african"})

#: Who may attest a reading, in the order of the bits of a reading's source byte.
SOURCES = ("grammalecte", "lefff", "dela", "lexique", "littre", "wiktionary", "review")
#: The same as letters of the text layers.
SOURCE_LETTERS = "GLDXTWR"

#: What the rules make of a reading, by its letter in the layers: playable, or why not (W5, W6).
STATUSES: dict[str, Status] = {
    "+": "playable",
    "o": "plural_only",
    "p": "plural",
    "f": "feminine_adjective",
    "c": "conjugated",
    "q": "participle",
    "n": "proper_noun",
    "a": "abbreviation",
}

#: How a word is built on its base (W8). « origin »: they share an origin, but neither is built on the other.
RELATIONS = ("suffix", "prefix", "conversion", "feminine", "learned", "compound", "variant", "origin")
#: Core kin are refused; near kin get a remark (W8).
TIERS: tuple[Tier, ...] = ("core", "near")
#: What a link between two words rests on, by its letter in the layer of families.
EVIDENCE = {"F": "derivation", "T": "littre", "X": "lexique", "R": "review"}

# The mask of a folded word: one bit per kind of reading it has. Playable and plural-only
# readings take four bits each, by (marked, compound), since options of the house look at them.
_FIRST_BIT = {"playable": 0, "plural_only": 4}
_SINGLE_BIT = {
    "plural": 8,
    "feminine_adjective": 9,
    "conjugated": 10,
    "participle": 11,
    "proper_noun": 12,
    "abbreviation": 13,
}
#: Set when the readings of a folded word differ by spelling in what is playable (W4).
ACCENTS_MATTER = 1 << 15


def mask_bit(status: str, marked: bool, compound: bool) -> int:
    """The bit of a reading in the mask of its folded word.

    >>> mask_bit("playable", marked=False, compound=False), mask_bit("plural", False, False)
    (1, 256)
    """
    if status in _FIRST_BIT:
        return 1 << (_FIRST_BIT[status] + marked + 2 * compound)
    return 1 << _SINGLE_BIT[status]


def reading_mask(status: str, tag: str, labels: Collection[str], compound: bool) -> int:
    """The bits of one reading: what it may be played as, or all that it is refused as.

    >>> reading_mask("plural", "A.f.p", (), False) == 1 << 8 | 1 << 9
    True
    """
    marked = not MARKING_LABELS.isdisjoint(labels)
    mask = 0
    for each in refused_as(status, tag):
        mask |= mask_bit(each, marked, compound)
    return mask


def unmask(mask: int) -> list[tuple[str, bool, bool]]:
    """(status, marked, compound) of each bit of a mask; the last two say something of what may be played only.

    >>> unmask(mask_bit("playable", True, False) | mask_bit("plural", False, False))
    [('playable', True, False), ('plural', False, False)]
    """
    kinds = [
        (status, bool(kind & 1), bool(kind & 2))
        for status, first in _FIRST_BIT.items()
        for kind in range(4)
        if mask >> (first + kind) & 1
    ]
    return kinds + [(status, False, False) for status, bit in _SINGLE_BIT.items() if mask >> bit & 1]


def refused_as(status: str, tag: str) -> tuple[str, ...]:
    """What a reading that is not accepted is refused as (W6): a plural of a feminine adjective is both.

    >>> refused_as("plural", "A.f.p"), refused_as("plural", "N.f.p")
    (('plural', 'feminine_adjective'), ('plural',))
    """
    return ("plural", "feminine_adjective") if status == "plural" and tag.startswith("A.f") else (status,)


def accepted_mask(*, plural_only: bool, compounds: bool, current_only: bool) -> int:
    """The bits that make a word playable under the options of W6b, W6c and the current-words option."""
    return sum(
        mask_bit(status, marked, compound)
        for status in ("playable", "plural_only")
        for marked in (False, True)
        for compound in (False, True)
        if (status == "playable" or plural_only) and (compounds or not compound) and not (current_only and marked)
    )


def status_of_tag(tag: str) -> str:
    """The letter of the status that the tag alone implies; decisions by hand may differ.

    >>> [status_of_tag(t) for t in ("N.f.s", "N.f.p", "A.f.s", "A.f.p", "V.inf", "V.ppa.m.s", "V.pres3s", "O.f.s")]
    ['+', 'p', 'f', 'p', '+', 'q', 'c', '+']
    """
    pos, _, rest = tag.partition(".")
    if pos == "P":
        return "n"
    if pos == "Z":
        return "a"
    if pos == "V":
        return "+" if rest == "inf" else "q" if rest.startswith("pp") else "c"
    if rest.endswith(".p"):
        return "p"
    return "f" if pos == "A" and rest.startswith("f") else "+"
