"""The types of request bodies for score sheets of Belote; ``api.requests`` has those for games of all kinds."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ....games.belote.marque.entries import MarqueAction, PlayerNames
from ....games.belote.rules import BeloteRules
from ....games.belote.seats import Seat
from ...api.requests import Name, Seen, option_fields

SheetRules = msgspec.defstruct(
    "SheetRules",
    option_fields(BeloteRules),
    namespace={"__doc__": "House rules of Belote; the options are those of RULES-BELOTE.md."},
    forbid_unknown_fields=True,
    kw_only=True,
)


class NewSheet(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request for a new score sheet of Belote.

    names   the names of the players in playing order; "" for a player without a name
    dealer  the seat that deals first
    rules   the house rules
    """

    names: tuple[Name, Name, Name, Name] = ("", "", "", "")
    dealer: Seat = Seat.SUD
    rules: SheetRules = msgspec.field(default_factory=SheetRules)  # type: ignore[valid-type]  # made of the options

    def house_rules(self) -> BeloteRules:
        """Return the house rules as a sheet keeps them."""
        return BeloteRules(**msgspec.structs.asdict(self.rules))

    def players(self) -> PlayerNames:
        """Return the names. Line breaks and repeated spaces are replaced by one space."""
        first, second, third, fourth = (" ".join(name.split()) for name in self.names)
        return first, second, third, fourth


class SheetEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that changes a score sheet. All actions form one entry, which is undone as a whole.

    number   the number of entries that the device had seen
    actions  the actions in order; usually there is one
    """

    number: Seen
    actions: Annotated[list[MarqueAction], Meta(min_length=1, max_length=4)]
