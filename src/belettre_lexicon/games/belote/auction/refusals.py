"""Why a word is not allowed in an auction."""

from __future__ import annotations

from typing import Literal

import msgspec

#: Why a player may not say something; ``SpeechRefusal.reason``.
SpeechReason = Literal[
    "no_such_word", "speaks_out_of_turn", "taken", "contract", "other_suit", "same_suit", "lower", "jack_forces",
    "dealer_takes",
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
    """

    rule: str
    reason: SpeechReason
