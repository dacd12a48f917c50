"""A cache of the ``History`` of valid words, which the judge needs for W7 to W9."""

from __future__ import annotations

from ...french.letters import MAX_WORD
from ...french.rules import HouseRules
from ...lexicon.lexicon import Lexicon
from ...words.history import History


class HistoryCache:
    """Keeps one ``History`` and makes it match a given list of words, adding and removing as few words as possible.

    >>> cache = HistoryCache(HouseRules())
    >>> len(cache.of(("Volonté", "École"))), len(cache.of(("Volonté",)))
    (2, 1)
    """

    __slots__ = ("_history", "_made_with", "_words")

    def __init__(self, rules: HouseRules, lexicon: Lexicon | None = None) -> None:
        """Create a cache. *lexicon* is that of the judge, for the questions that front-ends ask the history."""
        self._made_with = rules, lexicon
        self._history = History((), rules, lexicon)
        self._words: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[HistoryCache], tuple[HouseRules, Lexicon | None]]:
        return HistoryCache, self._made_with  # the words come with the next call

    def of(self, words: tuple[str, ...]) -> History:
        """Return the history of these words. It can be used until the next call, which changes the same object."""
        known = self._words
        if words is not known:
            common = len(known) if words[: len(known)] == known else _common(words, known)
            if common < len(known):
                self._history.forget_after(common)
            for word in words[common:]:
                self._history.add(word[:MAX_WORD])  # an arbiter may accept a text that is too long for a word
            self._words = words
        return self._history


def _common(words: tuple[str, ...], known: tuple[str, ...]) -> int:
    """Return the number of words at the beginning that are the same in both tuples."""
    common = 0
    for word, known_word in zip(words, known, strict=False):
        if word != known_word:
            break
        common += 1
    return common
