"""Find the roots of a lexeme, which are the lexemes at the ends of its chains of links."""

from __future__ import annotations

from collections.abc import Mapping

from .lexemes import LexemeKey
from .links import LinkRow


class Roots:
    """Finds the roots of lexemes, given links without cycles. The roots of each lexeme are computed only once."""

    def __init__(self, links: Mapping[LexemeKey, LinkRow]) -> None:
        self._links = links
        self._roots: dict[tuple[LexemeKey, bool], frozenset[LexemeKey]] = {}

    def of(self, lexeme: LexemeKey, *, only_core: bool) -> frozenset[LexemeKey]:
        """Return the roots of a lexeme. A lexeme without a link to follow is its own only root.

        If *only_core* is True, only links of the tier "core" are followed. A compound has several roots, since it
        belongs to the family of each of its parts (W8).
        """
        roots = self._roots.get((lexeme, only_core))
        if roots is None:
            link = self._links.get(lexeme)
            bases = () if link is None else link.core_bases if only_core else link.bases
            if bases:
                roots = frozenset().union(*(self.of(base, only_core=only_core) for base in bases))
            else:
                roots = frozenset([lexeme])
            self._roots[lexeme, only_core] = roots
        return roots
