"""Floor 1. Suggestions: playable words that differ from a word by a few letters, for « did you mean ».

Words are compared folded, so accents make no difference. Candidates are made from the word by edits and then looked
up. An *edit* inserts, drops, replaces or swaps letters and costs 1; doubling a letter or making a double letter
single, the commonest slip in French, costs half.
"""

from __future__ import annotations

from ..grammar import accepted_mask
from ..letters import ALPHABET, MAX_WORD, first_non_letter
from .readings import Reading
from .store import Store

#: The bits of a mask (``grammar.mask_bit``) that make a word playable under some options.
_ACCEPTED = accepted_mask(plural_only=True, compounds=True, current_only=False)
#: The costs of edits: of any edit, and of doubling a letter or making a double letter single.
_EDIT, _DOUBLING = 1.0, 0.5
#: More than any candidate costs: two edits at most lead to it.
_INFINITE = 9.0
#: How much frequency counts when candidates are ranked: this many points of the Zipf scale (base-10 logarithm of
#: occurrences per billion words) weigh as much as one edit.
_ZIPF_PER_EDIT = 8
#: The longest word that is corrected: a longer one has too many edits, and French has none.
_LONGEST = min(32, MAX_WORD)


def similar_words(store: Store, key: str, limit: int, deep: bool = True) -> list[str]:
    """Return at most *limit* spellings of playable words similar to a folded word, best first.

    Words one edit away and words two doublings away are always looked for. With *deep*, words two edits away are
    looked for too if there are fewer than *limit* of these.
    """
    if not key or first_non_letter(key) or len(key) > _LONGEST:
        return []
    return _Candidates(store, key).best(limit, deep)


class _Candidates:
    """The playable words found so far, each with its lowest cost, and which beginnings are known to start a word."""

    def __init__(self, store: Store, key: str) -> None:
        self.store = store
        self.key = key
        self.costs: dict[str, float] = {}
        self._beginnings: dict[str, bool] = {}

    def best(self, limit: int, deep: bool) -> list[str]:
        """Find the candidates and return the spellings of the best ones."""
        edits = self._edits(self.key, 0)
        for cost, _, candidate in edits:
            self._add(candidate, cost)
        for cost, _, candidate in edits:
            if cost == _DOUBLING:
                for second_cost, second in _doublings(candidate):
                    self._add(second, cost + second_cost)
        if deep and len(self.costs) < limit:
            for cost, place, candidate in edits:
                # The second edit comes at the place of the first or after it, so that each pair is made once.
                for second_cost, _, second in self._edits(candidate, place):
                    self._add(second, cost + second_cost)
        self.costs.pop(self.key, None)
        readings = {word: self._readings(word) for word in self.costs}
        rank = {
            word: cost - max(reading.zipf for reading in readings[word]) / _ZIPF_PER_EDIT
            for word, cost in self.costs.items()
        }
        ranked = sorted(self.costs, key=lambda word: (rank[word], word))
        return [readings[word][0].spelling for word in ranked[:limit]]

    def _edits(self, word: str, start: int) -> list[tuple[float, int, str]]:
        """Return (cost, place, edited word) for every edit of a word at the place *start* or after it."""
        edits: list[tuple[float, int, str]] = []
        if not start:
            edits.extend((_DOUBLING, 0, doubled) for _, doubled in _doublings(word))
        for i in range(start, len(word) + 1):
            head, tail = word[:i], word[i:]
            if not self._begins_a_word(head):
                break  # no word begins with these letters, so later edits cannot help
            if tail:
                edits.append((_EDIT, i, head + tail[1:]))
                edits.extend((_EDIT, i, head + letter + tail[1:]) for letter in ALPHABET if letter != tail[0])
            if len(tail) > 1 and tail[0] != tail[1]:
                edits.append((_EDIT, i, head + tail[1] + tail[0] + tail[2:]))
            edits.extend((_EDIT, i, head + letter + tail) for letter in ALPHABET)
        return edits

    def _begins_a_word(self, head: str) -> bool:
        """Whether some folded word starts with *head*."""
        known = self._beginnings.get(head)
        if known is None:
            known = self._beginnings[head] = self.store.has_prefix(head)
        return known

    def _add(self, candidate: str, cost: float) -> None:
        """Add a candidate if it is a playable word, or lower its cost."""
        if cost < self.costs.get(candidate, _INFINITE):
            key_id = self.store.key_id(candidate)
            if key_id is not None and self.store.mask(key_id) & _ACCEPTED:
                self.costs[candidate] = cost

    def _readings(self, word: str) -> tuple[Reading, ...]:
        key_id = self.store.key_id(word)
        return self.store.readings(key_id) if key_id is not None else ()


def _doublings(word: str) -> list[tuple[float, str]]:
    """Return (cost, edited word) for every letter doubled and every double letter made single."""
    return [
        (_DOUBLING, word[:i] + word[i + 1 :] if word[i : i + 1] == word[i - 1] else word[:i] + word[i - 1] + word[i:])
        for i in range(1, len(word) + 1)
    ]
