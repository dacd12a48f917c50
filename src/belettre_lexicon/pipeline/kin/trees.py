"""The trees that links make: how large a family is, and which of its words wait to be read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...letters import fold
from .candidates import Finder
from .decisions import Decision
from .lexemes import LexemeKey
from .links import LinkRow, write_bases
from .roots import Roots

#: What is read by hand: words of this Zipf value or more, families of this many words, roots of so few letters.
READ_FROM_ZIPF = 2.0
LARGE_FAMILY = 12
SHORT_ROOT = 4


class Trees:
    """Core families by root. A compound belongs to each family of its parts."""

    def __init__(self, lexemes: Iterable[LexemeKey], links: Mapping[LexemeKey, LinkRow]) -> None:
        roots = Roots(links)
        self.members: dict[LexemeKey, set[LexemeKey]] = defaultdict(set)
        for lexeme in sorted({*lexemes, *links}):
            for root in roots.of(lexeme, only_core=True):
                self.members[root].add(lexeme)

    def size(self, root: LexemeKey) -> int:
        """How many spellings a family has."""
        return len({lexeme.spelling for lexeme in self.members[root]})


class Waiting(NamedTuple):
    """A lexeme that has to be read: why, and what the machine proposes (bases and relation, or ``-``)."""

    lexeme: LexemeKey
    why: str
    proposal: str
    others: str


def waiting(
    trees: Trees,
    links: Mapping[LexemeKey, LinkRow],
    decisions: Mapping[LexemeKey, Decision],
    zipf: Mapping[str, float],
    finder: Finder,
) -> list[Waiting]:
    """Every lexeme that the reading policy asks for and that has no decision, in the order of the alphabet."""
    asked: dict[LexemeKey, str] = {}
    for root, members in trees.members.items():
        why = "large family" if trees.size(root) >= LARGE_FAMILY else ""
        if len(members) > 1 and len(root.spelling) <= SHORT_ROOT:
            why = why or "short root"
        for lexeme in members:
            if zipf.get(lexeme.spelling, 0.0) >= READ_FROM_ZIPF:
                asked[lexeme] = "frequent"
            elif why:
                asked.setdefault(lexeme, f"{why} {root.spelling}")
    rows = []
    for lexeme in sorted(asked, key=lambda x: (fold(x.spelling), x)):
        if lexeme in decisions:
            continue
        link = links.get(lexeme)
        proposal = f"{write_bases(link.bases)} ({link.relation} {link.affix})" if link and link.bases else "-"
        others = [write_bases(c.bases) for c in finder.candidates(lexeme) if not link or c.bases != link.bases]
        rows.append(Waiting(lexeme, asked[lexeme], proposal, " ; ".join(others[:2]) or "-"))
    return rows
