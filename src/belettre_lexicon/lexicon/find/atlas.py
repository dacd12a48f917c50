"""``Atlas``: the number of words that fit each combination of a majuscule and up to three minuscules.

An atlas is computed when it is made; it is not stored in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

from ...french.decks import JOKER, Deck
from ...french.letters import ALPHABET
from ...french.rules import HouseRules
from ..lexicon import Lexicon

#: The number of minuscules in a full pli (P3).
MOST_MINUSCULES = 3
#: The number of combinations that ``Atlas.hardest`` returns by default.
_HARDEST = 20
#: The initials of the atlas: "" for a pli without a majuscule, then each letter. A JOKER counts as the letter that its
#: player named (J3).
INITIALS = ("", *ALPHABET)


class Combination(NamedTuple):
    """A combination of cards that may lie face up together in a pli, with the number of words that fit it.

    initial  the letter of the majuscule; "" if there is none
    letters  the minuscules in alphabetical order, with a joker last: "acl", "lo?"
    words    the number of words that fit the cards
    ways     the number of ways to draw these minuscules from the full pack
    """

    initial: str
    letters: str
    words: int
    ways: int

    def as_dict(self) -> dict[str, Any]:
        """Return the attributes as a JSON-ready mapping: name → value."""
        return self._asdict()


def minuscules(most: int = MOST_MINUSCULES) -> Iterator[str]:
    """Yield every combination of 0 to *most* minuscules as text. Letters may repeat; one of them may be a joker (J1).

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
    """The number of words that fit each combination of a majuscule and up to three minuscules.

    words  (initial, letters) → the number of words, for every combination; the initial is "" without a majuscule, else
           a lower-case letter, the letters are as in ``Combination``

    ``atlas[initial, letters]`` returns this number, or raises KeyError if there is no such combination.

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
        """Count the words for every combination: about 109,000 by default, which takes a second or two.

        rules  the house rules that decide which words are playable; None for the published rules
        most   the largest number of minuscules in a combination
        show   a function that takes the sequence of initials and yields them while it shows progress, such as ``tqdm``;
               None for no display
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
        """Yield each combination of one majuscule and *size* minuscules that can be drawn from the packs of *deck*."""
        for (initial, letters), words in self.words.items():
            if initial and initial in deck.majuscules and len(letters) == size:
                ways = drawn(deck, letters)
                if ways:
                    yield Combination(initial, letters, words, ways)

    def hardest(self, deck: Deck, limit: int = _HARDEST) -> list[Combination]:
        """Return at most *limit* combinations of a majuscule and three minuscules (P3), the fewest words first.

        Among combinations with the same number of words, the likeliest to be drawn from *deck* comes first.
        """
        ranked = sorted(self.combinations(deck), key=lambda cards: (cards.words, -cards.ways, cards[:2]))
        return ranked[:limit]

    def dead_share(self, deck: Deck) -> dict[str, float]:
        """Return the share (0 to 1) of dead draws for each majuscule of a deck, as a mapping majuscule → share.

        A draw is three minuscules from a full pack; it is dead if no word fits them together with the majuscule.
        """
        dead_ways: dict[str, int] = dict.fromkeys(ALPHABET, 0)
        all_ways = dict.fromkeys(ALPHABET, 0)
        for cards in self.combinations(deck):
            all_ways[cards.initial] += cards.ways
            if not cards.words:
                dead_ways[cards.initial] += cards.ways
        return {initial: dead_ways[initial] / all_ways[initial] for initial in ALPHABET if all_ways[initial]}


def drawn(deck: Deck, letters: str) -> int:
    """Return the number of ways to draw these minuscules from a full pack; 0 if the pack has too few of a letter.

    >>> from belettre_lexicon.french.decks import BOXED
    >>> drawn(BOXED, "aab") == 11 * 10 // 2 * 2, drawn(BOXED, "zz")
    (True, 0)
    """
    return prod(comb(deck.minuscules.get(letter, 0), letters.count(letter)) for letter in set(letters))
