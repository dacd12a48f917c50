"""The auctions of the Belote family. Start at ``opened``.

Each module has a frozen state, and for it the functions ``refusal``, ``legal`` and ``after``; those here call the ones
of the game. An auction has the attributes *turn*, the index of the seat that has to speak (None once it is over), and
*taker*, that of the seat that took or bid last (None before that).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import Card
from ..events import Action
from ..rules import BeloteRules
from . import comptoir, lyonnaise, prise
from .comptoir import Comptoir
from .lyonnaise import Lyonnaise
from .prise import Prise
from .refusals import SpeechRefusal

Auction = Prise | Comptoir
#: Type of an auction → its module.
_MODULES: dict[type[Auction], Any] = {Prise: prise, Comptoir: comptoir, Lyonnaise: lyonnaise}


def opened(order: tuple[int, ...], retourne: Card | None, rules: BeloteRules) -> Auction:
    """Return the auction of a deal before the first word.

    order     the indexes of the seats in the order in which they speak; the dealer is the last
    retourne  the card turned up; None in a game without one
    """
    if retourne is None:
        raise TypeError("a prise needs a retourne")
    return prise.opened(order, retourne)


def refusal(auction: Auction, action: Action, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why an action is not allowed; None if it is."""
    return _MODULES[auction.__class__].refusal(auction, action, rules)


def legal(auction: Auction, rules: BeloteRules) -> Sequence[Action]:
    """Return what may be said; first, what the player may say whose turn it is."""
    return _MODULES[auction.__class__].legal(auction, rules)


def after(auction: Auction, action: Action, rules: BeloteRules) -> Auction:
    """Return the auction after an action that is allowed."""
    return _MODULES[auction.__class__].after(auction, action, rules)
