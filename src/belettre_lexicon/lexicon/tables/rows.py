"""The rows of the tables of word families and readings: start at ``family_rows`` and ``reading_rows``.

A row is a dict with the same names in the same order for every row of a table (``FAMILY_COLUMNS``,
``READING_COLUMNS``), and every value comes from the compiled lexicon. Rows are made one at a time, and the same lexicon
always gives the same rows in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypedDict

from ...french.letters import ALPHABET
from ...literals import Label, LinkEvidence, LinkTier, PartOfSpeech, Relation
from ..lexicon import Lexicon
from ..objects import ReadingObject

#: What the values of a column are: text, which may be ""; a name, or None if there is none; a whole number; a number; a
#: truth value; a list of texts; a list of whole numbers.
ColumnKind = Literal["text", "name", "integer", "number", "flag", "texts", "integers"]


class FamilyRow(TypedDict):
    """A row of the table of word families: one word of one family tree, with the link to its bases.

    A word is a headword with its part of speech. The row of the root has no bases, relation, affix, tier and evidence.
    A compound has a row in the family of each of its parts, with the same link.

    root            the headword at the root of the family
    root_pos        its part of speech, a value of ``grammar.POS``
    root_homograph  1, or 2 to 9 for another word with the same spelling and part of speech
    word            the headword itself
    pos             its part of speech
    homograph       as *root_homograph*
    bases           the headwords that the word is built on: one, several for a compound, none for the root
    bases_pos       the part of speech of each base
    bases_homograph as *root_homograph*, for each base
    relation        how the word is made from its bases, a value of ``grammar.RELATIONS``; None for the root
    affix           the affix, such as "-et" or "re-"; "" if there is none
    tier            "core", "near", or "mixed": core for the first base, near for the others (W8); None for the root
    evidence        what the link rests on, values of ``grammar.EVIDENCE``
    zipf            the frequency of the word on the Zipf scale; 0 if it is not attested
    labels          labels from ``grammar.LABELS``
    """

    root: str
    root_pos: PartOfSpeech
    root_homograph: int
    word: str
    pos: PartOfSpeech
    homograph: int
    bases: list[str]
    bases_pos: list[PartOfSpeech]
    bases_homograph: list[int]
    relation: Relation | None
    affix: str
    tier: LinkTier | None
    evidence: list[LinkEvidence]
    zipf: float
    labels: list[Label]


class ReadingRow(ReadingObject):
    """A row of the table of readings: what ``Reading.as_dict`` says of one analysis of one spelling, and its key.

    key  the folded word (W4): the letters a to z alone. Readings with the same key are readings of one word
    """

    key: str


#: The columns of the table of families, in order, and what their values are.
FAMILY_COLUMNS: dict[str, ColumnKind] = {
    "root": "text",
    "root_pos": "text",
    "root_homograph": "integer",
    "word": "text",
    "pos": "text",
    "homograph": "integer",
    "bases": "texts",
    "bases_pos": "texts",
    "bases_homograph": "integers",
    "relation": "name",
    "affix": "text",
    "tier": "name",
    "evidence": "texts",
    "zipf": "number",
    "labels": "texts",
}
#: The columns of the table of readings, in order, and what their values are.
READING_COLUMNS: dict[str, ColumnKind] = {
    "key": "text",
    "spelling": "text",
    "lemma": "text",
    "tag": "text",
    "pos": "text",
    "gender": "name",
    "number": "name",
    "forms": "texts",
    "status": "text",
    "playable": "flag",
    "labels": "texts",
    "sources": "texts",
    "zipf": "number",
    "gloss": "text",
    "dictionaries": "texts",
}


def family_rows(lexicon: Lexicon) -> Iterator[FamilyRow]:
    """Yield a row for every word of every family, family by family in the order of ``Lexicon.families``.

    The first row of a family is its root; every other word follows at least one of its bases. Only one family is in
    memory at a time. Raises LexiconError if the families in the file are damaged.

    >>> row = next(family_rows(Lexicon.open()))
    >>> row["root"], row["word"], row["bases"], row["relation"]
    ('à', 'à', [], None)
    """
    for family in lexicon.families():
        root = family.root
        for lexeme in family.members:
            link = family.links.get(lexeme)
            bases = link.bases if link else ()
            yield {
                "root": root.spelling,
                "root_pos": root.pos,
                "root_homograph": root.homograph,
                "word": lexeme.spelling,
                "pos": lexeme.pos,
                "homograph": lexeme.homograph,
                "bases": [base.spelling for base in bases],
                "bases_pos": [base.pos for base in bases],
                "bases_homograph": [base.homograph for base in bases],
                "relation": link.relation if link else None,
                "affix": link.affix if link else "",
                "tier": link.tier if link else None,
                "evidence": list(link.sources) if link else [],
                "zipf": lexeme.zipf,
                "labels": list(lexeme.labels),
            }


def reading_rows(lexicon: Lexicon) -> Iterator[ReadingRow]:
    """Yield a row for every reading of every spelling, sorted by key; the readings of a key are in the library's order.

    That is the order of ``Lexicon.readings``, playable readings first. Only the keys with one initial are in memory at
    a time. Raises LexiconError if the readings in the file are damaged.

    >>> row = next(row for row in reading_rows(Lexicon.open()) if row["spelling"] == "abaissa")
    >>> row["lemma"], row["forms"], row["status"]
    ('abaisser', ['simple_past 3s'], 'conjugated')
    """
    store = lexicon.store
    for initial in ALPHABET:
        for key in store.keys(initial):
            for reading in lexicon.readings(key):
                yield {"key": key, **reading.as_dict()}
