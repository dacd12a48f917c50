"""Floor 1. ``Deck``: how many cards of each letter a deck has, and their points (D1).

A deck can be read from a text file. Each line gives letters that have the same numbers; ``#`` starts a comment::

    # letters  minuscules of each  points  majuscules of each  points
    ae         11                  1       1                   2
    ?          8                   0       1                   0

``?`` is the joker among the minuscules and the JOKER among the majuscules. A letter without a line has no cards.
"""

from __future__ import annotations

from .errors import ArgumentError
from .files import read_lines
from .letters import ALPHABET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: The wild card in either pack: joker among the minuscules, JOKER among the majuscules.
JOKER = "?"
#: How many cards of each pack a manche needs: 2 majuscules and 6 minuscules for each of four players (D2).
MAJUSCULES_OF_A_MANCHE, MINUSCULES_OF_A_MANCHE = 8, 24
#: The most cards of one letter, and the most points of one card; a higher number is a typing error.
_MOST = 999
#: The most lines in a deck file: 27 are enough for a deck, the others can be comments.
_MOST_LINES = 1000
#: How many characters of a line are read; the rest is ignored.
_LINE_LENGTH = 200
#: How many numbers a row has: minuscules of each letter, points of one, majuscules of each letter, points of one.
_ROW_LENGTH = 4

# Letters · minuscules of each letter · points of a minuscule · majuscules of each letter · points of a majuscule.
_BOXED = (
    ("ae", 11, 1, 1, 2),
    ("iou", 7, 2, 1, 4),
    ("lnrst", 4, 2, 1, 4),
    ("bcdfghmpv", 2, 3, 1, 6),
    ("jkqwxyz", 1, 5, 1, 10),
    (JOKER, 8, 0, 1, 0),
)


class Deck:
    """A deck of letter cards: how many of each letter its two packs have, and their points.

    minuscules, majuscules              letter (or ``JOKER``) → how many cards
    minuscule_points, majuscule_points  letter (or ``JOKER``) → points of one card

    Raises ArgumentError naming the pack that has too few cards for a manche (D1).

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
        too_small = [
            f"{sum(counts.values())} {name}, expected at least {needed}"
            for name, counts, needed in (
                ("majuscules", majuscules, MAJUSCULES_OF_A_MANCHE),
                ("minuscules", minuscules, MINUSCULES_OF_A_MANCHE),
            )
            if sum(counts.values()) < needed
        ]
        if too_small:
            raise ArgumentError(f"deck: {'; '.join(too_small)} (D1)")
        self.minuscules = minuscules
        self.majuscules = majuscules
        self.minuscule_points = minuscule_points
        self.majuscule_points = majuscule_points

    @classmethod
    def parse(cls, lines: Iterable[str], name: str = "deck") -> Deck:
        """Parse the lines of a deck file; *name* stands for the file in errors.

        Raises ArgumentError starting with ``name:line:`` for an invalid line, and as ``Deck`` does.

        >>> Deck.parse(["e 24 1 8 2"]).majuscules
        {'e': 8}
        """
        rows: dict[str, tuple[int, ...]] = {}
        for number, line in enumerate(lines, 1):
            if number > _MOST_LINES:
                raise ArgumentError(f"{name}: more than {_MOST_LINES} lines, expected a deck")
            text = line.partition("#")[0].strip()
            if not text:
                continue
            letters, *numbers = text[:_LINE_LENGTH].lower().split()
            for letter in letters:
                if letter in rows:
                    raise ArgumentError(f"{name}:{number}: letter {letter!r} is listed twice")
                try:
                    rows[letter] = _checked(letter, tuple(int(n) if n.isdecimal() else -1 for n in numbers))
                except ArgumentError as error:
                    raise ArgumentError(f"{name}:{number}: {text[:60]!r}: {error}") from error
        try:
            return cls.from_rows(rows)
        except ArgumentError as error:
            raise ArgumentError(f"{name}: {error}") from error

    @classmethod
    def read(cls, path: str) -> Deck:
        """Read a deck from a UTF-8 file. Raises ArgumentError if it cannot be read, and as ``parse`` does."""
        return cls.parse(read_lines(path), path)

    @classmethod
    def from_rows(cls, rows: Mapping[str, tuple[int, ...]]) -> Deck:
        """Return the deck with these rows, which have the form that ``rows`` returns.

        Raises ArgumentError for an invalid row, and as ``Deck`` does.
        """
        for letter, row in rows.items():
            _checked(letter, row)
        columns: list[dict[str, int]] = [
            {letter: row[place] for letter, row in rows.items()} for place in range(_ROW_LENGTH)
        ]
        return cls(columns[0], columns[2], columns[1], columns[3])

    def rows(self) -> dict[str, tuple[int, int, int, int]]:
        """Return letter → (minuscules, points of each, majuscules, points of each), the columns of a deck file."""
        letters = sorted({*self.minuscules, *self.majuscules})
        return {
            letter: (
                self.minuscules.get(letter, 0),
                self.minuscule_points.get(letter, 0),
                self.majuscules.get(letter, 0),
                self.majuscule_points.get(letter, 0),
            )
            for letter in letters
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return self.rows() == other.rows()

    def __hash__(self) -> int:
        return hash(tuple(self.rows().items()))

    def __repr__(self) -> str:
        return f"Deck({sum(self.minuscules.values())} minuscules, {sum(self.majuscules.values())} majuscules)"


def _checked(letter: str, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of a row unchanged. Raises ArgumentError if the letter or a number is invalid."""
    if letter not in {*ALPHABET, JOKER}:
        raise ArgumentError(f"{letter!r:.40}, expected letters a-z or ? for the joker")
    if len(numbers) != _ROW_LENGTH or not all(0 <= number <= _MOST for number in numbers):
        raise ArgumentError(
            f"{letter!r}: expected four numbers from 0 to {_MOST} (minuscules, points of each, majuscules, points of "
            f"each), got {numbers!r:.60}"
        )
    return numbers


#: The deck of the boxed game, 123 cards and 353 points.
BOXED = Deck.from_rows({letter: tuple(numbers) for letters, *numbers in _BOXED for letter in letters})
