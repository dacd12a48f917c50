"""The phones at a table, as a snapshot tells of them: who holds which seat, who asks for one, what waits.

Start reading at ``phones_as_seen``.
"""

from __future__ import annotations

from typing import Any, Generic

import msgspec

from .kind import SeatedKind
from .loaded_game import Viewer
from .table_state import SeatT

#: How many characters of the SHA-256 of its token name a phone. They are worth nothing to anybody, and a phone finds
#: out by them whether it has been given the seat that it asked for.
_PHONE_ID = 12


class HeldSeat(msgspec.Struct, Generic[SeatT]):
    """A seat, and the phone that holds it.

    seat   the seat
    phone  the name of the phone; "" if no phone holds the seat
    """

    seat: SeatT
    phone: str


class AskingPhone(msgspec.Struct, Generic[SeatT]):
    """A phone that asks for a seat.

    seat   the seat
    check  the two digits that the phone shows
    """

    seat: SeatT
    check: str


class OpenProposal(msgspec.Struct, Generic[SeatT]):
    """What a player has entered on their own phone, until it is confirmed.

    seat   the seat of the player
    own    whether it is that of the device itself, which may withdraw it
    may    whether the device may confirm it
    text   what was entered, as a sentence; a card laid face down is named to its player alone
    late   how many seconds the player had thought, if that is more than allowed (P13); 0 otherwise
    """

    seat: SeatT
    own: bool
    may: bool
    text: str
    late: int


class SeatsSeen(msgspec.Struct, Generic[SeatT]):
    """The phones at a table, as one device may know of them.

    confirm   who confirms what players enter on their own phones: "arbiter", "any" or "none"
    held      the four seats
    asking    the phones that ask for a seat; [] unless the device is an arbiter's
    waiting   the names of the phones that ask for a seat, as in ``HeldSeat``
    proposal  what waits to be confirmed; None if nothing does
    paused    whether the clock is stopped
    """

    confirm: str
    held: list[HeldSeat[SeatT]]
    asking: list[AskingPhone[SeatT]]
    waiting: list[str]
    proposal: OpenProposal[SeatT] | None
    paused: bool


def phone_id(secret: str) -> str:
    """Return the name of a phone, from the SHA-256 of its token."""
    return secret[:_PHONE_ID]


def phones_as_seen(game: SeatedKind[Any, Any, SeatT], viewer: Viewer) -> SeatsSeen[SeatT]:
    """Return the phones at a table of real cards as a device may know of them."""
    state = game.table_state
    requests = state.open_requests()
    return SeatsSeen(
        confirm=state.confirm,
        held=[HeldSeat(place, phone_id(state.holders.get(place, ""))) for place in game.SEATS],
        asking=[AskingPhone(one.seat, one.check) for one in requests] if viewer.may else [],
        waiting=[phone_id(one.secret) for one in requests],
        proposal=_proposal(game, viewer),
        paused=state.is_paused(game.number),
    )


def _proposal(game: SeatedKind[Any, Any, SeatT], viewer: Viewer) -> OpenProposal[SeatT] | None:
    """Return what waits to be confirmed, as a device may know it."""
    proposal = game.table_state.proposal_for(game.number)
    if proposal is None:
        return None
    own = proposal.seat is viewer.seat
    others_may = viewer.seat is not None and not own and game.table_state.confirm == "any"
    return OpenProposal(
        proposal.seat,
        own,
        viewer.may or others_may,
        " ".join(game.entered_text(action, own, viewer.language) for action in proposal.actions),
        int(proposal.elapsed) if proposal.elapsed > game.ALLOWED_SECONDS else 0,
    )
