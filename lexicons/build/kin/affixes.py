"""Name the affix of a link that a person decided: « -eau » for « chevreau ← chèvre ».

The tables of decisions say what a word is built on, and the grammar of derivation (``grammar``) names the affix where
it knows the derivation. For all other words the affix is what the word has and its base lacks: a suffix of the grammar
if the word ends in one there, else the letters themselves.
"""

from __future__ import annotations

from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow

from .grammar import Grammar

#: The smallest number of letters that a word and its base must share before a suffix, or after a prefix.
_LEAST_SHARED = 3
#: The largest number of letters of an affix.
_MOST_LETTERS = 6
#: A suffix of the grammar with a name this short (« -é ») says less than the letters do.
_LEAST_NAME = 2


class AffixNamer:
    """Names the affixes of links; the names of the grammar's affixes are looked up by their letters."""

    def __init__(self, grammar: Grammar) -> None:
        self._suffixes = {(suffix.written, suffix.derived): suffix.name for suffix in reversed(grammar.suffixes)}
        self._prefixes = {prefix.written: prefix.name for prefix in reversed(grammar.prefixes)}

    def name(self, lexeme: LexemeKey, link: LinkRow) -> str:
        """Return the name of the affix by which a lexeme is built on its only base; "" if it shows none.

        Only links with the relation "suffix" or "prefix" have an affix, and distant ones that show a prefix. A word
        that shares too little with its base (« vente », « vendre ») shows a changed stem rather than an affix.
        """
        if len(link.bases) != 1:
            return ""
        if link.relation == "suffix":
            return self._suffix(lexeme, link.bases[0].spelling)
        return self._prefix(lexeme.spelling, link.bases[0].spelling) if link.relation in ("prefix", "distant") else ""

    def _suffix(self, lexeme: LexemeKey, base: str) -> str:
        word, letters = lexeme.spelling, fold(lexeme.spelling)
        shared = _shared(letters, fold(base))
        if shared < min(_LEAST_SHARED, len(fold(base))):
            return ""
        for start in range(max(shared - 2, 1), shared + 3):  # the longest suffix first
            name = self._suffixes.get((letters[start:], lexeme.pos), "")
            if len(name) > _LEAST_NAME and word.endswith(name[1:]):
                return name
        end = len(letters) - shared
        return _as_written("-", word[-end:]) if 1 < end <= _MOST_LETTERS and len(letters) == len(word) else ""

    def _prefix(self, word: str, base: str) -> str:
        letters, tail = fold(word), fold(base)
        shared = _shared(letters[::-1], tail[::-1])
        head = len(letters) - shared
        if shared >= min(_LEAST_SHARED, len(tail)) and 0 < head <= _MOST_LETTERS:
            for length in (head, head - 1, head + 1):
                if name := self._prefixes.get(letters[:length], ""):
                    return name
            return _as_written(word[:head], "-") if len(letters) == len(word) else ""
        for length in range(1, len(letters)):  # a suffix too: « accrocher », of « croc »
            if _shared(letters[length:], tail) >= min(_LEAST_SHARED, len(tail)) and (
                name := self._prefixes.get(letters[:length], "")
            ):
                return name
        return ""


def _shared(first: str, second: str) -> int:
    """Return the number of letters with which both texts start."""
    pairs = zip(first, second, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def _as_written(first: str, second: str) -> str:
    """Return an affix with its hyphen; a compound with a hyphen of its own gets no second one."""
    return f"{first}{second}".replace("--", "-")
