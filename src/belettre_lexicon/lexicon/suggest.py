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
    found: dict[str, float] = {}
    edits = _edits(store, key, 0)
    for cost, _, candidate in edits:
        _note(store, found, candidate, cost)
    for cost, _, candidate in edits:
        if cost == _DOUBLING:
            for more, second in _doublings(candidate):
                _note(store, found, second, cost + more)
    if deep and len(found) < limit:
        for cost, place, candidate in edits:
            # Both edits in order of place, so that each pair is met once.
            for more, _, second in _edits(store, candidate, place):
                _note(store, found, second, cost + more)
    found.pop(key, None)
    ranked = sorted(found, key=lambda word: (found[word] - _zipf(store, word) / 8, word))
    return [_spelling(store, word) for word in ranked[:limit]]


def _edits(store: Store, word: str, start: int) -> list[tuple[float, int, str]]:
    """(cost, place, word) of every single edit at *start* or after it."""
    edits: list[tuple[float, int, str]] = []
    if not start:
        edits.extend((_DOUBLING, 0, doubled) for _, doubled in _doublings(word))
    for i in range(start, len(word) + 1):
        head, tail = word[:i], word[i:]
        if not store.has_prefix(head):
            break  # no word begins like this: edits further on cannot mend it
        if tail:
            edits.append((1, i, head + tail[1:]))
            edits.extend((1, i, head + letter + tail[1:]) for letter in ALPHABET if letter != tail[0])
        if len(tail) > 1 and tail[0] != tail[1]:
            edits.append((1, i, head + tail[1] + tail[0] + tail[2:]))
        edits.extend((1, i, head + letter + tail) for letter in ALPHABET)
    return edits


def _doublings(word: str) -> list[tuple[float, str]]:
    """(cost, word) with one letter doubled, or one double letter made single."""
    return [
        (_DOUBLING, word[:i] + word[i + 1 :] if word[i : i + 1] == word[i - 1] else word[:i] + word[i - 1] + word[i:])
        for i in range(1, len(word) + 1)
    ]


def _note(store: Store, found: dict[str, float], candidate: str, cost: float) -> None:
    if cost < found.get(candidate, 9):
        key_id = store.key_id(candidate)
        if key_id is not None and store.mask(key_id) & _ACCEPTED:
            found[candidate] = cost


def _zipf(store: Store, word: str) -> float:
    return max(reading.zipf for reading in _readings(store, word))


def _spelling(store: Store, word: str) -> str:
    return _readings(store, word)[0].spelling


def _readings(store: Store, word: str) -> tuple[Reading, ...]:
    key_id = store.key_id(word)
    return store.readings(key_id) if key_id is not None else ()
