"""What the teams score for a contract of coinche (VC22 to VC34). Start at ``score_coinche``.

What was won in plis are the ``DealTotals`` of every game; here the value of the bid and the coinches are added. The
functions are pure, and every number has its rule and its option, as in ``scores``.
"""

from __future__ import annotations

from typing import Literal

from ....base.errors import ArgumentError
from ...kit.seats import Points
from ..cards import Contract
from ..rules import BeloteRules
from .scores import CAPOT_DE_DER, DealResult, LineKind, ScoreLine
from .totals import DIX_DE_DER, DealTotals, rounded, whole_deal

#: The value of a bid: points, or all plis of the team or of the bidder alone (VC5).
BidValue = int | Literal["capot", "generale"]
#: What the two bids that name no points stand for as a value, and as a score of their own (VC27, VC28).
_VALUES, _FLAT = {"capot": 250, "generale": 500}, {"capot": 500, "generale": 1000}
#: The factors that a contract can have: none, a coinche, a surcoinche of each kind (VC14).
_FACTORS = (1, 2, 3, 4)
_TEN = 10


def bid_points(value: BidValue) -> int:
    """Return the points that a bid stands for: 250 for a capot, 500 for a générale (VC27).

    Raises ArgumentError if the value is not a bid.
    """
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    if value not in _VALUES:
        raise ArgumentError(f"bid {value!r:.40}: expected a number of points, 'capot' or 'generale' (VC5)")
    return _VALUES[value]


def score_coinche(
    totals: DealTotals,
    value: BidValue,
    mult: int,
    rules: BeloteRules,
    *,
    taker_plis: int | None = None,
    made: bool | None = None,
) -> DealResult:
    """Return what the teams score for a contract, and why (VC22 to VC33).

    totals      what was won in plis, with the belotes and annonces that count; its contract is the colour that was bid
    value       the value of the bid: its points, "capot" or "generale"
    mult        1, 2 after a coinche, 3 or 4 after a surcoinche (VC14)
    taker_plis  how many plis the bidder has won; needed only for a générale
    made        whether the contract was made, if nobody counted the points of the plis; None to find it from *totals*

    *compared* of the result are the totals that make the contract (VC23). Raises ArgumentError for impossible values.

    >>> from ..rules import BeloteRules
    >>> score_coinche(DealTotals(0, plis=(76, 86), belote=(20, 0)), 100, 1, BeloteRules(game="coinche"))
    DealResult('chute', points=(0, 280), waiting=0, won_by=1)
    """
    whole = whole_deal(totals.contract, rules)
    if made is None and sum(totals.plis) != whole:
        raise ArgumentError(f"points of the plis {totals.plis}: expected {whole} together at {totals.contract} (BS2)")
    if made and needs_points(value, mult, rules):
        raise ArgumentError("points of the plis: missing, expected those of a contract that was made (VC27)")
    taker, points, plis = totals.taker, bid_points(value), totals.plis
    _check_factor(mult)
    if totals.capot == taker and rules.capot_unasked and isinstance(value, int):
        # VC25: the dix de der of all plis is 100, for the contract too.
        more = whole - DIX_DE_DER + CAPOT_DE_DER
        plis = (more, 0) if taker == 0 else (0, more)
    full = tuple(map(sum, zip(plis, totals.belote, totals.annonces, strict=True)))
    counted = {"all": full, "belote": tuple(map(sum, zip(plis, totals.belote, strict=True))), "plis": plis}[rules.make]
    compared: Points | None = counted
    rule, option = "VC22", None
    if made is not None:
        rule, compared = "VC22" if isinstance(value, int) else "VC24", None
    elif isinstance(value, int):
        made = counted[taker] >= points
        if made != (full[taker] >= points):
            rule, option = "VC23", "make"
        if made and rules.must_beat and full[taker] <= full[1 - taker]:
            made, option, compared = False, "must_beat", full
    else:
        made, rule, compared = totals.capot == taker, "VC24", None
        if value == "generale":
            if taker_plis is None or not 0 <= taker_plis <= totals.all_plis:
                raise ArgumentError(f"plis of the taker {taker_plis!r:.40}: expected 0 to {totals.all_plis} (VC24)")
            made = taker_plis == totals.all_plis
    won_by = taker if made else 1 - taker
    if made and mult == 1 and rules.coinche_score != "bid":
        lines = _made(totals, value, rules, plis)
    else:
        kind: LineKind = "doubled" if made else "chute"
        lines = _won_or_lost(totals, won_by, value, mult, rules, kind)
    return DealResult("made" if made else "chute", taker, won_by, rule, tuple(lines), option=option, compared=compared)


