"""Build the layer of families from readings and manual decisions.

Each labelled arrow is a function::

    readings ─ lexemes_of ─► lexemes ─ make_finder ─► candidates ─┐
    Littré, Lexique ──────────────────────┘                       ├ make_links ─► Links ─ write_links ─► families.tsv
    lexicons/overrides/families.tsv ─ read_decisions ─────────────┤
    lexicons/overrides/etymons.tsv ─ read_etymons ────────────────┘

A *lexeme* is a headword with its part of speech (``lexemes``). A *link* connects a lexeme to its *bases*, the lexemes
on which it is built. A *candidate* is a possible link with a *cost*, which says how doubtful it is (``candidates``). A
candidate that is certain enough can become a link *unread*, that is, without a manual check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.lexicon.compile.layers import LayerReading
from belettre_lexicon.lexicon.compile.links import UNKNOWN_ETYMON, LexemeKey, LinkRow, Links, circles, lexemes_of
from lexicons.build.folders import Folders
from lexicons.build.parse import lexique, littre_etymology
from lexicons.build.readings.participles import PARTICIPLE_TAGS
from lexicons.build.records import Rejects
from lexicons.build.sources.manifests import read_source, require_ready

from .affixes import AffixNamer
from .candidates import BaseCandidate, Finder
from .decisions import Decision, stale_decisions
from .etymons import EtymonRow, stale_etymons
from .forest import Forest, grow
from .grammar import read_grammar

#: The names of the sources that give evidence for links, in addition to the layers.
SOURCES_OF_LINKS = ("littre", "lexique")
#: The highest cost at which a candidate may become a link unread, by its relation. Measured by reading a sample of 200
#: links of each relation (docs/families.md). Candidates of other relations have to be checked by hand.
MOST_COST_UNREAD = {"feminine": 0.5, "prefix": 1.5, "suffix": 1.0}
#: The highest cost at which a candidate that Littré or Lexique supports may become a link unread, in any relation.
MOST_COST_WITH_SOURCE = 0.0


def make_finder(readings: Iterable[LayerReading], zipf: dict[str, float], folders: Folders) -> Finder:
    """Return a finder over all lexemes of the layers, with the evidence of Littré and Lexique.

    *zipf* maps a spelling to its frequency on the Zipf scale. Raises SourceError if the file of Littré or of Lexique is
    missing or damaged.
    """
    readings = list(readings)
    littre_package, lexique_wheel = (
        require_ready(read_source(folders.manifests / f"{name}.toml"), folders.cache) for name in SOURCES_OF_LINKS
    )
    gentiles = {reading.spelling for reading in readings if "gentile" in reading.labels}
    segments = [
        (row.lemma, row.pos, row.segments)
        for row in lexique.read(lexique_wheel, Rejects())
        if row.spelling == row.lemma and row.segments and row.segments != row.lemma
    ]
    etymologies = littre_etymology.read(littre_package)
    return Finder(lexemes_of(readings), read_grammar(folders.derivation), zipf, etymologies, segments, gentiles)


def participles_of(readings: Iterable[LayerReading]) -> dict[LexemeKey, LexemeKey]:
    """Return the verb of each adjective or noun that is a participle: « blanchi » (adjective) → « blanchir ».

    Whatever else such a word means, it is built on its verb, so it needs no manual check (W6a, W8). Of several verbs
    with this participle, the first in alphabetical order is returned.
    """
    readings = list(readings)
    verbs = {r.spelling: LexemeKey(r.lemma, "V") for r in sorted(readings, reverse=True) if r.tag in PARTICIPLE_TAGS}
    return {
        lexeme: verbs[lexeme.spelling]
        for lexeme in lexemes_of(readings)
        if lexeme.pos in "AN" and lexeme.spelling in verbs
    }


def make_links(
    lexemes: Iterable[LexemeKey],
    finder: Finder,
    decisions: Mapping[LexemeKey, Decision],
    progress: Callable[[Iterable[LexemeKey]], Iterable[LexemeKey]] = iter,
    participles: Mapping[LexemeKey, LexemeKey] | None = None,
    etymons: Mapping[LexemeKey, EtymonRow] | None = None,
) -> Links:
    """Return the links of the layer: manually decided links, and the best candidates that need no manual check.

    *participles* are the verbs of adjectives and nouns that are participles (``participles_of``), *etymons* those that
    readers have written down. *progress* may wrap the iteration over the lexemes to show a progress bar.
    Raises LayerError if decisions or etymons are stale (their word or base is no longer in the lexicon) or decisions
    form a cycle; the message lists them.
    """
    ordered, etymons = sorted(lexemes), etymons or {}
    if faults := [*stale_decisions(decisions, ordered), *stale_etymons(etymons, {*ordered, *decisions})]:
        raise LayerError("stale rows:\n" + "\n".join(faults))
    decided = {x: LinkRow(d.bases, d.relation, "", "R") for x, d in decisions.items()}
    if faults := [str(lexeme) for lexeme in circles(decided)]:
        raise LayerError("decisions that lead back to themselves: " + ", ".join(faults))
    forest = Forest()
    for lexeme, link in decided.items():
        forest.links[lexeme] = BaseCandidate(link.bases, link.relation, "", 0.0, "R")
    for lexeme, verb in (participles or {}).items():
        forest.add(lexeme, BaseCandidate((verb,), "conversion", "", 0.0, "F"))
    offers: list[tuple[LexemeKey, BaseCandidate]] = []
    for lexeme in progress(ordered):
        candidates = finder.candidates(lexeme)
        if lexeme in decided:
            decided[lexeme] = _corroborated(decided[lexeme], candidates)
        else:
            offers += [(lexeme, candidate) for candidate in candidates if needs_no_reading(lexeme, candidate)]
    grow(forest, offers)
    links = {
        lexeme: LinkRow(c.bases, c.relation, c.affix, _letters(c.evidence))
        for lexeme, c in forest.links.items()
        if lexeme not in decided
    }
    links.update((x, link) for x, link in decided.items() if link.bases or x.homograph > 1)
    root = LinkRow((), "", "", "R")
    for lexeme, row in etymons.items():
        if row.etymons or lexeme in links:  # a root of unknown origin needs no line
            links[lexeme] = links.get(lexeme, root)._replace(etymons=row.etymons or (UNKNOWN_ETYMON,))
    namer = AffixNamer(finder.grammar)
    for lexeme, link in links.items():
        if not link.affix and (affix := namer.name(lexeme, link)):
            links[lexeme] = link._replace(affix=affix)
    return links


def needs_no_reading(lexeme: LexemeKey, candidate: BaseCandidate) -> bool:
    """Return whether a candidate is certain enough to become a link without a manual check."""
    if set(candidate.evidence) & set("TX") and candidate.cost <= MOST_COST_WITH_SOURCE:
        return True
    if candidate.relation == "conversion":
        return candidate.bases[0].spelling == lexeme.spelling  # « blond » (noun) and « blond » (adjective)
    return candidate.cost <= MOST_COST_UNREAD.get(candidate.relation, -1.0)


def _corroborated(link: LinkRow, candidates: Iterable[BaseCandidate]) -> LinkRow:
    """Return a manually decided link, completed with the affix and evidence of the candidate that has the same bases.

    Returns the link unchanged if there is no such candidate. The affix stays empty if the relation of the candidate
    does not agree with the relation of the link.
    """
    for candidate in candidates:
        if candidate.bases == link.bases:
            same = candidate.relation == link.relation or link.relation in ("suffix", "learned", "distant")
            return link._replace(affix=candidate.affix if same else "", evidence=_letters(candidate.evidence + "R"))
    return link


def _letters(evidence: str) -> str:
    """Return the evidence of a candidate as letters of ``grammar.EVIDENCE``, in their order.

    The « t » of weak evidence (Littré only refers to the base) becomes « T ».
    """
    return "".join(letter for letter in "FTXR" if letter in evidence.upper())
