"""The closed sets of names in the public interface, as ``Literal`` types for type checkers.

The tables that contain the same names at run time are in ``french.grammar``, ``french.rules``, ``lexicon.find.search``
and ``words.verdicts``; ``tests/test_literals.py`` compares them. Modules that a check of one word needs import these
types for annotations only, because ``typing`` takes milliseconds to import (docs/explanation/inside.md). Programs may
import them at run time, for instance as the type of a field.
"""

from __future__ import annotations

from typing import Literal

#: The parts of speech (W5): the values of ``grammar.POS``.
PartOfSpeech = Literal[
    "noun",
    "adjective",
    "verb",
    "adverb",
    "preposition",
    "conjunction",
    "interjection",
    "pronoun",
    "determiner",
    "numeral",
    "proper_noun",
    "abbreviation",
]
#: The genders: the values of ``grammar.GENDERS``.
Gender = Literal["masculine", "feminine", "either"]
#: The grammatical numbers: the values of ``grammar.NUMBERS``.
Number = Literal["singular", "plural", "invariable"]
#: The usage labels of readings: ``grammar.LABELS``.
Label = Literal[
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
]
#: The groups of labels that a table may refuse: the keys of ``grammar.LABEL_GROUPS``.
LabelGroup = Literal["old", "rare", "regional", "familiar", "vulgar", "offensive"]
#: The sources that attest readings: ``grammar.SOURCES``.
Source = Literal["grammalecte", "lefff", "dela", "lexique", "littre", "wiktionary", "review"]
#: Why a reading may not be played (W5, W6). A "plural_only" reading may be played with the option of W6b.
RefusedStatus = Literal[
    "plural_only", "plural", "feminine_adjective", "conjugated", "participle", "proper_noun", "abbreviation"
]
#: Whether a reading may be played under the published rules and, if not, why: the values of ``grammar.STATUSES``.
Status = Literal["playable"] | RefusedStatus
#: Why a reading is refused under the options of a table. "house_list": the option ``refuse_labels`` refuses a label.
LexicalReason = RefusedStatus | Literal["compound", "house_list"]
#: The reasons of refusals and remarks: the keys of ``words.verdicts.REASONS``.
Reason = Literal[
    "too_short",
    "wrong_initial",
    "missing_letters",
    "too_many_jokers",
    "unknown",
    "proper_noun",
    "abbreviation",
    "plural",
    "plural_only",
    "feminine_adjective",
    "conjugated",
    "participle",
    "compound",
    "repeated",
    "same_spelling",
    "same_family",
    "house_list",
    "other_spelling",
]

#: How a word is derived from its bases (W8): ``grammar.RELATIONS``.
Relation = Literal[
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
]
#: How close two words of one family are (W8): ``grammar.TIERS``.
Tier = Literal["core", "near"]
#: The tier of a link from a word to its bases: ``grammar.LINK_TIERS``.
LinkTier = Tier | Literal["mixed"]
#: The evidence for a link between two words: the values of ``grammar.EVIDENCE``.
LinkEvidence = Literal["derivation", "littre", "lexique", "review"]

#: Which spellings a word stands for (W4): the announced spelling, or every spelling of its letters.
Accents = Literal["announced", "free"]
#: Which participles count as words (W6a): those listed as adjectives or nouns, none as an adjective, or all.
Participles = Literal["listed", "never", "always"]
#: How far back W7 and W8 look for earlier words (W9).
Memory = Literal["partie", "manche", "pli"]
#: The orders of the words that a search finds: the keys of ``lexicon.find.search.SORT_KEYS``.
SortOrder = Literal["zipf", "alpha", "points", "length"]
