"""Floor 2. The words that were valid so far, for W7 (and W8): looked up, never scanned."""

from __future__ import annotations

from ..errors import ArgumentError
from ..letters import MAX_WORD, fold
from ..options import HouseRules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DEFAULT_RULES = HouseRules()


class Played:
    """An earlier word: as it was said, and its turn (1 is the first word of the history)."""

    __slots__ = ("turn", "word")

    def __init__(self, word: str, turn: int) -> None:
        self.word = word
        self.turn = turn


class History:
    """Valid words in the order they were played.

    >>> history = History(["Volonté"])
    >>> history.add("École")
    >>> history.find("Ecole", "ecole").turn
    2

    ``start_manche`` and ``start_pli`` forget what the table's memory (W9) does not reach.
    """

    __slots__ = ("_by_key", "_rules", "_words")

    def __init__(self, words: Iterable[str] = (), rules: HouseRules = _DEFAULT_RULES) -> None:
        self._rules = rules
        self._words: list[str] = []
        self._by_key: dict[str, Played] = {}
        for word in words:
            self.add(word)

    def add(self, word: str) -> None:
        """Remember a valid word. Raises ArgumentError when it is no text or far too long."""
        if not isinstance(word, str) or len(word) > MAX_WORD:
            raise ArgumentError(
                f"played word {str(word)[:MAX_WORD]!r}: expected a word of {MAX_WORD} characters at most"
            )
        self._words.append(word)
        word = word.strip()
        self._by_key.setdefault(self._key(word, fold(word)), Played(word, len(self._words)))

    def find(self, word: str, key: str) -> Played | None:
        """The earlier word that *word*, whose folded letters are *key*, repeats (W7), or None."""
        return self._by_key.get(self._key(word, key))

    def _key(self, word: str, folded: str) -> str:
        """What makes two words the same: the folded letters, or the accented ones by option."""
        return word.lower() if self._rules.accents_differ else folded

    def start_manche(self) -> None:
        """A new manche: forget unless the memory is the partie."""
        if self._rules.memory != "partie":
            self._forget()

    def start_pli(self) -> None:
        """A new pli: forget when the memory is the pli."""
        if self._rules.memory == "pli":
            self._forget()

    def _forget(self) -> None:
        self._words.clear()
        self._by_key.clear()

    def __len__(self) -> int:
        return len(self._words)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)
