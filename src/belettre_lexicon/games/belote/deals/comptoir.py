"""The deals of Belote de comptoir and of the lyonnaise: how cards are dealt and seen (VK2, VK14 to VK16, VL2).

The functions here are pure. Hands are masks (``cards``) by ``Seat.index``; that of a player who has left is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..auction import comptoir, lyonnaise
from ..auction.comptoir import Comptoir
from ..cards import Card, mask_of
from ..events import Swapped
from ..options import packets_of
from ..rules import BeloteRules
from .deal import first_places


def dealt_cards(pack: Sequence[Card], order: tuple[int, ...], cards: int) -> list[list[Card]]:
    """Return the cards dealt to each seat of *order*, in this order, each in the order in which they are dealt (VK2).

    order  the seats that are still in, in playing order; the dealer is the last
    cards  how many each gets, 1 to 5

    >>> from ..cards import PACK
    >>> [" ".join(card.text for card in hand) for hand in dealt_cards(PACK, (1, 2, 0), 4)]
    ['7♣ 8♣ 9♣ 8♦', '10♣ V♣ D♣ 9♦', 'R♣ A♣ 7♦ 10♦']
    """
    places = first_places(order, packets_of(cards))
    return [[pack[place] for place in places[seat]] for seat in order]


def face_up(pack: Sequence[Card], order: tuple[int, ...], cards: int, rules: BeloteRules) -> tuple[int, ...]:
    """Return the cards of each hand that lie face up from the deal on: the first that were dealt to it (VK14)."""
    return _by_seat(pack, order, cards, rules, rules.shown)


def _by_seat(
    pack: Sequence[Card], order: tuple[int, ...], cards: int, rules: BeloteRules, most: int | None = None
) -> tuple[int, ...]:
    """Return the first *most* cards dealt to each seat, or all, as masks by ``Seat.index``."""
    masks = [0] * rules.variant.players
    for seat, hand in zip(order, dealt_cards(pack, order, cards), strict=True):
        masks[seat] = mask_of(hand[:most])
    return tuple(masks)


def dealt_out(
    pack: Sequence[Card], order: tuple[int, ...], cards: int, rules: BeloteRules
) -> tuple[tuple[int, ...], Comptoir]:
    """Return the hands after the deal, and the auction before the first word (VK2, VL2).

    cards  how many each player gets; 0 if the dealer has to say it first: all hands are then empty
    """
    hands = _by_seat(pack, order, cards, rules)
    if rules.game != "lyonnaise":
        return hands, comptoir.opened(order, cards)
    place = len(order) * cards
    return hands, lyonnaise.opened(order, cards, hands, mask_of(pack[place : place + rules.chien]) if cards else 0)


def cards_to_deal(rules: BeloteRules, played: int, before: int = 0) -> int:
    """Return how many cards are dealt to each in a deal (VK2, VK4); 0 if its dealer has to say it.

    played  how many deals were played before it, those in which all passed not counted
    before  the number of cards of the deal before it if all passed in it; otherwise 0

    >>> falling = BeloteRules(game="comptoir", cards="falling")
    >>> [cards_to_deal(falling, played) for played in range(6)]
    [5, 4, 3, 2, 1, 5]
    """
    if before:
        return before
    if isinstance(rules.cards, int):
        return rules.cards
    return 0 if rules.cards == "dealer" else 5 - played % 5


def cards_seen(
    seat: int, hands: Sequence[int], known: Sequence[int], *, blind: bool, auction_over: bool
) -> tuple[int, ...]:
    """Return the cards of each hand that a seat sees, as masks (VK14 to VK16, VL8).

    hands  the hands as they are
    known  the cards of each hand that lie face up or were taken from the chien before all eyes
    blind  whether players see all hands but their own until the auction is over (VK15)
    """
    if blind:
        return tuple(hand if auction_over or index != seat else 0 for index, hand in enumerate(hands))
    return tuple(hand if index == seat else hand & known[index] for index, hand in enumerate(hands))


def known_cards(up: Sequence[int], spoken: Iterable[object]) -> list[int]:
    """Return the cards of each hand that all know: those face up, and those taken from the chien (VL8).

    up      the cards that lie face up from the deal on
    spoken  what was said in the auction; the swaps in it count
    """
    known = list(up)
    for event in spoken:
        if isinstance(event, Swapped):
            seat = event.seat.index
            known[seat] = known[seat] & ~mask_of(event.put) | mask_of(event.taken)
    return known
