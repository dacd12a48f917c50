"""``Deck``: the number of cards of each letter and their points (D1).

A deck can be read from a text file. Each line has one or more letters and four numbers that apply to each of these
letters; ``#`` starts a comment::

    # letters  minuscules of each  points  majuscules of each  points
    ae         11                  1       1                   2
    ?          8                   0       1                   0

In the column of minuscules, ``?`` is the joker; in the column of majuscules, it is the JOKER. A letter that is on no
line has no cards.
"""

from __future__ import annotations

from ..base.errors import ArgumentError
from .letters import ALPHABET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: The letter of the wild cards: the joker among the minuscules and the JOKER among the majuscules.
JOKER = "?"
#: The number of cards of each pack that a manche needs: 2 majuscules and 6 minuscules for each of four players (D2).
MAJUSCULES_OF_A_MANCHE, MINUSCULES_OF_A_MANCHE = 8, 24
#: The largest number of cards of one letter, and of points of one card; a larger number is a typing error.
_MOST = 999
#: The largest number of lines in a deck file: 27 lines are enough for a deck, the rest can be comments.
_MOST_LINES = 1000
#: The largest number of characters of a line without its comment.
_MOST_CHARACTERS = 200
#: The length of a row, which holds the four numbers of a letter: the number of its minuscules, the points of one of
#: them, the number of its majuscules, and the points of one of them.
_ROW_LENGTH = 4

# The columns of a deck file: letters, minuscules of each letter, points of a minuscule, majuscules of each letter,
# points of a majuscule.
_BOXED = (
    ("ae", 11, 1, 1, 2),
    ("iou", 7, 2, 1, 4),
    ("lnrst", 4, 2, 1, 4),
    ("bcdfghmpv", 2, 3, 1, 6),
    ("jkqwxyz", 1, 5, 1, 10),
    (JOKER, 8, 0, 1, 0),
)


class Deck:
    """Two packs of letter cards, the majuscules and the minuscules.

    minuscules        the number of minuscules of each letter
    majuscules        the number of majuscules of each letter
    minuscule_points  the points of one minuscule of each letter
    majuscule_points  the points of one majuscule of each letter

    All four are mappings; their keys are the letters "a" to "z" and ``JOKER``. A missing letter counts as 0. Raises
    ArgumentError if a pack has too few cards for a manche (D1).

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
        """Return the deck that the lines of a deck file describe.

        lines  each has one or more letters, ``?`` for the wild card, then four numbers that apply to each of the
               letters: minuscules, points of a minuscule, majuscules, points of a majuscule; ``#`` starts a comment
        name   the name of the file, for error messages

        Raises ArgumentError if a line is invalid (the message then starts with ``name:line:``), if there are more than
        1000 lines, or if a pack has too few cards for a manche (D1).

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
            if len(text) > _MOST_CHARACTERS:
                raise ArgumentError(f"{name}:{number}: {text[:60]!r}: more than {_MOST_CHARACTERS} characters")
            letters, *numbers = text.lower().split()
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
        """Read a deck from a UTF-8 file.

        Raises ArgumentError if the file cannot be read or does not describe a valid deck (see ``parse``).
        """
        from ..base.files import read_lines  # needed for a deck of one's own alone

        return cls.parse(read_lines(path, "deck"), path)

    @classmethod
    def from_rows(cls, rows: Mapping[str, tuple[int, ...]]) -> Deck:
        """Return the deck with these rows, which have the form that ``rows`` returns.

        Raises ArgumentError if a row is invalid or a pack has too few cards for a manche (D1).
        """
        for letter, row in rows.items():
            _checked(letter, row)
        columns: list[dict[str, int]] = [
            {letter: row[place] for letter, row in rows.items()} for place in range(_ROW_LENGTH)
        ]
        return cls(columns[0], columns[2], columns[1], columns[3])

    def rows(self) -> dict[str, tuple[int, int, int, int]]:
        """Return a dictionary that maps each letter of the deck to its row, the four numbers of a deck file.

        A row is a tuple: the number of minuscules, the points of one minuscule, the number of majuscules, and the
        points of one majuscule.
        """
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

    def __reduce__(self) -> tuple[type[Deck], tuple[dict[str, int], ...]]:
        return Deck, tuple(
            dict(column) for column in (self.minuscules, self.majuscules, self.minuscule_points, self.majuscule_points)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return self.rows() == other.rows()

    def __hash__(self) -> int:
        return hash(tuple(self.rows().items()))

    def __repr__(self) -> str:
        return f"Deck({sum(self.minuscules.values())} minuscules, {sum(self.majuscules.values())} majuscules)"


def _checked(letter: str, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return *numbers*, the row of a letter, unchanged. Raises ArgumentError if the letter or the row is invalid."""
    if letter not in {*ALPHABET, JOKER}:
        raise ArgumentError(f"{letter!r:.40}, expected letters a-z or ? for the joker")
    if len(numbers) != _ROW_LENGTH or not all(0 <= number <= _MOST for number in numbers):
        raise ArgumentError(
            f"{letter!r}: expected four numbers from 0 to {_MOST} (minuscules, points of each, majuscules, points of "
            f"each), got {numbers!r:.60}"
        )
    return numbers


#: The deck of the boxed game, which has 123 cards worth 353 points.
BOXED = Deck.from_rows({letter: tuple(numbers) for letters, *numbers in _BOXED for letter in letters})
