"""Counts a deal at the table: annonces judged (BN7), points written (BS), and who has won the partie (BE)."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.errors import ArgumentError
from .annonces import Annonce, compare_annonces, name_annonces
from .cards import cards_of
from .donne import SCORED, Donne, Sheet
from .ends import PartieEnd, end_of_totals
from .events import AnnoncesJudged, Announced, DealEnded, PliTaken, ShownAnnonce
from .rules import BeloteRules
from .scores import DealResult, score
from .seats import TEAMS
from .totals import BELOTE_POINTS, DIX_DE_DER, DealTotals


def annonces_of(donne: Donne, said: Announced, rules: BeloteRules) -> tuple[Annonce, ...]:
    """Return the annonces that a player meant by the kinds they said (BN6)."""
    hand = donne.hands[said.seat.index]
    return name_annonces(hand, said.kinds, donne.contract or "", rules) or ()


def annonces_judged(donne: Donne, rules: BeloteRules) -> AnnoncesJudged:
    """Return which team scores its annonces, and those that are shown (BN7 to BN10)."""
    contract = donne.contract or ""
    said = [(announced.seat, annonces_of(donne, announced, rules)) for announced in donne.said]
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
    """Return the end of a deal that was played, with the points that each team writes (BS)."""
    taker, contract, waited, said = donne.taker, donne.contract, donne.sheet.waiting, bool(donne.said)
    if taker is None or contract is None:
        raise ArgumentError(f"deal {donne.dealt.number}: nobody took (BA6)")
    plis, won, belote = [0, 0], [0, 0], [0, 0]
    for pli in taken:
        team = pli.seat.team.index
        plis[team] += pli.points
        won[team] += 1
    plis[taken[-1].seat.team.index] += DIX_DE_DER
    for one in donne.belotes:
        if one.stage == SCORED:
            belote[one.seat.team.index] += BELOTE_POINTS
    judged = donne.judged
    annonces = (0, 0)
    if judged is not None and judged.team is not None:
        annonces = (judged.points, 0) if judged.team.index == 0 else (0, judged.points)
    totals = DealTotals(
        taker.team.index,
        (plis[0], plis[1]),
        (won[0], won[1]),
        (belote[0], belote[1]),
        annonces,
        contract,
        waited[0],
        exact_waiting=waited[1],
        annonces_said=said,
    )
    result = score(totals, rules)
    return DealEnded(
        donne.dealt.number,
        result.outcome,
        taker,
        contract,
        totals.plis,
        (won[0], won[1]),
        totals.belote,
        annonces,
        result.points,
        result.exact,
        result.scored_plis,
        None if result.won_by is None else TEAMS[result.won_by],
        said,
        waited,
        (result.waiting, result.exact_waiting),
    )


def result_of(ended: DealEnded, rules: BeloteRules) -> DealResult:
    """Return the score of a deal that was played, with the rule and option behind every number.

    Raises ArgumentError if nobody took.
    """
    if ended.taker is None or ended.contract is None:
        raise ArgumentError(f"deal {ended.number}: nobody took, so it has no score (BA6)")
    totals = DealTotals(
        ended.taker.team.index,
        ended.plis,
        ended.plis_won,
        ended.belote,
        ended.annonces,
        ended.contract,
        ended.waited[0],
        exact_waiting=ended.waited[1],
        annonces_said=ended.annonces_said,
    )
    return score(totals, rules)


def end_of(sheet: Sheet, rules: BeloteRules) -> PartieEnd:
    """Return whether the partie is over after the last deal of a sheet, and why (BE). *sheet* has a deal."""
    last = sheet.ended[-1]
    totals = sheet.exact if rules.exact_end and rules.rounding != "exact" else sheet.points
    won_by = None if last.won_by is None else last.won_by.index
    return end_of_totals(totals, last.scored, won_by, rules, deals=last.number)
