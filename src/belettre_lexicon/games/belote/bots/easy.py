"""The easy bot: it plays by a rule of thumb, as a casual player does.

It takes if it would have three trumps or more, with the V or the 9, and an ace in another suit. It leads cards that
nobody can beat any more, lays points on plis that its partner wins, and otherwise lays the card that costs least. Start
reading at ``EasyBot.choose``. The functions at the end say what any sensible player does; the strong bot uses them too.
"""

from __future__ import annotations

from ..actions import Action, Announce, Claim, Lay, Take, VoidDeal
from ..cards import RANKS, SUIT_SIZE, SUITS, cards_of, mask_of, suit_mask, tables
from ..view import View
from .bidding import easy_speech
from .worlds import ACES, JACKS_AND_NINES, ally, unlaid_cards

#: The fewest trumps with which the bot takes, including the retourne; one of them is the V or the 9.
TRUMPS_TO_TAKE = 3


class EasyBot:
    """A bot that plays by a rule of thumb. It has no state and makes no random choice."""

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that the rule of thumb chooses; equal views give equal actions."""
        if (action := matter_of_course(view)) is not None:
            return action
        if view.awaits == "speak":
            return _speech(view) if view.retourne is not None else easy_speech(view)
        return _card(view)


def _speech(view: View) -> Action:
    """Take at the suit with the most points in trumps of those that are good enough, or of all if it must take."""
    takes = [action for action in view.actions if isinstance(action, Take) and action.contract in SUITS]
    others = [action for action in view.actions if not isinstance(action, Take)]
    hand = view.held | (view.retourne.bit if view.retourne is not None else 0)
    good = [take for take in takes if not others or _is_good_enough(hand, take.contract)]
    return max(good, key=lambda take: _trump_points(hand, take.contract)) if good else others[0]


def _is_good_enough(hand: int, suit: str) -> bool:
    trumps = hand & suit_mask(suit)
    return (
        trumps.bit_count() >= TRUMPS_TO_TAKE and bool(trumps & JACKS_AND_NINES) and bool(hand & ACES & ~suit_mask(suit))
    )


def _trump_points(hand: int, suit: str) -> int:
    points = tables(suit).points
    return sum(points[card.index] for card in cards_of(hand & suit_mask(suit)))


def _card(view: View) -> Action:
    table = tables(view.contract or "")
    points, above, beats, trumps = table.points, table.above, table.beats, table.trumps
    hand, legal = view.held, sensible_cards(view)
    unseen = unlaid_cards(view) & ~(hand | mask_of(view.pli))

    def cost(card: int) -> tuple[int, bool, int]:
        """The key by which cards are cheap: few points, no trumps, low ones."""
        return points[card], bool(trumps >> card & 1), -above[card].bit_count()

    cards = [card.index for card in cards_of(legal)]
    cheapest = min(cards, key=cost)
    if view.holder is None:
        masters = [card for card in cards if not above[card] & unseen]
        plain = [card for card in cards if not trumps >> card & 1]
        return lay(view, max(masters, key=cost) if masters else min(plain or cards, key=cost))
    best = dict(view.laid)[view.holder].index
    last = len(view.pli) == view.rules.variant.players - 1
    if view.holder.index == ally(view, view.seat):
        if last or not above[best] & unseen:
            plain = [card for card in cards if not trumps >> card & 1]
            return lay(view, max(plain or cards, key=cost))
        return lay(view, cheapest)
    winners = [card for card in cards if beats[best] >> card & 1]
    sure = winners if last else [card for card in winners if not above[card] & unseen]
    if not sure:
        return lay(view, cheapest)
    with_trump = bool(trumps >> sure[0] & 1)
    return lay(view, min(sure, key=cost) if with_trump else max(sure, key=cost))


def matter_of_course(view: View) -> Action | None:
    """Return the action that any sensible player would take; None if there is something to decide.

    Sensible players say all annonces (BN6), claim a forgotten « Rebelote » (BB3), and void a deal if they may, unless
    their partner took (BD11). A sole legal action is one too.
    """
    if len(view.actions) == 1:
        return view.actions[0]
    for action in view.actions:
        if isinstance(action, Announce) or (isinstance(action, Claim) and action.claims):
            return action
        if isinstance(action, VoidDeal) and (view.taker is None or view.taker.index != ally(view, view.seat)):
            return action
    return None


def sensible_cards(view: View) -> int:
    """Return the mask of the legal cards, without a D that would lose a belote.

    Only with the option ``king_first`` (BB2) can a D lose one: a player who holds the R and the D of a trump suit loses
    the belote by laying the D first. So the D of a trump suit is left out while the R of that suit is a legal card. At
    tout atout every suit is a trump suit.
    """
    cards = view.allowed
    if view.rules.king_first and view.contract is not None:
        for place, suit in enumerate(SUITS):
            king, queen = (1 << SUIT_SIZE * place + RANKS.index(rank) for rank in ("R", "D"))
            if view.contract in (suit, "TA") and cards & king:
                cards &= ~queen
    return cards


def lay(view: View, card: int) -> Lay:
    """Return the legal action that lays the card with this index, and says « Belote » or « Rebelote » if possible."""
    return next(action for action in view.actions if isinstance(action, Lay) and action.card.index == card)
