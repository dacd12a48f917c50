"""The names of the players of a score sheet: which names are allowed, and which player a word means.

Seats are indexes here, 0 to 3 in playing order (BD1). Front-ends that have to start quickly import this module.
"""

from __future__ import annotations

from .vocabulary import FILLERS, SEAT_LETTERS, SEAT_WORDS, fold, is_reserved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    #: Why names cannot be used: there are not four; one is too long or without a letter; two are the same; one is a
    #: word of the sheet.
    NamesProblem = Literal["not_four_names", "not_a_name", "same_name", "reserved_name"]

PLAYERS = 4
#: The most characters in a name, as in ``seats``.
_MOST_NAME = 40
#: What was expected of names, by the problem that they have.
NAMES_EXPECTED: dict[NamesProblem, str] = {
    "not_four_names": "expected four names in playing order",
    "not_a_name": f"expected a name of up to {_MOST_NAME} printable characters, with a letter and without a comma",
    "same_name": "two players have this name, expected four different ones",
    "reserved_name": "a word of the sheet, expected another name",
}


def names_problem(names: object) -> tuple[NamesProblem, str] | None:
    """Return why names cannot be those of the players, and the name that is to blame; None if they can.

    A player without a name has the name "". Upper case and accents make no difference.
    """
    if not isinstance(names, tuple) or len(names) != PLAYERS or not all(isinstance(name, str) for name in names):
        return "not_four_names", repr(names)[:60]
    seen: set[str] = set()
    for seat, name in enumerate(names):
        if not name:
            continue
        folded = fold(name)
        if not (len(name) <= _MOST_NAME and name.isprintable() and any(map(str.isalpha, name))):
            return "not_a_name", name
        if name != " ".join(name.split()) or "," in name:
            return "not_a_name", name
        if folded in seen:
            return "same_name", name
        if is_reserved(folded) and SEAT_WORDS.get(folded) != seat:
            return "reserved_name", name
        seen.add(folded)
    return None


def split_names(text: str) -> tuple[str, ...]:
    """Return the names that a text contains, in its order: between commas or, without a comma, between spaces.

    >>> split_names("Ana, Jean Paul,, Zoé"), split_names("Ana Bob Chloé Zoé")
    (('Ana', 'Jean Paul', '', 'Zoé'), ('Ana', 'Bob', 'Chloé', 'Zoé'))
    """
    return tuple(" ".join(name.split()) for name in text.split(",")) if "," in text else tuple(text.split())


def find_players(word: str, names: Sequence[str]) -> list[int]:
    """Return the indexes of the players whom a folded word can mean; [] if it means none.

    That is the seat, or the players whose names begin with the word. Where no player has a name, the letters of the
    seats are understood.

    >>> find_players("b", ("Ana", "Bob", "", "")), find_players("nord", ("Ana", "Bob", "", ""))
    ([1], [2])
    """
    if not word:
        return []  # a lone accent folds to nothing, which is not the name of a player without one
    folded = [fold(name) for name in names]
    if word in folded:
        return [folded.index(word)]
    if word in SEAT_WORDS:
        return [SEAT_WORDS[word]]
    if is_reserved(word) and not (word in FILLERS and len(word) == 1):
        return []
    if not any(names):
        return [SEAT_LETTERS[word]] if word in SEAT_LETTERS else []
    return [index for index, name in enumerate(folded) if name and name.startswith(word)]
