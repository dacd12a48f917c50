"""Whether a deal ends the partie, and which side has won it (BE, VE). Start at ``partie_end``.

The sides are two teams, or the players of a game in which each has points of their own. The functions here are pure.
They need only totals, the result of the deal and the house rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from ...kit.seats import Points
from ..rules import BeloteRules
from .scores import DealResult

#: Why the partie ends or goes on; ``PartieEnd.reason``.
EndReason = Literal[
    "short", "deals_left", "equal", "belote_alone", "still_in", "target", "higher", "last_deal", "deals", "last_left",
]  # fmt: skip


class PartieEnd(msgspec.Struct, frozen=True):
    """Whether the partie is over after a deal, and why. It is over if it has a winner or a loser.

    winner  the index of the side that has won the partie; None if the partie goes on
    rule    the id of the rule that decides
    option  the name of the option that changed the decision; None if no option did
    reason  if no side has won:
            "short"         no side has reached the target (BE1)
            "deals_left"    the number of deals is not reached (BE1 by an option)
            "equal"         the totals are equal, after the number of deals or with the target reached (BE3)
            "belote_alone"  no side that has reached the target scored points of plis in this deal (BE4)
            if a side has won:
            "target"        only this side may end the partie (BE2)
            "higher"        several sides may end it, and this one has the highest total (BE2, VE3)
            "last_deal"     several sides may end it, and this one has won the deal (BE2, VE4 by an option)
            "deals"         this side has the highest total after the number of deals (BE1 by an option)
            in Belote de comptoir and the lyonnaise: "still_in": several players are; "last_left": one is, and has lost
    totals  the totals that were compared, by side; or the sheets (VK10)
    loser   the index of the player who is the last one left (VK11); None in all other games
    """

    winner: int | None
    rule: str
    reason: EndReason
    totals: Points
    option: str | None = None
    loser: int | None = None

    @property
    def over(self) -> bool:
        """Whether the partie is over."""
        return self.winner is not None or self.loser is not None

    def __repr__(self) -> str:
        return f"PartieEnd({self.winner}, {self.rule}, {self.reason!r}, {self.totals})"


def partie_end(
    before: Points, result: DealResult | None, rules: BeloteRules, *, deals: int = 0, exact_before: Points | None = None
) -> PartieEnd:
    """Return whether the partie is over after a deal.

    before        the totals before the deal, by side, as written
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
        return end_of_totals(totals, (False,) * len(totals), None, rules, deals=deals)
    points = result.exact if exact else result.points
    after = tuple(total + more for total, more in zip(totals, points, strict=True))
    return end_of_totals(after, result.scored_plis, result.winners, rules, deals=deals)


def compares_exact(rules: BeloteRules) -> bool:
    """Return whether totals without rounding decide the end of the partie (BE5); False if points are not rounded."""
    return rules.exact_end and rules.rounding != "exact"


def partie_winner(
    before: Points, result: DealResult | None, rules: BeloteRules, *, deals: int = 0, exact_before: Points | None = None
) -> int | None:
    """Return the index of the side that has won the partie; None if the partie goes on.

    The parameters are those of ``partie_end``, which also returns the reason.
    """
    return partie_end(before, result, rules, deals=deals, exact_before=exact_before).winner


def end_of_totals(
    totals: Points,
    scored_plis: tuple[bool, ...],
    won_by: int | tuple[int, ...] | None,
    rules: BeloteRules,
    *,
    deals: int = 0,
) -> PartieEnd:
    """Return whether the partie is over, from the totals after a deal (BE1 to BE4, VE).

    totals       the totals of the sides after the deal, as written or, with *exact_end*, without rounding
    scored_plis  for each side, whether it scored points of plis in this deal (BE4)
    won_by       the index of the side that won the deal, or those of two defenders; None if none did (BS9)
    deals        how many deals have been dealt, including this one; needed only with the option *deals*
    """
    everybody = range(len(totals))
    if rules.deals is not None:
        # The number of deals ends the partie, not the points of a side, so BE4 does not apply.
        if deals < rules.deals:
            return PartieEnd(None, "BE1", "deals_left", totals, "deals")
        top = _highest(everybody, totals)
        if len(top) > 1:
            return PartieEnd(None, "BE3", "equal", totals, "deals")
        return PartieEnd(top[0], "BE1", "deals", totals, "deals")
    over = [side for side in everybody if totals[side] >= rules.target]
    if not over:
        return PartieEnd(None, "BE1", "short", totals)
    may_end = [side for side in over if scored_plis[side]]
    if len(may_end) == 1:
        return PartieEnd(may_end[0], "BE2", "target", totals)
    classic = rules.game == "classic"
    if classic and len(set(totals)) == 1:
        return PartieEnd(None, "BE3", "equal", totals)
    if not may_end:
        return PartieEnd(None, "BE4", "belote_alone", totals)
    winners = won_by if isinstance(won_by, tuple) else () if won_by is None else (won_by,)
    last_deal = [side for side in may_end if side in winners] if rules.both_over == "last_deal" else []
    top = _highest(last_deal or may_end, totals)
    if len(top) > 1:
        return PartieEnd(None, "VE4" if last_deal else "VE3", "equal", totals, "both_over" if last_deal else None)
    if last_deal:
        return PartieEnd(top[0], "BE2" if classic else "VE4", "last_deal", totals, "both_over")
    return PartieEnd(top[0], "BE2" if classic else "VE3", "higher", totals)


def _highest(sides: Iterable[int], totals: Points) -> list[int]:
    """Return those of some sides that have the highest total of them."""
    some = list(sides)
    most = max(totals[side] for side in some)
    return [side for side in some if totals[side] == most]
