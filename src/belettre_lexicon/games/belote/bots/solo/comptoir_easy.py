"""The easy bot of Belote de comptoir and of the lyonnaise (VK, VL): it adds up what its cards seem to be worth.

Start reading at ``EasyComptoirBot`` and ``estimate``; the strong bot (``comptoir``) uses the estimate too.
"""

from __future__ import annotations

from functools import cache

from ...actions import Action, Bid, Direct, Lay, SayCards, Swap
from ...cards import ALL_CARDS, SUITS, Card, cards_of, mask_of, suit_mask, tables
from ...seats import following_of
from ...view import View
from ..easy import lay

#: What share of a card's points the easy bot hopes for: trumps, plain aces, plain tens, other cards.
_HOPES = {"trump": 0.9, "A": 0.8, "10": 0.4, "other": 0.3}
#: What a pli brings besides the card that wins it: about that for each other player.
_PER_PLAYER = 3.0
#: The easy bot bids up to this share of its estimate.
_EASY_SHARE = 1.0


def estimate(hand: int, others: int) -> tuple[float, str]:
    """Return the points that a hand seems to be worth at its best trump, and this suit. *others* are the opponents.

    >>> from ...cards import read_cards
    >>> strong, weak = mask_of(read_cards("V♥ 9♥ A♥ A♠ 10♠")), mask_of(read_cards("7♥ 8♦ D♠ 7♣ 9♣"))
    >>> estimate(strong, 1)[1], estimate(strong, 1)[0] > 60 > 20 > estimate(weak, 1)[0]
    ('♥', True)
    """
    return max((_estimate_at(hand, suit, others), suit) for suit in SUITS if hand & suit_mask(suit) or not hand)


@cache
def _estimate_at(hand: int, suit: str, others: int) -> float:
    table = tables(suit)
    trumps = hand & table.trumps
    total = 0.0
    for card in cards_of(hand):
        if card.bit & table.trumps:
            wins = 1.0 if card.rank == "V" else 0.75 if card.rank == "9" else 0.15 + 0.15 * trumps.bit_count()
            hope = _HOPES["trump"]
        else:
            wins = {"A": 0.7, "10": 0.35}.get(card.rank, 0.1)
            hope = _HOPES.get(card.rank, _HOPES["other"])
        total += table.points[card.index] * hope + min(wins, 1.0) * _PER_PLAYER * others
    return total


class SeatsOf:
    """What a view says about the table, in indexes.

    me         the seat of the view
    players    the seats that are still in, in playing order; the dealer is the last
    following  the next seat, by the index of a seat
    """

    def __init__(self, view: View) -> None:
        self.me = view.seat.index
        self.players = tuple([seat.index for seat in view.order])
        self.following = following_of(self.players)
        self.others = len(self.players) - 1


class EasyComptoirBot:
    """A bot that plays by a rule of thumb. It has no state and makes no random choice."""

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that the rule of thumb chooses; equal views give equal actions."""
        if len(view.actions) == 1:
            return view.actions[0]
        first = view.actions[0]
        if isinstance(first, Lay):
            return _by_rule(view)
        if isinstance(first, SayCards):
            return view.actions[-1]
        others = SeatsOf(view).others
        worth, _ = estimate(view.hand_mask, others)
        if isinstance(first, Direct):
            # The chien is worth a card or two: take it with a hand that is not good enough alone.
            return view.actions[0 if worth * _EASY_SHARE >= (view.bid or 0) else 1]
        if isinstance(first, Swap):
            return best_swap(view, others)
        return _bid_up_to(view, worth * _EASY_SHARE) or first


def _bid_up_to(view: View, limit: float) -> Bid | None:
    """Return the lowest bid that is a multiple of 5 and above the last, if it is not above *limit*."""
    bids = [action for action in view.actions if isinstance(action, Bid)]
    return next((bid for bid in bids if int(bid.value) % 5 == 0 and int(bid.value) <= limit), None)


def best_swap(view: View, others: int) -> Swap:
    """Return the swap that leaves the hand with the best estimate."""
    swaps = [action for action in view.actions if isinstance(action, Swap)]
    return max(swaps, key=lambda swap: estimate(swapped(view.hand_mask, swap), others)[0])


def swapped(hand: int, swap: Swap) -> int:
    """Return the mask of a hand after a swap (VL4)."""
    return hand & ~mask_of(swap.put) | mask_of(swap.taken)


def _by_rule(view: View) -> Action:
    """Lay a card by the rule of thumb of ``playout``, with what the seat knows alone."""
    table = SeatsOf(view)
    if view.contract is None:
        _, suit = estimate(view.hand_mask, table.others)
        points = tables(suit)
        trumps = view.hand_mask & points.trumps
        return lay(view, (min(cards_of(trumps), key=lambda card: points.above[card.index].bit_count())).index)
    rules = tables(view.contract)
    cards = cards_of(view.allowed)
    unseen = ALL_CARDS & ~(view.hand_mask | laid_cards(view))

    def cost(card: Card) -> tuple[int, bool, int]:
        return rules.points[card.index], bool(rules.trumps & card.bit), -rules.above[card.index].bit_count()

    if view.holder is None:
        masters = [card for card in cards if not rules.above[card.index] & unseen]
        plain = [card for card in cards if not rules.trumps & card.bit]
        return lay(view, (max(masters, key=cost) if masters else min(plain or cards, key=cost)).index)
    best = dict(view.laid)[view.holder]
    winners = [card for card in cards if rules.beats[best.index] & card.bit]
    if view.seat is not view.taker and view.holder is not view.taker:  # another defender holds
        return lay(view, (min(cards, key=cost)).index)
    return lay(view, (min(winners or cards, key=cost)).index)


def laid_cards(view: View) -> int:
    """Return the mask of the cards that were laid in this deal."""
    return mask_of(view.pli) | sum(mask_of(pli.cards) for pli in view.taken)
