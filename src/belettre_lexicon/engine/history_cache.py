"""Floor 3. The words of a state as the history that the judge asks (W7 to W9): it follows the state forth and back."""

from __future__ import annotations

from ..letters import MAX_WORD
from ..options import HouseRules
from ..words.history import History


class HistoryCache:
    """Keeps one ``History`` equal to the words of whatever state is asked about, changing as little as it can.

    >>> memory = HistoryCache(HouseRules())
    >>> len(memory.of(("Volonté", "École"))), len(memory.of(("Volonté",)))
    (2, 1)
    """

    __slots__ = ("_history", "_rules", "_words")

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules
        self._history = History((), rules)
        self._words: tuple[str, ...] = ()

    def of(self, words: tuple[str, ...]) -> History:
        """The history of these words; it is the caller's until the next call."""
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
    """How many words both begin with."""
    same = 0
    for one, other in zip(words, known, strict=False):
        if one != other:
            break
        same += 1
    return same
