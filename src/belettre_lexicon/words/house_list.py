"""Floor 2. House lists: the words that a table accepts or refuses, whatever the lexicon says.

A word accepted by the list must still fit the cards and the earlier words (W1 to W3, W7, W8).

A house list is a text file with one word per line: a sign (``+`` accepts, ``-`` refuses), the word, and an optional
note. Lines that start with ``#`` are comments::

    + chocolatine   on est à Toulouse
    - wagon         trop facile, décidé le 3 mars
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..files import read_lines
from ..letters import MAX_WORD, SPACES, first_non_letter, fold, spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: The largest number of lines in a list. Lists are typed by hand, so a longer file is not a house list.
MAX_LINES = 100_000


class HouseList:
    """The words that a table accepts or refuses by its own decision.

    accepted   maps each accepted word, folded, to its note; the note is "" if the list gives none
    refused    maps each refused word, folded, to its note; the note is "" if the list gives none
    spellings  maps each folded word to its spelling in the list, in lower case

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
        """Return the house list with these lines. *name* is the name of the list in error messages.

        Raises ArgumentError if a line is invalid or repeats a word, with a message that starts with ``name:line:``,
        or if there are more than MAX_LINES lines.
        """
        house = cls()
        for number, line in enumerate(lines, 1):
            if number > MAX_LINES:
                raise ArgumentError(f"{name}: more than {MAX_LINES} lines")
            text = line.strip(SPACES)
            if not text or text.startswith("#"):
                continue
            sign, _, rest = text.partition(" ")
            word, _, note = rest.strip(SPACES).partition(" ")
            key = fold(word)
            if sign not in ("+", "-") or not key or first_non_letter(key) or len(word) > MAX_WORD:
                raise ArgumentError(f"{name}:{number}: {text[:60]!r}, expected « + word note » or « - word note »")
            if key in house.accepted or key in house.refused:
                raise ArgumentError(f"{name}:{number}: {word!r} is listed already")
            house.spellings[key] = spelled(word)
            (house.accepted if sign == "+" else house.refused)[key] = note.strip()
        return house

    @classmethod
    def read(cls, path: str) -> HouseList:
        """Read a list from a UTF-8 file. Raises ArgumentError if the file cannot be read or a line is invalid."""
        return cls.parse(read_lines(path, "house_list"), path)

    def __eq__(self, other: object) -> bool:
        """Return whether two lists accept and refuse the same words, in the same spellings and with the same notes."""
        if not isinstance(other, HouseList):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # the mappings may change

    def __reduce__(self) -> tuple[type[HouseList], tuple[()], tuple[None, dict[str, dict[str, str]]]]:
        return type(self), (), (None, {name: dict(getattr(self, name)) for name in self.__slots__})

    def __repr__(self) -> str:
        return f"HouseList({len(self.accepted)} accepted, {len(self.refused)} refused)"

    def lines(self) -> list[str]:
        """Return the lines of the list in the form that ``parse`` reads, sorted by folded word.

        >>> HouseList.parse(["- wagon", "+ chocolatine on est à Toulouse"]).lines()
        ['+ chocolatine on est à Toulouse', '- wagon']
        """
        rows = [("+", key, note) for key, note in self.accepted.items()]
        rows += [("-", key, note) for key, note in self.refused.items()]
        in_order = sorted(rows, key=lambda row: row[1])
        return [f"{sign} {self.spellings[key]} {note}".rstrip() for sign, key, note in in_order]
