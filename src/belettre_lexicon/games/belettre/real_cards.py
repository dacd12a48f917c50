"""Games with real cards, whose hands are unknown: what the arbiter asks, and why a card cannot be a player's.

``questions`` lists what the arbiter should ask the players. If the arbiter is told a card that the player cannot hold,
either that card or an earlier entry is wrong: ``contradiction`` says which cards the player has shown, so that the
table can see which.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from ...french.cards import Card, Case
from .hands import MAJUSCULES_DEALT, MINUSCULES_DEALT, UnknownHand
from .manche import Manche
from .pli import TrapPhase
from .seats import Seat
from .state import LAY, REVEAL, SWAP, State

#: Has the seat no majuscule left (T1 to T4)? Of which pack is its hidden card (P7)? Which card is it (P7, S1)?
QuestionKind = Literal["no_majuscule", "which_pack", "which_card"]
NO_MAJUSCULE: Final = "no_majuscule"
WHICH_PACK: Final = "which_pack"
WHICH_CARD: Final = "which_card"


class Question(msgspec.Struct, frozen=True):
    """A question about *seat* for the players. Their answer is not entered, because the next action shows it.

    For example, a fourth minuscule laid face down shows that its player has no majuscule, a swap by position 3 that
    position 2 has no majuscule, and a ``Reveal`` which card was laid face down.
    """

    kind: QuestionKind
    seat: Seat


def questions(state: State) -> tuple[Question, ...]:
    """Return the questions that the arbiter should ask the players now; () if there are none or the hands are known."""
    manche = state.manche
    pli, awaits, turn = manche.pli, state.awaits, state.turn
    if not isinstance(manche.hands[0], UnknownHand):
        return ()
    if awaits == REVEAL:
        return tuple(Question(WHICH_CARD, seat) for seat in pli.hidden)
    suspects = pli.fault if awaits == SWAP else ()
    if awaits == LAY and turn is not None and pli.trap is TrapPhase.SET:
        suspects = (turn,)
    hands = manche.hands
    to_ask = [
        Question(NO_MAJUSCULE, seat)
        for seat in suspects
        if hands[seat.index].may_have(Case.MAJ) and not hands[seat.index].must_have(Case.MAJ)
    ]
    if awaits == LAY and not pli.majuscules:  # beside a majuscule every hidden card is a minuscule (P3)
        to_ask += [Question(WHICH_PACK, laid.seat) for laid in pli.laid if laid.card.case is None]
    return tuple(to_ask)


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
