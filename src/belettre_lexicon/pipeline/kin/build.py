"""Candidates and decisions → the layer of families, one function per arrow.

::

    readings ─ lexemes_of ─► lexemes ─ Finder ─► candidates ─┐
    Littré, Lexique ────────────────────────┘                ├ make_links ─► Links ─ write_links ─► families.tsv
    lexicons/overrides/families.tsv ─ read_decisions ────────┘
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from ...errors import LayerError
from ..layers import LayerReading
from ..parse import lexique, littre_etymology
from ..records import Rejects
from .candidates import BaseCandidate, Finder
from .decisions import Decision, stale
from .forest import Forest, grow
from .grammar import read_grammar
from .lexemes import LexemeKey, lexemes_of
from .links import LinkRow, Links, circles

#: Up to which cost a link that nobody has read is believed, by relation; measured by reading a sample of 200 of each
#: (docs/families.md). A relation that is not here has to be read.
BELIEVED = {"feminine": 0.5, "prefix": 1.5, "suffix": 1.0}
#: The same where Littré or Lexique says so as well.
BELIEVED_WITH_SOURCE = 0.0
#: The same for compounds that share only a combining form with their base, which are near kin.
BELIEVED_NEAR = 2.5


def find_candidates(
    readings: Iterable[LayerReading], zipf: dict[str, float], derivation: Path, littre: Path, lexique_wheel: Path
) -> Finder:
    """A finder over all lexemes of the layers, with what Littré and Lexique say."""
    readings = list(readings)
    gentiles = {reading.spelling for reading in readings if "gentile" in reading.labels}
    segments = [
        (row.lemma, row.pos, row.segments)
        for row in lexique.read(lexique_wheel, Rejects())
        if row.spelling == row.lemma and row.segments and row.segments != row.lemma
    ]
    return Finder(
        lexemes_of(readings), read_grammar(derivation), zipf, littre_etymology.read(littre), segments, gentiles
    )


def make_links(
    lexemes: Iterable[LexemeKey],
    finder: Finder,
    decisions: Mapping[LexemeKey, Decision],
    progress: Callable[[Iterable[LexemeKey]], Iterable[LexemeKey]] = iter,
) -> Links:
    """The links of the layer: what is decided by hand, then what is cheap enough to be believed.

    Raises LayerError listing stale rows and rows that lead in a circle.
    """
    everything = sorted(lexemes)
    if faults := stale(decisions, everything):
        raise LayerError("stale rows:\n" + "\n".join(faults))
    decided = {x: LinkRow(d.bases, d.relation, "", d.tier, "R") for x, d in decisions.items()}
    if faults := [str(lexeme) for lexeme in circles(decided)]:
        raise LayerError("decisions that lead back to themselves: " + ", ".join(faults))
    forest = Forest()
    for lexeme, link in decided.items():
        forest.links[lexeme] = BaseCandidate(link.bases, link.relation, "", 0.0, "R")
    offers: list[tuple[LexemeKey, BaseCandidate]] = []
    for lexeme in progress(everything):
        found = finder.candidates(lexeme)
        if lexeme in decided:
            decided[lexeme] = _corroborated(decided[lexeme], found)
        else:
            offers += [(lexeme, candidate) for candidate in found if believed(lexeme, candidate)]
    grow(forest, offers)
    links = {
        lexeme: LinkRow(c.bases, c.relation, c.affix, c.tier, _letters(c.evidence))
        for lexeme, c in forest.links.items()
        if lexeme not in decided
    }
    links.update((x, link) for x, link in decided.items() if link.bases or x.homograph > 1)
    return links


def believed(lexeme: LexemeKey, candidate: BaseCandidate) -> bool:
    """Whether a candidate may become a link that nobody has read."""
    if candidate.tier == "near":
        return candidate.cost <= BELIEVED_NEAR
    if set(candidate.evidence) & set("TX") and candidate.cost <= BELIEVED_WITH_SOURCE:
        return True
    if candidate.relation == "conversion":
        return candidate.bases[0].spelling == lexeme.spelling  # « blond » the noun and the adjective
    return candidate.cost <= BELIEVED.get(candidate.relation, -1.0)


def _corroborated(link: LinkRow, found: Iterable[BaseCandidate]) -> LinkRow:
    """A link decided by hand, with the affix and the sources that the machine found for the same base."""
    for candidate in found:
        if candidate.bases == link.bases:
            same = candidate.relation == link.relation or link.relation in ("suffix", "learned")
            return link._replace(affix=candidate.affix if same else "", evidence=_letters(candidate.evidence + "R"))
    return link


def _letters(evidence: str) -> str:
    return "".join(letter for letter in "FTXR" if letter in evidence.upper())
