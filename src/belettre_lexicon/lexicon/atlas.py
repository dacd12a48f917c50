"""Floor 1. The atlas: how many words fit each combination of a majuscule and up to three minuscules.

It is computed on demand and stored nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

from ..decks import JOKER, Deck
from ..letters import ALPHABET
from ..options import HouseRules
from .lexicon import Lexicon

#: How many minuscules a full pli has (P3).
MOST_MINUSCULES = 3
#: How many combinations ``Atlas.hardest`` gives by default.
_HARDEST = 20
#: "" for a pli without a majuscule, then each majuscule. A JOKER counts as the letter it was named (J3).
INITIALS = ("", *ALPHABET)


class Combination(NamedTuple):
    """Cards that may lie face up in a pli together.

    initial  the majuscule; "" for none
    letters  the minuscules in alphabetical order, a joker last: "acl", "lo?"
    words    how many words fit them
    ways     how many draws from the pack of minuscules give these letters
    """

    initial: str
    letters: str
    words: int
    ways: int

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: every attribute by its name."""
        return self._asdict()


def minuscules(most: int = MOST_MINUSCULES) -> Iterator[str]:
    """Yield every multiset of at most *most* minuscules with at most one joker (J1), as text.

    >>> list(minuscules(1))[:3], len(list(minuscules()))
    (['', '?', 'a'], 4032)
    """
    for size in range(most + 1):
        if size:
            for letters in combinations_with_replacement(ALPHABET, size - 1):
                yield "".join(letters) + JOKER
        for letters in combinations_with_replacement(ALPHABET, size):
            yield "".join(letters)


class Atlas:
    """The number of words of every combination of a majuscule and up to three minuscules.

    >>> atlas = Atlas(Lexicon.open(), most=1)
    >>> atlas["", ""] == Lexicon.open().count(), atlas["w", "g"] < atlas["w", ""]
    (True, True)
    """

    def __init__(
        self,
        lexicon: Lexicon,
        rules: HouseRules | None = None,
        most: int = MOST_MINUSCULES,
        show: Callable[[Sequence[str]], Iterable[str]] | None = None,
    ) -> None:
        """Count the words of some hundred thousand combinations, which takes a second or two.

        most  how many minuscules the largest combinations have
        show  wraps the initials while they are counted, to show progress: ``tqdm`` or the like
        """
        all_letters = list(minuscules(most))
        self.words: Mapping[tuple[str, str], int] = {
            (initial, letters): lexicon.count(initial, letters, rules=rules)
            for initial in (show(INITIALS) if show else INITIALS)
            for letters in all_letters
        }

    def __getitem__(self, cards: tuple[str, str]) -> int:
        return self.words[cards]

    def combinations(self, deck: Deck, size: int = MOST_MINUSCULES) -> Iterator[Combination]:
        """Yield the combinations of a majuscule and *size* minuscules that can be drawn from a deck."""
        for (initial, letters), words in self.words.items():
            if initial and initial in deck.majuscules and len(letters) == size:
                ways = drawn(deck, letters)
                if ways:
                    yield Combination(initial, letters, words, ways)

    def hardest(self, deck: Deck, limit: int = _HARDEST) -> list[Combination]:
        """Return the combinations of a full pli with the fewest words; of equals, the likeliest to be drawn first."""
        ranked = sorted(self.combinations(deck), key=lambda cards: (cards.words, -cards.ways, cards[:2]))
        return ranked[:limit]

    def dead_share(self, deck: Deck) -> dict[str, float]:
        """Return for each majuscule the share (0 to 1) of the draws of three minuscules that fit no word."""
        dead_ways: dict[str, int] = dict.fromkeys(ALPHABET, 0)
        all_ways = dict.fromkeys(ALPHABET, 0)
        for cards in self.combinations(deck):
            all_ways[cards.initial] += cards.ways
            if not cards.words:
                dead_ways[cards.initial] += cards.ways
        return {initial: dead_ways[initial] / all_ways[initial] for initial in ALPHABET if all_ways[initial]}


def drawn(deck: Deck, letters: str) -> int:
    """Return in how many ways these minuscules can be drawn from a full pack; 0 if it has too few of a letter.

    >>> from belettre_lexicon.decks import BOXED
    >>> drawn(BOXED, "aab") == 11 * 10 // 2 * 2, drawn(BOXED, "zz")
    (True, 0)
    """
    return prod(comb(deck.minuscules.get(letter, 0), letters.count(letter)) for letter in set(letters))
