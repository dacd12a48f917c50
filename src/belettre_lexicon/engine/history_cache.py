"""Floor 3. The words of a state as the history that the judge looks up (W7 to W9), kept up to date cheaply."""

from __future__ import annotations

from ..letters import MAX_WORD
from ..options import HouseRules
from ..words.history import History


class HistoryCache:
    """Keeps one ``History`` and brings it to the words of any state, forwards or back, with few changes.

    >>> cache = HistoryCache(HouseRules())
    >>> len(cache.of(("Volonté", "École"))), len(cache.of(("Volonté",)))
    (2, 1)
    """

    __slots__ = ("_history", "_rules", "_words")

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules
        self._history = History((), rules)
        self._words: tuple[str, ...] = ()

    def of(self, words: tuple[str, ...]) -> History:
        """The history of these words, to be used until the next call."""
        known = self._words
        if words is not known:
            common = len(known) if words[: len(known)] == known else _common(words, known)
            if common < len(known):
                self._history.forget_after(common)
            for word in words[common:]:
                self._history.add(word[:MAX_WORD])  # an arbiter may accept what is far too long to be a word
            self._words = words
        return self._history


def _common(words: tuple[str, ...], known: tuple[str, ...]) -> int:
    """How many words the two have in common at the beginning."""
    same = 0
    for one, other in zip(words, known, strict=False):
        if one != other:
            break
        same += 1
    return same
