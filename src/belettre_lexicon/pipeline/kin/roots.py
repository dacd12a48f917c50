"""Which roots a lexeme hangs on: the one walk up the links, for the compiler and for the reports."""

from __future__ import annotations

from collections.abc import Mapping

from .lexemes import LexemeKey
from .links import LinkRow


class Roots:
    """The roots of lexemes under a set of links without circles; each is worked out once."""

    def __init__(self, links: Mapping[LexemeKey, LinkRow]) -> None:
        self._links = links
        self._found: dict[tuple[LexemeKey, bool], frozenset[LexemeKey]] = {}

    def of(self, lexeme: LexemeKey, *, only_core: bool) -> frozenset[LexemeKey]:
        """What a lexeme hangs on at last, by core links only or by all; itself when it has no such link.

        Several for compounds, which belong to the family of each of their parts (W8).
        """
        found = self._found.get((lexeme, only_core))
        if found is None:
            link = self._links.get(lexeme)
            if link is None or not link.bases or (only_core and link.tier != "core"):
                found = frozenset([lexeme])
            else:
                found = frozenset().union(*(self.of(base, only_core=only_core) for base in link.bases))
            self._found[lexeme, only_core] = found
        return found
