"""The auction of coinche: bids of a value and a colour, coinche and surcoinche (VC4 to VC15). Start at ``refusal``.

The functions here are pure.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from ..actions import Action, Bid, Double, Pass, Redouble
from ..cards import CONTRACTS, SUITS, Contract
from ..rules import BeloteRules
from ..seats import ALL_SEATS
from .refusals import SpeechRefusal

#: The value of a bid: its points, or all plis of the team or of the bidder alone (VC5).
BidValue = int | Literal["capot", "generale"]
#: How much two bids without points are above any number of points (VC6).
_RANKS = {"capot": 1_000, "generale": 2_000}
_TEN = 10
#: How many passes end the auction: before any bid, and after a bid or a coinche (VC12).
_ALL, _OTHERS = 4, 3


class CoincheContract(msgspec.Struct, frozen=True, gc=False):
    """The last bid (VC14).

    taker  the index of the seat that made it
    mult   1; 2 after a coinche; 3 or 4 after a surcoinche
    """

    value: BidValue
    colour: Contract
    taker: int
    mult: int = 1


class Bidding(msgspec.Struct, frozen=True, gc=False):
    """The state of the auction. Seats are indexes.

    players   the seats in playing order; the dealer is the last
    turn      the seat that has to speak; None once the auction is over
    contract  the last bid; None before the first
    passes    how many players in a row have passed since the last other word, or since the deal
    """

    players: tuple[int, ...]
    turn: int | None
    contract: CoincheContract | None = None
    passes: int = 0

    @property
    def over(self) -> bool:
        """Whether the auction is over."""
        return self.turn is None

    @property
    def taker(self) -> int | None:
        """The seat that made the last bid; None before the first."""
        return None if self.contract is None else self.contract.taker

    @property
    def trump(self) -> Contract | None:
        """The colour of the last bid; None before the first."""
        return None if self.contract is None else self.contract.colour


def opened(players: tuple[int, ...]) -> Bidding:
    """Return the auction before the first word. *players* are those of ``Bidding``.

    >>> opened((1, 2, 3, 0)).turn
    1
    """
    return Bidding(players, players[0])


@cache
def bid_values(least: int, most: int, *, generale: bool) -> tuple[BidValue, ...]:
    """Return the values that can be bid, from the lowest (VC5, VC6).

    >>> bid_values(150, 160, generale=True)
    (150, 160, 'capot', 'generale')
    """
    return (*range(least, most + 1, _TEN), "capot", *(["generale"] if generale else []))


def rank_of(value: BidValue) -> int:
    """Return the number by which the values of bids are ordered (VC6)."""
    return value if isinstance(value, int) else _RANKS[value]


def refusal(auction: Bidding, action: Action, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why an action is not allowed; None if it is (VC4 to VC11, VC15).

    >>> from ..seats import Seat
    >>> rules = BeloteRules(game="coinche")
    >>> bid = after(opened((1, 2, 3, 0)), Bid(Seat.EST, 90, "♥"), rules)
    >>> refusal(bid, Bid(Seat.NORD, 90, "♠"), rules)
    SpeechRefusal(rule='VC6', reason='bid_low')
    """
    if auction.turn is None:
        return SpeechRefusal("VC12", "auction_over")
    if not isinstance(action, Pass | Bid | Double | Redouble):
        return SpeechRefusal("VC4", "no_such_word")
    seat = action.seat.index
    if seat != auction.turn and not (rules.volley and isinstance(action, Double | Redouble)):
        return SpeechRefusal("BF4", "speaks_out_of_turn")
    if isinstance(action, Pass):
        return None
    if isinstance(action, Bid):
        return _bid_refusal(auction, action, rules)
    contract = auction.contract
    if contract is None:
        return SpeechRefusal("VC9" if isinstance(action, Double) else "VC10", "no_bid")
    own = (contract.taker - seat) % 2 == 0
    if isinstance(action, Double):
        if contract.mult > 1:
            return SpeechRefusal("VC10", "coinched")
        return SpeechRefusal("VC9", "own_bid") if own else None
    if contract.mult == 1:
        return SpeechRefusal("VC10", "not_coinched")
    return None if own else SpeechRefusal("VC10", "not_own_bid")


def _bid_refusal(auction: Bidding, action: Bid, rules: BeloteRules) -> SpeechRefusal | None:
    values = bid_values(rules.bid_min, rules.bid_max, generale=rules.generale)
    if action.value.__class__ not in (int, str) or action.value not in values:
        return SpeechRefusal("VC5", "bid_range")
    if not isinstance(action.colour, str) or action.colour not in (CONTRACTS if rules.sa_ta else SUITS):
        return SpeechRefusal("VC7", "bid_colour")
    contract = auction.contract
    if contract is None:
        return None
    if contract.mult > 1:
        return SpeechRefusal("VC10", "coinched")
    return None if rank_of(action.value) > rank_of(contract.value) else SpeechRefusal("VC6", "bid_low")


def legal(auction: Bidding, rules: BeloteRules) -> tuple[Action, ...]:
    """Return what may be said: pass, coinche and surcoinche, then the bids from the lowest.

    With *volley* the coinches and surcoinches of others are among them (VC11).
    """
    turn, contract = auction.turn, auction.contract
    if turn is None:
        return ()
    passing = (Pass(ALL_SEATS[turn]),)
    if contract is None:
        return (*passing, *_bids(turn, rules.bid_min, rules.bid_max, rules.generale, rules.sa_ta))
    kind = Double if contract.mult == 1 else Redouble
    sides = (contract.taker + 1, contract.taker + 3) if kind is Double else (contract.taker, contract.taker + 2)
    seats = [seat % 4 for seat in sides]
    said = [kind(ALL_SEATS[seat]) for seat in seats if seat == turn]
    others = [kind(ALL_SEATS[seat]) for seat in seats if seat != turn] if rules.volley else []
    if contract.mult > 1:
        return (*passing, *said, *others)
    last = contract.value
    least = last + _TEN if isinstance(last, int) else rules.bid_max + _TEN
    bids = _bids(turn, max(least, rules.bid_min), rules.bid_max, rules.generale, rules.sa_ta)
    if not isinstance(last, int):
        bids = tuple(bid for bid in bids if rank_of(bid.value) > rank_of(last))
    return (*passing, *said, *bids, *others)


@cache
def _bids(seat: int, least: int, most: int, generale: bool, sa_ta: bool) -> tuple[Bid, ...]:
    values = bid_values(least, most, generale=generale)
    return tuple(Bid(ALL_SEATS[seat], value, colour) for value in values for colour in (CONTRACTS if sa_ta else SUITS))


def after(auction: Bidding, action: Action, rules: BeloteRules) -> Bidding:
    """Return the auction after an action that is allowed (VC10 to VC14)."""
    contract, players, seat = auction.contract, auction.players, action.seat.index  # type: ignore[union-attr]  # a word
    passes, over = 0, False
    if isinstance(action, Pass):
        passes = auction.passes + 1
        over = passes == (_ALL if contract is None else _OTHERS)
    elif isinstance(action, Bid) and action.colour is not None:
        contract = CoincheContract(action.value, action.colour, seat)
    elif contract is not None:
        doubled = isinstance(action, Double)
        contract = replace(contract, mult=2 if doubled else rules.surcoinche)
        over = rules.coinche_ends or not doubled
    # VC11: a word out of turn moves the turn too.
    return Bidding(players, None if over else players[(players.index(seat) + 1) % len(players)], contract, passes)
