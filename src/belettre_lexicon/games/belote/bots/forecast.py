"""What a deal will be worth to a bot, given the points that each team makes in it. Start reading at ``Forecast``."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, pi, sqrt

from ..auction.coinche import Bidding, CoincheContract
from ..auction.prise import Prise
from ..cards import Contract, mask_of, points_in
from ..donne import BEGUN, SCORED
from ..rules import BeloteRules
from ..scoring.coinche import score_coinche
from ..scoring.scores import DealResult, score
from ..scoring.totals import BELOTE_POINTS, DealTotals, whole_deal
from ..seats import Seat
from ..state import PAIRS
from ..view import View

SQRT_2_PI = sqrt(2 * pi)
#: The points that the better team writes in a deal, on average, and the standard deviation of the difference.
PER_DEAL, DEAL_SPREAD = 100, 110
#: The same in coinche.
PER_BID, BID_SPREAD = 250, 280
#: How many deals are left at least when the partie is not over: what is not known exactly.
LEAST_LEFT = 0.05


class Forecast:
    """Computes the scores of both teams for the deal of a view, given the card points that each will have made.

    Annonces count once they are judged (BN7); a belote counts if it scores already or its words can still be said.

    view      what the seat knows
    contract  what is trump, or what would be trump if *taker* took
    taker     the seat that took or would take
    bid       the bid of coinche that the deal is about; None for the last one of the view
    asked     whether the taker asks for a capot (BV6); None for what the view says

    rest      the points of the current pli and of the cards in the hands, with the dix de der
    sweeps    for each team, by ``Team.index``, whether it may still take all eight plis
    """

    def __init__(
        self,
        view: View,
        contract: Contract,
        taker: Seat,
        bid: CoincheContract | None = None,
        *,
        asked: bool | None = None,
    ) -> None:
        self._rules = view.rules
        self._plis = view.rules.variant.plis
        if bid is None and isinstance(view.auction, Bidding):
            bid = view.auction.contract
        if asked is None:
            asked = isinstance(view.auction, Prise) and view.auction.capot
        self._bid, self._asked = bid, asked
        #: Whether the taker himself, and nobody else, has won the plis so far (VC24).
        self._alone = all(pli.seat is taker for pli in view.taken)
        self._contract: Contract = contract
        self._taker = taker.team.index
        self._team = view.seat.team.index
        self._waiting = view.waiting
        self._number = view.number
        won = [0, 0]
        for pli in view.taken:
            won[pli.seat.team.index] += 1
        scaled = "plain" if view.rules.ta_values == "plain" else "rescaled"
        points = [points_in(mask_of(pli.cards), contract, scaled) for pli in view.taken]
        self._own = sum(
            number for number, pli in zip(points, view.taken, strict=True) if pli.seat.team is view.seat.team
        )
        self.rest = whole_deal(contract, view.rules) - sum(points)
        self.sweeps = not won[1], not won[0]
        belotes = [0, 0]
        for belote in view.belotes:
            if belote.stage in (BEGUN, SCORED):
                belotes[belote.seat.team.index] += BELOTE_POINTS
        self._belotes = belotes
        laid = mask_of(view.pli) | sum(mask_of(pli.cards) for pli in view.taken)
        #: The R and D that nobody has laid: whoever holds both has a belote.
        self._unsaid = [pair for pair in PAIRS[contract] if not pair & laid]
        judged = view.judged
        self._annonces = (0, 0)
        if judged is not None and judged.team is not None:
            self._annonces = (judged.points, 0) if judged.team.index == 0 else (0, judged.points)
        #: What was computed: (points, belotes) → worth.
        self._worth: dict[tuple[int, tuple[int, int]], float] = {}
        totals = view.points
        self._totals = totals[self._team], totals[1 - self._team]
        self._before = chance_to_win(*self._totals, view.number, self._rules)
        #: What the chance to win is multiplied with, so that at an even score a point is worth 1.
        self._scale = SQRT_2_PI * spread(max(self._totals), view.number, self._rules)

    def belotes(self, hands: Sequence[int]) -> tuple[int, int]:
        """Return the points of the belotes that were said or can still be said, by ``Team.index`` (BB1).

        hands  the masks of the four hands now, by ``Seat.index``
        """
        first, second = self._belotes
        for pair in self._unsaid:
            for seat, hand in enumerate(hands):
                if hand & pair == pair:
                    first, second = (first, second + BELOTE_POINTS) if seat & 1 else (first + BELOTE_POINTS, second)
        return first, second

    def own(self, points: int) -> int:
        """Return the points that the seat's team makes from the current pli on; *points* are those of team 0."""
        return self.rest - points if self._team else points

    def worth(self, points: int, belotes: tuple[int, int]) -> float:
        """Return what the deal would be worth to the seat's team: the chance to win the partie that it brings.

        It is measured in points: the ``margin`` is worth its number at an even score, and less once the partie is as
        good as decided. The arguments are those of ``margin``.
        """
        found = self._worth.get((points, belotes))
        if found is None:
            written = self._written(points, belotes)
            own, other = (total + more for total, more in zip(self._totals, written, strict=True))
            gained = chance_to_win(own, other, self._number + 1, self._rules) - self._before
            found = self._worth[points, belotes] = self._scale * gained
        return found

    def margin(self, points: int, belotes: tuple[int, int]) -> int:
        """Return the points that the seat's team would write for the deal, minus those of the other team.

        points   the points that the seat's team makes from the current pli on; more than *rest* for a capot,
                 and less than 0 for a capot of the other team
        belotes  the points of belotes, by ``Team.index``
        """
        own, other = self._written(points, belotes)
        return own - other

    def winner(self, points: int, belotes: tuple[int, int]) -> int | None:
        """Return the index of the team that would win the deal (VC34, BS9). The arguments are as in ``margin``."""
        return self._result(points, belotes).won_by

    def _written(self, points: int, belotes: tuple[int, int]) -> tuple[int, int]:
        """Return the points that the seat's team and the other team would write. The arguments are as in ``margin``."""
        written = self._result(points, belotes).points
        return written[self._team], written[1 - self._team]

    def _result(self, points: int, belotes: tuple[int, int]) -> DealResult:
        team = self._team
        plis_won = None
        if not 0 <= points <= self.rest:  # a capot
            points = self.rest if points > 0 else 0
            plis_won = (self._plis, 0) if (points > 0) == (team == 0) else (0, self._plis)
        own, whole = self._own + points, whole_deal(self._contract, self._rules)
        plis = (own, whole - own) if team == 0 else (whole - own, own)
        totals = DealTotals(
            self._taker,
            plis,
            plis_won,
            belotes,
            self._annonces,
            self._contract,
            self._waiting,
            all_plis=self._plis,
            asked=self._asked,
        )
        if self._bid is None:
            return score(totals, self._rules)
        alone = None
        if self._bid.value == "generale":
            alone = self._plis if self._alone and totals.capot == self._taker else 0
        return score_coinche(totals, self._bid.value, self._bid.mult, self._rules, taker_plis=alone)


def chance_to_win(own: int, other: int, number: int, rules: BeloteRules) -> float:
    """Return how likely the team with *own* points wins the partie, if both teams play equally well, from 0 to 1.

    other   the points of the other team
    number  the number of the next deal, from 1

    >>> chance_to_win(0, 0, 1, BeloteRules()), round(chance_to_win(950, 700, 11, BeloteRules()), 2)
    (0.5, 1.0)
    """
    return (1 + erf((own - other) / (spread(max(own, other), number, rules) * sqrt(2)))) / 2


def spread(most: int, number: int, rules: BeloteRules) -> float:
    """Return the standard deviation of what the lead of a team will change until the end of the partie, in points.

    most    the points of the team that has more
    number  the number of the next deal, from 1
    """
    per_deal, deal_spread = (PER_BID, BID_SPREAD) if rules.game == "coinche" else (PER_DEAL, DEAL_SPREAD)
    left = (rules.target - most) / per_deal if rules.deals is None else rules.deals + 1 - number
    return deal_spread * sqrt(max(left, LEAST_LEFT))
