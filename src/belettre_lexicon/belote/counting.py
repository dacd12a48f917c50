"""Floor 3. Counts a deal at the table: annonces judged (BN7), points written (BS), and who has won the partie (BE)."""

from __future__ import annotations

from collections.abc import Sequence

from .annonces import Annonce, compare_annonces, name_annonces
from .cards import cards_of
from .donne import SCORED, Belote, Donne, Sheet
from .events import Announced, AnnoncesJudged, DealEnded, PliTaken, ShownAnnonce
from .rules import BeloteRules
from .seats import TEAMS, Team

BELOTE_POINTS = 20
_DIX_DE_DER = 10


def annonces_of(donne: Donne, said: Announced, rules: BeloteRules) -> tuple[Annonce, ...]:
    """Return the annonces that a player meant who said some kinds (BN6)."""
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


def deal_ended(
    donne: Donne, taken: Sequence[PliTaken], belotes: Sequence[Belote], sheet: Sheet, rules: BeloteRules
) -> DealEnded:
    """Return the end of a deal that was played, with the points that each team writes (BS)."""
    plis, won, belote, annonces = [0, 0], [0, 0], [0, 0], [0, 0]
    for pli in taken:
        team = pli.seat.team.index
        plis[team] += pli.points
        won[team] += 1
    plis[taken[-1].seat.team.index] += _DIX_DE_DER
    for one in belotes:
        if one.stage == SCORED:
            belote[one.seat.team.index] += BELOTE_POINTS
    judged = donne.judged
    if judged is not None and judged.team is not None:
        annonces[judged.team.index] = judged.points
    return DealEnded(
        donne.dealt.number, "made", donne.taker, donne.contract, (plis[0], plis[1]), (won[0], won[1]),
        (belote[0], belote[1]), (annonces[0], annonces[1]), (plis[0], plis[1]), (plis[0], plis[1]), (0, 0), TEAMS[0]
    )  # fmt: skip


def winner(ended: Sequence[DealEnded], sheet: Sheet, rules: BeloteRules) -> Team | None:
    """Return the team that has won the partie, or None if another deal is played (BE)."""
    first, second = sheet.points
    if first == second or max(first, second) < rules.target:
        return None
    return TEAMS[first < second]
