"""Floor 3. Deals the cards of Belote: shuffle, cut, five cards each, the retourne, and the rest after the prise (BD).

Deal *n* of a partie is shuffled from the seed of the partie and *n* alone, so undo never deals anew, and programs in
other languages can deal the same cards: see ``shuffled``.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence

from ..errors import ArgumentError
from .cards import ALL_CARDS, PACK, PACK_SIZE, RANKS, Card, mask_of
from .seats import SEATS, Seat, Team, in_order

#: The hands of the four seats as masks, by ``Seat.index``.
HandMasks = tuple[int, int, int, int]

#: How many cards each seat gets in the two rounds before the prise (BD5), and the place of the retourne (BD6).
FIRST_CARDS = (3, 2)
RETOURNE = sum(FIRST_CARDS) * len(SEATS)


def shuffled(seed: int, number: int) -> tuple[Card, ...]:
    """Return the pack of a deal: the cards in the order in which they are dealt (BD3, BD4).

    seed    any integer
    number  the number of the deal, from 1; 0 for the draw of the first dealer

    The cards, by ``Card.index``, are sorted by the 32 little-endian 64-bit numbers of
    SHAKE-256("belote SEED NUMBER").

    >>> [card.text for card in shuffled(7, 1)[:3]]
    ['7♣', '9♣', '9♦']
    """
    keys = _KEYS.unpack(hashlib.shake_256(b"belote %d %d" % (seed, number)).digest(_KEYS.size))
    return tuple([PACK[index] for index in sorted(_INDEXES, key=keys.__getitem__)])


_KEYS = struct.Struct("<32Q")
_INDEXES = range(PACK_SIZE)


def cut(pack: Sequence[Card], seed: int, number: int, least: int) -> tuple[Card, ...]:
    """Return the pack after the cut of a deal, into two heaps of at least *least* cards (BD4).

    The place of the cut depends on the seed and the number of the deal alone.
    """
    places = PACK_SIZE - 2 * least + 1
    drawn = hashlib.shake_256(b"belote cut %d %d" % (seed, number)).digest(16)
    place = least + int.from_bytes(drawn, "little") % places
    return (*pack[place:], *pack[:place])


def first_dealer(seed: int) -> Seat:
    """Return who deals first: each seat draws a card, the lowest deals, those who tie draw again (BD2)."""
    drawn = iter(shuffled(seed, 0))
    drawing: tuple[Seat, ...] = SEATS
    while len(drawing) > 1:
        ranks = {seat: RANKS.index(next(drawn).rank) for seat in drawing}
        lowest = min(ranks.values())
        drawing = tuple(seat for seat, rank in ranks.items() if rank == lowest)
    return drawing[0]


def first_hands(pack: Sequence[Card], dealer: Seat) -> HandMasks:
    """Return the hands of five cards: three and then two for each seat, from the dealer's right (BD5)."""
    hands = [0] * len(SEATS)
    start, place = 0, dealer.index
    for size in FIRST_CARDS:
        for turn in range(1, 5):
            end = start + size
            hands[(place + turn) % 4] |= mask_of(pack[start:end])
            start = end
    return hands[0], hands[1], hands[2], hands[3]


def full_hands(pack: Sequence[Card], dealer: Seat, taker: Seat, hands: HandMasks) -> HandMasks:
    """Return the hands of eight cards: the taker gets the retourne and two cards, the others three (BD7).

    hands  the hands of five cards, by ``Seat.index``
    """
    full, start = list(hands), RETOURNE + 1
    for seat in in_order(dealer.next):
        end = start + (2 if seat is taker else 3)
        full[seat.index] |= mask_of(pack[start:end])
        start = end
    full[taker.index] |= pack[RETOURNE].bit
    return full[0], full[1], full[2], full[3]


def gathered(plis: Iterable[tuple[Team, Sequence[Card]]], dealer: Seat) -> tuple[Card, ...]:
    """Return the pack before the next cut, if cards are shuffled once only and the deal was played (BD3).

    plis    the team that took each pli and its cards, in the order played
    dealer  who dealt these cards

    The last pli of a team lies on top of its pile, and the pile of the dealer's team on the other one.
    """
    piles: dict[Team, list[Card]] = {dealer.team: [], dealer.team.other: []}
    for team, cards in plis:
        piles[team][:0] = cards
    return tuple(card for pile in piles.values() for card in pile)


def gathered_unplayed(pack: Sequence[Card], dealer: Seat) -> tuple[Card, ...]:
    """Return the pack before the next cut, if cards are shuffled once only and nobody took (BD3, BA6).

    The hands lie on the stock, that of the dealer's right on top.
    """
    threes, twos = FIRST_CARDS
    cards: list[Card] = []
    for turn in range(len(SEATS)):
        cards += pack[threes * turn : threes * (turn + 1)]
        second = threes * len(SEATS) + twos * turn
        cards += pack[second : second + twos]
    return (*cards, *pack[RETOURNE:])


def check_pack(pack: object, name: str = "pack") -> None:
    """Raise ArgumentError, whose message starts with *name*, if *pack* is not a tuple of the 32 cards (BC1)."""
    whole = isinstance(pack, tuple) and len(pack) == PACK_SIZE and all(isinstance(card, Card) for card in pack)
    if not whole or mask_of(pack) != ALL_CARDS:  # type: ignore[arg-type]  # a tuple of cards
        raise ArgumentError(f"{name}: {pack!r:.120}, expected a tuple of the {PACK_SIZE} cards (BC1)")
