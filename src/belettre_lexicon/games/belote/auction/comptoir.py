"""The auction of Belote de comptoir: whole numbers of points, each above the last (VK2 to VK4). Start at ``refusal``.

The functions here are pure. ``lyonnaise`` begins with the same bids.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from ..actions import Action, Bid, Pass, SayCards
from ..rules import BeloteRules
from ..seats import ALL_SEATS
from .refusals import SpeechRefusal

#: The most points of a bid: those of all cards (VK3, VK7).
MOST_BID = 152
#: The most cards that the dealer may deal to each player (VK2).
MOST_CARDS = 5


class Comptoir(msgspec.Struct, frozen=True, gc=False):
    """The state of the auction. Seats are indexes.

    players  the seats that are still in, in playing order from the dealer's next; the dealer is the last
    turn     the seat that has to speak; None once the auction is over
    cards    the number of cards of each player; 0 as long as the dealer has to say it (VK2)
    taker    the seat that made the last bid; None before the first
    bid      the last bid in points; 0 before the first
    passes   how many players in a row have passed since the last bid, or since the deal
    """

    players: tuple[int, ...]
    turn: int | None
    cards: int
    taker: int | None = None
    bid: int = 0
    passes: int = 0

    #: What is trump is not known before the first card (VK5).
    contract: ClassVar[None] = None
    trump: ClassVar[None] = None

    def next_to(self, seat: int) -> int:
        """Return the seat after another one, among those that are still in."""
        return self.players[(self.players.index(seat) + 1) % len(self.players)]


def opened(players: tuple[int, ...], cards: int) -> Comptoir:
    """Return the auction before the first word. *players* and *cards* are those of ``Comptoir``.

    >>> opened((1, 2, 0), 5).turn, opened((1, 2, 0), 0).turn
    (1, 0)
    """
    return Comptoir(players, players[0] if cards else players[-1], cards)


def refusal(auction: Comptoir, action: Action, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why an action is not allowed; None if it is (VK2, VK3, BF4).

    >>> from ..seats import Seat
    >>> refusal(opened((1, 2, 0), 5), Bid(Seat.EST, 153), BeloteRules(game="comptoir", seats=3))
    SpeechRefusal(rule='VK3', reason='bid_range')
    """
    if auction.turn is None:
        return SpeechRefusal("VK5", "auction_over")
    if not isinstance(action, Bid | Pass | SayCards):
        return SpeechRefusal("VK3", "no_such_word")
    if not auction.cards and not isinstance(action, SayCards):
        return SpeechRefusal("VK2", "awaits_cards")
    if action.seat.index != auction.turn:
        return SpeechRefusal("BF4", "speaks_out_of_turn")
    if isinstance(action, SayCards):
        if auction.cards:
            return SpeechRefusal("VK2", "cards_said")
        fits = action.cards.__class__ is int and 1 <= action.cards <= MOST_CARDS
        return None if fits else SpeechRefusal("VK2", "cards_range")
    return bid_refusal(auction.bid, action, rules) if isinstance(action, Bid) else None


def bid_refusal(last: int, action: Bid, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why a bid is not allowed after the bid *last*; None if it is (VK3). 0 stands for no bid."""
    value = action.value
    if action.colour is not None:
        return SpeechRefusal("VK5", "bid_colour")
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_BID:
        return SpeechRefusal("VK3", "bid_range")
    if value % rules.bid_step:
        return SpeechRefusal("VK3", "bid_step")
    return None if value > last else SpeechRefusal("VK3", "bid_low")


def legal(auction: Comptoir, rules: BeloteRules) -> list[Action]:
    """Return the actions that the player whose turn it is may take; [] once the auction is over."""
    if auction.turn is None:
        return []
    if not auction.cards:
        return [*_cards(auction.turn)]
    return [*_words(auction.turn, auction.bid, rules.bid_step)]


@cache
def _cards(seat: int) -> tuple[Action, ...]:
    return tuple(SayCards(ALL_SEATS[seat], cards) for cards in range(1, MOST_CARDS + 1))


@cache
def _words(seat: int, last: int, step: int) -> tuple[Action, ...]:
    """Return the pass and every bid above *last*, which is a multiple of *step*."""
    speaker = ALL_SEATS[seat]
    return (Pass(speaker), *(Bid(speaker, value) for value in range(last + step, MOST_BID + 1, step)))


def after(auction: Comptoir, action: Action, rules: BeloteRules) -> Comptoir:
    """Return the auction after an action that is allowed.

    It is over when all have passed (VK4), or all others have passed in a row since the last bid (VK3).
    """
    if isinstance(action, SayCards):
        return replace(auction, turn=auction.players[0], cards=action.cards)
    seat = action.seat.index  # type: ignore[union-attr]  # Bid or Pass
    if isinstance(action, Bid):
        return replace(auction, turn=auction.next_to(seat), taker=seat, bid=action.value, passes=0)
    passes = auction.passes + 1
    over = passes == len(auction.players) - (auction.taker is not None)
    return replace(auction, turn=None if over else auction.next_to(seat), passes=passes)
