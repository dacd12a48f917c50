"""Dossiers: everything that helps to settle a dispute over a word, as text.

Start reading at ``build_dossier``. A dossier is shown by the command « contest » of ``belettre table`` and by the
dispute sheet of the web page. ``meaning_text`` tells in one line what a word is, for players who do not know it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..lexicon.kin.kinship import Family
from ..lexicon.lexicon import Lexicon
from ..lexicon.readings import Reading
from ..words.verdicts import Verdict
from .catalogue import Catalogue
from .families import chain_text, origin_lines
from .precedents import rule_text
from .sentences import (
    grammar_text,
    items_text,
    labels_text,
    near_words,
    printable,
    refusal_text,
    remark_text,
    verdict_head,
    verdict_proof,
)

#: The most characters of the line about the meaning of a word, and the most families that it names.
MOST_MEANING, _MOST_ROOTS = 140, 2


class ReadingLine(NamedTuple):
    """One reading of a word as text. A reading is one thing that a spelling can be, such as a noun or a verb form.

    spelling  the spelling of the reading: « portes »
    grammar   its part of speech, inflection and lemma: « nom féminin pluriel — de « porte » »
    status    its status, which says whether it may be played or why not: « pluriel »
    playable  whether it may be played under the published rules
    labels    its usage labels: « (vieux) »; "" if it has none
    attested  the sources and dictionaries that attest it: « attesté par Littré, Lefff »
    zipf      the frequency of the spelling on the Zipf scale: base-10 logarithm of occurrences per billion words
    gloss     what it means, in a few French words: « danse en rond »; "" if players do not need it
    """

    spelling: str
    grammar: str
    status: str
    playable: bool
    labels: str
    attested: str
    zipf: float
    gloss: str


class Dossier(NamedTuple):
    """A verdict with everything that proves it.

    head      the decision as a sentence (``sentences.verdict_head``)
    proof     the proof of the decision as one or more sentences (``sentences.verdict_proof``)
    rule      the rule behind a contested verdict (``precedents.rule_text``); "" for other words
    reasons   every reason for refusing the word, as pairs (id of the rule, text); () if the word is valid
    remarks   sentences that do not affect the decision: about distant kin among the earlier words (W8), and about
              other spellings of a refused word that would be valid (W4); () if there are none
    readings  every reading of the word, playable ones first
    chains    the chains of links that prove the kinship with earlier words (W8); () if there is no such kinship, or
              if the words are forms of one word
    families  the families of the word, for ``families.tree_lines`` and ``picture.draw_families``
    origins   a sentence for each etymon of the word, with words of other families that come from it (W8)
    near      words with a similar spelling if the word was refused as unknown; () otherwise
    edition   the edition of the lexicon from which readings and families are taken
    hash      the SHA-256 of this lexicon, in hexadecimal digits
    """

    head: str
    proof: str
    rule: str
    reasons: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    readings: tuple[ReadingLine, ...]
    chains: tuple[str, ...]
    families: tuple[Family, ...]
    origins: tuple[str, ...]
    near: tuple[str, ...]
    edition: str
    hash: str


def build_dossier(lexicon: Lexicon, verdict: Verdict, say: Catalogue) -> Dossier:
    """Return the dossier of a verdict, in the language of *say*.

    If the verdict comes from the record of a game or from JSON (``words.decode``), its decision and reasons are kept.
    Readings and families are always those of *lexicon*.
    """
    word = verdict.word
    readings = lexicon.readings(word)
    near = near_words(verdict, lexicon, in_dossier=True)
    kinships = [
        entry.evidence["kinship"] for entry in (*verdict.refusals, *verdict.remarks) if entry.reason == "same_family"
    ]
    chains = [chain_text(kinship, say) for kinship in kinships]
    families = lexicon.family(word)
    return Dossier(
        verdict_head(word, verdict.valid, say),
        verdict_proof(verdict, say, near),
        rule_text(verdict, say),
        tuple((refusal.rule, refusal_text(refusal, say, word)) for refusal in verdict.refusals),
        tuple(remark_text(remark, say, word) for remark in verdict.remarks),
        tuple(reading_line(reading, say) for reading in readings),
        tuple(dict.fromkeys(filter(None, chains))),
        families,
        tuple(origin_lines(lexicon.origins(word), families, say)),
        tuple(map(printable, near)),
        lexicon.edition,
        lexicon.hash,
    )


def reading_line(reading: Reading, say: Catalogue) -> ReadingLine:
    """Return a reading as a ``ReadingLine``, whose texts are in the language of *say*."""
    grammar = grammar_text(reading, say)
    if reading.lemma != reading.spelling:
        grammar = say("word.of", grammar=grammar, lemma=reading.lemma)
    dictionaries = reading.dictionaries
    return ReadingLine(
        reading.spelling,
        grammar,
        say(f"status.{reading.status}"),
        reading.playable,
        labels_text(reading, say),
        say("word.attested", sources=", ".join([*(say(f"source.{name}") for name in reading.sources), *dictionaries])),
        reading.zipf,
        reading.gloss,
    )


def meaning_text(lexicon: Lexicon, word: str, say: Catalogue) -> str:
    """Return one line that tells players what a word is; "" if the lexicon does not know it.

    The line has the gloss of the word or, if it has none, the words that its families are built on:

    >>> meaning_text(Lexicon.open(), "volonté", Catalogue.load("fr"))
    'nom féminin ; famille de « vouloir »'
    """
    readings = lexicon.readings(word)
    if not readings:
        return ""
    told = next((one for one in readings if one.gloss), readings[0])
    line = reading_line(told, say)
    text = " ".join(filter(None, (line.grammar, line.labels)))
    if line.gloss:
        return _shortened(say("word.gloss", text=text, gloss=line.gloss))
    spellings = [family.root.spelling for family in lexicon.family(word)]
    roots = [root for root in dict.fromkeys(spellings) if root not in (told.spelling, told.lemma)][:_MOST_ROOTS]
    if roots:
        text = say("word.family", text=text, roots=items_text([say("word.root", root=root) for root in roots], say))
    return _shortened(text)


def _shortened(text: str) -> str:
    """Return *text*, cut after a whole word if it is longer than a line of MOST_MEANING characters."""
    if len(text) <= MOST_MEANING:
        return text
    return f"{text[: MOST_MEANING - 1].rsplit(' ', 1)[0]} …"
