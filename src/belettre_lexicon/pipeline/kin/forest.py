"""Which candidates become links: the cheapest first, one base each, never in a circle."""

from __future__ import annotations

from collections.abc import Iterable

from .candidates import BaseCandidate
from .lexemes import LexemeKey


class Forest:
    """Links from lexemes to their bases, kept free of circles."""

    def __init__(self) -> None:
        self.links: dict[LexemeKey, BaseCandidate] = {}

    def ancestors(self, lexeme: LexemeKey) -> set[LexemeKey]:
        """All that a lexeme hangs on, itself included."""
        seen = {lexeme}
        stack = [lexeme]
        while stack:
            link = self.links.get(stack.pop())
            for base in link.bases if link else ():
                if base not in seen:
                    seen.add(base)
                    stack.append(base)
        return seen

    def add(self, lexeme: LexemeKey, link: BaseCandidate) -> bool:
        """LinkRow a lexeme unless it has a base already or the link would close a circle."""
        if lexeme in self.links or any(lexeme in self.ancestors(base) for base in link.bases):
            return False
        self.links[lexeme] = link
        return True


def grow(forest: Forest, offers: Iterable[tuple[LexemeKey, BaseCandidate]]) -> None:
    """Take offers from the cheapest to the dearest; equal costs in the order of the alphabet."""
    for lexeme, candidate in sorted(offers, key=lambda offer: (offer[1].cost, offer[0], offer[1].bases)):
        forest.add(lexeme, candidate)
