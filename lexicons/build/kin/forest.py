"""Choose links among candidates, the cheapest first, so that a lexeme has at most one link and no cycle arises."""

from __future__ import annotations

from collections.abc import Iterable

from belettre_lexicon.lexicon.compile.links import LexemeKey

from .candidates import BaseCandidate


class Forest:
    """Links from lexemes to their bases, without cycles.

    ``links`` maps a lexeme to the candidate from which its link was made.
    """

    def __init__(self) -> None:
        self.links: dict[LexemeKey, BaseCandidate] = {}

    def ancestors(self, lexeme: LexemeKey) -> set[LexemeKey]:
        """Return all lexemes that a lexeme is built on, directly or indirectly, and the lexeme itself."""
        seen = {lexeme}
        stack = [lexeme]
        while stack:
            link = self.links.get(stack.pop())
            for base in link.bases if link else ():
                if base not in seen:
                    seen.add(base)
                    stack.append(base)
        return seen

    def add(self, lexeme: LexemeKey, candidate: BaseCandidate) -> bool:
        """Link a lexeme to the bases of a candidate and return True.

        Returns False and changes nothing if the lexeme has a link already or the new link would close a cycle.
        """
        if lexeme in self.links or any(lexeme in self.ancestors(base) for base in candidate.bases):
            return False
        self.links[lexeme] = candidate
        return True


def grow(forest: Forest, offers: Iterable[tuple[LexemeKey, BaseCandidate]]) -> None:
    """Add to *forest* the offered links that ``Forest.add`` allows, the cheapest first.

    *offers* are pairs of a lexeme and a candidate; candidates of equal cost are added in alphabetical order.
    """
    for lexeme, candidate in sorted(offers, key=lambda offer: (offer[1].cost, offer[0], offer[1].bases)):
        forest.add(lexeme, candidate)
