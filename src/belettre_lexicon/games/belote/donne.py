"""A deal of Belote apart from the cards laid: its pack, what was said, the score sheet so far, and how it is counted.

Start reading at ``Donne``. ``annonces_judged``, ``deal_ended`` and ``end_of`` count a deal at the table (BN7, BS, BE).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from ...base.errors import ArgumentError
from ..kit.seats import Points
from .cards import Contract, ContractTables, cards_of, tables
from .deal import HandMasks
from .events import PASSED, AnnoncesJudged, Announced, DealEnded, Dealt, PassedOn, PliTaken, ShownAnnonce, Taken
from .prise import Speech
from .rules import BeloteRules
from .scoring.annonces import compare_annonces, name_annonces
from .scoring.ends import PartieEnd, compares_exact, end_of_totals
from .scoring.scores import DealResult, score
from .scoring.totals import BELOTE_POINTS, DIX_DE_DER, DealTotals
from .seats import TEAMS, Seat

#: How far a belote has come (BB2, BB3): « Belote » was said; it scores; « Rebelote » was forgotten; it is lost.
BeloteStage = Literal["begun", "scored", "forgotten", "lost"]
BEGUN: Final = "begun"
SCORED: Final = "scored"
FORGOTTEN: Final = "forgotten"
LOST: Final = "lost"


class Belote(msgspec.Struct, frozen=True, gc=False):
    """A belote whose player said « Belote » (BB2). Nobody else knows of a belote whose player keeps silent (BB5).

    suit   "♣", "♦", "♥" or "♠": the trump, or any suit at tout atout (BV3)
    stage  "begun" if « Belote » was said; "scored" if it scores; "forgotten" if « Rebelote » was not said and the team
           may claim the belote (BB3); "lost" if it does not score
    """

    seat: Seat
    suit: str
    stage: BeloteStage = BEGUN


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of the deals that are over.

    points   the points written, by ``Team.index``
    exact    the same without rounding (BE5)
    waiting  the points that wait after a litige: the number that is written, and the same without rounding (BS6)
    claimed  whether each team has claimed a forgotten « Rebelote » (BB3)
    ended    the deals that are over
    """

    points: Points = (0, 0)
    exact: Points = (0, 0)
    waiting: Points = (0, 0)
    claimed: tuple[bool, bool] = (False, False)
    ended: tuple[DealEnded, ...] = ()


class Donne(msgspec.Struct, frozen=True, gc=False):
    """The parts of a deal that seldom change: what was dealt and said, and the score sheet so far.

    dealt     the event that began the deal, with the pack
    hands     the cards that each seat got so far as masks, by ``Seat.index``: five, then eight
    sheet     the score sheet of the deals before it; once the deal has ended, of this one too
    speech    where the prise stands; None once it is over
    spoken    what was said in the prise
    contract  what is trump; None before anybody took
    taker     the player who took last; None before anybody took
    table     the tables of the contract; those of sans atout until the prise is over
    pairs     the mask of every R and D of trumps that are in one hand and so make a belote (BB1)
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

    @property
    def now_speaking(self) -> Speech:
        """The state of the prise while it is being played. Raises TypeError once the prise is over."""
        if self.speech is None:
            raise TypeError("the prise is over")
        return self.speech


def annonces_judged(donne: Donne, rules: BeloteRules) -> AnnoncesJudged:
    """Return which team scores its annonces, and those that are shown (BN7 to BN10)."""
    contract = donne.contract or ""
    hands = donne.hands
    said = [(one.seat, name_annonces(hands[one.seat.index], one.kinds, contract, rules) or ()) for one in donne.said]
    by_team = [[annonce for seat, meant in said if seat.team is team for annonce in meant] for team in TEAMS]
    result = compare_annonces(by_team, contract, rules)
    shown = tuple(
        ShownAnnonce(seat, annonce.kind, annonce.points, cards_of(annonce.cards))
        for seat, meant in said
        for annonce in meant
        if annonce in result.shown[seat.team.index]
    )
    return AnnoncesJudged(None if result.team is None else TEAMS[result.team], result.points, shown)


def deal_ended(donne: Donne, taken: Sequence[PliTaken], rules: BeloteRules) -> DealEnded:
    """Return the end of a deal that was played, with the points that each team writes (BS). *taken* are its plis."""
    plis, won, belote, annonces = [0, 0], [0, 0], [0, 0], [0, 0]
    for pli in taken:
        plis[pli.seat.team.index] += pli.points
        won[pli.seat.team.index] += 1
    plis[taken[-1].seat.team.index] += DIX_DE_DER
    for one in donne.belotes:
        if one.stage == SCORED:
            belote[one.seat.team.index] += BELOTE_POINTS
    if donne.judged is not None and donne.judged.team is not None:
        annonces[donne.judged.team.index] = donne.judged.points
    played = DealEnded(
        donne.dealt.number,
        PASSED,  # until it is scored
        donne.taker,
        donne.contract,
        plis=(plis[0], plis[1]),
        plis_won=(won[0], won[1]),
        belote=(belote[0], belote[1]),
        annonces=(annonces[0], annonces[1]),
        annonces_said=bool(donne.said),
        waited=donne.sheet.waiting,
    )
    result = result_of(played, rules)
    return replace(
        played,
        outcome=result.outcome,
        points=result.points,
        exact=result.exact,
        scored=result.scored_plis,
        won_by=None if result.won_by is None else TEAMS[result.won_by],
        waiting=(result.waiting, result.exact_waiting),
    )


def result_of(ended: DealEnded, rules: BeloteRules) -> DealResult:
    """Return the score of a deal, with the rule and option behind every number. Raises ArgumentError if nobody took."""
    if ended.taker is None or ended.contract is None:
        raise ArgumentError(f"deal {ended.number}: nobody took, so it has no score (BA6)")
    totals = DealTotals(
        ended.taker.team.index,
        ended.plis,
        ended.plis_won,
        ended.belote,
        ended.annonces,
        ended.contract,
        waiting=ended.waited[0],
        exact_waiting=ended.waited[1],
        annonces_said=ended.annonces_said,
    )
    return score(totals, rules)


def end_of(sheet: Sheet, rules: BeloteRules) -> PartieEnd:
    """Return whether the partie is over after the last deal of a sheet, and why (BE).

    *sheet* must contain at least one deal that is over.
    """
    last = sheet.ended[-1]
    totals = sheet.exact if compares_exact(rules) else sheet.points
    won_by = None if last.won_by is None else last.won_by.index
    return end_of_totals(totals, last.scored, won_by, rules, deals=last.number)
