"""What a player with real cards has shown: why a card that they seem to lay cannot be theirs.

If the arbiter is told a card that the player cannot hold, either that card or an earlier entry is wrong. Refusals
carry the cards shown, so that the table can see which. Start reading at ``contradiction``.
"""

from __future__ import annotations

from typing import Literal

from ...french.cards import Card, Case
from .hands import MAJUSCULES_DEALT, MINUSCULES_DEALT
from .manche import Manche
from .seats import Seat

#: How many cards of each pack a player is dealt (D2).
_DEALT = {Case.MAJ: MAJUSCULES_DEALT, Case.MIN: MINUSCULES_DEALT}


def shown_by(manche: Manche, seat: Seat, case: Case | None = None) -> tuple[Card, ...]:
    """Return the cards that a player has laid in this manche and that are known, in the order in which they were laid.

    A minuscule that they took back in a trap is not among them.

    case  the pack of the cards; None for both
    """
    plis = [*(taken.laid for taken in manche.taken), manche.pli.laid]
    laid = (laid.card for pli in plis for laid in pli if laid.seat is seat)
    return tuple(card for card in laid if card.known and (case is None or card.case is case))


def contradiction(
    manche: Manche, seat: Seat, card: Card
) -> tuple[Literal["shown_already", "told_before"], tuple[Card, ...]]:
    """Return why *seat* cannot hold a card, and the cards of its pack that they have shown.

    "shown_already" means that they have shown as many as are dealt, "told_before" that something else tells it: they
    had no majuscule in a trap, could lay only jokers, or laid the last card of the pack face down.
    """
    shown = shown_by(manche, seat, card.case)
    dealt = _DEALT.get(card.case, 0) if card.case is not None else 0
    return ("shown_already" if 0 < dealt <= len(shown) else "told_before"), shown
