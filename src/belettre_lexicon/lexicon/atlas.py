"""How many words each majuscule and each pair and triple of minuscules leave: computed when asked, stored nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

from ..decks import JOKER, Deck
from ..letters import ALPHABET
from ..options import HouseRules
from .lexicon import Lexicon

#: The minuscules of a full pli (P3).
MOST_MINUSCULES = 3
#: A pli without a majuscule yet, then each majuscule; a JOKER has been named (J3).
INITIALS = ("", *ALPHABET)


class Combination(NamedTuple):
    """Cards that may lie in a pli together.

    initial  the majuscule, "" for none
    letters  the minuscules in alphabetical order, a joker last: "acl", "lo?"
    words    how many words fit them
    ways     in how many ways the minuscules can be drawn from the pack of a deck
    """

    initial: str
    letters: str
    words: int
    ways: int

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready description."""
        return self._asdict()


def minuscules(most: int = MOST_MINUSCULES) -> Iterator[str]:
    """Every hand of minuscules of up to *most* cards, one joker at most (J1).

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
        """Count them, some hundred thousand in a second or two.

        most  the minuscules of the largest combinations
        show  wraps the initials while they are counted, for a progress bar: ``tqdm`` or the like
        """
        hands = list(minuscules(most))
        self.words: Mapping[tuple[str, str], int] = {
            (initial, letters): lexicon.count(initial, letters, rules=rules)
            for initial in (show(INITIALS) if show else INITIALS)
            for letters in hands
        }

    def __getitem__(self, cards: tuple[str, str]) -> int:
        return self.words[cards]

    def combinations(self, deck: Deck, size: int = MOST_MINUSCULES) -> Iterator[Combination]:
        """What a deck lets lie in a full pli: a majuscule, and *size* minuscules of which the deck has enough cards."""
        for (initial, letters), words in self.words.items():
            if initial and initial in deck.majuscules and len(letters) == size:
                ways = drawn(deck, letters)
                if ways:
                    yield Combination(initial, letters, words, ways)

    def hardest(self, deck: Deck, limit: int = 20) -> list[Combination]:
        """The combinations of a full pli that leave the fewest words, the likeliest to be drawn first."""
        ranked = sorted(self.combinations(deck), key=lambda found: (found.words, -found.ways, found[:2]))
        return ranked[:limit]

    def dead_share(self, deck: Deck) -> dict[str, float]:
        """Majuscule → the share of all draws of three minuscules that leave it without a word (0 to 1)."""
        dead: dict[str, int] = dict.fromkeys(ALPHABET, 0)
        every = dict.fromkeys(ALPHABET, 0)
        for found in self.combinations(deck):
            every[found.initial] += found.ways
            if not found.words:
                dead[found.initial] += found.ways
        return {initial: dead[initial] / every[initial] for initial in ALPHABET if every[initial]}


def drawn(deck: Deck, letters: str) -> int:
    """In how many ways minuscules can be drawn from a full pack; 0 when it has too few of a letter.

    >>> from belettre_lexicon.decks import BOXED
    >>> drawn(BOXED, "aab") == 11 * 10 // 2 * 2, drawn(BOXED, "zz")
    (True, 0)
    """
    return prod(comb(deck.minuscules.get(letter, 0), letters.count(letter)) for letter in set(letters))
