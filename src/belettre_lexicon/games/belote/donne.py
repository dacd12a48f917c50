"""A deal of Belote apart from the cards laid: its pack, what was said, the score sheet so far, and how it is counted.

Start reading at ``Donne``. ``annonces_judged``, ``deal_ended`` and ``end_of`` count a deal at the table (BN7, BS, BE).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from ...base.errors import ArgumentError
from ..kit.seats import Points
from .auction import Auction, Bidding, Comptoir, Prise
from .cards import Contract, ContractTables, cards_of, tables
from .deals.deal import HandMasks
from .deals.rows import Rows
from .events import (
    PASSED,
    AnnoncesJudged,
    Announced,
    DealEnded,
    DealOutcome,
    Dealt,
    PliTaken,
    ShownAnnonce,
    Spoken,
)
from .options import SHEETS
from .rules import BeloteRules
from .scoring.annonces import Annonce, compare_annonces, name_annonces
from .scoring.coinche import score_coinche
from .scoring.ends import PartieEnd, compares_exact, end_of_totals
from .scoring.flat import score_flat
from .scoring.scores import DealResult, score
from .scoring.sheets import SheetResult, first_sheets, settle
from .scoring.totals import BELOTE_POINTS, DIX_DE_DER, DealTotals, proportional
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

    points   the points written, by ``Team.index``; in Belote de comptoir, what is left of the sheets (VK10)
    exact    the same without rounding (BE5)
    waiting  the points that wait after a litige: the number that is written, and the same without rounding (BS6)
    claimed  whether each side has claimed a forgotten « Rebelote » (BB3)
    ended    the deals that are over
    """

    points: Points = (0, 0)
    exact: Points = (0, 0)
    waiting: Points = (0, 0)
    claimed: tuple[bool, ...] = (False, False)
    ended: tuple[DealEnded, ...] = ()

    @classmethod
    def new(cls, rules: BeloteRules) -> Sheet:
        """Return the score sheet at the beginning of a partie; sheets of Belote de comptoir begin at 6 or 12 (VK10)."""
        sides = rules.variant.sides
        points = first_sheets(rules) if rules.game in SHEETS else (0,) * sides
        return cls(points, points, claimed=(False,) * sides)


class Donne(msgspec.Struct, frozen=True, gc=False):
    """The parts of a deal that seldom change: what was dealt and said, and the score sheet so far.

    dealt     the event that began the deal, with the pack
    hands     the cards that each seat got so far as masks, by ``Seat.index``: five, then eight. With two players, those
              of its hand and of its row that it may play or has played, without those that lie face down (V2.6)
    sheet     the score sheet of the deals before it; once the deal has ended, of this one too
    order     the indexes of the seats in the order in which they are dealt to and speak; the dealer is the last
    players   how many they are
    following for each seat, the index of the next one in playing order
    partners  for each seat, the index of its partner's seat; -1 if it has none
    auction   where the auction stands
    opener    the seat that opens pli 1 (BP1): that right of the dealer, or another one by an option (VC16)
    spoken    what was said in the auction
    contract  what is trump; None before anybody took
    taker     the player who took last; None before anybody took
    table     the tables of the contract; those of sans atout until the prise is over
    pairs     the mask of every R and D of trumps that are in one hand and so make a belote (BB1)
    belotes   the belotes that were said
    said      the annonces that were said (BN6)
    judged    how the annonces were judged (BN7); None before that, or if nobody said any
    cancelled whether a player cancelled all annonces (BN4)
    rows      with two players, the rows as they were dealt (V2.2); None in other games
    """

    dealt: Dealt
    hands: HandMasks
    sheet: Sheet
    order: tuple[int, ...]
    players: int
    following: tuple[int, ...]
    partners: tuple[int, ...]
    auction: Auction
    opener: Seat
    spoken: tuple[Spoken, ...] = ()
    contract: Contract | None = None
    taker: Seat | None = None
    table: ContractTables = tables("SA")
    pairs: int = 0
    belotes: tuple[Belote, ...] = ()
    said: tuple[Announced, ...] = ()
    judged: AnnoncesJudged | None = None
    cancelled: bool = False
    rows: Rows | None = None

    @property
    def covered(self) -> int:
        """The mask of the cards that lie face down in the rows of two players (V2.2); 0 in other games."""
        return 0 if self.rows is None else self.rows.covered & ~(self.hands[0] | self.hands[1])

    @property
    def bid(self) -> int | None:
        """The last bid in Belote de comptoir and in the lyonnaise (VK3); None before it, and in other games."""
        return self.auction.bid or None if isinstance(self.auction, Comptoir) else None


