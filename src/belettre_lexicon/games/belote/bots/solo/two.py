"""The bot for two players: it tries each card in deals of the cards that it does not see (V2). Start at ``TwoBot``.

It sees its hand, the open cards of both rows, and which columns still have a face-down card. In the first plis it looks
at each reply to each card and plays the rest by a rule of thumb; in the last ones it computes the best play of both
(``table_of_two``).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean

from ...actions import Action, Take
from ...cards import ALL_CARDS, Contract, cards_of
from ...seats import Seat
from ...state import PAIRS
from ...view import View
from ..easy import lay, matter_of_course, sensible_cards
from ..forecast import Forecast
from ..search import SWEEP
from ..worlds import cards_ruled_out
from .table_of_two import PerfectPlay, TableOfTwo, table_of_two

#: In how many worlds each card is tried by playouts, and by search.
PLAYOUT_WORLDS, SEARCH_WORLDS = 100, 40
#: The bot searches once this many plis or fewer are left.
SEARCH_PLIS = 9
#: The search begins no other world once it has examined more than this many positions.
MOST_POSITIONS = 40_000
#: In how many worlds each contract is tried in the prise.
PRISE_WORLDS = 400
#: The bot takes if the mean of its points minus the other player's is above this.
TAKE_FROM = 0.0

#: In how few worlds the amateur tries its cards and its takes; it never searches.
AMATEUR_OF_TWO = {"playout_worlds": 3, "search_worlds": 0, "prise_worlds": 8}
#: The value of a point of plis in addition to the points written, as in ``strong``.
PER_POINT = 0.2

#: The masks of the open cards of both players, and the mask of the card under each card, in the order of value.
World = tuple[list[int], list[int]]


class TwoBot:
    """A bot for two players. What it does depends only on the view and on its random numbers.

    rng             the random generator that draws the worlds; None for a new one with an unknown seed
    playout_worlds  in how many worlds each card is tried by playouts
    search_worlds   in how many worlds, at most, each card is tried by search; 0 to search never
    prise_worlds    in how many worlds each contract is tried in the prise
    """

    def __init__(
        self,
        rng: random.Random | None = None,
        *,
        playout_worlds: int = PLAYOUT_WORLDS,
        search_worlds: int = SEARCH_WORLDS,
        prise_worlds: int = PRISE_WORLDS,
    ) -> None:
        self._rng = rng or random.Random()
        self._playout_worlds = playout_worlds
        self._search_worlds = search_worlds
        self._prise_worlds = prise_worlds

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that is best in the worlds that the bot tries."""
        if (action := matter_of_course(view)) is not None:
            return action
        if view.contract is None:
            return self._speak(view)
        return lay(view, self._best_card(view, view.contract))

    def _speak(self, view: View) -> Action:
        """Take at the contract with the best mean of points written, if it is good enough."""
        takes = [action for action in view.actions if isinstance(action, Take)]
        others = [action for action in view.actions if not isinstance(action, Take)]
        values = [self._mean_of_deals(view, take.contract) for take in takes]
        best = values.index(max(values))
        return takes[best] if not others or values[best] > TAKE_FROM else others[0]

    def _mean_of_deals(self, view: View, contract: Contract) -> float:
        """Return the mean of points written, own less the other player's, in deals that a take would lead to."""
        table, unseen = table_of_two(contract, view.rules), Unseen(view, contract, view.seat)
        forecast = Forecast(view, contract, view.seat)
        values = []
        for hands, under in unseen.worlds(table, self._prise_worlds, self._rng):
            points = _with_capot(table.finish(hands, under, view.opener.index), view.rules.variant.plis, forecast)
            values.append(forecast.worth(forecast.own(points), _belotes(hands, table, contract, forecast)))
        return fmean(values)

    def _best_card(self, view: View, contract: Contract) -> int:
        """Return the ``Card.index`` of the card with the best sum of values over the worlds."""
        table, taker = table_of_two(contract, view.rules), view.taker or view.seat
        forecast, unseen = Forecast(view, contract, taker), Unseen(view, contract, taker)
        places = {table.places[card.index]: card.index for card in cards_of(sensible_cards(view))}
        left = view.rules.variant.plis - len(view.taken)
        search = left <= SEARCH_PLIS and self._search_worlds > 0
        worlds = unseen.worlds(table, self._search_worlds if search else self._playout_worlds, self._rng)
        led = table.places[view.pli[0].index] if view.pli else -1
        sums, positions, alive = dict.fromkeys(places, 0.0), 0, forecast.sweeps[view.opener.index]
        horizon = 0 if search else left - 1
        for hands, under in worlds:
            belotes = _belotes(hands, table, contract, forecast)
            play = PerfectPlay(table, under, horizon)
            for card in places:
                points = play.card_value(hands, view.opener.index, card, led, alive=alive)
                sums[card] += forecast.worth(points, belotes) + PER_POINT * points
            positions += play.positions
            if positions > MOST_POSITIONS:
                break
        return places[max(sums, key=sums.__getitem__)]


