"""Near words: playable words a few letters away, for « did you mean ».

Words are compared folded, so a wrong accent is no difference. Candidates are made from the
word by edits and looked up, which is quick for the first edit and bearable for the second.
"""

from __future__ import annotations

from ..grammar import accepted_mask
from ..letters import ALPHABET, MAX_WORD, stray
from .readings import Reading
from .store import Store

_ACCEPTED = accepted_mask(plural_only=True, compounds=True, current_only=False)
#: What doubling or undoubling a letter costs, in edits.
_DOUBLING = 0.5
#: Longer words are not corrected: their edits are too many, and no French word is longer.
_LONGEST = min(32, MAX_WORD)


def near_words(store: Store, key: str, limit: int, deep: bool = True) -> list[str]:
    """Spellings of playable words near a folded word, best first, *limit* at most.

    An edit inserts, drops, replaces or swaps letters; doubling or undoubling a letter, the
    commonest slip in French, counts half of one. Words one edit away and words two doublings away are always
    looked for; with *deep*, words two edits away too when those are too few.
    """
    if not key or stray(key) or len(key) > _LONGEST:
        return []
    return _Search(store, key).best(limit, deep)


class _Search:
    """One search: what was found and at what cost, and which beginnings some word has."""

    def __init__(self, store: Store, key: str) -> None:
        self.store = store
        self.key = key
        self.found: dict[str, float] = {}
        self._beginnings: dict[str, bool] = {}

    def best(self, limit: int, deep: bool) -> list[str]:
        edits = self._edits(self.key, 0)
        for cost, _, candidate in edits:
            self._note(candidate, cost)
        for cost, _, candidate in edits:
            if cost == _DOUBLING:
                for more, second in _doublings(candidate):
                    self._note(second, cost + more)
        if deep and len(self.found) < limit:
            for cost, place, candidate in edits:
                # Both edits in order of place, so that each pair is met once.
                for more, _, second in self._edits(candidate, place):
                    self._note(second, cost + more)
        self.found.pop(self.key, None)
        readings = {word: self._readings(word) for word in self.found}
        rank = {word: self.found[word] - max(r.zipf for r in readings[word]) / 8 for word in self.found}
        ranked = sorted(self.found, key=lambda word: (rank[word], word))
        return [readings[word][0].spelling for word in ranked[:limit]]

    def _edits(self, word: str, start: int) -> list[tuple[float, int, str]]:
        """(cost, place, word) of every single edit at *start* or after it."""
        edits: list[tuple[float, int, str]] = []
        if not start:
            edits.extend((_DOUBLING, 0, doubled) for _, doubled in _doublings(word))
        for i in range(start, len(word) + 1):
            head, tail = word[:i], word[i:]
            if not self._begins_a_word(head):
                break  # no word begins like this: edits further on cannot mend it
            if tail:
                edits.append((1, i, head + tail[1:]))
                edits.extend((1, i, head + letter + tail[1:]) for letter in ALPHABET if letter != tail[0])
            if len(tail) > 1 and tail[0] != tail[1]:
                edits.append((1, i, head + tail[1] + tail[0] + tail[2:]))
            edits.extend((1, i, head + letter + tail) for letter in ALPHABET)
        return edits

    def _begins_a_word(self, head: str) -> bool:
        known = self._beginnings.get(head)
        if known is None:
            known = self._beginnings[head] = self.store.has_prefix(head)
        return known

    def _note(self, candidate: str, cost: float) -> None:
        if cost < self.found.get(candidate, 9):
            key_id = self.store.key_id(candidate)
            if key_id is not None and self.store.mask(key_id) & _ACCEPTED:
                self.found[candidate] = cost

    def _readings(self, word: str) -> tuple[Reading, ...]:
        key_id = self.store.key_id(word)
        return self.store.readings(key_id) if key_id is not None else ()


def _doublings(word: str) -> list[tuple[float, str]]:
    """(cost, word) with one letter doubled, or one double letter made single."""
    return [
        (_DOUBLING, word[:i] + word[i + 1 :] if word[i : i + 1] == word[i - 1] else word[:i] + word[i - 1] + word[i:])
        for i in range(1, len(word) + 1)
    ]
