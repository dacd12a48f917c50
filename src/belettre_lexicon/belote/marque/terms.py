"""Floor 3. The terms of a score sheet, settled before the first deal, and which names players may have."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...errors import ArgumentError
from ..rules import BeloteRules
from ..seats import MAX_PLAYER_NAME, SEATS, Seat
from .entries import NO_NAMES, PlayerNames
from .vocabulary import SEAT_WORDS, fold, is_reserved

#: Why names cannot be used: there are not four; one is too long or unprintable; two are the same; one is a word of the
#: sheet.
NamesProblem = Literal["not_four_names", "not_a_name", "same_name", "reserved_name"]


class MarqueTerms(msgspec.Struct, frozen=True):
    """The terms of a sheet.

    rules   the house rules of the table
    dealer  who deals first (BD2)
    names   the names of the players in playing order; "" for a player without a name
    """

    rules: BeloteRules
    dealer: Seat = Seat.SUD
    names: PlayerNames = NO_NAMES

    def check(self) -> None:
        """Raise ArgumentError if no sheet can be kept on these terms."""
        if not isinstance(self.rules, BeloteRules):
            raise ArgumentError(f"rules: {self.rules!r:.40}, expected BeloteRules")
        if not isinstance(self.dealer, Seat):
            raise ArgumentError(f"dealer: {self.dealer!r:.40}, expected a Seat")
        if (found := names_problem(self.names)) is not None:
            problem, name = found
            raise ArgumentError(f"players: {name!r:.60}: {NAMES_EXPECTED[problem]}")


#: What was expected of names, by the problem that they have.
NAMES_EXPECTED: dict[NamesProblem, str] = {
    "not_four_names": "expected four names in playing order",
    "not_a_name": f"expected a name of up to {MAX_PLAYER_NAME} printable characters, with a letter among them",
    "same_name": "two players have this name, expected four different ones",
    "reserved_name": "a word of the sheet, expected another name",
}


def names_problem(names: object) -> tuple[NamesProblem, str] | None:
    """Return why names cannot be those of the players, and the name that is to blame; None if they can.

    A player without a name has the name "". Upper case and accents make no difference.
    """
    if not isinstance(names, tuple) or len(names) != len(SEATS) or not all(isinstance(name, str) for name in names):
        return "not_four_names", repr(names)[:60]
    seen: set[str] = set()
    for seat, name in zip(SEATS, names, strict=True):
        if not name:
            continue
        folded = fold(name)
        if not (len(name) <= MAX_PLAYER_NAME and name.isprintable() and any(map(str.isalpha, name))):
            return "not_a_name", name
        if name != " ".join(name.split()) or "," in name:
            return "not_a_name", name
        if folded in seen:
            return "same_name", name
        if is_reserved(folded) and SEAT_WORDS.get(folded) is not seat:
            return "reserved_name", name
        seen.add(folded)
    return None


def split_names(text: str) -> tuple[str, ...]:
    """Return the names that a text contains, in its order: between commas or, without a comma, between spaces.

    >>> split_names("Ana, Jean Paul,, Zoé"), split_names("Ana Bob Chloé Zoé")
    (('Ana', 'Jean Paul', '', 'Zoé'), ('Ana', 'Bob', 'Chloé', 'Zoé'))
    """
    return tuple(" ".join(name.split()) for name in text.split(",")) if "," in text else tuple(text.split())
