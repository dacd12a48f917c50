"""A taker alone against everybody else: playouts by a rule of thumb, and an exact search for the last cards.

For bots of Belote de comptoir and of the lyonnaise, with two to six players. Masks are in the order of value
(``playout``). Only the points of the taker's own plis count (VK7). Start reading at ``AloneDeals.finish``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...rules import BeloteRules
from ..playout import Playout
from ..search import SWEEP


class AloneDeals(Playout):
    """Plays deals of one taker against the others to their end at a trump suit; ``alone_for`` returns a cached one."""

    def finish_alone(
        self,
        hands: Sequence[int],
        taker: int,
        leader: int,
        following: Sequence[int],
        pli: Sequence[int] = (),
        *,
        allied: bool = False,
        last_pli: int = 0,
        sweeps: tuple[bool, bool] = (False, False),
    ) -> int:
        """Play a deal to its end and return the points that the taker makes from the current pli on.

        hands      the masks of the hands in the order of value, by ``Seat.index``, without the cards of the pli
        taker      the index of the seat of the taker
        leader     the index of the seat that leads the current pli
        following  the index of the next seat, by the index of a seat
        pli        the places of the cards laid in the current pli, in the order laid
        allied     whether the others are partners for the obligations (V3.6)
        last_pli   what the last pli counts in addition
        sweeps     whether the taker, and the others, may still take all plis; as in ``Playout.finish``
        """
        suit_of, beats, points, plain, bound = self._suit_of, self._beats, self.points, self._plain, self._bound
        trumps, legal = self._trumps, self._legal
        held = list(hands)
        live = 0
        for hand in held:
            live |= hand
        seats = sum(1 for hand in held if hand) if not pli else self._seats(held, leader, following, pli)
        total = laid = count = plis = won = 0
        led = best = -1
        holder = player = leader
        for card in pli:
            if best < 0 or beats[best] >> card & 1:
                best, holder = card, player
            laid += points[card]
            player = following[player]
            count += 1
        if pli:
            led = pli[0]
        while True:
            while count < seats:
                hand = held[player]
                others = live ^ hand
                if led < 0:
                    card = self._lead(hand, others)
                    led = best = card
                    holder = player
                else:
                    stronger = beats[best]
                    may = hand & suit_of[led]
                    if not may:
                        with_ally = allied and player != taker != holder
                        may = legal(hand, led, best, with_ally) if hand & trumps else hand
                    elif bound[led]:
                        may = may & stronger or may
                    if may & may - 1:
                        last = count == seats - 1
                        if player == taker or holder == taker:
                            winners = may & stronger
                            if not winners:
                                may = may & plain or may
                                card = (may & -may).bit_length() - 1
                            elif last and winners & plain and player == taker:
                                card = winners.bit_length() - 1
                            elif last or winners & trumps:
                                card = (winners & -winners).bit_length() - 1
                            else:
                                card = winners.bit_length() - 1
                                if beats[card] & others & suit_of[led] and player == taker:
                                    card = (may & -may).bit_length() - 1
                        else:
                            may = may & plain or may
                            safe = last or not stronger & held[taker]
                            card = (may.bit_length() if safe else (may & -may).bit_length()) - 1
                    else:
                        card = may.bit_length() - 1
                    if stronger >> card & 1:
                        best, holder = card, player
                held[player] = hand ^ 1 << card
                live ^= 1 << card
                laid += points[card]
                player = following[player]
                count += 1
            plis += 1
            if holder == taker:
                total += laid
                won += 1
            if not live:
                if holder == taker:
                    total += last_pli
                if won == plis and sweeps[0]:
                    return total + SWEEP
                return total - SWEEP if not won and sweeps[1] else total
            laid = count = 0
            led = best = -1
            player = holder

    @staticmethod
    def _seats(held: Sequence[int], leader: int, following: Sequence[int], pli: Sequence[int]) -> int:
        """Return how many cards the pli will have: those laid, and one of each player who has not laid yet."""
        seat = leader
        for _ in pli:
            seat = following[seat]
        more = 0
        while seat != leader:
            more += 1
            seat = following[seat]
        return len(pli) + more

    def _lead(self, hand: int, others: int) -> int:
        """Lead the card with the most points among those that no other hand can beat, else the cheapest plain one."""
        top = 0
        for suit in self._suits:
            mine = hand & suit
            if mine > others & suit and mine > top:
                top = mine
        if top:
            return top.bit_length() - 1
        mine = hand & self._plain or hand
        return (mine & -mine).bit_length() - 1

    def makes(
        self, hands: Sequence[int], taker: int, leader: int, following: Sequence[int], pli: Sequence[int], need: int
    ) -> bool:
        """Return whether the taker makes *need* points or more from the current pli on, if all see all cards.

        The other arguments are those of ``finish_alone``. If the pli is complete but not taken, it is counted.
        """
        state = _Search(self, taker, following, self._seats(hands, leader, following, pli) if pli else 0)
        return state.makes(list(hands), leader, tuple(pli), need)


class _Search:
    """A search of all plays of one deal. Positions at the beginning of a pli are kept."""

    def __init__(self, deals: AloneDeals, taker: int, following: Sequence[int], seats: int) -> None:
        self._deals, self._taker, self._following, self._seats = deals, taker, following, seats
        self._known: dict[tuple[object, ...], bool] = {}

    def makes(self, held: list[int], leader: int, pli: tuple[int, ...], need: int) -> bool:
        if not pli:
            return self._from_pli(held, leader, need)
        deals = self._deals
        best, holder, player, laid = -1, leader, leader, 0
        for card in pli:
            if best < 0 or deals._beats[best] >> card & 1:
                best, holder = card, player
            laid += deals.points[card]
            player = self._following[player]
        return self._play(held, player, pli[0], best, holder, laid, len(pli), need)

    def _from_pli(self, held: list[int], leader: int, need: int) -> bool:
        if need <= 0:
            return True
        live = 0
        for hand in held:
            live |= hand
        if not self._can_reach(live, need):
            return False
        key = (*held, leader, need)
        found = self._known.get(key)
        if found is None:
            self._seats = sum(1 for hand in held if hand)
            found = self._known[key] = self._play(held, leader, -1, -1, leader, 0, 0, need)
        return found

    def _can_reach(self, live: int, need: int) -> bool:
        points = self._deals.points
        while live and need > 0:
            place = live.bit_length() - 1  # the card with the most points
            need -= points[place]
            live ^= 1 << place
        return need <= 0

    def _play(
        self, held: list[int], player: int, led: int, best: int, holder: int, laid: int, count: int, need: int
    ) -> bool:
        deals, taker = self._deals, self._taker
        if count == self._seats:
            return self._from_pli(held, holder, need - laid if holder == taker else need)
        hand = held[player]
        may = hand if led < 0 else deals._legal(hand, led, best, False)
        mine = player == taker
        beats, points, following = deals._beats, deals.points, self._following
        while may:
            # The strongest and dearest card first.
            card = may.bit_length() - 1
            may ^= 1 << card
            held[player] = hand ^ 1 << card
            takes = led < 0 or beats[best] >> card & 1
            made = self._play(
                held,
                following[player],
                card if led < 0 else led,
                card if takes else best,
                player if takes else holder,
                laid + points[card],
                count + 1,
                need,
            )
            held[player] = hand
            if made is mine:
                return made
        return not mine


def alone_for(trump: str, rules: BeloteRules) -> AloneDeals:
    """Return the ``AloneDeals`` for a contract and house rules, from a cache."""
    key = trump, rules.undertrump, rules.on_partners_trump, rules.ta_values
    if key not in _DEALS:
        _DEALS[key] = AloneDeals(trump, rules)
    return _DEALS[key]


_DEALS: dict[tuple[str, ...], AloneDeals] = {}
