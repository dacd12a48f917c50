"""Exact play with all cards known: what each card wins if everybody plays as well as possible (double dummy).

Alpha-beta on masks. A position between two plis is given by the cards that are left and by the seat that leads, so a
table keeps what was found about it. Seats are numbers from 0 to 3 in playing order. Start reading at
``DoubleDummy.card_values``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..cards import SUIT_OF, SUITS, cards_of, suit_mask, tables
from ..play import legal_mask
from ..rules import BeloteRules
from ..scoring.totals import DIX_DE_DER

#: What the last pli counts in addition if one team took all eight (BS7).
SWEEP = 90
#: A bound that no points reach.
_OPEN = 1000


class CardOrders:
    """The orders in which a search tries the cards of a mask. Of several equal cards, it tries only one.

    Two cards are equal if they have the same points, one hand holds both, and no *live* card (one in a hand or in the
    current pli) stands between them: 7 and 8 of trumps always, 7 and 9 of a plain suit once the 8 is gone. The orders
    do not depend on who holds which cards.

    points   the points of the cards, by ``Card.index``
    rising   mask → the indexes of its cards, those with few points first; it has the masks that ``add`` was given
    falling  mask → the indexes of its cards, those with many points first
    """

    def __init__(self, contract: str, rules: BeloteRules, live: int) -> None:
        """Prepare to order masks. *live* is the mask of all cards in the hands and in the current pli."""
        table = tables(contract)
        self.points = table.plain if rules.ta_values == "plain" else table.points
        #: The cards from the lowest.
        self._cards = sorted(
            (card.index for card in cards_of(live)),
            key=lambda card: (self.points[card], -table.above[card].bit_count()),
        )
        #: Neighbours with equal points, from the lowest: the mask of both, and the mask of all but the higher.
        self._pairs: list[tuple[int, int]] = []
        for suit in SUITS:
            cards = [card for card in self._cards if suit_mask(suit) >> card & 1]
            self._pairs += [
                (1 << low | 1 << high, ~(1 << high))
                for low, high in pairwise(cards)
                if self.points[low] == self.points[high]
            ]
        self.rising: dict[int, tuple[int, ...]] = {}
        self.falling: dict[int, tuple[int, ...]] = {}

    def add(self, mask: int) -> None:
        """Add a mask of live cards to ``rising`` and ``falling``."""
        kept = mask
        for both, others in self._pairs:
            if mask & both == both:
                kept &= others
        order = tuple([card for card in self._cards if kept >> card & 1])
        self.rising[mask] = order
        self.falling[mask] = order[::-1]

    def points_in(self, mask: int) -> int:
        """Return the points of the live cards of a mask, without the dix de der."""
        return sum([self.points[card] for card in self._cards if mask >> card & 1])

    def groups(self, mask: int) -> list[list[int]]:
        """Return the indexes of the live cards of a mask as lists of equal cards, suit by suit, the lowest first."""
        groups: list[list[int]] = []
        for suit in SUITS:
            cards = [card for card in self._cards if mask & suit_mask(suit) & 1 << card]
            for card in cards:
                if groups and any(both == 1 << groups[-1][-1] | 1 << card for both, _ in self._pairs):
                    groups[-1].append(card)
                else:
                    groups.append([card])
        return groups


class DoubleDummy:
    """A position with all cards known, and what the search has found about it so far.

    hands     the masks of the four hands, by ``Seat.index``
    contract  the contract
    rules     the house rules
    sweeps    for each team, whether it may still take all eight plis; a capot counts ``SWEEP`` (90) points more
    orders    the orders of the cards, which positions with the same live cards may share; None to create new ones

    >>> from ..cards import mask_of, read_cards
    >>> from ..rules import BeloteRules
    >>> hands = [mask_of(read_cards(cards)) for cards in ("A♠ 7♦", "7♥ 8♥", "8♠ 8♦", "9♠ 9♦")]
    >>> DoubleDummy(hands, "♥", BeloteRules()).card_values(0)
    {8: 0, 31: 0}
    """

    def __init__(
        self,
        hands: Sequence[int],
        contract: str,
        rules: BeloteRules,
        *,
        sweeps: tuple[bool, bool] = (False, False),
        orders: CardOrders | None = None,
    ) -> None:
        self._hands = tuple(hands)
        self._contract = contract
        self._table = tables(contract)
        self._rules = rules
        self._sweeps = sweeps
        self._orders = orders or CardOrders(contract, rules, sum(hands))
        #: Position → the least and the most points that the team of its leader makes from there on.
        self._low: dict[int, int] = {}
        self._high: dict[int, int] = {}

    @property
    def positions(self) -> int:
        """How many positions between two plis the search has examined, as a measure of its work."""
        return len(self._low.keys() | self._high.keys())

    def later(self, hands: Sequence[int], sweeps: tuple[bool, bool]) -> DoubleDummy:
        """Return a later position of the same deal, which shares what was found so far and the orders of the cards."""
        position = DoubleDummy(hands, self._contract, self._rules, sweeps=sweeps, orders=self._orders)
        position._low, position._high = self._low, self._high
        return position

    def card_values(self, leader: int, pli: Sequence[int] = ()) -> dict[int, int]:
        """Return, for each card that may be laid now, how many points it gives the team of the player who lays it.

        The keys of the dict are the indexes of the cards (``Card.index``). The points are those of the current pli and
        of all later ones, with the dix de der, if everybody plays as well as possible from then on. If *sweeps* of the
        class says that a team may still make a capot, ``SWEEP`` is added to the points for a capot of the player's
        team, and subtracted for one of the other team.

        leader  the index of the seat that leads the current pli
        pli     the indexes of the cards already laid in the current pli, in order; () if the leader is to lay a card.
                These cards must not be in *hands* of the class any more, and *orders* of the class must be given then,
                made with these cards among the live ones
        """
        best, holder = -1, leader
        for place, card in enumerate(pli):
            if not place or self._table.beats[best] >> card & 1:
                best, holder = card, leader + place & 3
        points = self._orders.points
        live = sum(self._hands)
        rest = DIX_DE_DER + self._orders.points_in(live) + sum(points[card] for card in pli)
        values: dict[int, int] = {}
        for group in self._orders.groups(self._legal(pli, leader, best, holder)):
            value = self._lay(group[0], tuple(pli), leader, best, holder, live, rest, -_OPEN, _OPEN)
            values |= dict.fromkeys(group, rest - value if len(pli) & 1 else value)
        return values

    def _legal(self, pli: Sequence[int], leader: int, best: int, holder: int, live: int = -1) -> int:
        """Return the mask of the cards that may be laid on a pli that *best*, laid by *holder*, holds."""
        player = leader + len(pli) & 3
        hand = self._hands[player] & live
        return legal_mask(hand, pli[0], best, not (holder - player) & 1, self._table, self._rules) if pli else hand

    def _lay(
        self,
        card: int,
        pli: tuple[int, ...],
        leader: int,
        best: int,
        holder: int,
        live: int,
        rest: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return how many points the team of *leader* makes from the current pli on, once *card* is laid on it.

        best, holder  the card that holds the pli so far, and the seat that laid it
        live          the mask of the cards in the hands before
        rest          the points of those cards, of the pli, and the dix de der
        alpha, beta   the bounds between which the result is exact; outside, it is a bound
        """
        if not pli or self._table.beats[best] >> card & 1:
            best, holder = card, leader + len(pli) & 3
        pli = (*pli, card)
        live ^= 1 << card
        if len(pli) == len(self._hands):
            return self._take(pli, leader, holder, live, rest, alpha, beta)
        maximise = not len(pli) & 1
        result = -_OPEN if maximise else _OPEN
        legal = self._legal(pli, leader, best, holder, live)
        if legal not in self._orders.falling:
            self._orders.add(legal)
        for reply in self._orders.falling[legal]:
            value = self._lay(reply, pli, leader, best, holder, live, rest, alpha, beta)
            if maximise:
                result = max(result, value)
                alpha = max(alpha, value)
            else:
                result = min(result, value)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return result

    def _take(self, pli: tuple[int, ...], leader: int, holder: int, live: int, rest: int, alpha: int, beta: int) -> int:
        """Return the same as ``_lay``, for a pli of four cards that *holder* takes."""
        taken = sum(map(self._orders.points.__getitem__, pli))
        left = rest - taken
        alive = self._sweeps[holder & 1]
        if not live:
            value = left + SWEEP * alive
        elif (holder - leader) & 1:
            value = self._value(live, holder, left, alive, left - beta, left - alpha)
        else:
            value = self._value(live, holder, left, alive, alpha - taken, beta - taken)
        return left - value if (holder - leader) & 1 else taken + value

    def _value(self, live: int, leader: int, rest: int, alive: bool, alpha: int, beta: int) -> int:
        """Return how many points the team of *leader* makes with the cards that are left, *live*.

        The four loops, one for each card of a pli, are nested instead of being calls: that is twice as fast. The first
        and the third player want the value high, the others low. *alive*: this team took all plis so far, and may still
        take all eight. The other arguments are those of ``_lay``.
        """
        table, hands, rules, orders = self._table, self._hands, self._rules, self._orders
        beats, trumps, every_trump, points = table.beats, table.trumps, table.every_trump, orders.points
        second, third, fourth = leader + 1 & 3, leader + 2 & 3, leader + 3 & 3
        hand1, hand2 = hands[leader] & live, hands[second] & live
        hand3, hand4 = hands[third] & live, hands[fourth] & live
        if not hand1 & hand1 - 1:  # the last pli
            card, won = hand1.bit_length() - 1, True
            if beats[card] & hand2:
                card, won = hand2.bit_length() - 1, False
            if beats[card] & hand3:
                card, won = hand3.bit_length() - 1, True
            if beats[card] & hand4:
                won = False
            return (rest + SWEEP if alive else rest) if won else 0
        key = live << 3 | leader << 1 | alive
        low = self._low.get(key, 0)
        if low >= beta:
            return low
        high = self._high.get(key)
        if high is None:
            high = rest + SWEEP if alive else rest
        if high <= alpha or low == high:
            return high
        rising, falling, add, value_of = orders.rising, orders.falling, orders.add, self._value
        alpha = max(alpha, low)
        beta = min(beta, high)
        floor, ceiling = alpha, beta  # of the window
        result1 = -_OPEN
        if hand1 not in falling:
            add(hand1)
        for card1 in falling[hand1]:
            led, beats1 = SUIT_OF[card1], beats[card1]
            bound = every_trump or bool(trumps >> card1 & 1)  # who follows must go up if they can
            legal = hand2 & led
            if not legal or bound:
                legal = legal_mask(hand2, card1, card1, False, table, rules)
            if legal not in falling:
                add(legal)
            result2, beta2 = _OPEN, beta
            for card2 in (falling if legal & beats1 else rising)[legal]:
                best2, holder2 = (card2, second) if beats1 >> card2 & 1 else (card1, leader)
                beats2 = beats[best2]
                points2 = points[card1] + points[card2]
                legal = hand3 & led
                if not legal or bound:
                    legal = legal_mask(hand3, card1, best2, holder2 == leader, table, rules)
                if legal not in falling:
                    add(legal)
                result3, alpha3 = -_OPEN, alpha
                for card3 in (falling if holder2 == leader or legal & beats2 else rising)[legal]:
                    best3, holder3 = (card3, third) if beats2 >> card3 & 1 else (best2, holder2)
                    beats3 = beats[best3]
                    points3 = points2 + points[card3]
                    left3 = live ^ (1 << card1 | 1 << card2 | 1 << card3)
                    legal = hand4 & led
                    if not legal or bound:
                        legal = legal_mask(hand4, card1, best3, holder3 == second, table, rules)
                    if legal not in falling:
                        add(legal)
                    result4, beta4 = _OPEN, beta2
                    for card4 in (falling if holder3 == second or legal & beats3 else rising)[legal]:
                        taken = points3 + points[card4]
                        left = rest - taken
                        holder = fourth if beats3 >> card4 & 1 else holder3
                        if (holder ^ leader) & 1:
                            value = left  # at most, as the others make 0 or more from here on
                            if value > alpha3:
                                value -= value_of(left3 ^ 1 << card4, holder, left, False, left - beta4, left - alpha3)
                        else:
                            value = taken  # at least
                            if value < beta4:
                                value += value_of(
                                    left3 ^ 1 << card4, holder, left, alive, alpha3 - taken, beta4 - taken
                                )
                        if value < result4:
                            result4 = value
                            if value < beta4:
                                beta4 = value
                                if value <= alpha3:
                                    break
                    if result4 > result3:
                        result3 = result4
                        if result4 > alpha3:
                            alpha3 = result4
                            if result4 >= beta2:
                                break
                if result3 < result2:
                    result2 = result3
                    if result3 < beta2:
                        beta2 = result3
                        if result3 <= alpha:
                            break
            if result2 > result1:
                result1 = result2
                if result2 > alpha:
                    alpha = result2
                    if result2 >= beta:
                        break
        if result1 < ceiling:
            self._high[key] = result1
        if result1 > floor:
            self._low[key] = result1
        return result1
