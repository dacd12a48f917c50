"""Group lexemes into families by their links, and list the lexemes that still need a manual decision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow, Roots, format_bases

from .candidates import Finder
from .decisions import Decision

# The reading policy. A lexeme is read by hand if it is frequent, or if its family is large or has a short root.
#: A lexeme with this frequency or more is frequent (Zipf scale: base-10 logarithm of occurrences per billion words).
READ_FROM_ZIPF = 2.0
#: A family with this number of spellings or more is large.
LARGE_FAMILY = 12
#: A root with this number of letters or fewer is short.
SHORT_ROOT = 4


class Trees:
    """The families that are formed by the links. A compound belongs to the family of each of its parts.

    ``members`` maps the root of a family to all lexemes of the family, including the root.
    """

    def __init__(self, lexemes: Iterable[LexemeKey], links: Mapping[LexemeKey, LinkRow]) -> None:
        roots = Roots(links)
        self.members: dict[LexemeKey, set[LexemeKey]] = defaultdict(set)
        for lexeme in sorted({*lexemes, *links}):
            for root in roots.of(lexeme):
                self.members[root].add(lexeme)

    def size(self, root: LexemeKey) -> int:
        """Return the number of different spellings in the family of a root."""
        return len({lexeme.spelling for lexeme in self.members[root]})


class WaitingLexeme(NamedTuple):
    """A lexeme that still needs a manual decision.

    lexeme    the lexeme
    why       why it needs a decision: "frequent", or "large family" or "short root" followed by the root
    proposal  the bases, relation and affix of its link; ``-`` for a root
    others    up to two other candidates; ``-`` if there are none
    """

    lexeme: LexemeKey
    why: str
    proposal: str
    others: str


def waiting_lexemes(
    trees: Trees,
    links: Mapping[LexemeKey, LinkRow],
    decisions: Mapping[LexemeKey, Decision],
    zipf: Mapping[str, float],
    finder: Finder,
) -> list[WaitingLexeme]:
    """Return the lexemes that need a manual decision but do not have one yet, in alphabetical order.

    The constants of this module define which lexemes need a decision: frequent lexemes, and lexemes of families that
    are large or have a short root.

    trees      the families of the layer
    links      the links of the layer
    decisions  the manual decisions
    zipf       spelling → frequency on the Zipf scale
    finder     finds the other candidates of a lexeme
    """
    reasons: dict[LexemeKey, str] = {}
    for root, members in trees.members.items():
        why = "large family" if trees.size(root) >= LARGE_FAMILY else ""
        if len(members) > 1 and len(root.spelling) <= SHORT_ROOT:
            why = why or "short root"
        for lexeme in members:
            if zipf.get(lexeme.spelling, 0.0) >= READ_FROM_ZIPF:
                reasons[lexeme] = "frequent"
            elif why:
                reasons.setdefault(lexeme, f"{why} {root.spelling}")
    rows = []
    for lexeme in sorted(reasons, key=lambda x: (fold(x.spelling), x)):
        if lexeme in decisions:
            continue
        link = links.get(lexeme)
        proposal = f"{format_bases(link.bases)} ({link.relation} {link.affix})" if link and link.bases else "-"
        others = [format_bases(c.bases) for c in finder.candidates(lexeme) if not link or c.bases != link.bases]
        rows.append(WaitingLexeme(lexeme, reasons[lexeme], proposal, " ; ".join(others[:2]) or "-"))
    return rows
