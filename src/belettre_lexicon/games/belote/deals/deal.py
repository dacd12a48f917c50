"""The terms of a partie of Belote, and how its cards are dealt (BD): shuffle, cut, the first cards, then the rest.

Deal *n* of a partie is shuffled from the seed of the partie and *n* alone, so undo never deals anew, and programs in
other languages can deal the same cards: see ``shuffled``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from ....base.errors import ArgumentError
from ..cards import PACK, SUIT_SIZE, Card
from ..events import Dealt, PliTaken
from ..options import packets_of
from ..rules import BeloteRules
from ..seats import ALL_SEATS, SEATS, Seat, Team, playing_order
from .rows import RETOURNE_PLACES

#: The hands of the seats as masks, by ``Seat.index``.
HandMasks = tuple[int, ...]

#: The house rules of the classic game without options.
CLASSIC = BeloteRules()
#: The place of the retourne of the classic game in the pack (BD6).
RETOURNE = 20


def shuffled(seed: int, number: int, cards: Sequence[Card] = PACK) -> tuple[Card, ...]:
    """Return the pack of a deal: the cards in the order in which they are dealt (BD3, BD4).

    seed    any integer
    number  the number of the deal, from 1; 0 for the draw of the first dealer
    cards   the cards that are played with, by ``Card.index``

    The SHA-256 of "belote SEED NUMBER" is read as a number whose first byte is the lowest. This number is divided by
    32, or the number of *cards*: the remainder is the place, from 0, of the first card among these cards. The quotient
    is divided by 31: the remainder is the place of the second card among the other 31, and so on.

    >>> [card.text for card in shuffled(7, 1)[:3]]
    ['7♥', '10♠', 'A♠']
    """
    drawn = int.from_bytes(hashlib.sha256(b"belote %d %d" % (seed, number)).digest(), "little")
    left, pack = list(cards), []
    for size in range(len(left), 0, -1):
        drawn, place = divmod(drawn, size)
        pack.append(left.pop(place))
    return tuple(pack)


def cut(pack: Sequence[Card], seed: int, number: int, least: int) -> tuple[Card, ...]:
    """Return the pack after it was cut into two heaps and the lower heap was put on top (BD4).

    pack          the pack before the cut, from its top
    seed, number  the seed of the partie and the number of the deal, which determine the place of the cut
    least         the fewest cards that a heap may have
    """
    places = len(pack) - 2 * least + 1
    drawn = int.from_bytes(hashlib.sha256(b"belote cut %d %d" % (seed, number)).digest(), "little")
    place = least + drawn % places
    return (*pack[place:], *pack[:place])


def first_dealer(seed: int, seats: Sequence[Seat] = SEATS) -> Seat:
    """Return the seat that deals first (BD2). *seats* are those of the table.

    Each seat draws a card from a pack shuffled from the seed. The lowest rank deals; seats that tie for it draw again.
    """
    drawing, drawn = tuple(seats), iter(shuffled(seed, 0))
    while len(drawing) > 1:
        ranks = [next(drawn).index % SUIT_SIZE for _ in drawing]
        drawing = tuple(seat for seat, rank in zip(drawing, ranks, strict=True) if rank == min(ranks))
    return drawing[0]


def order_of(dealer: Seat, rules: BeloteRules) -> tuple[int, ...]:
    """Return the indexes of all seats in the order in which they are dealt to; the dealer is the last (BD1)."""
    return playing_order(dealer.index, range(rules.variant.players), clockwise=rules.clockwise)


def retourne_of(pack: Sequence[Card], rules: BeloteRules) -> Card | None:
    """Return the card of a pack that is turned up (BD6); None in a game without one (VC2)."""
    variant = rules.variant
    if not variant.retourne:
        return None
    return pack[RETOURNE_PLACES.get(variant.game, sum(variant.first) * variant.players)]


def first_hands(pack: Sequence[Card], dealer: Seat, rules: BeloteRules = CLASSIC) -> HandMasks:
    """Return the masks of the hands before the auction, by ``Seat.index``: three cards, then two for each (BD5)."""
    places = first_places(order_of(dealer, rules), rules.variant.first)
    return _held(pack, places, (0,) * len(places))


def full_hands(
    pack: Sequence[Card], dealer: Seat, taker: Seat, hands: HandMasks, rules: BeloteRules = CLASSIC
) -> HandMasks:
    """Return the hands once the prise is over: the taker gets the retourne and two cards, the others three (BD7, V3.3).

    hands  the hands before that as masks, by ``Seat.index``; the result has the same form
    """
    if not rules.variant.retourne:
        return hands
    places = _later_places(order_of(dealer, rules), taker.index, sum(rules.variant.first), rules.variant.hand)
    return _held(pack, places, hands)


def _held(pack: Sequence[Card], places: Sequence[tuple[int, ...]], hands: HandMasks) -> HandMasks:
    """Return the hands with the cards at some places of the pack, by ``Seat.index``."""
    held = []
    for hand, own in zip(hands, places, strict=True):
        for place in own:
            hand |= pack[place].bit
        held.append(hand)
    return tuple(held)


def places_of(dealer: Seat, taker: Seat, rules: BeloteRules = CLASSIC) -> dict[Seat, tuple[int, ...]]:
    """Return the places in the pack of the cards of each seat, in the order in which they are dealt (BD5, BD7).

    Places are counted from 0. The retourne comes last among those of the taker.
    """
    order, variant = order_of(dealer, rules), rules.variant
    first = first_places(order, variant.first)
    later = (
        _later_places(order, taker.index, sum(variant.first), variant.hand) if variant.retourne else ((),) * len(first)
    )
    return {ALL_SEATS[seat]: first[seat] + later[seat] for seat in order}


@cache
def first_places(order: tuple[int, ...], packets: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the places of the cards that each seat gets before the auction, by ``Seat.index``."""
    places: list[tuple[int, ...]] = [()] * (max(order) + 1)
    start = 0
    for size in packets:
        for seat in order:
            places[seat] += tuple(range(start, start + size))
            start += size
    return tuple(places)


