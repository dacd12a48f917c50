"""The strong bot: it tries each card in worlds that fit what it knows. Start reading at ``StrongBot``.

In the first plis it plays each world to its end by a rule of thumb (``playout``). Once five plis are left it computes
the best play of all four hands, with all cards known (``search``). It lays the card with the best mean of points
written. In the prise it plays out deals that each take could lead to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean

from ..cards import Contract, mask_of
from ..donne import BEGUN, SCORED
from ..events import Action, Take
from ..scoring.scores import score
from ..scoring.totals import BELOTE_POINTS, PLIS, DealTotals, whole_deal
from ..seats import Seat
from ..state import PAIRS
from ..view import View
from .easy import lay, matter_of_course, sensible_cards, unlaid_cards
from .playout import Playout, playout_for
from .search import CardOrders, DoubleDummy
from .worlds import LikelyWorlds, hidden_cards, undealt_cards

#: In how many worlds each card is tried by playouts, and by search.
PLAYOUT_WORLDS, SEARCH_WORLDS = 20, 12
#: The bot searches once this many plis or fewer are left.
SEARCH_PLIS = 5
#: The search begins no other world once it has examined more than this many positions. A seat that leads with five plis
#: left examines some 5,000 of them in its 12 worlds; one decision in a hundred needs more than 18,000.
MOST_POSITIONS = 20_000
#: In how many worlds each contract is tried in the prise.
PRISE_WORLDS = 100
#: The bot takes if the mean of its team's points minus the other team's is above this. In matches against a bot with
#: the value 0, a bot with -40 wrote 6 ± 2 points per deal less, one with 20 wrote 3 ± 2 less, one with -20 1 ± 2 more.
TAKE_FROM = -10.0
#: The value of a point of plis in addition to the points written. It makes the bot play for points even in a deal that
#: is lost in all worlds that it tries, because these worlds may be wrong.
PER_POINT = 0.2


class StrongBot:
    """A bot that plays to win. What it does depends only on the view and on its random numbers.

    rng             the random generator that draws the worlds; None for a new one with an unknown seed
    playout_worlds  in how many worlds (deals of the hidden cards that fit the view) each card is tried by playouts
    search_worlds   in how many worlds, at most, each card is tried by search
    search_plis     the bot searches once this many plis or fewer are left
    prise_worlds    in how many worlds each contract is tried in the prise
    """

    def __init__(
        self,
        rng: random.Random | None = None,
        *,
        playout_worlds: int = PLAYOUT_WORLDS,
        search_worlds: int = SEARCH_WORLDS,
        search_plis: int = SEARCH_PLIS,
        prise_worlds: int = PRISE_WORLDS,
    ) -> None:
        self._rng = rng or random.Random()
        self._playout_worlds = playout_worlds
        self._search_worlds = search_worlds
        self._search_plis = search_plis
        self._prise_worlds = prise_worlds

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that is best in the worlds that the bot tries."""
        if (action := matter_of_course(view)) is not None:
            return action
        if view.contract is None or view.awaits == "speak":
            return self._speak(view)
        orders = CardOrders(view.contract, view.rules, unlaid_cards(view))
        groups = orders.groups(sensible_cards(view))
        cards = [group[0] for group in groups]
        return lay(view, cards[0] if len(cards) == 1 else self._best_card(view, view.contract, cards, orders))

    def _speak(self, view: View) -> Action:
        """Take at the contract with the best mean of points written, if that is better than the deal without it."""
        takes = [action for action in view.actions if isinstance(action, Take)]
        others = [action for action in view.actions if not isinstance(action, Take)]
        if not takes:
            return others[0]
        values = [self._mean_of_deals(view, take.contract, view.seat) for take in takes]
        best = values.index(max(values))
        without = TAKE_FROM
        if view.contract is not None and view.taker is not None:  # with overcalls (BV1, BV5)
            without = self._mean_of_deals(view, view.contract, view.taker)
        return takes[best] if not others or values[best] > without else others[0]

    def _mean_of_deals(self, view: View, contract: Contract, taker: Seat) -> float:
        """Return the mean of points written, own less others', in the deals that the prise would lead to."""
        worlds = LikelyWorlds(view, undealt_cards(view, taker), contract, taker, self._rng)
        forecast, playout = Forecast(view, contract, taker), playout_for(contract, view.rules)
        margins = []
        for _ in range(self._prise_worlds):
            hands = worlds.draw()
            points = playout.finish([playout.ordered(hand) for hand in hands], view.opener.index, (), forecast.sweeps)
            margins.append(forecast.margin(forecast.own(points), forecast.belotes(hands)))
        return fmean(margins)

    def _best_card(self, view: View, contract: Contract, cards: Sequence[int], orders: CardOrders) -> int:
        """Return the one of some cards with the best sum of values over the worlds. Cards are indexes."""
        taker = view.taker or view.seat
        forecast = Forecast(view, contract, taker)
        worlds = LikelyWorlds(view, hidden_cards(view), contract, taker, self._rng)
        if PLIS - len(view.taken) > self._search_plis:
            tried = self._played_out(view, playout_for(contract, view.rules), cards, worlds, forecast)
        else:
            tried = self._searched(view, contract, orders, worlds, forecast)
        sums = dict.fromkeys(cards, 0.0)
        for hands, points_of in tried:
            belotes = forecast.belotes(hands)
            for card in cards:
                points = points_of[card]
                sums[card] += forecast.margin(points, belotes) + PER_POINT * points
        return max(cards, key=sums.__getitem__)

    def _played_out(
        self, view: View, playout: Playout, cards: Sequence[int], worlds: LikelyWorlds, forecast: Forecast
    ) -> Iterator[tuple[Sequence[int], dict[int, int]]]:
        """Yield worlds, each with the points that the seat's team makes with each card in a playout."""
        seat, leader = view.seat.index, view.opener.index
        pli = [playout.places[card.index] for card in view.pli]
        for _ in range(self._playout_worlds):
            hands = worlds.draw()
            ordered = [playout.ordered(hand) for hand in hands]
            own = ordered[seat]
            points_of = {}
            for card in cards:
                place = playout.places[card]
                ordered[seat] = own ^ 1 << place
                points_of[card] = forecast.own(playout.finish(ordered, leader, (*pli, place), forecast.sweeps))
            yield hands, points_of

    def _searched(
        self, view: View, contract: Contract, orders: CardOrders, worlds: LikelyWorlds, forecast: Forecast
    ) -> Iterator[tuple[Sequence[int], dict[int, int]]]:
        """Yield worlds, each with the points that the seat's team makes with each card in perfect play."""
        pli = [card.index for card in view.pli]
        positions = 0
        for _ in range(self._search_worlds):
            hands = worlds.draw()
            world = DoubleDummy(hands, contract, view.rules, sweeps=forecast.sweeps, orders=orders)
            yield hands, world.card_values(view.opener.index, pli)
            positions += world.positions
            if positions > MOST_POSITIONS:
                return


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
        self._plis = view.rules.variant.plis
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
        #: The R and D that nobody has laid: whoever holds both has a belote.
        self._unsaid = [pair for pair in PAIRS[contract] if not pair & laid]
        judged = view.judged
        self._annonces = (0, 0)
        if judged is not None and judged.team is not None:
            self._annonces = (judged.points, 0) if judged.team.index == 0 else (0, judged.points)
        #: Margins that were computed: (points, belotes) → points.
        self._points: dict[tuple[int, tuple[int, int]], int] = {}

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

    def margin(self, points: int, belotes: tuple[int, int]) -> int:
        """Return the points that the seat's team would write for the deal, minus those of the other team.

        points   the points that the seat's team makes from the current pli on; more than *rest* for a capot,
                 and less than 0 for a capot of the other team
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
        )
        written = score(totals, self._rules).points
        return written[team] - written[1 - team]
