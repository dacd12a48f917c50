"""The grammatical names of readings: tags, statuses, labels, sources, and the masks of folded words.

A *reading* is one thing that a spelling can be, such as a noun or a verb form. The pipeline, the compiler and the
runtime share these names. They are plain text, not ``enum`` members: importing enum takes a third as long as
starting a bare interpreter, and a one-word check has to start fast (docs/explanation/inside.md).

A *layer* is a text file of readings (``lexicons/fr/*.tsv``) from which the lexicon is compiled. A *tag* is the grammar
of a reading as text, used in the layers and in the compiled lexicon::

    tag                meaning                                       example
    N.f.s              feminine singular noun                        raclette
    A.e.s              singular adjective, same for both genders     facile
    V.inf              infinitive                                    jouer
    V.pres13s+subj13s  1st and 3rd person singular, present and      joue
                       subjunctive
    V.ppa.f.p          feminine plural past participle               jouées
    V.ppr              present participle                            jouant
    R                  preposition (the part of speech only)         après

If a table below changes, the format version must change too (``lexicon.file.container``).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from ..literals import (
        Gender,
        Label,
        LabelGroup,
        LinkEvidence,
        LinkTier,
        Number,
        PartOfSpeech,
        RefusedStatus,
        Relation,
        Source,
        Status,
        Tier,
    )

#: The parts of speech (W5) by their letter in a tag.
POS: dict[str, PartOfSpeech] = {
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
#: The genders by their letter in a tag. "either" means that both genders have the same form (« facile »).
GENDERS: dict[str, Gender] = {"m": "masculine", "f": "feminine", "e": "either"}
#: The numbers by their letter in a tag. "invariable" means that singular and plural have the same form (« souris »).
NUMBERS: dict[str, Number] = {"s": "singular", "p": "plural", "i": "invariable"}

#: The moods and tenses by their name in a tag, in the order of a conjugation table. The first three have no persons.
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

#: The usage labels that a reading may have, in the order in which they are shown.
LABELS: tuple[Label, ...] = (
    "rare",
    "old",
    "familiar",
    "slang",
    "vulgar",
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
    "ghost",
    "offensive",
)
#: The label of a form that grammars give and nobody means, such as « rebus » of « reboire » (W4).
GHOST: Label = "ghost"
#: The groups of labels that the option ``refuse_labels`` may refuse: group → its labels.
LABEL_GROUPS: dict[LabelGroup, tuple[Label, ...]] = {
    "old": ("old",),
    "rare": ("rare",),
    "regional": ("regional", "belgian", "swiss", "quebec", "african"),
    "familiar": ("familiar", "slang"),
    "vulgar": ("vulgar",),
    "offensive": ("offensive",),
}
#: The groups of labels of words that a program does not choose by itself: bots, hints and examples leave them out.
DISCOURTEOUS: tuple[LabelGroup, ...] = ("vulgar", "offensive")
#: The groups of labels that the option ``current_only`` stands for. Colloquial and recent words are current.
CURRENT_ONLY: tuple[LabelGroup, ...] = ("old", "rare", "regional")
#: The labels of these groups. A reading with one of them is *marked*.
MARKING_LABELS = frozenset(label for group in CURRENT_ONLY for label in LABEL_GROUPS[group])
_REFUSABLE_LABELS = frozenset(label for labels in LABEL_GROUPS.values() for label in labels)
#: The tags of the participles that ``participles="always"`` accepts (W6a): not those of the feminine and the plural.
BASE_PARTICIPLES = frozenset({"V.ppr", "V.ppa.m.s", "V.ppa.e.i"})

#: The sources that attest readings. In the compiled lexicon, a byte of each reading has one bit for each source, in
#: this order. "review" stands for a table whose rows were checked by hand.
SOURCES: tuple[Source, ...] = ("grammalecte", "lefff", "dela", "lexique", "littre", "wiktionary", "review")
#: The letters of the sources in the layers, in the order of ``SOURCES``.
SOURCE_LETTERS = "GLDXTWR"

#: The statuses of readings by their letter in the layers: "playable", or the reason why not (W5, W6).
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

#: How a word is derived from its base (W8). "origin" means that both words have the same origin, but neither is
#: derived from the other.
RELATIONS: tuple[Relation, ...] = (
    "suffix",
    "prefix",
    "conversion",
    "feminine",
    "learned",
    "compound",
    "variant",
    "clipping",
    "ellipsis",
    "distant",
    "origin",
)
#: The relations of words that are core kin of their base and of what is built on that, and of nobody else above (W8):
#: a short form that drops a part of its base (« hyper » of « hypermarché » is no kin of « marché »), and a word that
#: shows the stem of its base, but no longer the sense (« attendre » of « tendre »).
CLOSE_KIN_ONLY: frozenset[Relation] = frozenset({"ellipsis", "distant"})
#: The relations that no kinship passes through, although both words are kin (W8): « photocopie » is no core kin of
#: « photographie » by « photo », nor « attente » of « tension ».
DEAD_ENDS: frozenset[Relation] = CLOSE_KIN_ONLY | {"clipping"}
#: The tiers of kinship (W8). Core kin of an earlier word are refused. Near kin get a remark, unless an option refuses
#: them too.
TIERS: tuple[Tier, ...] = ("core", "near")
#: The tiers of a link (W8). The lexicon has only "core", records of older versions all of them: a "mixed" link is core
#: to the first base and near to the others.
LINK_TIERS: tuple[LinkTier, ...] = (*TIERS, "mixed")
#: The evidence for a link between two words, by its letter in the layer of families.
EVIDENCE: dict[str, LinkEvidence] = {"F": "derivation", "T": "littre", "X": "lexique", "R": "review"}

# The mask of a folded word is an integer with one bit for each kind of reading that the word has. Four bits are for
# playable readings and four for plural-only readings, one for each combination of conditional and compound, because
# options of the table depend on both. A reading is conditional if an option may refuse it for what the mask does not
# say: a label, or that an adjective is a participle too (W6a).
_FIRST_BIT: dict[Status, int] = {"playable": 0, "plural_only": 4}
_SINGLE_BIT: dict[RefusedStatus, int] = {
    "plural": 8,
    "feminine_adjective": 9,
    "conjugated": 10,
    "participle": 11,
    "proper_noun": 12,
    "abbreviation": 13,
}
#: The bit of a mask that is set if the spellings of the folded word have different masks (W4).
ACCENTS_MATTER = 1 << 15
#: The bit of a mask that is set if the folded word has a spelling without accents that lacks a kind of playable or
#: plural-only reading that another spelling has: « parle », since « parlé » is a noun (W4). Without this bit, a word
#: typed without accents is as playable as its letters. ACCENTS_MATTER is set too.
PLAIN_IS_OTHER = 1 << 14


def mask_bit(status: Status, conditional: bool, compound: bool) -> int:
    """Return the bit that stands for a kind of reading in the mask of a folded word.

    status       the status of the reading
    conditional  whether an option about labels or participles may refuse the reading
    compound     whether the spelling has a hyphen or an apostrophe (W6c)

    *conditional* and *compound* are ignored unless the reading is playable or plural-only.

    >>> mask_bit("playable", conditional=False, compound=False), mask_bit("plural", False, False)
    (1, 256)
    """
    if status == "playable" or status == "plural_only":
        return 1 << (_FIRST_BIT[status] + conditional + 2 * compound)
    return 1 << _SINGLE_BIT[status]


def reading_mask(status: Status, tag: str, labels: Collection[str], compound: bool, participial: bool = False) -> int:
    """Return the mask of one reading: one bit if it is playable, otherwise one bit for each reason why it is refused.

    status, tag, labels  the attributes of the reading (``lexicon.readings.Reading``)
    compound             whether its spelling has a hyphen or an apostrophe (W6c)
    participial          whether its spelling has a reading as a participle too (``is_participle``)

    >>> reading_mask("plural", "A.f.p", (), False) == 1 << 8 | 1 << 9
    True
    """
    conditional = not _REFUSABLE_LABELS.isdisjoint(labels) or (participial and tag[0] == "A")
    mask = 0
    for kind in (status,) if status == "playable" else refused_as(status, tag):
        mask |= mask_bit(kind, conditional, compound)
    return mask


def is_participle(status: str, tag: str) -> bool:
    """Return whether a reading is a participle of a verb (W6a).

    False for adjectives and nouns, although those that too few dictionaries list have the status "participle" too.
    """
    return status == "participle" and tag[0] == "V"


def unmask(mask: int) -> list[tuple[Status, bool, bool]]:
    """Return a tuple (status, conditional, compound) for each kind of reading in a mask.

    *conditional* and *compound* are always False for readings that are neither playable nor plural-only, because the
    mask does not store them.

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
    """Return the statuses for which a reading is refused (W6).

    Usually this is only its own status. The plural of a feminine adjective is refused for two statuses.

    >>> refused_as("plural", "A.f.p"), refused_as("plural", "N.f.p")
    (('plural', 'feminine_adjective'), ('plural',))
    """
    return ("plural", "feminine_adjective") if status == "plural" and tag.startswith("A.f") else (status,)


