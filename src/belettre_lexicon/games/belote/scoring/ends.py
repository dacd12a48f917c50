"""Whether a deal ends the partie, and which team has won it (BE). Start at ``partie_end``.

The functions here are pure. They need only totals, the result of the deal and the house rules.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ...kit.seats import Points
from ..rules import BeloteRules
from .scores import DealResult

#: Why the partie ends or goes on; ``PartieEnd.reason``.
EndReason = Literal["short", "deals_left", "equal", "belote_alone", "target", "higher", "last_deal", "deals"]


class PartieEnd(msgspec.Struct, frozen=True):
    """Whether the partie is over after a deal, and why. It is over if it has a winner.

    winner  the index of the team that has won the partie; None if the partie goes on
    rule    the id of the rule that decides
    option  the name of the option that changed the decision; None if no option did
    reason  if no team has won:
            "short"         neither team has reached the target (BE1)
            "deals_left"    the number of deals is not reached (BE1 by an option)
            "equal"         the totals are equal, after the number of deals or with the target reached (BE3)
            "belote_alone"  no team that has reached the target scored points of plis in this deal (BE4)
            if a team has won:
            "target"        only this team may end the partie (BE2)
            "higher"        both teams may end it, and this team has the higher total (BE2)
            "last_deal"     both teams may end it, and this team has won the deal (BE2 by an option)
            "deals"         this team has the higher total after the number of deals (BE1 by an option)
    totals  the totals that were compared, for team 0 and team 1
    """

    winner: int | None
    rule: str
    reason: EndReason
    totals: Points
    option: str | None = None

    def __repr__(self) -> str:
        return f"PartieEnd({self.winner}, {self.rule}, {self.reason!r}, {self.totals})"


def partie_end(
    before: Points, result: DealResult | None, rules: BeloteRules, *, deals: int = 0, exact_before: Points | None = None
) -> PartieEnd:
    """Return whether the partie is over after a deal.

    before        the totals before the deal, for team 0 and team 1, as written
    result        the result of the deal; None if nobody took or the deal was void
    deals         how many deals have been dealt, including this one; needed only with the option *deals*
    exact_before  the totals before the deal without rounding, for the option *exact_end* (BE5); None if they are equal
                  to *before*

    >>> from ..rules import BeloteRules
    >>> from .scores import score
    >>> from .totals import DealTotals
    >>> fallen = score(DealTotals(0, plis=(60, 102), belote=(20, 0)), BeloteRules())
    >>> partie_end((985, 700), fallen, BeloteRules())
    PartieEnd(None, BE4, 'belote_alone', (1005, 862))
    """
    exact = compares_exact(rules)
    totals = before if not exact or exact_before is None else exact_before
    if result is None:
        return end_of_totals(totals, (False, False), None, rules, deals=deals)
    points = result.exact if exact else result.points
    after = totals[0] + points[0], totals[1] + points[1]
    return end_of_totals(after, result.scored_plis, result.won_by, rules, deals=deals)


def compares_exact(rules: BeloteRules) -> bool:
    """Return whether totals without rounding decide the end of the partie (BE5); False if points are not rounded."""
    return rules.exact_end and rules.rounding != "exact"


def partie_winner(
    before: Points, result: DealResult | None, rules: BeloteRules, *, deals: int = 0, exact_before: Points | None = None
) -> int | None:
    """Return the index of the team that has won the partie; None if the partie goes on.

    The parameters are those of ``partie_end``, which also returns the reason.
    """
    return partie_end(before, result, rules, deals=deals, exact_before=exact_before).winner


def end_of_totals(
    totals: Points, scored_plis: tuple[bool, bool], won_by: int | None, rules: BeloteRules, *, deals: int = 0
) -> PartieEnd:
    """Return whether the partie is over, from the totals after a deal (BE1 to BE4).

    totals       the totals of team 0 and team 1 after the deal, as written or, with *exact_end*, without rounding
    scored_plis  for each team, whether it scored points of plis in this deal (BE4)
    won_by       the index of the team that won the deal; None if no team did (BS9)
    deals        how many deals have been dealt, including this one; needed only with the option *deals*
    """
    first, second = totals
    higher = 0 if first > second else 1
    if rules.deals is not None:
        # The number of deals ends the partie, not the points of a team, so BE4 does not apply.
        if deals < rules.deals:
            return PartieEnd(None, "BE1", "deals_left", totals, "deals")
        if first == second:
            return PartieEnd(None, "BE3", "equal", totals, "deals")
        return PartieEnd(higher, "BE1", "deals", totals, "deals")
    over = [team for team in (0, 1) if totals[team] >= rules.target]
    if not over:
        return PartieEnd(None, "BE1", "short", totals)
    may_end = [team for team in over if scored_plis[team]]
    if len(may_end) == 1:
        return PartieEnd(may_end[0], "BE2", "target", totals)
    if first == second:
        return PartieEnd(None, "BE3", "equal", totals)
    if not may_end:
        return PartieEnd(None, "BE4", "belote_alone", totals)
    if rules.both_over == "last_deal" and won_by is not None:
        return PartieEnd(won_by, "BE2", "last_deal", totals, "both_over")
    return PartieEnd(higher, "BE2", "higher", totals)
