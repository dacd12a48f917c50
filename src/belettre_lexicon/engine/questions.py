"""Floor 3. What the engine cannot know at a table of real cards and may ask: it asserts nothing that nobody entered."""

from __future__ import annotations

import msgspec

from ..cards import Case
from .hands import UnknownHand
from .seats import Seat
from .state import LAY, REVEAL, SWAP, State

#: Whether the seat has no majuscule left (T1 to T4); of which pack his hidden card is (P7); which card it is (P7, S1).
NO_MAJUSCULE, WHICH_PACK, WHICH_CARD = "no_majuscule", "which_pack", "which_card"


class Question(msgspec.Struct, frozen=True):
    """Something to ask the table: ``kind`` is NO_MAJUSCULE, WHICH_PACK or WHICH_CARD.

    Nobody has to answer: the next action tells. A minuscule laid face down as the fourth says that its player has no
    majuscule, a swap by position 3 that position 2 has none, a card revealed which it was.
    """

    kind: str
    seat: Seat


def questions(state: State) -> tuple[Question, ...]:
    """What the table should be asked now; () where hands are known."""
    manche = state.manche
    pli, awaits, turn = manche.pli, state.awaits, state.turn
    if not isinstance(manche.hands[0], UnknownHand):
        return ()
    if awaits == REVEAL:
        return tuple(Question(WHICH_CARD, seat) for seat in pli.hidden)
    asked = pli.fault if awaits == SWAP else ()
    if awaits == LAY and turn is not None and pli.trapping:
        asked = (turn,)
    found = [Question(NO_MAJUSCULE, seat) for seat in asked if manche.hands[seat.index].has(Case.MAJ) is None]
    if awaits == LAY and not pli.majuscules:  # beside a majuscule every hidden card is a minuscule (P3)
        found += [Question(WHICH_PACK, laid.seat) for laid in pli.laid if laid.card.case is None]
    return tuple(found)