@cache
def _later_places(order: tuple[int, ...], taker: int, first: int, hand: int) -> tuple[tuple[int, ...], ...]:
    """Return the places of the cards that each seat gets after the prise, by its index; the retourne is the last.

    first, hand  how many cards each seat got before the prise, and has when play begins
    """
    places: list[tuple[int, ...]] = [()] * len(order)
    retourne = first * len(order)
    start = retourne + 1
    for seat in order:
        end = start + hand - first - (seat == taker)
        places[seat] = tuple(range(start, end))
        start = end
    places[taker] += (retourne,)
    return tuple(places)


def gathered(plis: Iterable[tuple[Team, Sequence[Card]]], dealer: Seat) -> tuple[Card, ...]:
    """Return the pack before the next cut, after a deal that was played, if cards are shuffled only once (BD3).

    plis    the team that took each pli and its cards, in the order played
    dealer  the seat that dealt these cards

    The last pli of a team lies on top of its pile, and the pile of the dealer's team on the other one. The first card
    of the result is the top of the pack.
    """
    piles: dict[Team, list[Card]] = {dealer.team: [], dealer.team.other: []}
    for team, cards in plis:
        piles[team][:0] = cards
    return tuple(card for pile in piles.values() for card in pile)


def gathered_by_player(plis: Iterable[PliTaken], dealt: Dealt) -> tuple[Card, ...]:
    """Return the pack before the next cut, after a deal without partners, if cards are shuffled only once (BD3).

    From the top: the pile of the dealer, those of the others in playing order, and the cards that were not laid, in the
    order of the pack. The last pli of a player lies on top of their pile.
    """
    piles: dict[Seat, list[Card]] = {seat: [] for seat in (dealt.order[-1], *dealt.order[:-1])}
    for pli in plis:
        piles[pli.seat][:0] = pli.cards
    laid = [card for pile in piles.values() for card in pile]
    return (*laid, *(card for card in dealt.pack if card not in laid))


