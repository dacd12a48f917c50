"""The state of a table, kept beside the journal: the seats that phones hold, a card to be confirmed, the pause.

The journal contains what happened in the game; its entries are never removed. The state of the table matters only as
long as people play: which phone holds which seat, which phones ask for a seat, the card that a player has laid on their
phone and that nobody has confirmed yet, and the code of the game that the players began next. The state is one JSON
object in the row of the game. Every change replaces the whole object, unless another process has replaced it meanwhile
(``LoadedGame.change_table_state``).

A phone asks for a seat and is given a token. The token allows nothing until the arbiter has given the seat to the phone
that shows the same digits. The phone that had the seat before then loses it, so a lost phone can be replaced in the
same way. Digits are given once at a table, and no request takes the place of another: whoever shows digits is the phone
that they were given to, and for a while it is known for which seat an earlier phone asked that shows them
(``TableState.find_request``). Start reading at ``TableState``.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Generic, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from ...base.errors import BelettreError
from .invitations import Invitation

#: The seats of a kind of game, and what its players enter.
SeatT = TypeVar("SeatT")
ActionT = TypeVar("ActionT")
#: Who confirms what a player enters on their own phone: an arbiter's device, any other phone at the table, or nobody.
Confirmation = Literal["arbiter", "any", "none"]
#: How fast the bots of a game of one person move.
Pace = Literal["slow", "normal", "fast"]
#: Seconds after which a phone has to ask again for a seat; how many may ask at a time, in all and from one address.
REQUEST_SECONDS, MAX_REQUESTS, MAX_OF_ADDRESS = 15 * 60, 24, 8
#: How many requests that were answered or have ended are remembered, the last ones, and how many used invitations.
MAX_PAST, MAX_USED = 24, 60


class TooManyAskError(BelettreError):
    """Raised if too many phones ask for seats already, in all or from the address of this one, or were invited."""


class UsedInvitationError(BelettreError):
    """Raised if an invitation was used before."""


class SeatRequest(msgspec.Struct, Generic[SeatT], frozen=True):
    """A phone that asks for a seat.

    seat    the seat
    secret  the SHA-256 of the token that was given to the phone
    check   two digits or more, which the phone shows, so that the arbiter can tell it from another one
    at      when it asked, in seconds since 1970
    origin  a hash of the address from which it asked; "" if it is not known
    """

    seat: SeatT
    secret: str
    check: str
    at: float
    origin: str = ""


class Proposal(msgspec.Struct, Generic[SeatT, ActionT], frozen=True):
    """What a player has entered on their own phone, until it is confirmed.

    seat     the seat of the player
    number   the number of entries of the game for which it was entered; it is void when there are more
    actions  the actions
    elapsed  how many seconds the player had been thinking
    """

    seat: SeatT
    number: int
    actions: list[ActionT]
    elapsed: float


class Knower(msgspec.Struct, frozen=True):
    """The phone that knows a card lying face down, although it does not hold the seat any more (P7).

    secret  the SHA-256 of its token; "" if no phone knows the card, because an arbiter entered it
    pli     the pli in which the card lies, as ``LoadedGame.hidden_in`` names it
    """

    secret: str
    pli: str


class TableState(msgspec.Struct, Generic[SeatT, ActionT], frozen=True, omit_defaults=True):
    """The state of a table, kept beside the journal of the game. Immutable: the methods return a new object.

    confirm       who confirms what a player enters on their own phone: "arbiter", "any" (other phones too) or "none"
    pace          how fast bots move: "slow", "normal" or "fast"; unused in a game without bots
    holders       the SHA-256 of the token of the phone that holds a seat, by seat
    requests      the phones that ask for a seat, the oldest first
    proposal      what a player has entered and nobody has confirmed; None if there is nothing
    paused_at     when the clock was stopped after entry *paused_entry*, in seconds since 1970; None if it was not, or
                  was started again since
    paused_entry  the number of entries when the clock was last stopped or started; -1 if it never was. The next entry
                  starts the clock
    paused        for how many seconds the clock was stopped after that entry, not counting the current pause
    next          the code of the game that the players begin after this one; "" if they have not begun one
    digits        the digits of the present length that phones were given to show; all shorter ones are used up
    past          requests that were answered or have ended, the oldest first, at most MAX_PAST and without their hashes
    used          when each invitation ends that was used and has not ended, by ``Invitation.header``
    knowers       who knows the card that lies face down before a seat, by seat, if the phone that holds the seat has
                  changed since it was laid
    shown         the pli in which the card of a seat lies that its phone shows to the arbiter, by seat
    """

    confirm: Confirmation = "arbiter"
    pace: Pace = "normal"
    holders: dict[SeatT, str] = {}
    requests: tuple[SeatRequest[SeatT], ...] = ()
    proposal: Proposal[SeatT, ActionT] | None = None
    paused_at: float | None = None
    paused_entry: int = -1
    paused: float = 0.0
    next: str = ""
    digits: tuple[str, ...] = ()
    past: tuple[SeatRequest[SeatT], ...] = ()
    used: dict[str, int] = {}
    knowers: dict[SeatT, Knower] = {}
    shown: dict[SeatT, str] = {}

    def seat_of(self, secret: str) -> SeatT | None:
        """Return the seat that a phone holds; None if it holds none. *secret* is the SHA-256 of its token."""
        return next((seat for seat, holder in self.holders.items() if secrets.compare_digest(holder, secret)), None)

    def open_requests(self) -> tuple[SeatRequest[SeatT], ...]:
        """Return the requests for seats that were made in the last 15 minutes (REQUEST_SECONDS)."""
        since = time.time() - REQUEST_SECONDS
        return tuple(request for request in self.requests if request.at >= since)

    def with_request(self, seat: SeatT, secret: str, origin: str = "") -> TableState[SeatT, ActionT]:
        """Return this state with a new request of a phone for a seat, whose digits no other phone was given before.

        An earlier request of the phone is removed, and its digits stay those of the phone.

        secret  the SHA-256 of the token of the phone
        origin  a hash of the address of the phone; "" if it is not known

        Raises TooManyAskError if MAX_REQUESTS phones ask already, or MAX_OF_ADDRESS from this address.
        """
        others = [one for one in self.open_requests() if one.secret != secret]
        if len(others) >= MAX_REQUESTS or sum(one.origin == origin for one in others) >= MAX_OF_ADDRESS:
            raise TooManyAskError(f"{len(others)} phones ask for seats already")
        own = [one.check for one in self.open_requests() if one.secret == secret]
        digits = self.digits if own else _with_new_digits(self.digits)
        check = own[0] if own else digits[-1]
        requests = [*others, SeatRequest(seat, secret, check, time.time(), origin)]
        return replace(self._with_requests(requests), digits=digits)

    def without_request(self, secret: str) -> TableState[SeatT, ActionT]:
        """Return this state without the request whose token has the SHA-256 *secret*."""
        return self._with_requests([one for one in self.open_requests() if one.secret != secret])

    def _with_requests(self, requests: Sequence[SeatRequest[SeatT]]) -> TableState[SeatT, ActionT]:
        """Return this state with other open requests. Those whose digits are not among them are past."""
        shown = {one.check for one in requests}
        gone = [replace(one, secret="", origin="") for one in self.requests if one.check not in shown]
        return replace(self, requests=tuple(requests), past=(*self.past, *gone)[-MAX_PAST:])

    def find_request(self, check: str) -> SeatRequest[SeatT] | None:
        """Return the request of the phone that was given these digits, open or past; None if it is not known."""
        return next((one for one in (*self.requests, *self.past) if one.check == check), None)

    def with_used(self, invitation: Invitation) -> TableState[SeatT, ActionT]:
        """Return this state after an invitation was used, without those that have ended.

        Raises UsedInvitationError if it was used before, TooManyAskError if MAX_USED are to be remembered already.
        """
        used = {header: ends for header, ends in self.used.items() if ends >= time.time()}
        if invitation.header in used:
            raise UsedInvitationError(f"the invitation {invitation.header} was used")
        if len(used) >= MAX_USED:
            raise TooManyAskError(f"{len(used)} invitations were used in the last minutes")
        return replace(self, used={**used, invitation.header: invitation.ends})

    def with_holder(self, seat: SeatT, secret: str) -> TableState[SeatT, ActionT]:
        """Return this state after a seat was given to the phone whose token has the SHA-256 *secret*.

        A phone holds one seat at a time: it gives up its earlier seat, and its request is removed.
        """
        holders = {place: holder for place, holder in self.holders.items() if holder != secret}
        return self._with_holders({**holders, seat: secret}).without_request(secret)

    def without_holder(self, seat: SeatT) -> TableState[SeatT, ActionT]:
        """Return this state after a seat was taken from its phone."""
        return self._with_holders({place: holder for place, holder in self.holders.items() if place is not seat})

    def _with_holders(self, holders: Mapping[SeatT, str]) -> TableState[SeatT, ActionT]:
        """Return this state with other holders; what a phone entered for its seat goes with the phone."""
        proposal = self.proposal
        changed = {seat for seat in {**holders, **self.holders} if holders.get(seat) != self.holders.get(seat)}
        if proposal is not None and proposal.seat in changed:
            proposal = None
        return replace(self, holders=dict(holders), proposal=proposal)

    def with_clock(self, number: int, *, stopped: bool) -> TableState[SeatT, ActionT]:
        """Return this state after the clock of a game with *number* entries was stopped or, otherwise, started."""
        if stopped and self.is_paused(number):
            return self
        paused_at = time.time() if stopped else None
        return replace(self, paused_at=paused_at, paused_entry=number, paused=self.paused_for(number))

    def paused_for(self, number: int) -> float:
        """Return for how many seconds the clock was stopped since the last entry of a game with *number* entries."""
        if self.paused_entry != number:
            return 0.0
        return self.paused + (time.time() - self.paused_at if self.paused_at is not None else 0.0)

    def is_paused(self, number: int) -> bool:
        """Return whether the clock is stopped in a game with *number* entries; an entry starts it again."""
        return self.paused_entry == number and self.paused_at is not None

    def proposal_for(self, number: int) -> Proposal[SeatT, ActionT] | None:
        """Return what waits to be confirmed in a game with *number* entries; None if nothing does."""
        return self.proposal if self.proposal is not None and self.proposal.number == number else None


def _with_new_digits(used: tuple[str, ...]) -> tuple[str, ...]:
    """Return *used*, digits of one length, and other ones, drawn at random. If all are used, begin with longer ones."""
    length = len(used[-1]) if used else 2
    if free := set(map(str, range(10 ** (length - 1), 10**length))).difference(used):
        return (*used, secrets.choice(sorted(free)))
    return (str(secrets.choice(range(10**length, 10 ** (length + 1)))),)
