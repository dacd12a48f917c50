"""The interface of bots, and a bot that chooses at random. Start reading at ``Bot``.

A bot is given a ``View`` of its own seat, never the ``Partie``, and returns one action.
"""

from __future__ import annotations

import random
from typing import Protocol

from ..actions import Action, Announce, Claim, Lay
from ..cards import ALL_CARDS, RANKS, SUIT_SIZE, SUITS, mask_of
from ..view import View


class Bot(Protocol):
    """The interface of bots: players that are programs."""

    def choose(self, view: View) -> Action:
        """Return one of ``view.actions``, which must not be empty."""
        ...


class RandomBot:
    """A bot that takes any of its legal actions, each as likely as the others.

    rng  the source of its choices; None for one with an unknown seed
    """

    __slots__ = ("_rng",)

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random()

    def choose(self, view: View) -> Action:
        """Return a random action from ``view.actions``."""
        return self._rng.choice(view.actions)


def matter_of_course(view: View) -> Action | None:
    """Return the action that any sensible player takes without a thought; None if there is something to decide.

    Sensible players say all their annonces (BN6), claim a forgotten « Rebelote » (BB3), and lay their only legal card.
    """
    if len(view.actions) == 1:
        return view.actions[0]
    for action in view.actions:
        if isinstance(action, Announce) or (isinstance(action, Claim) and action.claims):
            return action
    return None


def sensible_cards(view: View) -> int:
    """Return the mask of the legal cards without those that give a belote away.

    Where the R must come first (BB2 by an option), a player who holds R and D of trumps does not lay the D before.
    """
    cards = view.allowed
    if view.rules.king_first and view.contract is not None:
        for place, suit in enumerate(SUITS):
            king, queen = (1 << SUIT_SIZE * place + RANKS.index(rank) for rank in ("R", "D"))
            if view.contract in (suit, "TA") and cards & king:
                cards &= ~queen
    return cards


def unlaid_cards(view: View) -> int:
    """Return the mask of the cards that are in hands or in the current pli, as far as the plis have shown."""
    return ALL_CARDS & ~sum(mask_of(pli.cards) for pli in view.taken)


def lay(view: View, card: int) -> Lay:
    """Return the legal action that lays the card with an index, saying « Belote » or « Rebelote » if it can be said."""
    return next(action for action in view.actions if isinstance(action, Lay) and action.card.index == card)
