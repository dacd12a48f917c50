"""The bids of the bots in coinche. Start reading at ``best_speech`` and, for the easy bot, ``easy_speech``.

The strong bot plays out deals that fit what was said, in each colour in which its hand gives a reason to bid, and in
that of its partner. It bids what it makes often enough, if that is worth more than to let the last bid stand. It raises
its partner to what is worth most, and coinches what fails often enough.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec

from ..actions import Action, Bid, Double, Pass, Redouble
from ..auction.coinche import Bidding, BidValue, CoincheContract, rank_of
from ..cards import SUITS, Contract
from ..scoring.coinche import bid_points
from ..seats import ALL_SEATS
from ..view import View
from .forecast import Forecast
from .inference import LikelyWorlds, looks_like_a_take, points_expected
from .playout import playout_for
from .worlds import undealt_cards

#: The strong bot bids what it makes in this share of the deals that it plays out.
SURE = 0.72
#: To overbid, it goes down to this share if that is worth more than to let the others play.
DARING = 0.55
#: To overbid in a colour of its own it needs a hand that makes, by its own cards, at most this many points less.
SHORT = 5.0
#: It coinches, or surcoinches, if its team wins this share of the deals, and if this is worth more than a pass.
COINCHES, SURCOINCHES = 0.75, 0.85
#: How many colours are tried in all deals; the others look worse in a tenth of them.
COLOURS = 2
#: What the easy bot wants to make more than it bids, and the most that it bids.
EASY_MARGIN, EASY_MOST = 12.0, 120


class _Tried(msgspec.Struct, frozen=True):
    """What was found by playouts in a colour: for each world the points of the seat's team, and the belotes."""

    colour: Contract
    made: list[int]
    belotes: list[tuple[int, int]]


def best_speech(view: View, rng: random.Random, number: int) -> Action:
    """Return the best word in an auction of coinche. *number* is in how many worlds colours are tried."""
    own = [action for action in view.actions if action.seat is view.seat]  # type: ignore[union-attr]  # words
    bids = [action for action in own if isinstance(action, Bid) and action.value != "generale"]
    doubles = [action for action in own if isinstance(action, Double | Redouble)]
    passing: Action = Pass(view.seat)
    if not bids and not doubles:
        return passing
    bidder = _Bidder(view, rng, number)
    standing = view.auction.contract if isinstance(view.auction, Bidding) else None
    without = bidder.worth_of(standing) if standing is not None else 0.0
    best, worth = passing, without
    for action in doubles:
        if standing is not None:
            factor, share = (2, COINCHES) if isinstance(action, Double) else (view.rules.surcoinche, SURCOINCHES)
            doubled = bidder.worth_of(msgspec.structs.replace(standing, mult=factor))
            if doubled > worth and bidder.chance_of(standing) >= share:
                best, worth = action, doubled
    partners = standing.colour if standing is not None and standing.taker == view.seat.partner.index else None
    hand = view.hand_mask
    may = {bid.colour for bid in bids if bid.colour is not None}
    for tried in bidder.colours({colour for colour in may if colour == partners or looks_like_a_take(hand, colour)}):
        values = [bid.value for bid in bids if bid.colour == tried.colour]
        wanted = [value for value in values if bidder.chance(tried, value) >= SURE]
        if wanted and tried.colour != partners:
            wanted = [max(wanted, key=rank_of)]
        elif not wanted and standing is not None and bidder.chance(tried, values[0]) >= DARING:
            enough = bid_points(values[0]) - points_expected(hand, tried.colour) <= SHORT or tried.colour == partners
            wanted = values[:1] if enough else []
        for value in wanted:
            gained = bidder.worth(tried, CoincheContract(value, tried.colour, view.seat.index))
            if gained > worth:
                best, worth = Bid(view.seat, value, tried.colour), gained
    return best


