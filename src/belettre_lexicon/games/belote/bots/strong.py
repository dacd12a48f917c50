"""The strong bot: it tries each card in worlds that fit what it knows. Start reading at ``StrongBot``.

In the first plis it plays each world to its end by a rule of thumb (``playout``). Once five plis are left it computes
the best play of all four hands, with all cards known (``search``). It lays the card with the best mean of points
written. In the prise it plays out deals that each take could lead to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean

from ..actions import Action, Contract, Take
from ..scoring.totals import PLIS
from ..seats import Seat
from ..view import View
from .easy import lay, matter_of_course, sensible_cards, unlaid_cards
from .forecast import Forecast
from .playout import Playout, playout_for
from .search import CardOrders, DoubleDummy
from .worlds import LikelyWorlds, hidden_cards, undealt_cards

#: In how many worlds each card is tried by playouts, and by search.
PLAYOUT_WORLDS, SEARCH_WORLDS = 20, 12
#: The bot searches once so few plis are left.
SEARCH_PLIS = 5
#: The search begins no other world once it has kept so many positions. A seat that leads with five plis left has some
#: 5,000 of them in its 12 worlds, one in a hundred more than 18,000.
MOST_POSITIONS = 20_000
#: In how many worlds each contract is tried in the prise.
PRISE_WORLDS = 100
#: The bot takes if the mean of points written, its own less the others', is above this. In matches against one with 0,
#: a bot with -40 wrote 6 ± 2 points a deal less, one with 20 3 ± 2 less, and one with -20 1 ± 2 more.
TAKE_FROM = -10.0
#: What a point of plis counts besides the points written: in a lost deal, it still matters that worlds may be wrong.
PER_POINT = 0.2


class StrongBot:
    """A bot that plays to win. What it does depends on the view and on its random numbers alone.

    rng             draws the worlds; None for one with an unknown seed
    playout_worlds  in how many worlds each card is tried by playouts
    search_worlds   in how many worlds each card is tried by search
    search_plis     the bot searches once so few plis are left
    prise_worlds    in how many worlds each contract is tried in the prise
    """

    __slots__ = ("_playout_worlds", "_prise_worlds", "_rng", "_search_plis", "_search_worlds")

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