def annonces_judged(donne: Donne, rules: BeloteRules) -> AnnoncesJudged:
    """Return which side scores its annonces, and those that are shown (BN7 to BN10).

    If two defenders score theirs together (V3.7), the side is that of one of them.
    """
    contract, hands, table = donne.contract or "", donne.hands, rules.variant.table
    said = [(one.seat, name_annonces(hands[one.seat.index], one.kinds, contract, rules) or ()) for one in donne.said]
    first = table.sides[0] if len(table.sides) == len(TEAMS) or donne.taker is None else table.side(donne.taker)
    by_side = list[Annonce](), list[Annonce]()
    for seat, meant in said:
        by_side[table.side(seat) is not first].extend(meant)
    result = compare_annonces(by_side, contract, rules)
    shown = tuple(
        ShownAnnonce(seat, annonce.kind, annonce.points, cards_of(annonce.cards))
        for seat, meant in said
        for annonce in meant
        if annonce in result.shown[table.side(seat) is not first]
    )
    return AnnoncesJudged(None if result.team is None else table.side(shown[0].seat), result.points, shown)


def deal_ended(donne: Donne, taken: Sequence[PliTaken], rules: BeloteRules) -> DealEnded:
    """Return the end of a deal that was played, with the points that each side writes (BS). *taken* are its plis."""
    if rules.game in SHEETS:
        return _sheets_ended(donne, taken, rules)
    table = rules.variant.table
    side_of = table.side_of
    plis, won, belote, annonces = [[0] * len(table.sides) for _ in range(4)]
    for pli in taken:
        side = side_of[pli.seat.index]
        plis[side] += pli.points
        won[side] += 1
    if rules.ta_values == "proportional":
        plis = [*proportional((plis[0], plis[1]), donne.contract or "", rules)]
    plis[side_of[taken[-1].seat.index]] += DIX_DE_DER
    for one in donne.belotes:
        if one.stage == SCORED:
            belote[side_of[one.seat.index]] += BELOTE_POINTS
    if donne.judged is not None and donne.judged.team is not None:
        annonces[donne.judged.team.index] = donne.judged.points
    played = DealEnded(
        donne.dealt.number,
        PASSED,  # until it is scored
        donne.taker,
        donne.contract,
        tuple(plis),
        tuple(won),
        tuple(belote),
        tuple(annonces),
        annonces_said=bool(donne.said),
        waited=donne.sheet.waiting,
        **_bid_of(donne, taken),
    )
    result = result_of(played, rules)
    return replace(
        played,
        outcome=result.outcome,
        points=result.points,
        exact=result.exact,
        scored=result.scored_plis,
        won_by=None if result.won_by is None else table.sides[result.won_by],
        waiting=(result.waiting, result.exact_waiting),
    )


def _sheets_ended(donne: Donne, taken: Sequence[PliTaken], rules: BeloteRules) -> DealEnded:
    """Return the end of a deal of Belote de comptoir or of the lyonnaise (VK7 to VK11)."""
    plis, won = [0] * rules.variant.players, [0] * rules.variant.players
    for pli in taken:
        plis[pli.seat.index] += pli.points
        won[pli.seat.index] += 1
    ended = replace(
        unplayed(donne, PASSED, rules),
        taker=donne.taker,
        contract=donne.contract,
        plis=tuple(plis),
        plis_won=tuple(won),
        value=donne.bid,
    )
    result = settled(ended, donne.sheet.points, donne.dealt.dealer, rules)
    points = tuple([-fell for fell in result.fell])
    won_by = rules.variant.table.side(donne.taker) if result.made and donne.taker is not None else None
    return replace(ended, outcome="made" if result.made else "chute", points=points, exact=points, won_by=won_by)


