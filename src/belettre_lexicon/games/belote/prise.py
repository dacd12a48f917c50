"""The prise: at which contracts a player may take, and whether they may pass (BA, BV1, BV4, BV5). Start at ``Speech``.

The functions here are pure. What a player may say depends only on a ``Speech`` and the house rules, not on their seat.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ...base.errors import ArgumentError
from .cards import CONTRACTS, SUITS, Card, Contract
from .rules import BeloteRules

#: Why a player may not say something; ``SpeechRefusal.reason``.
SpeechReason = Literal["taken", "contract", "other_suit", "same_suit", "lower", "jack_forces", "dealer_takes"]

#: How many players speak in a round, and how many pass after a take before it stands (BV1).
PLAYERS, OTHERS = 4, 3
FIRST_ROUND, SECOND_ROUND = 1, 2


class Speech(msgspec.Struct, frozen=True):
    """The state of the prise when a player is to speak.

    round     1 or 2 (BA2, BA3)
    passed    how many players passed since the round began or, if somebody took, since the last take: 0 to 3
    retourne  the card turned up
    taken     the contract of the last take; None if nobody took

    Raises ArgumentError if a value is impossible.
    """

    round: int
    passed: int
    retourne: Card
    taken: Contract | None = None

    def __post_init__(self) -> None:
        if self.round not in (FIRST_ROUND, SECOND_ROUND):
            raise ArgumentError(f"round {self.round!r:.40}: expected 1 or 2 (BA1)")
        most = (PLAYERS if self.taken is None else OTHERS) - 1
        if self.passed not in range(most + 1):
            raise ArgumentError(f"passed {self.passed!r:.40}: expected 0 to {most} (BA3)")
        if not isinstance(self.retourne, Card):
            raise ArgumentError(f"retourne {self.retourne!r:.40}: expected a Card (BD6)")
        if self.taken is not None and self.taken not in CONTRACTS:
            raise ArgumentError(f"contract {self.taken!r:.40}: expected one of {', '.join(CONTRACTS)}, or None")

    def __repr__(self) -> str:
        taken = "" if self.taken is None else f", {self.taken!r}"
        return f"Speech({self.round}, {self.passed}, {self.retourne.text}{taken})"


class SpeechRefusal(msgspec.Struct, frozen=True):
    """Why a player may not say something.

    rule    the id of the rule against it
    reason  "taken"         somebody took, and that ended the prise (BA4)
            "contract"      sans atout and tout atout are not played (BA2)
            "other_suit"    in the first round only the suit of the retourne can be taken (BA2)
            "same_suit"     in the second round the suit of the retourne cannot be taken (BA3)
            "lower"         this contract cannot overcall the last take (BV1, BV5)
            "jack_forces"   a V was turned up, the first to speak must take (BA7)
            "dealer_takes"  the last to speak may not pass (BA6)
    """

    rule: str
    reason: SpeechReason


def takes(speech: Speech, rules: BeloteRules) -> tuple[Contract, ...]:
    """Return the contracts at which the player may take, in the order of CONTRACTS (BA2, BA3, BV1, BV4, BV5).

    >>> from .rules import BeloteRules
    >>> takes(Speech(2, 1, Card.of("9♦")), BeloteRules())
    ('♣', '♥', '♠')
    >>> takes(Speech(1, 2, Card.of("9♦"), "♦"), BeloteRules(contracts="ladder"))
    ('♥', '♠', 'SA', 'TA')
    """
    return tuple(contract for contract in CONTRACTS if take_refusal(speech, contract, rules) is None)


def take_refusal(speech: Speech, contract: str, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why the player may not take at a contract; None if they may.

    Raises ArgumentError if the contract is unknown.
    """
    if contract not in CONTRACTS:
        raise ArgumentError(f"contract {contract!r:.40}: expected one of {', '.join(CONTRACTS)}")
    if speech.taken is not None:
        return _overcall_refusal(speech.taken, contract, rules)
    if contract not in SUITS:
        return SpeechRefusal("BA2", "contract") if rules.contracts == "suits" else None
    same = contract == speech.retourne.suit
    if speech.round == FIRST_ROUND:
        return None if same else SpeechRefusal("BA2", "other_suit")
    return SpeechRefusal("BA3", "same_suit") if same and rules.second_round == "others" else None


def _overcall_refusal(taken: Contract, contract: str, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why a take cannot be overcalled by a contract, or None if it can."""
    if rules.contracts == "suits":
        return SpeechRefusal("BA4", "taken")
    order: tuple[str, ...] = CONTRACTS
    higher = order.index(contract) > order.index(taken)
    if rules.contracts == "ladder":
        return None if higher else SpeechRefusal("BV5", "lower")
    # By BV1 a suit is overcalled by SA and TA only, never by a suit.
    return None if higher and contract not in SUITS else SpeechRefusal("BV1", "lower")


def may_pass(speech: Speech, rules: BeloteRules) -> bool:
    """Return whether the player may pass.

    >>> from .rules import BeloteRules
    >>> may_pass(Speech(2, 3, Card.of("9♦")), BeloteRules(all_pass="dealer_takes"))
    False
    """
    return pass_refusal(speech, rules) is None


def pass_refusal(speech: Speech, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why the player may not pass (BA6, BA7), or None if they may."""
    if speech.taken is not None:
        return None
    if rules.jack_forces and speech.round == FIRST_ROUND and not speech.passed and speech.retourne.rank == "V":
        return SpeechRefusal("BA7", "jack_forces")
    if rules.all_pass == "dealer_takes" and speech.round == SECOND_ROUND and speech.passed == PLAYERS - 1:
        return SpeechRefusal("BA6", "dealer_takes")
    return None


def after_pass(speech: Speech) -> Speech | None:
    """Return the state of the prise after a pass; None if it is over.

    It is over after three passes since the last take (BV1), or once all players have passed twice (BA6).
    """
    if speech.passed + 1 < (PLAYERS if speech.taken is None else OTHERS):
        return Speech(speech.round, speech.passed + 1, speech.retourne, speech.taken)
    if speech.taken is None and speech.round == FIRST_ROUND:
        return Speech(SECOND_ROUND, 0, speech.retourne)
    return None


def after_take(speech: Speech, contract: Contract, rules: BeloteRules) -> Speech | None:
    """Return the state of the prise after a take at *contract*; None if nothing can overcall it (BA4, BV1)."""
    taken = Speech(speech.round, 0, speech.retourne, contract)
    return taken if takes(taken, rules) else None
