"""Floor 0. The grammar of a reading: tags, statuses, labels, sources, and the mask of a folded word.

The pipeline, the compiler and the runtime share it. Names are plain text, not ``enum`` members: importing enum takes
a third of the time in which a bare interpreter starts, and a one-word check has to answer at once (CONTRIBUTING,
« start-up »).

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
#: Genders and numbers by their letter in a tag. « either » is one form for both genders (facile), « invariable » one
#: form for both numbers (souris).
GENDERS = {"m": "masculine", "f": "feminine", "e": "either"}
NUMBERS = {"s": "singular", "p": "plural", "i": "invariable"}

#: Moods by their name in a tag, in the order of a conjugation table; those from ``pres`` on have persons.
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
#: Labels of words that are out of use, or used in one region only: a reading with one of them is *marked*, and the
#: option ``current_only`` refuses it. Colloquial and recent words are current.
MARKING_LABELS = frozenset({"rare", "old", "regional", "belgian", "swiss", "quebec", "african"})

#: The sources that attest readings, in the order of the bits of a reading's source byte. « review » is a row of a
#: table that was read by hand.
SOURCES = ("grammalecte", "lefff", "dela", "lexique", "littre", "wiktionary", "review")
#: The letters of the sources in the text layers, in the same order.
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

#: How a word is built on its base (W8). « origin »: both words have one origin, but neither is built on the other.
RELATIONS = ("suffix", "prefix", "conversion", "feminine", "learned", "compound", "variant", "origin")
#: Core kin are refused; near kin get a remark (W8).
TIERS: tuple[Tier, ...] = ("core", "near")
#: The evidence for a link between two words, by its letter in the layer of families.
EVIDENCE = {"F": "derivation", "T": "littre", "X": "lexique", "R": "review"}

# The mask of a folded word has one bit per kind of reading. Playable and plural-only readings have four bits each, by
# (marked, compound), because options of the table depend on both.
_FIRST_BIT: dict[Status, int] = {"playable": 0, "plural_only": 4}
_SINGLE_BIT: dict[RefusedStatus, int] = {
    "plural": 8,
    "feminine_adjective": 9,
    "conjugated": 10,
    "participle": 11,
    "proper_noun": 12,
    "abbreviation": 13,
}
#: Set if some spellings of a folded word are playable and others are not (W4).
ACCENTS_MATTER = 1 << 15


def mask_bit(status: Status, marked: bool, compound: bool) -> int:
    """Return the bit of a reading in the mask of its folded word.

    >>> mask_bit("playable", marked=False, compound=False), mask_bit("plural", False, False)
    (1, 256)
    """
    if status == "playable" or status == "plural_only":
        return 1 << (_FIRST_BIT[status] + marked + 2 * compound)
    return 1 << _SINGLE_BIT[status]


def reading_mask(status: Status, tag: str, labels: Collection[str], compound: bool) -> int:
    """Return the mask of one reading: the bit of a playable reading, or a bit for each status it is refused for.

    >>> reading_mask("plural", "A.f.p", (), False) == 1 << 8 | 1 << 9
    True
    """
    marked = not MARKING_LABELS.isdisjoint(labels)
    mask = 0
    for kind in (status,) if status == "playable" else refused_as(status, tag):
        mask |= mask_bit(kind, marked, compound)
    return mask


def unmask(mask: int) -> list[tuple[Status, bool, bool]]:
    """Return (status, marked, compound) for each bit of a mask.

    *marked* and *compound* are known for playable and plural-only readings; for others both are False.

    >>> unmask(mask_bit("playable", True, False) | mask_bit("plural", False, False))
    [('playable', True, False), ('plural', False, False)]
    """
    kinds: list[tuple[Status, bool, bool]] = [
        (status, bool(kind & 1), bool(kind & 2))
        for status, first in _FIRST_BIT.items()
        for kind in range(4)
        if mask >> (first + kind) & 1
    ]
    return kinds + [(status, False, False) for status, bit in _SINGLE_BIT.items() if mask >> bit & 1]


def refused_as(status: RefusedStatus, tag: str) -> tuple[RefusedStatus, ...]:
    """Return the statuses a reading is refused for (W6): usually its own; two for the plural of a feminine adjective.

    >>> refused_as("plural", "A.f.p"), refused_as("plural", "N.f.p")
    (('plural', 'feminine_adjective'), ('plural',))
    """
    return ("plural", "feminine_adjective") if status == "plural" and tag.startswith("A.f") else (status,)


def accepted_mask(*, plural_only: bool, compounds: bool, current_only: bool) -> int:
    """Return the bits of a mask that make a word playable; the arguments are options of ``HouseRules``."""
    statuses: tuple[Status, ...] = ("playable", "plural_only")
    return sum(
        mask_bit(status, marked, compound)
        for status in statuses
        for marked in (False, True)
        for compound in (False, True)
        if (status == "playable" or plural_only) and (compounds or not compound) and not (current_only and marked)
    )


def status_of_tag(tag: str) -> str:
    """Return the letter of the status (``STATUSES``) that a tag implies; decisions by hand may differ.

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
