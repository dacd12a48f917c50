"""Likely worlds: deals that fit what a seat knows, and in which the taker had a reason to take."""

from __future__ import annotations

import random

from ..actions import Contract
from ..cards import RANKS, SANS_ATOUT, TOUT_ATOUT, mask_of, suit_mask
from ..seats import PLAYERS, Seat
from ..view import View
from ..worlds import Hidden

_FIRST_OF_SUITS = 0x01010101
ACES = _FIRST_OF_SUITS << RANKS.index("A")
JACKS = _FIRST_OF_SUITS << RANKS.index("V")
JACKS_AND_NINES = JACKS | _FIRST_OF_SUITS << RANKS.index("9")
#: The fewest trumps, aces at sans atout, and V and 9 at tout atout in the eight cards of a player who took.
TRUMPS, SANS_ATOUT_ACES, TOUT_ATOUT_TOPS = 3, 2, 3
#: How often another world is drawn because the taker had no reason to take; the last one is kept anyway.
DRAWS = 6


class LikelyWorlds:
    """Draws worlds for a seat.

    view      what the seat knows
    hidden    the worlds that fit it
    contract  what is or would be trump
    taker     the seat that took or would take
    """

    __slots__ = ("_contract", "_hidden", "_laid", "_rng", "_taker")

    def __init__(self, view: View, hidden: Hidden, contract: Contract, taker: Seat, rng: random.Random) -> None:
        self._hidden = hidden
        self._contract: Contract = contract
        self._rng = rng
        #: Who took, if the seat does not see that hand.
        self._taker = None if taker is view.seat else taker.index
        self._laid = mask_of(card for seat, card in view.laid if seat is taker)
        for pli in view.taken:
            self._laid |= pli.cards[(taker.index - pli.opener.index) % PLAYERS].bit

    def draw(self) -> list[int]:
        """Return the masks of the four hands in a world."""
        hands = self._hidden.sample(self._rng)
        if self._taker is not None and self._hidden.deals > 1:
            for _ in range(DRAWS):
                if looks_like_a_take(hands[self._taker] | self._laid, self._contract):
                    break
                hands = self._hidden.sample(self._rng)
        return hands


def looks_like_a_take(hand: int, contract: Contract) -> bool:
    """Return whether a player with these eight cards, a mask, may well have taken at a contract.

    >>> from ..cards import read_cards
    >>> hand = mask_of(read_cards("V♥ 8♥ 7♥ A♠ 7♠ 8♠ 7♦ 8♦"))
    >>> looks_like_a_take(hand, "♥"), looks_like_a_take(hand, "♠"), looks_like_a_take(hand, "SA")
    (True, False, False)
    """
    if contract == SANS_ATOUT:
        return (hand & ACES).bit_count() >= SANS_ATOUT_ACES
    if contract == TOUT_ATOUT:
        return bool(hand & JACKS) and (hand & JACKS_AND_NINES).bit_count() >= TOUT_ATOUT_TOPS
    trumps = hand & suit_mask(contract)
    return trumps.bit_count() >= TRUMPS and bool(trumps & JACKS_AND_NINES)
