"""What a deal will be worth to a bot, given the points that each team makes in it. Start reading at ``Forecast``."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, pi, sqrt

from ..cards import Contract, mask_of
from ..donne import BEGUN, SCORED
from ..rules import BeloteRules
from ..scoring.scores import score
from ..scoring.totals import BELOTE_POINTS, PLIS, DealTotals, whole_deal
from ..seats import Seat
from ..state import PAIRS
from ..view import View

SQRT_2_PI = sqrt(2 * pi)
#: The points that the better team writes in a deal, on average, and the standard deviation of the difference.
PER_DEAL, DEAL_SPREAD = 100, 110
#: How many deals are left at least when the partie is not over: what is not known exactly.
LEAST_LEFT = 0.05


class Forecast:
    """Computes the scores of both teams for the deal of a view, given the card points that each will have made.

    Annonces count once they are judged (BN7); a belote counts if it scores already or its words can still be said.

    view      what the seat knows
    contract  what is trump, or what would be trump if *taker* took
    taker     the seat that took or would take

    rest      the points of the current pli and of the cards in the hands, with the dix de der
    sweeps    for each team, by ``Team.index``, whether it may still take all eight plis
    """

    def __init__(self, view: View, contract: Contract, taker: Seat) -> None:
        self._rules = view.rules
        self._contract: Contract = contract
        self._taker = taker.team.index
        self._team = view.seat.team.index
        self._waiting = view.waiting
        self._number = view.number
        won = [0, 0]
        for pli in view.taken:
            won[pli.seat.team.index] += 1
        self._own = sum(pli.points for pli in view.taken if pli.seat.team is view.seat.team)
        self.rest = whole_deal(contract, view.rules) - sum(pli.points for pli in view.taken)
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

    def _written(self, points: int, belotes: tuple[int, int]) -> tuple[int, int]:
        """Return the points that the seat's team and the other team would write. The arguments are as in ``margin``."""
        team = self._team
        plis_won = None
        if not 0 <= points <= self.rest:  # a capot
            points = self.rest if points > 0 else 0
            plis_won = (PLIS, 0) if (points > 0) == (team == 0) else (0, PLIS)
        own, whole = self._own + points, whole_deal(self._contract, self._rules)
        plis = (own, whole - own) if team == 0 else (whole - own, own)
        totals = DealTotals(self._taker, plis, plis_won, belotes, self._annonces, self._contract, self._waiting)
        written = score(totals, self._rules).points
        return written[team], written[1 - team]


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
    left = (rules.target - most) / PER_DEAL if rules.deals is None else rules.deals + 1 - number
    return DEAL_SPREAD * sqrt(max(left, LEAST_LEFT))
