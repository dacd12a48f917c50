"""The terms of a partie of Belote, and how its cards are dealt (BD): shuffle, cut, five cards each, then the rest.

Deal *n* of a partie is shuffled from the seed of the partie and *n* alone, so undo never deals anew, and programs in
other languages can deal the same cards: see ``shuffled``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from ...base.errors import ArgumentError
from .cards import ALL_CARDS, PACK, PACK_SIZE, SUIT_SIZE, Card, mask_of
from .events import Dealt, PliTaken
from .rules import BeloteRules
from .seats import SEATS, Seat, Team

#: The hands of the four seats as masks, by ``Seat.index``.
HandMasks = tuple[int, int, int, int]

#: How many cards each seat gets in the two rounds before the prise (BD5), and the place of the retourne (BD6).
FIRST_CARDS = (3, 2)
RETOURNE = sum(FIRST_CARDS) * len(SEATS)
#: How many cards a seat holds once the prise is over (BD7).
HAND_SIZE = 8


def shuffled(seed: int, number: int) -> tuple[Card, ...]:
    """Return the pack of a deal: the cards in the order in which they are dealt (BD3, BD4).

    seed    any integer
    number  the number of the deal, from 1; 0 for the draw of the first dealer

    The SHA-256 of "belote SEED NUMBER" is read as a number whose first byte is the lowest. This number is divided by
    32: the remainder is the place, from 0, of the first card among the 32 cards by ``Card.index``. The quotient is
    divided by 31: the remainder is the place of the second card among the other 31, and so on.

    >>> [card.text for card in shuffled(7, 1)[:3]]
    ['7♥', '10♠', 'A♠']
    """
    return tuple(_drawn(seed, number))


def _drawn(seed: int, number: int) -> Iterator[Card]:
    drawn = int.from_bytes(hashlib.sha256(b"belote %d %d" % (seed, number)).digest(), "little")
    cards = list(PACK)
    while cards:
        drawn, place = divmod(drawn, len(cards))
        yield cards.pop(place)


def cut(pack: Sequence[Card], seed: int, number: int, least: int) -> tuple[Card, ...]:
    """Return the pack after it was cut into two heaps and the lower heap was put on top (BD4).

    pack          the pack before the cut, from its top
    seed, number  the seed of the partie and the number of the deal, which determine the place of the cut
    least         the fewest cards that a heap may have
    """
    places = PACK_SIZE - 2 * least + 1
    drawn = int.from_bytes(hashlib.sha256(b"belote cut %d %d" % (seed, number)).digest(), "little")
    place = least + drawn % places
    return (*pack[place:], *pack[:place])


def first_dealer(seed: int) -> Seat:
    """Return the seat that deals first (BD2).

    Each seat draws a card from a pack shuffled from the seed. The lowest rank deals; seats that tie for it draw again.
    """
    drawing, drawn = SEATS, _drawn(seed, 0)
    while len(drawing) > 1:
        ranks = [next(drawn).index % SUIT_SIZE for _ in drawing]
        drawing = tuple(seat for seat, rank in zip(drawing, ranks, strict=True) if rank == min(ranks))
    return drawing[0]


def first_hands(pack: Sequence[Card], dealer: Seat) -> HandMasks:
    """Return the masks of the hands of five cards, by ``Seat.index``: three, then two for each seat (BD5)."""
    bits = [card.bit for card in pack[:RETOURNE]]
    dealt = [
        bits[first] | bits[first + 1] | bits[first + 2] | bits[second] | bits[second + 1]
        for first, second in ((0, 12), (3, 14), (6, 16), (9, 18))
    ]
    shift = 3 - dealer.index
    return dealt[shift], dealt[shift - 3], dealt[shift - 2], dealt[shift - 1]


def full_hands(pack: Sequence[Card], dealer: Seat, taker: Seat, hands: HandMasks) -> HandMasks:
    """Return the hands of eight cards: the taker gets the retourne and two cards, the others three (BD7).

    hands  the hands of five cards as masks, by ``Seat.index``; the result has the same form
    """
    full, start = list(hands), RETOURNE + 1
    for seat in dealer.next.in_order:
        end = start + (2 if seat is taker else 3)
        full[seat.index] |= mask_of(pack[start:end])
        start = end
    full[taker.index] |= pack[RETOURNE].bit
    return full[0], full[1], full[2], full[3]


def places_of(dealer: Seat, taker: Seat) -> dict[Seat, tuple[int, ...]]:
    """Return the places in the pack of the eight cards of each seat, in the order in which they are dealt (BD5, BD7).

    Places are counted from 0. The retourne comes last among those of the taker.
    """
    places: dict[Seat, list[int]] = {seat: [] for seat in dealer.next.in_order}
    rounds = [(seat, size) for size in FIRST_CARDS for seat in places]
    rounds += [(seat, 2 if seat is taker else 3) for seat in places]
    others = iter([*range(RETOURNE), *range(RETOURNE + 1, PACK_SIZE)])
    for seat, size in rounds:
        places[seat] += islice(others, size)
    places[taker].append(RETOURNE)
    return {seat: tuple(dealt) for seat, dealt in places.items()}


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


def gathered_unplayed(pack: Sequence[Card], dealer: Seat) -> tuple[Card, ...]:
    """Return the pack before the next cut, after a deal in which nobody took and without a shuffle (BD3, BA6).

    pack    the pack of that deal, in the order in which it was dealt
    dealer  the seat that dealt it

    From the top: the hand of the seat to the dealer's right, those of the others in playing order, the undealt cards.
    """
    threes, twos = FIRST_CARDS
    cards: list[Card] = []
    for turn in range(len(SEATS)):
        first, second = threes * turn, threes * len(SEATS) + twos * turn
        cards += (*pack[first : first + threes], *pack[second : second + twos])
    return (*cards, *pack[RETOURNE:])


def check_pack(pack: object, name: str = "pack") -> None:
    """Raise ArgumentError, whose message starts with *name*, if *pack* is not a tuple of the 32 cards (BC1)."""
    whole = isinstance(pack, tuple) and len(pack) == PACK_SIZE and all(isinstance(card, Card) for card in pack)
    if not whole or mask_of(pack) != ALL_CARDS:  # type: ignore[arg-type]  # a tuple of cards
        raise ArgumentError(f"{name}: {pack!r:.120}, expected a tuple of the {PACK_SIZE} cards (BC1)")


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
        if not isinstance(self.dealer, Seat):
            raise ArgumentError(f"dealer: {self.dealer!r:.40}, expected a Seat")
        if not isinstance(self.packs, tuple) or len(self.packs) > MOST_PACKS:
            raise ArgumentError(f"packs: expected a tuple of at most {MOST_PACKS} packs")
        for number, pack in enumerate(self.packs, 1):
            check_pack(pack, f"pack {number}")

    def pack_of(self, number: int, before: Dealt | None, plis: tuple[PliTaken, ...]) -> tuple[Card, ...]:
        """Return the pack of a deal in the order in which it is dealt (BD3, BD4).

        number  the number of the deal, from 1
        before  the event of the previous deal, whose cards are used again if they are shuffled only once; None for the
                first deal
        plis    the plis of the previous deal; () if nobody took
        """
        if number <= len(self.packs):
            return self.packs[number - 1]
        if before is None or self.rules.shuffle == "each":
            return shuffled(self.seed, number)
        if plis:
            pack = gathered(((pli.seat.team, pli.cards) for pli in plis), before.dealer)
        else:
            pack = gathered_unplayed(before.pack, before.dealer)
        return cut(pack, self.seed, number, self.rules.cut)
