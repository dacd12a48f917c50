"""The auctions of the Belote family. Start at ``opened``.

Each module has a frozen state, and for it the functions ``refusal``, ``legal`` and ``after``; those here call the ones
of the game. An auction has the attributes *turn*, the index of the seat that has to speak (None once it is over),
*taker*, that of the seat that took or bid last (None before that), and *trump*, the contract (None if not known).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..actions import Action
from ..cards import Card
from ..rules import BeloteRules
from . import coinche, comptoir, lyonnaise, prise
from .coinche import Bidding as Bidding
from .comptoir import Comptoir as Comptoir
from .lyonnaise import Lyonnaise as Lyonnaise
from .prise import Prise as Prise
from .refusals import SpeechRefusal as SpeechRefusal

Auction = Prise | Bidding | Comptoir
#: Type of an auction → its module.
_MODULES: dict[type, Any] = {Prise: prise, Bidding: coinche, Comptoir: comptoir, Lyonnaise: lyonnaise}


def opened(order: tuple[int, ...], retourne: Card | None, rules: BeloteRules) -> Auction:
    """Return the auction of a deal before the first word.

    order     the indexes of the seats in the order in which they speak; the dealer is the last
    retourne  the card turned up; None in a game without one
    """
    if retourne is None:
        return coinche.opened(order)
    return prise.opened(order, retourne)


def refusal(auction: Auction, action: Action, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why an action is not allowed; None if it is."""
    refused: SpeechRefusal | None = _MODULES[auction.__class__].refusal(auction, action, rules)
    return refused


def legal(auction: Auction, rules: BeloteRules) -> Sequence[Action]:
    """Return what may be said; first, what the player may say whose turn it is."""
    actions: Sequence[Action] = _MODULES[auction.__class__].legal(auction, rules)
    return actions


def after(auction: Auction, action: Action, rules: BeloteRules) -> Auction:
    """Return the auction after an action that is allowed."""
    following: Auction = _MODULES[auction.__class__].after(auction, action, rules)
    return following


def opener(auction: Auction, rules: BeloteRules) -> int:
    """Return the seat that opens pli 1: that right of the dealer, or a générale's taker by an option (BP1, VC16)."""
    contract = auction.contract if isinstance(auction, Bidding) else None
    if contract is not None and contract.value == "generale" and rules.generale_leads:
        return contract.taker
    return auction.players[0]
