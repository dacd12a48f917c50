"""What a snapshot says of the phones at a table: who holds which seat, who asks for one, what waits.

Start reading at ``seats_as_seen``.
"""

from __future__ import annotations

import msgspec

from ...french.cards import back
from ...games.belettre.actions import THINKING_TIME, AnnounceBelettre, Discard, Lay, Passe, PickUp, Reveal, Swap
from ...games.belettre.seats import SEATS, Seat
from ...referee.catalogue import Catalogue
from ...referee.names import capital, card_text, seat_text
from ...referee.sentences import printable
from .registry import Game

#: How many characters of the SHA-256 of its token name a phone. They are worth nothing to anybody, and a phone finds
#: out by them whether it has been given the seat that it asked for.
_PHONE_ID = 12


class HeldSeat(msgspec.Struct):
    """A seat, and the phone that holds it.

    seat   the seat
    phone  the name of the phone; "" if no phone holds the seat
    """

    seat: Seat
    phone: str


class AskingPhone(msgspec.Struct):
    """A phone that asks for a seat.

    seat   the seat
    check  the two digits that the phone shows
    """

    seat: Seat
    check: str


class OpenProposal(msgspec.Struct):
    """What a player has entered on their own phone, until it is confirmed.

    seat   the seat of the player
    own    whether it is that of the device itself, which may withdraw it
    may    whether the device may confirm it
    text   what was entered, as a sentence; a card laid face down is named to its player alone
    late   how many seconds the player had thought, if that is more than allowed (P13); 0 otherwise
    """

    seat: Seat
    own: bool
    may: bool
    text: str
    late: int


class SeatsSeen(msgspec.Struct):
    """The phones at a table, as one device may know of them.

    confirm   who confirms what players enter on their own phones: "arbiter", "any" or "none"
    held      the four seats
    asking    the phones that ask for a seat; [] unless the device is an arbiter's
    waiting   the names of the phones that ask for a seat, as in ``HeldSeat``
    proposal  what waits to be confirmed; None if nothing does
    paused    whether the clock is stopped
    """

    confirm: str
    held: list[HeldSeat]
    asking: list[AskingPhone]
    waiting: list[str]
    proposal: OpenProposal | None
    paused: bool


def phone_id(secret: str) -> str:
    """Return the name of a phone, from the SHA-256 of its token."""
    return secret[:_PHONE_ID]


def seats_as_seen(game: Game, say: Catalogue, seat: Seat | None, may: bool) -> SeatsSeen:
    """Return the phones at a table of real cards as a device may know of them.

    say   the catalogue, with the names of the players
    seat  the seat that the device holds; None if it holds none
    may   whether it may change the game
    """
    state = game.table_state
    requests = state.open_requests()
    return SeatsSeen(
        confirm=state.confirm,
        held=[HeldSeat(place, phone_id(state.holders.get(place, ""))) for place in SEATS],
        asking=[AskingPhone(one.seat, one.check) for one in requests] if may else [],
        waiting=[phone_id(one.secret) for one in requests],
        proposal=_proposal(game, say, seat, may),
        paused=state.is_paused(game.number),
    )


def _proposal(game: Game, say: Catalogue, seat: Seat | None, may: bool) -> OpenProposal | None:
    """Return what waits to be confirmed, as a device may know it."""
    proposal = game.table_state.proposal_for(game.number)
    if proposal is None:
        return None
    own = proposal.seat is seat
    others_may = seat is not None and not own and game.table_state.confirm == "any"
    return OpenProposal(
        proposal.seat,
        own,
        may or others_may,
        " ".join(capital(action_text(action, own, say)) for action in proposal.actions),
        int(proposal.elapsed) if proposal.elapsed > THINKING_TIME else 0,
    )


def action_text(action: object, own: bool, say: Catalogue) -> str:
    """Return what a player has entered as a sentence. Only its player may know a card laid face down."""
    match action:
        case Lay(seat=seat, card=card, word=word, letter=letter):
            return say(
                "seat.lays", player=seat_text(seat, say), card=card_text(card, say, letter), word=printable(word)
            )
        case Passe(seat=seat, card=card) | Discard(seat=seat, card=card) | Swap(seat=seat, card=card):
            key = {Passe: "passes", Discard: "discards", Swap: "swaps"}[type(action)]
            return say(f"seat.{key}", player=seat_text(seat, say), card=card_text(card if own else back(card), say))
        case Reveal(seat=seat, card=card):
            return say("seat.reveals", player=seat_text(seat, say), card=card_text(card, say))
        case AnnounceBelettre(seat=seat):
            return say("seat.announces", player=seat_text(seat, say))
        case PickUp(seat=seat):
            return say("seat.picks_up", player=seat_text(seat, say))
        case _:
            raise TypeError(f"{type(action).__name__} is not entered by players")
