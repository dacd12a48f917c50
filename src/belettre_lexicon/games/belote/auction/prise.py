"""The prise: at which contracts a player may take, and whether they may pass (BA, BV1, BV4, BV5). Start at ``Prise``.

The functions here are pure. What a player may say depends only on a ``Speech`` and the house rules, not on their seat.
"""

from __future__ import annotations

from functools import cache

import msgspec

from ....base.errors import ArgumentError
from ..actions import Action, Pass, Take
from ..cards import CONTRACTS, SUITS, Card, Contract
from ..rules import BeloteRules
from ..seats import ALL_SEATS
from .refusals import SpeechRefusal

FIRST_ROUND, SECOND_ROUND = 1, 2


class Speech(msgspec.Struct, frozen=True):
    """The state of the prise when a player is to speak.

    round     1 or 2 (BA2, BA3)
    passed    how many players passed since the round began or, if somebody took, since the last take: 0 to 3
    retourne  the card turned up
    taken     the contract of the last take; None if nobody took
    players   the number of players

    Raises ArgumentError if a value is impossible.
    """

    round: int
    passed: int
    retourne: Card
    taken: Contract | None = None
    players: int = 4

    def __post_init__(self) -> None:
        if self.round not in (FIRST_ROUND, SECOND_ROUND):
            raise ArgumentError(f"round {self.round!r:.40}: expected 1 or 2 (BA1)")
        most = self.needed - 1
        if self.passed not in range(most + 1):
            raise ArgumentError(f"passed {self.passed!r:.40}: expected 0 to {most} (BA3)")
        if not isinstance(self.retourne, Card):
            raise ArgumentError(f"retourne {self.retourne!r:.40}: expected a Card (BD6)")
        if self.taken is not None and self.taken not in CONTRACTS:
            raise ArgumentError(f"contract {self.taken!r:.40}: expected one of {', '.join(CONTRACTS)}, or None")

    @property
    def needed(self) -> int:
        """How many passes in a row end the round or, if somebody took, let the take stand (BV1)."""
        return self.players if self.taken is None else self.players - 1

    def __repr__(self) -> str:
        taken = "" if self.taken is None else f", {self.taken!r}"
        return f"Speech({self.round}, {self.passed}, {self.retourne.text}{taken})"


def takes(speech: Speech, rules: BeloteRules) -> tuple[Contract, ...]:
    """Return the contracts at which the player may take, in the order of CONTRACTS (BA2, BA3, BV1, BV4, BV5).

    >>> from ..rules import BeloteRules
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
        return SpeechRefusal("BA2", "contract") if _contracts(rules) == "suits" else None
    same = contract == speech.retourne.suit
    if speech.round == FIRST_ROUND:
        return None if same else SpeechRefusal("BA2", "other_suit")
    return SpeechRefusal("BA3", "same_suit") if same and rules.second_round == "others" else None


def _overcall_refusal(taken: Contract, contract: str, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why a take cannot be overcalled by a contract, or None if it can."""
    contracts = _contracts(rules)
    if contracts == "suits":
        return SpeechRefusal("BA4", "taken")
    order: tuple[str, ...] = CONTRACTS
    higher = order.index(contract) > order.index(taken)
    if contracts == "ladder":
        return None if higher else SpeechRefusal("BV5", "lower")
    # By BV1 and V3.12 a suit is overcalled by SA and TA only, never by a suit.
    rule = "V3.12" if rules.moderne else "BV1"
    return None if higher and contract not in SUITS else SpeechRefusal(rule, "lower")


def _contracts(rules: BeloteRules) -> str:
    """Return which contracts can be taken; those of Belote moderne are overcalled as by BV1 (V3.12, V3.13)."""
    return "overcall" if rules.moderne else rules.contracts


def may_pass(speech: Speech, rules: BeloteRules) -> bool:
    """Return whether the player may pass.

    >>> from ..rules import BeloteRules
    >>> may_pass(Speech(2, 3, Card.of("9♦")), BeloteRules(all_pass="dealer_takes"))
    False
    """
    return pass_refusal(speech, rules) is None


