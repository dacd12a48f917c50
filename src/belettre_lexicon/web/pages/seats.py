"""Phones at the seats of a table, on the game page: links to a seat, and what the phone of a player may enter.

The operations are those of ``api.seats``. Start reading at ``player_awaits``.
"""

from __future__ import annotations

from litestar import Response

from ...games.belettre.seats import SEATS
from ...games.belettre.state import LAY, PICK_UP
from ..edge.problems import ProblemError
from ..edge.request_context import may_change
from ..services import Request, services_of
from ..tables.invitations import write_seat_invitation
from ..tables.registry import parse_code
from ..tables.snapshot import Snapshot
from .invitation_link import invitation_answer
from .render import page

#: What the game page asks of the API about seats, below the path of a game.
SEAT_CHANGES = ("seats/answer", "seats/free", "confirmation", "proposal")


def player_awaits(snapshot: Snapshot) -> str:
    """Return what the game awaits from the seat that the phone holds: "lay", "swap", "reveal" or "pick_up"; else ""."""
    own = snapshot.own
    if own is None:
        return ""
    if snapshot.awaits == LAY:
        return LAY if snapshot.turn is own else ""
    if snapshot.awaits == PICK_UP:
        return PICK_UP if own.team in [seat.team for seat in snapshot.movers] else ""
    return snapshot.awaits if own in snapshot.movers else ""


def waiting_text(snapshot: Snapshot) -> str:
    """Return a text that changes when a device is asked for something else: to confirm a card, or to give a seat."""
    seats = snapshot.seats
    if seats is None:
        return ""
    return " ".join([seats.proposal.text if seats.proposal else "", *(asking.check for asking in seats.asking)]).strip()


@page("/g/{code:str}/seats/{seat:str}/invitation", method="POST")
def seat_invitation(request: Request) -> Response[bytes]:
    """Return a link that gives a seat to the phone that opens it first.

    Raises ProblemError if the device that asks may not change the game.
    """
    code, name = parse_code(request.path_params["code"]), request.path_params["seat"]
    seat = next((seat for seat in SEATS if seat.value == name), None)
    if seat is None:
        raise ProblemError("path")
    with services_of(request).games.open_game(code) as game:
        if not may_change(request, game):
            raise ProblemError("token")
        if game.practice is not None:
            raise ProblemError("not_yours")
        holder = game.table_state.holders.get(seat, "")
        invitation = write_seat_invitation(seat, code, game.token_hash, holder)
    return invitation_answer(request, f"/g/{code}", "seat", invitation)
