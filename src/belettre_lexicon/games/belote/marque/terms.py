"""The terms of a score sheet, settled before the first deal."""

from __future__ import annotations

import msgspec

from ....base.errors import ArgumentError
from ..rules import BeloteRules
from ..seats import Seat
from .entries import NO_NAMES, PlayerNames
from .names import NAMES_EXPECTED, names_problem


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