def needs_points(value: BidValue, mult: int, rules: BeloteRules) -> bool:
    """Return whether the points of the plis are written if a contract is made, and not all plis by themselves."""
    return isinstance(value, int) and mult == 1 and rules.coinche_score != "bid"


def score_coinche_renonce(
    at_fault: int,
    taker: int,
    value: BidValue,
    mult: int,
    rules: BeloteRules,
    *,
    belote: Points = (0, 0),
    annonces: Points = (0, 0),
    contract: Contract = "♥",
) -> DealResult:
    """Return what the teams score for a deal that a renonce has ended (VC34): as if the contract had been missed.

    at_fault  the index of the team that made the renonce; the other parameters are those of ``score_coinche`` and
              ``scores.score_renonce``

    Raises ArgumentError if a value is impossible.
    """
    totals = DealTotals(taker, (0, 0), None, belote, annonces, contract)
    bid_points(value)
    _check_factor(mult)
    if at_fault not in (0, 1):
        raise ArgumentError(f"team {at_fault!r:.40}: expected 0 or 1")
    lines = _won_or_lost(totals, 1 - at_fault, value, mult, rules, "renonce")
    return DealResult("renonce", taker, 1 - at_fault, "VC34", tuple(lines))


def _check_factor(mult: int) -> None:
    if mult not in _FACTORS:
        raise ArgumentError(f"factor {mult!r:.40}: expected 1, 2, or 3 or 4 after a surcoinche (VC14)")


def _made(totals: DealTotals, value: BidValue, rules: BeloteRules, plis: Points) -> list[ScoreLine]:
    """VC27.1, VC28, VC30: each team its own, and the value of the bid to the takers.

    plis  the points of the plis, with the 100 of VC25
    """
    taker, defence = totals.taker, 1 - totals.taker
    rounding = None if rules.rounding == "exact" else "rounding"
    lines: list[ScoreLine] = []
    if isinstance(value, int):
        written = rounded(plis, rules.rounding)
        kind: LineKind = "plis"
        if sum(plis) != whole_deal(totals.contract, rules):
            written, kind = tuple(_alone(points, rules) for points in plis), "capot"
        style = ("VC27", None) if rules.coinche_score != "made" else ("VC30", "coinche_score")
        rule, option = style if kind == "plis" else ("VC25", None)
        lines.append(ScoreLine(taker, written[taker], rule, rounding or option, kind, plis[taker]))
        lines.append(ScoreLine(defence, written[defence], style[0], rounding or style[1], "plis", plis[defence]))
        if rules.coinche_score != "made":
            lines.append(ScoreLine(taker, value, "VC27", None, "bid"))
    else:
        if rules.coinche_score == "made":
            lines.append(ScoreLine(taker, _VALUES[value], "VC30", "coinche_score", value))
        elif rules.capot_score == "flat":
            lines.append(ScoreLine(taker, _FLAT[value], "VC28", None, value))
        else:
            exact = whole_deal(totals.contract, rules) - DIX_DE_DER + CAPOT_DE_DER
            lines.append(ScoreLine(taker, _alone(exact, rules), "VC28", rounding or "capot_score", "capot", exact))
            lines.append(ScoreLine(taker, _VALUES[value], "VC28", "capot_score", "bid"))
        lines.append(ScoreLine(defence, 0, lines[0].rule, None, "nothing"))
    lines += [ScoreLine(team, totals.belote[team], "VC20", None, "belote") for team in (0, 1) if totals.belote[team]]
    all_plis = totals.capot == taker
    for team in (0, 1):
        if totals.annonces[team]:
            lines.append(_annonces(totals, team, taker if all_plis else team, "VC32" if all_plis else "VC21", rules))
    return lines


