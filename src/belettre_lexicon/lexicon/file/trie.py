"""The trie of the compiled lexicon: folded word ↔ key number. Floor 1.

Only this module imports marisa_trie. A trie is opened from bytes or from a mapped file. Look up only text that consists
of the letters a-z; ``Store.key_id`` checks this first.

>>> data, keys = build_trie({"flic", "facile"})
>>> trie = Trie(data, "toy")
>>> sorted(keys), [trie.get(key) for key in keys], trie.get("fa"), trie.key(0) == keys[0]
(['facile', 'flic'], [0, 1], None, True)
"""

from __future__ import annotations

import marisa_trie

from ...base.errors import LexiconError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class Trie:
    """An opened trie: keys (folded words, W4) with their numbers, which count from 0. ``len`` is the number of keys.

    get  a function: key → its number; None if the trie does not have it. Pass letters a-z only: it ignores what follows
         a NUL, and raises UnicodeEncodeError for lone surrogates
    """

    __slots__ = ("_trie", "get")

    def __init__(self, data: bytes | memoryview, where: str) -> None:
        """Open a trie without copying its bytes; *where* names it in error messages.

        Raises LexiconError if the bytes are damaged.
        """
        self._trie = marisa_trie.Trie()
        try:
            self._trie.map(data)
        except RuntimeError as error:
            raise LexiconError(f"{where} is damaged: {str(error).split(': ', 1)[-1]}") from error
        #: The function of the C library itself: a method around it would take half as long again as the look-up.
        self.get: Callable[[str], int | None] = self._trie.get

    def __len__(self) -> int:
        return len(self._trie)

    def key(self, number: int) -> str:
        """Return the key with this number. Raises KeyError if there is none."""
        key: str = self._trie.restore_key(number)
        return key

    def keys(self, prefix: str) -> Iterator[str]:
        """Return an iterator over the keys that start with *prefix*, in unspecified order."""
        keys: Iterator[str] = self._trie.iterkeys(prefix)
        return keys

    def close(self) -> None:
        """Release the bytes. Afterwards the trie is empty, even for callers that have kept ``get``."""
        self._trie.frombytes(marisa_trie.Trie().tobytes())


def build_trie(keys: Iterable[str]) -> tuple[bytes, list[str]]:
    """Return the bytes of a trie with these keys, and the keys in the order of their numbers."""
    trie = marisa_trie.Trie(sorted(keys))
    data: bytes = trie.tobytes()
    return data, [trie.restore_key(number) for number in range(len(trie))]
