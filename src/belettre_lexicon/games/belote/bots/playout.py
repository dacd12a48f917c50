"""Playouts: deals played to their end by a quick rule of thumb, for bots that try cards in many worlds.

Masks are in the *order of value* here (``Playout``): the cheapest card of a mask is its lowest bit, and within a suit a
higher bit is a stronger card. Start reading at ``Playout.finish``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import PACK, PACK_SIZE, SUIT_OF, SUITS, cards_of, suit_mask, tables
from ..rules import BeloteRules
from ..scoring.totals import DIX_DE_DER
from .search import SWEEP

#: By the number of cards in a pli: for each player who follows, whether they are the last one.
_FOLLOWERS = ((), (False, False, True), (False, True), (True,), ())
_BYTE = 0xFF


class Playout:
    """Plays deals to their end under a contract. One object serves all deals; ``playout_for`` returns a cached one.

    Its masks are in the *order of value*: bit 0 is the least valuable card, bit 31 the one with the most points. The
    *place* of a card is the number of its bit.

    places  the place of each card, by ``Card.index``
    points  the points of each card, by its place
    whole   the points of all cards, with the dix de der
    """

    def __init__(self, contract: str, rules: BeloteRules) -> None:
        table = tables(contract)
        points = table.plain if rules.ta_values == "plain" else table.points
        # Of cards without points, a trump is worth more than a plain card, and a stronger card more than a weaker one.
        order = sorted(
            (card.index for card in PACK),
            key=lambda card: (points[card], table.trumps >> card & 1, -table.above[card].bit_count()),
        )
        self.places = [order.index(card) for card in range(PACK_SIZE)]
        #: For each of the four bytes of a mask, the same cards in the order of value.
        self._bytes = [[self._ordered(byte << 8 * place) for byte in range(_BYTE + 1)] for place in range(4)]
        self.points = tuple(points[card] for card in order)
        self.whole = sum(self.points) + DIX_DE_DER
        self._suit_of = tuple(self._ordered(SUIT_OF[card]) for card in order)
        self._above = tuple(self._ordered(table.above[card]) for card in order)
        self._beats = tuple(self._ordered(table.beats[card]) for card in order)
        self._trumps = self._ordered(table.trumps)
        self._plain = ~self._trumps
        self._suits = tuple(self._ordered(suit_mask(suit)) for suit in SUITS)
        #: Whether players who follow the suit of a card must go up if they can (BP4, BV3).
        self._bound = tuple(table.every_trump or bool(table.trumps >> card & 1) for card in order)
        self._undertrump = rules.undertrump
        self._on_partners_trump = rules.on_partners_trump

    def _ordered(self, mask: int) -> int:
        return sum(1 << self.places[card.index] for card in cards_of(mask))

    def ordered(self, mask: int) -> int:
        """Return the mask in the order of value that has the same cards as *mask*, which is by ``Card.index``."""
        first, second, third, fourth = self._bytes
        return first[mask & _BYTE] | second[mask >> 8 & _BYTE] | third[mask >> 16 & _BYTE] | fourth[mask >> 24]

    @property
    def rules_of_cards(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each card by its place, the mask of the cards that take a pli from it, and its points."""
        return self._beats, self.points

    def may_lay(self, hand: int, led: int, best: int, *, partner_holds: bool) -> int:
        """Return the mask of the cards that may be laid on a pli. *led* and *best* are places."""
        return self._legal(hand, led, best, partner_holds)

    def finish(
        self, hands: Sequence[int], leader: int, pli: Sequence[int] = (), sweeps: tuple[bool, bool] = (False, False)
    ) -> int:
        """Play a deal to its end and return the points that team 0 makes from the current pli on.

        The cards of the current pli and the dix de der are counted; ``search.SWEEP`` (90) is added for a capot of team
        0, and subtracted for one of team 1.

        hands   the masks of the four hands in the order of value, by ``Seat.index``, without the cards of the pli
        leader  the index of the seat that leads the current pli
        pli     the places in the order of value of the cards laid in the current pli, in the order laid
        sweeps  for each team, whether it may still take all eight plis
        """
        suit_of, beats, points, plain, bound = self._suit_of, self._beats, self.points, self._plain, self._bound
        suits = self._suits
        trumps, legal = self._trumps, self._legal
        held = list(hands)
        live = held[0] | held[1] | held[2] | held[3]
        total, plis, won = 0, 0, 0
        led, best, holder, player, laid = -1, -1, leader, leader, 0
        for card in pli:
            if best < 0 or beats[best] >> card & 1:
                best, holder = card, player
            laid += points[card]
            player = player + 1 & 3
        if pli:
            led, followers = pli[0], _FOLLOWERS[len(pli)]
        else:
            followers = ()
        while True:
            if led < 0:
                # Lead the card with the most points among those that no other hand can beat or trump, else the cheapest
                # plain one. Trumps are led while an opponent has some. A suit as a mask is greater than another if its
                # strongest card is.
                hand = held[player]
                others = live ^ hand
                left, right = held[player + 1 & 3], held[player - 1 & 3]
                trumps_left, trumps_right = left & trumps, right & trumps
                top = 0
                for one in suits:
                    suit = hand & one
                    if (
                        top < suit > others & one
                        and (left & one or not trumps_left)
                        and (right & one or not trumps_right)
                        and (one != trumps or trumps_left or trumps_right)
                    ):
                        top = suit
                if top:
                    card = top.bit_length() - 1
                else:
                    suit = hand & plain or hand
                    card = (suit & -suit).bit_length() - 1
                held[player] = hand ^ 1 << card
                live ^= 1 << card
                led = best = card
                holder, laid = player, points[card]
                player = player + 1 & 3
                followers = _FOLLOWERS[1]
            suit, up = suit_of[led], bound[led]
            for last in followers:
                hand = held[player]
                stronger = beats[best]
                may = hand & suit
                if not may:
                    may = legal(hand, led, best, not (holder ^ player) & 1) if hand & trumps else hand
                elif up:
                    may = may & stronger or may
                if may & may - 1:
                    if (holder ^ player) & 1:
                        winners = may & stronger
                        if not winners:
                            may = may & plain or may
                            card = (may & -may).bit_length() - 1
                        elif last and winners & suit and not up:
                            card = winners.bit_length() - 1
                        elif last or up or not winners & suit:
                            card = (winners & -winners).bit_length() - 1
                        else:
                            card = winners.bit_length() - 1
                            if beats[card] & (live ^ hand) & suit:
                                card = (may & -may).bit_length() - 1
                    elif last or not stronger & (live ^ hand):
                        may = may & plain or may
                        card = may.bit_length() - 1
                    else:
                        may = may & plain or may
                        card = (may & -may).bit_length() - 1
                else:
                    card = may.bit_length() - 1
                held[player] = hand ^ 1 << card
                live ^= 1 << card
                laid += points[card]
                if stronger >> card & 1:
                    best, holder = card, player
                player = player + 1 & 3
            plis += 1
            if not holder & 1:
                total += laid
                won += 1
            if not live:
                break
            led, player = -1, holder
        if not holder & 1:
            total += DIX_DE_DER
            return total + SWEEP if won == plis and sweeps[0] else total
        return total - SWEEP if not won and sweeps[1] else total

    def _legal(self, hand: int, led: int, best: int, partner_holds: bool) -> int:
        """Return the mask of the cards that may be laid, as ``play.legal_mask`` does with other masks (BP3 to BP9)."""
        follow = hand & self._suit_of[led]
        if follow:
            return (follow & self._above[best] or follow) if self._bound[led] else follow
        trumps = hand & self._trumps
        if not trumps:
            return hand
        trumped = self._trumps >> best & 1
        over = trumps & self._above[best] if trumped else trumps
        if partner_holds and not (trumped and self._on_partners_trump == "trump"):
            if not (trumped and over) or self._on_partners_trump == "free":
                return hand
            return hand & ~trumps | over
        if over:
            return over
        return trumps if self._undertrump == "must" else hand


def playout_for(contract: str, rules: BeloteRules) -> Playout:
    """Return the ``Playout`` for a contract and house rules, from a cache.

    Rules that differ only in options that do not matter for playouts share one object.
    """
    key = contract, rules.ta_values, rules.undertrump, rules.on_partners_trump
    if key not in _PLAYOUTS:
        _PLAYOUTS[key] = Playout(contract, rules)
    return _PLAYOUTS[key]


_PLAYOUTS: dict[tuple[str, str, str, str], Playout] = {}
