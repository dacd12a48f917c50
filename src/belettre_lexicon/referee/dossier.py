"""Floor 4. The dossier of a verdict: everything that settles a dispute over a word, as text.

Start reading at ``build_dossier``. Dossiers are shown by the command « contest » of ``belettre table`` and by the
dispute sheet of the web page.
"""

from __future__ import annotations

from typing import NamedTuple

from ..lexicon.kinship import Family
from ..lexicon.lexicon import Lexicon
from ..lexicon.readings import Reading
from ..words.verdicts import Verdict
from .catalogue import Catalogue
from .families import chain_text
from .sentences import (
    grammar_text,
    labels_text,
    near_words,
    printable,
    refusal_text,
    remark_text,
    verdict_head,
    verdict_proof,
)


class ReadingLine(NamedTuple):
    """One reading of a word as text.

    spelling  the spelling of this reading: « portes »
    grammar   part of speech, inflection and lemma: « nom féminin pluriel — de « porte » »
    status    why it may be played or not: « pluriel »
    playable  whether it may be played
    labels    usage labels: « (vieux) »; "" when it has none
    attested  its sources: « attesté par Littré, Lefff »
    zipf      frequency on the Zipf scale: base-10 logarithm of occurrences per billion words
    """

    spelling: str
    grammar: str
    status: str
    playable: bool
    labels: str
    attested: str
    zipf: float


class Dossier(NamedTuple):
    """A verdict with everything that proves it.

    head, proof    the verdict in one line, in two parts (``sentences.verdict_head``, ``sentences.verdict_proof``)
    reasons        every reason against the word: (id of the rule, sentence)
    remarks        sentences about distant kin among the earlier words (W8), which does not make the word invalid
    readings       every reading of the word, playable ones first
    chains         for each earlier word that is kin, the chain of links that proves it (W8)
    families       the word's families, for ``families.tree_lines`` and ``picture.draw_families``
    near           words spelled nearly like an unknown word; () for a known one
    edition, hash  the identity of the lexicon that was used
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


def build_dossier(lexicon: Lexicon, verdict: Verdict, say: Catalogue) -> Dossier:
    """Return the dossier of a verdict in one language.

    *verdict* may come from a record: its decision and reasons are kept, readings and families are those of *lexicon*.
    """
    word = verdict.word
    readings = lexicon.readings(word)
    near = near_words(verdict, lexicon, in_dossier=True)
    evidence = [refusal.evidence for refusal in (*verdict.refusals, *verdict.remarks)]
    return Dossier(
        verdict_head(word, verdict.valid, say),
        verdict_proof(verdict, say, near),
        tuple((refusal.rule, refusal_text(refusal, say)) for refusal in verdict.refusals),
        tuple(remark_text(remark, say) for remark in verdict.remarks),
        tuple(reading_line(reading, say) for reading in readings),
        tuple(chain_text(proof["kinship"], say) for proof in evidence if "kinship" in proof),
        lexicon.family(word),
        tuple(map(printable, near)),
        lexicon.edition,
        lexicon.hash,
    )


def reading_line(reading: Reading, say: Catalogue) -> ReadingLine:
    """Return a reading as text."""
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
