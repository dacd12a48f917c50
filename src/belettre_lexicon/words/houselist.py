"""Floor 2. A table's own word list, laid over the lexicon: words it accepts, words it refuses.

A text file, one word a line, with a sign and a note; ``#`` starts a comment::

    + chocolatine   on est à Toulouse
    - wagon         trop facile, décidé le 3 mars
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..files import read_lines
from ..letters import MAX_WORD, fold, spelled, stray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: A list is typed by hand; more lines than this are some other file.
MAX_LINES = 100_000


class HouseList:
    """Folded words with the table's verdict and note; ``spellings`` keeps how each was written.

    >>> house = HouseList.parse(["+ chocolatine on est à Toulouse", "- wagon"])
    >>> house.accepted["chocolatine"], house.refused["wagon"]
    ('on est à Toulouse', '')
    """

    __slots__ = ("accepted", "refused", "spellings")

    def __init__(self) -> None:
        self.accepted: dict[str, str] = {}
        self.refused: dict[str, str] = {}
        self.spellings: dict[str, str] = {}

    @classmethod
    def parse(cls, lines: Iterable[str], name: str = "house list") -> HouseList:
        """Read a list. Raises ArgumentError with ``name:line:`` for a line that is not understood."""
        house = cls()
        for number, line in enumerate(lines, 1):
            if number > MAX_LINES:
                raise ArgumentError(f"{name}: more than {MAX_LINES} lines")
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            sign, _, rest = text.partition(" ")
            word, _, note = rest.strip().partition(" ")
            key = fold(word)
            if sign not in ("+", "-") or not key or stray(key) or len(word) > MAX_WORD:
                raise ArgumentError(f"{name}:{number}: {text[:60]!r}, expected « + word note » or « - word note »")
            if key in house.accepted or key in house.refused:
                raise ArgumentError(f"{name}:{number}: {word!r} is listed already")
            house.spellings[key] = spelled(word)
            (house.accepted if sign == "+" else house.refused)[key] = note.strip()
        return house

    def lines(self) -> list[str]:
        """The list as ``parse`` reads it, in the order of its letters.

        >>> HouseList.parse(["- wagon", "+ chocolatine on est à Toulouse"]).lines()
        ['+ chocolatine on est à Toulouse', '- wagon']
        """
        signed = [("+", key, note) for key, note in self.accepted.items()]
        signed += [("-", key, note) for key, note in self.refused.items()]
        in_order = sorted(signed, key=lambda row: row[1])
        return [f"{sign} {self.spellings[key]} {note}".rstrip() for sign, key, note in in_order]

    @classmethod
    def read(cls, path: str) -> HouseList:
        """Read a list from a UTF-8 file. Raises ArgumentError when it cannot be read."""
        return cls.parse(read_lines(path), path)
