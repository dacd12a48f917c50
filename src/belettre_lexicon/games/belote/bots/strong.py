"""The strong bot: it tries each card in worlds that fit what it knows. Start reading at ``StrongBot``.

In the first plis it plays each world to its end by a rule of thumb (``playout``). Once five plis are left it computes
the best play of all four hands, with all cards known (``search``). It lays the card with the best mean of points
written. In the prise it plays out deals that each take could lead to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import TypeVar

from msgspec.structs import replace

from ..actions import Action, Claim, Take
from ..cards import SUITS, Contract, suit_mask
from ..scoring.totals import PLIS
from ..seats import Seat
from ..view import View
from .bidding import best_speech
from .conventions import Habits
from .easy import lay, matter_of_course, sensible_cards
from .forecast import Forecast
from .inference import LikelyWorlds
from .playout import Playout, playout_for
from .search import CardOrders, DoubleDummy
from .worlds import JACKS_AND_NINES, hidden_cards, undealt_cards, unlaid_cards

T = TypeVar("T")

#: In how many worlds each card is tried by playouts, and by search.
PLAYOUT_WORLDS, SEARCH_WORLDS = 80, 30
#: The bot searches once this many plis or fewer are left.
SEARCH_PLIS = 5
#: The search begins no other world once it has examined more than this many positions. A seat that leads with five plis
#: left examines some 12,000 of them in its 30 worlds.
MOST_POSITIONS = 30_000
#: In how many worlds each contract is tried in the prise.
PRISE_WORLDS = 100
#: The bot takes if the mean of its team's points minus the other team's is above this. In matches against a bot with
#: the value 0, a bot with -40 wrote 6 ± 2 points per deal less, one with 20 wrote 3 ± 2 less, one with -20 1 ± 2 more.
TAKE_FROM = -10.0
#: Points that a take without the V and the 9 of trumps must be better than other takes: a partner expects one of them.
NO_TOP = 30.0
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
        convention: float = 1.0,
        no_top: float = NO_TOP,
    ) -> None:
        self._rng = rng or random.Random()
        self._playout_worlds = playout_worlds
        self._search_worlds = search_worlds
        self._search_plis = search_plis
        self._prise_worlds = prise_worlds
        self._convention = convention
        self._no_top = no_top

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that is best in the worlds that the bot tries."""
        if (action := matter_of_course(view)) is not None:
            return action
        return _mirrored_action(self._choose(_mirrored(view))) if view.rules.clockwise else self._choose(view)

    def _choose(self, view: View) -> Action:
        if view.contract is None or view.awaits == "speak":
            return self._speak(view)
        orders = CardOrders(view.contract, view.rules, unlaid_cards(view))
        groups = orders.groups(sensible_cards(view))
        cards = [group[0] for group in groups]
        return lay(view, cards[0] if len(cards) == 1 else self._best_card(view, view.contract, cards, orders))

    def _speak(self, view: View) -> Action:
        """Take at the contract with the best mean of points written, if that is better than the deal without it.

        In coinche, bid as ``bidding.best_speech`` says.
        """
        if view.retourne is None:
            return best_speech(view, self._rng, self._prise_worlds)
        takes = [action for action in view.actions if isinstance(action, Take)]
        others = [action for action in view.actions if not isinstance(action, Take)]
        if not takes:
            return others[0]
        hand = view.hand_mask | view.retourne.bit
        values = [
            self._mean_of_deals(view, take.contract, view.seat, asked=take.capot)
            - (self._no_top if take.contract in SUITS and not hand & JACKS_AND_NINES & suit_mask(take.contract) else 0)
            for take in takes
        ]
        best = values.index(max(values))
        without = TAKE_FROM
        if view.contract is not None and view.taker is not None:  # with overcalls (BV1, BV5)
            without = self._mean_of_deals(view, view.contract, view.taker)
        return takes[best] if not others or values[best] > without else others[0]

    def _mean_of_deals(self, view: View, contract: Contract, taker: Seat, *, asked: bool | None = None) -> float:
        """Return the mean worth of the deals that the prise would lead to. *asked* is that of ``Forecast``."""
        worlds = LikelyWorlds(view, undealt_cards(view, taker), contract, taker, self._rng)
        forecast, playout = Forecast(view, contract, taker, asked=asked), playout_for(contract, view.rules)
        margins = []
        for _ in range(self._prise_worlds):
            hands = worlds.draw()
            points = playout.finish([playout.ordered(hand) for hand in hands], view.opener.index, (), forecast.sweeps)
            margins.append(forecast.worth(forecast.own(points), forecast.belotes(hands)))
        return fmean(margins)

    def _best_card(self, view: View, contract: Contract, cards: Sequence[int], orders: CardOrders) -> int:
        """Return the one of some cards with the best sum of values over the worlds. Cards are indexes."""
        taker = view.taker or view.seat
        forecast = Forecast(view, contract, taker)
        hidden = hidden_cards(view)
        worlds = LikelyWorlds(view, hidden, contract, taker, self._rng)
        if PLIS - len(view.taken) > self._search_plis:
            tried = self._played_out(view, playout_for(contract, view.rules), cards, worlds, forecast)
        else:
            tried = self._searched(view, contract, orders, worlds, forecast)
        sums = dict.fromkeys(cards, 0.0)
        number = 0
        for hands, points_of in tried:
            number += 1
            belotes = forecast.belotes(hands)
            for card in cards:
                points = points_of[card]
                sums[card] += forecast.worth(points, belotes) + PER_POINT * points
        habits = Habits(view, hidden, self._convention)
        return max(cards, key=lambda card: sums[card] + number * habits.bonus(card))

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


#: At tables at which everything goes to the left, the bot thinks as if everything went to the right.
_MIRRORED = {Seat.EST: Seat.OUEST, Seat.OUEST: Seat.EST}


def _mirrored(view: View) -> View:
    """Return the view of a clockwise table (BD1) as if it were seen in a mirror, with Est and Ouest exchanged.

    The deals that are over are not changed, and who plays with whom is not either.
    """
    judged = view.judged
    return replace(
        view,
        seat=_seat(view.seat),
        dealer=_seat(view.dealer),
        turn=view.turn and _seat(view.turn),
        order=tuple(map(_seat, view.order)),
        spoken=tuple(map(_of, view.spoken)),
        taker=view.taker and _seat(view.taker),
        opener=_seat(view.opener),
        holder=view.holder and _seat(view.holder),
        taken=tuple(replace(pli, seat=_seat(pli.seat), opener=_seat(pli.opener)) for pli in view.taken),
        said=tuple(map(_of, view.said)),
        judged=judged and replace(judged, shown=tuple(map(_of, judged.shown))),
        belotes=tuple(map(_of, view.belotes)),
        actions=tuple(map(_mirrored_action, view.actions)),
    )


def _mirrored_action(action: Action) -> Action:
    """Return an action as it is called in the mirror."""
    return action if isinstance(action, Claim) else _of(action)


def _seat(seat: Seat) -> Seat:
    return _MIRRORED.get(seat, seat)


def _of(told: T) -> T:
    """Return an event, or something else with a seat, in which the seat is exchanged."""
    return replace(told, seat=_seat(told.seat))  # type: ignore[type-var, attr-defined]  # all have a seat
