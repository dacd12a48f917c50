"""Find the words that still need a manual decision because the tables of ``lexicons/overrides`` have no row for them.

Start at ``find_candidates``. Each rule is a function that examines the readings of a word and its *votes*, the other
sources that attest it. ``lexicons/overrides/GUIDELINE.md`` explains how to decide on candidates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.layers import LayerReading
from lexicons.build.build import Corpus
from lexicons.build.decisions.overrides import DecisionTable
from lexicons.build.parse.grammalecte import ABBREVIATION

#: The number of letters from which words need a decision; shorter words are never playable (W1).
LEAST_LETTERS = 5
#: The lowest frequency at which a word that only one source has is a candidate. Frequencies are on the Zipf scale: the
#: base-10 logarithm of occurrences per billion words.
LEAST_ZIPF_OF_SINGLE = 2.0


class WordCandidate(NamedTuple):
    """A word that needs a manual decision.

    table     the name of the table that lacks a row for the word
    spelling  the word
    facts     hints for the decision; ``N:DL A:X`` means that DELA and Lefff list a noun, and Lexique an adjective
    zipf      its frequency on the Zipf scale; 0 if it does not occur
    """

    table: str
    spelling: str
    facts: str
    zipf: float


def find_candidates(corpus: Corpus, tables: dict[str, DecisionTable]) -> Iterator[WordCandidate]:
    """Yield all undecided words, grouped by the reason why they are candidates.

    Call it before ``make_layers``, which changes *corpus*.
    """
    by_spelling: dict[str, list[LayerReading]] = defaultdict(list)
    for reading in corpus.core.values():
        if len(fold(reading.spelling)) >= LEAST_LETTERS:
            by_spelling[reading.spelling].append(reading)
    rules = (_plurals, _abbreviations, _single)
    for rule in rules:
        for spelling, readings in by_spelling.items():
            candidate = rule(spelling, readings, corpus)
            if candidate and tables[candidate.table].get(spelling) is None:
                yield candidate
    for candidate in _additions(corpus):
        if tables[candidate.table].get(candidate.spelling) is None:
            yield candidate


def _tags(readings: list[LayerReading]) -> set[str]:
    return {reading.tag for reading in readings}


def _facts(spelling: str, corpus: Corpus) -> str:
    """Return the parts of speech that other sources list for the spelling, each with the letters of these sources.

    ``N:DL A:X`` means that DELA and Lefff list a noun, and Lexique an adjective. Proper names are left out.
    Returns "" if no other source lists the spelling.
    """
    parts = sorted(corpus.votes.base_parts(spelling) - {"P"})
    return " ".join(f"{part}:{''.join(sorted(corpus.votes.base(spelling, part)))}" for part in parts)


def _candidate(table: str, spelling: str, facts: str, corpus: Corpus) -> WordCandidate:
    return WordCandidate(table, spelling, facts, corpus.zipf.get(spelling.lower(), 0.0))


def _single(spelling: str, readings: list[LayerReading], corpus: Corpus) -> WordCandidate | None:
    """Return a candidate for a base form that only Grammalecte has with this part of speech (W5); else None."""
    base = [r for r in readings if r.status in "+o" and r.tag[0] not in "PZ" and r.tag != "V.inf"]
    if not base or any(corpus.votes.any(spelling, reading.tag[0]) for reading in base):
        return None
    return _candidate("single", spelling, " ".join(sorted(_tags(base))), corpus)


def _plurals(spelling: str, readings: list[LayerReading], corpus: Corpus) -> WordCandidate | None:
    """Return a candidate for a plural noun without a singular in the core (W6b); None for other words."""
    plural = [r for r in readings if r.tag[0] == "N" and r.tag.endswith(".p")]
    if plural and all(r.lemma == spelling for r in plural) and not any(r.status == "+" for r in readings):
        return _candidate("plurals", spelling, "no singular in the core", corpus)
    return None


def _abbreviations(spelling: str, readings: list[LayerReading], corpus: Corpus) -> WordCandidate | None:
    """Return a candidate for a lower-case abbreviation or acronym, which may be a word (« chrono », W5); else None."""
    if any(ABBREVIATION in r.labels and r.status in "+p" for r in readings) and not spelling[0].isupper():
        return _candidate("abbreviations", spelling, _facts(spelling, corpus), corpus)
    return None


def _additions(corpus: Corpus) -> Iterator[WordCandidate]:
    """Yield candidates that the core lacks: words in at least two other sources, and frequent words in only one."""
    known = {fold(spelling) for spelling, _, _ in corpus.core}
    votes: dict[str, set[str]] = defaultdict(set)
    spellings: dict[str, list[str]] = defaultdict(list)
    for spelling in corpus.votes.spellings():
        parts = corpus.votes.base_parts(spelling) - {"P"}
        key = fold(spelling)
        if parts and len(key) >= LEAST_LETTERS and not spelling[0].isupper() and key not in known:
            spellings[key].append(spelling)
            votes[key] |= {letter for part in parts for letter in corpus.votes.base(spelling, part)}
    for key in sorted(spellings):
        for spelling in sorted(spellings[key]):
            if len(spellings[key]) > 1 and spelling.isascii() and _littre_alone(spelling, corpus):
                continue  # Littré's index lists many headwords a second time without accents
            if len(votes[key]) >= 2 or corpus.zipf.get(spelling, 0) >= LEAST_ZIPF_OF_SINGLE:
                yield _candidate("additions", spelling, _facts(spelling, corpus), corpus)


def _littre_alone(spelling: str, corpus: Corpus) -> bool:
    return all(corpus.votes.base(spelling, part) <= {"T"} for part in corpus.votes.base_parts(spelling))
