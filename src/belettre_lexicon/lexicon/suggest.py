"""Floor 1. Suggestions: playable words that differ from a given word by one or two edits, for « did you mean ».

An *edit* inserts, removes or replaces one letter, or swaps two adjacent letters, at a cost of 1. Doubling a letter or
making a double letter single, the most common error in French, costs 0.5. Every edited form of the word is a candidate,
which is looked up in the lexicon. Words are compared folded, so accents make no difference.
"""

from __future__ import annotations

from ..grammar import HEADWORD_BITS
from ..letters import ALPHABET, MAX_WORD, first_non_letter
from .readings import Reading
from .store import Store

#: The cost of an ordinary edit, and the cost of doubling a letter or making a double letter single.
_EDIT, _DOUBLING = 1.0, 0.5
#: A cost higher than that of any candidate: a candidate is at most two edits away.
_INFINITE = 9.0
#: The weight of frequency when candidates are ranked: a difference of this many points on the Zipf scale (base-10
#: logarithm of occurrences per billion words) counts as much as one edit.
_ZIPF_PER_EDIT = 8
#: The longest word for which suggestions are made. A longer word has too many possible edits, and no French word is
#: longer.
_LONGEST = min(32, MAX_WORD)


def similar_words(store: Store, key: str, limit: int, deep: bool = True) -> list[str]:
    """Return at most *limit* spellings of playable words similar to *key*, a folded word; the best come first.

    The search always covers words one edit away, and words two edits away if both edits double a letter or make a
    double letter single. If it finds fewer than *limit* words and *deep* is true, it covers all words two edits away.
    Returns [] if nothing is found, or if *key* is empty, too long, or contains anything but letters a-z.
    """
    if not key or first_non_letter(key) or len(key) > _LONGEST:
        return []
    return _Candidates(store, key).best(limit, deep)


class _Candidates:
    """A search for playable words similar to a folded word, *key*.

    store  the lexicon where candidates are looked up
    key    the folded word
    costs  each playable word found so far → the lowest cost of the edits that lead to it
    """

    def __init__(self, store: Store, key: str) -> None:
        self.store = store
        self.key = key
        self.costs: dict[str, float] = {}
        self._beginnings: dict[str, bool] = {}

    def best(self, limit: int, deep: bool) -> list[str]:
        """Find similar words; return the spellings of at most *limit*, the best first (see ``similar_words``)."""
        edits = self._edits(self.key, 0)
        for cost, _, candidate in edits:
            self._add(candidate, cost)
        for cost, _, candidate in edits:
            if cost == _DOUBLING:
                for second_cost, second in _doublings(candidate):
                    self._add(second, cost + second_cost)
        if deep and len(self.costs) < limit:
            for cost, place, candidate in edits:
                # The second edit is made at the place of the first or after it, so that each pair is tried once.
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
        """Return (cost, place, edited word) for each edit of a word at the index *start* or after it.

        If no word of the lexicon starts with the letters before an index, edits at this index or later are left out.
        Doublings are included only if *start* is 0.
        """
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
        """Return whether some word of the lexicon starts with *head* when folded."""
        known = self._beginnings.get(head)
        if known is None:
            known = self._beginnings[head] = self.store.has_prefix(head)
        return known

    def _add(self, candidate: str, cost: float) -> None:
        """Record a candidate with its cost if it is a playable word that was not found at a lower cost."""
        if cost < self.costs.get(candidate, _INFINITE):
            key_id = self.store.key_id(candidate)
            if key_id is not None and self.store.mask(key_id) & HEADWORD_BITS:
                self.costs[candidate] = cost

    def _readings(self, word: str) -> tuple[Reading, ...]:
        """Return the readings of a folded word; () if it is unknown."""
        key_id = self.store.key_id(word)
        return self.store.readings(key_id) if key_id is not None else ()


def _doublings(word: str) -> list[tuple[float, str]]:
    """Return the forms of a word with one letter doubled, or one double letter made single, as (cost, form)."""
    return [
        (_DOUBLING, word[:i] + word[i + 1 :] if word[i : i + 1] == word[i - 1] else word[:i] + word[i - 1] + word[i:])
        for i in range(1, len(word) + 1)
    ]
