"""Why a word is not allowed in an auction."""

from __future__ import annotations

from typing import Literal

import msgspec

#: Why a player may not say something; ``SpeechRefusal.reason``.
SpeechReason = Literal[
    "no_such_word", "speaks_out_of_turn", "taken", "contract", "other_suit", "same_suit", "lower", "jack_forces",
    "dealer_takes", "auction_over", "awaits_cards", "cards_said", "cards_range", "bid_colour", "bid_range", "bid_step",
    "bid_low", "awaits_bids", "awaits_choice", "awaits_swap", "not_cards", "swap_uneven", "swap_not_offered",
    "swap_not_held", "swap_count",
]  # fmt: skip


class SpeechRefusal(msgspec.Struct, frozen=True):
    """Why a player may not say something.

    rule    the id of the rule against it
    reason  "no_such_word"  this auction has no such word
            "speaks_out_of_turn"  it is another player's turn to speak (BF4)
            "taken"         somebody took, and that ended the prise (BA4)
            "contract"      sans atout and tout atout are not played (BA2)
            "other_suit"    in the first round only the suit of the retourne can be taken (BA2)
            "same_suit"     in the second round the suit of the retourne cannot be taken (BA3)
            "lower"         this contract cannot overcall the last take (BV1, BV5)
            "jack_forces"   a V was turned up, the first to speak must take (BA7)
            "dealer_takes"  the last to speak may not pass (BA6)
            "auction_over"  the auction is over (VK5)
            "awaits_cards"  the dealer has to say the number of cards first (VK2)
            "cards_said"    the number of cards is known already (VK2)
            "cards_range"   not a number of cards from 1 to 5 (VK2)
            "bid_colour"    a bid names no colour in this game (VK5)
            "bid_range"     not a whole number of points from 1 to 152 (VK3)
            "bid_step"      not a multiple of the step of the table (VK3)
            "bid_low"       not above the last bid (VK3)
            "awaits_bids"   the bids are not over (VL3)
            "awaits_choice" the winner of the bids has to play directly or to take the chien (VL3)
            "awaits_swap"   the taker has to exchange cards (VL4)
            "not_cards"    a swap has two tuples of cards (VL4)
            "swap_uneven"       a swap takes and puts as many different cards (VL4)
            "swap_not_offered"  the taker may not take this card: it is not one of the chien (VL4), or not one that the
                                last taker put back (VL5)
            "swap_not_held"     this card was not in the hand before (VL4)
            "swap_count"        too few or too many cards (VL4, VL5)
    """

    rule: str
    reason: SpeechReason
