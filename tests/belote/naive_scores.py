"""A second, slow model of scores and ends for every game of the family, read from the rules alone.

Pairs are of the taker's side and the others: T, D. Nothing here uses the library but the values of the house rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from belettre_lexicon.games.belote.rules import BeloteRules


def whole(colour: str, rules: BeloteRules) -> int:
    """Return the points of all plis with the dix de der (BS2, VC19, V3.15)."""
    return {"SA": 130, "TA": 258}.get(colour, 162) if rules.ta_values == "plain" else 162


def rounded(points: int, other: int, rounding: str) -> int:
    """Return points of plis as they are written beside those of the other side (BR2 to BR4, VC33)."""
    tens, digit = divmod(points, 10)
    if rounding == "exact":
        return points
    if rounding == "five":
        return 0 if points == 0 else min(range(0, 400, 5), key=lambda five: abs(five - (points - 1)))
    if rounding == "nearest":
        return 10 * (tens + (digit >= 5))
    if rounding == "ten160" and digit == 6 and other % 10 == 6 and points < other:
        return 10 * tens
    return 10 * (tens + (digit >= 6))


class Counted:
    """What is known of a deal when it is counted.

    p, won         the points of plis with the dix de der, without any bonus for a capot, and the plis, of T and D
    plis           how many plis the deal has
    b, a           points of belotes, and of annonces that count
    held           what waited before
    annonces_said  whether anybody said an annonce
    asked          whether a capot was asked for (BV6)
    """

    def __init__(
        self,
        colour: str,
        p: Sequence[int],
        won: Sequence[int],
        b: Sequence[int] = (0, 0),
        a: Sequence[int] = (0, 0),
        *,
        held: int = 0,
        annonces_said: bool | None = None,
        asked: bool = False,
    ) -> None:
        self.colour, self.p, self.won, self.b, self.a, self.held = colour, p, won, b, a, held
        self.annonces_said = any(a) if annonces_said is None else annonces_said
        self.asked = asked


def flat(deal: Counted, rules: BeloteRules, rounding: str) -> tuple[str, list[int], int]:
    """Return the outcome, the scores of T and D, and what waits, for one side against another (BS3 to BS7, BV6)."""
    p, b, a, held, everything = deal.p, list(deal.b), list(deal.a), deal.held, whole(deal.colour, rules)

    def alone(points: int) -> int:
        return rounded(points, 0, rounding)

    capot = everything + 90 if rules.capot == 252 else rules.capot
    chute = everything if rules.chute == 162 else rules.chute
    without = [side for side in (0, 1) if deal.won[side] == 0]
    kept = [a[side] if side in without and rules.capot_scores_annonces else 0 for side in (0, 1)]
    if deal.asked:
        if without == [1]:
            return "capot", [500 + b[0] + sum(a) - kept[1] + held, b[1] + kept[1]], 0
        fallen = [0, sum(b)] if rules.belote_lost else b
        return "chute", [fallen[0] + kept[0], 500 + fallen[1] + sum(a) - kept[0] + held], 0
    if without == [1]:
        return "capot", [alone(capot) + b[0] + sum(a) - kept[1] + held, b[1] + kept[1]], 0
    if without == [0]:
        fallen = [0, sum(b)] if rules.belote_lost else b
        outcome, points = ("capot_defence", capot) if rules.capot_defence == "capot" else ("chute", chute)
        return outcome, [fallen[0] + kept[0], alone(points) + fallen[1] + sum(a) - kept[0] + held], 0
    total = [
        p[side] + (b[side] if rules.make != "plis" else 0) + (a[side] if rules.make == "all" else 0) for side in (0, 1)
    ]
    close = rules.ballotage and rules.rounding == "ten" and everything == 162 and 75 <= p[0] <= 81
    litige = p[0] == p[1] and rules.litige == "waits"
    if close and not litige and not any(b) and not deal.annonces_said:
        if rounding == "exact":
            return "ballotage", [0, p[1]], p[0] + held
        return "ballotage", [0, 80], 80 + held
    written = [rounded(p[0], p[1], rounding), rounded(p[1], p[0], rounding)]
    if total[0] > total[1]:
        return "made", [written[0] + b[0] + a[0] + held, written[1] + b[1] + a[1]], 0
    if total[0] == total[1] and rules.litige == "waits":
        waits = written[0] + a[0] + held + (0 if rules.litige_belote else b[0])
        return "litige", [b[0] if rules.litige_belote else 0, written[1] + b[1] + a[1]], waits
    fallen = [0, sum(b)] if rules.belote_lost else b
    return "chute", [fallen[0], alone(chute) + fallen[1] + sum(a) + held], 0


def spread(score: Sequence[int], taker: int, belotes: Sequence[int], rules: BeloteRules) -> list[int]:
    """Return the score of each player of a table of three or two (V3.9, V3.10, V2.12).

    belotes  the points of belotes of each player
    """
    players = len(belotes)
    points = [score[1]] * players
    if rules.game == "three" and rules.defence_scores == "half":
        own = sum(belotes) - belotes[taker]
        points = [(score[1] - own) // 2 + belote for belote in belotes]
    points[taker] = score[0]
    return points


#: What a capot and a générale are worth as bids (VC27), and flat (VC28).
VALUES = {"capot": 250, "generale": 500}
FLAT = {"capot": 500, "generale": 1000}


def coinche_made(value: Any, deal: Counted, taker_plis: int, rules: BeloteRules) -> bool:
    """VC22 to VC25."""
    if value == "capot":
        return deal.won[0] == 8
    if value == "generale":
        return taker_plis == 8
    bonus = 90 if deal.won[0] == 8 and rules.capot_unasked else 0
    p = [deal.p[0] + bonus, deal.p[1]]
    counts = {"all": (deal.b[0], deal.a[0]), "belote": (deal.b[0],), "plis": ()}[rules.make]
    if p[0] + sum(counts) < value:
        return False
    t = [p[side] + deal.b[side] + deal.a[side] for side in (0, 1)]
    return not rules.must_beat or t[0] > t[1]


def coinche(
    value: Any, mult: int, deal: Counted, taker_plis: int, rules: BeloteRules, rounding: str
) -> tuple[bool, list[int]]:
    """Return whether the contract is made, and the scores of T and D (VC22 to VC33)."""
    made = coinche_made(value, deal, taker_plis, rules)
    winner, asked = (0 if made else 1), value in VALUES
    v, b, a = VALUES.get(value, value), deal.b, list(deal.a)
    if rules.coinche_score == "bid":
        score = [0, 0]
        score[winner] = v * mult
        return made, score
    everything = whole(deal.colour, rules)
    fall = everything if rules.ta_values == "plain" and deal.colour in ("SA", "TA") else rules.fall
    step = 1 if rounding == "exact" else 10
    fall -= fall % step
    bonus = [0, 0]
    bonus[winner] = sum(a)
    if rules.capot_scores_annonces and deal.won[1 - winner] == 0:
        bonus = [0, 0]
        bonus[winner], bonus[1 - winner] = a[winner], a[1 - winner]
    if rules.coinche_belote == "winner":
        bonus[winner] += sum(b)
    else:
        bonus = [bonus[0] + b[0], bonus[1] + b[1]]
    if made and mult == 1:
        p = [rounded(deal.p[0], deal.p[1], rounding), rounded(deal.p[1], deal.p[0], rounding)]
        if deal.won[0] == 8:
            if not rules.capot_scores_annonces:
                a = [sum(a), 0]
            if asked or rules.capot_unasked:
                p = [(everything + 90) // step * step, 0]
        if rules.coinche_score == "made":
            return made, [(v if asked else p[0]) + b[0] + a[0], p[1] + b[1] + a[1]]
        if asked and rules.capot_score == "flat":
            return made, [FLAT[value] + b[0] + a[0], b[1] + a[1]]
        return made, [p[0] + v + b[0] + a[0], p[1] + b[1] + a[1]]
    if rules.coinche_score == "made":
        bonus[winner] += (v if asked else fall) * mult
    elif asked and rules.capot_score == "flat":
        bonus[winner] += FLAT[value] * mult
    else:
        bonus[winner] += (fall + v) * mult if rules.doubles == "all" else fall + v * mult
    return made, bonus


def proportional(raw: Sequence[int], colour: str, der: int) -> list[int]:
    """Return the points of plis of T and D from their cards at plain points; *der* is the side of the dix de der."""
    raw_whole = {"SA": 120, "TA": 248}[colour]
    takers = int(raw[0] * 152 / raw_whole + 0.5)
    p = [takers, 152 - takers]
    p[der] += 10
    return p


def winner_of(
    totals: Sequence[int], scored: Sequence[bool], won_by: Sequence[int], deals: int, rules: BeloteRules
) -> int | None:
    """Return the side that has won the partie (BE1 to BE4, VE1 to VE4).

    scored  whether each side scored anything but belotes in the last deal
    won_by  the sides that won it
    """
    sides = range(len(totals))
    if rules.deals is not None:
        if deals < rules.deals:
            return None
        may_win = list(sides)
    else:
        may_win = [side for side in sides if totals[side] >= rules.target and scored[side]]
        if rules.game == "classic" and len(may_win) > 1 and totals[0] == totals[1]:
            return None  # BE3 comes first; VE4 has no such exception
        if rules.both_over == "last_deal" and len(may_win) > 1:
            may_win = [side for side in may_win if side in won_by] or may_win
    best = [side for side in may_win if totals[side] == max(totals[other] for other in may_win)]
    return best[0] if len(best) == 1 else None


def worth(bid: int, rules: BeloteRules) -> int:
    """Return what a bid moves a sheet by (VK8)."""
    if bid <= 50 or rules.scale == "one":
        return 1
    steps, limit = 1, 50
    while bid > limit:
        steps, limit = steps + 1, limit + 20
    return steps


def sheets_after(sheets: Sequence[int], taker: int, bid: int, points: int, rules: BeloteRules) -> list[int]:
    """Return the sheets after a deal (VK9, VK10); 0 for players who have left."""
    falls = worth(bid, rules)
    fallen = [taker] if points >= bid else [seat for seat, sheet in enumerate(sheets) if sheet and seat != taker]
    return [max(sheet - falls, 0) if seat in fallen else sheet for seat, sheet in enumerate(sheets)]