def gathered_unplayed(
    pack: Sequence[Card], dealer: Seat, rules: BeloteRules = CLASSIC, *, order: Sequence[Seat] = (), cards: int = 0
) -> tuple[Card, ...]:
    """Return the pack before the next cut, after a deal in which nobody took and without a shuffle (BD3, BA6).

    pack    the pack of that deal, in the order in which it was dealt
    dealer  the seat that dealt it
    order   where players may leave: the seats that were dealt to, in this order
    cards   how many cards each of them got

    From the top: the hand of the seat to the dealer's right, those of the others in playing order, the undealt cards.
    """
    seats = tuple([seat.index for seat in order]) or order_of(dealer, rules)
    places = first_places(seats, packets_of(cards) if order else rules.variant.first)
    dealt = [pack[place] for seat in seats for place in places[seat]]
    return (*dealt, *pack[len(dealt) :])


def check_pack(pack: object, name: str = "pack", cards: Sequence[Card] = PACK) -> None:
    """Raise ArgumentError, whose message starts with *name*, if *pack* is not a tuple of the *cards* (BC1, V3.2)."""
    whole = isinstance(pack, tuple) and len(pack) == len(cards) and all(isinstance(card, Card) for card in pack)
    if not whole or set(pack) != set(cards):  # type: ignore[call-overload]  # a tuple of cards
        raise ArgumentError(f"{name}: {pack!r:.120}, expected a tuple of the {len(cards)} cards (BC1)")


#: Seeds are at least -MOST_SEED and less than MOST_SEED, since records keep them as signed 64-bit integers.
MOST_SEED = 1 << 63
#: The most packs that can be given; a partie with the highest target is shorter.
MOST_PACKS = 1_000


class Setup(msgspec.Struct, frozen=True):
    """The terms of a partie.

    rules   the house rules of the table
    seed    the seed from which each deal is shuffled, with the number of the deal
    dealer  the seat that deals first (BD2)
    packs   the packs of the first deals, if they are given, each in the order in which it is dealt; later deals are
            shuffled from the seed
    """

    rules: BeloteRules
    seed: int
    dealer: Seat = Seat.SUD
    packs: tuple[tuple[Card, ...], ...] = ()

    def check(self) -> None:
        """Raise ArgumentError, which names the field, if no partie can be played on these terms (BD2, BC1)."""
        if not isinstance(self.rules, BeloteRules):
            raise ArgumentError(f"rules: {self.rules!r:.40}, expected BeloteRules")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not -MOST_SEED <= self.seed < MOST_SEED:
            raise ArgumentError(f"seed: {self.seed!r:.40} is not a number from {-MOST_SEED} to {MOST_SEED - 1}")
        if not isinstance(self.dealer, Seat) or self.dealer not in self.rules.variant.table.seats:
            raise ArgumentError(f"dealer: {self.dealer!r:.40}, expected a Seat of the {self.rules.variant.players}")
        if not isinstance(self.packs, tuple) or len(self.packs) > MOST_PACKS:
            raise ArgumentError(f"packs: expected a tuple of at most {MOST_PACKS} packs")
        for number, pack in enumerate(self.packs, 1):
            check_pack(pack, f"pack {number}", self.rules.variant.pack)

    def pack_of(
        self, number: int, before: Dealt | None, plis: tuple[PliTaken, ...], cards: int = 0
    ) -> tuple[Card, ...]:
        """Return the pack of a deal in the order in which it is dealt (BD3, BD4).

        number  the number of the deal, from 1
        before  the event of the previous deal, whose cards are used again if they are shuffled only once; None for the
                first deal
        plis    the plis of the previous deal; () if nobody took
        cards   how many cards each player got in the previous deal, in a game where this varies
        """
        if number <= len(self.packs):
            return self.packs[number - 1]
        if before is None or self.rules.shuffle == "each":
            return shuffled(self.seed, number, self.rules.variant.pack)
        if plis and before.order:
            pack = gathered_by_player(plis, before)
        elif plis:
            pack = gathered(((pli.seat.team, pli.cards) for pli in plis), before.dealer)
        else:
            pack = gathered_unplayed(before.pack, before.dealer, self.rules, order=before.order, cards=cards)
        return cut(pack, self.seed, number, self.rules.cut)
