"""Deals of two players with all cards known, played by a rule of thumb or as well as possible, for bots (V2).

Masks are in the *order of value* of ``playout``: within a suit a higher bit is a stronger card. Each player has a mask
of *open* cards: the hand and the face-up cards of the row. When a card is laid, the card under it becomes open (V2.7).
Start reading at ``TableOfTwo.finish`` and ``PerfectPlay``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import PACK, SUIT_OF, Card, tables
from ...rules import BeloteRules
from ...scoring.totals import DIX_DE_DER
from ..playout import playout_for
from ..search import SWEEP

#: A bound that no points reach.
_OPEN = 1000


class TableOfTwo:
    """The cards under a trump, and playouts. One object serves all deals; ``table_of_two`` returns a cached one.

    Indexes of the tuples are places in the order of value.

    ordered  the function that returns a mask by ``Card.index`` in the order of value
    places   the place of each card, by ``Card.index``
    points   the points of each card
    suit_of  the mask of the suit of each card
    above    the mask of the stronger cards of its suit
    beats    the mask of the cards that take a pli from it
    trumps   the mask of the trumps
    twins    the mask of the next stronger card if it has as many points, such as the 8 for the 7; 0 if it has not
    """

    def __init__(self, contract: str, rules: BeloteRules) -> None:
        playout, table = playout_for(contract, rules), tables(contract)
        order = sorted(range(len(PACK)), key=playout.places.__getitem__)
        self._order = [PACK[card] for card in order]
        self.ordered = playout.ordered
        self.places = playout.places
        self.points = playout.points
        self.suit_of = tuple(playout.ordered(SUIT_OF[card]) for card in order)
        self.above = tuple(playout.ordered(table.above[card]) for card in order)
        self.beats = tuple(playout.ordered(table.beats[card]) for card in order)
        self.trumps = playout.ordered(table.trumps)
        self._suits = tuple(dict.fromkeys(self.suit_of))
        self.twins = tuple(map(self._twin, range(len(order))))

    def _twin(self, card: int) -> int:
        above = self.above[card]
        higher = above & -above
        return higher if above and self.points[higher.bit_length() - 1] == self.points[card] else 0

    def sure(self, mine: int, theirs: int) -> int:
        """Return the mask of the cards of *mine* that win when they are led: no open card of *theirs* takes the pli."""
        sure = 0
        for suit in self._suits:
            other = theirs & suit
            if other:
                sure |= mine & suit & ~((1 << other.bit_length()) - 1)
            elif suit & self.trumps or not theirs & self.trumps:
                sure |= mine & suit
        return sure

    def cards(self, mask: int) -> list[Card]:
        """Return the cards of a mask in the order of value, the cheapest first."""
        return [card for place, card in enumerate(self._order) if mask >> place & 1]

    def legal(self, hand: int, led: int) -> int:
        """Return the mask of the open cards that may be laid on a card that was led (V2.6, BP3 to BP8)."""
        follow = hand & self.suit_of[led]
        if follow:
            return (follow & self.above[led] or follow) if self.trumps >> led & 1 else follow
        return hand & self.trumps or hand

    def finish(self, hands: Sequence[int], under: Sequence[int], leader: int, led: int = -1) -> tuple[int, int]:
        """Play a deal to its end; return the points of player 0 with the dix de der, and how many plis they take.

        hands   the masks of the open cards of both players, without the card that was led
        under   for each card, the mask of the card that lies under it now; 0 if there is none. Cards in hands have 0
        leader  the index of the player who leads the current pli
        led     the card led in the current pli; -1 if none was
        """
        points, suit_of, above, beats, trumps = self.points, self.suit_of, self.above, self.beats, self.trumps
        suit1, suit2, suit3, suit4 = self._suits
        plain = ~trumps
        # *mine* are the open cards of the player who leads, *theirs* those of the other.
        mine, theirs = hands if leader == 0 else (hands[1], hands[0])
        total, plis = 0, 0
        while True:
            if led < 0:
                # Lead the card with the most points among those that win, else the cheapest plain one.
                top = 0
                cuts = theirs & trumps
                for suit in (suit1, suit2, suit3, suit4):
                    held = mine & suit
                    if held > top:
                        other = theirs & suit
                        if held > other and (other or not cuts or held & trumps):
                            top = held
                if top:
                    led = top.bit_length() - 1
                else:
                    held = mine & plain or mine
                    led = (held & -held).bit_length() - 1
                mine = mine ^ 1 << led | under[led]
            may = theirs & suit_of[led]
            winners = may & above[led]
            if may:
                if trumps >> led & 1:
                    may = winners or may
            else:
                may = winners = theirs & trumps & beats[led]
                if not may:
                    may = theirs
            if winners:
                # Take with the most points in a plain suit, with the cheapest trump else.
                card = (winners & -winners).bit_length() - 1 if winners & trumps else winners.bit_length() - 1
            else:
                held = may & plain or may
                card = (held & -held).bit_length() - 1
            theirs = theirs ^ 1 << card | under[card]
            if winners:
                mine, theirs = theirs, mine
                leader ^= 1
            if not leader:
                total += points[led] + points[card]
                plis += 1
            if not mine:
                return (total if leader else total + DIX_DE_DER), plis
            led = -1


class PerfectPlay:
    """The best play of both players from a position with all cards known.

    table    the cards under the trump
    under    for each card, the mask of the card that was dealt under it; 0 if there is none
    horizon  how many of the last plis are played by the rule of thumb instead; 0 for perfect play to the end
    """

    def __init__(self, table: TableOfTwo, under: Sequence[int], horizon: int = 0) -> None:
        self._table = table
        self._under = under
        self._horizon = horizon
        #: Position → the least and the most points that its leader makes from there on.
        self._bounds: dict[int, tuple[int, int]] = {}

    @property
    def positions(self) -> int:
        """How many positions between two plis were examined, as a measure of the work."""
        return len(self._bounds)

    def card_value(self, hands: Sequence[int], leader: int, card: int, led: int = -1, *, alive: bool = False) -> int:
        """Return the points that the player of a card makes from the current pli on, with the dix de der.

        hands   the masks of the open cards of both players, by index; the card led is not among them any more
        leader  the index of the player who leads the current pli
        card    the card that is laid, by the leader if *led* is -1, else by the other player
        led     the card led in the current pli; -1 if none was
        alive   whether the leader took all plis so far; a capot counts ``SWEEP`` (90) points more
        """
        mine, theirs = hands if leader == 0 else (hands[1], hands[0])
        points, cards = self._points_in(mine | theirs)
        rest, plis = points + DIX_DE_DER, (cards + 1) // 2
        if led < 0:
            mine = mine ^ 1 << card | self._under[card]
            return self._reply(card, mine, theirs, plis, rest, alive, -_OPEN, _OPEN)
        rest += self._table.points[led]
        theirs = theirs ^ 1 << card | self._under[card]
        return rest - self._pli(led, card, mine, theirs, plis, rest, alive, -_OPEN, _OPEN)

    def _points_in(self, mask: int) -> tuple[int, int]:
        """Return the points of the cards of a mask and of those under them, and how many cards these are."""
        total, cards = 0, 0
        while mask:
            card = mask.bit_length() - 1
            mask = mask ^ 1 << card | self._under[card]
            total += self._table.points[card]
            cards += 1
        return total, cards

    def _reply(self, led: int, mine: int, theirs: int, plis: int, rest: int, alive: bool, alpha: int, beta: int) -> int:
        """Return the points of the leader, who has led a card, with the best reply. ``_pli`` has the arguments."""
        table, under = self._table, self._under
        legal = table.legal(theirs, led)
        wins = legal & table.beats[led]
        result = _OPEN
        for cards in (wins, legal ^ wins):
            while cards:
                # Winners are tried from the most valuable, losers from the cheapest.
                card = (cards if cards & wins else cards & -cards).bit_length() - 1
                cards ^= 1 << card
                value = self._pli(led, card, mine, theirs ^ 1 << card | under[card], plis, rest, alive, alpha, beta)
                if value < result:
                    result = value
                    if value <= alpha:
                        return result
                    beta = min(beta, value)
        return result

    def _pli(
        self, led: int, card: int, mine: int, theirs: int, plis: int, rest: int, alive: bool, alpha: int, beta: int
    ) -> int:
        """Return the points that the leader makes from a pli of two cards on.

        mine, theirs  the open cards of the leader and of the other player once both cards were laid
        plis          how many plis there are from this one on
        rest          all points from this pli on
        alive         whether the leader may still take all sixteen plis
        alpha, beta   the bounds between which the result is exact; outside, it is a bound
        """
        table = self._table
        taken = table.points[led] + table.points[card]
        left = rest - taken
        if table.beats[led] >> card & 1:
            if not mine:
                return 0
            if left <= alpha:
                return left  # at most
            return left - self._lead(theirs, mine, plis - 1, left, False, left - beta, left - alpha)
        if not mine:
            return rest + SWEEP * alive
        if taken >= beta:
            return taken  # at least
        return taken + self._lead(mine, theirs, plis - 1, left, alive, alpha - taken, beta - taken)

    def _lead(self, mine: int, theirs: int, plis: int, rest: int, alive: bool, alpha: int, beta: int) -> int:
        """Return the points that the player who is to lead makes with the cards that are left."""
        under, table = self._under, self._table
        # The same open cards mean the same cards under them, and the mask of one player comes first.
        key = (mine << 32 | theirs) << 1 | alive
        low, high = self._bounds.get(key, (0, rest + SWEEP * alive))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        if plis <= self._horizon:
            points, won = table.finish((mine, theirs), under, 0)
            result = points + SWEEP * (alive and won == plis)
            self._bounds[key] = result, result
            return result
        alpha, beta = max(alpha, low), min(beta, high)
        best, result, cards = alpha, -_OPEN, mine
        sure = table.sure(mine, theirs)
        while cards:
            card = (cards & sure or cards).bit_length() - 1
            cards ^= 1 << card
            twin = table.twins[card] & mine
            if twin and not under[card] and not under[twin.bit_length() - 1]:
                continue
            value = self._reply(card, mine ^ 1 << card | under[card], theirs, plis, rest, alive, best, beta)
            if value > result:
                result = value
                if value >= beta:
                    break
                best = max(best, value)
        if result > alpha:
            low = result
        if result < beta:
            high = result
        self._bounds[key] = low, high
        return result


def table_of_two(contract: str, rules: BeloteRules) -> TableOfTwo:
    """Return the ``TableOfTwo`` for a trump and house rules, from a cache."""
    if contract not in _TABLES:
        _TABLES[contract] = TableOfTwo(contract, rules)
    return _TABLES[contract]


_TABLES: dict[str, TableOfTwo] = {}
