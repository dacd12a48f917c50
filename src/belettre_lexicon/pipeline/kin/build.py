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
from .candidates import Candidate, Finder
from .decisions import Decision, stale
from .forest import Forest, grow
from .grammar import read_grammar
from .lexemes import Lexeme, lexemes_of
from .links import Link, Links, circles

#: A link that the grammar of derivation alone proposes is believed up to this cost (docs/families.md, « unread »).
DOUBTFUL = 2.0
#: With a source beside it, up to this.
DOUBTFUL_WITH_SOURCE = 2.5


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
    lexemes: Iterable[Lexeme],
    finder: Finder,
    decisions: Mapping[Lexeme, Decision],
    progress: Callable[[Iterable[Lexeme]], Iterable[Lexeme]] = iter,
) -> Links:
    """The links of the layer: what is decided by hand, then what is cheap enough to be believed.

    Raises LayerError listing stale rows and rows that lead in a circle.
    """
    everything = sorted(lexemes)
    if faults := stale(decisions, everything):
        raise LayerError("stale rows:\n" + "\n".join(faults))
    decided = {x: Link(d.bases, d.relation, "", d.tier, "R") for x, d in decisions.items()}
    if faults := [str(lexeme) for lexeme in circles(decided)]:
        raise LayerError("decisions that lead back to themselves: " + ", ".join(faults))
    forest = Forest()
    for lexeme, link in decided.items():
        forest.links[lexeme] = Candidate(link.bases, link.relation, "", 0.0, "R")
    offers: list[tuple[Lexeme, Candidate]] = []
    for lexeme in progress(everything):
        found = finder.candidates(lexeme)
        if lexeme in decided:
            decided[lexeme] = _corroborated(decided[lexeme], found)
        else:
            offers += [(lexeme, candidate) for candidate in found if believed(candidate)]
    grow(forest, offers)
    links = {
        lexeme: Link(c.bases, c.relation, c.affix, c.tier, _letters(c.evidence))
        for lexeme, c in forest.links.items()
        if lexeme not in decided
    }
    links.update((x, link) for x, link in decided.items() if link.bases or x.number > 1)
    return links


def believed(candidate: Candidate) -> bool:
    """Whether a candidate may become a link that nobody has read."""
    return candidate.cost <= (DOUBTFUL_WITH_SOURCE if set(candidate.evidence) & set("TX") else DOUBTFUL)


def _corroborated(link: Link, found: Iterable[Candidate]) -> Link:
    """A link decided by hand, with the affix and the sources that the machine found for the same base."""
    for candidate in found:
        if candidate.bases == link.bases:
            same = candidate.relation == link.relation or link.relation in ("suffix", "learned")
            return link._replace(affix=candidate.affix if same else "", evidence=_letters(candidate.evidence + "R"))
    return link


def _letters(evidence: str) -> str:
    return "".join(letter for letter in "FTXR" if letter in evidence.upper())