def pass_refusal(speech: Speech, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why the player may not pass (BA6, BA7), or None if they may."""
    if speech.taken is not None:
        return None
    forces = rules.jack_forces or rules.moderne
    if forces and speech.round == FIRST_ROUND and not speech.passed and speech.retourne.rank == "V":
        return SpeechRefusal("V3.14" if rules.moderne else "BA7", "jack_forces")
    if rules.all_pass == "dealer_takes" and speech.round == SECOND_ROUND and speech.passed == speech.players - 1:
        return SpeechRefusal("BA6", "dealer_takes")
    return None


def after_pass(speech: Speech) -> Speech | None:
    """Return the state of the prise after a pass; None if it is over.

    It is over after the passes of all others since the last take (BV1), or once all players have passed twice (BA6).
    """
    if speech.passed + 1 < speech.needed:
        return _speech(speech.round, speech.passed + 1, speech.retourne, speech.taken, speech.players)
    if speech.taken is None and speech.round == FIRST_ROUND:
        return _speech(SECOND_ROUND, 0, speech.retourne, None, speech.players)
    return None


def after_take(speech: Speech, contract: Contract, rules: BeloteRules) -> Speech | None:
    """Return the state of the prise after a take at *contract*; None if nothing can overcall it (BA4, BV1)."""
    if _contracts(rules) == "suits":
        return None
    taken = _speech(speech.round, 0, speech.retourne, contract, speech.players)
    return taken if takes(taken, rules) else None


#: The same few speeches come in every deal.
_speech = cache(Speech)


class Prise(msgspec.Struct, frozen=True, gc=False):
    """The auction of the games with a retourne (BA). Seats are indexes.

    players   the seats in the order in which they speak; the dealer is the last
    speech    what the next player may say depends on it alone; None once the prise is over
    turn      the seat that has to speak; None once the prise is over
    taker     the seat that took last; None before anybody took
    contract  what was taken; None before anybody took
    capot     whether the taker asked for a capot (BV6)
    """

    players: tuple[int, ...]
    speech: Speech | None
    turn: int | None
    taker: int | None = None
    contract: Contract | None = None
    capot: bool = False

    @property
    def trump(self) -> Contract | None:
        """What was taken; None before anybody took."""
        return self.contract

    @property
    def now(self) -> Speech:
        """The state of the prise while it is being played. Raises TypeError once it is over."""
        if self.speech is None:
            raise TypeError("the prise is over")
        return self.speech


def opened(players: tuple[int, ...], retourne: Card) -> Prise:
    """Return the prise before the first word. *players* are those of ``Prise``.

    >>> prise = opened((1, 2, 0), Card.of("9♦"))
    >>> prise.turn, prise.now.players
    (1, 3)
    """
    return Prise(players, _speech(FIRST_ROUND, 0, retourne, None, len(players)), players[0])


def refusal(auction: Prise, action: Action, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why an action is not allowed in the prise; None if it is (BA, BV1, BV4, BV5, BF4)."""
    if not isinstance(action, (Pass, Take)):
        return SpeechRefusal("BA1", "no_such_word")
    if auction.turn is None or action.seat.index != auction.turn:
        return SpeechRefusal("BF4", "speaks_out_of_turn")
    if isinstance(action, Pass):
        return pass_refusal(auction.now, rules)
    if action.capot and not rules.capot_asked:
        return SpeechRefusal("BV6", "capot_not_asked")
    return take_refusal(auction.now, action.contract, rules)


#: What may be said in the prise, by all that decides it. There are few cases, and every deal meets some of them.
_LEGAL: dict[tuple[int, Speech, tuple[object, ...]], tuple[Action, ...]] = {}


def legal(auction: Prise, rules: BeloteRules) -> tuple[Action, ...]:
    """Return what the player whose turn it is may say; () once the prise is over."""
    speech = auction.speech
    if speech is None or auction.turn is None:
        return ()
    options = rules.contracts, rules.second_round, rules.jack_forces, rules.all_pass, rules.capot_asked, rules.moderne
    key = auction.turn, speech, options
    actions = _LEGAL.get(key)
    if actions is None:
        seat = ALL_SEATS[auction.turn]
        passes = [Pass(seat)] if may_pass(speech, rules) else []
        capots = (False, True) if rules.capot_asked else (False,)
        taken = [Take(seat, contract, capot) for contract in takes(speech, rules) for capot in capots]
        actions = _LEGAL[key] = (*passes, *taken)
    return actions


def after(auction: Prise, action: Action, rules: BeloteRules) -> Prise:
    """Return the prise after an action that is allowed."""
    turn, players, taker, contract = auction.turn, auction.players, auction.taker, auction.contract
    capot = auction.capot
    if isinstance(action, Take):
        capot = action.capot
        speech, taker, contract = after_take(auction.now, action.contract, rules), turn, action.contract
    else:
        speech = after_pass(auction.now)
    following = None if speech is None or turn is None else players[(players.index(turn) + 1) % len(players)]
    return Prise(players, speech, following, taker, contract, capot)