def settled(ended: DealEnded, sheets: Points, dealer: Seat, rules: BeloteRules) -> SheetResult:
    """Return what a deal of Belote de comptoir or of the lyonnaise does to the sheets (VK8 to VK13).

    sheets  the sheets before the deal, by seat
    dealer  who dealt it

    Raises ArgumentError if nobody took.
    """
    if ended.taker is None or not isinstance(ended.value, int):
        raise ArgumentError(f"deal {ended.number}: nobody took, so no sheet falls (VK4)")
    taker = ended.taker.index
    return settle(sheets, taker, ended.value, ended.plis[taker], dealer.index, rules)


def dealer_after(donne: Donne, sheet: Sheet, rules: BeloteRules) -> int:
    """Return the seat that deals after a deal of Belote de comptoir or of the lyonnaise that is over (VK4, VK13).

    *sheet* is the sheet after it, on which two players or more are still in.
    """
    ended = sheet.ended[-1]
    if ended.taker is None:
        return donne.order[0]
    before = tuple(map(sub, sheet.points, ended.points))
    dealer = settled(ended, before, donne.dealt.dealer, rules).dealer
    return donne.order[0] if dealer is None else dealer


def unplayed(donne: Donne, outcome: DealOutcome, rules: BeloteRules) -> DealEnded:
    """Return the end of a deal in which no card was laid: nobody scores, and what waits goes on waiting (BA6, BD11)."""
    sides, waits, number = rules.variant.sides, donne.sheet.waiting, donne.dealt.number
    if sides == len(TEAMS):
        return DealEnded(number, outcome, waited=waits, waiting=waits)
    no, none = (0,) * sides, (False,) * sides
    return DealEnded(number, outcome, None, None, no, no, no, no, no, no, none, waited=waits, waiting=waits)


def _bid_of(donne: Donne, taken: Sequence[PliTaken]) -> dict[str, Any]:
    """Return the fields of ``DealEnded`` about a bid of coinche or a capot that was asked for (BV6); {} if none was."""
    if isinstance(donne.auction, Prise) and donne.auction.capot:
        return {"value": "capot"}
    contract = donne.auction.contract if isinstance(donne.auction, Bidding) else None
    if contract is None:
        return {}
    alone = sum(pli.seat is donne.taker for pli in taken) if contract.value == "generale" else None
    return {"value": contract.value, "mult": contract.mult, "taker_plis": alone}


def result_of(ended: DealEnded, rules: BeloteRules) -> DealResult:
    """Return the score of a deal, with the rule and option behind every number. Raises ArgumentError if nobody took."""
    if ended.taker is None or ended.contract is None:
        raise ArgumentError(f"deal {ended.number}: nobody took, so it has no score (BA6)")
    taker, alone = rules.variant.table.side(ended.taker).index, rules.variant.table.sides[0] not in TEAMS
    plis, won, belote, annonces = ended.plis, ended.plis_won, ended.belote, ended.annonces
    if alone:  # the taker against all others
        plis, won, belote, annonces = [(one[taker], sum(one) - one[taker]) for one in (plis, won, belote, annonces)]
    totals = DealTotals(
        0 if alone else taker,
        plis,
        won,
        belote,
        annonces,
        ended.contract,
        waiting=ended.waited[0],
        exact_waiting=ended.waited[1],
        annonces_said=ended.annonces_said,
        all_plis=rules.variant.plis,
        asked=ended.value is not None and rules.capot_asked,
    )
    if ended.value is not None and not totals.asked:
        return score_coinche(totals, ended.value, ended.mult, rules, taker_plis=ended.taker_plis)
    return score_flat(totals, taker, ended.belote, rules) if alone else score(totals, rules)


def end_of(sheet: Sheet, rules: BeloteRules) -> PartieEnd:
    """Return whether the partie is over after the last deal of a sheet, and why (BE).

    *sheet* must contain at least one deal that is over.
    """
    last = sheet.ended[-1]
    totals = sheet.exact if compares_exact(rules) else sheet.points
    return end_of_totals(totals, last.scored, winners_of(last, rules), rules, deals=last.number)


def winners_of(ended: DealEnded, rules: BeloteRules) -> tuple[int, ...]:
    """Return the indexes of the sides that won a deal (BS9): two defenders win together (V3.9); () if nobody won."""
    if ended.won_by is None or ended.taker is None:
        return ()
    taker = rules.variant.table.side(ended.taker)
    if ended.won_by is taker:
        return (taker.index,)
    return tuple([side.index for side in rules.variant.table.sides if side is not taker])
