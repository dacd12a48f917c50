"""``Lexeme``, a headword with its part of speech, and ``Link``, its derivation from other lexemes (W8). Floor 1."""

from __future__ import annotations

from ...base.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...literals import Label, LinkEvidence, LinkTier, PartOfSpeech, Relation
    from ..objects import LinkObject


class Lexeme(Value):
    """A lexeme of a compiled lexicon: a headword with its part of speech.

    spelling   the headword
    pos        its part of speech, a value of ``grammar.POS`` such as "noun"
    homograph  1, or 2 to 9 for another word with the same spelling and part of speech (« voler » for "to steal")
    zipf       the frequency of the spelling on the Zipf scale (base-10 logarithm of occurrences per billion words);
               0 if it is not attested
    labels     labels from ``grammar.LABELS`` such as "old"; () if there are none
    number     its number in the compiled lexicon

    Lexemes are equal if they have the same number, spelling, part of speech and homograph number.

    In the build, ``lexicon.compile.links.LexemeKey`` represents a lexeme.
    """

    number: int
    spelling: str
    pos: PartOfSpeech
    homograph: int
    zipf: float
    labels: tuple[Label, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lexeme):
            return NotImplemented
        return (
            self.number == other.number
            and self.spelling == other.spelling
            and self.pos == other.pos
            and self.homograph == other.homograph
        )

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Lexeme({self.spelling!r}, {self.pos!r}, {self.homograph})"

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: every attribute except the number, by its name."""
        return {
            "spelling": self.spelling,
            "pos": self.pos,
            "homograph": self.homograph,
            "zipf": self.zipf,
            "labels": list(self.labels),
        }


class Link(Value):
    """A link from a lexeme to its bases, the lexemes that it is built on: « jouet ← jouer (-et) ».

    lexeme    the lexeme that is built on the bases
    bases     one lexeme, or several for a compound
    relation  the kind of link, a value of ``grammar.RELATIONS`` such as "suffix"
    affix     an affix such as "-et" or "re-"; "" if there is none
    tier      "core": speakers recognise the kinship. Records of older versions also have "near", and "mixed", which is
              "core" for the first base and "near" for the others
    sources   the evidence for the link, values of ``grammar.EVIDENCE``
    """

    lexeme: Lexeme
    bases: tuple[Lexeme, ...]
    relation: Relation
    affix: str
    tier: LinkTier
    sources: tuple[LinkEvidence, ...]

    def __repr__(self) -> str:
        bases = " + ".join(base.spelling for base in self.bases)
        return f"Link({self.lexeme.spelling} ← {bases}, {self.affix or self.relation}, {self.tier})"

    def as_dict(self) -> LinkObject:
        """Return a JSON-ready description: "word", "pos" and "homograph" of the lexeme, then the other attributes."""
        return {
            "word": self.lexeme.spelling,
            "pos": self.lexeme.pos,
            "homograph": self.lexeme.homograph,
            "bases": [{"word": b.spelling, "pos": b.pos, "homograph": b.homograph} for b in self.bases],
            "relation": self.relation,
            "affix": self.affix,
            "tier": self.tier,
            "sources": list(self.sources),
        }
