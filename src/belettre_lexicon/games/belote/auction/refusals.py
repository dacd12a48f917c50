"""Why a word is not allowed in an auction."""

from __future__ import annotations

from typing import Literal

import msgspec

#: Why a player may not say something; ``SpeechRefusal.reason``.
SpeechReason = Literal[
    "no_such_word", "speaks_out_of_turn", "taken", "contract", "other_suit", "same_suit", "lower", "jack_forces",
    "dealer_takes", "capot_not_asked",
    "auction_over", "bid_range", "bid_colour", "bid_low", "bid_step", "no_bid", "own_bid", "coinched",
    "not_coinched", "not_own_bid", "awaits_cards", "cards_said", "cards_range", "awaits_choice", "awaits_swap",
    "awaits_bids", "not_cards", "swap_uneven", "swap_not_offered", "swap_not_held", "swap_count",
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
            "capot_not_asked"  at this table nobody asks for a capot (BV6)
            "auction_over"  nobody may speak any more (VC12, VK5)
            "bid_range", "bid_step"  this value cannot be bid (VC5, VK3)
            "bid_colour"    this colour cannot be bid (VC7)
            "bid_low"       the bid is not above the last one (VC6, VK3)
            "no_bid"        there is no bid to coinche (VC9, VC10)
            "own_bid"       a team does not coinche its own bid (VC9)
            "coinched"      after a coinche nobody bids or coinches (VC10)
            "not_coinched", "not_own_bid"  only a team that was coinched surcoinches (VC10)
            "awaits_cards", "cards_said", "cards_range"  the dealer says it, 1 to 5, once and first (VK2)
            "awaits_bids", "awaits_choice", "awaits_swap"  what the lyonnaise waits for (VL3, VL4)
            "not_cards"     a swap has two tuples of cards (VL4)
            "swap_uneven"   a swap takes and puts as many different cards (VL4)
            "swap_not_offered"  not a card of the chien (VL4), or not one that the last taker put back (VL5)
            "swap_not_held"  the card was not in the hand before (VL4)
            "swap_count"    too few or too many cards (VL4, VL5)
    """

    rule: str
    reason: SpeechReason
