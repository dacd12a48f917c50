"""What seldom changes in a deal of Belote: its cards, what was said, and the score sheet so far."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from ..kit.seats import Points
from .actions import Contract
from .cards import ContractTables, tables
from .deal import HandMasks
from .events import AnnoncesJudged, Announced, DealEnded, Dealt, PassedOn, Taken
from .prise import Speech
from .seats import Seat

#: How far a belote has come (BB2, BB3): « Belote » was said; it scores; « Rebelote » was forgotten; it is lost.
BeloteStage = Literal["begun", "scored", "forgotten", "lost"]
BEGUN: Final = "begun"
SCORED: Final = "scored"
FORGOTTEN: Final = "forgotten"
LOST: Final = "lost"


class Belote(msgspec.Struct, frozen=True, gc=False):
    """A belote whose player said « Belote » (BB2). Nobody else knows of a belote whose player keeps silent (BB5).

    suit   "♣", "♦", "♥" or "♠": the trump, or any suit at tout atout (BV3)
    """

    seat: Seat
    suit: str
    stage: BeloteStage = BEGUN


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of the deals that are over.

    points   the points written, by ``Team.index``
    exact    the same without rounding (BE5)
    waiting  the points that wait after a litige, as they are written and without rounding (BS6)
    claimed  whether each team has claimed a forgotten « Rebelote » (BB3)
    ended    the deals that are over
    """

    points: Points = (0, 0)
    exact: Points = (0, 0)
    waiting: Points = (0, 0)
    claimed: tuple[bool, bool] = (False, False)
    ended: tuple[DealEnded, ...] = ()


class Donne(msgspec.Struct, frozen=True, gc=False):
    """What seldom changes in a deal: what was dealt and said, and the score sheet so far.

    dealt     the event that began the deal, with the pack
    hands     the cards that each seat got so far as masks, by ``Seat.index``: five, then eight
    sheet     the score sheet of the deals before it; once the deal has ended, of this one too
    speech    where the prise stands; None once it is over
    spoken    what was said in the prise
    contract  what is trump; None before anybody took
    taker     the player who took last; None before anybody took
    table     what the contract makes of the cards, once the prise is over
    pairs     the mask of the cards that make a belote, R and D of trumps in one hand (BB1)
    belotes   the belotes that were said
    said      the annonces that were said (BN6)
    judged    how the annonces were judged (BN7); None before that, or if nobody said any
    """

    dealt: Dealt
    hands: HandMasks
    sheet: Sheet
    speech: Speech | None
    spoken: tuple[PassedOn | Taken, ...] = ()
    contract: Contract | None = None
    taker: Seat | None = None
    table: ContractTables = tables("SA")
    pairs: int = 0
    belotes: tuple[Belote, ...] = ()
    said: tuple[Announced, ...] = ()
    judged: AnnoncesJudged | None = None

    @property
    def opener(self) -> Seat:
        """The seat right of the dealer, which speaks first (BA1) and opens pli 1 (BP1)."""
        return self.dealt.dealer.next
