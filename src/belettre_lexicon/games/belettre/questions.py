"""Questions that the arbiter asks the players in a game with real cards, because the hands are unknown."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from ...french.cards import Case
from .hands import UnknownHand
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
