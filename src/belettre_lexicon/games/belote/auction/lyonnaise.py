"""The auction of the lyonnaise: the bids of Belote de comptoir, then the chien and overbids (VL3 to VL6).

    bids ── all others passed ──► choice ── direct ──► over
                                    └─ take ──► swap ──► overbids ── all others passed ──► over
                                                  ▲         └─ bid ─┐
                                                  └─────────────────┘

The functions here are pure. Start reading at ``refusal``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

from msgspec.structs import replace

from ..actions import Action, Bid, Direct, Pass, SayCards, Swap, TakeChien
from ..cards import Card, cards_of, mask_of
from ..rules import BeloteRules
from ..seats import ALL_SEATS
from . import comptoir
from .comptoir import Comptoir
from .refusals import SpeechRefusal

#: What the auction waits for, as in the diagram above; ``Lyonnaise.stage``.
Stage = Literal["bids", "choice", "swap", "overbids"]
#: How many of the cards that were put back an overbidder may take at most (VL5: one or two).
MOST_OF_PUT_BACK = 2


class Lyonnaise(Comptoir, frozen=True, gc=False):
    """The state of the auction. Masks are those of ``cards``.

    stage      what the auction waits for; when it is over, what it waited for last
    hands      the hands as masks, by ``Seat.index``; () as long as the dealer has to say the number of cards
    chien      the mask of the cards of the chien
    offered    the mask of those that the taker may take now (VL4, VL5)
    exchanges  how many exchanges were made
    """

    stage: Stage = "bids"
    hands: tuple[int, ...] = ()
    chien: int = 0
    offered: int = 0
    exchanges: int = 0

    @property
    def turned_up(self) -> bool:
        """Whether the winner of the bids took the chien, which is then turned up for all (VL3)."""
        return self.stage in ("swap", "overbids")

    def seen(self, chien: Iterable[Card]) -> Lyonnaise:
        """Return the auction as players may know it: without hands, and with the cards of the chien that they see."""
        return replace(self, hands=(), chien=mask_of(chien))

    @property
    def most(self) -> int:
        """The most cards that the taker may exchange now (VL4, VL5)."""
        held = 0 if self.taker is None else self.hands[self.taker].bit_count()
        most = MOST_OF_PUT_BACK if self.exchanges else self.offered.bit_count()
        return min(most, self.offered.bit_count(), held)


def opened(players: tuple[int, ...], cards: int, hands: tuple[int, ...] = (), chien: int = 0) -> Lyonnaise:
    """Return the auction before the first word. The arguments are the fields of ``Lyonnaise``."""
    first = comptoir.opened(players, cards)
    return Lyonnaise(players, first.turn, cards, hands=hands, chien=chien)


def refusal(auction: Lyonnaise, action: Action, rules: BeloteRules) -> SpeechRefusal | None:
    """Return why an action is not allowed; None if it is (VL3 to VL6, VK2, VK3, BF4)."""
    if auction.turn is None:
        return SpeechRefusal("VK5", "auction_over")
    if not isinstance(action, Bid | Pass | SayCards | Direct | TakeChien | Swap):
        return SpeechRefusal("VK3", "no_such_word")
    if action.seat.index != auction.turn:
        return SpeechRefusal("BF4", "speaks_out_of_turn")
    if auction.stage == "choice":
        return None if isinstance(action, Direct | TakeChien) else SpeechRefusal("VL3", "awaits_choice")
    if auction.stage == "swap":
        return _swap_refusal(auction, action) if isinstance(action, Swap) else SpeechRefusal("VL4", "awaits_swap")
    if isinstance(action, Bid | Pass | SayCards):
        return comptoir.refusal(auction, action, rules)
    return SpeechRefusal("VL3", "awaits_bids") if auction.cards else SpeechRefusal("VK2", "awaits_cards")


def _swap_refusal(auction: Lyonnaise, swap: Swap) -> SpeechRefusal | None:
    if not (_are_cards(swap.taken) and _are_cards(swap.put)):
        return SpeechRefusal("VL4", "not_cards")
    count = len(swap.taken)
    taken, put = mask_of(swap.taken), mask_of(swap.put)
    if count != len(swap.put) or taken.bit_count() != count or put.bit_count() != count:
        return SpeechRefusal("VL4", "swap_uneven")
    if taken & ~auction.offered:
        return SpeechRefusal("VL5" if auction.exchanges else "VL4", "swap_not_offered")
    if put & ~auction.hands[swap.seat.index]:
        return SpeechRefusal("VL4", "swap_not_held")
    return None if 1 <= count <= auction.most else SpeechRefusal("VL5" if auction.exchanges else "VL4", "swap_count")


def _are_cards(cards: object) -> bool:
    return isinstance(cards, tuple) and all(isinstance(card, Card) for card in cards)


def legal(auction: Lyonnaise, rules: BeloteRules) -> list[Action]:
    """Return the actions that the player whose turn it is may take; [] once the auction is over."""
    if auction.turn is None or auction.stage in ("bids", "overbids"):
        return comptoir.legal(auction, rules)
    seat = ALL_SEATS[auction.turn]
    if auction.stage == "choice":
        return [Direct(seat), TakeChien(seat)]
    offered, hand = cards_of(auction.offered), cards_of(auction.hands[auction.turn])
    return [
        Swap(seat, taken, put)
        for count in range(1, auction.most + 1)
        for taken in combinations(offered, count)
        for put in combinations(hand, count)
    ]


def after(auction: Lyonnaise, action: Action, rules: BeloteRules) -> Lyonnaise:
    """Return the auction after an action that is allowed; after ``SayCards`` the caller adds hands and chien."""
    if isinstance(action, TakeChien):
        return replace(auction, stage="swap", offered=auction.chien)
    if isinstance(action, Direct):
        return replace(auction, turn=None)
    if isinstance(action, Swap):
        return _after_swap(auction, action, rules)
    if isinstance(action, Bid) and auction.stage == "overbids":
        seat = action.seat.index
        return replace(auction, stage="swap", turn=seat, taker=seat, bid=action.value, passes=0)
    told: Lyonnaise = comptoir.after(auction, action, rules)  # type: ignore[assignment]  # of the same class
    if told.turn is None and told.taker is not None and told.stage == "bids":
        return replace(told, stage="choice", turn=told.taker)
    return told


def _after_swap(auction: Lyonnaise, swap: Swap, rules: BeloteRules) -> Lyonnaise:
    seat = swap.seat.index
    taken, put = mask_of(swap.taken), mask_of(swap.put)
    exchanges = auction.exchanges + 1
    return replace(
        auction,
        stage="overbids",
        turn=None if exchanges == rules.exchanges else auction.next_to(seat),
        passes=0,
        hands=_with(auction.hands, seat, auction.hands[seat] & ~put | taken),
        chien=auction.chien & ~taken | put,
        offered=put,
        exchanges=exchanges,
    )


def _with(hands: Iterable[int], seat: int, hand: int) -> tuple[int, ...]:
    return tuple(hand if index == seat else other for index, other in enumerate(hands))
