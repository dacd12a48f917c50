"""A naive model of suggestions: it makes every word one or two edits away and looks it up."""

from __future__ import annotations

from belettre_lexicon import Lexicon
from belettre_lexicon.french.grammar import HEADWORD_BITS
from belettre_lexicon.french.letters import ALPHABET


def one_edit(word: str, letters: str = ALPHABET) -> dict[str, float]:
    """Each word one edit away from *word* with the lowest cost of the edit; a double letter costs 0.5, the rest 1."""
    found: dict[str, float] = {}
    for i in range(len(word) + 1):
        found |= dict.fromkeys((word[:i] + letter + word[i:] for letter in letters), 1.0)
        found |= dict.fromkeys((word[:i] + letter + word[i + 1 :] for letter in letters if word[i:]), 1.0)
        found |= dict.fromkeys([word[:i] + word[i + 1 :]], 1.0)
        if 0 < i < len(word):
            found[word[: i - 1] + word[i] + word[i - 1] + word[i + 1 :]] = 1.0
    for i in range(len(word)):
        found[word[:i] + word[i] + word[i:]] = 0.5
        if word[i] == word[i - 1 : i]:
            found[word[:i] + word[i + 1 :]] = 0.5
    found.pop(word, None)
    return found


def two_edits(word: str, letters: str = ALPHABET) -> dict[str, float]:
    """Each word at most two edits away from *word*, with the lowest cost of these edits; 0 for the word itself."""
    near = one_edit(word, letters)
    found = {**near, word: 0.0}
    for middle, cost in near.items():
        for end, more in one_edit(middle, letters).items():
            if cost + more < found.get(end, 9.0):
                found[end] = cost + more
    return found


def suggested(lexicon: Lexicon, key: str, limit: int, deep: bool) -> list[str]:
    """What ``Lexicon.suggest`` must return for a folded word."""
    store = lexicon.store

    def playable(costs: dict[str, float]) -> dict[str, float]:
        ids = ((word, store.key_id(word)) for word in costs)
        known = {word for word, key_id in ids if key_id is not None and store.mask(key_id) & HEADWORD_BITS}
        return {word: costs[word] for word in known - {key}}

    def rank(word: str) -> tuple[float, str]:
        return costs[word] - max(reading.zipf for reading in lexicon.readings(word)) / 8, word

    close = {word: cost for word, cost in two_edits(key).items() if cost <= 1} if limit else {}
    costs = playable(close)
    if deep and len(costs) < limit:
        costs = playable(two_edits(key))
    return [lexicon.readings(word)[0].spelling for word in sorted(costs, key=rank)[:limit]]