def _with_capot(result: tuple[int, int], plis: int, forecast: Forecast) -> int:
    """Return the points of player 0, with ``SWEEP`` added or subtracted if the rest makes a capot.

    result  the points of player 0 and how many plis they take
    plis    how many plis are left
    """
    points, won = result
    if won == plis and forecast.sweeps[0]:
        return points + SWEEP
    return points - SWEEP if not won and forecast.sweeps[1] else points


def _belotes(hands: Sequence[int], table: TableOfTwo, contract: Contract, forecast: Forecast) -> tuple[int, int]:
    """Return the points of the belotes that were said, or can be said because both cards lie open to their player."""
    pair = PAIRS[contract][0]
    ordered = table.ordered(pair)
    return forecast.belotes([pair if hand & ordered == ordered else 0 for hand in hands])


class Unseen:
    """The cards that a player does not see, and where each of them may lie.

    view      what the player sees
    contract  what is trump, or what would be trump if *taker* took
    taker     the seat that took or would take
    """

    def __init__(self, view: View, contract: Contract, taker: Seat) -> None:
        self._seat = seat = view.seat.index
        other = 1 - seat
        self._rows = view.rows
        #: The cards that are known to be in the hands, and those seen in the rows, as masks.
        self._hands, self._tops = [0, 0], [0, 0]
        self._hands[seat] = view.hand_mask
        laid, played = [0, 0], 0
        for opener, cards in (*((pli.opener, pli.cards) for pli in view.taken), (view.opener, view.pli)):
            for place, card in enumerate(cards):
                laid[opener.index ^ place] += 1
                played |= card.bit
        if view.retourne is not None:
            self._hands[taker.index] |= view.retourne.bit & ~played
        in_rows = [0, 0]
        for player, row in enumerate(view.rows):
            for column in row:
                if column.card is not None:
                    self._tops[player] |= column.card.bit
                in_rows[player] += (column.card is not None) + column.hidden
        self._hidden_tops = not laid[0] and not laid[1] and not any(self._tops)
        if self._hidden_tops:
            in_rows = [2 * size for size in in_rows]
        for belote in view.belotes:
            pair = PAIRS[belote.suit][0] & ~played & ~self._tops[0] & ~self._tops[1]
            self._hands[belote.seat.index] |= pair
        each = view.rules.variant.plis
        #: How many other cards are in each hand.
        self._need = [each - laid[player] - in_rows[player] - self._hands[player].bit_count() for player in (0, 1)]
        self._free = ALL_CARDS & ~played & ~sum(self._hands) & ~sum(self._tops)
        self._never = self._ruled_out(view, other)

    def worlds(self, table: TableOfTwo, number: int, rng: random.Random) -> Iterator[World]:
        """Yield a number of deals of these cards that fit what the player knows; only one if there is no other.

        The masks of a world have the order of value of *table*.
        """
        if not self._free:
            number = 1
        places, other = table.places, 1 - self._seat
        free = [places[card.index] for card in cards_of(self._free)]
        never = table.ordered(self._never)
        seen = [table.ordered(self._hands[player] | self._tops[player]) for player in (0, 1)]
        for _ in range(number):
            rng.shuffle(free)
            hand = [card for card in free if not never >> card & 1][: self._need[other]]
            taken = sum([1 << card for card in hand])
            cards = [card for card in free if not taken >> card & 1] if hand else free[:]
            while len(hand) < self._need[other]:  # the player did not say what they could have said
                hand.append(cards.pop())
            hands, under = seen[:], [0] * ALL_CARDS.bit_length()
            hands[other] |= sum([1 << card for card in hand])
            for _ in range(self._need[self._seat]):
                hands[self._seat] |= 1 << cards.pop()
            for player, row in enumerate(self._rows):
                for column in row:
                    if not column.hidden:
                        continue
                    if column.card is not None:
                        under[places[column.card.index]] = 1 << cards.pop()
                    elif self._hidden_tops:
                        top = cards.pop()
                        hands[player] |= 1 << top
                        under[top] = 1 << cards.pop()
                    else:  # the card upon it was just laid (turn="pli")
                        hands[player] |= 1 << cards.pop()
            yield hands, under

    def _ruled_out(self, view: View, other: int) -> int:
        """Return the mask of the cards that cannot be in the other player's hand, by the cards that they laid.

        They would have had to lay one of them (BP3 to BP8), or would have said « Belote » (BB2).
        """
        contract, ruled_out = view.contract or "", 0
        for opener, cards in (*((pli.opener, pli.cards) for pli in view.taken), (view.opener, view.pli)):
            if len(cards) > 1 and opener.index != other:
                ruled_out |= cards_ruled_out(cards, contract, view.rules)
            for place, card in enumerate(cards):
                if card.suit == contract and opener.index ^ place == other and not view.belotes:
                    first = card.rank == "R" or (card.rank == "D" and not view.rules.king_first)
                    ruled_out |= PAIRS[contract][0] if first else 0
        return ruled_out
