"""How cards are dealt and seen in Belote de comptoir and in the lyonnaise (VK2, VK14 to VK16, VL2, VL8).

The functions here are pure. Hands are masks (``cards``) by ``Seat.index``; that of a player who has left is 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Card, mask_of
from .rules import BeloteRules

#: The packets in which so many cards are dealt to each (VK2); fewer are dealt at once.
_PACKETS = {5: (3, 2), 4: (3, 1)}


def dealt_cards(pack: Sequence[Card], players: Sequence[int], cards: int) -> list[list[Card]]:
    """Return the cards dealt to each of *players*, in this order, each in the order in which they are dealt (VK2).

    players  the seats that are still in, in playing order from the dealer's next
    cards    how many each gets, 1 to 5

    >>> from .cards import PACK
    >>> [" ".join(card.text for card in hand) for hand in dealt_cards(PACK, (1, 2, 0), 4)]
    ['7♣ 8♣ 9♣ 8♦', '10♣ V♣ D♣ 9♦', 'R♣ A♣ 7♦ 10♦']
    """
    hands: list[list[Card]] = [[] for _ in players]
    place = 0
    for size in _PACKETS.get(cards, (cards,)):
        for hand in hands:
            hand += pack[place : place + size]
            place += size
    return hands


def hands_of(pack: Sequence[Card], players: Sequence[int], cards: int, seats: int) -> tuple[int, ...]:
    """Return the hands as masks, by ``Seat.index``. *seats* is their number; the rest are those of ``dealt_cards``."""
    return _by_seat(dealt_cards(pack, players, cards), players, seats)


def face_up(pack: Sequence[Card], players: Sequence[int], cards: int, seats: int, shown: int) -> tuple[int, ...]:
    """Return the cards of each hand that lie face up: the first *shown* that were dealt to it, as masks (VK14)."""
    return _by_seat([hand[:shown] for hand in dealt_cards(pack, players, cards)], players, seats)


def _by_seat(hands: Sequence[Sequence[Card]], players: Sequence[int], seats: int) -> tuple[int, ...]:
    masks = [0] * seats
    for seat, hand in zip(players, hands, strict=True):
        masks[seat] = mask_of(hand)
    return tuple(masks)


def chien_of(pack: Sequence[Card], players: Sequence[int], cards: int, rules: BeloteRules) -> int:
    """Return the mask of the chien: the cards after the hands (VL2); 0 if the game has none."""
    if rules.game != "lyonnaise":
        return 0
    place = len(players) * cards
    return mask_of(pack[place : place + rules.chien])


def cards_to_deal(rules: BeloteRules, played: int, before: int) -> int:
    """Return how many cards are dealt to each in a deal (VK2, VK4); 0 if its dealer has to say it.

    played  how many deals were played before it, those in which all passed not counted
    before  the number of cards of the deal before it if all passed in it; otherwise 0

    >>> falling = BeloteRules(game="comptoir", cards="falling")
    >>> [cards_to_deal(falling, played, 0) for played in range(6)]
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