def _won_or_lost(
    totals: DealTotals, winner: int, value: BidValue, mult: int, rules: BeloteRules, kind: LineKind
) -> list[ScoreLine]:
    """VC27.2, VC27.3, VC28 to VC31: everything to the winner of the deal, for the bid that was missed or doubled.

    kind  what the points of all plis stand for: "chute", "doubled" or "renonce"
    """
    loser, points = 1 - winner, bid_points(value)
    style = rules.coinche_score
    if style == "bid":
        return [
            ScoreLine(winner, points * mult, "VC29", "coinche_score", "bid"),
            ScoreLine(loser, 0, "VC29", "coinche_score", "nothing"),
        ]
    lines: list[ScoreLine] = []
    if isinstance(value, str) and style == "made":
        lines.append(ScoreLine(winner, points * mult, "VC30", "coinche_score", value))
    elif isinstance(value, str) and rules.capot_score == "flat":
        lines.append(ScoreLine(winner, _FLAT[value] * mult, "VC28", None, value))
    else:
        fall, changed = _fall(totals.contract, rules)
        only_bid = rules.doubles == "bid" and style != "made"
        rule, factor = ("VC30", mult) if style == "made" else ("VC27", 1 if only_bid else mult)
        changed = changed or ("coinche_score" if style == "made" else None)
        written = _alone(fall, rules)
        changed = "rounding" if written != fall else changed
        if only_bid and mult > 1:
            changed = changed or "doubles"
        lines.append(ScoreLine(winner, written * factor, rule, changed, kind, fall * factor))
        if style != "made":
            asked = "capot_score" if isinstance(value, str) else None
            lines.append(ScoreLine(winner, points * mult, "VC28" if asked else "VC27", asked, "bid"))
    lines.append(ScoreLine(loser, 0, lines[0].rule, None, "nothing"))
    for team in (winner, loser):
        if own := totals.belote[team]:
            taken = team == loser and rules.coinche_belote == "winner"
            kept = "coinche_belote" if team == loser and not taken else None
            side = winner if taken else team
            lines.append(ScoreLine(side, own, "VC31", kept, "belote_taken" if taken else "belote"))
    return lines + [_annonces(totals, team, winner, "VC31", rules) for team in (winner, loser) if totals.annonces[team]]


def _annonces(totals: DealTotals, team: int, winner: int, rule: str, rules: BeloteRules) -> ScoreLine:
    """Return the line of the annonces of a team, which go to *winner*, unless it has no pli and keeps them (BN13)."""
    points = totals.annonces[team]
    if team != winner and totals.capot == winner and rules.capot_scores_annonces:
        return ScoreLine(team, points, "BN13", "capot_scores_annonces", "annonces")
    return ScoreLine(winner, points, rule, None, "annonces" if team == winner else "annonces_taken")


def _fall(contract: str, rules: BeloteRules) -> tuple[int, str | None]:
    """Return F, the points of all plis of a missed or doubled contract, and the option that changed it (VC27)."""
    whole = whole_deal(contract, rules)
    if whole != whole_deal("♥", rules):
        return whole, "ta_values"
    return rules.fall, None if rules.fall == type(rules).OF_NAME["fall"].default else "fall"


def _alone(points: int, rules: BeloteRules) -> int:
    """Return points of all plis as they are written: where points are rounded, as the ten below (VC33)."""
    return points if rules.rounding == "exact" else points // _TEN * _TEN