class _Bidder:
    """Plays out what bids would lead to."""

    def __init__(self, view: View, rng: random.Random, number: int) -> None:
        self._view = view
        worlds = LikelyWorlds(view, undealt_cards(view, view.seat), "♥", view.seat, rng)
        #: The hands in each world; all colours are tried in the same worlds.
        self._worlds = [worlds.draw() for _ in range(number)]
        self._opener = view.order[0].index
        self._tried: dict[Contract, _Tried] = {}

    def colours(self, allowed: Iterable[Contract]) -> Sequence[_Tried]:
        """Return what was found in the most promising colours of those that may be bid."""
        hand = self._view.hand_mask
        mean = {colour: self._quick_look(colour) + points_expected(hand, colour) / 10 for colour in sorted(allowed)}
        best = sorted(mean, key=mean.__getitem__, reverse=True)[:COLOURS]
        return [self._try(colour) for colour in best]

    def chance(self, tried: _Tried, value: BidValue) -> float:
        """Return in which share of the worlds a bid of the seat is made."""
        return self._chance(tried, CoincheContract(value, tried.colour, self._view.seat.index))

    def chance_of(self, contract: CoincheContract) -> float:
        """Return in which share of the worlds the seat's team wins the deal of a contract that stands."""
        return self._chance(self._try(contract.colour), contract)

    def _chance(self, tried: _Tried, contract: CoincheContract) -> float:
        team = self._view.seat.team.index
        forecast = self._forecast(contract)
        cached: dict[tuple[int, tuple[int, int]], bool] = {}
        made = 0
        for key in zip(tried.made, tried.belotes, strict=True):
            if key not in cached:
                cached[key] = forecast.winner(*key) == team
            made += cached[key]
        return made / len(tried.made)

    def worth_of(self, contract: CoincheContract) -> float:
        """Return the mean worth of a contract that stands."""
        return self.worth(self._try(contract.colour), contract)

    def worth(self, tried: _Tried, contract: CoincheContract) -> float:
        """Return the mean worth of a contract in the worlds in which its colour was tried."""
        forecast = self._forecast(contract)
        return fmean(forecast.worth(points, both) for points, both in zip(tried.made, tried.belotes, strict=True))

    def _forecast(self, contract: CoincheContract) -> Forecast:
        return Forecast(self._view, contract.colour, ALL_SEATS[contract.taker], contract)

    def _quick_look(self, colour: Contract) -> float:
        playout = playout_for(colour, self._view.rules)
        some = self._worlds[: max(len(self._worlds) // 10, 4)]
        points = [playout.finish([playout.ordered(hand) for hand in hands], self._opener) for hands in some]
        mean = fmean(points)
        return playout.whole - mean if self._view.seat.team.index else mean

    def _try(self, colour: Contract) -> _Tried:
        tried = self._tried.get(colour)
        if tried is None:
            playout = playout_for(colour, self._view.rules)
            forecast = Forecast(self._view, colour, self._view.seat)
            made = [
                forecast.own(playout.finish([playout.ordered(hand) for hand in hands], self._opener, (), (True, True)))
                for hands in self._worlds
            ]
            tried = self._tried[colour] = _Tried(colour, made, [forecast.belotes(hands) for hands in self._worlds])
        return tried


def easy_speech(view: View) -> Action:
    """Return what the easy bot says in an auction of coinche: it counts its own hand, and never coinches."""
    bids = [action for action in view.actions if isinstance(action, Bid) and isinstance(action.value, int)]
    standing = view.auction.contract if isinstance(view.auction, Bidding) else None
    if standing is not None and standing.taker % 2 == view.seat.index % 2:
        return Pass(view.seat)
    good = [
        bid
        for bid in bids
        if bid.colour in SUITS
        and bid_points(bid.value) <= min(points_expected(view.hand_mask, bid.colour) - EASY_MARGIN, EASY_MOST)
    ]
    if not good:
        return Pass(view.seat)
    return max(good, key=lambda bid: (points_expected(view.hand_mask, bid.colour or "♥"), bid_points(bid.value)))
