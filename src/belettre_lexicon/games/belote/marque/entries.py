"""What is entered on a score sheet: its terms, then deals, corrections and names as actions and events of its log.

Events hold what was entered, never what was computed from it: points follow from the entries and the rules. In JSON,
the field ``action`` or ``event`` states the kind. Start reading at ``DealEntry``.
"""

from __future__ import annotations

import msgspec

from ....base.errors import ArgumentError
from ..cards import Contract
from ..rules import BeloteRules
from ..scoring.coinche import BidValue
from ..seats import Seat, Team
from .vocabulary import NAMES_EXPECTED, names_problem

#: The names of the players by ``Seat.index``, two to six of them; "" for a player without a name.
PlayerNames = tuple[str, ...]
NO_NAMES: PlayerNames = ("", "", "", "")


class DealEntry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A deal that was played, as its players count it. Tuples are by ``Team.index``.

    A side is a team, or in games without teams a player. In Belote de comptoir and the lyonnaise an entry has only the
    *team*, *taker* and *bid*, and *plis* or *fallen*.

    team      the takers' side
    plis      the points of the takers' plis with the dix de der (BS1, BS2); None after a capot or a renonce
    taker     the player who took; None if only the team is known
    capot     the side that won all plis (BS7), with three players any defender; None if there is none
    renonce   the side whose renonce ended the deal (BF1); None if none did
    contract  what was trump; None if it was a suit that the entry does not name
    belotes   how many belotes each side said: all together one at most, up to four at tout atout (BB1, BV3)
    annonces  for each side, the points of each of its annonces that count (BN7). Only one side has any, except after a
              renonce
    fallen    whether the takers fell (BS5, VC22, VK9); *plis* may then be None, if nobody counted them
    made      whether the takers made a contract whose score needs no points (VC27.3, VC29), and nobody counted them
    bid       the value of the contract: points, "capot" or "generale" (VC5, VK3); in the classic game "capot" if the
              taker asked for one (BV6); None without a bid
    mult      the factor of a contract of coinche: 1, 2 after a coinche, 3 or 4 after a surcoinche (VC14)

    Two kinds of entries are no deals that were played, and have none of these but *team*:

    misdeal   whether *team* has misdealt (BD9)
    penalty   the points that *team* loses by a decision of the table; 0 if this is no penalty. *reason* is the table's
              own text, "" if it gives none
    """

    team: Team
    plis: int | None = None
    taker: Seat | None = None
    capot: Team | None = None
    renonce: Team | None = None
    contract: Contract | None = None
    belotes: tuple[int, ...] = (0, 0)
    annonces: tuple[tuple[int, ...], ...] = ((), ())
    fallen: bool = False
    misdeal: bool = False
    penalty: int = 0
    reason: str = ""
    made: bool = False
    bid: BidValue | None = None
    mult: int = 1

    @property
    def played(self) -> bool:
        """Whether cards were played: the entry is neither a misdeal nor a penalty."""
        return not self.misdeal and not self.penalty and not self.reason


class _MarqueAction(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"
):
    """The base class of all actions on a sheet."""


class WriteDeal(_MarqueAction, frozen=True, tag="write"):
    """Write the next deal; *entry* is None if nobody took (BA6)."""

    entry: DealEntry | None = None


class CorrectDeal(_MarqueAction, frozen=True, tag="correct"):
    """Replace deal *number*, counted from 1, with *entry*. It and all later deals are scored again.

    *entry* is None if nobody took (BA6).
    """

    number: int
    entry: DealEntry | None = None


class SeatPlayers(_MarqueAction, frozen=True, tag="seat"):
    """Name the players, in playing order; "" for a player without a name."""

    names: PlayerNames


class SetDealer(_MarqueAction, frozen=True, tag="dealer"):
    """Set the seat that deals next, if it is not the one that the sheet expects (BD2, BD10)."""

    seat: Seat


class BeginPartie(_MarqueAction, frozen=True, tag="partie"):
    """Begin the next partie of the evening, after the end of one; the dealer goes on (BD10).

    *names* seats the players anew, in playing order; None for the same seats.
    """

    names: PlayerNames | None = None


class _MarqueEvent(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"
):
    """The base class of all events of a sheet."""


class SheetBegun(_MarqueEvent, frozen=True, tag="begun"):
    """BD2: an empty sheet was begun.

    dealer  the seat that deals first
    names   the names of the players in playing order; "" for a player without a name
    """

    dealer: Seat
    names: PlayerNames = NO_NAMES


class DealWritten(_MarqueEvent, frozen=True, tag="written"):
    """A deal was written. *number* is its number from 1; *entry* is None if nobody took (BA6)."""

    number: int
    entry: DealEntry | None = None


class DealCorrected(_MarqueEvent, frozen=True, tag="corrected"):
    """A deal was replaced; the fields are those of ``DealWritten``."""

    number: int
    entry: DealEntry | None = None


class PlayersSeated(_MarqueEvent, frozen=True, tag="seated"):
    """The players were named, in playing order; "" stands for a player without a name."""

    names: PlayerNames


class DealerSet(_MarqueEvent, frozen=True, tag="dealer_set"):
    """The table decided that *seat* deals next, whatever the sheet expected (BD10)."""

    seat: Seat


class PartieBegun(_MarqueEvent, frozen=True, tag="partie"):
    """The next partie of the evening has begun, with its players in playing order."""

    names: PlayerNames


MarqueAction = WriteDeal | CorrectDeal | SeatPlayers | SetDealer | BeginPartie
MarqueEvent = SheetBegun | DealWritten | DealCorrected | PlayersSeated | DealerSet | PartieBegun


class MarqueTerms(msgspec.Struct, frozen=True):
    """The terms of a sheet.

    rules   the house rules of the table
    dealer  the seat that deals first (BD2)
    names   the names of the players in playing order; "" for a player without a name
    """

    rules: BeloteRules
    dealer: Seat = Seat.SUD
    names: PlayerNames = NO_NAMES

    def check(self) -> None:
        """Raise ArgumentError, which names the field and what was expected, if no sheet can be kept on these terms."""
        if not isinstance(self.rules, BeloteRules):
            raise ArgumentError(f"rules: {self.rules!r:.40}, expected BeloteRules")
        if not isinstance(self.dealer, Seat):
            raise ArgumentError(f"dealer: {self.dealer!r:.40}, expected a Seat")
        table = self.rules.variant.table
        if self.dealer not in table.seats:
            known = ", ".join(seat.value for seat in table.seats)
            raise ArgumentError(f"dealer: {self.dealer.value}, expected one of {known}")
        if (found := names_problem(self.names, len(table.seats))) is not None:
            problem, name = found
            raise ArgumentError(f"players: {name!r:.60}: {NAMES_EXPECTED[problem]}")
