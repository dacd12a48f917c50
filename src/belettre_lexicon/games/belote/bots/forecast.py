"""Forecasts: what the teams would write for a deal if the plis that are left went in some way.

Bots compare cards by points written, not by points of plis: a chute writes as much whether one point was missing or
fifty (BS5).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..actions import Contract
from ..cards import RANKS, SANS_ATOUT, SUITS, TOUT_ATOUT, mask_of, suit_mask
from ..donne import BEGUN, SCORED
from ..scoring.scores import score
from ..scoring.totals import BELOTE_POINTS, PLIS, DealTotals, whole_deal
from ..seats import Seat
from ..view import View

#: The R and the D of each suit, as a mask.
_KINGS_AND_QUEENS = 0x01010101 << RANKS.index("R") | 0x01010101 << RANKS.index("D")
_PAIRS: dict[str, int] = {suit: suit_mask(suit) & _KINGS_AND_QUEENS for suit in SUITS}


class Forecast:
    """What would be written for the deal that a view sees, from the side of its seat.

    Annonces count once they are judged (BN7); a belote counts if one hand has both its cards.

    view      what the seat knows
    contract  what is or would be trump
    taker     the seat that took or would take

    rest      the points of the current pli, of the cards in hands, and the dix de der
    sweeps    for each team, by ``Team.index``, whether it may still take all eight plis
    """

    __slots__ = (
        "_annonces",
        "_belotes",
        "_contract",
        "_own",
        "_points",
        "_rules",
        "_taker",
        "_team",
        "_unsaid",
        "_waiting",
        "rest",
        "sweeps",
    )

    def __init__(self, view: View, contract: Contract, taker: Seat) -> None:
        self._rules = view.rules
        self._contract: Contract = contract
        self._taker = taker.team.index
        self._team = view.seat.team.index
        self._waiting = view.waiting
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
        suits = SUITS if contract == TOUT_ATOUT else () if contract == SANS_ATOUT else (contract,)
        #: The R and D that nobody has laid: whoever holds both has a belote.
        self._unsaid = [_PAIRS[suit] for suit in suits if not _PAIRS[suit] & laid]
        judged = view.judged
        self._annonces = (0, 0)
        if judged is not None and judged.team is not None:
            self._annonces = (judged.points, 0) if judged.team.index == 0 else (0, judged.points)
        #: Margins that were computed: (points, belotes) → points.
        self._points: dict[tuple[int, tuple[int, int]], int] = {}

    def belotes(self, hands: Sequence[int]) -> tuple[int, int]:
        """Return the points of the belotes of a deal, said and to be said, by ``Team.index`` (BB1).

        hands  the masks of the four hands now, by ``Seat.index``
        """
        first, second = self._belotes
        for pair in self._unsaid:
            for seat, hand in enumerate(hands):
                if hand & pair == pair:
                    first, second = (first, second + BELOTE_POINTS) if seat & 1 else (first + BELOTE_POINTS, second)
        return first, second

    def own(self, points: int) -> int:
        """Return the points of the seat's team from the current pli on, given those of team 0."""
        return self.rest - points if self._team else points

    def margin(self, points: int, belotes: tuple[int, int]) -> int:
        """Return what the seat's team would write for the deal less what the other team would.

        points   what the seat's team makes from the current pli on, with ``SWEEP`` for a capot as in ``search``
        belotes  the points of belotes, by ``Team.index``
        """
        found = self._points.get((points, belotes))
        if found is None:
            found = self._points[points, belotes] = self._margin(points, belotes)
        return found

    def _margin(self, points: int, belotes: tuple[int, int]) -> int:
        team = self._team
        plis_won = None
        if not 0 <= points <= self.rest:  # a capot
            points = self.rest if points > 0 else 0
            plis_won = (PLIS, 0) if (points > 0) == (team == 0) else (0, PLIS)
        own, whole = self._own + points, whole_deal(self._contract, self._rules)
        plis = (own, whole - own) if team == 0 else (whole - own, own)
        totals = DealTotals(self._taker, plis, plis_won, belotes, self._annonces, self._contract, self._waiting)
        written = score(totals, self._rules).points
        return written[team] - written[1 - team]
