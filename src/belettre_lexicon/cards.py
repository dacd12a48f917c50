"""Floor 1. The cards as data (D1): how many of each letter a deck holds, and what they are worth."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

#: The wild card in either pack: joker among the minuscules, JOKER among the majuscules.
JOKER = "?"

# Letters · minuscules of each · points of a minuscule · majuscules of each · points of a majuscule.
_BOXED = (
    ("ae", 11, 1, 1, 2),
    ("iou", 7, 2, 1, 4),
    ("lnrst", 4, 2, 1, 4),
    ("bcdfghmpv", 2, 3, 1, 6),
    ("jkqwxyz", 1, 5, 1, 10),
    (JOKER, 8, 0, 1, 0),
)


class Deck:
    """Two packs of letter cards.

    minuscules, majuscules            letter (or ``JOKER``) → how many cards
    minuscule_points, majuscule_points  letter (or ``JOKER``) → points of one card

    >>> sum(BOXED.minuscules.values()), sum(BOXED.majuscules.values())
    (96, 27)
    """

    __slots__ = ("majuscule_points", "majuscules", "minuscule_points", "minuscules")

    def __init__(
        self,
        minuscules: Mapping[str, int],
        majuscules: Mapping[str, int],
        minuscule_points: Mapping[str, int],
        majuscule_points: Mapping[str, int],
    ) -> None:
        self.minuscules = minuscules
        self.majuscules = majuscules
        self.minuscule_points = minuscule_points
        self.majuscule_points = majuscule_points


def _column(place: int) -> dict[str, int]:
    return {letter: numbers[place] for letters, *numbers in _BOXED for letter in letters}


#: The deck of the boxed game, 123 cards and 353 points.
BOXED = Deck(_column(0), _column(2), _column(1), _column(3))
