"""Floor 4. Everything that settles a dispute over a word, ready to be shown: start reading at ``dossier``.

The terminal's « contest » and the dispute sheet of the web page show the same values in their own way.
"""

from __future__ import annotations

from typing import NamedTuple

from ..lexicon.kinship import Family
from ..lexicon.lexicon import Lexicon
from ..lexicon.readings import Reading
from ..words.verdicts import Verdict
from .catalogue import Catalogue
from .kin import chain_text
from .sentences import grammar_text, labels_text, printable, refusal_text, remark_text, verdict_line

#: Near words that are offered for one that is not known.
_NEAR = 5


class ReadingLine(NamedTuple):
    """One thing that the word can be, as text: « portes », « nom féminin pluriel — de « porte » », « pluriel »,
    whether that may be played, « (vieux) » or "", « attesté par Littré, Lefff », frequency on the Zipf scale."""

    spelling: str
    grammar: str
    status: str
    playable: bool
    labels: str
    attested: str
    zipf: float


class Dossier(NamedTuple):
    """A verdict with all that proves it.

    head, proof  the verdict and its proof in a line (``sentences.verdict_line``)
    reasons      every reason against the word: id of its rule, sentence
    remarks      what is allowed but worth a word (W8, near kin)
    readings     what the word can be, playable readings first
    chains       for each earlier word of the family, the chain of links that proves it (W8)
    families     the trees that the word stands in, for ``kin.tree_lines`` and ``picture.draw``
    near         near words, for a word that is not known
    edition, hash  of the lexicon that says so
    """

    head: str
    proof: str
    reasons: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    readings: tuple[ReadingLine, ...]
    chains: tuple[str, ...]
    families: tuple[Family, ...]
    near: tuple[str, ...]
    edition: str
    hash: str


def dossier(lexicon: Lexicon, verdict: Verdict, say: Catalogue) -> Dossier:
    """The dossier of a verdict, in the sentences of one language.

    *verdict* may be of a record: what it says stands, readings and families are those of *lexicon*.
    """
    word = verdict.word
    readings = lexicon.readings(word)
    near = tuple(lexicon.suggest(word, limit=_NEAR)) if "unknown" in verdict.reasons else ()
    head, proof = verdict_line(verdict, say, near)
    kin = [entry.evidence["kinship"] for entry in (*verdict.refusals, *verdict.remarks) if "kinship" in entry.evidence]
    return Dossier(
        head,
        proof,
        tuple((refusal.rule, refusal_text(refusal, say)) for refusal in verdict.refusals),
        tuple(remark_text(remark, say) for remark in verdict.remarks),
        tuple(reading_line(reading, say) for reading in readings),
        tuple(chain_text(kinship, say) for kinship in kin),
        lexicon.family(word),
        tuple(map(printable, near)),
        lexicon.edition,
        lexicon.hash,
    )


def reading_line(reading: Reading, say: Catalogue) -> ReadingLine:
    """A reading as text."""
    grammar = grammar_text(reading, say)
    if reading.lemma != reading.spelling:
        grammar = say("word.of", grammar=grammar, lemma=reading.lemma)
    return ReadingLine(
        reading.spelling,
        grammar,
        say(f"status.{reading.status}"),
        reading.playable,
        labels_text(reading, say),
        say("word.attested", sources=", ".join(say(f"source.{source}") for source in reading.sources)),
        reading.zipf,
    )