def accepted_mask(*, plural_only: bool, compounds: bool, conditional: bool) -> int:
    """Return the bits of a mask that make a word playable.

    *plural_only* and *compounds* are options of ``HouseRules``. *conditional* is whether the bits of conditional
    readings (those that an option about labels or participles may refuse) are included.
    """
    statuses: tuple[Status, ...] = ("playable", "plural_only")
    return sum(
        mask_bit(status, is_conditional, compound)
        for status in statuses
        for is_conditional in (False, True)
        for compound in (False, True)
        if (status == "playable" or plural_only) and (compounds or not compound) and (conditional or not is_conditional)
    )


#: The bits of a mask that stand for readings of headwords: playable, and plural-only, which an option accepts (W6b).
HEADWORD_BITS = accepted_mask(plural_only=True, compounds=True, conditional=True)
#: The bits of conditional readings, and the bit of participles: under some options, the judge reads the readings behind
#: these bits, because the mask does not say enough.
CONDITIONAL_BITS = HEADWORD_BITS & ~accepted_mask(plural_only=True, compounds=True, conditional=False)
PARTICIPLE_BIT = 1 << _SINGLE_BIT["participle"]


def status_of_tag(tag: str) -> str:
    """Return the letter of the status (``STATUSES``) that a reading with this tag has unless its layer gives another.

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
