"""Choosing links among candidates: the cheapest first, one link per lexeme, never a circle."""

from __future__ import annotations

from collections.abc import Iterable

from .candidates import BaseCandidate
from .lexemes import LexemeKey


class Forest:
    """Links from lexemes to their bases without circles. A link is kept as the candidate that it was made from."""

    def __init__(self) -> None:
        self.links: dict[LexemeKey, BaseCandidate] = {}

    def ancestors(self, lexeme: LexemeKey) -> set[LexemeKey]:
        """Return everything that a lexeme is built on, directly or not, itself included."""
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
        """Link a lexeme to its bases and return True; False if it has a link already or a circle would close."""
        if lexeme in self.links or any(lexeme in self.ancestors(base) for base in candidate.bases):
            return False
        self.links[lexeme] = candidate
        return True


def grow(forest: Forest, offers: Iterable[tuple[LexemeKey, BaseCandidate]]) -> None:
    """Add the offers that fit, the cheapest first; offers of equal cost in alphabetical order."""
    for lexeme, candidate in sorted(offers, key=lambda offer: (offer[1].cost, offer[0], offer[1].bases)):
        forest.add(lexeme, candidate)
